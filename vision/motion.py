"""What moves over the table: frame differences and a slow picture of the bare table, on a small grey picture."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Frame, Quad

Grey: TypeAlias = NDArray[np.float32]
"""The whole frame shrunk to ``SMALL_WIDTH`` columns, grey levels 0 to 255."""

Mask: TypeAlias = NDArray[np.bool_]

SMALL_WIDTH: Final = 160

LOOKBACK_S: Final = 0.06
"""Frames are compared over at least this time, so that a slow hand shows at 30 frames a second as at 8."""

CHANGE_LEVELS: Final = 9.0
"""Grey levels that a cell of 8 by 8 pixels changes by only if something moves: sensor noise leaves it under 3."""

FOREIGN_LEVELS: Final = 16.0
"""Grey levels from the bare table that a shadow's edge does not reach and a hand does."""

LEARN_S: Final = 0.5
"""A cell is learnt after it has been still for this time."""

ABSORB_S: Final = 5.0
DOUBT_FACTOR: Final = 2.0
"""What looks unlike the table and lies still is the table after so many times as long as that was seen, but at most
after so many seconds: a hand that rests in the first picture is soon forgotten, one that comes later is no cup."""

SEEN_STEP_S: Final = 0.2
"""At most so much counts as seen between two frames: a camera that hung has seen nothing."""

BUSY_SHARE: Final = 0.004
"""Share of the picture that must move or be foreign: two fingers at 1280 pixels of table width."""

RIM_CELLS: Final = 3
TOUCHING_CELLS: Final = 4
"""So near a quad, and in so many cells of the small picture, something foreign reaches it; a finger is two wide."""

THIN_CELLS: Final = 3
RIM_STILL_S: Final = 0.3
"""What is thinner than so many cells everywhere, and has been still for so long, is no hand: the rim of a card whose
corners were a little off was learnt as table, and shows when the card is turned over."""

DRIFT_SHARE: Final = 0.05
"""Share of the difference by which the bare table follows the daylight, a frame."""


@dataclass(frozen=True, slots=True)
class Motion:
    """What the small picture says of one frame; masks have the shape of the small picture.

    ``changed``: differs from a moment ago. ``bare``: known to look like the bare table. ``foreign``: known to
    look unlike it, no known card, and no still rim of one. ``busy``: something large moves or is foreign that no
    card explains. ``scale`` is small pixels to one pixel of the frame.
    """

    changed: Mask
    bare: Mask
    foreign: Mask
    busy: bool
    scale: float

    def moving_share(self, quad: Quad) -> float:
        """Share of a quad's area that moves, 0 to 1."""
        return self._share(self.changed, quad)

    def bare_share(self, quad: Quad) -> float:
        """Share of a quad's area that is known to show nothing but table, 0 to 1."""
        return self._share(self.bare, quad)

    def is_touched(self, quad: Quad) -> bool:
        """Whether something foreign reaches the rim of a quad: a hand on a card comes from beside it."""
        part, seen = self._window(self.foreign, quad, RIM_CELLS)
        if np.count_nonzero(part) < TOUCHING_CELLS:
            return False
        around = polygon_mask([seen], part.shape, self.scale, grow_px=RIM_CELLS)
        return int(np.count_nonzero(around & part)) >= TOUCHING_CELLS

    def _window(self, mask: Mask, quad: Quad, reach: int = 0) -> tuple[Mask, Quad]:
        """Return the part of a mask around a quad, so many cells wider, and the quad as seen from its corner."""
        height, width = mask.shape
        low, high = quad.min(axis=0) * self.scale - reach, quad.max(axis=0) * self.scale + reach
        first = np.clip(np.floor(low), 0, (width - 1, height - 1)).astype(int)
        last = np.clip(np.ceil(high) + 1, first + 1, (width, height)).astype(int)
        part = mask[first[1] : last[1], first[0] : last[0]]
        return part, np.asarray(quad - first / self.scale, np.float32)

    def _share(self, mask: Mask, quad: Quad) -> float:
        part, seen = self._window(mask, quad)
        if not part.any():
            return 0.0
        inside = polygon_mask([seen], part.shape, self.scale)
        area = int(np.count_nonzero(inside))
        return int(np.count_nonzero(inside & part)) / area if area else 0.0


def polygon_mask(quads: Iterable[Quad], shape: tuple[int, ...], scale: float, grow_px: int = 0) -> Mask:
    """Return where these quads lie on the small picture, widened by some of its pixels."""
    mask = np.zeros(shape[:2], np.uint8)
    polygons = [np.round(quad * scale).astype(np.int32) for quad in quads]
    for polygon in polygons:
        cv2.fillConvexPoly(mask, polygon, 1)
        if grow_px:
            cv2.polylines(mask, [polygon], True, 1, thickness=2 * grow_px + 1)
    return mask.astype(np.bool_)


class MotionMeter:
    """Compares each frame with one a moment ago, and with what the bare table looks like."""

    def __init__(self) -> None:
        self._past: deque[tuple[float, Grey]] = deque()
        self._bare: Grey | None = None
        self._still_since: NDArray[np.float32] | None = None
        self._seen_s: NDArray[np.float32] | None = None
        self._last_s = 0.0

    def step(self, frame: Frame, t_s: float, cards: Sequence[Quad]) -> Motion:
        """Take the next frame; ``cards`` are the quads known to lie there, which are never bare table."""
        grey = shrunk(frame)
        if self._bare is None or self._bare.shape != grey.shape:
            self._start(grey, t_s)
        scale = grey.shape[1] / frame.shape[1]
        covered = polygon_mask(cards, grey.shape, scale, grow_px=1)
        changed = self._changed(grey, t_s)
        bare, unlike = self._compared(grey, t_s, changed, covered)
        foreign = self._without_rims(unlike & ~covered, t_s)
        self._last_s = t_s
        strange = np.count_nonzero(changed & ~covered) + np.count_nonzero(foreign)
        return Motion(changed, bare, foreign, bool(strange > BUSY_SHARE * grey.size), scale)

    def _start(self, grey: Grey, t_s: float) -> None:
        self._past.clear()
        self._bare = grey.copy()
        self._still_since = np.full(grey.shape, t_s, np.float32)
        self._seen_s = np.zeros(grey.shape, np.float32)
        self._last_s = t_s

    def _changed(self, grey: Grey, t_s: float) -> Mask:
        while len(self._past) > 1 and t_s - self._past[1][0] >= LOOKBACK_S:
            self._past.popleft()
        past = self._past[0][1] if self._past else grey
        self._past.append((t_s, grey))
        return _difference(grey, past) > CHANGE_LEVELS

    def _compared(self, grey: Grey, t_s: float, changed: Mask, covered: Mask) -> tuple[Mask, Mask]:
        """Tell which cells look like the bare table and which do not, and learn it where nothing lies."""
        assert self._bare is not None
        assert self._still_since is not None
        assert self._seen_s is not None
        known = self._seen_s > 0
        unlike = known & (_difference(grey, self._bare) > FOREIGN_LEVELS)
        bare = known & ~unlike
        self._still_since[changed | covered] = t_s
        self._seen_s[bare & ~covered] += min(max(t_s - self._last_s, 0.0), SEEN_STEP_S)
        learnt = t_s - self._still_since >= (DOUBT_FACTOR * self._seen_s).clip(LEARN_S, ABSORB_S)
        self._bare[learnt] = grey[learnt]
        self._seen_s[learnt & ~bare] = LEARN_S
        follow = bare & ~covered
        self._bare[follow] += DRIFT_SHARE * (grey[follow] - self._bare[follow])
        return bare, unlike

    def _without_rims(self, foreign: Mask, t_s: float) -> Mask:
        """Leave out what is thin and has been still for a while."""
        assert self._still_since is not None
        lately = t_s - self._still_since < RIM_STILL_S
        return foreign & (lately | thick(foreign))


def thick(mask: Mask) -> Mask:
    """Return the connected parts of a mask that are THIN_CELLS wide somewhere."""
    cells = mask.astype(np.uint8)
    count, labels = cv2.connectedComponents(cells)
    is_thick = np.zeros(count, np.bool_)
    is_thick[labels[cv2.erode(cells, np.ones((THIN_CELLS, THIN_CELLS), np.uint8)) > 0]] = True
    return np.asarray(is_thick[labels], np.bool_)


def shrunk(frame: Frame) -> Grey:
    """Return the small grey picture of a frame."""
    height = max(1, round(frame.shape[0] * SMALL_WIDTH / frame.shape[1]))
    small = cv2.resize(frame, (SMALL_WIDTH, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)


def _difference(first: Grey, second: Grey) -> Grey:
    """Absolute difference without what all cells have in common: a lamp that flickers moves nothing."""
    difference = first - second
    return np.asarray(np.abs(difference - np.median(difference[::2, ::2])), np.float32)
