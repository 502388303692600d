"""Dumps: the public finished games of a server as files that anybody may have.

Names of people are left out, unless they agreed (`public_name`); bots keep theirs. A folder gets
`games.jsonl.gz` (a record on each line), `games.parquet` (a row for each game, with its record) and
`games.stats`, the prepared statistics. Each file is written beside the old one and takes its place
when it is complete.
"""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import select

from viae.analysis.stats import statistics_page
from viae.analysis.stats.count import RARE, Counts, count, prune, write_counts
from viae.server.store.database import Database
from viae.server.store.models import Person, Table
from viae.server.store.transaction import TableStore
from viae.table import views
from viae.table.rows import SeatRow
from viae.table.transaction import TableSnapshot
from viae.table.types.basics import Document

GROUP = 1_000  # games in a row group of the Parquet file
COLUMNS = ("board", "variant", "players", "finished", "winner", "scores", "record")


def public_record(table: TableSnapshot, agreed: Mapping[str, str]) -> Document:
    """The record of a game with the names of those alone who agreed; `agreed` has them by id.

    Of the time only the day is left.
    """
    names = [_public_name(one, agreed) for one in table.seats]
    document = views.need_record(table).record(names)
    finished = table.row.finished
    if finished is not None:
        document["meta"] = {"date": time.strftime("%Y-%m-%d", time.gmtime(finished))}
    return document


def _public_name(seat: SeatRow, agreed: Mapping[str, str]) -> str:
    if seat.kind == "bot":
        return f"bot:{seat.bot}"
    own = agreed.get(seat.person or "")
    # Somebody else at the same screen has another name, and did not agree.
    return own if own is not None and own == seat.name else f"player {seat.seat + 1}"


async def records(db: Database) -> AsyncIterator[Document]:
    """The public finished games, the oldest first."""
    store = TableStore(db)
    wanted = (
        select(Table.id)
        .where(Table.visibility == "public", Table.kind == "play", Table.status == "finished")
        .order_by(Table.finished, Table.id)
    )
    naming = select(Person.id, Person.name).where(
        Person.public_name, Person.account.is_not(None), Person.deleted.is_(None)
    )
    async with db.read() as connection:
        found = [row.id for row in (await connection.execute(wanted)).all()]
        agreed = {row.id: row.name for row in (await connection.execute(naming)).all()}
    for one in found:
        snapshot = await store.look(one)
        if snapshot.game is not None and snapshot.game.over:  # not if everybody resigned
            yield public_record(snapshot, agreed)
        store.forget(one)


async def dump(db: Database, folder: Path) -> dict[str, int]:
    """Write the files; how many games there are."""
    folder.mkdir(parents=True, exist_ok=True)
    counts: Counts = {}
    number = 0
    parquet = _Parquet(folder / "games.parquet.part")
    with gzip.open(folder / "games.jsonl.gz.part", "wt", encoding="utf-8") as file:
        async for document in records(db):
            text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
            file.write(text + "\n")
            parquet.add(document, text)
            count([document], counts)
            number += 1
    prune(counts, RARE)
    prepared = write_counts(counts, statistics_page(counts))
    (folder / "games.stats.part").write_text(prepared, encoding="utf-8")
    parquet.close()
    for part in folder.glob("games.*.part"):
        part.replace(part.with_suffix(""))
    return {"games": number}


class _Parquet:
    """Writes games as Parquet, where pyarrow is installed; else nothing."""

    def __init__(self, path: Path) -> None:
        self.rows: list[dict[str, Any]] = []
        self._path = path
        self._writer: Any = None
        try:
            import pyarrow as pa
        except ImportError:
            self._schema = None
            return
        whole, text = pa.int32(), pa.string()
        types = (text, text, whole, text, whole, pa.list_(whole), text)
        self._schema = pa.schema(list(zip(COLUMNS, types, strict=True)))

    def add(self, document: Document, text: str) -> None:
        """Add a game."""
        if self._schema is None:
            return
        board = document["board"]
        values = (
            board if isinstance(board, str) else str(board.get("name")),
            document["variant"],
            len(document["players"]),
            document.get("meta", {}).get("date"),
            document["result"]["winner"],
            document["result"]["scores"],
            text,
        )
        self.rows.append(dict(zip(COLUMNS, values, strict=True)))
        if len(self.rows) >= GROUP:
            self._write()

    def _write(self) -> None:
        import pyarrow as pa
        from pyarrow import parquet

        if self._writer is None:
            self._writer = parquet.ParquetWriter(self._path, self._schema, compression="zstd")
        self._writer.write_table(pa.Table.from_pylist(self.rows, self._schema))
        self.rows.clear()

    def close(self) -> None:
        """Write what is left."""
        if self._schema is not None:
            self._write()
            self._writer.close()
