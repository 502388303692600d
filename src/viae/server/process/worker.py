"""The other end of `workers`: a process that does what its parent asks."""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
import signal
import sys
from typing import BinaryIO

HEAD = 8  # bytes before each message, with its length


def main() -> None:
    """Do what the parent asks, until it closes the pipe.

    The arguments are the process of the parent, how nice to be, and modules to import first.
    """
    _end_with(int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    with contextlib.suppress(OSError, AttributeError):
        os.nice(int(sys.argv[2]))  # people's clicks come first
    with os.fdopen(os.dup(0), "rb") as asked, os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)  # what somebody prints does not disturb the answers
        for module in sys.argv[3:]:
            importlib.import_module(module)
        _say(answers, b"")
        while head := asked.read(HEAD):
            _say(answers, _done(asked.read(int.from_bytes(head))))


def _done(said: bytes) -> bytes:
    try:
        work, arguments = pickle.loads(said)  # noqa: S301 - from our own parent
        return pickle.dumps((True, work(*arguments)))
    except Exception as problem:  # noqa: BLE001 - it is raised again in the parent
        try:
            told = pickle.dumps((False, problem))
            pickle.loads(told)  # noqa: S301 - not every exception can be read again
        except Exception:  # noqa: BLE001
            return pickle.dumps((False, RuntimeError(repr(problem))))
        return told


def _say(answers: BinaryIO, message: bytes) -> None:
    answers.write(len(message).to_bytes(HEAD) + message)
    answers.flush()


def _end_with(parent: int) -> None:
    """End when the parent is gone, even while this process is stopped; on Linux."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    death_signal = 1  # PR_SET_PDEATHSIG
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(death_signal, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


if __name__ == "__main__":
    main()
