"""Records: a whole game as one JSON object that replays to the same state everywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from viae.errors import Faults, RecordError, Refusal, as_refusal, refusal
from viae.header import (
    VERSION,
    Header,
    as_object,
    board_entry,
    check_keys,
    count_below,
    is_count,
    show_tokens,
)
from viae.options import changed, quote
from viae.position import is_position
from viae.rules import roles, score
from viae.rules.deal import first_state
from viae.rules.faces import DISPLAY
from viae.rules.figures import Board
from viae.rules.notation import printable
from viae.rules.setup import Setup
from viae.rules.state import State

NEEDED = ("viae", "board", "variant", "players", "tokens", "display", "entries")
OPTIONAL = ("options", "result", "meta", "legal", "tree")
BRANCH_NEEDED = ("at", "entries")
BRANCH_OPTIONAL = ("comment", "marks", "tree")


# Writing


def write_record(
    start: State,
    options: Mapping[str, bool | str],
    names: Sequence[str],
    entries: Sequence[str],
) -> dict[str, Any]:
    """The record of a game that began with this state, in canonical order, without its result."""
    setup = start.setup
    return {
        "viae": VERSION,
        "board": board_entry(setup.atlas.board),
        "variant": setup.faces.variant,
        "options": changed(options),
        "players": list(names),
        "tokens": show_tokens(setup),
        "display": [setup.faces.ids[card] for card in start.display],
        "entries": list(entries),
    }


def write_result(state: State) -> dict[str, Any]:
    """Scores, winner and gods as a record holds them, if the game were scored now (R9)."""
    gods = [score.by_god(state, seat) for seat in range(state.setup.players)]
    result: dict[str, Any] = {
        "scores": [sum(points) for points in gods],
        "winner": score.winner(state),
        "gods": [dict(zip(roles.GODS, points, strict=True)) for points in gods],
    }
    if state.setup.team:
        result["teams"] = score.totals(state)
    return result


# Reading


class ReadRecord:
    """A record whose header and shape are right; its entries are not replayed yet."""

    def __init__(self, document: object, board: Board | None = None) -> None:
        given = as_object(document, "record", RecordError)
        if is_position(given):
            raise RecordError("record", [refusal("record.is-position")])
        faults: Faults = []
        check_keys(given, NEEDED, OPTIONAL, "", faults)
        names = given.get("players")
        if "players" in given and not _names(names):
            faults.append(refusal("record.players", value=quote(names)))
            names = None
        header = Header(given, len(names) if names else None, board)
        faults += header.faults
        self.entries = _texts(given, "entries", faults)
        self.result = given.get("result")
        if "result" in given:
            _check_result(self.result, faults)
        self.meta = given.get("meta", {})
        if not isinstance(self.meta, Mapping):
            faults.append(refusal("record.meta", value=quote(self.meta)))
        self.legal = given.get("legal")
        if "legal" in given and not isinstance(self.legal, list):
            faults.append(refusal("record.legal", value=quote(self.legal)))
        self.tree: list[Branch] = []
        if "tree" in given:
            self.tree = _branches(given["tree"], self.entries, faults)
        display = _display(given, header.setup, faults) if header.setup else None
        if faults or header.setup is None or display is None or not names:
            raise RecordError("record", faults)
        self.names: list[str] = list(names)
        self.options = header.options
        self.setup: Setup = header.setup
        self.display: list[int] = display

    def start(self) -> State:
        """The first state of the game."""
        return first_state(self.setup, self.display[:])


class Branch(NamedTuple):
    """A variation: its place, the whole line it makes, how many entries of that are its own."""

    where: str
    line: list[str]
    own: int


def _branches(tree: object, entries: list[str], faults: Faults) -> list[Branch]:
    """Every branch of a tree, each after its parent; their entries are not replayed yet.

    A branch leaves its parent's line after `at` of the parent's own entries.
    """
    found: list[Branch] = []
    # Trees may be nested deeply, so that they wait in a list instead of on the stack of calls.
    waiting: list[tuple[object, str, list[str], list[str]]] = [(tree, "tree", [], entries)]
    while waiting:
        branches, place, before, own = waiting.pop()
        if not isinstance(branches, list):
            faults.append(refusal("tree.no-list", value=quote(branches)).within(place))
            continue
        for number, branch in enumerate(branches):
            where = f"{place}[{number}]"
            if not isinstance(branch, Mapping):
                faults.append(refusal("tree.no-branch", value=quote(branch)).within(where))
                continue
            at, moves = _check_branch(branch, len(own), where, faults)
            line = [*before, *own[:at]]
            found.append(Branch(where, [*line, *moves], len(moves)))
            if "tree" in branch:
                waiting.append((branch["tree"], f"{where}.tree", line, moves))
    return found


def _check_branch(
    branch: Mapping[str, Any], most: int, where: str, faults: Faults
) -> tuple[int, list[str]]:
    """After how many entries a branch leaves its parent, and its own entries."""
    check_keys(branch, BRANCH_NEEDED, BRANCH_OPTIONAL, where, faults)
    at = branch.get("at", 0)
    if not count_below(at, most + 1):
        faults.append(refusal("tree.at", limit=most, value=quote(at)).within(where))
        at = 0
    inner: Faults = []
    moves = _texts(branch, "entries", inner)
    faults += [as_refusal(fault).within(where) for fault in inner]
    if not isinstance(branch.get("comment", ""), str):
        wrong = refusal("tree.comment", value=quote(branch["comment"]))
        faults.append(wrong.within(f"{where}.comment"))
    if not isinstance(branch.get("marks", []), list):
        faults.append(refusal("tree.marks", value=quote(branch["marks"])).within(where))
    return at, moves


def _names(names: object) -> bool:
    return isinstance(names, list) and bool(names) and all(isinstance(name, str) for name in names)


def _texts(given: Mapping[str, Any], key: str, faults: Faults) -> list[str]:
    texts = given.get(key, [])
    if not isinstance(texts, list):
        faults.append(refusal("record.entries", key=key, value=quote(texts)))
        return []
    for at, text in enumerate(texts):
        if not isinstance(text, str):
            faults.append(refusal("entry.not-text", value=quote(text)).within(f"{key}[{at}]"))
    return texts


def _display(given: Mapping[str, Any], setup: Setup, faults: Faults) -> list[int] | None:
    """The first seven cards: of the first decks, lower decks before higher ones (R2.3)."""
    if "display" not in given:
        return None
    names = given["display"]
    if not isinstance(names, list) or len(names) != DISPLAY:
        faults.append(refusal("record.display", number=DISPLAY, value=quote(names)))
        return None
    faces = setup.faces
    before = len(faults)
    display: list[int] = []
    left = [deck[:] for number, deck in faces.decks.items() if number <= setup.terms.decks]
    for name in names:
        while left and not left[0]:
            left.pop(0)
        card = faces.index.get(name, -1) if isinstance(name, str) else -1
        if card in left[0]:
            left[0].remove(card)
            display.append(card)
        elif card in display:
            faults.append(refusal("cards.twice", card=name).within("display"))
        else:
            wrong = refusal("cards.not-dealt", "R2.3", value=quote(name))
            faults.append(wrong.within("display"))
    return display if len(faults) == before else None


def _check_result(result: object, faults: Faults) -> None:
    if not isinstance(result, Mapping):
        faults.append(refusal("result.no-object", value=quote(result)))
        return
    check_keys(result, ("scores", "winner", "gods"), ("teams",), "result", faults)
    for key in ("scores", "teams"):
        points = result.get(key, [])
        if not isinstance(points, list) or not all(is_count(one) for one in points):
            faults.append(refusal("result.points", value=quote(points)).within(f"result.{key}"))
    if not is_count(result.get("winner", 0)):
        wrong = refusal("result.winner", value=quote(result["winner"]))
        faults.append(wrong.within("result.winner"))
    gods = result.get("gods", [])
    if not isinstance(gods, list) or not all(isinstance(one, Mapping) for one in gods):
        faults.append(refusal("result.gods", value=quote(gods)).within("result.gods"))
        return
    for seat, points in enumerate(gods):
        faults += [
            refusal("result.god", value=quote(number)).within(_of_god(seat, god))
            for god, number in points.items()
            if not is_count(number)
        ]


def _of_god(seat: int, god: object) -> str:
    return f"result.gods[{seat}].{printable(str(god))}"


def compare_result(claimed: Mapping[str, Any], found: Mapping[str, Any]) -> list[Refusal]:
    """What a record says of the result against what replaying it gives."""
    faults: list[Refusal] = []
    for key in ("scores", "winner", "teams", "gods"):
        if claimed.get(key) == found.get(key):
            continue
        if key == "gods":
            faults += _compare_gods(claimed[key], found[key])
        else:
            faults.append(_differs(found.get(key), claimed.get(key)).within(f"result.{key}"))
    return faults


def _differs(right: object, said: object) -> Refusal:
    """A point of the result; a dash stands for what is missing."""
    return refusal("result.differs", right=_show(right), value=_show(said))


def _show(value: object) -> str:
    """Points, or a list of them, in full; a record cannot make it longer than a line."""
    if isinstance(value, list):
        return quote(value) if len(value) > 6 else f"[{', '.join(map(quote, value))}]"
    return "–" if value is None else quote(value)


def _compare_gods(claimed: list[Mapping[str, int]], found: list[dict[str, int]]) -> list[Refusal]:
    if len(claimed) != len(found):
        wrong = refusal("result.gods-count", number=len(found), value=str(len(claimed)))
        return [wrong.within("result.gods")]
    faults: list[Refusal] = []
    for seat, (said, right) in enumerate(zip(claimed, found, strict=True)):
        faults += [
            _differs(right.get(god), said.get(god)).within(_of_god(seat, god))
            for god in (*right, *(extra for extra in said if extra not in right))
            if said.get(god) != right.get(god)
        ]
    return faults
