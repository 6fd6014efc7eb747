from __future__ import annotations

import time
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from models import housedeck
from models.housedeck.atlas import CARD_WH_PX, DECKS, Picture, UnknownDeckError
from models.housedeck.drawing import CARD_WH_MM, pages, rasterise
from models.housedeck.names import number_of, title_of
from models.housedeck.sheets import Sheets, write_pdf


def seen(picture: Picture, chance: np.random.Generator, height_px: int = 80) -> NDArray[np.float32]:
    """A card as a cheap camera shows it: small, out of focus, noisy, lit otherwise."""
    size = (round(height_px * picture.shape[1] / picture.shape[0]), height_px)
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    blurred = cv2.GaussianBlur(small, (0, 0), 1.0)
    gain = chance.uniform(0.75, 1.1, 3)
    return np.asarray(blurred * gain + chance.normal(0, 8, small.shape), np.float32)


def signature(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    flat = (picture - picture.mean((0, 1))).reshape(-1)
    return np.asarray(flat / np.linalg.norm(flat), np.float32)


@pytest.mark.parametrize(("deck", "count"), [("house", 78), ("english", 54)])
def test_a_deck_is_whole(deck: str, count: int) -> None:
    faces = housedeck.faces(deck)
    width, height = CARD_WH_PX[deck]
    assert list(faces) == list(DECKS[deck])
    assert len(faces) == count
    pictures = [*faces.values(), housedeck.back(deck)]
    assert all(picture.shape == (height, width, 3) and picture.dtype == np.uint8 for picture in pictures)


@pytest.mark.parametrize(
    ("code", "number", "title"),
    [
        ("m00", "0", "The Fool"),
        ("m08", "8", "Strength"),  # Rider-Waite-Smith order (D2)
        ("m11", "11", "Justice"),
        ("m21", "21", "The World"),
        ("w01", "1", "Ace of Wands"),
        ("c10", "10", "Ten of Cups"),
        ("s11", "11", "Page of Swords"),
        ("p14", "14", "King of Pentacles"),
    ],
)
def test_what_is_printed_on_a_card(code: str, number: str, title: str) -> None:
    assert number_of(code) == number
    assert title_of(code) == title


@pytest.mark.parametrize(("deck", "lead"), [("house", 0.02), ("english", 0.0)])
def test_every_card_is_told_from_every_other_at_80_pixels(deck: str, lead: float) -> None:
    """Nearest neighbour under blur, noise and other light, both ways up; our own deck with room to spare."""
    faces, chance = housedeck.faces(deck), np.random.default_rng(1)
    quiet = {code: cv2.resize(face, None, fx=80 / face.shape[0], fy=80 / face.shape[0], interpolation=cv2.INTER_AREA)
             for code, face in faces.items()}  # fmt: skip
    known = np.stack([signature(picture.astype(np.float32)) for picture in quiet.values()])
    reversed_ = np.stack([signature(picture[::-1, ::-1].astype(np.float32)) for picture in quiet.values()])
    for index, face in enumerate(faces.values()):
        probe = signature(seen(face, chance))
        upright = known @ probe
        assert int(np.argmax(upright)) == index
        others = np.delete(np.concatenate([upright, reversed_ @ probe]), [index, len(faces) + index])
        assert upright[index] > others.max() + lead


def test_the_house_deck_shows_which_way_up_it_lies() -> None:
    for code, face in housedeck.faces("house").items():
        upright, turned = (signature(view.astype(np.float32)) for view in (face, face[::-1, ::-1]))
        assert float(upright @ turned) < 0.9, code


@pytest.mark.parametrize("deck", DECKS)
def test_backs_look_the_same_both_ways_up(deck: str) -> None:
    back = housedeck.back(deck).astype(np.float32)
    assert float(np.abs(back - back[::-1, ::-1]).mean()) < 6


@pytest.mark.parametrize("deck", DECKS)
def test_drawing_anew_gives_the_committed_pixels(deck: str) -> None:
    fresh = rasterise(pages(deck), CARD_WH_PX[deck])
    stored = [*housedeck.faces(deck).values(), housedeck.back(deck)]
    assert len(fresh) == len(stored)
    for drawn, kept in zip(fresh, stored, strict=True):
        assert float(np.abs(drawn.astype(np.float32) - kept).mean()) < 5


def test_loading_is_quick_and_small() -> None:
    for deck in DECKS:
        path = Path(housedeck.__file__).parent / f"{deck}.webp"
        assert path.stat().st_size < 2_500_000
    housedeck.atlas._pictures.cache_clear()
    begin = time.process_time()
    housedeck.faces("house")
    assert time.process_time() - begin < 1.0


@pytest.mark.parametrize("deck", DECKS)
def test_nobody_draws_on_the_cards_that_all_share(deck: str) -> None:
    for picture in (*housedeck.faces(deck).values(), housedeck.back(deck)):
        with pytest.raises(ValueError, match="read-only"):
            picture[0, 0] = 0


def test_an_unknown_deck_is_refused_by_name() -> None:
    with pytest.raises(UnknownDeckError, match=r"'thoth'.*house, english"):
        housedeck.faces("thoth")


@pytest.mark.parametrize(("deck", "paper"), [("house", "letter"), ("english", "a4")])
def test_print_sheets_hold_every_card_in_true_size(tmp_path: Path, deck: str, paper: str) -> None:
    path = tmp_path / "deck.pdf"
    count = write_pdf(path, Sheets(deck, paper))
    a_page = {"house": 4, "english": 9}[deck]
    assert count == 2 * -(-len(DECKS[deck]) // a_page)
    document = pypdfium2.PdfDocument(path)
    try:
        assert len(document) == count
        page = document[0]
        assert page.get_size() == pytest.approx({"a4": (595.3, 841.9), "letter": (612, 792)}[paper], abs=0.5)
        pixels = page.render(scale=72 / 25.4).to_numpy()[:, :, :3]  # 8 pixels a millimetre
    finally:
        document.close()
    face = cv2.cvtColor(housedeck.faces(deck)[DECKS[deck][0]], cv2.COLOR_BGR2GRAY)
    size = (round(CARD_WH_MM[deck][0] * 8), round(CARD_WH_MM[deck][1] * 8))
    template = cv2.resize(face, size, interpolation=cv2.INTER_CUBIC)
    found = cv2.matchTemplate(
        cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_BGR2GRAY), template, cv2.TM_CCOEFF_NORMED
    )
    assert float(found.max()) > 0.9


def test_backs_lie_behind_their_faces(tmp_path: Path) -> None:
    """Turned over its long edge, the last sheet's two backs fall onto its two faces."""
    path = tmp_path / "deck.pdf"
    write_pdf(path, Sheets("house", "a4"))
    document = pypdfium2.PdfDocument(path)
    try:
        front, behind = (
            document[page].render(scale=1).to_numpy()[:, :, :3].min(2) < 250 for page in (-2 % 40, 39)
        )
    finally:
        document.close()
    assert float((front != behind[:, ::-1]).mean()) < 0.01


def test_no_two_titles_or_codes_are_the_same() -> None:
    titles = [title_of(code) for code in DECKS["house"]]
    assert all(one != other for one, other in combinations(titles, 2))
