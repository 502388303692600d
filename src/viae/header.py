"""The part that records and positions have in common: version, board, variant, options, tokens."""

from __future__ import annotations

import json
import warnings
from collections import Counter
from collections.abc import Mapping
from typing import Any, TypeGuard

from viae.data import load_board, load_cards, parse_board
from viae.data.fields import describe, unknown_key
from viae.data.strict import NotJson, read_json
from viae.errors import (
    BoardError,
    BoardPathWarning,
    EntryError,
    Faults,
    FaultsError,
    Refusal,
    refusal,
)
from viae.options import (
    PLAYERS,
    check_options,
    check_players,
    check_variant,
    terms_for,
)
from viae.rules import goods
from viae.rules.figures import Board
from viae.rules.notation import printable
from viae.rules.setup import Setup
from viae.rules.terms import Terms

VERSION = 1


def as_object(document: object, what: str, error: type[FaultsError]) -> dict[str, Any]:
    """A JSON object from itself or from its text."""
    if isinstance(document, (str, bytes)):
        faults: Faults = []
        try:
            document = read_json(document, faults)
        except NotJson as problem:
            raise error(what, [problem.refusal]) from None
        if faults:
            raise error(what, faults)
        if isinstance(document, str):
            raise error(what, [refusal("json.text")])
    if not isinstance(document, Mapping):
        raise error(what, [refusal("json.no-object", value=describe(document))])
    return dict(document)


def check_keys(
    given: Mapping[str, Any],
    needed: tuple[str, ...],
    allowed: tuple[str, ...],
    where: str,
    faults: Faults,
) -> None:
    """Every missing and every unknown key is a fault."""
    known = (*needed, *allowed)
    found = [refusal("key.missing", key=key) for key in needed if key not in given]
    found += [unknown_key(key, known) for key in given if key not in known]
    faults += [fault.within(where) for fault in found]


def is_count(value: object) -> TypeGuard[int]:
    """Whether a JSON value is a whole number, 0 or more (true and false are not numbers)."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def count_below(value: object, limit: int) -> TypeGuard[int]:
    """Whether a JSON value is a whole number from 0 to limit - 1."""
    return is_count(value) and value < limit


class Header:
    """Reads the common keys of a document, collecting faults.

    `setup` is None where board, variant or number of players are not known; otherwise it is there
    to check the rest of the document with, even if there are faults.
    """

    def __init__(self, given: Mapping[str, Any], players: int | None, board: Board | None) -> None:
        self.faults: Faults = []
        self.setup: Setup | None = None
        version = given.get("viae", VERSION)
        if type(version) is not int or version != VERSION:
            wrong = describe(given["viae"])
            self.faults.append(refusal("record.version", value=wrong, number=VERSION))
        self.board: Board | None = board or self._board(given)
        self.variant: str | None = None
        if "variant" in given:
            self.variant = check_variant(given["variant"], self.faults)
        self.options = check_options(given.get("options", {}), self.variant, self.faults)
        if self.variant and players is not None:
            check_players(self.variant, players, self.faults)
        city_good = self._tokens(given.get("tokens")) if self.board and "tokens" in given else None
        if self.board and self.variant and players in PLAYERS[self.variant]:
            terms = terms_for(self.board, self.variant, players, self.options)
            # With wrong tokens any right ones will do to find what else is wrong.
            self.setup = Setup(terms, city_good or _stand_in(terms))

    def _board(self, given: Mapping[str, Any]) -> Board | None:
        if "board" not in given:
            return None
        board = given["board"]
        if not isinstance(board, (str, Mapping)):
            self.faults.append(refusal("record.board", value=describe(board)))
            return None
        try:
            if isinstance(board, Mapping):
                return parse_board(board, "board")
            loaded = load_board(board)
        except BoardError as problem:
            self.faults += [fault.within(board_place(board)) for fault in problem.faults]
            return None
        if loaded.document:
            warning = refusal("record.board-path", value=describe(board))
            warnings.warn(str(warning), BoardPathWarning, stacklevel=2)
        return loaded

    def _tokens(self, tokens: object) -> list[int] | None:
        """A good for each city; each letter's goods must be among its tokens (R2.1)."""
        assert self.board is not None
        if not isinstance(tokens, Mapping):
            self.faults.append(refusal("tokens.no-object", value=describe(tokens)))
            return None
        before = len(self.faults)
        found: dict[str, Counter[str]] = {}
        city_good: list[int] = []
        for city in self.board.cities:
            if city.letter is None:
                city_good.append(-1)
                if city.id in tokens:
                    self.faults.append(refusal("tokens.capital", "R2.1", city=city.id))
                continue
            good = tokens.get(city.id)
            if good in goods.NAMES:
                found.setdefault(city.letter, Counter())[str(good)] += 1
                city_good.append(goods.NAMES.index(str(good)))
            elif city.id in tokens:
                wrong, known = describe(good), list(goods.NAMES)
                self.faults.append(refusal("tokens.good", city=city.id, value=wrong, known=known))
            else:
                self.faults.append(refusal("tokens.missing", city=city.id))
        cities = {city.id for city in self.board.cities}
        for name in tokens:
            if name not in cities:
                self.faults.append(no_city(self.board, name).within("tokens"))
        if len(self.faults) > before:
            return None
        for letter, right in load_cards().tokens.items():
            counts = found.get(letter, Counter())
            for good in goods.NAMES:
                if counts and counts[good] != right.get(good, 0):
                    limit, number = right.get(good, 0), counts[good]
                    wrong_count = refusal(
                        "tokens.count", "R2.1", letter=letter, number=number, good=good, limit=limit
                    )
                    self.faults.append(wrong_count)
        return city_good if len(self.faults) == before else None


def in_entry(problem: EntryError, at: int, entry: object) -> Refusal:
    """Why an entry of a document cannot be played."""
    return problem.refusal.within(f"entries[{at}] ({printable(str(entry))})")


def board_place(board: object) -> str:
    """Where the faults of a board are: in its name, or in the document that contains it."""
    if isinstance(board, Mapping):
        return "board"
    name = str(board)
    # The end of a path says most.
    return f"board ({printable(name if len(name) <= 40 else f'…{name[-39:]}')})"


def no_city(board: Board, name: object) -> Refusal:
    """A city that a board does not have."""
    return refusal("place.no-city", board=board.id, value=describe(name))


def board_entry(board: Board) -> str | dict[str, Any]:
    """What records and positions say of their board: its name, or the whole document.

    The name is that of a board which comes with Viae. Any other board is written out, so that the
    game replays anywhere, and never on a board that was changed since.
    """
    document: str | dict[str, Any] = json.loads(board.document) if board.document else board.id
    return document


def _stand_in(terms: Terms) -> list[int]:
    """Any valid distribution of the tokens."""
    city_good = [-1] * terms.atlas.cities
    for letter, cities in terms.atlas.letter_cities.items():
        for city, good in zip(cities, terms.tokens[letter], strict=True):
            city_good[city] = good
    return city_good


def show_tokens(setup: Setup) -> dict[str, str]:
    """The good of each city but the capital, in the order of the board."""
    ids = setup.atlas.city_ids
    return {ids[city]: goods.NAMES[kind] for city, kind in enumerate(setup.city_good) if kind >= 0}
