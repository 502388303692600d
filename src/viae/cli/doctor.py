"""`viae doctor`: which engine runs and why, and whether this installation is sound."""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
from typing import Any

import typer

from viae.cli.choosing import JsonOption
from viae.cli.guard import FAILURE

PROBE = "from viae.cli.doctor import self_check; import json; print(json.dumps(self_check()))"


def doctor(as_json: JsonOption = False) -> None:
    """Show which engine runs and why, and check the installation.

    The status is 1 if something is wrong. The interpreted engine is slower, but correct.
    """
    from viae.cli.out import print_json

    report = examine()
    if as_json:
        print_json(report)
    else:
        _tell(report)
    if not report["ok"]:
        raise typer.Exit(FAILURE)


def examine() -> dict[str, Any]:
    """Everything there is to know, as one object; `ok` is whether nothing is wrong."""
    from viae import __version__, engine

    status = engine.status()
    data = _data()
    check = self_check()
    check["agrees"] = None
    if status.kind == "compiled":
        check["agrees"] = _interpreted_check() == {
            key: value for key, value in check.items() if key != "agrees"
        }
    return {
        "ok": not data["faults"] and check["replays"] and check["agrees"] is not False,
        "viae": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": platform.platform(),
        "engine": {"kind": status.kind, "reason": status.reason},
        "compiler": _compiler(),
        "mypyc": importlib.util.find_spec("mypyc") is not None,
        "data": data,
        "self_check": check,
        "terminal": _terminal(),
    }


def self_check() -> dict[str, Any]:
    """Play one short random game of each variant, save and replay it; the same on every engine."""
    from viae.arena.replay import replay
    from viae.arena.simulate import SimulationSettings, Simulator

    entries = 0
    replays = True
    digest = 0
    for variant, players in (("concordia", 3), ("venus", 2), ("venus-team", 4)):
        settings = SimulationSettings(
            variant=variant, players=players, seed=1, legal=True, max_entries=150
        )
        simulator = Simulator(settings)
        played = simulator.play(0)
        again = replay(json.loads(played.record))
        entries += played.entries
        replays = replays and not again.faults and again.entries == played.entries
        digest = (digest * 31 + _digest(played.record)) % (1 << 32)
    return {"entries": entries, "replays": replays, "fingerprint": f"{digest:08x}"}


def _digest(text: str) -> int:
    from zlib import crc32

    return crc32(text.encode())


def _interpreted_check() -> dict[str, Any] | None:
    """The same check by the interpreted engine, which needs a separate process."""
    run = subprocess.run(
        [sys.executable, "-c", PROBE],
        env={**os.environ, "VIAE_PURE": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode != 0:
        return None
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


def _data() -> dict[str, Any]:
    """The data files, loaded one by one."""
    from viae.data import board_names, load_board, load_cards

    faults = []
    cards = 0
    try:
        cards = len(load_cards().faces)
    except (OSError, ValueError, KeyError, TypeError) as problem:
        faults.append(f"cards: {problem}")
    for name in board_names():
        try:
            load_board(name)
        except (OSError, ValueError) as problem:
            faults.append(f"board {name}: {problem}")
    return {"boards": len(board_names()), "cards": cards, "faults": faults}


def _compiler() -> str | None:
    """The C compiler that would be used, if it is there."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(shlex.split(command)[0]) or shutil.which("cc")


def _terminal() -> dict[str, Any]:
    from viae.cli.out import out

    console = out()
    return {
        "width": console.width,
        "height": console.height,
        "is_terminal": console.is_terminal,
        "colors": console.color_system or "none",
        "encoding": console.encoding,
        "no_color": bool(os.environ.get("NO_COLOR")),
    }


def _tell(report: dict[str, Any]) -> None:
    """The report for people: a line for each thing, marked when it is wrong."""
    from rich.table import Table
    from rich.text import Text

    from viae.cli.out import out

    engine, data, check = report["engine"], report["data"], report["self_check"]
    terminal = report["terminal"]
    agrees = {None: "", True: "; the interpreted engine agrees", False: ""}[check["agrees"]]
    checked = f"{check['entries']} entries played and replayed, fingerprint {check['fingerprint']}"
    rows = [
        ("viae", report["viae"], True),
        ("Python", f"{report['python']}, {report['platform']}", True),
        ("engine", f"{engine['kind']}: {engine['reason']}", True),
        (
            "C compiler",
            report["compiler"] or "none found; without one the rules run interpreted",
            True,
        ),
        ("mypyc", "there" if report["mypyc"] else "not installed; it compiles the rules", True),
        ("data", f"{data['boards']} boards, {data['cards']} cards", not data["faults"]),
        *(("", fault, False) for fault in data["faults"]),
        ("self-check", checked + agrees, check["replays"] and check["agrees"] is not False),
        (
            "terminal",
            f"{terminal['width']} × {terminal['height']}, colours {terminal['colors']},"
            f" {terminal['encoding']}" + ("" if terminal["is_terminal"] else ", not a terminal"),
            True,
        ),
    ]
    if check["agrees"] is False:
        rows.append(("", "the interpreted engine comes to another result", False))
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    for name, text, fine in rows:
        sign = Text("✓", style="green") if fine else Text("✗", style="bold red")
        table.add_row(sign if name or not fine else "", Text(name, style="bold"), Text(text))
    out().print(table)
    out().print("Everything is in its place." if report["ok"] else "Something is wrong.")
