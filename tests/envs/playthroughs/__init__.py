"""OpenSpiel playthroughs: one game per variant with all that OpenSpiel says of its states.

`python -m tests.envs.playthroughs` writes them anew. The text is that of OpenSpiel's own generator,
except that long lines are cut and tensors summed up: what is left out stands there as a digest, so
that any change still shows.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import numpy as np
from open_spiel.python.algorithms import generate_playthrough

import viae.envs.openspiel  # noqa: F401 - registers the game

if TYPE_CHECKING:
    from numpy.typing import NDArray

FOLDER = Path(__file__).parent
SEEDS = {"concordia": 8, "venus": 16, "venus-team": 49}  # short games
LONGEST = 160
GAMES = {
    "concordia": "python_viae_concordia(board=ionium-small,players=2)",
    "venus": "python_viae_concordia(board=italia,display=wine,players=2,variant=venus)",
    "venus-team": "python_viae_concordia(players=4,reward=win,seed=7,variant=venus-team)",
}


def file_of(variant: str) -> Path:
    """Where the playthrough of a variant is kept."""
    return FOLDER / f"{variant}.txt"


def digest(content: bytes) -> str:
    """Sixteen hex digits for whatever is left out."""
    return hashlib.sha256(content).hexdigest()[:16]


def shorten(line: str) -> str:
    """A line as it is, or its beginning with a digest of the rest."""
    if len(line) <= LONGEST:
        return line
    rest = line[LONGEST // 2 :]
    return f"{line[: LONGEST // 2]} … {len(rest)} more, {digest(rest.encode())}"


def sum_up(tensor: NDArray[Any], name: str) -> list[str]:
    """A tensor in a line; the generator's own way to write it takes minutes for whole games."""
    rounded = np.round(tensor.astype(np.float64), 5) + 0.0
    content = np.ascontiguousarray(rounded).tobytes()
    return [f"{name}: {tensor.size}, {np.count_nonzero(tensor)} not 0, {digest(content)}"]


def write(variant: str) -> str:
    """The playthrough of a variant."""
    with patch.object(generate_playthrough, "_format_tensor", sum_up):
        lines = generate_playthrough.playthrough_lines(GAMES[variant], seed=SEEDS[variant])
    return "\n".join([shorten(line).rstrip() for line in lines]) + "\n"
