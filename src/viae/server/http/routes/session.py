"""Sessions: guests, accounts, signing in and out."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from viae.server.errors import Conflict, Malformed
from viae.server.http.middleware import (
    CurrentServer,
    CurrentUser,
    MaybeUser,
    answer,
    limited_address,
    session_json,
    set_session,
)
from viae.server.http.schemas.people import Credentials, GuestName, Session, UserChanges
from viae.server.people.sessions import COOKIE

router = APIRouter(prefix="/api", tags=["session"])


@router.get("/session", response_model=Session)
async def who_am_i(server: CurrentServer, user: MaybeUser) -> Response:
    """The user of this session; `person` is null without a session."""
    return answer(session_json(server, user))


@router.post(
    "/session", response_model=Session, status_code=201, dependencies=[limited_address("guest")]
)
async def be_guest(
    body: GuestName, request: Request, server: CurrentServer, user: MaybeUser
) -> Response:
    """Start a session as a guest."""
    if user is not None:
        raise Conflict("session.exists")
    guest = await server.accounts.new_guest(body.name)
    return set_session(request, answer(session_json(server, guest), 201), guest)


@router.post(
    "/accounts", response_model=Session, status_code=201, dependencies=[limited_address("sign")]
)
async def register(
    body: Credentials, request: Request, server: CurrentServer, user: MaybeUser
) -> Response:
    """Create an account; a guest keeps all seats and games."""
    made = await server.accounts.register(user, body.name, body.password)
    return set_session(request, answer(session_json(server, made), 201), made)


@router.post("/session/sign-in", response_model=Session, dependencies=[limited_address("sign")])
async def sign_in(
    body: Credentials, request: Request, server: CurrentServer, _user: MaybeUser
) -> Response:
    """Sign in to an account."""
    server.limits.take("sign", f"account:{body.name.casefold()}")
    found = await server.accounts.sign_in(body.name, body.password)
    return set_session(request, answer(session_json(server, found)), found)


@router.delete("/session", response_model=Session)
async def sign_out(server: CurrentServer, user: MaybeUser, everywhere: bool = False) -> Response:
    """End the session; with `everywhere` all sessions of this user."""
    if user is not None and everywhere:
        await server.accounts.end_sessions(user)
    response = answer(session_json(server, None))
    response.delete_cookie(COOKIE, path="/")
    return response


@router.patch("/me", response_model=Session, dependencies=[limited_address("sign")])
async def change_me(
    body: UserChanges, request: Request, server: CurrentServer, user: CurrentUser
) -> Response:
    """Change your name or password; a new password ends all other sessions."""
    if body.name is None and body.password is None:
        raise Malformed("request.nothing-to-change")
    if body.name is not None:
        user = await server.accounts.rename(user, body.name)
    if body.password is not None:
        user = await server.accounts.change_password(user, body.old_password or "", body.password)
    return set_session(request, answer(session_json(server, user)), user)
