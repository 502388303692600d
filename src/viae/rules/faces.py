"""Faces: the cards of one variant as tables of integers.

A card is a small number: the starting cards first, then the cards on sale deck by deck. A hand is a
mask of those numbers. A starting hand with two equal cards (two prefects) gives the second one a
number of its own, its *twin*: the twin is always played first, so that equal positions are equal.
"""

from typing import Final

from viae.rules import codes, goods, roles
from viae.rules.figures import CardFace, Cards

DISPLAY: Final = 7

ROLE_OF: Final = {name: role for role, name in enumerate(roles.NAMES)}
GOOD_OF: Final = {name: kind for kind, name in enumerate(goods.NAMES)}
GOD_OF: Final = {name: god for god, name in enumerate(roles.GODS)}
SPECIALISTS: Final = ("mason", "farmer", "smith", "vintner", "weaver")


def pack_names(names: tuple[str, ...]) -> int:
    """Packed goods from their names."""
    packed = 0
    for name in names:
        packed += goods.unit(GOOD_OF[name])
    return packed


class Offer:
    """What a card costs at a position: `fixed` goods, and one more of choice if there is "any"."""

    def __init__(self, card: int, cost: int, surcharge: tuple[str, ...]) -> None:
        self.fixed: int = cost + pack_names(tuple(name for name in surcharge if name != "any"))
        self.any: bool = "any" in surcharge
        kinds = list(range(goods.KINDS)) if self.any else [-1]
        self.codes: list[int] = [codes.purchase(card, kind) for kind in kinds]
        self.costs: list[int] = [self.fixed + (goods.unit(k) if k >= 0 else 0) for k in kinds]


class Faces:
    """The cards of a variant and display: roles, costs, gods, decks, ready-made codes."""

    def __init__(self, cards: Cards, variant: str, display: str) -> None:
        team = variant == "venus-team"
        hands = [
            cards.hands[key]
            for key in (("venus-team-first", "venus-team-second") if team else (variant,))
        ]
        self.variant = variant
        self.ids: list[str] = []
        self.index: dict[str, int] = {}
        self.role: list[int] = []
        self.income: list[int] = []
        self.good: list[int] = []
        self.points: list[int] = []
        self.cost: list[int] = []
        self.deck: list[int] = []
        self.sides: list[list[int]] = []
        self.twin: list[int] = []  # the second copy's number, -1 without one
        self.gods: list[list[int]] = []  # per god: the cards that count for it
        self.god_masks: list[int] = [0] * len(roles.GODS)
        self.twin_mask: int = 0
        for hand in hands:
            for card in dict.fromkeys(hand):
                if card not in self.index:
                    self.index[card] = self._add(cards.faces[card])
                    if hand.count(card) == 2:
                        twin = self._add(cards.faces[card])
                        self.twin[twin - 1] = twin
                        self.twin_mask |= 1 << twin
        self.decks: dict[int, list[int]] = {}
        for number, deck in sorted(cards.decks[variant].items()):
            self.decks[number] = []
            for card in deck:
                self.index[card] = self._add(cards.faces[card])
                self.decks[number].append(self.index[card])
        # Hands as masks: of all seats, or in team play of the first and the second half (R2.6).
        self.starting_hands: list[int] = [self.hand_mask(hand) for hand in hands]
        self.deck_masks: list[int] = [
            sum(1 << card for card in self.decks[number]) for number in sorted(self.decks)
        ]
        self.legatus_mask: int = 0
        for i, role in enumerate(self.role):
            if role == roles.LEGATUS:
                self.legatus_mask |= 1 << i
        # plays[byte][value]: the codes for the cards of eight neighbouring numbers in a hand.
        self.plays: list[list[list[int]]] = [
            [self._plays(8 * byte, value) for value in range(256)]
            for byte in range(len(self.ids) // 8 + 1)
        ]
        self.specialists: list[int] = [
            i for i, role in enumerate(self.role) if role == roles.SPECIALIST
        ]
        # offers[card][position]: with the surcharge (R5.6); bare[card]: the cost alone (R5.7).
        self.offers: list[list[Offer]] = []
        self.bare: list[Offer] = []
        surcharges = cards.surcharges[display]
        for i, cost in enumerate(self.cost):
            self.bare.append(Offer(i, cost, ()))
            self.offers.append([Offer(i, cost, extra) for extra in surcharges])

    def _add(self, face: CardFace) -> int:
        number = len(self.ids)
        name = face.role
        self.ids.append(face.id)
        self.sides.append([ROLE_OF[side] for side in face.sides])
        if face.sides:
            self.role.append(roles.DOUBLE)
        elif name in SPECIALISTS:
            self.role.append(roles.SPECIALIST)
        else:
            self.role.append(ROLE_OF[name])
        self.income.append(face.income)
        self.good.append(-1 if face.good is None else GOOD_OF[face.good])
        self.points.append(face.points)
        self.cost.append(pack_names(face.cost))
        self.deck.append(face.deck)
        self.twin.append(-1)
        self.gods.append([GOD_OF[god] for god in face.gods])
        for god in face.gods:
            self.god_masks[GOD_OF[god]] |= 1 << number
        return number

    def _plays(self, first: int, value: int) -> list[int]:
        found: list[int] = []
        for i in range(8):
            card = first + i
            if value >> i & 1 and card < len(self.ids):
                found += [codes.play(card, side) for side in self.sides[card] or [0]]
        return found

    def hand_mask(self, ids: tuple[str, ...]) -> int:
        """The mask of a hand given by card ids, equal cards allowed where a twin exists."""
        mask = 0
        for card in ids:
            i = self.index[card]
            if mask >> i & 1:
                i = self.twin[i]
            mask |= 1 << i
        return mask

    def unseen_at_start(self, decks: int) -> int:
        """The mask of all cards of the first decks."""
        mask = 0
        for number in range(decks):
            mask |= self.deck_masks[number]
        return mask
