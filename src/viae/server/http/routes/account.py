"""The account: how it is recovered, what is stored about it, and its end."""

from __future__ import annotations

import orjson
from fastapi import APIRouter, Request, Response

from viae.server.http.middleware import (
    CurrentServer,
    CurrentSession,
    CurrentUser,
    MaybeSession,
    address_of,
    answer,
    begin_session,
    limited,
    limited_address,
    session_json,
)
from viae.server.http.schemas.people import (
    AccountOut,
    Codes,
    EmailChange,
    Export,
    LinkToken,
    Mailing,
    NewPassword,
    OwnPassword,
    RecoveryRequest,
    Sent,
    Session,
)
from viae.server.people.sessions import COOKIE
from viae.server.process.audit import audit

router = APIRouter(prefix="/api", tags=["account"])
signing = [limited_address("sign")]


@router.get("/me/account", response_model=AccountOut)
async def account(server: CurrentServer, user: CurrentUser) -> Response:
    """Your account: since when, your address, how many recovery codes are left."""
    return answer(await server.recovery.account(user))


@router.post("/me/recovery-codes", response_model=Codes, dependencies=signing)
async def new_codes(body: OwnPassword, server: CurrentServer, user: CurrentUser) -> Response:
    """New recovery codes; the old ones work no more. They are shown only this once."""
    return answer({"codes": await server.recovery.new_codes(user, body.password or "")})


@router.put("/me/email", response_model=AccountOut, dependencies=signing)
async def set_email(body: EmailChange, server: CurrentServer, user: CurrentUser) -> Response:
    """Send a link to an address, which confirms that it is yours; null takes the address away."""
    await server.recovery.set_email(user, body.password, body.email, body.language)
    return answer(await server.recovery.account(user))


@router.post("/session/confirm-email", response_model=Sent, dependencies=signing)
async def confirm_email(body: LinkToken, server: CurrentServer, _session: MaybeSession) -> Response:
    """Confirm an address by the token of the link that was sent to it."""
    await server.recovery.confirm(body.token)
    return answer({"sent": True})


@router.get("/session/recovery", response_model=Mailing)
async def recovery(server: CurrentServer) -> Response:
    """Whether this server sends links to recover accounts, or only codes can."""
    return answer({"mail": server.mail.ready})


@router.post("/session/recovery", response_model=Sent, status_code=202, dependencies=signing)
async def send_link(
    body: RecoveryRequest, server: CurrentServer, _session: MaybeSession
) -> Response:
    """Send a link to the address of an account. The answer is the same if there is none."""
    server.recovery.send_link(body.name, body.language)
    return answer({"sent": True}, 202)


@router.post("/session/recover", response_model=Session, dependencies=signing)
async def recover(
    body: NewPassword, request: Request, server: CurrentServer, session: MaybeSession
) -> Response:
    """Choose a new password by a code or a link; all sessions end, and a new one begins."""
    if body.token is not None:
        found = await server.recovery.by_link(body.token, body.password)
    else:
        assert body.name is not None
        assert body.code is not None
        server.limits.take("sign", f"account:{body.name.casefold()}")
        found = await server.recovery.by_code(body.name, body.code, body.password)
    how = "code" if body.token is None else "link"
    audit("account.recovered", account=found.id, by=how, address=address_of(request.scope))
    return await begin_session(request, found, session)


@router.get("/me/export", response_model=Export, dependencies=[limited("export")])
async def export(server: CurrentServer, session: CurrentSession) -> Response:
    """Everything that is stored about you, for download."""
    document = await server.personal_data.export(session)
    return answer(
        orjson.dumps(document, option=orjson.OPT_INDENT_2),
        headers={"Content-Disposition": 'attachment; filename="viae-export.json"'},
    )


@router.post("/me/delete", response_model=Session, dependencies=signing)
async def delete_me(body: OwnPassword, server: CurrentServer, user: CurrentUser) -> Response:
    """Delete your account or guest for good: bots take over your seats, your name disappears."""
    await server.personal_data.delete(user, body.password)
    audit("account.deleted", account=user.id, name=user.name)
    response = answer(session_json(server, None))
    response.delete_cookie(COOKIE, path="/")
    return response
