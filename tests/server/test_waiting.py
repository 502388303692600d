"""Loops that wait for news end when they are cancelled, whatever comes at the same moment."""

from __future__ import annotations

import asyncio

import pytest

from viae.server.process.waiting import news_within

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("steps", range(6))
async def test_a_cancellation_that_comes_with_the_news_is_not_lost(steps: int) -> None:
    news = asyncio.Event()

    async def loop() -> None:
        while True:
            news.clear()
            await news_within(news, 3600)

    task = asyncio.create_task(loop())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    news.set()
    for _ in range(steps):
        await asyncio.sleep(0)
    task.cancel()
    for _ in range(20):
        await asyncio.sleep(0)
    assert task.cancelled()


async def test_without_news_the_wait_ends_by_itself() -> None:
    await news_within(asyncio.Event(), 0.0)
