"""The servers of the running program: one for this machine, and one for others while the network is open."""

from __future__ import annotations

import logging
import socket
import ssl
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from flask import Flask

from webui.cli.memory import give_memory_back
from webui.http.auth import Access, own_addresses
from webui.http.phone import Phone
from webui.http.server.budget import Room
from webui.http.server.door import CONNECTIONS, PHONES, Server
from webui.http.sharing import KeptSharing, SharingMemory
from webui.http.sign_in import is_signed_in
from webui.table.inbox import NetworkStatus

log = logging.getLogger(__name__)

CODES_EVERY_S: Final = 5.0
"""How often it is checked whether new codes were drawn, and who guesses them, in seconds."""

HEARD_EVERY_S: Final = 600.0
"""The resolution at which a device's last request is kept for the next start."""

EVERYWHERE: Final = "0.0.0.0"
"""The address of the network server."""


CLOSING_S: Final = 3.0
"""How long the guests' server may take to close before it is opened again."""

LAST_PORT: Final = 65535


class PortTakenError(OSError):
    """Another program listens at the address asked for."""


def url_of(host: str, port: int) -> str:
    """Return the address under which this machine's browser finds a server on ``host``.

    >>> url_of("0.0.0.0", 8765), url_of("::1", 8765)
    ('http://127.0.0.1:8765/', 'http://[::1]:8765/')
    """
    reachable = {EVERYWHERE: "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{reachable}]:{port}/" if ":" in reachable else f"http://{reachable}:{port}/"


def is_free(port: int, host: str = EVERYWHERE) -> bool:
    """Return whether a port is free for a server on ``host``, that of the network if left out."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":  # There it would take the port from whoever has it.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


class Serving:
    """Serves one table's pages; ``access`` decides who may sign in by the network server."""

    def __init__(
        self,
        access: Access,
        phone: Phone,
        data: Path,
        on_status: Callable[[NetworkStatus], None],
        memory: SharingMemory,
        session: Callable[[], str],
    ) -> None:
        """``on_status`` is called with the state of the network; ``data`` is where the certificate is kept.

        ``memory`` keeps for the next start who was let in, on the ``session`` that is played.
        """
        self._access = access
        self._phone = phone
        self._data = data
        self._on_status = on_status
        self._host, self._port = "", 0
        self._closing: threading.Thread | None = None
        self._app: Flask | None = None
        self._own: Server | None = None
        self._network: Server | None = None
        self._phones: Server | None = None
        self._memory, self._session = memory, session
        self._offered: KeptSharing | None = None
        """How the table was shared last time, while nobody has said whether it is to be again."""
        self._saving = threading.Lock()
        self._ended = threading.Event()
        self._watch: threading.Thread | None = None
        access.changed = self.publish_status
        phone.opened = self.open_phone

    def listen(self, app: Flask, host: str, port: int) -> None:
        """Bind the port, without answering yet.

        :raise PortTakenError: another program listens there
        """
        self._app, self._host, self._port = app, host, port
        self._own = self._bound(host, port)

    def serve(self) -> None:
        """Answer requests of this machine from now on."""
        assert self._own is not None
        threading.Thread(target=self._own.serve, name="server", daemon=True).start()

    @property
    def url(self) -> str:
        """The address of the page."""
        assert self._own is not None
        return url_of(self._host, self._own.bind_addr[1])

    @property
    def listeners(self) -> int:
        """How many pages and programs follow the table, on this machine and elsewhere."""
        return sum(server.broadcast.count for server in (self._own, self._network) if server is not None)

    def open_network(self, allow: bool) -> None:
        """Open the network server, or close it and sign all devices out."""
        if allow and self._network is None:
            self._network = self._guests_door()
            self._access.allow()
            self._sign_known_devices_in()
            threading.Thread(target=self._network.serve, name="network", daemon=True).start()
            self._watch_codes()
        elif not allow:
            self._forget_sharing()
            if self._network is not None:
                closing, self._network = self._network, None
                self._closing = threading.Thread(target=closing.stop, daemon=True)
                self._closing.start()
        self.publish_status()

    def resume(self) -> None:
        """Share again if the program broke off while it shared, on the same session; else offer it, if it shared."""
        self._offered = kept = self._memory.load()
        if kept is None:
            return
        if not kept.ended and kept.session == self._session():
            try:
                return self.open_network(True)
            except OSError as fault:
                log.warning("the table is not shared again: %s", fault)
        self.publish_status()

    def _sign_known_devices_in(self) -> None:
        """Those that were in when the table was last shared, if that was on this session."""
        kept, self._offered = self._offered, None
        if kept is not None and kept.session == self._session():
            now = time.time()
            self._access.restore(
                device.model_dump(exclude={"heard_at"}) | {"silent_s": now - device.heard_at}
                for device in kept.devices
            )

    def _forget_sharing(self) -> None:
        """The Host has ended it, or does not want it again: whoever was in has to show a code."""
        with self._saving:
            self._access.forbid()
            self._offered = None
            self._memory.forget()

    def _remember(self, *, ended: bool = False) -> None:
        """Keep for the next start that the table is shared, and with which devices."""
        with self._saving:
            if not self._access.allowed or (self._ended.is_set() and not ended):
                return
            now = time.time()
            devices = [
                # Rounded, so that not every request is written to the disk.
                {key: value for key, value in each.items() if key not in ("id", "silent_s")}
                | {"heard_at": (now - each["silent_s"]) // HEARD_EVERY_S * HEARD_EVERY_S}
                for each in self._access.sign_ins()
            ]
            kept = {"session": self._session(), "ended": ended, "devices": devices}
            self._memory.keep(KeptSharing.model_validate(kept))

    def _guests_door(self) -> Server:
        """Bind the guests' usual port; a free one where another program has that one."""
        if self._closing is not None:
            self._closing.join(CLOSING_S)
        return self._bound(EVERYWHERE, self._usual if is_free(self._usual) else 0)

    @property
    def _usual(self) -> int:
        """The guests' port, the same every session: the one after ours; 0, a free one, where ours is any."""
        return self._port + 1 if 0 < self._port < LAST_PORT else 0

    def open_phone(self, allow: bool) -> None:
        """Open a server with TLS for a phone as the camera, or close it.

        :raise OSError: no port is free, or the certificate cannot be kept
        """
        if allow and self._phones is None:
            # Imported here: tables without a phone need no cryptography.
            from webui.http.server.certificate import door_context

            # A machine without a network can be its own phone.
            addresses = own_addresses() or ["127.0.0.1"]
            tls = door_context(self._data, addresses)
            self._phones = self._bound(EVERYWHERE, 0, room=PHONES, tls=tls)
            threading.Thread(target=self._phones.serve, name="phones", daemon=True).start()
            self._phone.open(f"https://{addresses[0]}:{self._phones.bind_addr[1]}/camera")
            self._watch_codes()
        elif not allow and self._phones is not None:
            closing, self._phones = self._phones, None
            threading.Thread(target=closing.stop, daemon=True).start()
            self._phone.close()
        self.publish_status()

    def publish_status(self) -> None:
        """Publish who may sign in, and who is signed in."""
        port = self._network.bind_addr[1] if self._network else 0
        urls = [f"http://{address}:{port}/" for address in own_addresses()]
        taken = self._usual if port not in (0, self._usual) and self._usual else None
        more = {
            "phone": self._phone.host_view(),
            "taken": taken,
            "guessing": self._guessers(),
            "offered": self._offered is not None,
        }
        self._remember()
        self._on_status(NetworkStatus(self._access.host_view(urls) | more))

    def _watch_codes(self) -> None:
        if self._watch is None or not self._watch.is_alive():
            self._watch = threading.Thread(target=self._watch_for_codes, name="codes", daemon=True)
            self._watch.start()

    def _codes(self) -> tuple[dict[str, str], str, list[str]]:
        return dict(self._access.codes), self._phone.pairing.code, self._guessers()

    def _guessers(self) -> list[str]:
        return sorted({*self._access.guessers, *self._phone.pairing.guessers})

    def _watch_for_codes(self) -> None:
        """Publish the status each time that new codes are drawn, or that an address guesses them."""
        known = self._codes()
        while not self._ended.wait(CODES_EVERY_S):
            self._remember()
            if (drawn := self._codes()) != known:
                known = drawn
                self.publish_status()

    def stop(self) -> None:
        """Release the ports."""
        self._ended.set()
        self._remember(ended=True)
        for server in (self._own, self._network, self._phones):
            if server is not None:
                server.stop()

    def _bound(
        self, host: str, port: int, *, room: Room = CONNECTIONS, tls: ssl.SSLContext | None = None
    ) -> Server:
        assert self._app is not None
        signed_in = partial(is_signed_in, self._access, self._phone.pairing)
        server = Server(
            (host, port), self._app, room=room, tls=tls, is_signed_in=signed_in, give_back=give_memory_back
        )
        try:
            server.prepare()
        except OSError:
            raise PortTakenError(
                f"--port: {host}:{port} cannot be listened on: another program uses it, or --host is no "
                "address of this machine; try --port 0"
            ) from None
        return server
