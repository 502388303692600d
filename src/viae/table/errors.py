"""What a host refuses: the kinds of errors, their codes, and an English sentence for each code.

A refusal has a code, a rule and values; clients put it into words in the reader's language. The
English sentences here are for programmers and logs.
"""

from __future__ import annotations

from collections.abc import Iterable

from viae import english
from viae.errors import (
    BoardError,
    EntryError,
    FaultsError,
    IllegalEntry,
    OutOfTurn,
    PositionError,
    RecordError,
    Refusal,
    Value,
    ViaeError,
)
from viae.table.shapes import Status, View
from viae.table.typed import TypedDict

SENTENCES: dict[str, str] = {
    # Requests as such
    "request.faults": "the request has faults",
    "board.faults": "the board has faults",
    "record.faults": "the record has faults",
    "position.faults": "the position has faults",
    "setup.faults": "the game cannot be set up like this",
    "request.not-found": "there is nothing here",
    "request.no-file": "there is no such file",
    "request.method": "this method is not allowed here",
    "request.too-large": "the body is larger than {limit} KB",
    "request.bad-http": "the request is not in the form that HTTP demands",
    "request.not-json": "this is not JSON: the fault is at character {number}",
    "request.missing": "this field is missing",
    "request.unknown-key": "there is no such field",
    "request.wrong-type": "this must be of the type {type}",
    "request.not-one-of": "this must be one of {names}",
    "request.too-short": "this must have at least {limit} characters",
    "request.too-long": "this must have at most {limit} characters",
    "request.too-few": "this must have at least {limit} items",
    "request.too-many": "this must have at most {limit} items",
    "request.too-small": "this must be at least {limit}",
    "request.too-big": "this must be at most {limit}",
    "request.wrong-form": "this must match the pattern {pattern}",
    "request.wrong": "this is not in the right form",
    "request.empty": "this must not be empty",
    "request.unprintable": "this has a character that cannot be shown",
    "request.too-deep": "brackets are nested too deeply",
    "request.too-many-values": "a document has at most {limit} values",
    "request.too-heavy": "checking this takes more than {seconds} s; send something simpler",
    "request.half-character": "a text has half a character (a lone surrogate)",
    "request.too-long-text": "a text is too long",
    "request.nul": "a text has the character NUL",
    "request.number-too-large": "a number is too large",
    "request.not-finite": "a number is not finite",
    "request.nothing-to-change": "name something to change: a name, a password or “public_name”",
    "request.cross-site": "this request comes from another site",
    "request.foreign-host": "this server answers only for its own name",
    "request.no-token": "send the “csrf” of GET /api/session as the header X-Viae-Csrf",
    "request.message": "a message is JSON text of at most {limit} KB",
    # Who asks
    "session.needed": "you need a name first: POST /api/session",
    "session.unknown": "you have no such session",
    "session.exists": "you have a name already; PATCH /api/me changes it",
    "name.invisible": "a name has only signs that can be seen",
    "name.confusable": "this name mixes alphabets so that it could be taken for another",
    "name.reserved": "this name is reserved",
    "account.wrong-password": "wrong name or password",
    "account.name-taken": "an account named “{name}” exists already",
    "account.exists": "you have an account already; sign out to create another",
    "account.keeps-name": "an account keeps its name; only capital letters can change",
    "account.guest-password": "a guest has no password; create an account first",
    "account.guest-name": "guests are never named there; create an account first",
    "account.unknown": "there is no account named “{name}”",
    "account.bot-name": "only the names of bots end with (bot)",
    "bot.needs-account": "only an account can be a bot; create one first",
    "bot.has-played": "this account has played already; create another one for the bot",
    "token.bots-only": "only bots have tokens; mark the account as a bot first",
    "token.too-many": "an account has at most {limit} tokens; revoke one first",
    "token.unknown": "you have no such token",
    "token.wrong": "this token is wrong or was revoked",
    "token.not-here": "this needs a session with a cookie, not a token",
    "token.scope": "this needs a token with the scope “{scope}”",
    "account.disabled": "this account was disabled by the operator of the server",
    "server.draining": "this server is about to stop; connect again",
    "recovery.wrong-code": "wrong name or recovery code; each code works once",
    "recovery.wrong-link": "this link is wrong, too old, or was used already; ask for a new one",
    "recovery.how": "send “name” and “code”, or the “token” of a link",
    "notify.address": "this is not an address that begins with https:// or http://, or it has a"
    " name or a password in it",
    "notify.private": "notifications go to public addresses, unless the operator allows others",
    "notify.no-host": "there is no host “{host}”",
    "notify.matrix": "Matrix also needs the id of a room and an access token",
    "notify.push-keys": "these are not the keys of a push subscription",
    "notify.too-many": "you can be notified in at most {limit} ways",
    "notify.unknown": "you have no such way to be notified",
    "notify.account": "this needs an account",
    "notify.zone": "there is no time zone with this name",
    "notify.quiet": "quiet hours have a beginning and an end",
    "notify.no-email": "confirm your e-mail address first",
    "notify.wrong-link": "this link is not valid",
    "mail.none": "this server sends no mail; use recovery codes",
    "mail.not-sent": "the mail could not be sent; is the address right?",
    "mail.address": "this is not an e-mail address such as livia@example.org",
    "person.unknown": "there is nobody with this id",
    # Limits
    "limit.requests": "too many requests; try again in {seconds} s",
    "limit.guests": "too many new guests; try again in {seconds} s",
    "limit.sign-ins": "too many attempts to sign in; try again in {seconds} s",
    "limit.tables": "too many new tables; try again in {seconds} s",
    "limit.imports": "too many imports; try again in {seconds} s",
    "limit.reads": "too many replays and downloads; try again in {seconds} s",
    "limit.entries": "too many entries; try again in {seconds} s",
    "limit.messages": "too many messages; try again in {seconds} s",
    "limit.open-tables": "you host {limit} unfinished tables; finish or close some",
    "limit.watched": "one connection watches at most {limit} tables",
    # Tables
    "table.unknown": "there is no such table",
    "table.key-in-use": "this key is being used for another table right now",
    "table.host-only": "only the host of the table can do this",
    "table.players-only": "only those who play here can do this",
    "table.no-seat": "you have no seat at this table",
    "table.not-your-seat": "this seat is not yours",
    "table.sits-already": "you sit at this table already",
    "table.full": "no seat is free for you",
    "table.seat-taken": "this seat is taken",
    "table.seat-unknown": "there is no such seat; the last one is {limit}",
    "table.seat-occupied": "somebody sits there; only they can leave",
    "table.only-seat": "this is your only seat; leave the table instead",
    "table.seats-empty": "nobody sits at {seats} yet; name a bot to fill empty seats",
    "table.not-begun": "the game has not begun yet",
    "table.started": "the game has started already",
    "table.finished": "the game is over",
    "table.abandoned": "the game was abandoned",
    "table.closed": "this table is closed",
    "table.not-over": "the game is not over yet",
    "table.no-record": "a game that began from a position has no record; take its position instead",
    "table.hands-hidden": "a position shows all hands; here it is available after the game",
    "table.no-own-seat": "one of the seats must be yours: kind “me”",
    "seat.bot-missing": "a bot's seat must name the bot",
    "seat.bot-unwanted": "only a bot's seat names a bot",
    "seat.name-missing": "an invited seat must name the account",
    "bot.unknown": "there is no such bot; there are {names}",
    "bot.outside": "outside programs cannot sit at a table of the server",
    "bot.settings": "bots with settings cannot sit at a table of the server",
    # Play
    "turn.decided": "decision {number} has been made already; the present one is {now}",
    "turn.not-yet": "there is no decision {number} yet; the present one is {now}",
    "turn.gone-on": "the game has gone on",
    "turn.key-reused": "this key was used for another entry; make a new one for each",
    "undo.nothing": "there is nothing to take back",
    "undo.range": "“to” must be a number of entries from 0 to {limit}",
    "undo.ask-others": "this goes back past a reveal or another's decision: propose it instead",
    "undo.no-proposal": "nothing is proposed at present",
    "seat.resigned": "the player in this seat has already resigned",
    "seat.not-replaced": "no bot plays for you here, or you resigned, which is final",
    "table.no-help": "hints are available only against bots and at tables that allow them",
    # Study tables
    "study.board": "“board” must be one of {names}; send your own board as “board_file”",
    "study.tree": "the tree is a list of branches with “at”, “entries”, “comment”, “marks”, “tree”",
    "study.tree-size": "a study has at most {branches} branches with {entries} entries",
    "study.branch": "“{entry}” cannot be played there",
    "study.changed": "the study was changed elsewhere; load it again",
    "study.only": "only a study table has a tree",
    "analysis.running": "a game can be analysed when it is over",
    "analysis.off": "this server does not analyse games",
    "analysis.not-yours": "only the user who asked for this analysis can stop it",
    "analysis.too-many": "you have {limit} analyses waiting; wait for one of them",
    "puzzle.unknown": "there is no such puzzle",
    "puzzle.turn": "this is not a whole turn that can be played in this puzzle",
    "puzzle.account": "only accounts keep their results here; create one first",
    "study.line": "only a study table can switch to another line",
    "study.too-long": "a game with more than {limit} entries is not accepted",
    # Games of a device
    "copies.format": "this file does not contain games, or it comes from a newer version",
    "copies.broken": "this file of games is damaged; nothing was imported",
    "storage.full": "this device has no space left; nothing was changed",
    "storage.failed": "this device cannot store the game; nothing was changed",
    # The server itself
    "server.database": "the database does not answer; try the same again in a moment",
    "server.busy": "too many requests are waiting for the database; try the same again in a moment",
    "server.not-writable": "the database cannot be written; is the disk full?",
    "server.bots": "no process for bots can be started; the log says why",
    "server.not-ready": "the server is not ready",
    "server.stopping": "the server stops; come back in a moment",
    "server.failed": "this failed on our side; nothing was changed",
}

english.register(SENTENCES)

SHOWN = 5  # faults that the message repeats


class Fault(TypedDict):
    """One fault: a code and its values for programs, an English sentence for programmers.

    `rule` is the rule it follows from, such as R5.2, or empty.
    """

    code: str
    rule: str
    values: dict[str, Value]
    message: str


class ErrorDetails(TypedDict, total=False):
    """Optional fields of an error."""

    faults: list[Fault]
    legal: list[str]
    number: int
    view: View
    earliest: int | None
    status: Status
    after: float


class ErrorBody(Fault, ErrorDetails):
    """What went wrong; `kind` is the class of the error. The other fields are optional.

    `faults` are all single faults, `legal` the legal entries, `number` that of the present
    decision, `view` the present view, `earliest` how far you can go back alone, `status` that of
    the table, `after` the seconds to wait.
    """

    kind: str


class ErrorAnswer(TypedDict):
    """The body of every refusal."""

    error: ErrorBody


class ApiError(ViaeError):
    """Something the server does not do, and why; `status` is that of HTTP.

    `faults` has each single fault of a request or a document, `details` what else a client gets.
    """

    status = 400
    kind = "refused"

    def __init__(
        self,
        why: str | Refusal,
        /,
        *,
        faults: Iterable[Refusal] = (),
        details: ErrorDetails | None = None,
        **values: Value,
    ) -> None:
        self.refusal = why if isinstance(why, Refusal) else Refusal(why, "", values)
        self.faults = list(faults)
        self.details: ErrorDetails = {**details} if details else {}
        self.headers: dict[str, str] = {}
        message = str(self.refusal)
        if self.faults:
            message = f"{message}: {'; '.join(map(str, self.faults[:SHOWN]))}"
        super().__init__(message)

    def to_json(self) -> ErrorAnswer:
        """The body of an answer, and of a live message."""
        error: ErrorBody = {
            "kind": self.kind,
            **fault_json(self.refusal),
            "message": str(self),
            **self.details,
        }
        if self.faults:
            error["faults"] = [fault_json(fault) for fault in self.faults]
        return {"error": error}


def fault_json(refusal: Refusal) -> Fault:
    """A refusal as clients get it."""
    code, rule, values = refusal
    return {"code": code, "rule": rule, "values": values, "message": str(refusal)}


class Malformed(ApiError):
    """A body, a parameter or a message that is not what it should be; `faults` names each."""

    status = 422
    kind = "malformed"


class NoSession(ApiError):
    """Something that needs a name."""

    status = 401
    kind = "no-session"


class WrongPassword(ApiError):
    """No account has this name and password."""

    status = 401
    kind = "wrong-password"


class Forbidden(ApiError):
    """Something that this person may not do."""

    status = 403
    kind = "forbidden"


class CrossSite(ApiError):
    """A request that did not come from one of our own pages."""

    status = 403
    kind = "cross-site"


class Misdirected(ApiError):
    """A request for another host."""

    status = 421
    kind = "misdirected"


class Unknown(ApiError):
    """Something that is not there, or that this person may not know of."""

    status = 404
    kind = "unknown"


class WrongMethod(ApiError):
    """A method that is not allowed here."""

    status = 405
    kind = "method"


class Conflict(ApiError):
    """Something that cannot be done as things stand."""

    status = 409
    kind = "conflict"


class NameTaken(Conflict):
    """An account of this name exists."""

    kind = "name-taken"


class Stale(Conflict):
    """An answer to a decision that has been made already; `view` is the present one."""

    kind = "stale"


class KeyReused(Conflict):
    """An idempotency key that stands for something else."""

    kind = "key-reused"


class Illegal(Conflict):
    """An entry that the rules do not allow now."""

    kind = "illegal"


class NotYourTurn(Conflict):
    """An entry of somebody who does not decide."""

    kind = "out-of-turn"


class Invalid(ApiError):
    """A text that is no entry."""

    status = 400
    kind = "invalid"


class TooLarge(ApiError):
    """More than is accepted."""

    status = 413
    kind = "too-large"


class TooMany(ApiError):
    """Too much in too short a time."""

    status = 429
    kind = "too-many"

    def __init__(self, code: str, after: float) -> None:
        seconds = max(1, round(after))
        super().__init__(code, details={"after": round(after, 1)}, seconds=seconds)
        self.headers = {"Retry-After": str(seconds)}


class Unavailable(ApiError):
    """Not now: the server is starting, stopping or without its database."""

    status = 503
    kind = "unavailable"

    def __init__(self, code: str, after: int = 2) -> None:
        super().__init__(code, details={"after": after})
        self.headers = {"Retry-After": str(after)}


class Failed(ApiError):
    """A fault of ours."""

    status = 500
    kind = "failed"


def api_error(problem: ViaeError) -> ApiError:
    """The answer to an error of the library."""
    if isinstance(problem, ApiError):
        return problem
    if isinstance(problem, IllegalEntry):
        return Illegal(problem.refusal, details={"legal": problem.legal})
    if isinstance(problem, OutOfTurn):
        return NotYourTurn(problem.refusal)
    if isinstance(problem, EntryError):
        return Invalid(problem.refusal)
    if isinstance(problem, FaultsError):
        return Malformed(f"{_document(problem)}.faults", faults=problem.faults)
    return Failed("server.failed")


def _document(problem: FaultsError) -> str:
    """What has the faults."""
    if isinstance(problem, BoardError):
        return "board"
    if isinstance(problem, RecordError):
        return "record"
    return "position" if isinstance(problem, PositionError) else "setup"
