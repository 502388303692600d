"""The fixed action space: one index for every entry of a board and variant.

The indices stand in blocks, a block per verb, in the order of `BLOCKS`; within a block by the
operands, first operand slowest. The space does not depend on the number of players, the options or
the tokens of a game, so one network serves them all. A change of any index raises
`ACTION_SPACE_VERSION`.

>>> from viae.data import load_board
>>> space = action_space(load_board("imperium"), "concordia")
>>> space.text(0), space.text(space.size - 1)
('done', 'reveal diplomat-5')
>>> space.parse("play prefect"), space.size
(10, 4892)
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final

from viae.errors import InvalidEntry, refusal
from viae.options import DEFAULTS, PLAYERS, terms_for
from viae.rules import codes, goods, notation, roles
from viae.rules.atlas import MAX_STEPS
from viae.rules.bits import has
from viae.rules.setup import Setup
from viae.rules.state import STORE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from viae.rules.atlas import Atlas
    from viae.rules.faces import Faces
    from viae.rules.figures import Board

ACTION_SPACE_VERSION: Final = 1
BLOCKS: Final = (
    "done",
    "collect",
    "cash",
    "repeat",
    "copy",
    "play",
    "suggest",
    "purchase",
    "produce",
    "build",
    "settle",
    "move",
    "sell",
    "buy",
    "keep",
    "reveal",
)
# No side, and the sides that double cards have (R5.11).
SIDES: Final = (0, roles.ARCHITECT, roles.PREFECT, roles.MERCATOR)


class ActionSpace:
    """The entries of one board and variant: index to code of the rules, code to index, text.

    `blocks` says where each verb's indices lie; `reveal`, the block of chance, is the last.
    """

    def __init__(self, board: Board, variant: str) -> None:
        self.version = ACTION_SPACE_VERSION
        self.board = board
        self.variant = variant
        terms = terms_for(board, variant, max(PLAYERS[variant]), DEFAULTS)
        # Only to write entries: what the cities produce shows in no entry.
        self._setup = Setup(terms, [-1] * terms.atlas.cities)
        self._codes: list[int] = []
        self.blocks: dict[str, range] = {}
        for verb in BLOCKS:
            first = len(self._codes)
            self._codes += _block(verb, terms.atlas, terms.faces)
            self.blocks[verb] = range(first, len(self._codes))
        self._index: dict[int, int] = {code: i for i, code in enumerate(self._codes)}
        self.size: int = len(self._codes)

    def index(self, code: int) -> int:
        """The index of a code of the rules."""
        return self._index[code]

    def code(self, index: int) -> int:
        """The code of the rules behind an index."""
        return self._codes[index]

    def indices(self, found: Iterable[int]) -> list[int]:
        """The indices of codes, in their order."""
        return list(map(self._index.__getitem__, found))

    def text(self, index: int) -> str:
        """The entry behind an index, as the notation writes it, without an actor."""
        return notation.show(self._setup, self._codes[index])

    def parse(self, text: str) -> int:
        """The index of an entry written in the notation, without an actor."""
        index = self._index.get(notation.parse(self._setup, text))
        if index is None:
            where = {"board": self.board.id, "variant": self.variant}
            raise InvalidEntry(refusal("entry.never-legal", entry=text, **where))
        return index

    def verb(self, index: int) -> str:
        """The verb of an index."""
        for verb, block in self.blocks.items():
            if index in block:
                return verb
        raise IndexError(f"an action is a number from 0 to {self.size - 1}, not {index}")

    def __reduce__(self) -> tuple[object, ...]:
        return action_space, (self.board, self.variant)


@lru_cache(maxsize=64)
def action_space(board: Board, variant: str) -> ActionSpace:
    """The action space of a board and variant, made once and shared."""
    return ActionSpace(board, variant)


def _block(verb: str, atlas: Atlas, faces: Faces) -> list[int]:
    """The codes of one verb in order."""
    if verb == "move":
        return _moves(atlas)
    if verb == "keep":
        return _keeps(atlas)
    on_sale = [card for deck in faces.decks.values() for card in deck]
    if verb in {"play", "suggest", "purchase", "reveal"}:
        return _card_entries(verb, faces, on_sale)
    if verb in {"repeat", "copy"}:
        sides = SIDES if roles.DOUBLE in faces.role else SIDES[:1]
        if verb == "copy":
            seats = range(max(PLAYERS[faces.variant]))
            return [codes.copy(seat, side) for seat in seats for side in sides]
        return [codes.repeat(side) for side in sides] if roles.MAGISTER in faces.role else []
    if verb in {"sell", "buy"}:
        make = codes.sell if verb == "sell" else codes.buy
        return [make(n, kind) for kind in range(goods.KINDS) for n in range(1, STORE + 1)]
    return {
        "done": [codes.DONE_CODE],
        "collect": [codes.COLLECT_CODE],
        "cash": [codes.CASH_CODE],
        "produce": atlas.produce_codes,
        "build": atlas.build_codes,
        "settle": [*atlas.settle_codes[codes.LAND], *atlas.settle_codes[codes.SEA]],
    }[verb]


def _card_entries(verb: str, faces: Faces, on_sale: list[int]) -> list[int]:
    # Equal cards in hand are one entry: the second one has no number of its own here.
    cards = [card for card in range(len(faces.ids)) if not has(faces.twin_mask, card)]
    if verb == "play":
        return [codes.play(card, side) for card in cards for side in faces.sides[card] or [0]]
    if verb == "suggest":
        return [codes.suggest(card) for card in cards] if faces.legatus_mask else []
    if verb == "purchase":
        return [codes.purchase(card, paid) for card in on_sale for paid in range(-1, goods.KINDS)]
    return [codes.reveal(card) for card in on_sale]


def _moves(atlas: Atlas) -> list[int]:
    """Every move that a colonist with all six steps could make (R5.2)."""
    return [
        code
        for kind in (codes.LAND, codes.SEA)
        for place in range(atlas.cities + len(atlas.path_ids[kind]))
        for code in atlas.reach[kind][place][MAX_STEPS].codes
    ]


def _keeps(atlas: Atlas) -> list[int]:
    """Every choice of goods that leaves something of a batch behind, cheapest goods first.

    A batch holds a good per house in the province and, with the Praefectus Magnus, two of the
    marker's (R6); who has to choose leaves at least one unit, and has 12 spaces at the most (R3).
    """
    largest = max(len(members) for members in atlas.province_members)
    most = min(largest + 1, STORE)
    vectors = [v for v in product(range(most + 1), repeat=goods.KINDS) if 1 <= sum(v) <= most]
    return [codes.keep(goods.pack(list(vector))) for vector in vectors]


PART_BLOCKS: Final = (
    "done",
    "collect",
    "cash",
    "repeat",
    "copy",
    "play",
    "suggest",
    "purchase",
    "with",
    "produce",
    "build",
    "settle",
    "move",
    "to",
    "sell",
    "buy",
    "keep",
    "number",
)


class PartSpace:
    """The compact alternative: an entry said in one to six parts, each part one small index.

    `sell 12 wine` is "sell wine", then "12"; a move is "move land from here", then "to there"; a
    purchase names the good paid for "any" in a second part; `keep` is followed by five numbers, one
    for each good in price order. All other entries are one part. Parts that leave no choice are not
    asked for. The head of a network is about a tenth as wide, a random game about a fifth longer.
    """

    def __init__(self, entries: ActionSpace) -> None:
        self.version = ACTION_SPACE_VERSION
        self.entries = entries
        said: dict[str, dict[tuple[int, ...], None]] = {block: {} for block in PART_BLOCKS}
        by_code: dict[int, list[tuple[str, tuple[int, ...]]]] = {}
        for index in range(entries.blocks["reveal"].start):
            code = entries.code(index)
            by_code[code] = _say(entries.verb(index), code)
            for block, operands in by_code[code]:
                said[block][operands] = None
        self.blocks: dict[str, range] = {}
        self._meaning: list[tuple[str, tuple[int, ...]]] = []
        for block in PART_BLOCKS:
            first = len(self._meaning)
            self._meaning += [(block, operands) for operands in sorted(said[block])]
            self.blocks[block] = range(first, len(self._meaning))
        self.size: int = len(self._meaning)
        at = {meaning: i for i, meaning in enumerate(self._meaning)}
        self._parts: dict[int, tuple[int, ...]] = {
            code: tuple(at[meaning] for meaning in meanings) for code, meanings in by_code.items()
        }

    def parts(self, code: int) -> tuple[int, ...]:
        """The parts in which an entry is said."""
        return self._parts[code]

    def next(self, found: Iterable[int], said: tuple[int, ...]) -> dict[int, list[int]]:
        """What can be said next: part to the codes among `found` that begin that way."""
        length = len(said)
        ahead: dict[int, list[int]] = {}
        for code in found:
            parts = self._parts[code]
            if len(parts) > length and parts[:length] == said:
                ahead.setdefault(parts[length], []).append(code)
        return ahead

    def say(self, found: Iterable[int], said: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
        """Add the parts that leave no choice; then all that is said, and its code or -1."""
        while True:
            ahead = self.next(found, said)
            if not ahead:
                return said, next(code for code in found if self._parts[code] == said)
            if len(ahead) > 1:
                return said, -1
            said = (*said, *ahead)

    def text(self, index: int) -> str:
        """A part in words: `sell wine`, `12`, `to sea massilia~roma`."""
        block, operands = self._meaning[index]
        if block == "number":
            return str(operands[0])
        if block == "with":
            return f"with {goods.NAMES[operands[0]]}"
        if block == "keep":
            return "keep"
        if block in {"sell", "buy"}:
            return f"{block} {goods.NAMES[operands[0]]}"
        atlas = self.entries._setup.atlas
        if block == "to":
            return f"to {notation.KINDS[operands[0]]} {atlas.path_ids[operands[0]][operands[1]]}"
        if block == "move":
            kind, place = operands
            there = atlas.city_ids[place : place + 1] or [
                atlas.path_ids[kind][place - atlas.cities]
            ]
            return f"move {notation.KINDS[kind]} {there[0]}"
        return notation.show(self.entries._setup, operands[0])

    def __reduce__(self) -> tuple[object, ...]:
        return part_space, (self.entries.board, self.entries.variant)


def _say(verb: str, code: int) -> list[tuple[str, tuple[int, ...]]]:
    """An entry as blocks with operands; an entry of one part has its own code for operand."""
    if verb == "move":
        kind, start, path = codes.move_of(code)
        return [("move", (kind, start)), ("to", (kind, path))]
    if verb in {"sell", "buy"}:
        number, kind = codes.trade_of(code)
        return [(verb, (kind,)), ("number", (number,))]
    if verb == "purchase":
        card, good = codes.purchase_of(code)
        if good >= 0:
            return [("purchase", (codes.purchase(card, -1),)), ("with", (good,))]
    if verb == "keep":
        counts = goods.counts(codes.keep_of(code))
        return [("keep", (0,)), *[("number", (count,)) for count in counts]]
    return [(verb, (code,))]


@lru_cache(maxsize=64)
def part_space(board: Board, variant: str) -> PartSpace:
    """The compact space of a board and variant, made once and shared."""
    return PartSpace(action_space(board, variant))
