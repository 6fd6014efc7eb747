"""Readers of playing cards joined: what one leaves open the others may name, and a doubt stays a doubt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

import models
from models.housedeck import faces
from vision.geometry import turned_half, upright_quad
from vision.onnx import NetworkError
from vision.recognition.corner_reader import CornerReader, index_places
from vision.recognition.playing_cards import CODES, IndexReader, LogShares, has_playing_cards
from vision.recognition.playing_evidence import PlayingCalibration
from vision.recognition.playing_reader import PlayingCardReader
from vision.types import Candidate, Face, Frame, Quad, Reading, ReadRequest
from webui.camera.trackers import of_any_design

FRAME: Frame = np.zeros((200, 200, 3), np.uint8)
QUAD: Quad = upright_quad((60, 84)) + np.float32(20)

CALIBRATION = PlayingCalibration(
    indices="", corners="", embedder="",
    whole=(1.0, 0.6, 0.3, 0.2, 0.1, 0.3), partial=(1.0, 0.5, 0.5, 0.2, 0.1, 0.3),
    whole_threshold=0.97, partial_threshold=0.98,
)  # fmt: skip
"""Weights about as large as those that ship, and bars in round numbers."""


class Designs:
    """A reader of known designs that says one thing, and remembers what it was asked."""

    def __init__(self, code: str | None, confidence: float = 0.0, *candidates: Candidate) -> None:
        named = "english" if code else None
        self.says = Reading(QUAD, Face.UP, code, named, False if code else None, confidence, candidates)
        self.asked: list[ReadRequest] = []

    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        self.asked += requests
        return [self.says for _ in requests]


class Indices:
    """An index reader that says one thing; what is left goes to none of the cards."""

    def __init__(self, **shares: float) -> None:
        self._row = logs(shares)
        self.asked = 0
        self.elsewhere: dict[float, Indices] = {}
        """What it says instead of a quad whose first corner has this x."""

    def log_shares(self, frame: Frame, quads: list[Quad]) -> LogShares:
        self.asked += len(quads)
        rows = [self.elsewhere.get(float(quad[0, 0]), self)._row for quad in quads]
        return np.array(rows).reshape(-1, 53)


class ScriptedCorners:
    """A reader of corners of which one names a card."""

    def __init__(self, number: int = 0, **shares: float) -> None:
        self._rows = [logs(shares if corner == number else {}) for corner in range(4)]

    def log_shares(self, frame: Frame, quads: list[Quad]) -> LogShares:
        return np.array([self._rows for _ in quads])


def corners(number: int = 0, **shares: float) -> Any:
    return ScriptedCorners(number, **shares)


def logs(shares: Mapping[str, float]) -> LogShares:
    """Return logarithms of some cards' shares, by suit and rank; what is left goes to none of them."""
    row = np.full(53, 1e-9)
    for code, share in shares.items():
        row[CODES.index(code[::-1])] = share
    row[-1] = max(1 - row[:-1].sum(), 1e-9)
    return np.asarray(np.log(row), np.float64)


def deck(*codes: str, name: str = "english") -> Any:
    return SimpleNamespace(codes=codes, deck=name)


ENGLISH = deck(*CODES, "Xs", "Xh")


def said(designs: Designs, indices: Any, *decks: Any, corner: Any = None) -> Reading:
    reader = PlayingCardReader(designs, indices, corner or corners(), CALIBRATION, decks or (ENGLISH,))
    return reader.read(FRAME, [ReadRequest(QUAD, Face.UP)])[0]


def moved(right_px: float) -> Quad:
    return np.asarray(QUAD + np.array([right_px, 0], np.float32), np.float32)


def said_of_poses(designs: Designs, *indices: Indices, fast: bool = False, named: Any = ENGLISH) -> Reading:
    """Return what is read where the first of ``indices`` speaks of the quad, each other of one more to its right; one
    corner shows a king of hearts, more or less."""
    shifts = range(len(indices))
    for shift in shifts[1:]:
        indices[0].elsewhere[float(QUAD[0, 0] + shift)] = indices[shift]
    said_there: Any = indices[0]
    poses = tuple(moved(shift) for shift in shifts[1:])
    reader = PlayingCardReader(designs, said_there, corners(hK=0.8), CALIBRATION, [named])
    return reader.read(FRAME, [ReadRequest(QUAD, Face.UP, poses, fast)])[0]


def test_an_index_that_is_clear_where_else_the_card_may_lie_names_it_there() -> None:
    reading = said_of_poses(Designs(None), Indices(hK=0.75, hJ=0.2), Indices(), Indices(hK=0.999))
    assert (reading.code, reading.face, reading.by_index) == ("Kh", Face.UP, True)
    np.testing.assert_array_equal(reading.quad, moved(2))


@pytest.mark.parametrize(
    ("designs", "here", "there"),
    [
        (Designs(None), Indices(sQ=0.6), Indices(s9=0.999)),
        (Designs("Ah", 0.9999), Indices(hK=0.6), Indices(hK=0.999)),
        (Designs(None), Indices(hK=0.75), Indices(hK=0.8)),
    ],
    ids=["another is likelier here", "a known design says another", "not clear there"],
)
def test_an_index_elsewhere_that_something_speaks_against_names_nothing(
    designs: Designs, here: Indices, there: Indices
) -> None:
    reading = said_of_poses(designs, here, there)
    assert reading.code is None
    np.testing.assert_array_equal(reading.quad, QUAD)


def test_places_that_show_different_cards_name_nothing() -> None:
    assert said_of_poses(Designs(None), Indices(), Indices(hK=0.999), Indices(s9=0.999)).code is None
    assert said_of_poses(Designs(None), Indices(), Indices(hK=0.999), Indices(hK=0.999)).code == "Kh"


def test_a_place_where_another_card_was_found_is_that_cards() -> None:
    indices: Any = Indices()
    indices.elsewhere[float(moved(40)[0, 0])] = Indices(hK=0.999)
    asked = ReadRequest(QUAD, Face.UP, (moved(40),))
    reader = PlayingCardReader(Designs(None), indices, corners(hK=0.8), CALIBRATION, [ENGLISH])
    alone = reader.read(FRAME, [asked])
    beside_it = reader.read(FRAME, [asked, ReadRequest(moved(42), Face.UP)])
    assert [one.code for one in alone] == ["Kh"]
    assert [one.code for one in beside_it] == [None, None]
    np.testing.assert_array_equal(beside_it[0].quad, QUAD)


def test_a_card_elsewhere_that_the_deck_lacks_gets_no_name() -> None:
    reading = said_of_poses(Designs(None), Indices(), Indices(hK=0.999), named=deck("As"))
    assert reading.code is None
    np.testing.assert_array_equal(reading.quad, QUAD)


def test_who_is_in_haste_looks_nowhere_else() -> None:
    indices = Indices()
    assert said_of_poses(Designs(None), indices, Indices(hK=0.999), fast=True).code is None
    assert indices.asked == 1


def test_a_name_tells_whether_rank_and_suit_were_read() -> None:
    assert said(Designs(None), Indices(c9=0.999), corner=corners(c9=0.8)).by_index
    assert said(Designs("9c", 0.9999), Indices(c9=0.999)).by_index
    assert not said(Designs("9c", 0.9999), Indices(c9=0.4)).by_index


def test_a_card_of_another_make_is_named_by_its_index_and_corner() -> None:
    reading = said(Designs(None, 0.0, ("Kd", 0.02)), Indices(c9=0.99999), corner=corners(c9=0.9))
    assert (reading.code, reading.deck, reading.face) == ("9c", "english", Face.UP)
    assert reading.confidence > 0.99


@pytest.mark.parametrize(
    ("design", "index", "corner"),
    [
        (Designs(None, 0.0, ("9c", 0.97)), Indices(c9=0.96), corners()),
        (Designs(None, 0.0, ("9c", 0.97)), Indices(), corners(c9=0.8)),
        (Designs(None), Indices(c9=0.96), corners(c9=0.8)),
    ],
    ids=["no corner", "no index", "no design"],
)
def test_sources_that_agree_name_a_card_that_fewer_of_them_leave_unnamed(
    design: Designs, index: Indices, corner: Any
) -> None:
    together = said(Designs(None, 0.0, ("9c", 0.97)), Indices(c9=0.96), corner=corners(c9=0.8))
    assert (together.code, together.by_index) == ("9c", True)
    fewer = said(design, index, corner=corner)
    assert (fewer.code, fewer.candidates[0][0]) == (None, "9c")


def test_a_corner_that_shows_another_card_leaves_both_open() -> None:
    pips, index = Designs(None, 0.0, ("9d", 0.99)), Indices(d9=0.98)
    assert said(pips, index, corner=corners(d9=0.5)).code == "9d"
    contradicted = said(pips, index, corner=corners(d7=0.99))
    assert contradicted.code is None
    assert contradicted.face is Face.UP


def test_a_clear_card_saves_the_closer_looks() -> None:
    clear, faint = Designs(None), Designs(None)
    said(clear, Indices(c9=0.99999), corner=corners(c9=0.9))
    said(faint, Indices(c9=0.9), corner=corners(c9=0.1))
    assert [one.fast for one in clear.asked] == [True]
    assert [one.fast for one in faint.asked][:2] == [True, False]


def test_a_card_of_another_kind_has_no_index_to_ask() -> None:
    designs, indices = Designs("m17", 0.9999), Indices(c9=0.99999)
    designs.says = replace(designs.says, deck="tarot")
    assert said(designs, indices, ENGLISH, deck("m17", name="tarot")).code == "m17"
    assert indices.asked == 0


def test_a_known_make_is_named_where_the_index_is_faint() -> None:
    assert said(Designs("9c", 0.9999), Indices(c9=0.4, cT=0.45)).code == "9c"


def test_a_card_that_both_name_differently_is_not_named() -> None:
    reading = said(Designs("Ah", 0.9999), Indices(cA=0.9999))
    assert reading.code is None
    assert reading.face is Face.UP
    assert {code for code, _ in reading.candidates[:2]} == {"Ac", "Ah"}


def test_a_known_makes_joker_is_named_though_it_has_no_index() -> None:
    reading = said(Designs("Xs", 0.9999), Indices(c9=0.01))
    assert reading.code == "Xs"
    assert reading.confidence > 0.999


def test_a_card_that_the_deck_lacks_gets_no_name() -> None:
    assert said(Designs(None), Indices(c9=0.99999), deck("As", "Ks")).code is None


def test_what_is_no_playing_card_gets_no_name() -> None:
    reading = said(Designs(None, 0.0, ("Kd", 0.3)), Indices(c9=1e-6))
    assert (reading.code, reading.confidence) == (None, 0.0)


TOP_RIGHT, BOTTOM_LEFT = 1, 3
CUT_BELOW = np.array([0, 120], np.float32)
"""Moves the card until a third of it lies below the frame."""


def read_at(
    request: ReadRequest, read: Any, *others: Quad, designs: Designs | None = None, indices: Any = None
) -> Reading:
    """Read a card whose pips are those of a nine of diamonds."""
    designs = designs or Designs(None)
    designs.says = replace(designs.says, quad=request.quad)
    nine: Any = Indices(d9=0.9999)
    reader = PlayingCardReader(designs, indices or nine, read, CALIBRATION, [ENGLISH])
    return reader.read(FRAME, [request, *(ReadRequest(quad, Face.UP) for quad in others)])[0]


PARTIAL = {
    "outside the frame": (ReadRequest(QUAD + CUT_BELOW, Face.UP), ()),
    "at the frame's edge": (ReadRequest(QUAD - np.array([20, 0], np.float32), Face.UP), ()),
    "near a hand": (ReadRequest(QUAD, Face.UP, occluded=True), ()),
    "under a named card": (ReadRequest(QUAD, Face.UP, covers=(moved(30),)), ()),
    "beside an overlapping card": (ReadRequest(QUAD, Face.UP), (moved(30),)),
}


@pytest.mark.parametrize(("request_", "others"), PARTIAL.values(), ids=PARTIAL)
def test_pips_of_a_card_partly_out_of_sight_name_nothing_unless_an_index_agrees(
    request_: ReadRequest, others: tuple[Quad, ...]
) -> None:
    pips = read_at(request_, corners(), *others)
    assert (pips.code, pips.face, pips.candidates[0][0]) == (None, Face.UP, "9d")
    assert read_at(request_, corners(d9=0.9), *others).code == "9d"
    assert read_at(request_, corners(d7=0.9), *others).code is None
    assert read_at(request_, corners(d9=0.4), *others).code is None


def test_a_card_in_full_sight_is_named_by_pips_that_its_design_confirms() -> None:
    likely = Designs(None, 0.0, ("9d", 0.95))
    assert read_at(ReadRequest(QUAD, Face.UP), corners(), designs=likely).code == "9d"


def test_a_known_make_partly_out_of_sight_needs_its_index_too() -> None:
    cut = ReadRequest(QUAD + CUT_BELOW, Face.UP)
    designs, none = Designs("9d", 0.9999), Indices()
    assert read_at(cut, corners(), designs=designs, indices=none).code is None
    assert read_at(cut, corners(d9=0.9), designs=designs, indices=Indices(d9=0.9999)).code == "9d"
    designs.says = replace(designs.says, code="Xs")
    assert read_at(cut, corners(), designs=designs, indices=none).code == "Xs", "jokers have no index"


@pytest.mark.parametrize(
    ("request_", "corner"),
    [
        (ReadRequest(QUAD + CUT_BELOW, Face.UP), BOTTOM_LEFT),
        (ReadRequest(QUAD, Face.UP, covers=(moved(30),)), TOP_RIGHT),
    ],
    ids=["outside the frame", "under another card"],
)
def test_an_index_that_is_out_of_sight_bears_nothing_out(request_: ReadRequest, corner: int) -> None:
    assert read_at(request_, corners(corner, d9=0.9999)).code is None


def test_of_two_decks_the_first_one_lends_its_name() -> None:
    reading = said(Designs(None), Indices(c9=0.99999), deck("9c", name="mine"), ENGLISH)
    assert reading.deck == "mine"


def test_decks_without_playing_cards_are_told() -> None:
    assert has_playing_cards([deck("m00", "s02"), deck("2s")])
    assert not has_playing_cards([deck("m00", "s02", "c14")])


def test_nothing_asked_is_nothing_said() -> None:
    indices: Any = Indices()
    assert PlayingCardReader(Designs(None), indices, corners(), CALIBRATION, [ENGLISH]).read(FRAME, []) == []


def test_another_network_is_refused() -> None:
    with pytest.raises(NetworkError, match="expected 53 answers"):
        IndexReader(models.weights_path("embedder.onnx"))


@pytest.fixture(scope="module")
def shipped() -> IndexReader:
    return IndexReader(models.check("indices.onnx"))


def laid(face: Frame) -> tuple[Frame, Quad]:
    """A face 180 pixels high on a dark table."""
    width = round(180 * face.shape[1] / face.shape[0])
    frame: Frame = np.full((240, width + 60, 3), (50, 70, 60), np.uint8)
    frame[30:-30, 30:-30] = cv2.resize(face, (width, 180), interpolation=cv2.INTER_AREA)
    return frame, upright_quad((width, 180)) + np.float32(29.5)


@pytest.mark.parametrize("code", ["2h", "5s", "6c", "7c", "9d", "Td", "Jc", "Qh", "Ks"])
def test_the_shipped_corner_reader_reads_the_two_corners_that_hold_an_index(code: str) -> None:
    frame, quad = laid(faces("english")[code])
    said = CornerReader(models.check("corners.onnx")).log_shares(frame, [quad, turned_half(quad)])
    shares = np.exp(said)
    assert [(*CODES, None)[i] for i in shares[0].argmax(axis=1)] == [code, None, code, None]
    np.testing.assert_allclose(shares[1], shares[0][[2, 3, 0, 1]], atol=0.02)
    np.testing.assert_allclose(shares.sum(axis=2), 1, atol=1e-6)


def test_no_card_has_no_corners() -> None:
    assert CornerReader(models.check("corners.onnx")).log_shares(FRAME, []).shape == (0, 4, 53)


def test_another_network_is_no_corner_reader() -> None:
    with pytest.raises(NetworkError, match="expected 18 answers"):
        CornerReader(models.weights_path("indices.onnx"))


def test_the_places_of_indices_are_the_corners_in_the_order_of_the_quad() -> None:
    places = index_places(QUAD).mean(axis=1)
    nearest = [int(np.linalg.norm(QUAD - place, axis=1).argmin()) for place in places]
    assert nearest == [0, 1, 2, 3]


@pytest.mark.parametrize("code", ["As", "2h", "7c", "9d", "Td", "Jc", "Qh", "Ks"])
def test_the_shipped_network_reads_either_way_up(shipped: IndexReader, code: str) -> None:
    frame, quad = laid(faces("english")[code])
    said = shipped.log_shares(frame, [quad, turned_half(quad)])
    assert [CODES[i] for i in said[:, :52].argmax(axis=1)] == [code, code]
    np.testing.assert_allclose(np.exp(said[0]), np.exp(said[1]), atol=0.01)


def test_the_shipped_network_takes_plain_paper_for_no_card(shipped: IndexReader) -> None:
    frame, quad = laid(np.full((320, 230, 3), 240, np.uint8))
    assert float(shipped.log_shares(frame, [quad])[0, :52].max()) < np.log(0.5)


def test_only_decks_with_playing_cards_ask_it() -> None:
    designs = Designs(None)
    assert of_any_design(designs, [deck("m00", "s02")]) is designs
    assert isinstance(of_any_design(designs, [ENGLISH]), PlayingCardReader)
