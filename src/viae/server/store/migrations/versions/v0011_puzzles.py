"""First answers to puzzles; whether dumps of games name a person."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version."""
    op.add_column(
        "people",
        sa.Column("public_name", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "puzzle_answers",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("puzzle", sa.String(32), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("change", sa.Integer(), nullable=False),
        sa.Column("moved", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_puzzle_answers_person_people"),
        sa.PrimaryKeyConstraint("person", "puzzle", name="pk_puzzle_answers"),
    )
    op.create_index("ix_puzzle_answers_puzzle", "puzzle_answers", ["puzzle"])


def downgrade() -> None:
    """Go back to the version before."""
    op.drop_index("ix_puzzle_answers_puzzle", table_name="puzzle_answers")
    op.drop_table("puzzle_answers")
    op.execute("alter table people drop column public_name")
