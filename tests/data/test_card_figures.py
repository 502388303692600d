"""Goods, tokens, the display, hands, card faces and decks."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from pathlib import Path as File

import pytest

import viae.data
from viae.data import load_cards
from viae.rules.figures import CardFace, Good

CARDS = load_cards()
VARIANTS = ("concordia", "venus", "venus-team")
SPECIALISTS = {
    "mason": ("brick", 3),
    "farmer": ("food", 3),
    "smith": ("tool", 3),
    "vintner": ("wine", 4),
    "weaver": ("cloth", 5),
}


def on_sale(variant: str, players: int) -> list[CardFace]:
    decks = CARDS.decks[variant]
    return [CARDS.faces[card] for number in range(1, players + 1) for card in decks[number]]


def test_goods_stand_in_the_order_of_their_price() -> None:
    assert CARDS.goods == (
        Good("brick", 3, 1, 2),
        Good("food", 4, 2, 2),
        Good("tool", 5, 3, 2),
        Good("wine", 6, 4, 2),
        Good("cloth", 7, 5, 1),
    )


def test_r2_1_tokens_of_each_letter() -> None:
    counts = {letter: sum(tokens.values()) for letter, tokens in CARDS.tokens.items()}
    assert counts == {"A": 7, "B": 8, "C": 10, "D": 5}
    goods = [good.id for good in CARDS.goods]
    assert all(list(tokens) == goods for tokens in CARDS.tokens.values())
    totals = [sum(tokens[good] for tokens in CARDS.tokens.values()) for good in goods]
    assert totals == [8, 7, 6, 5, 4]


def test_r1_3_both_sides_of_the_display() -> None:
    assert CARDS.surcharges == {
        "cloth": (
            (), ("any",), ("any",), ("cloth",), ("cloth",), ("any", "cloth"), ("cloth", "cloth"),
        ),
        "wine": (
            (), ("any",), ("any",), ("wine",), ("cloth",), ("any", "wine"), ("wine", "cloth"),
        ),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("god", "counts"),
    [
        ("jupiter", [3, 5, 7, 8]),
        ("saturnus", [3, 5, 6, 7]),
        ("mercurius", [2, 3, 4, 5]),
        ("mars", [2, 3, 4, 5]),
        ("minerva", [5, 5, 5, 5]),
        ("vesta", [0, 0, 0, 0]),
    ],
)
def test_cards_on_sale_by_god_for_two_to_five_players(god: str, counts: list[int]) -> None:
    shown = [
        sum(god in face.gods for face in on_sale("concordia", players)) for players in (2, 3, 4, 5)
    ]
    assert shown == counts


def test_the_only_cards_of_venus_on_sale_are_four_double_cards() -> None:
    for variant in ("venus", "venus-team"):
        gods = Counter(god for face in on_sale(variant, 5) for god in face.gods)
        doubles = [face.id for face in on_sale(variant, 5) if face.sides]
        assert gods["venus"] == len(doubles) == 4
        assert doubles == [
            "prefect/architect-1",
            "architect/mercator-2",
            "prefect/mercator-3",
            "architect/mercator-4",
        ]


@pytest.mark.parametrize(
    ("variant", "sizes"),
    [
        ("concordia", [8, 7, 6, 5, 4]),
        ("venus", [7, 8, 6, 5, 4]),
        ("venus-team", [7, 8, 6, 5, 4]),
    ],
)
def test_cards_of_each_deck(variant: str, sizes: list[int]) -> None:
    decks = CARDS.decks[variant]
    assert list(decks) == [1, 2, 3, 4, 5]
    assert [len(deck) for deck in decks.values()] == sizes
    for number, deck in decks.items():
        assert all(CARDS.faces[card].deck == number for card in deck)
        assert len(set(deck)) == len(deck)


def test_team_decks_are_those_of_venus_with_proconsuls_for_consuls() -> None:
    for number, deck in CARDS.decks["venus"].items():
        swapped = [f"pro{card}" if card.startswith("consul-") else card for card in deck]
        assert list(CARDS.decks["venus-team"][number]) == swapped


def test_starting_hands() -> None:
    assert {key: len(hand) for key, hand in CARDS.hands.items()} == {
        "concordia": 7,
        "venus": 8,
        "venus-team-first": 6,
        "venus-team-second": 6,
    }
    for hand in CARDS.hands.values():
        assert all(CARDS.faces[card].deck == 0 for card in hand)
    assert CARDS.hands["venus"] == (*CARDS.hands["concordia"], "magister")
    # R2.6: the first half of the seats holds the architect, the second half the diplomat.
    first, second = CARDS.hands["venus-team-first"], CARDS.hands["venus-team-second"]
    assert Counter(first) - Counter(second) == Counter(["architect"])
    assert Counter(second) - Counter(first) == Counter(["diplomat"])


def test_every_card_is_in_a_hand_or_a_deck() -> None:
    used = {card for hand in CARDS.hands.values() for card in hand}
    used |= {card for decks in CARDS.decks.values() for deck in decks.values() for card in deck}
    assert used == set(CARDS.faces)
    assert all(name == face.id for name, face in CARDS.faces.items())


def test_a_card_is_named_by_its_role_and_its_deck() -> None:
    for face in CARDS.faces.values():
        assert face.id == (f"{face.role}-{face.deck}" if face.deck else face.role)
        assert face.sides == (tuple(face.role.split("/")) if "/" in face.role else ())


def test_starting_cards_cost_nothing_and_others_one_or_two_goods() -> None:
    goods = {good.id for good in CARDS.goods}
    for face in CARDS.faces.values():
        assert len(face.cost) in ((1, 2) if face.deck else (0,))
        assert {*face.cost} <= goods


def test_r5_4_a_bought_mercator_pays_five_and_a_starting_one_three() -> None:
    for face in CARDS.faces.values():
        pays = "mercator" in face.role.split("/")
        assert face.income == ((5 if face.deck else 3) if pays else 0)


def test_r5_8_specialists_have_a_good_and_points_and_minerva() -> None:
    for face in CARDS.faces.values():
        assert (face.good, face.points) == SPECIALISTS.get(face.role, (None, 0))
        assert (face.gods == ("minerva",)) == (face.role in SPECIALISTS)


def test_the_cost_of_every_role() -> None:
    costs: dict[str, set[tuple[str, ...]]] = {}
    for face in CARDS.faces.values():
        if face.deck:
            costs.setdefault(face.role, set()).add(face.cost)
    assert costs == {
        "architect": {("tool",)},
        "prefect": {("wine",)},
        "mercator": {("wine",)},
        "colonist": {("food",)},
        "consul": {("cloth",)},
        "proconsul": {("cloth",)},
        "diplomat": {("tool",), ("food",)},
        "mason": {("food",)},
        "farmer": {("brick", "food")},
        "smith": {("brick", "tool")},
        "vintner": {("brick", "wine")},
        "weaver": {("brick", "cloth")},
        "prefect/architect": {("wine",)},
        "architect/mercator": {("tool",)},
        "prefect/mercator": {("wine",)},
    }


def test_the_diplomats_differ() -> None:
    diplomats = {
        face.deck: (face.cost, face.gods)
        for face in CARDS.faces.values()
        if face.role == "diplomat"
    }
    assert diplomats == {
        0: ((), ("jupiter",)),
        1: (("tool",), ("saturnus",)),
        3: (("food",), ("saturnus",)),
        4: (("tool",), ("mercurius",)),
        5: (("food",), ("mars",)),
    }


def test_r9_8_only_a_legatus_has_several_gods() -> None:
    several = {face.id: face.gods for face in CARDS.faces.values() if len(face.gods) != 1}
    assert several == {"legatus": ("jupiter", "saturnus", "venus")}


def test_the_sale_cards_of_venus_are_as_many_as_the_page_of_the_readings_says() -> None:
    """R12: the box is said to hold 42; the decks here have 34, and 39 with those of Concordia."""

    def together(*variants: str) -> int:
        cards: Counter[str] = Counter()
        for variant in variants:
            cards |= Counter(card for deck in CARDS.decks[variant].values() for card in deck)
        return cards.total()

    assert together("venus", "venus-team") == 34
    assert together("concordia", "venus", "venus-team") == 39


def test_cards_are_loaded_once_and_survive_pickling() -> None:
    assert load_cards() is CARDS
    assert pickle.loads(pickle.dumps(CARDS)) == CARDS  # noqa: S301 - written in this line


def test_the_file_holds_nothing_that_is_not_loaded() -> None:
    file = File(viae.data.__file__).parent / "cards.json"
    table = json.loads(file.read_text(encoding="utf-8"))
    assert list(table) == [
        "goods", "tokens", "surcharges", "hands", "starting_cards", "sale_cards", "decks",
    ]  # fmt: skip
    assert [*table["starting_cards"], *table["sale_cards"]] == list(CARDS.faces)
    for figures in (*table["starting_cards"].values(), *table["sale_cards"].values()):
        assert {*figures} <= {"cost", "gods", "income", "good", "points"}
