"""Cards of one picture that lie on each other: the upper ones are read first, then what shows of those below."""

from __future__ import annotations

import cv2
import numpy as np

from vision.geometry import upright_quad
from vision.overlap import quad_iou
from vision.recognition.pipeline import Pipeline
from vision.types import Detection, Face, Frame, Quad, Reading, ReadRequest

FRAME: Frame = np.zeros((300, 600, 3), np.uint8)


def lying(x: float, y: float = 100.0) -> Quad:
    return upright_quad((70, 120)) + np.array([x, y], np.float32)


def low(quad: Quad) -> float:
    return float(quad[:, 0].min())


class Found:
    """A detector that finds these."""

    def __init__(self, *quads: Quad) -> None:
        self._found = [Detection(quad, Face.UP, 0.9) for quad in quads]

    def detect(self, frame: Frame) -> list[Detection]:
        return self._found


class Uncovering:
    """A reader to whom a card is known by where it lies, once it is told of everything that lies on it."""

    def __init__(self, cards: dict[str, tuple[Quad, tuple[str, ...]]]) -> None:
        self._cards = cards
        self.asked: list[list[ReadRequest]] = []

    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        self.asked.append(requests)
        return [self._reading(request) for request in requests]

    def _reading(self, request: ReadRequest) -> Reading:
        places = (request.quad, *request.pose_hypotheses)
        for code, (quad, on_it) in self._cards.items():
            above = [self._cards[one][0] for one in on_it]
            told = all(any(quad_iou(one, cover) > 0.8 for cover in request.covers) for one in above)
            at = [place for place in places if quad_iou(place, quad) > 0.9]
            if told and at:
                return Reading(at[0], Face.UP, code, "deck", False, 0.99)
        return Reading(request.quad, Face.UP)


def names(readings: list[Reading]) -> list[str | None]:
    return [reading.code for reading in readings]


def test_each_name_uncovers_the_next_card() -> None:
    row = {
        "a": (lying(100), ("b",)), "b": (lying(140), ("c",)), "c": (lying(180), ()), "d": (lying(400), ())
    }  # fmt: skip
    reader = Uncovering(row)
    readings = Pipeline(Found(*(quad for quad, _ in row.values())), reader).recognize(FRAME)
    assert names(readings) == ["a", "b", "c", "d"]
    assert [len(asked) for asked in reader.asked] == [4, 1, 1]
    assert all(request.fast for asked in reader.asked[1:] for request in asked)


def test_nobody_asks_twice_about_what_is_known() -> None:
    """What stays without a name although all that lies on it is told is asked about once more, not for ever."""
    reader = Uncovering({"c": (lying(180), ()), "d": (lying(400), ())})
    readings = Pipeline(Found(lying(140), lying(180), lying(400)), reader).recognize(FRAME)
    assert names(readings) == [None, "c", "d"]
    assert len(reader.asked) == 2


def test_a_card_cut_short_is_looked_for_as_large_as_the_others() -> None:
    """The finder takes what shows for all; cards that were read tell how far it reaches."""
    whole = lying(140)
    part = whole.copy()
    part[[1, 2], 0] -= 20
    reader = Uncovering({"b": (whole, ("c",)), "c": (lying(180), ()), "d": (lying(400), ())})
    readings = Pipeline(Found(part, lying(180), lying(400)), reader).recognize(FRAME)
    assert names(readings) == ["b", "c", "d"]
    assert quad_iou(readings[0].quad, whole) > 0.9


def test_backs_and_cards_apart_are_read_once() -> None:
    reader = Uncovering({"c": (lying(180), ()), "d": (lying(400), ())})
    Pipeline(Found(lying(20), lying(180), lying(400)), reader).recognize(FRAME)
    assert len(reader.asked) == 1


def test_a_face_without_a_name_is_read_on_its_edges() -> None:
    """A detection that is a twentieth of the card too wide shows other marks than the card."""
    card, frame = lying(200), FRAME.copy()
    cv2.fillConvexPoly(frame, card.astype(np.int32), (210, 220, 230))
    loose = (card.mean(axis=0) + (card - card.mean(axis=0)) * (1.05, 1.0)).astype(np.float32)

    class Strict:
        def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
            return [
                Reading(one.quad, Face.UP, "m17" if np.abs(one.quad - card).max() < 1 else None)
                for one in requests
            ]

    (reading,) = Pipeline(Found(loose), Strict()).recognize(frame)
    assert reading.code == "m17"
    assert np.abs(reading.quad - card).max() < 1
