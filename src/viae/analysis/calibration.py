"""Calibration: how often sides win that were given a chance, on games that no net has learned from.

`python -m viae.analysis.calibration OUT --games N` plays the games and writes what was predicted;
`--report` reads such files, fits the correction on the first games of each kind (`--fit`), prints
the errors on all others and draws the plot.

The correction raises every chance to a power, one for each number of sides (teams by themselves),
and makes them add up to 1 again: below 1 it makes the net less sure, above 1 surer.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from viae.data import board_names
from viae.options import DEFAULTS, terms_for
from viae.rules import roles, score
from viae.rules.playout import Dice, random_start
from viae.rules.turn import apply, legal
from viae.seeds import derive

if TYPE_CHECKING:
    from viae.rules.state import State

KINDS: Final = ("2", "3", "4", "5", "team-2", "team-3")
FILE: Final = "calibration.json"  # beside the weights of the net
BINS: Final = 10
MOMENTS: Final = 8  # of a game
SIMULATED: Final = 1  # of these, how many are looked at by simulation, too
SAMPLES: Final = 6
FITTED: Final = 250  # games of each kind that the correction is fitted on
BLUR: Final = 0.01  # of the players: nobody plays as the net would
LEAST: Final = 1e-9


class Prediction(NamedTuple):
    """What was said of all sides at a moment, and who won."""

    kind: str
    game: int
    said: list[list[float]]  # what the net says at once, then after each simulation
    winner: int
    tenth: int = -1  # of the game, from 0 to 9; -1 where a file does not say it

    @property
    def simulated(self) -> bool:
        """Whether a round was simulated."""
        return len(self.said) > 1

    def win(self, power: float) -> list[float]:
        """The chances of the sides as the analysis shows them with such a correction."""
        from viae.analysis.moment import TRUST

        first, *later = [corrected(one, power) for one in self.said]
        if not later:
            return list(first)
        weight = TRUST + len(later)
        columns = zip(*later, strict=True)
        return [(TRUST * a + sum(b)) / weight for a, b in zip(first, columns, strict=True)]


def kind_of(state: State) -> str:
    """The number of sides, with `team-` in team play."""
    setup = state.setup
    return f"team-{setup.sides}" if setup.team else str(setup.sides)


# Correcting


@lru_cache(maxsize=1)
def powers() -> dict[str, float]:
    """The correction that is stored with the net."""
    file = files("viae.bots") / "weights" / FILE
    found: dict[str, float] = json.loads(file.read_text(encoding="utf-8"))["powers"]
    return found


def corrected(win: Sequence[float], power: float) -> tuple[float, ...]:
    """Chances after the correction."""
    if power == 1.0:
        return tuple(win)
    raised = [max(one, LEAST) ** power for one in win]
    total = sum(raised)
    return tuple([one / total for one in raised])


# Measuring


def errors(predictions: Iterable[Prediction], power: float = 1.0) -> list[tuple[int, float, float]]:
    """For each bin of the predicted chance: how many, the mean chance, the share that won."""
    bins: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for one in predictions:
        for side, chance in enumerate(one.win(power)):
            place = min(BINS - 1, int(chance * BINS))
            bins[place].append((chance, 1.0 if side == one.winner else 0.0))
    return [
        (len(one), sum(a for a, _ in one) / len(one), sum(b for _, b in one) / len(one))
        for one in bins
        if one
    ]


def expected_error(found: Sequence[tuple[int, float, float]]) -> float:
    """The expected calibration error: what the bins are off by, each by its weight."""
    total = sum(number for number, _, _ in found)
    return sum(number * abs(said - was) for number, said, was in found) / total


def surprise(predictions: Sequence[Prediction], power: float) -> float:
    """The mean surprise at the winners (log loss)."""
    told = (one.win(power)[one.winner] for one in predictions)
    return sum(-log(max(chance, LEAST)) for chance in told) / len(predictions)


def fit(predictions: Sequence[Prediction]) -> float:
    """The power with the least surprise, to two digits."""
    tried: list[float] = [round(0.5 + 0.01 * step, 2) for step in range(201)]
    return min(tried, key=lambda power: surprise(predictions, power))


# Playing


def predict(kind: str, number: int, seed: int) -> Iterator[Prediction]:
    """The predictions of one game, between players who play much as the net would."""
    from viae.analysis.outlook import Simulator, assess, is_decided
    from viae.bots.core.turns import plans
    from viae.bots.evaluation import highest, noise, shipped
    from viae.bots.learned import PLANS, plan_values
    from viae.data import load_board

    team = kind.startswith("team")
    sides = int(kind[-1])
    boards = board_names()
    board = load_board(boards[number % len(boards)])
    own = derive(seed, f"{kind} {number}")
    variant = "venus-team" if team else ("concordia", "venus")[number // len(boards) % 2]
    dice = Dice(own)
    terms = terms_for(board, variant, 2 * sides if team else sides, DEFAULTS)
    state = random_start(terms, dice)
    net = shipped(team)
    blur = noise(own)
    moments: list[State] = []
    while not is_decided(state):
        if state.actor == roles.CHANCE:
            drawn = legal(state)
            apply(state, drawn[dice.below(len(drawn))])
            continue
        found = plans(state, PLANS)
        values = plan_values(net, state, found, state.actor)
        luck = blur.gumbel(BLUR, len(values))
        state = found[highest([a + b for a, b in zip(values, luck, strict=True)])].state
        moments.append(state.copy())
    winner = score.winner(state)
    open_moments = [(i, one) for i, one in enumerate(moments) if not is_decided(one)]
    simulator = Simulator(net)
    for i in range(MOMENTS):
        turn, chosen = open_moments[dice.below(len(open_moments))]
        tenth = 10 * turn // len(moments)
        said = [assess(net, chosen, correct=False).win]
        yield Prediction(kind, number, _rounded(said), winner, tenth)
        if i < SIMULATED:
            ways = [simulator.play_on(chosen, own + k) for k in range(SAMPLES)]
            said += [assess(net, way, correct=False).win for way in ways]
            yield Prediction(kind, number, _rounded(said), winner, tenth)


def _rounded(said: Iterable[Iterable[float]]) -> list[list[float]]:
    return [[round(chance, 5) for chance in one] for one in said]


def read(paths: Sequence[Path]) -> list[Prediction]:
    """The predictions of files."""
    lines = [line for path in paths for line in path.read_text(encoding="utf-8").splitlines()]
    return [Prediction(*json.loads(line)) for line in lines]


def main() -> None:
    """See the first lines of this file."""
    import argparse  # pages in the browser do without it

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, nargs="+", help="files of predictions, JSON Lines")
    parser.add_argument("--games", type=int, default=1000, help="of each kind")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--kinds", default="2,3,4,team-2")
    parser.add_argument("--seed", type=int, default=2027)
    parser.add_argument("--report", action="store_true", help="only read what is there")
    parser.add_argument("--fit", type=int, default=FITTED, help="games that the fit is made on")
    parser.add_argument("--plot", type=Path, help="an .svg of the calibration")
    parser.add_argument("--write", action="store_true", help="store the fit with the net")
    args = parser.parse_args()
    if not args.report:
        with args.out[0].open("a", encoding="utf-8") as file:
            for number in range(args.first, args.first + args.games):
                for kind in args.kinds.split(","):
                    for one in predict(kind, number, args.seed):
                        file.write(json.dumps(one) + "\n")
                    file.flush()
    from viae.analysis.calibrated import report

    report(read(args.out), args.fit, args.plot, args.write)


if __name__ == "__main__":
    main()
