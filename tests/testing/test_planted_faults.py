"""The kit finds faults: each law has at least one fault planted in the engine that breaks it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import viae.game
import viae.progress
from viae import engine
from viae.game import Game, Score
from viae.progress import Progress
from viae.rules import codes, deal, goods, notation, roles, score, turn
from viae.rules.setup import Setup
from viae.rules.state import State
from viae.testing import LAWS, ConformanceError, check_game

pytestmark = pytest.mark.skipif(
    engine.status().kind == "compiled", reason="faults can be planted in interpreted rules only"
)

Patch = pytest.MonkeyPatch
Fault = Callable[[Patch], None]
Effect = Callable[[State, State, int], None]  # before, after, code
FAULTS: list[tuple[str, Fault, dict[str, Any]]] = []
TEAM = {"variant": "venus-team", "players": 4}


def fault(law: str, **game: Any) -> Callable[[Fault], Fault]:
    """A function that spoils the engine so that the law no longer holds."""

    def add(function: Fault) -> Fault:
        FAULTS.append((law, function, game))
        return function

    return add


def effect(law: str, verb: int, **game: Any) -> Callable[[Effect], Effect]:
    """A wrong effect of every entry with a verb, after the right one."""

    def add(function: Effect) -> Effect:
        def plant(patch: Patch) -> None:
            right = turn.apply

            def wrong(state: State, code: int) -> None:
                before = state.copy()
                right(state, code)
                if code >> codes.SHIFT == verb:
                    function(before, state, code)

            patch.setattr(turn, "apply", wrong)
            patch.setattr(viae.progress, "apply", wrong)

        plant.__name__ = function.__name__
        FAULTS.append((law, plant, game))
        return function

    return add


def spoil_legal(patch: Patch, wrong: Callable[[State, list[int]], list[int]]) -> None:
    right = turn.legal

    def legal(state: State) -> list[int]:
        return wrong(state, right(state))

    patch.setattr(turn, "legal", legal)
    patch.setattr(viae.game, "legal", legal)
    patch.setattr(viae.progress, "legal", legal)


# The decision


@effect("actor", codes.DONE)
def the_wrong_seat_begins_a_turn(_before: State, after: State, _code: int) -> None:
    if after.decision == roles.PLAY:
        after.actor = (after.actor + 1) % after.setup.players


@fault("legal")
def a_double_in_the_legal_list(patch: Patch) -> None:
    spoil_legal(patch, lambda _state, found: [*found, found[0]] if len(found) > 3 else found)


@fault("legal")
def an_empty_legal_list(patch: Patch) -> None:
    spoil_legal(patch, lambda state, found: [] if state.decision == roles.MERCATOR else found)


@fault("legal")
def a_legal_list_that_is_not_sorted(patch: Patch) -> None:
    right = Game.legal
    patch.setattr(Game, "legal", lambda game: right(game)[::-1])


@fault("text")
def two_entries_with_one_text(patch: Patch) -> None:
    right = notation.show

    def show(setup: Setup, code: int) -> str:
        return right(setup, code).replace("sell", "buy")

    patch.setattr(notation, "show", show)


@fault("text")
def a_text_that_reads_as_another_entry(patch: Patch) -> None:
    right = notation.parse

    def parse(setup: Setup, text: str) -> int:
        code = right(setup, text)
        return codes.sell(code >> 3 & 31, code & 7) if code >> codes.SHIFT == codes.BUY else code

    patch.setattr(notation, "parse", parse)


@fault("text")
def a_text_that_cannot_be_read(patch: Patch) -> None:
    right = notation.show
    patch.setattr(notation, "show", lambda setup, code: right(setup, code).replace("~", "-"))


# Copies, texts, undo


def _shared(field: str) -> Fault:
    def plant(patch: Patch) -> None:
        right = State.copy

        def copy(state: State) -> State:
            new = right(state)
            setattr(new, field, getattr(state, field))
            return new

        patch.setattr(State, "copy", copy)

    plant.__name__ = f"copies_share_{field}"
    return plant


FAULTS += [
    ("copy", _shared(field), TEAM)
    for field in ("coins", "goods", "hands", "piles", "display", "crowd", "pending")
]


@fault("copy")
def a_copy_that_forgets_who_is_in_turn(patch: Patch) -> None:
    right = State.copy

    def copy(state: State) -> State:
        new = right(state)
        new.turn = 0
        return new

    patch.setattr(State, "copy", copy)


@fault("copy")
def copies_of_a_game_share_their_entries(patch: Patch) -> None:
    right = Progress.copy

    def copy(progress: Progress) -> Progress:
        new = right(progress)
        new.log = progress.log
        return new

    patch.setattr(Progress, "copy", copy)


@fault("position")
def a_position_without_markers(patch: Patch) -> None:
    right = Game.position
    patch.setattr(Game, "position", lambda game: {**right(game), "markers": {}})


@fault("position")
def a_position_that_is_refused(patch: Patch) -> None:
    right = Game.position

    def position(game: Game) -> dict[str, Any]:
        found = right(game)
        if "entries" in found:
            found["display"] = found["display"][:-1]
        return found

    patch.setattr(Game, "position", position)


@fault("record")
def a_record_without_its_last_entry(patch: Patch) -> None:
    right = Game.record

    def record(game: Game) -> dict[str, Any]:
        found = right(game)
        found.pop("result", None)
        return {**found, "entries": found["entries"][:-1]}

    patch.setattr(Game, "record", record)


@fault("record")
def a_record_with_another_result(patch: Patch) -> None:
    right = Game.record

    def record(game: Game) -> dict[str, Any]:
        found = right(game)
        if "result" in found:
            found["result"]["winner"] = 1 - found["result"]["winner"]
        return found

    patch.setattr(Game, "record", record)


@fault("undo")
def undo_that_keeps_a_coin(patch: Patch) -> None:
    right = Game.undo

    def undo(game: Game) -> None:
        right(game)
        if len(game.entries) == 40:
            game.state.coins[0] += 1

    patch.setattr(Game, "undo", undo)


@fault("refusal")
def illegal_entries_are_played(patch: Patch) -> None:
    patch.setattr(Progress, "check", lambda _progress, _code: None)


@fault("refusal")
def a_refusal_that_costs_a_coin(patch: Patch) -> None:
    right = Progress.check

    def check(progress: Progress, code: int) -> None:
        if code not in turn.legal(progress.state):
            progress.state.coins[0] += 1
        right(progress, code)

    patch.setattr(Progress, "check", check)


@fault("setup")
def a_coin_too_many_at_the_start(patch: Patch) -> None:
    patch.setattr(deal, "START_COINS", 6)


@fault("crash")
def an_error_inside_the_engine(patch: Patch) -> None:
    def wrong(_state: State, found: list[int]) -> list[int]:
        if len(found) == 5:
            raise IndexError("list index out of range")
        return found

    spoil_legal(patch, wrong)


# Cards


@effect("cards", codes.PURCHASE)
def a_purchased_card_is_lost(before: State, after: State, code: int) -> None:
    after.hands[before.actor] &= ~(1 << (code & 255))
    after.owned[before.actor] &= ~(1 << (code & 255))


@effect("cards", codes.PURCHASE)
def a_purchased_card_stays_on_display(before: State, after: State, code: int) -> None:
    if after.display == [c if c != code & 255 else -1 for c in before.display]:
        after.display = before.display[:]


@effect("cards", codes.PLAY)
def a_played_card_stays_in_hand(before: State, after: State, _code: int) -> None:
    if after.piles[before.actor]:
        after.hands[before.actor] = before.hands[before.actor]


@effect("cards", codes.SELL)
def a_starting_card_disappears(_before: State, after: State, _code: int) -> None:
    senator = 1 << after.setup.faces.index["senator"]
    for seats in (after.hands, after.owned):
        seats[0] &= ~senator


@effect("display", codes.REVEAL)
def a_card_of_a_later_deck_comes_first(before: State, after: State, code: int) -> None:
    later = before.setup.faces.decks[2][0]
    if code & 255 != later and before.unseen >> later & 1 and after.display[-1] == code & 255:
        after.display[-1] = later
        after.unseen ^= 1 << later | 1 << (code & 255)


@effect("display", codes.REVEAL)
def the_display_is_not_filled_up(_before: State, after: State, _code: int) -> None:
    if after.actor == roles.CHANCE and len(after.display) == 6:
        after.actor, after.decision = after.turn, roles.PLAY


# Board


@effect("colonists", codes.SETTLE)
def a_fourth_colonist(before: State, after: State, _code: int) -> None:
    after.land[before.actor] = (after.setup.atlas.capital,) * 4


@effect("colonists", codes.PRODUCE)
def a_colonist_walks_by_itself(_before: State, after: State, _code: int) -> None:
    cities = after.setup.atlas.cities
    free = next(p for p in range(40) if not after.occupied_land >> p & 1)
    if after.land[0][0] == after.setup.atlas.capital:
        after.land[0] = tuple(sorted((*after.land[0][1:], cities + free)))
        after.occupied_land |= 1 << free


@fault("colonists")
def colonists_walk_too_far(patch: Patch) -> None:
    def wrong(state: State, found: list[int]) -> list[int]:
        if state.decision != roles.ARCHITECT or state.building:
            return found
        capital = state.setup.atlas.capital
        far = [
            codes.move(codes.LAND, capital, path)
            for path, steps in enumerate(state.setup.atlas.distance[codes.LAND][capital])
            if steps == state.steps + 1 and not state.occupied_land >> path & 1
        ]
        return sorted({*found, *far}) if capital in state.land[state.actor] else found

    spoil_legal(patch, wrong)


@effect("paths", codes.MOVE)
def a_path_is_not_marked_as_occupied(before: State, after: State, _code: int) -> None:
    after.occupied_land = before.occupied_land
    after.occupied_sea = before.occupied_sea


@effect("paths", codes.MOVE)
def a_path_left_stays_occupied(before: State, after: State, _code: int) -> None:
    after.occupied_land |= before.occupied_land
    after.occupied_sea |= before.occupied_sea


@effect("paths", codes.MOVE, board="ionium")
def colonists_stop_on_the_strip(before: State, after: State, code: int) -> None:
    board = after.setup.atlas.board
    kind = ("land", "sea")[code >> 20 & 1]
    paths = [path for path in board.paths if path.kind == kind]
    closed = [i for i, path in enumerate(paths) if not path.can_stop]
    if closed:
        places = after.land if kind == "land" else after.sea
        there = after.setup.atlas.cities + closed[0]
        old = after.setup.atlas.cities + (code & 1023)
        places[before.actor] = tuple(
            sorted(there if place == old else place for place in places[before.actor])
        )
        if kind == "land":
            after.occupied_land ^= 1 << (code & 1023) | 1 << closed[0]
        else:
            after.occupied_sea ^= 1 << (code & 1023) | 1 << closed[0]


@effect("houses", codes.BUILD)
def a_house_is_not_counted_in_its_city(before: State, after: State, _code: int) -> None:
    after.crowd = before.crowd


@effect("houses", codes.PRODUCE)
def a_house_in_the_capital(before: State, after: State, _code: int) -> None:
    after.houses[before.actor] |= 1 << after.setup.atlas.capital
    after.crowd[after.setup.atlas.capital] += 1


@effect("houses", codes.COLLECT)
def a_house_out_of_nothing(before: State, after: State, _code: int) -> None:
    free = [city for city, number in enumerate(after.crowd) if number == 0]
    city = next(city for city in free if city != after.setup.atlas.capital)
    after.houses[before.actor] |= 1 << city
    after.crowd[city] += 1


@effect("markers", codes.COLLECT)
def collecting_leaves_the_markers(before: State, after: State, _code: int) -> None:
    after.markers = before.markers


@effect("markers", codes.PRODUCE)
def producing_does_not_turn_the_marker(before: State, after: State, _code: int) -> None:
    after.markers = before.markers


# Goods and coins


@effect("store", codes.BUY)
def a_store_without_limit(before: State, after: State, _code: int) -> None:
    after.goods[before.actor] = goods.pack([9, 9, 9, 9, 9])


@effect("goods", codes.PRODUCE)
def production_forgets_the_bonus(before: State, after: State, _code: int) -> None:
    after.goods[before.actor] = before.goods[before.actor]


@effect("goods", codes.PLAY, variant="venus")
def specialists_work_twice(before: State, after: State, code: int) -> None:
    if before.setup.faces.role[code & 255] == roles.SPECIALIST:
        got = after.goods[before.actor] - before.goods[before.actor]
        if goods.total(after.goods[before.actor]) + goods.total(got) <= 6:
            after.goods[before.actor] += got


@effect("goods", codes.SETTLE)
def colonists_cost_no_tool(before: State, after: State, _code: int) -> None:
    after.goods[before.actor] += goods.unit(goods.TOOL)


@effect("goods", codes.BUILD)
def houses_cost_no_goods(before: State, after: State, _code: int) -> None:
    after.goods[before.actor] = before.goods[before.actor]


@effect("goods", codes.PURCHASE)
def cards_cost_nothing(before: State, after: State, _code: int) -> None:
    after.goods[before.actor] = before.goods[before.actor]


@effect("coins", codes.SELL)
def a_wrong_price(before: State, after: State, _code: int) -> None:
    after.coins[before.actor] += 1


@effect("coins", codes.BUILD)
def houses_cost_one_coin_less(before: State, after: State, _code: int) -> None:
    after.coins[before.actor] += 1


@effect("coins", codes.CASH)
def a_colonist_pays_by_the_other_edition(before: State, after: State, _code: int) -> None:
    seat = before.actor
    on_board = len(before.land[seat]) + len(before.sea[seat])
    after.coins[seat] = before.coins[seat] + 2 * on_board


@effect("coins", codes.BUILD, **TEAM)
def the_partner_pays_first(before: State, after: State, _code: int) -> None:
    partner = after.setup.partner[before.actor]
    if after.coins[partner]:
        after.coins[partner] -= 1
        after.coins[before.actor] += 1


@effect("coins", codes.PLAY)
def a_tribune_pays_nothing(before: State, after: State, code: int) -> None:
    if before.setup.faces.role[code & 255] == roles.TRIBUNE:
        after.coins[before.actor] = before.coins[before.actor]


@effect("coins", codes.COLLECT)
def coins_below_zero(before: State, after: State, _code: int) -> None:
    after.coins[before.actor] = -1


# Turn and end


@effect("magnus", codes.PRODUCE)
def the_magnus_goes_to_the_left(before: State, after: State, _code: int) -> None:
    if before.magnus == before.actor and after.magnus != before.magnus:
        after.magnus = (before.magnus + 1) % after.setup.players


@effect("magnus", codes.COLLECT)
def the_magnus_is_with_nobody(_before: State, after: State, _code: int) -> None:
    after.magnus = after.setup.players


@effect("copied", codes.COPY, **TEAM)
def a_copied_card_is_not_closed_to_the_partner(_before: State, after: State, _code: int) -> None:
    after.copied = [0] * after.setup.players


@effect("turn", codes.DONE)
def turns_go_to_the_right(before: State, after: State, _code: int) -> None:
    if after.turn != before.turn and after.decision == roles.PLAY:
        after.turn = after.actor = (before.turn - 1) % after.setup.players


@fault("turn")
def a_good_is_traded_twice(patch: Patch) -> None:
    def wrong(state: State, found: list[int]) -> list[int]:
        if state.decision == roles.MERCATOR and state.used and state.goods[state.actor] & 31:
            return sorted({*found, codes.sell(1, goods.BRICK)})
        return found

    spoil_legal(patch, wrong)


@effect("concordia", codes.PURCHASE)
def the_concordia_card_is_given_too_early(before: State, after: State, _code: int) -> None:
    if not after.unseen and after.concordia < 0:
        after.concordia = before.actor
        after.last_turns = after.setup.sides


@effect("concordia", codes.PURCHASE)
def one_last_turn_too_many(before: State, after: State, _code: int) -> None:
    if before.concordia < 0 <= after.concordia:
        after.last_turns += 1


@effect("concordia", codes.BUILD, seed=3)
def the_15th_house_ends_nothing(_before: State, after: State, _code: int) -> None:
    after.concordia = after.last_turns = -1


@fault("scores")
def saturnus_counts_a_province_too_many(patch: Patch) -> None:
    right = score.by_god

    def by_god(state: State, seat: int) -> list[int]:
        points = right(state, seat)
        points[roles.SATURNUS] += 1
        return points

    patch.setattr(score, "by_god", by_god)


@fault("scores")
def a_sum_that_is_not_the_sum(patch: Patch) -> None:
    right = Game.scores

    def scores(game: Game) -> list[Score]:
        return [Score(one.total + 1, one.gods) for one in right(game)]

    patch.setattr(Game, "scores", scores)


@fault("scores")
def the_last_one_wins(patch: Patch) -> None:
    patch.setattr(
        score, "winner", lambda state: score.totals(state).index(min(score.totals(state)))
    )


@effect("scores", codes.PLAY, options={"intermediate_scoring": True})
def an_intermediate_score_is_off(before: State, after: State, _code: int) -> None:
    if after.scored[before.actor] > before.scored[before.actor]:
        after.scored[before.actor] += 1


def check_some_games(game: dict[str, Any]) -> None:
    first = game.get("seed", 0)
    for seed in range(first, first + 20):
        check_game(**{"players": 3, **game, "seed": seed, "level": "sampled"})


@pytest.mark.parametrize(
    ("law", "plant", "game"), FAULTS, ids=[f"{law}-{plant.__name__}" for law, plant, _ in FAULTS]
)
def test_a_planted_fault_is_found(
    law: str, plant: Fault, game: dict[str, Any], monkeypatch: Patch
) -> None:
    plant(monkeypatch)
    with pytest.raises(ConformanceError) as caught:
        check_some_games(game)
    assert caught.value.law == law


def test_every_law_has_a_planted_fault() -> None:
    assert {law for law, _, _ in FAULTS} == set(LAWS)


def test_without_a_fault_the_same_games_pass() -> None:
    for game in ({}, TEAM, {"board": "ionium"}, {"options": {"intermediate_scoring": True}}):
        assert not check_game(**game, seed=0, level="sampled").violations
