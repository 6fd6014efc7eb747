"""Single pictures: the networks recognize first, local features search for the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from vision.geometry import quad_area, quad_size_wh
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
from vision.recognition.backs import backs_among
from vision.recognition.calibration import DOUBTFUL_ODDS, SMALL_PX, logistic, outweighs_doubt, with_odds
from vision.recognition.embedder import Embedder
from vision.recognition.pipeline import Recognizer
from vision.types import Candidate, Face, Frame, Reading, Searcher, SideClassifier

READABLE_PX: Final = 24.0
"""Least height of a card in a picture: at this height no card is read, and what looks like one is print."""

CARD_WEIGHTS: Final = (-0.54, 0.85, 1.10)
BACK_WEIGHTS: Final = (0.04, 0.84, 1.15)
"""Weights of :func:`card_inputs` and :func:`back_inputs`, fitted by ``models.training.calibrate_detections``."""

OTHER_DECK_WEIGHTS: Final = (0.35, -1.04, 1.60, -0.70, -3.17)
"""Weights of :func:`other_deck_inputs`, fitted by ``python -m tests.benchmarks.other_deck``."""

LEAST_SHARE: Final = 1e-3
"""Least probability, of anything and of its contrary, that counts: candidates are given to three digits."""

SURELY_ANOTHER: Final = 0.95
"""Probability from which a card is called one of another deck."""


class PhotoRecognizer:
    """Recognizer of single pictures: networks first, local features for unnamed cards.

    Where both name a card differently neither is believed: a wrong name is worse than none.
    """

    def __init__(
        self,
        quick: Recognizer,
        search: Searcher,
        embedder: Embedder | None = None,
        classifier: SideClassifier | None = None,
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
        return cards_among(frame, without_parts(found), self._classifier, self._embedder)


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
    candidates = ((reading.code, with_odds(reading.confidence, 1 / DOUBTFUL_ODDS)), *reading.candidates)
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


def cards_among(
    frame: Frame,
    readings: Sequence[Reading],
    classifier: SideClassifier | None,
    embedder: Embedder | None = None,
) -> list[Reading]:
    """Leave out unnamed readings that are too low to be read or, by the classifier, likelier no card; turn backs face
    down, by the classifier and, with an embedder, by a design that several cards have; mark what is surely of another
    deck. What shows such a design is a card whatever the classifier says.
    """
    kept = [r for r in readings if r.code is not None or quad_size_wh(r.quad)[1] >= READABLE_PX]
    unnamed = [i for i, r in enumerate(kept) if r.code is None]
    card_odds = np.full(len(kept), np.inf)
    if classifier is not None and unnamed:
        odds = classifier.card_and_back(frame, np.stack([kept[i].quad for i in unnamed]))
        for i, (card, back) in zip(unnamed, odds.tolist(), strict=True):
            card_odds[i] = np.dot(CARD_WEIGHTS, card_inputs(card, kept[i].detected))
            kept[i] = with_side(kept[i], back)
    cards = card_odds >= 0
    if embedder is not None:
        backs = backs_among(frame, kept, cards, embedder)
        kept = [_face_down(one) if is_back else one for one, is_back in zip(kept, backs, strict=True)]
        cards |= backs
    found = [one for one, is_card in zip(kept, cards, strict=True) if is_card]
    if classifier is None:
        return found
    shares = [
        other_deck_probability(one, log_odds, found)
        for one, log_odds in zip(found, card_odds[cards], strict=True)
    ]
    return [
        replace(one, other_deck=share >= SURELY_ANOTHER) for one, share in zip(found, shares, strict=True)
    ]


def card_inputs(log_odds: float, score: float) -> tuple[float, ...]:
    """Return the inputs of the log-odds of a card: a constant, the classifier's, and those of the detector's score."""
    return 1.0, log_odds, _log_odds(score)


def back_inputs(log_odds: float, *, is_down: bool) -> tuple[float, ...]:
    """Return the inputs of the log-odds of a back: a constant, the classifier's, and what the detector took it for."""
    return 1.0, log_odds, 1.0 if is_down else -1.0


def _log_odds(share: float) -> float:
    return float(np.log((share + LEAST_SHARE) / (1 - share + LEAST_SHARE)))


def with_side(reading: Reading, back: float) -> Reading:
    """Return an unnamed card's reading with the side that it shows, by the classifier's log-odds of a back; a likely
    name is a face's."""
    likeliest = max((share for _, share in reading.candidates), default=0.0)
    inputs = back_inputs(back, is_down=reading.face is Face.DOWN)
    if outweighs_doubt(likeliest) or np.dot(BACK_WEIGHTS, inputs) < 0:
        return replace(reading, face=Face.UP)
    return _face_down(reading)


def _face_down(reading: Reading) -> Reading:
    return replace(reading, face=Face.DOWN, candidates=())


def other_deck_inputs(reading: Reading, readings: Sequence[Reading]) -> tuple[float, ...]:
    """Return the inputs of the log-odds that an unnamed card is of none of the decks asked for.

    They are a constant, the log-odds of its likeliest name, the logarithm of its height in units of ``SMALL_PX``, the
    share of it that the picture's other cards hide, and the share of the other faces that have a name.
    """
    likeliest = max((share for _, share in reading.candidates), default=0.0)
    others = [other for other in readings if other is not reading]
    faces = [other for other in others if other.face is Face.UP]
    named = sum(other.code is not None for other in faces) / max(len(faces), 1)
    return (
        1.0,
        _log_odds(likeliest),
        float(np.log(quad_size_wh(reading.quad)[1] / SMALL_PX)),
        share_hidden(reading.quad, [other.quad for other in others]),
        named,
    )


def other_deck_probability(reading: Reading, card: float, readings: Sequence[Reading]) -> float:
    """Return the probability, 0 to 1, that a reading without a name is a card of no deck that was asked for.

    ``card`` are the log-odds that it is a card at all; ``readings`` all of the picture. Of a back nothing is said: 0.
    """
    if reading.face is not Face.UP or reading.code is not None:
        return 0.0
    is_card = logistic((0.0, 1.0), (card,))
    return is_card * logistic(OTHER_DECK_WEIGHTS, other_deck_inputs(reading, readings)[1:])


def _is_part(reading: Reading, other: Reading) -> bool:
    area, whole = abs(quad_area(reading.quad)), abs(quad_area(other.quad))
    return area < NEARLY_ALL * whole and overlap_area(reading.quad, other.quad) > NEARLY_ALL * area


def _agreed(quick: Reading, patient: Reading) -> Reading:
    if quick.code is None or quick.code == patient.code:
        # The homography of many features fits the card better than a network's corners.
        return patient if patient.confidence >= quick.confidence else replace(quick, quad=patient.quad)
    both = _one_of_two((quick.code, quick.confidence), (str(patient.code), patient.confidence))
    return replace(quick, code=None, deck=None, reversed=None, confidence=0.0, candidates=both)


def _one_of_two(one: Candidate, other: Candidate) -> tuple[Candidate, ...]:
    """Return the probabilities of two names, likeliest first, that two readers give independently to one card, of which
    at most one is right."""
    (code, share), (other_code, other_share) = one, other
    right = {code: share * (1 - other_share), other_code: other_share * (1 - share)}
    total = sum(right.values()) + (1 - share) * (1 - other_share)
    shares = {name: value / total if total else 0.5 for name, value in right.items()}
    return tuple(sorted(shares.items(), key=_likelihood))


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
