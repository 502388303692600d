"""What changed between two views, as JSON, and how to apply it.

A delta is one of

    [value]              the new value, whatever the old one was
    {key: delta, …}      what changed inside of an object, or of a list of the same length, whose
                         keys are its places; `[]` stands for a key that is gone

`web/src/lib/delta.ts` applies the same. Values that are equal count as the same, which takes no
look inside; so no place of a view may hold both a number and a truth value (1 equals true).
"""

from __future__ import annotations

from typing import Any, TypeAlias

Json: TypeAlias = Any
Delta: TypeAlias = "list[Any] | dict[str, Delta]"
GONE: list[Any] = []


def delta(old: Json, new: Json) -> Delta | None:
    """What makes `new` out of `old`; None if they are equal."""
    return None if old is new or old == new else _changed(old, new)


def _changed(old: Json, new: Json) -> Delta:
    """The delta of two values that differ."""
    if isinstance(new, dict) and isinstance(old, dict):
        changed: dict[str, Delta] = {str(key): GONE for key in old if key not in new}
        for key, value in new.items():
            if key not in old:
                changed[str(key)] = [value]
            elif (before := old[key]) is not value and before != value:
                changed[str(key)] = _changed(before, value)
        return changed
    if isinstance(new, list) and isinstance(old, list) and len(old) == len(new):
        return {
            str(at): _changed(one, other)
            for at, (one, other) in enumerate(zip(old, new, strict=True))
            if one != other
        }
    return [new]


def apply_delta(old: Json, change: Delta | None) -> Json:
    """The new value; the old one is not changed, and what is the same in both is shared."""
    if change is None:
        return old
    if isinstance(change, list):
        return change[0]
    if isinstance(old, list):
        items = list(old)
        for at, inner in change.items():
            items[int(at)] = apply_delta(items[int(at)], inner)
        return items
    values = dict(old)
    for key, inner in change.items():
        if inner == GONE:
            del values[key]
        else:
            values[key] = apply_delta(values.get(key), inner)
    return values
