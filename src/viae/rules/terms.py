"""Terms: what players agree on before a game: board, variant, number of players, options."""

from viae.rules import goods
from viae.rules.atlas import Atlas
from viae.rules.faces import GOOD_OF, Faces
from viae.rules.figures import Board, Cards


class Terms:
    """The agreed facts as tables; many games can share one object."""

    def __init__(
        self,
        board: Board,
        cards: Cards,
        variant: str,
        players: int,
        intermediate_scoring: bool,
        colonist_income: str,
        display: str,
        atlas: Atlas | None = None,
    ) -> None:
        self.agreed = (
            board,
            cards,
            variant,
            players,
            intermediate_scoring,
            colonist_income,
            display,
        )
        self.atlas = Atlas(board) if atlas is None else atlas
        self.faces = Faces(cards, variant, display)
        self.players: int = players
        self.team: bool = variant == "venus-team"
        self.sides: int = players // 2 if self.team else players
        # R2.3: a deck for each player; in team play four decks for four and five for six.
        self.decks: int = min(players, 5)
        self.intermediate: bool = intermediate_scoring
        self.double_colonist_income: bool = colonist_income == "2x"
        # For each option, in their order, whether it differs from the default (R1.3).
        self.switched: list[bool] = [
            intermediate_scoring,
            self.double_colonist_income,
            display == "wine",
        ]
        # What `viae.rules.notation` has written: codes have the same words in all games on these
        # terms.
        self.words: dict[int, str] = {}
        self.price: list[int] = [good.price for good in cards.goods]
        self.house_coins: list[int] = [good.house_coins for good in cards.goods]
        self.marker_coins: list[int] = [good.marker_coins for good in cards.goods]
        self.tokens: dict[str, list[int]] = {}
        for letter, counts in cards.tokens.items():
            self.tokens[letter] = [
                GOOD_OF[g] for g, number in counts.items() for _ in range(number)
            ]

    def value(self, store: int) -> int:
        """What goods are worth at their prices."""
        worth = 0
        for kind in range(goods.KINDS):
            worth += (store >> (kind * goods.FIELD) & goods.FIELD_MASK) * self.price[kind]
        return worth

    def __reduce__(self) -> tuple[object, ...]:
        return Terms, self.agreed
