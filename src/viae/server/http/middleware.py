"""What all routes share: the user, the form of answers and refusals, headers, sizes, limits."""

from __future__ import annotations

import json
import secrets
import time
from functools import cache, lru_cache
from ipaddress import IPv6Address, IPv6Network
from typing import Annotated, Any
from urllib.parse import urlsplit

import orjson
import structlog
from fastapi import Depends, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from viae.data.strict import NotJson, read_json
from viae.errors import Faults, ViaeError, as_refusal
from viae.server.http.validation import faults_of
from viae.server.people.accounts import User
from viae.server.people.sessions import AGE, COOKIE, CSRF, Session
from viae.server.people.tokens import scope_of
from viae.server.process.logs import log
from viae.server.process.server import Server
from viae.table.errors import (
    ApiError,
    CrossSite,
    Forbidden,
    Malformed,
    Misdirected,
    NoSession,
    TooLarge,
    TooMany,
    Unavailable,
    Unknown,
    WrongMethod,
    api_error,
)

SESSION = "viae.session"  # where the session is in the scope of a request, once it was read
LOCAL = {"localhost", "127.0.0.1", "::1"}
SAFE = ("GET", "HEAD", "OPTIONS")
BODY = 64 << 10
LARGE_BODY = 2 << 20
MOST_VALUES = 100_000  # of a document
MOST_SMALL = 5_000  # values of a body without a document
MOST_BESIDE = 1_000  # values beside a document
DOCUMENTS = ("document", "board_file", "tree")
FAULTS = 50  # so many faults of one request count as another request
LONGEST_PATH = 200  # characters in the log
LARGE = ("/api/study", "/api/tables")  # a record, a board
CSP = (
    # WebAssembly: games without the server run Python in the page.
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';"
    " style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self';"
    " manifest-src 'self'; media-src 'self'; worker-src 'self'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}

# The one page that others may show in a frame: a game to look at. Nothing can be done there, and
# browsers send no cookie to a page in a foreign frame.
EMBED = "/embed/"
EMBED_HEADERS = {
    **{name: value for name, value in HEADERS.items() if name != "X-Frame-Options"},
    "Content-Security-Policy": CSP.replace("frame-ancestors 'none'", "frame-ancestors *"),
}


@cache
def _raw(embedded: bool, scheme: str, api: bool) -> list[tuple[bytes, bytes]]:
    """The headers of every answer, as they are sent."""
    found = dict(EMBED_HEADERS if embedded else HEADERS)
    if scheme == "https":
        found["Strict-Transport-Security"] = "max-age=31536000"
    if api:
        found["Cache-Control"] = "no-store"
    return [(name.lower().encode(), value.encode()) for name, value in found.items()]


def server_of(request: Request) -> Server:
    """The server behind a request."""
    found: Server = request.app.state.server
    return found


def dumps(value: Any) -> bytes:
    """A value as JSON; orjson knows no integers of more than 64 bits, the slower way does."""
    try:
        return orjson.dumps(value)
    except TypeError:
        return json.dumps(value).encode()


def answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A JSON answer; bytes are already JSON."""
    content = value if isinstance(value, bytes) else dumps(value)
    return Response(content, status, headers, "application/json")


def refuse(problem: ApiError) -> Response:
    """The answer to a refused request."""
    return answer(problem.to_json(), problem.status, problem.headers)


def address_of(scope: Scope) -> str:
    """The address of the client; behind a trusted proxy, the address that the proxy gives."""
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def network_of(scope: Scope) -> str:
    """Whom limits count: the address, or with IPv6 its network, in which one has all addresses."""
    address = address_of(scope)
    return _network(address) if ":" in address else address


@lru_cache(maxsize=10_000)
def _network(address: str) -> str:
    try:
        found = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((int(found), 64), strict=False))


async def _token_session(request: Request, server: Server) -> Session:
    """The session of a token. No page sends one by itself, so it may come from anywhere."""
    session = await server.tokens.read(request.headers["authorization"])
    if session is None:
        raise NoSession("token.wrong")
    scope = scope_of(request.method, request.scope["route"].path)
    if scope is None:
        raise Forbidden("token.not-here")
    assert session.scopes is not None
    if scope not in session.scopes:
        raise Forbidden("token.scope", scope=scope)
    structlog.contextvars.bind_contextvars(person=session.user.id)
    return session


async def _read_session(request: Request) -> Session | None:
    server = server_of(request)
    if "authorization" in request.headers:
        return await _token_session(request, server)
    session = await server.sessions.read(request.cookies.get(COOKIE))
    if request.method not in SAFE:
        headers = request.headers
        site = headers.get("sec-fetch-site")
        if not server.sessions.own_origin(headers.get("origin"), headers.get("host"), site):
            raise CrossSite("request.cross-site")
        if session is not None and not server.sessions.is_token(session, headers.get(CSRF)):
            raise CrossSite("request.no-token")
    if session is not None:
        structlog.contextvars.bind_contextvars(person=session.user.id)
    return session


# The dependencies that follow call each other as plain functions: the framework resolves
# dependencies of dependencies again for each that names them, which costs more than the look-up.


async def maybe_session(request: Request) -> Session | None:
    """The session, if any. A request that changes something must come from our pages."""
    scope = request.scope
    if SESSION not in scope:
        scope[SESSION] = await _read_session(request)
    found: Session | None = scope[SESSION]
    return found


async def current_session(request: Request) -> Session:
    """The session; NoSession if there is none."""
    session = await maybe_session(request)
    if session is None:
        raise NoSession("session.needed")
    return session


async def maybe_user(request: Request) -> User | None:
    """The user, if they have a name."""
    session = await maybe_session(request)
    return None if session is None else session.user


async def current_user(request: Request) -> User:
    """The user; NoSession if they have no name yet."""
    return (await current_session(request)).user


MaybeSession = Annotated[Session | None, Depends(maybe_session)]
CurrentSession = Annotated[Session, Depends(current_session)]
MaybeUser = Annotated[User | None, Depends(maybe_user)]
CurrentUser = Annotated[User, Depends(current_user)]


async def current_server(request: Request) -> Server:
    """The server behind a request; what is not `async` would be called in another thread."""
    return server_of(request)


CurrentServer = Annotated[Server, Depends(current_server)]


def limited(name: str) -> Any:
    """A dependency that counts a request against a limit of the user, or else of the address."""

    async def count(request: Request) -> None:
        person = await maybe_user(request)
        key = person.id if person is not None else network_of(request.scope)
        server_of(request).limits.take(name, key)

    return Depends(count)


def _values(found: object) -> int:
    """How many values there are in a JSON value."""
    parts = found.values() if isinstance(found, dict) else found if isinstance(found, list) else ()
    return 1 + sum(map(_values, parts))


async def _read_strictly(request: Request) -> None:
    body = await request.body()
    if body.count(b",") + body.count(b"[") + body.count(b"{") > MOST_VALUES:
        raise Malformed("request.too-many-values", limit=MOST_VALUES)
    faults: Faults = []
    try:
        found = read_json(body, faults)
    except NotJson:
        return  # the reader of the body says so
    if isinstance(found, dict):
        beside = [value for key, value in found.items() if key not in DOCUMENTS]
        if _values(beside) > MOST_BESIDE:  # each of them may be a fault
            raise Malformed("request.too-many-values", limit=MOST_BESIDE)
    if faults:
        raise Malformed("request.faults", faults=[as_refusal(fault) for fault in faults])


# A dependency for bodies that hold a document: it has not too many values, and no key appears
# twice in it. The usual reader takes the last one, so a false result could hide before it.
strict_json = Depends(_read_strictly)


def limited_address(name: str) -> Any:
    """A dependency that counts a request against a limit of the address."""

    async def count(request: Request) -> None:
        server_of(request).limits.take(name, network_of(request.scope))

    return Depends(count)


async def begin_session(
    request: Request, user: User, old: Session | None, status: int = 200
) -> Response:
    """Begin a session with a new cookie; the old one ends."""
    server = server_of(request)
    agent = request.headers.get("user-agent", "")
    session, cookie = await server.sessions.begin(user, agent, old)
    response = answer(session_json(server, session), status)
    secure = server.settings.secure_cookies == "always" or request.url.scheme == "https"
    response.set_cookie(
        COOKIE,
        cookie,
        max_age=AGE,
        httponly=True,
        samesite="lax",
        secure=secure,
        path="/",
    )
    return response


def session_json(server: Server, session: Session | None) -> dict[str, object]:
    """The user, and the token that their page sends with each request."""
    if session is None:
        return {"person": None, "csrf": None}
    return {"person": session.user.to_json(), "csrf": server.sessions.token(session)}


async def on_viae_error(_request: Request, problem: Exception) -> Response:
    """Answer with an error of Viae."""
    assert isinstance(problem, ViaeError)
    return refuse(api_error(problem))


async def on_validation_error(request: Request, problem: Exception) -> Response:
    """Answer to a body or a parameter that is not in the right form."""
    assert isinstance(problem, RequestValidationError)
    errors = problem.errors()
    limits = server_of(request).limits
    limits.charge("address", network_of(request.scope), len(errors) / FAULTS)
    return refuse(Malformed("request.faults", faults=faults_of(errors)))


async def on_http_error(request: Request, problem: Exception) -> Response:
    """Answer to what the framework refuses: unknown paths, wrong methods, unreadable bodies."""
    status = int(getattr(problem, "status_code", 400))
    refused: ApiError | None = request.scope.get("viae.refused")
    if refused is not None:  # by us, while the framework read the body
        return refuse(refused)
    error: ApiError = Malformed("request.bad-http")
    if status == 404:
        error = Unknown("request.not-found")
    elif status == 405:
        error = WrongMethod("request.method")
    return answer(error.to_json(), status, getattr(problem, "headers", None))


class RequestMiddleware:
    """Around everything: ids, logs, metrics, headers, the size of bodies, the rate of requests."""

    def __init__(self, app: ASGIApp, server: Server) -> None:
        self.app = app
        self.server = server
        self.hosts: set[str | None] = set()
        if server.settings.public_url:
            named = [server.settings.public_url, *server.settings.origins]
            self.hosts = {urlsplit(one).hostname for one in named} | LOCAL

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and (why := self._not_admitted(scope)) is not None:
            await send({"type": "websocket.close", "code": why[0], "reason": why[1]})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id = secrets.token_hex(8)
        began = time.perf_counter()
        status = 500
        path: str = scope["path"]
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request=request_id)

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given: list[tuple[bytes, bytes]] = message.setdefault("headers", [])
                names = {name.lower() for name, _ in given}
                usual = _raw(path.startswith(EMBED), scope["scheme"], path.startswith("/api"))
                given.extend(one for one in usual if one[0] not in names)
                given.append((b"x-request-id", request_id.encode()))
            await send(message)

        try:
            self._admit(scope)
            limit = LARGE_BODY if path.rstrip("/") in LARGE else BODY
            await self.app(scope, _bounded(scope, receive, limit), send_with_headers)
        except ApiError as problem:
            await refuse(problem)(scope, receive, send_with_headers)
        finally:
            self._note(scope, status, time.perf_counter() - began)

    def _not_admitted(self, scope: Scope) -> tuple[int, str] | None:
        """Why a live connection is not opened: a code and a reason."""
        if not self._for_us(scope):
            return 4403, "another host"
        try:
            self.server.limits.take("address", network_of(scope))
        except TooMany:
            return 4429, "too many requests"
        return None

    def _for_us(self, scope: Scope) -> bool:
        """Whether a request names our host; any name will do where no public address is set."""
        if not self.hosts:
            return True
        host = Headers(scope=scope).get("host", "")
        return _hostname(host) in self.hosts

    def _admit(self, scope: Scope) -> None:
        path: str = scope["path"]
        if path in ("/healthz", "/readyz", "/metrics"):
            return
        if not self._for_us(scope):
            raise Misdirected("request.foreign-host")
        if not self.server.ready and path.startswith("/api/"):
            raise Unavailable("server.not-ready")
        if "\0" in path or b"%00" in scope["query_string"]:
            raise Malformed("request.nul")
        try:
            self.server.limits.take("address", network_of(scope))
        except TooMany:
            log().warning("limited", address=address_of(scope))
            raise

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = scope.get("route")
        name = getattr(route, "path", None) or "other"
        metrics = self.server.metrics
        metrics.requests.labels(scope["method"], name, str(status)).inc()
        metrics.seconds.labels(name).observe(seconds)
        say = log().info if status < 500 else log().error
        if name not in ("/healthz", "/readyz", "/metrics") or status >= 500:
            say(
                "request",
                method=scope["method"],
                path=scope["path"][:LONGEST_PATH],
                status=status,
                ms=round(seconds * 1000, 1),
                game=scope.get("path_params", {}).get("table"),
            )


def _bounded(scope: Scope, receive: Receive, limit: int) -> Receive:
    """The body of a request, up to a size."""
    length = Headers(scope=scope).get("content-length", "0")
    if length.isdigit() and int(length[:15]) > limit:
        raise TooLarge("request.too-large", limit=limit >> 10)
    taken = values = 0

    async def receive_some() -> Message:
        nonlocal taken, values
        message = await receive()
        if message["type"] == "http.request":
            body = message.get("body", b"")
            taken += len(body)
            values += body.count(b",")
            refused: ApiError | None = None
            if taken > limit:
                refused = TooLarge("request.too-large", limit=limit >> 10)
            elif limit == BODY and values > MOST_SMALL:
                refused = Malformed("request.too-many-values", limit=MOST_SMALL)
            if refused is not None:
                scope["viae.refused"] = refused
                raise refused
        return message

    return receive_some


def _hostname(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None
