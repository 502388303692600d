"""For operators: health, readiness and metrics."""

from __future__ import annotations

import contextlib
import secrets

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from viae.server.http.middleware import CurrentServer, answer
from viae.table.errors import Unknown
from viae.table.shapes import Readiness

router = APIRouter(tags=["operation"])
HERE = ("127.0.0.1", "::1", "testclient")


@router.get("/healthz", response_model=dict[str, str])
async def healthz() -> Response:
    """Whether the process is alive."""
    return answer({"status": "alive"})


@router.get("/readyz", response_model=Readiness)
async def readyz(server: CurrentServer) -> Response:
    """Whether the server can take requests: started, not stopping, database and bots at work."""
    return answer(await server.readiness())


@router.get("/metrics", response_class=Response)
async def metrics(request: Request, server: CurrentServer) -> Response:
    """Metrics for Prometheus, for requests from this machine or with the bearer token."""
    token = server.settings.metrics_token
    given = request.headers.get("authorization", "")
    known = token is not None and secrets.compare_digest(
        given.encode(), f"Bearer {token.get_secret_value()}".encode()
    )
    direct = request.client is not None and request.client.host in HERE
    forwarded = "x-forwarded-for" in request.headers or "forwarded" in request.headers
    if not known and (forwarded or not direct or token is not None):
        raise Unknown("request.not-found")
    with contextlib.suppress(Exception):  # the database may be away, the other figures are not
        await server.bot_queue.state()
    server.metrics.shed.set(server.db.shed)
    server.metrics.tables.set(server.store.kept)
    return Response(generate_latest(server.metrics.registry), media_type=CONTENT_TYPE_LATEST)
