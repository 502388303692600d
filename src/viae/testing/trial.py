"""Trial: one random game, checked state by state."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Literal

from viae.errors import EntryError, ViaeError
from viae.game import Game
from viae.options import changed
from viae.rules import notation, turn
from viae.rules.state import State
from viae.testing import scoring
from viae.testing.conservation import Conservation
from viae.testing.facts import Facts
from viae.testing.laws import Violation, need
from viae.testing.ledger import Ledger
from viae.testing.table import Lens

Level = Literal["full", "sampled"]
SAMPLES = 5  # thorough checks of a sampled game, on average, beside those at its beginning and end
USUAL_LENGTH = 700
BRANCH = 12  # entries played on a copy before it is forgotten
TEMPERS = ("even", "even", "by verb", "eager", "builder")


class Trial:
    """Plays one game with random entries.

    The cheap laws are checked at every state; those that read, write, branch and replay at every
    state with the level `full`, at some chosen by chance with `sampled`, and always at the end.
    """

    def __init__(
        self,
        board: str,
        variant: str,
        players: int,
        options: Mapping[str, bool | str],
        seed: int,
        level: Level,
    ) -> None:
        self.level = level
        self.random = random.Random(seed)
        self.temper = self.random.choice(TEMPERS)
        self.game = Game.new(board, variant, players, options, seed, chance="manual")
        record = self.game.record()
        self.facts = Facts(self.game.board, variant, players, self.game.options, record["tokens"])
        self.lens = Lens(self.game.state.setup)
        self.conservation = Conservation(self.facts)
        self.ledger = Ledger(self.facts, record["display"])
        self.head = {key: record[key] for key in ("viae", "board", "variant")}
        self.head["options"] = changed(self.game.options)
        self.read_back: set[int] = set()  # codes whose text was checked
        self.earlier: list[State] = []  # a copy of every state before the present one
        self.keys: list[tuple[object, ...]] = []
        self.lists: list[list[int]] = []
        self.foreign = "play tribune"  # an entry that was legal before and may not be now
        self.thorough = 0

    # Playing

    def run(self, limit: int) -> None:
        """Play to the end, or at most `limit` entries."""
        try:
            self._check_table()
        except Violation as broken:
            raise Violation("setup", str(broken)) from broken
        while True:
            texts = self._check_decision()
            if self.game.over or len(self.game.entries) >= limit:
                break
            chance = SAMPLES / USUAL_LENGTH
            if self.level == "full" or not self.earlier or self.random.random() < chance:
                self._check_thoroughly(texts)
            self._play(self._choose(texts))
            self._check_table()
        self._check_thoroughly(texts)
        self._check_record()
        self._check_earlier()
        self._check_undo()

    def _choose(self, texts: list[str]) -> str:
        """A random entry; what is likely depends on the temper of this game."""
        if self.temper != "even" and len(texts) > 1:
            if self.temper == "by verb":
                verb = self.random.choice(sorted({text.split()[0] for text in texts}))
                texts = [text for text in texts if text.startswith(verb)]
            else:
                texts = [text for text in texts if text != "done"]
                if self.temper == "builder":
                    texts = _builders_choice(texts)
        return self.random.choice(texts)

    def _play(self, entry: str) -> None:
        game = self.game
        actor = game.actor
        assert actor is not None
        self.earlier.append(game.state.copy())
        played = _play_legal(game, entry)
        need(played == f"{actor}: {entry}", "text", f"“{entry}” was noted as “{played}”")
        self.ledger.follow(actor, entry)

    # At every state

    def _check_table(self) -> None:
        table = self.lens.look(self.game.state)
        self.conservation.check(table)
        self.ledger.compare(table)

    def _check_decision(self) -> list[str]:
        """Actor and legal list; keeps what later states are compared with."""
        game, state = self.game, self.game.state
        actor = game.actor
        if actor != self.ledger.actor or game.over != (actor is None):
            right = self.ledger.actor
            raise Violation("actor", f"{actor}, it should be {right}; over is {game.over}")
        codes = turn.legal(state)
        texts = game.legal()
        if bool(codes) == game.over:
            raise Violation("legal", f"{len(codes)} entries, over is {game.over}")
        if len(set(codes)) != len(codes):
            raise Violation("legal", f"a double in {sorted(codes)}")
        if len(texts) != len(codes) or texts != sorted(texts):
            raise Violation("legal", f"{len(codes)} codes are listed as {texts}")
        if len(set(texts)) != len(texts):
            raise Violation("text", f"two entries with one text in {texts}")
        for code in codes:
            if code not in self.read_back:
                self._read_back(code, texts)
        self.keys.append(state.key())
        self.lists.append(codes)
        return texts

    def _read_back(self, code: int, texts: list[str]) -> None:
        setup = self.game.state.setup
        text = notation.show(setup, code)
        if text not in texts:
            raise Violation("text", f"“{text}” is not in {texts}")
        spoiled = f"  {text.upper().replace(' ', '   ')} "
        for written in (text, spoiled) if len(self.read_back) % 8 == 0 else (text,):
            try:
                read = notation.parse(setup, written)
            except EntryError as problem:
                raise Violation("text", f"“{written}” cannot be read: {problem}") from problem
            need(read == code, "text", f"“{written}” reads back as {read}, not {code}")
        self.read_back.add(code)

    # Now and then

    def _check_thoroughly(self, texts: list[str]) -> None:
        self.thorough += 1
        self._check_copy()
        self._check_game_copy(texts)
        self._check_position(texts)
        self._check_refusal(texts)
        self._check_scores()
        if self.level == "full" and self.thorough % 50 == 0:
            self._check_record()
        if self.random.random() < 0.2:
            self._check_steps_back()

    def _check_copy(self) -> None:
        """Play on with a copy of the state: the original stays as it is."""
        state = self.game.state
        key, codes = self.keys[-1], self.lists[-1]
        branch = state.copy()
        need(branch is not state and branch.key() == key, "copy", "the copy differs")
        need(turn.legal(branch) == codes, "copy", "the legal list of the copy differs")
        for _ in range(BRANCH):
            found = turn.legal(branch)
            if not found:
                break
            turn.apply(branch, self.random.choice(found))
        need(state.key() == key, "copy", "the state changed when its copy played on")
        need(turn.legal(state) == codes, "copy", "the legal list changed when a copy played on")

    def _check_game_copy(self, texts: list[str]) -> None:
        game = self.game
        entries = game.entries[:]
        branch = game.copy()
        for _ in range(BRANCH):
            found = branch.legal()
            if not found:
                break
            _play_legal(branch, self.random.choice(found))
        same = game.state.key() == self.keys[-1] and game.entries == entries
        need(same, "copy", "the game changed when its copy played on")
        while len(branch.entries) > len(entries):
            branch.undo()
        same = branch.state.key() == self.keys[-1] and branch.entries == entries
        need(same and branch.legal() == texts, "copy", "the copy does not come back by undo")

    def _check_position(self, texts: list[str]) -> None:
        game = self.game
        position = game.position()
        if self.ledger.at_turn_start:
            right = self.ledger.position(self.head, game.players)
            differ = [key for key in {**right, **position} if right.get(key) != position.get(key)]
            text = {key: (position.get(key), right.get(key)) for key in differ}
            need(not differ, "position", f"written and by the books: {text}")
        try:
            again = Game.from_position(json.dumps(position), chance="manual", board=game.board)
        except ViaeError as problem:
            raise Violation("position", f"cannot be read: {problem}") from problem
        need(again.state.key() == self.keys[-1], "position", "another state is read back")
        need(again.legal() == texts, "position", "another legal list is read back")
        need(again.actor == game.actor, "position", "another actor is read back")
        need(again.position() == position, "position", "another position is written back")

    def _check_record(self) -> None:
        game = self.game
        record = game.record()
        need(("result" in record) == game.over, "record", "a result before the end, or none")
        try:
            again = Game.from_record(json.dumps(record), chance="manual", board=game.board)
        except ViaeError as problem:
            raise Violation("record", f"cannot be replayed: {problem}") from problem
        need(again.state.key() == self.keys[-1], "record", "another state is reached")
        need(again.legal() == game.legal(), "record", "another legal list is reached")
        need(again.record() == record, "record", "another record is written back")
        self._check_auto_undo(again)

    def _check_auto_undo(self, game: Game) -> None:
        """With chance drawn by the game, undo takes back the cards revealed after the entry."""
        game.chance = "auto"
        for _ in range(5):
            if not game.entries or game.actor == "*":
                break
            last = max(i for i, entry in enumerate(game.entries) if entry[0] != "*")
            game.undo()
            same = len(game.entries) == last and game.state.key() == self.keys[last]
            need(same, "undo", f"entry {last} and its reveals are not taken back")

    def _check_refusal(self, texts: list[str]) -> None:
        game = self.game
        entries = len(game.entries)
        for entry in (self.foreign, "build", "play no-such-card", f"7: {self.foreign}"):
            if entry in texts:
                continue
            try:
                game.play(entry)
            except EntryError:
                pass
            else:
                raise Violation("refusal", f"“{entry}” was played, legal were {texts}")
        same = game.state.key() == self.keys[-1] and len(game.entries) == entries
        need(same, "refusal", "a refused entry changed the game")
        if texts:
            self.foreign = self.random.choice(texts)

    def _check_scores(self) -> None:
        game, facts = self.game, self.facts
        right = [self.ledger.score(seat) for seat in range(facts.players)]
        for seat, score in enumerate(game.scores()):
            need(score.gods == right[seat], "scores", f"seat {seat}: {score.gods}, {right[seat]}")
            need(score.total == sum(right[seat].values()), "scores", f"the sum of seat {seat}")
        totals = [sum(gods.values()) for gods in right]
        teams = scoring.team_totals(facts, totals) if facts.team else None
        need(game.teams() == teams, "scores", f"teams {game.teams()}, {teams}")
        winner = scoring.winner(facts, totals, self.ledger.magnus) if game.over else None
        need(game.winner == winner, "scores", f"winner {game.winner}, {winner} of {totals}")

    def _check_steps_back(self) -> None:
        """Take a few entries back and play them again."""
        game = self.game
        back = min(BRANCH, len(game.entries))
        entries = game.entries[len(game.entries) - back :]
        for step in range(back):
            game.undo()
            need(game.state.key() == self.keys[-2 - step], "undo", f"{step + 1} entries back")
        for step, entry in enumerate(entries):
            game.play(entry)
            same = game.state.key() == self.keys[len(self.keys) - back + step]
            need(same, "undo", f"“{entry}” played again leads elsewhere")

    # At the end

    def _check_earlier(self) -> None:
        """No copy made on the way has changed, nor what it finds legal."""
        for at, old in enumerate(self.earlier):
            need(old.key() == self.keys[at], "copy", f"the copy of state {at} has changed")
            if self.level == "full" or at % 8 == 0:
                need(turn.legal(old) == self.lists[at], "copy", f"the list of state {at} changed")

    def _check_undo(self) -> None:
        """Undo every entry."""
        game = self.game
        while game.entries:
            game.undo()
            at = len(game.entries)
            need(game.state.key() == self.keys[at], "undo", f"state {at} is not reached again")
        try:
            game.undo()
        except ViaeError:
            return
        raise Violation("undo", "the root was undone")


def _play_legal(game: Game, entry: str) -> str:
    """Play an entry of the legal list."""
    try:
        return game.play(entry)
    except EntryError as problem:
        raise Violation("text", f"“{entry}” is in the legal list: {problem}") from problem


def _builders_choice(texts: list[str]) -> list[str]:
    """Build when possible, play what leads to it: games that end by the 15th house."""
    for first in ("build", "move", "play architect", "play tribune", "produce", "settle"):
        found = [text for text in texts if text.startswith(first)]
        if found:
            return [*found, *found, *texts] if first == "play tribune" else found
    return texts
