"""Double cards: one of two personalities (R5.11)."""

from __future__ import annotations

import pytest

from tests.support import coins, in_turn, offered, pile, play, refused, store, table

SIDES = {
    "prefect/architect-1": ("architect", "prefect"),
    "architect/mercator-2": ("architect", "mercator"),
    "prefect/mercator-3": ("mercator", "prefect"),
}
FIRST_ENTRY = {
    "architect": "move land roma aquileia~roma",
    "prefect": "produce syria",
    "mercator": "sell 1 wine",
}


@pytest.mark.parametrize(("card", "sides"), SIDES.items())
def test_one_of_the_two_is_chosen(card: str, sides: tuple[str, str]) -> None:
    """R5.11: the entry names the side; it is carried out like that card."""
    game = table(variant="venus", seats={0: {"bought": [card]}})
    assert [entry for entry in game.legal() if card in entry] == [
        f"play {card} as {side}" for side in sides
    ]
    for side in sides:
        one = game.copy()
        play(one, f"0: play {card} as {side}")
        assert FIRST_ENTRY[side] in one.legal()
        other = next(name for name in sides if name != side)
        assert FIRST_ENTRY[other] not in one.legal()
        assert pile(one, 0) == [card]


def test_the_side_must_be_named_and_must_be_there() -> None:
    """R5.11: neither without a side nor as something else; a plain card takes no side."""
    game = table(variant="venus", seats={0: {"bought": ["prefect/architect-1"]}})
    assert refused(game, "play prefect/architect-1") == "R5.11"
    assert refused(game, "play prefect/architect-1 as mercator") == "R5.11"
    assert refused(game, "play prefect as prefect") == "R5.11"


@pytest.mark.parametrize("card", ["architect/mercator-2", "prefect/mercator-3"])
def test_the_mercator_side_pays_five(card: str) -> None:
    """R5.11: as a bought mercator."""
    game = table(variant="venus", seats={0: {"coins": 0, "bought": [card]}})
    play(game, f"0: play {card} as mercator")
    assert coins(game, 0) == 5


@pytest.mark.parametrize(("card", "sides"), SIDES.items())
def test_copied_the_choice_is_made_anew(card: str, sides: tuple[str, str]) -> None:
    """R5.11: whatever the other player chose."""
    game = table(variant="venus", players=3, seats={2: {"bought": [card]}}, turn=2)
    play(game, f"2: play {card} as {sides[0]}")
    while in_turn(game) == 2:
        play(game, "produce italia" if offered(game, "produce") else "done")
    play(game, "0: play diplomat")
    assert offered(game, "copy") == [f"copy 2 as {side}" for side in sides]
    assert refused(game, "copy 2") == "R5.11"
    for side in sides:
        assert FIRST_ENTRY[side] in play(game.copy(), f"0: copy 2 as {side}").legal()


@pytest.mark.parametrize(("card", "sides"), SIDES.items())
def test_repeated_the_choice_is_made_anew(card: str, sides: tuple[str, str]) -> None:
    """R5.11: the magister names a side of its own."""
    game = table(variant="venus", seats={0: {"pile": [card]}})
    play(game, "0: play magister")
    assert offered(game, "repeat") == [f"repeat as {side}" for side in sides]
    assert refused(game, "repeat") == "R5.11"
    for side in sides:
        assert FIRST_ENTRY[side] in play(game.copy(), f"0: repeat as {side}").legal()


def test_a_copied_magister_repeats_a_double_card_with_a_side() -> None:
    """R5.11, R5.10: the double card lies below the diplomat; its mercator side pays 5 again."""
    game = table(
        variant="venus",
        seats={0: {"coins": 0, "pile": ["prefect/mercator-3"]}, 1: {"pile": ["magister"]}},
    )
    play(game, "0: play diplomat", "0: copy 1", "0: repeat as mercator")
    assert coins(game, 0) == 5


def test_a_copied_mercator_side_pays_five() -> None:
    """R5.11, R5.9: what the copied card says."""
    game = table(variant="venus", seats={0: {"coins": 0}, 1: {"pile": ["architect/mercator-2"]}})
    play(game, "0: play diplomat", "0: copy 1 as mercator", "0: sell 1 cloth", "0: done")
    assert coins(game, 0) == 5 + 7
    assert store(game, 0) == {"brick": 1, "food": 2, "tool": 1, "wine": 1}
