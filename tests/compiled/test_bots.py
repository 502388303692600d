"""What bots promise on the compiled engine: the turns of the interpreted one."""

from __future__ import annotations

from tests.compiled.engines import HERE, both


def test_bots_choose_the_same_turns_on_both_engines() -> None:
    interpreted, compiled = both(str(HERE / "turns.py"))
    assert interpreted == compiled
    assert len(compiled) == 12
