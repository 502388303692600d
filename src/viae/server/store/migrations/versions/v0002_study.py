"""Rename the kind of study tables: study, not analysis."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version."""
    op.execute("update tables set kind = 'study' where kind = 'analysis'")


def downgrade() -> None:
    """Go back to the version before."""
    op.execute("update tables set kind = 'analysis' where kind = 'study'")
