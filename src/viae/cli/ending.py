"""The end of a game: who has won, and why when it was a tie."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viae.cli.view import View


def ending(view: View, winner: int) -> str:
    """A sentence about the winner; `winner` is a seat, or in team play a team."""
    if view.teams:
        points = list(view.teams)
        names = [_partners(view, team) for team in range(len(points))]
    else:
        points = [seat.points for seat in view.seats]
        names = [seat.name for seat in view.seats]
    best = points[winner]
    tied = [names[side] for side, number in enumerate(points) if number == best]
    verb = "win" if view.teams else "wins"
    if len(tied) == 1:
        return f"{names[winner]} {verb} with {best} points."
    magnus = next(seat.name for seat in view.seats if seat.magnus)
    return (
        f"{' and '.join(tied)} are tied with {best} points. The Praefectus Magnus lies with"
        f" {magnus}, and so {names[winner]} {verb} (R9.11)."
    )


def _partners(view: View, team: int) -> str:
    return " and ".join(seat.name for seat in view.seats if seat.team == team)
