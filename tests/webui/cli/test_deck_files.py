"""A deck is one file: renamed, deleted, mailed and taken in; a foreign one is refused without a trace."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

import models
from models.housedeck.atlas import faces
from tests.vision.recognition.test_gallery import embeddings, features, gallery
from vision.recognition.embedder import Embedder
from vision.recognition.gallery import Gallery, StoredPicture
from vision.recognition.gallery_file import load_gallery, save_gallery
from webui.camera.decks import deck_files
from webui.cli import main


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def picture(code: str = "m17", height: int = 120) -> bytes:
    small = cv2.resize(np.asarray(faces()[code]), (round(height * 0.58), height))
    return bytes(cv2.imencode(".jpg", small)[1])


def own(**changes: Any) -> Gallery:
    """Two cards with their pictures, as an enrolment keeps them."""
    kept = (StoredPicture(0, 0, picture("m17")), StoredPicture(1, 0, picture("m18")))
    return gallery(**({"pictures": kept} | changes))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "decks").mkdir()
    save_gallery(own(deck="moons"), tmp_path / "decks" / "moons.npz")
    return tmp_path


def names(data: Path) -> list[str]:
    return sorted(path.name for path in (data / "decks").iterdir())


def test_a_deck_is_renamed_inside_and_out(data: Path) -> None:
    assert run("decks", "--data", data, "rename", "moons", "Two Moons").exit_code == 0
    assert names(data) == ["Two Moons.npz"]
    assert load_gallery(data / "decks" / "Two Moons.npz").deck == "Two Moons"


@pytest.mark.parametrize(
    ("to", "why"), [("rws", "is built in"), ("../x", "cannot be"), ("suns", "is here already")]
)
def test_a_name_that_is_taken_or_none_is_refused(data: Path, to: str, why: str) -> None:
    save_gallery(own(deck="suns"), data / "decks" / "suns.npz")
    result = run("decks", "--data", data, "rename", "moons", to)
    assert result.exit_code == 1
    assert why in result.stderr
    assert names(data) == ["moons.npz", "suns.npz"]


def test_a_deck_is_deleted_after_a_question(data: Path) -> None:
    no = CliRunner().invoke(main, ["decks", "--data", str(data), "delete", "moons"], input="n\n")
    assert no.exit_code == 1
    assert names(data) == ["moons.npz"]
    assert run("decks", "--data", data, "delete", "moons", "--yes").exit_code == 0
    assert names(data) == []
    assert "no deck 'moons'" in run("decks", "--data", data, "delete", "moons", "--yes").stderr


@pytest.mark.parametrize("what", ["delete", "rename", "export"])
def test_built_in_decks_stay(data: Path, what: str) -> None:
    more = {"delete": "--yes", "rename": "mine", "export": data}[what]
    result = run("decks", "--data", data, what, "house", more)
    assert result.exit_code == 1
    assert "is built in" in result.stderr


def test_a_deck_goes_to_a_friend(data: Path, tmp_path: Path) -> None:
    sent, friend = tmp_path / "sent", tmp_path / "friend"
    sent.mkdir()
    assert run("decks", "--data", data, "export", "moons", sent).exit_code == 0
    taken = run("decks", "--data", friend, "import", sent / "moons.npz")
    assert taken.exit_code == 0, taken.stderr
    there = load_gallery(friend / "decks" / "moons.npz")
    assert there.codes == ("m17", "m18")
    digest = Embedder(models.weights_path("embedder.onnx")).digest
    assert there.embeddings_by(digest).vectors.shape == (20, 128), "it can be read at once"
    again = run("decks", "--data", friend, "import", sent / "moons.npz")
    assert "is here already" in again.stderr
    assert run("decks", "--data", friend, "import", sent / "moons.npz", "--name", "other").exit_code == 0
    assert names(friend) == ["moons.npz", "other.npz"]


def nan_vectors() -> Gallery:
    return own(embeddings=replace(embeddings(), vectors=np.full((3, 8), np.nan, np.float32)))


def cut(path: Path) -> None:
    save_gallery(own(), path)
    path.write_bytes(path.read_bytes()[:-700])


FOREIGN: dict[str, tuple[Callable[[Path], object], str]] = {
    "no archive": (lambda path: path.write_bytes(b"no archive at all"), "cut short or damaged"),
    "nothing": (lambda path: path.write_bytes(b""), "cut short or damaged"),
    "another archive": (lambda path: zipfile.ZipFile(path, "w").close(), "is no gallery"),
    "cards that nobody plays with": (
        lambda path: save_gallery(own(codes=("m17", "../../x")[::-1]), path),
        "which is no card",
    ),
    "a damaged picture": (
        lambda path: save_gallery(own(pictures=(StoredPicture(0, 0, b"\xff\xd8 no"),)), path),
        "the picture of card 0",
    ),
    "numbers that are none": (lambda path: save_gallery(nan_vectors(), path), "is no gallery"),
    "a deck of another embedder": (lambda path: save_gallery(own(pictures=()), path), "has no embeddings"),
    "a name that is a way out": (lambda path: save_gallery(own(deck="../../moons"), path), "cannot be"),
    "the name of a built-in deck": (lambda path: save_gallery(own(deck="rws"), path), "is built in"),
    "a file that is cut": (cut, "cut short or damaged"),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_foreign_file_leaves_no_trace(kind: str, tmp_path: Path) -> None:
    write, why = FOREIGN[kind]
    path, data = tmp_path / "foreign.npz", tmp_path / "data"
    write(path)
    result = run("decks", "--data", data, "import", path)
    assert result.exit_code == 1
    assert why in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not list(data.rglob("*.*")) if data.exists() else True


def test_pictures_are_counted_by_their_pixels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few bytes may unpack to a picture of any size, and there may be thousands of them."""
    monkeypatch.setattr(deck_files, "PICTURES_PX", 70 * 120 * 3 // 2)
    path = tmp_path / "foreign.npz"
    save_gallery(own(), path)
    result = run("decks", "--data", tmp_path / "data", "import", path)
    assert result.exit_code == 1
    assert "pixels" in result.stderr


def test_a_full_disk_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez_compressed", full)
    with pytest.raises(OSError, match="No space"):
        save_gallery(gallery(features=features([0], np.random.default_rng(0))), tmp_path / "a.npz")
    assert list(tmp_path.iterdir()) == []
