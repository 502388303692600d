"""The OpenAPI document: all routes, and also the schemas of news and live messages.

`python -m viae.server.http.openapi FILE` writes it; `make api` makes the client's types from it.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any, Literal

from fastapi import FastAPI, Response
from pydantic import BaseModel, TypeAdapter

from viae.analysis.documents import AnalysisUpdate, Puzzle, PuzzleGrade
from viae.analysis.stats.documents import Statistics, StatisticsPage
from viae.server.http.schemas.live import MESSAGES, REQUESTS
from viae.table.news import News
from viae.table.types.choices import Blocked, Choice
from viae.table.types.game import Decision
from viae.table.types.history import HistoryItem

REF = "#/components/schemas/{model}"
Mode = Literal["validation", "serialization"]


def _named() -> dict[str, tuple[TypeAdapter[Any], Mode]]:
    """Schemas with a name of their own: unions, and those that no route answers with."""
    return {
        "LiveRequest": (REQUESTS, "validation"),
        "LiveMessage": (MESSAGES, "serialization"),
        "News": (TypeAdapter(News), "serialization"),
        "Decision": (TypeAdapter(Decision), "serialization"),
        "Choice": (TypeAdapter(Choice), "serialization"),
        "Blocked": (TypeAdapter(Blocked), "serialization"),
        "HistoryItem": (TypeAdapter(HistoryItem), "serialization"),
        "AnalysisUpdate": (TypeAdapter(AnalysisUpdate), "serialization"),
        "Puzzle": (TypeAdapter(Puzzle), "serialization"),
        "PuzzleGrade": (TypeAdapter(PuzzleGrade), "serialization"),
        "Statistics": (TypeAdapter(Statistics), "serialization"),
        "StatisticsPage": (TypeAdapter(StatisticsPage), "serialization"),
    }


def _build_answers(model: type[BaseModel] = BaseModel) -> None:
    """Build the schemas of all answers, once: FastAPI would do so again for each route."""
    for one in model.__subclasses__():
        if one.model_config.get("defer_build"):
            one.model_rebuild()
        _build_answers(one)


def add_named_forms(app: FastAPI) -> None:
    """Add the document of this application, with the named schemas."""
    routes_alone = app.openapi

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            _build_answers()
            found = routes_alone()
            forms = found["components"]["schemas"]
            for name, (adapter, mode) in _named().items():
                form = adapter.json_schema(ref_template=REF, mode=mode)
                for part, said in {**form.pop("$defs", {}), name: form}.items():
                    if forms.setdefault(part, said) != said:
                        raise ValueError(f"two forms of the interface are called “{part}”")
            found["components"]["schemas"] = dict(sorted(forms.items()))
        assert app.openapi_schema is not None
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]
    making = asyncio.Lock()
    kept: list[bytes] = []

    @app.get("/api/openapi.json", include_in_schema=False)
    async def openapi() -> Response:
        async with making:
            if not kept:  # it takes a second, in which others are served
                kept.append(await asyncio.to_thread(lambda: json.dumps(app.openapi()).encode()))
        return Response(kept[0], media_type="application/json")


def written() -> str:
    """The text of the document's file."""
    from viae.server.app import make_app
    from viae.server.settings import load_settings

    app = make_app(load_settings(database_url="sqlite:///unused.db"))
    return json.dumps(app.openapi(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(written())
