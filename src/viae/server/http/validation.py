"""Faults of requests: what pydantic finds wrong with a body, as refusals with codes and values."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from viae.errors import MOST_FAULTS, Refusal, refusal

# Codes by the type of pydantic's error, with the name of the figure that the limit comes from.
LIMITS = {
    "string_too_short": ("request.too-short", "min_length"),
    "string_too_long": ("request.too-long", "max_length"),
    "too_short": ("request.too-few", "min_length"),
    "too_long": ("request.too-many", "max_length"),
    "greater_than_equal": ("request.too-small", "ge"),
    "less_than_equal": ("request.too-big", "le"),
}
TYPES = {
    "string": "text",
    "int": "integer",
    "float": "number",
    "finite_number": "number",
    "bool": "flag",
    "list": "list",
    "dict": "object",
    "model": "object",
}
PLAIN = {
    "missing": "request.missing",
    "union_tag_not_found": "request.missing",
    "extra_forbidden": "request.unknown-key",
}
PARTS = ("body", "query", "path")  # where a value stands, to FastAPI
BRANCHES = ("int", "str", "bool", "constrained-str", "constrained-int")  # of a union, to pydantic


def faults_of(
    errors: Sequence[Mapping[str, Any]], tags: Sequence[str] = (), tag: str = ""
) -> list[Refusal]:
    """A refusal for each fault; `tags` are the kinds of a message, and `tag` the key they stand in.

    A value that fits no branch of a union is one fault, not one for each branch.
    """
    found: dict[str, Refusal] = {}
    for error in errors[:MOST_FAULTS]:
        parts = list(error["loc"])
        if parts and parts[0] in (*PARTS, *tags):
            parts = parts[1:]
        union = bool(parts) and parts[-1] in BRANCHES
        values = dict(error.get("ctx", {}))
        inside = values.pop("inside", "")
        where = place(parts[:-1] if union else [*parts, *([inside] if inside else [])])
        if error["type"] in ("union_tag_invalid", "union_tag_not_found"):
            fault = refusal("request.not-one-of", names=list(tags), where=tag)
        else:
            fault = _fault(str(error["type"]), values, where)
        if union and where in found:
            fault = refusal("request.wrong", where=where)
        found[where if union else f"{where} {fault.code}"] = fault
    return list(found.values())


def _fault(kind: str, values: Mapping[str, Any], where: str) -> Refusal:
    if "." in kind:  # one of our own, see `viae.table.errors.invalid`
        return Refusal(kind, "", {**values, "where": where})
    if kind in LIMITS:
        code, figure = LIMITS[kind]
        return refusal(code, limit=values[figure], where=where)
    if kind in PLAIN:
        return refusal(PLAIN[kind], where=where)
    if kind == "string_pattern_mismatch":
        return refusal("request.wrong-form", pattern=values["pattern"], where=where)
    if kind == "json_invalid":  # FastAPI puts the position where the name of a field would be
        return not_json(int(where.strip("[]") or 0))
    wanted = TYPES.get(kind) or TYPES.get(kind.partition("_")[0])
    if wanted is not None:
        return refusal("request.wrong-type", type=wanted, where=where)
    return refusal("request.wrong", where=where)


def place(parts: Sequence[str | int]) -> str:
    """The path to a value: `seats[2].name`."""
    path = ""
    for part in parts:
        if isinstance(part, int):
            path += f"[{part}]"
        else:
            path += f".{part}" if path else part
    return path


def not_json(position: int) -> Refusal:
    """A text that is not JSON, from this character on."""
    return refusal("request.not-json", number=position + 1)


def json_fault(text: str) -> Refusal | None:
    """What is wrong with a text that should be JSON, None if it is JSON."""
    try:
        json.loads(text)
    except json.JSONDecodeError as problem:
        return not_json(problem.pos)
    except (RecursionError, ValueError):
        return refusal("request.too-deep")
    return None
