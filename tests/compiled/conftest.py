"""What every test here needs: the compiled engine."""

from __future__ import annotations

import os

import pytest

from tests.compiled.engines import status


@pytest.fixture(autouse=True)
def need_compiled() -> None:
    """Skip without a compiled engine, unless VIAE_REQUIRE_COMPILED=1 makes that a failure."""
    kind, reason = status()
    if kind == "compiled":
        return
    if os.environ.get("VIAE_REQUIRE_COMPILED") == "1":
        pytest.fail(f"VIAE_REQUIRE_COMPILED=1, but the engine is {kind}: {reason}")
    pytest.skip(f"the compiled engine is not available: {reason}")
