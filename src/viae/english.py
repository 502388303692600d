"""The English sentence for each refusal, for the library and the command line.

A template names its values in braces: `{city}`. A list is shown with commas, `{sides:or}` and
`{cities:and}` end it with a word, `{number:step|steps}` counts, and goods are shown as "1 brick and
2 wine". A part in square brackets is left out when one of its values is empty: `[; did you mean
{near:or}?]`. Doubled brackets and braces stand for themselves.

`CODES` has the names of the values of each code. `make codes` writes them down for the client.
"""

from __future__ import annotations

import re
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
    "play.legatus-for-proconsul": "a proconsul cannot be answered with a legatus",
    "side.needed": "{card} is a double card: say “as SIDE”; its sides are {sides:and}",
    "side.none": "{card} is not a double card and takes no “as {role}”",
    # Architect
    "move.after-house": "no colonist can move after the first house of an architect",
    "move.no-colonist": "the player has no {kind} colonist at {place}",
    "move.moved-already": "this colonist has already moved; each moves at most once",
    "move.same-path": "a move must end on another path, and this colonist is already on {path}",
    "move.no-way": "no {kind} paths lead from there to {path}",
    "move.too-far": "{path} is {number:step|steps} away; steps left: {left}",
    "move.occupied": "a colonist stands on {path}; it can be passed, but no move ends there",
    "move.no-stop": "no colonist can stop on {path}; it can only be passed",
    "build.capital": "no house can be built in the capital, {city}",
    "build.own-house": "the player already has a house in {city}",
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
    "trade.same-good": "{good} was already traded; the second trade must be in another good",
    "trade.held": "the store holds {number} {good}",
    "trade.no-space": "the store has {number:free space|free spaces}",
    "trade.no-coins": "{number} {good} cost {price:coin|coins}; coins at hand: {coins}",
    # Colonist and tribune
    "cash.settled": "a colonist was already settled; a player gets either colonists or the cash",
    "settle.none-left": "no {kind} colonist is left in the store",
    "settle.no-goods": "a colonist costs {goods}; the store lacks {lacking}",
    "settle.only-capital": "a tribune's colonist starts in the capital, {city}",
    "settle.no-house": (
        "a colonist starts in the capital or in a city with a house of the player; {city} has none"
    ),
    # Senator, consul, praetor, proconsul
    "purchase.not-in-display": "{card} is not in the display",
    "purchase.proconsul": "a proconsul cannot purchase a proconsul",
    "purchase.no-choice": "{card} costs no good of your choice here: leave out “with …”",
    "purchase.name-good": "{card} costs a good of your choice here: say “with GOOD”",
    "purchase.no-goods": "{card} costs {goods}; the store lacks {lacking}",
    "purchase.no-goods-that-way": "{card} costs {goods} that way; the store lacks {lacking}",
    # Diplomat, magister, legatus
    "copy.self": "a diplomat copies another player's card, not its own player's",
    "copy.partner": "a diplomat never copies the partner",
    "copy.empty-pile": "the pile of seat {seat} is empty",
    "copy.diplomat": "the top card of seat {seat} is a diplomat, which cannot be copied",
    "copy.legatus": "a diplomat that answers a proconsul cannot copy a legatus",
    "copy.partner-did": "the partner has already copied this {card}",
    "repeat.nothing-below": "there is no card below",
    "repeat.not-repeated": "the card below is a {card}, which cannot be repeated",
    "suggest.not-in-hand": "the partner has no {card} in hand",
    # Store and display
    "keep.not-in-batch": "the batch has {number} {good}: it is {goods}",
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
    "entry.no-such-part": "no legal entry continues that way",
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
    # JSON
    "json.empty": "not JSON: the text is empty; a JSON object is needed",
    "json.too-large": "the file is too large: the limit is {limit} KB",
    "json.not-utf8": "not JSON: the text is not in UTF-8: line {line} has the byte {byte}",
    "json.not-json": "not JSON: line {line}, column {column}: {problem}",
    "json.comma": "not JSON: line {line}, column {column}: there is an extra comma before it",
    "json.too-deep": "not JSON: the brackets are nested too deeply",
    "json.long-number": "not JSON: a number has too many digits",
    "json.key-twice": "the key {key} appears {number} times in one object[, that of {owner}]",
    "json.no-object": "a JSON object is needed, not {value}",
    "json.text": "this is a JSON string that contains JSON; give the object itself",
    # Keys and values of any document
    "key.missing": 'the key "{key}" is missing',
    "key.unknown": (
        "the key {key} is unknown[; did you mean {near:or}?][; the known keys are {known:and}]"
    ),
    "value.no-object": "must be an object with the keys {names:and}, not {value}",
    "faults.more": "and {number} more faults",
    "value.too-long": '"{key}" may have at most {limit} characters',
    "value.no-text": '"{key}" must be a text of one line, not {value}',
    "value.no-text-or-null": '"{key}" must be a text of one line or null, not {value}',
    "value.no-id": (
        '"{key}" must be in lower-case letters a to z and digits, its words joined by hyphens,'
        ' such as "{example}", not {value}'
    ),
    "value.no-path-id": (
        '"{key}" must be two city ids joined by "~", such as "massilia~roma" or'
        ' "massilia~roma~2", not {value}'
    ),
    "value.no-color": '"{key}" must be a color such as "#4a5796", not {value}',
    "value.no-choice": '"{key}" must be {known:or}, not {value}[; did you mean {near:or}?]',
    "value.no-flag": '"{key}" must be true or false, not {value}',
    "value.out-of-range": '"{key}" must be a number from {low} to {limit}, not {value}',
    "value.no-list": '"{key}" must be a list of at least one object, not {value}',
    # Setting a game up
    "setup.variant": "there is no variant {value}; there are {known}",
    "setup.players": "{variant} is for {known:or} players, not {value}",
    "setup.names": "players is a number or a list of names, not {value}",
    "setup.seed": "a seed must be a whole number, 0 or more, not {value}",
    "setup.chance": "chance is auto or manual, not {value}",
    "option.no-object": 'options are an object such as {{"display": "wine"}}, not {value}',
    "option.unknown": "unknown option {key}; there are {known}",
    "option.value": "option {key} is {known:or}, not {value}",
    "option.team": "intermediate_scoring does not exist in team play",
    # Records and what positions have in common with them
    "record.version": '"viae" is {value}; this version of Viae reads {number}',
    "record.board": '"board" is the name of a board or a board document, not {value}',
    "record.board-path": (
        "the board is given by the path {value}; the file may have changed since. Save the game"
        " again to keep the board in it"
    ),
    "record.players": '"players" is a list of names, one for each seat, not {value}',
    "record.entries": '"{key}" is a list of entries, not {value}',
    "record.meta": '"meta" is an object, not {value}',
    "record.legal": '"legal" is a list parallel to "entries", not {value}',
    "record.display": '"display" is a list of the first {number} cards, not {value}',
    "record.is-position": "this is a position, not a record; a position has no game to replay",
    "record.upto": "upto is a whole number from 0 to {limit}, not {value}",
    "tree.no-list": "the variations are a list of branches, not {value}",
    "tree.no-branch": 'a branch is an object with "at" and "entries", not {value}',
    "tree.at": '"at" is a number of entries from 0 to {limit}, not {value}',
    "tree.comment": "a comment is a text, not {value}",
    "tree.marks": '"marks" is a list, not {value}',
    "tokens.no-object": '"tokens" names the good of each city, not {value}',
    "tokens.capital": "the capital, {city}, has no token",
    "tokens.good": "the token of {city} is {value}; goods are {known}",
    "tokens.missing": "the token of {city} is missing",
    "tokens.count": (
        "tokens: the cities of letter {letter} have {number} {good}, there are {limit} such tokens"
    ),
    "result.no-object": '"result" is an object, not {value}',
    "result.points": "a list of points is needed, not {value}",
    "result.winner": "the number of a seat or a team is needed, not {value}",
    "result.gods": "a list with an object for each seat is needed, not {value}",
    "result.god": "points are needed, not {value}",
    "result.gods-count": "{number:object is|objects are} needed, one for each seat, not {value}",
    "result.differs": "it should be {right}; the record says {value}",
    "result.unfinished": "the record has a result, but the game is not finished",
    "legal.count": "there are {number} lists of legal entries for {limit} entries",
    "legal.no-list": "a list of legal entries is needed, not {value}",
    "legal.order": "the list of legal entries is not in order, or has an entry twice",
    "legal.lacks": "the list of legal entries lacks {number:entry|entries}, such as {names}",
    "legal.wrong": (
        "the list of legal entries has {number:entry|entries} not legal there, such as {names}"
    ),
    "place.no-city": "{board} has no city {value}",
    "place.no-province": "{board} has no province {value}",
    "place.no-place": "{board} has no city or {kind} path {value}",
    # Positions
    "position.players": '"players" is a list with an object for each seat, not {value}',
    "position.entries": '"entries" is a list of entries of this turn, not {value}',
    "position.seat": '"{key}" is a seat from 0 to {limit}, not {value}',
    "position.no-object": '"{key}" is an object, not {value}',
    "position.finished-turn": (
        "the entries finish the turn; a position is at the start of a turn or inside it"
    ),
    "markers.side": "{province} shows coins or goods, not {value}",
    "cards.no-list": "a list of cards is needed, not {value}",
    "cards.unknown": "{value} is not a card of {variant}",
    "cards.twice": "{card} is listed twice",
    "cards.not-dealt": "{value} is not a card of the deck being dealt",
    "cards.out-early": "{card} is already revealed, but deck {number} still has unseen cards",
    "cards.starting": "{card} is a starting card",
    "cards.no-deck": "{card} is in play, but deck {number} is not",
    "cards.nowhere": "{card} is missing; it must be in display, unseen, a hand or a pile",
    "cards.places": "{card} is in {number} places",
    "unseen.deck": "decks 1 to {limit} are in play, not {value}",
    "unseen.wrong-deck": "{card} does not belong to deck {number}",
    "display.too-many": "the display has {limit} positions, not {number}",
    "display.too-few": "the display has {number:card|cards} while cards are unseen",
    "player.name": "a name is a text, not {value}",
    "player.coins": "coins are a whole number from 0 to {limit}, not {value}",
    "player.too-often": "{card} appears too often",
    "player.tribune": "a tribune is never in a pile",
    "player.starting-card": "the starting card {card} is missing",
    "player.not-starting-card": "{card} is not one of the starting cards of this seat",
    "houses.no-list": "houses are a list of cities, not {value}",
    "houses.twice": "there are two houses in {city}",
    "houses.too-many": "{number} houses are too many; there are {limit}",
    "colonists.no-list": "colonists are a list, not {value}",
    "colonists.shape": (
        'a colonist is {{"kind": "land" or "sea", "at": a city or path}}, not {value}'
    ),
    "colonists.too-many": "{number} {kind} colonists are too many; there are {limit}",
    "colonists.too-few": (
        "{number:colonist is|colonists are} too few: every player begins with {limit} on the"
        " board, and none goes back to the store"
    ),
    "colonists.no-house": (
        "a colonist is in {city}, which is neither the capital nor has a house of this seat"
    ),
    "colonists.taken": "a colonist of seat {seat} is already on the {kind} path {path}",
    "goods.no-object": 'goods are an object such as {{"wine": 2}}, not {value}',
    "goods.unknown": "unknown good {value}; goods are {known}",
    "goods.number": "must be a whole number, 0 or more, not {value}",
    "goods.too-many": (
        "{number} goods are too many: the store has {limit} spaces beside {left:colonist|colonists}"
    ),
    "end.nobody": '"last_turns" must be null while nobody has the Concordia card, not {value}',
    "end.empty-display": "the display is empty, so somebody must have the Concordia card",
    "end.all-houses": "seat {seat} has {number} houses, so somebody must have the Concordia card",
    "end.turn": (
        "with the Concordia card at seat {seat} and {number:turn|turns} left,"
        ' "turn" is {known:or}, not {value}'
    ),
    "end.last-turns": '"last_turns" is a number from 0 to {limit}, not {value}',
    "end.no-reason": (
        "seat {seat} has the Concordia card, but fewer than {number} houses, and the display is"
        " not empty"
    ),
    "scored.no-option": '"scored" exists only with the option intermediate_scoring',
    "scored.no-list": '"scored" is a list of {number} scores or nulls, not {value}',
    "scored.paid": '"scored" is all 0 once everybody has been scored',
    "copied.no-team": '"copied" exists only in team play',
    "copied.no-seat": "{value} is not a seat from 0 to {limit}",
    "copied.no-list": "a list of seats is needed, not {value}",
    "copied.no-card": "seat {seat} has no top card that can be copied",
    "copied.teams": "at most one seat of each other team can have copied it",
    # Boards
    "board.no-name": "a board is a name or the path of a file, not {value}",
    "board.unknown": (
        "there is no board or file of this name; the boards are {names:and}, and the path of a"
        " JSON file with a board of your own works too[; did you mean {near:or}?]"
    ),
    "board.file-missing": (
        "there is no such file; the boards are {names:and}, and the path of a"
        " JSON file with a board of your own works too[; did you mean {near:or}?]"
    ),
    "board.unknown-name": (
        "there is no board {value}; there are {names:and}[; did you mean {near:or}?]"
    ),
    "board.directory": "this is a directory; a board is one JSON file",
    "board.no-file": "this is a pipe or a device; a board is read from a regular file only",
    "board.unreadable": "the file cannot be read: {problem}",
    "board.players": (
        '"recommended_players" must be the fewest and the most players, from {low} to {limit},'
        " such as [[3, 5]], not {value}"
    ),
    "board.ends": '"ends" must be two ids of cities, such as [["massilia", "roma"]], not {value}',
    "board.too-many": '"{key}" has {number} members; a board has at most {limit}',
    "board.same-id": "{number} of them have this id; each needs its own",
    "board.same-path-id": (
        '{number} of them have this id; each needs its own, such as "{example}" for the second'
    ),
    "board.path-named-as-city": "a city has the same id; a path needs its own",
    "board.no-capital": (
        '"capital" must be the id of a city, not {value}[; did you mean {near:or}?]'
    ),
    "board.capital-letter": ('the capital has no token, so its "letter" must be null, not {value}'),
    "board.no-letter": (
        'only the capital, {city}, has the "letter" null; this city needs {names:or}'
    ),
    "board.letter-count": (
        "letter {letter}: {number:city has|cities have} it, but there are {limit} tokens; it must"
        " be on {limit} cities or on none"
    ),
    "board.no-province": (
        '"province" must be the id of a province, not {value}[; did you mean {near:or}?]'
    ),
    "board.empty-province": (
        "there is no city in it; a province needs at least one city besides the capital"
    ),
    "board.no-end": '"ends" must be ids of cities, not {value}[; did you mean {near:or}?]',
    "board.same-ends": '"ends" must be two different cities, not {value} twice',
    "board.cut-off": (
        "there is no way from the capital, {city}, to {cities:and}: land and sea paths together"
        " must connect all cities"
    ),
    "board.no-stop": (
        "no path at {cities:and} lets a colonist stop: every city except the capital needs a path"
        ' without "can_stop": false'
    ),
    "board.no-home": (
        "at {cities:and} no colonist can ever reach a path where it can stop: paths of one kind"
        " must connect such a path to the capital or to a city where a house can be built"
    ),
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


def register(templates: Mapping[str, str]) -> None:
    """Add the sentences of a part that has codes of its own, such as the server."""
    for code, template in templates.items():
        if TEMPLATES.setdefault(code, template) != template:
            raise ValueError(f"the code {code} has a sentence already")
        CODES[code] = names(template)


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
