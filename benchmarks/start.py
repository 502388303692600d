"""How long a newcomer waits: from a fresh clone to the lobby, downloads included, and once more.

    .venv/bin/python benchmarks/start.py [--check]

Clones the last commit into a temporary folder, with empty caches of pip, uv and npm, runs
`make play`, and waits until the lobby is served with its script. Then it stops it and starts again.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[1]
FIRST, AGAIN = 60.0, 2.0  # seconds, on two cores with nothing else to do
SCRIPT = re.compile(r'src="(/assets/[^"]+\.js)"')


def start(clone: Path, home: Path) -> float:
    """Seconds from `make play` to the lobby; the server is stopped again."""
    environment = {
        **os.environ,
        "PIP_NO_CACHE_DIR": "1",
        "UV_CACHE_DIR": str(home / "uv"),
        "npm_config_cache": str(home / "npm"),
    }
    began = time.monotonic()
    command = ["make", "play", f"ARGS=--no-browser --port 0 --data {home / 'data'}"]
    with subprocess.Popen(
        command,
        cwd=clone,
        env=environment,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    ) as make:
        assert make.stdout is not None
        address = ""
        for line in make.stdout:
            if line.startswith("Viae is at "):
                address = line.split()[-1]
                break
            print(f"{time.monotonic() - began:6.1f} s {line}", end="")
        if not address:
            sys.exit("make play did not start the server")
        page = _read(address)
        found = SCRIPT.search(page)
        if found is None:
            sys.exit("the page has no client")
        _read(address + found[1])
        took = time.monotonic() - began
        os.killpg(make.pid, signal.SIGTERM)
    return took


def _read(address: str) -> str:
    with urllib.request.urlopen(address) as answer:  # noqa: S310 - our own server
        text: bytes = answer.read()
        return text.decode()


def main() -> None:
    """Measure, and with --check fail where a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail if a bar is missed")
    check = parser.parse_args().check
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        clone = home / "viae"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        print(f"load average before: {os.getloadavg()[0]:.2f}, {os.cpu_count()} cores")
        missed = False
        for name, bar in (("fresh clone to lobby", FIRST), ("second start", AGAIN)):
            took = start(clone, home)
            used = resource_seconds()
            print(f"{name}: {took:.1f} s (bar: {bar:g} s), processor time so far {used:.0f} s")
            missed = missed or took > bar
        print(f"load average after: {os.getloadavg()[0]:.2f}")
    if check and missed:
        sys.exit("a bar was missed")


def resource_seconds() -> float:
    """Processor time of everything that was started and has ended."""
    times = os.times()
    return times.children_user + times.children_system


if __name__ == "__main__":
    main()
