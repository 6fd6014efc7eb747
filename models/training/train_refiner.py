"""Train the refiner: ``python -m models.training.train_refiner --minutes 30`` (after the detector).

Looks at the proposals that the exported detector makes on rendered scenes, and at true quads knocked askew.
Resumes its checkpoint, exports ONNX, checks and quantizes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as fn

from models.training.detector_samples import Sample, SampleStream, sample_of, varied
from models.training.export import DETECTOR, REFINER, export_refiner, record_passport
from models.training.photographs import Photographs
from models.training.quantize import CORNERS, quantize
from models.training.refiner_net import RefinerNet
from models.training.refiner_samples import Glimpse, glimpses
from models.training.scenes import SCENE_WH, render_scene
from models.training.trainer import START_OPTION, SURFACES_OPTION, Trainer
from vision.detection.corner_refiner import CROP_WH
from vision.detection.proposals import ProposalNetwork

ROOT: Final = Path(__file__).resolve().parents[2]
CHECKPOINT: Final = ROOT / "runs" / "refiner" / "checkpoint.pt"
FIRST_SCENES: Final = 150
SCENES_A_BATCH: Final = 3
BATCH: Final = 96
KEPT: Final = 60_000
QUANTIZING_SEED: Final = 5_000_002
QUANTIZING_SCENES: Final = 40


def refiner_loss(out: Tensor, residuals: Tensor, card: Tensor, down: Tensor) -> Tensor:
    """Corner error of the cards, plus both decisions' cross entropy (faces count on cards only)."""
    corner = fn.smooth_l1_loss(out[:, :8], residuals, beta=0.02, reduction="none").mean(dim=1)
    known = fn.binary_cross_entropy_with_logits(out[:, 8], card)
    face = fn.binary_cross_entropy_with_logits(out[:, 9], down, reduction="none")
    cards = card.sum().clamp(min=1)
    return 20 * (corner * card).sum() / cards + known + 0.5 * (face * card).sum() / cards


def batch_of(chosen: list[Glimpse], device: torch.device) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Collate glimpses: crops (n, 3, 96, 64), residuals (n, 8), card (n,), down (n,)."""
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


class GlimpseStore:
    """A large pool of crops that new scenes keep renewing."""

    def __init__(self, stream: Iterator[Sample], finder: ProposalNetwork | None, seed: int) -> None:
        self._stream, self._finder = stream, finder
        self._rng = np.random.default_rng([seed, 5])
        self._pool: list[Glimpse] = []

    def renew(self, scenes: int) -> None:
        """Take the crops of some more scenes in, in the place of random old ones once the pool is full."""
        for _ in range(scenes):
            for glimpse in glimpses(self._rng, varied(self._rng, next(self._stream)), self._finder):
                if len(self._pool) < KEPT:
                    self._pool.append(glimpse)
                else:
                    self._pool[int(self._rng.integers(KEPT))] = glimpse

    def batch(self) -> list[Glimpse]:
        """Take some scenes in and return a batch."""
        self.renew(SCENES_A_BATCH)
        return self.draw(BATCH)

    def draw(self, count: int) -> list[Glimpse]:
        """Return random crops of the pool."""
        return [self._pool[int(i)] for i in self._rng.integers(len(self._pool), size=count)]


class RefinerTrainer(Trainer[list[Glimpse]]):
    """A refiner in training."""

    def __init__(self, device: torch.device, peak_rate: float, seed: int) -> None:
        super().__init__(RefinerNet(), device, peak_rate, torch.zeros(BATCH, 3, CROP_WH[1], CROP_WH[0]))
        self.generator = torch.Generator().manual_seed(seed)

    def loss_of(self, chosen: list[Glimpse]) -> Tensor:
        """Return the loss on some crops."""
        crops, residuals, card, down = batch_of(chosen, self.device)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.in_16_bits):
            out = self.net(varied_light(crops, self.generator))
        return refiner_loss(out.float(), residuals, card, down)


def crops_to_quantize(finder: ProposalNetwork | None) -> list[NDArray[np.float32]]:
    """Render what the ranges of the quantized network are taken from: proposals of scenes kept out of training."""
    rng = np.random.default_rng(QUANTIZING_SEED)
    scenes = (render_scene(QUANTIZING_SEED, index * 7, SCENE_WH) for index in range(QUANTIZING_SCENES))
    looked = (glimpses(rng, sample_of(scene), finder) for scene in scenes)
    crops = (np.stack([glimpse.crop for glimpse in found]) for found in looked if found)
    return [np.ascontiguousarray(batch.transpose(0, 3, 1, 2), np.float32) for batch in crops]


@click.command()
@click.option("--minutes", default=30.0, help="Training time of all sessions together.", show_default=True)
@click.option("--seed", default=2, show_default=True)
@click.option("--workers", default=1, help="Processes that render.", show_default=True)
@click.option("--threads", default=1, help="Threads of the network.", show_default=True)
@click.option("--rate", default=2e-3, help="Highest learning rate.", show_default=True)
@click.option("--detector", default=DETECTOR, type=click.Path(path_type=Path), show_default=True)
@click.option("--checkpoint", default=CHECKPOINT, type=click.Path(path_type=Path), show_default=True)
@click.option("--to", "target", default=REFINER, type=click.Path(path_type=Path), help="The ONNX file.")
@START_OPTION
@SURFACES_OPTION
@click.option("--export-only", is_flag=True, help="Export the checkpoint as it is, train no further.")
def main(
    minutes: float,
    seed: int,
    workers: int,
    threads: int,
    rate: float,
    detector: Path,
    checkpoint: Path,
    target: Path,
    start: Path | None,
    surfaces: Path | None,
    export_only: bool,
) -> None:
    """Train the refiner (resuming its checkpoint if there is one)."""
    cv2.setNumThreads(1)
    torch.set_num_threads(threads)
    torch.manual_seed(seed)
    trainer = RefinerTrainer(torch.device("cuda" if torch.cuda.is_available() else "cpu"), rate, seed)
    finder = ProposalNetwork(detector, threads) if detector.exists() else None
    if checkpoint.exists():
        trainer.resume(checkpoint)
    elif start is not None:
        trainer.start_from(start, torch.from_numpy(np.concatenate(crops_to_quantize(finder))) / 255)
    if not export_only:
        photographs = Photographs.of(surfaces) if surfaces else None
        stream = SampleStream(seed, workers, SCENE_WH, trainer.step // 50, photographs)
        try:
            store = GlimpseStore(iter(stream), finder, seed)
            store.renew(FIRST_SCENES)
            trainer.run(minutes * 60, store.batch, checkpoint)
        finally:
            stream.close()
    print(
        f"{target}: differs from the trained network by {export_refiner(trainer.average, target, half=False):.2g}"
    )
    print(f"in eight bits its corners differ by {quantize(target, crops_to_quantize(finder), CORNERS):.2g}")
    record_passport(target, {"steps": trainer.step, "minutes": round(trainer.elapsed_s / 60, 1)})


if __name__ == "__main__":
    main()
