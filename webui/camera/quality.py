"""The camera aid on the page: the grades of :mod:`vision.quality` in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vision.quality import Grade, assess, level
from vision.types import Frame, FrameResult, TrackState
from webui.i18n import render

LYING = (TrackState.STILL, TrackState.SETTLED, TrackState.UNREADABLE)


def grade(frame: Frame, observation: FrameResult) -> tuple[Grade, ...]:
    """Grade the picture by its visible cards."""
    lying = [track.quad for track in observation.tracks if track.state in LYING and not track.hidden]
    return assess(frame, lying)


def in_words(grades: Sequence[Grade], language: str) -> dict[str, Any]:
    """Return the aid as docs/state.md has it."""
    problems = [
        {"code": str(one.flaw), "text": render(f"aid.{one.flaw}", {"measured": one.measured}, language)}
        for one in grades
        if one.is_flawed
    ]
    return {"level": round(level(grades), 2), "ok": not problems, "problems": problems}
