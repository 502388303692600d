"""Processes for heavy work: bots that think, documents that are checked.

Each process does one thing at a time, and its parent waits for the answer with a limit of time. A
process that dies, is stopped or takes too long is ended and replaced; only its own work is lost,
which raises `WorkerLost`. No process outlives its parent.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from typing import Any, TypeVar

from viae.server.process.logs import log
from viae.server.process.worker import HEAD

T = TypeVar("T")
LOOK = 0.25  # seconds between looks for processes that somebody stopped
FAILING = 3  # starts in a row that failed before somebody is told
LONGEST_PAUSE = 5.0  # seconds between attempts to start a process


class WorkerLost(Exception):
    """The process at work ended; the work may be given to another one."""


class Worker:
    """One process, seen from its parent."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._watching = asyncio.create_task(self._watch())

    @classmethod
    async def start(cls, nice: int, modules: tuple[str, ...]) -> Worker:
        """Start a process and wait until it is ready; WorkerLost if it ends before that."""
        module = "viae.server.process.worker"
        arguments = ("-m", module, str(os.getpid()), str(nice), *modules)
        process = await asyncio.create_subprocess_exec(
            sys.executable, *arguments, stdin=PIPE, stdout=PIPE
        )
        worker = cls(process)
        try:
            await worker._hear()
        except BaseException:
            worker.kill()
            await worker.ended()
            raise
        return worker

    @property
    def alive(self) -> bool:
        return self._process.returncode is None

    async def ask(self, work: Callable[..., T], *arguments: Any) -> T:
        """What a function returns or raises in the process."""
        said = pickle.dumps((work, arguments))
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(len(said).to_bytes(HEAD) + said)
            await self._process.stdin.drain()
        except (ConnectionError, RuntimeError) as problem:
            raise WorkerLost from problem
        done, found = pickle.loads(await self._hear())  # noqa: S301 - from our own process
        if not done:
            raise found
        answer: T = found
        return answer

    async def _hear(self) -> bytes:
        assert self._process.stdout is not None
        try:
            length = int.from_bytes(await self._process.stdout.readexactly(HEAD))
            return await self._process.stdout.readexactly(length)
        except (asyncio.IncompleteReadError, ConnectionError) as problem:
            raise WorkerLost from problem

    def kill(self) -> None:
        """End the process, whatever it does."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def ended(self) -> None:
        """Wait until the process has ended and is taken away."""
        await asyncio.shield(self._watching)

    async def _watch(self) -> None:
        waiting = asyncio.ensure_future(self._process.wait())
        while not (await asyncio.wait([waiting], timeout=LOOK))[0]:
            if _is_stopped(self._process.pid):
                log().warning("worker.stopped", process=self._process.pid)
                self.kill()


class Workers:
    """So many processes, started when they are first needed; `modules` are what they work with."""

    def __init__(self, count: int, *modules: str, nice: int = 5) -> None:
        self.count = count
        self.nice = nice
        self.modules = modules
        self.running = 0
        self.failures = 0  # starts in a row that failed
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        self._keeping: list[asyncio.Task[None]] = []

    @property
    def healthy(self) -> bool:
        """Whether processes can be started."""
        return self.failures < FAILING

    async def run(self, seconds: float, work: Callable[..., T], *arguments: Any) -> T:
        """What a function returns or raises in a process.

        TimeoutError if it takes longer, counted from its start; WorkerLost if the process ends.
        """
        if not self._keeping:
            self._keeping = [asyncio.create_task(self._keep()) for _ in range(self.count)]
        worker = await self._idle.get()
        while not worker.alive:
            worker = await self._idle.get()
        try:
            async with asyncio.timeout(seconds):
                answer = await worker.ask(work, *arguments)
        except (WorkerLost, TimeoutError, asyncio.CancelledError):
            worker.kill()
            raise
        except Exception:
            self._idle.put_nowait(worker)
            raise
        self._idle.put_nowait(worker)
        return answer

    async def _keep(self) -> None:
        """Keep one process running until cancelled."""
        while True:
            try:
                worker = await Worker.start(self.nice, self.modules)
            except (OSError, WorkerLost) as problem:
                self.failures += 1
                log().error("worker.start", problem=repr(problem), times=self.failures)
                await asyncio.sleep(min(LONGEST_PAUSE, 0.1 * 2**self.failures))
                continue
            self.failures = 0
            self.running += 1
            self._idle.put_nowait(worker)
            try:
                await worker.ended()
                log().warning("worker.ended")
            finally:
                self.running -= 1
                worker.kill()
                await worker.ended()

    async def stop(self) -> None:
        """End all processes and wait until they are gone."""
        for task in self._keeping:
            task.cancel()
        await asyncio.gather(*self._keeping, return_exceptions=True)
        self._keeping = []


def _is_stopped(pid: int) -> bool:
    """Whether somebody stopped a child (SIGSTOP), so that it neither works nor ends."""
    if not hasattr(os, "waitid"):
        return False
    options = os.WSTOPPED | os.WNOHANG | os.WNOWAIT
    with contextlib.suppress(ChildProcessError):
        found = os.waitid(os.P_PID, pid, options)
        return found is not None and found.si_code == os.CLD_STOPPED
    return False
