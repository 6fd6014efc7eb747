"""A table that has not changed costs next to nothing, and nothing is noticed later for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.tracking.scripted_table import Lying, Run, Scene, Script, ScriptedPipeline, paint, play
from vision.scene.background import DRIFT_SHARE, drift_share
from vision.tracking.settings import SETTINGS
from vision.tracking.tracker import Tracker
from vision.tracking.unchanged import FULL_STEP_S, QUIET_S, UnchangedTable, cells_of, stirs
from vision.types import Frame, FrameResult, TrackState

STAR = Lying("m17", 150, 150)
MOON = Lying("m18", 500, 200)
BACK = Lying(None, 500, 200)

LONG_S = 3.0
"""When something happens at a table that nothing has happened at for long."""


def watched(script: Script, seconds: float, fps: float = 30.0) -> Run:
    return play(script, seconds, fps, unchanged=UnchangedTable())


def full_steps(run: Run, since_s: float) -> list[float]:
    return [seen.t_s for seen in run.observations if not seen.unchanged and seen.t_s >= since_s]


@pytest.mark.parametrize("cards", [(), (STAR, MOON), (STAR, BACK)])
@pytest.mark.parametrize("fps", [8, 30])
def test_a_table_at_rest_is_looked_at_in_full_now_and_then(cards: tuple[Lying, ...], fps: float) -> None:
    run = watched(lambda t_s: Scene(cards), LONG_S + 2.0, fps)
    resting = full_steps(run, LONG_S)
    assert len(resting) <= 2.0 / FULL_STEP_S + 1
    assert np.diff(resting).max() <= FULL_STEP_S + 1 / fps
    assert len(run.observations[-1].tracks) == len(cards)
    assert all(track.state is TrackState.SETTLED for track in run.observations[-1].tracks)


def test_a_frame_that_is_left_out_reports_what_the_last_one_did_at_its_own_time() -> None:
    run = watched(lambda t_s: Scene((STAR,)), LONG_S)
    number, left_out = next((at, seen) for at, seen in enumerate(run.observations) if seen.unchanged)
    before = run.observations[number - 1]
    assert (left_out.frame, left_out.t_s) == (number, number / 30)
    assert left_out.still_s == pytest.approx(before.still_s + 1 / 30)
    assert (left_out.tracks, left_out.events, left_out.busy) == (before.tracks, (), False)


def test_nothing_is_left_out_before_a_throw_has_had_time_to_end() -> None:
    run = watched(lambda t_s: Scene((STAR,)), LONG_S)
    settled_s = run.moment("settled m17")
    first = next(seen for seen in run.observations if seen.unchanged)
    assert first.t_s >= settled_s + QUIET_S


def laid_late(t_s: float) -> Scene:
    """A card that has lain for long, beside which another one is laid, under a hand, and turned over."""
    if t_s < LONG_S:
        return Scene((STAR,))
    hand = (420, 0, 640, round(300 * min(1.0, 3 * (t_s - LONG_S)))) if t_s < LONG_S + 0.6 else None
    return Scene((STAR, BACK if t_s < LONG_S + 1.5 else MOON), hand)


def taken_late(t_s: float) -> Scene:
    return Scene((STAR, MOON)) if t_s < LONG_S else Scene((MOON,))


def exchanged_late(t_s: float) -> Scene:
    return Scene((MOON if t_s < LONG_S else replace(STAR, x=MOON.x, y=MOON.y),))


def pushed_late(t_s: float) -> Scene:
    return Scene((STAR.at(150 + 40 * min(max(t_s - LONG_S, 0.0), 1.0), 150), MOON))


@pytest.mark.parametrize("script", [laid_late, taken_late, exchanged_late, pushed_late])
@pytest.mark.parametrize("fps", [8, 15])
def test_what_happens_after_a_long_rest_is_reported_as_soon_as_ever(script: Script, fps: float) -> None:
    run, plain = watched(script, LONG_S + 2.5, fps), play(script, LONG_S + 2.5, fps)
    assert any(seen.unchanged for seen in run.observations)
    assert run.reported == plain.reported
    for line in run.reported:
        assert run.moment(line) <= plain.moment(line) + max(SETTINGS.moment_s, 2 / fps), line


@pytest.mark.parametrize(
    ("noise_levels", "size_wh"), [(0.0, (1280, 720)), (14.0, (1280, 720)), (6.0, (640, 480))]
)
def test_noise_stirs_nothing_and_a_finger_does(noise_levels: float, size_wh: tuple[int, int]) -> None:
    chance = np.random.default_rng(5)

    def shot(finger: bool) -> Frame:
        picture = np.full((size_wh[1], size_wh[0], 3), (60, 90, 50), np.float64)
        if finger:
            picture[:60, 300:320] = (110, 140, 200)
        noisy = picture + chance.normal(0, noise_levels, picture.shape)
        return np.clip(noisy, 0, 255).round().astype(np.uint8)

    before = cells_of(shot(finger=False))
    assert not any(stirs(cells_of(shot(finger=False)), before) for _ in range(10))
    assert all(stirs(cells_of(shot(finger=True)), before) for _ in range(10))


def test_light_that_drifts_changes_no_card() -> None:
    def dusk(t_s: float) -> Scene:
        return Scene((STAR, BACK), light=1.0 - 0.04 * max(t_s - 2.0, 0.0))

    run = watched(dusk, 8.0, 15)
    assert any(seen.unchanged for seen in run.observations)
    assert run.reported == play(dusk, 8.0, 15).reported


def test_a_remembered_picture_follows_frames_that_were_left_out_as_if_each_had_been_seen() -> None:
    remembered = 0.0
    for _ in range(7):
        remembered += DRIFT_SHARE * (1.0 - remembered)
    assert drift_share(7) == pytest.approx(remembered)
    assert drift_share(1) == pytest.approx(DRIFT_SHARE)


def test_a_slow_hand_is_noticed_within_a_full_step() -> None:
    """It comes so slowly that no frame differs much from the one before."""

    def reaching(t_s: float) -> Scene:
        return Scene((STAR,), (500, 0, 640, round(20 * max(t_s - LONG_S, 0.0))) if t_s > LONG_S else None)

    seen = full_steps(watched(reaching, LONG_S + 2.0), LONG_S)
    assert len(seen) > 2 * 2.0 / FULL_STEP_S


def shaded(seconds: float, fps: float, levels_per_s: float) -> Iterator[tuple[FrameResult, Tracker]]:
    """Show a table with a card, of which the left half grows lighter, as where the sun comes round."""
    pipeline = ScriptedPipeline(now=Scene((MOON,)))
    tracker = Tracker(pipeline, pipeline, stabilizer=pipeline.stabilizer, unchanged=UnchangedTable())
    for number in range(round(seconds * fps)):
        frame = paint(pipeline.now, number)
        lighter = frame[:, :500].astype(np.float32) + levels_per_s * number / fps
        frame[:, :500] = np.clip(lighter, 0, 255).round().astype(np.uint8)
        yield tracker.step(frame, number / fps), tracker


def test_a_card_of_which_half_grows_lighter_is_no_other_card() -> None:
    seen, changed = list[FrameResult](), 0
    for result, tracker in shaded(14.0, 8, levels_per_s=2.0):
        seen.append(result)
        changed += sum(track.pose.changed for track in tracker.tracks)
    assert sum(result.unchanged for result in seen) > len(seen) / 2
    assert changed == 0
    assert [track.code for track in seen[-1].tracks] == ["m18"]


def test_what_lies_there_is_known_to_lie_there_up_to_the_last_frame() -> None:
    for result, tracker in shaded(4.0, 15, levels_per_s=0.0):
        assert all(track.now_s == result.t_s for track in tracker.tracks)
        if result.unchanged:
            assert all(track.seen_s == result.t_s for track in tracker.tracks)
