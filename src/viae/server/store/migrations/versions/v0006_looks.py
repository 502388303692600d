"""What the name of an account looks like, so that nobody else can look like it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from viae.server.people.names import look

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version."""
    op.add_column("people", sa.Column("look", sa.String(64), nullable=True))
    op.create_index("ix_people_look", "people", ["look"])
    people = sa.table("people", sa.column("id"), sa.column("name"), sa.column("look"))
    named = sa.text("select id, name from people where account is not null")
    connection = op.get_bind()
    for row in connection.execute(named).all():
        known = people.update().where(people.c.id == row.id).values(look=look(row.name))
        connection.execute(known)


def downgrade() -> None:
    """Go back to the version before."""
    op.drop_index("ix_people_look", table_name="people")
    op.execute("alter table people drop column look")
