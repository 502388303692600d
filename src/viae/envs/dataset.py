"""Datasets: games packed for learning, as Parquet tables and numpy arrays, with a data card.

`pack` reads records (from `viae.arena.simulate`, or any file of records) and writes a folder:
`games.parquet` (a row per game, with its whole record), `entries.parquet` (a row per entry),
`arrays.npz` (the same for numpy, with observations if wanted) and `README.md`, the card.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from viae.envs.actions import ActionSpace, action_space
from viae.envs.card import write_card
from viae.envs.observation import observation_size, observer
from viae.errors import EntryError, RecordError, ViaeError, refusal
from viae.extras import missing
from viae.header import in_entry
from viae.options import changed
from viae.progress import Progress, Start
from viae.record import ReadRecord, compare_result
from viae.rules import notation, roles, score
from viae.rules.playout import Dice
from viae.rules.trace import suggestion
from viae.rules.turn import legal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from viae.rules.state import State

FORMATS: Final = ("parquet", "npz")
GROUP: Final = 1000  # games in a row group of the Parquet files
SCALE: Final = 1 << 30  # the share of observations as a whole number


class Terms(NamedTuple):
    """What the players of all games of a dataset agreed on."""

    board: str
    variant: str
    players: int
    options: str  # as JSON

    def __str__(self) -> str:
        also = "" if self.options == "{}" else f" with {self.options}"
        return f"{self.variant} on {self.board}, {self.players} players{also}"


@dataclass
class Gathered:
    """What is known of the games read so far."""

    space: ActionSpace | None = None
    terms: Terms | None = None
    entries: int = 0
    games: int = 0
    finished: int = 0
    names: set[str] = field(default_factory=set)
    digest: Any = field(default_factory=hashlib.sha256)
    lengths: list[int] = field(default_factory=list)
    scores: list[list[int]] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    actors: list[NDArray[np.int8]] = field(default_factory=list)
    actions: list[NDArray[np.int32]] = field(default_factory=list)
    observed: list[int] = field(default_factory=list)
    observations: list[NDArray[np.float32]] = field(default_factory=list)
    choices: list[list[int]] = field(default_factory=list)  # the legal actions where observed


@dataclass
class Replayed:
    """One game, entry by entry."""

    line: str
    read: ReadRecord
    actors: list[int]
    actions: list[int]
    counts: list[int]  # how many entries were legal
    words: list[str]
    state: State


class Packer:
    """Replays records and writes them down; `close` writes what is left and the card."""

    def __init__(
        self, folder: Path, formats: Iterable[str] = FORMATS, observe: float = 0.0, seed: int = 0
    ) -> None:
        self.folder = folder
        self.formats = tuple(formats)
        self._arrow = _arrow() if "parquet" in self.formats else None
        self._share = round(observe * SCALE)
        self._dice = Dice(seed)
        self._rows: dict[str, list[Any]] = {}
        self._entries: dict[str, list[Any]] = {}
        self._writers: dict[str, Any] = {}
        self.gathered = Gathered()
        folder.mkdir(parents=True, exist_ok=True)

    def add(self, line: str) -> None:
        """Take in a record, one line of JSON."""
        read = ReadRecord(line)
        self._agree(read)
        game = self._replay(line.strip(), read)
        self._gather(game)
        if self._arrow is not None:
            self._tabulate(game)
            if self.gathered.games % GROUP == 0:
                self._flush()

    def close(self, origin: str) -> None:
        """Finish the files; `origin` says in the card how the games came about."""
        if not self.gathered.games:
            raise ViaeError("a dataset needs at least one game")
        if self._arrow is not None:
            self._flush()
            for name, writer in self._writers.items():
                writer.close()
                part = self.folder / f"{name}.parquet.part"
                part.replace(self.folder / f"{name}.parquet")
        if "npz" in self.formats:
            arrays: dict[str, Any] = self.arrays()
            np.savez_compressed(self.folder / "arrays.npz", **arrays)
        card = write_card(self.gathered, self.formats, origin)
        (self.folder / "README.md").write_text(card, encoding="utf-8")

    # Reading

    def _agree(self, read: ReadRecord) -> None:
        """All games of a dataset have the same board, variant, players and options."""
        setup = read.setup
        chosen = json.dumps(changed(read.options), sort_keys=True)
        terms = Terms(setup.atlas.board.id, setup.faces.variant, setup.players, chosen)
        known = self.gathered
        if known.terms is None or known.space is None:
            known.terms = terms
            known.space = action_space(setup.atlas.board, setup.faces.variant)
        elif terms != known.terms or known.space.board != setup.atlas.board:
            raise ViaeError(
                f"game {known.games} is {terms}, the games before are {known.terms};"
                " a dataset holds games on the same terms"
            )

    def _replay(self, line: str, read: ReadRecord) -> Replayed:
        """Play a record again, and check it on the way."""
        space = self.gathered.space
        assert space is not None
        progress = Progress(Start.of_record(read), keep=0)
        state = progress.state
        game = Replayed(line, read, [], [], [], [], state)
        suggested = -1
        for at, entry in enumerate(read.entries):
            try:
                code = progress.code_of(entry, named=True)
            except EntryError as problem:
                raise RecordError("record", [in_entry(problem, at, entry)]) from None
            found = legal(state)
            if state.actor >= 0 and self._share and self._dice.below(SCALE) < self._share:
                self._observe(state, suggested, at, space.indices(found))
            game.actors.append(state.actor)
            game.actions.append(space.index(code))
            game.counts.append(len(found))
            game.words.append(notation.show(read.setup, code))
            suggested = suggestion(code)
            progress.play(code)
        if read.result is not None:
            if not progress.over:
                raise RecordError("record", [refusal("result.unfinished")])
            faults = compare_result(read.result, progress.result())
            if faults:
                raise RecordError("record", faults)
        return game

    def _observe(self, state: State, suggested: int, at: int, found: list[int]) -> None:
        known = self.gathered
        known.observed.append(known.entries + at)
        known.observations.append(observer(state.setup).flat(state, state.actor, suggested))
        known.choices.append(sorted(found))

    def _gather(self, game: Replayed) -> None:
        known = self.gathered
        known.games += 1
        known.entries += len(game.actions)
        known.names.update(game.read.names)
        known.digest.update(game.line.encode() + b"\n")
        known.lengths.append(len(game.actions))
        known.actors.append(np.array(game.actors, dtype=np.int8))
        known.actions.append(np.array(game.actions, dtype=np.int32))
        over = game.state.decision == roles.OVER
        known.finished += over
        known.scores.append([score.total(game.state, s) for s in range(game.state.setup.players)])
        known.winners.append(score.winner(game.state) if over else -1)

    # Writing

    def _tabulate(self, game: Replayed) -> None:
        """The rows of a game for both tables."""
        known = self.gathered
        number = known.games - 1
        over = known.winners[-1] >= 0
        row = {
            "game": number,
            "board": game.state.setup.atlas.board.id,
            "variant": game.state.setup.faces.variant,
            "options": json.dumps(changed(game.read.options)),
            "players": game.read.names,
            "entries": len(game.actions),
            "finished": over,
            "scores": known.scores[-1],
            "winner": known.winners[-1] if over else None,
            "record": game.line,
        }
        for name, value in row.items():
            self._rows.setdefault(name, []).append(value)
        columns: dict[str, list[Any]] = {
            "game": [number] * len(game.actions),
            "number": list(range(len(game.actions))),
            "actor": game.actors,
            "action": game.actions,
            "choices": game.counts,
            "entry": game.words,
        }
        for name, values in columns.items():
            self._entries.setdefault(name, []).extend(values)

    def _flush(self) -> None:
        """Write the rows gathered as a row group."""
        assert self._arrow is not None
        for name, rows in (("games", self._rows), ("entries", self._entries)):
            if not rows:
                continue
            table = self._arrow.table(rows, schema=_schema(self._arrow, name))
            if name not in self._writers:
                from pyarrow.parquet import ParquetWriter

                path = self.folder / f"{name}.parquet.part"  # until it is complete
                self._writers[name] = ParquetWriter(path, table.schema, compression="zstd")
            self._writers[name].write_table(table)
            rows.clear()

    def _width(self) -> int:
        """The length of an observation."""
        known = self.gathered
        assert known.terms is not None
        assert known.space is not None
        return observation_size(known.space.board, known.terms.variant, known.terms.players)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What `arrays.npz` holds."""
        known = self.gathered
        counts = [len(found) for found in known.choices]
        flat = [action for found in known.choices for action in found]
        return {
            "players": np.concatenate(known.actors),
            "actions": np.concatenate(known.actions),
            "starts": np.cumsum([0, *known.lengths], dtype=np.int64),
            "scores": np.array(known.scores, dtype=np.int32),
            "winners": np.array(known.winners, dtype=np.int8),
            "observed": np.array(known.observed, dtype=np.int64),
            "observations": np.array(known.observations, dtype=np.float32).reshape(
                len(known.observed), self._width()
            ),
            "legal": np.array(flat, dtype=np.int32),
            "offsets": np.cumsum([0, *counts], dtype=np.int64),
        }


def pack(
    records: Iterable[str],
    folder: Path,
    origin: str,
    formats: Iterable[str] = FORMATS,
    observe: float = 0.0,
    seed: int = 0,
) -> Gathered:
    """Pack records into a folder; what was gathered of them."""
    packer = Packer(folder, formats, observe, seed)
    for line in records:
        packer.add(line)
    packer.close(origin)
    return packer.gathered


def _arrow() -> Any:
    try:
        import pyarrow as pa
    except ImportError:
        raise missing("Parquet (--format npz does without) needs pyarrow", "dataset") from None
    return pa


def _schema(arrow: Any, name: str) -> Any:
    """The columns of a table and their types."""
    if name == "games":
        return arrow.schema(
            [
                ("game", arrow.int32()),
                ("board", arrow.dictionary(arrow.int16(), arrow.string())),
                ("variant", arrow.dictionary(arrow.int16(), arrow.string())),
                ("options", arrow.dictionary(arrow.int16(), arrow.string())),
                ("players", arrow.list_(arrow.string())),
                ("entries", arrow.int32()),
                ("finished", arrow.bool_()),
                ("scores", arrow.list_(arrow.int32())),
                ("winner", arrow.int8()),
                ("record", arrow.string()),
            ]
        )
    return arrow.schema(
        [
            ("game", arrow.int32()),
            ("number", arrow.int32()),
            ("actor", arrow.int8()),
            ("action", arrow.int32()),
            ("choices", arrow.int16()),
            ("entry", arrow.dictionary(arrow.int32(), arrow.string())),
        ]
    )
