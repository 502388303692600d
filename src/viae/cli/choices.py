"""Choices: the legal entries grouped, numbered and annotated for a person, and what a person may
type to name one of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from viae.cli.cards import hint
from viae.cli.view import City, View, count_goods, houses_of
from viae.rules import codes, goods, notation, roles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viae.game import Game

TRADES = ("sell", "buy")
SECOND = ("buy", "build", "collect", "cash", "repeat")  # listed after the other entries
LAST = ("done",)


class About(NamedTuple):
    """How an entry is listed: under which heading, with which words and which remark.

    Entries with the same `row` share a line, on which each is told by its `cell` alone.
    """

    title: str
    short: str
    note: str = ""
    row: str = ""
    cell: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal entry with its number in the list."""

    number: int
    entry: str
    about: About


@dataclass(frozen=True, slots=True)
class Group:
    """Choices under one heading."""

    title: str
    choices: tuple[Choice, ...]

    @property
    def verb(self) -> str:
        """The first word of the first entry."""
        return self.choices[0].entry.split()[0]


def group_choices(game: Game, view: View) -> list[Group]:
    """All legal entries of the present decision, in groups, numbered through from 1."""
    drafts: dict[str, list[tuple[str, About]]] = {}
    for entry in sorted(game.legal(), key=lambda entry: _order(game, view, entry)):
        about = describe(game, view, entry)
        drafts.setdefault(about.title, []).append((entry, about))
    groups = []
    number = 0
    for title, drafted in drafts.items():
        choices = tuple(Choice(number + i, *draft) for i, draft in enumerate(drafted, 1))
        number += len(choices)
        groups.append(Group(title, choices))
    return groups


def _order(game: Game, view: View, entry: str) -> tuple[int, str, int, str]:
    """Sorted as a person looks for them: colonist by colonist, small numbers first, `done` last."""
    words = entry.split()
    verb = words[0]
    rank = 2 if verb in LAST else 1 if verb in SECOND else 0
    if verb == "move":
        return rank, f"{words[1]} {words[2]}", _steps(game, words), words[3]
    if verb in TRADES:
        return rank, f"{goods.NAMES.index(words[2])}", int(words[1]), ""
    if verb == "purchase":
        position = next(offer.position for offer in view.display if offer.card == words[1])
        return rank, "", position, entry
    return rank, "", 0, entry


def _steps(game: Game, words: list[str]) -> int:
    """How many steps a move takes."""
    setup = game.state.setup
    code = notation.parse(setup, " ".join(words))
    kind, start, path = codes.move_of(code)
    return setup.atlas.distance[kind][start][path]


def describe(game: Game, view: View, entry: str) -> About:
    """How an entry is listed."""
    verb, *rest = entry.split()
    if verb == "play":
        side = rest[2] if len(rest) > 1 else ""
        return About("Play a card", " ".join(rest), hint(rest[0], side))
    if verb == "move":
        return _about_move(game, view, [verb, *rest])
    if verb == "build":
        return About("Build a house", rest[0], _house_price(view, rest[0]))
    if verb == "produce":
        return About("Let a province produce, or collect", rest[0], _yield(view, rest[0]))
    if verb == "collect":
        return About("Let a province produce, or collect", verb, _collection(view))
    if verb in TRADES:
        coins = int(rest[0]) * game.state.setup.price[goods.NAMES.index(rest[1])]
        cell = f"{rest[0]} for {coins}c"
        return About(verb.capitalize(), " ".join(rest), row=rest[1], cell=cell)
    if verb == "settle":
        title = "Settle a colonist for 1 food and 1 tool"
        return About(title, " ".join(rest), row=f"a {rest[0]} colonist in", cell=rest[1])
    if verb == "cash":
        return About("Or take coins", verb, _cash(game, view))
    if verb == "purchase":
        row, cell = (f"{rest[0]} with", rest[2]) if len(rest) > 1 else ("", "")
        return About("Purchase a card", " ".join(rest), row=row, cell=cell)
    if verb == "copy":
        other = view.seats[int(rest[0])]
        card = other.pile[-1]
        does = hint(card, rest[2] if len(rest) > 1 else "")
        return About("Copy the top card of a pile", entry, f"{other.name}'s {card}: {does}")
    if verb == "repeat":
        state = game.state
        card = state.setup.faces.ids[state.piles[state.actor][state.detail - 1]]
        return About("Repeat your previous card", entry, card)
    if verb == "suggest":
        partner = view.seats[game.state.setup.partner[game.state.actor]]
        return About(f"Suggest a card to {partner.name}", rest[0], hint(rest[0]))
    if verb == "keep":
        return About("Not everything fits: which goods do you take?", " ".join(rest))
    if verb == "reveal":
        return About("Reveal a card", rest[0])
    return About("", verb, f"end the {roles.NAMES[game.state.decision]}")


def _find_city(view: View, city: str) -> City:
    return next(one for province in view.provinces for one in province.cities if one.id == city)


def _about_move(game: Game, view: View, words: list[str]) -> About:
    """A move: the goods of the two cities at the ends of the path, and the steps it takes."""
    _, kind, start, goal = words
    state = game.state
    path = next(p for p in game.board.paths if p.id == goal and p.kind == kind)
    letters = "".join(
        good[0].upper() if (good := _find_city(view, end).good) else "–" for end in path.ends
    )
    place = "on" if "~" in start else "in"
    left = f"{state.steps} step{'' if state.steps == 1 else 's'} left"
    title = f"Move the {kind} colonist {place} {start} ({left})"
    return About(title, goal, f"{letters} {_steps(game, words)}")


def _house_price(view: View, name: str) -> str:
    city = _find_city(view, name)
    paid = "food" if city.good == "brick" else f"brick + {city.good}"
    return f"{city.good}: for {paid} and {city.coins} coin{'' if city.coins == 1 else 's'}"


def _yield(view: View, name: str) -> str:
    """What a production would give to whom."""
    province = next(one for one in view.provinces if one.id == name)
    assert isinstance(view.actor, int)
    bonus = [province.good] * (2 if view.seats[view.actor].magnus else 1)
    parts = [f"you {count_goods([*bonus, *houses_of(view.actor, province)])}"]
    for seat in view.seats:
        given = houses_of(seat.seat, province)
        if given and seat.seat != view.actor:
            parts.append(f"{seat.name} {count_goods(given)}")
    return "; ".join(parts)


def _collection(view: View) -> str:
    coins = sum(province.coins or 0 for province in view.provinces)
    return f"{coins} coin{'' if coins == 1 else 's'} from the markers"


def _cash(game: Game, view: View) -> str:
    assert isinstance(view.actor, int)
    on_board = len(view.seats[view.actor].colonists)
    return f"{2 * on_board if game.options['colonist_income'] == '2x' else 5 + on_board} coins"


# Finding the entry that somebody means


def find(text: str, choices: Sequence[Choice]) -> list[Choice]:
    """The choices that a text can mean: one if it is clear, several if not, none if unknown.

    The whole entry, or what is unique of it: each word may be shortened, the verb left out.
    """
    words = text.lower().split()
    plain = " ".join(words)
    for exact in (
        [choice for choice in choices if choice.entry == plain],
        [choice for choice in choices if choice.about.short == plain],
    ):
        if exact:
            return exact
    whole = [choice for choice in choices if _begins(words, choice.entry.split())]
    return whole or [choice for choice in choices if _begins(words, choice.about.short.split())]


def _begins(typed: list[str], words: list[str]) -> bool:
    if not typed or len(typed) > len(words):
        return False
    return all(
        word == short if short.isdigit() else word.startswith(short)
        for short, word in zip(typed, words, strict=False)
    )


def search(text: str, choices: Sequence[Choice]) -> list[Choice]:
    """The choices in which every typed word occurs somewhere: all that concern a city, say."""
    words = text.lower().split()
    return [choice for choice in choices if words and all(word in choice.entry for word in words)]
