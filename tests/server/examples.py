"""The examples of docs/protocol.md: collected from the server itself.

`python -m tests.server.examples` writes them into the page; a test compares their form with what
the server sends today. Long lists and maps are cut to their first elements.
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from tests.server.kit import Site, Somebody, new_key, people
from tests.waiting import until
from viae.server.http.routes.live import _answer
from viae.server.live.sockets import LiveConnection

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
BLOCK = re.compile(
    r"(<!-- example: (?P<name>[a-z/ -]+) -->\n+```json\n)(?P<json>.*?)(\n```)", re.DOTALL
)
MAPS = {
    "cities",
    "markers",
    "own",
    "gods",
    "unseen",
    "goods",
    "points",
    "waiting",
    "worth",
    "options",
}
KEY = "5f0c9d1e7a2b4c68"
IDS = re.compile(r"^[a-z2-9]{16}$")


class Ear:
    """Keeps what a connection is sent."""

    def __init__(self) -> None:
        self.heard: list[Any] = []

    async def send_text(self, data: str) -> None:
        self.heard.append(json.loads(data))

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        pass


async def collect(site: Site) -> dict[str, Any]:
    """Every message of the protocol, by the name the page gives it."""
    from tests.server.test_play import play_to_the_end

    found: dict[str, Any] = {}
    live = site.server.live
    livia, marcus = await site.guest("Livia"), await site.guest("Marcus")
    ear = Ear()
    line = LiveConnection(ear, livia.id, livia.name)
    live.connect(line)
    running = asyncio.create_task(line.run(live))

    async def say(**message: Any) -> None:
        name = f"client {message['type']}"
        found.setdefault(name, json.loads(json.dumps(message)))
        await _answer(site.server, line, json.dumps(message))

    made = await livia.new_table(seats=people("me", "open"), shuffle=False)
    table = made["table"]["id"]
    await say(type="watch", table=table, after=0, id=1)
    await marcus.post(f"/api/tables/{table}/sit", {"seat": 1})
    await livia.post(f"/api/tables/{table}/start", {})
    await say(type="play", table=table, number=0, entry="play mercator", key=new_key(), id=2)
    await say(type="play", table=table, number=0, entry="play prefect", key=new_key(), id=3)
    await say(type="undo", table=table, number=1, key=new_key(), id=4)
    await livia.play(table, "play prefect", number=2)
    await livia.play(table, "produce italia", number=3)
    await say(type="showing", table=table, number=4, seconds=6, id=8)
    await say(type="chat", table=table, text="Your turn!", key=new_key(), id=5)
    await livia.post(f"/api/tables/{table}/undo/proposal", {"number": 4, "to": 0})
    await marcus.post(f"/api/tables/{table}/undo/answer", {"accept": False})
    await play_to_the_end(site, table, livia, marcus)
    await livia.post(f"/api/tables/{table}/rematch", {})
    await say(type="ping", id=6)
    await _others(site, livia, marcus, line)

    async def heard(kind: str) -> None:
        await until(lambda: any(one["type"] == kind for one in ear.heard), kind)

    def resigned() -> bool:
        return any(one.get("news", {}).get("kind") == "abandoned" for one in ear.heard)

    async with site.server.store.transaction(table) as transaction:  # as an old table has it
        transaction.tell({"kind": "abandoned", "at": transaction.now})
    await until(resigned, "the news of the last table")
    await heard("presence")  # it is told a little later
    live._fall_behind(line)
    line._more.set()
    await heard("behind")
    await say(type="unwatch", table=table, id=7)
    await say(type="watch", table=table)
    await until(lambda: not line.waiting, "everything that was sent")
    await live.close()
    await heard("goodbye")
    live.disconnect(line)
    running.cancel()
    found["hello"] = {
        "type": "hello",
        "person": {"id": livia.id, "name": "Livia", "account": False},
    }
    for message in ear.heard:
        name = message["type"]
        if name == "news":
            name = f"news {message['news']['kind']}"
            if name == "news entries" and message["news"]["entries"][0]["kind"] == "undo":
                name = "news undo"
            if name == "news seats" and "left" in message["news"]:
                name = "news left"
        known = found.get(name)
        if known is None or (name == "error" and message["error"]["kind"] == "stale"):
            found[name] = message
        if name == "turn" and message["yours"]:
            found[name] = message
    found["view"] = await _view(livia, marcus)
    return found


async def _others(site: Site, livia: Somebody, marcus: Somebody, line: LiveConnection) -> None:
    """What happens more rarely: leaving, closing, resigning, a new host."""
    made = await livia.new_table(seats=people("me", "open"), shuffle=False)
    table = made["table"]["id"]
    await _answer(site.server, line, json.dumps({"type": "watch", "table": table}))
    await marcus.post(f"/api/tables/{table}/sit", {})
    await livia.post(f"/api/tables/{table}/leave", {})
    await marcus.post(f"/api/tables/{table}/leave", {})
    made = await livia.new_table(seats=people("me", "random"), start=True, shuffle=False)
    table = made["table"]["id"]
    await _answer(site.server, line, json.dumps({"type": "watch", "table": table}))
    await livia.post(f"/api/tables/{table}/resign", {})


async def _view(livia: Somebody, marcus: Somebody) -> Any:
    seats = people("me", "open")
    made = await livia.new_table(seats=seats, shuffle=False, clock={"kind": "turn", "seconds": 120})
    table = made["table"]["id"]
    await marcus.post(f"/api/tables/{table}/sit", {"seat": 1})
    await livia.post(f"/api/tables/{table}/start", {})
    return (await livia.play(table, "play senator", number=0))["view"]


def shorten(value: Any, name: str = "", top: bool = True) -> Any:
    """A message for the page: views named, long lists cut."""
    if isinstance(value, dict):
        if name == "view" and not top:
            return {"table": "…", "game": "…", "you": "…"}
        items = list(value.items())
        if name in MAPS:
            items = items[:2]
        return {key: shorten(one, key, False) for key, one in items}
    if isinstance(value, list):
        kept = 1 if value and isinstance(value[0], dict) else 8
        return [shorten(one, name, False) for one in value[:kept]]
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, str) and re.fullmatch("[0-9a-f]{32}", value):
        return KEY
    return value


def fill(text: str, found: dict[str, Any]) -> str:
    """The page with its examples written anew."""

    def put(match: re.Match[str]) -> str:
        example = shorten(found[match["name"]])
        return f"{match[1]}{pretty(example)}{match[4]}"

    return BLOCK.sub(put, text)


def pretty(value: Any, indent: str = "") -> str:
    """JSON that breaks its lines only where they would become long."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + len(indent) <= 110 or not isinstance(value, (dict, list)) or not value:
        return flat
    inner = indent + "  "
    if isinstance(value, dict):
        parts = [f"{inner}{json.dumps(key)}: {pretty(one, inner)}" for key, one in value.items()]
        return "{\n" + ",\n".join(parts) + f"\n{indent}}}"
    return "[\n" + ",\n".join(inner + pretty(one, inner) for one in value) + f"\n{indent}]"


async def main() -> None:
    from tests.server.conftest import open_site

    folder = tempfile.mkdtemp()
    async with open_site(f"sqlite:///{folder}/examples.db") as site:
        found = await collect(site)
    shutil.rmtree(folder)
    PAGE.write_text(fill(PAGE.read_text(), found))
    print(f"{len(found)} examples; unused: {set(found) - set(names(PAGE.read_text()))}")


def names(text: str) -> list[str]:
    """The names of the examples on the page."""
    return [match["name"] for match in BLOCK.finditer(text)]


if __name__ == "__main__":
    asyncio.run(main())
