"""Puzzles: first answers of accounts, and how hard the puzzles are for people."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response

from viae.server.http.middleware import CurrentServer, CurrentUser, answer, limited
from viae.server.http.schemas.analysis import (
    PuzzleAnswerRequest,
    PuzzleProgressOut,
    PuzzleRatingsOut,
    PuzzleResultOut,
)

router = APIRouter(prefix="/api", tags=["analysis"])


@router.get("/puzzles/ratings", response_model=PuzzleRatingsOut)
async def get_ratings(server: CurrentServer) -> Response:
    """The ratings of the puzzles that people have answered; others keep that of the set."""
    headers = {"Cache-Control": "max-age=60"}
    return answer({"ratings": await server.puzzles.ratings()}, headers=headers)


@router.get("/me/puzzles", response_model=PuzzleProgressOut)
async def get_progress(server: CurrentServer, user: CurrentUser) -> Response:
    """How your account does: rating, rows of solved puzzles, the score of each first answer."""
    return answer(await server.puzzles.progress(user))


@router.post(
    "/puzzles/{puzzle}/answer", response_model=PuzzleResultOut, dependencies=[limited("play")]
)
async def post_answer(
    puzzle: Annotated[str, Path(max_length=32)],
    body: PuzzleAnswerRequest,
    server: CurrentServer,
    user: CurrentUser,
) -> Response:
    """Answer a puzzle with a whole turn; without entries you give up. The first answer counts."""
    return answer(await server.puzzles.answer(user, puzzle, body.entries))
