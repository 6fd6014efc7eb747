"""What a frame says of a track, measured on a painted table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.tracking.scripted_table import CARD_WH, Lying, Scene, paint
from vision.scene.background import SceneMasks
from vision.scene.table_plane import TablePlane
from vision.tracking.evidence import FAR, FIELDS, Beliefs, Evidence, covered_share, measure
from vision.tracking.pose import TrackPose
from vision.tracking.settings import SETTINGS
from vision.tracking.tracker import background_for
from vision.types import Detection, Face, Frame, Quad

STAR = Lying("m17", 200, 150)
OTHER = Lying("w07", 200, 150)
NAMED = Beliefs(card=3.0, name=9.0, other_name=-9.0, named=True)
PLANE = TablePlane()

FPS = 15
TABLE_FRAMES = 20
CARD_FRAMES = 10

UNSIGNED = (
    "match_iou", "match_score", "changed", "kept", "named_kept", "bare", "moving", "hand", "covered", "under",
    "misfit", "named", "inside",
)  # fmt: skip


@dataclass(frozen=True)
class Table:
    """A table on which a card was laid and named, as it is some frames after it became another scene."""

    pose: TrackPose
    masks: SceneMasks
    frame: Frame

    def measured(
        self,
        match: Detection | None = None,
        above: tuple[Quad, ...] = (),
        below: tuple[Quad, ...] = (),
        beliefs: Beliefs = NAMED,
    ) -> Evidence:
        return measure(self.pose, match, self.masks, above, below, PLANE, beliefs, self.frame)


def table(card: Lying = STAR, then: Scene | None = None, frames: int = 8) -> Table:
    """Show a bare table, then a card, then another scene for so many frames."""
    background = background_for(SETTINGS)
    scenes = [Scene()] * TABLE_FRAMES + [Scene((card,))] * CARD_FRAMES + [then or Scene((card,))] * frames
    pose: TrackPose | None = None
    for number, scene in enumerate(scenes):
        frame: Frame = paint(scene, number)
        if number == TABLE_FRAMES + 4:
            pose = TrackPose(card.quad, frame, number / FPS)
            pose.note_name()
        if pose is not None:
            pose.compare(frame)
        masks = background.step(frame, number / FPS, [] if pose is None else [pose.quad])
    assert pose is not None
    return Table(pose, masks, frame)


def seen(card: Lying, by_px: float = 0.0) -> Detection:
    return Detection(card.at(card.x + by_px, card.y).quad, card.face, 0.8)


def assert_within_ranges(evidence: Evidence) -> None:
    values = dict(zip(FIELDS, evidence.vector().tolist(), strict=True))
    assert np.isfinite(evidence.vector()).all()
    for name in UNSIGNED:
        assert 0 <= values[name] <= 1, name
    assert values["match_face"] in {-1.0, 0.0, 1.0}
    assert values["hand"] in {0.0, 0.5, 1.0}
    assert 0 <= values["match_offset"] <= FAR
    assert -15 <= values["name"] <= 15
    assert -15 <= values["other_name"] <= 15


def test_a_vector_has_the_values_in_the_order_of_the_fields() -> None:
    evidence = Evidence(match_iou=0.25, changed=0.5, inside=0.75)
    values = dict(zip(FIELDS, evidence.vector().tolist(), strict=True))
    assert values == {name: getattr(evidence, name) for name in FIELDS}
    assert evidence.vector().dtype == np.float32


def test_an_unchanged_card_that_is_detected() -> None:
    evidence = table().measured(seen(STAR))
    assert_within_ranges(evidence)
    assert evidence.match_iou > 0.95
    assert evidence.match_offset < 0.02
    assert evidence.match_score == pytest.approx(0.8)
    assert evidence.match_face == 1.0
    assert (evidence.changed, evidence.kept, evidence.named_kept) == (0.0, 1.0, 1.0)
    assert evidence.moving == 0.0
    assert evidence.hand == 0.0
    assert evidence.covered == 0.0
    assert evidence.bare < 0.5
    assert evidence.inside == pytest.approx(1.0)
    assert evidence.height == pytest.approx(np.log(CARD_WH[1] / 100), abs=0.05)
    assert (evidence.card, evidence.name, evidence.other_name, evidence.named) == (3.0, 9.0, -9.0, 1.0)


def test_a_card_that_was_taken_away_leaves_the_bare_table() -> None:
    evidence = table(then=Scene()).measured()
    assert_within_ranges(evidence)
    assert evidence.bare > 0.8
    assert evidence.changed > 0.6
    assert evidence.kept < 0.4
    assert evidence.named_kept < 0.4
    assert (evidence.match_iou, evidence.match_score, evidence.match_offset, evidence.match_face) == (
        0,
        0,
        0,
        0,
    )


def test_what_happens_just_now_moves_and_later_rests() -> None:
    assert table(then=Scene(), frames=1).measured().moving > 0.5
    assert table(then=Scene(), frames=8).measured().moving == 0.0


def test_another_card_at_the_place_is_neither_kept_nor_bare() -> None:
    evidence = table(then=Scene((OTHER,))).measured(seen(OTHER))
    assert evidence.changed > 0.6
    assert evidence.kept < 0.4
    assert evidence.named_kept < 0.4
    assert evidence.bare < 0.5
    assert evidence.hand == 0.0


def test_a_hand_is_measured_on_the_card_and_beside_it() -> None:
    on, near, far = (
        table(then=Scene((STAR,), hand=(0, 120, right, 180))).measured().hand for right in (220, 162, 60)
    )
    assert (on, near, far) == (1.0, 0.5, 0.0)


def test_a_detection_that_shows_the_back_counts_against_the_face() -> None:
    assert table().measured(Detection(STAR.quad, Face.DOWN, 0.8)).match_face == -1.0


def test_a_displacement_is_measured_in_card_lengths_up_to_a_bound() -> None:
    lying = table()
    assert lying.measured(seen(STAR, 50)).match_offset == pytest.approx(0.5, abs=0.02)
    assert lying.measured(seen(STAR, 300)).match_offset == FAR


def test_what_a_cover_leaves_is_kept_and_what_it_hides_is_changed() -> None:
    cover = Lying("m18", 200, 195)
    evidence = table(then=Scene((STAR, cover))).measured(above=(cover.quad,))
    assert 0.4 < evidence.covered < 0.8
    assert evidence.changed > 0.3
    assert evidence.kept > 0.9
    assert evidence.named_kept > 0.9
    without = table(then=Scene((STAR, cover))).measured()
    assert without.kept < 0.8
    assert without.covered == 0.0


def test_what_changes_beside_a_cover_is_not_kept() -> None:
    cover = Lying("m18", 200, 195)
    evidence = table(then=Scene((OTHER, cover))).measured(above=(cover.quad,))
    assert evidence.kept < 0.5
    assert evidence.named_kept < 0.5


def test_a_card_that_is_covered_all_over_is_not_called_changed_beside_it() -> None:
    cover = Lying("m18", 200, 150)
    evidence = table(then=Scene((cover,))).measured(above=(cover.quad,))
    assert (evidence.covered, evidence.kept, evidence.named_kept) == (1.0, 1.0, 1.0)


@pytest.mark.parametrize("light", [0.95, 0.8])
def test_a_lamp_that_dims_leaves_the_card_unchanged_and_kept(light: float) -> None:
    evidence = table(then=Scene((STAR,), light=light)).measured(seen(STAR))
    assert evidence.changed == 0.0
    assert evidence.named_kept == 1.0
    assert evidence.kept > 0.9


def test_what_lies_below_is_kept_apart_from_what_lies_above() -> None:
    evidence = table().measured(below=(STAR.at(230, 150).quad,))
    assert evidence.covered == 0.0
    assert 0.4 < evidence.under < 0.7


def test_a_track_without_a_name_keeps_all_of_it() -> None:
    evidence = table(then=Scene((OTHER,))).measured(beliefs=Beliefs(card=1.0))
    assert (evidence.named, evidence.named_kept) == (0.0, 1.0)


def test_only_what_is_within_the_frame_is_inside() -> None:
    lying = table(Lying("m17", 0, 150))
    evidence = lying.measured()
    assert_within_ranges(evidence)
    assert evidence.inside == pytest.approx(0.5, abs=0.05)


def test_without_others_nothing_is_covered() -> None:
    assert covered_share(STAR.quad, []) == 0.0


@given(st.floats(-70, 70), st.floats(-110, 110), st.floats(0, 180))
@settings(max_examples=30)
def test_the_covered_share_grows_with_each_cover(x: float, y: float, angle_deg: float) -> None:
    first, second = STAR.at(230, 150).quad, Lying("m18", 200 + x, 150 + y, angle_deg).quad
    alone, together = covered_share(STAR.quad, [first]), covered_share(STAR.quad, [first, second])
    assert 0 <= alone <= together <= 1
    assert together <= alone + covered_share(STAR.quad, [second]) + 1e-6


@pytest.mark.parametrize("px", [0, 15, 30, 45])
def test_the_covered_share_is_right_to_a_tenth_of_the_side(px: int) -> None:
    share = covered_share(STAR.quad, [STAR.at(200 + px, 150).quad])
    assert share == pytest.approx(1 - px / CARD_WH[0], abs=0.2)
