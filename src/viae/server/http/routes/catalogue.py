"""The catalogue: what can be chosen, and the figures a client draws boards and cards with."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Annotated

import orjson
from fastapi import APIRouter, Path, Response
from sqlalchemy import select

from viae import __version__
from viae.bots.levels import TITLES
from viae.data import board_figures, board_names, load_board, load_cards, parse_board
from viae.data.fields import describe, near
from viae.errors import refusal
from viae.options import CHOICES, DEFAULTS, PLAYERS
from viae.server.bots.names import bot_names
from viae.server.errors import Unknown
from viae.server.http.middleware import CurrentServer, answer
from viae.server.http.schemas.catalogue import Board as BoardOut
from viae.server.http.schemas.catalogue import Catalogue
from viae.server.store.models import BoardFile

router = APIRouter(prefix="/api", tags=["catalogue"])
FRESH = {"Cache-Control": "public, max-age=300"}


@cache
def catalogue() -> bytes:
    """Everything that can be chosen, as JSON; it does not change while the server runs."""
    cards = load_cards()
    boards = [load_board(name) for name in board_names()]
    return orjson.dumps(
        {
            "version": __version__,
            "boards": [
                {"id": one.id, "name": one.name, "recommended_players": one.recommended_players}
                for one in boards
            ],
            "variants": {variant: list(players) for variant, players in PLAYERS.items()},
            "options": {option: list(choices) for option, choices in CHOICES.items()},
            "defaults": DEFAULTS,
            "bots": [{"name": name, "title": TITLES.get(name)} for name in bot_names()],
            "goods": [asdict(good) for good in cards.goods],
            "cards": {name: asdict(face) for name, face in cards.faces.items()},
            "surcharges": cards.surcharges,
            "clocks": ["none", "turn", "player", "days"],
        }
    )


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
        names, meant = list(board_names()), near(board, board_names())
        why = refusal("board.unknown-name", value=describe(board), names=names, near=meant)
        raise Unknown(why)
    return answer(board_figures(parse_board(found, "board")), headers=FRESH)
