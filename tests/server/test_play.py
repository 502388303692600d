"""Playing: posts that play once, undo, proposals, resigning, clocks, results and ratings."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from sqlalchemy import select

from tests.server.kit import Site, Somebody, new_key, people
from viae import Game
from viae.server.store.models import BotTurn
from viae.server.tables.views import view_json
from viae.table import thinking as worker
from viae.table.play import is_rated

pytestmark = pytest.mark.anyio


async def two_people(site: Site, **plan: Any) -> tuple[Somebody, Somebody, str]:
    """Livia at seat 0, Marcus at seat 1, the game has begun."""
    livia, marcus = await site.guest("Livia"), await site.guest("Marcus")
    plan = {"shuffle": False, "seats": people("me", "open"), **plan}
    table = (await livia.new_table(**plan))["table"]["id"]
    await marcus.post(f"/api/tables/{table}/sit", {"seat": 1})
    await livia.post(f"/api/tables/{table}/start", {})
    return livia, marcus, table


async def let_bots_play(site: Site, table: str) -> None:
    """What the bots' processes do, here."""
    while True:
        snapshot = await site.server.store.look(table)
        game = snapshot.game
        assert game is not None
        if game.actor is None or snapshot.status != "running":
            return
        bot = snapshot.seats[game.actor].played_by
        if bot is None or snapshot.row.deadline is not None:  # a person decides, or is waited for
            return
        seed = worker.seed_of(table, game.actor, game.rows)
        codes = worker.think(worker.pack(game), bot, seed, 1.0)
        assert await site.server.play.bot_plays(table, game.rows, game.actor, codes)


async def play_to_the_end(site: Site, table: str, *players: Somebody) -> Any:
    """Everybody plays at random until the game is over; the last view."""
    choose = random.Random(5)
    view: Any = None
    for _ in range(5000):
        await let_bots_play(site, table)
        for player in players:
            view = await player.view(table)
            if view["table"]["status"] != "running":
                return view
            while view["you"]["decides"]:
                entry = choose.choice([one["entry"] for one in view["you"]["legal"]])
                number = view["game"]["number"]
                snapshot, _ = await site.server.play.post(
                    table, player.id, number, entry, new_key()
                )
                view = json.loads(view_json(snapshot, player.id))
    raise AssertionError("the game does not end")


async def test_an_entry_is_played_once_whatever_is_sent_again(site: Site) -> None:
    livia, marcus, table = await two_people(site)
    key = new_key()
    first = await livia.play(table, "play prefect", number=0, key=key)
    assert first["number"] == 0
    again = await livia.play(table, "play prefect", number=0, key=key)
    assert again["number"] == 0
    assert again["view"]["game"]["number"] == 1
    spaced = await livia.play(table, "0:  PLAY  prefect", number=0, key=key)
    assert spaced["number"] == 0
    other = await livia.play(table, "play mercator", 409, number=0, key=key)
    assert other["error"]["kind"] == "key-reused"
    stale = await livia.play(table, "play mercator", 409, number=0)
    assert stale["error"]["kind"] == "stale"
    assert stale["error"]["number"] == 1
    assert stale["error"]["view"]["game"]["number"] == 1
    ahead = await marcus.play(table, "play mercator", 409, number=99)
    assert ahead["error"]["kind"] == "stale"
    history = await livia.get(f"/api/tables/{table}/history")
    assert [one["entry"] for one in history["entries"]] == ["play prefect"]


async def test_wrong_entries_get_typed_errors_and_change_nothing(site: Site) -> None:
    livia, marcus, table = await two_people(site)
    refused = await marcus.play(table, "play prefect", 409, number=0)
    assert refused["error"]["kind"] == "out-of-turn"
    refused = await livia.play(table, "jump", 400, number=0)
    assert refused["error"]["kind"] == "invalid"
    refused = await livia.play(table, "build roma", 409, number=0)
    assert refused["error"]["kind"] == "illegal"
    assert refused["error"]["rule"] == "R4.1"
    assert "play prefect" in refused["error"]["legal"]
    stranger = await site.guest("Stranger")
    refused = await stranger.play(table, "play prefect", 403, number=0)
    assert refused["error"]["kind"] == "forbidden"
    assert (await livia.view(table))["game"]["number"] == 0


async def test_a_view_shows_the_own_hand_alone(site: Site) -> None:
    livia, marcus, table = await two_people(site, live_score=False)
    view = await livia.view(table)
    assert list(view["you"]["own"]) == ["0"]
    assert "prefect" in view["you"]["own"]["0"]["hand"]
    assert view["you"]["decides"]
    assert "points" not in view["game"]["players"][0]
    assert all("points" not in one for one in view["you"]["legal"])
    waiting = await marcus.view(table)
    assert list(waiting["you"]["own"]) == ["1"]
    assert waiting["you"]["legal"] == []
    watching = await site.nobody().view(table)
    assert watching["you"]["own"] == {}
    assert watching["you"]["legal"] == []
    assert "key" not in watching["table"]


async def test_undo_within_ones_own_turn_and_no_further(site: Site) -> None:
    livia, marcus, table = await two_people(site)
    path = f"/api/tables/{table}/undo"
    await livia.play(table, "play prefect", number=0)
    assert (await livia.view(table))["you"]["undo"] == 0
    key = new_key()
    undone = await livia.post(path, {"number": 1, "key": key})
    assert undone["view"]["game"]["number"] == 2
    assert undone["view"]["game"]["entries"] == 0
    again = await livia.post(path, {"number": 1, "key": key})
    assert again["number"] == 1
    assert again["view"]["game"]["number"] == 2
    refused = await livia.post(path, {"number": 2, "key": new_key()}, 409)
    assert refused["error"]["code"] == "undo.nothing"
    await livia.play(table, "play prefect", number=2)
    await livia.play(table, "produce italia", number=3)
    assert (await marcus.view(table))["you"]["undo"] is None
    refused = await marcus.post(path, {"number": 4, "key": new_key()}, 409)
    assert refused["error"]["code"] == "undo.ask-others"
    await marcus.play(table, "play mercator", number=4)
    refused = await livia.post(path, {"number": 5, "to": 0, "key": new_key()}, 409)
    assert refused["error"]["kind"] == "conflict"
    stale = await marcus.post(path, {"number": 4, "key": new_key()}, 409)
    assert stale["error"]["kind"] == "stale"


async def test_going_back_further_needs_everybody(site: Site) -> None:
    livia, marcus, table = await two_people(site)
    await livia.play(table, "play prefect", number=0)
    await livia.play(table, "produce italia", number=1)
    await marcus.play(table, "play mercator", number=2)
    propose, answer = f"/api/tables/{table}/undo/proposal", f"/api/tables/{table}/undo/answer"
    refused = await livia.post(propose, {"number": 3, "to": 9}, 409)
    assert refused["error"]["code"] == "undo.range"
    assert refused["error"]["values"] == {"limit": 2}
    view = await livia.post(propose, {"number": 3, "to": 1})
    assert view["table"]["proposal"]["to"] == 1
    assert (await marcus.view(table))["you"]["answer"]
    assert not view["you"]["answer"]
    view = await marcus.post(answer, {"accept": False})
    assert view["table"]["proposal"] is None
    await livia.post(propose, {"number": 3, "to": 1})
    view = await marcus.post(answer, {"accept": True})
    assert view["game"]["entries"] == 1
    assert view["game"]["number"] == 4
    assert view["table"]["proposal"] is None
    refused = await marcus.post(answer, {"accept": True}, 409)
    assert refused["error"]["code"] == "undo.no-proposal"
    await livia.post(propose, {"number": 4, "to": 0})
    played = await livia.play(table, "produce gallia", number=4)
    assert played["view"]["table"]["proposal"] is None  # the game went on instead


async def test_against_bots_alone_one_goes_back_as_one_likes(site: Site) -> None:
    livia = await site.guest("Livia")
    seats = people("me", "random", "random")
    table = (await livia.new_table(seats=seats, start=True, shuffle=False))["table"]["id"]
    await livia.play(table, "play prefect", number=0)
    await livia.play(table, "produce italia", number=1)
    await let_bots_play(site, table)
    view = await livia.view(table)
    assert view["you"]["decides"]
    assert view["you"]["undo"] is None
    number = view["game"]["number"]
    body = {"number": number, "to": 1}
    back = await livia.post(f"/api/tables/{table}/undo/proposal", body)
    assert back["game"]["entries"] == 1
    assert back["you"]["decides"]


async def test_a_preview_plays_nothing(site: Site) -> None:
    livia, marcus, table = await two_people(site)
    path = f"/api/tables/{table}/preview"
    body = {"number": 0, "entries": ["play mercator", "sell 1 cloth"]}
    tried = await livia.post(path, body)
    assert tried["changes"] == [{"seat": 0, "coins": 10, "goods": {"cloth": -1}}]
    assert [one["entry"] for one in tried["entries"]] == body["entries"]
    assert "sell 1 wine" in [one["entry"] for one in tried["legal"]]
    assert (await livia.view(table))["game"]["number"] == 0
    refused = await livia.post(path, {"number": 0, "entries": ["produce italia"]}, 409)
    assert refused["error"]["kind"] == "illegal"
    await marcus.post(path, {"number": 0, "entries": ["play mercator"]}, 409)
    stale = await livia.post(path, {"number": 3, "entries": []}, 409)
    assert stale["error"]["kind"] == "stale"


async def test_who_resigns_is_replaced_by_a_bot_for_good(site: Site) -> None:
    livia, marcus, table = await two_people(site)
    refused = await livia.post(f"/api/tables/{table}/resign", {"seat": 1}, 403)
    assert refused["error"]["kind"] == "forbidden"
    refused = await livia.post(f"/api/tables/{table}/resign", {"bot": "nobody"}, 422)
    assert refused["error"]["faults"][0]["code"] == "bot.unknown"
    view = await livia.post(f"/api/tables/{table}/resign", {"bot": "random"})
    assert view["table"]["seats"][0]["stand_in"] == "random"
    assert view["table"]["seats"][0]["left"] == "resigned"
    assert not view["you"]["decides"]
    await livia.play(table, "play prefect", 403, number=0)
    await livia.post(f"/api/tables/{table}/return", {}, 409)
    await let_bots_play(site, table)
    view = await marcus.view(table)
    assert view["you"]["decides"]
    await marcus.post(f"/api/tables/{table}/resign", {})
    view = await marcus.view(table)
    assert view["table"]["status"] == "finished"
    assert "result" not in await marcus.get(f"/api/tables/{table}/record")  # R8.3


async def test_resigning_against_bots_ends_with_a_result_a_replay_and_a_rematch(
    sqlite_site: Site,
) -> None:
    livia = await sqlite_site.guest("Livia")
    seats = people("me", "random", "random")
    table = (await livia.new_table(seats=seats, shuffle=False, start=True))["table"]["id"]
    await livia.play(table, "play architect", number=0)
    view = await livia.post(f"/api/tables/{table}/resign", {})
    assert view["table"]["status"] == "finished"
    assert view["table"]["actor"] is None
    assert view["table"]["finished"]
    result = view["table"]["result"]
    assert view["game"]["over"]
    assert view["game"]["result"] == result
    assert result["winner"] in (1, 2)  # whoever resigned comes last
    assert result["scores"] == (await sqlite_site.server.store.look(table)).game.result()["scores"]  # type: ignore[union-attr]
    assert not view["you"]["decides"]
    async with sqlite_site.server.db.read() as connection:
        assert (await connection.execute(select(BotTurn.game))).first() is None
    moments = await livia.get(f"/api/tables/{table}/moments", first=1)
    assert "cards" in moments["moments"][0]["players"][1]
    again = await livia.post(f"/api/tables/{table}/rematch", {})
    assert [one["kind"] for one in again["table"]["seats"]] == ["bot", "bot", "person"]


async def test_a_finished_game_has_a_result_a_record_ratings_and_a_rematch(site: Site) -> None:
    livia, marcus, table = await two_people(site, seats=people("me", "open", "random"))
    refused = await livia.get(f"/api/tables/{table}/position", 409)
    assert refused["error"]["code"] == "table.hands-hidden"
    await livia.post(f"/api/tables/{table}/rematch", {}, 409)
    view = await play_to_the_end(site, table, livia, marcus)
    assert view["table"]["status"] == "finished"
    record = await site.nobody().get(f"/api/tables/{table}/record")
    assert record["players"] == ["Livia", "Marcus", "bot:random"]
    game = Game.from_record(record)
    assert game.over
    assert game.result()["scores"] == view["table"]["result"]["scores"]
    position = await livia.get(f"/api/tables/{table}/position")
    assert position == game.position() | {"players": position["players"]}
    moment = await livia.get(f"/api/tables/{table}/moments", first=10, count=3)
    assert [one["entries"] for one in moment["moments"]] == [10, 11, 12]
    assert "cards" in moment["moments"][0]["players"][0]
    profile = await marcus.get(f"/api/people/{livia.id}")
    assert profile["ratings"][0]["games"] == 1
    assert profile["games"][0]["id"] == table
    refused = await livia.play(table, "done", 409, number=view["game"]["number"])
    assert refused["error"]["code"] == "table.finished"
    again = await livia.post(f"/api/tables/{table}/rematch", {})
    other = await marcus.post(f"/api/tables/{table}/rematch", {})
    assert again["table"]["id"] == other["table"]["id"] != table
    seats = [(one["kind"], one["name"]) for one in other["table"]["seats"]]
    assert seats == [("person", "Marcus"), ("bot", None), ("person", "Livia")]
    assert (await livia.view(table))["table"]["rematch"] == again["table"]["id"]


async def test_the_list_of_ones_turns(site: Site) -> None:
    livia, marcus, table = await two_people(site, clock={"kind": "days", "days": 2})
    assert [one["id"] for one in (await livia.get("/api/me/turns"))["tables"]] == [table]
    assert (await marcus.get("/api/me/turns"))["tables"] == []
    await livia.play(table, "play prefect", number=0)
    await livia.play(table, "produce italia", number=1)
    assert (await livia.get("/api/me/turns"))["tables"] == []
    mine = (await marcus.get("/api/me/turns"))["tables"]
    assert [one["id"] for one in mine] == [table]
    assert 86_400 * 1.9 < mine[0]["clock"]["left"] <= 86_400 * 2
    assert [one["id"] for one in (await marcus.get("/api/me/tables"))["tables"]] == [table]
    assert (await marcus.get("/api/me/tables?status=finished"))["tables"] == []


async def test_a_table_that_allows_hints_is_never_rated(sqlite_site: Site) -> None:
    livia, marcus, table = await two_people(sqlite_site, hints=True, rated=True)
    view = await livia.view(table)
    assert (view["table"]["hints"], view["table"]["rated"]) == (True, False)
    assert not is_rated(await sqlite_site.server.store.look(table))
    for somebody in (livia, marcus, livia):
        await somebody.post(f"/api/tables/{table}/help", {"number": view["game"]["number"]})
    meta = (await livia.get(f"/api/tables/{table}/record"))["meta"]
    assert meta["hints"]
    assert meta["help"] == [{"seat": 0, "at": 0}, {"seat": 1, "at": 0}]
    # Elsewhere people play without.
    livia, marcus, table = await two_people(sqlite_site, rated=False)
    refused = await livia.post(f"/api/tables/{table}/help", {"number": 0}, 403)
    assert refused["error"]["code"] == "table.no-help"
    assert "hints" not in (await livia.get(f"/api/tables/{table}/record"))["meta"]


async def test_who_resigned_one_seat_can_resign_the_others_at_once(sqlite_site: Site) -> None:
    livia = await sqlite_site.guest("Livia")
    seats = people("me", "me:Ben", "me:Cato")
    table = (await livia.new_table(seats=seats, shuffle=False, start=True))["table"]["id"]
    await livia.post(f"/api/tables/{table}/resign", {"seat": 1})
    view = await livia.post(f"/api/tables/{table}/resign", {})
    assert [one["left"] for one in view["table"]["seats"]] == ["resigned"] * 3
    assert view["table"]["status"] == "finished"
