"""Laws: what holds at every state of every game, by name, and the errors that name a broken one."""

from __future__ import annotations

from typing import Any

LAWS: dict[str, str] = {
    "actor": "the actor is the seat whose part it is, chance for a reveal, nobody once it is over",
    "legal": "the legal list is empty only when the game is over, sorted and without doubles",
    "text": "every entry has a text of its own that reads back as the same entry",
    "copy": "a copy equals the original, and neither changes when the other plays on",
    "position": "a position reads back as the same state with the same legal list",
    "record": "a record replays to the same state with the same legal list and result",
    "undo": "undo goes back through every earlier state to the root",
    "refusal": "an entry that is not legal is refused and changes nothing",
    "setup": "a game begins as R2 says",
    "cards": "every card lies in exactly one place, starting cards with their owner (R2.3, R4.1)",
    "display": "seven cards on display while the stack lasts, lower decks first (R5.6)",
    "colonists": "three land and three sea colonists each, moved as an architect may (R5.2)",
    "paths": "a path holds one colonist at most, none where one cannot stop (R5.2)",
    "houses": "at most 15 houses each, one for each city and player, none in the capital (R5.2)",
    "store": "goods and colonists share 12 spaces, and no space stays empty by choice (R3)",
    "goods": "goods change only by a cause the rules name, and by its amount",
    "coins": "coins change only by a cause the rules name, and by its amount",
    "markers": "producing turns a marker to coins, collecting turns all back (R5.3)",
    "magnus": "one seat holds the Praefectus Magnus; it passes after its holder produced (R6)",
    "copied": "a card copied in team play is closed to the partner (R10.9)",
    "turn": "turns go clockwise, partners act after each other (R4, R10)",
    "concordia": "the Concordia card is given once, and then the last turns are counted (R8)",
    "scores": "points, teams and winner are those of R7 and R9",
    "crash": "nothing but the errors of viae.errors is raised",
}


class Violation(Exception):
    """A law is broken; the kit adds in which game and where."""

    def __init__(self, law: str, text: str) -> None:
        super().__init__(f"{law}: {text}")
        self.law = law
        self.text = text


def need(holds: bool, law: str, text: str) -> None:
    """Raise a violation of the law unless it holds."""
    if not holds:
        raise Violation(law, text)


class ConformanceError(AssertionError):
    """A violated law, with the one line that plays the same game again.

    `law` is a key of `LAWS`, `text` what is wrong, `at` the number of entries played by then,
    `entry` the last of them, and `game` the arguments for `check_game`, `seed` among them.
    """

    def __init__(self, law: str, text: str, at: int, entry: str, game: dict[str, Any]) -> None:
        self.law = law
        self.text = text
        self.at = at
        self.entry = entry
        self.game = game
        self.seed: int = game["seed"]
        super().__init__(
            f"law “{law}”, {LAWS[law]}: {text}\n"
            f"  seed {self.seed}, after {at} entries, the last one “{entry}”\n"
            f"  again: {self.again}"
        )

    @property
    def again(self) -> str:
        """The call that plays the game again up to the violation."""
        arguments = ", ".join(f"{key}={value!r}" for key, value in self.game.items())
        return f"viae.testing.check_game({arguments})"

    def __reduce__(self) -> tuple[type[ConformanceError], tuple[Any, ...]]:
        return type(self), (self.law, self.text, self.at, self.entry, self.game)
