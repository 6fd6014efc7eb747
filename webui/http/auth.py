"""Who may see and do what: this machine is the Host's; others come in only by a code, once the Host allows it.

Two codes are drawn anew each time that the network is allowed: one lets people look (players, TV, overlay), the other
makes a second device the Host's. A device that showed its code keeps a signed cookie until the network is closed.
"""

from __future__ import annotations

import secrets
import socket
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from itsdangerous import BadSignature, URLSafeSerializer

from webui.http.budget import is_this_machine
from webui.i18n.refusals import RefusedError
from webui.table.contract import HOST, ROLES

COOKIE: Final = "clashcam"
DIGITS: Final = 6
WRONG_A_MINUTE: Final = 6
"""So many wrong codes a minute, from one address, and it must wait: a million codes are then safe for an evening."""

LOOKERS: Final = ("players", "screen", "overlay")


class TooManyTriesError(RefusedError, ValueError):
    """An address that tried too many wrong codes."""


class WrongCodeError(RefusedError, ValueError):
    """A code that opens nothing."""


class Access:
    """The door. Safe to use from every request thread."""

    def __init__(self, clock_s: Callable[[], float] = time.monotonic) -> None:
        self._clock_s = clock_s
        self._lock = threading.Lock()
        self._wrong: dict[str, list[float]] = defaultdict(list)
        self._codes: dict[str, str] = {}
        self._signer: URLSafeSerializer | None = None

    @property
    def allowed(self) -> bool:
        """Whether other machines may come in."""
        return self._signer is not None

    @property
    def codes(self) -> Mapping[str, str]:
        """The code for each role that can be had: ``players`` and ``host``; empty while nobody may come in."""
        return dict(self._codes)

    def allow(self) -> None:
        """Let other machines in, with new codes."""
        with self._lock:
            number = secrets.SystemRandom().sample(range(10**DIGITS), 2)
            self._codes = {
                role: f"{code:0{DIGITS}d}" for role, code in zip(("players", HOST), number, strict=True)
            }
            self._signer = URLSafeSerializer(secrets.token_bytes(32), salt="role")

    def forbid(self) -> None:
        """Keep everybody else out from now on; no cookie is good any more."""
        with self._lock:
            self._codes, self._signer = {}, None

    def enter(self, code: str, address: str) -> str:
        """Return the cookie that a right code earns.

        :raise TooManyTriesError: wait a minute
        :raise WrongCodeError: the code opens nothing
        """
        with self._lock:
            now_s = self._clock_s()
            self._wrong[address] = tries = [at for at in self._wrong[address] if now_s - at < 60]
            if len(tries) >= WRONG_A_MINUTE:
                raise TooManyTriesError("too-many-tries")
            for role, right in self._codes.items():
                if self._signer is not None and secrets.compare_digest(code.encode(), right.encode()):
                    cookie: str = self._signer.dumps(role)
                    return cookie
            tries.append(now_s)
        raise WrongCodeError("wrong-code")

    def role(self, address: str, cookie: str | None, wanted: str | None = None) -> str | None:
        """Return the role of a caller, None for a stranger; who may be the Host may ask to see less."""
        earned = HOST if is_this_machine(address) else self._earned(cookie)
        if earned is None or wanted is None or wanted not in ROLES:
            return earned
        return wanted if earned == HOST or wanted in LOOKERS else earned

    def _earned(self, cookie: str | None) -> str | None:
        signer = self._signer
        if signer is None or not cookie:
            return None
        try:
            role = signer.loads(cookie)
        except BadSignature:
            return None
        return role if role in ROLES else None

    def for_the_host(self, urls: list[str]) -> dict[str, Any]:
        """Return what the Host's page shows of the network."""
        return {"allowed": self.allowed, "urls": urls if self.allowed else [], "codes": self.codes}


def is_own_origin(origin: str | None, host: str) -> bool:
    """Tell whether a request comes from a page of ours: another site's page must not give orders."""
    return origin is None or urlsplit(origin).netloc == host


def is_safe_host(host: str, address: str) -> bool:
    """Tell whether a request names us rightly: a foreign name that points here is an attack on this machine."""
    if not is_this_machine(address):
        return True
    name = urlsplit(f"//{host}").hostname or ""
    return name == "localhost" or is_this_machine(name)


def own_addresses() -> list[str]:
    """Return this machine's addresses in the local network, the likeliest first; nothing is sent."""
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
