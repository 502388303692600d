"""Roles and decisions: what a card does, and which decisions the engine can wait for."""

from typing import Final

# Roles. 0 doubles as "no side chosen" in codes: a tribune is never a side of a double card.
TRIBUNE: Final = 0
ARCHITECT: Final = 1
PREFECT: Final = 2
MERCATOR: Final = 3
COLONIST: Final = 4
SENATOR: Final = 5
CONSUL: Final = 6
PRAETOR: Final = 7
PROCONSUL: Final = 8
DIPLOMAT: Final = 9
MAGISTER: Final = 10
LEGATUS: Final = 11
SPECIALIST: Final = 12
DOUBLE: Final = 13

# Decisions: a role that is being carried out, or one of these.
PLAY: Final = 16
KEEP: Final = 17
REVEAL: Final = 18
OVER: Final = 19

NAMES: Final = (
    "tribune",
    "architect",
    "prefect",
    "mercator",
    "colonist",
    "senator",
    "consul",
    "praetor",
    "proconsul",
    "diplomat",
    "magister",
    "legatus",
    "specialist",
    "double",
)

# Actors that are no seat.
CHANCE: Final = -1
NOBODY: Final = -2

# Gods in the order in which they are written down.
VESTA: Final = 0
JUPITER: Final = 1
SATURNUS: Final = 2
MERCURIUS: Final = 3
MARS: Final = 4
MINERVA: Final = 5
VENUS: Final = 6
CONCORDIA: Final = 7
GODS: Final = (
    "vesta",
    "jupiter",
    "saturnus",
    "mercurius",
    "mars",
    "minerva",
    "venus",
    "concordia",
)
