"""A pool on a Ray cluster, for matches that take too long on one machine.

Every node has the same version of Viae installed, with the bots that play. Where no cluster is
running, Ray is started on this machine alone.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import viae
from viae.arena.match import Fixture, Match, MatchSettings
from viae.arena.pool import PATIENCE, Chunk, play_chunk
from viae.errors import ViaeError
from viae.extras import missing

AUTO = "auto"  # the address of the cluster that runs here already
LOCAL = "local"  # that of a new one on this machine alone
KNOCKING = 5.0  # seconds to wait for an answer
RETRIES = 3  # a node may go away; its games are played elsewhere then
STARTS = 10  # Ray gives its own processes 30 seconds to start, too little on a busy machine


class Cluster:
    """A pool on a Ray cluster: the one at an address, one that runs already, or a new local one."""

    def __init__(
        self, settings: MatchSettings, address: str | None = None, jobs: int | None = None
    ) -> None:
        ray = self._ray = _load_ray()
        self._ours = not ray.is_initialized()
        if self._ours:
            _connect(ray, address, jobs)
        processors = int(ray.cluster_resources().get("CPU", 1))
        self.size = processors if jobs is None else min(jobs, processors)
        self._play = ray.remote(num_cpus=1, max_retries=RETRIES)(_play_on_node)
        self._settings = ray.put(settings)
        self._under_way: list[Any] = []

    def start(self, first: int, fixtures: Sequence[Fixture]) -> None:
        self._under_way.append(
            self._play.remote(self._settings, viae.__version__, first, list(fixtures))
        )

    def finished(self) -> list[Chunk]:
        done, self._under_way = self._ray.wait(self._under_way, timeout=PATIENCE)
        return [self._chunk_of(one) for one in done]

    def _chunk_of(self, task: Any) -> Chunk:
        try:
            chunk: Chunk = self._ray.get(task)
        except self._ray.exceptions.RayTaskError as problem:
            if isinstance(problem.cause, ViaeError):
                raise problem.cause from None
            raise
        except self._ray.exceptions.RayError as problem:
            raise ViaeError(f"the cluster gave up a game: {problem}") from None
        return chunk

    def close(self) -> list[Chunk]:
        chunks: list[Chunk] = []
        try:
            for task in self._under_way:
                if self._ray.wait([task], timeout=0)[0]:
                    chunks.append(self._chunk_of(task))
                else:
                    self._ray.cancel(task, force=True)
        finally:
            self._under_way = []
            if self._ours:
                self._ray.shutdown()
        return chunks


def _load_ray() -> Any:
    try:
        return import_module("ray")
    except ImportError:
        raise missing("a cluster needs Ray", "cluster") from None


def _connect(ray: Any, address: str | None, jobs: int | None) -> None:
    """Join a cluster; without an address the one that runs here, else start one."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # Ray would report to its makers
    quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    if address not in {None, AUTO, LOCAL}:
        _knock(str(address))
    if address != LOCAL:
        try:
            ray.init(address=address or AUTO, **quiet)
        except ConnectionError as problem:
            if address is not None:
                raise ViaeError(f"no Ray cluster answers at {address}: {problem}") from None
        else:
            return
    _start_here(ray, {"num_cpus": jobs, "include_dashboard": False, **quiet})


def _start_here(ray: Any, settings: dict[str, Any]) -> None:
    """Start a cluster on this machine, several times if it is too busy."""
    for _ in range(STARTS):
        try:
            ray.init(address=LOCAL, **settings)
        except Exception as problem:
            if "timed out during startup" not in str(problem):  # Ray has no class for it
                raise
            ray.shutdown()
        else:
            return
    raise ViaeError(f"Ray could not start here in {STARTS} tries; is the machine too busy?")


def _knock(address: str) -> None:
    """Whether anybody is at an address; Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        raise ViaeError(
            f"“{address}” is no address of a Ray cluster; write HOST:PORT, ray://HOST:PORT,"
            f" {AUTO} for the one that runs here, or {LOCAL} for a new one on this machine"
        )
    try:
        socket.create_connection((host, int(port)), KNOCKING).close()
    except (OSError, OverflowError) as problem:
        raise ViaeError(f"no Ray cluster answers at {address}: {problem}") from None


# On a node: the match that is played.
_match: Match | None = None


def _play_on_node(
    settings: MatchSettings, version: str, first: int, fixtures: list[Fixture]
) -> Chunk:
    """Play games somewhere in the cluster."""
    global _match
    if viae.__version__ != version:
        raise ViaeError(
            f"this node has Viae {viae.__version__}, the match is played with {version};"
            " install the same on all nodes"
        )
    if _match is None or _match.settings != settings:
        _match = Match(settings)
    return play_chunk(_match, first, fixtures, None)
