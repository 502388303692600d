"""For all tests: programs they start can be interrupted, and nothing depends on a clock."""

from __future__ import annotations

import os
import signal

from hypothesis import HealthCheck, settings

from viae.cli import THREADS

# As in the command: numpy's own threads get into each other's way, all the more beside other tests.
for name in THREADS:
    os.environ.setdefault(name, "1")

# An example may take as long as it takes, and so may its making.
settings.register_profile("viae", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("viae")


def pytest_configure() -> None:
    """What a shell runs in the background is deaf to Ctrl-C, and children would inherit that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
