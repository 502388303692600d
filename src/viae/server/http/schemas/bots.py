"""Outside bots: tokens and the ladder."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from viae.server.http.schemas.common import Answer, Strict
from viae.server.people.text import Name, OneOf
from viae.table.shapes import BotView, TokenView

Scope = Annotated[Literal["watch", "play", "chat", "tables"], OneOf()]


class NewToken(BaseModel):
    """A token to make: a name to know it by, and what it may do."""

    model_config = Strict
    name: Name
    scopes: list[Scope] = Field(default=["watch", "play"], min_length=1, max_length=4)


class TokenMade(Answer):
    """A new token; `token` is shown only this once."""

    token: str
    about: TokenView


class TokenList(Answer):
    """The tokens of a bot."""

    tokens: list[TokenView]


class Ladder(Answer):
    """The outside bots, the strongest first; `rating` is null before the first rated game."""

    variant: str
    bots: list[BotView]
