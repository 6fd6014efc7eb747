"""What the vision thread reports: frames with what was seen on them, and how the source is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from vision.capture.reasons import Reason
from vision.quality import Grade
from vision.types import Frame, FrameResult


@dataclass(frozen=True, slots=True)
class SeenFrame:
    """One observation and the frame that it was made on; ``at_s`` is when the pipeline was done (seconds since 1970).

    ``pipeline`` numbers what looked: after a change of source or decks another one looks, whose tracks start again.
    ``dealt`` are the codes of the near and the far seat's own decks, where the source itself deals from such.
    """

    observation: FrameResult
    frame: Frame
    at_s: float = 0.0
    pipeline: int = 0
    dealt: tuple[tuple[str, ...], tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True)
class SourceStatus:
    """How the camera is; ``aid`` grades its picture."""

    source: dict[str, Any]
    aid: tuple[Grade, ...] = ()
    reason: Reason | None = None
    """Why it gives no pictures, where there are words for that in every language."""
    trying_reason: Reason | None = None
    """The same of the source that is to take its place (``source["trying"]``)."""


class Listener(Protocol):
    """Who hears the reports: :class:`webui.table.thread.TableThread`."""

    def see(self, seen: SeenFrame, /) -> None:
        """Take in a frame; waits while too many wait already."""

    def tell(self, status: SourceStatus, /) -> None:
        """Take in how the source is."""
