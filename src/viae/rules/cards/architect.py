"""Architect: move colonists, then build houses in the cities beside them (R5.2)."""

from typing import Final

from viae.rules import codes, goods
from viae.rules.atlas import Reach
from viae.rules.bits import members
from viae.rules.state import HOUSES, State, insert, pay, purse, trigger_end

# Every house costs food or brick: without both there is nothing to look for.
SINE_QUA_NON: Final = 31 << (goods.FIELD * goods.BRICK) | 31 << (goods.FIELD * goods.FOOD)


def begin(state: State) -> None:
    """As many steps as own colonists on the board, none of which has moved."""
    seat = state.actor
    state.idle_land = state.land[seat]
    state.idle_sea = state.sea[seat]
    state.steps = len(state.idle_land) + len(state.idle_sea)
    state.building = False


def legal(state: State) -> list[int]:
    """Moves while nothing is built, every house that can be paid, and done."""
    found = [codes.DONE_CODE]
    if not state.building and state.steps > 0:
        steps = state.steps
        reach = state.setup.atlas.reach
        _moves(found, state.idle_land, reach[codes.LAND], steps, state.occupied_land)
        _moves(found, state.idle_sea, reach[codes.SEA], steps, state.occupied_sea)
    _builds(found, state)
    return found


def _moves(
    found: list[int],
    idle: tuple[int, ...],
    reach: list[list[Reach]],
    steps: int,
    occupied: int,
) -> None:
    last = -1
    for place in idle:
        if place == last:  # equal colonists in one city are one entry
            continue
        last = place
        near = reach[place][steps]
        first = len(found)
        found.extend(near.codes)
        taken = near.mask & occupied
        if taken:
            for path in members(taken):  # ascending, so each one moves the later ones up
                found.pop(first + near.rank[path])
                first -= 1


def reachable_cities(state: State, seat: int) -> int:
    """Mask of the cities beside own colonists where the seat has no house yet."""
    atlas = state.setup.atlas
    near = 0
    ends = atlas.ends[codes.LAND]
    for place in state.land[seat]:
        near |= ends[place]
    ends = atlas.ends[codes.SEA]
    for place in state.sea[seat]:
        near |= ends[place]
    return near & ~(state.houses[seat] | 1 << atlas.capital)


def _builds(found: list[int], state: State) -> None:
    seat = state.actor
    if state.goods[seat] & SINE_QUA_NON == 0:
        return
    near = reachable_cities(state, seat)
    # Only once the Concordia card is given can somebody have built all houses (R8.1).
    if near == 0 or (state.concordia >= 0 and state.houses[seat].bit_count() >= HOUSES):
        return
    setup = state.setup
    crowd = state.crowd
    guarded = state.goods[seat] | goods.GUARD
    coins = purse(state, seat)
    for city in members(near):
        if (
            guarded - setup.house_cost[city] & goods.GUARD == goods.GUARD
            and setup.house_coins[city] * (crowd[city] + 1) <= coins
        ):
            found.append(setup.atlas.build_codes[city])


def apply(state: State, code: int) -> bool:
    """Move one colonist, build one house, or end the architect."""
    if code == codes.DONE_CODE:
        return True
    if code >> codes.SHIFT == codes.MOVE:
        _move(state, code)
    else:
        _build(state, code & codes.OPERANDS)
    return False


def _move(state: State, code: int) -> None:
    seat = state.actor
    path = code & 1023
    start = code >> 10 & 1023
    kind = code >> 20 & 1
    atlas = state.setup.atlas
    state.steps -= atlas.distance[kind][start][path]
    cities = atlas.cities
    if kind == codes.LAND:
        state.idle_land = _without(state.idle_land, start)
        state.land[seat] = insert(_without(state.land[seat], start), cities + path)
        if start >= cities:
            state.occupied_land ^= 1 << (start - cities)
        state.occupied_land |= 1 << path
    else:
        state.idle_sea = _without(state.idle_sea, start)
        state.sea[seat] = insert(_without(state.sea[seat], start), cities + path)
        if start >= cities:
            state.occupied_sea ^= 1 << (start - cities)
        state.occupied_sea |= 1 << path


def _without(places: tuple[int, ...], place: int) -> tuple[int, ...]:
    at = 0
    while places[at] != place:
        at += 1
    return places[:at] + places[at + 1 :]


def _build(state: State, city: int) -> None:
    seat = state.actor
    setup = state.setup
    houses = state.crowd[city] + 1
    state.goods[seat] -= setup.house_cost[city]
    pay(state, seat, setup.house_coins[city] * houses)
    state.crowd[city] = houses
    state.houses[seat] |= 1 << city
    state.building = True
    if state.houses[seat].bit_count() == HOUSES:
        trigger_end(state, seat)
