"""The audit log: who signed in, what changed in accounts, what the operator did.

Each line is a JSON object with the time, the action, the user and the address. With the setting
`audit_log` they go to a file of their own, which only its owner can read; else to the ordinary log,
at level info.
"""

from __future__ import annotations

import logging
import os
from logging.handlers import WatchedFileHandler
from pathlib import Path
from typing import Any

import structlog

from viae.errors import SetupError

NAME = "viae.audit"


def set_up_audit(file: Path | None, formatter: logging.Formatter) -> None:
    """Write audit lines to a file; it may be renamed while the server runs (logrotate)."""
    logger = logging.getLogger(NAME)
    for handler in logger.handlers:
        handler.close()
    logger.handlers = []
    logger.propagate = file is None
    logger.setLevel(logging.NOTSET if file is None else logging.INFO)
    if file is not None:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            writer = OwnersFile(file, encoding="utf-8")
        except OSError as problem:
            reason = problem.strerror or str(problem)
            fault = f"{file} cannot be written: {reason}; name another file"
            raise SetupError("audit_log", [fault]) from None
        writer.setFormatter(formatter)
        logger.handlers = [writer]


class OwnersFile(WatchedFileHandler):
    """A file that only its owner can read."""

    def _open(self) -> Any:
        os.close(os.open(self.baseFilename, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600))
        return super()._open()


def audit(action: str, **details: Any) -> None:
    """Write a line; the request, its user and its address are added where there is one."""
    structlog.stdlib.get_logger(NAME).info(action, audit=True, **details)
