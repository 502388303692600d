"""Tables to try things out are called study, not analysis."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this form."""
    op.execute("update tables set kind = 'study' where kind = 'analysis'")


def downgrade() -> None:
    """Back to the form before."""
    op.execute("update tables set kind = 'analysis' where kind = 'study'")
