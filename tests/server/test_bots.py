"""Bots: they think in other processes, go on after a restart, and a failing one is replaced."""

from __future__ import annotations

import asyncio
import pickle
import random
import time
from collections.abc import Callable

import pytest
from sqlalchemy import select

from tests.server.conftest import open_site
from tests.server.kit import Site, people
from tests.server.serving import Process, Server, serving
from tests.table.kit import new_game, play_on
from tests.waiting import HANG
from viae import Game
from viae.errors import SetupError
from viae.server.bots.queue import Turn
from viae.server.bots.shares import Shares, Waiting
from viae.server.people.sessions import COOKIE
from viae.server.store.models import BotTurn
from viae.table import thinking as worker
from viae.table.bots import bot_names, check_bot, default_stand_in

pytestmark = pytest.mark.anyio


async def wait_for_turn(site_or_server: Site | Server, table: str, person: object) -> dict:  # type: ignore[type-arg]
    """Until somebody is to decide, or the game is over."""
    async with asyncio.timeout(HANG):
        while True:
            view = await person.view(table)  # type: ignore[attr-defined]
            if view["you"]["decides"] or view["table"]["status"] != "running":
                return dict(view)
            await asyncio.sleep(0.02)


def test_a_packed_moment_thinks_as_the_game_itself() -> None:
    for variant, players in (("concordia", 3), ("venus-team", 4)):
        game = new_game(variant, players)
        play_on(game, 50)
        packed = pickle.loads(pickle.dumps(worker.pack(game)))  # noqa: S301 - our own
        state = worker.unpack(packed)
        assert state.key() == game.state.key()
        codes = worker.think(packed, "random", 7, 1.0)
        assert codes == worker.think(packed, "random", 7, 1.0)
        assert worker.unpack(packed).key() == game.state.key()
        for code in codes:
            assert code in game.legal()
            game.play_codes([code])


def test_no_outside_program_sits_at_a_table() -> None:
    with pytest.raises(SetupError, match="outside programs"):
        check_bot("exec:rm -rf /")
    assert "random" in bot_names()


def test_no_bot_with_settings_sits_at_a_table() -> None:
    with pytest.raises(SetupError, match="with settings"):
        check_bot("search:nodes=1000000")


def test_every_level_thinks_in_its_time() -> None:
    game = new_game("concordia", 4)
    packed = worker.pack(game)
    for level in range(1, 9):
        codes = worker.think(packed, f"level-{level}", 3, 0.3)
        assert codes[0] in game.legal()


def test_the_usual_stand_in_exists() -> None:
    assert default_stand_in() in bot_names()


async def test_a_whole_game_with_bots_in_their_processes(database: str) -> None:
    with serving(database, bots=1) as server:
        livia = await server.guest("Livia")
        made = await livia.new_table(seats=people("me", "random", "random"), start=True)
        table = made["table"]["id"]
        choose = random.Random(3)
        for _ in range(8):
            view = await wait_for_turn(server, table, livia)
            turn = view["game"]["turn"]["number"]
            while view["you"]["decides"] and view["game"]["turn"]["number"] == turn:
                entry = choose.choice([one["entry"] for one in view["you"]["legal"]])
                number = view["game"]["number"]
                view = (await livia.play(table, entry, number=number))["view"]
        await wait_for_turn(server, table, livia)
        record = await livia.get(f"/api/tables/{table}/record")
        assert len(Game.from_record(record).entries) > 30


async def test_unfinished_bot_turns_go_on_after_a_restart(
    new_database: Callable[[str], str],
) -> None:
    database = new_database("sqlite")
    async with open_site(database) as site:  # it has no processes for bots
        livia = await site.guest("Livia")
        made = await livia.new_table(seats=people("me", "random"), start=True, shuffle=False)
        table = made["table"]["id"]
        await livia.play(table, "play prefect", number=0)
        await livia.play(table, "produce italia", number=1)
        assert not (await livia.view(table))["you"]["decides"]
        cookie = livia.client.cookies[COOKIE]
    with serving(database, bots=1) as server:
        again = server.somebody()
        again.client.cookies.set(COOKIE, cookie)
        view = await wait_for_turn(server, table, again)
        assert view["you"]["person"] == livia.id
        assert view["game"]["number"] > 2


async def test_a_worker_of_its_own_plays_for_the_servers(
    new_database: Callable[[str], str],
) -> None:
    database = new_database("postgresql")
    with serving(database, bots=0) as server:
        livia = await server.guest("Livia")
        made = await livia.new_table(seats=people("me", "random"), start=True, shuffle=False)
        table = made["table"]["id"]
        await livia.play(table, "play prefect", number=0)
        await livia.play(table, "produce italia", number=1)
        worker = Process("worker", database, log_level="info", bots=1)
        try:
            worker.wait_until("working")
            view = await wait_for_turn(server, table, livia)
            assert view["game"]["number"] > 2
        finally:
            assert worker.stop() == 0


def test_a_worker_needs_postgresql(new_database: Callable[[str], str]) -> None:
    worker = Process("worker", new_database("sqlite"))
    try:
        worker.wait_until("workers share a PostgreSQL")
        assert worker.process.wait(HANG) == 2
    finally:
        worker.stop()


async def test_a_bot_that_fails_is_replaced_by_the_simplest(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_site(new_database("sqlite")) as site:
        livia = await site.guest("Livia")
        made = await livia.new_table(seats=people("me", "random"), start=True, shuffle=False)
        table = made["table"]["id"]
        await livia.play(table, "play prefect", number=0)
        await livia.play(table, "produce italia", number=1)
        dispatcher = site.server.bot_queue
        tried: list[str] = []

        async def fail(packed: worker.Packed, bot: str, seed: int) -> list[int]:
            tried.append(bot)
            if len(tried) <= 2:
                raise RuntimeError("the bot crashed")
            return worker.think(packed, bot, seed, 1.0)

        monkeypatch.setattr(dispatcher, "_think", fail)
        for _ in range(3):
            for turn in await dispatcher._claim(5):
                await dispatcher._play(turn)
        assert len(tried) == 3
        assert (await livia.view(table))["you"]["decides"]
        assert await dispatcher._claim(5) == []


async def test_a_turn_is_claimed_once_and_again_when_its_lease_is_over(site: Site) -> None:
    livia = await site.guest("Livia")
    for _ in range(3):
        made = await livia.new_table(seats=people("random", "me"), start=True, shuffle=False)
        assert made["table"]["actor"] == 0
    dispatcher = site.server.bot_queue
    first, second = await asyncio.gather(dispatcher._claim(2), dispatcher._claim(2))
    claimed = [turn.game for turn in (*first, *second)]
    assert len(claimed) == len(set(claimed)) == 3
    assert await dispatcher._claim(5) == []
    async with site.server.db.write() as connection:
        from sqlalchemy import update

        await connection.execute(update(BotTurn).values(claimed_until=time.time() - 1))
    again = await dispatcher._claim(5)
    assert sorted(turn.game for turn in again) == sorted(claimed)
    assert {turn.attempts for turn in again} == {2}
    async with site.server.db.read() as connection:
        rows = (await connection.execute(select(BotTurn.game))).all()
    assert len(rows) == 3


async def test_everybody_has_a_fair_share_of_the_bots(sqlite_site: Site) -> None:
    """Three people with many tables of strong bots do not delay a fourth."""
    queue = sqlite_site.server.bot_queue
    queue.watched = lambda _table: True
    owner: dict[str, str] = {}
    for name in ("Ada", "Ben", "Cid", "Livia"):
        person = await sqlite_site.guest(name)
        for _ in range(1 if name == "Livia" else 5):
            made = await person.new_table(seats=people("level-8", "me"), start=True, shuffle=False)
            owner[made["table"]["id"]] = name
    assert (await sqlite_site.nobody().get("/readyz"))["bots"]["waiting"] == 16
    first = [owner[turn.game] for turn in await queue._claim(4)]
    assert sorted(first) == ["Ada", "Ben", "Cid", "Livia"]
    # Somebody who comes later waits for nobody but those who think at the moment.
    late = await sqlite_site.guest("Late")
    made = await late.new_table(seats=people("random", "me"), start=True, shuffle=False)
    (next_one,) = await queue._claim(1)
    assert next_one.game == made["table"]["id"]
    rest = [owner[turn.game] for turn in await queue._claim(6)]
    assert sorted(rest) == ["Ada", "Ada", "Ben", "Ben", "Cid", "Cid"]
    text = (await late.ask("GET", "/metrics")).text
    assert "viae_bots_waiting 6.0" in text


def test_tables_that_nobody_watches_come_last_but_not_never() -> None:
    shares = Shares()
    waiting = [Waiting("idle", "a", 0.0), Waiting("live", "a", 5.0), Waiting("old", "b", -100.0)]

    def chosen(now: float) -> list[str]:
        found = shares.choose(waiting, 3, 1.0, now, lambda table: table == "live")
        return [one.game for one in found]

    assert chosen(10.0) == ["old", "live", "idle"]
    assert chosen(70.0) == ["old", "idle", "live"]
    shares.add("b", 10.0, 70.0)
    assert chosen(70.0) == ["idle", "live", "old"]
    assert shares.used("b", 100.0) == pytest.approx(5.0)


async def test_a_turn_that_is_over_does_not_end_the_lease_of_the_next(sqlite_site: Site) -> None:
    """After an undo a game can have a new turn while a bot still thinks about the old one."""
    livia = await sqlite_site.guest("Livia")
    table = (await livia.new_table(seats=people("me", "random"), start=True))["table"]["id"]
    queue = sqlite_site.server.bot_queue
    old, new = (Turn(table, number, 0, "random", 1, 0.0, livia.id) for number in (98, 99))
    queue._claimed[table] = new
    await queue._play(old)
    assert queue._claimed == {table: new}
