"""A deck's folder as the Arcana Land tarot deck specification lays it out: only its cards are taken."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath

import cv2
import numpy as np
import pytest

from webui.camera.decks.arcana_land import Laid, decks_among
from webui.camera.decks.enrolment import take_in


def written(path: Path, height: int = 120) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    kind = path.suffix if path.suffix != ".svg" else ".png"
    path.write_bytes(bytes(cv2.imencode(kind, np.full((height, 70, 3), 90, np.uint8))[1]))


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


def test_a_card_that_one_size_lacks_comes_from_another(deck: Path) -> None:
    written(deck / "h750" / "major_arcana" / "00.png", 750)
    written(deck / "h300" / "major_arcana" / "00.png", 300)
    written(deck / "h300" / "major_arcana" / "01.png", 300)
    heights = {code: len(picture) for code, picture in take_in([deck], "rws").pictures.items()}
    assert heights == {"m00": 750, "m01": 300}


def test_a_slot_is_a_number_so_justice_is_where_the_deck_counts_it(deck: Path) -> None:
    written(deck / "h750" / "major_arcana" / "08.png")
    assert list(take_in([deck], "marseille").pictures) == ["m11"]
    assert list(take_in([deck], "rws").pictures) == ["m08"]


BESIDE = (
    "icon.png",
    "card_backs/classic.png",
    "masks/major_arcana/00.png",
    "ansi32/major_arcana/00.png",
    "scalable/major_arcana/00.svg",
    "previews/the-fool.jpg",
    "h750/IMG_2041.jpg",
    "h750/major_arcana/happy_squirrel.png",
    "h750/major_arcana/the-sun.png",
    "h750/major_arcana/22.png",
    "h750/major_arcana/06.two_women.png",
    "h750/minor_arcana/stars/ace.png",
    "h750/minor_arcana/cups/princess.old.png",
)


@pytest.mark.parametrize("about", [True, False], ids=["whole", "without deck.toml"])
def test_what_is_no_card_is_left_out_and_said_in_one_line(tmp_path: Path, about: bool) -> None:
    deck = tmp_path / "aquatic"
    for name in (*BESIDE, "h750/major_arcana/00.png", "h750/minor_arcana/cups/ace.png"):
        written(deck / name)
    if about:
        (deck / "deck.toml").write_text('[deck]\nname = "Aquatic"\n')
    intake = take_in([deck], "rws")
    assert sorted(intake.pictures) == ["c01", "m00"]
    assert intake.refused == []
    (line,) = intake.ignored
    assert line.startswith(f"{deck}: left out as no cards: ansi32, card_backs, ")
    assert line.endswith(f"({len(BESIDE)} in all)")


def paths(*names: str) -> list[PurePosixPath]:
    return [PurePosixPath(name) for name in names]


def cards_of(decks: Sequence[Laid]) -> dict[str, list[str]]:
    return {str(deck.root): [str(card) for card in deck.cards] for deck in decks}


def test_decks_are_found_wherever_they_lie_and_loose_pictures_stay_loose() -> None:
    found = decks_among(
        paths(
            "decks/one/deck.toml",
            "decks/one/names/en.toml",
            "decks/one/h750/major_arcana/00.png",
            "decks/two/h1200/minor_arcana/cups/two.jpg",
            "decks/two/masks/minor_arcana/cups/two.jpg",
            "decks/the-fool.jpg",
            "IMG_1.jpg",
        )
    )
    assert cards_of(found) == {
        "decks/one": ["decks/one/h750/major_arcana/00.png"],
        "decks/two": ["decks/two/h1200/minor_arcana/cups/two.jpg"],
    }
    assert [deck.left_out() for deck in found] == [(0, ""), (1, "masks")]


@pytest.mark.parametrize(("name", "root"), [("h750/major_arcana/00.png", "."), ("major_arcana/00.png", ".")])
def test_a_part_of_a_deck_is_one_too(name: str, root: str) -> None:
    (deck,) = decks_among(paths(name, "card_backs/back.png"))
    assert (cards_of([deck]), deck.called) == ({root: [name]}, name.partition("/")[0])


def test_scans_that_are_named_by_their_cards_are_no_such_deck() -> None:
    assert decks_among(paths("attic/the-fool.jpg", "attic/minor/c05.jpg", "minor_arcana/notes.txt")) == []


def test_of_two_kinds_of_one_card_the_finer_is_taken() -> None:
    (deck,) = decks_among(paths("h750/major_arcana/00.JPG", "h750/major_arcana/00.png"))
    assert [str(card) for card in deck.cards] == ["h750/major_arcana/00.png"]


def test_much_that_is_left_out_is_named_in_part() -> None:
    (deck,) = decks_among(paths("major_arcana/00.png", *(f"x{number}/a.png" for number in range(9))))
    assert deck.left_out() == (9, "x0, x1, x2, x3, ...")
