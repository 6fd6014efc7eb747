"""Two readers of one picture: who only one names is named, and a quarrel is silence."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.recognition.photo import PhotoRecognizer, cards_among, joined, voted, without_parts
from vision.types import Face, Frame, Quad, Reading

FRAME = np.zeros((100, 100, 3), np.uint8)


def quad(x: float, y: float = 0.0, height: float = 120.0) -> Quad:
    w = height * 5 / 9
    return np.array([[x, y], [x + w, y], [x + w, y + height], [x, y + height]], np.float32)


def named(code: str, x: float, confidence: float = 0.9) -> Reading:
    return Reading(quad(x), Face.UP, code, "rws", False, confidence)


def unnamed(x: float, face: Face = Face.UP) -> Reading:
    """A card that the detector found clearly."""
    return Reading(quad(x), face, detected=0.8)


class Fixed:
    """A recognizer that always sees the same."""

    def __init__(self, *readings: Reading) -> None:
        self.readings = list(readings)

    def recognize(self, frame: Frame) -> list[Reading]:
        return list(self.readings)


def codes(readings: list[Reading]) -> list[str | None]:
    return [reading.code for reading in readings]


def test_a_card_that_only_one_names_is_named() -> None:
    assert codes(joined([unnamed(0), named("w02", 200)], [named("m05", 3)])) == ["m05", "w02"]


def test_agreement_is_one_card() -> None:
    assert codes(joined([named("m05", 0)], [named("m05", 4)])) == ["m05"]


def test_a_quarrel_is_silence_with_both_as_candidates() -> None:
    (reading,) = joined([named("m05", 0, 0.8)], [named("w02", 4, 0.9)])
    assert reading.code is None
    assert [code for code, _ in reading.candidates] == ["w02", "m05"]
    assert sum(share for _, share in reading.candidates) < 1


def test_a_back_stays_a_back_unless_features_name_it() -> None:
    assert joined([unnamed(0, Face.DOWN)], [])[0].face is Face.DOWN
    assert joined([unnamed(0, Face.DOWN)], [named("m05", 0)])[0].face is Face.UP


def test_a_card_that_the_networks_missed_is_added() -> None:
    assert codes(joined([named("m05", 0)], [named("w02", 200)])) == ["m05", "w02"]


def test_a_part_of_a_named_card_is_not_named_again() -> None:
    part = Reading(quad(10, 40), Face.UP, "m05", "rws", False, 0.9)
    assert codes(joined([named("m05", 0)], [part])) == ["m05"]


class Unwanted:
    """A searcher that must not be asked."""

    def find(self, frame: Frame) -> list[Reading]:
        raise AssertionError("searched")


def test_nobody_searches_where_everything_is_named() -> None:
    recognizer = PhotoRecognizer(Fixed(named("m05", 0), unnamed(200, Face.DOWN)), Unwanted())
    assert codes(recognizer.recognize(FRAME)) == ["m05", None]


def test_a_card_that_the_networks_saw_twice_and_features_named_once_is_one_card() -> None:
    assert codes(joined([unnamed(0), unnamed(5)], [named("m05", 1)])) == ["m05"]
    assert codes(joined([unnamed(0), unnamed(200)], [named("m05", 1)])) == ["m05", None]


def test_several_cards_of_one_picture_are_joined_one_by_one() -> None:
    quick = [unnamed(0), unnamed(200), unnamed(400)]
    patient = [named("c03", 402), named("w02", 202), named("m05", 2)]
    assert codes(joined(quick, patient)) == ["m05", "w02", "c03"]


def small(code: str | None, x: float) -> Reading:
    return Reading(quad(x, height=64), Face.UP, code, "rws" if code else None, False, 0.9 if code else 0.0)


class Blind:
    """A searcher that names nothing."""

    def find(self, frame: Frame) -> list[Reading]:
        return []


def test_a_small_card_alone_among_unknowns_is_not_named() -> None:
    unknowns = [small(None, 100 * place) for place in (1, 2, 3)]
    alone = PhotoRecognizer(Fixed(small("m05", 0), *unknowns), Blind())
    assert codes(alone.recognize(FRAME)) == [None] * 4
    assert dict(alone.recognize(FRAME)[0].candidates)["m05"] == pytest.approx(0.9 / (0.9 + 10 * 0.1))


def test_a_small_card_whose_index_was_read_needs_no_vote() -> None:
    unknowns = [small(None, 100 * place) for place in (1, 2, 3)]
    assert codes(voted([replace(small("Qs", 0), by_index=True), *unknowns])) == ["Qs", None, None, None]


def test_small_cards_are_named_where_half_of_the_faces_are() -> None:
    assert codes(voted([small("m05", 0), small(None, 100)])) == ["m05", None]
    assert codes(voted([small("m05", 0), small(None, 100), small(None, 200)])) == [None] * 3
    assert codes(voted([small("m05", 0), unnamed(200, Face.DOWN), unnamed(300, Face.DOWN)]))[0] == "m05"


def test_a_large_card_needs_no_vote() -> None:
    assert codes(voted([named("m05", 0), *map(unnamed, (200, 300, 400))])) == ["m05", None, None, None]


def test_an_unnamed_reading_askew_of_a_named_card_is_that_card() -> None:
    askew = Reading(quad(20, 20), Face.UP)
    assert codes(joined([askew], [named("m05", 0)])) == ["m05"]


def test_what_lies_within_a_card_and_has_no_name_is_no_card() -> None:
    part = Reading(quad(5, 5, height=60), Face.UP)
    beside = unnamed(100)
    assert [r is part for r in without_parts([unnamed(0), part, beside])] == [False, False]


def test_what_reaches_from_one_named_card_to_the_next_is_no_card() -> None:
    between, beside = Reading(quad(30, 0), Face.UP), Reading(quad(160, 0), Face.UP)
    kept = without_parts([named("m05", 0), named("m06", 62), between, beside])
    assert [r.code for r in kept] == ["m05", "m06", None]
    np.testing.assert_array_equal(kept[2].quad, beside.quad)


class OnTheRight:
    """A classifier that believes in faces to the right of a line."""

    def card_and_back(self, frame: Frame, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        right = quads[..., 0].mean(axis=1) > 400
        return np.stack([np.where(right, 1.0, -3.0), np.full(len(quads), -2.0)], axis=1).astype(np.float32)


def test_only_what_has_no_name_is_doubted() -> None:
    readings = [named("m05", 0), unnamed(100), unnamed(200, Face.DOWN), unnamed(500)]
    kept = cards_among(FRAME, readings, OnTheRight())
    assert [(r.code, r.face) for r in kept] == [("m05", Face.UP), (None, Face.UP)]
    np.testing.assert_array_equal(kept[1].quad, quad(500))
    assert len(cards_among(FRAME, readings, None)) == len(readings)


class Sure:
    """A classifier that is as sure of everything."""

    def __init__(self, card: float, back: float = -3.0) -> None:
        self._says = card, back

    def card_and_back(self, frame: Frame, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.tile(np.array(self._says, np.float32), (len(quads), 1))


def is_called_another_decks(reading: Reading, *others: Reading, log_odds: float = 3.0) -> bool:
    return cards_among(FRAME, [reading, *others], Sure(log_odds))[0].other_deck


def test_a_clear_card_that_is_like_none_here_is_of_another_deck() -> None:
    unknown = unnamed(0)
    assert is_called_another_decks(unknown)
    assert is_called_another_decks(replace(unknown, candidates=(("w07", 0.001),)))


@pytest.mark.parametrize(
    "reading",
    [
        replace(unnamed(0), candidates=(("w07", 0.9),)),
        replace(unnamed(0), quad=quad(0, height=40), candidates=(("w07", 0.1),)),
        named("m05", 0),
    ],
    ids=["like one", "small", "named"],
)
def test_what_may_be_a_card_of_ours_is_not_called_another_decks(reading: Reading) -> None:
    assert not is_called_another_decks(reading)


def test_what_may_be_no_card_is_not_called_another_decks() -> None:
    assert not is_called_another_decks(unnamed(0), log_odds=1.0)


def test_where_others_have_names_a_card_is_hardly_called_another_decks() -> None:
    doubtful = replace(unnamed(0), candidates=(("w07", 0.02),))
    assert is_called_another_decks(doubtful, unnamed(200), log_odds=6.0)
    assert not is_called_another_decks(doubtful, named("m05", 200), log_odds=6.0)


def test_an_unnamed_card_shows_the_side_that_the_classifier_sees() -> None:
    for face in Face:
        assert [one.face for one in cards_among(FRAME, [unnamed(0, face)], Sure(3.0, 3.0))] == [Face.DOWN]
        assert [one.face for one in cards_among(FRAME, [unnamed(0, face)], Sure(3.0, -3.0))] == [Face.UP]
    assert not cards_among(FRAME, [unnamed(0)], Sure(3.0, 3.0))[0].other_deck
    likely = replace(unnamed(0), candidates=(("w07", 0.95),))
    shown = cards_among(FRAME, [likely, named("m05", 100)], Sure(3.0, 3.0))
    assert [one.face for one in shown] == [Face.UP] * 2


def test_where_the_classifier_doubts_the_side_the_detector_decides() -> None:
    for face in Face:
        assert [one.face for one in cards_among(FRAME, [unnamed(0, face)], Sure(3.0, 0.0))] == [face]


def test_what_is_detected_clearly_needs_less_of_the_classifier() -> None:
    clear, faint = unnamed(0), replace(unnamed(200), detected=0.15)
    assert len(cards_among(FRAME, [clear, faint], Sure(-0.5))) == 1
    assert len(cards_among(FRAME, [clear, faint], Sure(4.0))) == 2
    assert not cards_among(FRAME, [clear, faint], Sure(-4.0))


def test_what_is_too_low_to_be_read_is_no_card_but_a_name_is_believed() -> None:
    print_on_a_screen, tiny = (
        Reading(quad(0, height=20), Face.UP),
        replace(named("m05", 100), quad=quad(100, height=20)),
    )
    for classifier in (None, Sure(5.0)):
        assert codes(cards_among(FRAME, [print_on_a_screen, tiny], classifier)) == ["m05"]


def test_a_photograph_is_told_without_what_is_no_card() -> None:
    quick = Fixed(unnamed(0), named("m05", 200), unnamed(500))
    recognizer = PhotoRecognizer(quick, Blind(), None, OnTheRight())
    assert codes(recognizer.recognize(FRAME)) == ["m05", None]
