"""What an operator sees: structured logs with request and game ids, and metrics for Prometheus."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """The figures of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "viae_requests",
            "Requests by route and status",
            ["method", "route", "status"],
            registry=self.registry,
        )
        self.seconds = Histogram(
            "viae_request_seconds",
            "Time of requests by route",
            ["route"],
            buckets=QUICK,
            registry=self.registry,
        )
        self.entries = Counter(
            "viae_entries",
            "Rows written to games, by who made them",
            ["by"],
            registry=self.registry,
        )
        self.sockets = Gauge("viae_sockets", "Live connections", registry=self.registry)
        self.messages = Counter("viae_messages", "Live messages sent", registry=self.registry)
        self.behind = Counter(
            "viae_behind", "Times a slow connection had to skip messages", registry=self.registry
        )
        self.rooms = Gauge("viae_rooms", "Tables somebody watches", registry=self.registry)
        self.tables = Gauge("viae_tables_kept", "Tables in memory", registry=self.registry)
        self.bot_seconds = Histogram(
            "viae_bot_seconds",
            "Time of bots for a part of a turn",
            ["bot"],
            buckets=QUICK,
            registry=self.registry,
        )
        self.bot_faults = Counter(
            "viae_bot_faults", "Parts that a bot failed to play", ["bot"], registry=self.registry
        )
        self.bots_thinking = Gauge("viae_bots_thinking", "Bots at work", registry=self.registry)
        self.timeouts = Counter("viae_timeouts", "Seats whose time ran out", registry=self.registry)


def set_up_logs(form: str, level: str) -> None:
    """Everything that is logged goes to stderr, as text or as a JSON object in each line."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]
    last: Any = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    if form == "json":
        shared.append(structlog.processors.format_exc_info)
        last = structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
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
    logging.getLogger("uvicorn.access").setLevel(logging.CRITICAL)
    logging.getLogger("alembic").setLevel(max(logging.WARNING, root.level))


def log() -> Any:
    """The log."""
    return structlog.stdlib.get_logger("viae")
