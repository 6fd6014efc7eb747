"""Backs told by their company: unnamed cards of one design, on drawn cards that nobody trained on."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

import models
from models.training.drawn import DrawnDeck
from vision.geometry import upright_quad
from vision.recognition.backs import LEAST_ALIKE, KnownBacks, backs_among
from vision.recognition.embedder import Embedder
from vision.recognition.photo import cards_among
from vision.types import Face, Frame, Reading

SEED = 1_000_004
HEIGHT_PX, PITCH_PX = 160, 150


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return Embedder(models.weights_path("embedder.onnx"))


def laid(indices: Sequence[int]) -> tuple[Frame, list[Reading]]:
    """Faces of one drawn deck side by side, every second one upside down, none of them named."""
    frame = np.full((HEIGHT_PX + 40, PITCH_PX * len(indices) + 40, 3), (70, 90, 60), np.uint8)
    readings = []
    for place, index in enumerate(indices):
        picture = DrawnDeck(SEED, 320).face(index)
        size_wh = (round(HEIGHT_PX * picture.shape[1] / picture.shape[0]), HEIGHT_PX)
        small = cv2.resize(picture, size_wh, interpolation=cv2.INTER_AREA)
        left = 20 + PITCH_PX * place
        frame[20 : 20 + HEIGHT_PX, left : left + size_wh[0]] = small[::-1, ::-1] if place % 2 else small
        quad = upright_quad(size_wh) + np.array([left - 0.5, 19.5], np.float32)
        readings.append(Reading(quad.astype(np.float32), Face.UP, candidates=(("x01", 0.1),)))
    return frame, readings


def backs_of(
    embedder: Embedder, frame: Frame, readings: Sequence[Reading], *, doubted: Sequence[int] = ()
) -> list[int]:
    cards = np.array([i not in doubted for i in range(len(readings))])
    return np.flatnonzero(backs_among(frame, readings, cards, embedder)).tolist()


def test_cards_of_one_unknown_design_lie_face_down(embedder: Embedder) -> None:
    frame, readings = laid([44, 44, 51, 44, 57])
    assert backs_of(embedder, frame, readings) == [0, 1, 3]
    told = cards_among(frame, readings, None, embedder)
    assert [one.face for one in told] == [Face.DOWN, Face.DOWN, Face.UP, Face.DOWN, Face.UP]
    assert told[0].candidates == ()
    assert told[2] is readings[2]


def test_what_shows_a_known_design_is_a_back_though_it_was_doubted(embedder: Embedder) -> None:
    frame, readings = laid([44, 44, 51, 44, 44])
    assert backs_of(embedder, frame, readings, doubted=[2, 4]) == [0, 1, 3, 4]
    assert backs_of(embedder, frame, readings, doubted=[2, 3, 4]) == []


def test_fewer_may_be_chance(embedder: Embedder) -> None:
    frame, readings = laid([44] * (LEAST_ALIKE - 1) + [51, 57])
    assert backs_of(embedder, frame, readings) == []


def test_one_card_found_three_times_is_no_company(embedder: Embedder) -> None:
    frame, (reading, _) = laid([44, 51])
    thrice = [Reading(reading.quad + np.float32(shift), Face.UP) for shift in (0, 2, 4)]
    assert backs_of(embedder, frame, thrice) == []


def test_a_name_outweighs_company(embedder: Embedder) -> None:
    frame, readings = laid([44, 44, 44])
    named = [Reading(one.quad, Face.UP, "x44", "drawn", False, 0.99) for one in readings]
    assert backs_of(embedder, frame, named) == []


def test_faces_of_one_deck_stay_faces(embedder: Embedder) -> None:
    frame, readings = laid(range(40, 52))
    assert backs_of(embedder, frame, readings) == []


def among(backs: KnownBacks, indices: Sequence[int], down: Sequence[int] = ()) -> list[bool]:
    """Which of some faces a table's knowledge takes for backs; those at the places ``down`` look so by themselves."""
    frame, readings = laid(indices)
    quads = np.stack([one.quad for one in readings])
    looks = np.array([place in down for place in range(len(indices))])
    return [bool(one) for one in backs.among([frame] * len(looks), quads, looks)]


def test_three_of_one_design_are_backs_and_known_from_then_on(embedder: Embedder) -> None:
    backs = KnownBacks(embedder)
    assert among(backs, [44, 51]) == [False, False]
    assert among(backs, [44, 51, 44, 44]) == [True, False, True, True]
    assert among(backs, [51, 44]) == [False, True]
    assert among(KnownBacks(embedder), [51, 44]) == [False, False]


def test_one_that_looks_like_a_back_vouches_for_another_of_its_design(embedder: Embedder) -> None:
    assert among(KnownBacks(embedder), [44, 44, 51], down=[0]) == [True, True, False]
    assert among(KnownBacks(embedder), [44, 51, 57], down=[0]) == [False, False, False]


def test_as_many_of_one_face_as_there_are_copies_of_the_deck_are_no_backs(embedder: Embedder) -> None:
    """Two Chariots of two copies, one of them hardly seen yet, made the Chariot a back for good."""
    backs = KnownBacks(embedder, copies=2)
    for down in ([0], [0, 1]):
        assert among(backs, [44, 44, 51], down=down) == [False, False, False]
    assert among(backs, [44, 44, 44, 51], down=[0, 1]) == [True, True, True, False]


def test_a_design_that_was_learnt_is_known_either_way_up(embedder: Embedder) -> None:
    backs = KnownBacks(embedder)
    frame, readings = laid([44, 51])
    back, face = (backs.look(frame, reading.quad) for reading in readings)
    backs.learn(back, face)
    assert among(backs, [51, 44]) == [False, True]


def test_what_shows_now_what_it_showed_before_was_no_back(embedder: Embedder) -> None:
    backs = KnownBacks(embedder)
    frame, (reading,) = laid([44])
    look = backs.look(frame, reading.quad)
    backs.learn(look, look[::-1])
    assert not backs.knows_any


def test_faces_of_one_deck_are_no_backs(embedder: Embedder) -> None:
    assert among(KnownBacks(embedder), range(40, 52), down=range(12)) == [False] * 12


def test_a_card_by_itself_costs_nothing_where_no_back_is_known() -> None:
    class NotAsked(Embedder):
        def __init__(self) -> None:
            """Its networks are not even there."""

    frame, (reading,) = laid([44])
    assert not KnownBacks(NotAsked()).among([frame], reading.quad[None], np.array([False])).any()
