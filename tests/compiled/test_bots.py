"""What bots promise on the compiled engine: the turns of the interpreted one."""

from __future__ import annotations

from tests.compiled.engines import HERE, both, run


def test_bots_choose_the_same_turns_on_both_engines() -> None:
    interpreted, compiled = both(str(HERE / "turns.py"))
    assert interpreted == compiled
    assert len(compiled) == 12


def test_games_of_bots_end_on_tiny_boards_and_with_two_players() -> None:
    """R8.1; `make nightly` plays many more."""
    lines = run(False, str(HERE / "endings.py"))
    assert lines[0] == "compiled"
    assert [line.split()[-1] for line in lines[1:]] == ["0"] * 6
