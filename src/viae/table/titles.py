"""Names for tables that were given none, and for players who share a screen."""

from __future__ import annotations

import re
from collections.abc import Collection

LONGEST_TITLE = 80
LONGEST_NAME = 32

# Roads of the Roman world: the same in every language, and more than a lobby shows at once.
ROADS = tuple(
    f"Via {road}"
    for road in (
        "Aemilia",
        "Aemilia Scauri",
        "Agrippa",
        "Amerina",
        "Annia",
        "Appia",
        "Aquitania",
        "Ardeatina",
        "Asinaria",
        "Augusta",
        "Aurelia",
        "Caecilia",
        "Campana",
        "Cassia",
        "Cimina",
        "Claudia Augusta",
        "Clodia",
        "Collatina",
        "Cornelia",
        "Devana",
        "Domitia",
        "Domitiana",
        "Egnatia",
        "Flaminia",
        "Flavia",
        "Fulvia",
        "Gabina",
        "Gallica",
        "Gemina",
        "Herculanea",
        "Herculia",
        "Iulia Augusta",
        "Labicana",
        "Latina",
        "Laurentina",
        "Maris",
        "Militaris",
        "Nomentana",
        "Ostiensis",
        "Pontica",
        "Popilia",
        "Portuensis",
        "Postumia",
        "Praenestina",
        "Quinctia",
        "Regia",
        "Sacra",
        "Salaria",
        "Satricana",
        "Sebaste",
        "Severiana",
        "Sublacensis",
        "Tiberina",
        "Tiburtina",
        "Traiana",
        "Traiana Nova",
        "Triumphalis",
        "Tusculana",
        "Valeria",
        "Vitellia",
    )
)
ONES = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
TENS = ("", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX", "XC")
NUMERALS = {f"{TENS[n // 10]}{ONES[n % 10]}": n for n in range(2, 100)}
NUMBERED = re.compile(r"(.*\S) ([IVXLC]+)")


def new_title(token: bytes, taken: Collection[str]) -> str:
    """A name for a table that none of `taken` has, chosen by these random bytes."""
    first = int.from_bytes(token) % len(ROADS)
    turned = (*ROADS[first:], *ROADS[:first])
    free = [road for road in turned if road not in taken]
    return free[0] if free else next_title(turned[0], taken)


def next_title(title: str, taken: Collection[str] = ()) -> str:
    """The name of a rematch: “Via Appia II” after “Via Appia”, and so on."""
    found = NUMBERED.fullmatch(title)
    stem, number = (found[1], NUMERALS[found[2]]) if found and found[2] in NUMERALS else (title, 1)
    while True:
        number = number + 1 if number < len(NUMERALS) + 1 else 2
        numeral = f" {TENS[number // 10]}{ONES[number % 10]}"
        made = f"{stem[: LONGEST_TITLE - len(numeral)].rstrip()}{numeral}"
        if made not in taken or number == len(NUMERALS) + 1:
            return made


def distinct(names: list[str]) -> list[str]:
    """The same names, with a number where one occurs again: “Livia”, “Livia 2”."""
    found: list[str] = []
    for name in names:
        made, count = name, 1
        while made in found:
            count += 1
            number = f" {count}"
            made = f"{name[: LONGEST_NAME - len(number)].rstrip()}{number}"
        found.append(made)
    return found
