"""Keep clocks by the uptime, which begins with 0, and not by the time of day.

Whoever is timed gets back what was used of the present turn.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

TABLES = sa.table(
    "tables",
    sa.column("id", sa.String),
    sa.column("hands", sa.JSON(none_as_null=True)),
    sa.column("deadline", sa.Double),
)


def upgrade() -> None:
    """Upgrade to this version."""
    _move(0.0)
    op.execute("delete from facts where key = 'pulse'")


def downgrade() -> None:
    """Go back to the version before: whoever is timed has a day from now on."""
    import time

    _move(time.time() + 86_400.0)
    op.execute("delete from facts where key = 'uptime'")


def _move(start: float) -> None:
    """Let all clocks start at this time."""
    connection = op.get_bind()
    known = ("seat", "turn", "since", "left", "banks", "before")
    rows = connection.execute(sa.select(TABLES.c.id, TABLES.c.hands)).all()
    for row in rows:
        if row.hands is None:
            continue
        hands = {name: row.hands[name] for name in known} | {"since": start}
        deadline = start + hands["left"] if hands["seat"] is not None else None
        connection.execute(
            sa.update(TABLES).where(TABLES.c.id == row.id).values(hands=hands, deadline=deadline)
        )
