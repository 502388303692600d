"""What a table shows has exactly the shapes that the schema promises."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from pydantic import TypeAdapter

from tests.table.kit import TERMS, walk
from viae.table import clock as clocks
from viae.table.history import describe_undo
from viae.table.types.choices import Blocked, Choice, Options, OwnView, Preview
from viae.table.types.game import Decision, GameView, OwnCards
from viae.table.types.history import HistoryItem
from viae.table.types.terms import ClockView

UNIONS: dict[str, Any] = {
    "decision": Decision,
    "choice": Choice,
    "history": HistoryItem,
    "blocked": Blocked,
}
ADAPTERS: dict[str, TypeAdapter[Any]] = {
    "game": TypeAdapter(GameView),
    "cards": TypeAdapter(dict[str, OwnCards]),
    "own": TypeAdapter(OwnView),
    "preview": TypeAdapter(Preview),
    "options": TypeAdapter(Options),
    "history": TypeAdapter(list[HistoryItem]),
    "clock": TypeAdapter(ClockView),
}


def check(shape: str, value: Any) -> None:
    """Every key is promised, and every promised key is there with the right type."""
    assert ADAPTERS[shape].validate_python(value, strict=True) == value


@pytest.mark.parametrize(("variant", "players"), TERMS)
def test_everything_has_the_promised_shape(variant: str, players: int) -> None:
    moments = walk(variant, players, 5)
    for game in [*moments[::10], moments[-1]]:
        view = game.view(True, True)
        check("game", view)
        hidden = game.view(False, False)
        check("game", hidden)
        assert ("points" in hidden["players"][0]) == game.over
        check("cards", game.cards(range(players)))
        check("options", game.options())
        check("own", game.own_view([0], acting=range(-1, players)))
    last = moments[-1]
    check("history", last.history())
    first = moments[0]
    entry = first.options()["legal"][0]["entry"]
    check("preview", first.preview([entry], range(players)))
    check("history", [describe_undo(3, 9, None), describe_undo(3, 9, 1)])


@pytest.mark.parametrize("clock", [clocks.Clock(), clocks.Clock("turn", 60)])
def test_a_clock_has_the_promised_shape(clock: clocks.Clock) -> None:
    state = clocks.move_on(clock, clocks.begin(clock, 3), 1, 1, 5.0)
    check("clock", clocks.shown(clock, state, 7.0))


@pytest.mark.parametrize("name", UNIONS)
def test_each_union_says_in_the_schema_which_kind_is_which_member(name: str) -> None:
    schema = TypeAdapter[Any](UNIONS[name]).json_schema()
    told = schema["discriminator"]
    assert told["propertyName"] == "kind"
    members = {reference.rpartition("/")[2] for reference in told["mapping"].values()}
    union, _marker = get_args(UNIONS[name])
    assert members == {member.__name__ for member in get_args(union)}
    assert len(schema["oneOf"]) == len(members)
    for kind, reference in told["mapping"].items():
        stated = schema["$defs"][reference.rpartition("/")[2]]["properties"]["kind"]
        assert kind in (stated.get("enum") or [stated["const"]])
