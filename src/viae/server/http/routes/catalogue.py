"""The catalogue: what can be chosen, and the figures a client draws boards and cards with."""

from __future__ import annotations

from functools import cache
from typing import Annotated

import orjson
from fastapi import APIRouter, Path, Response
from sqlalchemy import select

from viae.data import board_figures, board_names, load_board, parse_board
from viae.server.http.middleware import CurrentServer, answer
from viae.server.http.schemas.catalogue import Board as BoardOut
from viae.server.http.schemas.catalogue import Catalogue
from viae.server.store.models import BoardFile
from viae.table.catalogue import choices, unknown_board

router = APIRouter(prefix="/api", tags=["catalogue"])
FRESH = {"Cache-Control": "public, max-age=300"}


@cache
def catalogue() -> bytes:
    """Everything that can be chosen, as JSON; it does not change while the server runs."""
    return orjson.dumps(choices())


@router.get("/catalogue", response_model=Catalogue)
async def get_catalogue() -> Response:
    """Boards, variants, options, bots, goods and cards."""
    return answer(catalogue(), headers=FRESH)


@router.get("/boards/{board}", response_model=BoardOut)
async def get_board(server: CurrentServer, board: Annotated[str, Path(max_length=64)]) -> Response:
    """A board: provinces, cities with their places on the earth, paths. By name or file id."""
    if board in board_names():
        return answer(board_figures(load_board(board)), headers=FRESH)
    async with server.db.read() as connection:
        wanted = select(BoardFile.body).where(BoardFile.id == board)
        found = (await connection.execute(wanted)).scalar()
    if found is None:
        raise unknown_board(board)
    return answer(board_figures(parse_board(found, "board")), headers=FRESH)
