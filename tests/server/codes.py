"""Every code of a refusal, written down for the client's tests and for the documentation.

`python -m tests.server.codes` writes `web/messages/codes.json`, the codes with the names of their
values, and `docs/refusals.md`, the same with the English sentences.
"""

from __future__ import annotations

import json
from pathlib import Path

from viae.english import CODES, TEMPLATES
from viae.table import errors

HOME = Path(__file__).parents[2]
LIST = HOME / "web" / "messages" / "codes.json"
PAGE = HOME / "docs" / "refusals.md"
HEAD = """\
# Codes of refusals

A refusal has a code, values and, if a rule forbids something, the number of the rule. Refusals are
entries that the rules do not allow, faults of boards, records and positions, and requests that the
server refuses. `viae.english` has the sentence for each code; the client has its own in every
language. The [protocol](protocol.md#errors) shows how the server sends them.

`make codes` writes this page. In a sentence, `{city}` stands for a value, `{number:step|steps}`
counts, `{sides:or}` is a list, and a part in square brackets is left out when its value is empty.
Any code can have the value `where`, the place in the document or the request.
"""


def list_text() -> str:
    """The list for the client."""
    assert errors.SENTENCES.keys() <= CODES.keys()
    lines = [f"  {json.dumps(code)}: {json.dumps(CODES[code])}" for code in sorted(CODES)]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def page_text() -> str:
    """The page of the documentation."""
    rows = ["| code | sentence |", "| --- | --- |"]
    rows += [f"| `{code}` | {_cell(TEMPLATES[code])} |" for code in sorted(TEMPLATES)]
    return HEAD + "\n" + "\n".join(rows) + "\n"


def _cell(template: str) -> str:
    return template.replace("|", "\\|").replace("[", "\\[")


if __name__ == "__main__":
    LIST.write_text(list_text())
    PAGE.write_text(page_text())
