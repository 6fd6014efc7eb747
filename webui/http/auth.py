"""Permissions: this machine is the Host's; others sign in with a code, once the Host allows the network.

Two codes are drawn anew each time that the network is allowed, and every quarter of an hour: one lets people look
(players, TV, overlay), the other makes a second device the Host's. A device that showed its code gets a sign-in of
its own, which ends with the network, after a day of silence, or when the Host ends it.
"""

from __future__ import annotations

import hashlib
import itertools
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from webui.http.guesses import MINUTE_S, Guesses
from webui.http.server.budget import is_this_machine
from webui.i18n.free_names import distinct_name
from webui.i18n.refusals import RefusedError
from webui.one_line import CONTROL
from webui.table.contract import HOST, ROLES

COOKIE: Final = "clashcam"
DIGITS: Final = {"players": 6, HOST: 8}
"""The digits of each role's code; the Host's is longer, because it permits everything."""

CODE_LIFE_S: Final = 15 * 60.0
SIGN_IN_S: Final = 24 * 3600.0
"""A device that has not been heard of for so long has to show a code again."""

MOST_DEVICES: Final = 64
NAME_LIMIT: Final = 40

LOOKERS: Final = ("players", "screen", "overlay")


COMMANDS_A_MINUTE: Final = 40
"""The most commands of one player's phone in a minute: nobody taps more often, and each may be written to the log."""


class TooManyCommandsError(RefusedError, ValueError):
    """More commands of one phone than anybody taps."""


class TooManyDevicesError(RefusedError, ValueError):
    """More devices than any table has."""


@dataclass(frozen=True, slots=True)
class Device:
    """A signed-in device: its name, role and address, and the times of its sign-in and its last request."""

    id: int
    name: str
    role: str
    address: str
    since: str
    heard_s: float
    colour: str = ""
    seat: str = ""
    commands_s: tuple[float, ...] = ()
    """When it gave commands for its seat in the last minute."""

    def shown(self) -> dict[str, Any]:
        """Return the fields that the Host's page shows."""
        return {
            "id": self.id,
            "name": self.name,
            "role": self.role,
            "address": self.address,
            "since": self.since,
            "colour": self.colour,
            "seat": self.seat,
        }


def time_of_day() -> str:
    """Return the time of day, as HH:MM."""
    return time.strftime("%H:%M")


class Access:
    """The codes and the sign-ins. Safe to use from every request thread."""

    def __init__(
        self,
        clock_s: Callable[[], float] = time.monotonic,
        wall_clock: Callable[[], str] = time_of_day,
    ) -> None:
        """``wall_clock`` gives the time of day since which a device is in."""
        self._clock_s = clock_s
        self._wall_clock = wall_clock
        self._lock = threading.Lock()
        self._guesses = Guesses()
        self._codes: dict[str, str] = {}
        self._drawn_s = 0.0
        self._devices: dict[str, Device] = {}
        self._numbers = itertools.count(1)
        self.changed: Callable[[], None] = lambda: None
        """Is called when somebody came in or a sign-in ended."""

    @property
    def allowed(self) -> bool:
        """Whether other machines may sign in."""
        return bool(self._codes)

    @property
    def codes(self) -> Mapping[str, str]:
        """The codes by role, ``players`` and ``host``; empty while the network is closed."""
        with self._lock:
            self._renew()
            return dict(self._codes)

    def allow(self) -> None:
        """Open the network, with new codes."""
        with self._lock:
            self._draw()

    def forbid(self) -> None:
        """Keep everybody else out from now on; all sign-ins end."""
        with self._lock:
            self._codes, self._devices = {}, {}
            self._guesses = Guesses()

    @property
    def guessers(self) -> list[str]:
        """The addresses with too many wrong codes in the last hour."""
        with self._lock:
            return self._guesses.guessers(self._clock_s())

    def sign_ins(self) -> list[dict[str, Any]]:
        """Return every device with the hash of its secret, and the seconds since its last request."""
        with self._lock:
            now_s = self._clock_s()
            return [
                each.shown() | {"key": key, "silent_s": now_s - each.heard_s}
                for key, each in self._devices.items()
                if self._is_heard(each)
            ]

    def restore(self, sign_ins: Iterable[Mapping[str, Any]]) -> None:
        """Sign devices in again that :meth:`sign_ins` listed before; the codes stay as they are."""
        with self._lock:
            for each in sign_ins:
                fields = {name: each[name] for name in ("name", "role", "address", "since", "colour", "seat")}
                heard_s = self._clock_s() - max(each["silent_s"], 0.0)
                device = Device(next(self._numbers), heard_s=heard_s, **fields)
                if self._codes and self._is_heard(device) and len(self._devices) < MOST_DEVICES:
                    self._devices[each["key"]] = device

    def enter(self, code: str, address: str, name: str = "") -> str:
        """Sign a device in by a right code; return the secret that the device shows from now on.

        :raise TooManyTriesError: wait a minute, or an hour
        :raise WrongCodeError: the code opens nothing
        :raise TooManyDevicesError: the Host has to end a sign-in first
        """
        with self._lock:
            self._renew()
            role = self._role_of(code, address)
            self._devices = {key: each for key, each in self._devices.items() if self._is_heard(each)}
            if len(self._devices) >= MOST_DEVICES:
                raise TooManyDevicesError("too-many-devices", most=MOST_DEVICES)
            secret = secrets.token_urlsafe(32)
            self._devices[kept(secret)] = self._device(role, address, name)
        self.changed()
        return secret

    def introduce(self, cookie: str | None, name: str, colour: str, seat: str) -> str | None:
        """Keep with a device's sign-in who holds it, as they say; return the seat that it holds.

        None: the caller has no sign-in. A seat that another device holds is not given: the result is empty.
        """
        key = kept(cookie or "")
        with self._lock:
            device = self._devices.get(key)
            if device is None:
                return None
            others = [each for other, each in self._devices.items() if other != key and self._is_heard(each)]
            held = "" if any(each.seat == seat for each in others) else seat
            said = called(name) or device.name
            self._devices[key] = replace(device, name=said, colour=colour, seat=held)
        self.changed()
        return held

    def count_command(self, cookie: str | None) -> str:
        """Return the seat for which a device may give a command now; empty if it holds none.

        :raise TooManyCommandsError: it has given too many in the last minute
        """
        key = kept(cookie or "")
        with self._lock:
            device, now_s = self._devices.get(key), self._clock_s()
            if device is None:
                return ""
            recent = tuple(at_s for at_s in device.commands_s if now_s - at_s < MINUTE_S)
            if len(recent) >= COMMANDS_A_MINUTE:
                raise TooManyCommandsError("too-many-commands")
            self._devices[key] = replace(device, commands_s=(*recent, now_s))
            return device.seat

    def end(self, device: int) -> None:
        """End a device's sign-in, if it has one."""
        with self._lock:
            self._devices = {key: each for key, each in self._devices.items() if each.id != device}
        self.changed()

    def role(self, address: str, cookie: str | None, asked: str | None = None) -> str | None:
        """Return the role of a caller, None if it is not signed in; the Host's may ask for a role that sees less."""
        earned = HOST if is_this_machine(address) else self._earned(cookie)
        if earned is None or asked is None or asked not in ROLES:
            return earned
        return asked if earned == HOST or asked in LOOKERS else earned

    def host_view(self, urls: list[str]) -> dict[str, Any]:
        """Return the state of the network as the Host's page shows it."""
        codes = self.codes
        with self._lock:
            devices = [each.shown() for each in self._devices.values() if self._is_heard(each)]
        return {
            "allowed": self.allowed,
            "urls": urls if self.allowed else [],
            "codes": codes,
            "devices": devices,
        }

    def _draw(self) -> None:
        numbers = {role: secrets.randbelow(10**digits) for role, digits in DIGITS.items()}
        self._codes = {role: f"{number:0{DIGITS[role]}d}" for role, number in numbers.items()}
        self._drawn_s = self._clock_s()

    def _renew(self) -> None:
        if self._codes and self._clock_s() - self._drawn_s >= CODE_LIFE_S:
            self._draw()

    def _role_of(self, code: str, address: str) -> str:
        now_s = self._clock_s()
        self._guesses.check_rate(address, now_s)
        for role, right in self._codes.items():
            if secrets.compare_digest(code.encode(), right.encode()):
                return role
        raise self._guesses.count_wrong(address, now_s)

    def _device(self, role: str, address: str, name: str) -> Device:
        name = distinct_name(called(name), (each.name for each in self._devices.values()))
        return Device(next(self._numbers), name, role, address, self._wall_clock(), self._clock_s())

    def _earned(self, cookie: str | None) -> str | None:
        if not cookie:
            return None
        key = kept(cookie)
        with self._lock:
            device = self._devices.get(key)
            if device is None or not self._is_heard(device):
                return None
            self._devices[key] = replace(device, heard_s=self._clock_s())
            return device.role

    def _is_heard(self, device: Device) -> bool:
        return self._clock_s() - device.heard_s < SIGN_IN_S


def called(name: str) -> str:
    """Return a device's own name for itself, in one line of limited length."""
    return " ".join(CONTROL.sub(" ", name).split())[:NAME_LIMIT]


def kept(secret: str) -> str:
    """Return the hash under which a device's secret is kept; looking it up reveals nothing of the secret."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def is_own_origin(origin: str | None, scheme: str, host: str) -> bool:
    """Return whether a request comes from a page of this table: other sites' pages must not send commands."""
    return origin is None or origin.lower() == f"{scheme}://{host}".lower()


def is_cross_site(headers: Mapping[str, str], is_page: bool) -> bool:
    """Return whether another site's page sent a request, as browsers say; such a page may only link to these pages."""
    site = headers.get("Sec-Fetch-Site", "none")
    if site in ("same-origin", "none"):
        return False
    leads_here = headers.get("Sec-Fetch-Mode") == "navigate" and headers.get("Sec-Fetch-Dest") == "document"
    return not (is_page and leads_here)


def is_safe_host(host: str, address: str) -> bool:
    """Return whether a request names a host of this table: another name for it is an attack (DNS rebinding)."""
    if not is_this_machine(address):
        return True
    name = _split(f"//{host}").hostname or ""
    return name == "localhost" or is_this_machine(name)


def _split(address: str) -> SplitResult:
    """The parts of an address; none if it is malformed."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def own_addresses() -> list[str]:
    """Return this machine's addresses in the local network, the most likely first, without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Choosing a route sends nothing; 192.0.2.1 is reserved for documents and leads nowhere.
            probe.connect(("192.0.2.1", 9))
            first = [str(probe.getsockname()[0])]
        except OSError:
            first = []
    try:
        named = [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        named = []
    return [address for address in dict.fromkeys(first + named) if not is_this_machine(address)]
