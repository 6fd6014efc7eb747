"""Train the refiner: ``python -m models.training.train_refiner --minutes 30`` (after the detector).

Learns from the exported detector's proposals on rendered scenes, and from true quads knocked askew. Resumes its
checkpoint, exports ONNX, checks and quantizes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as fn

from models.training.detector_samples import Rendering, sample_of, varied
from models.training.export import (
    DETECTOR,
    ON_PHOTOGRAPHS,
    REFINER,
    SCENES,
    export_refiner,
    record_entry,
)
from models.training.photographs import photographs_of
from models.training.quantize import CORNERS, quantize
from models.training.refiner_net import RefinerNet
from models.training.refiner_samples import RefinerSample, refiner_samples
from models.training.replay import Replay
from models.training.scenes import render_scene
from models.training.stream import WORKERS_OPTION, drawn
from models.training.trainer import SURFACES_OPTION, Course, Trainer, best_device, checkpoint_of, course
from vision.detection.corner_refiner import CROP_WH
from vision.detection.proposals import ProposalNetwork
from vision.virtual.scenes import SCENE_WH

FIRST_SCENES: Final = 150
SCENES_A_BATCH: Final = 3
BATCH: Final = 96
KEPT: Final = 60_000
QUANTIZING_SEED: Final = 5_000_002
QUANTIZING_SCENES: Final = 40


def refiner_loss(out: Tensor, residuals: Tensor, card: Tensor, down: Tensor) -> Tensor:
    """Return the corner error of the cards, plus both decisions' cross entropy (faces count on cards only)."""
    corner = fn.smooth_l1_loss(out[:, :8], residuals, beta=0.02, reduction="none").mean(dim=1)
    known = fn.binary_cross_entropy_with_logits(out[:, 8], card)
    face = fn.binary_cross_entropy_with_logits(out[:, 9], down, reduction="none")
    cards = card.sum().clamp(min=1)
    return 20 * (corner * card).sum() / cards + known + 0.5 * (face * card).sum() / cards


def batch_of(chosen: list[RefinerSample], device: torch.device) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Collate samples: crops (n, 3, 96, 64), residuals (n, 8), card (n,), down (n,)."""
    crops = torch.from_numpy(np.stack([g.crop for g in chosen])).permute(0, 3, 1, 2).to(device).float() / 255
    residuals = [np.zeros(8, np.float32) if g.residuals is None else g.residuals.ravel() for g in chosen]
    card = torch.tensor([float(g.residuals is not None) for g in chosen], device=device)
    down = torch.tensor([float(g.down) for g in chosen], device=device)
    return crops, torch.from_numpy(np.stack(residuals)).to(device), card, down


def varied_light(crops: Tensor, generator: torch.Generator) -> Tensor:
    """Give each crop another gain and lift, since kept crops are seen several times."""
    shape = (len(crops), 3, 1, 1)
    gain = torch.exp(
        torch.randn(shape, generator=generator) * 0.08
        + torch.randn((len(crops), 1, 1, 1), generator=generator) * 0.15
    )
    lift = torch.randn(shape, generator=generator) * 0.03
    return (crops * gain.to(crops.device) + lift.to(crops.device)).clamp(0, 1)


@dataclass(frozen=True, slots=True)
class SampleStream:
    """Samples of scene after scene, from the detector's proposals and quads knocked askew; each process has its own
    network."""

    rendering: Rendering
    proposer: Path | None

    def __call__(self, worker: int, workers: int) -> Iterator[list[RefinerSample]]:
        """Yield the samples of one scene after another."""
        rng = np.random.default_rng([self.rendering.seed, 5, self.rendering.first_run + worker])
        proposer = ProposalNetwork(self.proposer, 1) if self.proposer else None
        for samples in self.rendering(worker, workers):
            for sample in samples:
                yield refiner_samples(rng, varied(rng, sample), proposer)


class RefinerTrainer(Trainer[list[RefinerSample]]):
    """A refiner in training."""

    def __init__(self, device: torch.device, peak_rate: float, seed: int) -> None:
        super().__init__(RefinerNet(), device, peak_rate, torch.zeros(BATCH, 3, CROP_WH[1], CROP_WH[0]))
        self.generator = torch.Generator().manual_seed(seed)

    def loss_of(self, chosen: list[RefinerSample]) -> Tensor:
        """Return the loss on some crops."""
        crops, residuals, card, down = batch_of(chosen, self.device)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.in_16_bits):
            out = self.net(varied_light(crops, self.generator))
        return refiner_loss(out.float(), residuals, card, down)


def crops_to_quantize(proposer: ProposalNetwork | None) -> list[NDArray[np.float32]]:
    """Render proposals of held-out scenes for the ranges of the quantized network."""
    rng = np.random.default_rng(QUANTIZING_SEED)
    scenes = (render_scene(QUANTIZING_SEED, index * 7, SCENE_WH) for index in range(QUANTIZING_SCENES))
    pool = (refiner_samples(rng, sample_of(scene), proposer) for scene in scenes)
    crops = (np.stack([sample.crop for sample in samples]) for samples in pool if samples)
    return [np.ascontiguousarray(batch.transpose(0, 3, 1, 2), np.float32) for batch in crops]


@click.command()
@course(minutes=30.0, seed=2, rate=2e-3, checkpoint=checkpoint_of("refiner"), target=REFINER)
@click.option("--detector", default=DETECTOR, type=click.Path(path_type=Path), show_default=True)
@WORKERS_OPTION
@SURFACES_OPTION
def main(course: Course, detector: Path, workers: int, surfaces: Path | None) -> None:
    """Train the refiner (resuming its checkpoint if there is one)."""
    trainer = RefinerTrainer(best_device(), course.rate, course.seed)
    proposer = ProposalNetwork(detector, course.threads) if detector.exists() else None
    trainer.go_on(course, lambda: torch.from_numpy(np.concatenate(crops_to_quantize(proposer))) / 255)
    if not course.export_only:
        photographs = photographs_of(surfaces) if surfaces else None
        rendering = Rendering(course.seed, SCENE_WH, trainer.steps // 50, photographs)
        stream = SampleStream(rendering, detector if detector.exists() else None)
        replay = Replay(drawn(stream, workers), course.seed, KEPT)
        replay.take_in(FIRST_SCENES)
        trainer.run(course.minutes * 60, lambda: replay.batch(BATCH, SCENES_A_BATCH), course.checkpoint)
    difference = export_refiner(trainer.average, course.target, half=False)
    print(f"{course.target}: differs from the trained network by {difference:.2g}")
    eight = quantize(course.target, crops_to_quantize(proposer), CORNERS)
    print(f"in eight bits its corners differ by {eight:.2g}")
    record_entry(course.target, trainer.trained(), data=ON_PHOTOGRAPHS if surfaces else SCENES)


if __name__ == "__main__":
    main()
