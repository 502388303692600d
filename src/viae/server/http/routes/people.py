"""Users: their tables and turns, profiles, the leaderboard."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Response

from viae.errors import refusal
from viae.options import PLAYERS
from viae.server.http.middleware import CurrentServer, CurrentUser, MaybeUser, answer
from viae.server.http.schemas.people import Leaderboard, ProfileOut
from viae.server.http.schemas.tables import Tables
from viae.server.people.text import OneOf
from viae.table.errors import Malformed

router = APIRouter(prefix="/api", tags=["people"])
Status = Annotated[Literal["open", "running", "finished", "abandoned"], OneOf()]


@router.get("/me/tables", response_model=Tables)
async def my_tables(
    server: CurrentServer, user: CurrentUser, status: Annotated[Status | None, Query()] = None
) -> Response:
    """The tables where you sit or host, then those to which you are invited, newest first."""
    return answer({"tables": await server.listing.of_person(user.id, status)})


@router.get("/me/turns", response_model=Tables)
async def my_turns(server: CurrentServer, user: CurrentUser) -> Response:
    """The tables that wait for your decision, the most urgent first."""
    return answer({"tables": await server.listing.turns_of(user.id)})


@router.get("/people/{person_id}", response_model=ProfileOut)
async def profile(
    server: CurrentServer, _user: MaybeUser, person_id: Annotated[str, Path(max_length=32)]
) -> Response:
    """The ratings and the latest public games of a user."""
    return answer(await server.accounts.profile(person_id))


@router.get("/leaderboard", response_model=Leaderboard)
async def leaderboard(
    server: CurrentServer,
    _user: MaybeUser,
    variant: Annotated[str, Query(max_length=32)] = "concordia",
) -> Response:
    """The strongest accounts and bots of a variant."""
    if variant not in PLAYERS:
        fault = refusal("request.not-one-of", names=list(PLAYERS), where="variant")
        raise Malformed("request.faults", faults=[fault])
    found = await server.accounts.leaderboard(variant)
    return answer({"variant": variant, "ratings": found})
