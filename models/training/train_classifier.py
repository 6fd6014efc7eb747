"""Train the classifier: ``python -m models.training.train_classifier --minutes 60`` (after its samples).

Starts with the shipped detector's encoder, learns from the shards of ``models.training.classifier_samples`` (including
those made meanwhile), resumes its checkpoint, calibrates itself on the held-out shards, and exports ONNX.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as fn

from models.training.calibrate_classifier import calibration_of, report
from models.training.classifier_net import ClassifierNet, both_ways_up
from models.training.classifier_samples import SHARDS, CardSamples, shard_folder
from models.training.detector_net import DetectorNet
from models.training.export import CLASSIFIER, DETECTOR, export_classifier, record_entry
from models.training.train_detector import pictures_to_start_with
from models.training.trainer import Course, Trainer, best_device, course
from models.training.warm_start import start_from
from vision.detection.card_classifier import CROP_WH

CLASSIFIER_DATA: Final = (
    "detections of detector.onnx on photographs without cards (their licences allow training) and on scenes "
    "rendered by models.training.scenes on such photographs and on drawn grounds: reference scans of five decks, "
    "the house decks, drawn decks and backs; photographs are not shipped, and none holds a card"
)
BATCH: Final = 64
CARD_SHARE: Final = 0.5
AFRESH: Final = 100
"""Steps after which the shards are read again: there may be more."""

SHIFT, TURN, GROWTH = 0.05, 0.06, 0.07
"""Shift (of its sides), turn (radians) and scale of a crop: the quads of detections err by as much."""


class Pool:
    """All samples of a folder, drawn so that cards and others are equally frequent."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder, self._rng, self._asked = folder, np.random.default_rng([seed, 6]), 0
        self._paths: list[Path] = []
        self._samples = CardSamples.joined([])
        self._cards = self._others = np.zeros(0, np.intp)
        self.read()

    def read(self) -> None:
        """Read new shards."""
        paths = sorted(set(self._folder.glob("*.npz")) - set(self._paths))
        if not paths:
            return
        self._paths += paths
        self._samples = CardSamples.joined([self._samples, CardSamples.read(paths)])
        self._cards = np.flatnonzero(self._samples.card)
        self._others = np.flatnonzero(~self._samples.card)

    def batch(self) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """Return crops and labels."""
        self._asked += 1
        if self._asked % AFRESH == 0:
            self.read()
        cards = self._rng.choice(self._cards, round(BATCH * CARD_SHARE))
        others = self._rng.choice(self._others, BATCH - len(cards))
        chosen = np.concatenate([cards, others])
        return self._samples.crops[chosen], self._samples.card[chosen]


def varied_crops(crops: Tensor, generator: torch.Generator) -> Tensor:
    """Mirror, turn over, shift and relight crops (n, 3, h, w), 0 to 1: kept crops are seen several times."""
    count = len(crops)

    def normal(*shape: int) -> Tensor:
        return torch.randn(shape, generator=generator)

    turn, growth = TURN * normal(count), torch.exp(GROWTH * normal(count, 2))
    growth = growth * torch.where(torch.rand((count, 2), generator=generator) < 0.5, -1.0, 1.0)
    aspect = CROP_WH[0] / CROP_WH[1]
    rows = [
        torch.stack([growth[:, 0], -turn / aspect * growth[:, 1].sign(), SHIFT * normal(count)], dim=1),
        torch.stack([turn * aspect * growth[:, 0].sign(), growth[:, 1], SHIFT * normal(count)], dim=1),
    ]
    grid = fn.affine_grid(torch.stack(rows, dim=1), list(crops.shape), align_corners=False)
    moved = fn.grid_sample(crops, grid, padding_mode="border", align_corners=False)
    gain = torch.exp(0.06 * normal(count, 3, 1, 1) + 0.15 * normal(count, 1, 1, 1))
    return (moved * gain + 0.03 * normal(count, 1, 1, 1)).clamp(0, 1)


Chosen = tuple[NDArray[np.uint8], NDArray[np.bool_]]


class ClassifierTrainer(Trainer[Chosen]):
    """A classifier in training."""

    clip = 5.0

    def __init__(self, device: torch.device, peak_rate: float, seed: int) -> None:
        super().__init__(ClassifierNet(), device, peak_rate, torch.zeros(BATCH, 3, CROP_WH[1], CROP_WH[0]))
        self.generator = torch.Generator().manual_seed(seed)

    def start_from(self, shipped: Path, example: Tensor) -> None:
        """Begin with the encoder of the shipped detector."""
        detector = DetectorNet()
        start_from(shipped, detector, example)
        self.net.start_from(detector)
        self.begin_after(0, 0.0)

    def loss_of(self, chosen: Chosen) -> Tensor:
        """Return the cross entropy of some crops."""
        crops, card = chosen
        batch = varied_crops(as_input(crops), self.generator).to(self.device)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.in_16_bits):
            log_odds = self.net(batch.contiguous(memory_format=torch.channels_last))
        return fn.binary_cross_entropy_with_logits(
            log_odds.float(), torch.from_numpy(card).to(log_odds).float()
        )


def as_input(crops: NDArray[np.uint8]) -> Tensor:
    """Convert crops (n, h, w, 3) to the network's input: (n, 3, h, w), 0 to 1."""
    return torch.from_numpy(crops).permute(0, 3, 1, 2).float() / 255


@torch.no_grad()
def answers(net: ClassifierNet, crops: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the network's log-odds for crops, shape (n,)."""
    parts = [both_ways_up(net, as_input(crops[i : i + BATCH])).numpy() for i in range(0, len(crops), BATCH)]
    return np.concatenate([np.zeros(0), *parts]).astype(np.float64)


@click.command()
@course(
    minutes=60.0,
    seed=6,
    rate=1e-3,
    checkpoint=SHARDS / "checkpoint.pt",
    target=CLASSIFIER,
    start=DETECTOR,
)
@click.option("--samples", default=SHARDS, type=click.Path(path_type=Path), show_default=True)
def main(course: Course, samples: Path) -> None:
    """Train the classifier (resuming its checkpoint if there is one, else from the shipped detector)."""
    trainer = ClassifierTrainer(best_device(), course.rate, course.seed)
    trainer.go_on(course, pictures_to_start_with)
    if not course.export_only:
        pool = Pool(shard_folder(held_out=False, folder=samples), course.seed + trainer.steps)
        trainer.run(course.minutes * 60, pool.batch, course.checkpoint)
    kept_out = CardSamples.read(sorted(shard_folder(held_out=True, folder=samples).glob("*.npz")))
    log_odds = answers(trainer.average, kept_out.crops)
    constant, scale = calibration = calibration_of(log_odds, kept_out)
    lines = report(constant + scale * log_odds, kept_out)
    print("\n".join(lines))
    difference = export_classifier(trainer.average, calibration, course.target)
    print(f"{course.target}: differs by {difference:.2g}")
    record_entry(course.target, trainer.trained(), {"held_out": lines}, CLASSIFIER_DATA)


if __name__ == "__main__":
    main()
