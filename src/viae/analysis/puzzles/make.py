"""Finding puzzles in games: last turns that can be proven, and turns that are far ahead."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from viae.analysis import mistakes, writing
from viae.analysis.course import course
from viae.analysis.moment import MomentJudge
from viae.analysis.outlook import Simulator, is_decided
from viae.analysis.puzzles.proof import (
    TooMany,
    end_of,
    enumerate_turn,
    grade,
    is_last_turn,
    most_moments,
    partners,
)
from viae.analysis.reasons import reasons
from viae.analysis.review import luck_of
from viae.bots import Seated
from viae.bots.core.turns import plans
from viae.bots.evaluation import Evaluator, frozen_2, shipped, worth
from viae.bots.learned import PLANS, plan_outputs
from viae.bots.levels import TITLES
from viae.position import write_position
from viae.rules import codes, roles
from viae.rules.playout import Dice
from viae.rules.state import begins_turn
from viae.rules.turn import apply, legal

if TYPE_CHECKING:
    from viae.analysis.course import Part
    from viae.analysis.documents import Puzzle, PuzzleAnswer, Theme
    from viae.analysis.moment import Candidate
    from viae.game import Game
    from viae.rules.setup import Setup
    from viae.rules.state import State

LEVELS: Final = tuple(TITLES)
NAMES: Final = ("A", "B", "C", "D", "E", "F")
# Last-round puzzles.
REPLAYERS: Final = ("level-6", "level-5", "level-4")  # of the last rounds, once more
PROBES: Final = 32  # to guess how many moments there are on the way to all ends
LEAST_WAYS: Final = 12  # different last moments
MOST_BEST: Final = 0.1  # share of the last moments that are best
# Best-turn puzzles.
AHEAD: Final = 0.10  # chances between the best turn and the second best
LIKELY: Final = 0.03  # by the net alone, in value, to be looked at more closely
FIRST_LOOK: Final = 64  # simulations
SECOND_LOOK: Final = 256  # with other luck
OTHER_NET: Final = 96  # with the net of the second yardstick
OPEN: Final = (0.12, 0.97)  # chances after the best turn: neither lost nor won anyway
LEAST_OPTIONS: Final = 12
SHOWN: Final = 4  # answers
TRIES: Final = 4  # of each level


def find(game: Game, most_best_turns: int = 2, more_ends: int = 0) -> Iterator[Puzzle]:
    """The puzzles in a finished game: its last turn, and at most so many best turns.

    With `more_ends` its last two rounds are played again so many times. Each seat has at most one
    last turn among the puzzles, so that they are not alike. In team play the last turn is a puzzle
    from its start, for both partners, and from where the partner begins.
    """
    whole = course(game)
    parts = [part for part in whole if part.finished and begins_turn(part.before)]
    if not parts:
        return
    options = game.options
    seats: set[int] = set()
    for moment in last_turns(whole, more_ends):
        seat = moment.state.actor
        if is_last_turn(moment.state) and seat not in seats:
            found = last_round(moment, options)
            if found is not None:
                seats.add(seat)
                yield found
    if not most_best_turns:
        return
    likely = sorted(
        ((_lead(part.before), part) for part in parts[3:] if part.before.last_turns < 0),
        key=lambda one: -one[0],
    )
    number = 0
    for lead, part in likely[: 3 * most_best_turns]:
        if lead < LIKELY or number == most_best_turns:
            return
        found = best_turn(part.before, options)
        if found is not None:
            number += 1
            yield found


# Last turns


class Moment(NamedTuple):
    """A moment of the last turn: its start, what was decided since then, and where that led."""

    start: State
    codes: list[int]
    state: State


def last_turns(parts: Sequence[Part], more: int) -> Iterator[Moment]:
    """The moments of the last turn of a game, and of other ends that bots give to it.

    These are its start, and in team play where another partner begins to decide.
    """
    turns = [number for number, part in enumerate(parts) if begins_turn(part.before)]
    if not turns:
        return
    last = parts[turns[-1] :]
    yield from _moments(last[0].before, [code for part in last for code in part.codes])
    players = last[0].before.setup.players
    if len(turns) <= 2 * players:
        return
    start = parts[turns[-2 * players]].before
    for number in range(more):
        dice = Dice(number)
        seated = [
            Seated(REPLAYERS[(number + seat) % len(REPLAYERS)], number, timed=False)
            for seat in range(players)
        ]
        state, begun = start.copy(), start
        chosen: list[int] = []
        while not is_decided(state):
            ways = legal(state)
            if state.actor == roles.CHANCE:
                apply(state, ways[dice.below(len(ways))])
                continue
            if begins_turn(state):
                begun, chosen = state.copy(), []
            chosen.append(seated[state.actor].decide(state, ways))
            apply(state, chosen[-1])
        for one in seated:
            one.close()
        yield from _moments(begun, chosen)


def _moments(start: State, chosen: Sequence[int]) -> Iterator[Moment]:
    state = start.copy()
    actor = roles.CHANCE
    for number, code in enumerate(chosen):
        if is_decided(state):
            return
        if state.actor != actor:
            yield Moment(start, list(chosen[:number]), state.copy())
        actor = state.actor
        apply(state, code)


def last_round(moment: Moment, options: dict[str, bool | str]) -> Puzzle | None:
    """The puzzle of a last turn, or of the rest of one; None if it is none."""
    state = moment.state
    most = most_moments(state.setup)
    if _guessed_size(state) > 3 * most:
        return None  # most likely too many, which would take a while to find out
    try:
        found = enumerate_turn(state, most)
    except TooMany:
        return None
    ranked = found.ranked()
    total = sum(found.ways.values())
    if len(ranked) < 3 or total < LEAST_WAYS:
        return None
    best, second = ranked[0], ranked[1]
    wins = sum(number for end, number in found.ways.items() if end.won)
    if found.ways[best] > MOST_BEST * total:
        return None
    answers: list[PuzzleAnswer] = [
        {
            "entries": writing.turn_texts(state, found.ends[end]),
            "score": grade(best, end),
            "win": 1.0 if end.won else 0.0,
            "points": float(end.points),
        }
        for end in ranked[:SHOWN]
    ]
    puzzle = _puzzle("last-round", moment, options, answers, found.ends[best])
    puzzle["proof"] = {
        "turns": total,
        "endings": len(ranked),
        "nodes": found.moments,
        "margin": round(1 - wins / total, 4) if best.won else 0.0,
        "points": float(best.points - second.points),
    }
    return measured(puzzle, state, found.ends[best])


def _guessed_size(state: State) -> float:
    """How many ways there are to play a turn, guessed from a few of them (Knuth 1975)."""
    dice = Dice(1)
    total = 0.0
    for _ in range(PROBES):
        moment, size = state.copy(), 1.0
        while moment.actor in partners(state) and not is_decided(moment):
            ways = legal(moment)
            size *= len(ways)
            total += size
            apply(moment, ways[dice.below(len(ways))])
    return total / PROBES


# Best turns


def _lead(state: State) -> float:
    """How far the best turn is ahead by the net alone."""
    net = shipped(state.setup.team)
    found = plans(state, PLANS)
    if len(found) < LEAST_OPTIONS:
        return 0.0
    outputs = plan_outputs(net, state, found, state.actor)
    values = sorted((worth(one) for one in outputs), reverse=True)
    return values[0] - values[1]


def best_turn(state: State, options: dict[str, bool | str]) -> Puzzle | None:
    """The puzzle of a turn that is far ahead; None unless other luck and another net agree."""
    team = state.setup.team
    judge = judged(shipped(team), state, 0, FIRST_LOOK)
    best = _ahead(judge)
    if best is None or not _is_open(judge, best):
        return None
    key = best.state.key()
    other = judged(frozen_2(team), state, 1, OTHER_NET)
    if _ahead(other, 0.0) is None or other.ranked()[0].state.key() != key:
        return None
    judge = judged(shipped(team), state, 2, SECOND_LOOK)
    best = _ahead(judge)
    if best is None or best.state.key() != key or not _is_open(judge, best):
        return None
    ranked = judge.ranked()
    apart = judge.apart(best, ranked[1])
    answers = [_answer(state.setup, judge, one, best) for one in ranked[:SHOWN]]
    moment = Moment(state, [], state)
    puzzle = _puzzle("best-turn", moment, options, answers, best.codes)
    puzzle["reasons"] = reasons(judge, best, ranked[1])
    puzzle["line"] = writing.line(state.setup, judge, best)
    puzzle["proof"] = {
        "turns": judge.options,
        "endings": 0,
        "nodes": SECOND_LOOK,
        "margin": round(apart.win, 4),
        "points": round(apart.points, 2),
    }
    if any(one["code"] == "opponents" for one in puzzle["reasons"][:2]):
        puzzle["themes"].append("opponents")
    return measured(puzzle, state, best.codes)


def judged(net: Evaluator, state: State, seed: int, nodes: int) -> MomentJudge:
    """A moment that is looked at with so many simulations."""
    judge = MomentJudge(net, Simulator(net), state, luck_of(seed, 1), keep=2)
    judge.refine(nodes)
    return judge


def _ahead(judge: MomentJudge, least: float = AHEAD) -> Candidate | None:
    """The best turn, if it is ahead of every other by that much, intervals apart."""
    ranked = judge.ranked()
    if len(ranked) < 2:
        return None
    best = ranked[0]
    for other in ranked[1:]:
        apart = judge.apart(best, other)
        if apart.win < least or apart.win - 2 * apart.win_spread <= 0:
            return None
    return best


def _is_open(judge: MomentJudge, best: Candidate) -> bool:
    """Whether the game is neither lost nor won after the best turn."""
    return OPEN[0] <= best.outlook().win[judge.side] <= OPEN[1]


def _answer(setup: Setup, judge: MomentJudge, one: Candidate, best: Candidate) -> PuzzleAnswer:
    outlook = one.outlook()
    lost = best.outlook().win[judge.side] - outlook.win[judge.side]
    return {
        "entries": writing.texts(setup, one.codes),
        "score": 100 if one is best else score_of(lost),
        "win": round(outlook.win[judge.side], 4),
        "points": round(outlook.points[judge.seat], 2),
    }


def score_of(lost: float) -> int:
    """What a turn that loses this much of the chance to win is worth, from 0 to 100."""
    return round(max(0.0, 95.0 - 475.0 * max(0.0, lost)))


# Both


def _puzzle(
    kind: Any,
    moment: Moment,
    options: dict[str, bool | str],
    answers: list[PuzzleAnswer],
    chosen: Sequence[int],
) -> Puzzle:
    state = moment.state
    setup = state.setup
    position = write_position(moment.start, options, list(NAMES[: setup.players]))
    if moment.codes:
        position["entries"] = writing.turn_texts(moment.start, moment.codes)
    text = json.dumps(position, sort_keys=True)
    return {
        "id": hashlib.blake2b(text.encode(), digest_size=5).hexdigest(),
        "kind": kind,
        "board": setup.atlas.board.id,
        "variant": setup.faces.variant,
        "players": setup.players,
        "seat": state.actor,
        "position": position,
        "themes": themes(moment, kind, chosen),
        "rating": 0,
        "solved": {},
        "answers": answers,
        "reasons": [],
        "line": [],
        "proof": {"turns": 0, "endings": 0, "nodes": 0, "margin": 0.0, "points": 0.0},
    }


BY_ROLE: Final[dict[int, Theme]] = {
    roles.TRIBUNE: "tribune",
    roles.ARCHITECT: "architect",
    roles.PREFECT: "prefect",
    roles.MERCATOR: "mercator",
    roles.COLONIST: "colonist",
    roles.SENATOR: "market",
    roles.CONSUL: "market",
    roles.PRAETOR: "market",
    roles.PROCONSUL: "market",
    roles.DIPLOMAT: "diplomat",
    roles.MAGISTER: "magister",
    roles.SPECIALIST: "specialist",
}


def themes(moment: Moment, kind: str, chosen: Sequence[int]) -> list[Theme]:
    """What a puzzle is about."""
    state = moment.state
    setup = state.setup
    found: list[Theme] = []
    # A partner carries out a card that was played, perhaps its other side, or what it copied.
    role = state.decision if moment.codes else None
    if role not in BY_ROLE:
        role = mistakes.role_of(setup, chosen)
    if role is not None and role in BY_ROLE:
        found.append(BY_ROLE[role])
    verbs = {codes.verb_of(code) for code in chosen}
    if codes.PURCHASE in verbs and "market" not in found:
        found.append("market")
    if kind == "last-round" and not found:
        found.append("gods")
    after = state.copy()
    for code in chosen:
        apply(after, code)
    if kind == "best-turn" and after.last_turns >= 0:
        found.append("end")
    if setup.team:
        found.append("team")
    return found


def measured(puzzle: Puzzle, state: State, chosen: Sequence[int]) -> Puzzle | None:
    """With how often each level solves it; None if the weakest always does."""
    solved: dict[str, float] = {}
    for level in LEVELS:
        right = sum(solves(level, seed, state, chosen) for seed in range(TRIES))
        solved[level] = right / TRIES
    if solved[LEVELS[0]] == 1.0:
        return None
    puzzle["solved"] = solved
    puzzle["rating"] = round(1000 + 1000 * (1 - sum(solved.values()) / len(LEVELS)))
    return puzzle


def solves(level: str, seed: int, state: State, chosen: Sequence[int]) -> bool:
    """Whether a bot finds the turn, or one that is as good; both partners of a last turn do."""
    best, found = state.copy(), state.copy()
    for code in chosen:
        apply(best, code)
    seat = state.actor
    seats = partners(state) if is_decided(best) else [seat]
    seated = {own: Seated(level, seed, timed=False) for own in seats}
    try:
        while found.actor in seated and found.turn == state.turn and not is_decided(found):
            apply(found, seated[found.actor].decide(found, legal(found)))
    finally:
        for one in seated.values():
            one.close()
    if is_decided(best) and is_decided(found):
        return end_of(best, seat) <= end_of(found, seat)
    return best.key() == found.key()
