"""Accounts that are bots, and their tokens."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version."""
    op.add_column(
        "people",
        sa.Column("bot", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("scopes", sa.String(100), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("used", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_tokens_person_people"),
        sa.PrimaryKeyConstraint("id", name="pk_tokens"),
        sa.UniqueConstraint("token", name="uq_tokens_token"),
    )
    op.create_index("ix_tokens_person", "tokens", ["person"])


def downgrade() -> None:
    """Go back to the version before."""
    op.drop_table("tokens")
    op.execute("alter table people drop column bot")
