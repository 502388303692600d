"""The figures of the game as data files, and the loaders that check them."""

from __future__ import annotations

from viae.data.board import board_figures, board_names, load_board
from viae.data.cards import load_cards
from viae.data.parse import parse_board

__all__ = ["board_figures", "board_names", "load_board", "load_cards", "parse_board"]
