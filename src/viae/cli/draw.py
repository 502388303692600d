"""Drawing: the look at a game as tables for a terminal, narrow or wide.

Colour only repeats what a letter or a sign says already, so nothing is lost without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from viae.rules import goods

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import RenderableType

    from viae.cli.view import City, Offer, Province, Seat, View

SEAT_STYLES = ("bold red", "bold blue", "bold green", "bold magenta", "bold cyan", "bold yellow")
GOOD_STYLES = {
    "brick": "red",
    "food": "yellow",
    "tool": "bright_black",
    "wine": "magenta",
    "cloth": "cyan",
    "any": "",
}
WIDE = 100  # from here on there is room for words instead of letters
NARROW = 72  # below it some columns move to lines of their own


def sign(seat: Seat) -> Text:
    """The letter of a player, in the player's colour."""
    return Text(seat.sign, style=SEAT_STYLES[seat.seat % len(SEAT_STYLES)])


def named(seat: Seat) -> Text:
    """The name of a player, in the player's colour."""
    return Text(seat.name, style=SEAT_STYLES[seat.seat % len(SEAT_STYLES)])


def good_text(good: str, word: bool = True) -> Text:
    """A good as a word or as its letter."""
    return Text(good if word else good[0].upper(), style=GOOD_STYLES[good])


def cost_text(names: Iterable[str], none: str = "–") -> Text:
    """Goods to pay: `brick + wine`."""
    parts = [good_text(name) for name in names]
    return Text(" + ").join(parts) if parts else Text(none, style="dim")


def columns(cells: Sequence[Text], width: int, gap: int = 2) -> list[Text]:
    """Short texts in as many columns as fit, each as wide as it must be, to be read downwards."""
    for down in range(1, len(cells) + 1):
        stacks = [cells[at : at + down] for at in range(0, len(cells), down)]
        widths = [max(cell.cell_len for cell in stack) for stack in stacks]
        if sum(widths) + gap * (len(widths) - 1) <= width or down == len(cells):
            return [_row(stacks, widths, row, gap) for row in range(down)]
    return []


def _row(stacks: list[Sequence[Text]], widths: list[int], row: int, gap: int) -> Text:
    line = Text()
    for stack, widest in zip(stacks, widths, strict=True):
        if row < len(stack):
            line.append_text(stack[row])
            line.append(" " * (widest + gap - stack[row].cell_len))
    line.rstrip()
    return line


# The players


def players(view: View, width: int) -> RenderableType:
    """A line for each player: coins, store, houses, colonists, cards, points."""
    wide, narrow = width >= WIDE, width < NARROW
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("")
    table.add_column("")
    table.add_column("player", no_wrap=True, max_width=14 if not narrow else 10)
    table.add_column("coins", justify="right")
    for good in goods.NAMES:
        header = good_text(good, word=wide)
        table.add_column(header, justify="right", min_width=2)
    table.add_column("room", justify="right")
    table.add_column("houses" if not narrow else "hs", justify="right")
    table.add_column("colonists" if wide else "col", justify="right")
    table.add_column("hand", justify="right")
    if not narrow:
        table.add_column("pile", justify="right")
        table.add_column("top of it", no_wrap=True)
    table.add_column("points" if wide else "pts", justify="right", style="bold")
    for seat in view.seats:
        table.add_row(*_player_row(seat, view, narrow))
    lines: list[RenderableType] = [table]
    if narrow:
        lines.append(_pile_tops(view))
    lines.append(status(view))
    return Group(*lines)


def _player_row(seat: Seat, view: View, narrow: bool) -> list[Text]:
    name = named(seat)
    if seat.team is not None:
        name.append(f" {chr(ord('a') + seat.team)}", style="dim")
    if seat.bot:
        name.append(" bot" if not narrow else "°", style="dim")
    row = [
        Text("▸" if view.actor == seat.seat else ""),
        sign(seat),
        name,
        Text(str(seat.coins)),
        *(Text(str(number)) if number else Text("·", style="dim") for number in seat.goods),
        Text(str(seat.room)),
        Text(str(15 - seat.houses_left)),
        Text(f"{len(seat.colonists)}/6"),
        Text(str(len(seat.hand))),
    ]
    if not narrow:
        row += [Text(str(len(seat.pile))), Text(seat.pile[-1] if seat.pile else "–")]
    row.append(Text(str(seat.points)))
    return row


def _pile_tops(view: View) -> Text:
    line = Text("top of pile: ", style="dim")
    for seat in view.seats:
        line.append_text(sign(seat))
        line.append(f" {seat.pile[-1] if seat.pile else '–'}  ", style="not dim")
    return line


def status(view: View) -> Text:
    """Who holds the Praefectus Magnus, how many cards are to come, whether the end is near."""
    line = Text(style="dim")
    magnus = next(seat for seat in view.seats if seat.magnus)
    line.append(f"Praefectus Magnus: {magnus.name}")
    line.append(f" · {counted(view.unseen, 'card')} still to come")
    if view.teams:
        scores = ", ".join(f"{chr(ord('a') + t)} {points}" for t, points in enumerate(view.teams))
        line.append(f" · teams: {scores}")
    holder = next((seat for seat in view.seats if seat.concordia), None)
    if holder is not None:
        line.append(f" · {holder.name} has the Concordia card", style="bold not dim")
        if view.last_turns:
            line.append(f", {counted(view.last_turns, 'turn')} left", style="bold not dim")
    return line


def counted(number: int, noun: str) -> str:
    """A number with its noun: `1 turn`, `2 turns`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def hands(view: View) -> RenderableType:
    """The cards of every player: hand, and pile from bottom to top."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, show_header=False)
    table.add_column()
    table.add_column(style="dim")
    table.add_column(overflow="fold")
    for seat in view.seats:
        table.add_row(sign(seat), "hand", Text(", ".join(_tally(seat.hand)) or "–"))
        if seat.pile:
            table.add_row("", "pile", Text(", ".join(seat.pile)))
    return table


def _tally(cards: Sequence[str]) -> list[str]:
    different = dict.fromkeys(cards)
    return [f"{card} ×{cards.count(card)}" if cards.count(card) > 1 else card for card in different]


# The display


def display(view: View, width: int, compact: bool = False) -> RenderableType:
    """The cards for sale with their cost, surcharge and gods, and whether they can be paid."""
    if not view.display:
        return Text("The display is empty.", style="dim")
    key = Text("✓ payable  ○ only without its surcharge  · not payable", style="dim")
    if compact and width >= NARROW:
        cells = [_offer_cell(offer) for offer in view.display]
        return Group(*columns(cells, width, gap=3), key)
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("", justify="right")
    table.add_column("")
    table.add_column("display", no_wrap=True)
    table.add_column("cost", no_wrap=True)
    table.add_column("surcharge", no_wrap=True)
    if width >= NARROW:
        table.add_column("god", no_wrap=True)
    for offer in view.display:
        row = [
            Text(str(offer.position), style="dim"),
            _payable(offer),
            Text(offer.card or "(taken)", style="" if offer.card else "dim"),
            cost_text(offer.cost),
            cost_text(offer.surcharge),
        ]
        if width >= NARROW:
            row.append(Text(" + ".join(god.capitalize() for god in offer.gods), style="dim"))
        table.add_row(*row)
    return Group(table, key)


def _payable(offer: Offer) -> Text:
    if offer.full:
        return Text("✓", style="green")
    return Text("○", style="yellow") if offer.bare else Text("·", style="dim")


def _offer_cell(offer: Offer) -> Text:
    cell = Text(f"{offer.position} ", style="dim")
    cell.append_text(_payable(offer))
    if not offer.card:
        return cell.append(" (taken)")
    cell.append(f" {offer.card}  ", style="not dim")
    cell.append_text(cost_text(offer.cost))
    for name in offer.surcharge:
        cell.append(" +", style="dim").append_text(good_text(name))
    return cell


# The board


def board(view: View, width: int) -> RenderableType:
    """Every province with its marker and cities: good, coins for the next house, owners."""
    longest = max(len(city.id) for province in view.provinces for city in province.cities)
    letters = max(4, len(view.seats))  # room for the owners of a city
    word = width >= 2 * (longest + letters + 12) + 2
    each = longest + letters + (12 if word else 8)
    across = max(1, min(4, (width + 2) // (each + 2)))
    blocks = [_block(province, view, each, longest, word) for province in view.provinces]
    stacks = _stacks(blocks, across)
    table = Table.grid(padding=(0, 2, 0, 0))
    for _ in stacks:
        table.add_column(no_wrap=True, width=each)
    for row in range(max(len(stack) for stack in stacks)):
        table.add_row(*(stack[row] if row < len(stack) else Text() for stack in stacks))
    key = Text("“gives”: the marker shows a good, so the province can produce", style="dim")
    if not word:
        key.append("\nB brick  F food  T tool  W wine  C cloth")
    return Group(table, key)


def _stacks(blocks: list[list[Text]], across: int) -> list[list[Text]]:
    """Blocks in reading order, one stack beside the other, about equally high."""
    height = sum(len(block) for block in blocks)
    stacks: list[list[Text]] = [[]]
    for block in blocks:
        if stacks[-1] and len(stacks) < across:
            so_far = sum(len(stack) for stack in stacks)
            if so_far + len(block) / 2 > height * len(stacks) / across:
                stacks.append([])
        stacks[-1] += block
    return stacks


def _block(province: Province, view: View, width: int, longest: int, word: bool) -> list[Text]:
    """A province: a line for its name and marker, a line for each city."""
    head = Text(province.name, style="bold")
    if province.coins is None:
        marker = Text("gives ", style="dim").append_text(good_text(province.good))
        marker.stylize("not dim", 6)
    else:
        marker = Text(counted(province.coins, "coin"), style="dim")
    head.append(" " * max(1, width - head.cell_len - marker.cell_len))
    head.append_text(marker)
    cities = [_city_line(city, view, longest, word) for city in province.cities]
    return [head, *cities, Text()]


def _city_line(city: City, view: View, longest: int, word: bool) -> Text:
    line = Text(f" {city.id:<{longest}} ")
    if city.good is None:
        return line.append("capital" if word else "cap.", style="dim")
    good = good_text(city.good, word=word)
    line.append_text(good)
    line.append(" " * ((6 if word else 2) - good.cell_len))
    line.append(f"{city.coins:>2}c ", style="dim")
    for owner in city.owners:
        line.append_text(sign(view.seats[owner]))
    return line


def colonists(view: View) -> RenderableType:
    """Where everybody's colonists stand, and how many wait in the store."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, show_header=False)
    table.add_column()
    table.add_column(overflow="fold")
    for seat in view.seats:
        table.add_row(sign(seat), colonists_text(seat))
    return table


def colonists_text(seat: Seat) -> Text:
    """`land roma, aquileia~roma · sea roma · in store 2 land, 2 sea`."""
    parts = []
    for kind in ("land", "sea"):
        places = [place for of, place in seat.colonists if of == kind]
        if places:
            parts.append(Text(f"{kind} ", style="dim").append(", ".join(places), style="not dim"))
    waiting = [f"{n} {kind}" for n, kind in zip(seat.waiting, ("land", "sea"), strict=True) if n]
    if waiting:
        parts.append(Text(f"in store {', '.join(waiting)}", style="dim"))
    return Text(" · ", style="dim").join(parts)


# The score


def score(view: View, width: int, final: bool = False) -> RenderableType:
    """Points god by god: cards × what each is worth, if the game ended now."""
    each = (width - 12) // len(view.seats)
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("final score" if final else "if it ended now", no_wrap=each >= 9)
    for seat in view.seats:
        table.add_column(named(seat) if each >= 9 else sign(seat), justify="right", no_wrap=True)
    for god in view.seats[0].gods:
        if any(seat.cards[god] or seat.gods[god] for seat in view.seats):
            cells = [_god_cell(seat, god, each >= 12) for seat in view.seats]
            table.add_row(god.capitalize(), *cells)
    table.add_row(
        Text("sum", style="bold"), *(Text(str(seat.points), style="bold") for seat in view.seats)
    )
    if view.teams:
        cells = [Text(_team_points(view, seat), style="bold") for seat in view.seats]
        table.add_row(Text("team", style="bold"), *cells)
    return table


def _team_points(view: View, seat: Seat) -> str:
    assert seat.team is not None
    return f"{chr(ord('a') + seat.team)} {view.teams[seat.team]}"


def _god_cell(seat: Seat, god: str, room: bool) -> Text:
    number, points = seat.cards[god], seat.gods[god]
    cell = Text()
    # Minerva's cards are worth different points each; the Concordia card is no card of a hand.
    if room and number and god != "minerva":
        cell.append(f"{number}×{points // number} ", style="dim")
    return cell.append(f"{points:>3}" if points or number else "  ·")
