"""Which addresses the server may be sent to by its users: public ones, and those allowed here.

A name can mean any address, and another one a moment later. So it is checked after it was resolved,
and the connection goes to the address that was checked.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple
from urllib.parse import urlsplit

from viae.table.errors import Conflict

LONGEST = 2000
PATIENCE = 5.0  # seconds to look a name up
WELL_KNOWN = (80, 443)  # the ports below 1024 that speak HTTP
NAT64 = ipaddress.ip_network("64:ff9b::/96")
PUBLIC_IPV6 = ipaddress.ip_network("2000::/3")  # all there is; the rest has other uses (RFC 4291)
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


# Names are looked up here, so that slow ones hold up nobody but each other.
_threads = ThreadPoolExecutor(4, thread_name_prefix="names")


def look_up(host: str, port: int) -> list[str]:
    """The addresses of a host, as the system knows them; OSError if it does not."""
    try:
        rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError as problem:
        raise OSError(str(problem)) from None
    return list(dict.fromkeys(str(row[4][0]) for row in rows))


class NotAllowed(OSError):
    """An address that the server does not connect to."""


class Target(NamedTuple):
    """The host and the port of a URL."""

    host: str
    port: int


def target_of(url: str) -> Target:
    """Where a URL leads; Conflict if it cannot be used for notifications."""
    try:
        found = urlsplit(url)
        port = found.port or {"http": 80, "https": 443}.get(found.scheme, 0)
    except ValueError:
        raise Conflict("notify.address") from None
    if found.scheme not in ("http", "https"):
        raise Conflict("notify.address")
    plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= LONGEST
    if not plain or not port or not found.hostname or found.username is not None:
        raise Conflict("notify.address")
    return Target(found.hostname, port)


class Allowed:
    """What users may name: everything public, and networks that the operator allows."""

    def __init__(self, networks: Iterable[str]) -> None:
        self.networks: list[Network] = [ipaddress.ip_network(one) for one in networks]

    def check(self, address: str, port: int) -> None:
        """NotAllowed if this address, or this port of it, is not for users to name."""
        found = ipaddress.ip_address(address.partition("%")[0])
        if isinstance(found, ipaddress.IPv6Address):
            found = _inside(found) or found
        if any(one.version == found.version and found in one for one in self.networks):
            return
        public = found.is_global and not found.is_multicast
        if found.version == 6:
            public = public and found in PUBLIC_IPV6
        if not public or (port < 1024 and port not in WELL_KNOWN):
            raise NotAllowed(f"{address}:{port} is not public")

    async def resolve(self, host: str, port: int) -> list[str]:
        """The addresses of a host, all of them allowed; OSError if there is none."""
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(PATIENCE):
            found = await loop.run_in_executor(_threads, look_up, host, port)
        for address in found:
            self.check(address, port)
        if not found:
            raise OSError(f"{host} has no address")
        return found

    async def admit(self, url: str) -> None:
        """Conflict if this URL cannot be used now; it is checked again at every delivery."""
        target = target_of(url)
        try:
            await self.resolve(*target)
        except NotAllowed:
            raise Conflict("notify.private") from None
        except (OSError, TimeoutError):
            raise Conflict("notify.no-host", host=target.host) from None


def _inside(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that this one stands for."""
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour
