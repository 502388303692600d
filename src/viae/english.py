"""The English sentence for each refusal, for the library and the command line.

A template names its values in braces: `{city}`. A list is shown with commas, `{sides:or}` and
`{cities:and}` end it with a word, `{number:step|steps}` counts, and goods are shown as "1 brick and
2 wine". A part in square brackets is left out when one of its values is empty: `[; did you mean
{near:or}?]`. Doubled brackets and braces stand for themselves.

`CODES` has the names of the values of each code. `python -m viae.english` prints them as JSON.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence

from viae.errors import Refusal, Value

# What an unknown word was meant to be; `known` is empty where there are too many to list.
_MEANT = "[; did you mean {near:or}?][; there are {known}]"

TEMPLATES: dict[str, str] = {
    # A sentence that has no code; nobody translates it.
    "text": "{text}",
    # What each decision asks for
    "asked.play": "a card has to be played from the hand",
    "asked.tribune": "a tribune may place one colonist in the capital",
    "asked.architect": "an architect moves and builds",
    "asked.prefect": "a prefect must produce or collect",
    "asked.mercator": "a mercator buys and sells",
    "asked.colonist": "a colonist must settle or take the cash",
    "asked.senator": "a senator purchases up to two cards",
    "asked.consul": "a consul purchases one card",
    "asked.praetor": "a praetor purchases one card",
    "asked.proconsul": "a proconsul purchases one card",
    "asked.diplomat": "a diplomat copies another player's top card",
    "asked.magister": "a magister repeats the card below it",
    "asked.legatus": "a legatus suggests a card to the partner",
    "asked.keep": "the goods to take have to be chosen",
    "asked.reveal": "chance refills the display",
    "asked.over": "the game is over",
    # Playing a card
    "play.in-pile": "{card} lies on the player's own pile until a tribune takes it back",
    "play.not-in-hand": "{card} is not in the hand",
    "play.legatus-for-proconsul": "a proconsul is not answered with a legatus",
    "side.needed": "{card} is a double card: say “as SIDE”; its sides are {sides:and}",
    "side.none": "{card} is no double card and takes no “as {role}”",
    # Architect
    "move.after-house": "no colonist moves after the first house of an architect",
    "move.no-colonist": "the player has no {kind} colonist at {place}",
    "move.moved-already": "this colonist has moved already; each moves at most once",
    "move.same-path": "a move ends on another path than before, and this colonist is on {path}",
    "move.no-way": "no {kind} paths lead from there to {path}",
    "move.too-far": "{path} is {number:step|steps} away; steps left: {left}",
    "move.occupied": "a colonist stands on {path}; it can be passed, but no move ends there",
    "move.no-stop": "no colonist can stop on {path}; it can only be passed",
    "build.capital": "no house is ever built in the capital, {city}",
    "build.own-house": "the player has a house in {city} already",
    "build.not-reached": "no colonist of the player stands on a path that ends at {city}",
    "build.all-built": "all {limit} houses are built",
    "build.no-goods": "a house in {city} costs {goods}; the store lacks {lacking}",
    "build.no-coins": "a house in {city} costs {price:coin|coins} now; coins at hand: {coins}",
    # Prefect
    "produce.shows-coins": (
        "the marker of {province} shows coins; it produces again after a collect"
    ),
    "collect.no-coins": "no marker shows coins, so there is nothing to collect",
    # Mercator
    "trade.same-good": "{good} was traded already; the second trade is in another good",
    "trade.held": "the store holds {number} {good}",
    "trade.no-space": "the store has {number:free space|free spaces}",
    "trade.no-coins": "{number} {good} cost {price:coin|coins}; coins at hand: {coins}",
    # Colonist and tribune
    "cash.settled": "a colonist was settled already; it is either colonists or the cash",
    "settle.none-left": "no {kind} colonist is left in the store",
    "settle.no-goods": "a colonist costs {goods}; the store lacks {lacking}",
    "settle.only-capital": "a tribune's colonist starts in the capital, {city}",
    "settle.no-house": (
        "a colonist starts in the capital or in a city with a house of the player; {city} has none"
    ),
    # Senator, consul, praetor, proconsul
    "purchase.not-in-display": "{card} is not in the display",
    "purchase.proconsul": "a proconsul does not purchase a proconsul",
    "purchase.no-choice": "{card} costs no good of your choice here: leave out “with …”",
    "purchase.name-good": "{card} costs a good of your choice here: say “with GOOD”",
    "purchase.no-goods": "{card} costs {goods}; the store lacks {lacking}",
    "purchase.no-goods-that-way": "{card} costs {goods} that way; the store lacks {lacking}",
    # Diplomat, magister, legatus
    "copy.self": "a diplomat copies another player, not its own",
    "copy.partner": "a diplomat never copies the partner",
    "copy.empty-pile": "the pile of seat {seat} is empty",
    "copy.diplomat": "the top card of seat {seat} is a diplomat, which cannot be copied",
    "copy.legatus": "a diplomat that answers a proconsul does not copy a legatus",
    "copy.partner-did": "the partner has copied this {card} already",
    "repeat.nothing-below": "no card lies below",
    "repeat.not-repeated": "the card below is a {card}, which is not repeated",
    "suggest.not-in-hand": "the partner has no {card} in hand",
    # Store and display
    "keep.not-in-batch": "the batch holds {number} {good}: it is {goods}",
    "keep.fill-store": (
        "the store has {number:free space|free spaces}, and none may be left empty: keep {number}"
    ),
    "reveal.not-unseen": "{card} is not an unseen card of the deck that is being dealt",
    # Whose turn it is
    "turn.chance": "“{entry}” is out of turn: chance decides now",
    "turn.seat": "“{entry}” is out of turn: seat {seat} decides now",
    # What is no entry
    "entry.not-text": "an entry is a text such as “play prefect”, not {value}",
    "entry.empty": "an entry needs a verb; verbs are {names}",
    "entry.usage": "“{verb}” is written: {usage}",
    "entry.not-a-number": (
        "“{word}” is not a number of goods: a store has {limit} spaces, so 1 to {limit}"
    ),
    "entry.good-twice": "“keep” names {good} twice; name each good once",
    "entry.no-actor": "an entry in a record names its actor: “0: play prefect”",
    "entry.not-legal": "“{entry}” is not legal now",
    "entry.no-such-part": "no legal entry goes on that way",
    "entry.never-legal": "“{entry}” can never be legal on {board} in {variant}",
    "unknown.actor": "unknown actor “{word}”; there are {known}",
    "unknown.verb": "unknown verb “{word}”" + _MEANT,
    "unknown.card": "unknown card “{word}”" + _MEANT,
    "unknown.city": "unknown city “{word}”" + _MEANT,
    "unknown.path": "unknown {kind} path “{word}”" + _MEANT,
    "unknown.place": "unknown city or {kind} path “{word}”" + _MEANT,
    "unknown.province": "unknown province “{word}”" + _MEANT,
    "unknown.good": "unknown good “{word}”" + _MEANT,
    "unknown.seat": "unknown seat “{word}”" + _MEANT,
    "unknown.kind": "unknown kind of colonist “{word}”" + _MEANT,
    "unknown.side": "unknown side of a double card “{word}”" + _MEANT,
}

_PARTS = re.compile(
    r"(?P<twin>\{\{|\}\}|\[\[|\]\])"
    r"|\{(?P<name>[a-z_]+)(?::(?P<form>[^}]*))?\}"
    r"|(?P<open>\[)|(?P<close>\])"
    r"|(?P<text>[^][{}]+)"
)


def names(template: str) -> tuple[str, ...]:
    """The names of the values of a template, in its order."""
    found = (match["name"] for match in _PARTS.finditer(template))
    return tuple(dict.fromkeys(name for name in found if name))


CODES: dict[str, tuple[str, ...]] = {code: names(text) for code, text in TEMPLATES.items()}


def sentence(refusal: Refusal, templates: Mapping[str, str] = TEMPLATES) -> str:
    """The English sentence of a refusal: the place in the document, if any, the fault, the rule."""
    text = fill(templates[refusal.code], refusal.values)
    where = refusal.values.get("where", "")
    if where:
        text = f"{where}: {text}"
    return f"{text} ({refusal.rule})" if refusal.rule else text


def fill(template: str, values: Mapping[str, Value]) -> str:
    """A template with its values."""
    done: list[str] = []
    optional: list[str] | None = None  # the part in brackets, while inside one
    wanted = True
    for match in _PARTS.finditer(template):
        if match["open"]:
            optional, wanted = [], True
        elif match["close"]:
            done += optional if optional and wanted else []
            optional = None
        else:
            if name := match["name"]:
                value = values[name]
                wanted = wanted and value not in ("", None, [], (), {})
                piece = _show(value, match["form"] or "")
            else:
                piece = (match["twin"] or "")[:1] or match["text"]
            (done if optional is None else optional).append(piece)
    return "".join(done)


def _show(value: Value, form: str) -> str:
    if "|" in form:
        one, many = form.split("|")
        return f"{value} {one if value == 1 else many}"
    if isinstance(value, Mapping):
        return _goods(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return listed(map(str, value), form)
    return str(value)


def _goods(goods: Mapping[str, object]) -> str:
    """Goods in the order given; `any` is one that the player chooses."""
    return listed(
        (
            f"{number} {'good of your choice' if good == 'any' else good}"
            for good, number in goods.items()
        ),
        "and",
    )


def listed(words: Iterable[str], last: str = "") -> str:
    """Words as a sentence lists them: "a, b and c", or "a, b, c" without a last word."""
    *firsts, final = list(words) or [""]
    if not firsts:
        return final
    return f"{', '.join(firsts)} {last} {final}" if last else ", ".join([*firsts, final])


if __name__ == "__main__":
    sys.stdout.write(json.dumps(CODES, indent=2) + "\n")
