"""Setup: everything that is fixed when a game begins: the terms and the token of each city."""

from viae.rules import goods
from viae.rules.terms import Terms


class Setup:
    """One game's fixed facts, shared by all its states."""

    __slots__ = (
        "atlas",
        "city_good",
        "city_unit",
        "faces",
        "good_masks",
        "house_coins",
        "house_cost",
        "marker_coins",
        "marker_good",
        "partner",
        "players",
        "price",
        "sides",
        "team",
        "terms",
    )

    def __init__(self, terms: Terms, city_good: list[int]) -> None:
        self.terms = terms
        self.atlas = terms.atlas
        self.faces = terms.faces
        self.players: int = terms.players
        self.team: bool = terms.team
        self.sides: int = terms.sides
        self.price: list[int] = terms.price
        # Partners sit opposite (R2.6); without teams everybody is their own partner.
        players = terms.players
        self.partner: list[int] = [
            (seat + terms.sides) % players if terms.team else seat for seat in range(players)
        ]
        self.city_good: list[int] = city_good  # -1 for the capital
        self.city_unit: list[int] = []
        self.house_cost: list[int] = []
        self.house_coins: list[int] = []
        self.good_masks: list[int] = [0] * goods.KINDS
        brick = goods.unit(goods.BRICK)
        for city, kind in enumerate(city_good):
            if kind < 0:
                self.city_unit.append(0)
                self.house_cost.append(0)
                self.house_coins.append(0)
                continue
            one = goods.unit(kind)
            self.city_unit.append(one)
            # R5.2: a brick city costs food, every other brick and its own good.
            self.house_cost.append(goods.unit(goods.FOOD) if kind == goods.BRICK else brick + one)
            self.house_coins.append(terms.house_coins[kind])
            self.good_masks[kind] |= 1 << city
        # R2.2: the marker shows the dearest good of the province.
        self.marker_good: list[int] = []
        self.marker_coins: list[int] = []
        for members in terms.atlas.province_members:
            dearest = 0
            for city in members:
                if city_good[city] > dearest:
                    dearest = city_good[city]
            self.marker_good.append(dearest)
            self.marker_coins.append(terms.marker_coins[dearest])

    def __reduce__(self) -> tuple[object, ...]:
        return Setup, (self.terms, self.city_good)
