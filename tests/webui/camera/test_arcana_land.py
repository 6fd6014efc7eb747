"""A deck's folder as the Arcana Land tarot deck specification lays it out."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from webui.camera.decks.enrolment import take_in


def written(path: Path, height: int = 120) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), np.full((height, 70, 3), 90, np.uint8))


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    (tmp_path / "deck.toml").write_text('[deck]\nschema_version = "2.0"\nname = "Mine"\n')
    written(tmp_path / "card_backs" / "classic.png")
    return tmp_path


@pytest.mark.parametrize("root", ["h750", ""])
def test_every_card_is_found_by_its_folder_and_file(deck: Path, root: str) -> None:
    cards = {
        "major_arcana/00.png": "m00",
        "major_arcana/21.jpg": "m21",
        "minor_arcana/wands/ace.png": "w01",
        "minor_arcana/cups/ten.webp": "c10",
        "minor_arcana/swords/page.png": "s11",
        "minor_arcana/pentacles/king.png": "p14",
    }
    for file in cards:
        written(deck / root / file)
    written(deck / root / "major_arcana" / "06.two_women.png")
    intake = take_in([deck], "rws")
    assert (sorted(intake.pictures), intake.refused) == (sorted(cards.values()), [])


def test_suits_and_ranks_may_have_names_in_other_languages(deck: Path) -> None:
    written(deck / "h900" / "minor_arcana" / "bâtons" / "as.png")
    written(deck / "h900" / "minor_arcana" / "schwerter" / "königin.png")
    assert sorted(take_in([deck], "rws").pictures) == ["s13", "w01"]


@pytest.mark.parametrize(("heights", "taken"), [((300, 750, 2400), 750), ((200, 300), 300)])
def test_the_smallest_pictures_that_lose_nothing_are_taken(
    deck: Path, heights: tuple[int, ...], taken: int
) -> None:
    for height in heights:
        written(deck / f"h{height}" / "major_arcana" / "00.png", height)
    assert take_in([deck], "rws").pictures["m00"].shape[0] == taken


def test_a_slot_is_a_number_so_justice_is_where_the_deck_counts_it(deck: Path) -> None:
    written(deck / "h750" / "major_arcana" / "08.png")
    assert list(take_in([deck], "marseille").pictures) == ["m11"]
    assert list(take_in([deck], "rws").pictures) == ["m08"]
