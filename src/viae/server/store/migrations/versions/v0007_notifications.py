"""Notifications: settings, ways to notify, what waits to be delivered; notes and plans."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version."""
    op.create_table(
        "notice_settings",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("turns", sa.String(8), nullable=False),
        sa.Column("ended", sa.Boolean(), nullable=False),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=True),
        sa.Column("quiet_to", sa.Integer(), nullable=True),
        sa.Column("mail", sa.String(8), nullable=False),
        sa.Column("digest_at", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_notice_settings_person_people"),
        sa.PrimaryKeyConstraint("person", name="pk_notice_settings"),
    )
    op.create_table(
        "channels",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("form", sa.String(8), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("keys", sa.JSON(), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("used", sa.Double(), nullable=True),
        sa.Column("fault", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_channels_person_people"),
        sa.PrimaryKeyConstraint("id", name="pk_channels"),
        sa.UniqueConstraint("person", "digest", name="uq_channels_person"),
    )
    op.create_index("ix_channels_digest", "channels", ["digest"])
    op.create_table(
        "deliveries",
        sa.Column("channel", sa.String(32), nullable=False),
        sa.Column("subject", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("due", sa.Double(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("claimed_by", sa.String(64), nullable=True),
        sa.Column("claimed_until", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel"],
            ["channels.id"],
            name="fk_deliveries_channel_channels",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_deliveries_table_id_tables", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("channel", "subject", name="pk_deliveries"),
    )
    op.create_index("ix_deliveries_due", "deliveries", ["due"])
    op.create_index("ix_deliveries_table_id", "deliveries", ["table_id"])
    op.create_table(
        "personal",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.Column("plan", sa.JSON(), nullable=True),
        sa.Column("fault", sa.JSON(), nullable=True),
        sa.Column("notify", sa.String(8), nullable=True),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_personal_table_id_tables", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_personal_person_people"),
        sa.PrimaryKeyConstraint("table_id", "person", name="pk_personal"),
    )


def downgrade() -> None:
    """Go back to the version before."""
    for name in ("personal", "deliveries", "channels", "notice_settings"):
        op.drop_table(name)
