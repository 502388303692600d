"""Entries in words: what somebody did and what it brought, for the log and the bots' turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from viae.cli.view import shown_names
from viae.progress import Progress
from viae.rules import goods
from viae.rules.state import begins_turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viae.game import Game
    from viae.rules.state import State


class Told(NamedTuple):
    """One entry in words; `begins` marks the first of a turn, `text` may be empty."""

    actor: int | None  # None for chance
    begins: bool
    text: str


def tell(before: State, after: State, entry: str, names: Sequence[str]) -> Told:
    """An entry in words, given the states before and after it."""
    actor, _, rest = entry.partition(": ")
    words = rest.split()
    if actor == "*":
        return Told(None, False, words[1])
    seat = int(actor)
    begins = begins_turn(before)
    text = _phrase(before, seat, words, names)
    gains = changes(before, after, seat, names)
    if gains:
        text = f"{text} ({gains})" if text else gains
    if after.concordia >= 0 > before.concordia:
        text += " and gets the Concordia card: the end is near"
    return Told(seat, begins, text)


def _phrase(before: State, seat: int, words: list[str], names: Sequence[str]) -> str:
    verb, rest = words[0], words[1:]
    setup = before.setup
    if verb == "play":
        return f"plays {' '.join(rest)}"
    if verb == "move":
        return f"moves a {rest[0]} colonist from {rest[1]} to {rest[2]}"
    if verb == "build":
        return f"builds in {rest[0]}"
    if verb == "produce":
        number = setup.atlas.province_index[rest[0]]
        return f"lets {setup.atlas.board.provinces[number].name} produce"
    if verb == "settle":
        return f"settles a {rest[0]} colonist in {rest[1]}"
    if verb == "copy":
        other = int(rest[0])
        card = setup.faces.ids[before.piles[other][-1]]
        return f"copies {names[other]}'s {card}{_as(rest[1:])}"
    if verb == "suggest":
        return f"suggests {rest[0]}"
    if verb == "keep":
        return f"keeps {' '.join(rest)}"
    if verb == "repeat":
        card = setup.faces.ids[before.piles[seat][before.detail - 1]]
        return f"repeats {card}{_as(rest)}"
    if verb == "done":
        return ""
    third = {"buy": "buys", "sell": "sells", "purchase": "purchases", "collect": "collects"}
    return " ".join([third.get(verb, "takes the cash"), *rest])


def _as(rest: list[str]) -> str:
    return f" {' '.join(rest)}" if rest else ""


def changes(before: State, after: State, actor: int, names: Sequence[str]) -> str:
    """What an entry changed in purses and stores, the actor's first."""
    players = before.setup.players
    parts = []
    for step in range(players):
        seat = (actor + step) % players
        items = _items(before, after, seat)
        if items:
            who = "" if seat == actor else f"{names[seat]} "
            parts.append(who + ", ".join(items))
    return "; ".join(parts)


def _items(before: State, after: State, seat: int) -> list[str]:
    items = []
    coins = after.coins[seat] - before.coins[seat]
    if coins:
        items.append(f"{coins:+} coin{'' if abs(coins) == 1 else 's'}")
    for kind, good in enumerate(goods.NAMES):
        more = goods.count(after.goods[seat], kind) - goods.count(before.goods[seat], kind)
        if more:
            items.append(f"{more:+} {good}")
    return [item.replace("-", "−") for item in items]


class Log:
    """The story of a game, kept beside its entries."""

    def __init__(self, game: Game) -> None:
        self.names = shown_names(game.players)
        self.told: list[Told] = []
        if game.entries:
            self._catch_up(game)

    def _catch_up(self, game: Game) -> None:
        """Tell a game that was not played here."""
        again = Progress(game.progress.start, keep=0)
        for (_actor, code), entry in zip(game.progress.log, game.entries, strict=True):
            before = again.state.copy()
            again.play(code)
            self.told.append(tell(before, again.state, entry, self.names))

    def play(self, game: Game, entry: str) -> list[Told]:
        """Play an entry and tell it, with the cards that were revealed after it."""
        before = game.state.copy()
        number = len(game.entries)
        game.play(entry)
        new = [tell(before, game.state, text, self.names) for text in game.entries[number:]]
        self.told += new
        return new

    def cut(self, game: Game) -> None:
        """Forget what was taken back."""
        del self.told[len(game.entries) :]

    def turns(self, since: int = 0) -> list[str]:
        """Turns in sentences, from an entry on: `Marcus plays prefect, lets Dacia produce …`."""
        turns: list[list[tuple[int | None, list[str]]]] = []
        for told in self.told[since:]:
            if told.begins or not turns:
                turns.append([])
            turn = turns[-1]
            if told.text and turn and turn[-1][0] == told.actor:
                turn[-1][1].append(told.text)
            elif told.text:
                turn.append((told.actor, [told.text]))
        return [_sentences(turn, self.names) for turn in turns if turn]


def _sentences(turn: list[tuple[int | None, list[str]]], names: Sequence[str]) -> str:
    """A turn: one sentence for each actor, in the order in which they acted."""
    return " ".join(
        f"New in the display: {', '.join(texts)}."
        if actor is None
        else f"{names[actor]} {', '.join(texts)}."
        for actor, texts in turn
    )
