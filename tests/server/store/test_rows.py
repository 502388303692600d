"""Rows: a table's columns in their order, and news that are read as they were written."""

from __future__ import annotations

from viae.server.store.models import Table
from viae.table.news import ChatNews
from viae.table.rows import COLUMNS, TableChanges, news_body, read_news


def test_a_row_has_the_columns_of_the_table_in_their_order() -> None:
    assert tuple(column.key for column in Table.__table__.columns) == COLUMNS
    assert set(TableChanges.__annotations__) < set(COLUMNS)


def test_news_are_read_as_they_were_written() -> None:
    said: ChatNews = {"kind": "chat", "at": 7.5, "text": "salve", "name": "Livia", "seat": None}
    body = news_body(said)
    assert body == {"text": "salve", "name": "Livia", "seat": None}
    assert read_news(3, "chat", body, 7.5).news == said
