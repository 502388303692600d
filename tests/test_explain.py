"""Explaining: an illegal entry is answered with the rule it breaks and with what is legal."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.records import new_game, numbered, play_on, record
from tests.support import play, table
from viae import EntryError, Game, IllegalEntry, InvalidEntry, OutOfTurn
from viae.english import CODES
from viae.errors import SHOWN, Refusal
from viae.rules import codes, explain, goods, notation, roles
from viae.rules.turn import legal

START = {"brick": 1, "food": 2, "tool": 1, "wine": 1, "cloth": 1}


def refusal(game: Game, entry: str) -> IllegalEntry:
    """The answer to an illegal entry; the game must not have changed."""
    before = game.state.key()
    with pytest.raises(IllegalEntry) as caught:
        game.play(entry)
    error = caught.value
    assert game.state.key() == before
    assert error.legal == game.legal()
    words = entry.partition(": ")[2] or entry
    assert str(error).startswith(f"“{words}” is illegal: ")
    assert f"({error.rule}). Legal now: {', '.join(error.legal[:SHOWN])}" in str(error)
    assert str(error).isprintable()
    return error


def reason(error: IllegalEntry) -> str:
    """The sentence between the entry and the rule."""
    return str(error).partition(" is illegal: ")[2].rpartition(f" ({error.rule}). Legal now:")[0]


# Every reason, with its rule

Situation = Callable[[], Game]


def architect(*colonists: str, **said: object) -> Game:
    """Seat 0 has played an architect."""
    seat = {"colonists": colonists, **said}
    return play(table(seats={0: seat}), "play architect")  # type: ignore[dict-item]


def overflow() -> Game:
    """Seat 0 gets a brick, a wine and two cloth with one space free (R3.2)."""
    houses = ["lutetia", "burdigala", "massilia"]
    seat = {"goods": {"brick": 7}, "houses": houses}
    game = table(seats={0: seat}, magnus=1)  # type: ignore[dict-item]
    return play(game, "play prefect", "produce gallia")


def colonist(**said: object) -> Game:
    seat = {"bought": ["colonist-1"], **said}
    return play(table(seats={0: seat}), "play colonist-1")  # type: ignore[dict-item]


def diplomat(**pile: list[str]) -> Game:
    """Seat 0 has played a diplomat; the piles of some seats are given as seat_1=[...]."""
    seats = {int(seat[-1]): {"pile": cards} for seat, cards in pile.items()}
    return play(table(variant="venus", seats=seats), "play diplomat")  # type: ignore[arg-type]


def magister(*pile: str) -> Game:
    return play(table(variant="venus", seats={0: {"pile": list(pile)}}), "play magister")


def magister_through_diplomat() -> Game:
    """Seat 0 copies a magister; below the diplomat lies another one (R5.10)."""
    seats = {0: {"pile": ["magister"]}, 1: {"pile": ["magister"]}}
    return play(table(variant="venus", seats=seats), "play diplomat", "copy 1")  # type: ignore[arg-type]


def teams(**said: object) -> Game:
    return table("hellas", "venus-team", 4, **said)  # type: ignore[arg-type]


def proconsul(top: str | None = None) -> Game:
    """Seat 0 has played a proconsul and purchases a card; seat 2 will answer."""
    seats = {0: {"bought": ["proconsul-2"]}, 1: {"pile": [top] if top else []}}
    return play(teams(seats=seats), "play proconsul-2")


def answering_diplomat(top: str) -> Game:
    """Seat 2 answers a proconsul with a diplomat; the top card of seat 1 is given."""
    return play(proconsul(top), "done", "play diplomat")


def no_stop() -> Game:
    seat = {"colonists": ["land brundisium"], "houses": ["brundisium"]}
    return play(table("ionium", seats={0: seat}), "play architect")  # type: ignore[dict-item]


def fifteen_houses() -> Game:
    """The fifteenth house has just been built."""
    houses = [
        *("isca", "londinium", "colonia", "vindobona", "sirmium", "napoca", "tomis", "lutetia"),
        *("burdigala", "brigantium", "olisipo", "valentia", "rusadir", "carthago"),
    ]
    game = architect("land aquileia~novaria", houses=houses, coins=99)
    return play(game, "build novaria")


def revealing() -> Game:
    game = play(table(), "play senator", "purchase architect-1", "done")
    assert game.actor == "*"
    return game


REASONS: dict[str, tuple[Situation, str, str, str]] = {
    # R4.1, R5.11, R10.7: playing a card
    "not in hand": (table, "play mason-1", "R4.1", "mason-1 is not in the hand"),
    "on the own pile": (
        lambda: table(seats={0: {"pile": ["mercator"]}}),
        "play mercator",
        "R4.1",
        "mercator lies on the player's own pile until a tribune takes it back",
    ),
    "both of two equal cards on the own pile": (
        lambda: table(seats={0: {"pile": ["prefect", "prefect"]}}),
        "play prefect",
        "R4.1",
        "prefect lies on the player's own pile",
    ),
    "a side of a single card": (
        table,
        "play prefect as architect",
        "R5.11",
        "prefect is not a double card and takes no “as architect”",
    ),
    "a double card without a side": (
        lambda: table(variant="venus", seats={0: {"bought": ["prefect/architect-1"]}}),
        "play prefect/architect-1",
        "R5.11",
        "say “as SIDE”; its sides are prefect and architect",
    ),
    "a side the double card has not": (
        lambda: table(variant="venus", seats={0: {"bought": ["prefect/architect-1"]}}),
        "play prefect/architect-1 as mercator",
        "R5.11",
        "say “as SIDE”; its sides are prefect and architect",
    ),
    "a legatus in answer to a proconsul": (
        lambda: play(proconsul(), "done"),
        "2: play legatus",
        "R10.7",
        "a proconsul cannot be answered with a legatus",
    ),
    # R5.2: moving
    "a move after a house": (
        lambda: play(architect("land roma", "sea massilia~roma"), "build massilia"),
        "move land roma aquileia~roma",
        "R5.2",
        "no colonist can move after the first house",
    ),
    "a move of nobody": (
        lambda: architect("land roma"),
        "move sea roma massilia~roma",
        "R5.2",
        "the player has no sea colonist at roma",
    ),
    "a second move": (
        lambda: play(architect("land roma", "sea roma"), "move sea roma massilia~roma"),
        "move sea massilia~roma massilia~valentia",
        "R5.2",
        "this colonist has already moved",
    ),
    "a move to where it stands": (
        lambda: architect("sea massilia~roma"),
        "move sea massilia~roma massilia~roma",
        "R5.2",
        "",
    ),
    "a move without a way": (
        lambda: architect("sea novaria", houses=["novaria"]),
        "move sea novaria massilia~roma",
        "R5.2",
        "massilia~roma",
    ),
    "a move too far": (
        lambda: architect("land roma", "sea roma"),
        "move land roma isca~londinium",
        "R5.2",
        "isca~londinium is 5 steps away",
    ),
    "a move too far for one step": (
        lambda: architect("land roma"),
        "move land roma aquileia~vindobona",
        "R5.2",
        "aquileia~vindobona is 2 steps away",
    ),
    "a move without steps": (
        lambda: play(architect("land roma", "sea roma"), "move sea roma massilia~valentia"),
        "move land roma aquileia~roma",
        "R5.2",
        "aquileia~roma is 1 step",
    ),
    "a move onto another colonist": (
        lambda: play(
            table(seats={1: {"colonists": ["land aquileia~roma"]}}),
            "play architect",
        ),
        "move land roma aquileia~roma",
        "R5.2",
        "a colonist stands on aquileia~roma",
    ),
    "a stop where none is": (
        no_stop,
        "move land brundisium apollonia~brundisium",
        "R5.2",
        "no colonist can stop on apollonia~brundisium",
    ),
    # R5.2: building
    "a house in the capital": (
        lambda: architect("land aquileia~roma"),
        "build roma",
        "R5.2",
        "no house can be built in the capital, roma",
    ),
    "a second house": (
        lambda: architect("land aquileia~roma", houses=["aquileia"]),
        "build aquileia",
        "R5.2",
        "the player already has a house in aquileia",
    ),
    "a house out of reach": (
        lambda: architect("land roma"),
        "build aquileia",
        "R5.2",
        "no colonist of the player stands on a path that ends at aquileia",
    ),
    "a sixteenth house": (fifteen_houses, "build aquileia", "R5.2", "all 15 houses are built"),
    "a house without its goods": (
        lambda: architect("land aquileia~roma", goods={"food": 3}),
        "build aquileia",
        "R5.2",
        "a house in aquileia costs 1 brick and 1 food; the store lacks 1 brick",
    ),
    "a house without its coins": (
        lambda: architect("land aquileia~roma", coins=1),
        "build aquileia",
        "R5.2",
        "a house in aquileia costs 2 coins",
    ),
    "a house without its one coin": (
        lambda: architect("sea massilia~valentia", coins=0),
        "build valentia",
        "R5.2",
        "a house in valentia costs 1 coin",
    ),
    # R5.3: prefect
    "a province that shows coins": (
        lambda: play(table(markers=["gallia"]), "play prefect"),
        "produce gallia",
        "R5.3",
        "the marker of gallia shows coins",
    ),
    "nothing to collect": (
        lambda: play(table(), "play prefect"),
        "collect",
        "R5.3",
        "no marker shows coins",
    ),
    "a prefect for nothing": (
        lambda: play(table(), "play prefect"),
        "done",
        "R5.3",
        "a prefect must produce or collect",
    ),
    # R5.4, R3.1: mercator
    "buying what was sold": (
        lambda: play(table(), "play mercator", "sell 1 wine"),
        "buy 1 wine",
        "R5.4",
        "wine was already traded",
    ),
    "selling what is not there": (
        lambda: play(table(), "play mercator"),
        "sell 2 wine",
        "R5.4",
        "the store holds 1 wine",
    ),
    "buying without space": (
        lambda: play(table(), "play mercator"),
        "buy 3 brick",
        "R3.1",
        "2 free spaces",
    ),
    "buying two with one space": (
        lambda: play(table(seats={0: {"goods": {"wine": 7}}}), "play mercator"),
        "buy 2 brick",
        "R3.1",
        "the store has 1 free space",
    ),
    "buying without coins": (
        lambda: play(table(), "play mercator"),
        "buy 2 cloth",
        "R5.4",
        "2 cloth cost 14 coins",
    ),
    # R5.5, R5.1: colonists
    "no land colonist left": (
        lambda: colonist(colonists=["land roma"] * 3),
        "settle land roma",
        "R5.5",
        "no land colonist is left in the store",
    ),
    "no sea colonist left": (
        lambda: colonist(colonists=["sea roma"] * 3),
        "settle sea roma",
        "R5.5",
        "no sea colonist is left in the store",
    ),
    "a colonist without food": (
        lambda: colonist(goods={"tool": 1}),
        "settle land roma",
        "R5.5",
        "a colonist costs 1 food and 1 tool; the store lacks",
    ),
    "a colonist without a house": (
        colonist,
        "settle land aquileia",
        "R5.5",
        "aquileia has none",
    ),
    "cash after settling": (
        lambda: play(colonist(), "settle land roma"),
        "cash",
        "R5.5",
        "gets either colonists or the cash",
    ),
    "a colonist for nothing": (colonist, "done", "R5.5", "a colonist must settle or take the cash"),
    "a tribune's colonist elsewhere": (
        lambda: play(table(seats={0: {"houses": ["aquileia"]}}), "play tribune"),
        "settle land aquileia",
        "R5.1",
        "starts in the capital, roma",
    ),
    "a tribune without food": (
        lambda: play(table(seats={0: {"goods": {}}}), "play tribune"),
        "settle land roma",
        "R5.1",
        "a colonist costs 1 food and 1 tool; the store lacks",
    ),
    "a tribune without colonists": (
        lambda: play(table(seats={0: {"colonists": ["sea roma"] * 3}}), "play tribune"),
        "settle sea roma",
        "R5.1",
        "no sea colonist is left in the store",
    ),
    # R5.6, R5.7, R10.6, R10.7: purchases
    "a card not on display": (
        lambda: play(table(), "play senator"),
        "purchase consul-2",
        "R5.6",
        "consul-2 is not in the display",
    ),
    "a card taken already": (
        lambda: play(table(), "play senator", "purchase architect-1"),
        "purchase architect-1",
        "R5.6",
        "architect-1 is not in the display",
    ),
    "a good of choice where none is paid": (
        lambda: play(table(), "play senator"),
        "purchase architect-1 with wine",
        "R5.6",
        "leave out “with …”",
    ),
    "no good of choice where one is paid": (
        lambda: play(table(), "play senator"),
        "purchase prefect-1",
        "R5.6",
        "say “with GOOD”",
    ),
    "a card too dear": (
        lambda: play(table(), "play senator"),
        "purchase prefect-1 with wine",
        "R5.6",
        "prefect-1 costs 2 wine",
    ),
    "a consul pays no surcharge": (
        lambda: play(table(seats={0: {"bought": ["consul-2"]}}), "play consul-2"),
        "purchase prefect-1 with brick",
        "R5.7",
        "leave out “with …”",
    ),
    "a consul pays the card": (
        lambda: play(table(seats={0: {"bought": ["consul-2"], "goods": {}}}), "play consul-2"),
        "purchase prefect-1",
        "R5.7",
        "prefect-1 costs 1 wine",
    ),
    "a praetor pays the surcharge": (
        lambda: play(teams(), "play praetor"),
        "purchase prefect/architect-1",
        "R10.6",
        "say “with GOOD”",
    ),
    "a proconsul pays no surcharge": (
        proconsul,
        "purchase mason-2 with wine",
        "R10.7",
        "mason-2",
    ),
    "a proconsul for a proconsul": (
        lambda: play(
            teams(
                seats={0: {"bought": ["proconsul-2"]}},
                display=[
                    *("proconsul-3", "architect-3", "prefect-3", "prefect/mercator-3"),
                    *("colonist-3", "diplomat-3", "weaver-2"),
                ],
            ),
            "play proconsul-2",
        ),
        "purchase proconsul-3",
        "R10.7",
        "a proconsul cannot purchase a proconsul",
    ),
    # R5.9, R10.7, R10.9: diplomat
    "copying oneself": (diplomat, "copy 0", "R5.9", "another player"),
    "copying an empty pile": (diplomat, "copy 1", "R5.9", "the pile of seat 1 is empty"),
    "copying a diplomat": (
        lambda: diplomat(seat_1=["prefect", "diplomat"]),
        "copy 1",
        "R5.9",
        "the top card of seat 1 is a diplomat",
    ),
    "copying a side of a single card": (
        lambda: diplomat(seat_1=["prefect"]),
        "copy 1 as prefect",
        "R5.11",
        "prefect is not a double card",
    ),
    "copying a double card without a side": (
        lambda: diplomat(seat_1=["architect/mercator-2"]),
        "copy 1",
        "R5.11",
        "its sides are architect and mercator",
    ),
    "copying the partner": (
        lambda: play(teams(turn=2, seats={0: {"pile": ["prefect"]}}), "play diplomat"),
        "copy 0",
        "R10.9",
        "a diplomat never copies the partner",
    ),
    "copying a legatus alone": (
        lambda: answering_diplomat("legatus"),
        "copy 1",
        "R10.7",
        "cannot copy a legatus",
    ),
    "copying what the partner copied": (
        lambda: play(
            teams(turn=2, seats={1: {"pile": ["prefect"]}}, copied={"1": [0]}), "play diplomat"
        ),
        "copy 1",
        "R10.9",
        "the partner has already copied this prefect",
    ),
    # R5.10: magister
    "repeating nothing": (magister, "repeat", "R5.10", "there is no card below"),
    "repeating a senator": (
        lambda: magister("prefect", "senator"),
        "repeat",
        "R5.10",
        "senator, which cannot be repeated",
    ),
    "repeating a magister": (
        magister_through_diplomat,
        "repeat",
        "R5.10",
        "magister, which cannot be repeated",
    ),
    "repeating a side of a single card": (
        lambda: magister("prefect"),
        "repeat as architect",
        "R5.11",
        "prefect is not a double card",
    ),
    "repeating a double card without a side": (
        lambda: magister("prefect/architect-1"),
        "repeat",
        "R5.11",
        "say “as SIDE”; its sides are prefect and architect",
    ),
    # R10.8: legatus
    "suggesting what the partner has not": (
        lambda: play(teams(), "play legatus"),
        "suggest architect",
        "R10.8",
        "the partner has no architect in hand",
    ),
    # R3.2: keeping
    "keeping what is not in the batch": (
        overflow,
        "keep 1 tool",
        "R3.2",
        "the batch has 0 tool: it is 1 brick, 1 wine and 2 cloth",
    ),
    "keeping more than the batch": (overflow, "keep 3 cloth", "R3.2", "the batch has 2 cloth"),
    "keeping more than fits": (overflow, "keep 2 cloth", "R3.2", "free space"),
    "keeping nothing": (overflow, "done", "R3.2", "the goods to take have to be chosen"),
    # R2.3: chance
    "revealing what is on display": (
        revealing,
        "*: reveal prefect-1",
        "R2.3",
        "prefect-1 is not an unseen card of the deck",
    ),
    "revealing a later deck": (
        revealing,
        "reveal consul-2",
        "R2.3",
        "consul-2 is not an unseen card of the deck",
    ),
    "revealing a starting card": (revealing, "reveal tribune", "R2.3", "tribune is not an unseen"),
}


@pytest.mark.parametrize("what", REASONS)
def test_an_illegal_entry_is_answered_with_its_rule_and_its_reason(what: str) -> None:
    situation, entry, rule, words = REASONS[what]
    error = refusal(situation(), entry)
    assert error.rule == rule
    assert words in reason(error)


def test_a_second_equal_card_can_be_played_while_the_first_lies_on_the_pile() -> None:
    """R4.1: two prefects, one played."""
    game = table(seats={0: {"pile": ["prefect"]}})
    assert game.play("play prefect") == "0: play prefect"


@pytest.mark.parametrize("what", REASONS)
def test_a_reason_reads_well(what: str) -> None:
    """One of something is not in the plural, and nothing shows that only the engine knows."""
    situation, entry, *_ = REASONS[what]
    sentence = reason(refusal(situation(), entry))
    assert not sentence.endswith(".")
    assert not re.search(r"\b1 (steps|coins|goods|free spaces)\b|\b1 are\b|None|_", sentence)


@pytest.mark.parametrize(
    ("entry", "place"),
    [
        ("move land isca isca~londinium", "at isca"),
        ("move sea massilia~roma massilia~valentia", "at massilia~roma"),
    ],
)
def test_where_no_colonist_stands_is_named(entry: str, place: str) -> None:
    """R5.2: only own colonists move."""
    assert place in reason(refusal(architect("land roma", "sea roma"), entry))


def test_a_move_must_go_somewhere() -> None:
    """R5.2: it ends on another path than before; that is no matter of ways."""
    game = architect("sea massilia~roma")
    sentence = reason(refusal(game, "move sea massilia~roma massilia~roma"))
    assert "another path" in sentence
    assert "leads" not in sentence


def test_long_lists_of_legal_entries_are_cut_in_the_message_only() -> None:
    game = play(table(), "play architect")
    error = refusal(game, "cash")
    assert len(error.legal) == len(game.legal()) > SHOWN
    assert str(error).endswith(f"{error.legal[SHOWN - 1]} and {len(error.legal) - SHOWN} more")


def test_a_short_list_is_shown_in_full() -> None:
    error = refusal(magister("senator"), "repeat")
    assert str(error).endswith("Legal now: done")


# Every decision, every verb

ASKED = {
    roles.PLAY: "R4.1",
    roles.TRIBUNE: "R5.1",
    roles.ARCHITECT: "R5.2",
    roles.PREFECT: "R5.3",
    roles.MERCATOR: "R5.4",
    roles.COLONIST: "R5.5",
    roles.SENATOR: "R5.6",
    roles.CONSUL: "R5.7",
    roles.PRAETOR: "R10.6",
    roles.PROCONSUL: "R10.7",
    roles.DIPLOMAT: "R5.9",
    roles.MAGISTER: "R5.10",
    roles.LEGATUS: "R10.8",
    roles.KEEP: "R3.2",
    roles.REVEAL: "R5.6",
    roles.OVER: "R8.1",
}
OWN = {
    roles.PLAY: {"play"},
    roles.TRIBUNE: {"settle", "done"},
    roles.ARCHITECT: {"move", "build", "done"},
    roles.PREFECT: {"produce", "collect"},
    roles.MERCATOR: {"buy", "sell", "done"},
    roles.COLONIST: {"settle", "cash"},
    roles.SENATOR: {"purchase", "done"},
    roles.CONSUL: {"purchase", "done"},
    roles.PRAETOR: {"purchase", "done"},
    roles.PROCONSUL: {"purchase", "done"},
    roles.DIPLOMAT: {"copy", "done"},
    roles.MAGISTER: {"repeat", "done"},
    roles.LEGATUS: {"suggest", "done"},
    roles.KEEP: {"keep"},
    roles.REVEAL: {"reveal"},
    roles.OVER: set(),
}


@cache
def moments() -> dict[int, list[Game]]:
    """Some moments of real games for each decision."""
    found: dict[int, list[Game]] = {decision: [] for decision in ASKED}
    for name, number in numbered("games"):
        given = record(name, number)
        game = Game.from_record(given, upto=0, chance="manual")
        for at, entry in enumerate(given["entries"]):
            some = found[game.state.decision]
            if len(some) < 8 and at % 3 == 0:
                some.append(game.copy())
            game.play(entry)
        found[game.state.decision].append(game)
    return found


def sample(game: Game, verb: str, rng: random.Random) -> str:
    """A well-formed entry of a verb."""
    atlas, faces = game.state.setup.atlas, game.state.setup.faces
    kind = rng.randrange(2)
    pick: dict[str, Callable[[], str]] = {
        "CARD": lambda: rng.choice([*faces.index]),
        "SIDE": lambda: rng.choice([*notation.SIDES]),
        "KIND": lambda: notation.KINDS[kind],
        "FROM": lambda: rng.choice([*atlas.city_ids, *atlas.path_ids[kind]]),
        "TO": lambda: rng.choice(atlas.path_ids[kind]),
        "CITY": lambda: rng.choice(atlas.city_ids),
        "PROVINCE": lambda: rng.choice(atlas.province_ids),
        "SEAT": lambda: str(rng.randrange(len(game.players))),
        "GOOD": lambda: rng.choice(goods.NAMES),
        "N": lambda: str(rng.randint(1, 12)),
    }
    form, _, optional = notation.USAGE[verb].partition(" [")
    words = form.split()
    if optional and verb != "keep" and rng.random() < 0.4:
        words += optional.rstrip("]").split()
    if verb == "keep":
        some = sorted(rng.sample(range(5), rng.randint(1, 3)))
        return " ".join(["keep", *(f"{rng.randint(1, 4)} {goods.NAMES[good]}" for good in some)])
    return " ".join(pick[word]() if word in pick else word for word in words)


def test_every_decision_occurs() -> None:
    assert set(ASKED) == set(OWN) == set(explain.ASKED)
    assert all(moments().values())


def right(why: Refusal) -> Refusal:
    """A refusal has the values of its code, no more and no fewer, and a sentence."""
    assert set(why.values) == set(CODES[why.code])
    assert str(why).endswith(f" ({why.rule})")
    return why


@pytest.mark.parametrize("decision", ASKED)
def test_a_verb_of_another_decision_is_answered_with_what_is_asked_for(decision: int) -> None:
    rng = random.Random(decision)
    for game in moments()[decision]:
        for verb in set(notation.USAGE) - OWN[decision] - {"done"}:
            code = notation.parse(game.state.setup, sample(game, verb, rng))
            assert right(explain.why(game.state, code)).rule == ASKED[decision]


@pytest.mark.parametrize("decision", [one for one in ASKED if one != roles.OVER])
def test_a_verb_of_the_decision_is_answered_with_a_reason_of_its_own(decision: int) -> None:
    rng = random.Random(decision)
    rules = {
        roles.PLAY: {"R4.1", "R5.11", "R10.7"},
        roles.MERCATOR: {"R5.4", "R3.1"},
        roles.DIPLOMAT: {"R5.9", "R5.11", "R10.7", "R10.9"},
        roles.MAGISTER: {"R5.10", "R5.11"},
        roles.REVEAL: {"R2.3"},
    }
    for game in moments()[decision]:
        found = legal(game.state)
        for verb in OWN[decision] - {"done"}:
            for _ in range(40):
                code = notation.parse(game.state.setup, sample(game, verb, rng))
                if code not in found:
                    why = right(explain.why(game.state, code))
                    assert why.rule in rules.get(decision, {ASKED[decision]})


@pytest.mark.parametrize("decision", [one for one in ASKED if "done" not in OWN[one]])
def test_done_is_refused_where_something_has_to_be_done(decision: int) -> None:
    """R4.3: prefect and colonist must do one of their two things."""
    for game in moments()[decision]:
        if codes.DONE_CODE not in legal(game.state):
            assert explain.why(game.state, codes.DONE_CODE).rule == ASKED[decision]


# At random


def attempt(game: Game, entry: str) -> EntryError | None:
    """Play an entry; what was said against it, if anything."""
    try:
        game.play(entry)
    except EntryError as error:
        return error
    return None


@given(st.integers(0, 2**32))
@settings(max_examples=40)
def test_a_well_formed_entry_is_legal_or_refused_and_changes_nothing(seed: int) -> None:
    rng = random.Random(seed)
    game = new_game(rng, chance="manual")
    for _ in range(6):
        play_on(game, rng, rng.randrange(60))
        before = (game.state.key(), game.entries[:], game.position())
        found = game.legal()
        for _ in range(30):
            verb = rng.choice([*notation.USAGE])
            words = sample(game, verb, rng)
            actor = rng.choice(["", "", "", *(f"{one}: " for one in ("*", 0, 1))])
            error = attempt(game.copy(), actor + words)
            if isinstance(error, IllegalEntry):
                assert words not in found
                assert error.rule.startswith("R")
                assert reason(error) or game.over
                assert error.legal == found
            elif isinstance(error, OutOfTurn):
                assert "out of turn" in str(error)
            else:
                assert error is None
                assert words in found
            if error:
                assert type(attempt(game, actor + words)) is type(error)
            assert type(attempt(game, f"{words} nonsense")) is InvalidEntry
        assert (game.state.key(), game.entries, game.position()) == before
