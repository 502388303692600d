"""Plays at a host where nothing but the standard library can be imported.

Run in a process of its own by `test_host.py`; prints the record as JSON.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.table.alone import AT_START, OURS, OnlyStandardLibrary, tops

OURS.add("tests")


def main() -> None:
    """A game of one person and two bots, closed and opened again in the middle."""
    sys.meta_path.insert(0, OnlyStandardLibrary())
    from tests.local.memory import Memory, decision, run
    from viae.local import Host

    around = Memory()
    host = Host(around)
    run(host.open())
    run(host.ask("POST", "/api/session", {"name": "Livia"}))
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "level-1"}, {"kind": "bot", "bot": "random"}]
    body = {"seats": seats, "start": True, "board": "cyprus"}
    _, view = run(host.ask("POST", "/api/tables", body))
    name = view["table"]["id"]
    opened = 0
    while view["table"]["status"] == "running":
        while around.thoughts:
            thought = around.thoughts.pop(0)
            codes = decision(thought)
            run(host.decided(name, thought["number"], thought["seat"], codes))
        _, view = run(host.ask("GET", f"/api/tables/{name}"))
        if view["you"]["decides"]:
            number = view["game"]["number"]
            entry = view["you"]["legal"][number % len(view["you"]["legal"])]["entry"]
            body = {"number": number, "entry": entry, "key": f"key-{number:08}"}
            status, answer = run(host.ask("POST", f"/api/tables/{name}/entries", body))
            assert status == 200, answer
            if number % 40 == 3:
                host = Host(around)
                run(host.open())
                opened += 1
    _, record = run(host.ask("GET", f"/api/tables/{name}/record"))
    strangers = sorted(tops() - AT_START - OURS)
    json.dump({"record": record, "opened": opened, "strangers": strangers}, sys.stdout)


if __name__ == "__main__":
    main()
