"""The table as a plane: found from cards that were read, whatever camera looks at it."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import pytest

from vision.geometry import aligned, quad_size_wh
from vision.scene.table_plane import TablePlane, may_be_hidden
from vision.scene.table_view import TableView
from vision.types import Quad
from vision.virtual.camera.optics import TableCamera
from vision.virtual.plays.kinematics import Pose

SIZE_WH = (1280, 720)
CAMERAS = (
    TableCamera.over_cards(SIZE_WH, 120, 110, tilt_deg=12, roll_deg=0, k1=0.0),
    TableCamera.over_cards(SIZE_WH, 120, 90, tilt_deg=30, roll_deg=3, k1=-0.06),
    TableCamera.over_cards(SIZE_WH, 120, 140, tilt_deg=36, roll_deg=-4, k1=0.02),
)
NONE = np.zeros(4, np.bool_)


def lying(camera: TableCamera, x_mm: float, y_mm: float, angle_deg: float) -> Quad:
    """Return the true corners of a card of 70 by 120 mm."""
    return camera.project(Pose(x_mm, y_mm, 0, angle_deg).corners_mm((70, 120)))


def some(camera: TableCamera, count: int, chance: np.random.Generator) -> list[Quad]:
    """Return cards here and there on the table, either way up and turned a little."""
    return [
        lying(
            camera, chance.uniform(-300, 300), chance.uniform(-160, 160), chance.normal(0, 12) + 180 * (i % 2)
        )
        for i in range(count)
    ]


def plane_of(camera: TableCamera, count: int, noise_share: float = 0.0) -> TablePlane:
    """Return a plane that has learnt so many cards whose corners err by a share of their width."""
    chance, plane = np.random.default_rng(count), TablePlane()
    plane.forget(SIZE_WH)
    for quad in some(camera, count, chance):
        noise = chance.normal(0, noise_share * quad_size_wh(quad)[0] + 1e-9, (4, 2))
        plane.learn((quad + noise).astype(np.float32)[None], NONE[None])
    return plane


def errors(quads: Iterable[Quad], true: list[Quad]) -> np.ndarray:
    """Return how far corners lie from the true ones, in card widths."""
    return np.array(
        [
            np.linalg.norm(q - t, axis=1) / quad_size_wh(t)[0]
            for q, t in zip(quads, true, strict=True)
        ]
    )  # fmt: skip


@pytest.mark.parametrize("camera", CAMERAS)
def test_a_plane_from_cards_knows_where_others_lie(camera: TableCamera) -> None:
    """The shape of a card that it never saw, somewhere else on the table, is right to one part in a hundred."""
    plane, chance = plane_of(camera, 10), np.random.default_rng(5)
    assert max(plane.misfit(quad) for quad in some(camera, 40, chance)) < 0.01


@pytest.mark.parametrize("camera", CAMERAS)
def test_loose_corners_are_better_once_snapped(camera: TableCamera) -> None:
    """Of corners that err by 3 % of the width the plane takes off a fifth at least."""
    plane, chance = plane_of(camera, 12, 0.03), np.random.default_rng(6)
    true = some(camera, 60, chance)
    loose = [(q + chance.normal(0, 0.03 * quad_size_wh(q)[0], (4, 2))).astype(np.float32) for q in true]
    better = list(plane.snapped(np.stack(loose), np.zeros((60, 4), np.bool_)))
    assert np.median(errors(better, true)) < 0.8 * np.median(errors(loose, true))


def test_the_rest_of_a_covered_card_follows_from_its_free_corners() -> None:
    """Two corners lie where the next card begins; the plane says where the card goes on."""
    camera = CAMERAS[1]
    plane, true = plane_of(camera, 10), lying(camera, 40, -60, 4)
    seen, hidden = true.copy(), np.array([False, True, True, False])
    seen[1], seen[2] = 0.7 * true[1] + 0.3 * true[0], 0.7 * true[2] + 0.3 * true[3]
    assert errors(plane.snapped(seen[None], hidden[None]), [true]).max() < 0.03
    assert errors([seen], [true]).max() > 0.25


def test_corners_that_may_be_hidden_and_are_not_count() -> None:
    """The upper one of two cards is in doubt as well; its corners agree, so they are believed."""
    camera = CAMERAS[0]
    plane, true = plane_of(camera, 10), lying(camera, 40, -60, 4)
    turned = lying(camera, 40, -60, 6)
    doubtful = np.array([True, True, False, False])
    assert errors(plane.snapped(turned[None], doubtful[None]), [turned]).max() < 0.01
    assert errors([true], [turned]).max() > 0.02


@pytest.mark.parametrize("camera", CAMERAS)
def test_a_card_does_not_turn_about_its_two_free_corners(camera: TableCamera) -> None:
    """They err, too, by 4 % of the width: the others, which may be hidden and are not, agree with a card."""
    plane, chance = plane_of(camera, 12), np.random.default_rng(6)
    true = some(camera, 60, chance)
    loose = [(q + chance.normal(0, 0.04 * quad_size_wh(q)[0], (4, 2))).astype(np.float32) for q in true]
    doubtful = np.tile([False, False, True, True], (60, 1))
    sure, unsure = (
        errors(plane.snapped(np.stack(loose), d), true) for d in (np.zeros_like(doubtful), doubtful)
    )
    assert np.percentile(unsure, 90) < 1.5 * np.percentile(sure, 90)


def test_no_card_moves_nothing() -> None:
    """Before one was read nobody knows how the table lies."""
    camera = CAMERAS[1]
    plane, quad = plane_of(camera, 0), lying(camera, 0, 0, 90)
    assert not plane.is_known
    assert np.array_equal(plane.snapped(quad[None] + 5, NONE[None]), quad[None] + 5)
    assert plane.fits(quad * 4)


def test_a_plane_of_few_cards_leaves_more_to_what_was_measured() -> None:
    """What it does not know yet it does not take from the corners."""
    camera, chance = CAMERAS[1], np.random.default_rng(4)
    few, many = (plane_of(camera, count, 0.02) for count in (2, 30))
    true = some(camera, 30, chance)
    loose = [(q + chance.normal(0, 0.02 * quad_size_wh(q)[0], (4, 2))).astype(np.float32) for q in true]
    none = np.zeros((30, 4), np.bool_)
    left = [
        np.mean([plane.misfit(quad) for quad in plane.snapped(np.stack(loose), none)])
        for plane in (few, many)
    ]
    assert left[1] < 0.7 * left[0]


@pytest.mark.parametrize("camera", CAMERAS[1:])
def test_of_a_plane_hardly_known_nobody_says_that_a_corner_is_hidden(camera: TableCamera) -> None:
    """One card at the far end does not tell how large they look close by: what was measured there goes before."""
    plane = TablePlane()
    plane.forget(SIZE_WH)
    plane.learn(lying(camera, 40, 150, 0)[None], np.array([[False, True, True, True]]))
    near = lying(camera, 60, -160, 3)
    snapped = plane.snapped(near[None], np.array([[True, True, True, False]]))
    assert errors(snapped, [near]).max() < 0.01


def test_cards_are_as_large_as_the_others() -> None:
    """A die is no card, nor is a book; a card of another deck is."""
    camera = CAMERAS[1]
    plane, card = plane_of(camera, 8), lying(camera, 100, 100, 0)
    middle = card.mean(axis=0)
    assert plane.fits(card)
    assert plane.fits(middle + 0.75 * (card - middle))
    assert not plane.fits(middle + 0.3 * (card - middle))
    assert not plane.fits(middle + 2.5 * (card - middle))


def test_one_wrong_card_in_ten_spoils_nothing() -> None:
    """A card whose lower half lay under a sleeve when it was read is outvoted."""
    camera = CAMERAS[1]
    plane, card = plane_of(camera, 9, 0.01), lying(camera, 0, 60, 0)
    short = card.copy()
    short[2:] = (card[2:] + card[:2]) / 2
    plane.learn(short[None], NONE[None])
    assert plane.misfit(card) < 0.02


def test_a_quad_of_another_size_is_tried_as_a_card_at_each_corner() -> None:
    """One corner of a card that was found too short is right: one of the four places is the card's."""
    camera = CAMERAS[1]
    plane, true = plane_of(camera, 10), lying(camera, -80, 70, 3)
    short = true.copy()
    short[2:] += 0.3 * (true[:2] - true[2:])
    assert min(errors([aligned(place, true)], [true]).max() for place in plane.as_card(short)) < 0.06
    assert plane.as_card(true) == ()


def test_a_plane_follows_a_camera_that_was_bumped() -> None:
    """What the picture did, the plane does."""
    camera, angle = CAMERAS[1], math.radians(3)
    plane, quad = plane_of(camera, 10), lying(camera, 40, -60, 4)
    motion = np.array(
        [[math.cos(angle), -math.sin(angle), 30], [math.sin(angle), math.cos(angle), -20], [0, 0, 1]]
    )
    moved = np.asarray(quad @ motion[:2, :2].T + motion[:2, 2], np.float32)
    version = plane.version
    plane.carry(motion)
    assert plane.version > version
    assert plane.misfit(moved) < 0.01


def test_a_view_maps_there_and_back() -> None:
    """Pixels to the table and back are the same pixels."""
    view = TableView(np.array([0.1, 0.4, 0.4, -1.5, -0.05, -0.5]), SIZE_WH)
    pixels = np.random.default_rng(1).uniform((0, 0), SIZE_WH, (50, 2))
    assert np.abs(view.to_picture(view.to_table(pixels)) - pixels).max() < 0.01


def test_corners_within_another_card_may_be_hidden() -> None:
    """Those of a card beside it may not."""
    card = np.array([[0, 0], [60, 0], [60, 100], [0, 100]], np.float32)
    assert may_be_hidden(card, [card + np.array([40, 5], np.float32)]).tolist() == [False, False, True, False]
    assert not may_be_hidden(card, [card + np.array([80, 0], np.float32)]).any()


def test_corners_outside_the_picture_are_where_the_plane_has_them() -> None:
    """Nobody sees them: a detector's guess weighs nothing."""
    camera = CAMERAS[0]
    plane = plane_of(camera, 6)
    low = next(
        quad for quad in (lying(camera, 40, y, 5) for y in range(-400, 400)) if 730 < quad[:, 1].max() < 750
    )
    guessed = low.copy()
    guessed[2:, 1] += 25  # a fifth of its length too long
    assert (guessed[:, 1] > SIZE_WH[1]).sum() == 2
    assert errors(plane.snapped(guessed[None], NONE[None]), [low]).max() < 0.06
    within = low - np.array([0, 60], np.float32)
    longer = guessed - np.array([0, 60], np.float32)
    assert errors(plane.snapped(longer[None], NONE[None]), [within]).max() > 0.1


@pytest.mark.parametrize("tilt_deg", [45, 55, 60, 65, 70])
@pytest.mark.parametrize("seed", range(3))
def test_a_camera_low_over_the_table_is_told_from_one_that_leans_the_other_way(
    tilt_deg: int, seed: int
) -> None:
    """From four cards in one row it knows how cards look at the far end."""
    camera = TableCamera.over_cards(SIZE_WH, 120, 95, tilt_deg, roll_deg=0, k1=-0.05)
    chance, plane = np.random.default_rng([seed, tilt_deg]), TablePlane()
    plane.forget(SIZE_WH)
    for x_px in (300, 500, 720, 960):
        x, y = camera.unproject(np.array([x_px, chance.uniform(500, 560)]))
        near = lying(camera, float(x), float(y), chance.normal(0, 8))
        plane.learn((near + chance.normal(0, 0.8, (4, 2))).astype(np.float32)[None], NONE[None])
    x, y = camera.unproject(np.array([640.0, 210.0]))
    far = lying(camera, float(x), float(y), 4)
    assert plane.fits(far)
    assert plane.misfit(far) < 0.1


def test_a_card_that_looks_wider_than_high_starts_at_its_short_side() -> None:
    camera = TableCamera.over_cards(SIZE_WH, 120, 95, tilt_deg=68, roll_deg=0, k1=0.0)
    plane = plane_of(camera, 8)
    true = lying(camera, 40, 120, 6)
    wide, high = quad_size_wh(true)
    assert wide > 1.3 * high
    seen = np.roll(true, -1, axis=0)
    assert np.array_equal(plane.short_side_first(true), true)
    assert aligned(plane.short_side_first(seen), true) == pytest.approx(true)
    assert np.array_equal(TablePlane().short_side_first(seen), seen)


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("cut_share", [0.0, 0.25])
def test_a_place_that_cuts_a_card_short_is_ruled_out_once_the_table_is_known(
    camera: TableCamera, cut_share: float
) -> None:
    whole = lying(camera, 40, -30, 8)
    cut = whole.copy()
    cut[1:3] += cut_share * (whole[[0, 3]] - whole[1:3])
    unknown = TablePlane()
    unknown.forget(SIZE_WH)
    assert not unknown.rules_out(cut)
    assert plane_of(camera, 6, 0.02).rules_out(cut) == (cut_share > 0)
