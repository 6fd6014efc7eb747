from __future__ import annotations

import json
import pickle
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.recognition.gallery import (
    Gallery,
    GalleryEmbeddings,
    GalleryError,
    GalleryFeatures,
    Numbering,
    StoredPicture,
)
from vision.recognition.gallery_file import load_gallery, save_gallery


def features(cards: list[int], rng: np.random.Generator) -> GalleryFeatures:
    count = len(cards)
    return GalleryFeatures(
        keypoints=(rng.uniform(0, 1, (count, 4)) * [1, 1, 0.1, 359]).astype(np.float32),
        descriptors=rng.integers(0, 256, (count, 64)).astype(np.uint8),
        card=np.array(cards, np.int16),
        printing=np.zeros(count, np.int16),
    )


def embeddings(digest: str = "abc") -> GalleryEmbeddings:
    vectors = np.eye(3, 8, dtype=np.float32)
    return GalleryEmbeddings(digest, vectors, np.array([0, 1, 1], np.int16), np.zeros(3, np.int16))


def gallery(**changes: Any) -> Gallery:
    base = Gallery(
        deck="two moons",
        order=Numbering.MARSEILLE,
        codes=("m17", "m18"),
        printings=("first",),
        aspect=0.58,
        provenance="drawn for this test",
        features=features([0, 0, 1, 1, 1], np.random.default_rng(1)),
    )
    return replace(base, **changes)


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    whole = gallery(embeddings=embeddings(), pictures=(StoredPicture(1, 0, b"\xff\xd8 bytes"),))
    save_gallery(whole, tmp_path / "a.npz")
    again = load_gallery(tmp_path / "a.npz")
    assert (again.deck, again.order, again.codes, again.printings) == (
        "two moons",
        Numbering.MARSEILLE,
        ("m17", "m18"),
        ("first",),
    )
    assert (again.aspect, again.provenance, again.pictures) == (0.58, whole.provenance, whole.pictures)
    assert (again.features.descriptors == whole.features.descriptors).all()
    assert (again.features.card == whole.features.card).all()
    assert again.features.keypoints[:, :3] == pytest.approx(whole.features.keypoints[:, :3], abs=1e-3)
    assert again.features.keypoints[:, 3] == pytest.approx(whole.features.keypoints[:, 3], abs=0.8)
    assert again.embeddings is not None
    assert again.embeddings.vectors == pytest.approx(embeddings().vectors, abs=1e-3)


def test_the_same_gallery_gives_the_same_bytes(tmp_path: Path) -> None:
    save_gallery(gallery(), tmp_path / "a.npz")
    save_gallery(load_gallery(tmp_path / "a.npz"), tmp_path / "b.npz")
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    assert not list(tmp_path.glob("*.part"))


def test_two_programs_may_write_a_gallery_at_once(tmp_path: Path) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as programs:
        list(programs.map(save_often, [tmp_path / "one.npz"] * 2))
    assert load_gallery(tmp_path / "one.npz").codes == gallery().codes
    assert not list(tmp_path.glob("*.part"))


def save_often(path: Path) -> None:
    for _ in range(30):
        save_gallery(gallery(), path)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.999])
def test_a_cut_gallery_is_refused(tmp_path: Path, share: float) -> None:
    path = tmp_path / "cut.npz"
    save_gallery(gallery(), path)
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])
    refused(path)


@pytest.mark.parametrize("place", [0.3, 0.6, 0.8])
def test_a_damaged_gallery_is_refused(tmp_path: Path, place: float) -> None:
    """A flipped byte shows by the archive's own checksums, unless it lies in a name nobody asks for."""
    path = tmp_path / "bad.npz"
    save_gallery(gallery(), path)
    data = bytearray(path.read_bytes())
    for at in range(int(len(data) * place), int(len(data) * place) + 40):
        data[at] ^= 0xFF
    path.write_bytes(data)
    refused(path)


def about(**changes: Any) -> np.ndarray:
    document = {
        "kind": "clashcam-gallery",
        "format": 1,
        "deck": "x",
        "order": "rws",
        "codes": ["m00"],
        "printings": ["p"],
        "aspect": 0.6,
        "provenance": "",
        "embedder": None,
    } | changes
    return np.frombuffer(json.dumps(document).encode(), np.uint8)


FOREIGN: dict[str, dict[str, np.ndarray]] = {
    "another program's archive": {"weights": np.ones(3)},
    "another kind": {"about": about(kind="recipe")},
    "an older format": {"about": about(format=0)},
    "a later format": {"about": about(format=99)},
    "an unknown order": {"about": about(order="alphabetical")},
    "no features": {"about": about()},
    "no JSON": {"about": np.zeros(4, np.uint8)},
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_foreign_file_is_refused(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "foreign.npz"
    np.savez(path, allow_pickle=False, **FOREIGN[kind])
    refused(path)


def test_a_pickle_is_never_opened(tmp_path: Path) -> None:
    path = tmp_path / "pickle.npz"
    path.write_bytes(pickle.dumps({"about": 1}))
    refused(path)
    np.savez(tmp_path / "inside.npz", allow_pickle=True, about=np.array([{"a": 1}], dtype=object))
    refused(tmp_path / "inside.npz")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    refused(tmp_path / "nothing.npz")


def refused(path: Path) -> None:
    with pytest.raises(GalleryError) as caught:
        load_gallery(path, "make it again: build x")
    message = str(caught.value)
    assert str(path) in message
    assert message.endswith("make it again: build x")
    assert "\n" not in message


def test_an_older_format_says_which(tmp_path: Path) -> None:
    np.savez(tmp_path / "old.npz", allow_pickle=False, about=about(format=0))
    with pytest.raises(GalleryError, match="format 0, this program reads format 1"):
        load_gallery(tmp_path / "old.npz")


def test_embeddings_belong_to_their_embedder() -> None:
    """Numbers of another embedder would compare and mean nothing."""
    whole = gallery(embeddings=embeddings("abc"))
    assert whole.embeddings_by("abc").vectors.shape == (3, 8)
    with pytest.raises(GalleryError, match=r"another embedder .*clashcam enrol"):
        whole.embeddings_by("def")
    with pytest.raises(GalleryError, match=r"no embeddings; .*clashcam enrol"):
        gallery().embeddings_by("abc")
    assert gallery().with_embeddings(embeddings("def")).embeddings_by("def")


@pytest.mark.parametrize(
    "changes",
    [
        {"codes": ()},  # no card
        {"deck": ""},  # no name
        {"codes": ("m18", "m17")},  # not sorted
        {"codes": ("m17", "m17")},  # twice the same
        {"codes": ("m17",)},  # features of a second card
        {"embeddings": replace(embeddings(), card=np.array([0, 1, 7], np.int16))},
    ],
)
def test_what_does_not_fit_together_is_no_gallery(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="gallery"):
        gallery(**changes)


def test_features_must_have_fitting_shapes() -> None:
    good = features([0, 0], np.random.default_rng(0))
    with pytest.raises(ValueError, match="descriptors must have shape"):
        replace(good, descriptors=good.descriptors[:, :10])
    with pytest.raises(ValueError, match="sorted"):
        replace(good, card=np.array([1, 0], np.int16))


def test_a_deck_keeps_what_it_calls_its_cards(tmp_path: Path) -> None:
    names = {"fr": {"m17": "L'Étoile"}, "de": {"m17": "Der Stern"}}
    save_gallery(gallery(names=names), tmp_path / "deck.npz")
    assert load_gallery(tmp_path / "deck.npz").names == names


@pytest.mark.parametrize(
    "names",
    [
        {"fr": {"m17": "x" * 81}},
        {"fr": {"m17": "two\nlines"}},
        {"fr": {"m17": 3}},
        {"fr": {f"m{number}": "x" for number in range(201)}},
        {str(number): {"m17": "x"} for number in range(13)},
    ],
)
def test_names_without_bounds_are_refused(names: Any) -> None:
    with pytest.raises(ValueError, match="names are of up to"):
        gallery(names=names)
