"""What every player can expect at a moment: the net's word, and that after a simulated round.

The net judges well what is near. So a simulation lets everybody play one more turn as the net
would, with other cards each time, and takes what the net says then; where the game ends before, its
result counts. Everything here is plain Python, so that it runs in a browser, too.
"""

from __future__ import annotations

from operator import add
from typing import TYPE_CHECKING, Final, NamedTuple

from viae.analysis.calibration import corrected, kind_of, powers
from viae.bots.core.features import row
from viae.bots.core.turns import plans
from viae.bots.evaluation import (
    MARGIN,
    POINTS,
    POINTS_SCALE,
    WIN,
    Evaluator,
    highest,
    noise,
    outcome,
    values_of,
)
from viae.bots.learned import PLANS, plan_outputs
from viae.rules import roles, score
from viae.rules.bits import count
from viae.rules.playout import Dice
from viae.rules.state import begins_turn
from viae.rules.turn import apply, legal

if TYPE_CHECKING:
    from viae.rules.state import State

LEAD: Final = 0.01  # what a point counts beside the chance to win
BLUR: Final = 0.01  # of the choices on the way: people do not play as the net would
LEAST: Final = 1e-6  # a chance, so that there is something to divide by
MOST_REPLIES: Final = 600  # that are kept

Numbers = tuple[float, ...]


class Outlook(NamedTuple):
    """What is to be expected, by side or by seat."""

    win: Numbers  # of each side; they add up to 1
    margin: Numbers  # of each seat, as the net gives it: 0.5 is level
    points: Numbers  # of each seat

    def value(self, seat: int) -> float:
        """How good that is for a seat: half the chance to win, half the lead in points.

        Bots bend the lead, so that a large one hardly counts; here it counts in full, so that turns
        of somebody who is far behind, or ahead, are told apart as well.
        """
        side = seat % len(self.win)
        return 0.5 * (self.win[side] + 0.5 + LEAD * self.lead(side))

    def lead(self, side: int) -> float:
        """The points of a side beyond those of the strongest other one."""
        others = [self.side_points(other) for other in range(len(self.win)) if other != side]
        return self.side_points(side) - max(others)

    def side_points(self, side: int) -> float:
        """The points of a player, or in team play of both partners."""
        return sum(self.points[side :: len(self.win)])


class Sample(NamedTuple):
    """One way in which it may go on: what is to be expected there, and how things stand."""

    outlook: Outlook
    facts: Numbers


def is_decided(state: State) -> bool:
    """Whether the game is over, but perhaps for cards that nobody can buy any more."""
    return state.decision == roles.OVER or (
        state.decision == roles.REVEAL and state.last_turns == 1
    )


def assess(net: Evaluator, state: State, correct: bool = True) -> Outlook:
    """What the net says of a moment, or the result of the game.

    Chances are corrected as far as the net is known to be too sure or not sure enough.
    """
    seats = range(state.setup.players)
    sides = state.setup.sides
    if is_decided(state):
        found = [outcome(state, seat) for seat in seats]
        chances = [found[side][WIN] for side in range(sides)]
        points = tuple([float(score.total(state, seat)) for seat in seats])
        return Outlook(tuple(chances), tuple([one[MARGIN] for one in found]), points)
    outputs = net.evaluate(b"".join([row(state, seat) for seat in seats]))
    chances = [LEAST] * sides
    for seat, one in enumerate(outputs):
        chances[seat % sides] += max(one[WIN], LEAST)
    power = powers().get(kind_of(state), 1.0) if correct else 1.0
    total = sum(chances)
    return Outlook(
        corrected([chance / total for chance in chances], power),
        tuple([one[MARGIN] for one in outputs]),
        tuple([POINTS_SCALE * one[POINTS] for one in outputs]),
    )


class Simulator:
    """Plays on as the net would; what was worked out for a moment is kept for a while."""

    def __init__(self, net: Evaluator) -> None:
        self.net = net
        self._replies: dict[tuple[object, ...], tuple[list[list[int]], list[float]]] = {}

    def sample(self, state: State, seat: int, luck: int) -> Sample:
        """One way in which it may go on from here, until everybody had another turn."""
        after = self.play_on(state, luck)
        return Sample(assess(self.net, after), facts_of(after, seat))

    def play_on(self, state: State, luck: int, path: list[tuple[int, int]] | None = None) -> State:
        """The state a round later, or at the end of the game; `path` gets actors and codes."""
        dice = Dice(luck)
        blur = noise(luck)
        inside = not begins_turn(state) and state.actor != roles.CHANCE
        left = state.setup.players + (1 if inside else 0)
        state = state.copy()
        while left and not is_decided(state):
            if state.actor == roles.CHANCE:
                drawn = legal(state)
                chosen = [drawn[dice.below(len(drawn))]]
            else:
                turns, values = self._reply(state)
                luckily = map(add, values, blur.gumbel(BLUR, len(values)))
                chosen = turns[highest(luckily)]
            turn = state.turn
            actor = state.actor
            for code in chosen:
                if path is not None:
                    path.append((state.actor, code))
                apply(state, code)
            if actor != roles.CHANCE and (state.turn != turn or state.actor == roles.CHANCE):
                left -= 1
        return state

    def _reply(self, state: State) -> tuple[list[list[int]], list[float]]:
        key = state.key()
        reply = self._replies.get(key)
        if reply is None:
            found = plans(state, PLANS)
            values = values_of(plan_outputs(self.net, state, found, state.actor))
            reply = [plan.codes for plan in found], values
            if len(self._replies) >= MOST_REPLIES:
                self._replies.clear()
            self._replies[key] = reply
        return reply


# Facts: how a side stands, in the order of these names after the points by god.
FACTS: Final = ("houses", "colonists", "cards", "coins", "goods", "tempo", "end")


def facts_of(state: State, seat: int) -> Numbers:
    """How the side of a seat stands: points by god, then `FACTS`; only `tempo` is the seat's."""
    setup = state.setup
    gods = [0.0] * len(roles.GODS)
    houses = colonists = cards = coins = worth = 0
    for own in range(seat % setup.sides, setup.players, setup.sides):
        for god, points in enumerate(score.by_god(state, own)):
            gods[god] += points
        houses += count(state.houses[own])
        colonists += len(state.land[own]) + len(state.sea[own])
        cards += count(state.owned[own])
        coins += state.coins[own]
        worth += setup.terms.value(state.goods[own])
    ended = 1.0 if state.decision == roles.OVER or state.last_turns >= 0 else 0.0
    tempo = count(state.hands[seat])
    return (*gods, *map(float, (houses, colonists, cards, coins, worth, tempo)), ended)
