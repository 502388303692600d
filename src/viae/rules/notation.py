"""Notation: entries as words, and words as entries.

Printing is canonical, parsing forgiving in space and case; `parse(show(x)) == x`. A text that is
no entry at all raises `InvalidEntry` with what was wrong and what would be right.
"""

from difflib import get_close_matches
from typing import Final

from viae.errors import InvalidEntry, Refusal, refusal
from viae.rules import codes, goods, roles
from viae.rules.setup import Setup

KINDS = ("land", "sea")
STORE = 12  # spaces (R3.1)
SIDES = {"architect": roles.ARCHITECT, "prefect": roles.PREFECT, "mercator": roles.MERCATOR}
# How many texts of entries are kept: more than games need. There are hundreds of thousands of
# entries, and a caller that tries illegal ones asks for their texts again and again.
MOST_WORDS: Final = 20_000
USAGE = {
    "play": "play CARD [as SIDE]",
    "move": "move KIND FROM TO",
    "build": "build CITY",
    "produce": "produce PROVINCE",
    "collect": "collect",
    "sell": "sell N GOOD",
    "buy": "buy N GOOD",
    "cash": "cash",
    "settle": "settle KIND CITY",
    "purchase": "purchase CARD [with GOOD]",
    "copy": "copy SEAT [as SIDE]",
    "repeat": "repeat [as SIDE]",
    "suggest": "suggest CARD",
    "keep": "keep N GOOD [N GOOD …]",
    "done": "done",
    "reveal": "reveal CARD",
}


def _side(side: int) -> str:
    return f" as {roles.NAMES[side]}" if side else ""


def _place(setup: Setup, kind: int, place: int) -> str:
    atlas = setup.atlas
    if place < atlas.cities:
        return atlas.city_ids[place]
    return atlas.path_ids[kind][place - atlas.cities]


def show_goods(packed: int) -> str:
    """Goods in price order, zero counts left out: "1 brick 2 wine"."""
    parts = []
    for kind, name in enumerate(goods.NAMES):
        number = goods.count(packed, kind)
        if number:
            parts.append(f"{number} {name}")
    return " ".join(parts)


def show(setup: Setup, code: int) -> str:
    """The canonical words of a code, without the actor."""
    known = setup.terms.words
    words = known.get(code)
    if words is None:
        if len(known) >= MOST_WORDS:
            known.clear()
        words = known[code] = _write(setup, code)
    return words


def _write(setup: Setup, code: int) -> str:
    verb = codes.verb_of(code)
    atlas = setup.atlas
    faces = setup.faces
    if verb == codes.PLAY:
        card, side = codes.play_of(code)
        return f"play {faces.ids[card]}{_side(side)}"
    if verb == codes.MOVE:
        kind, start, path = codes.move_of(code)
        return f"move {KINDS[kind]} {_place(setup, kind, start)} {atlas.path_ids[kind][path]}"
    if verb == codes.BUILD:
        return f"build {atlas.city_ids[codes.city_of(code)]}"
    if verb == codes.PRODUCE:
        return f"produce {atlas.province_ids[codes.province_of(code)]}"
    if verb == codes.COLLECT:
        return "collect"
    if verb == codes.SELL:
        number, kind = codes.trade_of(code)
        return f"sell {number} {goods.NAMES[kind]}"
    if verb == codes.BUY:
        number, kind = codes.trade_of(code)
        return f"buy {number} {goods.NAMES[kind]}"
    if verb == codes.CASH:
        return "cash"
    if verb == codes.SETTLE:
        kind, city = codes.settle_of(code)
        return f"settle {KINDS[kind]} {atlas.city_ids[city]}"
    if verb == codes.PURCHASE:
        card, good = codes.purchase_of(code)
        paid_with = f" with {goods.NAMES[good]}" if good >= 0 else ""
        return f"purchase {faces.ids[card]}{paid_with}"
    if verb == codes.COPY:
        seat, side = codes.copy_of(code)
        return f"copy {seat}{_side(side)}"
    if verb == codes.REPEAT:
        return f"repeat{_side(codes.repeat_of(code))}"
    if verb == codes.SUGGEST:
        return f"suggest {faces.ids[codes.card_of(code)]}"
    if verb == codes.KEEP:
        return f"keep {show_goods(codes.keep_of(code))}"
    if verb == codes.REVEAL:
        return f"reveal {faces.ids[codes.card_of(code)]}"
    return "done"


def split_actor(text: str) -> tuple[str | None, str]:
    """The actor before the colon, if one is named, and the words after it."""
    head, colon, tail = text.partition(":")
    if not colon:
        return None, text
    return head.strip(), tail


def parse(setup: Setup, text: str) -> int:
    """The code of an entry written without its actor."""
    words = text.lower().split()
    if not words:
        raise InvalidEntry(refusal("entry.empty", names=list(USAGE)))
    verb, rest = words[0], words[1:]
    if verb not in USAGE:
        raise InvalidEntry(_unknown(refusal("unknown.verb"), verb, list(USAGE)))
    return Reader(setup, verb, rest).read()


def printable(word: str) -> str:
    """A word as a message repeats it: short, and nothing a terminal would act on."""
    short = word if len(word) <= 40 else word[:37] + "…"
    return short if short.isprintable() else ascii(short)[1:-1]


def _unknown(what: Refusal, word: str, known: list[str]) -> Refusal:
    """A refusal with the unknown word, and with near ones or all there are, if they are few."""
    near = get_close_matches(word[:40], known, 3, 0.6)
    few = known if not near and len(known) <= 20 else []
    values = {**what.values, "word": printable(word), "near": near, "known": few}
    return Refusal(what.code, what.rule, values)


class Reader:
    """Reads the operands of one verb."""

    def __init__(self, setup: Setup, verb: str, words: list[str]) -> None:
        self.setup = setup
        self.verb = verb
        self.words = words

    def read(self) -> int:
        """The code of the entry."""
        verb = self.verb
        if verb == "play":
            side = self._optional("as")
            return codes.play(self._card(0, 1), self._side(side))
        if verb == "move":
            self._expect(3)
            kind = self._kind(0)
            return codes.move(kind, self._start(kind, 1), self._path(kind, 2))
        if verb == "build":
            self._expect(1)
            return codes.build(self._city(0))
        if verb == "produce":
            self._expect(1)
            index = self.setup.atlas.province_index
            return codes.produce(self._id(refusal("unknown.province"), 0, index))
        if verb == "sell" or verb == "buy":
            self._expect(2)
            make = codes.sell if verb == "sell" else codes.buy
            return make(self._number(0), self._good(self.words[1]))
        if verb == "settle":
            self._expect(2)
            return codes.settle(self._kind(0), self._city(1))
        if verb == "purchase":
            paid = self._optional("with")
            card = self._card(0, 1)
            return codes.purchase(card, self._good(paid) if paid else -1)
        if verb == "copy":
            side = self._optional("as")
            self._expect(1)
            return codes.copy(self._seat(0), self._side(side))
        if verb == "repeat":
            side = self._optional("as")
            self._expect(0)
            return codes.repeat(self._side(side))
        if verb == "suggest":
            return codes.suggest(self._card(0, 1))
        if verb == "reveal":
            return codes.reveal(self._card(0, 1))
        if verb == "keep":
            return self._keep()
        self._expect(0)
        if verb == "collect":
            return codes.COLLECT_CODE
        return codes.CASH_CODE if verb == "cash" else codes.DONE_CODE

    def _expect(self, number: int) -> None:
        if len(self.words) != number:
            raise self._wrong()

    def _wrong(self) -> InvalidEntry:
        return InvalidEntry(refusal("entry.usage", verb=self.verb, usage=USAGE[self.verb]))

    def _optional(self, keyword: str) -> str:
        """Take a trailing “as SIDE” or “with GOOD” off the words."""
        if len(self.words) >= 2 and self.words[-2] == keyword:
            value = self.words[-1]
            self.words = self.words[:-2]
            return value
        return ""

    def _id(self, what: Refusal, at: int, index: dict[str, int]) -> int:
        found = index.get(self.words[at])
        if found is None:
            raise InvalidEntry(_unknown(what, self.words[at], list(index)))
        return found

    def _card(self, at: int, number: int) -> int:
        self._expect(number)
        return self._id(refusal("unknown.card"), at, self.setup.faces.index)

    def _city(self, at: int) -> int:
        return self._id(refusal("unknown.city"), at, self.setup.atlas.city_index)

    def _path(self, kind: int, at: int) -> int:
        what = refusal("unknown.path", kind=KINDS[kind])
        return self._id(what, at, self.setup.atlas.path_index[kind])

    def _start(self, kind: int, at: int) -> int:
        atlas = self.setup.atlas
        city = atlas.city_index.get(self.words[at])
        if city is not None:
            return city
        path = atlas.path_index[kind].get(self.words[at])
        if path is None:
            known = [*atlas.city_ids, *atlas.path_ids[kind]]
            what = refusal("unknown.place", kind=KINDS[kind])
            raise InvalidEntry(_unknown(what, self.words[at], known))
        return atlas.cities + path

    def _kind(self, at: int) -> int:
        if self.words[at] not in KINDS:
            raise InvalidEntry(_unknown(refusal("unknown.kind"), self.words[at], list(KINDS)))
        return KINDS.index(self.words[at])

    def _good(self, word: str) -> int:
        if word not in goods.NAMES:
            raise InvalidEntry(_unknown(refusal("unknown.good"), word, list(goods.NAMES)))
        return goods.NAMES.index(word)

    def _side(self, word: str) -> int:
        if not word:
            return 0
        if word not in SIDES:
            raise InvalidEntry(_unknown(refusal("unknown.side"), word, list(SIDES)))
        return SIDES[word]

    def _seat(self, at: int) -> int:
        seats = [str(seat) for seat in range(self.setup.players)]
        if self.words[at] not in seats:
            raise InvalidEntry(_unknown(refusal("unknown.seat"), self.words[at], seats))
        return int(self.words[at])

    def _number(self, at: int) -> int:
        word = self.words[at]
        right = word.isascii() and word.isdigit() and len(word) <= 4
        number = int(word) if right else 0
        if not 1 <= number <= STORE:
            what = refusal("entry.not-a-number", word=printable(word), limit=STORE)
            raise InvalidEntry(what)
        return number

    def _keep(self) -> int:
        if not self.words or len(self.words) % 2:
            raise self._wrong()
        taken = 0
        for at in range(0, len(self.words), 2):
            kind = self._good(self.words[at + 1])
            if goods.count(taken, kind):
                raise InvalidEntry(refusal("entry.good-twice", good=goods.NAMES[kind]))
            taken += self._number(at) << (kind * goods.FIELD)
        return codes.keep(taken)
