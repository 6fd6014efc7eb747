"""Cards over time: which detections are one card, what it is called, and when it lies still."""

from __future__ import annotations

from vision.types import Detector, Frame, Observation, Reader


class Watcher:
    """Frames in, tracked cards out.

    ``step`` takes every frame with the source's clock; times are seconds, so that it does the same at 8 and
    at 30 frames a second. ``two_decks`` allows one name twice on the table.
    """

    def __init__(self, detector: Detector, reader: Reader, *, two_decks: bool = False) -> None: ...

    def step(self, frame: Frame, t_s: float) -> Observation:
        """Take the next frame (any size) at the moment ``t_s`` and tell what lies on the table."""
        raise NotImplementedError

    def reread(self, track: int) -> None:
        """Forget what a track is called and read it anew (the Host tapped it)."""
