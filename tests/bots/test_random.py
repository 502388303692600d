"""The random bot, and finding bots by name."""

from collections import Counter

import pytest

from viae import Game, SetupError
from viae.bots import NAMES, check_bot, make_bot
from viae.rules.turn import legal


def test_every_bot_plays_a_legal_entry() -> None:
    game = Game.new(seed=1)
    found = legal(game.state)
    for name in NAMES:
        assert make_bot(name, 7).choose(game.state, found) in found


def test_the_same_seed_makes_the_same_decisions() -> None:
    game = Game.new(seed=1)
    found = legal(game.state)
    one, two = make_bot("random", 3), make_bot("random", 3)
    first = [one.choose(game.state, found) for _ in range(20)]
    assert first == [two.choose(game.state, found) for _ in range(20)]


def test_every_entry_is_about_equally_likely() -> None:
    game = Game.new(seed=1)
    found = legal(game.state)
    bot = make_bot("random", 5)
    counts = Counter(bot.choose(game.state, found) for _ in range(6000))
    assert set(counts) == set(found)
    # Six entries, a thousand times each: five standard deviations are about 145.
    assert all(abs(number - 6000 / len(found)) < 150 for number in counts.values())


def test_a_name_is_read_forgivingly() -> None:
    assert check_bot(" Random ") == "random"


def test_an_unknown_bot_is_told_with_those_there_are() -> None:
    with pytest.raises(SetupError, match="no bot “oracle”; bots are random"):
        make_bot("oracle", 1)
