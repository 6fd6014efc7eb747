"""Playing cards read twice: by likeness to a known print design, and by rank and suit, whatever the design.

Each may name a card that the other leaves open. Their probabilities are not multiplied: both mistake the same
neighbours for each other. A card that they name differently is not named.

Of a card that is partly out of sight (outside the frame, under another card or a hand) pips mislead: seven of nine may
show. Such a card is named only if the index in one of its visible corners agrees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from vision.geometry import CORNER_REACH, is_reversed, length_of, points_inside
from vision.overlap import MOST, quad_iou, share_hidden
from vision.recognition.calibration import outweighs_doubt
from vision.recognition.corner_reader import CornerReader, index_places
from vision.recognition.gallery import Gallery
from vision.recognition.playing_cards import CODES, IndexReader, LogShares, has_playing_cards
from vision.recognition.visible import is_cut_by_frame
from vision.types import Candidate, Face, Frame, Quad, Reader, Reading, ReadRequest

SURE: Final = 0.99
"""Share from which a name is given: a wrong name costs a hundred questions. Of 1,571 names that designs kept out of
training got from here on none was wrong, of 1,136 in other fonts one, on crops far worse than most tables
(models/README.md). Less sure names are candidates."""


class PlayingCardReader:
    """Joins a reader of known designs with a reader of indices; ``corners`` confirms names of cards partly out of
    sight. Implements ``vision.types.Reader``."""

    def __init__(
        self, known_designs: Reader, indices: IndexReader, corners: CornerReader, galleries: Sequence[Gallery]
    ) -> None:
        self._known_designs = known_designs
        self._indices = indices
        self._corners = corners
        self._of_playing_cards = {one.deck for one in galleries if has_playing_cards([one])}
        self._decks: Mapping[str, str] = {code: g.deck for g in reversed(galleries) for code in g.codes}

    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        """Return one reading for each request, in order.

        Clear cards of other kinds are not asked for an index. Where the index is clear the design is not examined
        further.
        """
        readings = self._known_designs.read(frame, [replace(one, fast=True) for one in requests])
        asked = [
            i for i, one in enumerate(readings) if one.code is None or one.deck in self._of_playing_cards
        ]
        shares = dict(
            zip(asked, self._indices.log_shares(frame, [requests[i].quad for i in asked]), strict=True)
        )
        closer = [
            i for i in asked if readings[i].code is None and not (requests[i].fast or is_clear(shares[i]))
        ]
        again = self._known_designs.read(frame, [requests[i] for i in closer]) if closer else []
        for i, reading in zip(closer, again, strict=True):
            readings[i] = reading
        joined = [self._joined(one, shares[i]) if i in shares else one for i, one in enumerate(readings)]
        for i in closer:
            if readings[i].code is None:
                others = [other.quad for j, other in enumerate(requests) if j != i]
                quads = [q for q in requests[i].pose_hypotheses if not _is_anothers(q, others)]
                joined[i] = self._elsewhere(frame, quads, shares[i]) or joined[i]
        return self._borne_out(frame, requests, joined)

    def _borne_out(
        self, frame: Frame, requests: Sequence[ReadRequest], readings: Sequence[Reading]
    ) -> list[Reading]:
        """Remove the names of cards partly out of sight whose visible indices do not agree."""
        size_wh = (frame.shape[1], frame.shape[0])
        partial = []
        for i, (request, reading) in enumerate(zip(requests, readings, strict=True)):
            others = (other.quad for j, other in enumerate(requests) if j != i)
            if reading.code in CODES and (
                request.occluded
                or is_cut_by_frame(reading.quad, size_wh)
                or share_hidden(reading.quad, (*request.covers, *others)) > CORNER_REACH
            ):
                partial.append(i)
        kept = list(readings)
        corner_shares = self._corners.log_shares(frame, [readings[i].quad for i in partial])
        for i, corners in zip(partial, corner_shares, strict=True):
            if not has_index_of(readings[i], np.exp(corners), requests[i].covers, size_wh):
                kept[i] = _doubted(readings[i])
        return kept

    def _elsewhere(self, frame: Frame, quads: Sequence[Quad], here: LogShares) -> Reading | None:
        """Return a card's reading at another possible place if the index is clear there and nowhere favours another
        card."""
        there = self._indices.log_shares(frame, quads)
        shares = np.exp([here, *there])[:, : len(CODES)]
        likely = np.any(shares > 1 - shares, axis=0)
        read = (self._joined(Reading(q, Face.UP), s) for q, s in zip(quads, there, strict=True))
        return next((one for one in read if one.code and likely.sum() == 1), None)

    def _joined(self, reading: Reading, log_shares: LogShares) -> Reading:
        shares = np.exp(log_shares)
        best = int(shares[:-1].argmax())
        code, share = CODES[best], float(shares[best])
        if reading.code is not None:
            if code != reading.code and share > 1 - share:
                return _left_open(reading, code, share)
            return replace(reading, by_index=code == reading.code and share >= SURE)
        if share >= SURE and code in self._decks:
            upside_down = is_reversed(reading.quad)
            return Reading(reading.quad, Face.UP, code, self._decks[code], upside_down, share, by_index=True)
        face = Face.UP if outweighs_doubt(1 - shares[-1]) else reading.face
        return replace(reading, face=face, candidates=self._candidates(reading, shares))

    def _candidates(self, reading: Reading, shares: LogShares) -> tuple[Candidate, ...]:
        """Return what the known designs and the index find likely, best first."""
        likely = dict(reading.candidates)
        for i in np.argsort(-shares[:-1], kind="stable")[:3]:
            if CODES[i] in self._decks and shares[i] >= 1 - SURE:
                likely[CODES[i]] = max(likely.get(CODES[i], 0.0), round(float(shares[i]), 3))
        return tuple(sorted(likely.items(), key=lambda one: -one[1])[:3])


def has_index_of(
    reading: Reading, corners: LogShares, covers: Sequence[Quad], size_wh: tuple[int, int]
) -> bool:
    """Return whether a fully visible index, within corner errors, agrees with a card's reading; ``corners`` are the
    shares of the four corners, shape (4, 53)."""
    reach = CORNER_REACH * length_of(reading.quad)
    in_sight = [
        bool((place >= -reach).all() and (place <= np.array(size_wh) - 1 + reach).all())
        and not any(points_inside(place, cover).any() for cover in covers)
        for place in index_places(reading.quad)
    ]
    shares = corners[:, CODES.index(str(reading.code))]
    return bool((shares > 1 - shares)[in_sight].any())


def _doubted(reading: Reading) -> Reading:
    """Return a reading without its name, which becomes a candidate."""
    named = (str(reading.code), round(reading.confidence / 2, 3))
    return Reading(reading.quad, Face.UP, candidates=(named, *reading.candidates)[:3])


def _is_anothers(quad: Quad, others: Sequence[Quad]) -> bool:
    """Return whether a place is another card's, which would be named twice."""
    return any(quad_iou(quad, other) > MOST for other in others)


def is_clear(log_shares: LogShares) -> bool:
    """Return whether the index names a card, from log-shares, shape (53,)."""
    return bool(np.exp(log_shares[: len(CODES)].max()) >= SURE)


def _left_open(reading: Reading, code: str, share: float) -> Reading:
    """Return a reading whose name the index contradicts: both names become candidates."""
    both = ((code, round(share, 3)), (str(reading.code), round(reading.confidence, 3)))
    return Reading(reading.quad, Face.UP, candidates=both)
