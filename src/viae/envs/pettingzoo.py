"""PettingZoo: the game as an agent-environment cycle, `viae_concordia_v0`.

`env(...)` is what to use, with PettingZoo's usual wrappers; `raw_env` is the bare environment;
`parallel_env` asks every agent at every step, for libraries that know only that way. Once this
module is imported, `pettingzoo.make("aec", "viae/Concordia-v0")` makes it too.

>>> from viae.envs import viae_concordia_v0
>>> env = viae_concordia_v0.env(board="italia", players=2, reward="win")
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     if termination or truncation:
...         action = None
...     else:
...         action = env.action_space(agent).sample(observation["action_mask"])
...     env.step(action)
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, ClassVar, Final

from viae.extras import missing

try:
    import gymnasium
    import numpy as np
    from pettingzoo import AECEnv, ParallelEnv, register
    from pettingzoo.utils import wrappers
except ModuleNotFoundError:
    raise missing("this environment needs PettingZoo", "pettingzoo") from None

from viae.envs.core import RENDER_MODES, WAIT, EnvCore
from viae.rules.playout import Dice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gymnasium import spaces
    from numpy.typing import NDArray

NAME: Final = "viae_concordia_v0"
ID: Final = "viae/Concordia-v0"  # in PettingZoo's registry
# What an illegal action costs through TerminateIllegalWrapper: the last rank, or a rout.
ILLEGAL: Final = {"rank": -1.0, "win": -1.0, "margin": -100.0}
NO_ACTIONS: Final[list[int]] = []


def env(**settings: Any) -> AECEnv:
    """The environment with the usual wrappers; the settings are those of `EnvCore`.

    `board`, `variant`, `players`, `options` as for `viae.Game.new`; `reward`: "rank", "margin" or
    "win"; `render_mode`: "human", "ansi", "svg" or "rgb_array"; `max_cycles`: break off after so
    many actions; `actions`: "entries" or "parts"; `observation`: "flat" or "parts".
    """
    bare = raw_env(**settings)
    wrapped = _TerminateIllegal(bare, illegal_reward=ILLEGAL[bare.core.reward])
    return _OrderEnforcing(_AssertOutOfBounds(wrapped))


def _passed_on(name: str) -> property:
    """An attribute of the environment inside; the outermost wrapper has words for a missing one."""
    return property(lambda wrapper: getattr(wrapper.env, name))


class _Direct:
    """PettingZoo's wrappers ask for these by failing first, which took longer than the game."""

    agents = _passed_on("agents")
    agent_selection = _passed_on("agent_selection")
    rewards = _passed_on("rewards")
    terminations = _passed_on("terminations")
    truncations = _passed_on("truncations")
    infos = _passed_on("infos")
    _cumulative_rewards = _passed_on("_cumulative_rewards")

    env: Any

    def __str__(self) -> str:
        return str(self.env)


class _TerminateIllegal(_Direct, wrappers.TerminateIllegalWrapper):  # type: ignore[misc]
    pass


class _AssertOutOfBounds(_Direct, wrappers.AssertOutOfBoundsWrapper):  # type: ignore[misc]
    pass


class _OrderEnforcing(_Direct, wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    pass


class _Shown:
    """What both environments show of their game."""

    core: EnvCore
    possible_agents: list[str]

    def state(self) -> NDArray[np.float32]:
        """The whole game as one vector, with seat 0 first."""
        return self.core.vector(0)

    @property
    def state_space(self) -> spaces.Space[Any]:
        """The space of `state`."""
        return self.core.vector_space()

    def render(self) -> str | NDArray[np.uint8] | None:
        """A text, an SVG drawing or a picture, by `render_mode`; `human` prints the text."""
        return _render(self.core)

    def close(self) -> None:
        """There is no window to close."""

    def record(self) -> dict[str, Any]:
        """The game so far as a record of the notation."""
        return self.core.episode.record(self.possible_agents[:])


class raw_env(_Shown, AECEnv):  # type: ignore[misc]  # noqa: N801 - the name PettingZoo gives it
    """The bare environment: one action for each decision, by the seat that decides.

    An illegal action raises `viae.errors.IllegalEntry`. Copies and pickles keep the game in play.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "name": NAME,
        "is_parallelizable": False,  # an entry changes what the next agent sees
        "render_fps": 2,
    }

    def __init__(self, **settings: Any) -> None:
        super().__init__()
        self.core = EnvCore(**settings)
        self.render_mode: str | None = self.core.render_mode
        self.possible_agents: list[str] = self.core.names[:]
        # A space of its own for every agent: spaces are seeded.
        made = {agent: self.core.spaces() for agent in self.possible_agents}
        self.observation_spaces = {agent: seen for agent, (seen, _) in made.items()}
        self.action_spaces = {agent: actions for agent, (_, actions) in made.items()}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """A dict of `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of `viae.envs.actions`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A new game; `options={"position": …}` begins from a position.

        Without a seed the dice roll on, so that one seed makes a whole series of games.
        """
        self.core.begin(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._choose_agent()

    def step(self, action: int | np.integer[Any] | None) -> None:
        """The action of the agent selected; None for an agent whose game has ended."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        core = self.core
        number = int(action)  # type: ignore[arg-type]
        core.check(number)
        core.act(number)
        self._cumulative_rewards[agent] = 0.0
        self._choose_agent()

    def _choose_agent(self) -> None:
        """Select who decides next; when the game has ended, everybody from the first on."""
        core = self.core
        if core.episode.over:
            self.rewards = core.rewards()
            self.infos = core.results()
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self.agent_selection = self.agents[0]
        elif core.truncated:
            self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[core.actor]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; only who decides has ones in the mask."""
        core = self.core
        seat = core.seats[agent]
        decides = seat == core.actor and not core.truncated
        return core.see(seat, core.mask(core.allowed() if decides else NO_ACTIONS))


def _render(core: EnvCore) -> str | NDArray[np.uint8] | None:
    if core.render_mode is None:
        gymnasium.logger.warn("render() needs a render_mode: " + ", ".join(RENDER_MODES))
        return None
    picture = core.picture(core.render_mode)
    if core.render_mode == "human":
        sys.stdout.write(f"{picture}\n")
        return None
    return picture


class parallel_env(_Shown, ParallelEnv):  # type: ignore[misc]  # noqa: N801 - as above
    """Every agent gives an action at every step; that of the seat that decides is played.

    The others wait: their mask has only the first action, `done`, and whatever they give is
    ignored. Many users of this way of playing know no masks, so an illegal action is replaced by a
    legal one, drawn by dice of its own, and the agent's info says `replaced`.
    """

    metadata: ClassVar[dict[str, Any]] = {**raw_env.metadata, "is_parallelizable": True}

    def __init__(self, **settings: Any) -> None:
        self.core = EnvCore(**settings)
        self.render_mode: str | None = self.core.render_mode
        self.possible_agents: list[str] = self.core.names[:]
        self.agents: list[str] = []
        made = {agent: self.core.spaces() for agent in self.possible_agents}
        self.observation_spaces = {agent: seen for agent, (seen, _) in made.items()}
        self.action_spaces = {agent: actions for agent, (_, actions) in made.items()}
        self._dice = Dice(0)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """A dict of `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of `viae.envs.actions`."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game; observations and infos of all agents."""
        self.core.begin(seed, options)
        if seed is not None:
            self._dice = Dice(int(seed) + 1)
        self.agents = self.possible_agents[:]
        if self.render_mode == "human":
            self.render()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int | np.integer[Any]]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Play the action of the seat that decides."""
        core = self.core
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        agent = self.possible_agents[core.actor]
        number = int(actions[agent])
        allowed = core.allowed()
        if number not in allowed:
            infos[agent]["replaced"] = True
            number = allowed[self._dice.below(len(allowed))]
        core.act(number)
        over, truncated = core.episode.over, core.truncated
        if over:
            for name, result in core.results().items():
                infos[name].update(result)
        rewards = core.rewards() if over else dict.fromkeys(self.agents, 0.0)
        observations = self._observations()
        terminations = dict.fromkeys(self.agents, over)
        truncations = dict.fromkeys(self.agents, truncated)
        if over or truncated:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, rewards, terminations, truncations, infos

    def _observations(self) -> dict[str, Any]:
        core = self.core
        return {
            agent: core.see(seat, core.mask(core.allowed() if seat == core.actor else [WAIT]))
            for agent, seat in core.seats.items()
        }


register("aec", ID, entry_point=env)
register("parallel", ID, entry_point=parallel_env)
