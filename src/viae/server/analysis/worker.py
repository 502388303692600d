"""In a process of its own: the review of a game."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

# One thread for the small matrices of the net: more only get into each other's way.
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

from viae.analysis import analyse  # noqa: E402 - after the number of threads is known
from viae.game import Game  # noqa: E402

if TYPE_CHECKING:
    from viae.analysis.documents import Review
    from viae.table.game import TableGame
    from viae.table.types.basics import Document


def document_of(game: TableGame) -> Document:
    """The game as a document that carries everything: a record, or a position and entries."""
    if not game.start.position:
        return game.record(game.start.names)
    start = game.at(0).position()
    return {**start, "played": list(game.entries)}


def review(document: Document, nodes: int) -> Review:
    """The review with this many simulations a turn."""
    played = document.pop("played", None)
    if played is None:
        game = Game.from_record(document, chance="manual")
    else:
        game = Game.from_position(document, chance="manual")
        for entry in played:
            game.play(entry)
    return analyse(game, nodes=nodes)
