"""The random bot: fair, repeatable, and the same as ever for a seed."""

from collections import Counter

from tests.bots.asking import ask, observe
from viae import Game
from viae.bots import make_bot


def test_the_same_seed_makes_the_same_decisions() -> None:
    seen = observe(Game.new(seed=1))
    one, two = make_bot("random", 3), make_bot("random", 3)
    assert [ask(one, seen) for _ in range(20)] == [ask(two, seen) for _ in range(20)]


def test_every_entry_is_about_equally_likely() -> None:
    seen = observe(Game.new(seed=1))
    bot = make_bot("random", 5)
    counts = Counter(ask(bot, seen) for _ in range(6000))
    assert set(counts) == set(seen.legal)
    # Six entries, a thousand times each: five standard deviations are about 145.
    assert all(abs(number - 6000 / len(seen.legal)) < 150 for number in counts.values())


def test_a_seed_means_the_games_it_always_meant() -> None:
    """Transcripts and records in the documentation depend on it."""
    bot = make_bot("random", 11)
    game = Game.new(board="italia", players=2, seed=1)
    for _ in range(12):
        seen = observe(game)
        game.play(seen.show(ask(bot, seen)))
    assert game.entries == PLAYED


PLAYED = [
    "0: play prefect",
    "0: produce liguria",
    "1: play diplomat",
    "1: copy 0",
    "1: produce umbria",
    "0: play prefect",
    "0: produce venetia",
    "1: play senator",
    "1: purchase farmer-1 with food",
    "1: purchase diplomat-1 with wine",
    "*: reveal mercator-1",
    "*: reveal colonist-2",
    "0: play tribune",
    "0: settle sea roma",
]
