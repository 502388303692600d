"""Runs the migrations on the connection that `viae.server.db` hands over, or for `alembic`."""

from __future__ import annotations

from alembic import context

from viae.server.models import Base

connection = context.config.attributes.get("connection")
context.configure(
    connection=connection,
    target_metadata=Base.metadata,
    render_as_batch=True,  # SQLite changes tables by copying them
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
