"""Tables by who sits there: found by the index of the seats.

To ask of each table whether somebody sits there goes through all their seats for every table.
"""

from __future__ import annotations

from sqlalchemy import CompoundSelect, Select, select

from viae.server.store.models import Seat, Table


def sits_at(person: str) -> Select[str]:
    """The tables where a user sits or is invited, some of them several times."""
    return select(Seat.table).where(Seat.person == person)


def tables_of(person: str) -> CompoundSelect[str]:
    """The tables where a user sits, is invited or is the host."""
    hosts = select(Table.id).where(Table.host == person).correlate(None)
    return sits_at(person).union(hosts)
