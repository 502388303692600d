"""The catalogue: everything that can be chosen for a table."""

from __future__ import annotations

from dataclasses import asdict

from viae import __version__
from viae.bots.levels import TITLES
from viae.bots.ratings import fixed_rating
from viae.data import board_names, load_board, load_cards
from viae.data.fields import describe, near
from viae.errors import refusal
from viae.options import CHOICES, DEFAULTS, PLAYERS
from viae.table.bots import bot_names
from viae.table.errors import Unknown


def choices() -> dict[str, object]:
    """Boards, variants, options, bots, goods and cards."""
    cards = load_cards()
    boards = [load_board(name) for name in board_names()]
    return {
        "version": __version__,
        "boards": [
            {"id": one.id, "name": one.name, "recommended_players": one.recommended_players}
            for one in boards
        ],
        "variants": {variant: list(players) for variant, players in PLAYERS.items()},
        "options": {option: list(choices) for option, choices in CHOICES.items()},
        "defaults": DEFAULTS,
        "bots": [
            {"name": name, "title": TITLES.get(name), "rating": fixed_rating(name)}
            for name in bot_names()
        ],
        "goods": [asdict(good) for good in cards.goods],
        "cards": {name: asdict(face) for name, face in cards.faces.items()},
        "surcharges": cards.surcharges,
        "clocks": ["none", "turn", "player", "days"],
    }


def unknown_board(name: str) -> Unknown:
    """The error for a board that is not there."""
    names, meant = list(board_names()), near(name, board_names())
    return Unknown(refusal("board.unknown-name", value=describe(name), names=names, near=meant))
