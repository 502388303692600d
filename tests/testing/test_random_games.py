"""Random games over every board, variant and player count keep every law."""

import pytest

from viae.testing import cases, check_game, combinations, option_sets

GAMES = 4  # for each combination, with different options


@pytest.mark.parametrize(("board", "variant", "players"), combinations())
def test_random_games_keep_every_law(board: str, variant: str, players: int) -> None:
    combination = (board, variant, players)
    first = 1000 * combinations().index(combination)
    for case in cases(GAMES, first, [combination]):
        check_game(**case, level="sampled")


@pytest.mark.parametrize(("variant", "players"), sorted({c[1:] for c in combinations()}))
def test_every_check_at_every_state_of_one_game(variant: str, players: int) -> None:
    options = option_sets(variant)[-1]
    board = ("imperium", "italia", "hellas", "ionium", "ionium-small", "cyprus")[players - 1]
    check_game(board, variant, players, options, seed=players, level="full")
