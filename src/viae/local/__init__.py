"""A host without a server: it answers the same requests and sends the same live messages.

It runs where the page runs, in a browser's worker. It does no input or output of its own: storage,
time, random bytes and the bots' thinking are handed in, see `viae.local.host.Surroundings`.
"""

from viae.local.host import Host, Surroundings

__all__ = ["Host", "Surroundings"]
