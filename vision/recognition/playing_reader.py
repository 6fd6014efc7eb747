"""Playing cards read by likeness to a known print design, by rank and suit whatever the design, and by their corners.

One calibrated probability joins the three (:mod:`vision.recognition.playing_evidence`). They are not multiplied: all
mistake the same neighbours for each other. Of a card that is partly out of sight (outside the frame, under another card
or a hand) pips mislead, since seven of nine may show; its corners weigh more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry import CORNER_REACH, is_reversed, length_of, points_inside
from vision.overlap import MOST, quad_iou, share_hidden
from vision.recognition.calibration import outweighs_doubt, with_odds
from vision.recognition.corner_reader import CornerReader, index_places
from vision.recognition.gallery import Gallery
from vision.recognition.outlines import other_outlines
from vision.recognition.playing_cards import CODES, IndexReader, has_playing_cards
from vision.recognition.playing_evidence import IndexView, PlayingCalibration
from vision.recognition.visible import is_cut_by_frame
from vision.types import Candidate, Face, Frame, Quad, Reader, Reading, ReadRequest

LEAST_CANDIDATE: Final = 0.01
"""Share from which the index reader makes a card a candidate."""


class PlayingCardReader:
    """Joins a reader of known designs with readers of indices. Implements ``vision.types.Reader``."""

    def __init__(
        self,
        known_designs: Reader,
        indices: IndexReader,
        corners: CornerReader,
        calibration: PlayingCalibration,
        galleries: Sequence[Gallery],
    ) -> None:
        self._known_designs = known_designs
        self._indices = indices
        self._corners = corners
        self._calibration = calibration
        self._of_playing_cards = {one.deck for one in galleries if has_playing_cards([one])}
        self._decks: Mapping[str, str] = {code: g.deck for g in reversed(galleries) for code in g.codes}

    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        """Return one reading for each request, in order.

        Clear cards of other kinds are not asked for an index. Cards that remain unnamed are read more thoroughly, then
        at other quads.
        """
        readings = self._known_designs.read(frame, [replace(one, fast=True) for one in requests])
        asked = [
            i for i, one in enumerate(readings) if one.code is None or one.deck in self._of_playing_cards
        ]
        views = dict(
            zip(asked, self.views(frame, requests, [(i, readings[i].quad) for i in asked]), strict=True)
        )
        for i, view in views.items():
            readings[i] = self._joined(readings[i], view)
        closer = [i for i in asked if readings[i].code is None and not requests[i].fast]
        designs = self._known_designs.read(frame, [requests[i] for i in closer]) if closer else []
        for i, design in zip(closer, designs, strict=True):
            if not np.array_equal(design.quad, requests[i].quad):
                views[i] = self.views(frame, requests, [(i, design.quad)])[0]
            readings[i] = self._joined(design, views[i])
            if readings[i].code is None:
                readings[i] = self._elsewhere(frame, requests, i, views[i]) or readings[i]
        return readings

    def views(
        self, frame: Frame, requests: Sequence[ReadRequest], quads: Sequence[tuple[int, Quad]]
    ) -> list[IndexView]:
        """Return what the networks of indices say of some quads, each that of the request with this number."""
        places = [quad for _, quad in quads]
        whole, corners = self._indices.log_shares(frame, places), self._corners.log_shares(frame, places)
        size_wh = (frame.shape[1], frame.shape[0])
        views = []
        for (i, quad), of_whole, of_corners in zip(quads, whole, corners, strict=True):
            covers = requests[i].covers
            others = (other.quad for j, other in enumerate(requests) if j != i)
            is_partial = (
                requests[i].occluded
                or is_cut_by_frame(quad, size_wh)
                or share_hidden(quad, (*covers, *others)) > CORNER_REACH
            )
            in_sight = corners_in_sight(quad, covers, size_wh)
            views.append(IndexView(of_whole, of_corners, in_sight, not is_partial, length_of(quad)))
        return views

    def _joined(self, design: Reading, view: IndexView, rivals: float = 1.0) -> Reading:
        """Return the reading by all sources; a name that a known design alone is sure of stays if all of the card is in
        sight and no other card is likelier. The odds of the name are divided by its ``rivals``."""
        card, share = self._calibration.likeliest(view, design)
        share = with_odds(share, 1 / rivals)
        code = CODES[card]
        is_named = view.favours(card) and share >= self._calibration.threshold(is_whole=view.is_whole)
        by_index = bool(np.exp(view.whole[card]) > 1 / 2)
        if design.code is None and is_named and code in self._decks:
            upside_down = is_reversed(design.quad)
            return Reading(
                design.quad, Face.UP, code, self._decks[code], upside_down, share, by_index=by_index
            )
        if design.code == code and (is_named or view.is_whole):
            return replace(design, by_index=by_index)
        if design.code is not None and design.code not in CODES and share < 1 / 2:
            return design
        face = Face.UP if design.code or outweighs_doubt(1 - view.none_share) else design.face
        return Reading(design.quad, face, candidates=self._candidates(design, view, (code, share)))

    def _elsewhere(
        self, frame: Frame, requests: Sequence[ReadRequest], number: int, here: IndexView
    ) -> Reading | None:
        """Return an unnamed card's reading at another possible quad, None if it is clear nowhere or a known design is
        likelier another card. The best of n is right by chance n times as often, and what any quad says for another
        card counts against the name."""
        request = requests[number]
        others = [other.quad for j, other in enumerate(requests) if j != number]
        possible = (*request.pose_hypotheses, *other_outlines(frame, request.quad))
        quads = [request.quad, *(quad for quad in possible if not _is_anothers(quad, others))]
        views = [here, *self.views(frame, requests, [(number, quad) for quad in quads[1:]])]
        unknown = Reading(request.quad, Face.UP)
        found = [self._calibration.likeliest(view, unknown) for view in views]
        best = max(range(len(found)), key=lambda i: found[i][1])
        rival_odds = sum(share / (1 - share) for card, share in found if card != found[best][0])
        design = self._known_designs.read(frame, [ReadRequest(quads[best], request.face, fast=True)])[0]
        likely = ((design.code, design.confidence),) if design.code is not None else design.candidates[:1]
        if any(code != CODES[found[best][0]] and share > 1 / 2 for code, share in likely):
            return None
        plain = replace(unknown, quad=quads[best], candidates=likely)
        reading = self._joined(plain, views[best], len(quads) * (1 + rival_odds))
        return reading if reading.code is not None else None

    def _candidates(self, design: Reading, view: IndexView, likeliest: Candidate) -> tuple[Candidate, ...]:
        """Return what the sources find likely together and alone, best first; together at most 1, since a card has one
        name."""
        named = ((design.code, design.confidence),) if design.code is not None else ()
        likely = dict((*design.candidates, *named))
        shares = np.exp(view.whole[:-1])
        of_index = [(CODES[i], float(shares[i])) for i in np.argsort(-shares, kind="stable")[:3]]
        for code, share in (likeliest, *of_index):
            if code in self._decks and share >= LEAST_CANDIDATE:
                likely[code] = max(likely.get(code, 0.0), round(share, 3))
        best = sorted(likely.items(), key=lambda one: -one[1])[:3]
        total = max(1.0, sum(share for _, share in best))
        return tuple((code, share / total) for code, share in best)


def corners_in_sight(quad: Quad, covers: Sequence[Quad], size_wh: tuple[int, int]) -> NDArray[np.bool_]:
    """Return which corners' indices are fully visible, within corner errors, shape (4,)."""
    reach = CORNER_REACH * length_of(quad)
    return np.array(
        [
            bool((place >= -reach).all() and (place <= np.array(size_wh) - 1 + reach).all())
            and not any(points_inside(place, cover).any() for cover in covers)
            for place in index_places(quad)
        ]
    )


def _is_anothers(quad: Quad, others: Sequence[Quad]) -> bool:
    """Return whether a place is another card's, which would be named twice."""
    return any(quad_iou(quad, other) > MOST for other in others)
