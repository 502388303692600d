"""Dumps: the public finished games, for everybody."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tests.server.kit import Site, people
from tests.server.test_play import play_to_the_end
from viae import Game
from viae.analysis.stats import read_counts, statistics
from viae.server.store.dump import dump

pytestmark = pytest.mark.anyio


async def test_public_finished_games_are_dumped_without_names(
    sqlite_site: Site, tmp_path: Path
) -> None:
    site = sqlite_site
    livia = await site.guest("Livia")
    seats = people("me", "me:Ben")
    public = await livia.new_table(
        seats=seats, board="italia", start=True, visibility="public", name="Secrets of Livia"
    )
    await livia.new_table(seats=seats, start=True, visibility="public")  # not finished
    await play_to_the_end(site, public["table"]["id"], livia)
    assert await dump(site.server.db, tmp_path) == {"games": 1}
    text = gzip.decompress((tmp_path / "games.jsonl.gz").read_bytes()).decode()
    (line,) = text.splitlines()
    assert "Livia" not in text
    assert "Ben" not in text
    assert public["table"]["id"] not in text
    record = json.loads(line)
    assert record["players"] == ["player 1", "player 2"]
    assert Game.from_record(record).over
    found = statistics(read_counts((tmp_path / "games.stats").read_text()), "x")
    assert found["games"] == 1
    parquet = pytest.importorskip("pyarrow.parquet")
    (row,) = parquet.read_table(tmp_path / "games.parquet").to_pylist()
    assert json.loads(row["record"]) == record
    assert row["scores"] == record["result"]["scores"]
    assert not list(tmp_path.glob("*.part"))
    # Again, as every night: the files are replaced.
    assert await dump(site.server.db, tmp_path) == {"games": 1}


async def test_those_who_agree_are_named(sqlite_site: Site, tmp_path: Path) -> None:
    site = sqlite_site
    livia = await site.nobody().register("Livia")
    assert not (await livia.get("/api/me/account"))["public_name"]
    table = await livia.new_table(seats=people("me", "me:Ben"), board="italia", start=True)
    await play_to_the_end(site, table["table"]["id"], livia)
    names = []
    for agreed in (True, False):
        await livia.patch("/api/me", {"public_name": agreed})
        assert (await livia.get("/api/me/account"))["public_name"] == agreed
        await dump(site.server.db, tmp_path)
        text = gzip.decompress((tmp_path / "games.jsonl.gz").read_bytes()).decode()
        names.append(sorted(json.loads(text)["players"]))
    named, unnamed = names
    assert unnamed == ["player 1", "player 2"]
    assert named[0] == "Livia"
    assert named[1] in unnamed  # Ben, at the same screen, did not agree
    guest = await site.guest("Gaius")
    refused = await guest.patch("/api/me", {"public_name": True}, 409)
    assert refused["error"]["code"] == "account.guest-name"


async def test_a_server_without_games_has_an_empty_dump(sqlite_site: Site, tmp_path: Path) -> None:
    assert await dump(sqlite_site.server.db, tmp_path / "new") == {"games": 0}
    assert gzip.decompress((tmp_path / "new" / "games.jsonl.gz").read_bytes()) == b""
