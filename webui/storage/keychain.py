"""The system's keyring: where passwords are kept from one session to the next, if there is one."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLateError
from typing import Final, Protocol, TypeVar

log = logging.getLogger(__name__)

SERVICE: Final = "clashcam"
PATIENCE_S: Final = 10.0
"""How long to wait for the keyring: a locked one asks its owner, who may be away, in seconds."""


Kept = TypeVar("Kept")


class Drawer(Protocol):
    """The functions that the keyring library must have."""

    def set_password(self, service_name: str, username: str, password: str) -> None:
        """Keep a password."""

    def get_password(self, service_name: str, username: str) -> str | None:
        """Return a password; None if none is kept."""

    def delete_password(self, service_name: str, username: str) -> None:
        """Forget a password."""


class Keychain:
    """Addresses of cameras with their passwords, by their masked form, and secrets of connections, by their names.

    Where the system has no keyring, or does not open it, nothing is kept: the page asks at every start.
    """

    _last: threading.Thread | None = None

    def keep(self, shown: str, address: str) -> None:
        """Keep an address, without waiting."""
        self._change(lambda drawer: drawer.set_password(SERVICE, shown, address))

    def forget(self, shown: str) -> None:
        """Forget what is kept, without waiting."""
        self._change(lambda drawer: drawer.delete_password(SERVICE, shown))

    def _change(self, change: Callable[[Drawer], None]) -> None:
        """Change what is kept in a thread, after the change before: the newer one holds."""
        before = self._last

        def run() -> None:
            if before is not None:
                before.join()
            _tried(change)

        self._last = threading.Thread(target=run, daemon=True)
        self._last.start()

    def recall(self, shown: str) -> str | None:
        """Return the kept address; None if there is none, or the keyring does not answer in time."""
        found: Future[str | None] = Future()
        threading.Thread(
            target=lambda: found.set_result(_tried(lambda drawer: drawer.get_password(SERVICE, shown))),
            daemon=True,
        ).start()
        try:
            return found.result(PATIENCE_S)
        except TooLateError:
            return None


def _tried(ask: Callable[[Drawer], Kept]) -> Kept | None:
    """Return what a keyring answers, None where there is none; faults are logged without any address."""
    import keyring  # Most tables never need it.
    from keyring.errors import KeyringError

    try:
        return ask(keyring)
    except (KeyringError, OSError, RuntimeError) as fault:
        log.info("the system's keyring keeps no password (%s)", type(fault).__name__)
        return None
