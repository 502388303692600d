"""The errors: their family, their text, and that they travel between processes."""

from __future__ import annotations

import pickle

import pytest

from viae import errors
from viae.errors import BoardError, FaultsError, IllegalEntry, InvalidEntry, ViaeError, refusal


def test_every_error_is_a_viae_error_and_a_value_error() -> None:
    for name in ("InvalidEntry", "IllegalEntry", "OutOfTurn"):
        kind = getattr(errors, name)
        assert issubclass(kind, errors.EntryError)
        assert issubclass(kind, ViaeError)
        assert issubclass(kind, ValueError)
    for name in ("BoardError", "RecordError", "PositionError", "SetupError"):
        kind = getattr(errors, name)
        assert issubclass(kind, FaultsError)
        assert issubclass(kind, ViaeError)
        assert issubclass(kind, ValueError)


@pytest.mark.parametrize(
    ("faults", "text"),
    [
        (["one"], "my.json: 1 fault\n  - one"),
        (["one", "two"], "my.json: 2 faults\n  - one\n  - two"),
    ],
)
def test_faults_are_listed(faults: list[str], text: str) -> None:
    error = FaultsError("my.json", faults)
    assert str(error) == text
    assert error.faults == [refusal("text", text=fault) for fault in faults]
    assert error.what == "my.json"


def test_an_illegal_entry_knows_the_rule_and_what_is_legal() -> None:
    why = refusal("build.capital", "R2.1", city="roma")
    error = IllegalEntry(why, "build roma", ["build ostia", "done"])
    said = "“build roma” is illegal: no house can be built in the capital, roma (R2.1)"
    assert str(error) == f"{said}. Legal now: build ostia, done"
    assert error.refusal == why
    assert error.rule == "R2.1"
    assert error.legal == ["build ostia", "done"]


@pytest.mark.parametrize(
    "error",
    [
        BoardError("my.json", ["one", refusal("entry.no-actor").within("entries[2]")]),
        IllegalEntry(refusal("copy.self", "R5.9"), "copy 0", ["done"]),
        InvalidEntry(refusal("entry.no-actor")),
    ],
)
def test_errors_survive_pickling(error: ViaeError) -> None:
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - written in this line
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)
