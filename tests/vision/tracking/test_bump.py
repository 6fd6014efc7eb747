"""A camera that is bumped: nothing on the table has moved."""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import cv2
import numpy as np
import pytest

from tests.vision.tracking.scripted_table import SIZE_WH, Lying, Scene, paint, play
from vision.scene.background import SceneMasks
from vision.tracking.bump import Camera, CameraWatch, Witness
from vision.tracking.settings import SETTINGS
from vision.tracking.thumbnail import share_changed, thumbnail_of
from vision.types import Frame, Quad

CARDS = (Lying("m17", 200, 130), Lying(None, 330, 200), Lying("m18", 450, 130), Lying("w07", 300, 90, 12.0))


def moved(card: Lying, x: float, y: float, turn_deg: float) -> Lying:
    """Return where the picture shows a card once the camera was turned about the picture's middle and moved."""
    turn, arm = math.radians(turn_deg), (card.x - 320, card.y - 180)
    across = arm[0] * math.cos(turn) - arm[1] * math.sin(turn)
    along = arm[0] * math.sin(turn) + arm[1] * math.cos(turn)
    return replace(card, x=320 + across + x, y=180 + along + y, angle_deg=card.angle_deg + turn_deg)


@pytest.mark.parametrize("lasts_s", [0.0, 0.15])
@pytest.mark.parametrize("bump", [(5, 0, 1), (-30, 20, -4), (20, -25, 5)])
def test_a_bump_tells_nothing_and_changes_nothing(bump: tuple[float, float, float], lasts_s: float) -> None:
    """Every card keeps its track and its name, and lies where the picture has it."""

    def script(t_s: float) -> Scene:
        share = min(1.0, max(0.0, (t_s - 1.5) / lasts_s)) if lasts_s else float(t_s >= 1.5)
        return Scene(tuple(moved(card, *(share * part for part in bump)) for card in CARDS))

    run = play(script, 3.0)
    assert sorted(run.reported) == sorted(
        ["appeared up"] * 3
        + ["appeared down", "settled down"]
        + [f"settled {code}" for code in ("m17", "m18", "w07")]
    )
    tracks = {track.code: track.quad for track in run.observations[-1].tracks}
    assert len(tracks) == len(CARDS)
    for card in CARDS:
        assert np.abs(tracks[card.code].mean(axis=0) - moved(card, *bump).quad.mean(axis=0)).max() < 2.5


NOTHING_MOVES = {f"{word} {code}" for word in ("moved", "left") for code in ("m17", "m18", "w07", "None")}


def test_a_bump_while_hands_hide_half_of_the_cards_is_one() -> None:
    """A camera that has come to rest was bumped, whatever is seen of the cards."""
    things = [Lying(f"t{number}", 60 + 65 * number, 310, 30.0 * number, seen=False) for number in range(8)]

    def script(t_s: float) -> Scene:
        lie = [moved(card, 22, -14, 2) if t_s >= 1.5 else card for card in (*CARDS, *things)]
        return Scene(tuple(lie), hand=(150, 60, 380, 270) if 1.5 <= t_s < 2.5 else None)

    run = play(script, 4.0)
    assert not NOTHING_MOVES & set(run.reported)


def test_cards_half_under_a_hand_show_a_bump_where_one_alone_lies_free() -> None:
    """On plain cloth nothing but the cards can tell that the picture moved."""
    pile = tuple(
        Lying(code, x, 200, tilt)
        for code, x, tilt in (("c02", 330, 4.0), ("c09", 410, -8.0), ("s05", 490, 2.0))
    )

    def script(t_s: float) -> Scene:
        lie = (Lying("m17", 150, 120), *pile)
        bumped = tuple(moved(card, 22, -14, 2) for card in lie) if t_s >= 2.0 else lie
        return Scene(bumped, hand=(280, 195, 560, 360) if t_s >= 1.7 else None)

    run = play(script, 4.0)
    assert not {"moved m17", "left m17"} & set(run.reported)


@pytest.mark.parametrize("by_hand", [False, True])
def test_the_only_card_tells_of_a_bump_unless_a_hand_is_at_it(by_hand: bool) -> None:
    """On plain cloth nothing else can: and no card goes by itself."""
    card = Lying("m17", 300, 180)

    def script(t_s: float) -> Scene:
        lies = moved(card, 22, -14, 2) if t_s >= 2.0 else card
        return Scene((lies,), hand=(240, 240, 360, 360) if by_hand and 1.7 <= t_s < 2.3 else None)

    reported = play(script, 4.0).reported
    assert [word for word in reported if word.startswith("moved")] == ["moved m17"] * by_hand


def test_a_bump_that_the_table_shows_a_little_later_is_one() -> None:
    """It begins so slowly that what lies beside the cards cannot be seen to move, but all cards go as one."""
    things = [Lying(f"t{number}", 60 + 65 * number, 310, 30.0 * number) for number in range(2)]

    def script(t_s: float) -> Scene:
        first, then = (0.0, 0.0) if t_s < 1.5 else (0.3, 0.0) if t_s < 1.52 else (1.0, 1.0)
        cards = tuple(moved(card, 20 * first, -25 * first, 5 * first) for card in CARDS)
        beside = (moved(thing, 20 * then, -25 * then, 5 * then) for thing in things)
        return Scene((*cards, *(replace(thing, seen=False) for thing in beside)))

    assert not NOTHING_MOVES & set(play(script, 3.0).reported)


def test_a_bump_that_begins_by_a_part_of_a_pixel_is_one() -> None:
    """Fine print changes by so little; as the cards are as they were there, they still tell of the bump."""
    printed = [_Printed(number, card.quad) for number, card in enumerate(CARDS)]
    watch, said = CameraWatch(SETTINGS), []
    for number, px in enumerate((0.0, 0.2, 8.0)):
        said.append(watch.watch(shifted(px), number / 30, cast("list[Witness]", printed), None))
        for card in printed:
            card.pose.changed = True
    assert said == [Camera.STANDS, Camera.STANDS, Camera.MOVED]


def test_the_rest_of_a_bump_is_reported_by_the_card_that_was_carried() -> None:
    """The only other one is under a hand, which moves half of what shows anything otherwise."""
    lies, under_hand = _Printed(0, CARDS[0].quad), _Printed(1, CARDS[1].quad)
    under_hand.pose.shows_at = lambda quad, frame: False
    watch, said = CameraWatch(SETTINGS), []
    for number, px in enumerate((0.0, 0.0, 8.0, 16.0)):
        lies.pose.changed, under_hand.pose.changed = px > 0, number > 0
        frame = shifted(px)
        frame[190:] = shifted(-2 * px)[190:]
        said.append(watch.watch(frame, number / 30, cast("list[Witness]", [lies, under_hand]), None))
    assert said == [Camera.STANDS, Camera.STANDS, Camera.MOVED, Camera.MOVED]


@pytest.mark.parametrize(("at_hand", "begins"), [((1,), Camera.SHAKES), ((0, 1), Camera.STANDS)])
def test_a_card_that_no_hand_is_at_speaks_for_those_under_one(
    at_hand: tuple[int, ...], begins: Camera
) -> None:
    """Nothing says whether these are as they were; and the table shows the bump a frame later."""
    upper = np.array([[0, 0], [639, 0], [639, 239], [0, 239]], np.float32)
    lies, under_hand = _Printed(0, upper), _Printed(1, CARDS[1].quad)
    under_hand.pose.shows_at = lambda quad, frame: False
    near = [(lies, under_hand)[number].pose.rest for number in at_hand]
    hands = SimpleNamespace(is_near_hand=lambda quad: any(quad is one for one in near))
    watch, said = CameraWatch(SETTINGS), []
    for number, (px, table_px) in enumerate(((0.0, 0.0), (6.0, 0.0), (12.0, 12.0))):
        lies.pose.changed = under_hand.pose.changed = px > 0
        frame = shifted(px)
        frame[240:] = shifted(table_px)[240:]
        cards = cast("list[Witness]", [lies, under_hand])
        said.append(watch.watch(frame, number / 30, cards, cast("SceneMasks", hands)))
    assert said[1] is begins
    assert (said[2] is Camera.MOVED) == (begins is Camera.SHAKES)


def test_a_camera_that_has_just_moved_is_looked_away_from_until_it_is_clear_whereto() -> None:
    """Hands hide most of what would show where the picture went, and what of the cards is left."""
    card = _Printed(0, CARDS[0].quad)
    watch, said = CameraWatch(SETTINGS), []
    for number, parts in enumerate(((0.0,) * 3, (8.0,) * 3, (16.0, -14.0, 37.0), (24.0,) * 3)):
        card.pose.changed, clear = number > 0, len(set(parts)) == 1
        card.pose.shows_at = lambda quad, frame, clear=clear: clear
        frame = np.concatenate([shifted(px)[i * 120 : (i + 1) * 120] for i, px in enumerate(parts)])
        said.append(watch.watch(frame, number / 30, cast("list[Witness]", [card]), None))
    assert said == [Camera.STANDS, Camera.MOVED, Camera.SHAKES, Camera.MOVED]


def shifted(px: float) -> Frame:
    """Return a picture full of features, moved to the right."""
    noise = np.random.default_rng(1).normal(0, 1, (360, 640, 3))
    picture = (cv2.GaussianBlur(noise, (0, 0), 3) * 400 + 128).clip(0, 255).astype(np.uint8)
    matrix = np.array([[1, 0, px], [0, 1, 0]], np.float32)
    return np.asarray(cv2.warpAffine(picture, matrix, SIZE_WH, borderMode=cv2.BORDER_REFLECT), np.uint8)


class _Printed:
    """A card that lies in sight, whose print is so fine that every motion changes it, and is as it was elsewhere."""

    def __init__(self, number: int, rest: Quad) -> None:
        self.number, self.lies = number, True
        self.is_witness = True
        self.pose = SimpleNamespace(changed=False, rest=rest, shows_at=lambda quad, frame: True)


def test_one_card_that_is_pushed_is_no_bump() -> None:
    """The others lie as they lay."""

    def script(t_s: float) -> Scene:
        pushed = moved(CARDS[0], 25, 10, 3) if t_s >= 1.5 else CARDS[0]
        return Scene((pushed, *CARDS[1:]))

    run = play(script, 3.0)
    assert "moved m17" in run.reported
    assert not {"moved m18", "moved w07"} & set(run.reported)


def test_cards_pushed_together_over_a_table_that_shows_are_no_bump() -> None:
    """Both cards move as one; what else lies there does not, so somebody pushed them."""
    things = [Lying(f"t{number}", 60 + 65 * number, 310, 30.0 * number) for number in range(8)]

    def script(t_s: float) -> Scene:
        pair = (CARDS[0], CARDS[2])
        pushed = tuple(card.at(card.x + 20, card.y + 8) for card in pair) if t_s >= 1.5 else pair
        return Scene((*pushed, *(replace(thing, seen=False) for thing in things)))

    run = play(script, 3.0)
    assert {"moved m17", "moved m18"} <= set(run.reported)


def test_a_light_that_goes_out_is_no_bump() -> None:
    """All cards change at once, and nothing has gone anywhere."""
    run = play(lambda t_s: Scene(CARDS, light=1.0 if t_s < 1.5 else 0.6), 3.0)
    assert not [reported for reported in run.reported if reported.startswith(("moved", "left"))]
    assert len({track.id for seen in run.observations for track in seen.tracks}) == len(CARDS)


def test_a_card_that_a_bump_pushed_over_the_edge_of_the_picture_lies_unchanged() -> None:
    """What is outside says nothing; within it shows what it showed."""
    scene, quad = Scene((Lying("m17", 300, 180),)), Lying("m17", 300, 180).quad
    picture = paint(scene, 0)
    before, there = thumbnail_of(picture, quad), quad - np.array([0, 155], np.float32)
    lower = thumbnail_of(picture[155:], there)
    assert np.isnan(lower).any(axis=1).sum() in (3, 4)  # 25 of 100 pixels are above the picture
    assert share_changed(lower, before) == 0
    other = paint(Scene((Lying("m18", 300, 180),)), 0)
    assert share_changed(thumbnail_of(other[155:], there), before) > 0
    outside = thumbnail_of(picture, quad + np.array([0, 400], np.float32))
    assert np.isnan(outside).all()
    assert share_changed(outside, before) == 0
