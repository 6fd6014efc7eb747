"""Values that pass between the stages of vision.

Pictures are BGR, uint8, rows first. Coordinates are pixels of the frame, x to the right and y down, the centre of the
first pixel at (0, 0).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Frame: TypeAlias = NDArray[np.uint8]
"""A picture, shape (height, width, 3), BGR, uint8."""

Crop: TypeAlias = NDArray[np.uint8]
"""A rectified card, shape (height, width, 3), BGR, upright or upside down."""

Quad: TypeAlias = NDArray[np.float32]
"""Four corners, shape (4, 2), in pixels of the frame, clockwise as seen in the picture."""

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels of the frame."""

Candidate: TypeAlias = tuple[str, float]
"""A card's code and how likely it is, 0 to 1."""


@unique
class Face(StrEnum):
    """Side of a card that is up."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Detection:
    """One quad that the detector proposes in one frame, its reading direction unknown.

    ``quad`` is clockwise and starts at either end of a short side; ``score`` is 0 to 1. ``pose_hypotheses`` are less
    likely quads of the same card, best first. A ``low_score`` detection becomes a card only if it is read by name; a
    ``close`` one comes from a zoomed tile and is accepted only once cards were read.
    """

    quad: Quad
    face: Face
    score: float
    pose_hypotheses: tuple[Quad, ...] = ()
    low_score: bool = False
    close: bool = False


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """A request to name the card at ``quad`` that shows ``face``.

    ``pose_hypotheses`` are other quads of the card, likeliest first. ``fast`` allows a quicker, less thorough answer.
    An ``occluded`` card may miss the pip that separates two names. ``covers`` are the known quads of cards on top of
    it. A detected back with ``may_be_face`` is read like a face.
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
        """Whether the card is taken to lie face down."""
        return self.face is Face.DOWN and not self.may_be_face

    @classmethod
    def of(cls, detection: Detection) -> ReadRequest:
        """Return the request that a detection alone gives."""
        return cls(detection.quad, detection.face, detection.pose_hypotheses)


@dataclass(frozen=True, slots=True)
class Reading:
    """The recognizer's answer for one crop.

    ``code`` is None if it abstains; ``candidates`` then holds the likeliest codes, best first. ``reversed`` is whether
    ``quad`` starts at the lower right of the upright card, see :func:`vision.geometry.is_reversed`. If the code is
    known, ``quad`` starts at the upright card's top left corner. ``by_index`` is whether rank and suit were read, which
    are independent of the deck. ``detected`` is the detector's score, 0 to 1, and ``other_deck`` whether it is surely a
    card, but one of no deck that was asked for: both of single pictures only.
    """

    quad: Quad
    face: Face
    code: str | None = None
    deck: str | None = None
    reversed: bool | None = None
    confidence: float = 0.0
    candidates: tuple[Candidate, ...] = ()
    by_index: bool = False
    detected: float = 0.0
    other_deck: bool = False


class Detector(Protocol):
    """Detects every card of a frame, face up or face down."""

    def detect(self, frame: Frame) -> list[Detection]:
        """Return the cards of the frame, best first."""
        ...


@runtime_checkable
class PartDetector(Detector, Protocol):
    """A detector that can search a part of a frame in less time."""

    def detect_within(self, frame: Frame, box: Box, known: Sequence[Quad] = ()) -> list[Detection]:
        """Return the cards in and around a box, at the scale of the whole frame, best first.

        ``known`` cards need not be detected again. A card cut by the edge of the searched part may be missed or have
        wrong corners.
        """
        ...

    def detect_closely(
        self, frame: Frame, boxes: Sequence[Box], known: Sequence[Quad] = ()
    ) -> list[Detection]:
        """Return the cards in and around these boxes as :meth:`detect_within` does, from zoomed tiles."""
        ...


class Reader(Protocol):
    """Names cards, or abstains."""

    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        """Return one reading for each request, in order."""
        ...


class Searcher(Protocol):
    """Names cards anywhere in a picture."""

    def find(self, frame: Frame) -> list[Reading]:
        """Return the cards that it can name."""
        ...


class Classifier(Protocol):
    """Separates cards from everything else."""

    def log_odds(self, frame: Frame, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the log-odds that each quad, shape (n, 4, 2), is the outline of a card, shape (n,)."""
        ...


class SideClassifier(Protocol):
    """Separates cards from everything else, and backs from faces."""

    def card_and_back(self, frame: Frame, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the log-odds that each quad, shape (n, 4, 2), is the outline of a card, and that a card there shows
        its back, shape (n, 2)."""
        ...


class Backs(Protocol):
    """Recognizes backs on one table by their design."""

    @property
    def knows_any(self) -> bool:
        """Whether a design is known yet."""
        ...

    def among(
        self, pictures: Sequence[Frame], quads: NDArray[np.float32], down: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        """Return which of n unnamed cards, shape (n, 4, 2), lie face down, shape (n,); each has its picture, and
        ``down`` is how it was detected."""
        ...

    def look(self, picture: Frame, quad: Quad) -> NDArray[np.float32]:
        """Return the description of a quad's content that :meth:`learn` takes."""
        ...

    def learn(self, before: NDArray[np.float32], now: NDArray[np.float32]) -> None:
        """Take as a back's design what a card showed before it was turned over and named, unless it shows the same
        ``now``: then it was its face."""
        ...


@unique
class TrackState(StrEnum):
    """State of a card on the table."""

    MOVING = "moving"
    STILL = "still"
    SETTLED = "settled"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Track:
    """One card on the table at one moment, as the tracker has it.

    ``settled_s`` is the source's clock when the identity was decided (None before); face-down cards settle too, without
    a code. ``hidden`` means occluded by a hand or object now. ``arrived`` is False for preexisting cards: their place
    is unchanged, or the first picture had just come.
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
    """Kinds of events of a card or the source (see the contract of ``clashcam watch``)."""

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
    """One event on the source's clock (``t_s`` seconds, ``frame`` counted from 0)."""

    t_s: float
    frame: int
    kind: EventKind
    track: Track | None = None


@dataclass(frozen=True, slots=True)
class FrameResult:
    """The table after one frame: all tracks, new events, and motion.

    ``busy`` is True while a hand or another large moving thing is over the table; ``still_s`` is for how long nothing
    has moved, in seconds. ``refuted`` counts the false positives withdrawn so far.
    A frame that is ``unchanged`` was not looked at: it shows what the last one that was did.
    """

    t_s: float
    frame: int
    size_wh: tuple[int, int]
    tracks: tuple[Track, ...]
    events: tuple[Event, ...]
    busy: bool
    still_s: float
    refuted: int = 0
    unchanged: bool = False
