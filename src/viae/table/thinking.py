"""Bots at a table: how a moment of a game goes to where a bot thinks, and what it decides there.

A bot thinks about the whole part of a turn that falls to its seat, in a process or a worker of its
own, so the game that goes there is packed small: the tables of a board and its cards are made once
in each of them.
"""

from __future__ import annotations

import ast
import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from viae import bots
from viae.data import load_board, parse_board
from viae.data.strict import read_json
from viae.errors import SetupError
from viae.options import terms_for
from viae.rules.figures import Board
from viae.rules.setup import Setup
from viae.rules.state import FIELDS, State, between_turns, restore
from viae.rules.turn import apply, legal

if TYPE_CHECKING:
    from viae.table.game import TableGame


class Packed(NamedTuple):
    """A moment of a game on its way to another process."""

    board: str | Board
    variant: str
    players: int
    options: dict[str, bool | str]
    city_good: list[int]
    fields: tuple[object, ...]


def pack(game: TableGame) -> Packed:
    """The present moment of a game."""
    state = game.state.copy()
    setup = state.setup
    board = setup.atlas.board
    return Packed(
        board if board.document else board.id,
        setup.faces.variant,
        setup.players,
        game.start.options,
        setup.city_good,
        tuple(getattr(state, field) for field in FIELDS),
    )


def unpack(packed: Packed) -> State:
    """The state of a packed moment."""
    board = load_board(packed.board) if isinstance(packed.board, str) else packed.board
    terms = terms_for(board, packed.variant, packed.players, packed.options)
    return restore(Setup(terms, packed.city_good), packed.fields).copy()  # it may be unpacked twice


def write(packed: Packed) -> str:
    """A packed moment as a text, for a worker that takes nothing else."""
    board = packed.board
    shown = board if isinstance(board, str) else ("own", board.document)
    return repr((shown, *packed[1:]))


def read(text: str) -> Packed:
    """A moment that `write` has written."""
    board, *rest = ast.literal_eval(text)
    return Packed(board if isinstance(board, str) else _own_board(board[1]), *rest)


@lru_cache(maxsize=4)
def _own_board(document: str) -> Board:
    return parse_board(read_json(document, []), "board")


def seed_of(game: str, seat: int, number: int) -> int:
    """The seed of a bot's part: the same after a restart."""
    digest = hashlib.blake2b(f"{game}:{seat}:{number}".encode(), digest_size=7).digest()
    return int.from_bytes(digest)


def think(packed: Packed, name: str, seed: int, seconds: float) -> list[int]:
    """The codes a bot plays until somebody else decides, with this much time for all of them."""
    state = unpack(packed)
    seat = state.actor
    seated = bots.Seated(name, seed, seconds)
    played = []
    try:
        while state.actor == seat:
            code = seated.decide(state, legal(state))
            played.append(code)
            apply(state, code)
            if between_turns(state):
                break
    finally:
        seated.close()
    if seated.faults:
        raise SetupError("bots", [f"{fault.name}: {fault.text}" for fault in seated.faults])
    return played
