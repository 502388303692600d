"""Statistics as one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viae.analysis.stats.documents import GroupStatistics, Opening, Statistics

STYLE = """
body{font:16px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;
color:#222;background:#fbf9f4}
h1,h2,h3{line-height:1.2}table{border-collapse:collapse;margin:.5rem 0 1.5rem}
th,td{padding:.2rem .8rem .2rem 0;text-align:right;border-bottom:1px solid #ddd5c4}
th:first-child,td:first-child{text-align:left}details{margin-left:1rem}
summary{cursor:pointer}.parts{display:flex;flex-wrap:wrap;gap:0 3rem}
@media(prefers-color-scheme:dark){body{color:#eee;background:#1d1b18}th,td{border-color:#444}}
"""


def page(found: Statistics) -> str:
    """The page."""
    title = f"Statistics of {found['games']:,} games"
    body = [f"<h1>{title}</h1>", f"<p>{escape(found['source'])}</p>"]
    for group in found["groups"]:
        body += _group(group)
    head = (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{STYLE}</style></head>"
    )
    return f"{head}<body>{''.join(body)}</body></html>\n"


def _group(group: GroupStatistics) -> list[str]:
    name = f"{group['board']}, {group['variant']}, {group['players']} players"
    told = (
        f"{group['games']:,} games, {group['turns']:.1f} turns of each player,"
        f" {group['points']:.1f} points, the winner {group['winner_points']:.1f}."
    )
    return [
        f"<h2>{escape(name)}</h2>",
        f"<p>{told}</p>",
        '<div class="parts"><section><h3>Seats</h3>',
        _table(
            ("seat", "won", "95 %", "fair", "points"),
            (
                (
                    str(one["seat"]),
                    _share(one["wins"]),
                    f"{_share(one['win_low'])} – {_share(one['win_high'])}",
                    _share(one["fair"]),
                    f"{one['points']:.1f}",
                )
                for one in group["seats"]
            ),
        ),
        "</section><section><h3>Gods</h3>",
        _table(
            ("god", "points", "winner", "cards bought", "winner"),
            (
                (
                    one["god"],
                    f"{one['points']:.1f}",
                    f"{one['winner_points']:.1f}",
                    f"{one['cards']:.2f}",
                    f"{one['winner_cards']:.2f}",
                )
                for one in group["gods"]
            ),
        ),
        "</section><section><h3>Cards that were bought</h3>",
        _table(
            ("card", "games", "won", "95 %", "points"),
            (
                (
                    one["name"],
                    f"{one['games']:,}",
                    _share(one["wins"]),
                    f"{_share(one['win_low'])} – {_share(one['win_high'])}",
                    f"{one['points']:.1f}",
                )
                for one in group["cards"]
            ),
        ),
        "</section></div><h3>First cards</h3>",
        *_openings(group["first_cards"]),
        "<h3>First houses</h3>",
        *_openings(group["first_houses"]),
    ]


def _openings(found: Sequence[Opening]) -> Iterable[str]:
    for one in found:
        told = (
            f"{escape(one['name'])}: {one['games']:,} games, won {_share(one['wins'])}"
            f" ({_share(one['win_low'])} – {_share(one['win_high'])}), {one['points']:.1f} points"
        )
        if one["next"]:
            yield f"<details><summary>{told}</summary>"
            yield from _openings(one["next"])
            yield "</details>"
        else:
            yield f"<details><summary>{told}</summary></details>"


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{one}</th>" for one in headings)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><tr>{head}</tr>{body}</table>"


def _share(share: float) -> str:
    return f"{100 * share:.1f} %"
