"""Searching the whole picture for names that no reading of a card's place gave: once for each card, beside the frames.

A card of which a quarter shows is found by its features although its corners lie under others, so that reading it
where a detector saw something is in vain (decision 029).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor, Future
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.geometry import quad_area, turn_between
from vision.overlap import PART_SHARE, PICTURE_IOU, is_taken, overlap_area, quad_iou
from vision.scene.background import SceneMasks
from vision.tracking.belief import READINGS_NEEDED, Observation
from vision.tracking.track import CardTrack
from vision.types import Face, Frame, Reading, Searcher


class AtOnce(Executor):
    """Does what it is given before it returns: where every frame counts, as in files, and time does not."""

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]  # the base class's types are longer
        """Do it; what goes wrong is told by the future, as with any executor."""
        future = Future()  # type: ignore[var-annotated]
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class TableSearch:
    """Asks a searcher about a table that rests while a card on it was read in vain; one search at a time.

    A card is looked for again once something has changed at its place.
    """

    def __init__(self, searcher: Searcher, executor: Executor) -> None:
        self._searcher, self._executor = searcher, executor
        self._asked: Future[list[Reading]] | None = None
        self._since: NDArray[np.bool_] | None = None

    def step(self, cards: Sequence[CardTrack], frame: Frame, masks: SceneMasks) -> list[Reading]:
        """Ask if need be, name the cards that an answer is about, and return what it names where no card is known."""
        if self._since is None or self._since.shape != masks.changed.shape:
            self._since = np.ones_like(masks.changed)
        self._since |= masks.changed
        since = replace(masks, changed=self._since)
        if self._asked is None and not masks.busy and any(wants_search(card, since) for card in cards):
            self._asked = self._executor.submit(self._searcher.find, frame.copy())
            self._since = np.zeros_like(masks.changed)
        if self._asked is None or not self._asked.done():
            return []
        found, self._asked = self._asked.result(), None
        unchanged = replace(masks, changed=self._since)
        return named(cards, [one for one in found if unchanged.moving_share(one.quad) == 0])


def wants_search(card: CardTrack, since: SceneMasks) -> bool:
    """Whether a card lies face up in full sight, was read in vain, and its place has changed since the last search."""
    unread = card.face is Face.UP and card.code is None and card.lies_unchanged
    in_vain = unread and card.identity.was_read_enough and not card.is_hindered
    return in_vain and since.moving_share(card.pose.quad) > 0


def named(cards: Sequence[CardTrack], found: Sequence[Reading]) -> list[Reading]:
    """Give cards the names that were found at their places, and return the finds where no card is known.

    A place that a card with a name holds gives none, nor does a name that was found twice.
    """
    times = Counter(reading.code for reading in found)
    found = [reading for reading in found if times[reading.code] == 1]
    taken = [card.pose.quad for card in cards if card.code is not None]
    nameless = [card for card in cards if card.code is None and card.lies_unchanged]
    bare = []
    for reading in sorted(found, key=lambda one: -one.confidence):
        if is_taken(reading.quad, taken):
            continue
        taken.append(reading.quad)
        here = [card for card in nameless if _is_here(card, reading)]
        if not here:
            bare.append(reading)
            continue
        likest = max(here, key=lambda card: quad_iou(card.pose.quad, reading.quad))
        nameless = [card for card in nameless if card is not likest]
        believe(likest, reading)
    return bare


def believe(card: CardTrack, reading: Reading) -> None:
    """Let a card bear the name that was found, unless its own readings said another."""
    belief, quad = card.identity.belief, card.pose.quad
    if belief.heard() - {reading.code}:
        return
    # The find is of the whole card, the track's quad perhaps of what shows: their middles differ, not their directions.
    centred = reading.quad + (quad.mean(axis=0) - reading.quad.mean(axis=0))
    belief.clear()
    for _ in range(READINGS_NEEDED):
        belief.add(Observation(reading, turn_between(centred, quad)))


def _is_here(card: CardTrack, reading: Reading) -> bool:
    """Whether a find is a card that is known, of which perhaps a part alone was seen."""
    quad = card.pose.quad
    part = overlap_area(quad, reading.quad) >= PART_SHARE * abs(quad_area(quad))
    return part or quad_iou(quad, reading.quad) > PICTURE_IOU
