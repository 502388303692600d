"""The `viae` command: play, simulate, replay, show; see docs/cli.md."""

from __future__ import annotations

# What numpy's libraries look at. One thread for the small matrices of the bots' net: more only get
# into each other's way, and the order of additions, on which the last digits depend, is then the
# same on every machine.
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def main() -> None:
    """Run the command with the arguments of this process."""
    import contextlib
    import io
    import os
    import sys

    for name in THREADS:
        os.environ.setdefault(name, "1")

    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a sign gets a question mark, not a traceback.
        with contextlib.suppress(AttributeError, io.UnsupportedOperation):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    from viae.cli.app import app

    app(prog_name="viae")
