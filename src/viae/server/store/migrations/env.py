"""Runs the migrations on the connection that `viae.server.store.database` hands over."""

from __future__ import annotations

from alembic import context

from viae.server.store.models import Base


def migrate() -> None:
    """Run them."""
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=Base.metadata,
        render_as_batch=True,  # SQLite changes tables by copying them
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # Alembic runs this file; anybody else only imports it
    migrate()
