"""How many may be inside at once: all together, guests together, and from one address."""

from __future__ import annotations

import ipaddress
import threading
from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Room:
    """How many have room: ``all`` together, of these ``guests`` at most, ``each`` from one guest's address."""

    all: int
    guests: int
    each: int


class Budget:
    """Who is inside, by address. What guests may not fill is left to this machine. Safe in every thread."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._lock = threading.Lock()
        self._guests: Counter[str] = Counter()
        self._at_home = 0

    def admit(self, address: str) -> bool:
        """Count one more from an address; False if there is no room for it."""
        with self._lock:
            guests = self._guests.total()
            if guests + self._at_home >= self._room.all:
                return False
            if is_this_machine(address):
                self._at_home += 1
                return True
            neighbours = neighbourhood(address)
            if guests >= self._room.guests or self._guests[neighbours] >= self._room.each:
                return False
            self._guests[neighbours] += 1
            return True

    def release(self, address: str) -> None:
        """Count one less."""
        with self._lock:
            if is_this_machine(address):
                self._at_home -= 1
                return
            neighbours = neighbourhood(address)
            self._guests[neighbours] -= 1
            if self._guests[neighbours] <= 0:
                del self._guests[neighbours]

    def makes_room(self, leaving: str, coming: str) -> bool:
        """Tell whether one who leaves an address makes room for one who comes from another."""
        if is_this_machine(coming):
            return True
        with self._lock:
            if self._guests[neighbourhood(coming)] >= self._room.each:
                return neighbourhood(leaving) == neighbourhood(coming)
        return not is_this_machine(leaving)


def is_this_machine(address: str) -> bool:
    """Tell whether a caller's address is this machine's own."""
    try:
        return ipaddress.ip_address(address.split("%")[0]).is_loopback
    except ValueError:
        return False


def neighbourhood(address: str) -> str:
    """Return what counts as one address: of IPv6 the network, in which one device has as many as it likes.

    >>> neighbourhood("192.168.1.20"), neighbourhood("2001:db8::7")
    ('192.168.1.20', '2001:db8::/64')
    """
    try:
        known = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return address
    return str(known) if known.version == 4 else str(ipaddress.ip_network((known, 64), strict=False))
