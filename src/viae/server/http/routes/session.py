"""Who one is: guests, accounts, signing in and out."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from viae.server.errors import Conflict, Malformed
from viae.server.http.middleware import (
    Here,
    Maybe,
    Someone,
    answer,
    limited_address,
    session_json,
    set_session,
)
from viae.server.http.schemas import Changes, Credentials, GuestName, SessionOut
from viae.server.people.sessions import COOKIE

router = APIRouter(prefix="/api", tags=["session"])


@router.get("/session", response_model=SessionOut)
async def who_am_i(here: Here, person: Maybe) -> Response:
    """Who one is; nobody without a session."""
    return answer(session_json(here, person))


@router.post(
    "/session", response_model=SessionOut, status_code=201, dependencies=[limited_address("guest")]
)
async def be_guest(body: GuestName, request: Request, here: Here, person: Maybe) -> Response:
    """Begin a session as a guest."""
    if person is not None:
        raise Conflict("you have a name already; PATCH /api/me changes it")
    guest = await here.people.new_guest(body.name)
    return set_session(request, answer(session_json(here, guest), 201), guest)


@router.post(
    "/accounts", response_model=SessionOut, status_code=201, dependencies=[limited_address("sign")]
)
async def register(body: Credentials, request: Request, here: Here, person: Maybe) -> Response:
    """Make an account; a guest keeps all seats and games."""
    made = await here.people.register(person, body.name, body.password)
    return set_session(request, answer(session_json(here, made), 201), made)


@router.post("/session/sign-in", response_model=SessionOut, dependencies=[limited_address("sign")])
async def sign_in(body: Credentials, request: Request, here: Here, _person: Maybe) -> Response:
    """Sign in to an account."""
    here.limits.take("sign", f"account:{body.name.casefold()}")
    found = await here.people.sign_in(body.name, body.password)
    return set_session(request, answer(session_json(here, found)), found)


@router.delete("/session", response_model=SessionOut)
async def sign_out(here: Here, person: Maybe, everywhere: bool = False) -> Response:
    """End the session; with `everywhere` all sessions of this person."""
    if person is not None and everywhere:
        await here.people.end_sessions(person)
    response = answer(session_json(here, None))
    response.delete_cookie(COOKIE, path="/")
    return response


@router.patch("/me", response_model=SessionOut, dependencies=[limited_address("sign")])
async def change_me(body: Changes, request: Request, here: Here, person: Someone) -> Response:
    """Change one's name or password; a new password ends all other sessions."""
    if body.name is None and body.password is None:
        raise Malformed("name a “name” or a “password” to change", faults=["nothing to change"])
    if body.name is not None:
        person = await here.people.rename(person, body.name)
    if body.password is not None:
        person = await here.people.change_password(person, body.old_password or "", body.password)
    return set_session(request, answer(session_json(here, person)), person)
