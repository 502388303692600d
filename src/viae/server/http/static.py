"""The files of the browser client, compressed once, and its first page for all client routes.

The client is built from `web/` into `viae/server/web`, and the wheel contains it. If it was not
built, a page says how to build it.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import importlib.resources
import mimetypes
from functools import cached_property
from pathlib import Path

from fastapi import FastAPI, Request, Response

from viae.server.http.middleware import refuse
from viae.table.errors import Unknown

IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
SMALL = 1000  # bytes; compressing less gains nothing
PACKED = (
    "text/",
    "application/json",
    "application/manifest+json",
    "application/wasm",
    "image/svg+xml",
)
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
}


class File:
    """A file of the client, plain and compressed; read when it is first requested."""

    def __init__(self, path: Path) -> None:
        self.path = path
        guessed = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        self.type = TYPES.get(path.suffix, guessed)

    @cached_property
    def body(self) -> bytes:
        return self.path.read_bytes()

    @cached_property
    def tag(self) -> str:
        return f'"{hashlib.blake2b(self.body, digest_size=12).hexdigest()}"'

    @cached_property
    def packed(self) -> bytes | None:
        """The body in gzip, if that is shorter."""
        if len(self.body) < SMALL or not self.type.startswith(PACKED):
            return None
        return gzip.compress(self.body, 9, mtime=0)

    def answer(self, request: Request, cache: str) -> Response:
        """The answer to a request: empty if the browser already has the file."""
        headers = {"Cache-Control": cache, "ETag": self.tag, "Vary": "Accept-Encoding"}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        body = self.body
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body = self.packed
            headers["Content-Encoding"] = "gzip"
        return Response(body, headers=headers, media_type=self.type)


def page_folder() -> Path:
    """The built browser client; or, if it is missing, a page that says so."""
    package = Path(str(importlib.resources.files("viae.server")))
    built = package / "web"
    return built if (built / "index.html").is_file() else package / "http" / "page"


def add_pages(app: FastAPI) -> None:
    """Serve the client's files, and its first page for every other address (its own routes)."""
    folder = page_folder().resolve()
    files = {
        path.relative_to(folder).as_posix(): File(path)
        for path in folder.rglob("*")
        if path.is_file() and not path.relative_to(folder).as_posix().startswith(".")
    }

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path == "api" or path.startswith("api/"):
            return refuse(Unknown("request.not-found"))
        found = files.get(path)
        if found is not None and path != "index.html":
            # The client's build puts a digest into the names under assets/.
            cache = IMMUTABLE if path.startswith("assets/") else REVALIDATE
            try:
                # The interpreter is large: reading and compressing it holds nobody else up.
                return await asyncio.to_thread(found.answer, request, cache)
            except FileNotFoundError:  # the client was rebuilt in the meantime
                return refuse(Unknown("request.no-file"))
        ending = path.rpartition("/")[2].rpartition(".")
        if ending[1] and not ending[2].isdigit():  # /rules/R5.2 is a page
            return refuse(Unknown("request.no-file"))
        return files["index.html"].answer(request, REVALIDATE)
