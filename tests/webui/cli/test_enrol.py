"""`enrol`: photographs of many cards, and a bar that tells how far it is."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

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
    assert "taken for The Fool (m00), The High Priestess (m02), The Empress (m03), " in line
    assert line.endswith("The Lovers (m06), row by row")
    codes = ("m00", "m01", "m02", "m03", "m04", "m05", "m06")
    assert load_gallery(tmp_path / "decks" / "table.npz").codes == codes


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
