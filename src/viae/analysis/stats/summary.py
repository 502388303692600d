"""From counts to the document of statistics: means, shares of wins with their intervals, trees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Final, cast

from viae.analysis.stats.count import ALL, Group, add_group

if TYPE_CHECKING:
    from viae.analysis.stats.count import Counts, Sum
    from viae.analysis.stats.documents import (
        Bucket,
        GodFigures,
        GroupStatistics,
        Opening,
        SeatFigures,
        Spot,
        Statistics,
        StatisticsPage,
    )
    from viae.table.types.basics import God

FORMAT: Final = 1
Z: Final = 1.96  # intervals of 95 %
MOST_NEXT: Final = 8  # continuations of a line
RARE: Final = 0.002  # the share of games below which a page leaves out a line


def statistics(counts: Counts, source: str) -> Statistics:
    """The statistics of counted games; `source` says whose they are."""
    return {
        "format": FORMAT,
        "source": source,
        "games": sum(group.games for group in counts.values()),
        "groups": [_group(*key, group) for key, group in sorted(counts.items())],
    }


def wilson(wins: float, games: float) -> tuple[float, float]:
    """The interval of 95 % around a share of wins (Wilson)."""
    if not games:
        return 0.0, 1.0
    share = wins / games
    weight = 1 + Z * Z / games
    middle = (share + Z * Z / (2 * games)) / weight
    half = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / weight
    return max(0.0, middle - half), min(1.0, middle + half)


def _group(
    board: str, variant: str, players: int, group: Group, least: float = 0.0
) -> GroupStatistics:
    """`least` is the share of the games below which a line of an opening is left out."""
    fair = {seat: 1 / _sides(variant, players) for seat in group.seats}
    return _figures(board, variant, players, group, fair, least)


def _sides(variant: str, players: int) -> int:
    return players // 2 if variant == "venus-team" else players


def _figures(
    board: str,
    variant: str,
    players: int,
    group: Group,
    fair: Mapping[int, float],
    least: float,
) -> GroupStatistics:
    seats = sorted(group.seats.items())
    results = sum(one[0] for _, one in seats)  # of single players
    wins = sum(one[2] for _, one in seats)
    rare = least * group.games
    return {
        "board": board,
        "variant": variant,
        "players": players,
        "games": group.games,
        "turns": round(group.turns / group.games, 2),
        "length": _buckets(group.length),
        "points": round(group.points / results, 2),
        "winner_points": round(group.winner_points / max(1.0, wins), 2),
        "scores": _buckets(group.scores),
        "seats": [_seat(seat, one, fair[seat]) for seat, one in seats],
        "gods": [_god(god, one, results, wins) for god, one in group.gods.items()],
        "cards": sorted(
            (_spot(name, one) for name, one in group.cards.items()),
            key=lambda one: (-one["wins"], -one["games"], one["name"]),
        ),
        "first_cards": _tree(group.first_cards, ALL, rare),
        "first_houses": _tree(group.first_houses, ALL, rare),
        "by_seat": [
            {
                "seat": seat,
                "first_cards": _tree(group.first_cards, str(seat), rare),
                "first_houses": _tree(group.first_houses, str(seat), rare),
            }
            for seat, _ in seats
        ],
    }


def statistics_page(
    counts: Counts, board: str = "", variant: str = "", players: int = 0
) -> StatisticsPage:
    """What there is to choose from, and the figures of the games that were asked for.

    An empty board stands for all boards, 0 for any number of players; games of different variants
    are never mixed: without one it is the one with the most games.
    """
    chosen = [
        (key, group)
        for key, group in sorted(counts.items())
        if board in ("", key[0]) and variant in ("", key[1]) and players in (0, key[2])
    ]
    if not variant and chosen:
        by_variant: dict[str, int] = {}
        for key, group in chosen:
            by_variant[key[1]] = by_variant.get(key[1], 0) + group.games
        variant = max(by_variant, key=lambda one: by_variant[one])
        chosen = [(key, group) for key, group in chosen if key[1] == variant]
    return {
        "format": FORMAT,
        "games": sum(group.games for group in counts.values()),
        "groups": [
            {"board": key[0], "variant": key[1], "players": key[2], "games": group.games}
            for key, group in sorted(counts.items())
        ],
        "shown": _together(chosen) if chosen else None,
    }


def _together(chosen: Sequence[tuple[tuple[str, str, int], Group]]) -> GroupStatistics:
    """The figures of several groups of a variant; the houses of several boards are left out."""
    boards = {key[0] for key, _ in chosen}
    numbers = {key[2] for key, _ in chosen}
    variant = chosen[0][0][1]
    whole = Group()
    expected: dict[int, float] = {}  # wins of each seat if seats did not matter
    for (_, _, players), group in chosen:
        add_group(whole, group)
        for seat, one in group.seats.items():
            expected[seat] = expected.get(seat, 0.0) + one[0] / _sides(variant, players)
    if len(boards) > 1:
        whole.first_houses = {}
    fair = {seat: wins / whole.seats[seat][0] for seat, wins in expected.items()}
    return _figures(
        boards.pop() if len(boards) == 1 else "",
        variant,
        numbers.pop() if len(numbers) == 1 else 0,
        whole,
        fair,
        RARE,
    )


def _buckets(sums: Mapping[int, int]) -> list[Bucket]:
    return [{"low": low, "count": number} for low, number in sorted(sums.items())]


def _spot(name: str, one: Sum) -> Spot:
    games, points, wins = one
    low, high = wilson(wins, games)
    return {
        "name": name,
        "games": int(games),
        "points": round(points / games, 2),
        "wins": round(wins / games, 4),
        "win_low": round(low, 4),
        "win_high": round(high, 4),
    }


def _seat(seat: int, one: Sum, fair: float) -> SeatFigures:
    spot = _spot("", one)
    return {
        "seat": seat,
        "games": spot["games"],
        "points": spot["points"],
        "wins": spot["wins"],
        "win_low": spot["win_low"],
        "win_high": spot["win_high"],
        "fair": round(fair, 4),
    }


def _god(god: str, one: Sum, results: float, wins: float) -> GodFigures:
    points, winner_points, cards, winner_cards = one
    won = max(1.0, wins)
    return {
        "god": cast("God", god),
        "points": round(points / results, 2),
        "winner_points": round(winner_points / won, 2),
        "cards": round(cards / results, 2),
        "winner_cards": round(winner_cards / won, 2),
    }


def _tree(sums: Mapping[str, Sum], seat: str, rare: float = 0.0) -> list[Opening]:
    """The lines of a seat as a tree, the most frequent continuations first."""
    roots: list[Opening] = []
    nodes: dict[str, Opening] = {}
    own = f"{seat}|"
    lines = [key[len(own) :] for key, one in sums.items() if key.startswith(own) and one[0] >= rare]
    for line in sorted(lines, key=lambda one: (one.count(" "), -sums[f"{seat}|{one}"][0], one)):
        before, _, name = line.rpartition(" ")
        siblings = nodes[before]["next"] if before in nodes else roots
        if (before and before not in nodes) or len(siblings) >= MOST_NEXT:
            continue
        node: Opening = {**_spot(name or line, sums[f"{seat}|{line}"]), "next": []}
        nodes[line] = node
        siblings.append(node)
    return roots
