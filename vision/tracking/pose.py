"""Where a card lies: its quad, the look of the pixels there, and how long nothing has changed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry import (
    CORNER_REACH,
    CORNER_SHARE,
    SAME_SIZE,
    Homography,
    aligned,
    length_of,
    project,
    quad_size_wh,
)
from vision.overlap import NEARLY_ALL, quad_iou
from vision.scene.background import drift_share
from vision.scene.camera_motion import CHANGE_LEVELS
from vision.scene.edges import sharpened
from vision.tracking.settings import LOOKS, TrackerSettings
from vision.tracking.thumbnail import (
    Thumbnail,
    change_between,
    changed_fields,
    fields_reached,
    share_changed,
    thumbnail_of,
)
from vision.types import Frame, Quad

NEAR: Final = 0.3
"""What lies so near a place, in card lengths, may be the card that lay there: half a card's width. Further off its
neighbour may be."""


class TrackPose:
    """The place of one card. ``rest`` is the quad whose pixels are watched, ``quad`` the best known one: the mean of
    what was detected there, its sides put onto the edges in the picture (``sharp``), and that put onto the plane of the
    table."""

    def __init__(self, quad: Quad, frame: Frame, t_s: float) -> None:
        self.quad = quad
        self._named: Thumbnail | None = None
        self.relocate(quad, frame, t_s)

    def relocate(self, quad: Quad, frame: Frame, t_s: float) -> None:
        """Lie elsewhere from now on."""
        self.quad = quad.copy()
        self.rest_s = t_s
        self._detected, self._detections = quad.copy(), 1
        self._asked, self.sharp, self._looks, self._version = quad.copy(), quad.copy(), 0, -1
        self.remember(frame)

    def remember(self, frame: Frame) -> None:
        """Remember the pixels of the place as they are now."""
        self.rest = self.quad.copy()
        self.changed, self._changed_share = False, 0.0
        self._thumbnail: Thumbnail = thumbnail_of(frame, self.rest)
        self._now = self._thumbnail

    def refresh(self, frame: Frame) -> None:
        """Lie where it lay; what covers or lights it now is remembered."""
        self.put(self.rest.copy())
        self.remember(frame)

    def compare(self, frame: Frame, frames: int = 1) -> None:
        """Compare the pixels of the place with what they were; ``frames`` counts this one and those left out before."""
        now = self._now = thumbnail_of(frame, self.rest)
        self._changed_share = share_changed(now, self._thumbnail)
        self.changed = self._changed_share > 0
        if not self.changed:
            self._thumbnail += drift_share(frames) * (now - self._thumbnail)

    def shows_at(self, quad: Quad, frame: Frame) -> bool:
        """Whether the frame shows at another place what was here, as far as half a pixel beside it looks the same."""
        return change_between(thumbnail_of(frame, quad), self._thumbnail) <= 2 * CHANGE_LEVELS

    def share_kept(self, quads: Sequence[Quad]) -> float | None:
        """Share of what these quads leave of the place that shows what it did when last compared, whatever the light, 0
        to 1; None where they leave no more than sides err by."""
        beside = ~fields_reached(quads, self.rest)
        if np.count_nonzero(beside) <= SAME_SIZE * beside.size:
            return None
        return 1.0 - float(np.mean(changed_fields(self._now, self._thumbnail)[beside]))

    def kept_under(self, quad: Quad) -> float | None:
        """Share of the place's part under a quad that shows what it did when last compared, 0 to 1; None without such
        a part."""
        reached = fields_reached([quad], self.rest)
        if not reached.any():
            return None
        return 1.0 - float(np.mean(changed_fields(self._now, self._thumbnail)[reached]))

    def note_name(self) -> None:
        """Take note of what the card looks like now, as a reading gives its name."""
        self._named = self._now.copy()

    @property
    def changed_share(self) -> float:
        """Share of the place's fields that no longer look as remembered, 0 to 1."""
        return self._changed_share

    def named_share_kept(self, quads: Sequence[Quad]) -> float | None:
        """Share of what these quads leave of the place that looks as when the name was read, 0 to 1; None without a
        name, or where they leave no more than sides err by."""
        if self._named is None:
            return None
        beside = ~fields_reached(quads, self.rest)
        if np.count_nonzero(beside) <= SAME_SIZE * beside.size:
            return None
        now = np.where(beside, self._now, np.float32(np.nan))
        return 1.0 - share_changed(now, self._named) * beside.size / int(np.count_nonzero(beside))

    def likeness_at(self, quad: Quad, frame: Frame) -> float:
        """Share of another place that shows what this one did when its name was read, or else when last remembered, 0
        to 1: a card that was pushed looks there as it did here."""
        before = self._thumbnail if self._named is None else self._named
        return 1.0 - share_changed(thumbnail_of(frame, aligned(quad, self.rest)), before)

    def carry(self, motion: Homography, frame: Frame) -> None:
        """Follow a camera that was bumped to where it is in a frame."""
        there = project(self.rest, motion)
        if self.shows_at(there, frame):
            self._thumbnail = thumbnail_of(frame, there)
        self.quad, self.rest, self._detected, self.sharp, self._asked = (
            project(quad, motion) for quad in (self.quad, self.rest, self._detected, self.sharp, self._asked)
        )
        self._looks = 0

    def still_s(self, t_s: float) -> float:
        """For how long the card has lain there, in seconds."""
        return t_s - self.rest_s

    def holds(self, quad: Quad) -> bool:
        """Whether a quad is this very place, as near as corners can be told."""
        quad = aligned(quad, self.rest)
        return displacement(quad, self.rest) <= CORNER_REACH and is_same_size(quad, self.rest)

    def resembles(self, quad: Quad) -> bool:
        """Whether a quad may be a worse view of this place."""
        strays = float(np.abs(quad - self.rest).max()) / max(length_of(self.rest), 1.0)
        return strays <= CORNER_REACH or quad_iou(quad, self.rest) >= NEARLY_ALL

    def put(self, quad: Quad) -> None:
        """Let the best known quad be this one; what is watched stays."""
        self.quad = quad

    def smooth(self, quad: Quad) -> None:
        """Let a detection at this place better the quad a little."""
        self._detections = min(self._detections + 1, LOOKS)
        better = (quad - self._detected) / self._detections
        self._detected += better
        if np.abs(self._detected - self._asked).max() > CORNER_SHARE * length_of(quad):
            self._looks = 0  # it was pushed, too little for its pixels to show
        if not self._looks:
            self.quad = self._detected.copy()

    def sharpen(self, frame: Frame, version: int) -> bool:
        """Look for the card's edges, in a few frames; return whether the quad is to be put onto the table's plane
        again, which is at this version."""
        looks = self._looks < LOOKS
        if looks:
            if not self._looks:
                self._asked = self._detected.copy()
            self._looks += 1
            # Each time comes nearer by half of what is left; after a third it may go on to the next line.
            self.sharp = sharpened(frame, sharpened(frame, self._detected))
        stale, self._version = looks or self._version != version, version
        return stale

    def start_at(self, turn: int) -> None:
        """Start the quad this many corners later: now it is known which way up the card lies."""
        self.quad, self.rest, self._detected, self.sharp = (
            np.roll(quad, -turn, axis=0) for quad in (self.quad, self.rest, self._detected, self.sharp)
        )
        self._turn_thumbnail(turn)

    def _turn_thumbnail(self, turn: int) -> None:
        if turn == 2:
            self._thumbnail = self._thumbnail[::-1, ::-1].copy()
            self._now = self._now[::-1, ::-1].copy()
            self._named = None if self._named is None else self._named[::-1, ::-1].copy()
        elif turn:
            self.changed = True  # fields of a quarter turn do not map onto each other: compare again


class Movement:
    """Whether detections away from a card's pose are believed.

    ``home`` is where it lay when it was settled or called unreadable, ``step_px`` how far it went between its last
    two detections while it moved.
    """

    def __init__(self, settings: TrackerSettings) -> None:
        self.home: Quad | None = None
        self.step_px = np.zeros(2, np.float32)
        self._settings = settings
        self._doubt_since_s: float | None = None
        self._elsewhere: tuple[Quad, float] | None = None

    @property
    def is_doubted(self) -> bool:
        """Whether the last detections contradict the pose."""
        return self._doubt_since_s is not None

    def carry(self, motion: Homography) -> None:
        """Follow a camera that was bumped; nothing is doubted any longer."""
        self.home = None if self.home is None else project(self.home, motion)
        self._doubt_since_s = self._elsewhere = None
        self.step_px = np.zeros(2, np.float32)

    def settle_at(self, home: Quad | None) -> None:
        """Take where it was settled, None if it is not."""
        self.home = home

    def note_step(self, step_px: NDArray[np.float32]) -> None:
        """Take how far it went since the last sight of it, in pixels, shape (2,)."""
        self.step_px = step_px

    def expected(self, quad: Quad) -> Quad:
        """Where a card that goes on as it went is next."""
        return np.asarray(quad + self.step_px, np.float32)

    def settle_doubt(self) -> None:
        """The pose is right, or nothing contradicts it any longer."""
        self._doubt_since_s = None

    def doubts(self, t_s: float) -> bool:
        """Whether a quad elsewhere has been seen for long enough to be believed."""
        if self._doubt_since_s is None:
            self._doubt_since_s = t_s
        return t_s - self._doubt_since_s >= self._settings.moment_s

    def is_near_home(self, quad: Quad, rest: Quad) -> bool:
        """Whether a quad lies so near where the card was settled that it was bumped at most."""
        return displacement(quad, rest if self.home is None else self.home) <= 2 * CORNER_REACH

    def is_elsewhere_again(self, quad: Quad, t_s: float) -> bool:
        """Take note of a detection far away; return whether it is the second of its kind."""
        last, self._elsewhere = self._elsewhere, (quad, t_s)
        return (
            last is not None
            and t_s - last[1] <= self._settings.moment_s
            and displacement(quad, last[0]) <= NEAR
        )


def displacement(quad: Quad, reference: Quad) -> float:
    """How far a card has gone, in card lengths; turning counts as far as the ends of the card go."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = aligned(quad, reference).tolist()
    (ex, ey), (fx, fy), (gx, gy), (hx, hy) = reference.tolist()
    top_x, top_y, bottom_x, bottom_y = (
        ax + bx - ex - fx,
        ay + by - ey - fy,
        cx + dx - gx - hx,
        cy + dy - gy - hy,
    )
    centre = math.hypot(top_x + bottom_x, top_y + bottom_y) / 4
    ends = max(abs(top_x - bottom_x), abs(top_y - bottom_y)) / 4
    return float(max(centre, ends)) / max(length_of(reference), 1.0)


def is_same_size(quad: Quad, reference: Quad) -> bool:
    """Tell whether both show a whole card: sides alike within ``SAME_SIZE``."""
    sizes, others = quad_size_wh(aligned(quad, reference)), quad_size_wh(reference)
    return all(abs(size - other) <= SAME_SIZE * other for size, other in zip(sizes, others, strict=True))
