"""Waiting for news, but not for ever."""

from __future__ import annotations

import asyncio
import contextlib


async def news_within(news: asyncio.Event, seconds: float) -> None:
    """Wait until there is news, at most for some seconds.

    Not with `asyncio.wait_for`: in Python 3.11 that loses a cancellation that comes together with
    the news. A loop that waits so goes on for ever, and the server does not stop.
    """
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await news.wait()
