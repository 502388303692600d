"""Small nets, rows, and what numpy says of them: for the test of the net in JavaScript.

`python -m tests.web.nets` writes the file; `web/src/local/net.test.ts` reads it.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from viae.bots import net as numpy_net
from viae.bots.evaluation import OUTPUTS, SAID

FILE = Path(__file__).parents[2] / "web" / "src" / "local" / "fixtures" / "net.json"
WIDTH = 40  # of a row
KINDS = ((40, 16, 8, SAID), (30, 16, 8, OUTPUTS))  # the second kind knows fewer features


def document() -> dict[str, Any]:
    """The content of the file."""
    return {"width": WIDTH, "nets": [_net(sizes) for sizes in KINDS]}


def _net(sizes: tuple[int, ...]) -> dict[str, Any]:
    """A net, and batches of rows that differ little, as those of a decision do."""
    rng = np.random.default_rng(14)
    layers = [
        (
            rng.normal(0.0, np.sqrt(2 / before) / 8, (before, after)).astype(np.float32),
            rng.normal(0.0, 0.1, after).astype(np.float32),
        )
        for before, after in itertools.pairwise(sizes)
    ]
    batches = []
    for number in (1, 7, 30):
        first = rng.integers(0, 256, WIDTH) * (rng.random(WIDTH) < 0.4)
        rows = np.tile(first, (number, 1)).astype(np.uint8)
        changed = rng.random(rows.shape) < 0.1
        rows[1:][changed[1:]] = rng.integers(0, 20, int(changed[1:].sum()))
        with patch.object(numpy_net, "SIZE", WIDTH):
            outputs = numpy_net.Net(layers).outputs(rows.tobytes())
        batches.append({"rows": rows.ravel().tolist(), "outputs": plain(outputs)})
    return {
        "layers": [
            [before, after, plain(weights), plain(biases)]
            for (before, after), (weights, biases) in zip(
                itertools.pairwise(sizes), layers, strict=True
            )
        ],
        "batches": batches,
    }


def plain(numbers: numpy_net.Floats) -> list[float]:
    """Numbers one after the other, each as short as it can be written."""
    return [float(str(one)) for one in numbers.ravel()]


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(json.dumps(document()) + "\n", encoding="utf-8")
