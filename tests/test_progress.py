"""Progress: one game in progress, on which everything that plays games stands."""

import pytest

from viae import Game
from viae.errors import IllegalEntry, InvalidEntry, OutOfTurn, ViaeError
from viae.options import PLAYERS
from viae.progress import (
    ALL,
    Progress,
    Start,
    begins_turn,
    between_turns,
    is_position,
    write_entry,
)
from viae.rules import roles
from viae.rules.playout import Dice
from viae.rules.turn import legal

TERMS = [(variant, n) for variant, numbers in PLAYERS.items() for n in numbers]


def played(progress: Progress, dice: Dice, entries: int = 1_000_000) -> Progress:
    """Play random entries on, until the game is over."""
    while not progress.over and len(progress.log) < entries:
        found = legal(progress.state)
        progress.play(found[dice.below(len(found))])
    return progress


def fresh(variant: str = "concordia", players: int = 3, seed: int = 1) -> Start:
    return Game.new("italia", variant, players, seed=seed, chance="manual").progress.start


@pytest.mark.parametrize(("variant", "players"), TERMS)
@pytest.mark.parametrize("keep", [0, 1, 3, ALL])
def test_undo_leads_to_the_same_game_whatever_is_kept(
    variant: str, players: int, keep: int
) -> None:
    progress = played(Progress(fresh(variant, players), keep), Dice(players), 160)
    texts = progress.entries[:]
    for to in (len(texts) - 1, len(texts) - 20, 41, 40, 7, 0):
        straight = Progress(progress.start, ALL)
        straight.read_all(texts[:to])
        past = progress.at(to)
        progress.undo(to)
        for one in (progress, past):
            assert one.state.key() == straight.state.key()
            assert one.entries == texts[:to]
            assert one.log == straight.log
            assert (one.turns, one.turn_at) == (straight.turns, straight.turn_at)
            assert one.turn_state.key() == straight.turn_state.key()


def test_undo_keeps_the_list_that_others_hold() -> None:
    progress = played(Progress(fresh()), Dice(3), 50)
    log = progress.log
    progress.undo(20)
    assert progress.log is log
    assert len(log) == 20


@pytest.mark.parametrize("to", [-1, 11])
def test_undo_to_nowhere_is_refused(to: int) -> None:
    progress = played(Progress(fresh()), Dice(3), 10)
    with pytest.raises(ViaeError, match="there are 10 entries"):
        progress.undo(to)
    assert len(progress.log) == 10


@pytest.mark.parametrize(("variant", "players"), TERMS)
def test_turns_are_counted_where_they_begin(variant: str, players: int) -> None:
    progress = Progress(fresh(variant, players, 5))
    begun, at = 0, 0
    dice = Dice(9)
    while not progress.over:
        if begins_turn(progress.state):
            begun, at = begun + 1, len(progress.log)
            assert between_turns(progress.state)
            assert progress.state.actor == progress.state.turn
        assert (progress.turns, progress.turn_at) == (begun, at)
        played(progress, dice, len(progress.log) + 1)
    assert begun > 2 * players
    assert progress.turns == begun
    # The end begins no turn, but it is between turns: a position can describe it.
    assert not begins_turn(progress.state)
    assert between_turns(progress.state)
    assert progress.turn_at == len(progress.log)
    assert progress.turn_state.key() == progress.state.key()


def test_a_copy_goes_its_own_way() -> None:
    progress = played(Progress(fresh()), Dice(1), 30)
    before = progress.state.key(), progress.entries[:]
    other = played(progress.copy(), Dice(2), 60)
    other.undo(3)
    assert (progress.state.key(), progress.entries) == before


def test_a_finished_game_writes_the_record_of_the_library() -> None:
    game = Game.new("italia", "venus-team", ["a", "b", "c", "d"], seed=4)
    dice = Dice(4)
    while not game.over:
        found = game.legal()
        game.play(found[dice.below(len(found))])
    progress = Progress(Start.read(game.record()))
    progress.read_all(game.entries)
    written = progress.record()
    assert progress.record(["e", "f", "g", "h"])["players"] == ["e", "f", "g", "h"]
    assert {**written, "meta": {"seed": 4}} == game.record()
    assert list(written) == [key for key in game.record() if key != "meta"]
    assert progress.result() == game.record()["result"]


def test_a_game_from_a_position_has_a_position_and_no_record() -> None:
    progress = played(Progress(fresh()), Dice(1), 31)
    document = progress.position()
    again = Progress(Start.read(document))
    again.read_all(document["entries"])
    assert again.start.position
    assert again.state.key() == progress.state.key()
    assert again.position() == document
    with pytest.raises(ViaeError, match="has no record"):
        again.record()


def test_the_entries_of_a_document_are_not_played_with_its_start() -> None:
    progress = played(Progress(fresh()), Dice(1), 31)
    assert Progress(Start.read(progress.record())).entries == []
    assert Progress(Start.read(progress.position())).entries == []


def test_a_position_is_known_by_the_keys_no_record_has() -> None:
    progress = played(Progress(fresh()), Dice(1), 31)
    position, record = progress.position(), progress.record()
    assert is_position(position)
    assert not is_position(record)
    for key in position:
        assert is_position({name: value for name, value in position.items() if name != key})
    assert not is_position({})
    assert not is_position([position])
    assert not is_position("unseen")


def test_entries_are_read_with_and_without_their_actor() -> None:
    progress = Progress(fresh())
    code = progress.code_of("Play  PREFECT")
    assert progress.code_of("0: play prefect") == code
    assert progress.code_of("play prefect", seats=[0, 2]) == code
    assert progress.code_of("0: play prefect", named=True) == code
    with pytest.raises(InvalidEntry, match="names its actor"):
        progress.code_of("play prefect", named=True)
    assert write_entry(progress.setup, 0, code) == "0: play prefect"


@pytest.mark.parametrize("entry", [None, 7, "dance", "9: play prefect", "play nobody", "x: done"])
def test_what_is_no_entry_is_invalid(entry: object) -> None:
    with pytest.raises(InvalidEntry):
        Progress(fresh()).code_of(entry)


def test_who_does_not_decide_is_out_of_turn() -> None:
    progress = Progress(fresh())
    for entry, seats in (
        ("1: play prefect", None),
        ("*: reveal mason-1", None),
        ("reveal mason-1", None),
        ("play prefect", [1, 2]),
        ("0: play prefect", []),
    ):
        with pytest.raises(OutOfTurn, match="seat 0 decides now"):
            progress.code_of(entry, seats)


def test_what_the_rules_forbid_is_illegal_with_the_rule_and_what_is_legal() -> None:
    progress = Progress(fresh())
    with pytest.raises(IllegalEntry, match="illegal") as caught:
        progress.code_of("done")
    assert caught.value.rule == "R4.1"
    assert caught.value.legal == progress.legal_texts()
    assert [progress.code_of(text) for text in progress.legal_texts()] == progress.legal()


def test_nothing_is_legal_after_the_end() -> None:
    progress = played(Progress(fresh()), Dice(1))
    assert progress.actor is None
    with pytest.raises(IllegalEntry, match="over") as caught:
        progress.code_of("0: play prefect", [0])
    assert (caught.value.rule, caught.value.legal) == ("R8.1", [])


def test_chance_decides_for_no_seat() -> None:
    progress = Progress(fresh())
    dice = Dice(1)
    while progress.state.actor != roles.CHANCE:
        played(progress, dice, len(progress.log) + 1)
    assert progress.actor is None
    text = progress.legal_texts()[0]
    assert progress.code_of(text) == progress.code_of(f"*: {text}")
    with pytest.raises(OutOfTurn, match="chance decides now"):
        progress.code_of("play prefect")
    with pytest.raises(OutOfTurn, match="chance decides now"):
        progress.code_of(text, [0, 1, 2])
    assert progress.code_of(text, [roles.CHANCE]) == progress.legal()[0]
