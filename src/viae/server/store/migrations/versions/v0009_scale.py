"""Ratings in the news of finished games: on the scale that starts at 1500."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from viae.table.ratings import rescaled

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version."""
    news = sa.table(
        "news",
        sa.column("table_id"),
        sa.column("number"),
        sa.column("kind"),
        sa.column("body", sa.JSON),
    )
    connection = op.get_bind()
    wanted = sa.select(news).where(news.c.kind == "rated")
    for row in connection.execute(wanted).all():
        this = sa.and_(news.c.table_id == row.table_id, news.c.number == row.number)
        connection.execute(news.update().where(this).values(body=rescaled(row.body)))


def downgrade() -> None:
    """Go back to the version before, which shows what it finds."""
