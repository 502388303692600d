"""Diplomats in team play: opponents only, for both, not what the partner chose (R10.9, R10.10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.support import (
    Seat,
    coins,
    deciding,
    hand,
    in_turn,
    offered,
    pile,
    play,
    refused,
    store,
    table,
)
from viae import Game


def diplomat(
    seats: Mapping[int, Seat],
    players: int = 4,
    copied: Mapping[str, Sequence[int]] | None = None,
) -> Game:
    """The first seat of the second half, opposite seat 0, has just played its diplomat."""
    turn = players // 2
    game = table(variant="venus-team", players=players, seats=seats, turn=turn, copied=copied)
    return play(game, f"{turn}: play diplomat")


# R10.9


def test_an_opponents_top_card_never_the_partners() -> None:
    """R10.9: the partner is no opponent."""
    game = diplomat(
        {0: {"pile": ["architect"]}, 1: {"pile": ["mercator"]}, 3: {"pile": ["prefect"]}}
    )
    assert game.legal() == ["copy 1", "copy 3", "done"]
    assert refused(game, "copy 0") == "R10.9"
    assert refused(game, "copy 2") == "R5.9"


def test_with_six_players_all_four_opponents() -> None:
    """R10.9: both other teams."""
    one: Seat = {"pile": ["mercator"]}
    game = diplomat(dict.fromkeys((0, 1, 2, 4, 5), one), players=6)
    assert game.legal() == ["copy 1", "copy 2", "copy 4", "copy 5", "done"]


def test_both_partners_carry_it_out() -> None:
    """R10.9: who copied first, then the partner."""
    game = diplomat({1: {"pile": ["prefect"]}, 0: {"goods": {}}, 2: {"goods": {}}})
    play(game, "2: copy 1", "2: produce syria", "0: produce asia")
    assert store(game, 2) == {"cloth": 1}
    assert store(game, 0) == {"wine": 1}
    assert in_turn(game) == deciding(game) == 3


def test_a_diplomat_left_unused_does_nothing_for_the_partner_either() -> None:
    """R10.9: without `copy` the turn is over."""
    game = diplomat({1: {"pile": ["prefect"]}})
    play(game, "2: done")
    assert in_turn(game) == deciding(game) == 3


def test_a_copied_mercator_pays_both_what_it_says() -> None:
    """R10.9, R5.9: 5 for a bought one."""
    game = diplomat({1: {"pile": ["mercator-1"]}, 0: {"coins": 0}, 2: {"coins": 0}})
    play(game, "2: copy 1", "2: done")
    assert (coins(game, 2), coins(game, 0)) == (5, 5)


def test_a_diplomat_is_not_copied_in_team_play_either() -> None:
    """R10.9, R5.9: an opponent's diplomat."""
    game = diplomat({3: {"pile": ["diplomat"]}})
    assert game.legal() == ["done"]


def chosen_by_two() -> Game:
    """Seat 2 has copied the mercator of seat 1; seat 0 will have a diplomat of its own."""
    game = diplomat(
        {1: {"pile": ["mercator"]}, 0: {"bought": ["diplomat-1"]}, 3: {"pile": ["prefect"]}}
    )
    return play(game, "2: copy 1", "2: done", "0: done")


def test_the_card_one_seat_chose_cannot_be_chosen_by_the_partner() -> None:
    """R10.9: while it is the top of that pile."""
    game = chosen_by_two()
    play(game, "3: play praetor", "3: done", "1: done", "0: play diplomat-1")
    assert game.legal() == ["copy 3", "done"]
    assert refused(game, "copy 1") == "R10.9"


def test_the_same_seat_may_choose_it_again() -> None:
    """R10.9: only the partner is barred."""
    game = diplomat({1: {"pile": ["mercator"]}, 2: {"bought": ["diplomat-1"]}}, copied={"1": [2]})
    assert "copy 1" in game.legal()


def test_opponents_may_choose_it() -> None:
    """R10.9: a third team is not concerned."""
    game = table(
        variant="venus-team",
        players=6,
        turn=5,
        seats={1: {"pile": ["mercator"]}},
        copied={"1": [3]},
    )
    play(game, "5: play diplomat", "5: copy 1", "5: done", "2: done")
    assert game.position()["copied"] == {"1": [3, 5]}


def test_a_new_top_card_clears_it() -> None:
    """R10.9: even a card of the same kind."""
    game = table(
        variant="venus-team",
        players=4,
        turn=3,
        seats={3: {"pile": ["mercator"], "bought": ["mercator-1"]}, 0: {"bought": ["diplomat-1"]}},
        copied={"3": [2]},
    )
    play(game, "3: play mercator-1", "3: done", "1: done", "0: play diplomat-1")
    assert "copy 3" in game.legal()


def test_a_new_top_card_played_as_an_answer_clears_it() -> None:
    """R10.9: seat 3 answers a legatus of seat 1."""
    game = table(
        variant="venus-team",
        players=4,
        turn=1,
        seats={3: {"pile": ["mercator"]}, 0: {"bought": ["diplomat-1"]}},
        copied={"3": [0]},
    )
    play(game, "1: play legatus", "1: done", "3: play praetor", "3: done", "1: done")
    play(game, "2: play diplomat")
    assert "copy 3" in game.legal()


def test_a_tribune_clears_it() -> None:
    """R10.9: the same mercator, played anew after a tribune, is open to the partner."""
    game = table(
        variant="venus-team",
        players=4,
        turn=3,
        seats={3: {"pile": ["mercator"]}},
        copied={"3": [0]},
    )
    play(game, "3: play tribune", "3: done", "1: done")
    for seat, card in ((0, "praetor"), (1, "praetor"), (2, "praetor"), (3, "mercator")):
        play(game, f"{seat}: play {card}", f"{seat}: done", "done")
    play(game, "0: play legatus", "0: done", "2: play diplomat")
    assert "copy 3" in game.legal()


def test_a_tribune_of_the_partner_clears_it_too() -> None:
    """R10.9, R10.3: both piles are taken back."""
    game = table(
        variant="venus-team",
        players=4,
        turn=1,
        seats={3: {"pile": ["mercator"]}},
        copied={"3": [0]},
    )
    play(game, "1: play tribune", "1: done", "3: done")
    assert "copied" not in game.position()


def test_carrying_out_what_the_partner_copied_is_no_choice() -> None:
    """R10.9: seat 0 took part in the copied mercator, and is barred; seat 2, who chose, is not."""
    game = chosen_by_two()
    assert game.position()["copied"] == {"1": [2]}


# R10.10 Copied team cards


def test_a_copied_praetor_works_as_if_played() -> None:
    """R10.10: one card with surcharge for each partner, refilled after both."""
    game = diplomat(
        {1: {"pile": ["praetor"]}, 2: {"goods": {"tool": 2}}, 0: {"goods": {"wine": 2}}}
    )
    play(game, "2: copy 1")
    assert offered(game, "purchase") == ["purchase architect-1"]
    play(game, "2: purchase architect-1")
    assert deciding(game) == 0
    play(game, "0: purchase prefect/architect-1 with wine")
    assert "architect-1" in hand(game, 2)
    assert "prefect/architect-1" in hand(game, 0)
    assert deciding(game) == "*"


def test_a_copied_proconsul_works_as_if_played() -> None:
    """R10.10: the purchase, then the partner plays a card alone, not a legatus."""
    game = diplomat(
        {1: {"pile": ["proconsul-2"]}, 2: {"goods": {"wine": 1}, "coins": 0}, 0: {"coins": 0}}
    )
    play(game, "2: copy 1")
    assert offered(game, "purchase") == ["purchase mercator-1", "purchase prefect/architect-1"]
    play(game, "2: done")
    assert deciding(game) == 0
    assert refused(game, "play legatus") == "R10.7"
    play(game, "0: play mercator", "0: done")
    assert (coins(game, 0), coins(game, 2)) == (3, 0)
    assert pile(game, 0) == ["mercator"]
    assert in_turn(game) == deciding(game) == 3


def test_a_copied_legatus_works_as_if_played() -> None:
    """R10.10: a suggestion, the partner's card, partner first."""
    game = diplomat({1: {"pile": ["legatus"]}, 2: {"goods": {}}, 0: {"goods": {}}})
    play(game, "2: copy 1")
    assert "suggest prefect" in game.legal()
    play(game, "2: suggest prefect", "0: play prefect", "0: produce syria", "2: produce asia")
    assert store(game, 0) == {"cloth": 1}
    assert store(game, 2) == {"wine": 1}
    assert pile(game, 2) == ["diplomat"]
    assert pile(game, 0) == ["prefect"]
    assert in_turn(game) == deciding(game) == 3


def test_a_copied_legatus_may_be_answered_with_a_diplomat() -> None:
    """R10.10, R10.9: who may not choose the legatus the partner just chose."""
    game = diplomat(
        {
            1: {"pile": ["legatus"]},
            3: {"pile": ["mercator"]},
            0: {"bought": ["diplomat-1"], "coins": 0},
        }
    )
    play(game, "2: copy 1", "2: done", "0: play diplomat-1")
    assert game.legal() == ["copy 3", "done"]
    play(game, "0: copy 3")
    assert coins(game, 0) == 3
    play(game, "0: done", "2: done")
    assert in_turn(game) == deciding(game) == 3
