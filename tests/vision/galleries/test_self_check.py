"""A deck is proved by what will read the table: which cards it does not read, and which two are the likest."""

from __future__ import annotations

from pathlib import Path

import pytest

import models
from models.housedeck import faces
from vision.galleries.embeddings import embed_again
from vision.galleries.enrolment import enrol
from vision.galleries.self_check import closest_pairs, unrecognised
from vision.recognition.embedder import Embedder
from vision.recognition.gallery import Gallery
from vision.recognition.gallery_file import save_gallery
from vision.types import Face, Frame, Reading, ReadRequest
from webui.camera.trackers import make_reader

CODES = ("m00", "m11", "c05", "w03", "p12", "s09")
LARGEST_BYTES = 2_500_000 / 78


@pytest.fixture(scope="module")
def gallery() -> Gallery:
    pictures = {code: faces()[code] for code in CODES}
    pictures["s10"] = pictures["s09"].copy()
    pictures["s10"][:40] = pictures["s10"][40:80]
    made = enrol("six", {"only": pictures}, keep_pictures=True)
    return embed_again(made, Embedder(models.weights_path("embedder.onnx")))


class Blind:
    """Reads every card as one."""

    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        return [Reading(request.quad, Face.UP, "m00", "six") for request in requests]


def test_a_deck_is_proved_by_the_reader_that_it_is_given(gallery: Gallery) -> None:
    assert unrecognised(gallery, Blind()) == sorted({*CODES, "s10"} - {"m00"})


def test_only_two_cards_that_look_the_same_are_not_read(gallery: Gallery) -> None:
    assert set(unrecognised(gallery, make_reader([gallery]))) <= {"s09", "s10"}


def test_the_likest_pair_comes_first_and_is_told_as_confused(gallery: Gallery) -> None:
    first, second, _ = closest_pairs(gallery)
    assert (first.first, first.second, first.is_confused) == ("s09", "s10", True)
    assert second.likeness < first.likeness
    assert not second.is_confused


def test_every_pair_that_would_be_confused_is_told() -> None:
    """Four cards are one drawing: six pairs of them; the card that is another is in none."""
    pictures = {code: faces()["s09"] for code in ("s06", "s07", "s08", "s09")} | {"m00": faces()["m00"]}
    made = enrol("alike", {"only": pictures}, keep_pictures=True)
    embedded = embed_again(made, Embedder(models.weights_path("embedder.onnx")))
    pairs = list(closest_pairs(embedded))
    assert all(pair.is_confused for pair in pairs)
    assert sorted((pair.first, pair.second) for pair in pairs) == [
        *(("s06", other) for other in ("s07", "s08", "s09")),
        *(("s07", other) for other in ("s08", "s09")),
        ("s08", "s09"),
    ]


def test_a_card_takes_its_share_of_two_and_a_half_megabytes(gallery: Gallery, tmp_path: Path) -> None:
    save_gallery(gallery, tmp_path / "six.npz")
    assert (tmp_path / "six.npz").stat().st_size / len(gallery.codes) < LARGEST_BYTES
