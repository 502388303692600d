"""The documents of the analysis: what a game, a moment, a hint, a puzzle or many games look like.

Plain dictionaries, ready for JSON; the server's schema and the client's types are made of these.
Seats and sides count from 0; a *side* is a player, or in team play a team. Chances are between 0
and 1. A *spread* is a standard error: the true figure of endless simulation is within it two times
of three, within twice as much nineteen times of twenty. 0 means that nothing is left to chance.
"""

# Annotations are evaluated here, so that NotRequired is known at run time on every Python.
from typing import Annotated, Literal, NotRequired, TypeAlias

from viae.table.typed import TypedDict
from viae.table.types.basics import ByKind, Document, God, Role

FORMAT = 3  # grows when a field changes its meaning

Grade: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
MistakeKind: TypeAlias = Literal[
    "missed-house",
    "wrong-house",
    "early-tribune",
    "late-tribune",
    "missed-purchase",
    "wrong-purchase",
    "wrong-province",
    "missed-production",
    "unsold-goods",
    "wrong-trade",
    "missed-colonist",
    "wrong-move",
    "wrong-copy",
    "helped-opponents",
    "missed-end",
    "early-end",
    "wrong-goods",
    "wrong-card",
]
Depth: TypeAlias = Literal["glance", "quick", "standard", "deep"]
CriticalKind: TypeAlias = Literal["lost", "shift"]


class Expectation(TypedDict):
    """What everybody can expect at a moment; `exact` once the game is decided.

    `win` has the chance of each side, together 1; `points` those of each seat at the end. The
    spreads belong to them one by one.
    """

    win: list[float]
    points: list[float]
    win_spread: list[float]
    points_spread: list[float]
    exact: bool


class Difference(TypedDict):
    """How far a turn is behind another for its side: never less than 0."""

    win: float
    points: float
    win_spread: float
    points_spread: float


class Reason(TypedDict):
    """One reason why a turn is better than another, about a round later.

    `value` is what it brings more (below 0: less), in the unit of the code:
    `god`: points by that god, of the side; `houses`, `colonists`, `cards`: pieces of the side;
    `coins`: coins; `goods`: what the goods in store are worth; `tempo`: cards in hand, so turns
    until the next tribune; `opponents`: expected points of the strongest opponent, whose seat is
    `seat`; `end`: share of the continuations in which the game is over or in its last round.
    """

    code: Literal[
        "god", "houses", "colonists", "cards", "coins", "goods", "tempo", "opponents", "end"
    ]
    value: float
    god: NotRequired[God]
    seat: NotRequired[int]


class TurnOption(TypedDict):
    """A whole turn that could be played, and what everybody can expect after it.

    `entries` are in the notation, without the actor. `value` is the measure by which turns are
    compared: half the chance to win, half the lead, where 0.01 is a point. `behind` compares with
    the best turn of the same list, and so do `reasons`; those of the best turn itself compare it
    with the next one. `line` is one way the game may go on, as entries of a record.
    """

    entries: list[str]
    after: Expectation
    value: float
    behind: Difference
    reasons: list[Reason]
    simulations: int
    line: list[str]


class TurnReview(TypedDict):
    """What one seat decided in one go, and what came of it.

    `number` is the turn of the game, from 1, `part` which part of it (others may decide in
    between), `at` the number of entries before it and `end` after it. `before` is what could be
    expected before the turn: that of the best turn found. `after` is before cards were revealed.
    `found` says that nothing better was found; `best` is then the turn itself. `reasons` say why
    `best` is better than what was played. `shift` is how much of the chance to win changed hands.
    """

    index: int
    number: int
    part: int
    at: int
    end: int
    seat: int
    entries: list[str]
    revealed: list[str]
    options: int
    before: Expectation
    after: Expectation
    value: float
    best: TurnOption
    found: bool
    lost: Difference
    value_lost: float
    accuracy: float
    grade: Grade
    mistake: MistakeKind | None
    reasons: list[Reason]
    shift: float
    simulations: int


class Critical(TypedDict):
    """A critical moment: which of the turns, and why."""

    turn: int
    why: list[CriticalKind]


class MistakeCount(TypedDict):
    """How often a player made a kind of mistake, and what it cost altogether."""

    kind: MistakeKind
    count: int
    win: float
    points: float


class PlayerReview(TypedDict):
    """A player's turns summed up; `accuracy` is null without a turn.

    Turns with a single possibility do not count.
    """

    name: str
    side: int
    turns: int
    found: int
    lost: Difference
    accuracy: float | None
    accuracy_spread: float | None
    mistakes: list[MistakeCount]


class AnalysisSettings(TypedDict):
    """How thorough the analysis is.

    `nodes` is the number of simulations for each turn, `width` how many turns are tried out,
    `seat` the only seat that is reviewed, `net` names the weights. The same settings give the same
    figures on every machine.
    """

    nodes: int
    width: int
    seed: int
    seat: int | None
    net: str


class Evaluation(TypedDict):
    """A moment of a game: what everybody can expect, and the best whole turns.

    `begun` are the entries of this turn that were played already, `options` the number of ways to
    carry on. `seat` is null if nobody decides: after the end, or while cards are revealed.
    """

    format: int
    at: int
    number: int
    part: int
    seat: int | None
    begun: list[str]
    options: int
    now: Expectation
    turns: list[TurnOption]
    settings: AnalysisSettings
    nodes: int
    complete: bool


class Review(TypedDict):
    """A reviewed game.

    `nodes` is how many simulations every turn has so far, `complete` that no more will come. `next`
    is the moment that is to be decided in a game that is not over.
    """

    format: int
    board: str
    variant: str
    over: bool
    winner: int | None
    scores: list[int]
    sides: list[list[int]]
    players: list[PlayerReview]
    settings: AnalysisSettings
    nodes: int
    complete: bool
    turns: list[TurnReview]
    critical: list[Critical]
    next: Evaluation | None


class AnalysisView(TypedDict):
    """The review that a server makes of a game, as far as it is made.

    `nodes` is how many simulations for each turn it is to have; `review` says how many it has.
    """

    status: Literal["waiting", "done", "failed"]
    nodes: int
    review: Review | None


class ReviewTurnUpdate(TypedDict):
    """A turn was judged again: it takes the place of `turns[turn["index"]]`."""

    kind: Literal["turn"]
    done: float
    turn: TurnReview


class ReviewUpdate(TypedDict):
    """All turns have been judged as thoroughly as the one before; `done` is from 0 to 1."""

    kind: Literal["review"]
    done: float
    review: Review


class EvaluationUpdate(TypedDict):
    """A moment was looked at more thoroughly."""

    kind: Literal["evaluation"]
    done: float
    evaluation: Evaluation


class VerdictUpdate(TypedDict):
    """A single turn was judged more thoroughly: was it a mistake?"""

    kind: Literal["verdict"]
    done: float
    turn: TurnReview


# Hints

Place: TypeAlias = Literal[
    "board", "market", "hand", "provinces", "store", "opponents", "colonists"
]


class LookStep(TypedDict):
    """Where to look first; `cities`, `cards` and `provinces` say what to mark there."""

    kind: Literal["look"]
    place: Place


class IdeaStep(TypedDict):
    """What the turn is about: the role of the card, and what it is good for."""

    kind: Literal["idea"]
    role: Role
    reasons: list[Reason]


class TurnStep(TypedDict):
    """The turn itself."""

    kind: Literal["turn"]
    card: str
    option: TurnOption


HintStep: TypeAlias = Annotated[LookStep | IdeaStep | TurnStep, ByKind()]


class Hint(TypedDict):
    """A hint in three steps, from vague to exact."""

    at: int
    seat: int
    steps: list[HintStep]


class HintUpdate(TypedDict):
    """A hint is ready."""

    kind: Literal["hint"]
    done: float
    hint: Hint


# Puzzles

PuzzleKind: TypeAlias = Literal["last-round", "best-turn"]
Theme: TypeAlias = Literal[
    "architect",
    "prefect",
    "mercator",
    "market",
    "colonist",
    "tribune",
    "diplomat",
    "magister",
    "specialist",
    "team",
    "end",
    "gods",
    "opponents",
]


class PuzzleAnswer(TypedDict):
    """A turn of a puzzle: `score` is what it is worth, from 0 to 100 for the best.

    In the last turn of a team, `entries` are those of both partners and name their seats, and
    `points` are the team's.
    """

    entries: list[str]
    score: int
    win: float
    points: float


class Proof(TypedDict):
    """How a puzzle was proven: `turns` and `endings` were enumerated, or `nodes` simulated.

    `turns` are the different last moments (`last-round`) or the whole turns (`best-turn`),
    `endings` the different results. `margin` is the lead in chances over the second best turn, or
    the share of the last moments that do not win although some do; `points` the lead in points.
    """

    turns: int
    endings: int
    nodes: int
    margin: float
    points: float


class Puzzle(TypedDict):
    """A puzzle: a position, the turn to find, and how hard it is.

    The last turn of a team is played for both partners. If the position has `entries`, one of them
    has begun it, and the rest is to be found.

    `rating` is the strength that solves it half of the time, on the scale of `solved`: how often
    each level of bot does. `answers` has the best turns of the engine, the best first; all with
    `score` 100 solve it.
    """

    id: str
    kind: PuzzleKind
    board: str
    variant: str
    players: int
    seat: int
    position: Document
    themes: list[Theme]
    rating: int
    solved: dict[str, float]
    answers: list[PuzzleAnswer]
    reasons: list[Reason]
    line: list[str]
    proof: Proof


class PuzzleHead(TypedDict):
    """A puzzle in a list."""

    id: str
    kind: PuzzleKind
    board: str
    variant: str
    players: int
    themes: list[Theme]
    rating: int


class PuzzleGrade(TypedDict):
    """What an answer to a puzzle is worth; `solved` if it is as good as the best."""

    score: int
    solved: bool
    best: PuzzleAnswer
    yours: PuzzleAnswer
    reasons: list[Reason]


class PuzzleProgress(TypedDict):
    """How a person does: `streak` are those solved in a row, `best` the longest row ever.

    `scores` has the first answer to each puzzle.
    """

    rating: int
    streak: int
    best: int
    scores: dict[str, int]


class PuzzleResult(PuzzleProgress):
    """What an answer did; `puzzle` is the rating of the puzzle now, `change` that of the person's.

    If it was not the `first` one it changed nothing.
    """

    first: bool
    score: int
    puzzle: int
    change: int


class GradeUpdate(TypedDict):
    """An answer was graded."""

    kind: Literal["grade"]
    done: float
    grade: PuzzleGrade


AnalysisUpdate: TypeAlias = Annotated[
    ReviewTurnUpdate | ReviewUpdate | EvaluationUpdate | VerdictUpdate | HintUpdate | GradeUpdate,
    ByKind(),
]
