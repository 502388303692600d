"""Architect: move colonists, then build houses (R5.2)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.support import (
    IMPERIUM_TOKENS,
    Seat,
    coins,
    colonists,
    deciding,
    houses,
    offered,
    play,
    refused,
    store,
    table,
)
from viae import Game
from viae.data import load_board
from viae.rules.figures import Board

PLENTY = {"brick": 2, "food": 1, "tool": 1, "wine": 1, "cloth": 1}


def architect(board: str = "imperium", others: Seat | None = None, **seat: object) -> Game:
    """Seat 0 has just played its architect."""
    own: Seat = {"coins": 99, "goods": PLENTY, **seat}  # type: ignore[typeddict-item]
    game = table(board, seats={0: own, 1: others or {"colonists": []}, 2: {"colonists": []}})
    return play(game, "0: play architect")


def goals(game: Game, kind: str, start: str) -> set[str]:
    """The paths to which the colonist at a place may move."""
    moves = [entry.split() for entry in offered(game, "move")]
    return {words[3] for words in moves if words[1:3] == [kind, start]}


# Steps


def test_there_are_as_many_steps_as_own_colonists_on_the_board() -> None:
    """R5.2: with one colonist one step, with two of them two, in a city or on a path alike."""
    from_roma = {"aquileia~roma", "novaria~roma", "roma~syracusae"}
    assert goals(architect(colonists=["land roma"]), "land", "roma") == from_roma
    two_steps = from_roma | {
        "aquileia~novaria",
        "aquileia~sirmium",
        "aquileia~vindobona",
        "colonia~novaria",
        "massilia~novaria",
    }
    assert goals(architect(colonists=["land roma", "sea roma"]), "land", "roma") == two_steps
    on_path = architect(colonists=["land roma", "sea massilia~roma"])
    assert goals(on_path, "land", "roma") == two_steps


def test_steps_are_shared_freely_among_the_colonists() -> None:
    """R5.2: of three steps two go to one colonist and the last to another, or all to one."""
    game = architect(colonists=["land roma", "sea roma", "sea roma"])
    assert "colonia~vindobona" in goals(game, "land", "roma")  # three steps
    play(game, "0: move land roma aquileia~vindobona")
    assert goals(game, "sea", "roma") == {"carthago~roma", "massilia~roma", "roma~syracusae"}
    play(game, "0: move sea roma massilia~roma")
    assert offered(game, "move") == []


def test_colonists_of_other_players_give_no_steps() -> None:
    """R5.2: own colonists only."""
    game = architect(colonists=["sea roma"], others={"colonists": ["land roma", "sea roma"]})
    assert goals(game, "sea", "roma") == {"carthago~roma", "massilia~roma", "roma~syracusae"}


def test_without_colonists_on_the_board_nothing_moves() -> None:
    """R5.2: no steps; nothing to build either."""
    assert architect(colonists=[]).legal() == ["done"]


def test_land_colonists_use_land_paths_and_sea_colonists_sea_paths() -> None:
    """R5.2: an id may name a land path and a sea path, which are two paths."""
    board = load_board("imperium")
    kinds = {kind: {p.id for p in board.paths if p.kind == kind} for kind in ("land", "sea")}
    game = architect(colonists=["land roma", "sea roma"])
    assert goals(game, "land", "roma") <= kinds["land"]
    assert goals(game, "sea", "roma") <= kinds["sea"]
    play(game, "0: move land roma roma~syracusae")
    # The land colonist stands on the land path; the sea lane of the same name is free.
    assert "move sea roma roma~syracusae" in game.legal()


def test_the_first_step_leads_out_of_the_city() -> None:
    """R5.2: onto a path that ends there; a colonist in a city without such paths stays."""
    game = architect(colonists=["sea novaria", "land aquileia"], houses=["novaria", "aquileia"])
    assert goals(game, "sea", "novaria") == set()  # no sea lane ends in novaria
    play(game, "0: move land aquileia aquileia~sirmium")
    assert "land aquileia~sirmium" in colonists(game, 0)


def test_from_a_path_a_step_goes_through_either_end_city() -> None:
    """R5.2: from colonia~novaria the paths of colonia and of novaria are one step away."""
    game = architect(colonists=["land colonia~novaria"])
    assert goals(game, "land", "colonia~novaria") == {
        "colonia~lutetia",
        "colonia~vindobona",
        "aquileia~novaria",
        "massilia~novaria",
        "novaria~roma",
    }


def test_the_capital_may_be_passed() -> None:
    """R5.2: from novaria~roma through Roma onto its other paths with one step."""
    game = architect(colonists=["land novaria~roma"])
    assert {"aquileia~roma", "roma~syracusae"} <= goals(game, "land", "novaria~roma")


def test_a_colonist_moves_at_most_once() -> None:
    """R5.2: not a second time with the steps that are left."""
    game = architect(colonists=["land roma", "sea roma", "sea roma"])
    play(game, "0: move land roma aquileia~roma")
    assert [entry for entry in offered(game, "move") if entry.startswith("move land")] == []
    assert refused(game, "move land aquileia~roma aquileia~vindobona") == "R5.2"


def test_a_sea_colonist_moves_at_most_once() -> None:
    """R5.2: the same at sea, from the capital and from a lane."""
    game = architect(colonists=["sea roma", "sea massilia~valentia", "land roma", "land roma"])
    play(game, "0: move sea roma massilia~roma")
    assert goals(game, "sea", "roma") == goals(game, "sea", "massilia~roma") == set()
    play(game, "0: move sea massilia~valentia carthago~valentia")
    assert {entry.split()[1] for entry in offered(game, "move")} == {"land"}


def test_who_takes_the_place_of_a_moved_colonist_has_moved_too() -> None:
    """R5.2: a path left by one colonist and reached by another is no start for a third move."""
    game = architect(
        colonists=["land aquileia~roma", "land roma", "sea roma", "sea roma", "sea roma"]
    )
    play(game, "0: move land aquileia~roma aquileia~vindobona", "0: move land roma aquileia~roma")
    assert goals(game, "land", "aquileia~roma") == set()


def test_equal_colonists_in_one_city_are_one_entry_and_each_may_move() -> None:
    """R5.2: two land colonists in Roma move one after the other."""
    game = architect(colonists=["land roma", "land roma"])
    assert len(game.legal()) == len(set(game.legal()))
    play(game, "0: move land roma aquileia~roma", "0: move land roma novaria~roma")
    assert colonists(game, 0) == ["land aquileia~roma", "land novaria~roma"]
    assert offered(game, "move") == []


def test_a_move_costs_the_steps_of_a_shortest_way() -> None:
    """R5.2: from novaria~roma to aquileia~roma is one step, though there are longer ways."""
    game = architect(colonists=["land novaria~roma", "sea roma"])
    play(game, "0: move land novaria~roma aquileia~roma")
    assert goals(game, "sea", "roma") == {"carthago~roma", "massilia~roma", "roma~syracusae"}


def test_a_move_ends_on_another_path_than_before() -> None:
    """R5.2: no round trip, however many steps there are."""
    game = architect(
        colonists=["land novaria~roma", "land roma", "land roma", "sea roma", "sea roma"]
    )
    assert "novaria~roma" not in goals(game, "land", "novaria~roma")
    assert refused(game, "move land novaria~roma novaria~roma") == "R5.2"


def test_nobody_needs_to_move() -> None:
    """R5.2: build at once, or do nothing."""
    game = architect(colonists=["land colonia~novaria"])
    play(game, "0: build novaria", "0: done")
    assert colonists(game, 0) == ["land colonia~novaria"]


# Where a move may end


def test_a_move_does_not_end_on_an_occupied_path() -> None:
    """R5.2: neither where another player's colonist stands nor where an own one does."""
    game = architect(
        colonists=["land roma", "land aquileia~roma"],
        others={"colonists": ["land novaria~roma"]},
    )
    assert not {"novaria~roma", "aquileia~roma"} & goals(game, "land", "roma")
    assert refused(game, "move land roma novaria~roma") == "R5.2"


def test_a_colonist_of_the_other_kind_does_not_block() -> None:
    """R5.2: a sea colonist on roma~syracusae is on another path than a land colonist there."""
    game = architect(colonists=["land roma"], others={"colonists": ["sea roma~syracusae"]})
    assert "roma~syracusae" in goals(game, "land", "roma")


def test_occupied_paths_are_passed_and_count() -> None:
    """R5.2: both roads north are occupied; beyond them two steps away stays two steps away."""
    blocked: Seat = {"colonists": ["land aquileia~roma", "land novaria~roma"]}
    game = architect(colonists=["land roma", "sea roma"], others=blocked)
    assert "aquileia~vindobona" in goals(game, "land", "roma")
    assert goals(architect(colonists=["land roma"], others=blocked), "land", "roma") == {
        "roma~syracusae"
    }


def test_occupied_means_at_that_moment() -> None:
    """R5.2: a path that an own colonist has just left can be ended on."""
    game = architect(colonists=["land roma", "land aquileia~roma"])
    assert "aquileia~roma" not in goals(game, "land", "roma")
    play(game, "0: move land aquileia~roma aquileia~vindobona")
    assert "aquileia~roma" in goals(game, "land", "roma")
    play(game, "0: move land roma aquileia~roma")
    assert colonists(game, 0) == ["land aquileia~roma", "land aquileia~vindobona"]


def test_a_left_sea_lane_is_free_too() -> None:
    """R5.2: the same at sea."""
    game = architect(colonists=["sea roma", "sea massilia~roma"])
    play(game, "0: move sea massilia~roma massilia~valentia", "0: move sea roma massilia~roma")
    assert colonists(game, 0) == ["sea massilia~roma", "sea massilia~valentia"]


def test_no_colonist_ends_in_a_city() -> None:
    """R5.2: every move ends on a path."""
    paths = {path.id for path in load_board("imperium").paths}
    game = architect(colonists=["land roma", "sea roma", "land aquileia~vindobona"])
    assert {entry.split()[3] for entry in offered(game, "move")} <= paths


# Ionium


def test_the_strip_of_ionium_is_passed_but_not_ended_on() -> None:
    """R5.2: apollonia~brundisium costs a land colonist a step and is no place to stay."""
    apollonia = ["land apollonia~scodra", "sea athenae"]
    game = architect("ionium", colonists=apollonia)
    reached = goals(game, "land", "apollonia~scodra")
    assert "apollonia~brundisium" not in reached
    assert {"brundisium~canusium", "brundisium~heraclea"} <= reached
    assert refused(game, "move land apollonia~scodra apollonia~brundisium") == "R5.2"
    with_one_step = architect("ionium", colonists=apollonia[:1])
    assert "brundisium~canusium" not in goals(with_one_step, "land", "apollonia~scodra")


def test_the_sea_lane_beside_the_strip_is_an_ordinary_one() -> None:
    """R5.2: sea colonists may end on apollonia~brundisium."""
    game = architect("ionium", colonists=["sea apollonia~scodra"])
    assert "apollonia~brundisium" in goals(game, "sea", "apollonia~scodra")


def test_the_doubled_sea_lane_of_ionium_is_two_paths() -> None:
    """R5.2: one colonist on each; from one to the other is a step through an end city."""
    game = architect(
        "ionium",
        colonists=["sea messana~neapolis", "sea messana~syracusae"],
        others={"colonists": ["sea croton~messana"]},
    )
    assert goals(game, "sea", "messana~neapolis") >= {"messana~neapolis~2"}
    assert "messana~neapolis~2" in goals(game, "sea", "messana~syracusae")
    assert "messana~neapolis" not in goals(game, "sea", "messana~syracusae")
    play(game, "0: move sea messana~syracusae messana~neapolis~2")
    assert colonists(game, 0) == ["sea messana~neapolis", "sea messana~neapolis~2"]
    assert offered(game, "build") == ["build messana", "build neapolis"]


# Every move, against a walk of our own


def walk(board: Board, kind: str, start: str) -> dict[str, int]:
    """The steps to every path by walking: out of a city, or through an end city to the next."""
    paths = {path.id: path for path in board.paths if path.kind == kind}
    steps: dict[str, int] = {}
    cities = set(paths[start].ends) if start in paths else {start}
    count = 1
    while cities:
        found = {p.id for p in paths.values() if cities & set(p.ends)} - set(steps) - {start}
        steps |= dict.fromkeys(found, count)
        cities = {city for path in found for city in paths[path].ends}
        count += 1
    return steps


def moves_found_by_walking(game: Game, stand: list[list[str]], left: int) -> Iterator[str]:
    occupied = {place for seat in stand for place in seat}
    for colonist in set(stand[0]):
        kind, start = colonist.split()
        for path, count in walk(game.board, kind, start).items():
            stop = next(p.can_stop for p in game.board.paths if (p.kind, p.id) == (kind, path))
            if stop and count <= left and f"{kind} {path}" not in occupied:
                yield f"move {kind} {start} {path}"


@pytest.mark.parametrize(
    "board", ["imperium", "italia", "hellas", "ionium", "ionium-small", "cyprus"]
)
def test_the_moves_offered_are_those_a_walk_finds(board: str) -> None:
    """R5.2: for colonists thrown onto the board at random, on every board."""
    dice = random.Random(board)
    atlas = load_board(board)
    spots = {
        kind: [p.id for p in atlas.paths if p.kind == kind and p.can_stop]
        for kind in ("land", "sea")
    }
    for _ in range(12):
        thrown = {kind: dice.sample(paths, 6) for kind, paths in spots.items()}
        stand = [
            [
                f"{kind} {thrown[kind].pop() if dice.random() < 0.7 else atlas.capital}"
                for kind, number in zip(
                    ("land", "sea"), dice.choices(range(1, 4), k=2), strict=True
                )
                for _ in range(number)
            ]
            for _ in range(2)
        ]
        game = table(
            board, players=2, seats={seat: {"colonists": stand[seat]} for seat in range(2)}
        )
        play(game, "play architect")
        found = moves_found_by_walking(game, stand, len(stand[0]))
        assert offered(game, "move") == sorted(found)


# Building


def test_houses_are_built_at_both_ends_of_a_path_with_an_own_colonist() -> None:
    """R5.2: and nowhere else."""
    game = architect(
        colonists=["land colonia~novaria"], others={"colonists": ["sea massilia~roma"]}
    )
    assert offered(game, "build") == ["build colonia", "build novaria"]
    assert refused(game, "build massilia") == "R5.2"


def test_colonists_inside_cities_do_not_count() -> None:
    """R5.2: neither for the city they stand in nor for its neighbours."""
    game = architect(colonists=["land massilia", "sea roma"], houses=["massilia"])
    assert offered(game, "build") == []


def test_after_the_first_house_no_more_moves() -> None:
    """R5.2: first move, then build."""
    game = architect(colonists=["land colonia~novaria", "sea roma"])
    assert offered(game, "move")
    play(game, "0: build novaria")
    assert offered(game, "move") == []
    assert refused(game, "move sea roma massilia~roma") == "R5.2"


def test_moved_colonists_build_where_they_are_now() -> None:
    """R5.2: not where they came from."""
    game = architect(colonists=["land colonia~novaria", "sea roma"])
    play(game, "0: move land colonia~novaria aquileia~roma")
    assert offered(game, "build") == ["build aquileia"]


def test_no_second_own_house_in_a_city() -> None:
    """R5.2: one's own house keeps one out, another player's does not."""
    game = architect(
        colonists=["land colonia~novaria"], houses=["colonia"], others={"houses": ["novaria"]}
    )
    assert offered(game, "build") == ["build novaria"]
    play(game, "0: build novaria")
    assert offered(game, "build") == []
    assert refused(game, "build novaria") == "R5.2"


@pytest.mark.parametrize(
    ("city", "path", "goods", "price"),
    [
        ("vindobona", "land aquileia~vindobona", {"food": 1}, 1),  # brick
        ("aquileia", "land aquileia~vindobona", {"brick": 1, "food": 1}, 2),
        ("colonia", "land colonia~novaria", {"brick": 1, "tool": 1}, 3),
        ("novaria", "land colonia~novaria", {"brick": 1, "wine": 1}, 4),
        ("massilia", "sea massilia~roma", {"brick": 1, "cloth": 1}, 5),
    ],
)
def test_what_a_house_costs(city: str, path: str, goods: dict[str, int], price: int) -> None:
    """R5.2: food in a brick city, else a brick and the city's good; 1 to 5 coins."""
    exact = architect(colonists=[path], coins=price, goods=goods)
    play(exact, f"0: build {city}")
    assert coins(exact, 0) == 0
    assert store(exact, 0) == {}
    assert houses(exact, 0) == [city]
    too_few_coins = architect(colonists=[path], coins=price - 1, goods=goods)
    assert refused(too_few_coins, f"build {city}") == "R5.2"
    for good in goods:
        without = {other: number for other, number in goods.items() if other != good}
        assert refused(architect(colonists=[path], goods=without), f"build {city}") == "R5.2"


@pytest.mark.parametrize("there", [0, 1, 2, 3])
def test_coins_multiply_with_the_houses_in_the_city(there: int) -> None:
    """R5.2: by the number of houses the city will then have; the goods stay the same."""
    others: dict[int, Seat] = {seat: {"houses": ["novaria"]} for seat in range(1, there + 1)}
    own: Seat = {
        "coins": 50,
        "goods": {"brick": 1, "wine": 1},
        "colonists": ["land colonia~novaria"],
    }
    game = table(players=4, seats={0: own, **others})
    play(game, "0: play architect", "0: build novaria")
    assert coins(game, 0) == 50 - 4 * (there + 1)
    assert store(game, 0) == {}
    own = {**own, "coins": 4 * (there + 1) - 1}
    game = table(players=4, seats={0: own, **others})
    assert refused(play(game, "0: play architect"), "build novaria") == "R5.2"


def test_any_number_of_houses_while_they_can_be_paid() -> None:
    """R5.2: four houses with one architect, each paid in turn; then the food is gone."""
    game = architect(
        colonists=["land colonia~novaria", "land aquileia~vindobona"],
        goods={"brick": 3, "food": 2, "tool": 1, "wine": 1},
        coins=10,
    )
    play(game, "0: build novaria", "0: build aquileia", "0: build vindobona", "0: build colonia")
    assert coins(game, 0) == 10 - 4 - 2 - 1 - 3
    assert store(game, 0) == {}
    assert game.legal() == ["done"]


def test_goods_spent_on_one_house_are_missing_for_the_next() -> None:
    """R5.2: one brick builds one house."""
    game = architect(
        colonists=["land colonia~novaria"], goods={"brick": 1, "tool": 1, "wine": 1}, coins=20
    )
    assert offered(game, "build") == ["build colonia", "build novaria"]
    play(game, "0: build colonia")
    assert game.legal() == ["done"]


def test_at_most_fifteen_houses() -> None:
    """R5.2: with the fifteenth built there is no sixteenth, though it could be paid."""
    cities = [city for city in IMPERIUM_TOKENS if city not in {"aquileia", "vindobona"}]
    game = architect(
        colonists=["land aquileia~vindobona"], houses=cities[:14], goods={"brick": 2, "food": 3}
    )
    assert offered(game, "build") == ["build aquileia", "build vindobona"]
    play(game, "0: build vindobona")
    assert len(houses(game, 0)) == 15
    assert game.legal() == ["done"]
    assert refused(game, "build aquileia") == "R5.2"


def test_an_architect_is_ended_with_done() -> None:
    """R5.2: even when nothing is left to do."""
    game = architect(colonists=["land roma"], goods={}, coins=0)
    play(game, "0: move land roma aquileia~roma")
    assert game.legal() == ["done"]
    play(game, "0: done")
    assert deciding(game) == 1
