"""Specialists: each own house in a city of the good gives one unit (R5.8)."""

from viae.rules import goods
from viae.rules.state import State, receive


def begin(state: State) -> None:
    """Produce at once: goods of one kind leave no choice."""
    seat = state.actor
    kind = state.detail
    houses = (state.houses[seat] & state.setup.good_masks[kind]).bit_count()
    if houses:
        receive(state, seat, houses * goods.unit(kind))
