"""What cards do, in a few words and in a few sentences, for hints and for `rules CARD`."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viae.rules.figures import CardFace

HINTS = {
    "tribune": "take back your pile, perhaps place a colonist",
    "architect": "move colonists, build houses",
    "prefect": "let a province produce, or collect coins",
    "mercator": "take coins, trade up to twice",
    "colonist": "place colonists, or take coins",
    "senator": "purchase up to two cards",
    "consul": "purchase a card without surcharge",
    "praetor": "each partner may purchase a card",
    "proconsul": "purchase a card; your partner plays a card",
    "diplomat": "copy the top card of another pile",
    "magister": "repeat your previous card",
    "legatus": "your partner plays a card for both",
    "mason": "a brick for each of your brick cities",
    "farmer": "a food for each of your food cities",
    "smith": "a tool for each of your tool cities",
    "vintner": "a wine for each of your wine cities",
    "weaver": "a cloth for each of your cloth cities",
}

RULES = {
    "tribune": "R5.1",
    "architect": "R5.2",
    "prefect": "R5.3",
    "mercator": "R5.4",
    "colonist": "R5.5",
    "senator": "R5.6",
    "consul": "R5.7",
    "praetor": "R10.6",
    "proconsul": "R10.7",
    "diplomat": "R5.9",
    "magister": "R5.10",
    "legatus": "R10.8",
    "specialist": "R5.8",
}

TEXTS = {
    "tribune": (
        "Take your whole pile back into your hand, with 1 coin for every card beyond the third. "
        "Then you may place one colonist in the capital for 1 food and 1 tool."
    ),
    "architect": (
        "First move, then build. You have as many steps as colonists on the board, to share among "
        "them; each moves at most once and ends on a free path. Then build in cities at the ends "
        "of paths where your colonists stand: 1 food in a brick city, elsewhere 1 brick and 1 of "
        "the city's good, and coins that grow with each house in the city."
    ),
    "prefect": (
        "Produce: a province whose marker shows a good gives you that good, and every house there "
        "gives its owner one good; the marker turns to coins. Or collect: take all coins shown by "
        "the markers and turn them all back."
    ),
    "mercator": (
        "Take 3 coins (5 if the card was bought), then trade up to twice with the bank, each time "
        "another good: sell or buy any number at its price."
    ),
    "colonist": (
        "Place colonists from your store, each for 1 food and 1 tool, in the capital or where you "
        "have a house. Or take 5 coins and 1 for each of your colonists on the board."
    ),
    "senator": (
        "Purchase up to two cards of the display, each for its cost and the surcharge of its "
        "position."
    ),
    "consul": "Purchase one card of the display for its cost alone.",
    "praetor": "You and then your partner may purchase one card each, with the surcharge.",
    "proconsul": (
        "You may purchase one card without its surcharge, but no proconsul. Then your partner "
        "plays a card of their own, alone."
    ),
    "diplomat": (
        "Carry out the card on top of another player's pile as if it were yours; a diplomat "
        "cannot be copied, nor in team play your partner's card."
    ),
    "magister": (
        "Carry out once more the card you played before, unless it is a senator or a magister."
    ),
    "legatus": (
        "Suggest a card to your partner, who then plays any card; both carry it out, your partner "
        "first."
    ),
    "specialist": "Each of your houses in a city of this card's good gives you one of it.",
}

SPECIALISTS = ("mason", "farmer", "smith", "vintner", "weaver")

GODS = {
    "vesta": "1 point for every full 10 in coins and goods (at their price) (R9.1)",
    "jupiter": "1 point for each house in a city that does not produce brick (R9.2)",
    "saturnus": "1 point for each province with a house of yours (R9.3)",
    "mercurius": "2 points for each kind of good your houses produce (R9.5)",
    "mars": "2 points for each of your colonists on the board (R9.6)",
    "minerva": "points for each of your houses in a city of this card's good (R9.7)",
    "venus": (
        "2 points for each province with two houses of yours; in team play 1 for each with a house "
        "of both partners (R9.4)"
    ),
}


def hint(card: str, side: str = "") -> str:
    """What a card does, in a few words."""
    role = side or card.partition("-")[0]
    if "/" in role:
        return " or ".join(HINTS[one] for one in role.split("/"))
    return HINTS[role]


def explain(word: str) -> list[str]:
    """Sentences about a card, a role or a god; empty if the word names none."""
    from viae.data import load_cards

    word = word.strip().lower()
    face = load_cards().faces.get(word)
    if face is not None:
        return _explain_card(face)
    if word in GODS:
        return [f"{word.capitalize()}: each of your cards of this god is worth {GODS[word]}."]
    if word in HINTS or word == "specialist":
        return [_role_line(word)]
    if "/" in word and all(part in HINTS for part in word.split("/")):
        return [_role_line(part) for part in word.split("/")]
    near = get_close_matches(word, topics(), 1)
    return explain(near[0]) if near else []


def topics() -> list[str]:
    """The words that `explain` knows: roles, gods and card ids."""
    from viae.data import load_cards

    return [*HINTS, *GODS, *load_cards().faces]


def _role_line(role: str) -> str:
    kind = "specialist" if role in SPECIALISTS else role
    return f"{role.capitalize()}: {TEXTS[kind]} ({RULES[kind]})"


def _explain_card(face: CardFace) -> list[str]:
    lines = [_role_line(role) for role in face.sides or (face.role,)]
    if face.sides:
        lines.append("You choose one of the two sides when you play it (R5.11).")
    cost = " + ".join(face.cost)
    if face.deck:
        lines.append(f"{face.id} costs {cost} and lies in deck {face.deck}.")
    else:
        lines.append(f"{face.id} is a starting card.")
    for god in face.gods:
        worth = GODS[god]
        if god == "minerva":
            worth = f"{face.points} {worth}"
        lines.append(f"{god.capitalize()}: {worth}.")
    return lines
