"""Intermediate scoring, an option for the first game (R7)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.support import Seat, coins, deciding, play, table
from viae import Game

ON: dict[str, bool | str] = {"intermediate_scoring": True}
POOR: Seat = {"coins": 0, "goods": {}}  # scores 4: the tribune for two colonists on the board


def about_to_score(scored: Sequence[int | None], own: Seat | None = None) -> Game:
    """Everybody without coins and goods; the first seat without a score is in turn."""
    seats = dict.fromkeys(range(len(scored)), POOR) | {scored.index(None): own or POOR}
    return table(
        players=len(scored), options=ON, scored=scored, turn=scored.index(None), seats=seats
    )


def scored(game: Game) -> list[int | None]:
    return list(game.position()["scored"])


def test_nobody_is_scored_at_the_beginning() -> None:
    """R7: a score comes with the first tribune."""
    assert scored(Game.new(players=3, options=ON)) == [None, None, None]


def test_the_first_tribune_scores_its_player() -> None:
    """R7, R9: 34 coins' worth for Vesta and two colonists for Mars."""
    game = table(options=ON, seats={0: {"pile": ["senator"]}})
    play(game, "0: play tribune", "0: done")
    assert scored(game) == [3 + 4, None, None]


def test_it_scores_cards_and_houses_as_at_the_end() -> None:
    """R7, R9: houses for Jupiter, Saturnus and Mercurius, a specialist for Minerva."""
    own: Seat = {**POOR, "houses": ["massilia", "isca"], "bought": ["mason-1"]}
    game = table(options=ON, seats={0: own})
    expected = game.scores()[0]
    assert expected.gods["minerva"] == 3
    assert (
        expected.total == 2 * 1 + 2 * 2 + 4 + 4 + 3
    )  # jupiter, saturnus, mercurius, mars, minerva
    play(game, "0: play tribune", "0: done")
    assert scored(game)[0] == expected.total


def test_the_coins_of_the_tribune_count() -> None:
    """R7: scored after cards and coins: 18 coins and 2 more are 20 for Vesta."""
    five_cards: Seat = {
        "coins": 18,
        "goods": {},
        "pile": ["prefect", "prefect", "architect", "mercator"],
    }
    game = table(options=ON, seats={0: five_cards})
    play(game, "0: play tribune", "0: done")
    assert scored(game)[0] == 2 + 4


def test_the_colonist_of_the_tribune_does_not_count() -> None:
    """R7: scored before the optional colonist, with the food and the tool still there."""
    game = table(options=ON, seats={0: {"coins": 1, "goods": {"food": 1, "tool": 1}}})
    play(game, "0: play tribune", "0: settle land roma")
    assert scored(game)[0] == 1 + 4


def test_the_second_tribune_scores_nobody() -> None:
    """R7: only the first one."""
    game = table(options=ON, scored=[17, None, None])
    play(game, "0: play tribune", "0: done")
    assert scored(game) == [17, None, None]


def test_other_cards_score_nobody() -> None:
    """R7: it takes a tribune."""
    game = table(options=ON)
    play(game, "0: play mercator", "0: done")
    assert scored(game) == [None, None, None]


def test_no_award_before_everybody_is_scored() -> None:
    """R7: the second of three waits."""
    game = about_to_score([9, None, None])
    play(game, "1: play tribune", "1: done")
    assert [coins(game, seat) for seat in range(3)] == [0, 0, 0]
    assert scored(game) == [9, 4, None]


@pytest.mark.parametrize(
    ("before", "award"),
    [
        ([5, None, 9], [1, 0, 2]),
        ([2, None, 3], [0, 2, 1]),
        ([9, None, 9], [2, 1, 2]),  # two on top, and the next score still gets a coin
        ([9, None, 4], [2, 1, 1]),  # two in second place
        ([4, None, 1], [2, 2, 1]),
        ([4, None, 4], [2, 2, 2]),
        ([9, 9, None, 4, 1], [2, 2, 1, 1, 0]),
        ([9, 8, 7, None], [2, 1, 0, 0]),
        ([None, 9], [1, 2]),
        ([None, 4], [2, 2]),
    ],
)
def test_two_coins_for_the_best_and_one_for_the_second(
    before: list[int | None], award: list[int]
) -> None:
    """R7: ties all alike; the player in turn comes out with 4 points."""
    game = about_to_score(before)
    play(game, "play tribune", "done")
    assert [coins(game, seat) for seat in range(len(before))] == award


def test_the_award_is_paid_at_once() -> None:
    """R7: before the last player decides about a colonist."""
    game = about_to_score([5, 9, None], {"coins": 0, "goods": {"food": 1, "tool": 1}})
    play(game, "2: play tribune")
    assert [coins(game, seat) for seat in range(3)] == [1, 2, 0]
    assert deciding(game) == 2
    assert "settle land roma" in game.legal()


def test_scores_are_set_back_to_zero_and_never_paid_again() -> None:
    """R7: later tribunes change nothing."""
    game = about_to_score([5, 9, None])
    play(game, "2: play tribune", "2: done")
    assert scored(game) == [0, 0, 0]
    play(
        game,
        "0: play tribune",
        "0: done",
        "1: play tribune",
        "1: done",
        "2: play tribune",
        "2: done",
    )
    assert scored(game) == [0, 0, 0]
    assert [coins(game, seat) for seat in range(3)] == [1, 2, 0]


def test_the_points_of_the_end_do_not_contain_it() -> None:
    """R7: the final scoring begins at 0."""
    game = about_to_score([50, 90, None])
    before = [one.total for one in game.scores()]
    play(game, "2: play tribune", "2: done")
    assert [one.total for one in game.scores()] == before


def test_without_the_option_nothing_is_scored() -> None:
    """R7, R1.3: the default."""
    game = table(players=2, seats=dict.fromkeys(range(2), POOR))
    play(game, "0: play tribune", "0: done", "1: play tribune", "1: done")
    assert "scored" not in game.position()
    assert coins(game, 0) == coins(game, 1) == 0
