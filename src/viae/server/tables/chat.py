"""What is said at a table."""

from __future__ import annotations

from sqlalchemy import and_, select
from sqlalchemy.exc import IntegrityError

from viae.server.store.models import News
from viae.server.store.transaction import TableStore
from viae.table.errors import Conflict
from viae.table.news import ChatNews
from viae.table.rows import read_news
from viae.table.shapes import ChatMessage

SHOWN = 200


class Chat:
    """Says something at a table, and tells what was said."""

    def __init__(self, store: TableStore) -> None:
        self.store = store

    async def say(self, table: str, person: str, name: str, text: str, key: str | None) -> int:
        """Send a chat message; returns its number."""
        try:
            async with self.store.transaction(table, person) as transaction:
                if transaction.table.status == "closed":
                    raise Conflict("table.closed")
                seats = transaction.table.seats_of(person)
                news: ChatNews = {
                    "kind": "chat",
                    "at": transaction.now,
                    "text": text,
                    "name": name,
                    "seat": seats[0] if seats else None,
                }
                return transaction.tell(news, person, key)
        except IntegrityError:
            wanted = select(News.number).where(
                and_(News.table == table, News.person == person, News.key == key)
            )
            async with self.store.db.read() as connection:
                return int((await connection.execute(wanted)).scalar_one())

    async def messages(self, table: str) -> list[ChatMessage]:
        """The latest chat messages, oldest first."""
        wanted = (
            select(News.number, News.kind, News.body, News.at)
            .where(News.table == table, News.kind == "chat")
            .order_by(News.number.desc())
            .limit(SHOWN)
        )
        async with self.store.db.read() as connection:
            rows = (await connection.execute(wanted)).all()
        said = [read_news(*row) for row in reversed(rows)]
        return [
            {
                "number": one.number,
                "text": one.news["text"],
                "name": one.news["name"],
                "seat": one.news["seat"],
                "at": one.news["at"],
            }
            for one in said
            if one.news["kind"] == "chat" and one.news["text"]  # of a deleted user: nothing
        ]
