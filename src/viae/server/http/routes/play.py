"""Playing: entries, previews, undo, proposals, resigning and returning."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TypeVar

from fastapi import APIRouter, Response

from viae.server.http.middleware import CurrentServer, CurrentUser, answer, limited
from viae.server.http.routes.tables import TableId, seen
from viae.server.http.schemas.common import ViewOut
from viae.server.http.schemas.play import (
    EntryPost,
    HelpPost,
    LinePost,
    Played,
    PreviewOut,
    PreviewPost,
    Resignation,
    UndoAnswer,
    UndoPost,
    UndoProposal,
)
from viae.server.http.schemas.tables import SeatNumber
from viae.server.process.server import Server
from viae.server.tables.views import written_view
from viae.table import play
from viae.table.errors import Stale
from viae.table.transaction import TableSnapshot

T = TypeVar("T")
router = APIRouter(prefix="/api/tables/{table}", tags=["play"], dependencies=[limited("play")])


async def with_view(work: Awaitable[T], server: Server, table: str, person: str) -> T:
    """Run an action; a request that comes too late is answered with the present view."""
    try:
        return await work
    except Stale as problem:
        present = await server.store.see(table, person)
        problem.details["view"] = written_view(present, person)
        raise


def _played(result: tuple[TableSnapshot, int], person: str) -> Response:
    table, number = result
    return answer({"number": number, "view": written_view(table, person)})


@router.post("/entries", response_model=Played)
async def post(
    table: TableId, body: EntryPost, server: CurrentServer, user: CurrentUser
) -> Response:
    """Play an entry. Repeating the same request is acknowledged again and plays nothing."""
    work = server.play.post(table, user.id, body.number, body.entry, body.key)
    return _played(await with_view(work, server, table, user.id), user.id)


@router.post("/preview", response_model=PreviewOut)
async def preview(
    table: TableId, body: PreviewPost, server: CurrentServer, user: CurrentUser
) -> Response:
    """Try out entries: what they would change, and what could follow. Nothing is played."""
    snapshot = await server.store.see(table, user.id)
    try:
        return answer(play.preview(snapshot, user.id, body.number, body.entries))
    except Stale as problem:
        problem.details["view"] = written_view(snapshot, user.id)
        raise


@router.post("/undo", response_model=Played)
async def undo(
    table: TableId, body: UndoPost, server: CurrentServer, user: CurrentUser
) -> Response:
    """Take back your own entries, but no revealed card and no decision of another player."""
    work = server.play.undo(table, user.id, body.number, body.to, body.key)
    return _played(await with_view(work, server, table, user.id), user.id)


@router.post("/line", response_model=ViewOut)
async def go(table: TableId, body: LinePost, server: CurrentServer, user: CurrentUser) -> Response:
    """Switch the game of a study table to another line."""
    work = server.play.go(table, user.id, body.number, body.to, body.entries)
    return seen(await with_view(work, server, table, user.id), user.id)


@router.post("/help", response_model=ViewOut)
async def ask_for_help(
    table: TableId, body: HelpPost, server: CurrentServer, user: CurrentUser
) -> Response:
    """Note in the record that a hint was asked for: against bots, or where the table allows it."""
    work = server.play.help(table, user.id, body.number)
    return seen(await with_view(work, server, table, user.id), user.id)


@router.post("/undo/proposal", response_model=ViewOut)
async def propose(
    table: TableId, body: UndoProposal, server: CurrentServer, user: CurrentUser
) -> Response:
    """Propose to the others to go back further; against bots alone it happens at once."""
    work = server.play.propose(table, user.id, body.number, body.to)
    return seen(await with_view(work, server, table, user.id), user.id)


@router.post("/undo/answer", response_model=ViewOut)
async def answer_proposal(
    table: TableId, body: UndoAnswer, server: CurrentServer, user: CurrentUser
) -> Response:
    """Accept or decline a proposal."""
    return seen(await server.play.answer(table, user.id, body.accept), user.id)


@router.post("/resign", response_model=ViewOut)
async def resign(
    table: TableId, body: Resignation, server: CurrentServer, user: CurrentUser
) -> Response:
    """Resign: give your seat to a bot permanently."""
    return seen(await server.play.resign(table, user.id, body.seat, body.bot), user.id)


@router.post("/return", response_model=ViewOut)
async def come_back(
    table: TableId, body: SeatNumber, server: CurrentServer, user: CurrentUser
) -> Response:
    """Take back a seat that a bot took over when your time ran out."""
    return seen(await server.play.come_back(table, user.id, body.seat), user.id)
