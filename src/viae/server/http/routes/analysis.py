"""Analysis: reviews that the server makes, and the branches of study tables."""

from __future__ import annotations

import gzip
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from viae.analysis.review import NODES
from viae.server.http.middleware import (
    CurrentServer,
    CurrentUser,
    MaybeUser,
    answer,
    limited,
    strict_json,
)
from viae.server.http.routes.tables import LinkKeyQuery, TableId
from viae.server.http.schemas.analysis import (
    AnalysisOut,
    AnalysisRequest,
    StatisticsOut,
    TreeOut,
    TreeRequest,
)
from viae.server.people.text import OneOf
from viae.table.errors import Unknown

router = APIRouter(prefix="/api", tags=["analysis"])


@router.get("/tables/{table}/analysis", response_model=AnalysisOut)
async def get_analysis(
    table: TableId, server: CurrentServer, user: MaybeUser, key: LinkKeyQuery = None
) -> Response:
    """The review of the game, as far as it is made; not found if nobody has asked for it."""
    snapshot = await server.store.see(table, user.id if user else None, key)
    found = await server.reviews.get(snapshot)
    if found is None:
        raise Unknown("request.not-found")
    return answer(found)


@router.post(
    "/tables/{table}/analysis",
    response_model=AnalysisOut,
    status_code=202,
    dependencies=[limited("analysis"), strict_json],
)
async def ask_for_analysis(
    table: TableId, body: AnalysisRequest, server: CurrentServer, user: CurrentUser
) -> Response:
    """Ask the server to review a game that is over, or a study; everybody gets the same review."""
    snapshot = await server.store.see(table, user.id)
    return answer(await server.reviews.ask(snapshot, user.id, NODES[body.depth]), 202)


@router.delete("/tables/{table}/analysis", response_model=AnalysisOut)
async def stop_analysis(table: TableId, server: CurrentServer, user: CurrentUser) -> Response:
    """Stop the review that you asked for; what there is of it stays."""
    snapshot = await server.store.see(table, user.id)
    return answer(await server.reviews.stop(snapshot, user.id))


@router.get("/tables/{table}/tree", response_model=TreeOut)
async def get_tree(
    table: TableId, server: CurrentServer, user: MaybeUser, key: LinkKeyQuery = None
) -> Response:
    """The branches of a study table, with comments and marks."""
    snapshot = await server.store.see(table, user.id if user else None, key)
    return answer(await server.trees.get(snapshot))


@router.put("/tables/{table}/tree", response_model=TreeOut, dependencies=[strict_json])
async def put_tree(
    table: TableId, body: TreeRequest, server: CurrentServer, user: CurrentUser
) -> Response:
    """Save the branches of a study table."""
    snapshot = await server.store.see(table, user.id)
    return answer(await server.trees.put(snapshot, user.id, body.version, body.tree))


@router.get("/statistics", response_model=StatisticsOut)
async def get_statistics(
    request: Request,
    server: CurrentServer,
    _user: MaybeUser,
    board: Annotated[str, Query(max_length=80)] = "",
    variant: Annotated[Literal["", "concordia", "venus", "venus-team"], OneOf(), Query()] = "",
    players: Annotated[int, Query(ge=0, le=6)] = 0,
) -> Response:
    """Statistics of the public finished games: what there is to choose from, and one selection.

    Without a board it is all boards, without a number of players any number; without a variant it
    is the one with the most games.
    """
    page = await server.statistics.page(board, variant, players)
    headers = {"Cache-Control": "max-age=60", "Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return answer(gzip.decompress(page), headers=headers)
    return answer(page, headers={**headers, "Content-Encoding": "gzip"})
