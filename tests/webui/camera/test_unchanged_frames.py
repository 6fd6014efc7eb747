"""What the application makes of the frames of an unchanged table: nothing, unless cards are being taken from them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
import pytest

from vision.capture.spec import SourceKind, SourceSpec
from vision.quality import Grade
from vision.types import Frame, FrameResult
from webui.camera import quality, source_report
from webui.camera.decks.enrolling import Enrolling
from webui.camera.decks.other_decks import OtherDecks
from webui.camera.listeners import Listeners
from webui.camera.reports import SeenFrame, SourceStatus
from webui.camera.source_report import SourceReport


@dataclass
class Notes:
    """Stands for each of the listeners, and notes what it is given."""

    is_taking: bool = False
    seen: list[Any] = field(default_factory=list)

    def see(self, *given: Any) -> None:
        self.seen.append(given)

    def on_status(self, status: SourceStatus, /) -> None:
        self.seen.append(status)


def frame_of(*, unchanged: bool) -> SeenFrame:
    picture = np.full((90, 160, 3), 120, np.uint8)
    return SeenFrame(FrameResult(1.0, 30, (160, 90), (), (), False, 1.0, unchanged=unchanged), picture)


@pytest.mark.parametrize(
    ("unchanged", "taking", "expected"),
    [
        (False, False, (0, 1, 1)),
        (True, False, (0, 0, 0)),
        (False, True, (1, 0, 1)),
        (True, True, (1, 0, 1)),  # A card that is held still for the camera is taken all the same.
    ],
)
def test_an_unchanged_table_is_news_only_to_a_deck_under_enrolment(
    unchanged: bool, taking: bool, expected: tuple[int, int, int]
) -> None:
    enrolling, others, table = Notes(taking), Notes(), Notes()
    listeners = Listeners(cast(Enrolling, enrolling), cast(OtherDecks, others), table)
    listeners.see(frame_of(unchanged=unchanged))
    assert (len(enrolling.seen), len(others.seen), len(table.seen)) == expected


def test_the_picture_of_an_unchanged_table_is_graded_again_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    graded: list[Frame] = []
    now_s = [100.0]

    def grade(frame: Frame, _: FrameResult) -> tuple[Grade, ...]:
        graded.append(frame)
        return ()

    monkeypatch.setattr(quality, "grade", grade)
    monkeypatch.setattr("webui.camera.source_report.time.monotonic", lambda: now_s[0])
    report = SourceReport(Notes(), lambda: "20:00")
    report.grades(frame_of(unchanged=False))
    report.grades(frame_of(unchanged=True))
    assert len(graded) == 1
    report.grades(frame_of(unchanged=False))
    assert len(graded) == 2
    now_s[0] += source_report.GRADED_EVERY_S
    report.grades(frame_of(unchanged=True))
    assert len(graded) == 3


def test_the_rate_of_an_unchanged_table_counts_the_pictures_that_were_passed_over() -> None:
    notes = Notes()
    report = SourceReport(notes, lambda: "20:00")
    picture = np.full((90, 160, 3), 120, np.uint8)
    for _ in range(4):
        report.count(picture, 3)
    report.update(SourceSpec(SourceKind.CAMERA, "0"), "live")
    assert notes.seen[0].source["fps"] == 6.0
