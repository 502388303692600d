"""What changed at a table is found and written once for all who watch it."""

from __future__ import annotations

import orjson
import pytest

from tests.server.kit import Site, people
from viae.server.live import messages
from viae.table.delta import apply_delta, delta
from viae.table.rows import NumberedNews
from viae.table.views import view

pytestmark = pytest.mark.anyio


async def test_what_all_see_is_compared_once(
    sqlite_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    livia, marcus = await sqlite_site.guest("Livia"), await sqlite_site.guest("Marcus")
    made = await livia.new_table(seats=people("me", "open"), shuffle=False)
    table = made["table"]["id"]
    await marcus.post(f"/api/tables/{table}/sit", {})
    await livia.post(f"/api/tables/{table}/start", {})
    store = sqlite_site.server.store
    watchers = [livia.id, marcus.id, None, None, livia.id]
    before = await store.look(table)
    shown = [messages.shown_to(before, one) for one in watchers]
    old = [view(before, one) for one in watchers]
    await livia.play(table, "play prefect", number=0)
    after = await store.look(table)
    asked: list[object] = []

    def counted(one: object, other: object) -> object:
        asked.append(other)
        return delta(one, other)

    monkeypatch.setattr(messages, "delta", counted)
    (news,) = await store.news_after(table, after.row.news - 1, 1)
    last = messages.LastNews(after, NumberedNews(news.number, news.news))
    shared = shown[0].table  # as after earlier news, which all of them got
    for person, seen, known in zip(watchers, shown, old, strict=True):
        same = messages.Shown(shared, seen.key, shown[0].game, seen.you)
        message, now = last.message(person, same)
        changed = orjson.loads(message)
        assert changed["number"] == news.number
        assert apply_delta(known, changed["delta"]) == orjson.loads(
            orjson.dumps(view(after, person))
        )
        assert now is not None
    assert sum(one is after.public for one in asked) == 1
    assert len(asked) == 2 + len(watchers)  # the table, the game, and what is one's own
