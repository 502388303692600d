"""Metrics for Prometheus."""

from __future__ import annotations

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
        self.notices = Counter(
            "viae_notices",
            "Notifications by the way they take and what became of them",
            ["channel", "outcome"],
            registry=self.registry,
        )
        self.posts = Counter(
            "viae_posts",
            "Entries posted, by whether the table had to be locked for them",
            ["way"],
            registry=self.registry,
        )
        self.loop_lag = Histogram(
            "viae_loop_lag_seconds",
            "How much later than asked the server came back to something: how long others waited",
            buckets=QUICK,
            registry=self.registry,
        )
        self.commits = Counter(
            "viae_commits",
            "Commits of entries to SQLite; each may hold several",
            registry=self.registry,
        )
        self.shed = Gauge(
            "viae_shed_total",
            "Requests sent away because too many waited for the database",
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
        self.bot_wait = Histogram(
            "viae_bot_wait_seconds",
            "Time for which turns waited for a bot",
            buckets=(*QUICK, 20, 40, 80),
            registry=self.registry,
        )
        self.bots_waiting = Gauge(
            "viae_bots_waiting",
            "Turns that wait for a bot",
            registry=self.registry,
        )
        self.bots_thinking = Gauge("viae_bots_thinking", "Bots at work", registry=self.registry)
        self.timeouts = Counter("viae_timeouts", "Seats whose time ran out", registry=self.registry)
