"""Gymnasium: one seat learns, bots play the others: `viae/Concordia-v0`.

>>> import gymnasium
>>> import viae.envs.gym
>>> env = gymnasium.make("viae/Concordia-v0", board="italia", players=2, bots="random")
>>> observation, info = env.reset(seed=7)
>>> action = env.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = env.step(action)
>>> reward, terminated, truncated
(0.0, False, False)
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from viae.extras import missing

try:
    import gymnasium
    import numpy as np
except ModuleNotFoundError:
    raise missing("this environment needs Gymnasium", "gym") from None

from viae.bots import Course, Fault, Seated, check_bot
from viae.envs.core import RENDER_MODES, EnvCore
from viae.errors import SetupError
from viae.options import quote

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

ID: Final = "viae/Concordia-v0"
ILLEGAL: Final = ("replace", "raise")
SEEDS: Final = 2**53  # seeds that every JSON reader keeps


class ConcordiaEnv(gymnasium.Env[Any, np.int64]):
    """One seat of a game; what the other seats decide is part of the environment.

    `bots` names the player of all other seats, or one for each of them, clockwise from the learner.
    `seat` is the learner's; None draws a new one for each game. `illegal` says what becomes of an
    action that is not legal: it is replaced by a legal one, drawn at random, and `info` says
    `replaced`; or `IllegalEntry` is raised. All other settings are those of the PettingZoo
    environment: board, variant, players, options, reward, render_mode, max_cycles, actions,
    observation.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        bots: str | Sequence[str] = "random",
        seat: int | None = 0,
        illegal: str = "replace",
        **settings: Any,
    ) -> None:
        self.core = EnvCore(**settings)
        self.render_mode = self.core.render_mode
        players = self.core.agreement.players
        names = [check_bot(name) for name in ([bots] if isinstance(bots, str) else bots)]
        if len(names) == 1:
            names *= players - 1
        faults = []
        if len(names) != players - 1:
            faults.append(f"{len(names)} bots for {players - 1} seats; name one for all, or each")
        if seat is not None and seat not in range(players):
            faults.append(f"seat is a number from 0 to {players - 1} or None, not {quote(seat)}")
        if illegal not in ILLEGAL:
            faults.append(f"illegal is {' or '.join(ILLEGAL)}, not {quote(illegal)}")
        if faults:
            raise SetupError("environment", faults)
        self._names = names
        self._wanted_seat = seat
        self._replaces = illegal == "replace"
        self.seat = seat or 0
        self._bots: dict[int, Seated] = {}
        self._warned = 0  # faults that have been told
        seen, self.action_space = self.core.spaces()
        self.observation_space = seen["observation"]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """A new game, up to the learner's first decision.

        `options={"position": …}` begins from a position. With a seed the set-up is that of
        `viae.Game.new(seed=…)`; without one the dice roll on.
        """
        super().reset(seed=seed)
        if seed is None and self.core.episode.dice is None:
            seed = int(self.np_random.integers(SEEDS))
        self.core.begin(seed, options)
        players = self.core.agreement.players
        if self._wanted_seat is None:
            self.seat = int(self.np_random.integers(players))
        others = [(self.seat + step) % players for step in range(1, players)]
        self._dismiss()
        course = Course.of(self.core.episode.progress)
        self._bots = {
            seat: Seated(name, int(self.np_random.integers(SEEDS)), course=course, timed=False)
            for seat, name in zip(others, self._names, strict=True)
        }
        self._warned = 0
        self._let_bots_play()
        return self._see(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play the learner's action, then the bots until the learner decides again."""
        core = self.core
        number = int(action)
        replaced = self._replaces and number not in core.allowed()
        if replaced:
            number = int(self.np_random.choice(core.allowed()))
        core.check(number)
        core.act(number)
        self._let_bots_play()
        over = core.episode.over
        if over or core.truncated:
            self._dismiss()
        info = self._info()
        reward = 0.0
        if over:
            name = core.names[self.seat]
            reward = core.rewards()[name]
            info |= core.results()[name]
        if replaced:
            info["replaced"] = True
        return self._see(), reward, over, core.truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions; the name is the one that libraries for masked learners look for."""
        core = self.core
        idle = core.episode.over or core.truncated
        return core.mask([] if idle else core.allowed()).astype(np.bool_)

    def render(self) -> Any:
        """A text, an SVG drawing or a picture, by `render_mode`; `human` prints the text."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: " + ", ".join(RENDER_MODES))
            return None
        picture = self.core.picture(self.render_mode)
        if self.render_mode == "human":
            sys.stdout.write(f"{picture}\n")
            return None
        return picture

    def close(self) -> None:
        """The bots leave the table."""
        self._dismiss()
        super().close()

    @property
    def faults(self) -> list[Fault]:
        """The faults of bots in this game; a bot that failed has been replaced."""
        return [fault for bot in self._bots.values() for fault in bot.faults]

    def record(self) -> dict[str, Any]:
        """The game so far as a record of the notation."""
        names = ["learner" if seat == self.seat else "" for seat in range(len(self.core.names))]
        for seat, name in zip(self._bots, self._names, strict=True):
            names[seat] = f"bot:{name}"
        return self.core.episode.record(names)

    def _let_bots_play(self) -> None:
        core = self.core
        while not (core.episode.over or core.truncated or core.actor == self.seat):
            found = core.episode.legal()
            code = self._bots[core.actor].decide(core.episode.state, found)
            core.answer(code)
        if self.render_mode == "human":
            self.render()

    def _dismiss(self) -> None:
        """The game is over, or given up."""
        for bot in self._bots.values():
            bot.close()
        for fault in self.faults[self._warned :]:
            gymnasium.logger.warn(f"bot “{fault.name}” at seat {fault.seat}: {fault.text}")
        self._warned = len(self.faults)

    def _see(self) -> Any:
        return self.core.see(self.seat, np.empty(0, np.int8))["observation"]

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat}


def register() -> None:
    """Make `gymnasium.make` know the environment; importing this module is enough."""
    if ID not in gymnasium.registry:
        gymnasium.register(id=ID, entry_point=f"{__name__}:ConcordiaEnv")


register()
