"""The ten lines of the README do what they say, and stand there as they are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from PIL import Image

from models import housedeck
from vision.virtual import Throw, VirtualTable

ROOT = Path(__file__).resolve().parents[1]
QUICKSTART = ROOT / "examples" / "quickstart.py"
LAID = ("w07", "c02", "m17", "s10")


def test_it_names_the_cards_of_a_picture(tmp_path: Path) -> None:
    table = VirtualTable(
        5, housedeck.faces(), housedeck.back(), throws=[Throw(LAID[:2], LAID[2:])], around_flips_only=True,
        card_height_px=150.0, tilt_deg=10.0, noise=0, blur_px=0.5,
    )  # fmt: skip
    *_, last = table.frame_numbers()
    Image.fromarray(table.render(last).image[..., ::-1]).save(tmp_path / "table.png")
    command = [sys.executable, str(QUICKSTART), str(tmp_path / "table.png"), "house"]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    rows = [line.split(maxsplit=3) for line in done.stdout.splitlines()]
    assert sorted(code for face, code, *_ in rows if face == "up") == sorted(LAID)
    assert all(float(similarity) > 0.5 for _, _, similarity, _ in rows)


def test_the_readme_shows_it_as_it_is() -> None:
    code = QUICKSTART.read_text("utf-8").partition("\n\n")[2].strip()
    assert f"```python\n{code}\n```" in (ROOT / "README.md").read_text("utf-8")
