"""Rollouts with every bot. Strong bots take their time, so these run on the compiled rules."""

from __future__ import annotations

import numpy as np
import pytest

from viae.bots import bot_names
from viae.envs.rollouts import rollouts


@pytest.mark.parametrize("bot", bot_names())
def test_bots_play(bot: str) -> None:
    """Each bot at one seat; a game begun is enough, some take their time."""
    (batch,) = rollouts(
        players=2, games=1, batch=1, seed=1, bots=["random", bot], observe=0.2, max_entries=40
    )
    assert len(batch.actions) == 40
    assert len(batch.observed)
    assert batch.masks(batch.observed)[
        np.arange(len(batch.observed)), batch.actions[batch.observed]
    ].all()
