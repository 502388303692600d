"""Game: set up, ask, play, take back, copy, score, and carry over to another process."""

from __future__ import annotations

import copy
import json
import os
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import viae
import viae.data
from tests.records import TERMS, new_game, play_on, random_game, record
from viae import EntryError, Game, Score, SetupError, ViaeError
from viae.options import DEFAULTS
from viae.rules.state import State

SEEDS = st.integers(0, 2**32)


def snapshot(game: Game) -> tuple[object, ...]:
    """Everything that taking back has to bring back, the dice included."""
    dice = game._dice.copy()
    to_come = [dice.below(2**20) for _ in range(8)]
    return (game.state.key(), game.entries[:], to_come, game.position(), game.legal(), game.actor)


def setup_faults(**arguments: Any) -> list[str]:
    """Why a game cannot be set up."""
    with pytest.raises(SetupError) as caught:
        Game.new(**arguments)
    assert caught.value.what == "game"
    faults = [str(fault) for fault in caught.value.faults]
    for fault in faults:
        assert fault.isprintable()
    return faults


# Setting up


def test_a_new_game_is_concordia_for_three_on_imperium() -> None:
    game = Game.new()
    assert (game.board.id, game.variant, len(game.players)) == ("imperium", "concordia", 3)
    assert game.players == ["player 0", "player 1", "player 2"]
    assert game.options == DEFAULTS
    assert (game.actor, game.turn, game.over, game.winner) == (0, 0, False, None)
    assert game.entries == []


@pytest.mark.parametrize(("board", "variant", "players"), TERMS)
def test_every_board_takes_every_variant_and_number(board: str, variant: str, players: int) -> None:
    """R1.1, R1.2: the recommended number is advice, not a limit."""
    game = Game.new(board, variant, players, seed=1)
    assert (game.board.id, game.variant, len(game.players)) == (board, variant, players)
    assert game.record()["board"] == board


def test_players_can_be_named() -> None:
    names = ["Livia", "Marcus"]
    game = Game.new(players=names, seed=1)
    names.append("Gaius")
    assert game.players == ["Livia", "Marcus"]
    assert Game.new(players=("Livia", "Marcus")).players == ["Livia", "Marcus"]


def test_options_are_told_in_full() -> None:
    game = Game.new(options={"display": "wine"})
    assert game.options == {**DEFAULTS, "display": "wine"}


def test_a_seed_gives_the_same_game_again() -> None:
    for seed in (0, 1, 2**60, 10**40):
        games = [play_on(Game.new(seed=seed), random.Random(5), 250) for _ in range(2)]
        assert games[0].record() == games[1].record()
        assert any(entry.startswith("*") for entry in games[0].entries)


def test_other_seeds_give_other_games() -> None:
    games = [Game.new(players=5, seed=seed).record() for seed in range(30)]
    assert len({tuple(game["tokens"].values()) for game in games}) == 30
    assert len({tuple(game["display"]) for game in games}) == 30


def test_without_a_seed_games_differ() -> None:
    games = [tuple(Game.new().record()["tokens"].values()) for _ in range(4)]
    assert len(set(games)) == 4


def test_a_board_of_ones_own_is_a_path(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    cyprus = (Path(viae.data.__file__).parent / "boards" / "cyprus.json").read_bytes()
    file.write_bytes(cyprus)
    for board in (file, str(file)):
        game = Game.new(board, players=2, seed=1)
        assert game.board.id == "cyprus"
        assert game.position()["board"] == json.loads(cyprus)


@pytest.mark.parametrize("players", [0, 1, 6, -1, 99, 1_000])
def test_a_number_of_players_must_fit(players: int) -> None:
    """R1.1: and the fault repeats the number that was given."""
    (fault,) = setup_faults(players=players)
    assert fault == f"concordia is for 2, 3, 4 or 5 players, not {players} (R1.1)"


def test_a_number_of_players_beyond_all_bounds_is_refused() -> None:
    for players in (10**30, 10**5_000, -(10**5_000)):
        (fault,) = setup_faults(players=players)
        assert "R1.1" in fault


@pytest.mark.parametrize("names", [[], ["a"], ["a"] * 6, ()])
def test_a_number_of_names_must_fit(names: list[str]) -> None:
    """R1.1: nobody is no number of players either."""
    (fault,) = setup_faults(players=names)
    assert f"not {len(names)} (R1.1)" in fault


@pytest.mark.parametrize("players", [None, True, 2.0, "ab", ["a", 1], {"a": 1}, object()])
def test_players_are_a_number_or_names(players: object) -> None:
    (fault,) = setup_faults(players=players)
    assert fault.startswith("players")


@pytest.mark.parametrize("seed", [-1, True, 1.5, "7", [], object()])
def test_a_seed_is_a_whole_number(seed: object) -> None:
    (fault,) = setup_faults(seed=seed)
    assert "seed" in fault


@pytest.mark.parametrize("chance", ["", "Auto", "dice", None, True])
def test_chance_is_auto_or_manual(chance: object) -> None:
    (fault,) = setup_faults(chance=chance)
    assert fault.startswith("chance is auto or manual")


@pytest.mark.parametrize("board", ["", "roma", None, 5, b"imperium", "."])
def test_a_board_is_a_name_or_a_path(board: object) -> None:
    (fault,) = setup_faults(board=board)
    assert "board" in fault


@pytest.mark.parametrize("options", [5, "wine", [], {"salt": 1}, {"display": 1}, {1: 2}])
def test_options_are_known(options: object) -> None:
    (fault,) = setup_faults(options=options)
    assert "option" in fault


def test_intermediate_scoring_does_not_exist_in_team_play() -> None:
    """R1.3."""
    options = {"intermediate_scoring": True}
    (fault,) = setup_faults(variant="venus-team", players=4, options=options)
    assert "R1.3" in fault


def test_everything_wrong_is_named_at_once() -> None:
    faults = setup_faults(
        board="atlantis",
        variant="minerva",
        players="many",
        options={"salt": 1, "display": "silk"},
        seed=-1,
        chance="dice",
    )
    assert len(faults) == 7
    for named in ("atlantis", "minerva", "players", "salt", "silk", "seed", "chance"):
        assert sum(named in fault for fault in faults) == 1


def test_a_wrong_number_of_players_is_named_beside_the_rest() -> None:
    faults = setup_faults(variant="venus-team", players=0, board="atlantis")
    assert len(faults) == 2


# Asking


def test_legal_entries_are_sorted_unique_and_without_the_actor() -> None:
    for seed in range(20):
        game = random_game(seed)
        found = game.legal()
        assert found == sorted(set(found))
        assert not any(":" in entry for entry in found)
        assert bool(found) != game.over


def test_asking_changes_nothing() -> None:
    for seed in range(10):
        game = random_game(seed)
        before = snapshot(game)
        game.legal().clear()
        game.scores()[0].gods.clear()
        game.teams()
        game.result()["scores"].clear()
        assert snapshot(game) == before


def test_turn_is_the_seat_in_turn_and_actor_the_one_who_decides() -> None:
    """R10.1: in team play the partner decides in the same turn."""
    game = Game.new("hellas", "venus-team", 4, seed=1)
    game.play("play mercator")
    game.play("done")
    assert (game.turn, game.actor) == (0, 2)
    game.play("done")
    assert (game.turn, game.actor) == (1, 1)


def test_scores_can_be_asked_at_any_moment() -> None:
    """R9."""
    for seed in range(20):
        game = random_game(seed)
        scores = game.scores()
        assert len(scores) == len(game.players)
        for score in scores:
            assert isinstance(score, Score)
            assert score.total == sum(score.gods.values())
        if game.variant == "venus-team":
            half = len(scores) // 2
            totals = [scores[k].total + scores[k + half].total for k in range(half)]
            assert game.teams() == totals
        else:
            assert game.teams() is None


def test_the_winner_is_known_when_the_game_is_over() -> None:
    for number in (0, 8):
        given = record("games", number)
        game = Game.from_record(given)
        assert game.winner == given["result"]["winner"]
        game.undo()
        assert game.winner is None


# Playing


def test_play_returns_the_entry_as_it_is_recorded() -> None:
    game = Game.new(seed=1)
    assert game.play("  PLAY   Prefect ") == "0: play prefect"
    assert game.play(f"0:{game.legal()[0].upper()}") == f"0: {game.entries[-1][3:]}"
    assert game.entries[0] == "0: play prefect"


def test_a_refused_entry_leaves_the_game_alone() -> None:
    for seed in range(15):
        game = random_game(seed)
        before = snapshot(game)
        for entry in ("dance", "play", "9: done", "suggest prefect", "keep 12 wine", "copy 0"):
            with pytest.raises(EntryError):
                game.play(entry)
        assert snapshot(game) == before


def test_cards_are_drawn_right_after_the_entry_that_calls_for_them() -> None:
    """R5.6: the game is never left waiting for chance unless asked to."""
    game = Game.new(players=2, seed=3)
    game.play("play senator")
    first = next(entry for entry in game.legal() if entry != "done")
    game.play(first)
    game.play("done")
    assert game.actor == 1
    assert [entry[0] for entry in game.entries] == ["0", "0", "0", "*"]
    assert len(game.position()["display"]) == 7


def test_with_manual_chance_the_caller_reveals() -> None:
    """R2.3: any unseen card of the current deck."""
    game = Game.new(players=2, seed=3, chance="manual")
    game.play("play senator")
    game.play(next(entry for entry in game.legal() if entry != "done"))
    game.play("done")
    assert (game.actor, game.turn) == ("*", 0)
    found = game.legal()
    assert all(entry.startswith("reveal ") for entry in found)
    for entry in found:
        branch = game.copy()
        assert branch.play(entry) == f"*: {entry}"
        assert branch.position()["display"][-1] == entry.partition(" ")[2]
        assert branch.actor == 1


# Taking back


@given(SEEDS)
@settings(max_examples=40)
def test_taking_back_brings_back_every_moment_exactly(seed: int) -> None:
    rng = random.Random(seed)
    game = new_game(rng)
    moments = []
    for _ in range(rng.randrange(120)):
        if game.over:
            break
        moments.append(snapshot(game))
        play_on(game, rng, 1)
    last = snapshot(game)
    played = [entry for entry in game.entries if not entry.startswith("*")]
    while moments:
        game.undo()
        assert snapshot(game) == moments.pop()
    for entry in played:  # the same cards come again
        game.play(entry)
    assert snapshot(game) == last


@given(SEEDS)
@settings(max_examples=25)
def test_with_manual_chance_exactly_the_last_entry_is_taken_back(seed: int) -> None:
    rng = random.Random(seed)
    game = new_game(rng, chance="manual")
    moments = []
    for _ in range(rng.randrange(120)):
        if game.over:
            break
        moments.append(snapshot(game))
        play_on(game, rng, 1)
        assert len(game.entries) == len(moments)
    while moments:
        game.undo()
        assert snapshot(game) == moments.pop()


def test_taking_back_takes_the_drawn_cards_along() -> None:
    game = Game.new(players=2, seed=3)
    game.play("play senator")
    first = next(entry for entry in game.legal() if entry != "done")
    game.play(first)
    game.play("done")
    drawn = game.entries[-1]
    game.undo()
    assert game.entries == ["0: play senator", f"0: {first}"]
    assert game.actor == 0
    game.play("done")
    assert game.entries[-1] == drawn


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    game = Game.new(seed=1)
    for _ in range(2):
        with pytest.raises(ViaeError, match="nothing to undo"):
            game.undo()
    game.play("play prefect")
    game.undo()
    with pytest.raises(ViaeError, match="nothing to undo"):
        game.undo()
    assert game.legal() == Game.new(seed=1).legal()


def test_a_finished_game_can_be_taken_back_and_finished_again() -> None:
    for number in (0, 8):
        game = Game.from_record(record("games", number))
        result, last = game.result(), game.entries[-1]
        game.undo()
        assert not game.over
        assert "result" not in game.record()
        game.play(last)
        assert (game.over, game.result()) == (True, result)


def test_a_position_inside_a_turn_can_be_taken_back_to_its_start() -> None:
    game = Game.new(players=2, seed=4)
    game.play("play architect")
    game.play(next(entry for entry in game.legal() if entry.startswith("move")))
    start = Game.new(players=2, seed=4).position()
    again = Game.from_position(game.position())
    again.undo()
    again.undo()
    assert again.position() == start
    with pytest.raises(ViaeError, match="nothing to undo"):
        again.undo()


@given(SEEDS)
@settings(max_examples=25)
def test_positions_stay_right_through_playing_and_taking_back(seed: int) -> None:
    """A position holds the entries since the start of the turn, whatever happened in between."""
    rng = random.Random(seed)
    game = play_on(new_game(rng), rng, rng.randrange(80))
    for _ in range(15):
        for _ in range(rng.randrange(4)):
            if game.entries:
                game.undo()
        play_on(game, rng, rng.randrange(4))
        again = Game.from_position(game.position())
        assert again.state.key() == game.state.key()
        assert again.position() == game.position()
        replayed = Game.from_record(game.record())
        assert replayed.position() == game.position()


# Copying


@given(SEEDS)
@settings(max_examples=30)
def test_a_copy_and_its_original_go_separate_ways(seed: int) -> None:
    rng = random.Random(seed)
    game = random_game(seed)
    before = snapshot(game)
    branch = game.copy()
    assert snapshot(branch) == before
    play_on(branch, rng, 30)
    assert snapshot(game) == before
    for _ in range(min(5, len(game.entries))):
        if branch.entries:
            branch.undo()
    assert snapshot(game) == before
    kept = snapshot(branch)
    play_on(game, rng, 30)
    assert snapshot(branch) == kept


def test_a_copy_draws_the_same_cards() -> None:
    game = Game.new(players=4, seed=9)
    one, other = (play_on(game.copy(), random.Random(3)) for _ in range(2))
    assert one.entries == other.entries
    assert any(entry.startswith("*") for entry in one.entries)


def test_nothing_of_a_copy_is_shared() -> None:
    game = play_on(Game.new(seed=1), random.Random(1), 20)
    written = game.record()
    branch = game.copy()
    branch.players[0] = "somebody"
    branch.options["display"] = "wine"
    branch.meta["seed"] = 5
    branch.entries.clear()
    assert game.record() == written


def test_a_copy_can_be_taken_back_past_the_moment_of_copying() -> None:
    game = play_on(Game.new(seed=1), random.Random(1), 20)
    branch = game.copy()
    while branch.entries:
        branch.undo()
    assert branch.position() == Game.new(seed=1).position()
    assert game.entries


# From records and positions


def test_a_record_can_be_replayed_up_to_a_point() -> None:
    given = record("games", 0)
    every = len(given["entries"])
    for upto in (0, 1, 50, every, None):
        game = Game.from_record(given, upto=upto, chance="manual")
        assert game.entries == given["entries"][:upto]
        assert game.over == (upto in (None, every))


def test_a_replayed_game_draws_on_as_asked() -> None:
    given = record("games", 0)
    # The first card drawn is the last one of deck I; the next one can be any of deck II.
    at = [i for i, entry in enumerate(given["entries"]) if entry.startswith("*")][1]
    waiting = Game.from_record(given, upto=at, chance="manual")
    assert (waiting.actor, waiting.chance) == ("*", "manual")
    drawn = [Game.from_record(given, upto=at, seed=seed).entries[at] for seed in (1, 1, 2, 3, 4, 5)]
    assert drawn[0] == drawn[1]
    assert len(set(drawn)) > 1


@pytest.mark.parametrize("chance", ["", "dice", None])
def test_chance_is_checked_wherever_it_is_given(chance: Any) -> None:
    game = Game.new(seed=1)
    with pytest.raises(SetupError, match="chance is auto or manual"):
        Game.from_record(game.record(), chance=chance)
    with pytest.raises(SetupError, match="chance is auto or manual"):
        Game.from_position(game.position(), chance=chance)


@pytest.mark.parametrize("seed", [-1, True, 1.5, "7"])
def test_a_seed_is_checked_wherever_it_is_given(seed: Any) -> None:
    game = Game.new(seed=1)
    with pytest.raises(SetupError, match="seed"):
        Game.from_record(game.record(), seed=seed)
    with pytest.raises(SetupError, match="seed"):
        Game.from_position(game.position(), seed=seed)


# To another process


@pytest.mark.parametrize("seed", range(6))
def test_a_game_survives_pickling_and_deep_copying(seed: int) -> None:
    game = random_game(seed)
    for other in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):  # noqa: S301
        assert isinstance(other, Game)
        assert snapshot(other) == snapshot(game)
        assert other.record() == game.record()
        before = snapshot(game)
        play_on(other, random.Random(1), 20)
        assert snapshot(game) == before


@pytest.mark.parametrize("seed", range(6))
def test_a_state_survives_pickling_and_deep_copying(seed: int) -> None:
    state = random_game(seed).state
    for other in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):  # noqa: S301
        assert isinstance(other, State)
        assert other.key() == state.key()


def run_python(code: str, given: bytes = b"") -> str:
    """What a fresh Python with the same engine prints."""
    source = str(Path(viae.__file__).parents[1])
    path = os.pathsep.join([source, *filter(None, [os.environ.get("PYTHONPATH")])])
    run = subprocess.run(
        [sys.executable, "-c", code],
        input=given,
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert run.stderr == b""
    return run.stdout.decode()


def test_a_state_travels_to_another_process() -> None:
    game = random_game(4)
    code = (
        "import pickle, sys, viae\n"
        "from viae.rules.playout import fingerprint\n"
        "print(fingerprint(pickle.loads(sys.stdin.buffer.read())))"
    )
    from viae.rules.playout import fingerprint

    assert int(run_python(code, pickle.dumps(game.state))) == fingerprint(game.state)


def test_a_game_travels_to_another_process() -> None:
    game = random_game(5)
    code = (
        "import json, pickle, sys\n"
        "game = pickle.loads(sys.stdin.buffer.read())\n"
        "print(json.dumps(game.record()), end='')"
    )
    import json

    assert run_python(code, pickle.dumps(game)) == json.dumps(game.record())


# The package


def test_importing_viae_imports_no_game() -> None:
    code = "import sys, viae; print(*(name for name in sys.modules if name.startswith('viae')))"
    assert set(run_python(code).split()) <= {"viae", "viae.engine", "viae._rules__mypyc"}


def test_what_viae_offers() -> None:
    assert dir(viae) == sorted(viae.__all__)
    for name in viae.__all__:
        assert getattr(viae, name) is not None
    assert viae.Game is Game
    assert viae.__version__.count(".") == 2


@pytest.mark.parametrize("name", ["game", "nothing", "FaultsErr", "__wrapped__"])
def test_what_viae_does_not_offer(name: str) -> None:
    code = f"import viae\ntry: viae.{name}\nexcept AttributeError as error: print(error)"
    assert run_python(code).strip() == f"module 'viae' has no attribute {name!r}"


def test_a_star_import_brings_everything() -> None:
    names = run_python("from viae import *\nprint(*dir())").split()
    assert set(viae.__all__) <= set(names)
