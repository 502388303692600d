"""For all tests: programs they start can be interrupted, and nothing depends on a clock."""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

# An example may take as long as it takes, and so may its making.
settings.register_profile("viae", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("viae")


def pytest_configure() -> None:
    """What a shell runs in the background is deaf to Ctrl-C, and children would inherit that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
