"""News are found by who said them, and those of rated games by their kind."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version."""
    for name, column, some in (
        ("ix_news_person", "person", "person IS NOT NULL"),
        ("ix_news_rated", "table_id", "kind = 'rated'"),
    ):
        where = sa.text(some)
        op.create_index(name, "news", [column], sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    """Go back to the version before."""
    for name in ("ix_news_person", "ix_news_rated"):
        op.drop_index(name, table_name="news")
