"""Cards from picture files: one by its name, or all that lie on a photograph, row by row."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from models.housedeck import faces
from tests.vision.galleries.test_sampling import likeness
from vision.types import Frame, Quad
from webui.camera.decks.draft import About
from webui.camera.decks.draft_pictures import cards_in, reading_order, take_photographs
from webui.camera.decks.enrolment import Intake, take_in
from webui.camera.decks.readable import DeckError

ABOUT = About("mine", "rws", "tarot")
CODES = ("m00", "w03", "c05", "s09", "p12", "m11")
HEIGHT_PX = 400
STICKER_PX = 90
HEIC = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(400)


def file_of(picture: Frame) -> bytes:
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1])


def photograph(stickers: int = 0) -> bytes:
    """Six cards in two rows on a grey table, each a little askew; so many small pictures of cards lie between them."""
    frame = np.full((1400, 1600, 3), (92, 84, 78), np.uint8)
    for place, code in enumerate(CODES):
        lay(frame, code, (350 + 430 * (place % 3), 380 + 600 * (place // 3)), 4.0 - 2 * place, HEIGHT_PX)
    for place in range(stickers):
        lay(frame, "m17", (60 + 160 * (place % 10), 60 + 620 * (place // 10)), 3.0, STICKER_PX)
    return file_of(np.asarray(cv2.GaussianBlur(frame, (0, 0), 0.8), np.uint8))


def lay(frame: Frame, code: str, middle: tuple[int, int], degrees: float, height_px: int) -> None:
    face = np.asarray(faces()[code])
    scale = height_px / face.shape[0]
    turn = cv2.getRotationMatrix2D((face.shape[1] / 2, face.shape[0] / 2), degrees, scale)
    turn[:, 2] += np.array(middle) - (face.shape[1] / 2, face.shape[0] / 2)
    cv2.warpAffine(face, turn, frame.shape[1::-1], frame, borderMode=cv2.BORDER_TRANSPARENT)


@pytest.mark.parametrize(
    ("name", "code"),
    [("c05.jpg", "c05"), ("scans/the-fool.jpg", "m00"), ("deck/minor_arcana/wands/ace.jpg", "w01")],
)
def test_a_file_named_as_a_card_is_that_card(name: str, code: str) -> None:
    found = cards_in(name, file_of(faces()["m00"]), ABOUT, ["s01"], {})
    assert list(found) == [code]
    assert likeness(found[code], "m00") > 0.9


@pytest.mark.parametrize("name", ["back.jpg", "major_arcana/00.variant.jpg"])
def test_the_back_and_other_versions_are_left_out(name: str) -> None:
    assert cards_in(name, file_of(faces()["m00"]), ABOUT, ["s01"], {}) == {}


def test_the_cards_of_a_photograph_are_the_next_ones_row_by_row() -> None:
    wanted = ["m01", "m02", "m03", "m04", "m05", "m06", "m07"]
    found = cards_in("IMG_2041.jpg", photograph(), ABOUT, wanted, {})
    assert list(found) == wanted[:6]
    assert [max(CODES, key=lambda code: likeness(crop, code)) for crop in found.values()] == list(CODES)


def test_small_things_that_look_like_cards_are_none_though_they_are_more() -> None:
    wanted = ["m01", "m02", "m03", "m04", "m05", "m06", "m07"]
    found = cards_in("IMG_2041.jpg", photograph(stickers=20), ABOUT, wanted, {})
    assert [max(CODES, key=lambda code: likeness(crop, code)) for crop in found.values()] == list(CODES)


def test_cards_that_were_taken_before_are_left_out_of_a_photograph() -> None:
    known = {"m20": faces()["w03"], "m21": faces()["p12"]}
    found = cards_in("IMG_2041.jpg", photograph(), ABOUT, ["m01", "m02", "m03", "m04", "m05"], known)
    shown = [max(CODES, key=lambda code: likeness(crop, code)) for crop in found.values()]
    assert shown == ["m00", "c05", "s09", "m11"]


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("m00.jpg", b"half a pic", "no picture that can be read"),
        ("m00.heic", HEIC, "is a HEIC photograph.*JPEG"),
        ("m00.jpg", file_of(np.zeros((40, 30, 3), np.uint8)), "is too small"),
        ("IMG_1.jpg", file_of(np.full((900, 900, 3), 90, np.uint8)), "no new card lies on it"),
    ],
)
def test_what_shows_no_card_is_refused_by_name(name: str, data: bytes, why: str) -> None:
    with pytest.raises(DeckError, match=rf"^{name}.*{why}"):
        cards_in(name, data, ABOUT, ["m01"], {})


def test_rows_are_read_from_left_to_right_though_they_are_not_straight() -> None:
    def card(x: float, y: float) -> Quad:
        return np.array([[x, y], [x + 60, y], [x + 60, y + 100], [x, y + 100]], np.float32)

    cards = [card(200, 30), card(0, 0), card(100, 20), card(100, 150), card(0, 160)]
    order = [next(i for i, one in enumerate(cards) if one is each) for each in reading_order(cards)]
    assert order == [1, 2, 0, 4, 3]


def taken_from(folder: Path) -> tuple[dict[str, tuple[str, ...]], Intake]:
    intake = take_in([folder], "rws")
    taken = take_photographs(intake, ABOUT)
    return {path.name: codes for path, codes in taken.items()}, intake


def test_photographs_of_many_cards_are_taken_for_the_missing_ones(tmp_path: Path) -> None:
    """Six cards lie on the photograph; one of them is there as a scan, the others are the next that are missing."""
    (tmp_path / "IMG_9.jpg").write_bytes(photograph())
    (tmp_path / "m00.jpg").write_bytes(file_of(faces()["m00"]))
    (tmp_path / "m02.jpg").write_bytes(file_of(faces()["m02"]))
    taken, intake = taken_from(tmp_path)
    assert taken == {"IMG_9.jpg": ("m01", "m03", "m04", "m05", "m06")}
    assert intake.refused == []
    shown = [
        max(CODES, key=lambda code: likeness(intake.pictures[each], code)) for each in taken["IMG_9.jpg"]
    ]
    assert shown == list(CODES[1:])


@pytest.mark.parametrize("margin", [0, 20, 90, 300])
@pytest.mark.parametrize("code", ["m03", "s09", "c05"])
def test_a_part_of_a_large_card_is_not_cut_as_another(code: str, margin: int) -> None:
    picture = np.pad(faces()[code], ((margin, margin), (margin, margin), (0, 0)))
    found = cards_in("IMG_1.png", bytes(cv2.imencode(".png", picture)[1]), ABOUT, ["m01", "m02"], {})
    assert list(found) == ["m01"]


def test_what_no_photograph_of_many_cards_is_taken_for_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "IMG_1.jpg").write_bytes(photograph())
    (tmp_path / "IMG_2.jpg").write_bytes(photograph())
    (tmp_path / "IMG_10.heic").write_bytes(HEIC)
    (tmp_path / "one.jpg").write_bytes(file_of(np.pad(faces()["m03"], ((90, 90), (90, 90), (0, 0)))))
    taken, intake = taken_from(tmp_path)
    assert list(taken) == ["IMG_1.jpg"]
    again, heic, alone = intake.refused  # IMG_2 before IMG_10
    assert "IMG_2.jpg: 0 new cards lie on it" in again
    assert "IMG_10.heic: is a HEIC photograph" in heic
    assert "one.jpg: names no card" in alone
