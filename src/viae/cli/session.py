"""A session at the terminal: bots play, people are asked, with undo and save."""

from __future__ import annotations

import os
from difflib import get_close_matches
from typing import TYPE_CHECKING

from rich.text import Text

from viae.bots import Course, Seated
from viae.bots.registry import is_outside
from viae.cli import draw, files
from viae.cli.cards import GODS, HINTS, explain
from viae.cli.choices import find, group_choices, search
from viae.cli.ending import ending
from viae.cli.menu import listing
from viae.cli.out import command
from viae.cli.seats import bots_option
from viae.cli.view import look
from viae.cli.words import Log
from viae.errors import EntryError
from viae.rules import notation, roles
from viae.rules.turn import legal
from viae.seeds import derive

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from viae.cli.choices import Choice, Group
    from viae.cli.reader import Reader
    from viae.cli.screen import Screen
    from viae.cli.view import View
    from viae.game import Game

HELP = (
    ("7", "plays the entry of that number; Enter plays the only one"),
    ("build massilia", "plays an entry by its words; shorten them as you like: b mass"),
    ("massilia", "lists the entries about a city, a path, a good, a card"),
    ("list", "lists all entries you can play now"),
    ("show", "everything: players, display, board, cards, score"),
    ("board", "the provinces, and where the colonists stand"),
    ("display", "the cards for sale"),
    ("score", "the points god by god, if the game ended now"),
    ("log, log 20", "what happened in the last turns"),
    ("rules prefect", "what a card or a god does"),
    ("undo", "goes back to your previous decision"),
    ("save FILE", "writes the game to a file; save! replaces one"),
    ("quit", "saves and leaves; quit! leaves without saving"),
)
# The decisions before which somebody wants to see the cards for sale.
SHOPPING = (roles.PLAY, roles.SENATOR, roles.CONSUL, roles.PRAETOR, roles.PROCONSUL)
SHORT = {"?": "help", "h": "help", "u": "undo", "q": "quit", "exit": "quit", "hand": "show"}


class Leave(Exception):
    """Somebody leaves the table."""


class Session:
    """One game at one terminal; `path` is where it is saved, once that is known."""

    def __init__(
        self,
        game: Game,
        bots: Sequence[str | None],
        screen: Screen,
        reader: Reader,
        seed: int,
        path: str | None = None,
        time: float | None = None,
    ) -> None:
        self.game = game
        self.bot_names = list(bots)
        course = Course.of(game.progress)
        self.bots = [
            Seated(bot, derive(seed, seat), time, course=course) if bot else None
            for seat, bot in enumerate(bots)
        ]
        self.screen = screen
        self.reader = reader
        self.path = path
        self.log = Log(game)
        self._told = len(game.entries)  # so far the screen has said what happened
        self._asked: tuple[int, object] = (0, None)  # turn and actor of the last full screen
        self._written = {os.path.abspath(path)} if path else set()
        self._commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self.screen.help(self.game.state, HELP),
            "list": lambda _: self._list(),
            "show": lambda _: self.screen.everything(self._look()),
            "board": lambda _: self.screen.say(*self.screen.board(self._look())),
            "display": lambda _: self.screen.say(draw.display(self._look(), self.screen.width)),
            "score": lambda _: self.screen.say(draw.score(self._look(), self.screen.width)),
            "log": self._show_log,
            "rules": self._rules,
            "undo": lambda _: self._undo(),
            "save": lambda name: self._save_as(name, replace=False),
            "save!": lambda name: self._save_as(name, replace=True),
            "quit": lambda _: self._quit(),
            "quit!": lambda _: self._abandon(),
        }

    # The course of the game

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        if self.game.over:
            self._show_result()
            return
        try:
            while not self.game.over:
                actor = self.game.actor
                assert isinstance(actor, int)
                if self.bots[actor] is None:
                    self._person_decides(actor)
                else:
                    self._bot_decides(actor)
            self._tell()
            self._finish()
        except Leave:
            return
        except (EOFError, KeyboardInterrupt) as stop:
            self.screen.say("")
            self._save_and_tell()
            if isinstance(stop, KeyboardInterrupt):
                raise
        finally:
            for bot in self.bots:
                if bot is not None:
                    bot.close()

    def _bot_decides(self, actor: int) -> None:
        bot = self.bots[actor]
        assert bot is not None
        state = self.game.state
        told = len(bot.faults)
        code = bot.decide(state, legal(state))
        for fault in bot.faults[told:]:
            self.screen.refuse(
                f"{self._look().seats[actor].name}'s bot, {fault.name}, fails: {fault.text}",
                f"{bot.playing} plays on for it.",
            )
        turn = self.game.turn
        self.log.play(self.game, notation.show(state.setup, code))
        if self.game.turn != turn and None not in self.bots:
            self._tell()  # nobody will be asked, so tell turn by turn

    def _person_decides(self, actor: int) -> None:
        """Show what is new and ask until an entry has been played, or one taken back."""
        self._tell()
        view = self._look()
        groups = group_choices(self.game, view)
        number = self._turn_number()
        used = 0
        if self._asked != (number, actor):
            shopping = self.game.state.decision in SHOPPING
            used = self.screen.turn(view, number, shopping, menu_lines=len(groups[0].choices))
        self._asked = (number, actor)
        self.screen.decision(view, self.game.state, groups, used)
        choices = [choice for group in groups for choice in group.choices]
        known = [choice.entry for choice in choices] + list(self._commands)
        count = len(self.game.entries)
        while len(self.game.entries) == count:
            text = self.reader.ask(f"{view.seats[actor].name}> ", known)
            self._answer(text, groups, choices)
        self._keep_up_to_date()

    def _answer(self, text: str, groups: Sequence[Group], choices: Sequence[Choice]) -> None:
        word, _, rest = text.partition(" ")
        word = word.lower()
        command = self._commands.get(SHORT.get(word, word))
        if not text and len(choices) == 1:
            self._play(choices[0].entry)
        elif not text:
            self.screen.menu(groups)
        elif command is not None:
            command(rest.strip())
        elif not text.isdecimal():
            self._answer_in_words(text, choices)
        elif 1 <= int(text[:9]) <= len(choices):
            self._play(choices[int(text) - 1].entry)
        else:
            self.screen.refuse(f"The numbers go from 1 to {len(choices)}.")

    def _answer_in_words(self, text: str, choices: Sequence[Choice]) -> None:
        found = find(text.removeprefix(f"{self.game.actor}:"), choices)
        if len(found) == 1:
            self._play(found[0].entry)
            return
        found = found or search(text, choices)
        if found:
            title = "This one?" if len(found) == 1 else "Which one?"
            self.screen.say(Text(title, style="bold"), *listing(found, self.screen.width))
            return
        try:
            self._play(text)
        except EntryError as problem:
            self.screen.refuse(
                unheard(text, choices) or str(problem).partition(" Legal now:")[0],
                "“list” shows all legal entries, “help” explains.",
            )

    def _play(self, entry: str) -> None:
        before = len(self.game.entries)
        told = self.log.play(self.game, entry)[0]
        if told.text:
            self.screen.say(Text(f"  {told.text}", style="dim"))
        self._told = before + 1

    def _show_result(self) -> None:
        view = self._look()
        assert self.game.winner is not None
        self.screen.say("", draw.score(view, self.screen.width, final=True), "")
        self.screen.say(Text(ending(view, self.game.winner), style="bold"))

    def _finish(self) -> None:
        self._show_result()
        if self.path:
            self._save_and_tell()
        else:
            self._offer_to_save()

    # Looking

    def _look(self) -> View:
        return look(self.game, self.bot_names)

    def _turn_number(self) -> int:
        """The number of the present turn, or of the one that begins here."""
        return self.game.progress.turns

    def _tell(self) -> None:
        """Say what happened since the screen was last up to date."""
        if self._told < len(self.log.told):
            news = self.log.turns(self._told)
            self.screen.news(news, self._look().seats)
        self._told = len(self.log.told)

    def _list(self) -> None:
        groups = group_choices(self.game, self._look())
        choices = [choice for group in groups for choice in group.choices]
        self.screen.say(*listing(choices, self.screen.width, notes=True))

    def _show_log(self, number: str) -> None:
        last = int(number[:6]) if number.isdecimal() else 10
        turns = self.log.turns()
        self.screen.news(turns[-last:] if last else [], self._look().seats)
        if not turns:
            self.screen.say("Nothing has happened yet.")

    def _rules(self, word: str) -> None:
        lines = explain(word) if word else []
        if lines:
            self.screen.say(*lines)
            return
        if word:
            self.screen.refuse(f"“{word}” is neither a card nor a god.")
        self.screen.say(f"Cards: {', '.join(HINTS)}.", f"Gods: {', '.join(GODS)}.")
        self.screen.say("“rules prefect” explains one of them.")

    # Taking back, saving, leaving

    def _undo(self) -> None:
        """Back to the last decision of a person, past whatever bots and chance did since."""
        people = [
            at
            for at, entry in enumerate(self.game.entries)
            if not entry.startswith("*") and self.bots[int(entry[0])] is None
        ]
        if not people:
            self.screen.refuse("There is no decision of yours to go back to.")
            return
        taken = self.game.entries[people[-1]]
        while len(self.game.entries) > people[-1]:
            self.game.undo()
        self.log.cut(self.game)
        self._told = len(self.log.told)
        self._asked = (0, None)
        self.screen.say(Text(f"  taken back: {taken}", style="dim"))

    def _save(self, path: str) -> None:
        document = files.document_of(self.game)
        document["meta"] = {**document.get("meta", {}), "bots": self.bot_names}
        files.write_document(path, document)
        self._written.add(os.path.abspath(path))

    def _keep_up_to_date(self) -> None:
        """Save after every decision where a file is known; a full disk must not end the game."""
        if self.path is None:
            return
        try:
            self._save(self.path)
        except OSError as problem:
            self.screen.refuse(f"{self.path} cannot be written: {problem.strerror or problem}.")
            self.path = None

    def _save_as(self, name: str, replace: bool) -> None:
        """Save where somebody says; from then on the game is kept there."""
        if not name and not self.path:
            self.screen.refuse("Say where: save FILE.")
            return
        name = os.path.expanduser(name or self.path or "")
        known = os.path.abspath(name) in self._written
        if os.path.exists(name) and not (replace or known):
            self.screen.refuse(f"{name} already exists; “save! {name}” replaces it.")
            return
        try:
            self._save(name)
        except OSError as problem:
            self.screen.refuse(f"{name} cannot be written: {problem.strerror or problem}.")
            return
        self.path = name
        kept = "." if self.game.over else "; it is kept up to date from now on."
        self.screen.say(f"Saved to {name}{kept}")

    def _save_and_tell(self) -> None:
        """Save under the known name, or one that is free, and say how to go on."""
        if not self.game.entries:
            self.screen.say("Nothing was played, so nothing is saved.")
            return
        self.path = self.path or free_name()
        self._save(self.path)
        if self.game.over:
            self.screen.tell_command(
                f"The record is in {self.path}. Replay it: {command()} replay {self.path}"
            )
        else:
            again = [bot for bot in self.bot_names if bot is not None and is_outside(bot)]
            bots = f" {bots_option(self.bot_names)}" if again else ""
            self.screen.tell_command(
                f"Saved. Continue with: {command()} play --load {self.path}{bots}"
            )

    def _offer_to_save(self) -> None:
        name = free_name()
        try:
            answer = self.reader.ask(f"Save the record? (Enter: {name}, a file name, or no) ")
        except EOFError:
            answer = ""
        if answer.lower() in ("n", "no"):
            return
        if answer.lower() not in ("", "y", "yes"):
            self._save_as(answer, replace=False)
        if self.path is None:
            self._save_and_tell()

    def _quit(self) -> None:
        try:
            self._save_and_tell()
        except OSError as problem:
            self.screen.refuse(
                f"{self.path} cannot be written: {problem.strerror or problem}.",
                "“save FILE” saves elsewhere, “quit!” leaves without saving.",
            )
            self.path = None
            return
        raise Leave

    def _abandon(self) -> None:
        raise Leave


def unheard(text: str, choices: Sequence[Choice]) -> str:
    """What to say of an answer that does not even look like an entry; nothing if it does."""
    words = notation.split_actor(text.lower())[1].split()
    if not words or words[0] in notation.USAGE:
        return ""
    reason = f"Nothing you can play now is called “{text}”."
    near = get_close_matches(words[0], [choice.about.short for choice in choices], 1, 0.75)
    if near:
        return f"{reason} Did you mean {near[0]}?"
    return "" if get_close_matches(words[0], list(notation.USAGE), 1) else reason


def free_name() -> str:
    """A name for a saved game that no file has yet."""
    number = 1
    name = "viae-game.json"
    while os.path.exists(name):
        number += 1
        name = f"viae-game-{number}.json"
    return name
