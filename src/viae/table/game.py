"""A game at a table: rebuilt from its start and the rows of its log, shown, played and taken back.

This is all that a host of a table needs, be it a server or a browser without one. It does no input
or output: the host stores the start and the rows, says which seats somebody decides for, and hands
in the secret of the game.

A row is an entry of the notation (`0: play prefect`) or an undo (`undo 12`: back to the first
twelve entries). Rows are only ever added; the entries that count are what is left of them.

>>> game = TableGame.new(TableTerms(), ["Ada", "Ben"], secret=b"only the host knows this")
>>> [row.text for row in game.play("play prefect", seats=[0])]
['0: play prefect']
>>> game.undo(0, seats=[0]).text
'undo 0'
>>> again = TableGame.restore(game.start_document(), ["0: play prefect", "undo 0"])
>>> again.rows, again.entries
(2, [])
"""

from __future__ import annotations

import hmac
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from viae.data import load_board
from viae.errors import Faults, SetupError, ViaeError
from viae.options import check_options, check_players, check_variant, terms_for
from viae.progress import Progress, Start
from viae.rules import codes, notation, roles, score
from viae.rules.figures import Board
from viae.rules.playout import Dice
from viae.rules.state import State
from viae.rules.turn import legal
from viae.table.blocked import blocked
from viae.table.choices import changes, choices
from viae.table.history import UNDO, describe_entry, describe_undo
from viae.table.terms import TableTerms
from viae.table.types.basics import Document
from viae.table.types.choices import Options, OwnView, Preview
from viae.table.types.game import GameView, OwnCards, Result
from viae.table.types.history import HistoryItem, PlayedItem
from viae.table.view import private, public, result

DEALS = 1 << 60  # seeds of the dice


class Row(NamedTuple):
    """A row of the log: its number, its text, and how the history shows it."""

    number: int
    text: str
    item: HistoryItem


class TableGame:
    """A game at its latest row.

    `rows` counts the rows of the log, `entries` are those that count. `builds` has city and seat of
    every house in the order of building; `last_card` is the latest card that was played, with its
    seat; `suggestion` is what a legatus suggested, until it is answered.
    """

    __slots__ = (
        "builds",
        "last_card",
        "progress",
        "reveals",
        "rows",
        "secret",
        "suggestion",
        "terms",
    )

    def __init__(self, start: Start, terms: TableTerms | None = None, secret: bytes = b"") -> None:
        self.progress = Progress(start)
        self.terms = TableTerms() if terms is None else terms
        self.secret = secret
        self.rows = 0
        self._forget()

    def _forget(self) -> None:
        self.builds: list[tuple[int, int]] = []
        self.reveals = 0
        self.suggestion: str | None = None
        self.last_card: tuple[int, str] | None = None

    # Making a game

    @classmethod
    def new(
        cls,
        terms: TableTerms,
        players: Sequence[str],
        secret: bytes,
        board: Board | None = None,
    ) -> TableGame:
        """A new game. The secret decides how it is dealt, and which cards come.

        `board` stands in for the board that the terms name. Terms that do not fit raise
        `SetupError` with every fault.
        """
        faults: Faults = []
        variant = check_variant(terms.variant, faults)
        options = check_options(terms.options, variant, faults)
        if variant is not None:
            check_players(variant, len(players), faults)
        if faults or variant is None:
            raise SetupError("table", faults)
        fixed = terms_for(board or load_board(terms.board), variant, len(players), options)
        dice = Dice(_draw(secret, "deal") % DEALS)
        return cls(Start.deal(fixed, dice, options, players), terms, secret)

    @classmethod
    def restore(
        cls,
        document: Mapping[str, Any],
        rows: Iterable[str] = (),
        terms: TableTerms | None = None,
        secret: bytes = b"",
        board: Board | None = None,
    ) -> TableGame:
        """The game of a stored start, a record or a position, after the rows of its log."""
        game = cls(Start.read(document, board), terms, secret)
        game.read_all(rows)
        return game

    def copy(self) -> TableGame:
        """An independent game at the same moment."""
        new = object.__new__(TableGame)
        new.progress = self.progress.copy()
        new.terms = self.terms
        new.secret = self.secret
        new.rows = self.rows
        new.builds = self.builds[:]
        new.reveals = self.reveals
        new.suggestion = self.suggestion
        new.last_card = self.last_card
        return new

    def at(self, number: int) -> TableGame:
        """The game after its first `number` entries, as an independent game."""
        past = self.copy()
        past._go_back(min(number, len(past.progress.log)))
        past.rows = len(past.progress.log)
        return past

    # Reading the log

    def read(self, row: str) -> None:
        """Follow one row of the log, which was legal when it was written."""
        self.rows += 1
        if row.startswith(UNDO):
            self._go_back(int(row.split()[1]))
        else:
            self._apply(notation.parse(self.state.setup, row.partition(": ")[2]))

    def read_all(self, rows: Iterable[str]) -> None:
        """Follow rows one after the other."""
        for row in rows:
            self.read(row)

    def _go_back(self, to: int) -> None:
        self.progress.undo(to)
        self._forget()
        for actor, code in self.progress.log:
            self._note(actor, code)

    def _note(self, actor: int, code: int) -> None:
        """Remember what views show of the past."""
        verb = codes.verb_of(code)
        self.suggestion = None
        if verb == codes.BUILD:
            self.builds.append((codes.city_of(code), actor))
        elif verb == codes.REVEAL:
            self.reveals += 1
        elif verb == codes.PLAY:
            self.last_card = (actor, self.state.setup.faces.ids[codes.card_of(code)])
        elif verb == codes.SUGGEST:
            self.suggestion = self.state.setup.faces.ids[codes.card_of(code)]

    def _apply(self, code: int) -> None:
        self._note(self.state.actor, code)
        self.progress.play(code)

    # Asking

    @property
    def start(self) -> Start:
        """How the game began."""
        return self.progress.start

    @property
    def state(self) -> State:
        """The state of the rules."""
        return self.progress.state

    @property
    def entries(self) -> list[str]:
        """The entries that count, as the record holds them."""
        return self.progress.entries

    @property
    def turns(self) -> int:
        """How many turns have begun."""
        return self.progress.turns

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.progress.over

    @property
    def actor(self) -> int | None:
        """The seat that decides; None for chance and after the end."""
        return self.progress.actor

    def decides(self, seats: Collection[int]) -> bool:
        """Whether somebody who decides for these seats is asked now; −1 stands for chance."""
        return not self.over and self.state.actor in seats

    def actor_of(self, number: int) -> int | None:
        """The seat that made an entry; None for chance."""
        actor = self.progress.log[number][0]
        return None if actor == roles.CHANCE else actor

    def legal(self) -> list[int]:
        """The codes of the legal entries, in the order of their texts."""
        return self.progress.legal()

    def code_of(self, text: object, seats: Collection[int]) -> int:
        """The code of an entry that one of these seats wants to play.

        Raises InvalidEntry for what is no entry, OutOfTurn where another decides, IllegalEntry
        for what the rules do not allow now.
        """
        return self.progress.code_of(text, seats)

    def canonical(self, text: str) -> str:
        """A row as it is written down, without the actor; InvalidEntry if it is none."""
        if text.startswith(UNDO):
            return text
        setup = self.state.setup
        return notation.show(setup, notation.parse(setup, notation.split_actor(text)[1]))

    # Showing

    def view(self, live_score: bool | None = None, open_hands: bool | None = None) -> GameView:
        """What everybody sees; points and hands by default as the terms say."""
        return public(
            self,
            self.terms.live_score if live_score is None else live_score,
            self.terms.shows_hands if open_hands is None else open_hands,
        )

    def cards(self, seats: Iterable[int]) -> dict[str, OwnCards]:
        """The hands and piles of these seats, for their owner."""
        return private(self.state, seats, self.terms.live_score or self.over)

    def options(self) -> Options:
        """What the seat that decides can do, and what it cannot, with the reasons."""
        state = self.state
        found = legal(state)
        return {
            "legal": choices(state, self.terms.live_score, found),
            "blocked": blocked(state, found),
        }

    def own_view(self, seats: Sequence[int], acting: Collection[int]) -> OwnView:
        """What the owner of these seats sees besides the view for everybody.

        `acting` are the seats they decide for, with −1 for chance; none after the end, and not
        those where a bot stands in.
        """
        decides = self.decides(acting)
        options: Options = self.options() if decides else {"legal": [], "blocked": []}
        limit = self.undo_limit(acting)
        return {
            "seats": list(seats),
            "decides": decides,
            "own": self.cards(seats),
            **options,
            "undo": limit if limit < len(self.progress.log) else None,
        }

    def history(self, first: int = 0, last: int | None = None) -> list[PlayedItem]:
        """The entries that count from `first` to before `last`; `number` counts only these."""
        log = self.progress.log[first:last]
        past = self.at(first)
        found: list[PlayedItem] = []
        for number, (_actor, code) in enumerate(log, first):
            begins = past.progress.turn_at == number
            before = past.state.copy()
            past._apply(code)
            item = describe_entry(before, past.state, code, number)
            item["turn_begins"] = begins
            found.append(item)
        return found

    def moments(self, first: int, count: int, live_score: bool, open_hands: bool) -> list[GameView]:
        """What everybody saw after `first` entries and after each of the following ones."""
        if first > len(self.entries):
            return []
        past = self.at(first)
        found = [past.view(live_score, open_hands)]
        for _actor, code in self.progress.log[first : first + count - 1]:
            past._apply(code)
            past.rows += 1
            found.append(past.view(live_score, open_hands))
        return found

    # Playing

    def play(self, entry: object, seats: Collection[int]) -> list[Row]:
        """Play an entry for somebody who decides for these seats; then chance draws its cards.

        Raises what `code_of` raises.
        """
        return self.play_codes([self.code_of(entry, seats)])

    def play_codes(self, chosen: Iterable[int]) -> list[Row]:
        """Play legal codes one after the other; then chance draws its cards."""
        rows = [self._play(code) for code in chosen]
        while self.state.actor == roles.CHANCE and not self.terms.manual_chance:
            rows.append(self._play(self._drawn()))
        return rows

    def follow(self, entries: Iterable[object]) -> list[Row]:
        """Play the entries of a line as a record has them, chance included; then chance draws.

        Raises what `code_of` raises.
        """
        everybody = (roles.CHANCE, *range(self.state.setup.players))
        rows = [self._play(self.code_of(entry, everybody)) for entry in entries]
        return [*rows, *self.play_codes(())]

    def _play(self, code: int) -> Row:
        before = self.state.copy()
        self._apply(code)
        number = self.rows
        self.rows += 1
        return Row(number, self.entries[-1], describe_entry(before, self.state, code, number))

    def _drawn(self) -> int:
        """The card that comes next.

        The n-th card of a game depends on its secret and on what is left alone: an undo that
        players agree on does not shuffle again, and nobody can go fishing for another card.
        """
        found = legal(self.state)
        return found[_draw(self.secret, str(self.reveals)) % len(found)]

    def preview(self, entries: Iterable[object], seats: Collection[int]) -> Preview:
        """What entries of these seats would do. Nothing is played, and chance draws no card.

        Raises what `code_of` raises.
        """
        then = self.copy()
        rows = [then._play(then.code_of(entry, seats)) for entry in entries]
        before, after = self.state, then.state
        live_score = self.terms.live_score
        found: Preview = {
            "entries": [row.item for row in rows],
            "changes": changes(before, after),
            "game": then.view(),
            "legal": choices(after, live_score) if then.decides(seats) else [],
        }
        if live_score:
            moved = {
                str(seat): score.total(after, seat) - score.total(before, seat)
                for seat in range(after.setup.players)
            }
            found["points"] = {seat: more for seat, more in moved.items() if more}
        return found

    # Taking back

    def undo_limit(self, seats: Collection[int]) -> int:
        """How far somebody who decides for these seats can go back without asking anybody.

        To the earliest entry such that all from it on are decisions of these seats: past no reveal
        and no decision of another. The number of entries there are, if nothing can be taken back.
        In a study there is no limit.
        """
        log = self.progress.log
        to = len(log)
        if self.terms.study and seats:
            return 0
        while to and log[to - 1][0] in seats:
            to -= 1
        return to

    def undo_target(self, to: int) -> int:
        """Where an undo that everybody agrees on leads to: a decision of a seat, not of chance."""
        while to and self.actor_of(to) is None:
            to -= 1
        return to

    def undo(self, to: int, seats: Collection[int] = ()) -> Row:
        """Go back to the first `to` entries. `seats` are those of whoever does it alone.

        Without seats everybody agreed on it. Whether it is allowed says `undo_limit`.
        """
        if not 0 <= to < len(self.progress.log):
            raise ViaeError(f"“to” is a number of entries from 0 to {len(self.progress.log) - 1}")
        by = self.actor_of(to) if seats else None
        self._go_back(to)
        number = self.rows
        self.rows += 1
        return Row(number, f"{UNDO} {to}", describe_undo(to, number, by))

    # Saving

    def start_document(self) -> Document:
        """The start for `restore`: a record without entries, or a position. It has no secret."""
        begin = Progress(self.start)
        return begin.position() if self.start.position else begin.record()

    def result(self) -> Result:
        """Scores, winner and gods, if the game were scored now."""
        return result(self.state)

    def record(self, players: Sequence[str]) -> Document:
        """The record of the game so far, under the names the players have."""
        return self.progress.record(players)

    def position(self) -> Document:
        """The present turn as a position; it shows all hands."""
        return self.progress.position()


def _draw(secret: bytes, what: str) -> int:
    """A number that only the host can predict."""
    return int.from_bytes(hmac.digest(secret, what.encode(), "sha256"))
