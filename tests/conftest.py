"""For all tests: programs they start can be interrupted, however the tests were started."""

from __future__ import annotations

import signal


def pytest_configure() -> None:
    """What a shell runs in the background is deaf to Ctrl-C, and children would inherit that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
