"""Reads JSON strictly: a key that appears twice in one object is a fault."""

from __future__ import annotations

import json
import re
from collections import Counter

from viae.data.fields import describe
from viae.errors import Faults, Refusal, refusal

# A text of JSON, or a word that only Python takes for a number.
TEXT_OR_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|-?Infinity|NaN')


class NotJson(ValueError):
    """A text that is not JSON; `refusal` says why."""

    def __init__(self, why: Refusal) -> None:
        super().__init__(str(why))
        self.refusal = why


def read_json(content: str | bytes, faults: Faults, line: int = 1) -> object:
    """The JSON value of a text; `line` is the number of its first line.

    A key that stands twice is noted in `faults`; a text that is no JSON raises `NotJson`.
    """

    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        values = dict(pairs)
        if len(values) < len(pairs):
            owner = describe(values["id"]) if "id" in values else ""
            for key, number in Counter(key for key, _ in pairs).items():
                if number > 1:
                    shown = describe(key)
                    faults.append(refusal("json.key-twice", key=shown, number=number, owner=owner))
        return values

    def no_number(word: str) -> None:
        at = next(found.start() for found in TEXT_OR_WORD.finditer(text) if found[0] == word)
        raise json.JSONDecodeError("Expecting value", text, at)

    text = _decoded(content, line) if isinstance(content, bytes) else content.removeprefix("\ufeff")
    if not text.strip():
        raise NotJson(refusal("json.empty"))
    try:
        parsed: object = json.loads(text, object_pairs_hook=unique, parse_constant=no_number)
    except json.JSONDecodeError as error:
        raise NotJson(_wrong_sign(text, error, line)) from None
    except RecursionError:
        raise NotJson(refusal("json.too-deep")) from None
    except ValueError:  # Python refuses to convert more than a few thousand digits
        raise NotJson(refusal("json.long-number")) from None
    return parsed


def _decoded(content: bytes, line: int) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        at = line + content.count(b"\n", 0, error.start)
        byte = f"0x{content[error.start]:02x}"
        raise NotJson(refusal("json.not-utf8", line=at, byte=byte)) from None


def _wrong_sign(text: str, error: json.JSONDecodeError, line: int) -> Refusal:
    at = line + error.lineno - 1
    closes = text[error.pos : error.pos + 1] in ("]", "}")
    if closes and text[: error.pos].rstrip()[-1:] == ",":
        return refusal("json.comma", line=at, column=error.colno)
    # What Python says about JSON is English; a client shows it as it is.
    return refusal("json.not-json", line=at, column=error.colno, problem=error.msg)


def canonical(value: object) -> str:
    """A JSON value in its canonical form: keys sorted, no spaces."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
