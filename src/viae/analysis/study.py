"""One moment at a time: the best whole turns, whether a turn was a mistake, and hints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, cast

from viae.analysis import mistakes, writing
from viae.analysis.course import course
from viae.analysis.documents import FORMAT
from viae.analysis.moment import FIRST, WIDTH, MomentJudge
from viae.analysis.outlook import Simulator, assess
from viae.bots.evaluation import shipped
from viae.errors import ViaeError
from viae.rules import codes, roles
from viae.rules.state import begins_turn

if TYPE_CHECKING:
    from viae.analysis.documents import (
        AnalysisSettings,
        Evaluation,
        EvaluationUpdate,
        Expectation,
        Hint,
        HintUpdate,
        Place,
        VerdictUpdate,
    )
    from viae.analysis.moment import Candidate
    from viae.game import Game
    from viae.rules.setup import Setup
    from viae.table.types.basics import Role

TURNS: Final = 5  # that are shown
TRIED: Final = 10  # that are tried out
STANDARD: Final = 128  # simulations


def evaluations(
    game: Game, *, nodes: int = STANDARD, width: int = TRIED, seed: int = 0, turns: int = TURNS
) -> Iterator[EvaluationUpdate]:
    """The present moment of a game, better and better; the last is complete."""
    from viae.analysis.review import checked, luck_of

    settings = checked(nodes, width, seed, None, len(game.players))
    state = game.state
    at = len(game.entries)
    if state.actor < 0:
        yield {"kind": "evaluation", "done": 1.0, "evaluation": _nobody(game, settings)}
        return
    net = shipped(state.setup.team)
    judge = MomentJudge(net, Simulator(net), state, luck_of(seed, at), width, keep=turns)
    stages = [0]
    while stages[-1] < nodes and not judge.exact:
        stages.append(min(nodes, max(FIRST, 2 * stages[-1])))
    for stage in stages:
        judge.refine(stage)
        complete = stage == stages[-1]
        found = _evaluation(game, judge, settings, stage, complete, turns)
        done = 1.0 if complete else round((1 + stage) / (1 + nodes), 3)
        yield {"kind": "evaluation", "done": done, "evaluation": found}


def _evaluation(
    game: Game,
    judge: MomentJudge,
    settings: AnalysisSettings,
    nodes: int,
    complete: bool,
    turns: int,
) -> Evaluation:
    setup = game.state.setup
    ranked = judge.ranked()[:turns]
    best = ranked[0]
    other = ranked[1] if len(ranked) > 1 else None
    number, part, begun = _place(game)
    return {
        "format": FORMAT,
        "at": len(game.entries),
        "number": number,
        "part": part,
        "seat": judge.seat,
        "begun": begun,
        "options": judge.options,
        "now": writing.expectation(best),
        "turns": [
            writing.option(setup, judge, one, best, other, with_line=complete and one is best)
            for one in ranked
        ],
        "settings": settings,
        "nodes": nodes,
        "complete": complete,
    }


def _nobody(game: Game, settings: AnalysisSettings) -> Evaluation:
    """A moment that nobody decides: after the end, or while cards are revealed."""
    net = shipped(game.state.setup.team)
    outlook = assess(net, game.state)
    now: Expectation = {
        "win": [round(one, 4) for one in outlook.win],
        "points": [round(one, 2) for one in outlook.points],
        "win_spread": [0.0] * len(outlook.win),
        "points_spread": [0.0] * len(outlook.points),
        "exact": game.over,
    }
    number, part, begun = _place(game)
    return {
        "format": FORMAT,
        "at": len(game.entries),
        "number": number,
        "part": part,
        "seat": None,
        "begun": begun,
        "options": 0,
        "now": now,
        "turns": [],
        "settings": settings,
        "nodes": 0,
        "complete": True,
    }


def _place(game: Game) -> tuple[int, int, list[str]]:
    """The turn of the game, which part of it, and what was played of that."""
    parts = course(game)
    last = parts[-1] if parts else None
    begun = last.codes if last and not last.finished else []
    number = last.number if last else 0
    part = last.part if last else 0
    if begins_turn(game.state):
        number, part = number + 1, 1
    elif not begun and game.state.actor >= 0:
        part += 1
    return number, part, writing.texts(game.state.setup, begun)


def verdicts(
    game: Game, at: int, *, nodes: int = STANDARD, width: int = WIDTH, seed: int = 0
) -> Iterator[VerdictUpdate]:
    """Whether the turn that began after `at` entries was a mistake, better and better."""
    from viae.analysis.review import checked, judge_of, stages_to

    settings = checked(nodes, width, seed, None, len(game.players))
    parts = [part for part in course(game) if part.at == at and part.finished]
    if not parts:
        raise ViaeError(f"no finished turn begins after {at} entries")
    net = shipped(game.state.setup.team)
    judge = judge_of(net, Simulator(net), parts[0], settings)
    for stage in stages_to(nodes):
        judge.refine(stage)
        done = round((1 + stage) / (1 + nodes), 3)
        yield {"kind": "verdict", "done": done, "turn": writing.turn_review(0, parts[0], judge)}


# Hints

PLACES: Final[dict[int, Place]] = {
    roles.TRIBUNE: "hand",
    roles.ARCHITECT: "board",
    roles.PREFECT: "provinces",
    roles.MERCATOR: "store",
    roles.COLONIST: "colonists",
    roles.SENATOR: "market",
    roles.CONSUL: "market",
    roles.PRAETOR: "market",
    roles.PROCONSUL: "market",
    roles.DIPLOMAT: "opponents",
    roles.MAGISTER: "hand",
    roles.LEGATUS: "hand",
    roles.SPECIALIST: "board",
}
DECIDED: Final[dict[int, Place]] = {**PLACES, roles.KEEP: "store"}


def hints(game: Game, *, nodes: int = STANDARD, seed: int = 0) -> Iterator[HintUpdate]:
    """A hint for the seat that decides: where to look, the idea, the turn."""
    from viae.analysis.review import luck_of

    state = game.state
    if state.actor < 0:
        raise ViaeError("nobody decides at this moment, so there is no hint")
    at = len(game.entries)
    net = shipped(state.setup.team)
    judge = MomentJudge(net, Simulator(net), state, luck_of(seed, at), TRIED, keep=2)
    judge.refine(nodes)
    yield {"kind": "hint", "done": 1.0, "hint": _hint(game, judge)}


def _hint(game: Game, judge: MomentJudge) -> Hint:
    setup = game.state.setup
    ranked = judge.ranked()
    best = ranked[0]
    other = _another_idea(setup, ranked)
    shown = writing.option(setup, judge, best, best, other)
    role = mistakes.role_of(setup, best.codes)
    hint: Hint = {"at": len(game.entries), "seat": judge.seat, "steps": []}
    place = DECIDED.get(game.state.decision, "board") if role is None else PLACES[role]
    hint["steps"].append({"kind": "look", "place": place})
    if role is not None:
        name = cast("Role", roles.NAMES[role])
        hint["steps"].append({"kind": "idea", "role": name, "reasons": shown["reasons"]})
    hint["steps"].append({"kind": "turn", "card": _card(setup, best), "option": shown})
    return hint


def _another_idea(setup: Setup, ranked: list[Candidate]) -> Candidate | None:
    """The best turn with another card, else the second best."""
    first = mistakes.role_of(setup, ranked[0].codes)
    others = [one for one in ranked[1:] if mistakes.role_of(setup, one.codes) != first]
    return others[0] if others else (ranked[1] if len(ranked) > 1 else None)


def _card(setup: Setup, best: Candidate) -> str:
    for code in best.codes:
        if codes.verb_of(code) == codes.PLAY:
            return setup.faces.ids[codes.card_of(code)]
    return ""
