"""The end of the game: two triggers, one more turn for everybody else (R8)."""

from __future__ import annotations

import pytest

from tests.support import (
    IMPERIUM_TOKENS,
    Seat,
    deciding,
    display,
    houses,
    in_turn,
    play,
    refused,
    table,
)
from viae import Game

LAST = "mason-1"  # costs a food
FOURTEEN = [city for city in IMPERIUM_TOKENS if city not in {"aquileia", "vindobona"}][:14]
BUILDER: Seat = {
    "coins": 20,
    "goods": {"food": 1, "brick": 1},
    "houses": FOURTEEN,
    "colonists": ["land aquileia~vindobona"],
}


def one_card_left(turn: int = 0, players: int = 3) -> Game:
    """The last card of the sale lies in the display; everybody could pay it."""
    hungry: Seat = {"goods": {"food": 2, "tool": 1}}
    seats = dict.fromkeys(range(players), hungry)
    return table(players=players, display=[LAST], turn=turn, seats=seats)


def concordia_of(game: Game) -> list[int]:
    return [one.gods["concordia"] for one in game.scores()]


def pass_turn(game: Game) -> None:
    play(game, "play mercator", "done")


# The last card


def test_who_takes_the_last_card_gets_the_concordia_card() -> None:
    """R8.1: 7 points, at that moment; the turn is then finished with `done`."""
    game = one_card_left()
    play(game, "0: play senator")
    assert concordia_of(game) == [0, 0, 0]
    play(game, f"0: purchase {LAST}")
    assert concordia_of(game) == [7, 0, 0]
    assert deciding(game) == 0
    assert game.legal() == ["done"]
    play(game, "0: done")
    assert display(game) == []
    assert not game.over


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_other_player_has_one_more_turn(players: int) -> None:
    """R8.1: seat 1 triggers; all the others follow in order, then the game is over."""
    game = one_card_left(turn=1, players=players)
    play(game, "1: play senator", f"1: purchase {LAST}", "1: done")
    followers = []
    while not game.over:
        followers.append(in_turn(game))
        pass_turn(game)
    assert followers == [seat % players for seat in range(2, players + 1)]


def test_after_the_last_turn_the_game_is_scored() -> None:
    """R8.1: there is a winner and a result, and nothing more to play."""
    game = one_card_left(players=2)
    play(game, "0: play senator", f"0: purchase {LAST}", "0: done")
    assert game.winner is None
    pass_turn(game)
    assert game.over
    assert deciding(game) is None
    assert game.legal() == []
    assert game.winner in {0, 1}
    assert refused(game, "play prefect") == "R8.1"


def test_the_last_card_counts_though_it_was_the_second_purchase() -> None:
    """R8.1: two cards left, both bought by one senator."""
    game = table(
        players=2, display=[LAST, "colonist-1"], seats={0: {"goods": {"food": 2, "brick": 1}}}
    )
    play(game, "0: play senator", "0: purchase mason-1")
    assert concordia_of(game) == [0, 0]
    play(game, "0: purchase colonist-1 with brick")
    assert concordia_of(game) == [7, 0]
    assert deciding(game) == 1


def test_a_card_left_in_the_display_is_no_end() -> None:
    """R8.1: the last card has to be taken."""
    game = table(players=2, display=[LAST, "colonist-1"], seats={0: {"goods": {"food": 2}}})
    play(game, "0: play senator", "0: purchase mason-1", "0: done")
    assert display(game) == ["colonist-1"]
    for _ in range(2):
        pass_turn(game)
    assert not game.over


@pytest.mark.parametrize("card", ["consul-2", "diplomat"])
def test_however_the_last_card_is_taken(card: str) -> None:
    """R8.1: with a consul, or with a copied senator."""
    game = table(
        players=2,
        display=[LAST],
        seats={0: {"bought": ["consul-2"]}, 1: {"pile": ["senator"]}},
    )
    play(game, f"0: play {card}")
    if card == "diplomat":
        play(game, "0: copy 1")
    play(game, f"0: purchase {LAST}")
    assert concordia_of(game) == [7, 0]


# The fifteenth house


def test_who_builds_the_fifteenth_house_gets_the_concordia_card() -> None:
    """R8.1: at the moment of building; the display may be full."""
    game = table(seats={0: BUILDER})
    play(game, "0: play architect")
    assert concordia_of(game) == [0, 0, 0]
    play(game, "0: build vindobona")
    assert len(houses(game, 0)) == 15
    assert concordia_of(game) == [7, 0, 0]
    play(game, "0: done")
    for seat in (1, 2):
        assert in_turn(game) == seat
        pass_turn(game)
    assert game.over


def test_the_fourteenth_house_is_no_end() -> None:
    """R8.1: fourteen are not enough."""
    game = table(players=2, seats={0: {**BUILDER, "houses": FOURTEEN[:13]}})
    play(game, "0: play architect", "0: build vindobona", "0: done")
    assert concordia_of(game) == [0, 0]
    for _ in range(2):
        pass_turn(game)
    assert not game.over


def test_the_display_is_refilled_in_the_last_turns_too() -> None:
    """R8.1, R5.6: a purchase after a fifteenth house goes on as ever."""
    game = table(players=2, seats={0: BUILDER, 1: {"goods": {"tool": 1}}})
    play(game, "0: play architect", "0: build vindobona", "0: done")
    play(game, "1: play senator", "1: purchase architect-1", "1: done")
    assert deciding(game) == "*"
    assert not game.over
    play(game, "*: reveal smith-1")
    assert game.over


# Later triggers


def test_a_later_fifteenth_house_gives_nothing_and_adds_no_turns() -> None:
    """R8.1: the card is given once."""
    game = table(display=[LAST], seats={0: {"goods": {"food": 1}}, 1: BUILDER})
    play(game, "0: play senator", f"0: purchase {LAST}", "0: done")
    play(game, "1: play architect", "1: build vindobona", "1: done")
    assert concordia_of(game) == [7, 0, 0]
    assert in_turn(game) == 2
    pass_turn(game)
    assert game.over
    assert concordia_of(game) == [7, 0, 0]


def test_a_later_last_card_gives_nothing_and_adds_no_turns() -> None:
    """R8.1: the other way round."""
    game = table(display=[LAST], seats={0: BUILDER, 1: {"goods": {"food": 1}}})
    play(game, "0: play architect", "0: build vindobona", "0: done")
    play(game, "1: play senator", f"1: purchase {LAST}", "1: done")
    assert concordia_of(game) == [7, 0, 0]
    pass_turn(game)
    assert game.over


# No limit, no draw


def test_there_is_no_limit_of_turns() -> None:
    """R8.3: three hundred idle turns, and the game goes on."""
    game = Game.new(players=2, seed=1)
    for _ in range(75):
        for _ in range(2):
            play(game, "play mercator", "done")
        for _ in range(2):
            play(game, "play tribune", "done")
    assert not game.over
    assert game.winner is None


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_there_is_no_draw(players: int) -> None:
    """R8.3: equal points have a winner all the same, wherever the Praefectus Magnus is."""
    for magnus in range(players):
        game = table(players=players, display=[], concordia=0, last_turns=0, magnus=magnus)
        assert game.winner in range(players)


def test_an_abandoned_game_has_a_record_without_a_result() -> None:
    """R8.3: whoever runs it may stop at any time; the record replays as far as it goes."""
    game = Game.new(players=2, seed=1)
    play(game, "play mercator", "sell 1 wine")
    record = game.record()
    assert "result" not in record
    again = Game.from_record(record)
    assert again.legal() == game.legal()
    assert not again.over
