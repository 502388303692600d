"""Live messages as JSON: news with views or with what changed in them.

What everybody at a table sees is compared and written once for all who watch it; only what belongs
to one person is done for each of them.
"""

from __future__ import annotations

from dataclasses import dataclass

import orjson

from viae.server.tables.views import game_json, game_view
from viae.table.delta import delta
from viae.table.rows import NumberedNews
from viae.table.shapes import TableView, YouView
from viae.table.transaction import TableSnapshot
from viae.table.types.game import GameView
from viae.table.views import described, link_key, yours


@dataclass(frozen=True, slots=True)
class Shown:
    """A view as somebody was shown it; `table` has no key, which only some may see."""

    table: TableView
    key: str | None
    game: GameView | None
    you: YouView

    def to_json(self, table: TableSnapshot) -> bytes:
        """The view as JSON; `table` is what it was made of."""
        seen = self.table if self.key is None else {**self.table, "key": self.key}
        return b'{"table":%b,"game":%b,"you":%b}' % (
            orjson.dumps(seen),
            game_json(table),
            orjson.dumps(self.you),
        )


def shown_to(table: TableSnapshot, person: str | None, seen: TableView | None = None) -> Shown:
    """The view of a user; `seen` is what everybody sees of the table, where it is known already."""
    return Shown(
        described(table) if seen is None else seen,
        link_key(table, person),
        game_view(table),
        yours(table, person),
    )


def watching(table: str, number: int, view: bytes, skipped: bool = False) -> bytes:
    """The message that somebody watches a table, with their view of it."""
    return b'{"type":"watching","table":%b,"number":%d,"skipped":%b,"view":%b}' % (
        orjson.dumps(table),
        number,
        b"true" if skipped else b"false",
        view,
    )


def news_message(table: str, news: NumberedNews, what: bytes = b"") -> bytes:
    """A numbered message."""
    return b'{"type":"news","table":%b,"number":%d,"news":%b%b}' % (
        orjson.dumps(table),
        news.number,
        orjson.dumps(news.news),
        what,
    )


class LastNews:
    """The last of some news, with the view of each user, or with what changed in it.

    What was compared is kept as long as this: no other object can take its address meanwhile.
    """

    def __init__(self, table: TableSnapshot, news: NumberedNews) -> None:
        self._snapshot = table
        self._start = news_message(table.id, news)[:-1]
        self._table = described(table)
        self._shown: dict[str | None, Shown] = {}
        self._messages: dict[tuple[str | None, int], tuple[Shown | None, bytes]] = {}
        self._tables: dict[int, tuple[TableView, bytes]] = {}
        self._games: dict[int, tuple[GameView | None, bytes]] = {}

    def message(self, person: str | None, old: Shown | None) -> tuple[bytes, Shown | None]:
        """The message for a user, and what it shows if they were shown `old` before."""
        key = (person, id(old))
        found = self._messages.get(key)
        if person not in self._shown:
            self._shown[person] = shown_to(self._snapshot, person, self._table)
        now = self._shown[person]
        if found is None:
            if old is None:
                what = b',"view":' + now.to_json(self._snapshot)
            else:
                what = b',"delta":{%b}' % b",".join(self._changes(old, now))
            found = self._messages[key] = (old, self._start + what + b"}")
        return found[1], None if old is None else now

    def _changes(self, old: Shown, now: Shown) -> list[bytes]:
        """What changed, part by part, written as in an object."""
        found = []
        if old.key != now.key:  # rare: somebody sat down or left
            before = old.table if old.key is None else {**old.table, "key": old.key}
            after = now.table if now.key is None else {**now.table, "key": now.key}
            found.append(b'"table":' + orjson.dumps(delta(before, after)))
        elif change := self._table_change(old.table):
            found.append(change)
        if change := self._game_change(old.game):
            found.append(change)
        if (own := delta(old.you, now.you)) is not None:
            found.append(b'"you":' + orjson.dumps(own))
        return found

    def _table_change(self, old: TableView) -> bytes:
        found = self._tables.get(id(old))
        if found is None:
            found = self._tables[id(old)] = (old, _written(b'"table":', delta(old, self._table)))
        return found[1]

    def _game_change(self, old: GameView | None) -> bytes:
        found = self._games.get(id(old))
        if found is None:
            change = delta(old, game_view(self._snapshot))
            found = self._games[id(old)] = (old, _written(b'"game":', change))
        return found[1]


def _written(name: bytes, change: object) -> bytes:
    return b"" if change is None else name + orjson.dumps(change)
