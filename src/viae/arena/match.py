"""Matches: bots against each other, every deal played once with each rotation of the seating.

A deal is what chance gives: the tokens, the display and, as far as the dice go, the order in which
cards are revealed. It follows from the seed of the match and its number alone, and a bot's seed
from the seed of the deal and the seat. So results do not depend on who plays them where.

>>> from viae.arena.standings import standings
>>> settings = MatchSettings(bots=("random",), boards=("italia",), players=2, games=3, seed=1)
>>> results = [played.result for played in play_match(settings)]
>>> [result.deal for result in results]
[0, 1, 2]
>>> [(standing.name, standing.share.games) for standing in standings(results)]
[('random', 3)]
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from viae import __version__
from viae.arena.results import CONTROL, Played, Result
from viae.bots import check_bot
from viae.bots.observation import Course
from viae.bots.registry import recipe
from viae.bots.seat import Seated
from viae.data import load_board
from viae.errors import BoardError, Faults, SetupError
from viae.game import Game
from viae.header import is_count
from viae.options import changed, check_options, check_players, check_variant, quote
from viae.progress import Progress, Start
from viae.rules import roles, score
from viae.rules.bits import members, overlap
from viae.rules.playout import Dice
from viae.rules.state import State, begins_turn
from viae.rules.turn import legal
from viae.seeds import derive

if TYPE_CHECKING:
    from viae.arena.pool import WorkerPool

MAX_TURNS = 100  # of each player; games among random players can run on and on


@dataclass(frozen=True)
class MatchSettings:
    """What is to be played; `Match` checks it.

    `bots` names one bot for each seat; one for all seats; two, the first at one seat and the second
    at all others; or in team play one for each team. Default of
    `players`: the number of names.
    """

    bots: tuple[str, ...]
    boards: tuple[str, ...] = ("imperium",)
    variant: str = "concordia"
    players: int | None = None
    options: dict[str, bool | str] = field(default_factory=dict)
    games: int = 100  # on each board
    seed: int = 0
    time: float | None = None  # seconds for a turn; None: no clock
    max_turns: int | None = MAX_TURNS  # of each player, then a game is scored as it stands
    control: bool = False  # each deal once more, with the second bot at all seats
    records: bool = True  # write the games down


class Fixture(NamedTuple):
    """A game that is to be played; the rotation CONTROL stands for the mirror match."""

    board: str
    deal: int
    rotation: int


def line_up(names: Sequence[str], variant: str, players: int | None) -> tuple[str, ...]:
    """The bot of each seat for the names of a match; SetupError if they do not fit.

    >>> line_up(["search", "greedy"], "concordia", 4)
    ('search', 'greedy', 'greedy', 'greedy')
    >>> line_up(["search", "greedy"], "venus-team", None)
    ('search', 'greedy', 'search', 'greedy')
    """
    team = variant == "venus-team"
    count = len(names)
    if players is None:
        players = _players_meant(count, team)
    sides = players // 2 if team else players
    if count == 1:
        return tuple(names) * players
    if count == players:
        return tuple(names)
    if count == 2:
        names = [names[0], *[names[1]] * (sides - 1)]
    if len(names) == sides:
        return tuple(names) * (players // sides)
    raise SetupError("bots", [_misfit(count, players, team)])


def _players_meant(count: int, team: bool) -> int:
    if team:
        return 6 if count in {3, 6} else 4
    return 3 if count == 1 else count


def _misfit(count: int, players: int, team: bool) -> str:
    said = f"{count} name{'' if count == 1 else 's'} for {players} players"
    if team:
        return f"{said} in teams; name a bot for each team, one for each seat, or one for all"
    return (
        f"{said}; name a bot for each seat; two, the first against the second at all other seats;"
        " or one for all"
    )


def rotations(seats: Sequence[str]) -> int:
    """After how many rotations the seating is the first one again.

    >>> rotations(["search", "greedy", "greedy"]), rotations(["a", "b", "a", "b"])
    (3, 2)
    """
    return next(
        turn
        for turn in range(1, len(seats) + 1)
        if all(seats[seat] == seats[seat - turn] for seat in range(len(seats)))
    )


class Match:
    """Checked settings and their boards; raises SetupError with every fault."""

    def __init__(self, settings: MatchSettings) -> None:
        faults: Faults = []
        bots = _known_bots(settings.bots, faults)
        variant = check_variant(settings.variant, faults)
        options = check_options(settings.options, variant, faults)
        self.seats = _take_seats(settings, bots, variant, faults)
        if settings.control and len(set(bots)) == 1:
            faults.append("the mirror match as a control is the second bot's; there is only one")
        _check_numbers(settings, faults)
        _check_boards(settings.boards, faults)
        if faults:
            raise SetupError("arena", faults)
        self._boards = {board: _Board(board, settings, self.seats) for board in settings.boards}
        self.settings = settings
        self.players = len(self.seats)
        self.rotations = rotations(self.seats)
        self.deals = math.ceil(settings.games / self.rotations)
        # What games of one match have in common; how many there are may be changed later on.
        self.terms: dict[str, Any] = {
            "bots": list(self.seats),
            "variant": settings.variant,
            "players": self.players,
            "options": changed(options),
            "seed": settings.seed,
            "time": settings.time,
            "max_turns": settings.max_turns,
            "version": __version__,  # another one may play otherwise
        }
        nets = _nets(self.seats)
        if nets:
            self.terms["nets"] = nets

    @property
    def games(self) -> int:
        """The games between the bots on each board: as asked, in full sets of rotations."""
        return self.deals * self.rotations

    def fixtures(self) -> list[Fixture]:
        """All games, in the order in which they are played: deal by deal."""
        turns = [*range(self.rotations), *([CONTROL] if self.settings.control else [])]
        return [
            Fixture(board, deal, turn)
            for deal in range(self.deals)
            for board in self._boards
            for turn in turns
        ]

    def seating(self, rotation: int) -> list[str]:
        """The bot of each seat after this many rotations; in the mirror match one bot."""
        if rotation == CONTROL:
            second = next(name for name in self.seats if name != self.seats[0])
            return [second] * self.players
        return [self.seats[seat - rotation] for seat in range(self.players)]

    def play(self, fixture: Fixture, stop: Callable[[], bool] | None = None) -> Played:
        """Play a game; `stop` is asked at the start of each turn, and if true raises Stopped."""
        board = self._boards[fixture.board]
        return board.play(fixture, self.seating(fixture.rotation), self.terms, stop)


class Stopped(Exception):
    """A game was abandoned because a stop was requested."""


def play_match(
    settings: MatchSettings,
    jobs: int = 1,
    fixtures: Sequence[Fixture] | None = None,
    stop: Callable[[], bool] | None = None,
    workers: WorkerPool | None = None,
) -> Iterator[Played]:
    """Play a match with `jobs` processes and yield its games in order.

    `fixtures` are the games to be played, if not all of them. When `stop` says so, the games under
    way are given up; those already finished still come, maybe out of their order. `workers` play
    instead of processes of this machine (`viae.arena.cluster.Cluster`). A program that asks for
    several processes is imported by each of them, and so needs the usual
    `if __name__ == "__main__":`.
    """
    match = Match(settings)  # settings that make no sense are refused before any process starts
    games = match.fixtures() if fixtures is None else fixtures
    if workers is None and min(jobs, len(games)) <= 1:
        yield from play_one_by_one(match, games, stop)
        return
    from viae.arena.pool import Processes, hand_out

    yield from hand_out(workers or Processes(settings, min(jobs, len(games))), games, stop)


def play_one_by_one(
    match: Match, games: Sequence[Fixture], stop: Callable[[], bool] | None = None
) -> Iterator[Played]:
    """Play games in this process until a stop is requested."""
    for fixture in games:
        try:
            played = match.play(fixture, stop)
        except Stopped:
            return
        yield played


def cores() -> int:
    """The processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


class _Board:
    """A board of the match with all that does not change from game to game."""

    def __init__(self, board: str, settings: MatchSettings, seats: Sequence[str]) -> None:
        self.settings = settings
        # A first game has the terms of all others.
        self.model = Game.new(
            board, settings.variant, list(seats), settings.options, seed=0
        ).progress.start

    def play(
        self,
        fixture: Fixture,
        seating: list[str],
        terms: dict[str, Any],
        stop: Callable[[], bool] | None,
    ) -> Played:
        """Play a game to its end or the limit."""
        model = self.model
        seed = derive(self.settings.seed, fixture.deal)
        # The dice of the set-up go on to draw the cards, as they do in a Game with this seed.
        dice = Dice(seed)
        names = [f"bot:{name}" for name in seating]
        start = Start.deal(model.setup.terms, dice, model.options, names)
        progress = Progress(start, keep=0)
        course = Course.of(progress)
        bots: list[Seated] = []
        try:
            for seat, name in enumerate(seating):
                bots.append(Seated(name, derive(seed, seat), self.settings.time, course=course))
            turns = self._play_on(progress, bots, dice, stop)
        finally:
            for bot in bots:
                bot.close()
        result = Result(
            **_outcome(progress.state),
            board=fixture.board,
            deal=fixture.deal,
            rotation=fixture.rotation,
            seed=seed,
            bots=seating,
            capped=not progress.over,
            entries=len(progress.log),
            turns=turns,
            microseconds=[[round(1e6 * one) for one in bot.turn_seconds] for bot in bots],
            faults=[
                fault._replace(seat=seat)._asdict()
                for seat, bot in enumerate(bots)
                for fault in bot.faults
            ],
            plan=terms,
        )
        record = progress.record() if self.settings.records else {}
        record["meta"] = {"seed": seed, "arena": result.as_json()}
        line = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        return Played(result, line)

    def _play_on(
        self,
        progress: Progress,
        bots: list[Seated],
        dice: Dice,
        stop: Callable[[], bool] | None,
    ) -> list[int]:
        """Play to the end or the limit; the turns of each seat."""
        limit = self.settings.max_turns
        turns = [0] * len(bots)
        state = progress.state
        while state.decision != roles.OVER:
            if begins_turn(state):
                if turns[state.turn] == limit:
                    break
                if stop is not None and stop():
                    raise Stopped
                turns[state.turn] += 1
            found = legal(state)
            if state.actor == roles.CHANCE:
                code = found[dice.below(len(found))]
            else:
                code = bots[state.actor].decide(state, found)
            progress.play(code)
        return turns


def _outcome(state: State) -> dict[str, Any]:
    """How a game stands: the points, and what everybody has bought and built."""
    setup = state.setup
    faces = setup.faces
    gods = [score.by_god(state, seat) for seat in range(setup.players)]
    return {
        "scores": [sum(points) for points in gods],
        "sides": score.totals(state),
        "winner": score.winner(state),
        "gods": gods,
        "cards": [
            [faces.ids[card] for card in members(owned) if faces.deck[card]]
            for owned in state.owned
        ],
        "houses": [[overlap(houses, mask) for mask in setup.good_masks] for houses in state.houses],
        "provinces": [
            sum(1 for mask in setup.atlas.province_masks if overlap(houses, mask))
            for houses in state.houses
        ],
        "colonists": [
            len(land) + len(sea) for land, sea in zip(state.land, state.sea, strict=True)
        ],
    }


def _known_bots(names: Sequence[str], faults: Faults) -> list[str]:
    """The bots by their canonical names, if all are known."""
    if not names:
        faults.append("name the bots that play, for example: greedy random")
    known: list[str] = []
    for name in names:
        try:
            known.append(check_bot(name))
        except SetupError as problem:
            faults += [fault for fault in problem.faults if fault not in faults]
    return known if len(known) == len(names) else []


def _nets(bots: Sequence[str]) -> dict[str, str]:
    """The nets that bots read from files: a path alone does not say which net it was."""
    paths = {recipe(bot).settings.get("weights", "") for bot in bots}
    return {
        path: sha256(Path(path).read_bytes()).hexdigest()[:16]
        for path in sorted(paths)
        if Path(path).is_file()  # an outside bot may mean something else by it
    }


def _take_seats(
    settings: MatchSettings, bots: list[str], variant: str | None, faults: Faults
) -> tuple[str, ...]:
    """The bot of each seat, as long as nothing speaks against it."""
    if not bots or variant is None:
        return ()
    players = settings.players
    if players is None:
        players = _players_meant(len(bots), variant == "venus-team")
    before = len(faults)
    check_players(variant, players, faults)
    if len(faults) > before:
        return ()
    try:
        return line_up(bots, variant, players)
    except SetupError as problem:
        faults += problem.faults
        return ()


def _check_numbers(settings: MatchSettings, faults: Faults) -> None:
    if not is_count(settings.games):
        faults.append(
            f"the number of games is a whole number from 0 on, not {quote(settings.games)}"
        )
    if not is_count(settings.seed):
        faults.append(f"a seed is a whole number from 0 on, not {quote(settings.seed)}")
    if settings.time is not None and not 0 < settings.time < math.inf:
        faults.append(f"the time for a turn is more than 0 seconds, not {quote(settings.time)}")
    if settings.max_turns is not None and not settings.max_turns > 0:
        faults.append(f"the most turns of a player are 1 or more, not {quote(settings.max_turns)}")


def _check_boards(boards: Sequence[str], faults: Faults) -> None:
    if not boards:
        faults.append("name a board to play on")
    for board in boards:
        try:
            load_board(board)
        except BoardError as problem:
            faults += [f"board {quote(board)}: {fault}" for fault in problem.faults]
