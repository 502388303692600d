"""What is said at the end of a game."""

from dataclasses import replace

from viae import Game
from viae.cli.ending import ending
from viae.cli.view import look


def test_a_clear_winner() -> None:
    view = look(Game.new(players=["Livia", "Marcus"], seed=1))
    seats = (view.seats[0], replace(view.seats[1], points=99))
    assert ending(replace(view, seats=seats), 1) == "Marcus wins with 99 points."


def test_a_tie_is_explained() -> None:
    """R9.11: the holder of the Praefectus Magnus wins, else who would get it next."""
    view = look(Game.new(players=["Livia", "Marcus"], seed=1))
    assert ending(view, 1) == (
        "Livia and Marcus are tied with 7 points. The Praefectus Magnus lies with Marcus, and so"
        " Marcus wins (R9.11)."
    )


def test_teams_win_together() -> None:
    view = look(Game.new(variant="venus-team", players=["A", "B", "C", "D"], seed=1))
    assert ending(replace(view, teams=(20, 14)), 0) == "A and C win with 20 points."
