"""Structured logs with request and game ids. No line has a secret, whoever wrote it."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import structlog

from viae.server.process.audit import set_up_audit

HIDDEN = "…"
LONGEST = 8_000  # characters of one value
SECRET_KEYS = re.compile(r"(?i)cookie|token|password|secret|authorization|csrf")
# What is logged may come from anybody, and be made to be slow to search: each pattern begins with
# something fixed, and looks at a bounded number of characters or at each one once.
SECRETS = (
    # cookie: …, "token": "…", X-Viae-Csrf=… up to the end of the line or of the quotes
    re.compile(
        r"""(?ix) ( (?:cookie|token|password|secret|csrf|authorization) ["']? \s{0,9} [:=] \s{0,9}
        ["']? ) [^"'\n]+"""
    ),
    re.compile(r"(://[^:/@\s]{0,99}:)[^@\s]{1,299}(?=@)"),  # the password of a URL
    re.compile(r"(?i)(\bbearer\s{1,9})\S+"),
    re.compile(r"(\bviae=)[\w.-]+"),  # our cookie
    re.compile(r"(\bviae_)[\w-]{30,}"),  # the token of a bot
    re.compile(r"(/unsubscribe/)[^/\s]+"),  # whoever has the link may use it
)


def without_secrets(value: Any, depth: int = 0) -> Any:
    """The same without what looks like a cookie, a token, a password or another secret."""
    if isinstance(value, str):
        value = _shortened(value)
        for pattern in SECRETS:
            value = pattern.sub(rf"\1{HIDDEN}", value)
        return value
    if depth < 5 and isinstance(value, Mapping):
        return {
            key: HIDDEN if SECRET_KEYS.search(str(key)) else without_secrets(one, depth + 1)
            for key, one in value.items()
        }
    if depth < 5 and isinstance(value, (list, tuple)):
        return [without_secrets(one, depth + 1) for one in value]
    plain = value is None or isinstance(value, (bool, int, float))
    return value if plain else without_secrets(str(value))


def _shortened(text: str) -> str:
    """The beginning and the last lines of a long text; no line is cut at its beginning."""
    if len(text) <= LONGEST:
        return text
    end = text[-LONGEST // 2 :].partition("\n")[2]
    return f"{text[: LONGEST // 2]} {HIDDEN} {end}"


def _hide_secrets(_logger: Any, _name: str, event: Any) -> Any:
    kept = ("_record", "_from_structlog", "exc_info")
    return {
        **without_secrets({key: one for key, one in event.items() if key not in kept}),
        **{key: event[key] for key in kept if key in event},
    }


def set_up_logs(form: str, level: str, audit_file: Path | None = None) -> None:
    """What is logged goes to stderr, as text or as JSON; the audit log may have a file."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,  # the plain traceback, without any values
        _hide_secrets,
    ]
    last: Any = structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
    )
    if form == "json":
        last = structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,  # first: what is not logged costs nothing
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "alembic"):
        logging.getLogger(name).handlers = []
        logging.getLogger(name).propagate = True
    lines = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.JSONRenderer(),
        ],
    )
    set_up_audit(audit_file, lines)
    logging.getLogger("uvicorn.access").setLevel(logging.CRITICAL)
    logging.getLogger("alembic").setLevel(max(logging.WARNING, root.level))


def log() -> Any:
    """The log."""
    return structlog.stdlib.get_logger("viae")
