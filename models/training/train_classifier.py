"""Train the classifier: ``python -m models.training.train_classifier --minutes 60`` (after its samples).

Starts with the shipped classifier, learns from the shards of ``models.training.classifier_samples`` (including
those made meanwhile), resumes its checkpoint, calibrates itself on the held-out shards, and exports ONNX.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, TypeAlias

import click
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as fn

from models.training.calibrate_classifier import calibrated, calibration_of, report
from models.training.classifier_net import ClassifierNet, ExportedClassifier, both_ways_up
from models.training.classifier_samples import SHARDS, CardSamples, Shows, shard_folder
from models.training.export import CLASSIFIER, export_classifier, record_entry
from models.training.trainer import Course, Trainer, best_device, course
from models.training.warm_start import start_from
from vision.detection.card_classifier import CROP_WH

CLASSIFIER_DATA: Final = (
    "detections of detector.onnx on photographs without cards (their licences allow training) and on scenes "
    "rendered by models.training.scenes on such photographs and on drawn grounds: reference scans of decks and backs "
    "but those that models.training.kept_out keeps out, the house decks, drawn decks and backs; photographs are not "
    "shipped, and none holds a card"
)
BATCH: Final = 64
SHARES: Final = {Shows.NO_CARD: 1 / 2, Shows.FACE: 3 / 8, Shows.BACK: 1 / 8}
"""Shares of a batch."""

AFRESH: Final = 100
"""Steps after which the shards are read again: there may be more."""

SHIFT, TURN, GROWTH = 0.05, 0.06, 0.07
"""Shift (of its sides), turn (radians) and scale of a crop: the quads of detections err by as much."""


Chosen: TypeAlias = tuple[NDArray[np.uint8], NDArray[np.int8]]
"""Crops (n, h, w, 3) and what each shows."""


class Pool:
    """All samples of a folder, drawn so that each kind has its share of a batch."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder, self._rng, self._asked = folder, np.random.default_rng([seed, 6]), 0
        self._paths: list[Path] = []
        self._samples = CardSamples.joined([])
        self._numbers: dict[Shows, NDArray[np.intp]] = {}
        self.read()

    def read(self) -> None:
        """Read new shards."""
        paths = sorted(set(self._folder.glob("*.npz")) - set(self._paths))
        if not paths:
            return
        self._paths += paths
        self._samples = CardSamples.joined([self._samples, CardSamples.read(paths)])
        self._numbers = {kind: np.flatnonzero(self._samples.shows == kind) for kind in Shows}

    def batch(self) -> Chosen:
        """Return crops and what they show."""
        self._asked += 1
        if self._asked % AFRESH == 0:
            self.read()
        chosen = np.concatenate(
            [self._rng.choice(self._numbers[kind], round(BATCH * share)) for kind, share in SHARES.items()]
        )
        return self._samples.crops[chosen], self._samples.shows[chosen]


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


class ClassifierTrainer(Trainer[Chosen]):
    """A classifier in training."""

    clip = 5.0

    def __init__(self, device: torch.device, peak_rate: float, seed: int) -> None:
        super().__init__(ClassifierNet(), device, peak_rate, torch.zeros(BATCH, 3, CROP_WH[1], CROP_WH[0]))
        self.generator = torch.Generator().manual_seed(seed)

    def warm_start(self, shipped: Path, example: Tensor) -> None:
        """Give the network the weights of the shipped one, which sees each crop both ways up."""
        start_from(shipped, ExportedClassifier(self.net, (0.0, 1.0), (0.0, 1.0)), example)

    def loss_of(self, chosen: Chosen) -> Tensor:
        """Return the cross entropy of some crops: card or not, and of cards, back or face."""
        crops, shows = chosen
        batch = varied_crops(as_input(crops), self.generator).to(self.device)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.in_16_bits):
            log_odds = self.net(batch.contiguous(memory_format=torch.channels_last))
        shown = torch.from_numpy(shows).to(self.device)
        is_card = shown != int(Shows.NO_CARD)
        card = fn.binary_cross_entropy_with_logits(log_odds[:, 0].float(), is_card.float())
        is_back = (shown[is_card] == int(Shows.BACK)).float()
        return card + fn.binary_cross_entropy_with_logits(log_odds[is_card, 1].float(), is_back)


def as_input(crops: NDArray[np.uint8]) -> Tensor:
    """Convert crops (n, h, w, 3) to the network's input: (n, 3, h, w), 0 to 1."""
    return torch.from_numpy(crops).permute(0, 3, 1, 2).float() / 255


@torch.no_grad()
def answers(net: ClassifierNet, crops: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the network's log-odds for crops, shape (n, 2)."""
    parts = [both_ways_up(net, as_input(crops[i : i + BATCH])).numpy() for i in range(0, len(crops), BATCH)]
    return np.concatenate([np.zeros((0, 2)), *parts]).astype(np.float64)


@click.command()
@course(
    minutes=60.0,
    seed=6,
    rate=1e-3,
    checkpoint=SHARDS / "checkpoint.pt",
    target=CLASSIFIER,
    start=CLASSIFIER,
)
@click.option("--samples", default=SHARDS, type=click.Path(path_type=Path), show_default=True)
def main(course: Course, samples: Path) -> None:
    """Train the classifier (resuming its checkpoint if there is one, else from the shipped classifier)."""
    trainer = ClassifierTrainer(best_device(), course.rate, course.seed)
    pool = Pool(shard_folder(held_out=False, folder=samples), course.seed + trainer.steps)
    trainer.go_on(course, lambda: as_input(pool.batch()[0]) * 255)
    if not course.export_only:
        trainer.run(course.minutes * 60, pool.batch, course.checkpoint)
    kept_out = CardSamples.read(sorted(shard_folder(held_out=True, folder=samples).glob("*.npz")))
    log_odds = answers(trainer.average, kept_out.crops)
    calibration = calibration_of(log_odds, kept_out)
    lines = report(calibrated(log_odds, calibration), kept_out)
    print("\n".join(lines))
    difference = export_classifier(trainer.average, calibration, course.target)
    print(f"{course.target}: differs by {difference:.2g}")
    record_entry(course.target, trainer.trained(), {"held_out": lines}, CLASSIFIER_DATA)


if __name__ == "__main__":
    main()
