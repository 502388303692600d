"""What a bot is given: the open game, the legal entries as codes and texts, what would follow."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import viae
from tests.bots.asking import observe
from viae import Game, IllegalEntry, InvalidEntry
from viae.bots import Course, Observation
from viae.rules.turn import legal


def teams() -> Game:
    return Game.new(variant="venus-team", players=4, seed=2)


def test_the_texts_are_those_of_the_codes_in_their_order() -> None:
    game = Game.new(seed=3)
    seen = observe(game)
    assert sorted(seen.entries) == game.legal()
    assert [seen.code(text) for text in seen.entries] == seen.legal
    assert [seen.show(code) for code in seen.legal] == seen.entries
    assert seen.entries is seen.entries  # made once


@pytest.mark.parametrize("text", ["play prefect", "  PLAY   Prefect ", "0: play prefect"])
def test_a_text_is_read_forgivingly(text: str) -> None:
    seen = observe(Game.new(seed=3))
    assert seen.show(seen.code(text)) == "play prefect"


@pytest.mark.parametrize("text", ["build massilia", "play consul-2", "1: play prefect"])
def test_an_entry_that_is_not_legal_now_is_refused(text: str) -> None:
    seen = observe(Game.new(seed=3))
    with pytest.raises(IllegalEntry, match="not legal now") as problem:
        seen.code(text)
    assert problem.value.legal == seen.entries


def test_a_text_that_is_no_entry_is_told_apart() -> None:
    with pytest.raises(InvalidEntry, match="unknown verb"):
        observe(Game.new(seed=3)).code("dance")


def test_what_would_follow_is_a_state_of_its_own() -> None:
    game = Game.new(seed=3)
    seen = observe(game)
    before = seen.state.key()
    after = seen.after("play prefect")
    assert seen.state.key() == before
    assert after.key() == seen.after(seen.code("play prefect")).key()
    game.play("play prefect")
    assert after.key() == game.state.key()
    assert seen.at(after).legal == legal(game.state)
    assert seen.at(after).seat == seen.seat


def test_points_are_those_of_the_side() -> None:
    game = Game.new(seed=3)
    seen = observe(game)
    assert seen.points() == game.scores()[0].total
    team = teams()
    assert observe(team).points() == sum(team.scores()[seat].total for seat in (0, 2))
    assert observe(team).points(team.state) == observe(team).points()


def test_the_lead_is_over_the_best_other_side() -> None:
    game = Game.new(players=3, seed=3)
    position = game.position()
    position["players"][1]["coins"] = 40
    game = Game.from_position(position)
    points = [score.total for score in game.scores()]
    assert observe(game).lead() == points[0] - points[1] < 0
    team = teams()
    assert observe(team).lead() == 0


def test_a_course_tells_codes_and_texts_alike() -> None:
    game = Game.new(seed=3)
    start = game.state.copy()
    codes: list[tuple[int, int]] = []
    for text in ("play prefect", "produce gallia"):
        codes.append((0, observe(game).code(text)))
        game.play(text)
    assert Course(start, codes).texts() == Course(start, game.entries).texts() == game.entries


def test_an_observation_cannot_grow_by_accident() -> None:
    seen = observe(Game.new(seed=3))
    with pytest.raises(AttributeError):
        seen.memory = 3  # type: ignore[attr-defined]


def test_nothing_in_an_observation_tells_the_order_of_unseen_cards() -> None:
    """Two games that differ only in the cards still to come look the same."""
    one, other = (Game.from_position(Game.new(seed=3).position(), seed=seed) for seed in (1, 2))
    assert observe(one).state.key() == observe(other).state.key()
    assert set(Observation.__slots__) == {"_entries", "course", "legal", "seat", "state", "time"}


def test_a_list_of_bots_does_not_load_the_rules() -> None:
    program = (
        "import sys; from viae.bots import bot_names; bot_names();"
        "print([m for m in sys.modules if m.startswith('viae.rules')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(Path(viae.__file__).parents[1])},
    )
    assert done.stdout.strip() == "[]"


def test_the_package_exports_what_it_says() -> None:
    import viae.bots

    for name in viae.bots.__all__:
        assert getattr(viae.bots, name) is not None
        assert name in dir(viae.bots)
    with pytest.raises(AttributeError, match="no attribute 'oracle'"):
        _ = viae.bots.oracle
