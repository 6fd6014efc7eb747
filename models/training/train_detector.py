"""Train the detector: ``python -m models.training.train_detector --minutes 90``.

Renders scenes in worker processes, trains on them, keeps a moving average of the weights, writes a checkpoint every
minute (and resumes it when called again), exports ONNX, checks it against the trained network, quantizes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as fn

from models.training.detector_net import CODE, HEAT, HINTS, DetectorNet
from models.training.detector_samples import Collated, Collating, Rendering
from models.training.export import (
    DETECTOR,
    ON_PHOTOGRAPHS,
    SCENES,
    export_detector,
    record_entry,
)
from models.training.photographs import photographs_of
from models.training.quantize import quantize
from models.training.scenes import render_scene
from models.training.stream import WORKERS_OPTION, drawn
from models.training.trainer import SURFACES_OPTION, Course, Trainer, best_device, checkpoint_of, course

KEPT: Final = 3000
TRAINING_WH: Final = (384, 256)
"""Size of the scenes: the network is convolutional and works at any, and small ones train it twice as fast."""

QUANTIZING_SEED: Final = 5_000_001
QUANTIZING_SCENES: Final = 40
STARTING_SCENES: Final = 16
QUANTIZING_WH: Final = (640, 352)


@dataclass(frozen=True, slots=True)
class Batch:
    """Pictures (n, 3, h, w), 0 to 1, and their targets on the grid."""

    frames: Tensor
    heat: Tensor
    code: Tensor
    weight: Tensor
    counted: Tensor
    hints: Tensor

    @classmethod
    def of(cls, collated: Collated, device: torch.device) -> Batch:
        """Move samples to a device."""
        frames = torch.from_numpy(collated.frames).to(device).permute(0, 3, 1, 2).float() / 255
        maps = {name: torch.from_numpy(map).to(device).float() for name, map in collated.targets.items()}
        return cls(frames, **maps)


def scene_weights(peak: Tensor) -> Tensor:
    """Weigh each scene (n, 1, 1, 1) by one over the root of its cards: else heaps of small cards outvote large ones."""
    return peak.sum(dim=(1, 2, 3), keepdim=True).clamp(min=1).rsqrt()


def heat_loss(logits: Tensor, heat: Tensor, counted: Tensor) -> Tensor:
    """Return the focal loss that forgives the surroundings of a peak (CenterNet, Zhou et al. 2019), per card."""
    share = torch.sigmoid(logits)
    peak = (heat > 0.999).float()
    hit = fn.logsigmoid(logits) * (1 - share) ** 2 * peak
    miss = fn.logsigmoid(-logits) * share**2 * (1 - heat) ** 4 * (1 - peak) * counted
    weights = scene_weights(peak)
    return -((hit + miss) * weights).sum() / (peak * weights).sum().clamp(min=1)


def code_loss(code: Tensor, target: Tensor, weight: Tensor) -> Tensor:
    """Return the mean error of the nine numbers: lengths as shares of the card's size, so that small cards count alike.

    ``weight`` adds up to 1 over each card.
    """
    grow = torch.exp((code[:, 8:] - target[:, 8:]).clamp(-3, 3))
    lengths = (code[:, :8] * grow - target[:, :8]).abs().sum(dim=1, keepdim=True)
    size = (code[:, 8:] - target[:, 8:]).abs()
    weight = weight * scene_weights(weight)
    return ((lengths + size) * weight).sum() / weight.sum().clamp(min=1e-3)


def loss_of(out: Tensor, batch: Batch) -> Tensor:
    """Return the weighted sum of the losses of the network's output."""
    out = out.float()
    heat = heat_loss(out[:, HEAT], batch.heat, batch.counted)
    code = code_loss(out[:, CODE], batch.code, batch.weight)
    hints = fn.binary_cross_entropy_with_logits(out[:, HINTS], batch.hints)
    return heat + 2.0 * code + 0.5 * hints


class DetectorTrainer(Trainer[Collated]):
    """A detector in training."""

    clip = 5.0

    def __init__(self, device: torch.device, peak_rate: float) -> None:
        width, height = TRAINING_WH
        super().__init__(DetectorNet(), device, peak_rate, torch.zeros(2, 3, height, width))

    def loss_of(self, chosen: Collated) -> Tensor:
        """Return the loss on some scenes."""
        batch = Batch.of(chosen, self.device)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.in_16_bits):
            out = self.net(batch.frames.contiguous(memory_format=torch.channels_last))
        return loss_of(out, batch)


def pictures_to_quantize(count: int = QUANTIZING_SCENES) -> list[NDArray[np.float32]]:
    """Render frames of held-out scenes for the ranges of the quantized network."""
    scenes = (render_scene(QUANTIZING_SEED, index * 7, QUANTIZING_WH) for index in range(count))
    return [np.ascontiguousarray(s.frame.transpose(2, 0, 1)[None], np.float32) for s in scenes]


def pictures_to_start_with() -> Tensor:
    """Render pictures on which a shipped network's normalisations are measured, shape (n, 3, height, width), 0 to 1."""
    return torch.from_numpy(np.concatenate(pictures_to_quantize(STARTING_SCENES))) / 255


@click.command()
@course(minutes=90.0, seed=1, rate=2e-3, checkpoint=checkpoint_of("detector"), target=DETECTOR)
@click.option("--batch-size", default=12, show_default=True)
@click.option("--repeat", default=4, help="How often each scene is seen.", show_default=True)
@WORKERS_OPTION
@SURFACES_OPTION
def main(course: Course, batch_size: int, repeat: int, workers: int, surfaces: Path | None) -> None:
    """Train the detector (resuming its checkpoint if there is one)."""
    trainer = DetectorTrainer(best_device(), course.rate)
    trainer.go_on(course, pictures_to_start_with)
    if not course.export_only:
        # A resumed training renders new scenes instead of the first ones again.
        photographs = photographs_of(surfaces) if surfaces else None
        rendering = Rendering(course.seed, TRAINING_WH, trainer.steps // 20, photographs)
        batches = drawn(Collating(rendering, batch_size, repeat, KEPT), workers)
        trainer.run(course.minutes * 60, lambda: next(batches), course.checkpoint)
    difference = export_detector(trainer.average, course.target, half=False)
    print(f"{course.target}: differs from the trained network by {difference:.2g}")
    print(f"in eight bits its heat differs by {quantize(course.target, pictures_to_quantize()):.2g}")
    record_entry(course.target, trainer.trained(), data=ON_PHOTOGRAPHS if surfaces else SCENES)


if __name__ == "__main__":
    main()
