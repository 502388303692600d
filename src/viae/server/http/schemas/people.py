"""Users: sessions, accounts, profiles, ratings."""

from __future__ import annotations

from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from viae.server.http.schemas.common import Strict
from viae.server.people.text import Name, Password
from viae.server.tables.types import RatingView, UserView


class GuestName(BaseModel):
    """A guest: a name is enough."""

    model_config = Strict
    name: Name


class Credentials(BaseModel):
    """The name of an account and its password."""

    model_config = Strict
    name: Name
    password: Password


class UserChanges(BaseModel):
    """What to change: the name, the password."""

    model_config = Strict
    name: Name | None = None
    old_password: str | None = Field(default=None, max_length=200)
    password: Password | None = None


class Session(TypedDict):
    """The user; send `csrf` as the header `X-Viae-Csrf` of every request that changes something."""

    person: UserView | None
    csrf: str | None


class Leaderboard(BaseModel):
    """The strongest players of a variant."""

    variant: str
    ratings: list[RatingView]
