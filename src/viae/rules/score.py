"""Scoring: the points of a seat god by god, of a team, and who wins (R9)."""

from typing import Final

from viae.rules import roles
from viae.rules.state import State

CONCORDIA_POINTS: Final = 7


def by_god(state: State, seat: int) -> list[int]:
    """Points in the order of `roles.GODS`, if the game were scored now."""
    setup = state.setup
    faces = setup.faces
    owned = state.owned[seat]
    houses = state.houses[seat]
    cards = [(owned & mask).bit_count() for mask in faces.god_masks]
    wealth = state.coins[seat] + setup.terms.value(state.goods[seat])
    kinds = 0
    for mask in setup.good_masks:
        if houses & mask:
            kinds += 1
    provinces = 0
    # R9.4: provinces with two own houses (15 houses make 14 points at the most); in team play
    # provinces with a house of both partners.
    shared = 0
    other = state.houses[setup.partner[seat]]
    for mask in setup.atlas.province_masks:
        here = houses & mask
        if here:
            provinces += 1
            if setup.team:
                if other & mask:
                    shared += 1
            elif here & (here - 1):
                shared += 2
    minerva = 0
    for card in faces.specialists:
        if owned >> card & 1:
            minerva += (
                faces.points[card] * (houses & setup.good_masks[faces.good[card]]).bit_count()
            )
    return [
        cards[roles.VESTA] * (wealth // 10),
        cards[roles.JUPITER] * (houses & ~setup.good_masks[0]).bit_count(),
        cards[roles.SATURNUS] * provinces,
        cards[roles.MERCURIUS] * 2 * kinds,
        cards[roles.MARS] * 2 * (len(state.land[seat]) + len(state.sea[seat])),
        minerva,
        cards[roles.VENUS] * shared,
        CONCORDIA_POINTS if state.concordia == seat else 0,
    ]


def total(state: State, seat: int) -> int:
    """All points of a seat."""
    return sum(by_god(state, seat))


def totals(state: State) -> list[int]:
    """The points of every side: of each player, or in team play of each team (R9.10)."""
    setup = state.setup
    points = [total(state, seat) for seat in range(setup.players)]
    if setup.team:
        half = setup.sides
        return [points[team] + points[team + half] for team in range(half)]
    return points


def winner(state: State) -> int:
    """The side that is ahead; ties go by the Praefectus Magnus, to the right (R9.11)."""
    points = totals(state)
    best = max(points)
    seat = state.magnus
    while points[seat % state.setup.sides] != best:
        seat = (seat - 1) % state.setup.players
    return seat % state.setup.sides
