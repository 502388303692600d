"""What a user keeps at a table for themselves alone: notes, the plan of the next turn."""

from __future__ import annotations

from fastapi import APIRouter, Response

from viae.server.http.middleware import CurrentServer, CurrentUser, answer, limited
from viae.server.http.routes.tables import TableId
from viae.server.http.schemas.personal import PersonalChanges, PersonalOut, PlanPost
from viae.server.http.schemas.play import PreviewOut

router = APIRouter(prefix="/api/tables/{table}", tags=["play"], dependencies=[limited("play")])


@router.get("/personal", response_model=PersonalOut)
async def personal(table: TableId, server: CurrentServer, user: CurrentUser) -> Response:
    """Your notes, your plan for the next turn, and whether this table notifies you."""
    return answer(await server.personal.view(table, user.id))


@router.put("/personal", response_model=PersonalOut)
async def change(
    table: TableId, body: PersonalChanges, server: CurrentServer, user: CurrentUser
) -> Response:
    """Keep notes, or a plan: it is played at once when your turn comes, if it is still legal."""
    return answer(await server.personal.change(table, user.id, body.given()))


@router.post("/plan/preview", response_model=PreviewOut)
async def preview(
    table: TableId, body: PlanPost, server: CurrentServer, user: CurrentUser
) -> Response:
    """Try out a plan: what it would do, and what could follow, if it were your turn now."""
    return answer(await server.personal.preview(table, user.id, body.entries, body.seat))
