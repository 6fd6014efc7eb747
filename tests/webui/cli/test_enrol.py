"""`enrol`: photographs of many cards, and a bar that tells how far it is."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import cv2
import pytest
from click.testing import CliRunner

from models.housedeck import faces
from tests.webui.camera.decks.test_draft_pictures import photograph
from vision.recognition.gallery_file import load_gallery
from webui.cli import main


def test_the_cards_of_a_photograph_are_the_missing_ones_and_it_says_which(tmp_path: Path) -> None:
    scans = tmp_path / "scans"
    scans.mkdir()
    (scans / "IMG_7701.jpg").write_bytes(photograph())
    cv2.imwrite(str(scans / "m01.png"), faces()["m01"])
    result = CliRunner().invoke(main, ["enrol", "--name", "table", "--data", str(tmp_path), str(scans)])
    assert result.exit_code == 0, result.stderr
    (line,) = (line for line in result.stderr.splitlines() if "IMG_7701.jpg" in line)
    assert "taken as The Fool (m00), The High Priestess (m02), The Empress (m03), " in line
    assert line.endswith("The Lovers (m06), row by row")
    codes = ("m00", "m01", "m02", "m03", "m04", "m05", "m06")
    assert load_gallery(tmp_path / "decks" / "table.npz").codes == codes


def enrol(tmp_path: Path, pictures: dict[str, str], *options: str) -> tuple[dict[str, Any], list[str]]:
    """Enrol house cards under file names; return the answer, and the lines for people without the folder."""
    scans = tmp_path / "scans"
    for file, code in pictures.items():
        (scans / file).parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(scans / file), faces()[code])
    command = ["enrol", "--name", "mine", "--json", "--data", str(tmp_path), *options, str(scans)]
    result = CliRunner().invoke(main, command)
    answer = json.loads(result.stdout) if result.stdout else {}
    return answer, [line.replace(f"{scans}/", "") for line in result.stderr.splitlines()]


def test_what_a_number_was_taken_for_is_said_in_one_line_each(tmp_path: Path) -> None:
    answer, lines = enrol(tmp_path, {"01.png": "m00", "02.png": "m01", "22.png": "m21", "c05.png": "c05"})
    *lines, hint = lines
    assert hint.startswith("if one of these is wrong, name its file by its card's code (m01.jpg), or")
    assert lines == [
        "01.png: taken as The Fool (m00)",
        "02.png: taken as The Magician (m01)",
        "22.png: taken as The World (m21)",
    ]
    assert [(note["cards"], note["why"]) for note in answer["notes"]] == [
        (["m00"], "name"),
        (["m01"], "name"),
        (["m21"], "name"),
    ]
    assert load_gallery(tmp_path / "decks" / "mine.npz").codes == ("c05", "m00", "m01", "m21")


def test_numbers_are_corrected_by_one_option(tmp_path: Path) -> None:
    files = {"01.png": "m00", "02.png": "m01"}
    assert enrol(tmp_path, files)[1][0] == "01.png: taken as The Magician (m01)"
    assert enrol(tmp_path, files, "--count-from", "1")[1][0] == "01.png: taken as The Fool (m00)"


def test_letters_that_may_be_of_two_kinds_of_cards_are_asked_about(tmp_path: Path) -> None:
    files = {"2c.png": "c02", "3s.png": "s03", "IMG_1.png": "m00"}
    answer, lines = enrol(tmp_path, files)
    assert answer == {}
    assert (
        "2c.png: may be a card of cups or clubs, of swords or spades; say --cards tarot or --cards"
        in lines[0]
    )
    assert "no picture of a card could be read" in lines[-1]
    assert enrol(tmp_path, files, "--cards", "tarot")[0]["cards"] == 2


def test_a_folder_with_a_folder_for_each_suit_is_a_deck(tmp_path: Path) -> None:
    answer, lines = enrol(tmp_path, {"cups/01.png": "c01", "wands/king.png": "w14", "majors/21.png": "m21"})
    assert (answer["cards"], answer["refused"]) == (3, [])
    assert lines[:-1] == [
        "cups/01.png: taken as Ace of Cups (c01)",
        "majors/21.png: taken as The World (m21)",
    ]


def test_majors_that_count_from_one_are_no_folder_of_the_specification(tmp_path: Path) -> None:
    files = {f"major_arcana/{number:02d}.png": f"m{number - 1:02d}" for number in (1, 2, 22)}
    answer, lines = enrol(tmp_path, files)
    assert [note["cards"] for note in answer["notes"]] == [["m00"], ["m01"], ["m21"]]
    assert lines[0] == "major_arcana/01.png: taken as The Fool (m00)"


def test_two_files_for_one_card_are_said_and_the_one_that_names_it_is_taken(tmp_path: Path) -> None:
    answer, lines = enrol(tmp_path, {"1.png": "s09", "the-magician.png": "m01", "m05.png": "m05"})
    assert answer["cards"] == 2
    assert "1.png: is m01 again; the-magician.png is taken for it" in lines


def test_a_scan_that_lies_on_its_side_is_said_to_be_turned(tmp_path: Path) -> None:
    (tmp_path / "scans").mkdir()
    lying = cv2.rotate(faces()["m01"], cv2.ROTATE_90_CLOCKWISE)
    cv2.imwrite(str(tmp_path / "scans" / "m01.png"), lying)
    answer, lines = enrol(tmp_path, {"m00.png": "m00", "m02.png": "m02"})
    assert [(note["cards"], note["why"]) for note in answer["notes"]] == [(["m01"], "turned")]
    (line,) = lines
    assert line.startswith("m01.png: The Magician (m01) lay on its side and was turned clockwise; if")


class Terminal(io.StringIO):
    """Somebody looks at it."""

    def isatty(self) -> bool:
        return True


def test_a_bar_tells_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scans = tmp_path / "scans"
    scans.mkdir()
    for code in ("m00", "m01", "s09"):
        cv2.imwrite(str(scans / f"{code}.png"), faces()[code])
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    main(["enrol", "--name", "three", "--data", str(tmp_path), str(scans)], standalone_mode=False)
    shown = [int(done) for done in re.findall(r"enrolling three: .*?(\d+)/6 ", terminal.getvalue())]
    assert shown[0] == 0
    assert len(shown) > 2
    assert shown == sorted(shown)
    assert 4 <= shown[-1] <= 6
