"""Tables: make, list, come in, sit, start; rematch, chat, history, records, analysis."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Path, Query, Response

from viae.server.errors import Conflict
from viae.server.http.middleware import Here, Maybe, Someone, answer, limited
from viae.server.http.schemas import (
    ChatOut,
    Filling,
    HistoryOut,
    Import,
    LinkKey,
    MomentsOut,
    SeatNumber,
    Speech,
    SpokenOut,
    TablesOut,
    ViewOut,
)
from viae.server.store.transaction import Loaded
from viae.server.tables.new_table import SeatPlan, TablePlan
from viae.server.tables.views import view_json
from viae.table.history import entries_between
from viae.table.types import GameView
from viae.table.view import public

router = APIRouter(prefix="/api", tags=["tables"])
TableId = Annotated[str, Path(alias="table", max_length=32)]
MOST = 50  # moments in one answer


def seen(table: Loaded, person: str | None, status: int = 200) -> Response:
    """The view of somebody."""
    return answer(view_json(table, person), status)


@router.get("/tables", response_model=TablesOut)
async def list_tables(
    here: Here,
    _person: Maybe,
    status: Annotated[Literal["open", "running", "finished"], Query()] = "open",
    board: Annotated[str | None, Query(max_length=80)] = None,
    variant: Annotated[str | None, Query(max_length=32)] = None,
    pace: Annotated[Literal["none", "live", "days"] | None, Query()] = None,
    before: Annotated[float | None, Query(ge=0, le=1e11, allow_inf_nan=False)] = None,
) -> Response:
    """Public tables, newest first, 50 at a time; `before` is the `created` of the last one."""
    found = await here.tables.listed(status, board=board, variant=variant, pace=pace, before=before)
    return answer({"tables": found})


@router.post("/tables", response_model=ViewOut, status_code=201, dependencies=[limited("create")])
async def new_table(body: TablePlan, here: Here, person: Someone) -> Response:
    """Make a table; with `start` and no open seat the game begins at once."""
    made = await here.tables.create(person.id, person.name, body)
    return seen(made, person.id, 201)


@router.post("/analysis", response_model=ViewOut, status_code=201, dependencies=[limited("import")])
async def analyse(body: Import, here: Here, person: Someone) -> Response:
    """Look into a record or a position at a table of one's own."""
    made = await here.tables.analyse(
        person.id,
        person.name,
        body.document,
        body.board_file,
        body.upto,
        body.chance == "manual",
    )
    return seen(made, person.id, 201)


@router.get("/tables/{table}", response_model=ViewOut)
async def get_view(table: TableId, here: Here, person: Maybe) -> Response:
    """The view of a table: as a player, or as a spectator."""
    who = person.id if person else None
    return seen(await here.ledger.see(table, who), who)


@router.delete("/tables/{table}", response_model=ViewOut)
async def close_table(table: TableId, here: Here, person: Someone) -> Response:
    """Close a table that has not started; the host does."""
    return seen(await here.tables.close(table, person.id), person.id)


@router.post("/tables/{table}/enter", response_model=ViewOut)
async def enter(table: TableId, body: LinkKey, here: Here, person: Someone) -> Response:
    """Come to a table by the key of its link."""
    return seen(await here.tables.enter(table, person.id, body.key), person.id)


@router.post("/tables/{table}/sit", response_model=ViewOut)
async def sit(table: TableId, body: SeatNumber, here: Here, person: Someone) -> Response:
    """Take a free seat, or the one that is kept for oneself."""
    return seen(await here.tables.sit(table, person.id, person.name, body.seat), person.id)


@router.post("/tables/{table}/leave", response_model=ViewOut)
async def leave(table: TableId, here: Here, person: Someone) -> Response:
    """Stand up before the game starts."""
    return seen(await here.tables.leave(table, person.id), person.id)


@router.put("/tables/{table}/seats/{seat}", response_model=ViewOut)
async def change_seat(
    table: TableId,
    seat: Annotated[int, Path(ge=0, le=5)],
    body: SeatPlan,
    here: Here,
    person: Someone,
) -> Response:
    """Say who is to sit at a seat; the host does, before the game starts."""
    changed = await here.tables.change_seat(table, person.id, person.name, seat, body)
    return seen(changed, person.id)


@router.post("/tables/{table}/start", response_model=ViewOut)
async def start(table: TableId, body: Filling, here: Here, person: Someone) -> Response:
    """Start the game; the host does."""
    return seen(await here.tables.start(table, person.id, body.fill), person.id)


@router.post("/tables/{table}/rematch", response_model=ViewOut, dependencies=[limited("create")])
async def rematch(table: TableId, here: Here, person: Someone) -> Response:
    """Another game on the same terms; whoever asks later comes to the same table."""
    return seen(await here.tables.rematch(table, person.id, person.name), person.id)


@router.post(
    "/tables/{table}/chat",
    response_model=SpokenOut,
    status_code=201,
    dependencies=[limited("chat")],
)
async def say(table: TableId, body: Speech, here: Here, person: Someone) -> Response:
    """Say something at a table."""
    number = await here.tables.say(table, person.id, person.name, body.text, body.key)
    return answer({"number": number}, 201)


@router.get("/tables/{table}/chat", response_model=ChatOut)
async def chat(table: TableId, here: Here, person: Maybe) -> Response:
    """What was said last."""
    await here.ledger.see(table, person.id if person else None)
    return answer({"messages": await here.tables.chat(table)})


def _started(table: Loaded) -> Loaded:
    if table.desk is None:
        raise Conflict("the game has not begun yet", status=table.status)
    return table


@router.get("/tables/{table}/history", response_model=HistoryOut)
async def history(
    table: TableId,
    here: Here,
    person: Maybe,
    first: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    last: Annotated[int, Query(ge=0, le=1_000_000)] = 1_000_000,
) -> Response:
    """The entries that count, from `first` to before `last`, with what each changed."""
    loaded = _started(await here.ledger.see(table, person.id if person else None))
    assert loaded.desk is not None
    total = len(loaded.desk.entries)
    found = entries_between(loaded.desk, min(first, total), min(last, total))
    return answer({"entries": found, "total": total})


@router.get("/tables/{table}/moments", response_model=MomentsOut)
async def moments(
    table: TableId,
    here: Here,
    person: Maybe,
    first: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    count: Annotated[int, Query(ge=1, le=MOST)] = 1,
) -> Response:
    """What everybody saw after `first` entries and the ones that follow, for replays."""
    loaded = _started(await here.ledger.see(table, person.id if person else None))
    desk = loaded.desk
    assert desk is not None
    total = len(desk.entries)
    plan = loaded.plan
    points = plan["live_score"] or loaded.status == "finished"
    hands = plan["open_hands"] or loaded.analysis or loaded.status == "finished"
    found: list[GameView] = []
    if first <= total:
        past = desk.at(first)
        found.append(public(past, points, hands))
        for entry in desk.entries[first : first + count - 1]:
            past.read(entry)
            found.append(public(past, points, hands))
    return answer({"moments": found, "total": total})


def _file(document: dict[str, Any], name: str) -> Response:
    return answer(
        orjson.dumps(document, option=orjson.OPT_INDENT_2),
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@router.get("/tables/{table}/record", response_model=dict[str, Any])
async def record(table: TableId, here: Here, person: Maybe) -> Response:
    """The record of the game so far, for download."""
    loaded = _started(await here.ledger.see(table, person.id if person else None))
    assert loaded.desk is not None
    if loaded.desk.start.position:
        raise Conflict("a game set up from a position has no record; take its position instead")
    document = loaded.desk.record([one.shown_name for one in loaded.seats])
    document["meta"] = {"site": "viae", "table": loaded.id, "started": loaded.row["started"]}
    if loaded.row["finished"]:
        document["meta"]["finished"] = loaded.row["finished"]
    return _file(document, f"viae-{loaded.id}.json")


@router.get("/tables/{table}/position", response_model=dict[str, Any])
async def position(
    table: TableId,
    here: Here,
    person: Maybe,
    at: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
) -> Response:
    """The position now or after `at` entries, for download; hands are open only at the end."""
    loaded = _started(await here.ledger.see(table, person.id if person else None))
    desk = loaded.desk
    assert desk is not None
    opened = loaded.plan["open_hands"] or loaded.analysis or loaded.status != "running"
    if not opened:
        raise Conflict("a position shows all hands; at this table it can be had after the end")
    past = desk if at is None else desk.at(at)
    return _file(past.game().position(), f"viae-{loaded.id}-{len(past.entries)}.json")
