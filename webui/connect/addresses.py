"""Which addresses a connection may lead to: those of the own network, unless the Host allows others."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from webui.connect.faults import DeliveryError, UndeliverableError
from webui.i18n import AnyOf
from webui.one_line import is_one_line

LONGEST: Final = 500
"""The most characters of an address."""

PORTS: Final = {"http": 80, "https": 443, "mqtt": 1883, "mqtts": 8883}

AnyAddress: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Target:
    """An address of a receiver, in its parts."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def secure(self) -> bool:
        """Whether it is reached by TLS."""
        return self.scheme in ("https", "mqtts")

    @property
    def origin(self) -> str:
        """The address without what may be a secret: its path."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = self.port == PORTS[self.scheme]
        return f"{self.scheme}://{host}" if usual else f"{self.scheme}://{host}:{self.port}"


def target_of(address: str, schemes: tuple[str, ...]) -> Target:
    """Return the parts of an address.

    :raise UndeliverableError: it is none, or none of these schemes, or holds a name and a password
    """
    try:
        split = urlsplit(address)
        port = split.port
    except ValueError:
        raise _no_address(schemes) from None
    fits = split.scheme in schemes and split.hostname and len(address) <= LONGEST
    if not fits or not is_one_line(address) or " " in address or not address.isascii():
        raise _no_address(schemes)
    if split.username is not None or split.password is not None:
        raise UndeliverableError("connect-user")
    path = (split.path or "/") + (f"?{split.query}" if split.query else "")
    return Target(split.scheme, split.hostname or "", port or PORTS[split.scheme], path)


def resolve(target: Target, anywhere: bool) -> str:
    """Return the numeric address to connect to, so that no later answer of a name server leads elsewhere.

    :raise DeliveryError: nobody knows the name
    :raise UndeliverableError: it leads where the connection may not go
    """
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise DeliveryError("connect-unknown-host", host=target.host) from None
    numeric = [str(each[4][0]) for each in found]
    allowed = [each for each in numeric if is_allowed(each, anywhere)]
    if not allowed:
        if any(is_allowed(each, True) for each in numeric):
            raise UndeliverableError("connect-elsewhere", host=target.host)
        raise UndeliverableError("connect-nowhere", host=target.host)
    return allowed[0]


def is_allowed(numeric: str, anywhere: bool) -> bool:
    """Return whether a connection may lead to a numeric address.

    >>> [is_allowed(each, False) for each in ("127.0.0.1", "192.168.1.7", "::1", "fd00::7")]
    [True, True, True, True]
    >>> is_allowed("93.184.216.34", False), is_allowed("93.184.216.34", True)
    (False, True)
    >>> is_allowed("169.254.169.254", True), is_allowed("0.0.0.0", True), is_allowed("224.0.0.1", True)
    (False, False, False)
    """
    address: AnyAddress = ipaddress.ip_address(numeric.split("%")[0])
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if address.is_loopback:
        return True
    if address.is_link_local or address.is_multicast or address.is_unspecified or address.is_reserved:
        return False
    return address.is_private or (anywhere and address.is_global)


def _no_address(schemes: tuple[str, ...]) -> UndeliverableError:
    return UndeliverableError("connect-address", schemes=AnyOf(f"{each}://" for each in schemes))
