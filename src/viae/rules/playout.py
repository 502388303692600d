"""Dice and playouts: random games inside the compiled core.

The rules themselves know no chance but the entries of the actor *chance*; whoever plays brings the
dice. `Dice` is one small generator used everywhere, so that a seed means the same game in the
library, on the command line, interpreted and compiled.
"""

from viae.rules import goods, roles
from viae.rules.deal import first_state
from viae.rules.faces import DISPLAY
from viae.rules.setup import Setup
from viae.rules.state import State
from viae.rules.terms import Terms
from viae.rules.turn import apply, legal


class Dice:
    """Marsaglia's xorshift generator of four 32-bit words, period 2**128 - 1.

    Shifts and xors of such words stay on the compiled engine's fast path for integers.
    """

    __slots__ = ("w", "x", "y", "z")

    def __init__(self, seed: int) -> None:
        # Turns any seed into four unrelated words, even if seeds are close to each other.
        mixed = seed
        words: list[int] = []
        for number in range(4):
            mixed = (mixed ^ mixed >> 31) * 0x9E3779B97F4A7C15 + number & 0xFFFFFFFFFFFFFFFF
            words.append((mixed ^ mixed >> 29) >> 16 & 0xFFFFFFFF)
        self.x: int = words[0]
        self.y: int = words[1]
        self.z: int = words[2]
        self.w: int = words[3] | 1  # not all words may be zero

    def roll(self) -> int:
        """The next number, from 0 to 2**32 - 1."""
        spun = self.x ^ (self.x << 11 & 0xFFFFFFFF)
        self.x = self.y
        self.y = self.z
        self.z = self.w
        self.w = self.w ^ (self.w >> 19) ^ spun ^ (spun >> 8)
        return self.w

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1."""
        return self.roll() % limit

    def shuffle(self, values: list[int]) -> None:
        """Every order equally likely (Fisher and Yates), in place."""
        for last in range(len(values) - 1, 0, -1):
            other = self.below(last + 1)
            values[last], values[other] = values[other], values[last]

    def copy(self) -> "Dice":
        """A copy of the generator that continues with the same numbers."""
        return restore_dice(self.x, self.y, self.z, self.w)

    def __reduce__(self) -> tuple[object, ...]:
        return restore_dice, (self.x, self.y, self.z, self.w)


def restore_dice(x: int, y: int, z: int, w: int) -> Dice:
    """Dice that came from another process or a file."""
    dice = Dice(0)
    dice.x, dice.y, dice.z, dice.w = x, y, z, w
    return dice


def draw_tokens(terms: Terms, dice: Dice) -> list[int]:
    """A good for every city, -1 for the capital (R2.1)."""
    city_good = [-1] * terms.atlas.cities
    for letter, cities in terms.atlas.letter_cities.items():
        drawn = terms.tokens[letter][:]
        dice.shuffle(drawn)
        for i, city in enumerate(cities):
            city_good[city] = drawn[i]
    return city_good


def draw_display(terms: Terms, dice: Dice) -> list[int]:
    """The first seven cards, in order (R2.3)."""
    display: list[int] = []
    for number in range(1, terms.decks + 1):
        deck = terms.faces.decks[number][:]
        dice.shuffle(deck)
        for card in deck:
            if len(display) == DISPLAY:
                return display
            display.append(card)
    return display


def random_start(terms: Terms, dice: Dice) -> State:
    """A freshly set up game."""
    return first_state(Setup(terms, draw_tokens(terms, dice)), draw_display(terms, dice))


def playout(state: State, dice: Dice, limit: int = 1_000_000) -> int:
    """Play on with random entries until the game is over; the number of entries played."""
    played = 0
    while state.decision != roles.OVER and played < limit:
        found = legal(state)
        apply(state, found[dice.below(len(found))])
        played += 1
    return played


def fingerprint(state: State) -> int:
    """A number that depends on all that a player could see, equal on every engine."""
    mix = state.turn * 31 + state.magnus
    for seat in range(state.setup.players):
        values = [
            state.coins[seat],
            state.goods[seat],
            state.owned[seat] % 1_000_003,
            state.hands[seat] % 1_000_003,
            state.houses[seat] % 1_000_003,
            *state.land[seat],
            *state.sea[seat],
            *state.piles[seat],
        ]
        for value in values:
            mix = (mix * 1_000_003 + value) % 2_147_483_647
    for card in state.display:
        mix = (mix * 1_000_003 + card) % 2_147_483_647
    return (mix * 1_000_003 + state.markers % goods.GUARD) % 2_147_483_647
