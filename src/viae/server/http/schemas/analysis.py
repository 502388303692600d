"""Analysis: the review of a game, the branches of a study."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel, model_validator

from viae.analysis.documents import PuzzleProgress, PuzzleResult, Review
from viae.analysis.stats.documents import GroupHead, GroupStatistics
from viae.server.http.schemas.common import Answer, Strict
from viae.server.people.text import EntryText, OneOf, check_document
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


class PuzzleAnswerRequest(BaseModel):
    """The entries of a whole turn; none for somebody who gives up."""

    model_config = Strict
    entries: list[EntryText] = Field(max_length=80)


class PuzzleRatingsOut(Answer):
    """Ratings of puzzles by their ids."""

    ratings: dict[str, int]


class PuzzleProgressOut(RootModel[PuzzleProgress]):
    """How a person does with puzzles."""

    model_config = ConfigDict(defer_build=True)


class PuzzleResultOut(RootModel[PuzzleResult]):
    """What an answer to a puzzle did."""

    model_config = ConfigDict(defer_build=True)
