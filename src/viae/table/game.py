"""A game at a table, rebuilt from its start and the rows of its log; no input or output.

A row is an entry of the notation (`0: play prefect`) or an undo (`undo 12`: back to the first
twelve entries). Rows are only ever added; the entries that count are what is left of them.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from viae.errors import IllegalEntry, InvalidEntry, OutOfTurn, refusal
from viae.game import Game
from viae.header import VERSION, show_tokens
from viae.options import changed, quote
from viae.position import ReadPosition
from viae.record import ReadRecord
from viae.rules import codes, explain, notation, roles
from viae.rules.figures import Board
from viae.rules.state import BEGIN_TURN, State
from viae.rules.turn import apply, legal

UNDO = "undo"
CHANCE = "*"


class Start(NamedTuple):
    """How a game begins: a record without entries, or a position, read and checked."""

    document: dict[str, Any]
    state: State
    board_name: str
    options: dict[str, bool | str]
    names: list[str]
    position: bool


def read_start(document: Mapping[str, Any], board: Board | None = None) -> Start:
    """The start that a stored document describes; entries in it are not played."""
    if "entries" in document and "display" in document and "unseen" not in document:
        record = ReadRecord({**document, "entries": []}, board)
        names, options = record.names, record.options
        return Start(dict(document), record.start(), record.board_name, options, names, False)
    position = ReadPosition({**document, "entries": []}, board)
    return Start(
        dict(document),
        position.state,
        position.board_name,
        position.options,
        position.names,
        True,
    )


def start_of(game: Game) -> dict[str, Any]:
    """The document of a freshly set up game, without its seed: what is to come stays unknown."""
    record = game.record()
    return {key: value for key, value in record.items() if key not in ("meta", "result")}


def starts_turn(state: State) -> bool:
    """Whether a turn begins here, or the game is over."""
    if state.decision == roles.OVER:
        return True
    return state.decision == roles.PLAY and state.detail == BEGIN_TURN


class TableGame:
    """A game at its latest row.

    `rows` counts the rows of the log, `entries` are those that count. The states of the past are
    not kept, only the one at the beginning of the turn: going back further replays the game.
    """

    __slots__ = (
        "builds",
        "entries",
        "last_card",
        "reveals",
        "rows",
        "start",
        "state",
        "suggestion",
        "turn_began",
        "turn_start",
        "turns",
    )

    def __init__(self, start: Start) -> None:
        self.start = start
        self.rows = 0
        self.entries: list[str] = []
        self._rewind()

    def _rewind(self) -> None:
        self.state = self.start.state.copy()
        self.reveals = 0
        self.turns = 1
        self.turn_began = 0
        self.turn_start = self.start.state
        self.builds: list[tuple[int, int]] = []  # (city, seat) in the order of building
        self.suggestion: str | None = None
        self.last_card: tuple[int, str] | None = None  # the latest card played, and by whom

    # Reading the log

    def read(self, row: str) -> None:
        """Follow one row of the log, which was legal when it was written."""
        self.rows += 1
        if row.startswith(UNDO):
            self._go_back(int(row.split()[1]))
        else:
            words = row.partition(": ")[2]
            self._apply(row, notation.parse(self.state.setup, words))

    def read_all(self, rows: Iterable[str]) -> None:
        """Follow rows one after the other."""
        for row in rows:
            self.read(row)

    def _go_back(self, to: int) -> None:
        kept = self.entries[:to]
        rows = self.rows
        self.entries = []
        self._rewind()
        for entry in kept:
            self._apply(entry, notation.parse(self.state.setup, entry.partition(": ")[2]))
        self.rows = rows

    def _apply(self, entry: str, code: int) -> None:
        state = self.state
        verb = code >> codes.SHIFT
        if verb == codes.BUILD:
            self.builds.append((code & codes.OPERANDS, state.actor))
        elif verb == codes.REVEAL:
            self.reveals += 1
        elif verb == codes.PLAY:
            self.last_card = (state.actor, state.setup.faces.ids[code & 255])
        if verb == codes.SUGGEST:
            self.suggestion = state.setup.faces.ids[code & codes.OPERANDS]
        elif verb != codes.SUGGEST:
            self.suggestion = None
        apply(state, code)
        self.entries.append(entry)
        if starts_turn(state):
            self.turn_began = len(self.entries)
            self.turn_start = state.copy()
            self.turns += state.decision != roles.OVER

    # Asking

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.decision == roles.OVER

    @property
    def actor(self) -> int | None:
        """The seat that decides; None for chance and after the end."""
        return self.state.actor if self.state.actor >= 0 else None

    def actor_of(self, entry: str) -> int | None:
        """The seat that made an entry; None for chance."""
        name = entry.partition(":")[0]
        return None if name == CHANCE else int(name)

    def legal(self) -> list[int]:
        """The codes of the legal entries, in the order of their texts."""
        return sorted(legal(self.state), key=lambda code: notation.show(self.state.setup, code))

    def code_of(self, text: object, seats: Sequence[int]) -> int:
        """The code of an entry that one of these seats wants to play.

        Raises InvalidEntry for what is no entry, OutOfTurn where another decides, IllegalEntry
        for what the rules do not allow now.
        """
        if not isinstance(text, str):
            raise InvalidEntry(refusal("entry.not-text", value=quote(text)))
        actor, words = notation.split_actor(text)
        setup = self.state.setup
        names = [CHANCE, *(str(seat) for seat in range(setup.players))]
        if actor is not None and actor not in names:
            shown = notation.printable(actor)
            raise InvalidEntry(refusal("unknown.actor", word=shown, known=names))
        code = notation.parse(setup, words)
        if self.over:
            raise IllegalEntry(explain.ASKED[roles.OVER])
        deciding = self.state.actor
        if (actor is not None and actor != _name(deciding)) or deciding not in seats:
            raise OutOfTurn(explain.out_of_turn(text, deciding))
        if code not in legal(self.state):
            why = explain.why(self.state, code)
            found = [notation.show(setup, one) for one in self.legal()]
            raise IllegalEntry(why, notation.show(setup, code), found)
        return code

    # Playing

    def play(self, code: int) -> str:
        """Play a legal code; the row it makes."""
        row = f"{_name(self.state.actor)}: {notation.show(self.state.setup, code)}"
        self.rows += 1
        self._apply(row, code)
        return row

    def draw(self, secret: bytes) -> str:
        """Reveal a card for chance; the row it makes.

        The n-th card of a game depends on its secret and on what is left alone: an undo that
        players agree on does not shuffle anew, and nobody can go fishing for another card.
        """
        found = legal(self.state)
        digest = hmac.digest(secret, str(self.reveals).encode(), "sha256")
        return self.play(found[int.from_bytes(digest) % len(found)])

    def undo(self, to: int) -> str:
        """Go back to the first `to` entries; the row it makes."""
        self.rows += 1
        self._go_back(to)
        return f"{UNDO} {to}"

    def undo_alone(self, seats: Sequence[int]) -> int:
        """How far the owner of these seats can go back without asking anybody.

        To the earliest entry such that all from it on are decisions of these seats: past no reveal
        and no decision of another. The number of entries there are, if nothing can be taken back.
        """
        to = len(self.entries)
        while to and self.actor_of(self.entries[to - 1]) in seats:
            to -= 1
        return to

    def at(self, number: int) -> TableGame:
        """The game after its first `number` entries, as a game of its own."""
        past = TableGame(self.start)
        for entry in self.entries[:number]:
            past._apply(entry, notation.parse(past.state.setup, entry.partition(": ")[2]))
        past.rows = number
        return past

    def copy(self) -> TableGame:
        """An independent game at the same moment."""
        new = TableGame.__new__(TableGame)
        for name in TableGame.__slots__:
            setattr(new, name, getattr(self, name))
        new.state = self.state.copy()
        new.entries = self.entries[:]
        new.builds = self.builds[:]
        return new

    # Saving

    def game(self) -> Game:
        """The game for the library: its record, its position, its result."""
        board = self.start.state.setup.atlas.board
        if self.start.position:
            document = {**self.start.document, "entries": []}
            game = Game.from_position(document, chance="manual", board=board)
        else:
            document = {**self.start.document, "entries": []}
            game = Game.from_record(document, chance="manual", board=board)
        for entry in self.entries:
            game.play(entry)
        return game

    def record(self, players: Sequence[str]) -> dict[str, Any]:
        """The record of the game so far, under the names the players have."""
        setup = self.start.state.setup
        record: dict[str, Any] = {
            "viae": VERSION,
            "board": self.start.board_name,
            "variant": setup.faces.variant,
            "options": changed(self.start.options),
            "players": list(players),
            "tokens": show_tokens(setup),
            "display": [setup.faces.ids[card] for card in self.start.state.display],
            "entries": self.entries[:],
        }
        if self.over:
            record["result"] = self.game().result()
        return record


def _name(actor: int) -> str:
    return CHANCE if actor == roles.CHANCE else str(actor)
