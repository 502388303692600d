"""Legal entries with costs and consequences, and views: a client needs no rule besides."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.table.kit import TERMS, walk
from viae.english import CODES
from viae.rules import goods, notation, roles, score
from viae.rules.turn import apply, legal
from viae.table.blocked import blocked
from viae.table.choices import GOODS, choices, goods_of
from viae.table.game import TableGame
from viae.table.terms import TableTerms
from viae.table.types.choices import Choice
from viae.table.view import private, public

NEEDED = {
    "play": {"card"},
    "move": {"colonist", "from", "to", "steps"},
    "build": {"city"},
    "produce": {"province"},
    "collect": set(),
    "sell": {"good", "count", "price"},
    "buy": {"good", "count", "price"},
    "cash": set(),
    "settle": {"colonist", "city"},
    "purchase": {"card", "position", "price"},
    "copy": {"seat", "card"},
    "repeat": {"card"},
    "suggest": {"card"},
    "keep": {"goods"},
    "done": set(),
    "reveal": {"card"},
}

TOPICS = {"sell": "trade", "buy": "trade"}  # of the codes, where they are not the kind itself


@pytest.mark.parametrize(("variant", "players"), TERMS)
def test_every_choice_says_what_it_would_change(variant: str, players: int) -> None:
    kinds: Counter[str] = Counter()
    for game in walk(variant, players, 3)[::3]:
        state = game.state
        found = choices(game.state, True)
        texts = [notation.show(state.setup, code) for code in legal(state)]
        assert sorted(one["entry"] for one in found) == sorted(texts)
        for one in found:
            kinds[one["kind"]] += 1
            assert one["entry"].split()[0] == one["kind"]
            assert NEEDED[one["kind"]] <= set(one), one
            _check(game, one)
    assert {"play", "move", "build", "produce", "purchase", "done", "reveal"} <= set(kinds)


def _check(game: TableGame, one: Choice) -> None:
    """The figures of a choice against the game itself."""
    state = game.state
    after = state.copy()
    apply(after, notation.parse(state.setup, one["entry"]))
    for seat in range(state.setup.players):
        change = next((c for c in one["changes"] if c["seat"] == seat), None)
        coins = after.coins[seat] - state.coins[seat]
        assert (change["coins"] if change else 0) == coins
        for kind, name in enumerate(goods.NAMES):
            more = goods.count(after.goods[seat], kind) - goods.count(state.goods[seat], kind)
            assert (change["goods"].get(name, 0) if change else 0) == more
        points = score.total(after, seat) - score.total(state, seat)
        assert one["points"].get(str(seat), 0) == points
    if state.actor >= 0:
        spent = sum(one["cost"]["goods"].get(good, 0) for good in GOODS)
        got = sum(one["gain"]["goods"].get(good, 0) for good in GOODS)
        stored = goods.total(after.goods[state.actor]) - goods.total(state.goods[state.actor])
        assert got - spent == stored
    if one["kind"] == "purchase":
        price = Counter(one["price"]["cost"]) + Counter(one["price"]["surcharge"])
        assert price == Counter(one["cost"]["goods"])
    if one["kind"] == "build":
        assert one["cost"]["goods"] == goods_of(
            state.setup.house_cost[state.setup.atlas.city_index[one["city"]]]
        )
        assert one["cost"]["coins"] + one["cost"]["lent"] > 0
    assert one["reveals"] == (after.actor == roles.CHANCE)


@pytest.mark.parametrize(("variant", "players"), TERMS)
def test_what_is_blocked_is_not_legal_and_has_a_reason(variant: str, players: int) -> None:
    seen: Counter[str] = Counter()
    for game in walk(variant, players, 4):
        offered = {one["entry"] for one in choices(game.state, False)}
        for one in blocked(game.state):
            seen[one["kind"]] += 1
            assert set(one["values"]) == set(CODES[one["code"]])
            assert one["rule"].startswith("R")
            assert one["code"].partition(".")[0] == TOPICS.get(one["kind"], one["kind"])
            if one["kind"] == "play":
                assert not any(entry.startswith(f"play {one['card']}") for entry in offered)
            if one["kind"] == "build":
                assert f"build {one['city']}" not in offered
            if one["kind"] == "produce":
                assert f"produce {one['province']}" not in offered
            if one["kind"] in ("sell", "buy"):
                assert f"{one['kind']} 1 {one['good']}" not in offered
            if one["kind"] == "settle":
                assert not any(entry.startswith(f"settle {one['colonist']}") for entry in offered)
            if one["kind"] == "copy":
                assert f"copy {one['seat']}" not in offered
            if one["kind"] in ("collect", "cash"):
                assert one["kind"] not in offered
            if one["kind"] == "purchase":
                assert not any(entry.startswith(f"purchase {one['card']}") for entry in offered)
                assert one["values"].get("lacking") or variant == "venus-team"
    assert {"purchase", "copy", "settle"} <= set(seen)


def test_a_view_shows_no_hand_and_no_pile_below_its_top() -> None:
    for game in walk("concordia", 3, 6)[:-1:10]:
        view = public(game, True)
        for player in view["players"]:
            assert isinstance(player["hand"], int)
            assert isinstance(player["pile"], int)
            assert "cards" not in player
        own = private(game.state, [1], points=False)
        assert list(own) == ["1"]
        assert len(own["1"]["hand"]) == view["players"][1]["hand"]
        assert own["1"]["pile"][-1:] == [top for top in [view["players"][1]["top"]] if top]


def test_houses_stand_in_the_order_of_building() -> None:
    for game in walk("concordia", 4, 7)[::25]:
        for city, shown in public(game, False)["cities"].items():
            index = game.state.setup.atlas.city_index[city]
            built = [seat for where, seat in game.builds if where == index]
            assert shown["houses"] == built
            assert len(built) == game.state.crowd[index]


@pytest.mark.parametrize(("variant", "players"), TERMS)
def test_cards_say_what_they_are_worth(variant: str, players: int) -> None:
    """R9: own cards add up to the points; a card of the display is worth what one like it is."""
    compared = 0
    for game in walk(variant, players, 6)[::5]:
        state = game.state
        faces = state.setup.faces
        gods = {ids: faces.gods[card] for card, ids in enumerate(faces.ids)}
        for seat in range(players):
            own = private(state, [seat], points=True)[str(seat)]
            held = own["hand"] + own["pile"]
            extra = score.CONCORDIA_POINTS if state.concordia == seat else 0
            assert sum(own["worth"][card] for card in held) == score.total(state, seat) - extra
            for offer in public(game, True)["display"]:
                for card in held:
                    found = offer["card"]
                    if found and gods[card] == gods[found] and roles.MINERVA not in gods[card]:
                        assert own["worth"][card] == own["worth"][found]
                        compared += 1
    assert compared > 20


def test_hidden_points_stay_hidden_in_the_worth_of_cards() -> None:
    game = walk("concordia", 3, 6)[5]
    game.terms = TableTerms(live_score=False)
    assert "worth" not in game.cards([0])["0"]
