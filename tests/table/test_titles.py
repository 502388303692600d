"""Names of tables and of players at one screen."""

from __future__ import annotations

from viae.table.titles import LONGEST_NAME, LONGEST_TITLE, ROADS, distinct, new_title, next_title


def test_a_new_table_gets_a_name_that_no_other_has() -> None:
    taken: set[str] = set()
    for number in range(3 * len(ROADS)):
        made = new_title((7 * number % 256).to_bytes(1), taken)
        assert made not in taken
        taken.add(made)
    assert {"Via Appia", "Via Appia II", "Via Appia III"} <= taken


def test_a_rematch_has_the_next_number() -> None:
    found = ["Friday"]
    for _ in range(12):
        found.append(next_title(found[-1]))
    assert found[1:4] == ["Friday II", "Friday III", "Friday IV"]
    assert found[8:11] == ["Friday IX", "Friday X", "Friday XI"]
    assert next_title("XC") == "XC II"
    assert next_title("Vol XCIX") == "Vol II"
    long = "x" * LONGEST_TITLE
    assert next_title(long) == "x" * (LONGEST_TITLE - 3) + " II"


def test_players_of_one_screen_have_different_names() -> None:
    assert distinct(["Livia", "Anna", "Livia", "Livia"]) == ["Livia", "Anna", "Livia 2", "Livia 3"]
    assert distinct(["A", "A 2", "A"]) == ["A", "A 2", "A 3"]
    long = "x" * LONGEST_NAME
    assert distinct([long, long])[1] == "x" * (LONGEST_NAME - 2) + " 2"
