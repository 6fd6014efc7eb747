"""The filter of one track: a belief that stays a distribution, recovers, and is the same at any frame rate."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.tracking.situation_filter import LEAST, SituationFilter
from vision.tracking.situations import CARRIED, CLEAR, COVERED, GONE, PLACES, UNDER_HAND
from vision.types import Face

SAME_BELIEF_WITHIN = 0.1
"""Two beliefs are nearly the same if no probability differs by more."""

Logs = NDArray[np.float64]

evidence = st.lists(st.floats(-50, 50), min_size=len(PLACES), max_size=len(PLACES))
faces = st.sampled_from(list(Face))


def showing(situation: int, nats: float = 4.0) -> Logs:
    """Log-likelihoods of evidence that speaks for one situation."""
    logs = np.full(len(PLACES), -nats)
    logs[situation] = 0.0
    return logs


def watched(
    track: SituationFilter, logs: Logs, seconds: float, fps: float = 30.0, changed: bool = False
) -> SituationFilter:
    for _ in range(round(seconds * fps)):
        track.step(logs, 1 / fps, changed=changed)
    return track


def lying(face: Face = Face.UP) -> SituationFilter:
    """A card that has lain in sight for two seconds."""
    return watched(SituationFilter(face), showing(CLEAR), 2.0)


def face_of(track: SituationFilter) -> Face:
    """The likelier face."""
    return Face.UP if track.face_log_odds >= 0 else Face.DOWN


@given(
    faces, st.lists(st.tuples(evidence, st.floats(1e-3, 0.5), st.booleans(), faces), min_size=1, max_size=12)
)
def test_the_belief_is_a_distribution_after_any_evidence(
    face: Face, frames: list[tuple[list[float], float, bool, Face]]
) -> None:
    track = SituationFilter(face)
    for logs, dt_s, changed, shown in frames:
        track.step(np.array(logs), dt_s, changed=changed)
        track.see_face(shown, dt_s)
        assert np.isfinite(track.places).all()
        assert track.places.sum() == pytest.approx(1.0)
        assert track.places.min() >= 0.99 * LEAST
        assert 0 <= track.lies <= 1
        assert 0 <= track.hidden <= 1
        assert np.isfinite(track.face_log_odds)


@pytest.mark.parametrize("situation", range(len(PLACES)))
@pytest.mark.parametrize("nats", [0.3, 1.0, 4.0])
def test_one_second_of_evidence_says_the_same_at_8_and_at_30_frames_a_second(
    situation: int, nats: float
) -> None:
    slow, fast = (
        watched(SituationFilter(Face.UP), showing(situation, nats), 1.0, fps).places for fps in (8, 30)
    )
    np.testing.assert_allclose(slow, fast, atol=SAME_BELIEF_WITHIN)


@pytest.mark.parametrize("turned", [False, True])
def test_one_second_of_a_face_says_the_same_at_8_and_at_30_frames_a_second(turned: bool) -> None:
    said = []
    for fps in (8, 30):
        track = SituationFilter(Face.UP)
        for _ in range(fps):
            track.step(showing(UNDER_HAND), 1 / fps, changed=turned)
            track.see_face(Face.DOWN, 1 / fps)
        said.append(1 / (1 + np.exp(-track.face_log_odds)))
    assert said[0] == pytest.approx(said[1], abs=SAME_BELIEF_WITHIN)


@pytest.mark.parametrize("situation", range(len(PLACES)))
def test_lasting_evidence_wins(situation: int) -> None:
    assert watched(lying(), showing(situation), 1.5).places.argmax() == situation


def test_a_card_under_a_hand_comes_back() -> None:
    track = watched(lying(), showing(UNDER_HAND), 5.0)
    assert track.hidden > 0.5
    assert track.lies > 0.5
    assert watched(track, showing(CLEAR), 0.5).places[CLEAR] > 0.9


@pytest.mark.parametrize("hiding", [COVERED, UNDER_HAND])
def test_a_card_that_is_hidden_still_lies_there(hiding: int) -> None:
    track = watched(lying(), showing(hiding), 3.0)
    assert track.hidden > 0.5
    assert track.lies > 0.8


@pytest.mark.parametrize("moving", [CARRIED, GONE])
def test_a_card_that_is_carried_or_gone_does_not_lie_there(moving: int) -> None:
    track = watched(lying(), showing(moving), 1.0)
    assert track.lies < 0.2
    assert track.hidden < 0.2


def test_a_table_that_is_bare_for_a_while_is_believed() -> None:
    assert watched(lying(), showing(GONE), 1.0).places[GONE] > 0.95


def test_one_frame_of_bare_table_is_not_believed() -> None:
    track = lying()
    track.step(showing(GONE), 1 / 30, changed=True)
    assert track.places[GONE] < 0.5


def test_a_card_comes_back_after_a_minute_of_bare_table() -> None:
    track = watched(watched(lying(), showing(GONE), 60.0), showing(CLEAR, 6.0), 2.0)
    assert track.places.argmax() == CLEAR


def test_without_evidence_a_card_that_lies_mostly_stays() -> None:
    track = lying()
    track.step(np.zeros(len(PLACES)), 1.0, changed=False)
    assert track.places.argmax() == CLEAR
    assert track.places[CLEAR] < 0.9


@given(st.lists(faces, min_size=1, max_size=60))
def test_detections_do_not_turn_a_face_that_was_proven_and_has_not_changed(shown: list[Face]) -> None:
    track = lying(Face.UP)
    track.prove_face(6.0)
    for face in shown:
        track.step(showing(CLEAR), 1 / 30, changed=False)
        track.see_face(face, 1 / 30)
    assert face_of(track) is Face.UP


@pytest.mark.parametrize("proven", list(Face))
def test_a_proof_outweighs_all_detections_of_the_other_face(proven: Face) -> None:
    other = Face.DOWN if proven is Face.UP else Face.UP
    track = SituationFilter(other)
    for _ in range(300):
        track.see_face(other, 0.2)
    assert face_of(track) is other
    track.prove_face(6.0 if proven is Face.UP else -6.0)
    assert face_of(track) is proven


def test_a_proof_that_is_doubted_leaves_the_face_to_detections() -> None:
    track = lying(Face.UP)
    track.prove_face(6.0)
    track.doubt_proof()
    for _ in range(15):
        track.see_face(Face.DOWN, 1 / 30)
    assert face_of(track) is Face.DOWN


def test_a_face_that_was_proven_twice_is_turned_by_as_many_proofs() -> None:
    """Proofs are bounded: a hundred of them do not take a hundred to undo."""
    track = SituationFilter(Face.UP)
    for _ in range(100):
        track.prove_face(6.0)
    for _ in range(3):
        track.prove_face(-6.0)
    assert face_of(track) is Face.DOWN


@given(faces, st.floats(0.5, 6.0))
def test_a_change_makes_a_face_less_sure_and_never_turns_it(face: Face, proof: float) -> None:
    track = SituationFilter(face)
    track.prove_face(proof if face is Face.UP else -proof)
    before = abs(track.face_log_odds)
    watched(track, showing(CARRIED), 1.0, changed=True)
    assert abs(track.face_log_odds) < before
    assert face_of(track) is face


def test_a_face_is_surer_of_a_card_that_lies_than_of_one_that_is_carried() -> None:
    carried, still = (watched(lying(), showing(where), 1.0, changed=True) for where in (CARRIED, CLEAR))
    assert carried.face_log_odds < still.face_log_odds
