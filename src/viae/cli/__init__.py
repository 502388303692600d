"""The `viae` command: play, simulate, replay, show; see docs/cli.md."""

from __future__ import annotations


def main() -> None:
    """Run the command with the arguments of this process."""
    import contextlib
    import io
    import sys

    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a sign gets a question mark, not a traceback.
        with contextlib.suppress(AttributeError, io.UnsupportedOperation):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    from viae.cli.app import app

    app(prog_name="viae")
