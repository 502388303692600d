"""Evaluation: matches of the net in training against the greedy bot and earlier nets."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Final, NamedTuple

from viae.bots.core.judgement import JUDGEMENT, best, remaining
from viae.bots.core.turns import plans
from viae.bots.evaluation import highest
from viae.bots.learned import plan_values
from viae.bots.net import Net
from viae.learn.tables import terms_of
from viae.rules import roles, score
from viae.rules.playout import Dice, random_start
from viae.rules.turn import apply, legal

if TYPE_CHECKING:
    from viae.rules.state import State

PLANS: Final = 1000
TURNS: Final = 60  # of each player, after which a game is scored as it stands


class Duel(NamedTuple):
    """One side against all others on imperium; an opponent without weights is greedy."""

    variant: str
    players: int
    weights: bytes
    opponent: bytes | None
    number: int  # of the game: the deal, and where the one sits


def play_duel(duel: Duel) -> tuple[bool, int]:
    """Whether the one side won, and its points."""
    gc.disable()
    one = Net.load(duel.weights)
    others = None if duel.opponent is None else Net.load(duel.opponent)
    terms = terms_of("imperium", duel.variant, duel.players)
    deal, side = divmod(duel.number, terms.sides)
    dice = Dice(0x5EED + deal)
    state = random_start(terms, dice)
    turns = 0
    while state.decision != roles.OVER and turns < TURNS * duel.players:
        if state.actor == roles.CHANCE:
            found = legal(state)
            apply(state, found[dice.below(len(found))])
        else:
            state = _turn(state, one if state.actor % terms.sides == side else others)
            turns += 1
    return score.winner(state) == side, score.totals(state)[side]


def _turn(state: State, net: Net | None) -> State:
    found = plans(state, PLANS)
    if net is None:
        chosen = best(found, state.actor, JUDGEMENT, remaining(state))
    else:
        chosen = highest(plan_values(net, state, found, state.actor))
    return found[chosen].state
