"""Train the refiner: ``python -m models.training.train_refiner --minutes 30`` (after the detector).

Looks at the proposals that the exported detector makes on rendered scenes, and at true quads knocked askew.
Resumes its checkpoint, exports ONNX, checks and quantizes it.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click
import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as fn
from tqdm import tqdm

from models.training.detector_samples import Sample, SampleStream, sample_of, varied
from models.training.export import DETECTOR, REFINER, export_refiner, record_passport
from models.training.manifest import trained_so_far
from models.training.quantize import CORNERS, quantize
from models.training.refiner_net import RefinerNet
from models.training.refiner_samples import Glimpse, glimpses
from models.training.scenes import SCENE_WH, render_scene
from models.training.warm_start import start_from
from vision.finder import Finder

ROOT: Final = Path(__file__).resolve().parents[2]
CHECKPOINT: Final = ROOT / "runs" / "refiner" / "checkpoint.pt"
CHECKPOINT_EVERY_S: Final = 60.0
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

    def __init__(self, stream: Iterator[Sample], finder: Finder | None, seed: int) -> None:
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

    def draw(self, count: int) -> list[Glimpse]:
        """Return random crops of the pool."""
        return [self._pool[int(i)] for i in self._rng.integers(len(self._pool), size=count)]


class RefinerTrainer:
    """A refiner in training, with its moving average, optimiser and clock."""

    def __init__(self, device: torch.device, peak_rate: float, seed: int) -> None:
        self.device, self.peak_rate = device, peak_rate
        self.net, self.average = RefinerNet().to(device), RefinerNet().to(device).eval()
        self.average.load_state_dict(self.net.state_dict())
        self.optimiser = torch.optim.AdamW(self.net.parameters(), peak_rate, weight_decay=0.01)
        self.generator = torch.Generator().manual_seed(seed)
        self.step, self.elapsed_s = 0, 0.0

    def learn(self, chosen: list[Glimpse], progress: float) -> float:
        """Take one step and return the loss."""
        crops, residuals, card, down = batch_of(chosen, self.device)
        for group in self.optimiser.param_groups:
            fall = max(0.01, 0.5 * (1 + math.cos(math.pi * min(progress, 1.0))))
            group["lr"] = self.peak_rate * fall * min(1.0, (self.step + 1) / 200)
        self.net.train()
        with torch.autocast(self.device.type, torch.bfloat16):
            out = self.net(varied_light(crops, self.generator))
        loss = refiner_loss(out.float(), residuals, card, down)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        self.optimiser.step()
        self.step += 1
        self._follow()
        return float(loss.detach())

    @torch.no_grad()
    def _follow(self) -> None:
        keep = min(0.998, (self.step + 1) / (self.step + 10))
        for mine, theirs in zip(
            self.average.state_dict().values(), self.net.state_dict().values(), strict=True
        ):
            if mine.dtype.is_floating_point:
                mine.lerp_(theirs, 1 - keep)
            else:
                mine.copy_(theirs)

    def save(self, path: Path) -> None:
        """Write a checkpoint, whole or not at all."""
        path.parent.mkdir(parents=True, exist_ok=True)
        names = ("net", "average", "optimiser")
        state = {name: getattr(self, name).state_dict() for name in names}
        torch.save(state | {"step": self.step, "elapsed_s": self.elapsed_s}, path.with_suffix(".part"))
        os.replace(path.with_suffix(".part"), path)

    def start_from(self, shipped: Path, crops: NDArray[np.float32]) -> None:
        """Go on from a shipped network whose checkpoint is gone; ``crops``, shape (n, 3, 96, 64), are 0 to 255."""
        start_from(shipped, self.net, torch.from_numpy(crops).to(self.device) / 255)
        self.average.load_state_dict(self.net.state_dict())
        trained = trained_so_far(shipped)
        self.step, self.elapsed_s = int(trained["steps"]), 60.0 * trained["minutes"]

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint."""
        state: dict[str, Any] = torch.load(path, map_location=self.device, weights_only=True)
        for name in ("net", "average", "optimiser"):
            getattr(self, name).load_state_dict(state[name])
        self.step, self.elapsed_s = int(state["step"]), float(state["elapsed_s"])


def train(trainer: RefinerTrainer, store: GlimpseStore, seconds: float, checkpoint: Path) -> None:
    """Train until the clock of all sessions together runs out: three scenes, one batch of 96 crops, and so on."""
    started, before, saved, mean = time.monotonic(), trainer.elapsed_s, time.monotonic(), 0.0
    store.renew(150)
    with tqdm(total=round(seconds), initial=round(before), unit="s", mininterval=5) as bar:
        while trainer.elapsed_s < seconds:
            store.renew(3)
            loss = trainer.learn(store.draw(96), trainer.elapsed_s / seconds)
            mean += (loss - mean) * max(0.01, 1 / trainer.step)
            trainer.elapsed_s = before + time.monotonic() - started
            bar.update(round(trainer.elapsed_s) - bar.n)
            bar.set_postfix_str(f"step {trainer.step} loss {mean:.3f}", refresh=False)
            if time.monotonic() - saved > CHECKPOINT_EVERY_S:
                trainer.save(checkpoint)
                saved = time.monotonic()
    trainer.save(checkpoint)


def crops_to_quantize(finder: Finder | None) -> list[NDArray[np.float32]]:
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
@click.option(
    "--start",
    type=click.Path(path_type=Path, exists=True),
    help="A shipped network to go on from where there is no checkpoint.",
)
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
    export_only: bool,
) -> None:
    """Train the refiner (resuming its checkpoint if there is one)."""
    cv2.setNumThreads(1)
    torch.set_num_threads(threads)
    torch.manual_seed(seed)
    trainer = RefinerTrainer(torch.device("cuda" if torch.cuda.is_available() else "cpu"), rate, seed)
    finder = Finder(detector, threads) if detector.exists() else None
    if checkpoint.exists():
        trainer.resume(checkpoint)
    elif start is not None:
        trainer.start_from(start, np.concatenate(crops_to_quantize(finder)))
    if not export_only:
        stream = SampleStream(seed, workers, SCENE_WH, first_run=trainer.step // 50)
        try:
            store = GlimpseStore(iter(stream), finder, seed)
            train(trainer, store, minutes * 60, checkpoint)
        finally:
            stream.close()
    print(
        f"{target}: differs from the trained network by {export_refiner(trainer.average, target, half=False):.2g}"
    )
    print(f"in eight bits its corners differ by {quantize(target, crops_to_quantize(finder), CORNERS):.2g}")
    record_passport(target, {"steps": trainer.step, "minutes": round(trainer.elapsed_s / 60, 1)})


if __name__ == "__main__":
    main()
