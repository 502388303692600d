"""Mercator: income, then up to two trades with the bank, each in another good (R5.4)."""

from typing import Final

from viae.rules import codes, goods
from viae.rules.state import STORE, State, free_spaces, pay, purse


def _trades(kind: int) -> list[list[list[int]]]:
    sales = [codes.sell(n, kind) for n in range(1, STORE + 1)]
    purchases = [codes.buy(n, kind) for n in range(1, STORE + 1)]
    most = range(STORE + 1)
    return [[sales[:held] + purchases[:bought] for bought in most] for held in most]


# TRADES[good][held][most]: every sale of up to `held` and every purchase of up to `most` units.
TRADES: Final = [_trades(kind) for kind in range(goods.KINDS)]


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
            most = coins // price[kind]
            if most > free:
                most = free
            found.extend(TRADES[kind][store >> (kind * 5) & 31][most])
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
