"""Single pictures: the networks recognize first, local features search for the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from vision.geometry import CORNER_REACH, quad_area, quad_size_wh
from vision.overlap import (
    MOST,
    NAMED_TWICE_SHARE,
    NEARLY_ALL,
    is_known,
    is_mostly_on,
    overlap_area,
    quad_iou,
    share_hidden,
)
from vision.recognition.backs import with_backs
from vision.recognition.calibration import SMALL_PX
from vision.recognition.embedder import Embedder
from vision.recognition.pipeline import Recognizer
from vision.types import Candidate, Classifier, Face, Frame, Reading, Searcher

READABLE_PX: Final = 24.0
"""Least height of a card in a picture: at this height no card is read, and what looks like one is print."""

SURELY_A_CARD: Final = 2.0
"""Log-odds of card against anything else from which an unnamed reading is surely a card."""

UNLIKE: Final = 0.01
"""Probability of the likeliest name below which a card that is seen well has none in the decks asked for."""


class PhotoRecognizer:
    """Recognizer of single pictures: networks first, local features for unnamed cards.

    Where both name a card differently neither is believed: a wrong name is worse than none.
    """

    def __init__(
        self,
        quick: Recognizer,
        search: Searcher,
        embedder: Embedder | None = None,
        classifier: Classifier | None = None,
    ) -> None:
        """Prepare; ``quick`` are the networks; ``search`` is asked only where they leave a card without a name.

        With an ``embedder``, unknown cards of one design become backs; with a ``classifier``, unnamed detections that
        are likelier no card are left out.
        """
        self._quick = quick
        self._search = search
        self._embedder = embedder
        self._classifier = classifier

    def recognize(self, frame: Frame) -> list[Reading]:
        """Return one reading for each card that either detects."""
        found = voted(once_each(self._quick.recognize(frame)))
        if not found or any(reading.code is None and reading.face is Face.UP for reading in found):
            found = joined(found, self._search.find(frame))
        found = without_parts(found)
        found = with_backs(frame, found, self._embedder) if self._embedder else found
        return cards_among(frame, found, self._classifier)


def voted(readings: Sequence[Reading]) -> list[Reading]:
    """Remove the names of small cards where less than half of the picture's faces have one.

    Other cards vote where there are no other frames: on a table of another deck the few that appear alike are outvoted.
    Names by index are exempt: they are the same in any deck.
    """
    faces = [reading for reading in without_parts(readings) if reading.face is Face.UP]
    named = sum(reading.code is not None for reading in faces)
    if 2 * named >= len(faces):
        return list(readings)
    return [_doubted(one) if _is_small(one) and not one.by_index else one for one in readings]


def _is_small(reading: Reading) -> bool:
    return quad_size_wh(reading.quad)[1] < SMALL_PX


def _doubted(reading: Reading) -> Reading:
    """Return a reading without its name, which becomes a candidate."""
    if reading.code is None:
        return reading
    candidates = ((reading.code, reading.confidence / 2), *reading.candidates)
    return replace(reading, code=None, deck=None, reversed=None, confidence=0.0, candidates=candidates[:3])


def joined(quick: Sequence[Reading], patient: Sequence[Reading]) -> list[Reading]:
    """Join two readers' readings of one picture: a card that only one names is named by it."""
    together: list[Reading] = []
    left = list(patient)
    for reading in quick:
        same = max(left, key=lambda other: quad_iou(reading.quad, other.quad), default=None)
        if same is None or not _same_card(reading, same):
            together.append(reading)
            continue
        # By identity: readings hold arrays, which do not compare to one truth.
        left = [other for other in left if other is not same]
        together.append(_agreed(reading, same))
    added = [other for other in left if not _is_named_twice(other, together)]
    named = [reading for reading in together if reading.code is not None]
    # A named card from features and an unnamed, slightly askew one from the networks are one card; so are two
    # detections of which one is named.
    unnamed = (
        reading
        for reading in together
        if reading.code is None
        and not is_known(reading.quad, [card.quad for card in added])
        and not any(_same_card(reading, other) for other in named)
    )
    return [*named, *unnamed, *added]


def once_each(readings: Sequence[Reading]) -> list[Reading]:
    """Leave out names that a surer reading gives to the same place, as for a card detected twice."""
    surest_first = sorted(readings, key=lambda reading: -reading.confidence)
    kept: list[Reading] = []
    for reading in surest_first:
        if reading.code is None or not _is_named_twice(reading, kept):
            kept.append(reading)
    return kept


def without_parts(readings: Sequence[Reading]) -> list[Reading]:
    """Leave out unnamed readings within another card, or mostly on named ones.

    Cards of one deck are of one size; a quad that reaches from one named card to the next shows mostly theirs.
    """
    named = [reading.quad for reading in readings if reading.code is not None]
    return [
        reading
        for reading in readings
        if reading.code is not None
        or not (any(_is_part(reading, other) for other in readings) or is_mostly_on(reading.quad, named))
    ]


def cards_among(frame: Frame, readings: Sequence[Reading], classifier: Classifier | None) -> list[Reading]:
    """Leave out unnamed readings that are likelier no card, if there is a classifier, or too low to be read; mark those
    that are surely cards of another deck."""
    kept = [r for r in readings if r.code is not None or quad_size_wh(r.quad)[1] >= READABLE_PX]
    unnamed = [i for i, r in enumerate(kept) if r.code is None]
    if classifier is None or not unnamed:
        return kept
    odds = classifier.log_odds(frame, np.stack([kept[i].quad for i in unnamed])).tolist()
    weighed = {
        i: replace(kept[i], other_deck=is_of_other_deck(kept[i], log_odds, kept))
        for i, log_odds in zip(unnamed, odds, strict=True)
        if log_odds >= 0
    }
    return [weighed.get(i, one) for i, one in enumerate(kept) if one.code is not None or i in weighed]


def is_of_other_deck(reading: Reading, log_odds: float, others: Sequence[Reading]) -> bool:
    """Return whether an unnamed reading is surely a card, seen well enough to be named if its deck were known."""
    likeliest = max((share for _, share in reading.candidates), default=0.0)
    around = [other.quad for other in others if other is not reading]
    is_clear = not _is_small(reading) and share_hidden(reading.quad, around) <= CORNER_REACH
    return reading.face is Face.UP and is_clear and log_odds >= SURELY_A_CARD and likeliest < UNLIKE


def _is_part(reading: Reading, other: Reading) -> bool:
    area, whole = abs(quad_area(reading.quad)), abs(quad_area(other.quad))
    return area < NEARLY_ALL * whole and overlap_area(reading.quad, other.quad) > NEARLY_ALL * area


def _agreed(quick: Reading, patient: Reading) -> Reading:
    if quick.code is None or quick.code == patient.code:
        # The homography of many features fits the card better than a network's corners.
        return patient if patient.confidence >= quick.confidence else replace(quick, quad=patient.quad)
    both = ((quick.code, quick.confidence / 2), (str(patient.code), patient.confidence / 2))
    return replace(
        quick,
        code=None,
        deck=None,
        reversed=None,
        confidence=0.0,
        candidates=tuple(sorted(both, key=_likelihood)),
    )


def _likelihood(candidate: Candidate) -> float:
    return -candidate[1]


def _same_card(one: Reading, other: Reading) -> bool:
    """Return whether two readings are of one card: they share most of what either covers."""
    return quad_iou(one.quad, other.quad) > MOST


def _is_named_twice(reading: Reading, others: Sequence[Reading]) -> bool:
    """Return whether a name from a few features is mostly in a card that has it already."""
    area = abs(quad_area(reading.quad))
    return any(
        other.code == reading.code and overlap_area(other.quad, reading.quad) > NAMED_TWICE_SHARE * area
        for other in others
    )
