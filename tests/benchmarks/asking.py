"""The table that the page shows, behind a tracker: what it asks, and which of that in vain."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import numpy as np

from tests.benchmarks.events import NEAR
from tests.webui.session import after_looking
from vision.tracking.tracker import Tracker
from vision.types import EventKind, Face, FrameResult, Quad, Track
from vision.virtual import RenderedFrame, Throw, VirtualTable
from vision.virtual.truth import Phase, TrueCard, truth_of
from webui.camera.reports import SeenFrame
from webui.identities import TAROT_CODES
from webui.storage.store import Store
from webui.table.log.logged import Entry
from webui.table.readings import FreshReadings
from webui.table.seen.cards import Question
from webui.table.state import TableState

PLAIN: Final = 0.95
"""A card lies in plain sight with this share of it visible."""


@dataclass(slots=True)
class Asked:
    """A question about a card: in which throw, when, how long after the card had come to rest, and the true card that
    lay there face up, with its visible share; ``named_s`` is when the table named it itself."""

    kind: str
    throw_s: float
    t_s: float
    rested_s: float
    card: int | None
    visible: float
    named_s: float | None = None

    @property
    def is_vain(self) -> bool:
        """Whether nobody need have been asked."""
        return self.card is None or self.named_s is not None


@dataclass(frozen=True, slots=True)
class Questions:
    """What was asked on a session of so many throws."""

    throws: int
    asked: list[Asked]

    @property
    def vain_throws(self) -> int:
        """Throws with a question in vain."""
        return len({asked.throw_s for asked in self.asked if asked.is_vain})


def as_tarot(code: str | None) -> str | None:
    """Return a card that the rules know for one of a drawn deck, always the same."""
    if code is None or code in TAROT_CODES:
        return code
    return TAROT_CODES[int(code[1:]) % len(TAROT_CODES)]


def stands_whole(entry: Entry, dealt: Throw) -> bool:
    """Tell whether an entry of the log holds each seat's cards, in whatever order, and no others."""
    kept = {seat.id: Counter(card.card for card in seat.cards) for seat in entry.seats}
    return kept == {"players": Counter(map(as_tarot, dealt.near)), "host": Counter(map(as_tarot, dealt.far))}


class Asking:
    """A table behind a tracker, and what it asks and keeps in its log."""

    def __init__(self, store: Store, lying: Callable[[int], Iterable[TrueCard]]) -> None:
        """``lying`` tells by a frame's number which true cards lie on the table."""
        self.asked: list[Asked] = []
        self._lying = lying
        noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
        self._table = TableState(store, FreshReadings(lambda: noon), run="run", known_decks=("house",))
        self._key: int | None = None

    def look(self, timed: RenderedFrame, seen: FrameResult) -> None:
        """Take in one frame."""
        known = tuple(replace(track, code=as_tarot(track.code)) for track in seen.tracks)
        look = SeenFrame(replace(seen, tracks=known), timed.image, pipeline=1)
        self._table = after_looking(self._table, look)
        for event in seen.events:
            if event.kind is EventKind.SETTLED and event.track is not None and event.track.code is not None:
                self._answer(event.track, timed)
        judged = self._table.judgement
        card = judged.card if isinstance(judged, Question) else None
        before, self._key = self._key, card.key if card else None
        if isinstance(judged, Question) and card is not None and card.key != before:
            self._ask(judged.kind, self._table.sight.as_read[card.key], timed)

    def whole(self, dealt: Iterable[Throw]) -> int:
        """Return how many of these throws stand in the log as they were dealt."""
        log = [logged.whole for logged in self._table.projection.entries.log]
        return sum(any(stands_whole(entry, throw) for entry in log) for throw in dealt)

    def _ask(self, kind: str, track: Track, timed: RenderedFrame) -> None:
        true = self._true_card(track.quad, timed.frame)
        began_s, rested_s = self._table.throw.began_s or 0.0, timed.t_s - track.since_s
        key, visible = (true.id, true.visible) if true else (None, 0.0)
        self.asked.append(Asked(kind, began_s, timed.t_s, rested_s, key, visible))

    def _answer(self, track: Track, timed: RenderedFrame) -> None:
        """Take note of a name that the table found itself."""
        open_ones = [asked for asked in self.asked if asked.card is not None and asked.named_s is None]
        true = self._true_card(track.quad, timed.frame) if open_ones else None
        for asked in open_ones:
            if true is not None and asked.card == true.id:
                asked.named_s = timed.t_s

    def _true_card(self, quad: Quad, frame: int) -> TrueCard | None:
        """Return the card that lies face up nearest to a place, if one is near."""
        middle, best, nearest = quad.mean(axis=0), None, NEAR
        for card in self._lying(frame):
            length = float(np.linalg.norm(card.quad[3] - card.quad[0]))
            apart = float(np.hypot(*(card.quad.mean(axis=0) - middle))) / length
            if apart < nearest and card.face is Face.UP and card.phase is Phase.LYING:
                best, nearest = card, apart
        return best


def questions(
    table: VirtualTable, tracker: Tracker, frames: Iterable[RenderedFrame] | None = None
) -> Questions:
    """Watch a session (``frames``, if they were rendered before) and return what was asked."""
    truth = truth_of(table)
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        asking = Asking(store, lambda frame: truth.at(frame).cards)
        for timed in table if frames is None else frames:
            asking.look(timed, tracker.step(timed.image, timed.t_s))
        store.close()
    return Questions(len(table.dealt), asking.asked)
