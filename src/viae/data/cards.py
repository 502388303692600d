"""Reads the figures of goods, tokens, the display and the cards from cards.json."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from viae.data.files import packaged
from viae.rules.figures import CardFace, Cards, Good


@cache
def load_cards() -> Cards:
    """Goods, tokens, surcharges, starting hands, card faces and decks of every variant."""
    table: dict[str, Any] = json.loads(packaged("cards.json"))
    goods = [Good(id=name, **figures) for name, figures in table["goods"].items()]
    faces = {**table["starting_cards"], **table["sale_cards"]}
    return Cards(
        goods=tuple(sorted(goods, key=lambda good: good.price)),
        tokens=table["tokens"],
        surcharges={
            side: tuple(tuple(goods) for goods in positions)
            for side, positions in table["surcharges"].items()
        },
        hands={key: tuple(hand) for key, hand in table["hands"].items()},
        faces={name: _face(name, figures) for name, figures in faces.items()},
        decks={
            variant: {int(number): tuple(deck) for number, deck in decks.items()}
            for variant, decks in table["decks"].items()
        },
    )


def _face(name: str, figures: dict[str, Any]) -> CardFace:
    """A bought card is named by its role and its deck, a starting card by its role alone."""
    role, _, deck = name.partition("-")
    return CardFace(
        id=name,
        role=role,
        deck=int(deck or 0),
        gods=tuple(figures["gods"]),
        cost=tuple(figures.get("cost", ())),
        income=figures.get("income", 0),
        good=figures.get("good"),
        points=figures.get("points", 0),
        sides=tuple(role.split("/")) if "/" in role else (),
    )
