"""Hidden information: what others hold in their hands shows nowhere."""

from __future__ import annotations

import pytest

from tests.table.kit import walk
from viae.rules.bits import difference, members, single, union
from viae.rules.state import State
from viae.table.game import TableGame
from viae.table.terms import TableTerms

HIDDEN = TableTerms(live_score=False, open_hands=False)


def exchange(state: State, one: int, other: int) -> bool:
    """Let two seats exchange cards of their hands; False if both hold the same."""
    gifts = members(difference(state.hands[one], state.owned[other]))
    returns = members(difference(state.hands[other], state.owned[one]))
    if not gifts or not returns:
        return False
    given, taken = single(gifts[0]), single(returns[0])
    for cards in (state.hands, state.owned):
        cards[one] = union(difference(cards[one], given), taken)
        cards[other] = union(difference(cards[other], taken), given)
    return True


def seen_by(game: TableGame, seat: int) -> list[object]:
    """All that the owner of a seat is shown."""
    shown: list[object] = [game.view(), game.cards([seat])]
    if game.decides([seat]):
        shown.append(game.options())
    return shown


@pytest.mark.parametrize(("variant", "players"), [("concordia", 3), ("venus", 4), ("concordia", 5)])
def test_a_seat_sees_the_same_whatever_others_hold(variant: str, players: int) -> None:
    compared = 0
    for game in walk(variant, players, 8)[:-1:3]:
        game.terms = HIDDEN
        for seat in range(players):
            one, other = (seat + 1) % players, (seat + 2) % players
            changed = game.copy()
            if exchange(changed.state, one, other):
                assert changed.state.hands != game.state.hands
                assert seen_by(changed, seat) == seen_by(game, seat)
                compared += 1
    assert compared > 50


def test_a_spectator_sees_the_same_whatever_the_seats_hold() -> None:
    compared = 0
    for game in walk("venus", 4, 9)[:-1:5]:
        game.terms = HIDDEN
        before = game.view()
        for one in range(4):
            changed = game.copy()
            if exchange(changed.state, one, (one + 1) % 4):
                assert changed.view() == before
                compared += 1
    assert compared > 50


def test_open_hands_show_the_exchange() -> None:
    game = walk("venus", 4, 9)[200]
    changed = game.copy()
    assert exchange(changed.state, 0, 1)
    assert changed.view(False, True) != game.view(False, True)
