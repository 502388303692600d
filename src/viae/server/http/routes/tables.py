"""Tables: create, list, join, sit, start; rematch, chat, history, records, study."""

from __future__ import annotations

from typing import Annotated, Literal

import orjson
from fastapi import APIRouter, Path, Query, Request, Response

from viae.server.http.middleware import (
    CurrentServer,
    CurrentUser,
    MaybeUser,
    answer,
    limited,
    network_of,
    strict_json,
)
from viae.server.http.schemas.common import ViewOut
from viae.server.http.schemas.tables import (
    Chat,
    ChatNumber,
    ChatText,
    Filling,
    History,
    LinkKey,
    Moments,
    SeatNumber,
    StudyRequest,
    Tables,
)
from viae.server.people.accounts import User
from viae.server.people.text import OneOf
from viae.server.tables import checks
from viae.server.tables.requests import SeatRequest, TableRequest
from viae.server.tables.views import view_json
from viae.table import views
from viae.table.transaction import TableSnapshot
from viae.table.types.basics import Document

router = APIRouter(prefix="/api", tags=["tables"])
TableId = Annotated[str, Path(alias="table", max_length=32)]
LinkKeyQuery = Annotated[
    str | None,
    Query(
        alias="key", max_length=64, description="From the table's link, for whoever has no name."
    ),
]
MOST = 50  # moments in one answer


def seen(table: TableSnapshot, person: str | None, status: int = 200) -> Response:
    """The view of a user."""
    return answer(view_json(table, person), status)


@router.get("/tables", response_model=Tables)
async def list_tables(
    server: CurrentServer,
    _user: MaybeUser,
    status: Annotated[Literal["open", "running", "finished"], OneOf(), Query()] = "open",
    board: Annotated[str | None, Query(max_length=80)] = None,
    variant: Annotated[str | None, Query(max_length=32)] = None,
    pace: Annotated[Annotated[Literal["none", "live", "days"], OneOf()] | None, Query()] = None,
    before: Annotated[float | None, Query(ge=0, le=1e11, allow_inf_nan=False)] = None,
) -> Response:
    """Public tables, newest first, 50 at a time; `before` is the `created` of the last one."""
    found = await server.listing.public(
        status, board=board, variant=variant, pace=pace, before=before
    )
    return answer({"tables": found})


@router.post(
    "/tables",
    response_model=ViewOut,
    status_code=201,
    dependencies=[limited("create"), strict_json],
)
async def new_table(body: TableRequest, server: CurrentServer, user: CurrentUser) -> Response:
    """Create a table; with `start` and no open seat the game begins at once."""
    await checks.check_board(server.checks, body.board_file)
    made = await server.tables.create(user.id, user.name, body.wish())
    server.tell_invited(made)
    return seen(made, user.id, 201)


@router.post(
    "/study",
    response_model=ViewOut,
    status_code=201,
    dependencies=[limited("import"), strict_json],
)
async def study(body: StudyRequest, server: CurrentServer, user: CurrentUser) -> Response:
    """Open a record or a position at a study table."""
    await checks.check_study(server.checks, body.document, body.board_file)
    made = await server.study.create(
        user.id,
        body.document,
        body.board_file,
        body.upto,
        body.chance == "manual",
    )
    if body.upto is None and body.document.get("tree"):
        await server.trees.put(made, user.id, 0, body.document["tree"])
    return seen(made, user.id, 201)


@router.get("/tables/{table}", response_model=ViewOut)
async def get_view(
    table: TableId, server: CurrentServer, user: MaybeUser, key: LinkKeyQuery = None
) -> Response:
    """The view of a table: as a player, or as a spectator; of a private one with its key."""
    who = user.id if user else None
    return seen(await server.store.see(table, who, key), who)


@router.delete("/tables/{table}", response_model=ViewOut)
async def close_table(table: TableId, server: CurrentServer, user: CurrentUser) -> Response:
    """Close a table before its game starts; for the host only."""
    return seen(await server.seats.close(table, user.id), user.id)


@router.post("/tables/{table}/enter", response_model=ViewOut)
async def enter(
    table: TableId, body: LinkKey, server: CurrentServer, user: CurrentUser
) -> Response:
    """Join a table with the key from its link."""
    return seen(await server.members.enter(table, user.id, body.key), user.id)


@router.post("/tables/{table}/sit", response_model=ViewOut)
async def sit(
    table: TableId, body: SeatNumber, server: CurrentServer, user: CurrentUser
) -> Response:
    """Take a free seat, or the one reserved for you."""
    return seen(await server.seats.sit(table, user.id, user.name, body.seat), user.id)


@router.post("/tables/{table}/leave", response_model=ViewOut)
async def leave(table: TableId, server: CurrentServer, user: CurrentUser) -> Response:
    """Leave the table before the game starts, or decline the invitation to it."""
    return seen(await server.seats.leave(table, user.id), user.id)


@router.put("/tables/{table}/seats/{seat}", response_model=ViewOut)
async def change_seat(
    table: TableId,
    seat: Annotated[int, Path(ge=0, le=5)],
    body: SeatRequest,
    server: CurrentServer,
    user: CurrentUser,
) -> Response:
    """Choose who sits in a seat, before the game starts; for the host only."""
    changed = await server.seats.change(table, user.id, user.name, seat, body.wish())
    server.tell_invited(changed)
    return seen(changed, user.id)


@router.post("/tables/{table}/start", response_model=ViewOut)
async def start(
    table: TableId, body: Filling, server: CurrentServer, user: CurrentUser
) -> Response:
    """Start the game; for the host only."""
    return seen(await server.tables.start(table, user.id, body.fill), user.id)


@router.post("/tables/{table}/rematch", response_model=ViewOut, dependencies=[limited("create")])
async def rematch(table: TableId, server: CurrentServer, user: CurrentUser) -> Response:
    """Create a table for another game on the same terms; later requests get the same table."""
    again = await server.tables.rematch(table, user.id, user.name)
    server.tell_invited(again)
    return seen(again, user.id)


@router.post(
    "/tables/{table}/chat",
    response_model=ChatNumber,
    status_code=201,
    dependencies=[limited("chat")],
)
async def say(table: TableId, body: ChatText, server: CurrentServer, user: CurrentUser) -> Response:
    """Send a chat message."""
    number = await server.chat.say(table, user.id, user.name, body.text, body.key)
    return answer({"number": number}, 201)


@router.get("/tables/{table}/chat", response_model=Chat)
async def chat(
    table: TableId, server: CurrentServer, user: MaybeUser, key: LinkKeyQuery = None
) -> Response:
    """The latest chat messages."""
    await server.store.see(table, user.id if user else None, key)
    return answer({"messages": await server.chat.messages(table)})


def _reader(request: Request, user: User | None) -> str:
    """Whom the making of an answer is charged to."""
    return user.id if user is not None else network_of(request.scope)


@router.get("/tables/{table}/history", response_model=History)
async def history(
    request: Request,
    table: TableId,
    server: CurrentServer,
    user: MaybeUser,
    first: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    last: Annotated[int, Query(ge=0, le=1_000_000)] = 1_000_000,
    key: LinkKeyQuery = None,
) -> Response:
    """The valid entries (those not taken back) from `first` up to `last`, with their changes.

    At most 1,000 of them come in one answer.
    """
    snapshot = await server.store.see(table, user.id if user else None, key)
    total = len(views.begun(snapshot).entries)

    def make() -> bytes:
        return orjson.dumps({"entries": views.history(snapshot, first, last), "total": total})

    what = ("history", first, min(last, first + views.MOST_HISTORY))
    return answer(await server.reads.get(_reader(request, user), snapshot, what, make))


@router.get("/tables/{table}/moments", response_model=Moments)
async def moments(
    request: Request,
    table: TableId,
    server: CurrentServer,
    user: MaybeUser,
    first: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    count: Annotated[int, Query(ge=1, le=MOST)] = 1,
    key: LinkKeyQuery = None,
) -> Response:
    """The public views after `first` entries and after each of the following, for replays."""
    snapshot = await server.store.see(table, user.id if user else None, key)
    total = len(views.begun(snapshot).entries)

    def make() -> bytes:
        return orjson.dumps({"moments": views.moments(snapshot, first, count), "total": total})

    what = ("moments", first, count)
    return answer(await server.reads.get(_reader(request, user), snapshot, what, make))


def _file(content: bytes, name: str) -> Response:
    return answer(content, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _indented(document: Document) -> bytes:
    return orjson.dumps(document, option=orjson.OPT_INDENT_2)


@router.get("/tables/{table}/record", response_model=Document)
async def record(
    request: Request,
    table: TableId,
    server: CurrentServer,
    user: MaybeUser,
    key: LinkKeyQuery = None,
) -> Response:
    """The record of the game so far, for download; that of a study with its branches."""
    snapshot = await server.store.see(table, user.id if user else None, key)
    views.need_record(snapshot)
    study = await server.trees.get(snapshot) if snapshot.study else None

    def make() -> bytes:
        document = views.record(snapshot)
        if study is not None and study["tree"]:
            document["tree"] = study["tree"]
        return _indented(document)

    what = ("record", study["version"] if study is not None else 0)
    made = await server.reads.get(_reader(request, user), snapshot, what, make)
    return _file(made, f"viae-{snapshot.id}.json")


@router.get("/tables/{table}/position", response_model=Document)
async def position(
    request: Request,
    table: TableId,
    server: CurrentServer,
    user: MaybeUser,
    at: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
    key: LinkKeyQuery = None,
) -> Response:
    """The position now or after `at` entries, for download; hands are shown only after the end."""
    snapshot = await server.store.see(table, user.id if user else None, key)
    game = views.need_open_hands(snapshot)
    last = len(game.entries) if at is None else min(at, len(game.entries))

    def make() -> bytes:
        return _indented(views.moment(snapshot, at).position())

    made = await server.reads.get(_reader(request, user), snapshot, ("position", last), make)
    return _file(made, f"viae-{snapshot.id}-{last}.json")
