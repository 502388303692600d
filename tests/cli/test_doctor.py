"""`viae doctor`: what it says of this installation, and what it finds wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

import viae
from tests.cli.running import run
from viae import engine
from viae.cli import doctor
from viae.engine import EngineStatus
from viae.errors import BoardError


def test_the_report_for_people() -> None:
    text = " ".join(run("doctor").stdout.split())
    assert f"viae {viae.__version__}" in text
    assert f"{engine.status().kind}: " in text
    assert "450 entries played and replayed" in text
    assert "Everything is in its place." in text


def test_the_report_for_programs() -> None:
    report = json.loads(run("doctor", "--json").stdout)
    assert report["ok"] is True
    assert report["engine"] == {"kind": engine.status().kind, "reason": engine.status().reason}
    assert report["data"] == {"boards": 6, "cards": 48, "faults": []}
    assert report["self_check"]["entries"] == 450
    assert report["terminal"]["no_color"] is True


def test_the_check_is_the_same_every_time() -> None:
    assert doctor.self_check() == doctor.self_check()


def _pretend_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "status", lambda: EngineStatus("compiled", "for a test"))


def test_a_compiled_engine_is_compared_with_the_interpreted_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _pretend_compiled(monkeypatch)
    assert "the interpreted engine agrees" in " ".join(run("doctor").stdout.split())


@pytest.mark.parametrize("answer", [None, {"fingerprint": "00000000"}])
def test_engines_that_disagree_are_a_failure(
    monkeypatch: pytest.MonkeyPatch, answer: dict[str, Any] | None
) -> None:
    _pretend_compiled(monkeypatch)
    monkeypatch.setattr(doctor, "_interpreted_check", lambda: answer)
    text = run("doctor", status=1).stdout
    assert "the interpreted engine comes to another result" in text
    assert "Something is wrong." in text


def test_an_interpreted_engine_that_does_not_start_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "PROBE", "raise SystemExit(3)")
    assert doctor._interpreted_check() is None


def test_broken_data_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise BoardError(name, ["it is torn"])

    monkeypatch.setattr("viae.data.load_board", broken)
    monkeypatch.setattr(
        doctor, "self_check", lambda: {"entries": 0, "replays": True, "fingerprint": ""}
    )
    text = run("doctor", status=1).stdout
    assert text.count("it is torn") == 6


def test_a_machine_without_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    assert "none found" in run("doctor").stdout
