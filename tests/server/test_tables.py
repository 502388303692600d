"""Tables: making, finding, sitting down, starting; access; rematch; chat; study."""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncConnection

from tests.server.conftest import open_site
from tests.server.kit import Site, new_key, people
from viae import Game, data
from viae.server.store import transaction
from viae.server.store.models import Table
from viae.server.tables import listing
from viae.table.bots import bot_names

pytestmark = pytest.mark.anyio
ROOT = Path(__file__).parents[2]


def golden(variant: str) -> dict[str, Any]:
    """A finished game."""
    for line in (ROOT / "tests" / "records" / "games.jsonl").read_text().splitlines():
        record: dict[str, Any] = json.loads(line)
        if record["variant"] == variant and "result" in record:
            return record
    raise AssertionError(variant)


async def test_a_guest_makes_a_table_others_sit_down_and_the_host_starts(site: Site) -> None:
    livia = await site.guest("Livia")
    marcus = await site.guest("Marcus")
    made = await livia.new_table(name="Thursday", seats=people("me", "open", "open"))
    table = made["table"]["id"]
    assert made["table"]["status"] == "open"
    assert made["game"] is None
    listed = await marcus.get("/api/tables")
    assert [one["id"] for one in listed["tables"]] == [table]
    seated = await marcus.post(f"/api/tables/{table}/sit", {"seat": 2})
    assert seated["table"]["seats"][2]["name"] == "Marcus"
    refused = await marcus.post(f"/api/tables/{table}/start", {}, 403)
    assert refused["error"]["kind"] == "forbidden"
    refused = await livia.post(f"/api/tables/{table}/start", {}, 409)
    assert refused["error"]["code"] == "table.seats-empty"
    started = await livia.post(f"/api/tables/{table}/start", {"fill": "random"})
    assert started["table"]["status"] == "running"
    assert sorted(one["kind"] for one in started["table"]["seats"]) == ["bot", "person", "person"]
    assert started["game"]["decision"]["kind"] == "play"


async def test_everybody_on_one_screen(site: Site) -> None:
    anna = await site.guest("Anna")
    made = await anna.new_table(seats=people("me", "me:Ben"), start=True, shuffle=False)
    table = made["table"]["id"]
    assert [one["name"] for one in made["table"]["seats"]] == ["Anna", "Ben"]
    choose = random.Random(1)
    view = made
    for _ in range(30):
        played = await anna.play(
            table,
            choose.choice([one["entry"] for one in view["you"]["legal"]]),
            number=view["game"]["number"],
        )
        view = played["view"]
        assert view["you"]["seats"] == [0, 1]
        assert set(view["you"]["own"]) == {"0", "1"}


@pytest.mark.parametrize(
    ("plan", "fault"),
    [
        ({"board": "atlantis"}, "board: board.unknown-name"),
        ({"variant": "chess"}, "variant: setup.variant"),
        ({"variant": "venus-team"}, "seats: setup.players"),
        ({"options": {"display": "beer"}}, "options: option.value"),
        ({"options": {"colour": "red"}}, "options: option.unknown"),
        ({"seats": people("open", "open")}, "seats: table.no-own-seat"),
        ({"seats": people("me", "nobody")}, "seats[1].bot: bot.unknown"),
        ({"seats": people("me", "invited:Nobody")}, "seats[1].name: account.unknown"),
        ({"seats": people("me")}, "seats: request.too-few"),
        ({"seats": [{"kind": "me"}, {"kind": "bot"}]}, "seats[1].bot: seat.bot-missing"),
        ({"clock": {"kind": "turn", "seconds": 1}}, "clock.seconds: request.too-small"),
        ({"clock": {"kind": "days"}}, "clock.days: request.too-small"),
        ({"nmae": "x"}, "nmae: request.unknown-key"),
        ({"board_file": {"id": "x"}}, ": key.missing"),
    ],
)
async def test_plans_that_cannot_be_are_told_why(
    sqlite_site: Site, plan: dict[str, Any], fault: str
) -> None:
    livia = await sqlite_site.guest("Livia")
    refused = await livia.new_table(422, **{"seats": people("me", "open"), **plan})
    assert refused["error"]["kind"] == "malformed"
    found = [
        f"{one['values'].get('where', '')}: {one['code']}" for one in refused["error"]["faults"]
    ]
    assert fault in found, refused
    assert (await livia.get("/api/me/tables"))["tables"] == []


async def test_a_seat_is_kept_for_who_is_invited(site: Site) -> None:
    livia, marcus = await site.guest("Livia"), await site.nobody().register("Marcus")
    other = await site.guest("Other")
    made = await livia.new_table(seats=people("me", "invited:marcus"), visibility="link")
    table = made["table"]["id"]
    assert [one["id"] for one in (await marcus.get("/api/me/tables"))["tables"]] == [table]
    await other.post(f"/api/tables/{table}/enter", {"key": made["table"]["key"]})
    refused = await other.post(f"/api/tables/{table}/sit", {}, 409)
    assert refused["error"]["code"] == "table.full"
    seated = await marcus.post(f"/api/tables/{table}/sit", {})
    assert seated["table"]["seats"][1]["kind"] == "person"


async def test_an_invitation_can_be_declined(site: Site) -> None:
    livia, marcus = await site.guest("Livia"), await site.nobody().register("Marcus")
    made = await livia.new_table(seats=people("me", "invited:Marcus"), visibility="link")
    table = made["table"]["id"]
    declined = await marcus.post(f"/api/tables/{table}/leave")
    assert declined["table"]["status"] == "open"
    assert declined["table"]["host"] == livia.id
    assert declined["table"]["seats"][1] == {
        **made["table"]["seats"][1],
        "kind": "open",
        "person": None,
        "name": None,
    }
    assert (await marcus.get("/api/me/tables"))["tables"] == []
    await marcus.post(f"/api/tables/{table}/leave", status=404)  # it is private again
    open_table = (await livia.new_table(seats=people("me", "open")))["table"]["id"]
    refused = await marcus.post(f"/api/tables/{open_table}/leave", status=409)
    assert refused["error"]["code"] == "table.no-seat"


async def test_invitations_come_after_ones_own_tables(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "PAGE", 3)
    livia, marcus = await site.guest("Livia"), await site.nobody().register("Marcus")
    sits = (await livia.new_table(seats=people("me", "open")))["table"]["id"]
    await marcus.post(f"/api/tables/{sits}/sit", {})
    hosts = (await marcus.new_table(seats=people("me", "open")))["table"]["id"]
    invited = [
        (await livia.new_table(seats=people("me", "invited:Marcus")))["table"]["id"]
        for _ in range(3)
    ]
    found = [one["id"] for one in (await marcus.get("/api/me/tables"))["tables"]]
    assert found == [hosts, sits, invited[-1]]


async def test_the_host_changes_seats_leaves_and_closes(site: Site) -> None:
    livia, marcus = await site.guest("Livia"), await site.guest("Marcus")
    table = (await livia.new_table(seats=people("me", "open", "open")))["table"]["id"]
    path = f"/api/tables/{table}"
    await livia.put(f"{path}/seats/1", {"kind": "bot", "bot": "random"})
    await livia.put(f"{path}/seats/5", {"kind": "open"}, 422)
    refused = await livia.put(f"{path}/seats/0", {"kind": "open"}, 409)
    assert refused["error"]["code"] == "table.only-seat"
    await marcus.post(f"{path}/sit", {})
    refused = await livia.put(f"{path}/seats/2", {"kind": "open"}, 409)
    assert refused["error"]["code"] == "table.seat-occupied"
    left = await livia.post(f"{path}/leave")
    assert left["table"]["host"] == marcus.id
    assert left["table"]["seats"][0]["kind"] == "open"
    await livia.post(f"{path}/leave", status=409)
    await marcus.put(f"{path}/seats/0", {"kind": "me", "name": "Marcus II"})
    assert (await marcus.view(table))["you"]["seats"] == [0, 2]
    closed = await marcus.delete(path)
    assert closed["table"]["status"] == "closed"
    refused = await livia.post(f"{path}/sit", {}, 409)
    assert refused["error"]["code"] == "table.closed"
    await marcus.post(f"{path}/chat", {"text": "hello"}, 409)
    assert (await marcus.get("/api/me/tables"))["tables"] == []


async def test_lists_are_filtered(site: Site) -> None:
    livia = await site.guest("Livia")
    for board in ("imperium", "italia", "italia"):
        await livia.new_table(board=board, seats=people("me", "open"))
    await livia.new_table(seats=people("me", "open"), visibility="link")
    days = {"kind": "days", "days": 3}
    await livia.new_table(seats=people("me", "open"), variant="venus", clock=days)
    nobody = site.nobody()
    assert len((await nobody.get("/api/tables"))["tables"]) == 4
    assert len((await nobody.get("/api/tables?board=italia"))["tables"]) == 2
    assert len((await nobody.get("/api/tables?variant=venus&pace=days"))["tables"]) == 1
    assert (await nobody.get("/api/tables?status=running"))["tables"] == []
    newest = (await nobody.get("/api/tables"))["tables"][0]
    older = await nobody.get("/api/tables", before=newest["created"])
    assert len(older["tables"]) == 3
    await nobody.get("/api/tables?status=secret", 422)


@pytest.mark.parametrize("name", ["Admin", "Ben (bot)", "level-8", "B\u0435n", "\u3164"])
async def test_a_seat_is_not_called_what_nobody_may_be_called(sqlite_site: Site, name: str) -> None:
    livia = await sqlite_site.guest("Livia")
    seats = [{"kind": "me", "name": name}, {"kind": "open"}]
    (fault,) = (await livia.new_table(422, seats=seats))["error"]["faults"]
    assert fault["code"].startswith("name.")
    assert fault["values"]["where"] == "seats[0].name"


async def test_one_host_has_so_many_tables(new_database: Callable[[str], str]) -> None:
    async with open_site(new_database("sqlite"), max_open_tables=2) as site:
        livia = await site.guest("Livia")
        for _ in range(2):
            await livia.new_table(seats=people("me", "open"))
        refused = await livia.new_table(409, seats=people("me", "open"))
        assert refused["error"]["code"] == "limit.open-tables"


async def test_a_board_of_ones_own(site: Site) -> None:
    livia = await site.guest("Livia")
    board = json.loads((Path(data.__file__).parent / "boards" / "cyprus.json").read_text())
    board |= {"id": "my-board", "name": "My board"}
    made = await livia.new_table(
        seats=people("me", "me:Ben", "random"), board_file=board, start=True, shuffle=False
    )
    table = made["table"]
    assert table["board"] == "my-board"
    shown = await site.nobody().get(f"/api/boards/{table['board_file']}")
    assert shown["name"] == "My board"
    await livia.play(table["id"], "play prefect", number=0)
    site.server.store.forget(table["id"])  # as after a restart
    view = await livia.view(table["id"])
    assert view["game"]["number"] == 1
    assert view["you"]["decides"]
    record = await livia.get(f"/api/tables/{table['id']}/record")
    assert record["board"] == board  # so that it replays anywhere
    for body in ({"document": record}, {"document": record, "board_file": board}):
        again = await livia.post("/api/study", body, 201)
        assert again["table"]["board_file"] == table["board_file"]
        assert again["game"]["entries"] == 1
        exported = await livia.get(f"/api/tables/{again['table']['id']}/record")
        assert exported["board"] == board
    spoilt = {**record, "board": {**board, "capital": "nowhere"}}
    refused = await livia.post("/api/study", {"document": spoilt}, 422)
    assert refused["error"]["faults"][0]["code"] == "board.no-capital"
    await livia.get("/api/boards/atlantis", 404)


async def test_not_all_boards_of_users_stay_in_memory(
    sqlite_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transaction, "MOST_BOARDS", 2)
    livia = await sqlite_site.guest("Livia")
    board = json.loads((Path(data.__file__).parent / "boards" / "cyprus.json").read_text())
    store, seats = sqlite_site.server.store, people("me", "me:Ben")
    for number in range(5):
        board |= {"id": f"board-{number}"}
        made = await livia.new_table(seats=seats, board_file=board, start=True)
        assert made["table"]["board"] == board["id"]
        assert len(store._boards) <= 2


async def test_a_table_that_is_deleted_meanwhile_is_left_out_of_lists(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_site(new_database("postgresql")) as site:
        livia, db = await site.guest("Livia"), site.server.db
        gone, kept = [
            (await livia.new_table(seats=people("me", "open")))["table"]["id"] for _ in range(2)
        ]
        read = db.read

        class Slow:
            def __init__(self, connection: AsyncConnection) -> None:
                self.connection = connection

            async def execute(self, wanted: Any) -> Any:
                found = await self.connection.execute(wanted)
                async with db.write() as other:
                    await other.execute(delete(Table).where(Table.id == gone))
                return found

        @contextlib.asynccontextmanager
        async def read_slowly() -> AsyncIterator[Slow]:
            async with read() as connection:
                yield Slow(connection)

        monkeypatch.setattr(db, "read", read_slowly)
        assert [one["id"] for one in await site.server.listing.public("open")] == [kept]


async def test_a_key_that_stands_twice_in_a_document_is_refused(sqlite_site: Site) -> None:
    """A reader that takes the last one would let a false result hide before the true one."""
    livia = await sqlite_site.guest("Livia")
    body = json.dumps({"document": golden("concordia")})
    twice = body.replace('"winner":', '"winner": 9, "winner":')
    assert twice != body
    headers = {"X-Viae-Csrf": livia.csrf or "", "Content-Type": "application/json"}
    answer = await livia.client.post("/api/study", content=twice, headers=headers)
    assert answer.status_code == 422
    (fault,) = answer.json()["error"]["faults"]
    assert fault["code"] == "json.key-twice"
    assert fault["values"]["key"] == '"winner"'
    assert (await livia.client.post("/api/study", content=body, headers=headers)).is_success


async def test_a_record_is_analysed_with_free_undo_and_free_chance(site: Site) -> None:
    livia = await site.guest("Livia")
    record = golden("concordia")
    total = len(record["entries"])
    made = await livia.post("/api/study", {"document": record}, 201)
    table = made["table"]["id"]
    assert made["game"]["over"]
    assert made["game"]["entries"] == total
    assert made["you"]["undo"] == 0
    number = made["game"]["number"]
    body = {"number": number, "to": 10, "key": new_key()}
    back = (await livia.post(f"/api/tables/{table}/undo", body))["view"]
    assert back["game"]["entries"] == 10
    assert back["you"]["decides"]
    assert "cards" in back["game"]["players"][0]
    played = await livia.play(table)
    assert played["view"]["game"]["entries"] >= 11
    some = {"document": record, "upto": 25, "chance": "manual"}
    part = await livia.post("/api/study", some, 201)
    assert part["game"]["entries"] == 25
    reveal = next(n for n, entry in enumerate(record["entries"]) if entry.startswith("*"))
    part = await livia.post("/api/study", {**some, "upto": reveal}, 201)
    assert part["game"]["actor"] == "*"
    assert part["you"]["decides"]
    chosen = part["you"]["legal"][0]["entry"]
    played = await livia.play(part["table"]["id"], chosen, number=part["game"]["number"])
    assert played["view"]["game"]["entries"] == reveal + 1


async def test_a_position_is_analysed(site: Site) -> None:
    livia = await site.guest("Livia")
    game = Game.new(board="hellas", variant="venus", players=["A", "B", "C"], seed=3)
    game.play("play prefect")
    game.play(game.legal()[0])
    game.play("play mercator")
    made = await livia.post("/api/study", {"document": game.position()}, 201)
    assert made["game"]["entries"] == 1
    assert made["you"]["decides"]
    table = made["table"]["id"]
    played = await livia.play(table)
    assert played["view"]["game"]["entries"] >= 2
    refused = await livia.get(f"/api/tables/{table}/record", 409)
    assert refused["error"]["code"] == "table.no-record"
    assert "entries" in await livia.get(f"/api/tables/{table}/position")
    site.server.store.forget(table)
    assert (await livia.view(table))["game"]["entries"] >= 2


@pytest.mark.parametrize(
    "spoil",
    [
        lambda record: record.pop("tokens"),
        lambda record: record["entries"].insert(3, "0: build roma"),
        lambda record: record["entries"].append(7),
        lambda record: record["result"].update(winner=99),
        lambda record: record.update(players=["\ud800", "x", "y"]),
        lambda record: record.update(players=["a\0", "x", "y"]),
        lambda record: record.update(meta={"a": [[[[[[[[[[[[[[1]]]]]]]]]]]]]]}),
        lambda record: record.update(viae=10**400),
        lambda record: record.update(display=None),
        lambda record: record.clear(),
    ],
)
async def test_wrong_records_are_told_what_is_wrong(
    sqlite_site: Site, spoil: Callable[[dict[str, Any]], object]
) -> None:
    livia = await sqlite_site.guest("Livia")
    record = golden("concordia")
    spoil(record)
    body = json.dumps({"document": record})
    headers = {"X-Viae-Csrf": livia.csrf or "", "Content-Type": "application/json"}
    answer = await livia.client.post("/api/study", content=body, headers=headers)
    assert answer.status_code in (400, 422), answer.text
    assert answer.json()["error"]["kind"] == "malformed"
    assert answer.json()["error"]["message"]


async def test_the_catalogue_has_all_that_can_be_chosen(sqlite_site: Site) -> None:
    found = await sqlite_site.nobody().get("/api/catalogue")
    assert [one["id"] for one in found["boards"]] == list(data.board_names())
    assert found["variants"]["venus-team"] == [4, 6]
    bots = {one["name"]: one for one in found["bots"]}
    assert set(bots) == set(bot_names())
    assert bots["random"]["title"] is None
    assert found["cards"]["prefect"]["role"] == "prefect"
    for board in data.board_names():
        shown = await sqlite_site.nobody().get(f"/api/boards/{board}")
        assert all(-90 < city["lat"] < 90 for city in shown["cities"])


async def test_tables_and_players_of_one_screen_get_names_of_their_own(site: Site) -> None:
    livia = await site.guest("Livia")
    made = [await livia.new_table(name="", seats=people("me", "me", "me")) for _ in range(3)]
    names = [one["table"]["name"] for one in made]
    assert len(set(names)) == 3
    assert all(name.startswith("Via ") for name in names)
    seats = [seat["name"] for seat in made[0]["table"]["seats"]]
    assert seats == ["Livia", "Livia 2", "Livia 3"]
    table = made[0]["table"]["id"]
    asked = {"kind": "me", "name": "Livia 2"}
    changed = await livia.put(f"/api/tables/{table}/seats/2", asked)
    assert changed["table"]["seats"][2]["name"] == "Livia 2 2"
