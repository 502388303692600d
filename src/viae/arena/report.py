"""Reports on a match, as Markdown and as HTML with the same content.

Who wins, from which seats and on which boards; scores; what winners buy and build; how long games
are and how long bots think.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import mean, median
from typing import Any, NamedTuple

from viae.arena import plots
from viae.arena.pages import Page, Section, drawing_alone, html, markdown
from viae.arena.results import CONTROL, Result
from viae.arena.standings import Share, Standing, fault_list, figures, mirrors, standings
from viae.data import load_cards
from viae.rules import goods, roles

MOST_IN_TABLE = 4  # bots with a column of their own
RARE = 0.02  # cards that fewer have are not drawn


def write_report(results: Sequence[Result], folder: Path, command: str = "") -> Path:
    """Write report.md with its drawings, and report.html, into a folder; the path of the latter.

    `command` is the one that played the games, for those who want to repeat it.
    """
    plots.need_matplotlib()
    folder.mkdir(parents=True, exist_ok=True)
    parts = list(sections(results))
    title, lead = headline(results)
    page = Page(title, lead, _facts(results), parts, command)
    files = {f"{part.key}.svg": drawing_alone(part.drawing) for part in parts if part.drawing}
    files["report.md"] = markdown(page)
    files["report.html"] = html(page)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return folder / "report.html"


# What there is to say


def headline(results: Sequence[Result]) -> tuple[str, str]:
    """The title of a report, and its main result in a sentence."""
    found = standings(results)
    if not found:
        return "A match", "No game has been played yet."
    names = [standing.name for standing in found]
    if len(found) == 1:
        (mirror, *_) = mirrors(results)
        said = ", ".join(_percent(wins / mirror.games) for wins in mirror.wins)
        lead = (
            f"One bot at all seats, {_count(mirror.games, 'game')}. The seats won {said}, in order."
            f" {_verdict(mirror.chance)}"
        )
        return f"Mirror match of {names[0]}", lead
    first = found[0]
    share = first.share.as_json()
    lead = (
        f"{first.name} won {_percent(share['rate'])} of {_count(share['games'], 'game')}; with 95 %"
        f" certainty its rate lies between {_percent(share['low'])} and {_percent(share['high'])}."
        f" A bot as good as the others would win {_percent(share['even'])}."
    )
    if len(found) == 2:
        return f"{names[0]} against {names[1]}", lead
    return f"{', '.join(names[:-1])} and {names[-1]}", lead


def _verdict(chance: float) -> str:
    if chance < 0.01:
        return f"Equal seats would hardly ever differ that much (chance {chance:.2g}): it matters."
    if chance < 0.05:
        return f"Equal seats would rarely differ that much (chance {chance:.2g})."
    return f"Equal seats differ that much by luck alone, too (chance {chance:.2g})."


def _facts(results: Sequence[Result]) -> list[tuple[str, str]]:
    """A few figures for the top of the page."""
    contest = [result for result in results if result.rotation != CONTROL]
    if not contest:
        return []
    plans = [result.plan for result in contest]
    variants = {f"{plan['variant']}, {plan['players']} players" for plan in plans}
    boards = sorted({Path(result.board).stem for result in contest})
    times = {f"{plan['time']:g} s a turn" if plan["time"] else "no clock" for plan in plans}
    mirrored = len(results) - len(contest)
    facts = [
        ("games", f"{len(contest):,}" + (f" + {mirrored:,} mirror" if mirrored else "")),
        ("game", " · ".join(sorted(variants))),
        ("boards" if len(boards) > 1 else "board", ", ".join(boards)),
        ("winning score", f"{mean(result.sides[result.winner] for result in contest):.1f}"),
        ("turns of a player", f"{mean(mean(result.turns) for result in contest):.1f}"),
        ("thinking", " · ".join(sorted(times))),
    ]
    capped = sum(result.capped for result in contest)
    if capped:
        facts.append(("stopped by the limit", _count(capped, "game")))
    spoilt = sum(len(result.faults) for result in results)
    if spoilt:
        facts.append(("faults of bots", f"{spoilt:,}"))
    return facts


def sections(results: Sequence[Result]) -> Iterator[Section]:
    """All parts of a report for which there is something to say."""
    contest = [result for result in results if result.rotation != CONTROL]
    found = standings(results)
    if not found:
        return
    if len(found) > 1:
        yield _winning(results, found)
    yield from _seats(results, found)
    if len({result.board for result in contest}) > 1 and len(found) > 1:
        yield _boards(found)
    yield _scores(found)
    yield _gods(contest, found)
    yield _cards(contest, found)
    yield _houses(contest, found)
    yield _length(contest)
    yield _thinking(contest, found)
    yield from _faults(results)


def _winning(results: Sequence[Result], found: list[Standing]) -> Section:
    rows: list[plots.Interval] = []
    for number, standing in enumerate(found):
        rows += [plots.Interval(standing.name), _interval("", standing.share, number)]
    figured = figures(results)["bots"]
    header: tuple[str, ...] = (
        *("bot", "won", "of", "rate", "95 %", "even", "mean score", "as winner"),
    )
    rated = any(bot["rating"] for bot in figured)
    lines = [
        (
            bot["name"],
            f"{bot['wins']:,}",
            f"{bot['games']:,}",
            *_rate_cells(bot),
            _decimal(bot["mean_score"]),
            _decimal(bot["mean_winning_score"]),
            *([_rating(bot["rating"])] if rated else []),
        )
        for bot in figured
    ]
    text = (
        "Every game has one winner. Where a bot sits at several seats their wins add up, and so"
        " does the share that is even. The lines are Wilson intervals of 95 %."
    )
    if rated:
        header = (*header, "rating")
        text += (
            " The rating is that of the Plackett–Luce model over all places; 25 is the middle, the"
            " second figure says how sure it is."
        )
    drawing = plots.draw_intervals("winning", rows)
    return Section("winning", "Who wins", text, drawing, header, tuple(lines))


def _interval(label: str, share: Share, series: int = 0) -> plots.Interval:
    told = share.as_json()
    return plots.Interval(
        label, told["rate"] or 0.0, told["low"], told["high"], told["even"], series
    )


def _rate_cells(told: dict[str, Any]) -> tuple[str, str, str]:
    bounds = f"{100 * told['low']:.1f}–{_percent(told['high'])}"
    return _percent(told["rate"]), bounds, _percent(told["even"])


def _rating(rating: dict[str, float] | None) -> str:
    return f"{rating['mu']:.1f} ± {rating['sigma']:.1f}" if rating else "–"


def _seats(results: Sequence[Result], found: list[Standing]) -> Iterator[Section]:
    """Of each bot, then of the mirror matches."""
    word = "team" if any(len(result.sides) < len(result.bots) for result in results) else "seat"
    header = ("bot", word, "won", "of", "rate", "95 %", "even")
    if len(found) > 1:
        rows: list[plots.Interval] = []
        lines = []
        for number, standing in enumerate(found):
            rows.append(plots.Interval(standing.name))
            for seat, share in sorted(standing.seats.items()):
                rows.append(_interval(f"{word} {seat}", share, number))
                lines.append((standing.name, str(seat), *_share_cells(share)))
        text = f"A {word} is one trial here: equals win the same share of games at each of them."
        drawing = plots.draw_intervals("seats", rows)
        yield Section("seats", f"Won by {word}", text, drawing, header, tuple(lines))
    for number, mirror in enumerate(mirrors(results)):
        key = f"mirror-{number}" if number else "mirror"
        told = [Share(mirror.games, wins, mirror.games / len(mirror.wins)) for wins in mirror.wins]
        rows = [_interval(f"{word} {seat}", share) for seat, share in enumerate(told)]
        lines = [(mirror.name, str(seat), *_share_cells(share)) for seat, share in enumerate(told)]
        text = (
            f"{mirror.name} against itself, {_count(mirror.games, 'game')}: whatever differs here"
            f" is the seats' doing or luck. {_verdict(mirror.chance)}"
        )
        drawing = plots.draw_intervals(key, rows)
        yield Section(key, "Does the seat matter?", text, drawing, header, tuple(lines))


def _share_cells(share: Share) -> tuple[str, ...]:
    return f"{share.wins:,}", f"{share.games:,}", *_rate_cells(share.as_json())


def _boards(found: list[Standing]) -> Section:
    rows: list[plots.Interval] = []
    lines = []
    for number, standing in enumerate(found):
        rows.append(plots.Interval(standing.name))
        for board, share in standing.boards.items():
            name = Path(board).stem
            rows.append(_interval(name, share, number))
            lines.append((standing.name, name, *_share_cells(share)))
    header = ("bot", "board", "won", "of", "rate", "95 %", "even")
    text = "The same deals of luck on every board, as far as boards can have the same."
    drawing = plots.draw_intervals("boards", rows)
    return Section("boards", "Won by board", text, drawing, header, tuple(lines))


def _scores(found: list[Standing]) -> Section:
    spreads = [
        plots.Spread(standing.name, standing.points, number)
        for number, standing in enumerate(found)
    ]
    lines = tuple(
        (
            standing.name,
            f"{mean(standing.points):.1f}",
            f"{median(standing.points):g}",
            f"{min(standing.points)}–{max(standing.points)}",
            f"{mean(standing.winning):.1f}" if standing.winning else "–",
        )
        for standing in found
    )
    text = "Points at the end of a game, of winners and losers together; in team play of the team."
    drawing = plots.draw_histograms("scores", spreads, "points")
    header = ("bot", "mean", "median", "range", "mean as winner")
    return Section("scores", "Scores", text, drawing, header, lines)


def _gods(results: Sequence[Result], found: list[Standing]) -> Section:
    def points(result: Result, seat: int) -> Sequence[float]:
        return result.gods[seat]

    compared = _compare(results, found, roles.GODS, points)
    compared = [one for one in compared if one.winners or one.others]  # Venus is not in every game
    text = "Points of a player by god. Concordia is the card for the player who ends the game."
    pairs = _pairs(compared)
    drawing = plots.draw_pairs("gods", pairs, "points of a player, on average") if pairs else ""
    header, lines = _compared_table("god", compared, found, "{:.1f}")
    return Section("gods", "What winners score for", text, drawing, header, lines)


def _cards(results: Sequence[Result], found: list[Standing]) -> Section:
    """Cards by how many seats purchased them."""
    faces = load_cards().faces
    counts = Counter(card for result in results for cards in result.cards for card in cards)
    seats = sum(len(result.bots) for result in results)
    names = [card for card in faces if counts[card] > RARE * seats]

    def has(result: Result, seat: int) -> Sequence[float]:
        owned = set(result.cards[seat])
        return [100.0 * (name in owned) for name in names]

    compared = _compare(results, found, names, has)
    compared.sort(key=lambda one: one.others - one.winners)
    labels = {name: f"{name} · {', '.join(faces[name].gods)}" for name in names}
    pairs = [one._replace(label=labels[one.label]) for one in _pairs(compared)]
    bought = _compare(results, found, ["cards"], lambda result, seat: [len(result.cards[seat])])
    text = (
        f"Winners purchased {bought[0].winners:.1f} cards, others {bought[0].others:.1f}. Each line"
        " is a card with its gods: the share of winners and of others who had it, what winners"
        " preferred most at the top."
    )
    drawing = plots.draw_pairs("cards", pairs, "players who had it, in per cent") if pairs else ""
    header, lines = _compared_table("card", compared, found, "{:.0f}\N{NO-BREAK SPACE}%")
    return Section("cards", "What winners buy", text, drawing, header, lines)


def _houses(results: Sequence[Result], found: list[Standing]) -> Section:
    names = [*(f"{good} houses" for good in goods.NAMES), "all houses", "provinces", "colonists"]

    def built(result: Result, seat: int) -> Sequence[float]:
        houses = result.houses[seat]
        return [*houses, sum(houses), result.provinces[seat], result.colonists[seat]]

    compared = _compare(results, found, names, built)
    text = "Houses by the good of their city, provinces with a house, colonists on the board."
    drawing = plots.draw_pairs("houses", _pairs(compared), "of a player, on average")
    header, lines = _compared_table("", compared, found, "{:.1f}")
    return Section("houses", "What winners build", text, drawing, header, lines)


class _Compared(NamedTuple):
    """A figure on average: of winners, of others, of each bot."""

    label: str
    winners: float
    others: float
    bots: dict[str, float]


def _compare(
    results: Iterable[Result], found: list[Standing], labels: Sequence[str], values: Any
) -> list[_Compared]:
    """Averages over seats of what `values(result, seat)` gives for each label."""
    groups = ["+", "-", *(f"bot {standing.name}" for standing in found)]
    sums = {group: [0.0] * len(labels) for group in groups}
    counts = dict.fromkeys(groups, 0)
    for result in results:
        for seat, name in enumerate(result.bots):
            won = seat % len(result.sides) == result.winner
            told = values(result, seat)
            for group in ("+" if won else "-", f"bot {name}"):
                counts[group] += 1
                total = sums[group]
                for at, value in enumerate(told):
                    total[at] += value
    means = {
        group: [value / max(1, counts[group]) for value in total] for group, total in sums.items()
    }
    return [
        _Compared(
            label,
            means["+"][at],
            means["-"][at],
            {standing.name: means[f"bot {standing.name}"][at] for standing in found},
        )
        for at, label in enumerate(labels)
    ]


def _pairs(compared: list[_Compared]) -> list[plots.Pair]:
    return [plots.Pair(one.label, one.winners, one.others) for one in compared]


def _compared_table(
    what: str, compared: list[_Compared], found: list[Standing], form: str
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    names = [standing.name for standing in found] if 1 < len(found) <= MOST_IN_TABLE else []
    lines = tuple(
        (
            one.label,
            *(form.format(value) for value in (one.winners, one.others)),
            *(form.format(one.bots[name]) for name in names),
        )
        for one in compared
    )
    return (what, "winners", "others", *names), lines


def _length(results: Sequence[Result]) -> Section:
    rounds = [round(mean(result.turns), 1) for result in results]
    capped = sum(result.capped for result in results)
    entries = mean(result.entries for result in results)
    text = f"Turns of a player until the end; a game has {entries:.0f} entries on average."
    if capped:
        text += (
            f" {_count(capped, 'game')} reached the limit of turns and counted as they stood"
            if capped > 1
            else " One game reached the limit of turns and counted as it stood"
        ) + "."
    spread = plots.Spread("turns of a player", rounds)
    drawing = plots.draw_histograms("length", [spread], "turns of a player")
    figured = (f"{mean(rounds):.1f}", f"{median(rounds):g}", f"{min(rounds):g}–{max(rounds):g}")
    return Section(
        "length", "How long games are", text, drawing, ("mean", "median", "range"), (figured,)
    )


def _thinking(results: Sequence[Result], found: list[Standing]) -> Section:
    thought = [standing for standing in found if standing.microseconds]
    spreads = [
        plots.Spread(standing.name, [value / 1000 for value in standing.microseconds], number)
        for number, standing in enumerate(found)
        if standing.microseconds
    ]
    limits = {result.plan["time"] for result in results}
    limit = limits.pop() if len(limits) == 1 else None
    text = "Time a bot thought in a turn, on the machines that played."
    if limit is not None:
        text += f" The broken line is the time that was allowed, {limit:g} s."
    lines = tuple(
        (
            standing.name,
            f"{len(standing.microseconds):,}",
            *(f"{value / 1000:.3g}" for value in _quarters(standing.microseconds)),
            f"{max(standing.microseconds) / 1000:.4g}",
        )
        for standing in thought
    )
    drawing = plots.draw_times("thinking", spreads, limit) if spreads else ""
    header = ("bot", "turns", "median ms", "95 % below", "longest")
    return Section("thinking", "Thinking times", text, drawing, header, lines)


def _quarters(values: Sequence[int]) -> tuple[float, float]:
    """The median, and what 95 % lie below."""
    ordered = sorted(values)
    return median(ordered), ordered[int(0.95 * (len(ordered) - 1))]


def _faults(results: Sequence[Result]) -> Iterator[Section]:
    found = fault_list(results)
    if found:
        text = "A bot that fails is replaced by a simple one for the rest of the game."
        lines = tuple(
            (fault["name"], fault["kind"], str(fault["games"]), fault["text"]) for fault in found
        )
        yield Section(
            "faults", "Faults of bots", text, "", ("bot", "kind", "games", "what happened"), lines
        )


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}\N{NO-BREAK SPACE}%"


def _decimal(number: float | None) -> str:
    return "–" if number is None else f"{number:.1f}"


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
