"""A source as the command line names it, as a value that can be sent to another process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum, unique
from pathlib import Path
from typing import Final, Protocol, TypeAlias

from vision.capture.passwords import is_masked, masked
from vision.types import Crop, Frame

DeckFaces: TypeAlias = tuple[Mapping[str, Crop], Crop]
"""The faces of a deck by code, and its back."""

REPLAY: Final = "replay:"
"""Prefix of a recording's name."""

JOIN: Final = " + "
"""Separator of the words of two cameras over one table: the near half's, the far half's."""

STREAM_SCHEMES: Final = ("http", "https", "rtsp", "rtsps", "rtmp", "udp", "tcp")


@unique
class SourceKind(StrEnum):
    """Kinds of sources."""

    CAMERA = "camera"
    CLIP = "clip"
    PICTURES = "pictures"
    STREAM = "stream"
    PHONE = "phone"
    DEMO = "demo"
    RECORDING = "recording"


NAMES: Final = {SourceKind.PHONE: "the phone", SourceKind.DEMO: "the virtual table"}
"""Names in messages for sources without an address."""


@dataclass(frozen=True, slots=True)
class SourceSpec:
    """A source and its options.

    ``address`` is the camera's index, the path or the URL; a phone's is the program's own address for its pictures.
    ``size_wh`` and ``fps`` are asked of a camera, set for the virtual table and, ``fps`` only, for a folder of pictures
    and a video without a rate. ``seed``, ``seconds``, ``deck``, ``cards`` and ``piles`` belong to the virtual table:
    ``deck`` is called in the capture process (a module's function or a ``functools.partial`` of one) and returns the
    faces to lay; ``cards`` is how many the near and the far seat lay each time, random if None; ``piles`` are the codes
    of the near and the far seat's own decks, all of ``deck`` for both if None. With ``largest`` a camera is asked for
    the largest picture that it gives at that rate instead of ``size_wh``. ``hold`` is whether a camera's focus and
    exposure are held once they have settled; None leaves them to its driver. A ``hurried`` source runs as fast as it is
    read. ``far`` is a second camera, over the far half of the table (:class:`vision.capture.joint.JointCapture`).
    """

    kind: SourceKind
    address: str = field(default="", repr=False)
    size_wh: tuple[int, int] = (1280, 720)
    fps: float = 30.0
    seed: int = 0
    seconds: float | None = None
    deck: Callable[[], DeckFaces] | None = None
    cards: tuple[int, int] | None = None
    piles: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    hurried: bool = False
    hold: bool | None = None
    far: SourceSpec | None = None
    largest: bool = False

    @property
    def alone(self) -> SourceSpec:
        """The same spec without the far camera."""
        return replace(self, far=None)

    @property
    def cameras(self) -> int:
        """Number of cameras over the table."""
        return 1 if self.far is None else 2

    @property
    def live(self) -> bool:
        """Whether frames come regardless of the reader: only these are dropped."""
        return self.kind in (SourceKind.CAMERA, SourceKind.STREAM, SourceKind.PHONE)

    @property
    def name(self) -> str:
        """Name in messages, without any password."""
        if self.far is not None:
            return f"{self.alone.name}{JOIN}{self.far.name}"
        if self.kind is SourceKind.CAMERA:
            return f"camera {self.address}"
        return NAMES.get(self.kind) or masked(self.address)

    @property
    def is_missing(self) -> bool:
        """Whether it is a file that does not exist."""
        if self.far is not None and self.far.is_missing:
            return True
        is_file = self.kind in (SourceKind.CLIP, SourceKind.RECORDING)
        return is_file and not Path(self.address).is_file()

    @property
    def locked(self) -> bool:
        """Whether its password is missing, or no phone is paired, so that the address opens nothing."""
        if self.far is not None and not self.far.locked:
            return False
        if self.kind is SourceKind.PHONE:
            return not self.address
        return self.kind is SourceKind.STREAM and is_masked(self.address)


def parse_source(word: str) -> SourceSpec:
    """Parse the command line's word: a camera index, ``phone``, ``demo``, a URL, a video file, a folder of pictures,
    ``replay:FILE``.

    Existence is checked only when it is opened.
    """
    if word.isdecimal() and word.isascii():
        return SourceSpec(SourceKind.CAMERA, str(int(word)))
    if word in (SourceKind.DEMO, SourceKind.PHONE):
        return SourceSpec(SourceKind(word))
    if word.startswith(REPLAY):
        return SourceSpec(SourceKind.RECORDING, word.removeprefix(REPLAY))
    scheme, colon, _ = word.partition("://")
    if colon and scheme.lower() in STREAM_SCHEMES:
        return SourceSpec(SourceKind.STREAM, word)
    kind = SourceKind.PICTURES if word and Path(word).is_dir() else SourceKind.CLIP
    return SourceSpec(kind, word)


@dataclass(frozen=True, slots=True)
class LayWish:
    """A wish to the virtual table: so many cards in each box (left, top, right, bottom) of the picture, as shares.

    Each number is laid once; without hands nothing is laid. ``numbers``: only cards of these numbers are
    laid, both ends included; None: any.
    """

    number: int
    hands: tuple[tuple[tuple[float, float, float, float], int], ...] = ()
    numbers: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class TimedFrame:
    """A frame and its time on the source's own clock, in seconds from its first frame."""

    frame: Frame
    t_s: float


class SourceError(OSError):
    """A source that cannot be opened, or has stopped; the message names it and the remedy."""


class Source(Protocol):
    """Frames one after another, read in the calling thread."""

    def open(self) -> None:
        """Make it ready to read.

        :raise SourceError: if it does not exist, is taken by another program or gives no frames.
        """
        ...

    def read(self) -> TimedFrame | None:
        """Return the next frame, or None at the end.

        :raise SourceError: if a live source stops giving frames.
        """
        ...

    def close(self) -> None:
        """Release it; closing twice is harmless."""
        ...
