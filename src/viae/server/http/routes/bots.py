"""Outside bots: the mark, tokens, the ladder, and the event stream."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Annotated

import orjson
from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from viae.errors import refusal
from viae.options import PLAYERS
from viae.server.http.middleware import (
    CurrentServer,
    CurrentSession,
    CurrentUser,
    answer,
    limited_address,
    network_of,
    session_json,
)
from viae.server.http.routes.live import too_many
from viae.server.http.schemas.bots import Ladder, NewToken, TokenList, TokenMade
from viae.server.http.schemas.people import Session
from viae.server.live.sockets import LiveConnection
from viae.server.process.audit import audit
from viae.server.process.server import Server
from viae.table.errors import Malformed, NoSession, TooMany, Unknown

router = APIRouter(prefix="/api", tags=["bots"])
BEAT = 15.0  # seconds between signs of life on a quiet stream


@router.post("/me/bot", response_model=Session, dependencies=[limited_address("sign")])
async def become_bot(server: CurrentServer, session: CurrentSession) -> Response:
    """Mark your account as a bot, for good; only an account that never sat at a table can."""
    user = await server.tokens.become_bot(session.user)
    return answer(session_json(server, type(session)(session.id, user)))


@router.get("/me/tokens", response_model=TokenList)
async def tokens(server: CurrentServer, user: CurrentUser) -> Response:
    """The tokens of your bot, newest first."""
    return answer({"tokens": await server.tokens.listed(user)})


@router.post("/me/tokens", response_model=TokenMade, status_code=201)
async def new_token(body: NewToken, server: CurrentServer, user: CurrentUser) -> Response:
    """A new token; it is shown only this once."""
    token, made = await server.tokens.create(user, body.name, list(body.scopes))
    audit("bot-key.created", account=user.id, key=made["id"], scopes=made["scopes"])
    return answer({"token": token, "about": made}, 201)


@router.delete("/me/tokens/{token_id}", response_model=TokenList)
async def revoke(
    server: CurrentServer, user: CurrentUser, token_id: Annotated[str, Path(max_length=32)]
) -> Response:
    """Revoke a token; those that remain."""
    if not await server.tokens.revoke(user, token_id):
        raise Unknown("token.unknown")
    audit("bot-key.revoked", account=user.id, key=token_id)
    return answer({"tokens": await server.tokens.listed(user)})


@router.get("/ladder", response_model=Ladder)
async def ladder(
    server: CurrentServer, variant: Annotated[str, Query(max_length=32)] = "concordia"
) -> Response:
    """The outside bots of this server with their ratings, the strongest first."""
    if variant not in PLAYERS:
        fault = refusal("request.not-one-of", names=list(PLAYERS), where="variant")
        raise Malformed("request.faults", faults=[fault])
    return answer({"variant": variant, "bots": await server.tokens.ladder(variant)})


class Stream:
    """What a live connection writes to, as a stream of server-sent events."""

    def __init__(self) -> None:
        self.events: asyncio.Queue[str | None] = asyncio.Queue(100)

    async def send_text(self, data: str) -> None:
        """Send a message."""
        await self.events.put(data)

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        """End the stream; what was not read yet is dropped."""
        del code, reason
        while not self.events.empty():
            self.events.get_nowait()
        self.events.put_nowait(None)


@router.get("/events", response_class=StreamingResponse)
async def events(
    request: Request,
    server: CurrentServer,
    session: CurrentSession,
    table: Annotated[list[str] | None, Query(max_length=20)] = None,
) -> Response:
    """Live messages as server-sent events: your turns and invitations, and tables to watch.

    The first message is `hello`. A message `turn` comes whenever a table waits for your decision,
    no longer waits for it, or keeps a seat for you. With `table` it also sends the news of tables.
    """
    full = too_many(server, session.user.id, network_of(request.scope))
    if full:
        raise TooMany("limit.requests", 10.0)
    watched = [await server.store.see(one[:32], session.user.id) for one in table or ()]
    stream = Stream()
    connection = LiveConnection(stream, session.user.id, session.user.name)
    connection.address = network_of(request.scope)
    connection.session = session.id
    server.live.connect(connection)
    try:
        if server.sessions.has_ended(session.id):  # while the tables were read
            raise NoSession("session.needed")
        connection.send(orjson.dumps({"type": "hello", "person": session.user.to_json()}))
        for one in await server.listing.turns_of(session.user.id):
            connection.send(orjson.dumps({"type": "turn", "table": one["id"], "yours": True}))
        for seen in watched:
            await server.live.watch(connection, seen, None)
    except BaseException:
        server.live.disconnect(connection)
        raise
    return Events(server, connection, stream)


class Events(StreamingResponse):
    """What a stream is written to; the connection ends with the answer, even if nobody reads it."""

    def __init__(self, server: Server, connection: LiveConnection, stream: Stream) -> None:
        super().__init__(
            _written(stream),
            media_type="text/event-stream",
            headers={"X-Accel-Buffering": "no"},
        )
        self.server = server
        self.connection = connection

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer until one of both sides ends it."""
        writer = asyncio.create_task(self.connection.run(self.server.live))
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.server.live.disconnect(self.connection)
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await writer


async def _written(stream: Stream) -> AsyncIterator[str]:
    while True:
        try:
            async with asyncio.timeout(BEAT):
                event = await stream.events.get()
        except TimeoutError:
            yield ": still here\n\n"
            continue
        if event is None:
            return
        yield f"data: {event}\n\n"
