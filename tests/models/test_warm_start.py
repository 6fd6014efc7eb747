"""A training goes on from a shipped network: it says what the file says, and can learn."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import onnxruntime
import pytest

torch = pytest.importorskip("torch", reason="needs torch: pip install '.[train]'")

import models  # noqa: E402
from models.training.designs import Design, drawn_designs  # noqa: E402
from models.training.detector_net import DetectorNet, ExportedDetector  # noqa: E402
from models.training.embedder_net import INPUT_WH, EmbedderNet  # noqa: E402
from models.training.export import EMBEDDER  # noqa: E402
from models.training.indices_net import ExportedIndices, IndicesNet  # noqa: E402
from models.training.manifest import record, record_scores, sha256_of, trained_so_far  # noqa: E402
from models.training.refiner_net import ExportedRefiner, RefinerNet  # noqa: E402
from models.training.train_embedder import class_directions, embedder_of  # noqa: E402
from models.training.views import ViewMaker  # noqa: E402
from models.training.warm_start import WarmStartError, dequantized, start_from  # noqa: E402


@pytest.fixture(scope="module")
def designs() -> list[Design]:
    return list(drawn_designs(2_000_000, 16))


@pytest.fixture(scope="module")
def views(designs: list[Design]) -> ViewMaker:
    return ViewMaker.of([d.printings[0] for d in designs], INPUT_WH)


@pytest.mark.parametrize(
    ("name", "net", "exported", "shape", "tolerance"),
    [
        ("embedder", EmbedderNet, lambda net: net, (16, 192, 112, 3), 0.04),
        ("detector", DetectorNet, ExportedDetector, (2, 3, 160, 224), 0.1),
        ("refiner", RefinerNet, ExportedRefiner, (16, 3, 96, 64), 0.1),
        ("indices", IndicesNet, partial(ExportedIndices, temperature=1.23), (16, 232, 160, 3), 0.1),
    ],
)
def test_a_network_started_from_its_file_says_what_the_file_says(
    name: str,
    net: Callable[[], Any],
    exported: Callable[[Any], Any],
    shape: tuple[int, ...],
    tolerance: float,
) -> None:
    path = models.weights_path(f"{name}.onnx")
    pictures = np.random.default_rng(3).uniform(0, 255, shape).astype(np.float32)
    crops = shape[-1] == 3
    fed = pictures.astype(np.uint8) if crops else pictures
    started = net()
    start_from(path, started, torch.from_numpy(fed if crops else fed / 255))
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    wanted = session.run(None, {session.get_inputs()[0].name: fed[:1] if name == "detector" else fed})[0]
    # In training a network normalises by the batch that it sees: this one, so that it says the same.
    for mode in (started.eval(), started.train()):
        with torch.no_grad():
            got = exported(mode)(torch.from_numpy(fed))
        first = (got if crops else got[0]).numpy()[: len(wanted)]
        assert float(np.abs(first - wanted).mean()) <= tolerance * float(np.abs(wanted).mean() + wanted.std())


def test_its_classifier_looks_where_the_designs_are(designs: list[Design], views: ViewMaker) -> None:
    net = EmbedderNet()
    crops = np.stack([views.plain(d.printings[0], Random(i)) for i, d in enumerate(designs)])
    start_from(EMBEDDER, net, torch.from_numpy(crops))
    directions = class_directions(net.eval(), designs, views, seed=1).numpy()
    assert directions.shape == (2 * len(designs), 128)
    nearest = (embedder_of(net)(crops) @ directions.T).argmax(axis=1)
    assert float((nearest == 2 * np.arange(len(designs))).mean()) >= 0.9


def test_another_networks_file_is_refused() -> None:
    with pytest.raises(WarmStartError, match="holds another network"):
        start_from(models.weights_path("refiner.onnx"), EmbedderNet(), torch.zeros(1, 192, 112, 3))


def test_eight_bits_are_widened_row_by_row() -> None:
    whole = np.array([[1, -2], [4, 8]], np.int8)
    wide = dequantized(whole, np.array([0.5, 0.25], np.float32), np.array([0, 0], np.int8))
    np.testing.assert_allclose(wide, np.array([[0.5, -1.0], [1.0, 2.0]]))
    one_scale = dequantized(whole, np.array(2.0, np.float32), np.array(1, np.int8))
    np.testing.assert_allclose(one_scale, np.array([[0.0, -6.0], [6.0, 14.0]]))


def test_how_long_a_network_was_trained_stands_in_its_passport(tmp_path: Path) -> None:
    assert trained_so_far(EMBEDDER)["views"] >= 2_000_000
    other, manifest = tmp_path / "other.onnx", tmp_path / "manifest.json"
    other.write_bytes(b"another")
    manifest.write_text(json.dumps({"other.onnx": {"sha256": sha256_of(other)}}))
    with pytest.raises(ValueError, match="does not say how long it was trained"):
        trained_so_far(other, manifest)


def test_scores_are_written_beside_the_file_that_earned_them(tmp_path: Path) -> None:
    weights, manifest = tmp_path / "finder.onnx", tmp_path / "manifest.json"
    weights.write_bytes(b"weights")
    record(weights, {"command": "made", "trained": {"minutes": 3.0}}, manifest)
    record_scores(weights, {"found": "9/10"}, manifest)
    entry = json.loads(manifest.read_text())["finder.onnx"]
    assert (entry["scores"], entry["command"], entry["trained"]) == (
        {"found": "9/10"},
        "made",
        {"minutes": 3.0},
    )
    weights.write_bytes(b"other weights")
    with pytest.raises(ValueError, match="no entry of this very file"):
        record_scores(weights, {"found": "10/10"}, manifest)
