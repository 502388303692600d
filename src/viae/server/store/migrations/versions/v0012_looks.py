"""Letters that look like another one together: the looks of names are made again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from viae.server.people.names import look

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version."""
    people = sa.table("people", sa.column("id"), sa.column("name"), sa.column("look"))
    named = sa.text("select id, name from people where look is not null")
    connection = op.get_bind()
    for row in connection.execute(named).all():
        known = people.update().where(people.c.id == row.id).values(look=look(row.name))
        connection.execute(known)


def downgrade() -> None:
    """Go back to the version before; its looks are made by its own rules when names change."""
