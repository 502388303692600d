"""The tables of the database. The rows of `entries` are the games; most else can be rebuilt.

Times are seconds since 1970 (UTC). Rows of `entries` and `news` are only ever added.
"""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import (
    JSON,
    Boolean,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from viae.server.tables.types import (
    Left,
    Pace,
    ProposalView,
    SeatKind,
    Status,
    TableKind,
    Visibility,
)
from viae.table.types import Document, Result, StoredClock, StoredTerms

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_name)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
ID = String(32)
STORED = JSON(none_as_null=True)


class Base(DeclarativeBase):
    """All tables of the database."""

    metadata = MetaData(naming_convention=NAMING)
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        float: Double,
        bool: Boolean,
        str: Text,
    }


class Fact(Base):
    """Small facts of the whole installation: the secret that signs cookies, the pulse."""

    __tablename__ = "facts"
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    value: Mapped[str]


class Person(Base):
    """A user. Guests have only a name; accounts have a unique name and a password.

    `epoch` is part of every cookie: raising it ends all sessions.
    """

    __tablename__ = "people"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(64))
    account: Mapped[str | None] = mapped_column(String(64), unique=True)
    password: Mapped[str | None]
    epoch: Mapped[int] = mapped_column(Integer, default=0)
    created: Mapped[float]


class BoardFile(Base):
    """A custom board, named by the digest of its content."""

    __tablename__ = "boards"
    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    body: Mapped[Document] = mapped_column(STORED)


class Table(Base):
    """A table and the status of its game. `version` counts changes of seats and settings."""

    __tablename__ = "tables"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    kind: Mapped[TableKind] = mapped_column(String(16))
    status: Mapped[Status] = mapped_column(String(16))
    host: Mapped[str] = mapped_column(ID, ForeignKey("people.id"))
    visibility: Mapped[Visibility] = mapped_column(String(16))
    key: Mapped[str] = mapped_column(String(64))  # what the invitation link carries
    board: Mapped[str] = mapped_column(String(80))
    variant: Mapped[str] = mapped_column(String(16))
    pace: Mapped[Pace] = mapped_column(String(8))
    players: Mapped[int]
    plan: Mapped[StoredTerms] = mapped_column(STORED)
    version: Mapped[int] = mapped_column(Integer, default=0)
    number: Mapped[int] = mapped_column(Integer, default=0)  # rows of entries
    news: Mapped[int] = mapped_column(Integer, default=0)  # rows of news
    actor: Mapped[int | None]
    deadline: Mapped[float | None]
    hands: Mapped[StoredClock | None] = mapped_column(STORED)  # of the clock
    proposal: Mapped[ProposalView | None] = mapped_column(STORED)  # to undo further back
    result: Mapped[Result | None] = mapped_column(STORED)
    rematch: Mapped[str | None] = mapped_column(ID)
    create_key: Mapped[str | None] = mapped_column(String(64))
    created: Mapped[float]
    started: Mapped[float | None]
    finished: Mapped[float | None]

    __table_args__ = (
        UniqueConstraint("host", "create_key"),
        Index("ix_tables_listing", "status", "visibility", "created"),
        Index("ix_tables_deadline", "deadline"),
    )


class Seat(Base):
    """A seat. `stand_in` is the bot that plays for a person who resigned or ran out of time."""

    __tablename__ = "seats"
    table: Mapped[str] = mapped_column(
        "table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    kind: Mapped[SeatKind] = mapped_column(String(16))
    person: Mapped[str | None] = mapped_column(ID, ForeignKey("people.id"))
    name: Mapped[str | None] = mapped_column(String(64))
    bot: Mapped[str | None] = mapped_column(String(80))
    stand_in: Mapped[str | None] = mapped_column(String(80))
    left: Mapped[Left | None] = mapped_column(String(16))

    __table_args__ = (Index("ix_seats_person", "person"),)


class Member(Base):
    """A user who joined a table by its link."""

    __tablename__ = "members"
    table: Mapped[str] = mapped_column(
        "table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    person: Mapped[str] = mapped_column(ID, ForeignKey("people.id"), primary_key=True)


class Start(Base):
    """The start of a game; it never changes. `secret` decides the cards that are still to come."""

    __tablename__ = "starts"
    game: Mapped[str] = mapped_column(
        ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    document: Mapped[Document] = mapped_column(STORED)
    secret: Mapped[str] = mapped_column(String(64))


class Entry(Base):
    """A row of a game: an entry or an undo. Row n answers the decision of number n."""

    __tablename__ = "entries"
    game: Mapped[str] = mapped_column(
        ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    text: Mapped[str]
    person: Mapped[str | None] = mapped_column(ID)  # None: a bot, chance or the clock
    key: Mapped[str | None] = mapped_column(String(64))
    at: Mapped[float]

    __table_args__ = (UniqueConstraint("game", "key"),)


class News(Base):
    """What happened at a table, in the order of its live messages."""

    __tablename__ = "news"
    table: Mapped[str] = mapped_column(
        "table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    body: Mapped[dict[str, object]] = mapped_column(STORED)
    person: Mapped[str | None] = mapped_column(ID)
    key: Mapped[str | None] = mapped_column(String(64))
    at: Mapped[float]

    __table_args__ = (UniqueConstraint("table_id", "person", "key"),)


class BotTurn(Base):
    """A decision that waits for a bot; at most one for each game."""

    __tablename__ = "bot_turns"
    game: Mapped[str] = mapped_column(
        ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int]
    seat: Mapped[int]
    bot: Mapped[str] = mapped_column(String(80))
    since: Mapped[float]
    claimed_by: Mapped[str | None] = mapped_column(String(64))
    claimed_until: Mapped[float] = mapped_column(Double, default=0.0)
    attempts: Mapped[int] = mapped_column(Integer, default=0)

    __table_args__ = (Index("ix_bot_turns_free", "claimed_until", "since"),)


class Rating(Base):
    """The rating of a user or a bot in a variant; `who` is `person:ID` or `bot:NAME`."""

    __tablename__ = "ratings"
    variant: Mapped[str] = mapped_column(String(16), primary_key=True)
    who: Mapped[str] = mapped_column(String(120), primary_key=True)
    mu: Mapped[float]
    sigma: Mapped[float]
    ordinal: Mapped[float]
    games: Mapped[int]

    __table_args__ = (Index("ix_ratings_ordinal", "variant", "ordinal"),)
