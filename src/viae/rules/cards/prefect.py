"""Prefect: let a province produce, or collect the coins on the markers (R5.3, R6)."""

from viae.rules import codes, roles
from viae.rules.bits import members
from viae.rules.frames import frame
from viae.rules.state import State, receive


def legal(state: State) -> list[int]:
    """The provinces whose marker shows goods; collecting if any marker shows coins."""
    found = state.setup.atlas.produce_codes[:]
    if state.markers:
        found.append(codes.COLLECT_CODE)
        for gone, province in enumerate(members(state.markers)):
            found.pop(province - gone)
    return found


def apply(state: State, code: int) -> bool:
    """Produce or collect; either ends the prefect."""
    if code == codes.COLLECT_CODE:
        _collect(state)
    else:
        _produce(state, code & codes.OPERANDS)
    return True


def _collect(state: State) -> None:
    coins = 0
    for province in members(state.markers):
        coins += state.setup.marker_coins[province]
    state.coins[state.actor] += coins
    state.markers = 0


def _produce(state: State, province: int) -> None:
    """The bonus to the actor, a good to the owner of each house, as one batch for each player.

    Those who must choose what to take do so in clockwise order from the actor (R3.3).
    """
    setup = state.setup
    actor = state.actor
    state.markers |= 1 << province
    bonus = 1 << (setup.marker_good[province] * 5)
    if state.magnus == actor:  # R6: doubled without a choice, passed on at the end of the turn
        bonus += bonus
        state.magnus_used = True
    mask = setup.atlas.province_masks[province]
    choices: list[int] = []
    for step in range(setup.players):
        seat = (actor + step) % setup.players
        batch = bonus if step == 0 else 0
        houses = state.houses[seat] & mask
        if houses:
            for city in setup.atlas.province_members[province]:
                if houses >> city & 1:
                    batch += setup.city_unit[city]
        if batch and not receive(state, seat, batch):
            choices.append(frame(roles.KEEP, seat, 0, batch))
    choices.reverse()
    state.pending += choices
