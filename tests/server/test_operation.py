"""Operation: health, metrics, pages, settings, migrations, backups, starting and stopping."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from tests.cli.running import run
from tests.server.conftest import open_site
from tests.server.kit import Site, people
from tests.server.serving import Process, Server, serving
from tests.server.test_play import let_bots_play
from tests.waiting import HANG
from viae.errors import SetupError
from viae.server.http import static
from viae.server.people.limits import LIMITS
from viae.server.settings import Settings, load_settings, unknown_variables
from viae.server.store.backup import BackupError, back_up, restore
from viae.server.store.database import Database, tidy_url
from viae.server.store.models import Base

pytestmark = pytest.mark.anyio
TOKEN = "a token of the operator"  # noqa: S105 - of nobody


async def test_it_says_that_it_is_alive_and_ready(site: Site) -> None:
    nobody = site.nobody()
    assert await nobody.get("/healthz") == {"status": "alive"}
    ready = await nobody.get("/readyz")
    assert ready["status"] == "ready"
    assert ready["bots"] == {"processes": 0, "running": 0, "thinking": 0, "waiting": 0}
    site.server.bot_queue.workers.failures = 3
    refused = await nobody.get("/readyz", 503)
    assert refused["error"]["code"] == "server.bots"
    site.server.bot_queue.workers.failures = 0
    site.server.ready = False
    refused = await nobody.get("/readyz", 503)
    assert refused["error"]["kind"] == "unavailable"
    assert await nobody.get("/healthz") == {"status": "alive"}


async def test_metrics_count_what_happens(sqlite_site: Site) -> None:
    livia = await sqlite_site.guest("Livia")
    made = await livia.new_table(seats=people("me", "me:Ben"), start=True, shuffle=False)
    await livia.play(made["table"]["id"], "play prefect", number=0)
    text = (await livia.ask("GET", "/metrics")).text
    assert 'viae_entries_total{by="seat"} 1.0' in text
    assert re.search(r'viae_requests_total\{.*route="/api/tables/\{table\}/entries".*\} 1.0', text)
    assert "viae_tables_kept 1.0" in text


async def test_metrics_are_for_the_operator(new_database: Callable[[str], str]) -> None:
    async with open_site(new_database("sqlite"), metrics_token=TOKEN) as site:
        client = site.nobody().client
        assert (await client.get("/metrics")).status_code == 404
        wrong = {"Authorization": "Bearer wrong"}
        assert (await client.get("/metrics", headers=wrong)).status_code == 404
        right = {"Authorization": f"Bearer {TOKEN}"}
        assert (await client.get("/metrics", headers=right)).status_code == 200
    async with open_site(new_database("sqlite")) as site:
        forwarded = {"X-Forwarded-For": "127.0.0.1"}
        answer = await site.nobody().client.get("/metrics", headers=forwarded)
        assert answer.status_code == 404


async def test_pages_are_served_with_the_right_caching(
    sqlite_site: Site,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    new_database: Callable[[str], str],
) -> None:
    client = sqlite_site.nobody().client
    page = await client.get("/")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["cache-control"] == "no-cache"
    for name in re.findall(r'(?:src|href)="(/[^"]+\.[a-z]+)"', page.text):
        found = await client.get(name)
        assert found.status_code == 200, name
        assert "etag" in found.headers
    assert (await client.get("/t/abc")).text == page.text  # a route of the client
    assert (await client.get("/missing.js")).status_code == 404
    assert (await client.get("/rules/R5.2")).headers["content-type"].startswith("text/html")
    assert (await client.get("/api/missing")).status_code == 404
    built = tmp_path / "web"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<p>the client</p>")
    (built / "assets" / "app-1a2b3c.js").write_text("// long\n" * 1000)
    monkeypatch.setattr(static, "page_folder", lambda: built)
    async with open_site(new_database("sqlite")) as other:
        client = other.nobody().client
        assert (await client.get("/lobby")).text == "<p>the client</p>"
        asset = await client.get("/assets/app-1a2b3c.js")
        assert "immutable" in asset.headers["cache-control"]
        assert asset.headers["content-type"].startswith("text/javascript")
        assert asset.headers["content-encoding"] == "gzip"
        assert int(asset.headers["content-length"]) < 200
        assert asset.text == "// long\n" * 1000
        plain = await client.get("/assets/app-1a2b3c.js", headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == asset.text
        known = {"If-None-Match": asset.headers["etag"]}
        assert (await client.get("/assets/app-1a2b3c.js", headers=known)).status_code == 304


async def test_without_the_client_a_page_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new_database: Callable[[str], str]
) -> None:
    notice = Path(static.__file__).parent / "page"
    monkeypatch.setattr(static, "page_folder", lambda: notice)
    async with open_site(new_database("sqlite")) as site:
        client = site.nobody().client
        answer = await client.get("/")
        assert "make play" in answer.text
        links = re.findall(r'href="([^"]+)"', answer.text)
        assert "/api/openapi.json" in links
        for link in links:
            found = await client.get(link)
            assert found.status_code == 200, link
            assert found.text != answer.text, link  # the page answers for what is not there


async def test_an_unexpected_failure_tells_nothing(
    sqlite_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("secret details")

    monkeypatch.setattr(sqlite_site.server.listing, "turns_of", fail)
    livia = await sqlite_site.guest("Livia")
    transport = httpx.ASGITransport(sqlite_site.app, raise_app_exceptions=False)
    async with httpx.AsyncClient(
        transport=transport, base_url="http://test", cookies=livia.client.cookies
    ) as client:
        answer = await client.get("/api/me/turns")
    assert answer.status_code == 500
    assert answer.json()["error"]["kind"] == "failed"
    assert "secret" not in answer.text


async def test_migrations_lead_to_the_models(database: str) -> None:
    db = Database(database)
    await db.migrate()
    async with db.read() as connection:
        difference = await connection.run_sync(
            lambda sync: compare_metadata(
                MigrationContext.configure(sync, opts={"compare_type": True}), Base.metadata
            )
        )
    current, newest = await db.revision()
    await db.close()
    assert difference == []
    assert current == newest is not None


# Settings


def test_settings_come_from_options_environment_and_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "viae.toml"
    file.write_text('port = 1111\nhost = "::1"\nbot_seconds = 2.5\n')
    monkeypatch.setenv("VIAE_PORT", "2222")
    monkeypatch.setenv("VIAE_DATA", str(tmp_path))
    found = load_settings(file, bots=3)
    assert (found.port, found.host, found.bot_seconds, found.bots) == (2222, "::1", 2.5, 3)
    assert load_settings(file, port=3333).port == 3333
    assert found.database == f"sqlite:///{tmp_path / 'viae.db'}"


def test_wrong_settings_are_told_all_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "viae.toml"
    file.write_text('prot = 1\nsecret = "short"\ndatabase_url = "mysql://x"\npublic_url = "x"\n')
    with pytest.raises(SetupError) as caught:
        load_settings(file, port=-1)
    told = str(caught.value)
    assert "unknown setting “prot”; did you mean “port”?" in told
    assert "at least 32 characters" in told
    assert "“mysql” is not supported" in told
    assert "begins with http" in told
    assert "short" not in told.replace("shorter", "")
    assert len(caught.value.faults) == 5
    with pytest.raises(SetupError, match="there is no file"):
        load_settings(tmp_path / "missing.toml")
    file.write_text("port = ")
    with pytest.raises(SetupError):
        load_settings(file)
    monkeypatch.setenv("VIAE_PROT", "1")
    assert unknown_variables() == ["VIAE_PROT is no setting; did you mean VIAE_PORT?"]


@pytest.mark.parametrize("url", ["x", "mysql://h/d", "sqlite://", "sqlite:///:memory:", ""])
def test_databases_that_cannot_be(url: str) -> None:
    with pytest.raises(SetupError):
        tidy_url(url)


def test_check_config_shows_everything_but_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIAE_DATABASE_URL", "postgresql://me:hidden@db/viae")
    shown = run("serve", "--check-config", "--port", "99").stdout
    assert json.loads(shown)["port"] == 99
    assert "hidden" not in shown
    assert set(json.loads(shown)) == set(Settings.model_fields)
    told = run("serve", "--check-config", "--port", "99999", status=2).stderr
    assert "port" in told
    monkeypatch.setenv("VIAE_PROT", "1")
    assert "VIAE_PROT is no setting" in run("worker", "--check-config", status=2).stderr


def test_every_setting_is_on_the_page_for_hosting() -> None:
    page = (Path(__file__).parents[2] / "docs" / "server.md").read_text()
    told = set(re.findall(r"^\| `(VIAE_[A-Z_]+)` \|", page, re.MULTILINE))
    assert told == {f"VIAE_{name.upper()}" for name in Settings.model_fields}


def test_the_settings_to_begin_with_are_settings() -> None:
    file = Path(__file__).parents[2] / "deploy" / "viae.toml"
    load_settings(file)
    everything = re.sub(r"^# (?=[a-z_]+ = )", "", file.read_text(), flags=re.MULTILINE)
    assert set(tomllib.loads(everything)) <= set(Settings.model_fields)


def test_the_limits_are_on_the_page_for_hosting() -> None:
    page = (Path(__file__).parents[2] / "docs" / "server.md").read_text()
    told = re.findall(r"^\| [^|]+ \| [^|]+ \| ([0-9.]+) \| ([0-9]+) \|$", page, re.MULTILINE)
    there = [(limit.rate, limit.burst) for limit in LIMITS.values()]
    assert [(float(rate), float(burst)) for rate, burst in told] == there


# Starting and stopping


async def test_it_starts_keeps_its_data_and_stops_cleanly(tmp_path: Path) -> None:
    environment = {**os.environ, "VIAE_DATA": str(tmp_path), "VIAE_LOG": "json"}
    for attempt in range(2):
        with subprocess.Popen(
            [sys.executable, "-m", "viae.cli", "serve", "--verbose", "--no-browser", "--port", "0"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            url = process.stdout.readline().split()[-1]
            async with httpx.AsyncClient(base_url=url) as client:
                assert "Viae" in (await client.get("/")).text
                tables = (await client.get("/api/tables?status=running")).json()["tables"]
                if attempt == 0:
                    assert tables == []
                    made = await client.post("/api/session", json={"name": "Livia"})
                    headers = {"X-Viae-Csrf": made.json()["csrf"]}
                    plan = {"seats": people("me", "me:Ben"), "start": True}
                    await client.post("/api/tables", json=plan, headers=headers)
                else:
                    assert len(tables) == 1
            process.terminate()
            _, said = process.communicate(timeout=HANG)
        assert process.returncode == 0
        lines = [json.loads(line) for line in said.splitlines()]
        assert {"started", "request", "stopped"} <= {line["event"] for line in lines}
        assert all(line.get("request") for line in lines if line["event"] == "request")
    assert (tmp_path / "viae.db").exists()


def test_a_port_that_is_taken_is_told(new_database: Callable[[str], str]) -> None:
    with serving(new_database("sqlite"), bots=0) as server:
        other = Process("serve", new_database("sqlite"), server.port)
        try:
            other.wait_until("--port names another")
            assert other.process.wait(HANG) == 2
        finally:
            other.stop()


# Backups


async def contents(db: Database) -> dict[str, list[Any]]:
    async with db.read() as connection:
        return {
            table.name: sorted(
                (list(row) for row in (await connection.execute(table.select())).all()), key=str
            )
            for table in Base.metadata.sorted_tables
        }


@pytest.mark.parametrize("source", ["sqlite", "postgresql"])
@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
async def test_a_backup_goes_into_either_kind_of_database(
    source: str, target: str, new_database: Callable[[str], str], tmp_path: Path
) -> None:
    file = tmp_path / "backup.jsonl.gz"
    async with open_site(new_database(source)) as site:
        livia = await site.nobody().register("Livia")
        seats = people("me", "random")
        made = await livia.new_table(seats=seats, start=True, shuffle=False)
        table = made["table"]["id"]
        await livia.play(table, "play prefect", number=0)
        await livia.play(table, "produce italia", number=1)
        await livia.post(f"/api/tables/{table}/chat", {"text": "ünïcode ☃"}, 201)
        cookie = livia.client.cookies["viae"]
        counts = await back_up(site.server.db, file)  # while it runs
        before = await contents(site.server.db)
    assert counts["entries"] == 2
    assert file.stat().st_mode & 0o777 == 0o600
    empty = Database(new_database(target))
    assert await restore(empty, file) == counts
    after = await contents(empty)
    for rows in (before, after):
        rows["facts"] = [row for row in rows["facts"] if row[0] != "uptime"]
    assert after == before
    with pytest.raises(BackupError, match="goes into an empty one"):
        await restore(empty, file)
    with pytest.raises(BackupError, match="replaces no file"):
        await back_up(empty, file)
    url = empty.url
    await empty.close()
    async with open_site(url) as site:
        again = site.nobody()
        again.client.cookies.set("viae", cookie)
        await let_bots_play(site, table)  # the bot that waited goes on
        view = await again.view(table)
        assert view["you"]["person"] == livia.id
        assert view["you"]["decides"]


async def test_broken_backups_change_nothing(
    new_database: Callable[[str], str], tmp_path: Path
) -> None:
    async with open_site(new_database("sqlite")) as site:
        await site.guest("Livia")
        file = tmp_path / "backup.jsonl.gz"
        await back_up(site.server.db, file)
    import gzip

    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    broken = {
        "cut.gz": gzip.compress(b"".join(lines[:-1])),
        "half.gz": file.read_bytes()[:-20],
        "text.gz": b"hello",
        "other.gz": gzip.compress(b'{"viae_backup": 99}\n'),
        "table.gz": gzip.compress(lines[0] + b'{"table": "x", "columns": []}\n'),
    }
    for name, content in broken.items():
        path = tmp_path / name
        path.write_bytes(content)
        db = Database(new_database("sqlite"))
        with pytest.raises(BackupError):
            await restore(db, path)
        assert not (await contents(db))["people"], name
        await db.close()


def test_the_commands_for_backups(new_database: Callable[[str], str], tmp_path: Path) -> None:
    file = tmp_path / "backup.jsonl.gz"
    database = new_database("sqlite")
    said = run("backup", file, "--database-url", database).stdout
    assert "0 tables, 0 entries, 0 people" in " ".join(said.split())
    assert "replaces no file" in run("backup", file, "--database-url", database, status=2).stderr
    other = f"sqlite:///{tmp_path / 'other.db'}"
    assert "Restored from" in run("restore", file, "--database-url", other).stdout
    missing = tmp_path / "missing.gz"
    run("restore", missing, "--database-url", f"sqlite:///{tmp_path / 'b.db'}", status=2)


def test_a_server_needs_no_setting_at_all(new_database: Callable[[str], str]) -> None:
    server = Server(new_database("sqlite"))
    assert server.url.startswith("http://127.0.0.1:")
    assert server.stop() == 0
