"""A database of an earlier version opens, is migrated, shows what it showed, and is played on."""

from __future__ import annotations

import gzip
import json
import pkgutil
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import anyio
import pytest
from alembic import command
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, select, text

from tests.server.conftest import open_site
from tests.server.kit import Site, Somebody, people
from viae import Game
from viae.rules import notation
from viae.server.store.backup import OLDER, back_up, restore
from viae.server.store.database import Database, alembic_config, newest_revision
from viae.server.store.migrations import versions
from viae.server.store.migrations.versions import v0002_study, v0003_uptime
from viae.server.store.models import Table

pytestmark = pytest.mark.anyio
# Made by version 0.1.0, form 0001: accounts Livia and Marcus, the guest Gaius, their tables.
OLD = Path(__file__).with_name("form_0001.sql.gz")


@pytest.fixture
def old(tmp_path: Path) -> str:
    """A copy of the old database."""
    path = tmp_path / "viae.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(gzip.decompress(OLD.read_bytes()).decode())
    connection.close()
    return f"sqlite:///{path}"


def upgrade(connection: Connection, version: ModuleType) -> None:
    """Run one migration."""
    with Operations.context(MigrationContext.configure(connection)):
        version.upgrade()


async def signed_in(site: Site, name: str, password: str) -> Somebody:
    found = site.nobody()
    session = await found.post("/api/session/sign-in", {"name": name, "password": password})
    found.csrf = session["csrf"]
    return found


async def play_until_another_decides(somebody: Somebody, table: str) -> dict[str, Any]:
    """Play first legal entries while this user decides; the view after them."""
    view: dict[str, Any] = await somebody.get(f"/api/tables/{table}")
    turn = view["game"]["turn"]["number"]
    while view["you"]["decides"] and view["game"]["turn"]["number"] < turn + 2:
        view = (await somebody.play(table))["view"]
    return view


async def test_an_old_database_is_migrated_shown_and_played_on(old: str) -> None:
    async with open_site(old, bots=1) as site:
        current, newest = await site.server.db.revision()
        assert current == newest
        livia = await signed_in(site, "Livia", "a long password")
        marcus = await signed_in(site, "Marcus", "another password")
        hers = {one["name"]: one for one in (await livia.get("/api/me/tables"))["tables"]}
        his = {one["name"]: one for one in (await marcus.get("/api/me/tables"))["tables"]}

        # The finished game replays to its result.
        finished = hers["Finished"]
        assert finished["status"] == "finished"
        record = await livia.get(f"/api/tables/{finished['id']}/record")
        game = Game.from_record(record)
        assert game.result() == finished["result"] == record["result"]

        # The table to try things out is called study now, and goes on.
        study = next(one for one in hers.values() if one["kind"] == "study")
        view = await livia.get(f"/api/tables/{study['id']}")
        assert view["game"]["entries"] == 30
        assert (await livia.play(study["id"]))["view"]["game"]["entries"] == 31

        # The board that somebody brought.
        own = his["Own board"]
        view = await marcus.get(f"/api/tables/{own['id']}")
        assert (await marcus.get(f"/api/boards/{own['board_file']}"))["name"] == "Our island"
        await play_until_another_decides(marcus, own["id"])

        # The waiting table is taken by the one it was kept for, and started.
        waiting = his["Waiting"]
        await livia.post(f"/api/tables/{waiting['id']}/sit", {})
        begun = await marcus.post(f"/api/tables/{waiting['id']}/start", {"fill": "random"})
        assert begun["table"]["status"] == "running"

        # The proposal that waits for an answer.
        proposal = his["Proposal"]
        back = await marcus.post(f"/api/tables/{proposal['id']}/undo/answer", {"accept": True})
        assert back["game"]["entries"] == 2

        # The clock, the chat, the undo in the log; and the bot plays after the people have.
        clocked = hers["Clocked"]
        said = await livia.get(f"/api/tables/{clocked['id']}/chat")
        assert [one["text"] for one in said["messages"]] == ["Salve!", "Ave, Livia"]
        view = await marcus.get(f"/api/tables/{clocked['id']}")
        assert view["table"]["clock"]["kind"] == "player"
        for somebody in (livia, marcus):
            view = await play_until_another_decides(somebody, clocked["id"])
        number = view["game"]["number"]
        assert view["game"]["actor"] == 2
        with anyio.fail_after(120):  # or no bot plays at all
            while view["game"]["number"] == number:
                await anyio.sleep(0.05)
                view = await livia.get(f"/api/tables/{clocked['id']}")


async def test_clocks_by_the_time_of_day_become_clocks_by_the_uptime(database: str) -> None:
    async with open_site(database) as site:
        livia = await site.guest("Livia")
        clock = {"kind": "turn", "seconds": 3600}
        seats = people("me", "me:Ben")
        await livia.new_table(seats=seats, clock=clock, start=True)
        await livia.new_table(seats=seats, start=True)
    db = Database(database)
    old = {"seat": 1, "turn": 1, "since": 1.79e9, "left": 3600.0, "banks": [], "before": None}
    at_rest = {**old, "seat": None, "left": 0.0}
    async with db.write() as connection:
        change = text("update tables set hands = :hands, deadline = :deadline where pace = :pace")
        for pace, hands, deadline in (("live", old, 1.79e9 + 3600), ("none", at_rest, None)):
            values = {"hands": json.dumps(hands), "deadline": deadline, "pace": pace}
            await connection.execute(change, values)
        await connection.run_sync(upgrade, v0003_uptime)
    async with db.read() as connection:
        wanted = select(Table.hands, Table.deadline).order_by(Table.pace)
        found = (await connection.execute(wanted)).all()
    await db.close()
    assert [tuple(row) for row in found] == [
        ({**old, "since": 0.0}, 3600.0),
        ({**at_rest, "since": 0.0}, None),
    ]


async def test_games_of_every_variant_go_on_in_an_old_database(old: str) -> None:
    async with open_site(old, bots=1) as site:
        listed = (await site.nobody().get("/api/tables?status=running"))["tables"]
        variants = {one["variant"]: one["id"] for one in listed if "Running" in one["name"]}
        assert set(variants) == {"venus", "venus-team"}
        for table in variants.values():
            snapshot = await site.server.store.look(table)
            host = snapshot.row.host
            with anyio.fail_after(120):  # the bot may be to move first
                while snapshot.game is None or snapshot.game.actor not in snapshot.seats_of(host):
                    await anyio.sleep(0.05)
                    snapshot = await site.server.store.look(table)
            number = snapshot.game.rows
            words = notation.show(snapshot.game.state.setup, snapshot.game.legal()[0])
            played, _ = await site.server.play.post(table, host, number, words, "k" * 16)
            assert played.game is not None
            assert played.game.rows > number


async def test_the_old_name_of_a_study_table_is_migrated(database: str) -> None:
    async with open_site(database) as site:
        livia = await site.guest("Livia")
        made = await livia.new_table(seats=people("me", "me:Ben"), start=True)
    db = Database(database)
    async with db.write() as connection:
        await connection.execute(text("update tables set kind = 'analysis'"))
        await connection.run_sync(upgrade, v0002_study)
    async with db.read() as connection:
        found = (await connection.execute(text("select id, kind from tables"))).all()
    await db.close()
    assert [tuple(row) for row in found] == [(made["table"]["id"], "study")]


async def test_a_backup_of_the_form_before_can_be_restored(
    old: str, new_database: Callable[[str], str], tmp_path: Path
) -> None:
    file = tmp_path / "old.jsonl.gz"
    db = Database(old)
    await db.migrate()
    counts = await back_up(db, file)
    await db.close()
    with gzip.open(file, "rt") as lines:
        content = re.sub('"revision":"[0-9]+"', '"revision":"0001"', lines.read(), count=1)
    with gzip.open(file, "wt") as changed:
        changed.write(content.replace('"study"', '"analysis"'))
    new = Database(new_database("sqlite"))
    assert await restore(new, file) == counts
    async with new.read() as connection:
        kinds = set((await connection.execute(text("select kind from tables"))).scalars())
    await new.close()
    assert kinds == {"play", "study"}


def test_backups_of_every_earlier_form_can_be_restored() -> None:
    forms = sorted(module.name[1:5] for module in pkgutil.iter_modules(versions.__path__))
    assert list(OLDER) == forms[:-1]


def test_the_newest_form_is_the_last_of_the_scripts() -> None:
    assert ScriptDirectory.from_config(alembic_config()).get_heads() == [newest_revision()]


FORMS = [
    script.revision for script in ScriptDirectory.from_config(alembic_config()).walk_revisions()
]


@pytest.mark.parametrize("form", FORMS)
async def test_a_database_of_every_form_is_migrated(old: str, form: str) -> None:
    """As if the version that had this form had been the last one to open it."""

    def upgrade_to(connection: Connection) -> None:
        command.upgrade(alembic_config(connection), form)

    def rows(connection: Connection) -> list[Any]:
        wanted = "select game, number, text from entries order by game, number"
        return list(connection.execute(text(wanted)).all())

    db = Database(old)
    async with db.write() as connection:
        before = await connection.run_sync(rows)
        await connection.run_sync(upgrade_to)
    assert (await db.revision())[0] == form
    await db.migrate()
    assert (await db.revision()) == (newest_revision(), newest_revision())
    async with db.read() as connection:
        assert await connection.run_sync(rows) == before
    await db.close()


async def test_what_names_look_like_is_made_again(database: str) -> None:
    async with open_site(database) as site:
        await site.nobody().register("Bernd")
    db = Database(database)
    async with db.write() as connection:
        await connection.run_sync(lambda sync: command.downgrade(alembic_config(sync), "0011"))
        await connection.execute(text("update people set look = 'bernd'"))  # as it was made before
    await db.migrate()
    async with db.read() as connection:
        assert (await connection.execute(text("select look from people"))).scalar_one() == "bemd"
    await db.close()
