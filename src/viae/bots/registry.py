"""All bots: the built-in ones, those of installed packages, and external programs.

A name may carry settings, `NAME:key=value:key=value`; `exec:COMMAND` is an external program that
speaks the protocol of `viae.bots.process`. Nothing is imported before it is asked for.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from collections.abc import Callable
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from viae.errors import SetupError, ViaeError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from viae.bots.observation import Observation

DEFAULT_BOT = "level-2"  # who sits opposite, if nobody says otherwise
GROUP = "viae.bots"  # of the entry points
OUTSIDE = "exec"
NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")
SAID = 1000  # characters of a fault that are kept
SETTING = re.compile(r"\s*([a-z_][a-z0-9_-]*)\s*=([^:]*)(?::|$)", re.IGNORECASE)

FaultKind = Literal["crash", "illegal", "timeout", "protocol"]


class Bot(Protocol):
    """A player, made for one seat of one game: what it keeps in its attributes is its memory.

    It may have a method `close()`, called when the game is over or somebody else takes its seat.
    An only legal entry is played without asking, unless the bot has `asked_always = True`.
    """

    def choose(self, observation: Observation, /) -> int | str:
        """The entry to play: its code or its text."""
        ...


class BotFailure(ViaeError):
    """A bot that fails: it raises, hangs, dies or cannot be understood."""

    def __init__(self, kind: FaultKind, text: str) -> None:
        super().__init__(text)
        self.kind: FaultKind = kind
        self.text = text

    def __reduce__(self) -> tuple[type[BotFailure], tuple[str, str]]:
        return type(self), (self.kind, self.text)


class BuiltIn(NamedTuple):
    """A bot that comes with Viae: where its factory is, and one line for lists."""

    factory: str  # module:function, called as function(seed, **settings)
    about: str


# A line is all that a new bot needs here; its module is imported when somebody plays against it.
BUILT_IN: dict[str, BuiltIn] = {
    "random": BuiltIn("viae.bots.random:make", "plays any legal entry, all equally likely"),
    "greedy": BuiltIn("viae.bots.greedy:make", "takes the turn that promises it the most points"),
    "learned": BuiltIn(
        "viae.bots.learned:make", "takes the turn that its neural net rates highest"
    ),
    "search": BuiltIn("viae.bots.search:make", "tries out its best turns, guided by the net"),
    "yardstick": BuiltIn(
        "viae.bots.search:make_yardstick", "a small search bot that never changes, for comparisons"
    ),
    "yardstick-2": BuiltIn(
        "viae.bots.search:make_yardstick_2", "a stronger one, which never changes either"
    ),
    "pupil": BuiltIn(
        "viae.bots.pupil:make", "plays as the tutorial advises, to compare the levels with"
    ),
    "level-1": BuiltIn("viae.bots.levels:level_1", "Felix: a friendly beginner, overlooks a lot"),
    "level-2": BuiltIn("viae.bots.levels:level_2", "Camilla: settles far and wide, turn by turn"),
    "level-3": BuiltIn("viae.bots.levels:level_3", "Sextus: a trader who likes full stores"),
    "level-4": BuiltIn("viae.bots.levels:level_4", "Aemilia: a builder, always one more house"),
    "level-5": BuiltIn("viae.bots.levels:level_5", "Cassius: plays his specialists, seldom errs"),
    "level-6": BuiltIn("viae.bots.levels:level_6", "Lucilla: has learned from her own games"),
    "level-7": BuiltIn("viae.bots.levels:level_7", "Tiberius: tries out his best turns first"),
    "level-8": BuiltIn("viae.bots.levels:level_8", "Antonia: thinks ahead, at full strength"),
}
COMPARED = ("yardstick", "yardstick-2")  # to compare others with, each with a net of its own
if sys.platform == "emscripten":  # in a page, which these nets are not sent to
    for _name in COMPARED:
        del BUILT_IN[_name]


class Recipe(NamedTuple):
    """How to make the bot of a name."""

    name: str  # canonical
    factory: Callable[..., Any]
    settings: dict[str, str]
    trusted: bool  # comes with Viae, and so leaves the state it is shown alone


class Registered(NamedTuple):
    """A bot of this process only."""

    factory: Callable[..., Any]
    about: str


_registered: dict[str, Registered] = {}
_checked: set[str] = set()


# Lists


def bot_names() -> tuple[str, ...]:
    """The names of all bots: built-in, of installed packages, registered here."""
    return tuple(dict.fromkeys((*BUILT_IN, *plugins(), *_registered)))


def describe(name: str) -> str:
    """One line about a bot, for lists; a bot that cannot be loaded is described by the reason."""
    head = _head(name)
    if head == OUTSIDE:
        return "a program of its own, in any language"
    if head in BUILT_IN:
        return BUILT_IN[head].about
    if head in plugins():
        try:
            return _first_line(_load_plugin(head))
        except SetupError as problem:
            return str(problem.faults[0])
    if head in _registered:
        return _registered[head].about
    raise SetupError("bots", [_unknown(name)])


def origin(name: str) -> str:
    """Where a bot comes from: `viae`, or the package that brought it."""
    head = _head(name)
    if head in plugins():
        return _origin(plugins()[head])
    return "this program" if head in _registered else "viae"


def _head(name: str) -> str:
    return name.partition(":")[0].strip().lower()


def _first_line(factory: object) -> str:
    return (inspect.getdoc(factory) or "").partition("\n")[0].strip()


def _unknown(name: str) -> str:
    names = bot_names()
    tidy = name.strip()
    head = tidy.partition(":")[0].strip()
    near = get_close_matches(head.lower(), names, 1, 0.6)
    hint = f"did you mean {near[0]}? Bots" if near else "bots"
    return f"there is no bot “{head}”; {hint} are {', '.join(names)}, and exec:COMMAND"


# Installed packages


@lru_cache(maxsize=1)
def _found() -> tuple[dict[str, EntryPoint], tuple[str, ...]]:
    """The entry points by name, and what is odd about others."""
    from importlib.metadata import entry_points

    good: dict[str, EntryPoint] = {}
    odd: list[str] = []
    # Sorted by package, so that the same installation always chooses the same bots.
    for point in sorted(entry_points(group=GROUP), key=_origin):
        name = point.name.strip().lower()
        told = f"{_origin(point)} offers a bot “{point.name}”, but"
        if not NAME.fullmatch(name):
            odd.append(f"{told} a name has only letters, digits and . _ -")
        elif name in BUILT_IN or name == OUTSIDE:
            odd.append(f"{told} Viae has one of that name itself")
        elif name in good:
            if good[name].value != point.value:  # the same package may be found twice on the path
                odd.append(f"{told} so does {_origin(good[name])}, which is taken")
        else:
            good[name] = point
    return good, tuple(odd)


def plugins() -> dict[str, EntryPoint]:
    """The bots of installed packages by their names."""
    return _found()[0]


def oddities() -> tuple[str, ...]:
    """Bots of installed packages that cannot be had, and why."""
    return _found()[1]


def _origin(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value


def _load_plugin(name: str) -> Callable[..., Any]:
    point = plugins()[name]
    try:
        factory = point.load()
    except (Exception, SystemExit) as problem:
        reason = f"{type(problem).__name__}: {problem}"
        fault = f"“{name}” of {_origin(point)} cannot be loaded: {reason}"
        raise SetupError("bots", [fault]) from problem
    if not callable(factory):
        fault = f"“{name}” of {_origin(point)}: {point.value} is not a function that makes a bot"
        raise SetupError("bots", [fault])
    return factory  # type: ignore[no-any-return]


def register(name: str, factory: Callable[..., Bot], about: str = "") -> None:
    """Give a bot of your own a name, for this process only; a package does it by an entry point.

    The factory is called with a seed, and with the settings of the name as texts by keyword.
    """
    tidy = name.strip().lower()
    if not NAME.fullmatch(tidy):
        raise SetupError("bots", [f"“{name}” is no name: only letters, digits and . _ - are"])
    if tidy in BUILT_IN or tidy in plugins() or tidy == OUTSIDE:
        raise SetupError("bots", [f"there is a bot “{tidy}” already"])
    _registered[tidy] = Registered(factory, about or _first_line(factory))
    recipe.cache_clear()
    _checked.clear()


# Making


def check_bot(name: str) -> str:
    """The name in its canonical form; SetupError if there is no such bot or it cannot be made."""
    found = recipe(name)
    if found.name not in _checked:
        bot = make_bot(name, 0)
        close_bot(bot)
        _checked.add(found.name)
    return found.name


def make_bot(name: str, seed: int) -> Bot:
    """A bot for one seat of one game; the same seed makes the same decisions."""
    try:
        return build(name, seed)
    except BotFailure as problem:
        raise SetupError("bots", [f"“{name.strip()}”: {problem}"]) from problem


def build(name: str, seed: int) -> Bot:
    """As `make_bot`, but a bot that fails while it is made raises `BotFailure`."""
    found = recipe(name)
    try:
        bot = found.factory(seed, **found.settings)
    except (SetupError, BotFailure):
        raise
    except (Exception, SystemExit) as problem:
        raise BotFailure("crash", blame(problem)) from problem
    if not callable(getattr(bot, "choose", None)):
        raise BotFailure("crash", f"a bot has a method choose; {type(bot).__name__} has none")
    return bot  # type: ignore[no-any-return]


def close_bot(bot: Bot) -> None:
    """Tell a bot that it is not needed any more, if it wants to know."""
    close = getattr(bot, "close", None)
    if callable(close):
        close()


def printable(text: str) -> str:
    """What others said, on one line and without anything a terminal would act on."""
    tidy = "".join(sign if sign.isprintable() else " " for sign in text)
    return tidy if len(tidy) <= SAID else f"{tidy[: SAID - 1]}…"


def blame(problem: BaseException) -> str:
    """An exception in one line, with the place where it was raised."""
    at = problem.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    where = f" ({at.tb_frame.f_code.co_filename}, line {at.tb_lineno})" if at else ""
    return f"{type(problem).__name__}: {problem}{where}"


@lru_cache(maxsize=256)
def recipe(name: str) -> Recipe:
    """What a name asks for; SetupError if there is no such bot or it has no such setting."""
    tidy = name.strip()
    if is_outside(tidy):
        return _outside_recipe(tidy)
    head = _head(tidy)
    _, colon, rest = tidy.partition(":")
    if head in BUILT_IN:
        factory = _load_built_in(head)
    elif head in plugins():
        factory = _load_plugin(head)
    elif head in _registered:
        factory = _registered[head].factory
    else:
        raise SetupError("bots", [_unknown(name)])
    settings, left = _read_settings(rest)
    if left or (colon and not settings):
        fault = f"“{left or tidy}” is no setting; write {head}:key=value:key=value"
        raise SetupError("bots", [fault])
    _check_settings(head, factory, settings)
    written = "".join(f":{key}={value}" for key, value in settings.items())
    return Recipe(f"{head}{written}", factory, settings, head in BUILT_IN)


def is_outside(name: str) -> bool:
    """Whether a name is the command of an outside program."""
    return _head(name) == OUTSIDE


def _outside_recipe(name: str) -> Recipe:
    from viae.bots.process import make

    settings, command = _read_settings(name.partition(":")[2])
    if not command:
        raise SetupError("bots", [f"{OUTSIDE}: needs a command, such as {OUTSIDE}:node bot.mjs"])
    written = "".join(f"{key}={value}:" for key, value in settings.items())
    return Recipe(
        f"{OUTSIDE}:{written}{command}",
        lambda seed, **options: make(command, seed, options),
        settings,
        trusted=True,  # it is shown texts, not the state
    )


def _read_settings(text: str) -> tuple[dict[str, str], str]:
    """The settings a text begins with, and the rest of it."""
    settings: dict[str, str] = {}
    while match := SETTING.match(text):
        key = match[1].lower().replace("-", "_")
        if key in settings:
            raise SetupError("bots", [f"the setting “{key}” is given twice"])
        settings[key] = match[2].strip()
        text = text[match.end() :]
    return settings, text.strip()


def _load_built_in(name: str) -> Callable[..., Any]:
    module, _, function = BUILT_IN[name].factory.partition(":")
    try:
        factory: Callable[..., Any] = getattr(importlib.import_module(module), function)
    except ImportError as problem:  # a library that only this bot needs
        raise SetupError("bots", [f"“{name}” cannot be loaded: {problem}"]) from problem
    return factory


def _check_settings(name: str, factory: Callable[..., Any], settings: dict[str, str]) -> None:
    """A factory that names its settings refuses others here; one that takes all checks itself."""
    try:
        signature = inspect.signature(factory)
    except (TypeError, ValueError):  # not every callable tells
        return
    known = list(signature.parameters.values())
    if any(one.kind is one.VAR_KEYWORD for one in known):
        return
    keys = [one.name for one in known[1:] if one.kind is not one.VAR_POSITIONAL]
    has = f"it has {', '.join(keys)}" if keys else "it has none"
    faults = [f"“{name}” has no setting “{key}”; {has}" for key in settings if key not in keys]
    if faults:
        raise SetupError("bots", faults)
