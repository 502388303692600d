"""Positions for tests: a table laid out by naming only what matters, and ways to look at it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypedDict

import pytest

from viae import Game
from viae.data import load_board, load_cards
from viae.errors import IllegalEntry
from viae.position import write_position

# The same tokens in every test on this board, so that a test can name its cities by heart.
IMPERIUM_TOKENS = {
    "isca": "brick", "londinium": "food", "colonia": "tool", "vindobona": "brick",
    "sirmium": "wine", "napoca": "food", "tomis": "cloth",
    "lutetia": "wine", "burdigala": "brick", "massilia": "cloth", "brigantium": "food",
    "olisipo": "tool", "valentia": "brick", "rusadir": "food", "carthago": "tool",
    "leptis-magna": "brick", "cyrene": "food", "byzantium": "wine", "sinope": "brick",
    "attalia": "tool", "antiochia": "food", "tyros": "cloth", "alexandria": "wine",
    "memphis": "tool", "petra": "brick",
    "novaria": "wine", "aquileia": "food", "syracusae": "tool", "dyrrhachium": "brick",
    "athenae": "cloth",
}  # fmt: skip
DISPLAY = 7


class Seat(TypedDict, total=False):
    """What a test says about one seat; the rest is as at the start of a game."""

    coins: int
    goods: Mapping[str, int]
    bought: Sequence[str]  # purchased cards in hand; purchased cards in the pile need no mention
    pile: Sequence[str]  # bottom to top
    houses: Sequence[str]
    colonists: Sequence[str]  # "land roma", "sea massilia~roma"


def table(
    board: str = "imperium",
    variant: str = "concordia",
    players: int = 3,
    *,
    seats: Mapping[int, Seat] | None = None,
    tokens: Mapping[str, str] | None = None,
    display: Sequence[str] | None = None,
    unseen: Iterable[str] | None = None,
    markers: Iterable[str] = (),
    turn: int = 0,
    magnus: int | None = None,
    concordia: int | None = None,
    last_turns: int | None = None,
    options: Mapping[str, bool | str] | None = None,
    scored: Sequence[int | None] | None = None,
    copied: Mapping[str, Sequence[int]] | None = None,
    chance: Literal["auto", "manual"] = "manual",
) -> Game:
    """A game in the situation described.

    Cards on sale that nobody mentions are unseen where the order of the decks allows it (R2.3);
    the others are in the last seat's hand. `tokens` and `markers` (the provinces that show coins)
    change the usual ones.
    """
    said = dict(seats or {})
    hands = [_starting_hand(variant, players, seat) for seat in range(players)]
    owned = [_owned(hands[seat], said.get(seat, {})) for seat in range(players)]
    shown, hidden, parked = _share_out(variant, players, owned, display, unseen)
    owned[-1] += parked
    position: dict[str, Any] = {
        "viae": 1,
        "board": board,
        "variant": variant,
        "options": dict(options or {}),
        "tokens": usual_tokens(board) | dict(tokens or {}),
        "markers": dict.fromkeys(markers, "coins"),
        "display": shown,
        "unseen": hidden,
        "turn": turn,
        "magnus": players - 1 if magnus is None else magnus,
        "concordia": concordia,
        "last_turns": last_turns,
        "players": [
            _player(board, variant, players, seat, owned[seat], said.get(seat, {}))
            for seat in range(players)
        ],
    }
    if scored is not None:
        position["scored"] = list(scored)
    if copied is not None:
        position["copied"] = {seat: list(by) for seat, by in copied.items()}
    padded = [_pad(board, player) for player in position["players"]]
    return _without_padding(Game.from_position(position, seed=0, chance=chance), padded)


def _pad(board: str, player: dict[str, Any]) -> int:
    """Add ships in the capital, so that a position has the two colonists it needs; how many."""
    missing = max(0, 2 - len(player["colonists"]))
    player["colonists"] += [{"kind": "sea", "at": load_board(board).capital}] * missing
    return missing


def _without_padding(game: Game, padded: list[int]) -> Game:
    """Take these ships away again: a test about one colonist is about that one alone."""
    capital = game.state.setup.atlas.capital
    for seat, number in enumerate(padded):
        for state in (game.state, game.progress.start.state):
            ships = list(state.sea[seat])
            for _ in range(number):
                ships.remove(capital)
            state.sea[seat] = tuple(ships)
    return game


def usual_tokens(board: str) -> dict[str, str]:
    """A good for each city: those above, elsewhere each letter's tokens in price order."""
    if board == "imperium":
        return dict(IMPERIUM_TOKENS)
    left = {
        letter: [good for good, number in tokens.items() for _ in range(number)]
        for letter, tokens in load_cards().tokens.items()
    }
    return {city.id: left[city.letter].pop(0) for city in load_board(board).cities if city.letter}


def decks_in_play(variant: str, players: int) -> dict[int, tuple[str, ...]]:
    """The decks of a game (R2.3)."""
    decks = load_cards().decks[variant]
    return {number: decks[number] for number in range(1, min(players, 5) + 1)}


def _starting_hand(variant: str, players: int, seat: int) -> list[str]:
    if variant == "venus-team":
        variant += "-first" if seat < players // 2 else "-second"
    return list(load_cards().hands[variant])


def _owned(hand: list[str], said: Seat) -> list[str]:
    return [*hand, *(card for card in said.get("pile", ()) if card not in hand),
            *said.get("bought", ())]  # fmt: skip


def _share_out(
    variant: str,
    players: int,
    owned: list[list[str]],
    display: Sequence[str] | None,
    unseen: Iterable[str] | None,
) -> tuple[list[str], dict[str, list[str]], list[str]]:
    """Display, unseen cards per deck, and the cards that somebody has to hold."""
    decks = decks_in_play(variant, players)
    deck_of = {card: number for number, deck in decks.items() for card in deck}
    held = {card for cards in owned for card in cards if card in deck_of}
    left = [card for card in deck_of if card not in held]
    shown = left[:DISPLAY] if display is None else list(display)
    left = [card for card in left if card not in shown]
    highest = max((deck_of[card] for card in [*held, *shown]), default=1)
    if unseen is None:
        full = len(shown) == DISPLAY
        hidden = [card for card in left if full and deck_of[card] >= highest]
    else:
        hidden = list(unseen)
    by_deck = {
        str(number): [card for card in hidden if deck_of[card] == number] for number in decks
    }
    return shown, by_deck, [card for card in left if card not in hidden]


def _player(
    board: str, variant: str, players: int, seat: int, owned: list[str], said: Seat
) -> dict[str, Any]:
    hand = list(owned)
    for card in said.get("pile", ()):
        hand.remove(card)
    capital = load_board(board).capital
    sides = players // 2 if variant == "venus-team" else players
    colonists = said.get("colonists", (f"land {capital}", f"sea {capital}"))
    return {
        "name": f"seat {seat}",
        "coins": said.get("coins", 5 + seat % sides),
        "goods": dict(said.get("goods", {"brick": 1, "food": 2, "tool": 1, "wine": 1, "cloth": 1})),
        "hand": hand,
        "pile": list(said.get("pile", ())),
        "houses": list(said.get("houses", ())),
        "colonists": [
            dict(zip(("kind", "at"), colonist.split(), strict=True)) for colonist in colonists
        ],
    }


# Playing


def play(game: Game, *entries: str) -> Game:
    """Play entries one after the other; those that name an actor check who decides."""
    for entry in entries:
        game.play(entry)
    return game


def offered(game: Game, verb: str) -> list[str]:
    """The legal entries that begin with a word."""
    return [entry for entry in game.legal() if entry.split()[0] == verb]


def refused(game: Game, entry: str) -> str:
    """The number of the rule for which a well-formed entry is refused."""
    with pytest.raises(IllegalEntry) as refusal:
        game.play(entry)
    return refusal.value.rule


# Looking, at any moment of a turn


def now(game: Game) -> dict[str, Any]:
    """What is visible now; in the middle of a turn the display may have gaps: do not read it."""
    return write_position(game.state, game.options, game.players)


def deciding(game: Game) -> int | str | None:
    """The actor; asked anew each time, where a type checker would remember an attribute."""
    return game.actor


def in_turn(game: Game) -> int:
    """The seat in turn."""
    return game.turn


def coins(game: Game, seat: int) -> int:
    """The coins of a seat."""
    return int(now(game)["players"][seat]["coins"])


def store(game: Game, seat: int) -> dict[str, int]:
    """The goods of a seat, those it has."""
    return dict(now(game)["players"][seat]["goods"])


def hand(game: Game, seat: int) -> list[str]:
    """The cards in hand, sorted."""
    return list(now(game)["players"][seat]["hand"])


def pile(game: Game, seat: int) -> list[str]:
    """The discard pile, bottom to top."""
    return list(now(game)["players"][seat]["pile"])


def houses(game: Game, seat: int) -> list[str]:
    """The cities with a house of the seat, sorted."""
    return list(now(game)["players"][seat]["houses"])


def colonists(game: Game, seat: int) -> list[str]:
    """The colonists on the board: "land roma", "sea massilia~roma"."""
    return [f"{one['kind']} {one['at']}" for one in now(game)["players"][seat]["colonists"]]


def markers(game: Game) -> list[str]:
    """The provinces whose marker shows coins, in the order of the board."""
    return list(now(game)["markers"])


def magnus(game: Game) -> int:
    """The seat that holds the Praefectus Magnus."""
    return int(now(game)["magnus"])


def display(game: Game) -> list[str]:
    """The display, between turns or while it is refilled."""
    return list(now(game)["display"])


def unseen(game: Game) -> list[str]:
    """The cards that have not been revealed."""
    return [card for deck in now(game)["unseen"].values() for card in deck]
