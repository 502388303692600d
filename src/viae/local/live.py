"""The live messages of a host without a server: to one page, which watches its tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from viae.errors import ViaeError, refusal
from viae.local import bodies
from viae.local.bodies import NEEDED, Fields
from viae.table.clock import LONGEST_SHOW
from viae.table.errors import ApiError, Failed, Malformed, NoSession, Stale, api_error
from viae.table.rows import NumberedNews
from viae.table.transaction import TableSnapshot, TableTransaction, turns_of
from viae.table.views import view

if TYPE_CHECKING:
    from viae.local.host import Host

TABLE = bodies.text(1, 32)
COMMON: Fields = {"type": (bodies.text(0, 16), NEEDED), "id": (lambda value: value, None)}
MESSAGES: dict[str, Fields] = {
    "watch": {
        "table": (TABLE, NEEDED),
        "after": (bodies.maybe(bodies.whole(0, 10**9)), None),
        "key": (bodies.maybe(bodies.text(0, 64)), None),
        "deltas": (bodies.flag, False),  # inside a page a whole view costs no more
    },
    "unwatch": {"table": (TABLE, NEEDED)},
    "play": {
        "table": (TABLE, NEEDED),
        "number": (bodies.NUMBER, NEEDED),
        "entry": (bodies.ENTRY, NEEDED),
        "key": (bodies.key, NEEDED),
    },
    "undo": {
        "table": (TABLE, NEEDED),
        "number": (bodies.NUMBER, NEEDED),
        "to": (bodies.maybe(bodies.NUMBER), None),
        "key": (bodies.key, NEEDED),
    },
    "showing": {
        "table": (TABLE, NEEDED),
        "number": (bodies.NUMBER, NEEDED),
        "seconds": (bodies.amount(0, LONGEST_SHOW), NEEDED),
    },
    "chat": {
        "table": (TABLE, NEEDED),
        "text": (bodies.WORDS, NEEDED),
        "key": (bodies.maybe(bodies.key), None),
    },
    "ping": {},
}


class Live:
    """The connection of the page."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.seen: dict[str, int] = {}  # table: the last number that was sent

    def send(self, message: Mapping[str, Any]) -> None:
        self.host.around.send(message)

    def hello(self) -> None:
        """A page has connected; it watches nothing yet."""
        self.seen.clear()
        self.send({"type": "hello", "person": self.host.person})

    async def take(self, message: Any) -> None:
        """Carry out a message of the page; what is wrong with it is answered with an error."""
        name = message.get("id") if isinstance(message, dict) else None
        try:
            done = await self._act(_read(message))
        except ViaeError as problem:
            error: ApiError = api_error(problem)
            self.send({"type": "error", "id": name, **error.to_json()})
        except Exception:  # the page must not wait for ever
            self.send({"type": "error", "id": name, **Failed("server.failed").to_json()})
            raise
        else:
            self.send({"type": "done", "id": name, **done})

    async def _act(self, message: dict[str, Any]) -> dict[str, Any]:
        host, kind = self.host, message["type"]
        if kind == "ping":
            return {"pong": True}
        table = message["table"]
        if kind == "unwatch":
            self.seen.pop(table, None)
            return {}
        snapshot = await host.store.look(table)
        if kind == "watch":
            self._watch(snapshot, message["after"])
            return {}
        if host.person is None:
            raise NoSession("session.needed")
        if kind == "chat":
            return {"number": await host.say(table, message["text"], message["key"])}
        person, number = host.person["id"], message["number"]
        if kind == "showing":
            await host.play.show_until(table, person, number, message["seconds"])
            return {}
        key = message["key"]
        try:
            if kind == "play":
                _, row = await host.play.post(table, person, number, message["entry"], key)
            else:
                _, row = await host.play.undo(table, person, number, message["to"], key)
        except Stale as problem:
            problem.details["view"] = view(await host.store.look(table), person)
            raise
        return {"number": row}

    def _watch(self, table: TableSnapshot, after: int | None) -> None:
        top = table.row.news
        missed = [] if after is None else self.host.store.news.get(table.id, [])
        missed = [one for one in missed if after is not None and one.number > after]
        first = missed[0].number if missed else top + 1
        skipped = after is not None and first > min(after, top) + 1
        if skipped:  # from before the page was opened
            missed = []
        self.seen[table.id] = top
        for one in missed:
            self._tell(table.id, one)
        person = self.host.person["id"] if self.host.person else None
        self.send(
            {
                "type": "watching",
                "table": table.id,
                "number": top,
                "skipped": skipped,
                "view": view(table, person),
            }
        )
        here = [person] if person else []
        self.send({"type": "presence", "table": table.id, "people": here})

    def _tell(self, table: str, news: NumberedNews, **more: Any) -> None:
        self.send(
            {"type": "news", "table": table, "number": news.number, "news": news.news, **more}
        )

    def committed(self, transaction: TableTransaction) -> None:
        """Something was written: send turns and news."""
        table, person = transaction.table, self.host.person
        if person is not None:
            for one, yours in turns_of(table, transaction.to_wake).items():
                if one == person["id"]:
                    self.send({"type": "turn", "table": table.id, "yours": yours})
        if table.id not in self.seen or not transaction.written:
            return
        for news in transaction.written[:-1]:
            self._tell(table.id, news)
        last = transaction.written[-1]
        self._tell(table.id, last, view=view(table, person["id"] if person else None))
        self.seen[table.id] = last.number


def _read(message: Any) -> dict[str, Any]:
    kind = message.get("type") if isinstance(message, dict) else None
    if kind not in MESSAGES:
        fault = refusal("request.not-one-of", names=list(MESSAGES), where="type")
        raise Malformed("request.faults", faults=[fault])
    return bodies.read(message, {**COMMON, **MESSAGES[kind]})
