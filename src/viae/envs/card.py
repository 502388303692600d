"""The data card in Markdown: what a dataset holds, how it was made, what to watch out for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from viae import __version__
from viae.envs.actions import ACTION_SPACE_VERSION
from viae.envs.observation import OBSERVATION_VERSION, layout

if TYPE_CHECKING:
    from viae.envs.dataset import Gathered

CARD: Final = """\
# {games} games of Concordia

{games} games of {terms}, as tables and arrays for research. {origin}

| | |
| --- | --- |
| games | {games}, {finished} of them finished |
| entries | {entries}, {length:.1f} in a game ({shortest} to {longest}) |
| decisions of players | {decisions} |
| players | {names} |
| viae | {version}; records version 1, actions version {actions}, observations version {seen} |
| SHA-256 of the records | `{digest}` |

| {side} | mean score | wins |
| ---: | ---: | ---: |
{results}

## Files

{files}
## What it is good for

Learning to predict entries or results, studying openings and the pace of the game, testing
pipelines. Every record was replayed and checked while it was packed.

## What to mind

- The games are only as good as their players: random players buy, build and move without a plan.
- Actions are numbers of the action space of this board and variant (`viae.envs.actions`, version
  {actions}); `entry` in the tables is the same in words.
- Seats are not equal: later seats begin with more coins, and whoever ends the game gets 7 points.
- Who plays well with these tokens need not do so with others; split by game, never by entry.

## Licence

That of viae, MIT. Concordia itself belongs to its author and publisher; viae is an independent
project.
"""
PARQUET_FILES: Final = """\
`games.parquet`, a row per game:

| column | type | meaning |
| --- | --- | --- |
| `game` | int32 | number of the game |
| `board`, `variant`, `options` | string | what was agreed |
| `players` | list of string | who sat where |
| `entries` | int32 | how many entries there are |
| `finished` | bool | played to its end |
| `scores` | list of int32 | points of each seat, at the end or where the game was abandoned |
| `winner` | int8 | the winning seat, in team play the team; null if abandoned |
| `record` | string | the whole record, as `viae replay` reads it |

`entries.parquet`, a row per entry:

| column | type | meaning |
| --- | --- | --- |
| `game`, `number` | int32 | which game, which entry of it |
| `actor` | int8 | the seat that decided; -1 for chance |
| `action` | int32 | the entry as a number of the action space |
| `choices` | int16 | how many entries were legal |
| `entry` | string | the entry in words |

"""
ARRAYS_FILES: Final = """\
`arrays.npz`, for `numpy.load`:

| array | shape | meaning |
| --- | --- | --- |
| `players` | {entries} | the seat that decided; -1 for chance |
| `actions` | {entries} | the entry as a number of the action space, which has {size} |
| `starts` | {games} + 1 | the first entry of each game, and the end of the last |
| `scores` | {games} × {players} | points of each seat |
| `winners` | {games} | the winning seat, in team play the team; -1 if abandoned |
| `observed` | {observed} | the entries that have an observation |
| `observations` | {observed} × {width} | what the deciding seat saw before them |
| `legal` | {legal} | the legal actions there, one list after the other |
| `offsets` | {observed} + 1 | where each list begins, and the end of the last |

"""


def write_card(known: Gathered, formats: tuple[str, ...], origin: str) -> str:
    """The data card of what was gathered; `origin` says how the games were made."""
    assert known.terms is not None
    assert known.space is not None
    players = known.terms.players
    entries = known.entries
    width = layout(known.space.board, known.terms.variant, players).size
    files = ""
    if "parquet" in formats:
        files += PARQUET_FILES
    if "npz" in formats:
        files += ARRAYS_FILES.format(
            entries=entries,
            games=known.games,
            players=players,
            size=known.space.size,
            observed=len(known.observed),
            width=width,
            legal=sum(len(found) for found in known.choices),
        )
    team = known.terms.variant == "venus-team"
    return CARD.format(
        games=known.games,
        terms=known.terms,
        origin=origin,
        finished=known.finished,
        entries=entries,
        length=entries / known.games,
        shortest=min(known.lengths),
        longest=max(known.lengths),
        decisions=int(sum((actors >= 0).sum() for actors in known.actors)),
        names=", ".join(sorted(known.names)),
        version=__version__,
        actions=ACTION_SPACE_VERSION,
        seen=OBSERVATION_VERSION,
        digest=known.digest.hexdigest(),
        side="team" if team else "seat",
        results="\n".join(_result_rows(known, team)),
        files=files,
    )


def _result_rows(known: Gathered, team: bool) -> list[str]:
    """Mean score and wins of each side, of the finished games."""
    winners = np.array(known.winners)
    scores = np.array(known.scores)[winners >= 0]
    if team:
        half = scores.shape[1] // 2
        scores = scores[:, :half] + scores[:, half:]
    return [
        f"| {side} | {scores[:, side].mean():.1f} | {(winners == side).sum()} |"
        for side in range(scores.shape[1])
        if len(scores)
    ]
