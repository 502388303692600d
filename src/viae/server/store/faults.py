"""What goes wrong with a database: the answer to a request, and the sentence at the start."""

from __future__ import annotations

import asyncpg
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from viae.errors import SetupError
from viae.table.errors import ApiError, Failed, Malformed, Unavailable

# Of PostgreSQL: connection lost, too many connections, shutting down or starting.
AWAY = ("08", "53", "57P")
# Of PostgreSQL: undone because others wrote the same at the same time, as in a deadlock.
UNDONE = "40"
# Of SQLite: busy, locked, cannot be written, disk fault, disk full, cannot be opened.
NOT_NOW = {5, 6, 8, 10, 13, 14}
DAMAGED = {11, 26}  # malformed, no database
BAD_TEXT = {"22021": "request.nul", "22001": "request.too-long-text"}
# Whatever a database raises; most of it comes as one of SQLAlchemy's, but not while it connects.
DATABASE_ERRORS = (SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError)


def _cause(problem: BaseException) -> BaseException:
    """What the driver said."""
    found = problem.orig if isinstance(problem, DBAPIError) and problem.orig else problem
    return found.__cause__ or found


def _state(cause: BaseException) -> str:
    return str(getattr(cause, "sqlstate", None) or "")


def is_away(problem: BaseException) -> bool:
    """Whether something failed because the database cannot be reached or written at present."""
    if isinstance(problem, (OSError, PoolTimeout, asyncpg.InterfaceError)):
        return True
    if isinstance(problem, DBAPIError) and problem.connection_invalidated:
        return True
    cause = _cause(problem)
    if isinstance(cause, (OSError, asyncpg.InterfaceError)):
        return True
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    return _state(cause).startswith(AWAY) or code in NOT_NOW


def as_answer(problem: BaseException) -> ApiError:
    """The refusal of a request that failed at the database."""
    if isinstance(problem, PoolTimeout):
        return Unavailable("server.busy")
    if is_away(problem):
        return Unavailable("server.database")
    state = _state(_cause(problem))
    if state.startswith(UNDONE):
        return Unavailable("server.busy")
    if state.startswith("22"):
        return Malformed(BAD_TEXT.get(state, "request.wrong"))
    return Failed("server.failed")


def at_start(problem: BaseException, where: str) -> SetupError | None:
    """The sentence for somebody who starts a server; None for what is not theirs to mend."""
    from alembic.util import CommandError

    cause = _cause(problem)
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    if code in DAMAGED:
        said = (
            f"{where} is damaged, or no database of Viae; put a backup in its place: `viae restore`"
        )
    elif code in NOT_NOW:
        said = f"{where} cannot be written: {cause}; see to it, or name another folder with --data"
    elif isinstance(problem, CommandError) and "locate revision" in str(problem):
        found = str(problem).rpartition(" ")[2].strip("'")
        said = (
            f"{where} was written by a newer version of Viae (its schema is {found}); install that"
            " version, or restore a backup from before"
        )
    elif _state(cause).startswith(("28", "3D")):
        said = f"PostgreSQL does not let us in: {cause}; see VIAE_DATABASE_URL"
    else:
        return None
    return SetupError("database", [said])
