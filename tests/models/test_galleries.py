"""The galleries that the program ships: whole, small, what their manifest says, and good for reading."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

import models
from models.housedeck import ENGLISH_CODES, HOUSE_CODES, faces
from rules.cards import ALL_CARDS, Card
from tests.benchmarks.first_version.recognizer import FirstVersion
from vision.images import load_frame
from vision.recognition.gallery import Gallery, GalleryError, Numbering
from vision.recognition.gallery_file import load_gallery
from vision.types import Frame

TAROTS = ("rws", "house")
LARGEST_BYTES = 12_500_000
"""Weights and galleries together."""


@pytest.fixture(scope="module", params=TAROTS)
def gallery(request: pytest.FixtureRequest) -> Gallery:
    return load_gallery(models.gallery_path(request.param))


def test_every_card_of_the_tarot_is_there(gallery: Gallery) -> None:
    assert {Card.parse(code) for code in gallery.codes} == set(ALL_CARDS)
    assert gallery.order is Numbering.RWS
    counts = np.bincount(gallery.features.card, minlength=len(gallery.codes))
    assert counts.min() >= 100, "a card with fewer features is not found from afar"


def test_every_card_of_the_english_deck_is_there() -> None:
    english = load_gallery(models.gallery_path("english"))
    assert set(english.codes) == set(ENGLISH_CODES)
    assert english.pictures == ()


def test_no_foreign_pixel_is_shipped(gallery: Gallery) -> None:
    assert gallery.pictures == ()
    assert "computed from" in gallery.provenance


def test_several_printings_serve_one_deck() -> None:
    rws = load_gallery(models.gallery_path("rws"))
    assert len(rws.printings) == 3
    pairs = set(zip(rws.features.card.tolist(), rws.features.printing.tolist(), strict=True))
    assert len(pairs) == 3 * 78


@pytest.mark.parametrize("deck", models.DECKS)
def test_the_manifest_vouches_for_every_gallery(deck: str) -> None:
    file = f"{deck}.npz"
    assert models.check(file) == models.gallery_path(deck)
    entry = models.manifest()[file]
    assert entry.more["command"] == f"python -m models.training.build_galleries {deck}"
    assert entry.more["embedder"] == getattr(
        load_gallery(models.gallery_path(deck)).embeddings, "digest", None
    )


def test_weights_and_galleries_stay_small() -> None:
    shipped = [*models.FOLDER.glob("*.onnx"), *models.GALLERIES.iterdir()]
    assert sum(path.stat().st_size for path in shipped) <= LARGEST_BYTES
    assert {path.name for path in shipped} <= set(models.manifest())


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with a manifest and one gallery."""
    (tmp_path / "galleries").mkdir()
    (tmp_path / "manifest.json").write_bytes(models.MANIFEST.read_bytes())
    (tmp_path / "galleries" / "house.npz").write_bytes(models.gallery_path("house").read_bytes())
    return tmp_path


def test_what_differs_from_the_manifest_is_refused(copy: Path) -> None:
    path = copy / "galleries" / "house.npz"
    whole = path.read_bytes()
    assert models.check("house.npz", copy) == path
    path.write_bytes(whole[:-5])
    with pytest.raises(models.ManifestError, match=rf"has {len(whole) - 5} bytes, expected {len(whole)}"):
        models.check("house.npz", copy)
    path.write_bytes(whole[:-5] + b"12345")
    with pytest.raises(models.ManifestError, match="not the file of the manifest"):
        models.check("house.npz", copy)
    with pytest.raises(models.ManifestError, match=r"rws\.npz: is missing"):
        models.check("rws.npz", copy)
    with pytest.raises(models.ManifestError, match="is not in"):
        models.check("other.npz", copy)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"a": 1}', json.dumps({"a": {"bytes": "x", "sha256": ""}})])
def test_a_damaged_manifest_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(models.ManifestError, match=r"manifest\.json: is damaged") as caught:
        models.manifest(tmp_path / "manifest.json")
    assert "\n" not in str(caught.value)


def test_a_cut_gallery_names_the_command_that_makes_it(tmp_path: Path) -> None:
    cut = tmp_path / "rws.npz"
    cut.write_bytes(models.gallery_path("rws").read_bytes()[:100_000])
    with pytest.raises(GalleryError, match=r"cut short.*python -m models\.training\.build_galleries rws"):
        load_gallery(cut, models.remedy_for("rws"))


def spread_out(pictures: list[Frame], height_px: int) -> Frame:
    """Cards in a row on grey, softened and noisy."""
    rng = np.random.default_rng(7)
    frame = np.full((height_px + 60, len(pictures) * (height_px * 2 // 3 + 20) + 20, 3), 80, np.float32)
    for place, picture in enumerate(pictures):
        width = round(picture.shape[1] * height_px / picture.shape[0])
        left = 20 + place * (height_px * 2 // 3 + 20)
        small = cv2.resize(picture, (width, height_px), interpolation=cv2.INTER_AREA)
        frame[30 : 30 + height_px, left : left + width] = small
    soft = cv2.GaussianBlur(frame, (0, 0), 0.8) * 0.8 + rng.normal(0, 4, frame.shape)
    return np.clip(soft, 0, 255).astype(np.uint8)


def read_in_rows(
    recognizer: FirstVersion, pictures: dict[str, Frame], height_px: int
) -> dict[str, str | None]:
    """What each card is read as, six to a row; several names in one place would show as a wrong one."""
    named: dict[str, str | None] = {}
    codes = list(pictures)
    for start in range(0, len(codes), 6):
        row = codes[start : start + 6]
        readings = recognizer.recognize(spread_out([pictures[c] for c in row], height_px))
        for place, code in enumerate(row):
            left = 20 + place * (height_px * 2 // 3 + 20)
            there = [r for r in readings if left <= r.quad[:, 0].mean() < left + height_px * 2 // 3]
            named[code] = next((r.code for r in there if r.code), None)
    return named


def test_the_house_deck_is_read_from_its_own_gallery() -> None:
    recognizer = FirstVersion([load_gallery(models.gallery_path(deck)) for deck in TAROTS])
    named = read_in_rows(recognizer, {code: faces()[code] for code in HOUSE_CODES[::3]}, 170)
    assert {code: name for code, name in named.items() if name not in (code, None)} == {}
    assert sum(name is not None for name in named.values()) >= 0.8 * len(named), (
        "the first version may be silent, not wrong"
    )


@pytest.mark.shared
@pytest.mark.parametrize("printing", ["rws-1909", "rws-bright", "rws-web"])
def test_every_printing_is_read(shared: Path, printing: str) -> None:
    recognizer = FirstVersion([load_gallery(models.gallery_path("rws"))])
    pictures = {p.stem: load_frame(p) for p in sorted((shared / "decks" / printing).glob("*.jpg"))[::7]}
    assert read_in_rows(recognizer, pictures, 150) == {code: code for code in pictures}


@pytest.mark.shared
@pytest.mark.parametrize("deck", ["marseille-noblet", "english-vector"])
def test_other_decks_are_given_no_name(shared: Path, deck: str) -> None:
    recognizer = FirstVersion([load_gallery(models.gallery_path(name)) for name in TAROTS])
    pictures = {p.stem: load_frame(p) for p in sorted((shared / "decks" / deck).glob("*.jpg"))[::5]}
    assert set(read_in_rows(recognizer, pictures, 240).values()) == {None}
