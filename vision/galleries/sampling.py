"""Cards of an unknown deck before a camera: which of them is new, and its best picture among many frames.

Two pictures are of one card if their embeddings say so: those of one card, taken twice, are far more alike than those
of any two cards of a deck. So cards may be side by side, on a pile, or held up.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from functools import partial
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.galleries.arrivals import FIRST, Arrivals
from vision.geometry import axis_of, quad_size_wh, rectify, turned_half
from vision.recognition.embedder import Embedder, Embeddings
from vision.scene.background import BackgroundModel
from vision.types import Crop, Face, Frame, FrameResult, Quad, Track, TrackState

SAME_CARD: Final = 0.8
"""Cosine from which two pictures show one card: degraded views of one have 0.94 and more, of two cards of one deck 0.46
at most (two scanned decks of 78)."""

FRAMES: Final = 6
"""Frames of a card at rest before the best of them is taken."""

BUSY_WORTH: Final = 0.25
"""Weight of a frame while something large moves: a hand may be on the card, or hold it."""

PATIENCE: Final = 2 * FRAMES
"""Embeddings for which a card that can be taken waits for an earlier one: they are asked for in order."""

EMBEDDED_A_FRAME: Final = 4
"""Cards embedded in one frame; further ones follow in the next frames."""

LOWEST_PX: Final = 60
HIGHEST_PX: Final = 480
"""Bounds of the height of a card's picture: less shows too little, more is never seen over a table."""

BURNT: Final = 250
GLARE: Final = 0.3
"""Share of burnt-out pixels from which a picture is not taken."""


ASPECTS: Final = (0.45, 0.8)
SAME_ASPECT: Final = 1.12
SMALLER: Final = 0.75
"""Bounds of a card's width to height, factor by which that of one deck's cards may differ before the camera, and least
share of the usual height: anything else is a part of a card, under a hand or within its drawn frame. A larger card is
held up."""

OUTLINES: Final = 15
"""Number of tracks whose outlines are remembered: a few cards' worth, with the detector's variants of each."""

STILL: Final = 0.03
"""Largest movement of a corner between the frames of one picture, as a share of the card's height: a moving outline is
not the card's."""


@unique
class Hint(StrEnum):
    """Reasons why a card is not taken."""

    NONE = ""
    SMALL = "small"
    GLARE = "glare"
    PART = "part"
    KNOWN = "known"
    BACK = "back"


QUIET: Final = (Hint.KNOWN, Hint.BACK)
"""Things that may rightly be beside a new card: no hint is shown for them while there is one."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A new card: its best picture, upright in the camera's picture, and its embeddings both ways up."""

    picture: Crop
    vectors: Embeddings
    insisted: bool = False
    """Whether a person confirmed that it is a card, regardless of its likeness."""


@dataclass(slots=True)
class _Candidate:
    """A card under observation, and its best picture so far."""

    quad: Quad
    vectors: Embeddings
    picture: Crop
    score: float = -1.0
    frames: float = 0.0
    waited: int = 0

    def is_same(self, quad: Quad, vectors: Embeddings) -> bool:
        """Return whether another frame shows the same card, its outline in place."""
        moved = float(np.linalg.norm(quad - self.quad, axis=1).max())
        return moved < STILL * quad_size_wh(quad)[1] and float(self.vectors[0] @ vectors[0]) >= SAME_CARD


class CardSampler:
    """Takes one picture of every new card."""

    def __init__(self, embedder: Embedder, background: BackgroundModel | None = None) -> None:
        """Prepare; ``background`` also shows arrivals that the tracker omits."""
        self._embedder = embedder
        self._arrivals = Arrivals(background) if background else None
        self._known: dict[str, Embeddings] = {}
        self._sizes_wh: dict[str, tuple[float, float]] = {}
        self._outlines_wh: dict[int, tuple[float, float]] = {}
        """Outlines of the newest tracks at rest, whether they could be taken or not."""
        self._doubtful: set[str] = set()
        """Cards whose pictures are only as whole as the outlines seen so far say."""
        self._candidates: dict[int, _Candidate] = {}
        self._embedded: dict[int, int] = {}
        self._frame = 0
        self._insists = False
        self.hint = Hint.NONE
        self.likest: str | None = None
        """The visible card that was taken before."""

    def vectors_of(self, picture: Crop) -> Embeddings:
        """Describe a picture upright and upside down, shape (2, dimensions)."""
        crop = np.asarray(cv2.resize(picture, self._embedder.size_wh, interpolation=cv2.INTER_AREA), np.uint8)
        return self._embedder.embed([crop, np.ascontiguousarray(crop[::-1, ::-1])])

    def know(self, code: str, picture: Crop, sample: Sample | None = None) -> None:
        """Take no other picture of this card; ``sample`` is its source, if it was taken just now."""
        self._known[code] = sample.vectors if sample else self.vectors_of(picture)
        self._sizes_wh[code] = picture.shape[1], picture.shape[0]
        if sample is not None and not sample.insisted:
            self._doubtful.add(code)

    def forget(self, code: str) -> None:
        """Let this card be taken again."""
        self._known.pop(code, None)
        self._sizes_wh.pop(code, None)
        self._doubtful.discard(code)

    def insist(self) -> None:
        """Take the visible card although it is similar to a known one: two may be as like as that."""
        self._insists = True

    def step(self, frame: Frame, result: FrameResult, up: NDArray[np.float32]) -> Sample | None:
        """Take a frame; return a new card once enough of it was seen.

        ``up`` is the direction of an upright card's upper end in the frame, (x, y).
        """
        self._frame += 1
        lying = result.tracks
        if self._arrivals:
            lying = self._arrivals.step(frame, result, partial(self._is_whole, lies=True), self._misfit)
        tracks = self._turns(lying)
        newest = max(self._embedded, default=0)
        self._candidates = {key: kept for key, kept in self._candidates.items() if key in self._embedded}
        hints: dict[int, Hint] = {}
        for track in tracks:
            insists = self._insists and track.id == newest
            worth = BUSY_WORTH if self._is_busy(track, result) else 1.0
            hint = hints[track.id] = self._embed(frame, track, up, worth, insists=insists)
            if hint is Hint.NONE and (found := self._ready(track.id)):
                found = replace(found, insisted=insists)
                self.hint, self.likest, self._insists = Hint.NONE, None, False
                return found
        newest_hint = hints[max(hints)] if hints else Hint.NONE
        self.hint = next((hint for hint in hints.values() if hint not in QUIET), newest_hint)
        return None

    def _is_busy(self, track: Track, result: FrameResult) -> bool:
        """Return whether a hand may be in the way; the tracker takes an unknown card for one."""
        return self._arrivals.busy if self._arrivals and track.id >= FIRST else result.busy

    def _turns(self, tracks: Iterable[Track]) -> Sequence[Track]:
        """Return those to embed now: never embedded ones first, then those embedded longest ago."""
        still = [track for track in tracks if _is_shown(track)]
        self._embedded = {track.id: self._embedded.get(track.id, -1) for track in still}
        chosen = sorted(still, key=lambda track: (self._embedded[track.id], track.id))[:EMBEDDED_A_FRAME]
        self._embedded |= {track.id: self._frame for track in chosen}
        return chosen

    def _embed(
        self, frame: Frame, track: Track, up: NDArray[np.float32], worth: float, *, insists: bool
    ) -> Hint:
        quad = upright(track.quad, up)
        width, height = quad_size_wh(quad)
        if height < LOWEST_PX:
            return Hint.SMALL
        scale = min(1.0, HIGHEST_PX / height)
        picture = rectify(frame, quad, (max(8, round(width * scale)), round(height * scale)))
        vectors = self.vectors_of(picture)
        if track.face is Face.DOWN and not insists and _is_same_either_way_up(vectors):
            return Hint.BACK
        self._remember(track.id, width, height)
        if not insists and not self._is_whole(width, height):
            return Hint.PART
        self.likest = None if insists else self.known_as(vectors)
        if self.likest is not None:
            self._candidates.pop(track.id, None)
            self._outlines_wh.pop(track.id, None)  # It counts by its picture.
            return Hint.KNOWN
        burnt = float((picture >= BURNT).all(axis=2).mean())
        if burnt > GLARE:
            return Hint.GLARE
        self._add(track, picture, vectors, sharpness(picture) * (1 - burnt) * worth, worth)
        return Hint.NONE

    def _is_whole(self, width: float, height: float, *, lies: bool = False) -> bool:
        """Return whether an unoccluded card of the deck can have this outline; one that ``lies`` is not held up."""
        if not self._sizes_wh:
            return ASPECTS[0] < width / height < ASPECTS[1]
        share = self._share_of_usual(height)
        alike = _are_alike((width, height), self._usual_wh())
        return alike and share > SMALLER and (not lies or share < 1 / SMALLER)

    def _share_of_usual(self, height: float) -> float:
        """Return a height relative to the deck's cards; 1 while that is unknown."""
        usual = self._usual_wh() if self._sizes_wh else (1.0, 1.0)
        heights = [size[1] for size in self._sizes_wh.values() if _are_alike(size, usual)]
        return height / float(np.median(heights)) if heights else 1.0

    def _misfit(self, height: float) -> float:
        """Return the distance of a height from that of the deck's cards, 0 and more."""
        return abs(math.log(self._share_of_usual(height)))

    def _remember(self, key: int, width: float, height: float) -> None:
        self._outlines_wh.pop(key, None)
        if ASPECTS[0] < width / height < ASPECTS[1]:
            self._outlines_wh[key] = width, height
        while len(self._outlines_wh) > OUTLINES:
            del self._outlines_wh[next(iter(self._outlines_wh))]

    def _usual_wh(self) -> tuple[float, float]:
        """Return width and height of a whole card: of the shape that most outlines have, the larger of two equals.

        A part is smaller than its card, and parts of different cards are of different shapes.
        """
        sizes = [*self._sizes_wh.values(), *self._outlines_wh.values()]
        agreeing = [[other for other in sizes if _are_alike(other, one)] for one in sizes]
        width, height = np.median(
            max(agreeing, key=lambda group: (len(group), max(h for _, h in group))), axis=0
        )
        return float(width), float(height)

    def parts(self) -> list[str]:
        """Return the cards of this enrolment whose pictures are only a part, as later ones have shown."""
        usual = self._usual_wh() if self._doubtful else (1.0, 1.0)
        return [code for code in self._doubtful if not _are_alike(self._sizes_wh[code], usual)]

    def known_as(self, vectors: Embeddings) -> str | None:
        """Return the card taken before that this is, if any; either way up."""
        likeness = {code: float((known @ vectors[0]).max()) for code, known in self._known.items()}
        best = max(likeness, key=lambda code: likeness[code], default=None)
        return best if best is not None and likeness[best] >= SAME_CARD else None

    def _add(self, track: Track, picture: Crop, vectors: Embeddings, score: float, worth: float) -> None:
        candidate = self._candidates.get(track.id)
        if candidate is None or not candidate.is_same(track.quad, vectors):
            candidate = self._candidates[track.id] = _Candidate(track.quad, vectors, picture)
        candidate.frames += worth
        if score > candidate.score:
            candidate.score, candidate.picture, candidate.vectors = score, picture, vectors

    def _ready(self, key: int) -> Sample | None:
        """Return a card that was seen often enough; an earlier one has its turn first, for a while."""
        candidate = self._candidates[key]
        if candidate.frames < FRAMES:
            return None
        candidate.waited += 1
        if candidate.waited <= PATIENCE and next(iter(self._candidates)) != key:
            return None
        del self._candidates[key]
        self._outlines_wh.pop(key, None)
        return Sample(candidate.picture, candidate.vectors)


def _are_alike(one_wh: tuple[float, float], other_wh: tuple[float, float]) -> bool:
    """Return whether two outlines are of one shape, whatever their sizes."""
    ratio = one_wh[0] * other_wh[1] / (one_wh[1] * other_wh[0])
    return 1 / SAME_ASPECT < ratio < SAME_ASPECT


def _is_shown(track: Track) -> bool:
    """Return whether a track may be the next card; face down, only what was laid there: no pile, no phone."""
    may_be_face = track.face is Face.UP or track.arrived
    return may_be_face and not track.hidden and track.state is not TrackState.MOVING


def _is_same_either_way_up(vectors: Embeddings) -> bool:
    """Return whether a card is the same upside down, as backs are and faces are not.

    Which side of an unknown deck's card is the back cannot be seen: of one that lies face up it is asked.
    """
    return float(vectors[0] @ vectors[1]) >= SAME_CARD


def upright(quad: Quad, up: NDArray[np.float32]) -> Quad:
    """Return the quad started at that end of the card which points ``up``, (x, y)."""
    return quad if float(axis_of(quad) @ up) >= 0 else turned_half(quad)


def sharpness(picture: Crop) -> float:
    """Return how much of a picture's finest detail is there; only pictures of one card can be compared."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    detail = float(np.abs(cv2.Laplacian(grey, cv2.CV_32F)).mean())
    return detail * int(grey.shape[0])
