"""Whatever happens before a camera, a tracker goes on: cards come and go, detectors miss them, cameras pause."""

from __future__ import annotations

from typing import TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.tracking.scripted_table import Lying, Scene, ScriptedPipeline, paint
from tests.vision.tracking.test_backs import BacksLikeW09
from vision.tracking.tracker import Tracker
from vision.types import Reading, ReadRequest

FPS = 30.0
PLACES = [(x, y) for x in (80, 200, 320, 440, 560) for y in (90, 250)]
Laid: TypeAlias = tuple[str | None, tuple[int, int], float, bool]
Moment: TypeAlias = tuple[list[Laid], tuple[int, int, int, int] | None, float, int, float]

LAID = st.tuples(
    st.sampled_from(["m17", "w09", "c04", None]),
    st.sampled_from(PLACES),
    st.sampled_from([0.0, 35.0]),
    st.booleans(),
)
SCENES: st.SearchStrategy[Moment] = st.tuples(
    st.lists(LAID, max_size=4, unique_by=lambda laid: laid[1]),
    st.sampled_from([None, None, (150, 0, 400, 200)]),
    st.sampled_from([1.0, 1.0, 1.0, 0.6]),
    st.sampled_from([2, 15]),
    st.sampled_from([0.0, 1.5, 9.0]),
)
"""What lies there, the hand's box, the light, for how many frames, and the pause before them in seconds."""


class Wary(ScriptedPipeline):
    """Is asked about places where nothing lies any more, too."""

    def _read(self, request: ReadRequest) -> Reading:
        return super()._read(request) if self.now.cards else Reading(request.quad, request.face)


@settings(max_examples=40, deadline=None)
@given(st.lists(SCENES, min_size=2, max_size=5), st.booleans())
def test_a_tracker_goes_on_whatever_it_is_shown(scenes: list[Moment], named: bool) -> None:
    pipeline = Wary(lambda code, number: code if named else None)
    tracker = Tracker(pipeline, pipeline, backs=BacksLikeW09())
    number, t_s = 0, 0.0
    for laid, hand, light, frames, pause_s in (([], None, 1.0, 60, 0.0), *scenes):
        cards = tuple(Lying(code, *at, angle_deg, seen) for code, at, angle_deg, seen in laid)
        pipeline.now = Scene(cards, hand, light)
        t_s += pause_s
        for _ in range(frames):
            number, t_s = number + 1, t_s + 1 / FPS
            result = tracker.step(paint(pipeline.now, number), t_s)
            assert result.t_s == t_s
    assert len({track.id for track in result.tracks}) == len(result.tracks)
