"""The source in use: its choice on the command line and the page, its decks, and previews."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from vision.capture.camera import list_cameras, named_camera
from vision.capture.capture import Capture
from vision.capture.passwords import Passwords
from vision.capture.spec import JOIN, REPLAY, SourceError, SourceKind, SourceSpec, parse_source
from vision.types import Frame
from webui.camera.decks.readable import FIRST_DECKS
from webui.camera.drawn_decks import house_deck, pulp_deck
from webui.camera.recorded import RecordedTracker
from webui.camera.reports import Listener
from webui.camera.vision_thread import OPENED, FrameTracker, VisionThread
from webui.i18n.free_names import distinct_name
from webui.identities import virtual_decks
from webui.table.commands.looking import is_source_id
from webui.table.errors import CommandError
from webui.table.inbox import DecksStatus
from webui.table.settings import CameraMode
from webui.table.thread import TableThread

WatcherFor: TypeAlias = Callable[[Mapping[str, int], int], FrameTracker]
"""Builds the tracker of a table with so many copies of these decks, through so many cameras."""

PREVIEW_PATIENCE_S: Final = 4.0
"""How long to wait for a camera's first frame for its preview."""

CURRENT: Final = "current"
"""The id of the source in use, if it is neither a camera of this machine nor the virtual table."""


def spec_of(
    text: str, *, seed: int = 0, seconds: float | None = None, decks: Sequence[str] = ()
) -> SourceSpec:
    """Read a source from its text on the command line or the page; a camera may be given by its name.

    The text of two cameras over one table joins both, the near half's first: `0 + 1`.
    The virtual table deals the house deck, parted into the players' and the Host's; where the first of ``decks`` is the
    English one, Pulp's deals of seven.
    """
    near, both, far = text.partition(JOIN)
    if both and not Path(text).exists():
        both_of = partial(spec_of, seed=seed, seconds=seconds, decks=decks)
        return replace(both_of(near), far=both_of(far))
    spec = parse_source(text)
    if spec.kind is SourceKind.CLIP and not Path(text).exists() and (camera := named_camera(text)):
        return SourceSpec(SourceKind.CAMERA, str(camera.index))
    if spec.kind is not SourceKind.DEMO:
        return spec
    if list(decks[:1]) == ["english"]:
        return SourceSpec(SourceKind.DEMO, seed=seed, seconds=seconds, deck=pulp_deck, cards=(4, 3))
    return SourceSpec(SourceKind.DEMO, seed=seed, seconds=seconds, deck=house_deck, piles=virtual_decks())


def text_of(spec: SourceSpec) -> str:
    """Return the text by which one source can be opened again, without any password."""
    return f"{REPLAY}{spec.address}" if spec.kind is SourceKind.RECORDING else spec.name


def remaining_decks(chosen: Sequence[str], known: Sequence[str]) -> list[str]:
    """Return the decks that were chosen on the page, without those that are gone."""
    return [name for name in chosen if name in known]


def first_decks(spec: SourceSpec) -> list[str]:
    """Return the deck that is switched on by default: that of the virtual table, or the tarot that most people have.

    Cards of another deck are noticed, and that deck is offered.
    """
    return ["house"] if spec.kind is SourceKind.DEMO else list(FIRST_DECKS)


class Looking:
    """The source in use and its decks; the vision thread follows them."""

    def __init__(
        self,
        spec: SourceSpec,
        decks: Sequence[str],
        watcher_for: WatcherFor,
        table_thread: TableThread,
        wall_clock: Callable[[], str],
        known_decks: Callable[[], Sequence[str]],
        listener: Listener,
        phone_feed: Callable[[], str] = str,
        passwords: Passwords | None = None,
    ) -> None:
        """``decks`` are those on the table: the virtual table deals the first; ``listener`` gets frames and statuses.

        ``phone_feed`` returns the address of the phone's frames; empty without a phone.
        """
        self._passwords = passwords or Passwords()
        self._first_spec = self._spec = self._unlocked(spec)
        self._texts: dict[SourceSpec, str | None] = {}
        """The chosen texts of the sources, as the table remembers them."""
        self._known_decks = known_decks
        self._first_decks = tuple(decks)
        self._copies = dict.fromkeys(decks, 1)
        self._phone_feed = phone_feed
        self._mode = CameraMode()
        self._watcher_for = watcher_for
        self._table_thread = table_thread
        self._previewing = threading.Lock()
        self._turning = threading.Lock()
        self._hurry = threading.Event()
        self.vision_thread = VisionThread(listener, self._new_tracker, wall_clock=wall_clock)

    def _new_tracker(self, spec: SourceSpec) -> FrameTracker:
        """The tracker of the source: a recording has its own readings."""
        if spec.kind is SourceKind.RECORDING:
            return RecordedTracker(Path(spec.address))
        return self._watcher_for(self._copies, spec.cameras)

    @property
    def spec(self) -> SourceSpec:
        """The source in use: a chosen one only after its first frame."""
        return self.vision_thread.spec or self._spec

    @property
    def decks(self) -> tuple[str, ...]:
        """The decks that are switched on."""
        return tuple(self._copies)

    def start(self) -> None:
        """Start the vision thread."""
        self._mode, copies, text = self._table_thread.ask(
            lambda table: (table.settings.camera, table.copies, table.source)
        )
        self._copies = {deck: copies.get(deck, 1) for deck in self._copies}
        self._spec = self._as_set(self._spec)
        self._texts[self._spec] = text
        self.vision_thread.start(self._spec)

    def _unlocked(self, spec: SourceSpec) -> SourceSpec:
        """A source with its password, if that is kept."""
        self._passwords.hide(spec.address)
        if spec.far is not None:
            return replace(self._unlocked(spec.alone), far=self._unlocked(spec.far))
        if spec.locked and spec.kind is SourceKind.STREAM:
            return replace(spec, address=self._passwords.reveal(spec.address))
        return spec

    def hide_password(self, text: str) -> str:
        """Return a source as it may be stored and shown; its password is kept in memory and the system's keyring."""
        near = text_of(self.spec.alone)
        return JOIN.join(near if part == CURRENT else self._passwords.hide(part) for part in text.split(JOIN))

    def _revealed(self, text: str) -> str:
        """Return a source's text with the passwords of its addresses, as far as they are known."""
        return JOIN.join(map(self._passwords.reveal, text.split(JOIN)))

    def check_source(self, text: str) -> None:
        """Check that a file exists.

        :raise CommandError: there is none of that name
        """
        spec = spec_of(self._revealed(text), decks=self.decks)
        if spec.is_missing:
            raise CommandError("no-such-source", given=text)

    def check_decks(self, names: Sequence[str]) -> None:
        """Check that these decks are known by name and can be read; no file is opened by a path.

        :raise ValueError: one of them is damaged or unknown
        """
        known = self.know_decks()
        if unknown := [name for name in names if name not in known]:
            raise CommandError("no-such-deck", deck=unknown[0], known=known)
        self._watcher_for(dict.fromkeys(names, 1), 1)

    def know_decks(self) -> tuple[str, ...]:
        """Make the decks that can be read known to the table, and return them."""
        known = tuple(self._known_decks())
        self._table_thread.on_status(DecksStatus(known))
        return known

    def apply_vision_settings(self, even_if_the_same: bool) -> None:
        """Apply the table's settings of source and decks, after a command or its undo.

        The settings are read from the table here, so that of two commands at once the last one holds.
        """
        with self._turning:
            chosen_copies, text, self._mode = self._table_thread.ask(
                lambda table: (table.copies, table.source, table.settings.camera)
            )
            # An undone command may name a deck that is gone.
            known = (*self._known_decks(), *self._first_decks)
            decks = remaining_decks(tuple(chosen_copies), known) or list(self._first_decks)
            copies = {deck: chosen_copies.get(deck, 1) for deck in decks}
            spec = self._spec_for(text, decks)
            self._texts = {self.spec: self.text_in_use(), spec: text}
            recopied = list(copies.items()) != list(self._copies.items())
            if spec == self._spec and not recopied and not even_if_the_same:
                return
            self._hurry.set()
            with self._previewing:  # A camera that is just being previewed cannot be opened a second time.
                self._hurry.clear()
                self._spec, self._copies = spec, copies
                self.vision_thread.change(spec, restart=recopied or even_if_the_same)

    def text_in_use(self) -> str | None:
        """Return the source in use, as the table remembers it."""
        return self._texts.get(self.spec)

    def _spec_for(self, text: str | None, decks: Sequence[str]) -> SourceSpec:
        """The source that was chosen on the page, or the one of the start; the virtual table lays the chosen decks."""
        first = self._first_spec
        if text is None and first.kind not in (SourceKind.DEMO, SourceKind.PHONE):
            return self._as_set(first)
        text = text or ("phone" if first.kind is SourceKind.PHONE else "demo")
        spec = spec_of(self._revealed(text), seed=first.seed, seconds=first.seconds, decks=decks)
        return self._as_set(spec)

    def _as_set(self, spec: SourceSpec) -> SourceSpec:
        """A camera with the table's settings; a phone at the address of its frames."""
        if spec.far is not None:
            return replace(self._as_set(spec.alone), far=self._as_set(spec.far))
        if spec.kind is SourceKind.CAMERA:
            mode = self._mode
            return replace(
                spec,
                size_wh=mode.size_wh,
                largest=mode.size == "largest",
                fps=float(mode.fps),
                hold=mode.hold,
            )
        return replace(spec, address=self._phone_feed()) if spec.kind is SourceKind.PHONE else spec

    def preview(self, source: str) -> Frame | None:
        """Return one frame of a source by its id; None if it gives none, or there is none of that id."""
        if source != CURRENT and not is_source_id(source):
            return None
        used = self.spec
        spec = used if source == CURRENT else self._spec_for(source, self.decks)
        if spec in (used, used.alone, used.far):
            newest = self.vision_thread.newest
            return newest.frame if newest and self.vision_thread.state in OPENED else None
        if not self._previewing.acquire(timeout=PREVIEW_PATIENCE_S):
            return None
        try:
            return self._first_picture(Capture(spec), time.monotonic() + PREVIEW_PATIENCE_S)
        finally:
            self._previewing.release()

    def _first_picture(self, capture: Capture, until_s: float) -> Frame | None:
        """The first frame of a source, None if none came in time or another preview is asked for."""
        capture.start()
        try:
            while time.monotonic() < until_s and not self._hurry.is_set():
                if (captured := capture.read(timeout_s=0.1)) is not None:
                    return captured.frame
        except SourceError:
            return None
        finally:
            capture.close()
        return None

    def sources(self) -> list[dict[str, object]]:
        """Return the sources that can be chosen, the virtual table last."""
        used = self.spec
        found: list[tuple[str, str, str]] = []
        for camera in list_cameras():
            found.append(
                ("camera", str(camera.index), distinct_name(camera.name, [name for *_, name in found]))
            )
        if used.kind is SourceKind.PHONE or self._phone_feed():
            found.append(("phone", "phone", ""))
        if used.kind not in (SourceKind.CAMERA, SourceKind.PHONE, SourceKind.DEMO):
            found.append(("file", CURRENT, Path(used.alone.name).name))
        found.append(("demo", "demo", ""))
        near, far = used.alone, used.far
        return [
            {
                "id": source,
                "kind": kind,
                "name": name,
                "current": _is_source(near, kind, source),
                "far": far is not None and kind != "file" and _is_source(far, kind, source),
            }
            for kind, source, name in found
        ]


def _is_source(spec: SourceSpec, kind: str, source: str) -> bool:
    if kind == "camera":
        return spec.kind is SourceKind.CAMERA and spec.address == source
    return kind == "file" or spec.kind == kind
