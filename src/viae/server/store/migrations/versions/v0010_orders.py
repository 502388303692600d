"""Orders of the operator, and accounts that are disabled."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version."""
    op.add_column("people", sa.Column("disabled", sa.Double(), nullable=True))
    op.create_table(
        "orders",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_orders"),
    )


def downgrade() -> None:
    """Go back to the version before."""
    op.drop_table("orders")
    op.execute("alter table people drop column disabled")
