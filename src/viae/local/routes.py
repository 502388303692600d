"""The requests that a host without a server answers: those of the server that one device needs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from viae.data import board_figures, board_names, load_board
from viae.errors import refusal
from viae.local import bodies, copies
from viae.local.bodies import NEEDED, Fields
from viae.local.store import said_at
from viae.options import PLAYERS
from viae.table import catalogue, views
from viae.table.errors import Conflict, Malformed, Stale, Unknown
from viae.table.play import preview
from viae.table.ratings import fixed_bots
from viae.table.shapes import Outcome, TableView
from viae.table.transaction import TableSnapshot
from viae.table.types.basics import Document

if TYPE_CHECKING:
    from viae.local.host import Host

PAGE = 50
MOST_MOMENTS = 50


class Request(NamedTuple):
    """A request; the path without `/api`."""

    method: str
    path: list[str]
    query: dict[str, str]
    body: Any

    def read(self, fields: Fields) -> dict[str, Any]:
        return bodies.read({} if self.body is None else self.body, fields)

    def number(self, name: str, low: int, high: int, usual: int | None) -> int | None:
        """A whole number of the query."""
        if name not in self.query:
            return usual
        try:
            value = int(self.query[name])
        except ValueError:
            fault = refusal("request.wrong-type", type="integer", where=name)
            raise Malformed("request.faults", faults=[fault]) from None
        found = bodies.read({name: value}, {name: (bodies.whole(low, high), NEEDED)})
        return int(found[name])

    def word(self, name: str, *words: str) -> str | None:
        """A word of the query."""
        if name not in self.query:
            return None
        return str(bodies.read({name: self.query[name]}, {name: (bodies.one_of(*words), "")})[name])


Answer = tuple[int, Any]
Handler = Callable[["Host", Request], Awaitable[Answer]]


async def answer(host: Host, request: Request) -> Answer:
    """The status and the body of the answer."""
    path = request.path
    if path[:1] == ["tables"] and len(path) >= 2:
        return await _about_table(host, path[1], request)
    for (method, *pattern), handler in ROUTES.items():
        if method == request.method and len(pattern) == len(path):
            fits = (one in (part, "*") for one, part in zip(pattern, path, strict=True))
            if all(fits):
                return await handler(host, request)
    raise Unknown("request.not-found")


# The person of this device


def _session(host: Host) -> Document:
    return {"person": host.person, "csrf": None}


async def _who(host: Host, _request: Request) -> Answer:
    return 200, _session(host)


async def _be(host: Host, request: Request) -> Answer:
    name = request.read({"name": (bodies.NAME, NEEDED)})["name"]
    if host.person is not None:
        raise Conflict("session.exists")
    await host.be(name)
    return 201, _session(host)


async def _rename(host: Host, request: Request) -> Answer:
    name = request.read({"name": (bodies.maybe(bodies.NAME), None)})["name"]
    if name is None:
        raise Malformed("request.nothing-to-change")
    host.need_person()
    await host.be(name)
    return 200, _session(host)


async def _person(host: Host, request: Request) -> Answer:
    person = host.person
    if person is None or request.path[1] != person["id"]:
        raise Unknown("person.unknown")
    games = [one for one in _newest(host) if one.status == "finished" and not one.study]
    shown = [
        {
            "id": one.id,
            "name": one.row.name,
            "board": one.row.board,
            "variant": one.row.variant,
            "finished": one.row.finished,
            "result": one.row.result,
            "outcome": _outcome(one, person["id"]),
        }
        for one in games[:PAGE]
    ]
    return 200, {"person": person, "ratings": [], "history": [], "games": shown}


def _outcome(table: TableSnapshot, person: str) -> Outcome | None:
    seats = [(one.seat, one.left) for one in table.seats if one.person == person]
    result = table.row.result
    return views.outcome(result, list(seats)) if result is not None else None


async def _leaderboard(_host: Host, request: Request) -> Answer:
    variant = request.word("variant", *PLAYERS) or "concordia"
    return 200, {"variant": variant, "ratings": fixed_bots(variant)}


# What can be chosen


async def _catalogue(_host: Host, _request: Request) -> Answer:
    return 200, catalogue.choices()


async def _board(host: Host, request: Request) -> Answer:
    name = request.path[1]
    if name in board_names():
        return 200, board_figures(load_board(name))
    own = await host.store.own_board(name)
    if own is None:
        raise catalogue.unknown_board(name)
    return 200, board_figures(own)


# Lists


def _newest(host: Host) -> list[TableSnapshot]:
    return sorted(host.store.kept.values(), key=lambda one: -one.row.created)


def _listed(tables: list[TableSnapshot]) -> Answer:
    found: list[TableView] = [views.described(one) for one in tables[:PAGE]]
    return 200, {"tables": found}


async def _public(host: Host, request: Request) -> Answer:
    status = request.word("status", "open", "running", "finished") or "open"
    return _listed(
        [
            one
            for one in _newest(host)
            if one.row.visibility == "public" and not one.study and one.status == status
        ]
    )


async def _mine(host: Host, request: Request) -> Answer:
    person = host.need_person()["id"]
    status = request.word("status", "open", "running", "finished", "abandoned")
    return _listed(
        [
            one
            for one in _newest(host)
            if (one.row.host == person or one.seats_of(person))
            and (one.status != "closed" if status is None else one.status == status)
        ]
    )


async def _turns(host: Host, _request: Request) -> Answer:
    person = host.need_person()["id"]
    waiting = [
        one
        for one in host.store.kept.values()
        if one.status == "running" and not one.study and one.row.actor in one.acting_seats(person)
    ]
    endless = float("inf")
    waiting.sort(key=lambda one: (one.row.deadline or endless, one.row.created))
    return _listed(waiting)


# Tables


async def _new(host: Host, request: Request) -> Answer:
    wish = bodies.table(request.body)
    person = host.need_person()
    made = await host.tables.create(person["id"], person["name"], wish)
    return 201, views.view(made, person["id"])


STUDY: Fields = {
    "document": (bodies.document, NEEDED),
    "board_file": (bodies.maybe(bodies.document), None),
    "upto": (bodies.maybe(bodies.whole(0, 1_000_000)), None),
    "chance": (bodies.one_of("auto", "manual"), "auto"),
}


async def _study(host: Host, request: Request) -> Answer:
    wish = request.read(STUDY)
    person = host.need_person()
    made = await host.study.create(
        person["id"],
        wish["document"],
        wish["board_file"],
        wish["upto"],
        wish["chance"] == "manual",
    )
    if wish["upto"] is None and wish["document"].get("tree"):
        await host.trees.put(made, person["id"], 0, wish["document"]["tree"])
    return 201, views.view(made, person["id"])


async def _export(host: Host, _request: Request) -> Answer:
    return 200, await copies.export(host)


async def _import(host: Host, request: Request) -> Answer:
    return 201, {"tables": await copies.bring_in(host, request.body)}


ROUTES: dict[tuple[str, ...], Handler] = {
    ("GET", "session"): _who,
    ("POST", "session"): _be,
    ("PATCH", "me"): _rename,
    ("GET", "people", "*"): _person,
    ("GET", "leaderboard"): _leaderboard,
    ("GET", "catalogue"): _catalogue,
    ("GET", "boards", "*"): _board,
    ("GET", "tables"): _public,
    ("POST", "tables"): _new,
    ("GET", "me", "tables"): _mine,
    ("GET", "me", "turns"): _turns,
    ("POST", "study"): _study,
    ("GET", "local", "games"): _export,
    ("POST", "local", "games"): _import,
}

NUMBERED: Fields = {"number": (bodies.NUMBER, NEEDED), "to": (bodies.NUMBER, NEEDED)}
SEAT: Fields = {"seat": (bodies.maybe(bodies.whole(0, 5)), None)}
BOT = bodies.maybe(bodies.text(0, 80))
POST: Fields = {
    "number": (bodies.NUMBER, NEEDED),
    "entry": (bodies.ENTRY, NEEDED),
    "key": (bodies.key, NEEDED),
}
UNDO: Fields = {
    "number": (bodies.NUMBER, NEEDED),
    "to": (bodies.maybe(bodies.NUMBER), None),
    "key": (bodies.key, NEEDED),
}
LINE: Fields = {**NUMBERED, "entries": (bodies.items(bodies.ENTRY, 0, 4_000), NEEDED)}
TREE: Fields = {
    "version": (bodies.whole(0, 1_000_000), NEEDED),
    "tree": (bodies.items(lambda value: value, 0, 300), NEEDED),
}
PREVIEW: Fields = {
    "number": (bodies.NUMBER, NEEDED),
    "entries": (bodies.items(bodies.ENTRY, 0, 40), NEEDED),
}


async def _about_table(host: Host, table: str, request: Request) -> Answer:
    what = (request.method, *request.path[2:])
    if request.method == "GET":
        return _shown(host, await host.store.look(table), request)
    person = host.need_person()
    if what[:2] == ("PUT", "seats") and len(what) == 3:
        seats = host.seats
        seat = bodies.seat_number(what[2])
        wish = bodies.read_seat(request.body)
        changed = await seats.change(table, person["id"], person["name"], seat, wish)
        return 200, views.view(changed, person["id"])
    if what not in ACTIONS:
        raise Unknown("request.not-found")
    try:
        return await ACTIONS[what](host, table, request)
    except Stale as problem:
        present = await host.store.look(table)
        problem.details["view"] = views.view(present, person["id"])
        raise


def _shown(host: Host, table: TableSnapshot, request: Request) -> Answer:
    """What can be read of a table."""
    person = host.person["id"] if host.person else None
    what = request.path[2:]
    if not what:
        return 200, views.view(table, person)
    if what == ["chat"]:
        return 200, {"messages": said_at(host.store, table.id)}
    if what == ["history"]:
        first = request.number("first", 0, 1_000_000, 0) or 0
        last = request.number("last", 0, 1_000_000, 1_000_000) or 0
        played = views.history(table, first, last)
        return 200, {"entries": played, "total": len(views.begun(table).entries)}
    if what == ["moments"]:
        first = request.number("first", 0, 1_000_000, 0) or 0
        count = request.number("count", 1, MOST_MOMENTS, 1) or 1
        found = views.moments(table, first, count)
        return 200, {"moments": found, "total": len(views.begun(table).entries)}
    if what == ["record"]:
        document, tree = views.record(table), host.trees.get(table.id)["tree"]
        return 200, {**document, "tree": tree} if table.study and tree else document
    if what == ["tree"]:
        return 200, host.trees.get(table.id)
    if what == ["position"]:
        at = request.number("at", 0, 1_000_000, None)
        return 200, views.moment(table, at).position()
    raise Unknown("request.not-found")


Action = Callable[["Host", str, Request], Awaitable[Answer]]


def _seen(host: Host, table: TableSnapshot) -> Answer:
    return 200, views.view(table, host.need_person()["id"])


def _played(host: Host, result: tuple[TableSnapshot, int]) -> Answer:
    table, number = result
    return 200, {"number": number, "view": views.view(table, host.need_person()["id"])}


async def _close(host: Host, table: str, _request: Request) -> Answer:
    return _seen(host, await host.seats.close(table, host.need_person()["id"]))


async def _enter(host: Host, table: str, _request: Request) -> Answer:
    return _seen(host, await host.store.look(table))


async def _sit(host: Host, table: str, request: Request) -> Answer:
    person = host.need_person()
    seat = request.read(SEAT)["seat"]
    return _seen(host, await host.seats.sit(table, person["id"], person["name"], seat))


async def _leave(host: Host, table: str, _request: Request) -> Answer:
    return _seen(host, await host.seats.leave(table, host.need_person()["id"]))


async def _start(host: Host, table: str, request: Request) -> Answer:
    fill = request.read({"fill": (BOT, None)})["fill"]
    return _seen(host, await host.tables.start(table, host.need_person()["id"], fill))


async def _rematch(host: Host, table: str, _request: Request) -> Answer:
    person = host.need_person()
    return _seen(host, await host.tables.rematch(table, person["id"], person["name"]))


async def _say(host: Host, table: str, request: Request) -> Answer:
    fields: Fields = {
        "text": (bodies.WORDS, NEEDED),
        "key": (bodies.maybe(bodies.key), None),
    }
    said = request.read(fields)
    return 201, {"number": await host.say(table, said["text"], said["key"])}


async def _post(host: Host, table: str, request: Request) -> Answer:
    post = request.read(POST)
    person = host.need_person()["id"]
    played = await host.play.post(table, person, post["number"], post["entry"], post["key"])
    return _played(host, played)


async def _preview(host: Host, table: str, request: Request) -> Answer:
    wish = request.read(PREVIEW)
    person = host.need_person()["id"]
    snapshot = await host.store.look(table)
    return 200, preview(snapshot, person, wish["number"], wish["entries"])


async def _undo(host: Host, table: str, request: Request) -> Answer:
    wish = request.read(UNDO)
    person = host.need_person()["id"]
    undone = await host.play.undo(table, person, wish["number"], wish["to"], wish["key"])
    return _played(host, undone)


async def _go(host: Host, table: str, request: Request) -> Answer:
    wish = request.read(LINE)
    person = host.need_person()["id"]
    return _seen(
        host, await host.play.go(table, person, wish["number"], wish["to"], wish["entries"])
    )


async def _branch(host: Host, table: str, request: Request) -> Answer:
    wish = request.read(TREE)
    person = host.need_person()["id"]
    snapshot = await host.store.look(table)
    return 200, await host.trees.put(snapshot, person, wish["version"], wish["tree"])


async def _help(host: Host, table: str, request: Request) -> Answer:
    number = request.read({"number": (bodies.NUMBER, NEEDED)})["number"]
    return _seen(host, await host.play.help(table, host.need_person()["id"], number))


async def _propose(host: Host, table: str, request: Request) -> Answer:
    wish = request.read(NUMBERED)
    person = host.need_person()["id"]
    return _seen(host, await host.play.propose(table, person, wish["number"], wish["to"]))


async def _answer(host: Host, table: str, request: Request) -> Answer:
    accept = request.read({"accept": (bodies.flag, NEEDED)})["accept"]
    return _seen(host, await host.play.answer(table, host.need_person()["id"], accept))


async def _resign(host: Host, table: str, request: Request) -> Answer:
    wish = request.read({**SEAT, "bot": (BOT, None)})
    person = host.need_person()["id"]
    return _seen(host, await host.play.resign(table, person, wish["seat"], wish["bot"]))


async def _return(host: Host, table: str, request: Request) -> Answer:
    seat = request.read(SEAT)["seat"]
    return _seen(host, await host.play.come_back(table, host.need_person()["id"], seat))


ACTIONS: dict[tuple[str, ...], Action] = {
    ("DELETE",): _close,
    ("POST", "enter"): _enter,
    ("POST", "sit"): _sit,
    ("POST", "leave"): _leave,
    ("POST", "start"): _start,
    ("POST", "rematch"): _rematch,
    ("POST", "chat"): _say,
    ("POST", "entries"): _post,
    ("POST", "preview"): _preview,
    ("POST", "undo"): _undo,
    ("POST", "line"): _go,
    ("PUT", "tree"): _branch,
    ("POST", "help"): _help,
    ("POST", "undo", "proposal"): _propose,
    ("POST", "undo", "answer"): _answer,
    ("POST", "resign"): _resign,
    ("POST", "return"): _return,
}
