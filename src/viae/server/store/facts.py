"""Small facts of the whole installation, written whether they are there or not."""

from __future__ import annotations

from sqlalchemy import Executable
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from viae.server.store.database import Database
from viae.server.store.models import Fact


def write_fact(db: Database, key: str, value: str) -> Executable:
    """The statement that writes a fact."""
    make = insert_sqlite if db.sqlite else insert_postgresql
    return (
        make(Fact)
        .values(key=key, value=value)
        .on_conflict_do_update(index_elements=["key"], set_={"value": value})
    )
