"""Limits of connections: of all together, of guests together, and of one address."""

from __future__ import annotations

import ipaddress
import threading
from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Room:
    """Limits: ``all`` together, ``guests`` of these at most, ``each`` for one guest's address."""

    all: int
    guests: int
    each: int


class Budget:
    """Counts of connections by address; guests leave room for this machine. Thread-safe."""

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
        """Return whether dropping a connection from one address makes room for one from another."""
        if is_this_machine(coming):
            return True
        with self._lock:
            if self._guests[neighbourhood(coming)] >= self._room.each:
                return neighbourhood(leaving) == neighbourhood(coming)
        return not is_this_machine(leaving)


def is_this_machine(address: str) -> bool:
    """Return whether a caller's address is this machine's own."""
    try:
        return ipaddress.ip_address(address.split("%")[0]).is_loopback
    except ValueError:
        return False


def neighbourhood(address: str) -> str:
    """Return the address that counts: for IPv6 its /64 network, in which one device has many addresses.

    >>> neighbourhood("192.168.1.20"), neighbourhood("2001:db8::7")
    ('192.168.1.20', '2001:db8::/64')
    """
    try:
        known = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return address
    return str(known) if known.version == 4 else str(ipaddress.ip_network((known, 64), strict=False))
