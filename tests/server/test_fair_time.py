"""Fair time: a lost turn is one turn, a seat can be taken back, and only uptime counts.

The clocks of the machine are replaced, so that nothing here depends on how fast it is.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from tests.server.conftest import open_site
from tests.server.kit import Site, Somebody, new_key, people
from tests.server.test_play import let_bots_play, two_people
from viae.server.store.database import Database
from viae.server.store.models import Entry
from viae.server.store.uptime import Uptime
from viae.table.clock import PAUSES

pytestmark = pytest.mark.anyio
CLOCK = {"kind": "turn", "seconds": 60}


class Times:
    """The two clocks of a machine."""

    def __init__(self) -> None:
        self.steady = 5000.0
        self.day = 1_800_000_000.0

    def pass_by(self, seconds: float) -> None:
        self.steady += seconds
        self.day += seconds

    def rule(self, uptime: Uptime) -> None:
        """Let the uptime be measured by these clocks."""
        uptime.monotonic = lambda: self.steady
        uptime.wall = lambda: self.day
        uptime._ticked = self.steady


async def be_up(site: Site, times: Times, seconds: int) -> None:
    """Time passes while the server ticks, late at times: every two seconds."""
    while seconds:
        step = min(2, seconds)
        seconds -= step
        times.pass_by(step)
        await site.server.deadlines.tick()


async def against_bots(site: Site, **plan: Any) -> tuple[Somebody, str]:
    """Livia at seat 0 begins against two bots."""
    livia = await site.guest("Livia")
    plan = {"seats": people("me", "random", "random"), "clock": CLOCK, **plan}
    made = await livia.new_table(shuffle=False, start=True, **plan)
    return livia, made["table"]["id"]


async def own_turns(livia: Somebody, table: str) -> int:
    """How many turns of seat 0 have been played."""
    entries = (await livia.get(f"/api/tables/{table}/history"))["entries"]
    begun = [one for one in entries if one["turn_begins"] and one["actor"] == 0]
    return len(begun)


@pytest.fixture
async def timed(sqlite_site: Site) -> tuple[Site, Times]:
    """A site whose uptime is measured by clocks of the test."""
    times = Times()
    times.rule(sqlite_site.server.store.uptime)
    return sqlite_site, times


async def test_who_sleeps_for_70_seconds_loses_exactly_one_turn(timed: tuple[Site, Times]) -> None:
    site, times = timed
    livia, table = await against_bots(site)
    await be_up(site, times, 59)
    assert (await livia.view(table))["table"]["clock"]["left"] == pytest.approx(1.0)
    assert (await livia.view(table))["table"]["seats"][0]["left"] is None
    await be_up(site, times, 2)
    view = await livia.view(table)
    assert view["table"]["seats"][0]["left"] == "turn"
    assert view["table"]["clock"]["seat"] is None
    assert not view["you"]["decides"]
    refused = await livia.post(f"/api/tables/{table}/return", {}, 409)
    assert refused["error"]["code"] == "seat.not-replaced"  # it comes back by itself
    await let_bots_play(site, table)
    await be_up(site, times, 9)
    view = await livia.view(table)
    assert await own_turns(livia, table) == 1
    assert view["you"]["decides"]
    assert view["table"]["seats"][0]["left"] is view["table"]["seats"][0]["stand_in"] is None
    assert view["table"]["clock"]["left"] == pytest.approx(51.0)


async def test_a_lost_turn_cannot_be_taken_back_alone(timed: tuple[Site, Times]) -> None:
    site, times = timed
    livia, marcus, table = await two_people(site, clock=CLOCK)
    await be_up(site, times, 61)
    await let_bots_play(site, table)
    view = await livia.view(table)
    played = view["game"]["entries"]
    assert played
    assert view["you"]["undo"] is None
    for to in (None, 0):
        body = {"number": view["game"]["number"], "to": to, "key": new_key()}
        refused = await livia.post(f"/api/tables/{table}/undo", body, 409)
        assert refused["error"]["code"] == "undo.ask-others"
    # Marcus may take back his own entries, up to it.
    await marcus.play(table)
    body = {"number": (await marcus.view(table))["game"]["number"], "key": new_key()}
    await marcus.post(f"/api/tables/{table}/undo", body)
    assert (await livia.view(table))["game"]["entries"] == played
    # If he agrees, Livia plays the turn herself.
    body = {"number": (await livia.view(table))["game"]["number"], "to": 0}
    await livia.post(f"/api/tables/{table}/undo/proposal", body)
    await marcus.post(f"/api/tables/{table}/undo/answer", {"accept": True})
    assert (await livia.view(table))["you"]["decides"]
    await livia.play(table, "play prefect")
    body = {"number": (await livia.view(table))["game"]["number"], "key": new_key()}
    await livia.post(f"/api/tables/{table}/undo", body)


async def lose_turns(site: Site, times: Times, table: str, turns: int) -> None:
    for turn in range(turns):
        await be_up(site, times, 61)
        if turn < turns - 1:
            await let_bots_play(site, table)


async def test_after_three_lost_turns_the_seat_is_lost_and_can_be_taken_back(
    timed: tuple[Site, Times],
) -> None:
    site, times = timed
    livia, table = await against_bots(site)
    await lose_turns(site, times, table, 3)
    view = await livia.view(table)
    assert view["table"]["seats"][0]["left"] == "time"
    # The third turn is the bot's already; taken back now, the seat is free after it.
    await livia.post(f"/api/tables/{table}/return", {})
    assert (await livia.view(table))["table"]["seats"][0]["left"] == "turn"
    await let_bots_play(site, table)
    assert await own_turns(livia, table) == 3
    assert (await livia.view(table))["you"]["decides"]
    # Three more: this time the game goes on for a while.
    await lose_turns(site, times, table, 3)
    await let_bots_play(site, table)
    for turns in (6, 7):
        assert await own_turns(livia, table) == turns
        view = await livia.view(table)
        assert view["table"]["clock"]["pausing"]
        assert not view["you"]["decides"]
        await be_up(site, times, int(PAUSES["live"]) - 1)
        assert await own_turns(livia, table) == turns  # the game waits
        await be_up(site, times, 2)
        await let_bots_play(site, table)
    await be_up(site, times, 5)
    back = await livia.post(f"/api/tables/{table}/return", {})
    assert back["you"]["decides"]
    assert back["table"]["clock"]["left"] == pytest.approx(60.0)
    assert back["table"]["seats"][0]["left"] is None


async def test_the_bots_turn_is_not_played_while_the_game_waits(timed: tuple[Site, Times]) -> None:
    site, times = timed
    livia, table = await against_bots(site)
    await lose_turns(site, times, table, 3)
    await let_bots_play(site, table)
    game = (await site.server.store.look(table)).game
    assert game is not None
    assert not await site.server.play.bot_plays(table, game.rows, 0, [game.legal()[0]])
    assert (await livia.view(table))["table"]["clock"]["pausing"]


async def test_another_players_lost_turn_does_not_end_a_game(timed: tuple[Site, Times]) -> None:
    site, times = timed
    livia, marcus, table = await two_people(site, clock=CLOCK)
    await be_up(site, times, 61)
    await marcus.post(f"/api/tables/{table}/resign", {})
    assert (await livia.view(table))["table"]["status"] == "running"


async def test_whose_time_for_the_game_is_used_up_goes_on_with_a_reserve(
    timed: tuple[Site, Times],
) -> None:
    site, times = timed
    clock = {"kind": "player", "seconds": 90, "increment": 5}
    livia, table = await against_bots(site, clock=clock)
    await be_up(site, times, 91)
    await let_bots_play(site, table)
    view = await livia.view(table)
    assert view["you"]["decides"]
    assert view["table"]["clock"]["left"] == pytest.approx(30.0)


async def test_the_clock_waits_until_a_page_has_shown_the_moves_of_others(
    timed: tuple[Site, Times],
) -> None:
    site, times = timed
    livia, table = await against_bots(site)
    number = (await livia.view(table))["game"]["number"]
    times.pass_by(0.5)
    await site.server.play.show_until(table, livia.id, number, 20.0)
    await be_up(site, times, 20)
    assert (await livia.view(table))["table"]["clock"]["left"] == pytest.approx(60.0)
    await be_up(site, times, 58)
    assert (await livia.view(table))["you"]["decides"]
    await be_up(site, times, 3)
    assert not (await livia.view(table))["you"]["decides"]


async def test_a_suspended_process_or_a_jump_of_the_clock_costs_nobody_a_turn(
    site: Site,
) -> None:
    times = Times()
    times.rule(site.server.store.uptime)
    livia, table = await against_bots(site)
    await be_up(site, times, 10)
    times.pass_by(30.0)  # SIGSTOP
    await be_up(site, times, 1)
    times.day += 3600.0
    await be_up(site, times, 1)
    times.day -= 7200.0
    await be_up(site, times, 1)
    times.pass_by(86_400.0)  # a laptop that was closed
    await be_up(site, times, 1)
    view = await livia.view(table)
    assert view["you"]["decides"]
    # Nothing of this counts: neither the gaps nor the second in which the clock went back.
    assert view["table"]["clock"]["left"] == pytest.approx(49.0)


async def test_a_database_that_is_away_costs_nobody_a_turn(
    timed: tuple[Site, Times], monkeypatch: pytest.MonkeyPatch
) -> None:
    site, times = timed
    livia, table = await against_bots(site)
    uptime = site.server.store.uptime

    @contextlib.asynccontextmanager
    async def away(_db: Database) -> AsyncIterator[AsyncConnection]:
        raise ConnectionError
        yield

    with monkeypatch.context() as patch:
        patch.setattr(Database, "write", away)
        for _ in range(5):
            times.pass_by(20.0)
            with pytest.raises(ConnectionError):
                await uptime.tick()
    await be_up(site, times, 1)
    view = await livia.view(table)
    assert view["you"]["decides"]
    assert view["table"]["clock"]["left"] == pytest.approx(60.0)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_restarts_cost_nobody_a_turn(kind: str, new_database: Callable[[str], str]) -> None:
    database, times = new_database(kind), Times()
    async with open_site(database) as site:
        times.rule(site.server.store.uptime)
        livia, table = await against_bots(site)
        await be_up(site, times, 20)
        cookies, csrf = livia.client.cookies, livia.csrf
    for _ in range(4):
        times.pass_by(15.0)
        async with open_site(database) as site:
            times.rule(site.server.store.uptime)
            await be_up(site, times, 2)
            again = site.nobody()
            again.client.cookies, again.csrf = cookies, csrf
            view = await again.view(table)
            assert view["you"]["decides"]
    assert view["table"]["clock"]["left"] == pytest.approx(60.0 - 20.0 - 4 * 2.0)


async def test_two_processes_count_a_second_once(database: str) -> None:
    times, db = Times(), Database(database)
    first, second = Uptime(db), Uptime(db)
    for uptime in (first, second):
        times.rule(uptime)
    for _ in range(10):
        for uptime in (first, second):
            times.pass_by(0.5)
            assert await uptime.tick()
    assert first.now() == pytest.approx(10.0)
    times.pass_by(20.0)  # both suspended
    assert not await first.tick()
    assert first.now() == pytest.approx(second.seconds) == pytest.approx(10.0)
    await db.close()


async def test_a_damaged_table_stops_no_other_clock(timed: tuple[Site, Times]) -> None:
    site, times = timed
    other, damaged = await against_bots(site)
    await other.play(damaged)
    await be_up(site, times, 1)
    livia, table = await against_bots(site)
    async with site.server.db.write() as connection:
        row = update(Entry).where(Entry.game == damaged)
        await connection.execute(row.values(text="0: play nothing"))
    site.server.store.forget(damaged)
    await be_up(site, times, 70)
    assert (await livia.view(table))["table"]["seats"][0]["left"] == "turn"
