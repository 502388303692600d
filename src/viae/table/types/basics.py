"""What all shapes share: goods, marks and branches of studies, unions by kind."""

# Annotations are evaluated here, so that NotRequired is known at run time on every Python.
from typing import Any, Literal, NotRequired, TypeAlias

from viae.table.typed import TypedDict

Good: TypeAlias = Literal["brick", "food", "tool", "wine", "cloth"]
Surcharge: TypeAlias = Literal["brick", "food", "tool", "wine", "cloth", "any"]
Colonists: TypeAlias = Literal["land", "sea"]
God: TypeAlias = Literal[
    "vesta", "jupiter", "saturnus", "mercurius", "mars", "minerva", "venus", "concordia"
]
Role: TypeAlias = Literal[
    "tribune",
    "architect",
    "prefect",
    "mercator",
    "colonist",
    "senator",
    "consul",
    "praetor",
    "proconsul",
    "diplomat",
    "magister",
    "legatus",
    "specialist",
]

Document: TypeAlias = dict[str, Any]  # a record or a position, as the notation describes it


class ByKind:
    """Marks a union whose members differ in `kind`, for generators of JSON schemas."""

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> dict[str, object]:
        """A schema with a discriminator, instead of one that tries every member."""
        members = handler(core)["anyOf"]
        mapping = {}
        for member in members:
            kind = handler.resolve_ref_schema(member)["properties"]["kind"]
            for value in kind.get("enum") or [kind["const"]]:
                mapping[value] = member["$ref"]
        return {"oneOf": members, "discriminator": {"propertyName": "kind", "mapping": mapping}}


class Mark(TypedDict):
    """A mark on the board of a study: an arrow from one place to another, or a ring."""

    kind: Literal["arrow", "ring"]
    at: str
    to: NotRequired[str]
    colour: NotRequired[str]


class Branch(TypedDict):
    """A branch of a study: it leaves its parent line after `at` of the parent's entries.

    A branch without entries holds the comment and the marks of a moment.
    """

    at: int
    entries: list[str]
    comment: NotRequired[str]
    marks: NotRequired[list[Mark]]
    tree: NotRequired[list["Branch"]]


class Goods(TypedDict, total=False):
    """Numbers of goods; a good that is left out counts 0."""

    brick: int
    food: int
    tool: int
    wine: int
    cloth: int
