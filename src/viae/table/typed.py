"""The `TypedDict` that schemas can be made of on every Python."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from typing import TypedDict
else:
    # Before Python 3.12 pydantic makes schemas only of the TypedDict of typing_extensions, which
    # comes with it. Where there is no pydantic, the standard one does.
    try:
        from typing_extensions import TypedDict
    except ImportError:
        from typing import TypedDict

__all__ = ["TypedDict"]
