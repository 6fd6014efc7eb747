"""The values that cross the borders between the stages of sight.

Arrays are named by what they hold. Pictures are BGR, 8 bit, rows first; coordinates are pixels of the
frame, x to the right and y down, the centre of the first pixel at (0, 0).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Frame: TypeAlias = NDArray[np.uint8]
"""A picture, shape (height, width, 3), BGR."""

Crop: TypeAlias = NDArray[np.uint8]
"""A rectified card, shape (height, width, 3), BGR, upright or upside down."""

Quad: TypeAlias = NDArray[np.float32]
"""Four corners, shape (4, 2), in pixels of the frame, clockwise as seen on the picture."""

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels of the frame."""

Candidate: TypeAlias = tuple[str, float]
"""A card's code and how likely it is, 0 to 1."""


@unique
class Face(StrEnum):
    """Which side of a card looks up."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Detection:
    """A card found in a frame; which way is up is still open.

    ``quad`` is clockwise and starts at either end of the card's short side; ``score`` is 0 to 1. ``pose_hypotheses``
    are quads that the detector weighed for the same card and thought less likely, best first. One of a ``low_score`` is
    believed only if it is read by name, one that was seen from ``close`` by only not before cards were read at all.
    """

    quad: Quad
    face: Face
    score: float
    pose_hypotheses: tuple[Quad, ...] = ()
    low_score: bool = False
    close: bool = False


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """What a reader is asked: to name the card that lies at ``quad`` and shows ``face``.

    ``pose_hypotheses`` are quads where it may lie instead, likeliest first. A ``fast`` answer will do for whoever comes
    back; an ``occluded`` card may miss the very pip that tells it from the next. ``covers`` are the quads of cards that
    lie on it, as far as is known. What is taken for a back but ``may_be_face`` is looked at as faces are.
    """

    quad: Quad
    face: Face
    pose_hypotheses: tuple[Quad, ...] = ()
    fast: bool = False
    occluded: bool = False
    covers: tuple[Quad, ...] = ()
    may_be_face: bool = False

    @property
    def is_back(self) -> bool:
        """Whether it lies face down, as far as anybody knows."""
        return self.face is Face.DOWN and not self.may_be_face

    @classmethod
    def of(cls, detection: Detection) -> ReadRequest:
        """Ask for all that can be said of a detection by itself."""
        return cls(detection.quad, detection.face, detection.pose_hypotheses)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader says of one detected card.

    ``code`` is None where it will not guess; ``candidates`` then holds the likeliest, best first.
    ``reversed`` tells whether the quad that was read starts at the lower right of the upright card, seen
    from the frame's own top: see :func:`vision.geometry.is_reversed`. ``quad`` starts at the corner that is
    top left on the upright card when the code is known. ``by_index`` tells that rank and suit were read, which say the
    same whatever deck lies there.
    """

    quad: Quad
    face: Face
    code: str | None = None
    deck: str | None = None
    reversed: bool | None = None
    confidence: float = 0.0
    candidates: tuple[Candidate, ...] = ()
    by_index: bool = False


class Detector(Protocol):
    """Finds every card of a frame, face up or face down."""

    def detect(self, frame: Frame) -> list[Detection]:
        """Return the cards of the frame, best first."""
        ...


@runtime_checkable
class PartDetector(Detector, Protocol):
    """A detector that can look at a part of a frame, in less time."""

    def detect_within(self, frame: Frame, box: Box, known: Sequence[Quad] = ()) -> list[Detection]:
        """Return the cards in and about a box, as large as they look in the whole frame, best first.

        Cards that are ``known`` to lie there need not be found again.
        What is cut by the rim of the part that was looked at may be missed, or told with wrong corners.
        """
        ...

    def detect_closely(
        self, frame: Frame, boxes: Sequence[Box], known: Sequence[Quad] = ()
    ) -> list[Detection]:
        """Return the cards in and about these boxes as :meth:`detect_within` does, from as close as can be looked."""
        ...


class Reader(Protocol):
    """Names cards, or says that it cannot."""

    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        """Return one reading for each request, in order."""
        ...


class Searcher(Protocol):
    """Names cards wherever they lie in a picture."""

    def find(self, frame: Frame) -> list[Reading]:
        """Return what it can name."""
        ...


class Classifier(Protocol):
    """Tells cards from everything else."""

    def log_odds(self, frame: Frame, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the log-odds that each quad, shape (n, 4, 2), is the outline of a card, shape (n,)."""
        ...


class Backs(Protocol):
    """Knows the backs of the cards on a table by their design."""

    @property
    def knows_any(self) -> bool:
        """Whether a design is known yet."""
        ...

    def among(
        self, pictures: Sequence[Frame], quads: NDArray[np.float32], down: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        """Return which of n unnamed cards, shape (n, 4, 2), each with a picture of it, lie face down, shape (n,);
        ``down`` look so."""
        ...

    def look(self, picture: Frame, quad: Quad) -> NDArray[np.float32]:
        """Return what a quad shows, as :meth:`learn` takes it."""
        ...

    def learn(self, before: NDArray[np.float32], now: NDArray[np.float32]) -> None:
        """Know for a back's design from now on what a card showed before it was turned over and named, unless it shows
        the same ``now``: then it was its face."""
        ...


@unique
class TrackState(StrEnum):
    """Where a card stands in its life on the table."""

    MOVING = "moving"
    STILL = "still"
    SETTLED = "settled"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Track:
    """One card on the table as the tracker knows it, at one moment.

    ``settled_s`` is the source's clock when its identity was decided (None before); face-down cards settle
    too, without a code. ``hidden`` means that a hand or something else covers it just now. ``arrived`` is False for
    what already lay there when it was found: its place looks as it did before, or the first picture had only just come.
    """

    id: int
    face: Face
    state: TrackState
    quad: Quad
    code: str | None = None
    deck: str | None = None
    reversed: bool | None = None
    confidence: float = 0.0
    candidates: tuple[Candidate, ...] = ()
    since_s: float = 0.0
    settled_s: float | None = None
    hidden: bool = False
    arrived: bool = True


@unique
class EventKind(StrEnum):
    """What can happen to a card, or to the source (see the contract of ``clashcam watch``)."""

    APPEARED = "appeared"
    FLIPPED = "flipped"
    SETTLED = "settled"
    MOVED = "moved"
    LEFT = "left"
    UNREADABLE = "unreadable"
    SOURCE_LOST = "source-lost"
    SOURCE_BACK = "source-back"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, on the source's own clock (``t_s`` seconds, ``frame`` counted from 0)."""

    t_s: float
    frame: int
    kind: EventKind
    track: Track | None = None


@dataclass(frozen=True, slots=True)
class FrameResult:
    """The table after one frame: every known card, what just happened, and whether it is quiet.

    ``busy`` is True while a hand (or anything large that moves) is over the table; ``still_s`` is how long
    nothing on it has moved, in seconds. ``refuted`` counts the tracks so far that were found to be no cards.
    """

    t_s: float
    frame: int
    size_wh: tuple[int, int]
    tracks: tuple[Track, ...]
    events: tuple[Event, ...]
    busy: bool
    still_s: float
    refuted: int = 0
