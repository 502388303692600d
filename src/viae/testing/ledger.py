"""Ledger: follows a game by the texts of its entries, with a second, plain reading of the rules.

It keeps its own books and its own list of the parts of a turn that are still to come, knows nothing
of the engine's state, and so finds every coin, good, card or colonist that moves without a cause.
It judges the entries that are played; which others would be legal is not its business.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from viae.testing.account import Account
from viae.testing.facts import COLONIST_COST, COLONISTS, DISPLAY, HOUSES, KINDS, Facts
from viae.testing.laws import need
from viae.testing.scoring import awards

ADMITS = {
    "play": {"play"},
    "architect": {"move", "build", "done"},
    "prefect": {"produce", "collect"},
    "mercator": {"sell", "buy", "done"},
    "colonist": {"cash", "settle", "done"},
    "tribune": {"settle", "done"},
    "senator": {"purchase", "done"},
    "consul": {"purchase", "done"},
    "praetor": {"purchase", "done"},
    "proconsul": {"purchase", "done"},
    "diplomat": {"copy", "done"},
    "magister": {"repeat", "done"},
    "legatus": {"suggest", "done"},
    "keep": {"keep"},
    "reveal": {"reveal"},
}
WITH_SURCHARGE = ("senator", "praetor")  # R5.6, R10.6


@dataclass(slots=True)
class Part:
    """A part of a turn: one actor carries out one role."""

    role: str
    actor: int | str
    shared: bool = False  # the partner carries it out too (R10.1)
    card: str = ""  # the card whose words count
    at: int = -1  # number in the actor's pile of the card through which the action comes (R5.10)
    answers: str = ""  # what a played card answers: a legatus, a proconsul, or nothing
    batch: Counter[str] = field(default_factory=Counter)  # goods to choose from
    opened: bool = False
    count: int = 0  # trades, purchases, colonists so far
    traded: set[str] = field(default_factory=set)
    steps: int = 0
    idle: dict[str, list[str]] = field(default_factory=dict)  # colonists that have not moved
    built: bool = False


class Ledger(Account):
    """The books of one game, kept entry by entry."""

    def __init__(self, facts: Facts, display: list[str]) -> None:
        super().__init__(facts, display)
        self.magnus_used = False
        self.verbs: Counter[str] = Counter()
        self.ended_by = ""
        self.parts: list[Part] = [self._turns_first_part()]

    @property
    def actor(self) -> int | str | None:
        """Who decides next: a seat, "*" for chance, None when the game is over."""
        return self.parts[-1].actor if self.parts else None

    @property
    def at_turn_start(self) -> bool:
        """Whether a turn is about to begin, or the game is over."""
        return not self.parts or (self.parts[-1].role == "play" and not self.parts[-1].answers)

    def follow(self, actor: int | str, entry: str) -> None:
        """Book an entry, given without its actor."""
        self.booked.clear()
        words = entry.split()
        need(bool(self.parts), "turn", f"“{entry}” after the end of the game")
        part = self.parts[-1]
        need(actor == part.actor, "actor", f"{actor} plays, {part.actor} is to act")
        need(words[0] in ADMITS[part.role], "turn", f"“{entry}” during {part.role}")
        self.verbs[words[0]] += 1
        HANDLERS[words[0]](self, part, words)
        if part.role != "reveal":  # revealing comes after the last part
            self._proceed()

    # The turn

    def _turns_first_part(self) -> Part:
        return Part("play", self.turn, shared=self.facts.team, opened=True)

    def _proceed(self) -> None:
        """Open the next part until somebody has to decide; without one the turn ends."""
        while self.parts:
            part = self.parts[-1]
            if part.opened:
                return
            self._open_part(part)
        self._end_turn()

    def _open_part(self, part: Part) -> None:
        part.opened = True
        seat = int(part.actor)
        own = self.seats[seat]
        if part.role == "specialist":  # R5.8
            self.parts.pop()
            good = self.facts.faces[part.card].good
            assert good is not None
            houses = sum(self.facts.token[city] == good for city in own.houses)
            self.book_goods(seat, {good: min(houses, own.free_spaces())}, 1, "specialist")
        elif part.role == "mercator":  # R5.4, R10.4
            self.book_coins(seat, self.facts.faces[part.card].income, "income")
        elif part.role == "architect":  # R5.2
            part.steps = own.on_board()
            part.idle = {kind: own.colonists[kind][:] for kind in KINDS}
        elif part.role == "tribune":
            self._take_back(seat)

    def _take_back(self, seat: int) -> None:
        """R5.1, R10.3: the pile into the hand, a coin for each card beyond the third; R7."""
        own = self.seats[seat]
        self.book_coins(seat, max(0, len(own.pile) - 3), "tribune")
        own.hand = sorted(own.hand + own.pile)
        own.pile = []
        own.copied.clear()
        if self.facts.intermediate and own.scored is None:
            own.scored = sum(self.score(seat).values())
            scores = [one.scored for one in self.seats if one.scored is not None]
            if len(scores) == self.facts.players:
                for other, coins in enumerate(awards(scores)):
                    self.book_coins(other, coins, "award")
                    self.seats[other].scored = 0

    def _end_turn(self) -> None:
        """R6, then R5.6: the Magnus passes, the cards slide and the display is refilled."""
        if self.magnus_used:
            self.magnus_used = False
            self.magnus = (self.magnus - 1) % self.facts.players
        if None in self.display:
            self.display = [card for card in self.display if card is not None]
            if self.unseen:
                self.parts.append(Part("reveal", "*", opened=True))
                return
        self._next_turn()

    def _next_turn(self) -> None:
        self.turn = (self.turn + 1) % self.facts.players
        if self.last_turns is not None:
            self.last_turns -= 1
        if self.last_turns != 0:
            self.parts.append(self._turns_first_part())

    def _reveal(self, _part: Part, words: list[str]) -> None:
        card = words[1]
        need(card in self.unseen, "display", f"{card} is not unseen")
        deck = min(self.facts.faces[other].deck for other in self.unseen)
        need(self.facts.faces[card].deck == deck, "display", f"{card} before deck {deck} is out")
        self.unseen.remove(card)
        self.display.append(card)
        if not self.unseen or len(self.display) == DISPLAY:
            self.parts.pop()
            self._next_turn()

    # Cards that lead to others

    def _play(self, part: Part, words: list[str]) -> None:
        seat = int(part.actor)
        own = self.seats[seat]
        card = words[1]
        need(card in own.hand, "cards", f"seat {seat} has no {card} in hand")
        answer = part.answers == "proconsul" and self.facts.role(card) == "legatus"
        need(not answer, "turn", "a proconsul is answered with a legatus (R10.7)")
        own.hand.remove(card)
        own.pile.append(card)
        own.copied.clear()
        self.parts.pop()
        self._carry_out(seat, card, _side(words), part.shared, len(own.pile) - 1)

    def _carry_out(self, seat: int, card: str, side: str, shared: bool, at: int) -> None:
        """Put the parts of a card on top: the actor's, and below it the partner's (R10)."""
        sides = self.facts.faces[card].sides
        need((side in sides) if sides else not side, "text", f"{card} as {side or 'no side'}")
        role = side or self.facts.role(card)
        if role in ("diplomat", "magister", "legatus"):
            self.parts.append(Part(role, seat, shared, card, at))
            return
        if shared:
            partner = self.facts.partner(seat)
            others = role if not sides else sides[1 - sides.index(side)]  # R10.5
            if role == "proconsul":  # R10.7
                self.parts.append(Part("play", partner, answers="proconsul", opened=True))
            else:
                self.parts.append(Part(others, partner, card=card))
        self.parts.append(Part(role, seat, card=card))

    def _copy(self, part: Part, words: list[str]) -> None:
        seat, other = int(part.actor), int(words[1])
        partner = self.facts.partner(seat)
        need(other not in (seat, partner), "turn", f"seat {seat} copies its own team")
        theirs = self.seats[other]
        need(bool(theirs.pile), "turn", f"seat {other} has no card to copy")
        card = theirs.pile[-1]
        role = self.facts.role(card)
        need(role != "diplomat", "turn", "a diplomat is copied (R5.9)")
        if self.facts.team:
            need(part.shared or role != "legatus", "turn", "a legatus is copied alone (R10.7)")
            need(partner not in theirs.copied, "copied", f"seat {partner} chose {card} before")
            theirs.copied.add(seat)
        self.parts.pop()
        self._carry_out(seat, card, _side(words), part.shared, part.at)

    def _repeat(self, part: Part, words: list[str]) -> None:
        seat = int(part.actor)
        need(part.at > 0, "turn", "a magister repeats nothing (R5.10)")
        card = self.seats[seat].pile[part.at - 1]
        fits = self.facts.role(card) not in ("senator", "magister")
        need(fits, "turn", f"a magister repeats {card} (R5.10)")
        self.parts.pop()
        self._carry_out(seat, card, _side(words), part.shared, part.at - 1)

    def _suggest(self, part: Part, words: list[str]) -> None:
        partner = self.facts.partner(int(part.actor))
        need(words[1] in self.seats[partner].hand, "cards", f"{words[1]} is not in the hand")
        self._ask_partner(part)

    def _ask_partner(self, part: Part) -> None:
        """R10.8: the partner plays a card for both."""
        self.parts.pop()
        partner = self.facts.partner(int(part.actor))
        self.parts.append(Part("play", partner, shared=True, answers="legatus", opened=True))

    def _done(self, part: Part, _words: list[str]) -> None:
        if part.role == "legatus":
            self._ask_partner(part)
            return
        need(part.role != "colonist" or part.count > 0, "turn", "a colonist does nothing (R4.3)")
        self.parts.pop()

    # Architect

    def _move(self, part: Part, words: list[str]) -> None:
        kind, start, goal = words[1:]
        own = self.seats[int(part.actor)].colonists[kind]
        roads = self.facts.roads
        need(not part.built, "colonists", "a move after the first house (R5.2)")
        need(start in part.idle[kind], "colonists", f"no {kind} colonist to move at {start}")
        steps = roads.steps(kind, start, goal)
        far = steps is None or steps > part.steps
        need(not far, "colonists", f"{steps} steps to {goal}, {part.steps} left")
        assert steps is not None
        taken = any(goal in seat.colonists[kind] for seat in self.seats)
        need(not taken and (kind, goal) not in roads.closed, "paths", f"{kind} {goal} is not free")
        part.steps -= steps
        part.idle[kind].remove(start)
        own.remove(start)
        insort(own, goal)

    def _build(self, part: Part, words: list[str]) -> None:
        seat, city = int(part.actor), words[1]
        own = self.seats[seat]
        beside = {
            end
            for kind in KINDS
            for place in own.colonists[kind]
            for end in self.facts.roads.beside(kind, place)
        }
        need(city in beside, "houses", f"no colonist of seat {seat} beside {city}")
        need(city != self.facts.capital, "houses", "a house in the capital")
        need(city not in own.houses, "houses", f"a second house of seat {seat} in {city}")
        need(len(own.houses) < HOUSES, "houses", "a 16th house")
        coins = self.facts.house_coins[self.facts.token[city]] * (self.crowd(city) + 1)
        self.pay(seat, coins, "houses")
        self.book_goods(seat, self.facts.house_cost(city), -1, "houses")
        own.houses.add(city)
        part.built = True
        if len(own.houses) == HOUSES:
            self.ended_by = self.ended_by or "houses"
            self.trigger_end(seat)

    # Prefect

    def _produce(self, part: Part, words: list[str]) -> None:
        facts, actor, province = self.facts, int(part.actor), words[1]
        need(province not in self.markers, "markers", f"{province} shows coins")
        self.markers.add(province)
        self.parts.pop()
        batches = [
            Counter(facts.token[city] for city in seat.houses if facts.province[city] == province)
            for seat in self.seats
        ]
        bonus = 1
        if self.magnus == actor:  # R6
            bonus = 2
            self.magnus_used = True
        batches[actor][facts.marker_good[province]] += bonus
        choices: list[Part] = []
        for step in range(facts.players):  # R3.3: clockwise from the actor
            seat = (actor + step) % facts.players
            if not self._receive(seat, batches[seat]):
                choices.append(Part("keep", seat, batch=batches[seat], opened=True))
        self.parts += reversed(choices)

    def _receive(self, seat: int, batch: Counter[str]) -> bool:
        """Take what fits; False if there is a real choice of what that is (R3.3)."""
        free = self.seats[seat].free_spaces()
        if 0 < free < batch.total() and len(batch) > 1:
            return False
        kept = batch if free >= batch.total() else {good: free for good in batch if free}
        self.book_goods(seat, kept, 1, "production")
        return True

    def _keep(self, part: Part, words: list[str]) -> None:
        seat = int(part.actor)
        kept = {good: int(n) for n, good in zip(words[1::2], words[2::2], strict=True)}
        need(all(n > 0 for n in kept.values()), "text", f"{' '.join(words)} keeps none of a good")
        need(Counter(kept) <= part.batch, "goods", f"{kept} of {dict(part.batch)}")
        free = self.seats[seat].free_spaces()
        need(sum(kept.values()) == free, "store", f"{kept} for {free} free spaces (R3.2)")
        self.book_goods(seat, kept, 1, "production")
        self.parts.pop()

    def _collect(self, part: Part, _words: list[str]) -> None:
        need(bool(self.markers), "markers", "nothing to collect (R5.3)")
        coins = sum(self.facts.marker_coins[province] for province in self.markers)
        self.book_coins(int(part.actor), coins, "collected")
        self.markers.clear()
        self.parts.pop()

    # Mercator, colonist, tribune

    def _trade(self, part: Part, words: list[str]) -> None:
        seat, number, good = int(part.actor), int(words[1]), words[2]
        need(good not in part.traded, "turn", f"{good} is traded twice (R5.4)")
        coins = number * self.facts.price[good]
        if words[0] == "sell":
            self.book_goods(seat, {good: number}, -1, "sold")
            self.book_coins(seat, coins, "sold")
        else:
            self.pay(seat, coins, "bought")
            self.book_goods(seat, {good: number}, 1, "bought")
        part.traded.add(good)
        if len(part.traded) == 2:
            self.parts.pop()

    def _cash(self, part: Part, _words: list[str]) -> None:
        need(part.count == 0, "turn", "cash after a colonist was placed (R5.5)")
        seat = int(part.actor)
        on_board = self.seats[seat].on_board()
        self.book_coins(seat, 2 * on_board if self.facts.double_income else 5 + on_board, "cash")
        self.parts.pop()

    def _settle(self, part: Part, words: list[str]) -> None:
        seat, kind, city = int(part.actor), words[1], words[2]
        own = self.seats[seat]
        home = city == self.facts.capital or (part.role == "colonist" and city in own.houses)
        need(home, "colonists", f"a {part.role} places a colonist in {city}")
        need(len(own.colonists[kind]) < COLONISTS, "colonists", f"no {kind} colonist is left")
        self.book_goods(seat, COLONIST_COST, -1, "colonists")
        insort(own.colonists[kind], city)
        part.count += 1
        if part.role == "tribune":
            self.parts.pop()

    # Purchases

    def _purchase(self, part: Part, words: list[str]) -> None:
        seat, card = int(part.actor), words[1]
        need(card in self.display, "cards", f"{card} is not on display")
        own_kind = part.role == "proconsul" and self.facts.role(card) == "proconsul"
        need(not own_kind, "cards", "a proconsul buys a proconsul (R10.7)")
        position = self.display.index(card)
        cost = Counter(self.facts.faces[card].cost)
        if part.role in WITH_SURCHARGE:
            cost.update(self.facts.surcharges[position])
        paid_with = words[3] if len(words) == 4 and words[2] == "with" else ""
        fits = ("any" in cost) == bool(paid_with) and len(words) in (2, 4)
        need(fits, "text", f"{' '.join(words)} at position {position + 1}")
        if paid_with:
            cost[paid_with] += cost.pop("any")
        self.book_goods(seat, cost, -1, "cards")
        self.display[position] = None
        self.add_card(seat, card)
        if not self.unseen and not any(self.display):
            self.ended_by = self.ended_by or "display"
            self.trigger_end(seat)
        part.count += 1
        if part.count == (2 if part.role == "senator" else 1):
            self.parts.pop()


def _side(words: list[str]) -> str:
    """The side of a double card that an entry names, or nothing."""
    return words[-1] if len(words) > 2 and words[-2] == "as" else ""


HANDLERS: dict[str, Callable[[Ledger, Part, list[str]], None]] = {
    "play": Ledger._play,
    "move": Ledger._move,
    "build": Ledger._build,
    "produce": Ledger._produce,
    "collect": Ledger._collect,
    "sell": Ledger._trade,
    "buy": Ledger._trade,
    "cash": Ledger._cash,
    "settle": Ledger._settle,
    "purchase": Ledger._purchase,
    "copy": Ledger._copy,
    "repeat": Ledger._repeat,
    "suggest": Ledger._suggest,
    "keep": Ledger._keep,
    "done": Ledger._done,
    "reveal": Ledger._reveal,
}
