"""What a table shows and allows: views, choices, history, undo, clocks. No input or output.

`TableGame` is all that a host of a table needs, be it a server or a browser without one.
"""

from viae.table.clock import Clock
from viae.table.game import Row, TableGame
from viae.table.terms import TableTerms

__all__ = ["Clock", "Row", "TableGame", "TableTerms"]
