"""Cards from picture files: one by its name, or all that lie on a photograph, row by row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

import cv2
import numpy as np
import pytest

from models.housedeck import faces
from tests.vision.galleries.test_sampling import likeness
from vision.types import Frame, Quad
from webui.camera.decks.draft import About
from webui.camera.decks.draft_pictures import Taken, cards_in, take_photographs
from webui.camera.decks.enrolment import Intake, Note, take_in
from webui.camera.decks.file_names import read_names
from webui.camera.decks.picture_shape import reading_order
from webui.camera.decks.readable import DeckError

ABOUT = About("mine", "rws", "tarot")
CODES = ("m00", "w03", "c05", "s09", "p12", "m11")
HEIGHT_PX = 400
STICKER_PX = 90
HEIC = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(400)


def cards_of(
    name: str, data: bytes, expected: Sequence[str], known: Mapping[str, Frame], *beside: str
) -> Taken:
    """Return what is taken from a file that is sent together with others."""
    names = [name, *beside]
    reading = read_names([PurePosixPath(each) for each in names], "rws", "tarot")[0]
    return cards_in(name, data, ABOUT, expected, known, reading, names[reading.other])


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


def test_a_card_on_a_phones_upright_picture_of_a_table_is_cut_out_and_said() -> None:
    table = np.random.default_rng(0).normal((60, 80, 70), 6, (1200, 900, 3)).clip(0, 255).astype(np.uint8)
    lay(table, "m00", (450, 600), 0.0, 514)
    taken = cards_of("the-fool.jpg", file_of(table), ["m00"], {})
    assert [(note.cards, note.why) for note in taken.notes] == [(("m00",), "cut")]
    assert likeness(taken.cards["m00"], "m00") > 0.9


def test_the_cards_of_a_photograph_are_those_of_the_suit_in_its_name() -> None:
    assert list(
        cards_of("cups.jpg", photograph(), ["m00", "c01", "c02", "c03", "c04", "c05", "c06"], {}).cards
    ) == [f"c{rank:02d}" for rank in range(1, 7)]


@pytest.mark.parametrize(
    ("name", "code"),
    [("c05.jpg", "c05"), ("scans/the-fool.jpg", "m00"), ("deck/minor_arcana/wands/ace.jpg", "w01")],
)
def test_a_file_named_as_a_card_is_that_card(name: str, code: str) -> None:
    found = cards_of(name, file_of(faces()["m00"]), ["s01"], {}).cards
    assert list(found) == [code]
    assert likeness(found[code], "m00") > 0.9


@pytest.mark.parametrize("name", ["back.jpg", "major_arcana/00.variant.jpg"])
def test_the_back_and_other_versions_are_left_out(name: str) -> None:
    assert cards_of(name, file_of(faces()["m00"]), ["s01"], {}) == Taken()


def test_the_cards_of_a_photograph_are_the_next_ones_row_by_row() -> None:
    expected = ["m01", "m02", "m03", "m04", "m05", "m06", "m07"]
    found = cards_of("IMG_2041.jpg", photograph(), expected, {}).cards
    assert list(found) == expected[:6]
    assert [max(CODES, key=lambda code: likeness(crop, code)) for crop in found.values()] == list(CODES)


def test_small_things_that_look_like_cards_are_none_though_they_are_more() -> None:
    expected = ["m01", "m02", "m03", "m04", "m05", "m06", "m07"]
    found = cards_of("IMG_2041.jpg", photograph(stickers=20), expected, {}).cards
    assert [max(CODES, key=lambda code: likeness(crop, code)) for crop in found.values()] == list(CODES)


def test_cards_that_were_taken_before_are_left_out_of_a_photograph() -> None:
    known = {"m20": faces()["w03"], "m21": faces()["p12"]}
    found = cards_of("IMG_2041.jpg", photograph(), ["m01", "m02", "m03", "m04", "m05"], known).cards
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
        cards_of(name, data, ["m01"], {})


def test_rows_are_read_from_left_to_right_though_they_are_not_straight() -> None:
    def card(x: float, y: float) -> Quad:
        return np.array([[x, y], [x + 60, y], [x + 60, y + 100], [x, y + 100]], np.float32)

    cards = [card(200, 30), card(0, 0), card(100, 20), card(100, 150), card(0, 160)]
    order = [next(i for i, one in enumerate(cards) if one is each) for each in reading_order(cards)]
    assert order == [1, 2, 0, 4, 3]


def taken_from(folder: Path) -> tuple[dict[str, tuple[str, ...]], Intake]:
    intake = take_in([folder], "rws")
    take_photographs(intake, ABOUT)
    return {Path(note.file).name: note.cards for note in intake.notes if note.why == "photograph"}, intake


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
    found = cards_of("IMG_1.png", bytes(cv2.imencode(".png", picture)[1]), ["m01", "m02"], {}).cards
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


def on_a_table(width: int, height: int, *codes: str) -> Frame:
    """Cards in a row in the middle of a table of this size."""
    frame = np.full((height, width, 3), (92, 84, 78), np.uint8)
    for place, code in enumerate(codes):
        lay(frame, code, (width * (2 * place + 1) // (2 * len(codes)), height // 2), 3.0, HEIGHT_PX)
    return np.asarray(cv2.GaussianBlur(frame, (0, 0), 0.8), np.uint8)


@pytest.mark.parametrize("name", ["1.jpg", "page-1.jpg", "m07.jpg", "the-tower.jpg", "cups/01.jpg", "2c.jpg"])
def test_a_picture_of_several_cards_is_a_photograph_whatever_it_is_called(name: str) -> None:
    expected = ["c01", "c02", "c03", "c04", "c05", "c06", "c07"]
    found = cards_of(name, photograph(), expected, {})
    assert list(found.cards) == expected[:6]
    assert found.notes == (Note(name, tuple(expected[:6]), "photograph"),)


@pytest.mark.parametrize(("width", "height"), [(900, 1200), (1200, 800)])
def test_two_cards_on_a_table_are_two_in_any_shape_of_picture(width: int, height: int) -> None:
    found = cards_of("3.jpg", file_of(on_a_table(width, height, "m00", "c05")), ["w01", "w02", "w03"], {})
    assert list(found.cards) == ["w01", "w02"]


def test_the_photograph_may_have_the_name_of_a_card_that_is_there(tmp_path: Path) -> None:
    (tmp_path / "1.jpg").write_bytes(photograph())
    (tmp_path / "the-magician.jpg").write_bytes(file_of(faces()["m01"]))
    taken, intake = taken_from(tmp_path)
    assert taken == {"1.jpg": ("m00", "m02", "m03", "m04", "m05", "m06")}
    assert intake.refused == []


@pytest.mark.parametrize("code", ["m01", "s09", "c05", "w14"])
def test_a_card_that_lies_on_its_side_is_stood_up_and_it_is_said(code: str) -> None:
    lying = np.asarray(cv2.rotate(faces()[code], cv2.ROTATE_90_COUNTERCLOCKWISE), np.uint8)
    found = cards_of(f"{code}.jpg", file_of(lying), [], {})
    assert likeness(found.cards[code], code) > 0.9
    assert found.notes == (Note(f"{code}.jpg", (code,), "turned"),)


def test_a_card_that_is_named_is_cut_out_of_the_table_around_it() -> None:
    found = cards_of("the-fool.jpg", file_of(on_a_table(1200, 900, "m00")), [], {})
    assert likeness(found.cards["m00"], "m00") > 0.9
    assert found.cards["m00"].shape[0] > 1.4 * found.cards["m00"].shape[1]
    assert found.notes == (Note("the-fool.jpg", ("m00",), "cut"),)


@pytest.mark.parametrize(
    ("name", "beside", "why"),
    [
        ("10h.jpg", (), "its name says Th, which is no card of this deck"),
        ("01.jpg", ("the-magician.png",), "is m01 again; the-magician.png is taken for it"),
        ("wands/01.jpg", ("ace-of-wands.png",), "^wands/01.jpg: is w01 again"),
        ("05.jpg", ("40.jpg",), "whether from 0 or from 1"),
    ],
)
def test_a_name_that_cannot_be_the_cards_is_refused(name: str, beside: tuple[str, ...], why: str) -> None:
    with pytest.raises(DeckError, match=why):
        cards_of(name, file_of(faces()["m00"]), ["s01"], {}, *beside)


def test_what_was_guessed_by_a_number_is_said() -> None:
    found = cards_of("5.jpg", file_of(faces()["m00"]), [], {})
    assert found.notes == (Note("5.jpg", ("m05",), "name"),)
    assert cards_of("m05.jpg", file_of(faces()["m00"]), [], {}).notes == ()


def test_a_lying_scan_among_scans_of_its_shape_is_that_card(tmp_path: Path) -> None:
    codes = ("m00", "m02", "s05")
    for code in codes:
        (tmp_path / f"{code}.jpg").write_bytes(file_of(faces()[code]))
    lying = np.asarray(cv2.rotate(faces()["m01"], cv2.ROTATE_90_COUNTERCLOCKWISE), np.uint8)
    (tmp_path / "m01.jpg").write_bytes(file_of(lying))
    _, intake = taken_from(tmp_path)
    assert sorted(intake.pictures) == ["m00", "m01", "m02", "s05"]
    assert likeness(intake.pictures["m01"], "m01") > 0.9
    assert intake.notes == [Note(str(tmp_path / "m01.jpg"), ("m01",), "turned")]


def test_folders_for_each_suit_are_searched_and_hidden_files_are_not(tmp_path: Path) -> None:
    for name in ("cups/01.jpg", "Wands/02.JPG", "majors/03.jpg", "cups/._01.jpg", "__MACOSX/cups/02.jpg"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(file_of(faces()["m00"]))
    (tmp_path / "cups" / ".DS_Store").write_bytes(b"x")
    _, intake = taken_from(tmp_path)
    assert sorted(intake.pictures) == ["c01", "m03", "w02"]
    assert (intake.refused, intake.ignored) == ([], [])
    assert {note.cards for note in intake.notes} == {("c01",), ("m03",), ("w02",)}


def test_a_file_that_is_chosen_alone_takes_its_folder_for_the_suit(tmp_path: Path) -> None:
    (tmp_path / "cups").mkdir()
    (tmp_path / "cups" / "05.jpg").write_bytes(file_of(faces()["m00"]))
    assert list(take_in([tmp_path / "cups" / "05.jpg"], "rws").pictures) == ["c05"]


def test_the_cards_of_a_photograph_are_of_its_folders_suit(tmp_path: Path) -> None:
    (tmp_path / "cups").mkdir()
    (tmp_path / "cups" / "IMG_7.jpg").write_bytes(photograph())
    assert taken_from(tmp_path)[0] == {"IMG_7.jpg": ("c01", "c02", "c03", "c04", "c05", "c06")}
    assert taken_from(tmp_path / "cups")[0] == {"IMG_7.jpg": ("c01", "c02", "c03", "c04", "c05", "c06")}


def test_more_cards_than_are_missing_are_refused() -> None:
    with pytest.raises(DeckError, match="6 new cards lie on it, and only 2 are missing"):
        cards_of("IMG_1.jpg", photograph(), ["m01", "m02"], {})


def test_numbers_of_photographs_name_no_cards(tmp_path: Path) -> None:
    """The last photograph of a deck may show one card alone: its number is that of the others' kind."""
    (tmp_path / "1.jpg").write_bytes(photograph())
    (tmp_path / "2.jpg").write_bytes(file_of(on_a_table(1200, 900, "m17")))
    (tmp_path / "m20.jpg").write_bytes(file_of(faces()["m20"]))
    taken, intake = taken_from(tmp_path)
    assert list(taken) == ["1.jpg"]
    assert "2.jpg: names no card" in intake.refused[0]
    assert sorted(intake.pictures) == ["m00", "m01", "m02", "m03", "m04", "m05", "m20"]
