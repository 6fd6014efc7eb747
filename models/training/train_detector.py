"""Train the detector: ``python -m models.training.train_detector --minutes 90``.

Renders scenes in worker processes, trains on them, keeps a moving average of the weights, writes a checkpoint
every minute (and goes on from it when called again), exports ONNX, checks it against the trained network, quantizes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click
import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as fn

from models.training.detector_net import CODE, HEAT, HINTS, DetectorNet
from models.training.detector_samples import Sample, SampleStream, targets_of, varied
from models.training.export import DETECTOR, export_detector, record_passport
from models.training.photographs import Photographs
from models.training.quantize import quantize
from models.training.scenes import render_scene
from models.training.trainer import START_OPTION, SURFACES_OPTION, Trainer

ROOT: Final = Path(__file__).resolve().parents[2]
CHECKPOINT: Final = ROOT / "runs" / "detector" / "checkpoint.pt"
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
    def of(cls, samples: list[Sample], device: torch.device) -> Batch:
        """Collate samples."""
        targets = [targets_of(sample) for sample in samples]
        frames = torch.from_numpy(np.stack([s.frame for s in samples])).permute(0, 3, 1, 2)
        maps = [torch.from_numpy(np.stack([getattr(t, n) for t in targets])) for n in targets[0].__slots__]
        return cls(frames.to(device).float() / 255, *(m.to(device) for m in maps))


def scene_weights(peak: Tensor) -> Tensor:
    """Weigh each scene (n, 1, 1, 1) by one over the root of its cards: else heaps of small cards outvote large ones."""
    return peak.sum(dim=(1, 2, 3), keepdim=True).clamp(min=1).rsqrt()


def heat_loss(logits: Tensor, heat: Tensor, counted: Tensor) -> Tensor:
    """Focal loss that forgives the surroundings of a peak (CenterNet, Zhou et al. 2019), for each card."""
    share = torch.sigmoid(logits)
    peak = (heat > 0.999).float()
    hit = fn.logsigmoid(logits) * (1 - share) ** 2 * peak
    miss = fn.logsigmoid(-logits) * share**2 * (1 - heat) ** 4 * (1 - peak) * counted
    weights = scene_weights(peak)
    return -((hit + miss) * weights).sum() / (peak * weights).sum().clamp(min=1)


def code_loss(code: Tensor, wanted: Tensor, weight: Tensor) -> Tensor:
    """Mean error of the nine numbers: lengths as shares of the card's size, so that small cards count alike.

    ``weight`` adds up to 1 over each card.
    """
    grow = torch.exp((code[:, 8:] - wanted[:, 8:]).clamp(-3, 3))
    lengths = (code[:, :8] * grow - wanted[:, :8]).abs().sum(dim=1, keepdim=True)
    size = (code[:, 8:] - wanted[:, 8:]).abs()
    weight = weight * scene_weights(weight)
    return ((lengths + size) * weight).sum() / weight.sum().clamp(min=1e-3)


def loss_of(out: Tensor, batch: Batch) -> Tensor:
    """Compare the network's output with the targets; the parts are weighed."""
    out = out.float()
    heat = heat_loss(out[:, HEAT], batch.heat, batch.counted)
    code = code_loss(out[:, CODE], batch.code, batch.weight)
    hints = fn.binary_cross_entropy_with_logits(out[:, HINTS], batch.hints)
    return heat + 2.0 * code + 0.5 * hints


class Replay:
    """Mixes each new sample with some seen before, since rendering costs more than a second look."""

    def __init__(self, stream: Iterator[Sample], seed: int, repeat: int, size: int = 1500) -> None:
        self._stream, self._repeat, self._size = stream, repeat, size
        self._rng = np.random.default_rng([seed, 3])
        self._kept: list[Sample] = []
        self._next = 0

    def batch(self, count: int) -> list[Sample]:
        """Return samples, one in ``repeat`` of them new."""
        fresh = [next(self._stream) for _ in range(max(1, count // self._repeat))]
        for sample in fresh:
            if len(self._kept) < self._size:
                self._kept.append(sample)
            else:
                self._kept[self._next] = sample
                self._next = (self._next + 1) % self._size
        again = self._rng.integers(len(self._kept), size=count - len(fresh))
        return [varied(self._rng, s) for s in fresh + [self._kept[int(i)] for i in again]]


class DetectorTrainer(Trainer[list[Sample]]):
    """A finder in training."""

    clip = 5.0

    def __init__(self, device: torch.device, peak_rate: float) -> None:
        width, height = TRAINING_WH
        super().__init__(DetectorNet(), device, peak_rate, torch.zeros(2, 3, height, width))

    def loss_of(self, chosen: list[Sample]) -> Tensor:
        """Return the loss on some scenes."""
        batch = Batch.of(chosen, self.device)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.in_16_bits):
            out = self.net(batch.frames.contiguous(memory_format=torch.channels_last))
        return loss_of(out, batch)


def pictures_to_quantize(count: int = QUANTIZING_SCENES) -> list[NDArray[np.float32]]:
    """Render what the ranges of the quantized network are taken from: frames of scenes kept out of training."""
    scenes = (render_scene(QUANTIZING_SEED, index * 7, QUANTIZING_WH) for index in range(count))
    return [np.ascontiguousarray(s.frame.transpose(2, 0, 1)[None], np.float32) for s in scenes]


def pictures_to_start_with() -> Tensor:
    """Render what a shipped network's normalisations are measured on, shape (n, 3, height, width), 0 to 1."""
    return torch.from_numpy(np.concatenate(pictures_to_quantize(STARTING_SCENES))) / 255


@click.command()
@click.option("--minutes", default=90.0, help="Training time of all sessions together.", show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", default=1, help="Processes that render.", show_default=True)
@click.option("--threads", default=1, help="Threads of the network.", show_default=True)
@click.option("--batch-size", default=12, show_default=True)
@click.option("--repeat", default=4, help="How often each scene is seen.", show_default=True)
@click.option("--rate", default=2e-3, help="Highest learning rate.", show_default=True)
@click.option("--checkpoint", default=CHECKPOINT, type=click.Path(path_type=Path), show_default=True)
@click.option("--to", "target", default=DETECTOR, type=click.Path(path_type=Path), help="The ONNX file.")
@START_OPTION
@SURFACES_OPTION
@click.option("--export-only", is_flag=True, help="Export the checkpoint as it is, train no further.")
def main(
    minutes: float,
    seed: int,
    workers: int,
    threads: int,
    batch_size: int,
    repeat: int,
    rate: float,
    checkpoint: Path,
    target: Path,
    start: Path | None,
    surfaces: Path | None,
    export_only: bool,
) -> None:
    """Train the detector (resuming its checkpoint if there is one)."""
    cv2.setNumThreads(1)
    torch.set_num_threads(threads)
    torch.manual_seed(seed)
    trainer = DetectorTrainer(torch.device("cuda" if torch.cuda.is_available() else "cpu"), rate)
    if checkpoint.exists():
        trainer.resume(checkpoint)
    elif start is not None:
        trainer.start_from(start, pictures_to_start_with())
    if not export_only:
        # A resumed training renders new scenes instead of the first ones again.
        photographs = Photographs.of(surfaces) if surfaces else None
        stream = SampleStream(seed, workers, TRAINING_WH, trainer.step // 20, photographs)
        try:
            replay = Replay(iter(stream), seed, repeat)
            trainer.run(minutes * 60, lambda: replay.batch(batch_size), checkpoint)
        finally:
            stream.close()
    print(
        f"{target}: differs from the trained network by {export_detector(trainer.average, target, half=False):.2g}"
    )
    print(f"in eight bits its heat differs by {quantize(target, pictures_to_quantize()):.2g}")
    record_passport(target, {"steps": trainer.step, "minutes": round(trainer.elapsed_s / 60, 1)})


if __name__ == "__main__":
    main()
