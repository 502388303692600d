"""The screen of a session: what is put on the terminal, and how much of it has room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from viae.cli import draw
from viae.cli.cards import RULES, TEXTS
from viae.cli.menu import menu
from viae.rules import goods, roles
from viae.rules.state import ANSWER_LEGATUS, ANSWER_PROCONSUL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console, RenderableType

    from viae.cli.choices import Group
    from viae.cli.view import Seat, View
    from viae.rules.state import State

LETTERS = (
    "B brick, F food, T tool, W wine, C cloth; c coins. In the table of players: room left in the"
    " store, houses built, colonists on the board (col), points if the game ended now (pts)."
)
PIPED = 60  # lines of a menu that nobody pages through
ANSWERS = {
    ANSWER_PROCONSUL: "answer your partner's proconsul with a card, for yourself alone",
    ANSWER_LEGATUS: "answer your partner's legatus with a card, for both of you",
}


class Screen:
    """Puts views of a game on a console; `paged` if somebody looks at it window by window."""

    def __init__(self, console: Console, paged: bool) -> None:
        self.console = console
        self.paged = paged

    @property
    def width(self) -> int:
        """Columns of the terminal."""
        return self.console.width

    def say(self, *lines: RenderableType) -> None:
        """Print as it is, without markup."""
        for line in lines:
            self.console.print(line, markup=False, highlight=False)

    def tell_command(self, line: str) -> None:
        """Print a line with a command to copy: the terminal may fold it, but nothing breaks it."""
        self.console.print(line, markup=False, highlight=False, soft_wrap=True)

    def refuse(self, *lines: str) -> None:
        """Print why something cannot be done."""
        self.say(*(Text(line, style="yellow") for line in lines))

    def news(self, sentences: Sequence[str], seats: Sequence[Seat]) -> None:
        """What happened, with the names in the players' colours."""
        table = Table.grid(padding=(0, 1, 0, 0))
        for sentence in sentences:
            text = Text(sentence)
            for seat in seats:
                text.highlight_words([seat.name], draw.SEAT_STYLES[seat.seat])
            table.add_row("·", text)
        self.say(table)

    # A decision

    def turn(self, view: View, number: int, display: bool, menu_lines: int) -> int:
        """The players, the board and the display, as far as there is room; how many lines."""
        assert isinstance(view.actor, int)
        mine = view.seats[view.actor]
        title = Text(f"── turn {number} · ").append_text(draw.named(mine))
        title.append(f" with {view.seats[view.turn].name} " if view.turn != view.actor else " ")
        title.append("─" * max(2, self.width - title.cell_len))
        head: list[RenderableType] = [title, draw.players(view, self.width)]
        tail = [draw.display(view, self.width, compact=True)] if display else []
        if not self.paged:
            self.say(*head, *tail)
            return 0
        head += self._what_fits(view, head, tail, self.console.height - menu_lines - 2)
        self.say(*head)
        return self._lines(head)

    def _what_fits(
        self,
        view: View,
        head: list[RenderableType],
        small: list[RenderableType],
        room: int,
    ) -> list[RenderableType]:
        """The board and the large display, or one of them, or at least the small display."""
        large = [draw.display(view, self.width)] if small else []
        board = self.board(view)
        used = self._lines(head)
        for tail in ([*board, *large], [*board, *small], large):
            if used + self._lines(tail) <= room:
                return tail
        return small

    def _lines(self, parts: Sequence[RenderableType]) -> int:
        return sum(len(self.console.render_lines(part)) for part in parts)

    def decision(self, view: View, state: State, groups: Sequence[Group], used: int) -> None:
        """What is asked, and what can be answered."""
        line = headline(view, state)
        if line is not None:
            self.say(line)
        self.menu(groups, used + 2)

    def menu(self, groups: Sequence[Group], used: int = 2) -> None:
        """The legal entries, as short as the lines left over demand."""
        room = max(8, self.console.height - used) if self.paged else PIPED
        self.say(Text("\n").join(menu(groups, self.width, room)))

    # Views

    def board(self, view: View) -> list[RenderableType]:
        """The provinces and the colonists."""
        return [draw.board(view, self.width), draw.colonists(view)]

    def everything(self, view: View) -> None:
        """All there is to see."""
        self.say(draw.players(view, self.width), "", draw.display(view, self.width), "")
        final = view.actor is None
        self.say(*self.board(view), "", draw.hands(view), "", draw.score(view, self.width, final))

    def help(self, state: State, lines: Sequence[tuple[str, str]]) -> None:
        """What the present decision is about, and what can be typed."""
        self.say(Text(about(state)), "")
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
        table.add_column(style="cyan", no_wrap=True)
        table.add_column()
        for words, meaning in lines:
            table.add_row(words, meaning)
        self.say(table, "", Text(LETTERS, style="dim"))


def headline(view: View, state: State) -> Text | None:
    """What the actor is carrying out, with which means; nothing when a card is to be chosen."""
    assert isinstance(view.actor, int)
    mine = view.seats[view.actor]
    line = draw.named(mine)
    if state.decision == roles.PLAY:
        answer = ANSWERS.get(state.detail)
        return Text().append_text(line).append(f", {answer}") if answer else None
    task = "store" if state.decision == roles.KEEP else roles.NAMES[state.decision]
    rest = Text(f" · {task} · {draw.counted(mine.coins, 'coin')}")
    if mine.purse > mine.coins:
        rest.append(f" (and your partner's {mine.purse - mine.coins})")
    rest.append(" ·")
    for number, good in zip(mine.goods, goods.NAMES, strict=True):
        if number:
            rest.append(f" {number} ").append_text(draw.good_text(good))
    rest.append(f" · room {mine.room}", style="dim")
    return Text().append_text(line).append_text(rest)


def about(state: State) -> str:
    """The rule of the present decision, in a sentence or two."""
    if state.decision == roles.PLAY:
        return "Play a card from your hand and carry it out (R4.1). “rules CARD” explains a card."
    if state.decision == roles.KEEP:
        return (
            "A store has 12 spaces, for goods and for colonists that are not on the board. More"
            " came than fits: choose what you take (R3.2)."
        )
    role = roles.NAMES[state.decision]
    return f"{role.capitalize()}: {TEXTS[role]} ({RULES[role]})"
