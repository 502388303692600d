"""Mercator: income, then up to two trades with the bank, each in another good (R5.4)."""

from typing import Final

from viae.rules import codes, goods
from viae.rules.state import State, free_spaces, pay, purse

TRADES: Final = 2

# SELLS[good][n], BUYS[good][n]: the codes for 1 … n units.
SELLS: Final = [
    [[codes.sell(n, kind) for n in range(1, most + 1)] for most in range(13)] for kind in range(5)
]
BUYS: Final = [
    [[codes.buy(n, kind) for n in range(1, most + 1)] for most in range(13)] for kind in range(5)
]


def begin(state: State) -> None:
    """The card's income comes first (R10.4: in team play to each when their part begins)."""
    state.coins[state.actor] += state.detail


def legal(state: State) -> list[int]:
    """Any number of units of each good not traded yet, within coins and store."""
    seat = state.actor
    store = state.goods[seat]
    coins = purse(state, seat)
    free = free_spaces(state, seat)
    price = state.setup.price
    found = [codes.DONE_CODE]
    for kind in range(goods.KINDS):
        if not state.used >> kind & 1:
            held = store >> (kind * 5) & 31
            if held:
                found += SELLS[kind][held]
            most = coins // price[kind]
            if most > free:
                most = free
            if most:
                found += BUYS[kind][most]
    return found


def apply(state: State, code: int) -> bool:
    """One trade; the second one ends the mercator."""
    if code == codes.DONE_CODE:
        return True
    seat = state.actor
    kind = code & 7
    number = code >> 3 & 31
    coins = number * state.setup.price[kind]
    if code >> codes.SHIFT == codes.SELL:
        state.goods[seat] -= number << (kind * 5)
        state.coins[seat] += coins
    else:
        state.goods[seat] += number << (kind * 5)
        pay(state, seat, coins)
    if state.used:
        return True
    state.used = 1 << kind
    return False
