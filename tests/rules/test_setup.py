"""Variants, options and the table before the first turn (R1, R2)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support import (
    Seat,
    coins,
    colonists,
    deciding,
    decks_in_play,
    display,
    hand,
    magnus,
    markers,
    offered,
    pile,
    play,
    refused,
    store,
    table,
    unseen,
)
from viae import Game
from viae.data import board_names, load_board, load_cards
from viae.errors import PositionError, SetupError

COUNTS = {"concordia": (2, 3, 4, 5), "venus": (2, 3, 4, 5), "venus-team": (4, 6)}
GAMES = [(variant, players) for variant, counts in COUNTS.items() for players in counts]
PRICE_ORDER = ("brick", "food", "tool", "wine", "cloth")


# R1 Variants and options


@pytest.mark.parametrize(("variant", "players"), GAMES)
@pytest.mark.parametrize("board", board_names())
def test_any_board_takes_any_legal_number_of_players(
    board: str, variant: str, players: int
) -> None:
    """R1.1, R1.2: the recommended number of players is advice, not a limit."""
    game = Game.new(board=board, variant=variant, players=players, seed=1)
    assert len(game.players) == players
    assert deciding(game) == 0
    assert game.legal()


@pytest.mark.parametrize(
    ("variant", "players"),
    [(variant, n) for variant, counts in COUNTS.items() for n in range(8) if n not in counts],
)
def test_no_other_number_of_players(variant: str, players: int) -> None:
    """R1.1: 2 to 5 players, in teams 4 or 6; given as a number or as names."""
    with pytest.raises(SetupError):
        Game.new(variant=variant, players=players)
    with pytest.raises(SetupError):
        Game.new(variant=variant, players=["somebody"] * players)


def test_there_are_three_variants() -> None:
    """R1.1: concordia, venus and venus-team, nothing else."""
    with pytest.raises(SetupError):
        Game.new(variant="salsa")


def test_there_are_six_boards() -> None:
    """R1.2: five boards, and the small ionium."""
    assert sorted(board_names()) == sorted(
        ["imperium", "italia", "hellas", "ionium", "ionium-small", "cyprus"]
    )


def test_imperium_and_italia_are_not_limited_to_the_players_printed_on_them() -> None:
    """R1.2: imperium is recommended from 3 players on, italia up to 4; two and five may play."""
    assert load_board("imperium").recommended_players == (3, 5)
    assert load_board("italia").recommended_players == (2, 4)
    assert len(Game.new(board="imperium", players=2).players) == 2
    assert len(Game.new(board="italia", players=5).players) == 5


def test_small_ionium_is_ionium_without_its_b_cities() -> None:
    """R1.2: no B city, none of their three provinces, no path that touches one of them."""
    whole, small = load_board("ionium"), load_board("ionium-small")
    kept = {city.id for city in whole.cities if city.letter != "B"}
    assert {city.id for city in small.cities} == kept
    left_out = {province.id for province in whole.provinces} - {p.id for p in small.provinces}
    assert left_out == {"campania", "calabria", "sicilia"}
    paths = {(path.kind, path.id) for path in whole.paths if set(path.ends) <= kept}
    assert {(path.kind, path.id) for path in small.paths} == paths
    assert ("land", "apollonia~brundisium") not in paths
    assert ("sea", "ambrakia~croton") not in paths


def test_options_have_defaults() -> None:
    """R1.3: no intermediate scoring, 5 + 1 for colonists, the display with the cloth."""
    assert Game.new().options == {
        "intermediate_scoring": False,
        "colonist_income": "5+1",
        "display": "cloth",
    }


@pytest.mark.parametrize("board", board_names())
def test_the_wine_display_goes_with_every_board(board: str) -> None:
    """R1.3: the back of the display is usable on every board."""
    game = table(board, options={"display": "wine"}, seats={0: {"goods": {"wine": 2, "food": 1}}})
    play(game, "play senator")
    # Position 4 costs its colonist's food and a wine instead of a cloth.
    assert "purchase colonist-1" in game.legal()


def test_unknown_options_are_refused() -> None:
    """R1.3: only the named options with the named values."""
    for options in ({"display": "beer"}, {"colonist_income": "3x"}, {"salt": True}):
        with pytest.raises(SetupError):
            Game.new(options=options)


def test_intermediate_scoring_does_not_exist_in_team_play() -> None:
    """R1.3: asked for together they are an error, even in a position."""
    with pytest.raises(SetupError):
        Game.new(variant="venus-team", players=4, options={"intermediate_scoring": True})
    with pytest.raises(PositionError):
        table(variant="venus-team", players=4, options={"intermediate_scoring": True})


# R2 Set-up


@pytest.mark.parametrize("board", board_names())
@pytest.mark.parametrize("seed", range(5))
def test_every_city_but_the_capital_gets_a_token_of_its_letter(board: str, seed: int) -> None:
    """R2.1: the tokens of a letter go to the cities of that letter, one each."""
    game = Game.new(board=board, seed=seed)
    tokens = game.position()["tokens"]
    assert set(tokens) == {city.id for city in game.board.cities} - {game.board.capital}
    by_letter: dict[str, Counter[str]] = {}
    for city in game.board.cities:
        if city.letter:
            by_letter.setdefault(city.letter, Counter())[tokens[city.id]] += 1
    assert by_letter == {letter: Counter(load_cards().tokens[letter]) for letter in by_letter}


def test_a_letter_without_cities_uses_no_tokens() -> None:
    """R2.1: italia and hellas have no D city, the small ionium no B city."""
    for board, letter, cities in (
        ("italia", "D", 25),
        ("hellas", "D", 25),
        ("ionium-small", "B", 22),
    ):
        game = Game.new(board=board, seed=3)
        assert all(city.letter != letter for city in game.board.cities)
        assert len(game.position()["tokens"]) == cities


def test_tokens_are_shuffled() -> None:
    """R2.1: they lie differently in other games, and alike with the same seed."""
    one, other, again = (Game.new(seed=seed).position()["tokens"] for seed in (1, 2, 1))
    assert one != other
    assert one == again


def test_the_capital_never_holds_a_house() -> None:
    """R2.1: no position has one, and no architect builds one."""
    with pytest.raises(PositionError, match="capital"):
        table(seats={0: {"houses": ["roma"]}})
    rich: Seat = {"coins": 50, "goods": {"brick": 2, "food": 2, "tool": 2, "wine": 1, "cloth": 1}}
    game = table(seats={0: {**rich, "colonists": ["land aquileia~roma", "sea roma"]}})
    play(game, "play architect")
    assert offered(game, "build") == ["build aquileia"]
    assert refused(game, "build roma") == "R5.2"


@pytest.mark.parametrize("board", board_names())
@pytest.mark.parametrize("seed", range(3))
def test_a_marker_shows_the_dearest_good_of_its_province(board: str, seed: int) -> None:
    """R2.2: producing gives that good; afterwards its coin side is worth what that good says."""
    fresh = Game.new(board=board, players=2, seed=seed)
    tokens = fresh.position()["tokens"]
    worth = {good.id: good.marker_coins for good in load_cards().goods}
    for province in fresh.board.provinces:
        here = [tokens[c.id] for c in fresh.board.cities if c.province == province.id and c.letter]
        dearest = max(here, key=PRICE_ORDER.index)
        game = fresh.copy()
        before = store(game, 0)
        play(game, "0: play prefect", f"0: produce {province.id}")
        assert store(game, 0) == before | {dearest: before[dearest] + 1}
        play(game, "1: play prefect", "1: collect")
        assert coins(game, 1) == 6 + worth[dearest]


def test_coin_sides_are_worth_two_and_one_for_cloth() -> None:
    """R2.2: `marker_coins` of the good."""
    assert {good.id: good.marker_coins for good in load_cards().goods} == {
        "brick": 2, "food": 2, "tool": 2, "wine": 2, "cloth": 1,
    }  # fmt: skip


def test_markers_begin_with_the_goods_side_up() -> None:
    """R2.2: every province can produce, and there is nothing to collect."""
    game = Game.new(seed=4)
    assert markers(game) == []
    play(game, "play prefect")
    assert game.legal() == sorted(f"produce {province.id}" for province in game.board.provinces)


def test_a_province_of_bricks_only_has_a_brick_marker() -> None:
    """R2.2: the dearest good may be the cheapest of all."""
    game = table(tokens={"cyrene": "brick", "sinope": "food"}, seats={0: {"goods": {}}})
    play(game, "play prefect", "produce libya")
    assert store(game, 0) == {"brick": 1}


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_one_deck_for_each_player(variant: str, players: int) -> None:
    """R2.3: decks I to N; in team play I to IV for four and I to V for six."""
    position = Game.new(variant=variant, players=players, seed=5).position()
    decks = decks_in_play(variant, players)
    assert list(position["unseen"]) == [str(number) for number in decks]
    assert len(decks) == {2: 2, 3: 3, 4: 4, 5: 5, 6: 5}[players]
    dealt = [*position["display"], *(card for deck in position["unseen"].values() for card in deck)]
    assert sorted(dealt) == sorted(card for deck in decks.values() for card in deck)


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_seven_cards_are_dealt_from_the_first_deck(variant: str, players: int) -> None:
    """R2.3: deck I lies on top; it has eight cards in concordia and seven with Venus."""
    for seed in range(5):
        game = Game.new(variant=variant, players=players, seed=seed)
        assert len(display(game)) == 7
        assert set(display(game)) <= set(decks_in_play(variant, players)[1])
        assert game.record()["display"] == display(game)


def test_the_second_deck_begins_when_the_first_is_used_up() -> None:
    """R2.3: with one card of deck I left, that one comes first, then any of deck II."""
    game = table(seats={0: {"goods": {"tool": 1, "wine": 1, "brick": 2}}})
    assert unseen(game)[0] == "smith-1"
    play(game, "play senator", "purchase architect-1", "purchase prefect-1 with brick")
    assert deciding(game) == "*"
    assert game.legal() == ["reveal smith-1"]
    play(game, "*: reveal smith-1")
    assert game.legal() == [f"reveal {card}" for card in sorted(decks_in_play("concordia", 3)[2])]


def test_decks_are_shuffled() -> None:
    """R2.3: the display comes in another order in another game."""
    assert len({tuple(display(Game.new(seed=seed))) for seed in range(8)}) == 8


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_what_each_player_begins_with(variant: str, players: int) -> None:
    """R2.4: two colonists in the capital, six goods, no house, an empty pile."""
    game = Game.new(board="hellas", variant=variant, players=players, seed=6)
    for seat in range(players):
        assert colonists(game, seat) == ["land athenae", "sea athenae"]
        assert store(game, seat) == {"brick": 1, "food": 2, "tool": 1, "wine": 1, "cloth": 1}
        assert pile(game, seat) == []
        assert game.position()["players"][seat]["houses"] == []


def test_two_colonists_of_each_kind_wait_in_the_store() -> None:
    """R2.4: two more of each kind can be settled, then none is left."""
    game = table(players=2, seats={0: {"goods": {"food": 4, "tool": 4}, "bought": ["colonist-1"]}})
    play(game, "play colonist-1", "settle land roma", "settle sea roma", "settle land roma")
    assert offered(game, "settle") == ["settle sea roma"]
    play(game, "settle sea roma")
    assert game.legal() == ["done"]


def test_a_player_has_fifteen_houses() -> None:
    """R2.4: no position has more."""
    cities = [city.id for city in load_board("imperium").cities if city.letter]
    with pytest.raises(PositionError, match="15"):
        table(seats={0: {"houses": cities[:16]}})


def test_starting_hands() -> None:
    """R2.4, R2.6: the same hand for all; in teams architects first, diplomats opposite."""
    seven = ["architect", "diplomat", "mercator", "prefect", "prefect", "senator", "tribune"]
    first = ["architect", "legatus", "mercator", "praetor", "prefect", "tribune"]
    second = ["diplomat", "legatus", "mercator", "praetor", "prefect", "tribune"]
    concordia, venus = Game.new(players=4), Game.new(variant="venus", players=4)
    assert all(hand(concordia, seat) == seven for seat in range(4))
    assert all(hand(venus, seat) == sorted([*seven, "magister"]) for seat in range(4))
    for players in (4, 6):
        teams = Game.new(variant="venus-team", players=players)
        half = players // 2
        assert all(hand(teams, seat) == first for seat in range(half))
        assert all(hand(teams, seat) == second for seat in range(half, players))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", ["concordia", "venus"])
def test_each_later_seat_has_a_coin_more(variant: str, players: int) -> None:
    """R2.5: the start player has 5, the last one 4 + N."""
    game = Game.new(variant=variant, players=players)
    assert [coins(game, seat) for seat in range(players)] == [5, 6, 7, 8, 9][:players]


def test_partners_begin_with_equal_coins() -> None:
    """R2.5: 5 for the first team, 6 for the second, 7 for the third."""
    four = Game.new(variant="venus-team", players=4)
    six = Game.new(variant="venus-team", players=6)
    assert [coins(four, seat) for seat in range(4)] == [5, 6, 5, 6]
    assert [coins(six, seat) for seat in range(6)] == [5, 6, 7, 5, 6, 7]


@pytest.mark.parametrize("players", [4, 6])
def test_partners_sit_opposite_each_other(players: int) -> None:
    """R2.6: after the seat in turn, the seat half the table away carries out the card."""
    for seat in range(players):
        game = table(variant="venus-team", players=players, turn=seat, board="cyprus")
        play(game, f"{seat}: play mercator", f"{seat}: done")
        assert deciding(game) == (seat + players // 2) % players


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_the_last_seat_holds_the_praefectus_magnus(variant: str, players: int) -> None:
    """R2.7: the player to the right of the start player."""
    assert magnus(Game.new(variant=variant, players=players)) == players - 1
