"""Notation: what is printed is read again; what is no entry is told from what is not allowed."""

from __future__ import annotations

import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.records import new_game, numbered, play_on, random_game, record
from viae import EntryError, Game, IllegalEntry, InvalidEntry, OutOfTurn
from viae.rules import codes, goods, notation
from viae.rules.setup import Setup
from viae.rules.turn import legal

SEEDS = st.integers(0, 2**32)
GAME = Game.new("imperium", "venus-team", 4, seed=1)
SETUP: Setup = GAME.state.setup
WORDS = [
    *notation.USAGE,
    *("as", "with", "land", "sea", "air", "roma", "isca", "massilia~roma", "gallia", "0", "3"),
    *("1", "12", "13", "-1", "1.5", "wine", "salt", "prefect", "prefect-1", "tribune", "mercator"),
    *("prefect/architect-1", "architect", "senator", ":", "*", "*:", "0:", "x" * 99, "\u0661"),
]


def message(text: str, setup: Setup = SETUP) -> str:
    """What is wrong with a text that is no entry."""
    with pytest.raises(InvalidEntry) as caught:
        notation.parse(setup, text)
    found = str(caught.value)
    assert found.isprintable()
    assert len(found) < 400
    return found


def sloppily(text: str, rng: random.Random) -> str:
    """The same words in any case and with any space between them."""
    letters = [rng.choice([letter.lower(), letter.upper()]) for letter in text]
    gaps = [" ", "  ", "\t", "\n", " \r\n ", "\u00a0", "\u3000"]
    spread = "".join(rng.choice(gaps) if letter == " " else letter for letter in letters)
    return rng.choice(["", " ", "\t"]) + spread + rng.choice(["", " ", "\n"])


# Printing and reading


@given(SEEDS)
@settings(max_examples=40)
def test_every_legal_entry_is_read_as_what_it_was(seed: int) -> None:
    rng = random.Random(seed)
    game = new_game(rng, chance="manual")
    setup = game.state.setup
    for _ in range(20):
        play_on(game, rng, rng.randrange(12))
        found = legal(game.state)
        shown = [notation.show(setup, code) for code in found]
        assert [notation.parse(setup, text) for text in shown] == found
        assert len(set(shown)) == len(found)
        assert game.legal() == sorted(shown)


@given(SEEDS)
@settings(max_examples=40)
def test_case_and_space_do_not_matter(seed: int) -> None:
    rng = random.Random(seed)
    game = random_game(seed, chance="manual")
    for entry in rng.sample(game.legal(), min(10, len(game.legal()))):
        assert game.copy().play(sloppily(entry, rng)) == f"{game.actor}: {entry}"
        sloppy = f"{game.actor}{rng.choice(['', ' '])}:{sloppily(entry, rng)}"
        assert game.copy().play(sloppy) == f"{game.actor}: {entry}"


def test_every_verb_occurs_in_the_records_and_is_written_one_way() -> None:
    verbs: set[str] = set()
    for name, number in [*numbered("games"), *numbered("legal")]:
        given = record(name, number)
        setup = Game.from_record(given, upto=0).state.setup
        for entry in {entry.partition(": ")[2] for entry in given["entries"]}:
            verbs.add(entry.split()[0])
            assert notation.show(setup, notation.parse(setup, entry)) == entry
    assert verbs == set(notation.USAGE)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("collect", codes.COLLECT_CODE),
        ("cash", codes.CASH_CODE),
        ("done", codes.DONE_CODE),
        ("sell 12 brick", codes.sell(12, goods.BRICK)),
        ("buy 1 cloth", codes.buy(1, goods.CLOTH)),
        ("buy 007 wine", codes.buy(7, goods.WINE)),
        ("copy 3", codes.copy(3, 0)),
        ("repeat", codes.repeat(0)),
    ],
)
def test_some_codes(text: str, code: int) -> None:
    assert notation.parse(SETUP, text) == code


def test_goods_of_a_keep_may_be_named_in_any_order_and_are_printed_by_price() -> None:
    """R3.2: the goods taken of the batch, in price order, zero counts left out."""
    code = notation.parse(SETUP, "keep 2 wine 1 brick")
    assert code == notation.parse(SETUP, "keep 1 brick 2 wine")
    assert notation.show(SETUP, code) == "keep 1 brick 2 wine"
    assert notation.show_goods(0) == ""


def test_all_well_formed_entries_of_a_board_go_round() -> None:
    """Not only the legal ones."""
    atlas, faces = SETUP.atlas, SETUP.faces
    texts = ["collect", "cash", "done", "repeat"]
    for card in faces.index:
        texts += [f"play {card}", f"suggest {card}", f"reveal {card}", f"purchase {card}"]
        texts += [f"play {card} as {side}" for side in ("prefect", "architect", "mercator")]
        texts += [f"purchase {card} with {good}" for good in goods.NAMES]
    for city in atlas.city_ids:
        texts += [f"build {city}", f"settle land {city}", f"settle sea {city}"]
    texts += [f"produce {province}" for province in atlas.province_ids]
    for kind, name in enumerate(notation.KINDS):
        for path in atlas.path_ids[kind]:
            texts += [f"move {name} {place} {path}" for place in (atlas.city_ids[0], path)]
    for good in goods.NAMES:
        texts += [f"{verb} {n} {good}" for verb in ("buy", "sell", "keep") for n in (1, 12)]
    for seat in range(4):
        texts += [f"copy {seat}", f"copy {seat} as prefect", f"copy {seat} as mercator"]
    texts.append("keep 12 brick 12 food 12 tool 12 wine 12 cloth")
    assert [notation.show(SETUP, notation.parse(SETUP, text)) for text in texts] == texts


def test_no_more_words_are_kept_than_games_need() -> None:
    """Whoever tries illegal entries cannot fill the memory with them."""
    setup = Game.new(seed=1).state.setup
    for number in range(notation.MOST_WORDS + 10):
        counts = [number // 12**kind % 12 for kind in range(goods.KINDS)]
        code = codes.keep(goods.pack(counts))
        assert notation.show(setup, code).startswith("keep")
        assert len(setup.terms.words) <= notation.MOST_WORDS


def test_a_land_path_and_a_sea_path_of_one_name_are_told_apart() -> None:
    """Kind and id together name a path."""
    game = Game.new("ionium", players=2, seed=1)
    setup = game.state.setup
    both = set(setup.atlas.path_index[0]) & set(setup.atlas.path_index[1])
    assert both
    for path in both:
        one = notation.parse(setup, f"move land {path} {path}")
        other = notation.parse(setup, f"move sea {path} {path}")
        assert one != other
        assert notation.show(setup, one) == f"move land {path} {path}"
        assert notation.show(setup, other) == f"move sea {path} {path}"


# Not an entry at all


@pytest.mark.parametrize("text", ["", " ", "\t\n", "\u3000"])
def test_an_entry_needs_a_verb(text: str) -> None:
    for verb in notation.USAGE:
        assert verb in message(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [("plya prefect", "play"), ("Bild roma", "build"), ("purchas", "purchase"), ("cashh", "cash")],
)
def test_an_unknown_verb_is_named_with_what_was_perhaps_meant(text: str, meant: str) -> None:
    verb = text.split(maxsplit=1)[0].lower()
    assert message(text) == f"unknown verb “{verb}”; did you mean {meant}?"


def test_of_an_unknown_verb_like_no_other_all_verbs_are_listed() -> None:
    assert message("x").startswith("unknown verb “x”; there are play, move, build,")


COUNTS = {
    "play": [0, 2, 4],
    "move": [0, 1, 2, 4],
    "build": [0, 2],
    "produce": [0, 2],
    "collect": [1],
    "sell": [0, 1, 3],
    "buy": [0, 1, 3],
    "cash": [1],
    "settle": [0, 1, 3],
    "purchase": [0, 2, 4],
    "copy": [0, 2, 4],
    "repeat": [1, 3],
    "suggest": [0, 2, 3],
    "keep": [0, 1, 3],
    "done": [1],
    "reveal": [0, 2, 3],
}


def test_every_verb_has_its_number_of_words() -> None:
    assert set(COUNTS) == set(notation.USAGE)
    for verb, numbers in COUNTS.items():
        for number in numbers:
            text = " ".join([verb, *["1"] * number])
            assert message(text) == f"“{verb}” is written: {notation.USAGE[verb]}"


@pytest.mark.parametrize(
    "text",
    [
        *("play as prefect", "play prefect as", "play prefect as prefect as prefect"),
        *("play prefect with prefect", "purchase with wine", "purchase mason-2 with"),
        *("purchase mason-2 as prefect", "copy as prefect", "copy 1 as", "repeat as"),
        *("suggest prefect/architect-1 as prefect", "done done", "collect gallia", "cash 5"),
    ],
)
def test_additions_have_their_places(text: str) -> None:
    verb = text.split(maxsplit=1)[0]
    assert message(text) == f"“{verb}” is written: {notation.USAGE[verb]}"


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("play prefct", "unknown card “prefct”; did you mean prefect"),
        ("play praefectus-magnus", "unknown card “praefectus-magnus”"),
        ("purchase masson-2", "unknown card “masson-2”; did you mean mason-2"),
        ("suggest nobody", "unknown card “nobody”"),
        ("reveal x", "unknown card “x”"),
        ("build rome", "unknown city “rome”; did you mean roma?"),
        ("build gallia", "unknown city “gallia”"),
        ("settle land rom", "unknown city “rom”; did you mean roma"),
        ("settle air roma", "unknown kind of colonist “air”; there are land, sea"),
        ("move air roma massilia~roma", "unknown kind of colonist “air”"),
        ("move sea rmoa massilia~roma", "unknown city or sea path “rmoa”; did you mean roma"),
        ("move sea roma massilia-roma", "unknown sea path “massilia-roma”; did you mean massilia"),
        ("move sea roma roma", "unknown sea path “roma”"),
        ("move land roma massilia~valentia~9", "unknown land path"),
        ("produce galia", "unknown province “galia”; did you mean gallia"),
        ("produce roma", "unknown province “roma”"),
        ("sell 1 salt", "unknown good “salt”; there are brick, food, tool, wine, cloth"),
        ("buy 1 wines", "unknown good “wines”; did you mean wine?"),
        ("keep 1 salt", "unknown good “salt”"),
        ("purchase mason-2 with coins", "unknown good “coins”"),
        ("copy 4", "unknown seat “4”; there are 0, 1, 2, 3"),
        ("copy -1", "unknown seat “-1”"),
        ("copy one", "unknown seat “one”"),
        ("copy \u0661", "unknown seat"),
        ("play prefect as tribune", "unknown side of a double card “tribune”"),
        ("copy 1 as colonist", "unknown side of a double card “colonist”"),
        ("repeat as perfect", "unknown side of a double card “perfect”; did you mean prefect?"),
    ],
)
def test_an_unknown_id_is_named_with_what_was_perhaps_meant(text: str, start: str) -> None:
    assert message(text).startswith(start)


@pytest.mark.parametrize(
    "number", ["0", "00", "13", "99999", "9" * 5_000, "-1", "+1", "1.5", "1e1", "x", "\u0661", "²"]
)
@pytest.mark.parametrize("verb", ["sell", "buy", "keep"])
def test_a_number_of_goods_is_from_one_to_twelve(verb: str, number: str) -> None:
    """R3.1: a store has 12 spaces."""
    assert "is not a number of goods" in message(f"{verb} {number} wine")


def test_a_keep_names_each_good_once() -> None:
    assert "names wine twice" in message("keep 1 wine 2 wine")


def test_cards_of_another_variant_are_unknown() -> None:
    concordia = Game.new(players=2, seed=1).state.setup
    for card in ("legatus", "magister-1", "prefect/architect-1", "praetor-1"):
        assert "unknown card" in message(f"play {card}", concordia)


def test_ids_of_another_board_are_unknown() -> None:
    assert "unknown city “athenae”" in message("build athenae", Game.new("italia").state.setup)


@pytest.mark.parametrize(
    "form",
    ["{}", "play {}", "build {}", "copy {}", "buy {} wine", "buy 1 {}", "{}: done", "move {} a b"],
)
def test_messages_can_be_printed_whatever_was_typed(form: str) -> None:
    for junk in ("\x1b[31m", "\ud800", "\u202e", "\x00", "\x7fx", "\U000e0001"):
        with pytest.raises(EntryError) as caught:
            GAME.copy().play(form.format(junk))
        assert str(caught.value).isprintable()


# Anything


@given(st.text(max_size=40) | st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join))
@settings(max_examples=400)
def test_any_text_is_an_entry_or_invalid(text: str) -> None:
    try:
        code = notation.parse(SETUP, text)
    except InvalidEntry:
        return
    assert notation.parse(SETUP, notation.show(SETUP, code)) == code


@given(
    st.text(max_size=30)
    | st.text(string.printable, max_size=20)
    | st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)
)
@settings(max_examples=200)
def test_any_text_is_played_or_refused(text: str) -> None:
    game = GAME.copy()
    answer: EntryError | None = None
    try:
        game.play(text)
    except EntryError as error:
        answer = error
    if answer:
        assert type(answer) in (InvalidEntry, IllegalEntry, OutOfTurn)
        assert str(answer).isprintable()
        assert game.state.key() == GAME.state.key()
        assert game.entries == []


@pytest.mark.parametrize("length", [10_000, 1_000_000])
def test_long_texts_are_answered_soon(length: int) -> None:
    for text in ("x" * length, "play " + "x" * length, "play " * (length // 5), ":" * length):
        with pytest.raises(InvalidEntry) as caught:
            GAME.copy().play(text)
        assert len(str(caught.value)) < 400


# The three errors told apart


@pytest.mark.parametrize("entry", [None, 5, b"play prefect", ["play prefect"], 0.5])
def test_an_entry_is_a_text(entry: object) -> None:
    with pytest.raises(InvalidEntry, match="a text such as"):
        GAME.copy().play(entry)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("entry", "error"),
    [
        ("dance", InvalidEntry),
        ("0: dance", InvalidEntry),
        ("1: dance", InvalidEntry),
        ("4: play prefect", InvalidEntry),
        ("-1: play prefect", InvalidEntry),
        ("00: play prefect", InvalidEntry),
        ("\u0660: play prefect", InvalidEntry),
        ("Livia: play prefect", InvalidEntry),
        (": play prefect", InvalidEntry),
        ("0: 0: play prefect", InvalidEntry),
        ("0:", InvalidEntry),
        ("1: play prefect", OutOfTurn),
        ("1: done", OutOfTurn),
        ("3: play mason-2", OutOfTurn),
        ("*: reveal mason-2", OutOfTurn),
        ("reveal mason-2", OutOfTurn),
        ("*: play prefect", OutOfTurn),
        ("0: done", IllegalEntry),
        ("done", IllegalEntry),
        ("play mason-2", IllegalEntry),
        ("build roma", IllegalEntry),
        ("0: reveal mason-2", IllegalEntry),
    ],
)
def test_invalid_out_of_turn_and_illegal_are_three_things(
    entry: str, error: type[EntryError]
) -> None:
    """Seat 0 is to play a card; only an entry for another actor is out of turn."""
    game = GAME.copy()
    with pytest.raises(EntryError) as caught:
        game.play(entry)
    assert type(caught.value) is error, caught.value
    assert game.state.key() == GAME.state.key()


def waiting_for_chance() -> Game:
    game = Game.new(players=2, seed=3, chance="manual")
    game.play("play senator")
    while game.actor == 0:
        game.play(next((one for one in game.legal() if one != "done"), "done"))
    assert game.actor == "*"
    return game


@pytest.mark.parametrize(
    ("entry", "error"),
    [
        ("0: play prefect", OutOfTurn),
        ("1: play prefect", OutOfTurn),
        ("play prefect", OutOfTurn),
        ("0: reveal architect-1", OutOfTurn),
        ("*: reveal tribune", IllegalEntry),
        ("reveal tribune", IllegalEntry),
        ("*: play prefect", IllegalEntry),
        ("*: done", IllegalEntry),
        ("*: dance", InvalidEntry),
    ],
)
def test_chance_has_its_turn_too(entry: str, error: type[EntryError]) -> None:
    with pytest.raises(EntryError) as caught:
        waiting_for_chance().play(entry)
    assert type(caught.value) is error, caught.value


def test_out_of_turn_says_who_decides() -> None:
    with pytest.raises(OutOfTurn, match="“1: play prefect” is out of turn: seat 0 decides now"):
        GAME.copy().play("1: play prefect")
    with pytest.raises(OutOfTurn, match="chance decides now"):
        waiting_for_chance().play("1: play prefect")


def test_an_unknown_actor_is_answered_with_those_there_are() -> None:
    with pytest.raises(InvalidEntry, match=r"unknown actor “7”; there are \*, 0, 1, 2, 3"):
        GAME.copy().play("7: play prefect")


def test_a_finished_game_allows_nothing() -> None:
    """R8.1: every well-formed entry is illegal, whoever it is of."""
    game = Game.from_record(record("games", 0))
    for entry in ("play prefect", "0: done", "1: done", "*: reveal mason-1", "reveal mason-1"):
        with pytest.raises(IllegalEntry) as caught:
            game.play(entry)
        assert caught.value.rule == "R8.1"
        assert caught.value.legal == []
    with pytest.raises(InvalidEntry):
        game.play("dance")
