"""The documents of statistics: what many games look like, ready for JSON."""

# Annotations are evaluated here, as in `viae.analysis.documents`.
from viae.table.typed import TypedDict
from viae.table.types.basics import God


class Spot(TypedDict):
    """How often something was chosen, and how it scored: mean points, share of wins."""

    name: str
    games: int
    points: float
    wins: float
    win_low: float
    win_high: float


class Opening(Spot):
    """A node of the opening explorer: what was played first, and what followed.

    `name` is a card or a city; `next` are the continuations, most frequent first.
    """

    next: list["Opening"]


class SeatFigures(TypedDict):
    """How a seat did; `fair` is the share it would win if seats did not matter."""

    seat: int
    games: int
    points: float
    wins: float
    win_low: float
    win_high: float
    fair: float


class GodFigures(TypedDict):
    """A god over all games: points and cards of winners and of all players."""

    god: God
    points: float
    winner_points: float
    cards: float
    winner_cards: float


class Bucket(TypedDict):
    """A bar of a histogram: from `low` on, below the next one."""

    low: int
    count: int


class SeatOpenings(TypedDict):
    """How a seat opened."""

    seat: int
    first_cards: list[Opening]
    first_houses: list[Opening]


class GroupStatistics(TypedDict):
    """All figures of the games on one board with one number of players of one variant."""

    board: str
    variant: str
    players: int
    games: int
    turns: float
    length: list[Bucket]
    points: float
    winner_points: float
    scores: list[Bucket]
    seats: list[SeatFigures]
    gods: list[GodFigures]
    cards: list[Spot]
    first_cards: list[Opening]
    first_houses: list[Opening]
    by_seat: list[SeatOpenings]


class Statistics(TypedDict):
    """Statistics of a set of games; groups by board, variant and number of players."""

    format: int
    source: str
    games: int
    groups: list[GroupStatistics]


class GroupHead(TypedDict):
    """How many games there are on a board, of a variant, with a number of players."""

    board: str
    variant: str
    players: int
    games: int


class StatisticsPage(TypedDict):
    """What a page of statistics shows: all groups, and the figures of those that were chosen.

    The board of what is shown is empty, and its number of players 0, if there are several.
    """

    format: int
    games: int
    groups: list[GroupHead]
    shown: GroupStatistics | None
