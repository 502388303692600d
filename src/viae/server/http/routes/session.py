"""Sessions: guests, accounts, signing in and out."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from viae.server.http.middleware import (
    CurrentServer,
    CurrentSession,
    MaybeSession,
    address_of,
    answer,
    begin_session,
    limited_address,
    session_json,
)
from viae.server.http.schemas.people import (
    Credentials,
    GuestName,
    NewAccount,
    Session,
    SessionList,
    UserChanges,
)
from viae.server.people.sessions import COOKIE
from viae.server.process.audit import audit
from viae.table.errors import Conflict, Malformed, Unknown

router = APIRouter(prefix="/api", tags=["session"])


@router.get("/session", response_model=Session)
async def who_am_i(server: CurrentServer, session: MaybeSession) -> Response:
    """The user of this session; `person` is null without a session."""
    return answer(session_json(server, session))


@router.post(
    "/session", response_model=Session, status_code=201, dependencies=[limited_address("guest")]
)
async def be_guest(
    body: GuestName, request: Request, server: CurrentServer, session: MaybeSession
) -> Response:
    """Start a session as a guest."""
    if session is not None:
        raise Conflict("session.exists")
    guest = await server.accounts.new_guest(body.name)
    return await begin_session(request, guest, None, 201)


@router.post(
    "/accounts", response_model=Session, status_code=201, dependencies=[limited_address("sign")]
)
async def register(
    body: NewAccount, request: Request, server: CurrentServer, session: MaybeSession
) -> Response:
    """Create an account; a guest keeps all seats and games."""
    user = session.user if session else None
    made = await server.accounts.register(user, body.name, body.password)
    audit("account.created", account=made.id, name=made.name, address=address_of(request.scope))
    return await begin_session(request, made, session, 201)


@router.post("/session/sign-in", response_model=Session, dependencies=[limited_address("sign")])
async def sign_in(
    body: Credentials, request: Request, server: CurrentServer, session: MaybeSession
) -> Response:
    """Sign in to an account; the session before it ends."""
    server.limits.take("sign", f"account:{body.name.casefold()}")
    found = await server.accounts.sign_in(body.name, body.password)
    audit("sign-in", account=found.id, name=found.name, address=address_of(request.scope))
    return await begin_session(request, found, session)


@router.delete("/session", response_model=Session)
async def sign_out(
    server: CurrentServer, session: MaybeSession, everywhere: bool = False
) -> Response:
    """End the session; with `everywhere` all sessions of this user."""
    if session is not None:
        await server.sessions.end(session.user.id, None if everywhere else session.id)
        audit("sign-out", account=session.user.id, everywhere=everywhere)
    response = answer(session_json(server, None))
    response.delete_cookie(COOKIE, path="/")
    return response


@router.get("/me/sessions", response_model=SessionList)
async def my_sessions(server: CurrentServer, session: CurrentSession) -> Response:
    """The browsers in which you are signed in, the one used last first."""
    return answer({"sessions": await server.sessions.listed(session)})


@router.delete("/me/sessions/{session_id}", response_model=SessionList)
async def end_session(
    server: CurrentServer, session: CurrentSession, session_id: Annotated[str, Path(max_length=32)]
) -> Response:
    """End one of your sessions; those that remain."""
    if not await server.sessions.end(session.user.id, session_id):
        raise Unknown("session.unknown")
    audit("session.ended", account=session.user.id, ended=session_id)
    return answer({"sessions": await server.sessions.listed(session)})


@router.patch("/me", response_model=Session, dependencies=[limited_address("sign")])
async def change_me(
    body: UserChanges, request: Request, server: CurrentServer, session: CurrentSession
) -> Response:
    """Change your name, your password (which ends all other sessions) or `public_name`."""
    if body.name is None and body.password is None and body.public_name is None:
        raise Malformed("request.nothing-to-change")
    user = session.user
    if body.name is not None:
        user = await server.accounts.rename(user, body.name)
    if body.public_name is not None:
        await server.accounts.set_public_name(user, body.public_name)
    if body.password is not None:
        await server.accounts.change_password(user, body.old_password or "", body.password)
        audit("credentials.changed", account=user.id, address=address_of(request.scope))
        return await begin_session(request, user, None)
    return answer(session_json(server, type(session)(session.id, user)))
