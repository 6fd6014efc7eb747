"""Search for unread cards in decks that are not switched on, beside the frames."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Final, TypeAlias

from vision.recognition.gallery import Gallery, GalleryError
from vision.types import Face, Frame, FrameResult, Quad, Reader, ReadRequest, TrackState
from webui.camera.decks.readable import DeckError, Decks
from webui.camera.trackers import make_reader

log = logging.getLogger(__name__)

EVERY_S: Final = 1.0
"""Least seconds between two searches."""

SEARCHES: Final = 2
"""Searches that must give the same deck before anybody is asked."""

NAMELESS: Final = (TrackState.STILL, TrackState.UNREADABLE)
"""States of a card that lies there and has no name yet, or was given up."""

MakeReader: TypeAlias = Callable[[Sequence[Gallery]], Reader]


class OtherDecks:
    """Finds a deck in play that is not switched on: cards without a name are read as its."""

    def __init__(
        self,
        decks: Decks,
        switched_on: Callable[[], Sequence[str]],
        found: Callable[[str], None],
        beside: Executor | None = None,
        make_reader: MakeReader = make_reader,
    ) -> None:
        """Prepare; ``found`` is called with the name of a deck, once each; ``beside`` runs slow functions."""
        self._decks, self._switched_on, self._found = decks, switched_on, found
        self._beside = beside or ThreadPoolExecutor(1, thread_name_prefix="other decks")
        self._make_reader = make_reader
        self._reader: tuple[tuple[str, ...], Reader] | None = None
        self._searching: Future[None] | None = None
        self._searched_s = -EVERY_S
        self._names: Counter[str] = Counter()
        self._announced: set[str] = set()

    def see(self, frame: Frame, result: FrameResult) -> None:
        """Search for one of the unread cards, if the last search is over; returns at once."""
        if self._searching is not None and not self._searching.done():
            return
        if abs(result.t_s - self._searched_s) < EVERY_S:
            return
        unread = [
            track.quad
            for track in result.tracks
            if track.face is Face.UP and track.state in NAMELESS and not track.hidden
        ]
        if unread:
            self._searched_s = result.t_s
            self._searching = self._beside.submit(self._search, frame, unread)

    # --- beside the frames ---

    def _search(self, frame: Frame, quads: Sequence[Quad]) -> None:
        try:
            on = tuple(self._switched_on())
            reader = self._reader_of(tuple(name for name in self._decks.names() if name not in on))
            readings = reader.read(frame, [ReadRequest(quad, Face.UP) for quad in quads]) if reader else []
        except Exception:  # A missing question harms nobody.
            log.exception("other decks could not be searched")
            return
        for deck in {reading.deck for reading in readings if reading.code is not None}:
            self._count(str(deck))

    def _count(self, deck: str) -> None:
        self._names[deck] += 1
        if self._names[deck] >= SEARCHES and deck not in self._announced:
            self._announced.add(deck)
            self._found(deck)

    def _reader_of(self, names: tuple[str, ...]) -> Reader | None:
        """Return a reader of the usable ones among these decks; None if there are none."""
        if self._reader is None or self._reader[0] != names:
            galleries = [gallery for name in names if (gallery := self._loaded(name)) is not None]
            if not galleries:
                return None
            self._reader = names, self._make_reader(galleries)
        return self._reader[1]

    def _loaded(self, name: str) -> Gallery | None:
        try:
            return self._decks.load(name)
        except (DeckError, GalleryError):
            return None
