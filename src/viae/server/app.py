"""The application for uvicorn: routes, errors, pages, start and stop."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from viae import __version__
from viae.errors import ViaeError
from viae.server.http.middleware import (
    RequestMiddleware,
    on_http_error,
    on_validation_error,
    on_viae_error,
    refuse,
)
from viae.server.http.openapi import add_named_forms
from viae.server.http.routes import (
    account,
    analysis,
    bots,
    catalogue,
    live,
    notifications,
    operation,
    people,
    personal,
    play,
    puzzles,
    session,
    tables,
)
from viae.server.http.schemas.common import ErrorOut
from viae.server.http.static import add_pages
from viae.server.process.logs import log
from viae.server.process.server import Server
from viae.server.settings import Settings
from viae.server.store.faults import DATABASE_ERRORS, as_answer
from viae.table.errors import Failed

REFUSALS: dict[int | str, dict[str, object]] = {
    status: {"model": ErrorOut, "description": said}
    for status, said in {
        400: "not an entry, or not JSON",
        401: "no session, or a wrong password",
        403: "not allowed, or from another site",
        404: "not there, or not for you",
        405: "not with this method",
        409: "not as things stand: stale, illegal, out of turn, taken",
        413: "too large",
        421: "for another host",
        422: "not in the right form; `faults` names each fault",
        429: "too often; `Retry-After` says when",
        503: "not ready",
    }.items()
}


def make_app(settings: Settings) -> FastAPI:
    """The application with these settings."""
    server = Server(settings)

    @contextlib.asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await server.start()
        yield
        await server.stop()

    app = FastAPI(
        title="Viae",
        version=__version__,
        summary="Tables for the board game Concordia: live or over several days, with bots.",
        description=(
            "Live messages over `/api/live` and all formats are described on the protocol page."
            " Whatever changes something needs the session cookie and the header `X-Viae-Csrf`."
        ),
        openapi_url=None,  # see `add_named_forms`
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        responses=REFUSALS,
    )
    app.state.server = server
    # A path is compared with one route after the other: what is called most comes first.
    for module in (
        play,
        tables,
        session,
        account,
        notifications,
        bots,
        catalogue,
        people,
        analysis,
        puzzles,
        personal,
        live,
        operation,
    ):
        app.include_router(module.router)
    app.add_exception_handler(ViaeError, on_viae_error)
    app.add_exception_handler(RequestValidationError, on_validation_error)
    app.add_exception_handler(HTTPException, on_http_error)
    for kind in DATABASE_ERRORS:
        app.add_exception_handler(kind, on_database_error)
    app.add_exception_handler(Exception, on_failure)
    add_named_forms(app)
    add_pages(app)  # the last: it takes every other address
    app.add_middleware(RequestMiddleware, server=server)
    return app


async def on_database_error(request: Request, problem: Exception) -> Response:
    """Answer to an error of the database: not now, bad input, or our fault."""
    found = as_answer(problem)
    if isinstance(found, Failed):
        log().error("failed", problem=repr(problem))
        return await on_failure(request, problem)
    log().error("database", code=found.refusal.code, problem=str(problem)[:200])
    return refuse(found)


async def on_failure(_request: Request, _problem: Exception) -> Response:
    """Answer to an unexpected error; the details go to the log, not to the client."""
    return refuse(Failed("server.failed"))
