"""`viae show`: one moment of a record or a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from viae.cli.choosing import FileArgument, GameOption, JsonOption
from viae.errors import ViaeError

if TYPE_CHECKING:
    from viae.cli.screen import Screen
    from viae.game import Game


def show(
    file: FileArgument,
    game: GameOption = 1,
    at: Annotated[
        int | None,
        typer.Option(
            "--at",
            metavar="N",
            help="The moment after N entries; -1 is before the last one. Default: the end.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
    position: Annotated[
        bool, typer.Option("--position", help="Print the position as JSON.")
    ] = False,
) -> None:
    """Show a position, or a record at any moment of its game.

    For example:

        viae show game.json                       how it ended
        viae show games.jsonl --game 3 --at 40
        viae show game.json --at -1 --position > before.json
    """
    from viae.cli.files import naming, read_one
    from viae.cli.out import out, print_json
    from viae.position import is_position

    document = read_one(file, game)
    with naming(file):
        found, count = (_position if is_position(document) else _record)(document, at)
    if position:
        print_json(found.position())
    elif as_json:
        print_json(_described(found, count))
    else:
        from viae.cli.screen import Screen

        _draw(document, found, count, Screen(out(), paged=False))


def _cut(entries: object, at: int | None) -> tuple[int, int]:
    """How many entries to play of how many; a wrong list of entries is told by who reads it."""
    count = len(entries) if isinstance(entries, list) else 0
    if at is None:
        return count, count
    number = at if at >= 0 else count + at
    if not 0 <= number <= count:
        raise ViaeError(f"--at {at}: there are {count} entries, so from -{count} to {count}")
    return number, count


def _record(document: Any, at: int | None) -> tuple[Game, int]:
    from viae.game import Game

    upto, count = _cut(document.get("entries") if isinstance(document, dict) else None, at)
    return Game.from_record(document, None if at is None else upto, chance="manual"), count


def _position(document: dict[str, Any], at: int | None) -> tuple[Game, int]:
    from viae.game import Game

    entries = document.get("entries", [])
    upto, count = _cut(entries, at)
    if at is not None and isinstance(entries, list):
        document = {**document, "entries": entries[:upto]}
    return Game.from_position(document, chance="manual"), count


def _described(game: Game, count: int) -> dict[str, Any]:
    """The moment as one object."""
    described: dict[str, Any] = {
        "at": len(game.entries),
        "entries": count,
        "last": game.entries[-1] if game.entries else None,
        "turn": game.turn,
        "actor": game.actor,
        "over": game.over,
        "legal": game.legal(),
        **game.result(),
        "position": game.position(),
    }
    described["winner"] = game.winner
    return described


def _draw(document: dict[str, Any], game: Game, count: int, screen: Screen) -> None:
    from viae.cli.ending import ending
    from viae.cli.seats import remembered_bots
    from viae.cli.view import look
    from viae.cli.words import Log

    view = look(game, remembered_bots(document, game.players))
    screen.say(
        f"{game.board.name}, {game.variant}, {len(game.players)} players, after"
        f" {len(game.entries)} of {count} entries."
    )
    screen.news(Log(game).turns()[-3:], view.seats)
    screen.say("")
    screen.everything(view)
    screen.say("")
    if game.winner is not None:
        screen.say(ending(view, game.winner))
    elif isinstance(game.actor, int):
        screen.say(f"{view.seats[game.actor].name} decides: {_few(game.legal())}.")
    else:
        screen.say("A card is about to be revealed.")


def _few(entries: list[str]) -> str:
    shown = ", ".join(entries[:8])
    return f"{shown} and {len(entries) - 8} more" if len(entries) > 8 else shown
