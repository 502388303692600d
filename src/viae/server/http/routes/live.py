"""The live connection: watch tables, play and talk over one WebSocket.

Every message from a client may carry an `id`; the answer to it, `done` or `error`, carries it too.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from viae.errors import ViaeError
from viae.server.http.middleware import dumps, network_of
from viae.server.http.schemas.live import (
    REQUESTS,
    SAFE,
    LiveRequest,
    PingMessage,
    PlayMessage,
    SayMessage,
    ShowingMessage,
    UnwatchMessage,
    WatchMessage,
)
from viae.server.http.validation import faults_of, json_fault
from viae.server.live.sockets import LiveConnection
from viae.server.people.sessions import COOKIE
from viae.server.process.logs import log
from viae.server.process.server import Server
from viae.server.store.faults import as_answer
from viae.server.tables.views import written_view
from viae.table.errors import (
    ApiError,
    Conflict,
    Forbidden,
    Malformed,
    NoSession,
    Stale,
    TooMany,
    api_error,
)

router = APIRouter()
MOST_WATCHED = 50  # tables on one connection
NEWS = 10  # so many that are sent again count as a request
LARGEST = 16 << 10  # characters of a message
MOST_KEYS = 20  # of a message; each may be a fault, and telling hundreds of them takes long
FORBIDDEN = 4403
TOO_MANY = 4429
Answer = dict[str, int | bool]
TYPES = ("watch", "unwatch", "play", "undo", "showing", "chat", "ping")


@router.websocket("/api/live")
async def live(socket: WebSocket) -> None:
    """Live messages; the protocol page lists them all."""
    server: Server = socket.app.state.server
    headers = socket.headers
    if not server.ready or server.draining:  # first: there may be no sessions yet
        await socket.close(FORBIDDEN, "not ready")
        return
    if not server.sessions.own_origin(headers.get("origin"), headers.get("host"), None):
        await socket.close(FORBIDDEN, "another site")
        return
    if "authorization" in headers:
        session = await server.tokens.read(headers["authorization"])
        if session is None:
            await socket.close(FORBIDDEN, "wrong token")
            return
    else:
        session = await server.sessions.read(socket.cookies.get(COOKIE))
    person = session.user if session else None
    address = network_of(socket.scope)
    full = too_many(server, person.id if person else None, address)
    if full:
        await socket.close(TOO_MANY, full)
        return
    connection = LiveConnection(
        socket, person.id if person else None, person.name if person else None
    )
    connection.address = address
    connection.session = session.id if session else None
    connection.scopes = session.scopes if session else None
    # From here on the connection counts, even while it is being accepted.
    server.live.connect(connection)
    writer: asyncio.Task[None] | None = None
    try:
        await socket.accept()
        writer = asyncio.create_task(connection.run(server.live))
        connection.send(
            orjson.dumps({"type": "hello", "person": person.to_json() if person else None})
        )
        await _listen(server, connection, socket)
    except (WebSocketDisconnect, RuntimeError):
        pass  # RuntimeError: it was closed from our side
    finally:
        server.live.disconnect(connection)
        if writer is not None:
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await writer


def too_many(server: Server, person: str | None, address: str) -> str | None:
    """Why one more connection is not accepted; None if it is."""
    live, settings = server.live, server.settings
    if person and len(live.by_person.get(person, ())) >= settings.max_sockets_per_person:
        return "too many connections of one person"
    if live.by_address.get(address, 0) >= settings.max_sockets_per_address:
        return "too many connections of one address"
    return None


async def _listen(server: Server, connection: LiveConnection, socket: WebSocket) -> None:
    while not connection.closed:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect" or connection.ended:
            return
        await _answer(server, connection, message.get("text"))
        await asyncio.sleep(0)  # messages that are there already would all be answered at once


async def _answer(server: Server, connection: LiveConnection, text: str | None) -> None:
    """Carry out a message; anything wrong with it is answered with a typed error.

    A connection that sends too much that must be refused is closed.
    """
    said_id: Any = None
    try:
        server.limits.take("socket", connection.number)
        server.limits.take("address", connection.address)  # as if it were a request
        if text is None or len(text) > LARGEST:
            raise Malformed("request.message", limit=LARGEST >> 10)
        message = _read(text)
        said_id = message.id
        done = await _act(server, connection, message)
        connection.answer(orjson.dumps({"type": "done", "id": said_id, **done}))
    except ViaeError as problem:
        refused = api_error(problem)
        _refuse(connection, refused, said_id if said_id is not None else _id_of(text))
        if isinstance(refused, (Malformed, TooMany)):
            await _count_junk(server, connection)
    except (WebSocketDisconnect, asyncio.CancelledError):
        raise
    except Exception as problem:  # noqa: BLE001 - one bad message must not end the connection
        log().error("live.fault", problem=repr(problem))
        _refuse(connection, as_answer(problem), said_id)


async def _count_junk(server: Server, connection: LiveConnection) -> None:
    try:
        server.limits.take("junk", connection.number)
    except TooMany:
        log().info("live.junk", address=connection.address, person=connection.person)
        connection.closed = True
        await connection.socket.close(TOO_MANY, "too many faults")


def _read(text: str) -> LiveRequest:
    with contextlib.suppress(orjson.JSONDecodeError):  # told below, with its place
        found = orjson.loads(text)
        if isinstance(found, dict) and len(found) > MOST_KEYS:
            raise Malformed("request.too-many-values", limit=MOST_KEYS)
    try:
        return REQUESTS.validate_json(text)
    except ValidationError as problem:
        fault = json_fault(text)
        errors = problem.errors(include_url=False, include_input=False)
        faults = [fault] if fault else faults_of(errors, TYPES, "type")
        raise Malformed("request.faults", faults=faults) from None


def _id_of(text: str | None) -> Any:
    """The id of an invalid message, if it can be found."""
    with contextlib.suppress(Exception):
        found = orjson.loads(text or "")
        name = found.get("id")
        if isinstance(name, str):
            return name if len(name) <= 64 else None
        if isinstance(name, int) and abs(name) <= SAFE:
            return name
    return None


def _refuse(connection: LiveConnection, problem: ApiError, said_id: Any) -> None:
    connection.answer(dumps({"type": "error", "id": said_id, **problem.to_json()}))


# Scopes of tokens.
NEEDED = {"watch": "watch", "play": "play", "undo": "play", "showing": "play", "chat": "chat"}


async def _act(server: Server, connection: LiveConnection, message: LiveRequest) -> Answer:
    scope = NEEDED.get(message.type)
    if scope and connection.scopes is not None and scope not in connection.scopes:
        raise Forbidden("token.scope", scope=scope)
    if isinstance(message, PingMessage):
        return {"pong": True}
    if isinstance(message, UnwatchMessage):
        server.live.leave(connection, message.table)
        return {}
    if isinstance(message, WatchMessage):
        table = await server.store.see(message.table, connection.person, message.key)
        if len(connection.seen) >= MOST_WATCHED and message.table not in connection.seen:
            raise Conflict("limit.watched", limit=MOST_WATCHED)
        missed = await server.live.watch(connection, table, message.after, message.deltas)
        server.limits.charge("address", connection.address, missed / NEWS)
        return {}
    if connection.person is None or connection.name is None:
        await server.store.see(message.table, None)
        raise NoSession("session.needed")
    if isinstance(message, SayMessage):
        server.limits.take("chat", connection.person)
        user = await server.accounts.find(connection.person)  # the name may be a new one
        if user is None:
            raise NoSession("session.needed")
        number = await server.chat.say(message.table, user.id, user.name, message.text, message.key)
        return {"number": number}
    server.limits.take("play", connection.person)
    if isinstance(message, ShowingMessage):
        await server.play.show_until(
            message.table, connection.person, message.number, message.seconds
        )
        return {}
    try:
        if isinstance(message, PlayMessage):
            _, number = await server.play.post(
                message.table, connection.person, message.number, message.entry, message.key
            )
        else:
            _, number = await server.play.undo(
                message.table, connection.person, message.number, message.to, message.key
            )
    except Stale as problem:
        present = await server.store.see(message.table, connection.person)
        problem.details["view"] = written_view(present, connection.person)
        raise
    return {"number": number}
