"""The part that records and positions have in common: version, board, variant, options, tokens."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, TypeGuard

from viae.data import load_board, load_cards
from viae.errors import BoardError, Faults, FaultsError
from viae.options import (
    PLAYERS,
    check_options,
    check_players,
    check_variant,
    quote,
    terms_for,
)
from viae.rules import goods
from viae.rules.figures import Board
from viae.rules.setup import Setup
from viae.rules.terms import Terms

VERSION = 1


def as_object(document: object, what: str, error: type[FaultsError]) -> dict[str, Any]:
    """A JSON object from itself or from its text."""
    if isinstance(document, (str, bytes)):
        try:
            document = json.loads(document)
        except json.JSONDecodeError as problem:
            where = f"line {problem.lineno}, column {problem.colno}"
            raise error(what, [f"not JSON: {where}: {problem.msg}"]) from None
        except UnicodeDecodeError:
            raise error(what, ["not JSON: the text is not in UTF-8"]) from None
        except RecursionError:
            raise error(
                what, ["not JSON that can be read: brackets are nested too deeply"]
            ) from None
        except ValueError:  # Python refuses to convert more than a few thousand digits
            raise error(what, ["not JSON that can be read: a number has too many digits"]) from None
    if not isinstance(document, Mapping):
        raise error(what, [f"a JSON object is needed, not {quote(document)}"])
    return dict(document)


def check_keys(
    given: Mapping[str, Any],
    needed: tuple[str, ...],
    allowed: tuple[str, ...],
    where: str,
    faults: Faults,
) -> None:
    """Every missing and every unknown key is a fault."""
    faults += [f"{where}the key “{key}” is missing" for key in needed if key not in given]
    for key in given:
        if key not in needed and key not in allowed:
            near = get_close_matches(str(key), [*needed, *allowed], 1)
            hint = f"; did you mean “{near[0]}”?" if near else ""
            faults.append(f"{where}unknown key {quote(key)}{hint}")


def is_count(value: object) -> TypeGuard[int]:
    """Whether a JSON value is a whole number from 0 on (true and false are none)."""
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
            self.faults.append(f"“viae” is {quote(given['viae'])}; this version reads {VERSION}")
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
        name = given["board"]
        if not isinstance(name, str):
            self.faults.append(f"“board” is a name or the path of a file, not {quote(name)}")
            return None
        try:
            return load_board(name)
        except BoardError as problem:
            self.faults += [f"board {quote(name)}: {fault}" for fault in problem.faults]
            return None

    def _tokens(self, tokens: object) -> list[int] | None:
        """A good for each city; each letter's goods must be among its tokens (R2.1)."""
        assert self.board is not None
        if not isinstance(tokens, Mapping):
            self.faults.append(f"“tokens” names the good of each city, not {quote(tokens)}")
            return None
        before = len(self.faults)
        found: dict[str, Counter[str]] = {}
        city_good: list[int] = []
        for city in self.board.cities:
            if city.letter is None:
                city_good.append(-1)
                if city.id in tokens:
                    self.faults.append(f"the capital, {city.id}, has no token (R2.1)")
                continue
            good = tokens.get(city.id)
            if good in goods.NAMES:
                found.setdefault(city.letter, Counter())[str(good)] += 1
                city_good.append(goods.NAMES.index(str(good)))
            elif city.id in tokens:
                names = ", ".join(goods.NAMES)
                self.faults.append(f"the token of {city.id} is {quote(good)}; goods are {names}")
            else:
                self.faults.append(f"the token of {city.id} is missing")
        known = {city.id for city in self.board.cities}
        for name in tokens:
            if name not in known:
                self.faults.append(f"tokens: {self.board.id} has no city {quote(name)}")
        if len(self.faults) > before:
            return None
        for letter, right in load_cards().tokens.items():
            counts = found.get(letter, Counter())
            for good in goods.NAMES:
                if counts and counts[good] != right.get(good, 0):
                    self.faults.append(
                        f"tokens: the cities of letter {letter} have {counts[good]} {good},"
                        f" there are {right.get(good, 0)} such tokens (R2.1)"
                    )
        return city_good if len(self.faults) == before else None


def _stand_in(terms: Terms) -> list[int]:
    """Tokens as they might lie."""
    city_good = [-1] * terms.atlas.cities
    for letter, cities in terms.atlas.letter_cities.items():
        for city, good in zip(cities, terms.tokens[letter], strict=True):
            city_good[city] = good
    return city_good


def show_tokens(setup: Setup) -> dict[str, str]:
    """The good of each city but the capital, in the order of the board."""
    ids = setup.atlas.city_ids
    return {ids[city]: goods.NAMES[kind] for city, kind in enumerate(setup.city_good) if kind >= 0}
