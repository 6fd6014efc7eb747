"""Searching the whole picture for names that no reading of a card's place gave: once for each card, beside the frames.

A card of which a quarter shows is found by its features although its corners lie under others, so that reading it
where a detector saw something gives no name (decision 029).
"""

from __future__ import annotations

import logging
import math
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor, Future

from vision.geometry import length_of, turn_between
from vision.overlap import MOST, NEARLY_ALL, is_taken, quad_iou
from vision.scene.background import SceneMasks
from vision.scene.changes import Changes
from vision.scene.table_plane import PLAUSIBLE, TablePlane
from vision.tracking.belief import Observation
from vision.tracking.names import ONE_OF_EACH, Copies
from vision.tracking.track import CardTrack
from vision.types import Face, Frame, Reading, Searcher

log = logging.getLogger(__name__)


class AtOnce(Executor):
    """Does what it is given before it returns: where every frame counts, as in files, and time does not."""

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]  # the base class's types are longer
        """Do it; what goes wrong is in the future, as with any executor."""
        future = Future()  # type: ignore[var-annotated]
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class TableSearch:
    """Asks a searcher about a table that rests while no reading could name a card on it; one search at a time.

    A card is looked for again once something has changed at its place. A search that fails is left out.
    """

    def __init__(self, searcher: Searcher, executor: Executor, copies: Copies = ONE_OF_EACH) -> None:
        self._searcher, self._executor, self._copies = searcher, executor, copies
        self._asked: Future[list[Reading]] | None = None
        self._asked_s = -math.inf

    @property
    def is_under_way(self) -> bool:
        """Whether a search was asked for and has not answered."""
        return self._asked is not None

    def forget(self) -> None:
        """Let a search go whose picture is no longer what the camera sees, and look again at every place."""
        self._asked, self._asked_s = None, -math.inf

    def step(
        self,
        cards: Sequence[CardTrack],
        frame: Frame,
        t_s: float,
        masks: SceneMasks,
        changes: Changes,
        plane: TablePlane,
    ) -> list[Reading]:
        """Ask if need be, name the cards that an answer is about, and return what it names where no card is known."""
        since = changes.after(self._asked_s, masks)
        if self._asked is None and not masks.busy and any(wants_search(card, since) for card in cards):
            self._asked, self._asked_s = self._executor.submit(self._searcher.find, frame.copy()), t_s
            since = changes.after(t_s, masks)
        if self._asked is None or not self._asked.done():
            return []
        answer, self._asked = self._asked, None
        failed = answer.exception()
        if failed is not None:
            log.warning("a search of the picture failed and is left out", exc_info=failed)
            return []
        unmoved = [one for one in answer.result() if since.moving_share(one.quad) == 0]
        return named(cards, of_their_size(unmoved, cards, plane), self._copies)


def wants_search(card: CardTrack, since: SceneMasks) -> bool:
    """Whether a card in full sight has no name after many readings, and its place has changed since the last search."""
    unread = card.face is Face.UP and card.code is None and card.unchanged
    exhausted = unread and card.belief.is_exhausted and not card.is_occluded
    return exhausted and since.moving_share(card.pose.quad) > 0


def of_their_size(found: Sequence[Reading], cards: Sequence[CardTrack], plane: TablePlane) -> list[Reading]:
    """Leave out what no card can look like there: as the plane has it, or, while no card was read, as the backs that
    lie there look."""
    lengths = [length_of(card.pose.quad) for card in cards if card.settled_s is not None]
    if plane.is_known or not lengths:
        return [one for one in found if plane.fits(one.quad)]
    shortest, longest = PLAUSIBLE[0] * min(lengths), PLAUSIBLE[1] * max(lengths)
    return [one for one in found if shortest <= length_of(one.quad) <= longest]


def named(
    cards: Sequence[CardTrack], found: Sequence[Reading], copies: Copies = ONE_OF_EACH
) -> list[Reading]:
    """Give cards the names that were found at their places, and return the other finds: cards of their own.

    A place that a card with a name holds gives none, nor does a name found more often than its deck has it. What has no
    name and is most likely the card that was found, with corners too loose to read it by, makes way for it; one from
    whose own place the same name was read lies well enough. A part within the find's quad is not that card: in a heap
    it is as well the next one.
    """
    times = Counter((reading.deck, reading.code) for reading in found)
    taken = [card.pose.quad for card in cards if card.code is not None]
    nameless = [card for card in cards if card.code is None]
    others = []
    for reading in sorted(found, key=lambda one: -one.confidence):
        too_often = times[reading.deck, reading.code] > copies.get(reading.deck or "", 1)
        if too_often or is_taken(reading.quad, taken):
            continue
        taken.append(reading.quad)
        likest = max(nameless, key=lambda card: quad_iou(card.pose.quad, reading.quad), default=None)
        shared = 0.0 if likest is None else quad_iou(likest.pose.quad, reading.quad)
        if likest is None or shared <= MOST:
            others.append(reading)
            continue
        nameless = [card for card in nameless if card is not likest]
        if contradicts(likest, reading):
            continue
        if likest.lies and (shared > NEARLY_ALL or reading.code in likest.belief.names_read()):
            believe(likest, reading)
        else:
            likest.leave()
            others.append(reading)
    return others


def contradicts(card: CardTrack, reading: Reading) -> bool:
    """Whether the card's own readings said another name."""
    return bool(card.belief.names_read() - {reading.code})


def believe(card: CardTrack, reading: Reading) -> None:
    """Let a card bear the name that was found at its place: a search has a bar of its own, and no second look."""
    card.belief.clear()
    for _ in range(2):
        card.belief.add(Observation(reading, turn_between(reading.quad, card.pose.quad)))
