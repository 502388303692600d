"""State: everything of a game that changes, and the small operations all cards share.

Fields hold integers, tuples that are replaced and never changed, and short lists, so `copy` is
cheap and an old copy never changes. What the engine waits for is `decision`, made by `actor`; what
follows in the same turn waits in `pending`, a stack of frames, each one integer.
"""

from typing import Final

from viae.rules import goods, roles
from viae.rules.setup import Setup

STORE: Final = 12
COLONISTS: Final = 3  # of each kind (R2.4)
HOUSES: Final = 15
# What a card is played for: to begin a turn, or as the partner's answer (R10.7, R10.8).
BEGIN_TURN: Final = 0
ANSWER_PROCONSUL: Final = 1
ANSWER_LEGATUS: Final = 2
HOLE: Final = -1  # a position of the display whose card was taken in this turn

FIELDS: Final = (
    "actor",
    "building",
    "coins",
    "concordia",
    "copied",
    "crowd",
    "decision",
    "detail",
    "display",
    "goods",
    "hands",
    "holes",
    "houses",
    "idle_land",
    "idle_sea",
    "land",
    "last_turns",
    "magnus",
    "magnus_used",
    "markers",
    "occupied_land",
    "occupied_sea",
    "owned",
    "pending",
    "piles",
    "scored",
    "sea",
    "steps",
    "together",
    "turn",
    "unseen",
    "used",
)


class State:
    """One moment of a game."""

    __slots__ = ("setup", *FIELDS)

    setup: Setup
    # Who is in turn, who decides, and what.
    turn: int
    actor: int
    decision: int
    together: int  # 1: the partner carries the card out too (R10.1)
    detail: int  # depends on the decision, see `frames.frame`
    pending: list[int]
    # Inside one decision.
    steps: int  # architect: steps left
    building: bool  # architect: a house was built, no more moves
    idle_land: tuple[int, ...]  # architect: colonists that have not moved
    idle_sea: tuple[int, ...]
    used: int  # mercator: mask of goods traded; purchases, colonist: how many so far
    # The seats.
    coins: list[int]
    goods: list[int]
    hands: list[int]
    owned: list[int]  # hand and pile
    piles: list[tuple[int, ...]]
    houses: list[int]
    land: list[tuple[int, ...]]  # places of the colonists on the board, sorted
    sea: list[tuple[int, ...]]
    copied: list[int]  # mask of the seats that chose the top card of this pile
    scored: list[int]  # intermediate scoring: -1 = no tribune yet
    # The board.
    crowd: list[int]  # houses in each city
    occupied_land: int
    occupied_sea: int
    markers: int  # provinces on their coin side
    display: list[int]
    holes: int  # cards of the display taken in this turn
    unseen: int
    magnus: int
    magnus_used: bool
    concordia: int
    last_turns: int  # turns left including this one; -1 = the end is not triggered

    def __init__(self, setup: Setup) -> None:
        # The rest is set by `blank` or `copy`, each in its own way: copying should not make
        # lists only to replace them.
        self.setup = setup

    def copy(self) -> "State":
        """An independent copy."""
        new = State(self.setup)
        new.turn = self.turn
        new.actor = self.actor
        new.decision = self.decision
        new.together = self.together
        new.detail = self.detail
        new.pending = self.pending[:]
        new.steps = self.steps
        new.building = self.building
        new.idle_land = self.idle_land
        new.idle_sea = self.idle_sea
        new.used = self.used
        new.coins = self.coins[:]
        new.goods = self.goods[:]
        new.hands = self.hands[:]
        new.owned = self.owned[:]
        new.piles = self.piles[:]
        new.houses = self.houses[:]
        new.land = self.land[:]
        new.sea = self.sea[:]
        new.copied = self.copied[:]
        new.scored = self.scored[:]
        new.crowd = self.crowd[:]
        new.occupied_land = self.occupied_land
        new.occupied_sea = self.occupied_sea
        new.markers = self.markers
        new.display = self.display[:]
        new.holes = self.holes
        new.unseen = self.unseen
        new.magnus = self.magnus
        new.magnus_used = self.magnus_used
        new.concordia = self.concordia
        new.last_turns = self.last_turns
        return new

    def key(self) -> tuple[object, ...]:
        """All that distinguishes this moment from another of the same game, for comparing."""
        architect = self.decision == roles.ARCHITECT
        return (
            (self.turn, self.actor, self.decision, self.together, self.detail),
            tuple(self.pending),
            (self.steps, self.building, self.idle_land, self.idle_sea) if architect else (),
            self.used if self.decision < roles.PLAY else 0,
            (tuple(self.coins), tuple(self.goods), tuple(self.hands), tuple(self.owned)),
            (tuple(self.piles), tuple(self.houses), tuple(self.land), tuple(self.sea)),
            (tuple(self.copied), tuple(self.scored), tuple(self.crowd)),
            (self.occupied_land, self.occupied_sea, self.markers),
            (tuple(self.display), self.unseen, self.magnus, self.magnus_used),
            (self.concordia, self.last_turns),
        )

    def __reduce__(self) -> tuple[object, ...]:
        return restore, (self.setup, tuple([getattr(self, name) for name in FIELDS]))


def blank(setup: Setup) -> State:
    """A state before anything is dealt."""
    state = State(setup)
    state.turn = 0
    state.actor = 0
    state.decision = roles.PLAY
    state.together = 0
    state.detail = 0
    state.pending = []
    state.steps = 0
    state.building = False
    state.idle_land = ()
    state.idle_sea = ()
    state.used = 0
    state.coins = []
    state.goods = []
    state.hands = []
    state.owned = []
    state.piles = []
    state.houses = []
    state.land = []
    state.sea = []
    state.copied = []
    state.scored = []
    state.crowd = []
    state.occupied_land = 0
    state.occupied_sea = 0
    state.markers = 0
    state.display = []
    state.holes = 0
    state.unseen = 0
    state.magnus = 0
    state.magnus_used = False
    state.concordia = -1
    state.last_turns = -1
    return state


def restore(setup: Setup, fields: tuple[object, ...]) -> State:
    """A state that came from another process or a file, see `State.__reduce__`."""
    state = State(setup)
    for name, value in zip(FIELDS, fields, strict=True):
        setattr(state, name, value)
    return state


def begins_turn(state: State) -> bool:
    """Whether a turn begins here: the seat in turn is about to play its card.

    The end of the game begins no turn, and neither does a partner's answer (R10.7, R10.8).
    """
    return state.decision == roles.PLAY and state.detail == BEGIN_TURN


def between_turns(state: State) -> bool:
    """Whether no turn is under way: one begins here, or the game is over.

    These are the moments that a position describes.
    """
    decision = state.decision
    return decision == roles.OVER or (decision == roles.PLAY and state.detail == BEGIN_TURN)


def insert(places: tuple[int, ...], place: int) -> tuple[int, ...]:
    """Sorted places with one more."""
    at = 0
    for other in places:
        if other > place:
            break
        at += 1
    return (*places[:at], place, *places[at:])


def free_spaces(state: State, seat: int) -> int:
    """Spaces of the store that hold neither a good nor a colonist (R3.1)."""
    on_board = len(state.land[seat]) + len(state.sea[seat])
    return STORE - 2 * COLONISTS + on_board - state.goods[seat] % 31


def receive(state: State, seat: int, batch: int) -> bool:
    """Put goods into a store; False if the player has to choose which of them fit (R3.2, R3.3)."""
    free = free_spaces(state, seat)
    if batch % 31 <= free:
        state.goods[seat] += batch
        return True
    if free == 0:
        return True
    for kind in range(goods.KINDS):
        one = 1 << (kind * goods.FIELD)
        if batch % one == 0 and batch <= one * goods.FIELD_MASK:  # goods of a single kind
            state.goods[seat] += free * one
            return True
    return False


def purse(state: State, seat: int) -> int:
    """The coins a seat can spend: in team play the partner's too (R10.2)."""
    if state.setup.team:
        return state.coins[seat] + state.coins[state.setup.partner[seat]]
    return state.coins[seat]


def pay(state: State, seat: int, amount: int) -> None:
    """Spend own coins first, then the partner's (R10.2)."""
    own = state.coins[seat]
    if amount <= own:
        state.coins[seat] = own - amount
    else:
        state.coins[seat] = 0
        state.coins[state.setup.partner[seat]] -= amount - own


def trigger_end(state: State, seat: int) -> None:
    """Give the Concordia card, once, and count the turns that are left (R8.1, R8.2)."""
    if state.concordia < 0:
        state.concordia = seat
        state.last_turns = state.setup.sides
