"""Notifications: settings, ways to be notified, unsubscribing by a link."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response
from fastapi.responses import RedirectResponse

from viae.server.http.middleware import (
    CurrentServer,
    CurrentUser,
    answer,
    limited,
    limited_address,
)
from viae.server.http.schemas.notifications import (
    ChannelMade,
    Choices,
    NewPush,
    NewWebhook,
    NoticesOut,
    Unsubscribed,
)

router = APIRouter(prefix="/api", tags=["notifications"])
ChannelId = Annotated[str, Path(max_length=32)]
LinkToken = Annotated[str, Path(max_length=200)]


@router.get("/me/notifications", response_model=NoticesOut)
async def notifications(server: CurrentServer, user: CurrentUser) -> Response:
    """Your settings, and the ways in which you are notified."""
    return answer(await server.channels.view(user))


@router.put("/me/notifications", response_model=NoticesOut)
async def choose(body: Choices, server: CurrentServer, user: CurrentUser) -> Response:
    """Choose when and about what you are notified, and whether by mail."""
    await server.channels.choose(user, body.chosen())
    return answer(await server.channels.view(user))


@router.post(
    "/me/notifications/push",
    response_model=ChannelMade,
    status_code=201,
    dependencies=[limited("notify")],
)
async def add_push(body: NewPush, server: CurrentServer, user: CurrentUser) -> Response:
    """Notify a browser by Web Push, even while none of our pages is open."""
    keys = body.keys
    made = await server.channels.add_push(user, body.endpoint, keys.p256dh, keys.auth, body.name)
    view = await server.channels.view(user)
    return answer({"id": made, "secret": None, "notifications": view}, 201)


@router.post(
    "/me/notifications/webhooks",
    response_model=ChannelMade,
    status_code=201,
    dependencies=[limited("notify")],
)
async def add_webhook(body: NewWebhook, server: CurrentServer, user: CurrentUser) -> Response:
    """Notify a webhook: plain and signed, or in the form of Discord, Slack or Matrix."""
    made, secret = await server.channels.add_webhook(
        user, body.form, body.url, body.room, body.token
    )
    view = await server.channels.view(user)
    return answer({"id": made, "secret": secret, "notifications": view}, 201)


@router.post(
    "/me/notifications/{channel_id}/test",
    response_model=NoticesOut,
    status_code=202,
    dependencies=[limited("notify")],
)
async def try_out(channel_id: ChannelId, server: CurrentServer, user: CurrentUser) -> Response:
    """Send a notification, to see whether it arrives."""
    await server.channels.try_out(user, channel_id)
    return answer(await server.channels.view(user), 202)


@router.delete("/me/notifications/{channel_id}", response_model=NoticesOut)
async def remove(channel_id: ChannelId, server: CurrentServer, user: CurrentUser) -> Response:
    """Take a way to be notified away."""
    await server.channels.remove(user, channel_id)
    return answer(await server.channels.view(user))


# Whoever has the link may use it: a mail program does, without a cookie.
@router.post(
    "/unsubscribe/{token}", response_model=Unsubscribed, dependencies=[limited_address("notify")]
)
async def unsubscribe(token: LinkToken, server: CurrentServer) -> Response:
    """Unsubscribe by the link of a notification (RFC 8058)."""
    await server.channels.unsubscribe(token)
    return answer({"unsubscribed": True})


@router.get("/unsubscribe/{token}", include_in_schema=False)
async def unsubscribe_page(token: LinkToken) -> Response:
    """The page for people whose mail program opens the address instead."""
    return RedirectResponse(f"/unsubscribe/{token}", 303)
