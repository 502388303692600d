"""Reviews of games, and the branches of study tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version."""
    op.create_table(
        "analyses",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("nodes", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.Column("waiting", sa.Boolean(), nullable=False),
        sa.Column("made", sa.String(80), nullable=False),
        sa.Column("body", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("claimed_by", sa.String(64), nullable=True),
        sa.Column("claimed_until", sa.Double(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"], ["tables.id"], name="fk_analyses_game_tables", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game", "number", name="pk_analyses"),
    )
    op.create_index("ix_analyses_waiting", "analyses", ["waiting", "claimed_until", "since"])
    op.create_table(
        "study_trees",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("tree", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_study_trees_table_id_tables", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", name="pk_study_trees"),
    )


def downgrade() -> None:
    """Go back to the version before."""
    op.drop_table("study_trees")
    op.drop_table("analyses")
