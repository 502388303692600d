"""An external program behind two pipes: one JSON object per line, never blocking.

Everything that is read is bounded, every wait has an end, and what the program leaves behind, from
itself to the processes it started, is cleared away. Pipes are watched with a selector, which works
on Linux, macOS and their kin.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shlex
import signal
import subprocess
import weakref
from collections import deque
from time import monotonic
from typing import Any, Final

from viae.bots.registry import BotFailure
from viae.errors import SetupError
from viae.options import quote

LINE: Final = 1 << 16  # bytes of the longest line that is read
CHUNK: Final = 1 << 16
WAITING: Final = 8  # messages that nobody asked for; more are a fault
LAST_BYTES: Final = 4096  # of what the program says on stderr, kept for the report
LAST_LINES: Final = 5
QUIT: Final = 2.0  # seconds to leave after `quit`, and again after SIGTERM
EXIT: Final = 0.5  # seconds until a program that closed its output has ended


class Program:
    """A running program. Whatever it does wrong raises `BotFailure`; `end` is for every case."""

    def __init__(self, command: str) -> None:
        arguments = _split(command)
        if os.name != "posix":
            raise SetupError("bots", ["outside programs can play on Linux and macOS only"])
        try:
            # A session of its own: Ctrl-C is for us, and what it starts can be ended with it.
            self._process = subprocess.Popen(
                arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as problem:  # ValueError: a zero byte in the command
            reason = getattr(problem, "strerror", None) or str(problem)
            text = f"{quote(arguments[0])} cannot be started: {reason}"
            raise BotFailure("crash", text) from problem
        self._pipes = _Pipes(self._process)
        # Also for a program that nobody ends: when it is forgotten, or Python stops.
        self._leave = weakref.finalize(self, _clear_away, self._process, self._pipes)

    @property
    def running(self) -> bool:
        """Whether the program has neither ended nor been ended."""
        return self._leave.alive and self._process.poll() is None

    def send(self, message: dict[str, Any], deadline: float) -> None:
        """Write a message; the deadline is a moment of `time.monotonic`."""
        data = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        left = memoryview(data)
        while left:
            written = self._pipes.write(left)
            if written is None:
                raise self._gone("does not read its input any more")
            left = left[written:]
            if left and not self._pipes.wait(deadline, writing=True):
                raise BotFailure("timeout", self._with_last_words("does not read its input"))

    def receive(self, kind: str, deadline: float) -> dict[str, Any] | None:
        """The next message of this type; None if there is none until the deadline."""
        while True:
            while self._pipes.inbox:
                message = self._pipes.inbox.popleft()
                if message["type"] != kind:
                    text = f"says {quote(message['type'])} where “{kind}” is expected"
                    raise BotFailure("protocol", self._with_last_words(text))
                return message
            if self._pipes.ended:
                raise self._gone("has closed its output")
            try:
                if not self._pipes.wait(deadline):
                    return None
            except BotFailure as problem:
                raise BotFailure(problem.kind, self._with_last_words(problem.text)) from None

    def forget(self) -> bool:
        """Throw away what was said and not asked for; whether there was anything."""
        self._pipes.wait(monotonic())
        said = bool(self._pipes.inbox)
        self._pipes.inbox.clear()
        return said

    def end(self, politely: bool) -> None:
        """End the program: by asking it, if it still listens, or else by force."""
        if not self._leave.alive:
            return
        if politely:
            with contextlib.suppress(BotFailure):
                self.send({"type": "quit"}, monotonic() + QUIT)
            self._pipes.hang_up()
            self._pipes.drain(self._process, monotonic() + QUIT)
        self._leave()

    def _gone(self, otherwise: str) -> BotFailure:
        """The fault of a program that has ended, or does as if it had."""
        self._pipes.drain(self._process, monotonic() + EXIT)
        status = self._process.poll()
        if status is None:
            return BotFailure("protocol", self._with_last_words(otherwise))
        if status < 0:
            return BotFailure("crash", self._with_last_words(f"was ended by {_signal(-status)}"))
        return BotFailure("crash", self._with_last_words(f"has ended with status {status}"))

    def _with_last_words(self, text: str) -> str:
        lines = bytes(self._pipes.last).decode("utf-8", "replace").splitlines()
        words = [line.strip() for line in lines if line.strip()][-LAST_LINES:]
        return f"{text}; its last words: {' | '.join(words)}" if words else text


def _split(command: str) -> list[str]:
    try:
        arguments = shlex.split(command)
    except ValueError as problem:
        raise SetupError("bots", [f"the command {quote(command)}: {problem}"]) from problem
    if not arguments or not arguments[0]:
        raise SetupError("bots", [f"the command {quote(command)} names no program"])
    return arguments


def _signal(number: int) -> str:
    with contextlib.suppress(ValueError):
        return signal.Signals(number).name
    return f"signal {number}"


class _Pipes:
    """The three pipes of a process, read and written without ever blocking."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self.stdin, self.stdout, self.stderr = process.stdin, process.stdout, process.stderr
        self.inbox: deque[dict[str, Any]] = deque()
        self.last = bytearray()
        self._line = bytearray()
        self._selector = selectors.DefaultSelector()
        for pipe in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(pipe.fileno(), False)
        for pipe in (self.stdout, self.stderr):
            self._selector.register(pipe, selectors.EVENT_READ)

    @property
    def ended(self) -> bool:
        """Whether no more messages can come."""
        return self.stdout not in self._selector.get_map()

    def write(self, data: memoryview) -> int | None:
        """Write what fits; None if nobody reads."""
        try:
            return os.write(self.stdin.fileno(), data)
        except BlockingIOError:
            return 0
        except (BrokenPipeError, ValueError):  # the reader has gone; we have hung up
            return None

    def wait(self, deadline: float, writing: bool = False) -> bool:
        """Read until a message is there, the output has ended or more can be written."""
        if writing:
            self._selector.register(self.stdin, selectors.EVENT_WRITE)
        try:
            while True:
                ready = self._selector.select(max(0.0, deadline - monotonic()))
                for key, _ in ready:
                    if key.fileobj is not self.stdin:
                        self._read(key.fileobj)
                if any(key.fileobj is self.stdin for key, _ in ready):
                    return True
                if not writing and (self.inbox or self.ended):
                    return True
                if monotonic() >= deadline:
                    return False
        finally:
            if writing:
                self._selector.unregister(self.stdin)

    def drain(self, process: subprocess.Popen[bytes], deadline: float) -> None:
        """Read to the end of both pipes and of the process, whatever it says."""
        while self._selector.get_map() and process.poll() is None and monotonic() < deadline:
            for key, _ in self._selector.select(max(0.0, min(0.05, deadline - monotonic()))):
                with contextlib.suppress(BotFailure):
                    self._read(key.fileobj)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(max(0.0, deadline - monotonic()))
        for key, _ in self._selector.select(0):  # what it said last
            with contextlib.suppress(BotFailure):
                self._read(key.fileobj)

    def hang_up(self) -> None:
        """Close the program's input, which tells it to leave, too."""
        with contextlib.suppress(OSError):
            self.stdin.close()

    def close(self) -> None:
        """Close everything."""
        self._selector.close()
        for pipe in (self.stdin, self.stdout, self.stderr):
            with contextlib.suppress(OSError):
                pipe.close()

    def _read(self, pipe: Any) -> None:
        try:
            data = os.read(pipe.fileno(), CHUNK)
        except BlockingIOError:
            return
        if not data:
            self._selector.unregister(pipe)
        elif pipe is self.stderr:
            self.last += data
            del self.last[:-LAST_BYTES]
        else:
            self._hear(data)

    def _hear(self, data: bytes) -> None:
        self._line += data
        *lines, rest = self._line.split(b"\n")
        self._line = rest
        for line in lines:
            if line.strip():
                self._note(_parse(line))
        if len(rest) > LINE:
            raise BotFailure("protocol", f"a line is longer than {LINE} bytes")

    def _note(self, message: dict[str, Any]) -> None:
        if message["type"] not in ("hello", "bestentry"):
            return  # `info`, and whatever later versions of the protocol may say
        self.inbox.append(message)
        if len(self.inbox) > WAITING:
            raise BotFailure("protocol", "answers again and again without being asked")


def _parse(line: bytearray) -> dict[str, Any]:
    if len(line) > LINE:
        raise BotFailure("protocol", f"a line is longer than {LINE} bytes")
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):  # no JSON, no UTF-8, a number or a nest without end
        message = None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        said = quote(bytes(line).decode("utf-8", "replace").strip())
        raise BotFailure("protocol", f"says {said}, which is not a JSON object with a “type”")
    return message


def _clear_away(process: subprocess.Popen[bytes], pipes: _Pipes) -> None:
    """Leave nothing behind: no process, none that it started, no zombie, no pipe."""
    pipes.close()
    if process.poll() is None:
        _kill(process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(QUIT)
    _kill(process.pid, signal.SIGKILL)
    process.wait()


def _kill(group: int, number: signal.Signals) -> None:
    # macOS says PermissionError of a group that holds nothing but a zombie.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)
