"""The detector's training, in small: a few steps learn, the export says the same, a checkpoint goes on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs torch: pip install '.[train]'")

from models.training.detector_samples import Collated, Sample, sample_of  # noqa: E402
from models.training.export import ExportError, export_detector, export_refiner  # noqa: E402
from models.training.quantize import HEAT, quantize  # noqa: E402
from models.training.refiner_net import RefinerNet  # noqa: E402
from models.training.refiner_samples import refiner_samples  # noqa: E402
from models.training.scenes import render_scene  # noqa: E402
from models.training.train_detector import DetectorTrainer  # noqa: E402
from models.training.train_refiner import RefinerTrainer  # noqa: E402
from vision.detection.corner_refiner import CornerRefiner  # noqa: E402
from vision.detection.detector import NeuralDetector  # noqa: E402
from vision.pyramid import Pyramid  # noqa: E402

CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def samples(shared: Path) -> list[Sample]:
    scenes = (render_scene(78, index, (192, 128)) for index in range(16))
    return [s for s in map(sample_of, scenes) if len(s.quads)][:6]


def test_a_few_steps_on_one_batch_lower_the_loss(samples: list[Sample]) -> None:
    torch.manual_seed(0)
    trainer = DetectorTrainer(CPU, 3e-3)
    losses = [trainer.learn(Collated.of(samples), 0.0) for _ in range(25)]
    assert np.mean(losses[-3:]) < 0.7 * losses[0]


def test_a_checkpoint_goes_on_where_it_stopped(samples: list[Sample], tmp_path: Path) -> None:
    trainer, resumed = DetectorTrainer(CPU, 1e-3), DetectorTrainer(CPU, 1e-3)
    trainer.learn(Collated.of(samples), 0.0)
    trainer.elapsed_s = 12.5
    trainer.save(tmp_path / "checkpoint.pt")
    resumed.resume(tmp_path / "checkpoint.pt")
    assert (resumed.step, resumed.elapsed_s) == (1, 12.5)
    for mine, theirs in zip(resumed.net.parameters(), trainer.net.parameters(), strict=True):
        assert torch.equal(mine, theirs)


def test_the_exported_detector_runs_at_any_size(tmp_path: Path) -> None:
    path = tmp_path / "detector.onnx"
    assert export_detector(DetectorTrainer(CPU, 1e-3).average, path) < 0.02
    detector = NeuralDetector(path)
    for size in ((90, 160), (300, 200)):
        assert isinstance(detector.detect(np.zeros((*size, 3), np.uint8)), list)


def test_in_eight_bits_it_sees_the_same(
    samples: list[Sample], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch.manual_seed(0)
    trainer = DetectorTrainer(CPU, 3e-3)
    for _ in range(25):
        trainer.learn(Collated.of(samples), 0.0)
    path = tmp_path / "detector.onnx"
    export_detector(trainer.average, path, half=False)
    whole = path.read_bytes()
    pictures = [np.ascontiguousarray(s.frame.transpose(2, 0, 1)[None], np.float32) for s in samples[:2]]
    # So few steps do not heat anything much.
    monkeypatch.setattr("models.training.quantize.SOME_HEAT", 0.0)
    with pytest.raises(ExportError, match="in eight bits its heat differ"):
        quantize(path, pictures, replace(HEAT, tolerance=0.0))
    assert path.read_bytes() == whole
    assert 0 < quantize(path, pictures) <= HEAT.tolerance
    assert len(path.read_bytes()) < 0.4 * len(whole)


def test_the_refiner_learns_and_is_exported(samples: list[Sample], tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    torch.manual_seed(0)
    pool = [one for sample in samples for one in refiner_samples(rng, sample, None)]
    assert any(g.residuals is None for g in pool)
    assert any(g.residuals is not None for g in pool)
    trainer = RefinerTrainer(CPU, 2e-3, seed=1)
    losses = [trainer.learn(pool, 0.0) for _ in range(30)]
    assert np.mean(losses[-3:]) < 0.7 * np.mean(losses[:3])
    path = tmp_path / "refiner.onnx"
    assert export_refiner(trainer.average, path) < 0.02
    refined = CornerRefiner(path).refine(Pyramid.of(samples[0].frame), samples[0].quads)
    assert refined.quads.shape == samples[0].quads.shape
    assert ((refined.card >= 0) & (refined.card <= 1)).all()


def test_the_refiner_of_no_proposals_answers_nothing(tmp_path: Path) -> None:
    path = tmp_path / "refiner.onnx"
    export_refiner(RefinerNet(), path)
    nothing = CornerRefiner(path).refine(
        Pyramid.of(np.zeros((90, 160, 3), np.uint8)), np.zeros((0, 4, 2), np.float32)
    )
    assert len(nothing.card) == len(nothing.down) == 0
