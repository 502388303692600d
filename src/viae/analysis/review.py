"""Reviews: what each turn of a game was worth, refined step by step.

`review` yields updates: first every turn at a glance, then again with more and more simulations.
Whoever has seen enough stops asking. For the same number of simulations the figures are the same in
a browser, on a server and on the command line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

from viae.analysis.accuracy import player_accuracy
from viae.analysis.course import Part, course
from viae.analysis.critical import TOP, critical_moments
from viae.analysis.documents import FORMAT
from viae.analysis.moment import FIRST, WIDTH, Found, MomentJudge
from viae.analysis.outlook import Simulator
from viae.analysis.study import evaluations
from viae.analysis.writing import turn_review
from viae.bots.evaluation import shipped
from viae.errors import RecordError, SetupError
from viae.game import Game
from viae.header import as_object, is_count
from viae.options import quote
from viae.position import is_position

if TYPE_CHECKING:
    from viae.analysis.documents import (
        AnalysisSettings,
        Evaluation,
        MistakeCount,
        PlayerReview,
        Review,
        ReviewTurnUpdate,
        ReviewUpdate,
        TurnReview,
    )
    from viae.bots.evaluation import Evaluator
    from viae.rules.setup import Setup

STANDARD: Final = 64  # simulations of a turn
DEEP: Final = 512
NODES: Final = {"glance": 0, "quick": FIRST, "standard": STANDARD, "deep": DEEP}
MOST_NODES: Final = 100_000
STEP: Final = 4  # each stage of a review has this many times the simulations of the one before


def review(
    game: Game | Mapping[str, Any] | str,
    *,
    nodes: int = STANDARD,
    width: int = WIDTH,
    seed: int = 0,
    seat: int | None = None,
    top: int = TOP,
) -> Iterator[ReviewTurnUpdate | ReviewUpdate]:
    """Review a game, a record or a position with entries, better and better; the last is complete.

    `nodes` is how many simulations each turn gets in the end; 0 is a glance: the net's word alone.
    `width` is how many turns are tried out besides the one that was played. `seat` leaves out the
    turns of all others, `top` is how many critical moments are named.
    """
    game = read_game(game)
    settings = checked(nodes, width, seed, seat, len(game.players), top)
    parts = [one for one in course(game) if one.finished and seat in (None, one.seat)]
    net = shipped(game.state.setup.team)
    simulator = Simulator(net)
    judges: list[MomentJudge] = []
    turns: list[TurnReview] = []
    stages = stages_to(nodes)
    work = sum(stages) + len(stages)  # what one turn costs in all stages, roughly
    spent = 0.0
    for number, stage in enumerate(stages):
        for i, part in enumerate(parts):
            if number == 0:
                judges.append(judge_of(net, simulator, part, settings))
            judges[i].refine(stage)
            turn = turn_review(i, part, judges[i])
            turns[i : i + 1] = [turn]
            shift(turns, i)
            done = (spent + (1 + stage) * (i + 1) / len(parts)) / work
            yield {"kind": "turn", "done": round(min(1.0, done), 3), "turn": turns[i]}
        spent += 1 + stage
        complete = number == len(stages) - 1
        document = summary(game, settings, turns, stage, complete, top)
        if complete:
            document["next"] = next_moment(game, settings)
        yield {"kind": "review", "done": round(min(1.0, spent / work), 3), "review": document}


def stages_to(nodes: int) -> list[int]:
    """The stages of a review: at a glance, with a few simulations, with more …"""
    stages = [0]
    stage = FIRST
    while stage < nodes:
        stages.append(stage)
        stage *= STEP
    return [*stages, nodes] if nodes else stages


def judge_of(
    net: Evaluator, simulator: Simulator, part: Part, settings: AnalysisSettings
) -> MomentJudge:
    """The judge of a turn that was played."""
    return MomentJudge(
        net,
        simulator,
        part.before,
        luck_of(settings["seed"], part.at),
        settings["width"],
        played=Found(part.codes, part.after),
    )


def luck_of(seed: int, at: int) -> int:
    """The seed of a moment; those after it are free for its simulations."""
    return (seed * 100_003 + at) * 1_000_003


def shift(turns: Sequence[TurnReview], index: int) -> None:
    """How much of the chance to win changed hands since the turn before."""
    for i in (index, index + 1):
        if i < len(turns):
            now = turns[i]["after"]["win"]
            before = turns[i - 1]["after"]["win"] if i else turns[i]["before"]["win"]
            moved = sum(abs(a - b) for a, b in zip(now, before, strict=True))
            turns[i]["shift"] = round(0.5 * moved, 4)


def summary(
    game: Game,
    settings: AnalysisSettings,
    turns: Sequence[TurnReview],
    nodes: int,
    complete: bool,
    top: int = TOP,
) -> Review:
    """The document of a review."""
    return {
        "format": FORMAT,
        "board": game.board.id,
        "variant": game.variant,
        "over": game.over,
        "winner": game.winner,
        "scores": [one.total for one in game.scores()],
        "sides": sides_of(game.state.setup),
        "players": [_player(game, turns, seat) for seat in range(len(game.players))],
        "settings": settings,
        "nodes": nodes,
        "complete": complete,
        "turns": list(turns),
        "critical": critical_moments(turns, top),
        "next": None,
    }


def sides_of(setup: Setup) -> list[list[int]]:
    """The seats of each side."""
    return [list(range(side, setup.players, setup.sides)) for side in range(setup.sides)]


def _player(game: Game, turns: Sequence[TurnReview], seat: int) -> PlayerReview:
    own = [one for one in turns if one["seat"] == seat and one["options"] > 1]
    # The spread of the value is about half that of the chance: the other half is the margin.
    noise = [one["lost"]["win_spread"] / 2 if not one["found"] else 0.0 for one in own]
    side = seat % game.state.setup.sides
    figure = player_accuracy(
        [
            (one["value_lost"], spread, one["before"]["win"][side])
            for one, spread in zip(own, noise, strict=True)
        ]
    )
    return {
        "name": game.players[seat],
        "side": side,
        "turns": len(own),
        "found": sum(one["found"] for one in own),
        "lost": {
            "win": round(sum(one["lost"]["win"] for one in own), 4),
            "points": round(sum(one["lost"]["points"] for one in own), 2),
            "win_spread": _root([one["lost"]["win_spread"] for one in own if not one["found"]]),
            "points_spread": _root(
                [one["lost"]["points_spread"] for one in own if not one["found"]]
            ),
        },
        "accuracy": None if figure is None else round(figure[0], 1),
        "accuracy_spread": None if figure is None else round(figure[1], 1),
        "mistakes": _mistakes(own),
    }


def _root(spreads: Sequence[float]) -> float:
    return round(sqrt(sum(one * one for one in spreads)), 4)


def _mistakes(turns: Sequence[TurnReview]) -> list[MistakeCount]:
    """The kinds of mistakes, the dearest first."""
    found: dict[str, MistakeCount] = {}
    for turn in turns:
        kind = turn["mistake"]
        if kind is not None:
            one = found.setdefault(kind, {"kind": kind, "count": 0, "win": 0.0, "points": 0.0})
            one["count"] += 1
            one["win"] = round(one["win"] + turn["lost"]["win"], 4)
            one["points"] = round(one["points"] + turn["lost"]["points"], 2)
    return sorted(found.values(), key=lambda one: (-one["win"], -one["points"], one["kind"]))


def next_moment(game: Game, settings: AnalysisSettings) -> Evaluation | None:
    """The moment that is to be decided, unless the game is over or another seat was asked for."""
    if game.over or settings["seat"] not in (None, game.actor):
        return None
    last: Evaluation | None = None
    for update in evaluations(game, nodes=settings["nodes"], seed=settings["seed"]):
        last = update["evaluation"]
    return last


# What is asked for


def read_game(document: Game | Mapping[str, Any] | str) -> Game:
    """The game of a record or a position."""
    if isinstance(document, Game):
        return document
    given = as_object(document, "record", RecordError)
    if is_position(given):
        return Game.from_position(given, chance="manual")
    return Game.from_record(given, chance="manual")


def checked(
    nodes: object, width: object, seed: object, seat: object, players: int, top: object = TOP
) -> AnalysisSettings:
    """The settings; SetupError that names everything that is wrong with them."""
    faults = [
        f"{name} is a whole number from {least} to {most}, not {quote(value)}"
        for name, value, least, most in (
            ("nodes", nodes, 0, MOST_NODES),
            ("width", width, 2, 1000),
            ("seed", seed, 0, 2**53),
            ("top", top, 0, 1000),
        )
        if not is_count(value) or not least <= value <= most
    ]
    if seat is not None and not (is_count(seat) and seat < players):
        faults.append(f"seat is a number from 0 to {players - 1}, not {quote(seat)}")
    if faults:
        raise SetupError("analysis", faults)
    assert is_count(nodes)
    assert is_count(width)
    assert is_count(seed)
    assert seat is None or is_count(seat)
    return {"nodes": nodes, "width": width, "seed": seed, "seat": seat, "net": "shipped"}
