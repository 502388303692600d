"""A moment that is judged: the turn that was played against the best ones found."""

from __future__ import annotations

import pytest

from viae import Game
from viae.analysis.course import Part, course
from viae.analysis.moment import FIRST, Found, MomentJudge, spread
from viae.analysis.outlook import Simulator
from viae.bots.core.turns import plans
from viae.bots.evaluation import shipped
from viae.bots.learned import PLANS


def played(*entries: str) -> Part:
    game = Game.new("imperium", players=2, seed=4, chance="manual")
    for entry in entries:
        game.play(entry)
    (part,) = course(game)
    assert part.finished
    return part


def judge(part: Part, luck: int = 0) -> MomentJudge:
    net = shipped()
    turn = Found(part.codes, part.after)
    return MomentJudge(net, Simulator(net), part.before, luck, width=3, played=turn)


def figures(judged: MomentJudge) -> list[tuple[list[int], float, int]]:
    return [(one.codes, one.value(judged.seat), len(one.samples)) for one in judged.ranked()]


def test_a_turn_that_bots_do_not_think_of_is_judged_all_the_same() -> None:
    found = plans(played("play architect", "done").before, PLANS)
    ends = {plan.state.key() for plan in found}
    game = Game.new("imperium", players=2, seed=4, chance="manual")
    game.play("play architect")
    walks = [entry for entry in game.legal() if entry.startswith("move land")]
    odd = [
        part
        for part in (played("play architect", walk, "done") for walk in walks)
        if part.after.key() not in ends
    ]
    judged = judge(odd[0])
    judged.refine(FIRST)
    assert judged.options == len(found) + 1
    assert judged.played is not None
    assert judged.best().value(0) >= judged.played.value(0)


def test_the_order_of_entries_makes_no_other_turn() -> None:
    one = played("play mercator", "sell 1 cloth", "buy 1 brick")
    other = played("play mercator", "buy 1 brick", "sell 1 cloth")
    assert one.after.key() == other.after.key()
    first, second = judge(one), judge(other)
    assert first.options == second.options == len(plans(one.before, PLANS))


def test_more_simulations_only_add_to_what_is_there() -> None:
    part = played("play senator", "done")
    at_once, in_steps = judge(part), judge(part)
    at_once.refine(40)
    for nodes in (3, FIRST, 17, 40):
        in_steps.refine(nodes)
    assert figures(at_once) == figures(in_steps)
    other_luck = judge(part, luck=99)
    other_luck.refine(40)
    assert figures(other_luck) != figures(at_once)


def test_the_played_turn_stays_to_the_end() -> None:
    judged = judge(played("play tribune", "done"))
    judged.refine(60)
    assert judged.played in judged.live
    assert {len(one.samples) for one in judged.live} == {judged.rounds}


def test_the_best_turn_is_the_played_one_unless_another_is_clearly_better() -> None:
    judged = judge(played("play tribune", "done"))
    judged.refine(40)
    best = judged.best()
    assert judged.played is not None
    assert best is not judged.played  # a tribune as the first card takes nothing back
    apart = judged.apart(best, judged.played)
    assert apart.value > apart.value_spread > 0


def test_a_spread_shrinks_with_the_number_of_simulations() -> None:
    few, many = spread([0.4, 0.6], 0.1), spread([0.4, 0.6] * 20, 0.1)
    assert spread([], 0.1) > few > many > 0
    # With many values what is usual no longer matters.
    assert spread([0.4, 0.6] * 500, 0.5) == pytest.approx(0.1 / 1000**0.5, rel=0.05)
