"""Names of people: what can be seen, what cannot be taken for another, what nobody may be called.

`look` is the skeleton of a name after Unicode's UTS 39: names that look alike have the same one.
"""

from __future__ import annotations

import unicodedata
from functools import cache

from confusable_homoglyphs import confusables

from viae.table.bots import bot_names
from viae.table.text import UnfitText, filled

# Letters and signs that are printed as nothing, though Unicode does not call them a space.
BLANK = set("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u200d\U0001d159")
RESERVED = (
    *("admin", "administrator", "moderator", "operator", "root", "support", "system", "server"),
    *("viae", "nobody", "everybody", "deleted"),
)
MOST_MARKS = 3  # accents on one letter
TOGETHER = (("rn", "m"), ("vv", "w"))  # letters that look like another one together


def check_name(text: str) -> str:
    """A name of a person, tidied; UnfitText if it cannot be one."""
    name = filled(text)
    if any(sign in BLANK or 0xFE00 <= ord(sign) <= 0xFE0F for sign in name) or _is_stacked(name):
        raise UnfitText("name.invisible")
    if confusables.is_dangerous(name):
        raise UnfitText("name.confusable")
    if {name.casefold(), look(name)} & _reserved():
        raise UnfitText("name.reserved")
    return name


def _is_stacked(name: str) -> bool:
    """Whether a letter has more accents than any language puts on one, or none is below them."""
    marks = MOST_MARKS  # before the first letter there is none that could have one
    for sign in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.category(sign) == "Mn" else 0
        if marks > MOST_MARKS:
            return True
    return False


@cache
def _reserved() -> frozenset[str]:
    names = (*RESERVED, *bot_names())
    return frozenset((*names, *map(look, names)))


@cache
def _plain(sign: str) -> str:
    """The Latin letter or digit that a sign looks like, else the sign itself."""
    if sign in "I1|":
        return "l"
    if sign == "0":
        return "o"
    if sign.isascii():
        return sign
    alike = confusables.confusables_data.get(sign, ())
    return next((one["c"] for one in alike if one["c"].isascii()), sign)


def look(name: str) -> str:
    """The same for all names that look alike."""
    signs = unicodedata.normalize("NFKC", name)
    plain = "".join(_plain(sign) for sign in signs if not sign.isspace())
    found = unicodedata.normalize("NFKC", plain.casefold())
    for several, one in TOGETHER:
        found = found.replace(several, one)
    return found[:64]
