"""The operator: accounts, tables, announcements, draining, the audit log, scheduled backups."""

from __future__ import annotations

import contextlib
import json
import re
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.server.kit import Site, people
from tests.server.test_attacks import Listening
from tests.waiting import until
from viae.cli.app import app
from viae.server.live.sockets import ENDED, LiveConnection
from viae.server.process.admin import Admin, AdminError
from viae.server.process.audit import audit
from viae.server.process.logs import set_up_logs
from viae.server.process.metrics import Metrics
from viae.server.process.orders import process_name
from viae.server.store.backup import drop_old, named_by_time
from viae.server.store.database import Database

pytestmark = pytest.mark.anyio
PASSWORD = "correct horse"  # noqa: S105 - of nobody
ROOT = Path(__file__).parents[2]


async def admin_of(site: Site) -> Admin:
    """The operator of a site; the orders that were there before are known to it."""
    await site.server.orders.look()
    return Admin(site.server.db)


def connected(site: Site, person: str | None) -> tuple[Listening, LiveConnection]:
    socket = Listening()
    connection = LiveConnection(socket, person, "somebody")
    connection.session = "s"
    site.server.live.connect(connection)
    return socket, connection


async def test_a_disabled_account_is_out_at_once(site: Site) -> None:
    livia = await site.nobody().register("Livia", PASSWORD)
    marcus = await site.guest("Marcus")
    admin = await admin_of(site)
    assert [one["name"] for one in await admin.accounts("", guests=False, limit=10)] == ["Livia"]
    found = await admin.accounts("ma", guests=True, limit=10)
    assert [(one["name"], one["account"]) for one in found] == [("Marcus", False)]
    socket, connection = connected(site, livia.id)
    assert await admin.disable("LIVIA") == "Livia"
    await site.server.orders.look()
    await until(lambda: connection.ended, "they are signed out")
    assert (await livia.get("/api/session"))["person"] is None
    body = {"name": "Livia", "password": PASSWORD}
    refused = await site.nobody().post("/api/session/sign-in", body, 403)
    assert refused["error"]["code"] == "account.disabled"
    wrong = await site.nobody().post("/api/session/sign-in", {**body, "password": "x" * 12}, 401)
    assert wrong["error"]["code"] == "account.wrong-password"  # only the owner hears of it
    assert (await marcus.get("/api/session"))["person"]
    with pytest.raises(AdminError, match="already"):
        await admin.disable("Livia")
    await admin.enable("Livia")
    await site.server.orders.look()
    site.server.accounts.forget(livia.id)
    assert (await site.nobody().post("/api/session/sign-in", body))["person"]["name"] == "Livia"
    with pytest.raises(AdminError, match="there is no account"):
        await admin.disable("Nobody")
    assert socket.closed in (None, ENDED)
    site.server.live.disconnect(connection)


async def test_an_order_that_the_database_prevents_is_carried_out_later(
    sqlite_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    livia = await sqlite_site.nobody().register("Livia", PASSWORD)
    accounts, orders = sqlite_site.server.accounts, sqlite_site.server.orders
    admin = await admin_of(sqlite_site)
    _, connection = connected(sqlite_site, livia.id)
    find = accounts.find

    async def away(_person: str) -> None:
        monkeypatch.setattr(accounts, "find", find)
        raise ConnectionError

    monkeypatch.setattr(accounts, "find", away)
    await admin.disable("Livia")
    with contextlib.suppress(ConnectionError):
        await orders.look()
    await orders.look()
    await until(lambda: connection.ended, "they are signed out")


async def test_a_deleted_table_is_gone(site: Site) -> None:
    livia = await site.guest("Livia")
    made = await livia.new_table(seats=people("me", "me:Ben"), start=True, shuffle=False)
    table = made["table"]["id"]
    await livia.play(table, "play prefect", number=0)
    admin = await admin_of(site)
    assert [one["id"] for one in await admin.tables("running", "livia", 10)] == [table]
    socket, connection = connected(site, livia.id)
    await site.server.live.watch(connection, await site.server.store.look(table), None)
    await admin.delete_table(table)
    await site.server.orders.look()
    await until(lambda: socket.closed == 1012, "the connection is closed")
    await livia.get(f"/api/tables/{table}", 404)
    body = {"number": 1, "entry": "produce italia", "key": "k" * 20}
    await livia.post(f"/api/tables/{table}/entries", body, 404)
    assert await admin.tables(None, "", 10) == []
    with pytest.raises(AdminError, match="there is no table"):
        await admin.delete_table(table)
    site.server.live.disconnect(connection)


async def test_announcements_reach_all_pages_once(site: Site) -> None:
    admin = await admin_of(site)
    connections = [connected(site, None)[1] for _ in range(2)]
    await admin.announce("  We restart\nat noon. ")
    await site.server.orders.look()
    await site.server.orders.look()
    for connection in connections:
        await until(lambda c=connection: c.waiting, "it was announced")  # type: ignore[misc]
        (said,) = [json.loads(one) for one in connection._queue]
        assert said == {"type": "announcement", "text": "We restart at noon."}
        site.server.live.disconnect(connection)
    with pytest.raises(AdminError, match="characters"):
        await admin.announce("x" * 301)


async def test_a_server_is_drained_and_resumes(site: Site) -> None:
    admin = await admin_of(site)
    await site.server.orders.beat()
    (sign,) = await admin.servers()
    assert sign["name"] == process_name()
    assert sign["status"] == "ready"
    socket, connection = connected(site, None)
    assert await admin.drain(None) == [process_name()]
    await site.server.orders.look()
    await until(lambda: socket.closed == 1012, "the connection is closed")
    await until(lambda: site.server.draining, "it is drained")
    refused = await site.nobody().get("/readyz", 503)
    assert refused["error"]["code"] == "server.draining"
    assert site.server.bot_queue.draining
    await site.server.orders.beat()
    assert (await admin.servers())[0]["status"] == "draining"
    await site.nobody().get("/healthz")
    await admin.drain("*", resume=True)
    await site.server.orders.look()
    await until(lambda: not site.server.draining, "it is back")
    assert not site.server.bot_queue.draining
    with pytest.raises(AdminError, match="no server"):
        await admin.drain("another")
    site.server.live.disconnect(connection)


def test_the_command(new_database: object, tmp_path: Path) -> None:
    import anyio

    url = new_database("sqlite")  # type: ignore[operator]
    run = CliRunner()
    for words, said in (
        (["accounts"], "None."),
        (["tables", "--json"], "[]"),
        (["servers"], "None."),
        (["announce", "We restart at noon."], "within seconds"),
    ):
        done = run.invoke(app, ["admin", "--database-url", url, *words])
        assert done.exit_code == 0, done.output
        assert said in done.output
    none = f"sqlite:///{tmp_path}/none.db"
    done = run.invoke(app, ["admin", "--database-url", none, "accounts"])
    assert done.exit_code != 0
    assert not (tmp_path / "none.db").exists()

    async def orders() -> int:
        from sqlalchemy import func, select

        from viae.server.store.models import OrderRow

        db = Database(url)
        async with db.read() as connection:
            count = (await connection.execute(select(func.count(OrderRow.id)))).scalar_one()
        await db.close()
        return count

    assert anyio.run(orders) == 1


async def test_the_audit_log(sqlite_site: Site, tmp_path: Path) -> None:
    file = tmp_path / "audit.jsonl"
    set_up_logs("text", "error", file)
    try:
        livia = await sqlite_site.nobody().register("Livia", PASSWORD)
        body = {"name": "Livia", "password": "wrong password"}
        await sqlite_site.nobody().post("/api/session/sign-in", body, 401)
        await livia.delete("/api/session")
        audit("something", note=f"password={PASSWORD}")
        file.rename(tmp_path / "audit.1")
        audit("after it was renamed")
    finally:
        set_up_logs("json", "error")
    text = (tmp_path / "audit.1").read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    events = [line["event"] for line in lines]
    assert events == ["account.created", "sign-in.refused", "sign-out", "something"]
    assert lines[0]["name"] == "Livia"
    assert all(line["timestamp"] for line in lines)
    assert PASSWORD not in text
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert json.loads(file.read_text())["event"] == "after it was renamed"


def test_old_backups_are_dropped(tmp_path: Path) -> None:
    for day in range(1, 6):
        (tmp_path / f"viae-2030010{day}-000000.jsonl.gz").touch()
    (tmp_path / "mine.jsonl.gz").touch()
    (tmp_path / "viae-20300101-000000.jsonl.gz.part").touch()
    assert re.fullmatch(r"viae-\d{8}-\d{6}\.jsonl\.gz", named_by_time(tmp_path).name)
    dropped = drop_old(tmp_path, 2)
    assert [one.name[5:13] for one in dropped] == ["20300101", "20300102", "20300103"]
    assert len(list(tmp_path.iterdir())) == 4


def test_the_dashboard_shows_what_is_measured() -> None:
    board = json.loads((ROOT / "deploy" / "grafana-viae.json").read_text())
    metrics = Metrics()
    known = {
        sample
        for family in metrics.registry.collect()
        for sample in (family.name, f"{family.name}_total", f"{family.name}_bucket")
    }
    asked = " ".join(
        target["expr"] for panel in board["panels"] for target in panel.get("targets", ())
    )
    used = set(re.findall(r"\bviae_[a-z_]+", asked))
    assert used <= known, used - known
    names = {family.name for family in metrics.registry.collect()}
    shown = {re.sub(r"_(total|bucket|sum|count)$", "", one) for one in used} | used
    assert names <= shown, names - shown
