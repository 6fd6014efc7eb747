"""Arrivals on the bare table, found as foreground without a card detector.

The live table must separate cards from everything else on it, so that of an unknown deck the detector may outline
parts, or doubt a card until it is read. Whoever enrols a deck lays its cards there and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import cv2
import numpy as np

from vision.geometry import CORNER_REACH, aligned, order_corners, quad_area, quad_size_wh
from vision.overlap import MOST, NEARLY_ALL, overlap_area, quad_iou
from vision.scene.background import FINER, BackgroundModel, Mask
from vision.scene.edges import sharpened
from vision.types import Face, Frame, FrameResult, Quad, Track, TrackState

FIRST: Final = 1_000_000
"""First id of arrivals, above any tracker's."""


class Arrivals:
    """Outlines of isolated arrivals, as tracks.

    ``busy`` is whether something else that is large moves, or has come and is no card.
    """

    def __init__(self, background: BackgroundModel) -> None:
        """Prepare; ``background`` is the model of the bare table."""
        self._background = background
        self._lying: dict[int, Quad] = {}
        self._number = FIRST
        self.busy = False

    def step(
        self,
        frame: Frame,
        result: FrameResult,
        is_card: Callable[[float, float], bool],
        misfit: Callable[[float], float],
    ) -> tuple[Track, ...]:
        """Take the next frame and its tracks; return possible cards.

        Those are the tracker's cards and the arrivals; of two nested ones the one of the deck's size, and while that is
        unknown the larger one. ``is_card`` is called with width and height, ``misfit`` (0 for the deck's own size) with
        the height.
        """
        covered = [*(track.quad for track in result.tracks), *self._lying.values()]
        masks = self._background.step(frame, result.t_s, covered)
        self.busy = masks.busy
        found = [
            quad
            for quad in _outlines(frame, masks.unlike, FINER * masks.scale)
            if is_card(*quad_size_wh(quad))
        ]
        self._lying = {self._number_of(quad): quad for quad in found}
        pairs = [
            (track, key)
            for track in result.tracks
            for key, whole in self._lying.items()
            if _lies_within(track.quad, whole)
        ]
        fits = {key: misfit(quad_size_wh(quad)[1]) for key, quad in self._lying.items()}
        parts = {track.id for track, key in pairs if fits[key] <= misfit(quad_size_wh(track.quad)[1])}
        loose = {key for track, key in pairs if track.id not in parts}
        known_tracks = tuple(track for track in result.tracks if track.id not in parts)
        came = (
            Track(key, _face_of(quad, known_tracks), TrackState.STILL, quad)
            for key, quad in self._lying.items()
            if key not in loose
        )
        return (*known_tracks, *came)

    def _number_of(self, quad: Quad) -> int:
        """Return the id at that place a frame ago, else a new one."""
        reach = CORNER_REACH * quad_size_wh(quad)[1]
        for number, before in self._lying.items():
            if np.abs(aligned(quad, before) - before).max() < reach:
                return number
        self._number += 1
        return self._number


def _lies_within(quad: Quad, whole: Quad) -> bool:
    """Return whether a quad is an inner frame of another, a part of its drawing, or the card in a loose outline."""
    area = abs(quad_area(quad))
    smaller = area < NEARLY_ALL * abs(quad_area(whole))
    return smaller and overlap_area(quad, whole) >= NEARLY_ALL * area


def _face_of(quad: Quad, known_tracks: Iterable[Track]) -> Face:
    """Return the tracker's face at that place; face down where it has none."""
    return next((track.face for track in known_tracks if quad_iou(track.quad, quad) >= MOST), Face.DOWN)


def _outlines(frame: Frame, unlike: Mask, scale: float) -> Iterator[Quad]:
    """Yield the quads of those parts of a mask that have four sides and do not reach into the picture as arms do;
    ``scale`` is the mask's cells per pixel of the frame."""
    # A drawing may run to the edge in the cloth's colour: close gaps of a cell.
    cells = cv2.morphologyEx(unlike.view(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    parts, _ = cv2.findContours(cells, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for part in parts:
        left, top, wide, high = cv2.boundingRect(part)
        if left == 0 or top == 0 or left + wide == cells.shape[1] or top + high == cells.shape[0]:
            continue
        hull = cv2.convexHull(part)
        # Contours run through the middles of cells, whose outer edges are half a cell further out.
        (x, y), (width, height), degrees = cv2.minAreaRect(hull)
        if min(width, height) > 0 and cv2.contourArea(hull) >= NEARLY_ALL * width * height:
            box = cv2.boxPoints(((x + 0.5, y + 0.5), (width + 1, height + 1), degrees)) / scale - 0.5
            yield sharpened(frame, sharpened(frame, order_corners(box)))
