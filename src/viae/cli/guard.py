"""Error handling for all commands: one clear message, never a traceback."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperGroup

from viae.errors import BoardPathWarning, FaultsError, Refusal, ViaeError

BAD_INPUT = 2  # also the status of wrong usage
FAILURE = 1  # something was checked, and is wrong


class GuardedGroup(TyperGroup):
    """The commands, with errors meant for people told to people."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command; errors end it with a message on stderr and a status."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("once", BoardPathWarning)
                warnings.showwarning = _tell_warning
                return super().invoke(ctx)
        except BrokenPipeError:
            # Whoever read the output has gone; there is nobody left to tell.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(FAILURE) from None
        except FaultsError as problem:
            complain(tell_faults(problem.what, problem.faults))
        except ViaeError as problem:
            complain(str(problem))
        except OSError as problem:
            reason = problem.strerror or str(problem)
            complain(f"{problem.filename}: {reason}" if problem.filename else reason)
        except (UnicodeError, MemoryError) as problem:
            complain(f"{type(problem).__name__}: {problem}")
        raise typer.Exit(BAD_INPUT)


def _tell_warning(message: Warning | str, *_: object, **__: object) -> None:
    """A warning as a line on stderr, without a place in the source."""
    complain(f"warning: {message}")


def tell_faults(what: str, faults: Sequence[Refusal | str]) -> str:
    """What is wrong with something: on one line if it is one thing."""
    if len(faults) == 1:
        return f"{what}: {faults[0]}"
    return "\n  - ".join([f"{what}: {len(faults)} faults", *map(str, faults)])


def complain(text: str) -> None:
    """Print a message on stderr, marked as ours."""
    from rich.text import Text

    from viae.cli.out import err

    # What a file holds must not steer the terminal.
    tidy = "".join(sign if sign.isprintable() or sign == "\n" else "�" for sign in text)
    err().print(Text().append("viae: ", style="bold red").append(tidy), soft_wrap=True)
