"""Positions: the visible state at the start of a turn as JSON, to read, check and write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from viae.errors import Faults, PositionError, Refusal, refusal
from viae.header import (
    VERSION,
    Header,
    as_object,
    board_entry,
    check_keys,
    count_below,
    is_count,
    no_city,
    show_tokens,
)
from viae.options import changed, quote
from viae.rules import goods, roles
from viae.rules.bits import added, count, difference, has, mask_of, meet, members
from viae.rules.faces import DISPLAY
from viae.rules.figures import Board
from viae.rules.setup import Setup
from viae.rules.state import COLONISTS, HOUSES, STORE, State, blank

NEEDED = ("viae", "board", "variant", "tokens", "display", "unseen", "turn", "magnus", "players")
OPTIONAL = ("options", "markers", "concordia", "last_turns", "scored", "copied", "entries", "meta")
PLAYER_NEEDED = ("coins", "hand", "pile", "colonists")
PLAYER_OPTIONAL = ("name", "goods", "houses")
KINDS = ("land", "sea")
MOST_COINS = 10**9 - 1
FEWEST = 2  # colonists of a player on the board: those it began with (R2.4)
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
    state: State, options: Mapping[str, bool | str], names: list[str]
) -> dict[str, Any]:
    """A state at the start of a turn as a position, in canonical order."""
    setup = state.setup
    faces = setup.faces
    ids = setup.atlas.province_ids
    position: dict[str, Any] = {
        "viae": VERSION,
        "board": board_entry(setup.atlas.board),
        "variant": faces.variant,
        "options": changed(options),
        "tokens": show_tokens(setup),
        "markers": {ids[p]: "coins" for p in members(state.markers)},
        "display": [faces.ids[card] for card in state.display],
        "unseen": {
            str(number): sorted(faces.ids[card] for card in deck if has(state.unseen, card))
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
            str(seat): members(mask)[:] for seat, mask in enumerate(state.copied) if mask
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
        "goods": goods.by_name(state.goods[seat]),
        "hand": sorted(ids[card] for card in members(state.hands[seat])),
        "pile": [ids[card] for card in state.piles[seat]],
        "houses": sorted(atlas.city_ids[city] for city in members(houses)),
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
                self._fault(refusal("position.players", value=quote(seats)))
            seats = []
        header = Header(given, len(seats) or None, board)
        self.faults += header.faults
        self.entries = self._entries()
        self.options = header.options
        self.names = [
            name if isinstance(name := seat.get("name"), str) else f"player {i}"
            for i, seat in enumerate(seats)
        ]
        if header.setup is not None:
            self.setup: Setup = header.setup
            self.state = blank(header.setup)
            self._read(seats)
        else:  # what needs neither the board nor the cards can still be checked
            for seat, player in enumerate(seats):
                self._plain(f"players[{seat}]", player)
                self._goods(f"players[{seat}]", player.get("goods", {}), 2 * COLONISTS)
        if self.faults:
            raise PositionError("position", self.faults)

    def _fault(self, why: Refusal, where: str = "") -> None:
        self.faults.append(why.within(where))

    def _entries(self) -> list[str]:
        entries = self.given.get("entries", [])
        if not isinstance(entries, list) or not all(isinstance(e, str) for e in entries):
            self._fault(refusal("position.entries", value=quote(entries)))
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
            last, given = self.setup.players - 1, quote(value)
            self._fault(refusal("position.seat", key=key, limit=last, value=given))
        return 0

    def _object(self, key: str) -> Mapping[str, Any]:
        value = self.given.get(key, {})
        if isinstance(value, Mapping):
            return value
        self._fault(refusal("position.no-object", key=key, value=quote(value)))
        return {}

    def _markers(self) -> None:
        index = self.setup.atlas.province_index
        for province, side in self._object("markers").items():
            if province not in index:
                board = self.setup.atlas.board.id
                wrong = refusal("place.no-province", board=board, value=quote(province))
                self._fault(wrong, "markers")
            elif side == "coins":
                self.state.markers = added(self.state.markers, index[province])
            elif side != "goods":
                wrong = refusal("markers.side", province=province, value=quote(side))
                self._fault(wrong, "markers")

    def _card_list(self, value: object, where: str) -> list[int]:
        """The cards of a list of ids; wrong ones are faults and left out."""
        if not isinstance(value, list):
            self._fault(refusal("cards.no-list", value=quote(value)), where)
            return []
        cards = []
        for name in value:
            card = self.setup.faces.index.get(name, -1) if isinstance(name, str) else -1
            if card < 0:
                variant = self.setup.faces.variant
                self._fault(refusal("cards.unknown", value=quote(name), variant=variant), where)
            else:
                cards.append(card)
        return cards

    def _display_and_unseen(self) -> None:
        state, faces, decks = self.state, self.setup.faces, self.setup.terms.decks
        state.display = self._card_list(self.given.get("display", []), "display")
        for number, value in self._object("unseen").items():
            if number not in {str(n) for n in range(1, decks + 1)}:
                self._fault(refusal("unseen.deck", limit=decks, value=quote(number)), "unseen")
                continue
            for card in self._card_list(value, f"unseen.{number}"):
                if faces.deck[card] != int(number):
                    wrong = refusal("unseen.wrong-deck", card=faces.ids[card], number=int(number))
                    self._fault(wrong, "unseen")
                elif has(state.unseen, card):
                    self._fault(refusal("cards.twice", card=faces.ids[card]), "unseen")
                state.unseen = added(state.unseen, card)
        if len(state.display) > DISPLAY:
            count = len(state.display)
            self._fault(refusal("display.too-many", limit=DISPLAY, number=count), "display")
        if state.unseen and len(state.display) < DISPLAY:
            short = refusal("display.too-few", "R5.6", number=len(state.display))
            self._fault(short, "display")
        lowest = next(
            (n for n, m in enumerate(faces.deck_masks, 1) if meet(state.unseen, m)), decks
        )
        for card in range(len(faces.ids)):
            if lowest < faces.deck[card] <= decks and not has(state.unseen, card):
                self._fault(refusal("cards.out-early", "R2.3", card=faces.ids[card], number=lowest))

    # One seat

    def _player(self, seat: int, player: Mapping[str, Any], taken: dict[str, int]) -> None:
        state = self.state
        where = f"players[{seat}]"
        state.coins.append(self._plain(where, player))
        hand = self._card_list(player.get("hand", []), f"{where}.hand")
        pile = self._card_list(player.get("pile", []), f"{where}.pile")
        self._hand_and_pile(seat, hand, pile)
        state.houses.append(self._houses(f"{where}.houses", player.get("houses", [])))
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
            self._fault(refusal("player.name", value=quote(player["name"])), f"{where}.name")
        coins = player.get("coins", 0)
        if count_below(coins, MOST_COINS + 1):
            return coins
        wrong = refusal("player.coins", limit=MOST_COINS, value=quote(coins))
        self._fault(wrong, f"{where}.coins")
        return 0

    def _hand_and_pile(self, seat: int, hand: list[int], pile: list[int]) -> None:
        """Masks of hand and pile; of twins the lower one in the pile is the one played first."""
        state, faces = self.state, self.setup.faces
        where = f"players[{seat}]"
        owned = 0
        order: list[int] = []
        for card, in_hand in [*((c, False) for c in pile), *((c, True) for c in hand)]:
            twin = faces.twin[card]
            number = twin if twin >= 0 and not has(owned, twin) and not in_hand else card
            if has(owned, number):
                number = twin if number == card else card
            if number < 0 or has(owned, number):
                self._fault(refusal("player.too-often", card=faces.ids[card]), where)
                continue
            owned = added(owned, number)
            if not in_hand:
                order.append(number)
        state.piles.append(tuple(order))
        state.owned.append(owned)
        state.hands.append(difference(owned, mask_of(order)))
        tribune = faces.index["tribune"]
        if tribune in pile:
            self._fault(refusal("player.tribune", "R4.2"), f"{where}.pile")
        second_half = self.setup.team and seat >= self.setup.sides
        start = faces.starting_hands[1 if second_half else 0]
        for card, name in enumerate(faces.ids):
            if has(start, card) and not has(owned, card):
                self._fault(refusal("player.starting-card", card=name), where)
            elif faces.deck[card] == 0 and has(owned, card) and not has(start, card):
                self._fault(refusal("player.not-starting-card", "R2.6", card=name), where)

    def _houses(self, where: str, names: object) -> int:
        atlas = self.setup.atlas
        if not isinstance(names, list):
            self._fault(refusal("houses.no-list", value=quote(names)), where)
            return 0
        houses = 0
        for name in names:
            city = atlas.city_index.get(name, -1) if isinstance(name, str) else -1
            if city < 0:
                self._fault(no_city(atlas.board, name), where)
            elif city == atlas.capital:
                self._fault(refusal("build.capital", "R2.1", city=name), where)
            elif has(houses, city):
                self._fault(refusal("houses.twice", "R5.2", city=name), where)
            else:
                houses = added(houses, city)
                self.state.crowd[city] += 1
        if len(names) > HOUSES:
            number = len(names)
            self._fault(refusal("houses.too-many", "R2.4", number=number, limit=HOUSES), where)
        return houses

    def _colonists(
        self, seat: int, given: object, taken: dict[str, int]
    ) -> tuple[list[int], list[int]]:
        where = f"players[{seat}].colonists"
        if not isinstance(given, list):
            self._fault(refusal("colonists.no-list", value=quote(given)), where)
            return [], []
        places: tuple[list[int], list[int]] = ([], [])
        for colonist in given:
            kind = colonist.get("kind") if isinstance(colonist, Mapping) else None
            at = colonist.get("at") if isinstance(colonist, Mapping) else None
            if kind not in KINDS or not isinstance(at, str) or len(colonist) != 2:
                self._fault(refusal("colonists.shape", value=quote(colonist)), where)
                continue
            place = self._place(seat, KINDS.index(kind), at, taken)
            if place >= 0:
                places[KINDS.index(kind)].append(place)
        for name, some in zip(KINDS, places, strict=True):
            if len(some) > COLONISTS:
                many, most = len(some), COLONISTS
                self._fault(
                    refusal("colonists.too-many", "R2.4", number=many, kind=name, limit=most), where
                )
        on_board = len(places[0]) + len(places[1])
        if on_board < FEWEST and len(given) == on_board:
            few = refusal("colonists.too-few", "R2.4", number=on_board, limit=FEWEST)
            self._fault(few, where)
        return places

    def _place(self, seat: int, kind: int, at: str, taken: dict[str, int]) -> int:
        """Where a colonist stands, or -1 with a fault."""
        atlas, state = self.setup.atlas, self.state
        where = f"players[{seat}].colonists"
        city = atlas.city_index.get(at, -1)
        if city >= 0:
            if city != atlas.capital and not has(state.houses[seat], city):
                self._fault(refusal("colonists.no-house", "R5.5", city=at), where)
            return city
        path = atlas.path_index[kind].get(at, -1)
        if path < 0:
            board = atlas.board.id
            self._fault(
                refusal("place.no-place", board=board, kind=KINDS[kind], value=quote(at)), where
            )
            return -1
        label = f"{KINDS[kind]} path {at}"
        if label in taken:
            other = taken[label]
            self._fault(
                refusal("colonists.taken", "R5.2", seat=other, kind=KINDS[kind], path=at), where
            )
        if not next(p.can_stop for p in atlas.board.paths if (p.kind, p.id) == (KINDS[kind], at)):
            self._fault(refusal("move.no-stop", "R5.2", path=at), where)
        taken[label] = seat
        if kind == 0:
            state.occupied_land = added(state.occupied_land, path)
        else:
            state.occupied_sea = added(state.occupied_sea, path)
        return atlas.cities + path

    def _goods(self, where: str, given: object, on_board: int) -> int:
        where = f"{where}.goods"
        if not isinstance(given, Mapping):
            self._fault(refusal("goods.no-object", value=quote(given)), where)
            return 0
        counts = [0] * goods.KINDS
        for name, number in given.items():
            if name not in goods.NAMES:
                unknown = refusal("goods.unknown", value=quote(name), known=list(goods.NAMES))
                self._fault(unknown, where)
            elif not is_count(number):
                self._fault(refusal("goods.number", value=quote(number)), f"{where}.{name}")
            else:
                counts[goods.NAMES.index(name)] = number
        capacity = STORE - 2 * COLONISTS + on_board
        if sum(counts) > capacity:
            many, left = sum(counts), 2 * COLONISTS - on_board
            self._fault(
                refusal("goods.too-many", "R3.1", number=many, limit=capacity, left=left), where
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
                    self._fault(refusal("cards.starting", card=faces.ids[card]), "display")
                continue
            places[card] += has(state.unseen, card)
            places[card] += sum(has(owned, card) for owned in state.owned)
            name = faces.ids[card]
            if faces.deck[card] > self.setup.terms.decks:
                if places[card]:
                    deck = faces.deck[card]
                    self._fault(refusal("cards.no-deck", "R2.3", card=name, number=deck))
            elif places[card] == 0:
                self._fault(refusal("cards.nowhere", card=name))
            elif places[card] > 1:
                self._fault(refusal("cards.places", card=name, number=places[card]))

    def _end(self) -> None:
        """The Concordia card and the turns left agree with what ends the game (R8)."""
        state = self.state
        holder = self.given.get("concordia")
        left = self.given.get("last_turns")
        emptied = not state.display and not state.unseen
        if holder is None:
            if left is not None:
                self._fault(refusal("end.nobody", "R8.1", value=quote(left)))
            if emptied:
                self._fault(refusal("end.empty-display", "R8.1"))
            for seat, houses in enumerate(state.houses):
                if count(houses) >= HOUSES:
                    self._fault(refusal("end.all-houses", "R8.1", seat=seat, number=HOUSES))
            return
        state.concordia = self._seat("concordia")
        if count_below(left, self.setup.sides):
            state.last_turns = left
            # When the game is over, it is nobody's turn, so any seat will do.
            if left and (state.turn + left - state.concordia) % self.setup.sides:
                right = [
                    s
                    for s in range(self.setup.players)
                    if (s + left - state.concordia) % self.setup.sides == 0
                ]
                holder, turn = state.concordia, str(state.turn)
                self._fault(
                    refusal("end.turn", "R8.1", seat=holder, number=left, known=right, value=turn)
                )
        else:
            most = self.setup.sides - 1
            self._fault(refusal("end.last-turns", "R8.1", limit=most, value=quote(left)))
        if not emptied and count(state.houses[state.concordia]) < HOUSES:
            self._fault(refusal("end.no-reason", "R8.1", seat=state.concordia, number=HOUSES))

    def _scored(self) -> None:
        if "scored" not in self.given:
            return
        scored = self.given["scored"]
        players = self.setup.players
        if not self.setup.terms.intermediate:
            self._fault(refusal("scored.no-option", "R7"))
        elif (
            not isinstance(scored, list)
            or len(scored) != players
            or not all(points is None or is_count(points) for points in scored)
        ):
            self._fault(refusal("scored.no-list", number=players, value=quote(scored)))
        elif None not in scored and any(scored):
            self._fault(refusal("scored.paid", "R7"))
        else:
            self.state.scored = [-1 if points is None else points for points in scored]

    def _copied(self) -> None:
        setup, state = self.setup, self.state
        for key, by in self._object("copied").items():
            seats = [str(seat) for seat in range(setup.players)]
            if not setup.team:
                self._fault(refusal("copied.no-team", "R10.9"))
                return
            if key not in seats:
                last = setup.players - 1
                self._fault(refusal("copied.no-seat", limit=last, value=quote(key)), "copied")
                continue
            seat = int(key)
            if not isinstance(by, list) or not all(count_below(s, setup.players) for s in by):
                self._fault(refusal("copied.no-list", value=quote(by)), f"copied.{key}")
                continue
            pile = state.piles[seat]
            if not pile or setup.faces.role[pile[-1]] == roles.DIPLOMAT:
                self._fault(refusal("copied.no-card", "R10.9", seat=seat), "copied")
            teams = [s % setup.sides for s in by]
            if seat % setup.sides in teams or len(set(teams)) < len(teams):
                self._fault(refusal("copied.teams", "R10.9"), f"copied.{key}")
            state.copied[seat] = mask_of(by)
