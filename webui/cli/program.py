"""The running program: store, table thread, vision thread and servers put together, and taken apart again."""

from __future__ import annotations

import secrets
import threading
import time
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import cv2

from vision.capture.passwords import Passwords
from vision.capture.spec import SourceSpec
from vision.recording.file import RecordingError, new_recording
from webui.camera.decks.enrolling import Enrolling
from webui.camera.decks.other_decks import OtherDecks
from webui.camera.decks.readable import Decks
from webui.camera.listeners import Listeners
from webui.camera.vision_thread import VisionThread
from webui.cli.checkup import report_texts
from webui.cli.looking import Looking, WatcherFor
from webui.cli.memory import MemoryTrimmer, freeze_garbage_collector, map_frames_separately
from webui.cli.serving import Serving
from webui.connect.connections import SEEN_BY, Connections
from webui.connect.kept import ConnectMemory
from webui.http.app import create_app
from webui.http.auth import Access
from webui.http.images.card_images import face_webp
from webui.http.parts import Parts
from webui.http.phone import Phone
from webui.http.sharing import SharingMemory
from webui.recording.recorder import Recorder
from webui.storage.keychain import Keychain
from webui.storage.store import Store, StoreError
from webui.storage.upkeep.retention import Retention
from webui.table.commands.looking import ChangeSource
from webui.table.contract import HOST
from webui.table.errors import CommandError, StaleCommandError
from webui.table.inbox import DeckSeen, TableBusyError
from webui.table.judging.rehearsal import Rehearsal
from webui.table.log.reading import read_events
from webui.table.readings import FreshReadings
from webui.table.settings import Settings
from webui.table.state import TableState
from webui.table.thread import TableThread
from webui.versions import version_of

if TYPE_CHECKING:
    from webui.cli.announcing import Announcer


@dataclass(frozen=True, slots=True)
class Place:
    """The place of the program: address, port and data folder."""

    host: str
    port: int
    data: Path
    read_only: bool = False
    database: str | None = None
    table: str = ""

    def open_log(self) -> Store:
        """Open the log.

        :raise webui.storage.store.StoreError: the data folder or the server cannot be used
        """
        return Store(self.data, database=self.database, table=self.table, writing=not self.read_only)


@dataclass(frozen=True, slots=True)
class Tape:
    """Where to the session is recorded, if anywhere."""

    path: Path | None = None
    with_pictures: bool = False


def now() -> datetime:
    """Return the time on this machine's clock, with its offset."""
    return datetime.now().astimezone()


def remembered(place: Place) -> Settings:
    """Return what was set on the sessions before.

    :raise webui.storage.store.StoreError: the data folder cannot be used
    """
    store = place.open_log()
    try:
        return read_events(store.events(None)).settings
    finally:
        store.close()


class Running:
    """One table, from camera to page. Use as a context manager."""

    def __init__(
        self,
        place: Place,
        spec: SourceSpec,
        watcher_for: WatcherFor,
        collection: Decks,
        decks: Sequence[str] = (),
        tape: Tape = Tape(),
        copies: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        """``decks`` are those that lie on the table: the virtual one lays the first of them; ``copies`` how many of
        a deck; nothing: as was set before.
        """
        self._collection = collection
        self._place, self._tape = place, tape
        self._stopping = threading.Event()
        self._store = place.open_log()
        readings = FreshReadings(now)
        self._recorder = Recorder(readings)

        def make_table() -> TableState:
            run, known = secrets.token_hex(4), collection.names()
            return TableState(
                self._store, readings, run=run, known_decks=known, decks=tuple(decks), copies=copies
            )

        self.table_thread = TableThread(make_table, time.monotonic, self._recorder.after_turn)
        self._recorder.changed = self.table_thread.on_status
        self._announcer = _announcer(place, self.table_thread)
        self._phone = Phone()
        self._enrolling = Enrolling(collection, self._turn, lambda: self._looking.know_decks())
        keychain = Keychain()
        self._connections = Connections(
            self.table_thread.snapshots[SEEN_BY],
            ConnectMemory(None if place.read_only else place.data),
            keychain,
            now,
            version_of("clashcam") or "",
        )
        self._looking = Looking(
            spec,
            decks,
            watcher_for,
            self.table_thread,
            lambda: now().strftime("%H:%M"),
            collection.names,
            Listeners(self._enrolling, self._others(collection), self.table_thread),
            self._phone_feed,
            Passwords(keychain),
        )
        newest = self.table_thread.snapshots[HOST]
        self._rehearsal = Rehearsal(self._looking.vision_thread.wish)
        self._retention = Retention(self._store)
        self._trimmer = MemoryTrimmer()
        newest.subscribe(self._follow)
        self._access = Access()
        memory = SharingMemory(None if place.read_only else place.data)
        on_status = self.table_thread.on_status
        self._serving = Serving(self._access, self._phone, place.data, on_status, memory, self._session)
        self._phone.changed, self._phone.arrived = self._phone_changed, self._look_through_phone

    @property
    def vision_thread(self) -> VisionThread:
        """The tracker of the source."""
        return self._looking.vision_thread

    def __enter__(self) -> Running:
        """Begin to see, judge and serve.

        :raise webui.cli.serving.PortTakenError: another program listens there
        :raise webui.storage.store.StoreError: the data folder cannot be used
        :raise vision.recording.file.RecordingError: the recording cannot be written there
        """
        cv2.setNumThreads(1)
        map_frames_separately()
        self._serving.listen(create_app(self._parts()), self._place.host, self._place.port)
        self._start_table()
        if self._announcer is not None:
            self._announcer.start()
        self._connections.start()
        self._looking.start()
        self._serving.serve()
        self._serving.resume()
        return self

    def _start_table(self) -> None:
        try:
            if self._tape.path is not None:
                self._recorder.begin(self._tape.path, with_pictures=self._tape.with_pictures)
            self.table_thread.start()
        except Exception as fault:  # Whatever it is, the port must be free again and one line printed.
            self._serving.stop()
            self._store.close()
            if isinstance(fault, StoreError | RecordingError):
                raise
            raise StoreError(
                f"{self._place.data}: what is kept there cannot be shown ({fault!r}); "
                "choose another folder with --data, and keep this one for whoever can mend it"
            ) from fault

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self.vision_thread.stop()
        self.table_thread.stop()
        if self._announcer is not None:
            self._announcer.stop()
        self._connections.stop()
        self._serving.stop()
        self._retention.wait()
        self._store.close()
        self._recorder.close()

    @property
    def source(self) -> SourceSpec:
        """The source in use."""
        return self._looking.spec

    @property
    def url(self) -> str:
        """The address of the page."""
        return self._serving.url

    @property
    def listeners(self) -> int:
        """How many pages and programs follow the table."""
        return self._serving.listeners

    def _parts(self) -> Parts:
        looking, place = self._looking, self._place
        return Parts(
            table_thread=self.table_thread,
            store=self._store,
            newest_frame=lambda: self.vision_thread.newest,
            explain_tracks=lambda: self.vision_thread.explain(),
            check_source=looking.check_source,
            hide_password=looking.hide_password,
            faces=face_webp,
            running=lambda: not self._stopping.is_set(),
            access=self._access,
            open_network=self._serving.open_network,
            end_device=self._access.end,
            check_decks=looking.check_decks,
            apply_vision_settings=looking.apply_vision_settings,
            decks=self._collection,
            know_decks=looking.know_decks,
            enrolling=self._enrolling,
            sources=looking.sources,
            preview=looking.preview,
            source_in_use=looking.text_in_use,
            report=lambda: report_texts(place.data, place.database, place.table),
            phone=self._phone,
            connections=self._connections,
            open_phone=self._phone.opened,
            end_phone=self._phone.end,
            record_session=self._record_session,
        )

    def _record_session(self, on: bool, pictures: bool) -> None:
        """Record from now on into a new file of the data folder, or no more.

        :raise CommandError: the file cannot be written
        """
        if not on:
            self.table_thread.ask(lambda _: self._recorder.close())
            return
        try:
            path = new_recording(self._place.data, now())
            self.table_thread.reload(
                lambda version: self._recorder.begin(path, with_pictures=pictures, since=version)
            )
        except (RecordingError, OSError) as fault:
            self.table_thread.ask(lambda _: self._recorder.close())
            raise CommandError("not-recorded", why=str(fault)) from None
        self._looking.apply_vision_settings(True)

    def _session(self) -> str:
        """The id of the session that is played; also after the table has ended."""
        whole = self.table_thread.publisher.whole
        return whole.session.id if whole is not None else ""

    def _follow(self) -> None:
        """Follow the table: what it asks the virtual table to lay, old pictures, memory."""
        whole = self.table_thread.publisher.whole
        if whole is not None:
            self._rehearsal.follow(whole)
            self._retention.follow(whole.session.id, whole.keep_pictures, whole.log.count)
            self._trimmer.follow(whole.log.count)

    def _phone_feed(self) -> str:
        return f"{self.url}camera/feed?key={self._phone.key}" if self._phone.is_here else ""

    def _phone_changed(self) -> None:
        self._serving.publish_status()
        self._looking.apply_vision_settings(False)

    def _look_through_phone(self) -> bool:
        """Choose the phone as the source, as if a person had; return whether the table accepted it."""
        whole = self.table_thread.publisher.whole
        if whole is None:
            return False
        try:
            self.table_thread.execute(ChangeSource(version=whole.version, name="source", spec="phone"))
        except (CommandError, StaleCommandError, StoreError, TableBusyError):
            return False  # Something was done at this very moment: with the next picture, then.
        self._looking.apply_vision_settings(True)
        return True

    def _others(self, collection: Decks) -> OtherDecks:
        return OtherDecks(
            collection,
            lambda: self._looking.decks,
            lambda deck: self.table_thread.on_status(DeckSeen(deck)),
        )

    def _turn(self) -> int:
        """The clockwise rotation of the shown picture in degrees."""
        whole = self.table_thread.publisher.whole
        return whole.view.turn if whole is not None else 0

    def unread(self) -> list[str]:
        """Return the damaged events of the store, in one line each."""
        return self.table_thread.ask(TableState.render_unread)

    def wait(self, check: Callable[[], None]) -> None:
        """Serve until the program is asked to end; ``check`` is called twice a second, and ends it by raising."""
        freeze_garbage_collector()
        while not self._stopping.wait(0.5):
            check()


def _announcer(place: Place, table_thread: TableThread) -> Announcer | None:
    """Announces this table to the others of a shared log; None without one."""
    if place.database is None or place.read_only:
        return None
    from webui.cli.announcing import Announcer

    return Announcer(place.database, place.table, table_thread.snapshots["screen"])


def open_browser(url: str, when: Callable[[], object]) -> None:
    """Open the page after the first frame, or after three seconds."""

    def later() -> None:
        deadline = time.monotonic() + 3
        while when() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        webbrowser.open(url)

    threading.Thread(target=later, daemon=True).start()
