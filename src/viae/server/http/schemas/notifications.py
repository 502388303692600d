"""Notifications: settings, ways to be notified, and what is kept at a table."""

from __future__ import annotations

from typing import Annotated, Literal, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, RootModel, model_validator

from viae.server.http.schemas.common import Answer, Strict
from viae.server.http.schemas.people import Language
from viae.server.notify.shapes import Form, Mailing, NoticeChoices, NoticesView, Turns
from viae.server.notify.timing import zone_of
from viae.server.people.text import OneOf, Title, invalid

Minutes = Annotated[int, Field(ge=0, lt=24 * 60)]
Url = Annotated[str, Field(min_length=1, max_length=2000)]


def _zone(name: str) -> str:
    if zone_of(name) is None:
        raise invalid("notify.zone")
    return name


class Choices(BaseModel):
    """When and about what to notify; times of day are minutes after midnight in `zone`."""

    model_config = Strict
    language: Language = "en"
    zone: Annotated[str, Field(max_length=64), AfterValidator(_zone)] = "UTC"
    turns: Annotated[Turns, OneOf()] = "days"
    ended: bool = True
    after: Annotated[int, Field(ge=0, le=24 * 60)] = 1
    quiet_from: Minutes | None = None
    quiet_to: Minutes | None = None
    mail: Annotated[Mailing, OneOf()] = "off"
    digest_at: Minutes = 8 * 60

    @model_validator(mode="after")
    def _both_ends(self) -> Choices:
        if (self.quiet_from is None) != (self.quiet_to is None):
            raise invalid("notify.quiet")
        return self

    def chosen(self) -> NoticeChoices:
        return cast("NoticeChoices", self.model_dump())


class PushKeys(BaseModel):
    """The keys of a subscription, as the browser names them."""

    model_config = Strict
    p256dh: str = Field(max_length=200)
    auth: str = Field(max_length=100)


class NewPush(BaseModel):
    """A subscription of the browser's push manager; `name` is to know it by."""

    model_config = Strict
    endpoint: Url
    keys: PushKeys
    name: Title = ""


class NewWebhook(BaseModel):
    """A webhook: its address and its form; Matrix also needs a room and a token."""

    model_config = Strict
    url: Url
    form: Annotated[Form, OneOf()] = "plain"
    room: str | None = Field(default=None, max_length=255)
    token: str | None = Field(default=None, max_length=500)


class NoticesOut(RootModel[NoticesView]):
    """Everything about your notifications."""

    model_config = ConfigDict(defer_build=True)


class ChannelMade(Answer):
    """A new way to be notified; `secret` signs what a plain webhook is sent, shown only once."""

    id: str
    secret: str | None
    notifications: NoticesView


class Unsubscribed(Answer):
    """There will be no more of these notifications."""

    unsubscribed: Literal[True]
