"""The shapes of notifications: settings, ways to be notified, and what is told."""

# Annotations are evaluated here, so that NotRequired is known at run time on every Python.
from typing import Literal, TypeAlias

from viae.table.typed import TypedDict

Turns: TypeAlias = Literal["all", "days", "none"]
Mailing: TypeAlias = Literal["off", "single", "digest"]
Kind: TypeAlias = Literal["push", "mail", "webhook"]
Form: TypeAlias = Literal["plain", "discord", "slack", "matrix"]
NoticeKind: TypeAlias = Literal["turn", "ended", "test"]


class NoticeChoices(TypedDict):
    """When and about what to notify; times of day are minutes after midnight in `zone`.

    `turns` is at which tables: all, those without a clock or with one of days, or none. `after` is
    how many minutes to wait: who plays in the meantime hears nothing.
    """

    language: str
    zone: str
    turns: Turns
    ended: bool
    after: int
    quiet_from: int | None
    quiet_to: int | None
    mail: Mailing
    digest_at: int


class ChannelView(TypedDict):
    """A way to be notified; `fault` says why the latest attempt failed."""

    id: str
    kind: Kind
    form: Form
    name: str
    created: float
    used: float | None
    fault: str | None


class NoticesView(TypedDict):
    """Everything about the notifications of a user."""

    settings: NoticeChoices
    channels: list[ChannelView]
    push_key: str  # for the browser, to subscribe with
    mail: bool  # this server sends mail
    email: str | None  # confirmed


class ToldTable(TypedDict):
    """The table that a notification is about."""

    id: str
    name: str
    url: str | None


class ToldUser(TypedDict):
    """The user who is notified."""

    id: str
    name: str


class PlainNotice(TypedDict):
    """What a plain webhook is sent; a repeated delivery has the same `id`."""

    id: str
    kind: NoticeKind
    at: float
    number: int
    table: ToldTable | None
    person: ToldUser
    title: str
    text: str
    unsubscribe: str | None


class PushNotice(TypedDict):
    """What the service worker is sent."""

    id: str
    kind: NoticeKind
    table: str | None
    title: str
    text: str
