"""Reports of the vision thread: frames with their observations, and the source's status."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from vision.capture.reasons import Reason
from vision.quality import Grade
from vision.types import Frame, FrameResult


@dataclass(frozen=True, slots=True)
class SeenFrame:
    """One observation and its frame; ``at_s`` is when the pipeline was done (seconds since 1970).

    ``pipeline`` numbers the pipelines: each change of source or decks begins another one, with new tracks. ``dealt``
    are the codes of the near and the far seat's own decks, if the source itself deals from such.
    """

    observation: FrameResult
    frame: Frame
    at_s: float = 0.0
    pipeline: int = 0
    dealt: tuple[tuple[str, ...], tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True)
class SourceStatus:
    """Status of the camera; ``aid`` grades its picture."""

    source: dict[str, Any]
    aid: tuple[Grade, ...] = ()
    reason: Reason | None = None
    """Why it gives no pictures, if that reason exists in every language."""
    trying_reason: Reason | None = None
    """The same of the source that is to replace it (``source["trying"]``)."""


class Listener(Protocol):
    """Receiver of the reports: :class:`webui.table.thread.TableThread`."""

    def see(self, seen: SeenFrame, /) -> None:
        """Take a frame; block while too many are waiting."""

    def on_status(self, status: SourceStatus, /) -> None:
        """Take in how the source is."""
