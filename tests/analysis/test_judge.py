"""The judge: the turn that was played against the best ones found."""

from __future__ import annotations

from viae import Game
from viae.analysis.course import Part, course
from viae.analysis.judge import Judge
from viae.analysis.report import Settings
from viae.bots.core.turns import plans
from viae.bots.learned import PLANS
from viae.bots.net import shipped

SETTINGS = Settings(nodes=4, width=2, time=None, seed=0, seat=None)


def played(*entries: str) -> Part:
    game = Game.new("imperium", players=2, seed=4, chance="manual")
    for entry in entries:
        game.play(entry)
    (part,) = course(game)
    assert part.finished
    return part


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
    verdict = Judge(shipped(), SETTINGS).verdict(odd[0], with_before=True)
    assert verdict.options == len(found) + 1
    assert verdict.best.outlook.value(0) >= verdict.after.value(0)


def test_the_order_of_entries_makes_no_other_turn() -> None:
    """The same goods sold and bought: the store is the same afterwards."""
    one = played("play mercator", "sell 1 cloth", "buy 1 brick")
    other = played("play mercator", "buy 1 brick", "sell 1 cloth")
    assert one.after.key() == other.after.key()
    judge = Judge(shipped(), SETTINGS)
    first, second = judge.verdict(one, False), judge.verdict(other, False)
    assert first.options == second.options == len(plans(one.before, PLANS))
    assert first.before is None
    assert first.after.points.tolist() == second.after.points.tolist()
    # Where the turn itself is the best it stands there as it was played.
    for part, verdict in ((one, first), (other, second)):
        if verdict.best.outlook is verdict.after:
            assert verdict.best.codes == part.codes


def test_the_same_turn_gets_the_same_verdict_from_any_judge() -> None:
    part = played("play senator", "done")
    busy = Judge(shipped(), SETTINGS)
    busy.verdict(played("play tribune", "done"), with_before=True)
    first = busy.verdict(part, with_before=True)
    second = Judge(shipped(), SETTINGS).verdict(part, with_before=True)
    assert first.best.codes == second.best.codes
    assert first.after.win.tolist() == second.after.win.tolist()
    assert first.before is not None
    assert second.before is not None
    assert first.before.win.tolist() == second.before.win.tolist()
