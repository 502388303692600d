"""Users: sessions, accounts, profiles, ratings."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, RootModel, model_validator

from viae.server.http.schemas.common import Answer, Strict
from viae.server.people.text import Email, Name, OneOf, OwnName, Password, invalid
from viae.server.people.words import LanguageName
from viae.table.shapes import AccountView, Profile, RatingView, SessionView, UserView
from viae.table.types.basics import Document

Language = Annotated[LanguageName, OneOf()]
Token = Annotated[str, Field(max_length=500)]


class GuestName(BaseModel):
    """A guest: a name is enough."""

    model_config = Strict
    name: OwnName


class Credentials(BaseModel):
    """The name of an account and its password."""

    model_config = Strict
    name: Name
    password: Password


class NewAccount(Credentials):
    """The name of a new account and its password."""

    name: OwnName


class UserChanges(BaseModel):
    """What to change: the name, the password, whether dumps of games name you."""

    model_config = Strict
    name: OwnName | None = None
    old_password: str | None = Field(default=None, max_length=200)
    password: Password | None = None
    public_name: bool | None = Field(
        default=None, description="Name you in the files of public games that anybody may have."
    )


class OwnPassword(BaseModel):
    """Your password, to show that it is you; a guest has none."""

    model_config = Strict
    password: str | None = Field(default=None, max_length=200)


class EmailChange(BaseModel):
    """The address of an account; null takes it away."""

    model_config = Strict
    password: str = Field(max_length=200)
    email: Email | None
    language: Language = "en"


class LinkToken(BaseModel):
    """What a link in a mail carries."""

    model_config = Strict
    token: Token


class RecoveryRequest(BaseModel):
    """The account whose owner wants a link by mail."""

    model_config = Strict
    name: Name
    language: Language = "en"


class NewPassword(BaseModel):
    """A new password: by the name and a recovery code, or by the token of a link."""

    model_config = Strict
    password: Password
    name: Name | None = None
    code: str | None = Field(default=None, max_length=100)
    token: Token | None = None

    @model_validator(mode="after")
    def _one_way(self) -> NewPassword:
        by_code = self.name is not None and self.code is not None
        if by_code == (self.token is not None):
            raise invalid("recovery.how")
        return self


class Sent(Answer):
    """It is on its way, if there is such an account with an address."""

    sent: bool


class Mailing(Answer):
    """Whether this server sends mail."""

    mail: bool


class Codes(Answer):
    """Recovery codes; they are shown only this once."""

    codes: list[str]


class Session(Answer):
    """The user; send `csrf` as the header `X-Viae-Csrf` of every request that changes something."""

    person: UserView | None
    csrf: str | None


class SessionList(Answer):
    """The browsers in which a user is signed in."""

    sessions: list[SessionView]


class Leaderboard(Answer):
    """The strongest players of a variant."""

    variant: str
    ratings: list[RatingView]


class ProfileOut(RootModel[Profile]):
    """The ratings and the latest public games of a user."""

    model_config = ConfigDict(defer_build=True)


class AccountOut(RootModel[AccountView]):
    """An account and how it can be recovered."""

    model_config = ConfigDict(defer_build=True)


class Export(RootModel[Document]):
    """Everything that is stored about a user."""

    model_config = ConfigDict(defer_build=True)
