"""The embedder as it ships: shapes, unit length, its digest, bad files, and cards told apart."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

import models
from vision.onnx import NetworkError, open_network
from vision.recognition.embedder import Embedder

WEIGHTS = models.weights_path("embedder.onnx")


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return Embedder(WEIGHTS)


def noise(count: int, embedder: Embedder) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    width, height = embedder.size_wh
    return np.random.default_rng(1).integers(0, 256, (count, height, width, 3), dtype=np.uint8)


def test_embeddings_have_unit_length(embedder: Embedder) -> None:
    vectors = embedder.embed(noise(3, embedder))
    assert vectors.shape == (3, embedder.dimensions)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-4)


def test_a_crop_means_the_same_alone_and_in_a_batch(embedder: Embedder) -> None:
    crops = noise(35, embedder)
    together = embedder.embed(crops)
    np.testing.assert_allclose(together[33], embedder.embed(crops[33:34])[0], atol=1e-4)


def test_no_crops_give_no_embeddings(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.dimensions)


def test_brightness_hardly_matters(embedder: Embedder) -> None:
    crop = cv2.resize(noise(1, embedder)[0, ::16, ::16], embedder.size_wh)
    darker = (crop * 0.5 + 20).astype(np.uint8)
    bright, dark = embedder.embed([np.asarray(crop, np.uint8), darker])
    assert float(bright @ dark) > 0.95


def test_crops_of_another_size_are_refused(embedder: Embedder) -> None:
    with pytest.raises(ValueError, match=r"shape \(n, 192, 112, 3\), got \(1, 50, 50, 3\)"):
        embedder.embed(np.zeros((1, 50, 50, 3), np.uint8))


def test_the_digest_follows_the_weights(embedder: Embedder) -> None:
    assert embedder.digest == Embedder(WEIGHTS).digest
    assert len(embedder.digest) == 64
    assert embedder.digest != models.manifest()["embedder.onnx"].sha256


def test_the_manifest_knows_the_weights() -> None:
    assert models.check("embedder.onnx") == WEIGHTS
    assert models.check("calibration.json")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot be opened"),  # missing
        (b"no network", "damaged or no network"),
        (WEIGHTS.read_bytes()[:5000], "damaged or no network"),  # cut short
    ],
)
def test_a_bad_weights_file_is_one_clear_line(content: bytes | None, message: str, tmp_path: Path) -> None:
    path = tmp_path / "embedder.onnx"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(NetworkError, match=message) as raised:
        open_network(path)
    assert str(path) in str(raised.value)
    assert "\n" not in str(raised.value)
