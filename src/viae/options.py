"""Variants and options of a game: what can be chosen (R1), and the terms that follow."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from viae.data import load_cards
from viae.data.fields import describe
from viae.errors import Faults, refusal
from viae.rules.atlas import Atlas
from viae.rules.figures import Board
from viae.rules.terms import Terms

PLAYERS: dict[str, tuple[int, ...]] = {
    "concordia": (2, 3, 4, 5),
    "venus": (2, 3, 4, 5),
    "venus-team": (4, 6),
}
# The values of each option, the default first.
CHOICES: dict[str, tuple[bool | str, ...]] = {
    "intermediate_scoring": (False, True),
    "colonist_income": ("5+1", "2x"),
    "display": ("cloth", "wine"),
}
DEFAULTS: dict[str, bool | str] = {key: values[0] for key, values in CHOICES.items()}

quote = describe  # a value as a fault names it


def check_variant(variant: object, faults: Faults) -> str | None:
    """The variant, or a fault."""
    if isinstance(variant, str) and variant in PLAYERS:
        return variant
    faults.append(refusal("setup.variant", value=quote(variant), known=list(PLAYERS)))
    return None


def check_players(variant: str, players: int, faults: Faults) -> None:
    """R1.1: how many can play a variant."""
    if players not in PLAYERS[variant]:
        allowed, given = list(PLAYERS[variant]), quote(players)
        faults.append(refusal("setup.players", "R1.1", variant=variant, known=allowed, value=given))


def check_options(given: object, variant: str | None, faults: Faults) -> dict[str, bool | str]:
    """All options, defaults filled in; every wrong key and value is a fault (R1.3)."""
    options = dict(DEFAULTS)
    if not isinstance(given, Mapping):
        faults.append(refusal("option.no-object", value=quote(given)))
        return options
    for key, value in given.items():
        if key not in DEFAULTS:
            faults.append(refusal("option.unknown", key=quote(key), known=list(DEFAULTS)))
            continue
        # 0 == False in Python, but it is no answer to a yes-or-no question.
        right = [
            choice for choice in CHOICES[key] if choice == value and type(choice) is type(value)
        ]
        if not right:
            allowed = [quote(choice) for choice in CHOICES[key]]
            faults.append(refusal("option.value", key=key, known=allowed, value=quote(value)))
        else:
            options[key] = right[0]
    if variant == "venus-team" and options["intermediate_scoring"]:
        faults.append(refusal("option.team", "R1.3"))
    return options


def changed(options: Mapping[str, bool | str]) -> dict[str, bool | str]:
    """Only what differs from the defaults, as a record has it."""
    return {key: value for key, value in options.items() if value != DEFAULTS[key]}


@lru_cache(maxsize=16)
def _atlas(board: Board) -> Atlas:
    return Atlas(board)


@lru_cache(maxsize=64)
def _terms(
    board: Board, variant: str, players: int, intermediate: bool, income: str, display: str
) -> Terms:
    cards = load_cards()
    return Terms(board, cards, variant, players, intermediate, income, display, _atlas(board))


def terms_for(board: Board, variant: str, players: int, options: Mapping[str, bool | str]) -> Terms:
    """The tables of a game on these terms, made once and shared."""
    return _terms(
        board,
        variant,
        players,
        bool(options["intermediate_scoring"]),
        str(options["colonist_income"]),
        str(options["display"]),
    )
