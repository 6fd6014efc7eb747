"""One picture of every new card: the sharpest, upright, each card once, however it is laid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

import models
from models.housedeck.atlas import back, faces
from vision.galleries.sampling import FRAMES, CardSampler, Hint, Sample, sharpness
from vision.recognition.embedder import Embedder
from vision.types import Face, Frame, FrameResult, Quad, Track, TrackState

UP = np.array([0, -1], np.float32)
HEIGHT_PX = 180


@cache
def embedder() -> Embedder:
    return Embedder(models.weights_path("embedder.onnx"))


@pytest.fixture
def sampler() -> CardSampler:
    return CardSampler(embedder())


def laid(*cards: tuple[str, float], blur: float = 0.0, size: int = HEIGHT_PX) -> tuple[Frame, list[Quad]]:
    """A table with cards side by side, each turned by so many degrees."""
    frame, quads = np.full((420, 1000, 3), 70, np.uint8), []
    for place, (code, degrees) in enumerate(cards):
        face = np.asarray(back() if code == "back" else faces()[code])
        middle, scale = (170 + 220 * place, 210), size / face.shape[0]
        turn = cv2.getRotationMatrix2D((face.shape[1] / 2, face.shape[0] / 2), -degrees, scale)
        turn[:, 2] += np.array(middle) - (face.shape[1] / 2, face.shape[0] / 2)
        small = cv2.GaussianBlur(face, (0, 0), 0.5 / scale)
        cv2.warpAffine(small, turn, (1000, 420), frame, borderMode=cv2.BORDER_TRANSPARENT)
        wide, high = face.shape[1], face.shape[0]
        corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
        quads.append(cv2.transform(corners[None], turn)[0].astype(np.float32))
    return (np.asarray(cv2.GaussianBlur(frame, (0, 0), blur), np.uint8) if blur else frame), quads


def seen(
    quads: Sequence[Quad],
    *,
    busy: bool = False,
    first: int = 1,
    state: TrackState = TrackState.STILL,
    face: Face = Face.UP,
) -> FrameResult:
    tracks = tuple(Track(first + place, face, state, quad) for place, quad in enumerate(quads))
    return FrameResult(0.0, 0, (1000, 420), tracks, (), busy, 1.0)


def looked(sampler: CardSampler, frame: Frame, result: FrameResult, times: int = FRAMES) -> Sample | None:
    for _ in range(times):
        if (found := sampler.step(frame, result, UP)) is not None:
            return found
    return None


def learnt(sampler: CardSampler, code: str, frame: Frame, result: FrameResult, times: int = FRAMES) -> Sample:
    """Look until a picture is taken, and say that it shows this card."""
    sample = looked(sampler, frame, result, times)
    assert sample is not None
    sampler.know(code, sample.picture, sample)
    return sample


def likeness(picture: Frame, code: str) -> float:
    whole = cv2.resize(np.asarray(faces()[code]), picture.shape[1::-1], interpolation=cv2.INTER_AREA)
    return float(np.corrcoef(picture.ravel(), whole.ravel())[0, 1])


def test_a_card_that_lies_still_is_taken_once(sampler: CardSampler) -> None:
    frame, quads = laid(("m07", 4))
    assert looked(sampler, frame, seen(quads), FRAMES - 1) is None
    sample = sampler.step(frame, seen(quads), UP)
    assert sample is not None
    assert likeness(sample.picture, "m07") > 0.9
    sampler.know("m07", sample.picture, sample)
    assert looked(sampler, frame, seen(quads), 3 * FRAMES) is None
    assert (sampler.hint, sampler.likest) == (Hint.KNOWN, "m07")


def test_the_same_card_is_known_again_as_another_track_and_upside_down(sampler: CardSampler) -> None:
    frame, quads = laid(("m07", 4))
    learnt(sampler, "m07", frame, seen(quads))
    turned, quads = laid(("m07", 175))
    assert looked(sampler, turned, seen(quads, first=9), 2 * FRAMES) is None
    sampler.forget("m07")
    assert looked(sampler, turned, seen(quads, first=9), 2 * FRAMES) is not None


def test_a_card_laid_upon_the_last_one_is_a_new_one(sampler: CardSampler) -> None:
    """The track may well go on: the place and the size are the same."""
    frame, quads = laid(("s07", 0))
    learnt(sampler, "s07", frame, seen(quads))
    above, _ = laid(("s09", 0))
    second = looked(sampler, above, seen(quads))
    assert second is not None
    assert likeness(second.picture, "s09") > 0.9


def test_the_sharpest_frame_is_taken(sampler: CardSampler) -> None:
    sharp, quads = laid(("c06", 2))
    soft, _ = laid(("c06", 2), blur=2.5)
    for frame in (soft, sharp, soft, soft, soft):
        assert sampler.step(frame, seen(quads), UP) is None
    sample = sampler.step(soft, seen(quads), UP)
    assert sample is not None
    assert sharpness(sample.picture) > 1.5 * sharpness(looked_at(soft, quads))


def looked_at(frame: Frame, quads: Sequence[Quad]) -> Frame:
    sample = looked(CardSampler(embedder()), frame, seen(quads))
    assert sample is not None
    return sample.picture


def test_a_card_in_motion_or_under_a_hand_waits(sampler: CardSampler) -> None:
    frame, quads = laid(("m01", 0))
    assert looked(sampler, frame, seen(quads, state=TrackState.MOVING), 20) is None
    assert looked(sampler, frame, seen(quads, busy=True), 2 * FRAMES) is None
    assert looked(sampler, frame, seen(quads, busy=True), 2 * FRAMES) is not None, "held into the picture"


def test_which_way_is_up_is_told_by_the_picture_as_it_is_shown(sampler: CardSampler) -> None:
    frame, quads = laid(("m16", 180))
    for _ in range(FRAMES):
        sample = sampler.step(frame, seen(quads), -UP)
    assert sample is not None
    assert likeness(sample.picture, "m16") > 0.9


def test_too_small_a_card_is_told(sampler: CardSampler) -> None:
    frame, quads = laid(("m01", 0), size=48)
    assert looked(sampler, frame, seen(quads), 20) is None
    assert sampler.hint is Hint.SMALL


def test_a_card_that_shines_is_told(sampler: CardSampler) -> None:
    frame, quads = laid(("m01", 0))
    cv2.circle(frame, (170, 210), 60, (255, 255, 255), -1)
    assert looked(sampler, frame, seen(quads), 20) is None
    assert sampler.hint is Hint.GLARE


def test_a_card_that_looks_like_another_is_taken_if_somebody_insists(sampler: CardSampler) -> None:
    frame, quads = laid(("m07", 0))
    learnt(sampler, "m07", frame, seen(quads))
    sampler.insist()
    assert looked(sampler, frame, seen(quads)) is not None


def test_a_face_of_an_unknown_deck_that_is_taken_for_a_back_is_taken_all_the_same(
    sampler: CardSampler,
) -> None:
    frame, quads = laid(("m07", 4))
    sample = looked(sampler, frame, seen(quads, face=Face.DOWN))
    assert sample is not None
    assert likeness(sample.picture, "m07") > 0.9


def test_a_back_is_not_taken_unless_somebody_insists(sampler: CardSampler) -> None:
    frame, quads = laid(("back", 4))
    assert looked(sampler, frame, seen(quads, face=Face.DOWN), 3 * FRAMES) is None
    assert sampler.hint is Hint.BACK
    sampler.insist()
    assert looked(sampler, frame, seen(quads, face=Face.DOWN)) is not None


def test_a_pile_and_what_lay_there_before_are_no_cards_to_take(sampler: CardSampler) -> None:
    """The pile is neither told of beside a new card, nor taken when a person insists on that."""
    frame, quads = laid(("back", 0), ("m07", 0))
    pile, card = seen(quads[:1], face=Face.DOWN).tracks[0], seen(quads[1:], first=2).tracks[0]
    learnt(sampler, "m07", frame, replace(seen(quads), tracks=(pile, card)))
    assert looked(sampler, frame, replace(seen(quads), tracks=(pile, card)), 2 * FRAMES) is None
    assert (sampler.hint, sampler.likest) == (Hint.KNOWN, "m07")
    sampler.insist()
    again = looked(sampler, frame, replace(seen(quads), tracks=(pile, card)))
    assert again is not None
    assert likeness(again.picture, "m07") > 0.9
    before = replace(pile, quad=quads[1], arrived=False)
    assert looked(CardSampler(embedder()), frame, replace(seen(quads), tracks=(before,)), 3 * FRAMES) is None


def test_many_cards_side_by_side_are_all_taken_in_the_order_in_which_they_came(sampler: CardSampler) -> None:
    codes = ["m02", "w03", "p12", "s09"]
    frame, quads = laid(*((code, 0.0) for code in codes))
    taken = []
    while (sample := looked(sampler, frame, seen(quads), 4 * FRAMES)) is not None:
        code = max(codes, key=lambda code: likeness(sample.picture, code))
        sampler.know(code, sample.picture, sample)
        taken.append(code)
    assert taken == codes


def test_a_card_that_a_hand_covers_in_part_is_not_taken(sampler: CardSampler) -> None:
    frame, quads = laid(("m01", 0), ("m02", 0))
    upper = quads[1].copy()
    upper[2:] = (quads[1][:2][::-1] + quads[1][2:]) / 2
    assert looked(sampler, frame, seen([upper]), 3 * FRAMES) is None
    assert sampler.hint is Hint.PART
    learnt(sampler, "m01", frame, seen(quads[:1]))
    upper[2:] = quads[1][2:] * [1, 0.9] + quads[1][:2][::-1] * [0, 0.1]
    upper[2:] -= [0, 20]
    assert looked(sampler, frame, seen([upper], first=7), 3 * FRAMES) is None
    assert looked(sampler, frame, seen(quads[1:], first=7)) is not None


def test_the_frame_that_is_drawn_on_a_card_is_not_the_card(sampler: CardSampler) -> None:
    """It has the card's proportions, but is smaller than those that were taken; a person may know better."""
    frame, quads = laid(("m01", 0), ("m02", 0))
    learnt(sampler, "m01", frame, seen(quads[:1]))
    middle = quads[1].mean(axis=0)
    within = (middle + 0.7 * (quads[1] - middle)).astype(np.float32)
    assert looked(sampler, frame, seen([within], first=7), 3 * FRAMES) is None
    assert sampler.hint is Hint.PART
    sampler.insist()
    assert looked(sampler, frame, seen([within], first=7), 3 * FRAMES) is not None


def wider(quad: Quad, by_px: float) -> Quad:
    return quad + np.array([[0, 0], [by_px, 0], [by_px, 0], [0, 0]], np.float32)


def test_an_outline_that_does_not_lie_still_waits(sampler: CardSampler) -> None:
    frame, quads = laid(("m07", 4))
    for number in range(3 * FRAMES):
        assert sampler.step(frame, seen([wider(quads[0], 9 * (number % 2))]), UP) is None
    assert looked(sampler, frame, seen(quads)) is not None


def test_a_card_that_came_before_is_taken_first(sampler: CardSampler) -> None:
    frame, quads = laid(("m02", 0), ("w03", 0))
    first, second = seen(quads[:1]).tracks[0], seen(quads).tracks[1]
    taken: list[Sample] = []
    for number in range(3 * FRAMES):
        early = replace(first, quad=wider(quads[0], 9)) if number == FRAMES - 2 else first
        sample = sampler.step(frame, replace(seen(quads), tracks=(early, second)), UP)
        if sample is not None:
            taken.append(sample)
            sampler.know(str(len(taken)), sample.picture, sample)
    assert [max(("m02", "w03"), key=lambda code: likeness(one.picture, code)) for one in taken] == [
        "m02",
        "w03",
    ]


def narrow(quad: Quad) -> Quad:
    """Something on a card that is shaped like no card of this deck: its left three quarters, of half the height."""
    top, left = quad[1] - quad[0], quad[3] - quad[0]
    low = quad[0] + 0.45 * left
    return np.array([quad[0], quad[0] + 0.6 * top, low + 0.6 * top, low], np.float32)


def test_a_first_picture_that_shows_a_part_is_found_out_by_the_cards_that_follow(
    sampler: CardSampler,
) -> None:
    frame, quads = laid(("m07", 0))
    learnt(sampler, "m00", frame, seen([narrow(quads[0])]))
    assert sampler.parts() == []
    for number, code in enumerate(("c03", "s09"), start=2):
        frame, quads = laid((code, 0))
        learnt(sampler, code, frame, seen(quads, first=number))
    assert sampler.parts() == ["m00"]
    sampler.forget("m00")
    assert sampler.parts() == []


def test_a_card_held_up_is_no_reason_to_doubt_the_others(sampler: CardSampler) -> None:
    frame, quads = laid(("m07", 0), size=140)
    learnt(sampler, "m07", frame, seen(quads))
    frame, quads = laid(("c03", 0), size=380)
    learnt(sampler, "c03", frame, seen(quads, first=2))
    assert sampler.parts() == []
