"""Positions: the visible state at the start of a turn as JSON, to read, check and write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from viae.errors import Faults, PositionError
from viae.header import VERSION, Header, as_object, check_keys, count_below, is_count, show_tokens
from viae.options import changed, quote
from viae.rules import goods, roles
from viae.rules.faces import DISPLAY
from viae.rules.figures import Board
from viae.rules.setup import Setup
from viae.rules.state import COLONISTS, HOUSES, STORE, State, blank

NEEDED = ("viae", "board", "variant", "tokens", "display", "unseen", "turn", "magnus", "players")
OPTIONAL = ("options", "markers", "concordia", "last_turns", "scored", "copied", "entries", "meta")
PLAYER_NEEDED = ("coins", "hand")
PLAYER_OPTIONAL = ("name", "goods", "pile", "houses", "colonists")
KINDS = ("land", "sea")
# Every position has these keys, and no record may have one of them.
TELLING = ("unseen", "turn", "magnus")


def is_position(document: object) -> bool:
    """Whether a document is a position; everything else is read as a record.

    One of the keys that only positions have is enough, so that an incomplete position is told
    what it lacks as a position.
    """
    return isinstance(document, Mapping) and any(key in document for key in TELLING)


# Writing


def write_position(
    state: State, board_name: str, options: Mapping[str, bool | str], names: list[str]
) -> dict[str, Any]:
    """A state at the start of a turn as a position, in canonical order."""
    setup = state.setup
    faces = setup.faces
    ids = setup.atlas.province_ids
    position: dict[str, Any] = {
        "viae": VERSION,
        "board": board_name,
        "variant": faces.variant,
        "options": changed(options),
        "tokens": show_tokens(setup),
        "markers": {ids[p]: "coins" for p in range(len(ids)) if state.markers >> p & 1},
        "display": [faces.ids[card] for card in state.display],
        "unseen": {
            str(number): sorted(faces.ids[card] for card in deck if state.unseen >> card & 1)
            for number, deck in faces.decks.items()
            if number <= setup.terms.decks
        },
        "turn": state.turn,
        "magnus": state.magnus,
        "concordia": None if state.concordia < 0 else state.concordia,
        "last_turns": None if state.last_turns < 0 else state.last_turns,
        "players": [_write_player(state, seat, names[seat]) for seat in range(setup.players)],
    }
    if setup.terms.intermediate:
        position["scored"] = [None if points < 0 else points for points in state.scored]
    if any(state.copied):
        position["copied"] = {
            str(seat): [by for by in range(setup.players) if mask >> by & 1]
            for seat, mask in enumerate(state.copied)
            if mask
        }
    return position


def _write_player(state: State, seat: int, name: str) -> dict[str, Any]:
    setup = state.setup
    atlas = setup.atlas
    ids = setup.faces.ids
    houses = state.houses[seat]
    colonists = []
    for kind, places in ((0, state.land[seat]), (1, state.sea[seat])):
        names = [
            atlas.city_ids[p] if p < atlas.cities else atlas.path_ids[kind][p - atlas.cities]
            for p in places
        ]
        colonists += [{"kind": KINDS[kind], "at": at} for at in sorted(names)]
    return {
        "name": name,
        "coins": state.coins[seat],
        "goods": {
            good: number
            for kind, good in enumerate(goods.NAMES)
            if (number := goods.count(state.goods[seat], kind))
        },
        "hand": sorted(ids[i] for i in range(len(ids)) if state.hands[seat] >> i & 1),
        "pile": [ids[card] for card in state.piles[seat]],
        "houses": sorted(atlas.city_ids[c] for c in range(atlas.cities) if houses >> c & 1),
        "colonists": colonists,
    }


# Reading


class ReadPosition:
    """Reads a position and collects every fault; the entries inside a turn are not played yet."""

    def __init__(self, document: object, board: Board | None = None) -> None:
        given = as_object(document, "position", PositionError)
        self.faults: Faults = []
        self.given = given
        check_keys(given, NEEDED, OPTIONAL, "", self.faults)
        seats = given.get("players")
        if (
            not isinstance(seats, list)
            or not seats
            or not all(isinstance(seat, Mapping) for seat in seats)
        ):
            if "players" in given:
                self._fault("“players” is a list with an object for each seat")
            seats = []
        header = Header(given, len(seats) or None, board)
        self.faults += header.faults
        self.entries = self._entries()
        self.board_name = given["board"] if isinstance(given.get("board"), str) else ""
        self.options = header.options
        self.names = [
            name if isinstance(name := seat.get("name"), str) else f"player {i}"
            for i, seat in enumerate(seats)
        ]
        if header.setup is not None:
            self.setup: Setup = header.setup
            self.state = blank(header.setup)
            self._read(seats)
        else:  # what needs neither the board nor the cards can be told all the same
            for seat, player in enumerate(seats):
                self._plain(f"seat {seat}: ", player)
                self._goods(f"seat {seat}: ", player.get("goods", {}), 2 * COLONISTS)
        if self.faults:
            raise PositionError("position", self.faults)

    def _fault(self, text: str) -> None:
        self.faults.append(text)

    def _entries(self) -> list[str]:
        entries = self.given.get("entries", [])
        if not isinstance(entries, list) or not all(isinstance(e, str) for e in entries):
            self._fault(f"“entries” is a list of entries of this turn, not {quote(entries)}")
            return []
        return entries

    def _read(self, seats: list[Mapping[str, Any]]) -> None:
        state = self.state
        state.crowd = [0] * self.setup.atlas.cities
        state.turn = self._seat("turn")
        state.magnus = self._seat("magnus")
        self._markers()
        self._display_and_unseen()
        taken: dict[str, int] = {}  # whose colonist stands on a path
        for seat, player in enumerate(seats):
            self._player(seat, player, taken)
        self._cards()
        self._end()
        self._scored()
        self._copied()
        state.actor = state.turn
        state.together = 1 if self.setup.team else 0
        if state.last_turns == 0:
            state.decision = roles.OVER
            state.actor = roles.NOBODY

    def _seat(self, key: str) -> int:
        value = self.given.get(key)
        if count_below(value, self.setup.players):
            return value
        if key in self.given:
            self._fault(f"“{key}” is a seat from 0 to {self.setup.players - 1}, not {quote(value)}")
        return 0

    def _object(self, key: str, what: str) -> Mapping[str, Any]:
        value = self.given.get(key, {})
        if isinstance(value, Mapping):
            return value
        self._fault(f"“{key}” is an object: {what}; not {quote(value)}")
        return {}

    def _markers(self) -> None:
        index = self.setup.atlas.province_index
        for province, side in self._object("markers", "the provinces on their coin side").items():
            if province not in index:
                self._fault(
                    f"markers: {self.setup.atlas.board.id} has no province {quote(province)}"
                )
            elif side == "coins":
                self.state.markers |= 1 << index[province]
            elif side != "goods":
                self._fault(f"markers: {province} shows coins or goods, not {quote(side)}")

    def _card_list(self, value: object, where: str) -> list[int]:
        """The cards of a list of ids; wrong ones are faults and left out."""
        if not isinstance(value, list):
            self._fault(f"{where} is a list of cards, not {quote(value)}")
            return []
        cards = []
        for name in value:
            card = self.setup.faces.index.get(name, -1) if isinstance(name, str) else -1
            if card < 0:
                self._fault(f"{where}: {quote(name)} is no card of {self.setup.faces.variant}")
            else:
                cards.append(card)
        return cards

    def _display_and_unseen(self) -> None:
        state, faces, decks = self.state, self.setup.faces, self.setup.terms.decks
        state.display = self._card_list(self.given.get("display", []), "display")
        for number, value in self._object("unseen", "the unseen cards of each deck").items():
            if number not in {str(n) for n in range(1, decks + 1)}:
                self._fault(f"unseen: decks 1 to {decks} are in play, not {quote(number)}")
                continue
            for card in self._card_list(value, f"unseen of deck {number}"):
                if faces.deck[card] != int(number):
                    self._fault(f"unseen: {faces.ids[card]} does not belong to deck {number}")
                elif state.unseen >> card & 1:
                    self._fault(f"unseen: {faces.ids[card]} stands there twice")
                state.unseen |= 1 << card
        if len(state.display) > DISPLAY:
            self._fault(f"the display has {DISPLAY} positions, not {len(state.display)}")
        if state.unseen and len(state.display) < DISPLAY:
            self._fault(f"the display has {len(state.display)} cards while cards are unseen (R5.6)")
        lowest = next((n for n, m in enumerate(faces.deck_masks, 1) if state.unseen & m), decks)
        for card in range(len(faces.ids)):
            if lowest < faces.deck[card] <= decks and not state.unseen >> card & 1:
                self._fault(
                    f"{faces.ids[card]} is out, but deck {lowest} still has unseen cards (R2.3)"
                )

    # One seat

    def _player(self, seat: int, player: Mapping[str, Any], taken: dict[str, int]) -> None:
        state = self.state
        where = f"seat {seat}: "
        state.coins.append(self._plain(where, player))
        hand = self._card_list(player.get("hand", []), f"{where}hand")
        pile = self._card_list(player.get("pile", []), f"{where}pile")
        self._hand_and_pile(seat, hand, pile)
        state.houses.append(self._houses(where, player.get("houses", [])))
        land, sea = self._colonists(seat, player.get("colonists", []), taken)
        state.land.append(tuple(sorted(land)))
        state.sea.append(tuple(sorted(sea)))
        state.goods.append(self._goods(where, player.get("goods", {}), len(land) + len(sea)))
        state.copied.append(0)
        state.scored.append(-1)

    def _plain(self, where: str, player: Mapping[str, Any]) -> int:
        """Check the keys and the name; the coins."""
        check_keys(player, PLAYER_NEEDED, PLAYER_OPTIONAL, where, self.faults)
        if "name" in player and not isinstance(player["name"], str):
            self._fault(f"{where}the name is a text, not {quote(player['name'])}")
        coins = player.get("coins", 0)
        if count_below(coins, 10**9):
            return coins
        self._fault(f"{where}coins are a whole number from 0 on, not {quote(coins)}")
        return 0

    def _hand_and_pile(self, seat: int, hand: list[int], pile: list[int]) -> None:
        """Masks of hand and pile; of twins the lower one in the pile is the one played first."""
        state, faces = self.state, self.setup.faces
        owned = 0
        order: list[int] = []
        for card, in_hand in [*((c, False) for c in pile), *((c, True) for c in hand)]:
            twin = faces.twin[card]
            number = twin if twin >= 0 and not owned >> twin & 1 and not in_hand else card
            if owned >> number & 1:
                number = twin if number == card else card
            if number < 0 or owned >> number & 1:
                self._fault(f"seat {seat}: {faces.ids[card]} is there too often")
                continue
            owned |= 1 << number
            if not in_hand:
                order.append(number)
        state.piles.append(tuple(order))
        state.owned.append(owned)
        state.hands.append(owned & ~sum(1 << card for card in order))
        tribune = faces.index["tribune"]
        if tribune in pile:
            self._fault(f"seat {seat}: a tribune is never in a pile (R4.2)")
        second_half = self.setup.team and seat >= self.setup.sides
        start = faces.starting_hands[1 if second_half else 0]
        for card, name in enumerate(faces.ids):
            if start >> card & 1 and not owned >> card & 1:
                self._fault(f"seat {seat}: the starting card {name} is missing")
            elif faces.deck[card] == 0 and owned >> card & 1 and not start >> card & 1:
                self._fault(f"seat {seat}: {name} is not one of its starting cards (R2.6)")

    def _houses(self, where: str, names: object) -> int:
        atlas = self.setup.atlas
        if not isinstance(names, list):
            self._fault(f"{where}houses are a list of cities, not {quote(names)}")
            return 0
        houses = 0
        for name in names:
            city = atlas.city_index.get(name, -1) if isinstance(name, str) else -1
            if city < 0:
                self._fault(f"{where}houses: {atlas.board.id} has no city {quote(name)}")
            elif city == atlas.capital:
                self._fault(f"{where}no house is ever built in the capital, {name} (R2.1)")
            elif houses >> city & 1:
                self._fault(f"{where}two houses in {name} (R5.2)")
            else:
                houses |= 1 << city
                self.state.crowd[city] += 1
        if len(names) > HOUSES:
            self._fault(f"{where}{len(names)} houses, there are {HOUSES} (R2.4)")
        return houses

    def _colonists(
        self, seat: int, given: object, taken: dict[str, int]
    ) -> tuple[list[int], list[int]]:
        where = f"seat {seat}: "
        if not isinstance(given, list):
            self._fault(f"{where}colonists are a list, not {quote(given)}")
            return [], []
        places: tuple[list[int], list[int]] = ([], [])
        for colonist in given:
            kind = colonist.get("kind") if isinstance(colonist, Mapping) else None
            at = colonist.get("at") if isinstance(colonist, Mapping) else None
            if kind not in KINDS or not isinstance(at, str) or len(colonist) != 2:
                shape = '{"kind": "land" or "sea", "at": a city or path}'
                self._fault(f"{where}a colonist is {shape}, not {quote(colonist)}")
                continue
            place = self._place(seat, KINDS.index(kind), at, taken)
            if place >= 0:
                places[KINDS.index(kind)].append(place)
        for name, some in zip(KINDS, places, strict=True):
            if len(some) > COLONISTS:
                self._fault(f"{where}{len(some)} {name} colonists, there are {COLONISTS} (R2.4)")
        return places

    def _place(self, seat: int, kind: int, at: str, taken: dict[str, int]) -> int:
        """Where a colonist stands, or -1 with a fault."""
        atlas, state = self.setup.atlas, self.state
        city = atlas.city_index.get(at, -1)
        if city >= 0:
            if city != atlas.capital and not state.houses[seat] >> city & 1:
                self._fault(
                    f"seat {seat}: a colonist in {at}, which is neither the capital"
                    " nor has an own house (R5.5)"
                )
            return city
        path = atlas.path_index[kind].get(at, -1)
        if path < 0:
            self._fault(
                f"seat {seat}: {atlas.board.id} has no city or {KINDS[kind]} path {quote(at)}"
            )
            return -1
        label = f"{KINDS[kind]} path {at}"
        if label in taken:
            self._fault(f"seat {seat}: a colonist of seat {taken[label]} stands on {label} (R5.2)")
        if not next(p.can_stop for p in atlas.board.paths if (p.kind, p.id) == (KINDS[kind], at)):
            self._fault(f"seat {seat}: no colonist can stop on {label} (R5.2)")
        taken[label] = seat
        if kind == 0:
            state.occupied_land |= 1 << path
        else:
            state.occupied_sea |= 1 << path
        return atlas.cities + path

    def _goods(self, where: str, given: object, on_board: int) -> int:
        if not isinstance(given, Mapping):
            self._fault(f'{where}goods are an object such as {{"wine": 2}}, not {quote(given)}')
            return 0
        counts = [0] * goods.KINDS
        for name, number in given.items():
            if name not in goods.NAMES:
                self._fault(
                    f"{where}unknown good {quote(name)}; goods are {', '.join(goods.NAMES)}"
                )
            elif not is_count(number):
                self._fault(f"{where}{name}: a whole number from 0 on, not {quote(number)}")
            else:
                counts[goods.NAMES.index(name)] = number
        capacity = STORE - 2 * COLONISTS + on_board
        if sum(counts) > capacity:
            self._fault(
                f"{where}{sum(counts)} goods, but the store has {capacity} spaces beside"
                f" {2 * COLONISTS - on_board} colonists (R3.1)"
            )
            return 0
        return goods.pack(counts)

    # The whole

    def _cards(self) -> None:
        """Every card on sale lies in exactly one place (R2.3)."""
        state, faces = self.state, self.setup.faces
        places = Counter(state.display)
        for card in range(len(faces.ids)):
            if faces.deck[card] == 0:
                if card in places:
                    self._fault(f"display: {faces.ids[card]} is a starting card")
                continue
            places[card] += state.unseen >> card & 1
            places[card] += sum(owned >> card & 1 for owned in state.owned)
            name = faces.ids[card]
            if faces.deck[card] > self.setup.terms.decks:
                if places[card]:
                    self._fault(f"{name} is in play, but deck {faces.deck[card]} is not (R2.3)")
            elif places[card] == 0:
                self._fault(f"{name} is nowhere; it belongs in display, unseen, a hand or a pile")
            elif places[card] > 1:
                self._fault(f"{name} is in {places[card]} places")

    def _end(self) -> None:
        """The Concordia card and the turns left agree with what ends the game (R8)."""
        state = self.state
        holder = self.given.get("concordia")
        left = self.given.get("last_turns")
        emptied = not state.display and not state.unseen
        if holder is None:
            if left is not None:
                self._fault(
                    "“last_turns” must be null while nobody holds the Concordia card,"
                    f" not {quote(left)} (R8.1)"
                )
            if emptied:
                self._fault("the display is empty, so somebody holds the Concordia card (R8.1)")
            for seat, houses in enumerate(state.houses):
                if houses.bit_count() >= HOUSES:
                    self._fault(
                        f"seat {seat} has {HOUSES} houses,"
                        " so somebody holds the Concordia card (R8.1)"
                    )
            return
        state.concordia = self._seat("concordia")
        if count_below(left, self.setup.sides):
            state.last_turns = left
            # When the game is over nobody is in turn, so that any seat will do.
            if left and (state.turn + left - state.concordia) % self.setup.sides:
                right = [
                    s
                    for s in range(self.setup.players)
                    if (s + left - state.concordia) % self.setup.sides == 0
                ]
                turns = "1 turn" if left == 1 else f"{left} turns"
                self._fault(
                    f"with the Concordia card at seat {state.concordia} and {turns} left,"
                    f" “turn” is {' or '.join(map(str, right))}, not {state.turn} (R8.1)"
                )
        else:
            most = self.setup.sides - 1
            self._fault(f"“last_turns” is a number from 0 to {most}, not {quote(left)} (R8.1)")
        if not emptied and state.houses[state.concordia].bit_count() < HOUSES:
            self._fault(
                f"seat {state.concordia} holds the Concordia card, but has neither {HOUSES} houses"
                " nor is the display empty (R8.1)"
            )

    def _scored(self) -> None:
        if "scored" not in self.given:
            return
        scored = self.given["scored"]
        players = self.setup.players
        if not self.setup.terms.intermediate:
            self._fault("“scored” belongs to the option intermediate_scoring (R7)")
        elif (
            not isinstance(scored, list)
            or len(scored) != players
            or not all(points is None or is_count(points) for points in scored)
        ):
            self._fault(f"“scored” is a list of {players} scores or nulls, not {quote(scored)}")
        elif None not in scored and any(scored):
            self._fault("“scored” is all 0 once everybody has been scored (R7)")
        else:
            self.state.scored = [-1 if points is None else points for points in scored]

    def _copied(self) -> None:
        setup, state = self.setup, self.state
        for key, by in self._object("copied", "who chose the top card of a seat").items():
            seats = [str(seat) for seat in range(setup.players)]
            if not setup.team:
                self._fault("“copied” belongs to team play (R10.9)")
                return
            if key not in seats:
                self._fault(f"copied: {quote(key)} is no seat from 0 to {setup.players - 1}")
                continue
            seat = int(key)
            if not isinstance(by, list) or not all(count_below(s, setup.players) for s in by):
                self._fault(f"copied: seat {key} needs a list of seats, not {quote(by)}")
                continue
            pile = state.piles[seat]
            if not pile or setup.faces.role[pile[-1]] == roles.DIPLOMAT:
                self._fault(f"copied: seat {key} has no top card that can be copied (R10.9)")
            teams = [s % setup.sides for s in by]
            if seat % setup.sides in teams or len(set(teams)) < len(teams):
                self._fault(f"copied: seat {key}: one seat of each other team at most (R10.9)")
            state.copied[seat] = sum(1 << s for s in set(by))
