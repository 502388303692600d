"""Colonist: place colonists from the store, or take coins for those on the board (R5.5)."""

from typing import Final

from viae.rules import codes, goods
from viae.rules.bits import members
from viae.rules.state import COLONISTS, State, insert

COST: Final = 1 << (goods.FOOD * goods.FIELD) | 1 << (goods.TOOL * goods.FIELD)


def affordable(state: State, seat: int) -> bool:
    """Whether the seat has the food and the tool for a colonist."""
    return (state.goods[seat] | goods.GUARD) - COST & goods.GUARD == goods.GUARD


def place(state: State, seat: int, code: int) -> None:
    """Pay for a colonist and put it in a city; a space of the store becomes free."""
    state.goods[seat] -= COST
    city = code & 1023
    if code >> 10 & 1 == codes.LAND:
        state.land[seat] = insert(state.land[seat], city)
    else:
        state.sea[seat] = insert(state.sea[seat], city)


def legal(state: State) -> list[int]:
    """Either the coins, or colonists one by one."""
    seat = state.actor
    found = [codes.DONE_CODE if state.used else codes.CASH_CODE]
    if affordable(state, seat):
        atlas = state.setup.atlas
        homes = state.houses[seat] | 1 << atlas.capital
        cities = members(homes)
        if len(state.land[seat]) < COLONISTS:
            by_city = atlas.settle_codes[codes.LAND]
            found += [by_city[city] for city in cities]
        if len(state.sea[seat]) < COLONISTS:
            by_city = atlas.settle_codes[codes.SEA]
            found += [by_city[city] for city in cities]
    return found


def apply(state: State, code: int) -> bool:
    """Take the coins, place one more, or stop placing."""
    seat = state.actor
    if code == codes.DONE_CODE:
        return True
    if code == codes.CASH_CODE:
        on_board = len(state.land[seat]) + len(state.sea[seat])
        if state.setup.terms.double_colonist_income:
            state.coins[seat] += 2 * on_board
        else:
            state.coins[seat] += 5 + on_board
        return True
    place(state, seat, code)
    state.used += 1
    return False
