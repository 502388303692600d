"""Terms: what the players of a table agreed on before the game."""

from __future__ import annotations

from dataclasses import dataclass, field

from viae.table.clock import NO_CLOCK, Clock
from viae.table.types.terms import StoredTerms


@dataclass(frozen=True, slots=True)
class TableTerms:
    """The game that is played, its clock, and what everybody sees of it.

    `options` has all options, defaults included. `board_file` is the key of a board that somebody
    brought. A `study` is a table to try things out: one person decides for everybody, all hands
    are open, and there is no limit to undo. With `manual_chance` cards are revealed by hand. With
    `hints` everybody may ask for them, and the result never counts.
    """

    board: str = "imperium"
    variant: str = "concordia"
    options: dict[str, bool | str] = field(default_factory=dict)
    clock: Clock = NO_CLOCK
    live_score: bool = True
    open_hands: bool = False
    shuffle: bool = False
    rated: bool = False
    hints: bool = False
    manual_chance: bool = False
    board_file: str | None = None
    study: bool = False

    @property
    def shows_hands(self) -> bool:
        """Whether everybody sees all hands during the game."""
        return self.open_hands or self.study

    def to_json(self) -> StoredTerms:
        """The terms as they are stored; whether it is a study is stored beside them."""
        clock = self.clock
        stored: StoredTerms = {
            "board": self.board,
            "board_file": self.board_file,
            "variant": self.variant,
            "options": dict(self.options),
            "clock": {
                "kind": clock.kind,
                "seconds": clock.seconds,
                "increment": clock.increment,
            },
            "live_score": self.live_score,
            "open_hands": self.open_hands,
            "shuffle": self.shuffle,
            "rated": self.rated,
        }
        if self.hints:
            stored["hints"] = True
        if self.manual_chance:
            stored["manual_chance"] = True
        return stored


def from_json(stored: StoredTerms, study: bool = False) -> TableTerms:
    """Terms as they were stored."""
    return TableTerms(
        board=stored["board"],
        variant=stored["variant"],
        options=stored["options"],
        clock=Clock(**stored["clock"]),
        live_score=stored["live_score"],
        open_hands=stored["open_hands"],
        shuffle=stored["shuffle"],
        rated=stored["rated"],
        hints=stored.get("hints", False),
        manual_chance=stored.get("manual_chance", False),
        board_file=stored["board_file"],
        study=study,
    )
