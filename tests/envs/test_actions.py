from __future__ import annotations

import hashlib
import os
import pickle
import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")

from viae import Game  # noqa: E402
from viae.data import board_names, load_board  # noqa: E402
from viae.envs.actions import (  # noqa: E402
    ACTION_SPACE_VERSION,
    BLOCKS,
    ActionSpace,
    PartSpace,
    action_space,
    part_space,
)
from viae.errors import InvalidEntry  # noqa: E402
from viae.options import DEFAULTS, PLAYERS, terms_for  # noqa: E402
from viae.rules import codes, notation, roles  # noqa: E402
from viae.rules.playout import Dice, random_start  # noqa: E402
from viae.rules.turn import apply, legal  # noqa: E402

ROOT = Path(__file__).parents[2]
SPACES = list(product(board_names(), PLAYERS))
TERMS = [(board, variant, n) for board, variant in SPACES for n in PLAYERS[variant]]
# Random games on which every mask is compared; VIAE_MASK_GAMES=1000 for the full measure.
GAMES = int(os.environ.get("VIAE_MASK_GAMES", "60"))
BATCHES = 20

# Size and digest of all texts, of entries and of parts. Whoever changes a line here raises
# ACTION_SPACE_VERSION: trained networks depend on every index.
PINNED = {
    ("imperium", "concordia"): (4892, "018ef39a518e", 421, "49a035c5cdf5"),
    ("imperium", "venus"): (4916, "10d4f106e3dc", 445, "22ba42df3464"),
    ("imperium", "venus-team"): (4953, "66f78d33903e", 482, "64729dfe241a"),
    ("italia", "concordia"): (3570, "da8fe054b1d5", 358, "9bcf01a7a625"),
    ("italia", "venus"): (3594, "13380451641d", 382, "259f77f7190b"),
    ("italia", "venus-team"): (3631, "ef55d9e7208e", 419, "7fc02b3fbfc9"),
    ("hellas", "concordia"): (3307, "5e1bb04e6e8b", 346, "0b310fd11e44"),
    ("hellas", "venus"): (3331, "45ffb6d87265", 370, "138048184352"),
    ("hellas", "venus-team"): (3368, "5eb786582f79", 407, "2e9b6a9ad944"),
    ("ionium", "concordia"): (4800, "1468219656fa", 414, "6faee5e42afc"),
    ("ionium", "venus"): (4824, "2a5d1f1b36c8", 438, "2c0b738cee77"),
    ("ionium", "venus-team"): (4861, "867e45e82c7d", 475, "d6ca0b623717"),
    ("ionium-small", "concordia"): (2783, "93a874c6352e", 325, "ee4d41893a3f"),
    ("ionium-small", "venus"): (2807, "12a9647e7912", 349, "261946f4fcc2"),
    ("ionium-small", "venus-team"): (2844, "13326e67992a", 386, "ecb5ba453937"),
    ("cyprus", "concordia"): (4578, "3d4fc52a3ab8", 391, "6de6f1bc9e46"),
    ("cyprus", "venus"): (4602, "fede141a6586", 415, "4b50fdab062b"),
    ("cyprus", "venus-team"): (4639, "9c26341e91f3", 452, "44a5144a2924"),
}


def space_of(board: str, variant: str) -> ActionSpace:
    return action_space(load_board(board), variant)


def digest(space: ActionSpace | PartSpace) -> str:
    texts = [space.text(index) for index in range(space.size)]
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:12]


@pytest.mark.parametrize(("board", "variant"), SPACES)
def test_no_index_has_changed_its_meaning_within_a_version(board: str, variant: str) -> None:
    entries, parts = space_of(board, variant), part_space(load_board(board), variant)
    found = (entries.size, digest(entries), parts.size, digest(parts))
    assert (ACTION_SPACE_VERSION, found) == (1, PINNED[board, variant])


@pytest.mark.parametrize(("board", "variant"), SPACES)
def test_every_index_is_one_entry_and_back(board: str, variant: str) -> None:
    space = space_of(board, variant)
    texts = [space.text(index) for index in range(space.size)]
    assert len(set(texts)) == space.size
    assert [space.parse(text) for text in texts] == list(range(space.size))
    assert [space.index(space.code(index)) for index in range(space.size)] == list(
        range(space.size)
    )


def test_the_blocks_follow_each_other_without_a_gap() -> None:
    space = space_of("imperium", "venus-team")
    assert tuple(space.blocks) == BLOCKS
    assert [i for block in space.blocks.values() for i in block] == list(range(space.size))
    for verb, block in space.blocks.items():
        assert {space.text(i).split()[0] for i in block} <= {verb}
        assert {space.verb(i) for i in block} <= {verb}


def test_an_index_outside_the_space_has_no_verb() -> None:
    space = space_of("italia", "concordia")
    with pytest.raises(IndexError, match="from 0 to 3569"):
        space.verb(space.size)


def test_the_space_is_the_same_for_every_number_of_players() -> None:
    """Codes of cards do not depend on how many play, so neither do indices."""
    board = load_board("hellas")
    for variant, numbers in PLAYERS.items():
        ids = [terms_for(board, variant, n, DEFAULTS).faces.ids for n in numbers]
        assert all(one == ids[0] for one in ids)


def test_only_team_play_suggests_and_only_venus_repeats() -> None:
    for variant, suggests, repeats in (
        ("concordia", False, False),
        ("venus", False, True),
        ("venus-team", True, False),
    ):
        space = space_of("imperium", variant)
        assert bool(space.blocks["suggest"]) is suggests
        assert bool(space.blocks["repeat"]) is repeats


def test_an_entry_that_can_never_be_legal_has_no_index() -> None:
    space = space_of("imperium", "concordia")
    with pytest.raises(InvalidEntry, match="can never be legal"):
        space.parse("repeat")
    with pytest.raises(InvalidEntry, match="unknown city"):
        space.parse("build atlantis")


def test_a_province_larger_than_any_printed_one_has_room_for_its_batches() -> None:
    """R3.3: a batch may hold a good of every city and two of the marker's; one is left behind."""
    board = load_board("italia")
    last = board.provinces[-1].id
    cities = tuple(
        city if i % 2 or city.id == board.capital else replace(city, province=last)
        for i, city in enumerate(board.cities)
    )
    used = {city.province for city in cities}
    wide = replace(
        board,
        id="italia-wide",
        cities=cities,
        provinces=tuple(province for province in board.provinces if province.id in used),
    )
    space = action_space(wide, "concordia")
    largest = max(len(m) for m in terms_for(wide, "concordia", 2, DEFAULTS).atlas.province_members)
    assert largest > 4
    space.parse(f"keep {min(largest + 1, 12)} wine")
    with pytest.raises(InvalidEntry):
        space.parse(f"keep {min(largest + 1, 12)} wine 1 cloth")


@pytest.mark.parametrize("batch", range(BATCHES))
def test_masks_equal_the_legal_entries_on_random_games(batch: int) -> None:
    """A game on the environment and the same game on `viae.Game`, entry by entry."""
    pytest.importorskip("pettingzoo")
    from viae.envs import viae_concordia_v0

    for number in range(batch, GAMES, BATCHES):
        board, variant, players = TERMS[number * 7 % len(TERMS)]
        env = viae_concordia_v0.raw_env(board=board, variant=variant, players=players)
        env.reset(seed=number)
        game = Game.new(board, variant, players, seed=number)
        space, dice = space_of(board, variant), Dice(number)
        while not game.over:
            mask = env.observe(env.agent_selection)["action_mask"]
            allowed = np.flatnonzero(mask)
            texts = [space.text(index) for index in allowed]
            assert env.agent_selection == f"player_{game.actor}"
            assert sorted(texts) == game.legal()
            chosen = dice.below(len(texts))
            game.play(texts[chosen])
            env.step(allowed[chosen])
        assert all(env.terminations.values())
        assert env.record()["entries"] == game.entries
        assert env.record()["result"] == game.result()


def test_the_documented_sizes_are_the_true_ones() -> None:
    page = (ROOT / "docs" / "research" / "actions.md").read_text(encoding="utf-8")
    for board in board_names():
        row = re.search(rf"^\| {board} \|(.*)\|$", page, re.MULTILINE)
        assert row is not None
        told = [int(cell.replace(",", "")) for cell in row[1].split("|")]
        spaces = [(space_of(board, v), part_space(load_board(board), v)) for v in PLAYERS]
        assert told == [one.size for pair in spaces for one in pair]
    space = space_of("imperium", "venus-team")
    for verbs, count in re.findall(r"^\| (`[a-z`, ]+`) \|.*\| ([\d,]+) \|$", page, re.MULTILINE):
        sizes = [len(space.blocks[verb.strip("`")]) for verb in verbs.split(", ")]
        assert sum(sizes) == int(count.replace(",", "")), verbs


# The compact space


def test_entries_said_in_parts() -> None:
    space = space_of("imperium", "venus")
    parts = part_space(load_board("imperium"), "venus")

    def said(text: str) -> list[str]:
        return [parts.text(part) for part in parts.parts(space.code(space.parse(text)))]

    assert said("sell 12 wine") == ["sell wine", "12"]
    assert said("buy 3 brick") == ["buy brick", "3"]
    assert said("move sea roma massilia~roma") == ["move sea roma", "to sea massilia~roma"]
    assert said("purchase prefect-3") == ["purchase prefect-3"]
    assert said("purchase prefect-3 with wine") == ["purchase prefect-3", "with wine"]
    assert said("keep 1 brick 2 wine") == ["keep", "1", "0", "0", "2", "0"]
    assert said("play prefect/architect-1 as architect") == [
        "play prefect/architect-1 as architect"
    ]
    assert said("done") == ["done"]
    assert parts.parts(codes.DONE_CODE) == (0,)  # waiting, in the parallel environment


@pytest.mark.parametrize(("board", "variant"), SPACES)
def test_no_two_entries_are_said_alike(board: str, variant: str) -> None:
    space, parts = space_of(board, variant), part_space(load_board(board), variant)
    players = range(space.blocks["reveal"].start)  # chance says nothing
    ways = [parts.parts(space.code(index)) for index in players]
    assert len(set(ways)) == len(ways)
    assert {part for way in ways for part in way} == set(range(parts.size))
    texts = [parts.text(part) for part in range(parts.size)]
    assert len(set(texts)) == parts.size
    assert parts.size < space.size / 6


@pytest.mark.parametrize("variant", PLAYERS)
def test_every_legal_entry_can_be_said_and_nothing_else(variant: str) -> None:
    board = load_board("ionium")
    parts = part_space(board, variant)
    terms = terms_for(board, variant, max(PLAYERS[variant]), DEFAULTS)
    dice = Dice(3)
    state = random_start(terms, dice)
    while state.decision != roles.OVER:
        found = legal(state)
        if state.actor >= 0:
            assert sorted(all_said(parts, found, ())) == sorted(found)
        apply(state, found[dice.below(len(found))])


def all_said(parts: PartSpace, found: list[int], said: tuple[int, ...]) -> list[int]:
    """Every code that can be reached by saying one part after the other."""
    reached: list[int] = []
    for part in parts.next(found, said):
        longer, code = parts.say(found, (*said, part))
        reached += [code] if code >= 0 else all_said(parts, found, longer)
    return reached


def test_a_part_that_leaves_no_choice_is_not_asked_for() -> None:
    """The last number of `keep` follows from the others."""
    parts = part_space(load_board("imperium"), "concordia")
    space = parts.entries
    found = [space.code(space.parse(text)) for text in ("keep 1 brick", "keep 1 wine")]
    first = next(iter(parts.next(found, ())))
    said, code = parts.say(found, (first,))
    assert [parts.text(part) for part in said] == ["keep"]
    assert code == -1
    none = next(part for part in parts.next(found, said) if parts.text(part) == "0")
    said, code = parts.say(found, (*said, none))
    assert notation.show(space._setup, code) == "keep 1 wine"
    assert len(said) == 6


def test_spaces_travel_between_processes_as_one_shared_object() -> None:
    entries = space_of("cyprus", "venus")
    assert pickle.loads(pickle.dumps(entries)) is entries  # noqa: S301 - our own
    parts = part_space(load_board("cyprus"), "venus")
    assert pickle.loads(pickle.dumps(parts)) is parts  # noqa: S301 - our own
