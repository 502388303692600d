"""Traces: random games written down as they are played, inside the compiled core.

Also snapshots: what a seat can see at some moment, as lists of numbers that many moments share.
`viae.envs.bulk` turns them into the vectors that learners are given.
"""

from typing import Final, cast

from viae.rules import codes, roles, score
from viae.rules.playout import Dice
from viae.rules.state import State
from viae.rules.turn import apply, legal

ACTORS: Final = 8  # more than there are actors: six seats and chance


class Snapshots:
    """Moments one after the other; no number in them is negative.

    `words` has the same number for each moment, see `snap`. `cards`, `places` and `frames` have as
    many as `words` says: the piles from seat 0 on and the display; the colonists on land and on sea
    from seat 0 on and those that have not moved; the pending parts of the turn.
    """

    __slots__ = ("cards", "frames", "places", "words")

    def __init__(self) -> None:
        self.words: list[int] = []
        self.cards: list[int] = []
        self.places: list[int] = []
        self.frames: list[int] = []


HEADER: Final = 20  # words before those of the seats


def snap(state: State, seat: int, suggested: int, shots: Snapshots) -> None:
    """Add what a seat sees now; `suggested` is the card of a legatus, or -1 (R10.8)."""
    words = shots.words
    cards = shots.cards
    places = shots.places
    moving = state.decision == roles.ARCHITECT
    words += [seat, state.turn, state.actor + 2, state.magnus, 1 if state.magnus_used else 0]
    words += [state.concordia + 1, state.last_turns + 1, state.decision, state.together]
    words += [state.detail, state.steps, 1 if state.building else 0, state.used, suggested + 1]
    words += [state.markers, state.unseen, len(state.display), len(state.pending)]
    words += [len(state.idle_land), len(state.idle_sea)] if moving else [0, 0]
    words += state.coins
    words += state.goods
    words += state.hands
    words += state.houses
    words += state.copied
    for one in range(state.setup.players):
        words.append(state.scored[one] + 1)
    for pile in state.piles:
        words.append(len(pile))
        cards += pile
    for on_land in state.land:
        words.append(len(on_land))
        places += on_land
    for on_sea in state.sea:
        words.append(len(on_sea))
        places += on_sea
    for one in range(state.setup.players):
        words += score.by_god(state, one)
    for card in state.display:
        cards.append(card + 1)  # 0 where one was taken in this turn
    if moving:
        places += state.idle_land
        places += state.idle_sea
    shots.frames += state.pending


class Trace:
    """What was played, entry by entry.

    `marks` says how many codes there were to choose from and who chose, as one number, see `mark`;
    the codes themselves stand one after the other in `choices`: of all entries, or of those in
    `watched`, the numbers of the entries before which a snapshot was taken.
    """

    __slots__ = ("choices", "marks", "played", "watched")

    def __init__(self) -> None:
        self.played: list[int] = []
        self.marks: list[int] = []
        self.choices: list[int] = []
        self.watched: list[int] = []


def mark(count: int, actor: int) -> int:
    """The number of choices and the actor (a seat or chance) in one number."""
    return count * ACTORS + actor - roles.CHANCE


def play_traced(
    state: State, dice: Dice, trace: Trace, choices: bool, limit: int, shots: Snapshots, span: int
) -> int:
    """Play on as `playout` does and write it down; with `choices` the legal codes, too.

    With a `span`, the decisions of players are watched now and then: what the player sees goes to
    `shots`, and the choices to the trace. Fewer than `span` entries lie in between, each number as
    likely as another.
    """
    # Codes go from list to list as objects: unpacked and packed again, each would be a new one.
    played = cast("list[object]", trace.played)
    marks = trace.marks
    all_choices = trace.choices
    number = 0
    gap = dice.below(span) if span else limit
    code: object = codes.DONE_CODE
    while state.decision != roles.OVER and number < limit:
        found = legal(state)
        count = len(found)
        watch = False
        if gap == 0:
            gap = dice.below(span)
            if state.actor >= 0:
                watch = True
                trace.watched.append(len(played))
                snap(state, state.actor, suggestion(cast("int", code)), shots)
        else:
            gap -= 1
        code = cast("list[object]", found)[dice.below(count)]
        played.append(code)
        marks.append(mark(count, state.actor))
        if choices or watch:
            all_choices += found
        apply(state, cast("int", code))
        number += 1
    return number


def suggestion(code: int) -> int:
    """The card that is suggested after an entry: that of a legatus, otherwise -1 (R10.8)."""
    return codes.card_of(code) if codes.verb_of(code) == codes.SUGGEST else -1
