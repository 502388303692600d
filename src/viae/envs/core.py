"""The core of the environments: episodes with numbered actions, observations and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from gymnasium import spaces

from viae.envs import render
from viae.envs.actions import action_space, part_space
from viae.envs.episode import Agreement, Episode
from viae.envs.observation import layout, observer
from viae.envs.rewards import check_reward, ranking, rewards
from viae.errors import Faults, IllegalEntry, SetupError, refusal
from viae.options import quote
from viae.rules import explain, score

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from viae.rules.figures import Board

RENDER_MODES: Final = ("human", "ansi", "svg", "rgb_array")
WAIT: Final = 0  # `done` is the first action of both spaces


def _check(what: str, given: object, choices: Sequence[object], faults: Faults) -> None:
    if given not in choices:
        allowed = " or ".join(str(choice) for choice in choices)
        faults.append(f"{what} is {allowed}, not {quote(given)}")


class EnvCore:
    """One game after another, played by action numbers.

    `actions`: "entries", an action for each entry, or "parts", the compact space. `observation`:
    "flat", one vector, or "parts", a dict of named arrays.
    """

    def __init__(
        self,
        board: str | os.PathLike[str] | Board = "imperium",
        variant: str = "concordia",
        players: int | None = None,
        options: Mapping[str, bool | str] | None = None,
        reward: str = "rank",
        render_mode: str | None = None,
        max_cycles: int | None = None,
        actions: str = "entries",
        observation: str = "flat",
    ) -> None:
        self.agreement = Agreement(board, variant, players, options)
        self.reward = check_reward(reward)
        faults: Faults = []
        _check("render_mode", render_mode, (None, *RENDER_MODES), faults)
        _check("actions", actions, ("entries", "parts"), faults)
        _check("observation", observation, ("flat", "parts"), faults)
        if max_cycles is not None and max_cycles < 1:
            faults.append(f"max_cycles is at least 1, not {quote(max_cycles)}")
        if faults:
            raise SetupError("environment", faults)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        board = self.agreement.board
        self.episode = Episode(self.agreement)
        self.names = [f"player_{seat}" for seat in range(self.agreement.players)]
        self.seats = {name: seat for seat, name in enumerate(self.names)}
        self.entries = action_space(board, variant)
        self.parts = part_space(board, variant) if actions == "parts" else None
        self.size: int = self.entries.size if self.parts is None else self.parts.size
        self.layout = layout(board, variant, self.agreement.players)
        self.named = observation == "parts"
        self.cycles = 0
        self.said: tuple[int, ...] = ()  # the parts of an entry that is not complete yet
        self._allowed: list[int] | None = None

    # The game

    def begin(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """A new game, or the position that `options` has under that key."""
        self.episode.reset(seed, (options or {}).get("position"))
        self.cycles = 0
        self.said = ()
        self._allowed = None

    def act(self, action: int) -> None:
        """Play the action of the seat that decides."""
        self.cycles += 1
        if self.parts is None:
            self.episode.play(self.entries.code(action))
        else:
            found = self.episode.legal()
            self.said, code = self.parts.say(found, (*self.said, action))
            if code >= 0:
                self.episode.play(code)
                self.said = ()
        self._allowed = None

    def answer(self, code: int) -> None:
        """Play a whole entry, as a bot does: the parts that are asked for, one by one."""
        if self.parts is None:
            self.act(self.entries.index(code))
            return
        parts = self.parts.parts(code)
        self.act(parts[0])
        while self.said and not self.truncated:
            self.act(parts[len(self.said)])

    @property
    def actor(self) -> int:
        """The seat that decides."""
        return self.episode.state.actor

    @property
    def truncated(self) -> bool:
        """Whether the game was broken off: as many actions as agreed, and not over."""
        return self.cycles == self.max_cycles and not self.episode.over

    def allowed(self) -> list[int]:
        """The legal actions of the seat that decides."""
        if self._allowed is None:
            found = self.episode.legal()
            if self.parts is None:
                self._allowed = self.entries.indices(found)
            else:
                self._allowed = list(self.parts.next(found, self.said))
        return self._allowed

    def check(self, action: int) -> None:
        """Raise `IllegalEntry` with the rule that is broken unless the action is legal."""
        if action in self.allowed():
            return
        legal = self.episode.progress.legal_texts()
        if self.parts is None:
            why = explain.why(self.episode.state, self.entries.code(action))
            text = self.entries.text(action)
        else:
            why, text = refusal("entry.no-such-part"), self.parts.text(action)
        raise IllegalEntry(why, text, legal)

    # What is seen of it

    def vector_space(self) -> spaces.Box:
        """The space of `vector`."""
        high = self.layout.high
        if self.parts is not None:
            high = np.concatenate((high, np.ones(self.size, np.float32)))
        return spaces.Box(np.zeros_like(high), high, dtype=np.float32)

    def spaces(self) -> tuple[spaces.Dict, spaces.Discrete]:
        """The observation space and the action space of an agent."""
        seen: spaces.Space[Any] = self.vector_space()
        if self.named:
            bounds: dict[str, spaces.Space[Any]] = {
                name: spaces.Box(0.0, part.high, part.shape, np.float32)
                for name, part in self.layout.parts.items()
            }
            if self.parts is not None:
                bounds["said"] = spaces.Box(0.0, 1.0, (self.size,), np.float32)
            seen = spaces.Dict(bounds)
        mask = spaces.Box(0, 1, (self.size,), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask}), spaces.Discrete(self.size)

    def vector(self, seat: int) -> NDArray[np.float32]:
        """What a seat sees, as one vector."""
        state = self.episode.state
        vector = observer(state.setup).flat(state, seat, self.episode.suggested)
        if self.parts is None:
            return vector
        # Who has begun to say an entry says it aloud, like everything else at the table.
        said = np.zeros(self.size, np.float32)
        said[list(self.said)] = 1
        return np.concatenate((vector, said))

    def see(self, seat: int, mask: NDArray[np.int8]) -> dict[str, Any]:
        """What an agent is given: the observation and the mask."""
        vector = self.vector(seat)
        if not self.named:
            return {"observation": vector, "action_mask": mask}
        named = self.layout.split(vector[: self.layout.size])
        if self.parts is not None:
            named["said"] = vector[self.layout.size :]
        return {"observation": named, "action_mask": mask}

    def mask(self, allowed: list[int]) -> NDArray[np.int8]:
        """A mask with ones for these actions."""
        mask = np.zeros(self.size, np.int8)
        mask[allowed] = 1
        return mask

    def rewards(self) -> dict[str, float]:
        """What the finished game is worth to each agent."""
        return dict(zip(self.names, rewards(self.episode.state, self.reward), strict=True))

    def results(self) -> dict[str, dict[str, int]]:
        """Points and rank of each agent in the finished game; in team play the team's."""
        state = self.episode.state
        points = score.totals(state)
        places = {side: place for place, side in enumerate(ranking(state), start=1)}
        sides = state.setup.sides
        return {
            name: {"points": points[seat % sides], "rank": places[seat % sides]}
            for name, seat in self.seats.items()
        }

    def picture(self, mode: str | None) -> str | NDArray[np.uint8]:
        """The moment in a render mode."""
        state = self.episode.state
        if mode == "svg":
            return render.svg(state, self.names)
        if mode == "rgb_array":
            return render.rgb(state, self.names)
        return render.ansi(state, self.names)
