"""OpenSpiel: the game `python_viae_concordia`, registered by importing this module.

    import pyspiel
    import viae.envs.openspiel

    game = pyspiel.load_game("python_viae_concordia(board=italia,variant=venus,players=3)")

Chance is explicit everywhere: the tokens and the first display are drawn at chance nodes before the
first turn, cards are revealed at chance nodes during the game. With a `seed` the set-up is that of
`viae.Game.new(seed=…)` and the game begins with the first turn.
"""

from __future__ import annotations

from copy import deepcopy
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from viae.extras import missing

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ModuleNotFoundError:
    raise missing("this environment needs OpenSpiel", "openspiel") from None

from viae.envs.actions import action_space
from viae.envs.episode import Agreement
from viae.envs.observation import DECISION_AT, DECISION_NAMES, flat, layout
from viae.envs.rewards import REWARDS, rewards
from viae.errors import Faults, SetupError
from viae.options import DEFAULTS, PLAYERS, quote
from viae.rules import codes, goods, roles, score
from viae.rules.bits import members
from viae.rules.deal import first_state
from viae.rules.faces import DISPLAY
from viae.rules.notation import show_goods
from viae.rules.playout import Dice, playout, random_start
from viae.rules.setup import Setup
from viae.rules.state import FIELDS, HOLE, State, restore
from viae.rules.trace import suggestion
from viae.rules.turn import apply, legal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

NAME: Final = "python_viae_concordia"
NO_SEED: Final = -1
PARAMETERS: Final[dict[str, bool | int | str]] = {
    "board": "imperium",
    "variant": "concordia",
    "players": 3,
    # OpenSpiel takes “5+1” in the name of a game for a number.
    **{
        key: value.replace("+", "plus") if isinstance(value, str) else value
        for key, value in DEFAULTS.items()
    },
    "reward": "rank",
    "seed": NO_SEED,  # the set-up is drawn at chance nodes
    "max_length": 10_000,  # entries of players, then the game is abandoned (R8.3)
}

MOST_POINTS: Final = 10_000.0  # coins have no limit, so neither has a margin; none comes near


def game_type(utility: Any) -> Any:
    """What OpenSpiel wants to know about all games of this kind."""
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Concordia (Viae)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(max(counts) for counts in PLAYERS.values()),
        min_num_players=min(min(counts) for counts in PLAYERS.values()),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


ZERO_SUM: Final = game_type(pyspiel.GameType.Utility.ZERO_SUM)
GENERAL_SUM: Final = game_type(pyspiel.GameType.Utility.GENERAL_SUM)


class Facts:
    """What all states of one game share; made once for each choice of parameters."""

    def __init__(self, chosen: tuple[bool | int | str, ...]) -> None:
        self.chosen = chosen
        given = dict(zip(PARAMETERS, chosen, strict=True))
        faults: Faults = []
        self.reward = str(given["reward"])
        if self.reward not in REWARDS:
            faults.append(f"reward is {' or '.join(REWARDS)}, not {quote(self.reward)}")
        self.max_length = int(given["max_length"])
        if self.max_length < 1:
            faults.append(f"max_length is at least 1, not {self.max_length}")
        self.seed = int(given["seed"])
        if self.seed < NO_SEED:
            faults.append(f"a seed must be a whole number, 0 or more, not {self.seed}")
        options = {
            key: bool(given[key])
            if isinstance(default, bool)
            else str(given[key]).replace("plus", "+")
            for key, default in DEFAULTS.items()
        }
        try:
            agreed = Agreement(
                str(given["board"]), str(given["variant"]), int(given["players"]), options
            )
        except SetupError as problem:
            raise SetupError(NAME, problem.faults + faults) from None
        if faults:
            raise SetupError(NAME, faults)
        self.terms = agreed.terms
        self.space = action_space(agreed.board, agreed.variant)
        self.layout = layout(agreed.board, agreed.variant, agreed.players)
        # The cities in the order in which their tokens are drawn.
        atlas = self.terms.atlas
        self.cities = [city for city in range(atlas.cities) if city != atlas.capital]

    def __reduce__(self) -> tuple[object, ...]:
        return facts_for, (self.chosen,)


@lru_cache(maxsize=64)
def facts_for(chosen: tuple[bool | int | str, ...]) -> Facts:
    """The facts of these parameters, in the order of `PARAMETERS`."""
    return Facts(chosen)


class Moment:
    """How far a game has come: its set-up as far as it is drawn, then the state of the rules.

    OpenSpiel clones a state with `copy.deepcopy` and writes it with `pickle`; both are told here
    what is shared by all states of a game.
    """

    __slots__ = ("display", "entries", "facts", "found", "state", "suggested", "tokens")

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.tokens: list[int] = []
        self.display: list[int] = []
        self.state: State | None = None
        self.entries = 0  # of players
        self.suggested = -1  # the card that a legatus suggests to whoever answers now (R10.8)
        self.found: list[int] | None = None  # the legal actions, once they were asked for

    def __deepcopy__(self, _memo: dict[int, object]) -> Moment:
        new = Moment(self.facts)
        new.tokens = self.tokens[:]
        new.display = self.display[:]
        new.state = self.state.copy() if self.state else None
        new.entries = self.entries
        new.suggested = self.suggested
        new.found = self.found
        return new

    def __reduce__(self) -> tuple[object, ...]:
        state = self.state
        packed = None if state is None else tuple([getattr(state, name) for name in FIELDS])
        tokens = self.tokens if state is None else state.setup.city_good
        counted = (self.entries, self.suggested)
        return _restore_moment, (self.facts, tokens, self.display, packed, counted)

    def play(self, action: int) -> None:
        """Play an action of the player or of chance who is to act."""
        state = self.state
        self.found = None
        if state is None:
            self._draw(action)
        elif state.actor == roles.CHANCE:
            apply(state, codes.reveal(action))
        else:
            code = self.facts.space.code(action)
            self.suggested = suggestion(code)
            self.entries += 1
            apply(state, code)

    def over(self) -> bool:
        """Whether the game is finished, or abandoned because it is too long."""
        state = self.state
        if state is None:
            return False
        return state.decision == roles.OVER or self.entries >= self.facts.max_length

    def actions(self) -> list[int]:
        """The legal actions of the player who is to act, ascending."""
        if self.found is None:
            assert self.state is not None
            self.found = sorted(self.facts.space.indices(legal(self.state)))
        return self.found

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance can do, and how likely it is."""
        if self.state is None:
            drawn = len(self.tokens) == len(self.facts.cities)
            return self._display_outcomes() if drawn else self._token_outcomes()
        found = legal(self.state)
        return [(codes.card_of(code), 1 / len(found)) for code in found]

    # The set-up

    def _token_outcomes(self) -> list[tuple[int, float]]:
        """The goods that the next city's token can show: those left of its letter (R2.1)."""
        facts = self.facts
        letters = facts.terms.atlas.letters
        letter = letters[facts.cities[len(self.tokens)]]
        left = facts.terms.tokens[letter][:]
        for city, kind in zip(facts.cities, self.tokens, strict=False):
            if letters[city] == letter:
                left.remove(kind)
        return [(kind, left.count(kind) / len(left)) for kind in sorted(set(left))]

    def _display_outcomes(self) -> list[tuple[int, float]]:
        """The cards that can come next to the first display (R2.3)."""
        terms = self.facts.terms
        for number in range(1, terms.decks + 1):
            left = [card for card in terms.faces.decks[number] if card not in self.display]
            if left:
                return [(card, 1 / len(left)) for card in left]
        raise AssertionError("the decks hold more cards than the display")

    def _draw(self, outcome: int) -> None:
        """Draw the next token or card; with the last one the first turn begins."""
        facts = self.facts
        if len(self.tokens) < len(facts.cities):
            self.tokens.append(outcome)
            return
        self.display.append(outcome)
        if len(self.display) == DISPLAY:
            goods_of = dict(zip(facts.cities, self.tokens, strict=True))
            city_good = [goods_of.get(city, -1) for city in range(facts.terms.atlas.cities)]
            self.state = first_state(Setup(facts.terms, city_good), self.display[:])


def _restore_moment(
    facts: Facts,
    tokens: list[int],
    display: list[int],
    packed: tuple[object, ...] | None,
    counted: tuple[int, int],
) -> Moment:
    moment = Moment(facts)
    moment.display = display
    moment.entries, moment.suggested = counted
    if packed is None:
        moment.tokens = tokens
    else:
        moment.tokens = [tokens[city] for city in facts.cities]
        moment.state = restore(Setup(facts.terms, tokens), packed)
    return moment


class ConcordiaGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """The game; its parameters are those of `PARAMETERS`."""

    def __init__(self, params: Mapping[str, bool | int | str] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        facts = facts_for(tuple(given.values()))
        # Points ahead of the best of the others add up to zero only between two sides.
        zero_sum = facts.reward != "margin" or facts.terms.sides == 2
        most = MOST_POINTS if facts.reward == "margin" else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=facts.space.size,
            max_chance_outcomes=len(facts.terms.faces.ids),
            num_players=facts.terms.players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=facts.max_length,
        )
        super().__init__(ZERO_SUM if zero_sum else GENERAL_SUM, info, dict(params or {}))
        self.facts = facts
        self._start = Moment(facts)
        if facts.seed != NO_SEED:
            state = random_start(facts.terms, Dice(facts.seed))
            self._start.tokens = [state.setup.city_good[city] for city in facts.cities]
            self._start.display = state.display[:]
            self._start.state = state

    def new_initial_state(self) -> ConcordiaState:
        """The beginning: of the set-up, or with a seed of the first turn."""
        return ConcordiaState(self, deepcopy(self._start))

    def max_chance_nodes_in_history(self) -> int:
        """The tokens, then every card on sale once."""
        terms = self.facts.terms
        cards = sum(len(terms.faces.decks[number]) for number in range(1, terms.decks + 1))
        return len(self.facts.cities) + cards

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> TableObserver | IIGObserverForPublicInfoGame:
        """What is open is everything there is; nothing is private."""
        # OpenSpiel hands over the parameters alone if no type of observation is wanted.
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info:
            return IIGObserverForPublicInfoGame(kind, params)
        return TableObserver(self.facts, kind.perfect_recall)


class ConcordiaState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state; `moment` is all it holds."""

    def __init__(self, game: ConcordiaGame, moment: Moment) -> None:
        super().__init__(game)
        self.moment = moment

    def current_player(self) -> int:
        """The seat that decides, or chance, or nobody."""
        moment = self.moment
        if moment.over():
            return int(pyspiel.PlayerId.TERMINAL)
        if moment.state is None or moment.state.actor == roles.CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return moment.state.actor

    def _legal_actions(self, _player: int) -> list[int]:
        return self.moment.actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Goods of a token (by price) or cards (by number), with their probabilities."""
        return self.moment.outcomes()

    def _apply_action(self, action: int) -> None:
        self.moment.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """An entry of the notation; a token of the set-up is “CITY GOOD”."""
        moment = self.moment
        facts = moment.facts
        if player != pyspiel.PlayerId.CHANCE:
            return facts.space.text(action)
        if moment.state is None and len(moment.tokens) < len(facts.cities):
            city = facts.terms.atlas.city_ids[facts.cities[len(moment.tokens)]]
            return f"{city} {goods.NAMES[action]}"
        return f"reveal {facts.terms.faces.ids[action]}"

    def is_terminal(self) -> bool:
        return self.moment.over()

    def returns(self) -> list[float]:
        """The rewards of a finished game; nobody gets any before, or if it is abandoned (R8.3)."""
        moment = self.moment
        if moment.state is None or moment.state.decision != roles.OVER:
            return [0.0] * moment.facts.terms.players
        return rewards(moment.state, moment.facts.reward)

    def __str__(self) -> str:
        moment = self.moment
        lines = [_show_tokens(moment)]
        if moment.state is None:
            lines.append(f"display: {_show_cards(moment, moment.display)}")
        else:
            lines += _show_table(moment.state)
            lines.append(f"entries: {moment.entries}")
            if moment.suggested >= 0:
                lines.append(f"suggested: {_show_cards(moment, [moment.suggested])}")
        return "\n".join(lines)


def _show_tokens(moment: Moment) -> str:
    facts = moment.facts
    ids = facts.terms.atlas.city_ids
    drawn = zip(facts.cities, moment.tokens, strict=False)
    return "tokens: " + ", ".join([f"{ids[city]} {goods.NAMES[kind]}" for city, kind in drawn])


def _show_cards(moment: Moment, cards: list[int]) -> str:
    ids = moment.facts.terms.faces.ids
    return " ".join(["-" if card == HOLE else ids[card] for card in cards])


def _show_table(state: State) -> list[str]:
    """Everything open on the table, and who decides what."""
    setup = state.setup
    faces = setup.faces
    atlas = setup.atlas

    def names(ids: list[str], mask: int) -> str:
        return " ".join([ids[i] for i in members(mask)])

    def places(kind: int, where: tuple[int, ...]) -> str:
        known = [*atlas.city_ids, *atlas.path_ids[kind]]
        return " ".join([known[place] for place in where])

    lines = [
        "display: "
        + " ".join(["-" if card == HOLE else faces.ids[card] for card in state.display]),
        f"unseen: {names(faces.ids, state.unseen)}",
        f"coin side: {names(atlas.province_ids, state.markers)}",
    ]
    for seat in range(setup.players):
        pile = " ".join([faces.ids[card] for card in state.piles[seat]])
        lines.append(
            f"seat {seat}: {score.total(state, seat)} points, {state.coins[seat]} coins,"
            f" {show_goods(state.goods[seat]) or 'no goods'}\n"
            f"  hand: {names(faces.ids, state.hands[seat])}\n"
            f"  pile: {pile}\n"
            f"  houses: {names(atlas.city_ids, state.houses[seat])}\n"
            f"  land: {places(codes.LAND, state.land[seat])};"
            f" sea: {places(codes.SEA, state.sea[seat])}"
        )
    lines.append(f"magnus: seat {state.magnus}" + (", used" if state.magnus_used else ""))
    if state.concordia >= 0:
        lines.append(f"concordia: seat {state.concordia}, turns left: {state.last_turns}")
    if any(state.copied):
        lines.append(f"copied: {state.copied}")
    if setup.terms.intermediate:
        lines.append(f"scored: {state.scored}")
    who = {roles.CHANCE: "chance", roles.NOBODY: "nobody"}.get(state.actor, f"seat {state.actor}")
    lines.append(
        f"turn: seat {state.turn}; {who} decides: {DECISION_NAMES[DECISION_AT[state.decision]]}"
    )
    if state.decision == roles.ARCHITECT:
        lines.append(
            f"  {state.steps} steps left{', building' if state.building else ''}; not moved yet:"
            f" land {places(codes.LAND, state.idle_land)}; sea {places(codes.SEA, state.idle_sea)}"
        )
    lines.append(f"  inside the turn: {state.together} {state.detail} {state.used} {state.pending}")
    return lines


class TableObserver:
    """OpenSpiel's observer: `tensor` is the vector of `viae.envs.observation`.

    With perfect recall the string is the history, and the tensor has one more number: how much of
    the game's greatest length is used up. With it the tensor holds all that the rest of the game
    depends on, so that a player loses nothing by forgetting how it came about.
    """

    def __init__(self, facts: Facts, perfect_recall: bool) -> None:
        self._recall = perfect_recall
        self._size = facts.layout.size
        self.tensor: NDArray[np.float32] = np.zeros(self._size + perfect_recall, np.float32)
        self.dict = {"info_state" if perfect_recall else "observation": self.tensor}

    def set_from(self, state: ConcordiaState, player: int) -> None:
        """Fill the tensor; during the set-up, when nothing is on the table yet, with zeros."""
        moment = state.moment
        if moment.state is None:
            self.tensor.fill(0)
            return
        self.tensor[: self._size] = flat(moment.state, player, moment.suggested)
        if self._recall:
            self.tensor[self._size] = moment.entries / moment.facts.max_length

    def string_from(self, state: ConcordiaState, player: int) -> str:
        """The history, or the table; all that differs between players is who looks."""
        return f"seat {player}\n{state.history_str() if self._recall else state}"


class PlayoutEvaluator:
    """For OpenSpiel's MCTS: random playouts inside the rules, many times as fast as its own.

    Takes the place of `open_spiel.python.algorithms.mcts.RandomRolloutEvaluator`.
    """

    def __init__(self, playouts: int = 1, seed: int = 0) -> None:
        self.playouts = playouts
        self._dice = Dice(seed)

    def evaluate(self, state: ConcordiaState) -> NDArray[np.float64]:
        """The mean returns of playouts from here."""
        moment = state.moment
        left = moment.facts.max_length - moment.entries
        returns = np.zeros(moment.facts.terms.players)
        for _ in range(self.playouts):
            begun = self._begin(moment)
            playout(begun, self._dice, left)
            if begun.decision == roles.OVER:
                returns += rewards(begun, moment.facts.reward)
        return returns / self.playouts

    def _begin(self, moment: Moment) -> State:
        if moment.state is not None:
            return moment.state.copy()
        moment = deepcopy(moment)
        while moment.state is None:
            moment.play(self._draw(moment.outcomes()))
        return moment.state

    def _draw(self, outcomes: list[tuple[int, float]]) -> int:
        """One of the outcomes, each as likely as it says (R2.1)."""
        left = self._dice.roll() / 2**32
        for outcome, chance in outcomes:
            left -= chance
            if left < 0:
                return outcome
        return outcomes[-1][0]  # the sum of the chances was rounded

    def prior(self, state: ConcordiaState) -> list[tuple[int, float]]:
        """Every action alike; at chance nodes their probabilities."""
        if state.is_chance_node():
            found: list[tuple[int, float]] = state.chance_outcomes()
            return found
        actions = state.moment.actions()
        return [(action, 1 / len(actions)) for action in actions]


pyspiel.register_game(ZERO_SUM, ConcordiaGame)
