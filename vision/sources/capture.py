"""Frames from another process: one slot for the newest, a child that can be killed, a source that comes back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum, unique
from types import TracebackType

from vision.sources.spec import SourceSpec
from vision.types import Frame


@unique
class CaptureState(StrEnum):
    """How the source is just now."""

    CLOSED = "closed"
    LIVE = "live"
    LOST = "lost"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Captured:
    """A frame of the source: ``frame`` shape (height, width, 3), its clock, and its number from 0 (dropped ones counted)."""

    frame: Frame
    t_s: float
    index: int


class Capture:
    """A source read in a process of its own.

    Live sources give the newest frame and count what nobody took (``dropped``); files and the virtual table
    wait for the reader and lose nothing, as fast as it reads or, with ``paced``, not faster than their clock.
    A live source that falls silent for ``patience_s`` is killed and opened again until it answers: ``state``
    is then LOST, ``fault`` says why. One thread may use it.
    """

    state: CaptureState
    fault: str
    dropped: int

    def __init__(self, spec: SourceSpec, *, paced: bool = False, patience_s: float = 5.0) -> None: ...

    def __enter__(self) -> Capture: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def open(self) -> None:
        """Start the process and wait for the first frame.

        :raise SourceError: with one line that says what is wrong.
        """

    def read(self, timeout_s: float = 1.0) -> Captured | None:
        """Return the next frame; None if there is none within the time, or at the end (see ``state``).

        :raise SourceError: if a file or the virtual table breaks off.
        """

    def frames(self) -> Iterator[Captured]:
        """Yield every frame until the end, waiting through a lost source."""

    def close(self) -> None:
        """End the process and free the slot; closing twice is harmless."""
