"""Seeds that follow from other seeds, so that a whole run follows from one number."""

from __future__ import annotations

from hashlib import sha256


def derive(seed: int, what: int | str, between: str = ":") -> int:
    """The seed of a part of a run: of a game by its number, of a bot by its seat, and so on.

    It is below 2**53, so that every JSON reader keeps it. `between` separates the two in what is
    hashed; training uses a space, and another one would train another net.
    """
    digest = sha256(f"{seed}{between}{what}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 11
