"""The running program: store, table thread, vision thread and server put together, and taken apart again."""

from __future__ import annotations

import secrets
import threading
import time
import webbrowser
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2

from vision.capture.camera import list_cameras
from vision.capture.capture import Capture
from vision.capture.passwords import Passwords
from vision.capture.spec import SourceError, SourceKind, SourceSpec, parse_source
from vision.types import Frame
from webui.camera.trackers import house_deck, pulp_deck
from webui.camera.vision_thread import VisionThread, Watching
from webui.http.api import Parts, create_app
from webui.http.auth import Access, own_addresses
from webui.http.card_images import face_webp
from webui.http.door import Server
from webui.storage.store import Store, StoreError
from webui.table.errors import CommandError
from webui.table.reading import read_events
from webui.table.settings import Settings
from webui.table.state import TableState
from webui.table.thread import NetworkStatus, TableThread

SERVER_THREADS: Final = 64
"""Every open stream holds a thread: one event stream a page, the picture on the Host's page."""

MOST_THREADS: Final = 128
EVERYWHERE: Final = "0.0.0.0"
"""Where the second server listens, once the Host lets other machines in."""


WatcherFor: TypeAlias = Callable[[Sequence[str]], Watching]
"""Builds what watches a table on which these decks lie."""

SEEING: Final = ("live", "lost", "ended")
"""States in which the newest picture is one of the source that is looked at."""

PREVIEW_PATIENCE_S: Final = 4.0
"""A camera that gives no picture for so long gives no preview."""


class PortTakenError(OSError):
    """Another program listens where we were told to."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the program serves and keeps its data."""

    host: str
    port: int
    data: Path


def now() -> datetime:
    """Return the time on this machine's clock, with its offset."""
    return datetime.now().astimezone()


def spec_of(
    word: str, *, seed: int = 0, seconds: float | None = None, decks: Sequence[str] = ()
) -> SourceSpec:
    """Read a source from the command line's or the page's word.

    The virtual table lays the house deck; where the first of ``decks`` is the English one, Pulp's deals of seven.
    """
    spec = parse_source(word)
    if spec.kind is not SourceKind.DEMO:
        return spec
    if list(decks[:1]) == ["english"]:
        return SourceSpec(SourceKind.DEMO, seed=seed, seconds=seconds, deck=pulp_deck, cards=(4, 3))
    return SourceSpec(SourceKind.DEMO, seed=seed, seconds=seconds, deck=house_deck)


def remembered(data: Path) -> Settings:
    """Return what was set on the evenings before.

    :raise webui.storage.store.StoreError: the data folder cannot be used
    """
    store = Store(data)
    try:
        return read_events(store.events(None)).settings
    finally:
        store.close()


def url_of(host: str, port: int) -> str:
    """Return the address under which this machine's browser finds what listens on ``host``.

    >>> url_of("0.0.0.0", 8765), url_of("::1", 8765)
    ('http://127.0.0.1:8765/', 'http://[::1]:8765/')
    """
    reachable = {EVERYWHERE: "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{reachable}]:{port}/" if ":" in reachable else f"http://{reachable}:{port}/"


class Running:
    """One table, from camera to page. Use as a context manager."""

    def __init__(
        self,
        place: Place,
        spec: SourceSpec,
        watcher_for: WatcherFor,
        known_decks: tuple[str, ...],
        decks: Sequence[str] = (),
    ) -> None:
        """``decks`` are those that lie on the table: the virtual one lays the first of them."""
        self._place = place
        self._decks = tuple(decks)
        self._watcher_for = watcher_for
        self._first_spec = self._spec = spec
        self._passwords = Passwords()
        self._passwords.hide(spec.address)
        self._stopping = threading.Event()
        self._previewing = threading.Lock()
        self._turning = threading.Lock()
        self._store = Store(place.data)
        make_table = partial(
            TableState,
            self._store,
            now,
            run=secrets.token_hex(4),
            known_decks=known_decks,
            decks=tuple(decks),
        )
        self.table_thread = TableThread(make_table, time.monotonic)
        self.vision_thread = VisionThread(
            self.table_thread, self._make_watcher, wall_clock=lambda: now().strftime("%H:%M")
        )
        self._access = Access()
        self._app = create_app(self._parts())
        self._server: Server | None = None
        self._network: Server | None = None

    def __enter__(self) -> Running:
        """Begin to see, judge and serve.

        :raise PortTakenError: another program listens there
        :raise webui.storage.store.StoreError: the data folder cannot be used
        """
        cv2.setNumThreads(1)
        self._server = self._bound_server(self._place.host, self._place.port)
        self._start_table(self._server)
        self.vision_thread.start(self._spec)
        threading.Thread(target=self._server.serve, name="server", daemon=True).start()
        return self

    def _start_table(self, server: Server) -> None:
        try:
            self.table_thread.start()
        except Exception as fault:  # Whatever it is, the port must be free again and one line told.
            server.stop()
            self._store.close()
            if isinstance(fault, StoreError):
                raise
            raise StoreError(
                f"{self._place.data}: what is kept there cannot be shown ({fault!r}); "
                "choose another folder with --data, and keep this one for whoever can mend it"
            ) from fault

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self.vision_thread.stop()
        self.table_thread.stop()
        for server in (self._server, self._network):
            if server is not None:
                server.stop()
        self._store.close()

    @property
    def url(self) -> str:
        """Where the page is."""
        assert self._server is not None
        return url_of(self._place.host, self._server.bind_addr[1])

    def _bound_server(self, host: str, port: int) -> Server:
        server = Server(
            (host, port),
            self._app,
            numthreads=SERVER_THREADS,
            max=MOST_THREADS,
            server_name="clashcam",
            shutdown_timeout=1,
        )
        try:
            server.prepare()
        except OSError:
            raise PortTakenError(
                f"--port: {host}:{port} cannot be listened on: another program uses it, or --host is no "
                "address of this machine; try --port 0"
            ) from None
        return server

    def _open_network(self, allow: bool) -> None:
        """Let other machines in through a server of their own, or close it and forget who was in."""
        if allow and self._network is None:
            self._network = self._bound_server(EVERYWHERE, 0)
            threading.Thread(target=self._network.serve, name="network", daemon=True).start()
            self._access.allow()
        elif not allow and self._network is not None:
            self._access.forbid()
            closing, self._network = self._network, None
            threading.Thread(target=closing.stop, daemon=True).start()
        port = self._network.bind_addr[1] if self._network else 0
        urls = [f"http://{address}:{port}/" for address in own_addresses()]
        self.table_thread.tell(NetworkStatus(self._access.for_the_host(urls)))

    def _parts(self) -> Parts:
        return Parts(
            table_thread=self.table_thread,
            store=self._store,
            newest_frame=lambda: self.vision_thread.newest,
            check_source=self._check_source,
            hide_password=self._passwords.hide,
            faces=face_webp,
            running=lambda: not self._stopping.is_set(),
            access=self._access,
            open_network=self._open_network,
            check_decks=self._check_decks,
            look_anew=self._look_anew,
            sources=self._sources,
            preview=self._preview,
        )

    def _check_source(self, word: str) -> None:
        """Tell at once of a file that is not there.

        :raise CommandError: there is none of that name
        """
        spec = spec_of(self._passwords.reveal(word), decks=self._decks)
        if spec.kind is SourceKind.CLIP and not Path(spec.address).is_file():
            raise CommandError("no-such-source", given=word)

    def _check_decks(self, names: Sequence[str]) -> None:
        """Make sure that these decks can be read.

        :raise ValueError: one of them is damaged or unknown
        """
        self._watcher_for(names)

    def _look_anew(self, even_if_the_same: bool) -> None:
        """Look where and for what the table is set to by now, after an order or after its undo.

        What is set is asked of the table here, so that of two orders at once the last one holds.
        """
        with self._turning:
            decks, word = self.table_thread.ask(lambda table: (table.decks, table.source))
            spec = self._spec_for(word, decks)
            if not even_if_the_same and (spec, decks) == (self._spec, self._decks):
                return
            with self._previewing:  # A camera that is just being previewed cannot be opened a second time.
                self._spec, self._decks = spec, decks
                self.vision_thread.change(spec)

    def _spec_for(self, word: str | None, decks: Sequence[str]) -> SourceSpec:
        """The source that was chosen on the page, or the one of the start; the virtual table lays other decks."""
        first = self._first_spec
        if word is None and first.kind is not SourceKind.DEMO:
            return first
        return spec_of(
            self._passwords.reveal(word or "demo"), seed=first.seed, seconds=first.seconds, decks=decks
        )

    def _make_watcher(self) -> Watching:
        return self._watcher_for(self._decks)

    def _preview(self, word: str) -> Frame | None:
        """Return one picture of a source that is not looked through now; None while it gives none."""
        spec = spec_of(self._passwords.reveal(word), decks=self._decks)
        if spec.locked:
            return None
        if spec == self._spec:
            newest = self.vision_thread.newest
            return newest.frame if newest and self.vision_thread.state in SEEING else None
        try:
            with self._previewing, Capture(spec, patience_s=PREVIEW_PATIENCE_S) as capture:
                captured = capture.read(timeout_s=PREVIEW_PATIENCE_S)
                return captured.frame if captured else None
        except SourceError:
            return None

    def _sources(self) -> list[dict[str, object]]:
        """Return what can be looked through, the virtual table last."""
        found = [("camera", str(camera.index), camera.name) for camera in list_cameras()]
        if self._spec.kind not in (SourceKind.CAMERA, SourceKind.DEMO):
            found.append(("file", self._spec.name, Path(self._spec.name).name))
        found.append(("demo", "demo", ""))
        return [
            {"spec": word, "kind": kind, "name": name, "current": self._is_current(kind, word)}
            for kind, word, name in found
        ]

    def _is_current(self, kind: str, word: str) -> bool:
        if kind == "demo":
            return self._spec.kind is SourceKind.DEMO
        found = str(self._spec.address if kind == "camera" else self._spec.name)
        return found == word and (kind == "camera") == (self._spec.kind is SourceKind.CAMERA)

    def unread(self) -> list[str]:
        """Return, in one line each, what in the store cannot be read and was left out."""
        return self.table_thread.ask(
            lambda table: [each.told(table.settings.language) for each in table.projection.unread]
        )

    def wait(self) -> None:
        """Serve until the program is asked to end."""
        while not self._stopping.wait(0.5):
            pass


def open_browser(url: str, when: Callable[[], Any]) -> None:
    """Open the page once there is something to see on it, or after three seconds anyway."""

    def later() -> None:
        deadline = time.monotonic() + 3
        while when() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        webbrowser.open(url)

    threading.Thread(target=later, daemon=True).start()
