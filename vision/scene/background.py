"""Motion and foreground over the table: frame differences on a small grey picture, a background model on a finer one.

Small cells average out noise, so that only real motion shows; fine cells separate a hand beside a card from a hand on
it. The foreground residual is also measured in colour: a hand may have the cloth's own grey.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import SAME_SIZE, Homography
from vision.pyramid import Pyramid
from vision.scene.camera_motion import CHANGE_LEVELS, moved_picture
from vision.types import Frame, Quad

Plane: TypeAlias = NDArray[np.float32]
"""The whole frame in ``SMALL_WIDTH`` columns or ``FINER`` times as many: levels 0 to 255 of grey or of a colour."""

Mask: TypeAlias = NDArray[np.bool_]

SMALL_WIDTH: Final = 160
FINER: Final = 2

FOREGROUND_LEVELS: Final = (16.0, 28.0, 28.0)
"""Residual in levels of grey and of two colours (Cr, Cb) that a hand reaches and a shadow's edge does not. The colour
limits are wider, because colours in poor light are blotchy."""

LEARN_S: Final = 0.5
"""Seconds at rest after which a cell is learnt; also the most that counts between two frames, since a camera that hung
has seen nothing."""

DOUBT_FACTOR: Final = 2.0
"""A residual at rest becomes background after this multiple of the time that the background was visible before, but at
most after ``absorb_s``: a hand in the first picture is soon forgotten, one that comes later is not."""

NEVER_S: Final = -math.inf
"""Time of events that have not happened: before all others."""

BUSY_SHARE: Final = 0.004
"""Share of the picture that must move or be foreground: two fingers at 1280 pixels of table width."""

COVERED_CELLS: Final = 1
"""Margin in fine cells around a known card that belongs to it: corners err, and a card has a shadow."""

HAND_CELLS: Final = 3
"""Distance from a quad, and area, in fine cells, from which foreground touches it; within twice as many it is beside
it. Foreground thinner than twice this everywhere and at rest for a while is no hand: the edge of a card with inexact
corners was learnt as background and shows when the card is turned over."""

DRIFT_SHARE: Final = 0.05
"""Share of the difference by which a remembered picture, of background or card, follows the daylight, per frame."""


def drift_share(frames: int) -> float:
    """Return the share by which a remembered picture follows over so many frames of which only the last is seen."""
    return 1.0 - float((1.0 - DRIFT_SHARE) ** frames)


@dataclass(frozen=True, slots=True)
class SceneMasks:
    """Masks of one frame.

    ``changed`` (small cells): differs from a moment ago. ``background`` (fine cells): known to match the background.
    ``unlike`` (fine cells): known to differ from it. ``foreground``: ``unlike`` without known cards and their thin
    edges at rest. ``busy``: something large, which no card explains, moves or is foreground. ``scale`` is small pixels
    per pixel of the frame.
    """

    changed: Mask
    background: Mask
    unlike: Mask
    foreground: Mask
    busy: bool
    scale: float

    def moving_share(self, quad: Quad) -> float:
        """Return the share of a quad's area that moves, 0 to 1."""
        return share_within(self.changed, quad, self.scale)

    def background_share(self, quad: Quad, others: Sequence[Quad] = ()) -> float:
        """Return the share of a quad's area that is known to be background, 0 to 1; outside the others, unless that
        leaves no more than corner errors."""
        return share_within(self.background, quad, FINER * self.scale, others)

    def is_under_hand(self, quad: Quad) -> bool:
        """Return whether foreground reaches the edge of a quad: a hand on a card comes from beside it."""
        return self._is_foreground_within(quad, HAND_CELLS)

    def is_near_hand(self, quad: Quad) -> bool:
        """Return whether foreground is near a quad, whether or not it reaches it."""
        return self._is_foreground_within(quad, 2 * HAND_CELLS)

    def _is_foreground_within(self, quad: Quad, reach: int) -> bool:
        scale = FINER * self.scale
        part, first = window(self.foreground, quad, scale, reach)
        if np.count_nonzero(part) < HAND_CELLS:
            return False
        around = polygon_mask([np.asarray(quad - first, np.float32)], part.shape, scale, grow_px=reach)
        return int(np.count_nonzero(around & part)) >= HAND_CELLS


def share_within(mask: Mask, quad: Quad, scale: float, others: Sequence[Quad] = ()) -> float:
    """Return the share of a quad's cells that a mask has, 0 to 1; outside the others, and 0 if that leaves no more than
    corner errors."""
    part, first = window(mask, quad, scale)
    if not part.any():
        return 0.0
    seen = np.asarray(quad - first, np.float32)
    inside = polygon_mask([seen], part.shape, scale)
    if others:
        there = [other - (quad - seen)[0] for other in others]
        beside = inside & ~polygon_mask(there, part.shape, scale)
        if np.count_nonzero(beside) <= SAME_SIZE * np.count_nonzero(inside):
            return 0.0
        inside = beside & ~polygon_mask(there, part.shape, scale, COVERED_CELLS)
    return int(np.count_nonzero(inside & part)) / max(int(np.count_nonzero(inside)), 1)


def window(mask: Mask, quad: Quad, scale: float, reach: int = 0) -> tuple[Mask, tuple[float, float]]:
    """Return the part of a mask around a quad, wider by some cells, and where it starts, in the quad's pixels."""
    height, width = mask.shape
    columns, rows = zip(*quad.tolist(), strict=True)
    left, right = _cells(columns, width, scale, reach)
    top, bottom = _cells(rows, height, scale, reach)
    return mask[top:bottom, left:right], (left / scale, top / scale)


def _cells(places: Sequence[float], cells: int, scale: float, reach: int) -> tuple[int, int]:
    """Return, along one axis, the first cell around some places and the one after the last."""
    first = min(max(math.floor(min(places) * scale - reach), 0), cells - 1)
    last = math.ceil(max(places) * scale + reach) + 1
    return first, min(max(last, first + 1), cells)


def polygon_mask(quads: Iterable[Quad], shape: tuple[int, ...], scale: float, grow_px: int = 0) -> Mask:
    """Return the mask of these quads on a picture of that shape, widened by some of its pixels."""
    mask = np.zeros(shape[:2], np.uint8)
    polygons = [np.round(quad * scale).astype(np.int32) for quad in quads]
    for polygon in polygons:
        cv2.fillConvexPoly(mask, polygon, 1)
        if grow_px:
            cv2.polylines(mask, [polygon], True, 1, thickness=2 * grow_px + 1)
    return mask.astype(np.bool_)


class BackgroundModel:
    """Compares each frame with the one ``still_s`` ago, so that a slow hand shows at any frame rate, and with the
    background.

    Thin foreground that was at rest for ``rim_s`` is no hand.
    """

    def __init__(self, *, still_s: float, rim_s: float, absorb_s: float) -> None:
        self._lookback_s, self._rim_s, self._absorb_s = still_s, rim_s, absorb_s
        self._past: deque[tuple[float, Plane]] = deque()
        self._background: list[Plane] = []
        self._still_since: NDArray[np.float32] | None = None
        self._seen_s: NDArray[np.float32] | None = None
        self._learnt: Mask = np.zeros((0, 0), np.bool_)
        self._provisional_s: NDArray[np.float32] | None = None
        self._last_s = 0.0
        self._scale = 1.0

    def step(
        self,
        frame: Frame,
        t_s: float,
        cards: Sequence[Quad],
        things: Sequence[Quad] = (),
        *,
        frames: int = 1,
    ) -> SceneMasks:
        """Take the next frame; ``cards`` are the quads of known cards, which are never background.

        ``things`` may be cards or not: they are no foreground, but are learnt as background (:meth:`unlearn`).
        ``frames`` counts this one and those before it that were left out since the last.
        """
        fine = shrunk(frame)
        grey = fine[0]
        small = shrunk_again(grey)
        if not self._background or self._background[0].shape != grey.shape:
            self._start(fine, t_s)
        self._scale = scale = small.shape[1] / frame.shape[1]
        changed = self._changed(small, t_s)
        known, provisional = (
            polygon_mask(quads, grey.shape, FINER * scale, grow_px=COVERED_CELLS) for quads in (cards, things)
        )
        covered = known | provisional
        moving = as_fine(changed)
        background, unlike = self._compared(fine, t_s, moving, known, drift_share(frames))
        self._note_provisional(provisional, t_s)
        foreground = self._without_thin_edges(unlike & ~covered, t_s)
        self._last_s = t_s
        unexplained = np.count_nonzero(moving & ~covered) + np.count_nonzero(foreground)
        busy = bool(unexplained > BUSY_SHARE * grey.size)
        return SceneMasks(changed, background, unlike, foreground, busy, scale)

    def stay(self, t_s: float) -> None:
        """Take note that a picture at ``t_s`` shows what the last one did."""
        if self._past:
            self._past = deque([(t_s, self._past[-1][1])])

    def unlearn(self, cards: Sequence[tuple[Quad, float]]) -> None:
        """Forget the background learnt where things turned out to be cards, each since a time; restore the one before
        it."""
        if self._seen_s is None or self._provisional_s is None or not (self._provisional_s > NEVER_S).any():
            return
        for quad, since_s in cards:
            place = polygon_mask([quad], self._seen_s.shape, FINER * self._scale, grow_px=COVERED_CELLS)
            wrong = place & (self._provisional_s > NEVER_S) & (self._provisional_s >= since_s)
            self._seen_s[wrong], self._provisional_s[wrong] = 0.0, NEVER_S

    def _note_provisional(self, things: Mask, t_s: float) -> None:
        """Note what was learnt just now, and when at the places of things."""
        assert self._provisional_s is not None
        self._provisional_s[self._learnt] = NEVER_S
        self._provisional_s[self._learnt & things] = t_s

    def carry(self, motion: Homography) -> None:
        """Follow a camera that was bumped; newly visible parts are unknown."""
        assert self._still_since is not None
        assert self._seen_s is not None
        assert self._provisional_s is not None
        fine = FINER * self._scale
        self._past = deque((t_s, moved_picture(small, motion, self._scale, 0.0)) for t_s, small in self._past)
        self._background = [moved_picture(plane, motion, fine, 0.0) for plane in self._background]
        self._still_since = moved_picture(self._still_since, motion, fine, self._last_s)
        self._seen_s = moved_picture(self._seen_s, motion, fine, 0.0)
        self._provisional_s = moved_picture(self._provisional_s, motion, fine, NEVER_S)

    def _start(self, fine: Sequence[Plane], t_s: float) -> None:
        self._past.clear()
        self._background = [plane.copy() for plane in fine]
        self._still_since = np.full_like(fine[0], t_s)
        self._seen_s = np.zeros_like(fine[0])
        self._learnt = np.zeros(fine[0].shape, np.bool_)
        self._provisional_s = np.full_like(fine[0], NEVER_S)
        self._last_s = t_s

    def _changed(self, grey: Plane, t_s: float) -> Mask:
        while len(self._past) > 1 and t_s - self._past[1][0] >= self._lookback_s:
            self._past.popleft()
        past = self._past[0][1] if self._past else grey
        self._past.append((t_s, grey))
        return difference(grey, past) > CHANGE_LEVELS

    def _compared(
        self, fine: Sequence[Plane], t_s: float, changed: Mask, covered: Mask, drift: float
    ) -> tuple[Mask, Mask]:
        """Return the cells that match the background and those that differ, and learn it where nothing is on it."""
        assert self._still_since is not None
        assert self._seen_s is not None
        known = self._seen_s > 0
        unlike = known & self._unlike(fine)
        background = known & ~unlike
        follow = background & ~covered
        self._still_since[changed | covered] = t_s
        self._seen_s += follow * np.float32(min(max(t_s - self._last_s, 0.0), LEARN_S))
        learnt = t_s - self._still_since >= (DOUBT_FACTOR * self._seen_s).clip(LEARN_S, self._absorb_s)
        for seen, plane in zip(fine, self._background, strict=True):
            cv2.copyTo(seen, learnt.view(np.uint8), plane)
            cv2.accumulateWeighted(seen, plane, drift, follow.view(np.uint8))
        self._learnt = learnt & ~background
        self._seen_s[self._learnt] = LEARN_S
        return background, unlike

    def _unlike(self, fine: Sequence[Plane]) -> Mask:
        """Return the cells that differ from the background: in grey, or in colour together with all cells around them.

        Cameras send colours coarser than grey, so that at edges grey is more exact.
        """
        in_grey, *in_colour = (
            difference(seen, plane) > levels
            for seen, plane, levels in zip(fine, self._background, FOREGROUND_LEVELS, strict=True)
        )
        coloured = np.logical_or(*in_colour).view(np.uint8)
        return in_grey | cv2.erode(coloured, np.ones((3, 3), np.uint8)).view(np.bool_)

    def _without_thin_edges(self, foreground: Mask, t_s: float) -> Mask:
        """Leave out what is thin and has been at rest for a while."""
        assert self._still_since is not None
        if not foreground.any():
            return foreground
        lately = t_s - self._still_since < self._rim_s
        return foreground & (lately | thick(foreground))


def thick(mask: Mask) -> Mask:
    """Return the connected parts of a mask that are twice HAND_CELLS wide somewhere."""
    cells = mask.astype(np.uint8)
    count, labels = cv2.connectedComponents(cells)
    is_thick = np.zeros(count, np.bool_)
    is_thick[labels[cv2.erode(cells, np.ones((2 * HAND_CELLS, 2 * HAND_CELLS), np.uint8)) > 0]] = True
    return np.asarray(is_thick[labels], np.bool_)


def shrunk(frame: Frame) -> list[Plane]:
    """Return the fine picture of a frame: its grey and its two colours."""
    height = max(1, round(frame.shape[0] * SMALL_WIDTH / frame.shape[1]))
    fine = Pyramid.of(frame).scaled((FINER * SMALL_WIDTH, FINER * height))
    planes = cv2.split(cv2.cvtColor(fine, cv2.COLOR_BGR2YCrCb))
    return [np.asarray(plane, np.float32) for plane in planes]


def shrunk_again(fine: Plane) -> Plane:
    """Return the small plane that belongs to a fine one."""
    size_wh = (fine.shape[1] // FINER, fine.shape[0] // FINER)
    return np.asarray(cv2.resize(fine, size_wh, interpolation=cv2.INTER_AREA), np.float32)


def as_fine(mask: Mask) -> Mask:
    """Return a mask of the small picture at the scale of the fine one."""
    return mask.repeat(FINER, axis=0).repeat(FINER, axis=1)


def difference(first: Plane, second: Plane) -> Plane:
    """Return the absolute difference of two pictures without the part common to all cells, such as a lamp's flicker."""
    apart = first - second
    # The median is the costliest step: for the small picture one cell in FINER each way suffices.
    step = FINER * first.shape[1] // SMALL_WIDTH
    return np.asarray(np.abs(apart - np.median(apart[::step, ::step])), np.float32)
