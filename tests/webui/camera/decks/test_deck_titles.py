"""What a deck and its cards are called: its own files, and how far the names come."""

from __future__ import annotations

import time
from pathlib import Path, PurePath

import cv2
import pytest
from click.testing import CliRunner

from models.housedeck import faces
from tests.webui.camera.decks.test_enrolling import enrolling_in, finished
from vision.recognition.gallery_file import load_gallery, read_head
from webui.camera.decks.deck_titles import LARGEST_FILE, DeckTitles
from webui.camera.decks.readable import DeckError, Decks, names_by_decks
from webui.cli import main

ABOUT = b"""
[deck]
schema_version = "2.0"
name = "L'Etoile: Tarot"
default_language = "fr"

[suits]
swords = { name = "Epee", name_template = "{rank} d'{suit}" }
"""
FRENCH = b"""
[major_arcana]
00 = "Le Mat"
08 = "La Justice"

[minor_arcana]
name_template = "{rank} de {suit}"

[minor_arcana.cups]
ace = "As de Coupe"

[suits]
wands = "Baton"

[ranks]
page = "Valet"
"""
GERMAN = b'[major_arcana]\n00 = "Der  Narr\\n"\n'


def heard(**languages: bytes) -> DeckTitles:
    titles = DeckTitles()
    for tag, data in languages.items():
        titles.add_file(PurePath("names") / f"{tag}.toml", data)
    titles.add_file(PurePath("deck.toml"), ABOUT)
    return titles


def test_a_card_is_called_by_its_own_name_or_by_rank_and_suit_as_the_deck_composes_them() -> None:
    names = heard(de=GERMAN, fr=FRENCH).names("marseille")
    assert list(names) == ["fr", "de"], "the deck's own language first"
    some = ("m00", "m11", "w11", "c01", "c11", "s11", "s02", "c05")
    assert [names["fr"].get(code) for code in some] == [
        "Le Mat", "La Justice", "Valet de Baton", "As de Coupe", "Valet de Cups", "Valet d'Epee", "Two d'Epee", None,
    ]  # fmt: skip
    assert names["de"]["m00"] == "Der Narr"
    assert heard(fr=FRENCH).names("rws")["fr"]["m08"] == "La Justice", "a slot is a number"


def test_a_deck_is_called_as_far_as_a_file_can_be() -> None:
    assert heard().title == "L Etoile Tarot"
    assert DeckTitles().title == ""


BROKEN = {
    "no TOML": (b"[deck\nname", "deck.toml: cannot be read as TOML"),
    "no text": (b'name = "\xff"', "deck.toml: cannot be read as TOML (no UTF-8)"),
    "nests": (b"a = " + b"[" * 5000, "deck.toml: cannot be read as TOML"),
    "a deep table": (b"[a" + b".b" * 100_000 + b"]", "deck.toml: cannot be read as TOML"),
    "a deep key": (b"a" + b" . 'b'" * 30_000 + b" = 1", "deck.toml: cannot be read as TOML"),
    "too large": (b"#" * (LARGEST_FILE + 1), "deck.toml has more than"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_file_is_refused_by_name_in_one_line(kind: str) -> None:
    data, why = BROKEN[kind]
    began_s = time.process_time()
    with pytest.raises(DeckError) as refused:
        DeckTitles().add_file(PurePath("deck.toml"), data)
    assert time.process_time() - began_s < 2.0
    assert str(refused.value).startswith(why)
    assert len(str(refused.value).splitlines()) == 1


def test_fields_of_other_kinds_are_passed_over() -> None:
    titles = DeckTitles()
    titles.add_file(PurePath("deck.toml"), b'deck = 3\nsuits = [1]\ncards = { "major_arcana.00" = 4 }')
    titles.add_file(
        PurePath("names/en.toml"), b"major_arcana = 1\nranks = { page = 3 }\n[minor_arcana]\ncups = 4"
    )
    assert (titles.title, titles.names("rws")) == ("", {})


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    folder = tmp_path / "etoile"
    (folder / "major_arcana").mkdir(parents=True)
    (folder / "names").mkdir()
    for number in (0, 1):
        cv2.imwrite(str(folder / "major_arcana" / f"{number:02d}.png"), faces()[f"m{number:02d}"])
    (folder / "deck.toml").write_bytes(ABOUT)
    (folder / "names" / "fr.toml").write_bytes(FRENCH)
    return folder


def enrol(deck: Path, data: Path) -> tuple[int, list[str]]:
    result = CliRunner().invoke(main, ["enrol", "--data", str(data), str(deck)])
    return result.exit_code, result.stderr.splitlines()


def test_the_cli_takes_the_name_and_the_names(deck: Path, tmp_path: Path) -> None:
    assert enrol(deck, tmp_path) == (0, [])
    path = tmp_path / "decks" / "L Etoile Tarot.npz"
    assert load_gallery(path).names["fr"]["m00"] == read_head(path).names["fr"]["m00"] == "Le Mat"
    decks = Decks(tmp_path)
    assert names_by_decks(decks, ["rws", "L Etoile Tarot"], "en")["m00"] == "Le Mat", (
        "in its own language at least"
    )


def test_broken_names_keep_no_card_from_being_learnt(deck: Path, tmp_path: Path) -> None:
    (deck / "names" / "de.toml").write_bytes(b"[major_arcana")
    code, (line,) = enrol(deck, tmp_path)
    assert code == 1
    assert f"{deck / 'names'}: de.toml: cannot be read as TOML" in line
    gallery = load_gallery(tmp_path / "decks" / "L Etoile Tarot.npz")
    assert (gallery.codes, list(gallery.names)) == (("m00", "m01"), ["fr"])


def test_the_page_takes_them_as_well_and_a_restart_keeps_them(tmp_path: Path) -> None:
    enrolling = enrolling_in(tmp_path)
    enrolling.start("mine", "rws", "tarot")
    for number in (0, 1):
        picture = bytes(cv2.imencode(".png", faces()[f"m{number:02d}"])[1])
        enrolling.take_file(f"etoile/major_arcana/{number:02d}.png", picture)
    enrolling.take_file("etoile/names/fr.toml", FRENCH)
    with pytest.raises(DeckError, match=r"^de\.toml"):
        enrolling.take_file("etoile/names/de.toml", b"[major_arcana")
    with pytest.raises(DeckError, match="no language"):
        enrolling.take_file("etoile/names/../../x.toml", FRENCH)
    again = enrolling_in(tmp_path)
    again.finish()
    finished(again)
    assert load_gallery(tmp_path / "decks" / "mine.npz").names["fr"]["m00"] == "Le Mat"
