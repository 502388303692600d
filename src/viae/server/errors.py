"""What the server refuses, each with a code for programs and a sentence for people."""

from __future__ import annotations

from typing import Any

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from viae.errors import (
    EntryError,
    FaultsError,
    IllegalEntry,
    InvalidEntry,
    OutOfTurn,
    ViaeError,
)


class Refusal(ViaeError):
    """Something that is not done, and why; `status` is that of HTTP."""

    status = 400
    code = "refused"

    def __init__(self, message: str, **details: Any) -> None:
        super().__init__(message)
        self.details = details
        self.headers: dict[str, str] = {}

    def to_json(self) -> dict[str, Any]:
        """The body of an answer, and of a live message."""
        return {"error": {"code": self.code, "message": str(self), **self.details}}


class Malformed(Refusal):
    """A body, a parameter or a message that is not what it should be; `faults` names each."""

    status = 422
    code = "malformed"


class NoSession(Refusal):
    """Something that needs a name."""

    status = 401
    code = "no-session"


class WrongPassword(Refusal):
    """Name and password do not fit together."""

    status = 401
    code = "wrong-password"


class Forbidden(Refusal):
    """Something that this person may not do."""

    status = 403
    code = "forbidden"


class CrossSite(Refusal):
    """A request that did not come from one of our own pages."""

    status = 403
    code = "cross-site"


class Unknown(Refusal):
    """Something that is not there, or that this person may not know of."""

    status = 404
    code = "unknown"


class Conflict(Refusal):
    """Something that cannot be done as things stand."""

    status = 409
    code = "conflict"


class NameTaken(Conflict):
    """An account of this name exists."""

    code = "name-taken"


class Stale(Conflict):
    """An answer to a decision that has been made already; `view` is the present one."""

    code = "stale"


class KeyReused(Conflict):
    """An idempotency key that stands for something else."""

    code = "key-reused"


class Illegal(Conflict):
    """An entry that the rules do not allow now."""

    code = "illegal"


class NotYourTurn(Conflict):
    """An entry of somebody who does not decide."""

    code = "out-of-turn"


class Invalid(Refusal):
    """A text that is no entry."""

    status = 400
    code = "invalid"


class TooLarge(Refusal):
    """More than is taken."""

    status = 413
    code = "too-large"


class TooMany(Refusal):
    """Too much in too short a time."""

    status = 429
    code = "too-many"

    def __init__(self, message: str, after: float) -> None:
        super().__init__(message, after=round(after, 1))
        self.headers = {"Retry-After": str(max(1, round(after)))}


class Unavailable(Refusal):
    """Not now: the server is starting, stopping or without its database."""

    status = 503
    code = "unavailable"


class Failed(Refusal):
    """A fault of ours."""

    status = 500
    code = "failed"


def is_database_away(problem: BaseException) -> bool:
    """Whether something failed because the database could not be reached."""
    if isinstance(problem, (ConnectionError, PoolTimeout)):
        return True
    if isinstance(problem, DBAPIError):
        return bool(problem.connection_invalidated) or isinstance(
            problem.orig, (ConnectionError, OSError)
        )
    return False


def refusal_of(problem: ViaeError) -> Refusal:
    """The refusal that an error of the library stands for."""
    if isinstance(problem, Refusal):
        return problem
    if isinstance(problem, IllegalEntry):
        return Illegal(str(problem), rule=problem.rule, legal=problem.legal)
    if isinstance(problem, OutOfTurn):
        return NotYourTurn(str(problem))
    if isinstance(problem, (InvalidEntry, EntryError)):
        return Invalid(str(problem))
    if isinstance(problem, FaultsError):
        return Malformed(str(problem), faults=[str(fault) for fault in problem.faults])
    return Malformed(str(problem))
