"""Analysis: the review of a game, the branches of a study."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, model_validator

from viae.analysis.documents import Review
from viae.analysis.stats.documents import GroupHead, GroupStatistics
from viae.server.http.schemas.common import Answer, Strict
from viae.server.people.text import OneOf, check_document
from viae.table.types.basics import Branch

DEEPEST = -60  # a branch of a branch of a branch … nests more deeply than other documents


class AnalysisRequest(BaseModel):
    """How thorough the review is to be."""

    model_config = Strict
    depth: Annotated[Literal["quick", "standard", "deep"], OneOf()] = "standard"


class AnalysisOut(Answer):
    """The review of a game, as far as it is made."""

    status: Literal["waiting", "done", "failed"]
    nodes: int
    review: Review | None


class TreeRequest(BaseModel):
    """The branches of a study; `version` is that of the tree they follow."""

    model_config = Strict
    version: int = Field(ge=0, le=1_000_000)
    tree: list[Any] = Field(max_length=300)

    @model_validator(mode="after")
    def _can_be_kept(self) -> TreeRequest:
        check_document(self.tree, DEEPEST)
        return self


class TreeOut(Answer):
    """The branches of a study, and which version they are."""

    version: int
    tree: list[Branch]


class StatisticsOut(Answer):
    """Statistics of the public games: all groups, and the figures of those that were chosen."""

    format: int
    games: int
    groups: list[GroupHead]
    shown: GroupStatistics | None
