"""Sessions as rows, codes and addresses to recover an account, deleted users."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version; everybody has to sign in again."""
    # Not in a batch: SQLite would replace the table, and other tables refer to it.
    op.execute("alter table people drop column epoch")
    op.add_column("people", sa.Column("email", sa.String(254), nullable=True))
    op.add_column("people", sa.Column("deleted", sa.Double(), nullable=True))
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("agent", sa.String(200), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("used", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_sessions_person_people"),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.UniqueConstraint("token", name="uq_sessions_token"),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.create_table(
        "recovery_codes",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("code", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_recovery_codes_person_people"),
        sa.PrimaryKeyConstraint("person", "code", name="pk_recovery_codes"),
    )


def downgrade() -> None:
    """Go back to the version before."""
    op.drop_table("recovery_codes")
    op.drop_table("sessions")
    op.execute("alter table people drop column deleted")
    op.execute("alter table people drop column email")
    epoch = sa.Column("epoch", sa.Integer(), nullable=False, server_default="0")
    op.add_column("people", epoch)
