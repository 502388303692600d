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
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from viae.table.shapes import (
    Left,
    Pace,
    ProposalView,
    SeatKind,
    Status,
    TableKind,
    Visibility,
)
from viae.table.types.basics import Branch, Document
from viae.table.types.game import Result
from viae.table.types.terms import StoredClock, StoredTerms

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_name)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
ID = String(32)
STORED = JSON(none_as_null=True)


def _index_of_some(name: str, column: str, some: str) -> Index:
    """An index of the rows for which this holds."""
    return Index(name, column, sqlite_where=text(some), postgresql_where=text(some))


class Base(DeclarativeBase):
    """All tables of the database."""

    metadata = MetaData(naming_convention=NAMING)
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        float: Double,
        bool: Boolean,
        str: Text,
    }


class Fact(Base):
    """Small facts of the whole installation: the secret of the installation, the uptime."""

    __tablename__ = "facts"
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    value: Mapped[str]


class Person(Base):
    """A user. Guests have only a name; accounts have a unique name and a password.

    A deleted user keeps an empty row, because others' games name it.
    """

    __tablename__ = "people"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(64))
    account: Mapped[str | None] = mapped_column(String(64), unique=True)
    look: Mapped[str | None] = mapped_column(String(64), index=True)  # of an account's name
    password: Mapped[str | None]
    email: Mapped[str | None] = mapped_column(String(254))  # confirmed
    bot: Mapped[bool] = mapped_column(Boolean, default=False)  # an outside bot
    public_name: Mapped[bool] = mapped_column(Boolean, default=False)  # in dumps of games
    created: Mapped[float]
    deleted: Mapped[float | None]
    disabled: Mapped[float | None]  # by the operator


class OrderRow(Base):
    """An order of the operator to all running servers, kept for a day."""

    __tablename__ = "orders"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    at: Mapped[float]
    kind: Mapped[str] = mapped_column(String(16))
    subject: Mapped[str]


class Session(Base):
    """A browser in which a user is signed in; `token` is a hash of its cookie."""

    __tablename__ = "sessions"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    token: Mapped[str] = mapped_column(String(64), unique=True)
    person: Mapped[str] = mapped_column(ID, ForeignKey("people.id"))
    agent: Mapped[str] = mapped_column(String(200))
    created: Mapped[float]
    used: Mapped[float]

    __table_args__ = (Index("ix_sessions_person", "person"),)


class Token(Base):
    """Stands for a bot's account where there is no cookie; `token` is a hash of it."""

    __tablename__ = "tokens"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    token: Mapped[str] = mapped_column(String(64), unique=True)
    person: Mapped[str] = mapped_column(ID, ForeignKey("people.id"))
    name: Mapped[str] = mapped_column(String(64))
    scopes: Mapped[str] = mapped_column(String(100))
    created: Mapped[float]
    used: Mapped[float | None]

    __table_args__ = (Index("ix_tokens_person", "person"),)


class RecoveryCode(Base):
    """A code that sets a new password, once; `code` is its hash."""

    __tablename__ = "recovery_codes"
    person: Mapped[str] = mapped_column(ID, ForeignKey("people.id"), primary_key=True)
    code: Mapped[str] = mapped_column(String(64), primary_key=True)


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

    __table_args__ = (
        UniqueConstraint("table_id", "person", "key"),
        # Few news have a person, and few are of ratings: all others are in neither index.
        _index_of_some("ix_news_person", "person", "person IS NOT NULL"),
        _index_of_some("ix_news_rated", "table_id", "kind = 'rated'"),
    )


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


class GameAnalysis(Base):
    """The review of a game at one version, asked for by somebody and shared by all who look.

    `number` is that of the rows of entries it belongs to, `nodes` how thorough it is to be, `made`
    which version of the analysis made `body`. A row without `body` has not begun.
    """

    __tablename__ = "analyses"
    game: Mapped[str] = mapped_column(
        ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    nodes: Mapped[int]
    person: Mapped[str] = mapped_column(ID)
    since: Mapped[float]
    waiting: Mapped[bool] = mapped_column(Boolean, default=True)
    made: Mapped[str] = mapped_column(String(80), default="")
    body: Mapped[dict[str, object] | None] = mapped_column(STORED)
    claimed_by: Mapped[str | None] = mapped_column(String(64))
    claimed_until: Mapped[float] = mapped_column(Double, default=0.0)
    attempts: Mapped[int] = mapped_column(Integer, default=0)

    __table_args__ = (Index("ix_analyses_waiting", "waiting", "claimed_until", "since"),)


class StudyTree(Base):
    """The branches of a study table; `version` counts the changes."""

    __tablename__ = "study_trees"
    table: Mapped[str] = mapped_column(
        "table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    version: Mapped[int] = mapped_column(Integer, default=0)
    tree: Mapped[list[Branch]] = mapped_column(STORED)
    at: Mapped[float]


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


class PuzzleAnswerRow(Base):
    """The first answer of an account to a puzzle: its score, and how it moved both ratings.

    The rating of a person is the sum of their changes, that of a puzzle the sum of what moved it.
    """

    __tablename__ = "puzzle_answers"
    person: Mapped[str] = mapped_column(ID, ForeignKey("people.id"), primary_key=True)
    puzzle: Mapped[str] = mapped_column(String(32), primary_key=True)
    score: Mapped[int]
    change: Mapped[int]  # of the person's rating
    moved: Mapped[int]  # of the puzzle's rating
    at: Mapped[float]

    __table_args__ = (Index("ix_puzzle_answers_puzzle", "puzzle"),)


class NoticeSettings(Base):
    """When and about what a user wants to be notified. Times of day are minutes after midnight."""

    __tablename__ = "notice_settings"
    person: Mapped[str] = mapped_column(ID, ForeignKey("people.id"), primary_key=True)
    language: Mapped[str] = mapped_column(String(8))
    zone: Mapped[str] = mapped_column(String(64))
    turns: Mapped[str] = mapped_column(String(8))  # at which tables: all, days, none
    ended: Mapped[bool]
    after: Mapped[int]  # minutes
    quiet_from: Mapped[int | None]
    quiet_to: Mapped[int | None]
    mail: Mapped[str] = mapped_column(String(8))  # off, single, digest
    digest_at: Mapped[int]


class Channel(Base):
    """A way to notify a user: a browser, their mail address or a webhook."""

    __tablename__ = "channels"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    person: Mapped[str] = mapped_column(ID, ForeignKey("people.id"))
    kind: Mapped[str] = mapped_column(String(8))  # push, mail, webhook
    form: Mapped[str] = mapped_column(String(8))  # of a webhook
    address: Mapped[str]
    digest: Mapped[str] = mapped_column(String(64), index=True)  # of the address
    keys: Mapped[dict[str, str]] = mapped_column(STORED)
    name: Mapped[str] = mapped_column(String(64))
    created: Mapped[float]
    used: Mapped[float | None]
    fault: Mapped[str | None]  # why the latest attempt failed

    __table_args__ = (UniqueConstraint("person", "digest"),)


class Delivery(Base):
    """A notification that waits to be delivered; a later one about the same replaces it.

    It is written in the transaction that makes it true, and deleted once it is delivered.
    """

    __tablename__ = "deliveries"
    channel: Mapped[str] = mapped_column(
        ID, ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True
    )
    subject: Mapped[str] = mapped_column(ID, primary_key=True)  # a table's id, or `test`
    table: Mapped[str | None] = mapped_column(
        "table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), index=True
    )
    kind: Mapped[str] = mapped_column(String(8))  # turn, ended, test
    number: Mapped[int]  # of the decision
    at: Mapped[float]
    due: Mapped[float]
    attempts: Mapped[int] = mapped_column(Integer, default=0)
    claimed_by: Mapped[str | None] = mapped_column(String(64))
    claimed_until: Mapped[float] = mapped_column(Double, default=0.0)

    __table_args__ = (Index("ix_deliveries_due", "due"),)


class Personal(Base):
    """What a user keeps at a table for themselves alone: notes, a plan, whether to be notified."""

    __tablename__ = "personal"
    table: Mapped[str] = mapped_column(
        "table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    person: Mapped[str] = mapped_column(ID, ForeignKey("people.id"), primary_key=True)
    notes: Mapped[str]
    plan: Mapped[list[str] | None] = mapped_column(STORED)  # entries of the next turn
    fault: Mapped[dict[str, object] | None] = mapped_column(STORED)  # why it was not played
    notify: Mapped[str | None] = mapped_column(String(8))  # on, off; None: as in general
