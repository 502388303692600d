"""Playing: entries, previews, undo, proposals, resigning and coming back."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, TypeVar

import orjson
from fastapi import APIRouter, Response

from viae.rules import score
from viae.server.errors import Forbidden, Stale
from viae.server.http.middleware import Here, Someone, answer, limited
from viae.server.http.routes.tables import TableId, seen
from viae.server.http.schemas import (
    Answer,
    PlayedOut,
    Post,
    Preview,
    PreviewOut,
    Proposal,
    Resignation,
    SeatNumber,
    UndoPost,
    ViewOut,
)
from viae.server.process.server import Service
from viae.server.store.transaction import Loaded
from viae.server.tables.play import running
from viae.server.tables.views import view_json
from viae.table.choices import changes, choices
from viae.table.history import describe_entry
from viae.table.view import public

T = TypeVar("T")
router = APIRouter(prefix="/api/tables/{table}", tags=["play"], dependencies=[limited("play")])


async def with_view(work: Awaitable[T], here: Service, table: str, person: str) -> T:
    """Do something; whoever comes too late is told how things stand now."""
    try:
        return await work
    except Stale as problem:
        present = await here.ledger.see(table, person)
        problem.details["view"] = orjson.Fragment(view_json(present, person))
        raise


def _played(result: tuple[Loaded, int], person: str) -> Response:
    table, number = result
    return answer({"number": number, "view": orjson.Fragment(view_json(table, person))})


@router.post("/entries", response_model=PlayedOut)
async def play(table: TableId, body: Post, here: Here, person: Someone) -> Response:
    """Play an entry. The same post again is acknowledged again and plays nothing."""
    work = here.play.post(table, person.id, body.number, body.entry, body.key)
    return _played(await with_view(work, here, table, person.id), person.id)


@router.post("/preview", response_model=PreviewOut)
async def preview(table: TableId, body: Preview, here: Here, person: Someone) -> Response:
    """Try entries out: what they would change, and what could follow. Nothing is played."""
    loaded = await here.ledger.see(table, person.id)
    desk = running(loaded).copy()
    if body.number != desk.rows:
        present = orjson.Fragment(view_json(loaded, person.id))
        raise Stale("the game has gone on", number=desk.rows, view=present)
    seats = loaded.acting_seats(person.id)
    if not seats:
        raise Forbidden("you have no seat at this table to play for")
    first = desk.state.copy()
    told = []
    for entry in body.entries:
        code = desk.code_of(entry, seats)
        before = desk.state.copy()
        desk.play(code)
        told.append(describe_entry(before, desk.state, desk.entries[-1], desk.rows - 1))
    live = loaded.plan["live_score"]
    found: dict[str, Any] = {
        "entries": told,
        "changes": changes(first, desk.state),
        "game": public(desk, live, loaded.plan["open_hands"] or loaded.analysis),
        "legal": choices(desk, live) if desk.state.actor in seats else [],
    }
    if live:
        players = range(desk.state.setup.players)
        moved = {one: score.total(desk.state, one) - score.total(first, one) for one in players}
        found["points"] = {str(one): more for one, more in moved.items() if more}
    return answer(found)


@router.post("/undo", response_model=PlayedOut)
async def undo(table: TableId, body: UndoPost, here: Here, person: Someone) -> Response:
    """Take back one's own entries, past no reveal and no decision of another."""
    work = here.play.undo(table, person.id, body.number, body.to, body.key)
    return _played(await with_view(work, here, table, person.id), person.id)


@router.post("/undo/proposal", response_model=ViewOut)
async def propose(table: TableId, body: Proposal, here: Here, person: Someone) -> Response:
    """Propose to the others to go back further; with bots alone it happens at once."""
    work = here.play.propose(table, person.id, body.number, body.to)
    return seen(await with_view(work, here, table, person.id), person.id)


@router.post("/undo/answer", response_model=ViewOut)
async def answer_proposal(table: TableId, body: Answer, here: Here, person: Someone) -> Response:
    """Accept or decline what was proposed."""
    return seen(await here.play.answer(table, person.id, body.accept), person.id)


@router.post("/resign", response_model=ViewOut)
async def resign(table: TableId, body: Resignation, here: Here, person: Someone) -> Response:
    """Give one's seat to a bot, for good."""
    return seen(await here.play.resign(table, person.id, body.seat, body.bot), person.id)


@router.post("/return", response_model=ViewOut)
async def come_back(table: TableId, body: SeatNumber, here: Here, person: Someone) -> Response:
    """Take a seat back that a bot took over when the time was up."""
    return seen(await here.play.come_back(table, person.id, body.seat), person.id)
