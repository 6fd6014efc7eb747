"""Train the index reader: ``python -m models.training.train_indices --minutes 60``.

Draws its playing cards in another process while it learns, resumes its checkpoint, takes its temperature on makes kept
out of training, and exports ONNX.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as fn
from torch.utils.data import DataLoader, IterableDataset

from models.training.calibrate_indices import report
from models.training.export import INDICES, export_indices, record_passport
from models.training.indices_net import RANKS, SUITS, IndicesNet
from models.training.indices_samples import IndexSamples, Sampler, rank_and_suit
from models.training.trainer import START_OPTION, Trainer
from vision.recognition.playing_cards import CROP_WH

ROOT: Final = Path(__file__).resolve().parents[2]
CHECKPOINT: Final = ROOT / "runs" / "indices" / "checkpoint.pt"
INDICES_DATA: Final = (
    "playing cards drawn by models.training.playing_makes (indices in fonts of the machine, signs from curves, pips, "
    "courts drawn and cut from scans of Rider-Waite-Smith in the public domain) and our own English deck; strangers: "
    "those scans, drawn decks and backs, jokers, photographs without cards; no photograph of a card"
)
BATCH: Final = 48
FRESH: Final = 12
"""Samples of a batch that are seen for the first time; the others are drawn from those kept."""

KEPT: Final = 10_000
CORNER_WEIGHT: Final = 0.3
"""Weight of what the two corners that hold indices say by themselves."""


class Drawing(IterableDataset[IndexSamples]):
    """Draws without end, in the process that asks."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._seed = seed

    def __iter__(self) -> Iterator[IndexSamples]:
        """Yield small batches."""
        cv2.setNumThreads(1)
        sampler = Sampler(self._seed)
        while True:
            yield sampler.batch(FRESH)


def one(samples: list[IndexSamples]) -> IndexSamples:
    """Hand a batch over as it is."""
    return samples[0]


class Pool:
    """Samples kept to be seen again while others are drawn."""

    def __init__(self, seed: int) -> None:
        drawing = DataLoader(
            Drawing(seed), batch_size=1, collate_fn=one, num_workers=1, multiprocessing_context="spawn"
        )
        self._stream, self._rng = iter(drawing), np.random.default_rng([seed, 16])
        self._crops = np.zeros((KEPT, CROP_WH[1], CROP_WH[0], 3), np.uint8)
        self._card = np.zeros(KEPT, np.intp)
        self._seen = 0

    def batch(self) -> IndexSamples:
        """Return a batch, a quarter of it new."""
        fresh = next(self._stream)
        at = (self._seen + np.arange(FRESH)) % KEPT
        self._crops[at], self._card[at] = fresh.crops, fresh.card
        self._seen += FRESH
        kept = self._rng.integers(min(self._seen, KEPT), size=BATCH - FRESH)
        crops, card = np.concatenate([fresh.crops, self._crops[kept]]), self._card[kept]
        return IndexSamples(crops, np.concatenate([fresh.card, card]))


def indices_loss(
    logits: Tensor, corners: Tensor, card: np.ndarray[tuple[int, ...], np.dtype[np.intp]]
) -> Tensor:
    """Cross entropy of rank and suit (of cards), of card or none, and of the corners that hold indices."""
    known = torch.from_numpy(card >= 0).to(logits.device)
    rank, suit = (torch.from_numpy(part).to(logits.device) for part in rank_and_suit(card))
    count = known.sum().clamp(min=1)

    def named(said: Tensor) -> Tensor:
        ranks = fn.cross_entropy(said[:, :RANKS], rank, reduction="none")
        suits = fn.cross_entropy(said[:, RANKS : RANKS + SUITS], suit, reduction="none")
        return ((ranks + suits) * known).sum() / count

    by_corner = (named(corners[:, 0]) + named(corners[:, 2])) / 2
    is_card = fn.binary_cross_entropy_with_logits(logits[:, -1], known.float())
    return named(logits) + is_card + CORNER_WEIGHT * by_corner


class IndicesTrainer(Trainer[IndexSamples]):
    """An index reader in training."""

    clip = 5.0

    def __init__(self, device: torch.device, peak_rate: float) -> None:
        example = torch.zeros((BATCH, CROP_WH[1], CROP_WH[0], 3), dtype=torch.uint8)
        super().__init__(IndicesNet(), device, peak_rate, example)

    def loss_of(self, chosen: IndexSamples) -> Tensor:
        """Return the loss on some crops."""
        crops = torch.from_numpy(chosen.crops).to(self.device)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.in_16_bits):
            logits, corners = self.net.said(crops)
        return indices_loss(logits.float(), corners.float(), chosen.card)


@click.command()
@click.option("--minutes", default=60.0, help="Training time of all sessions together.", show_default=True)
@click.option("--seed", default=15, show_default=True)
@click.option("--threads", default=1, help="Threads of the network.", show_default=True)
@click.option("--rate", default=2e-3, help="Highest learning rate.", show_default=True)
@click.option("--checkpoint", default=CHECKPOINT, type=click.Path(path_type=Path), show_default=True)
@click.option("--to", "target", default=INDICES, type=click.Path(path_type=Path), help="The ONNX file.")
@click.option("--export-only", is_flag=True, help="Export the checkpoint as it is, train no further.")
@START_OPTION
def main(
    minutes: float,
    seed: int,
    threads: int,
    rate: float,
    checkpoint: Path,
    target: Path,
    export_only: bool,
    start: Path | None,
) -> None:
    """Train the index reader (resuming its checkpoint if there is one)."""
    cv2.setNumThreads(1)
    torch.set_num_threads(threads)
    torch.manual_seed(seed)
    trainer = IndicesTrainer(torch.device("cuda" if torch.cuda.is_available() else "cpu"), rate)
    if checkpoint.exists():
        trainer.resume(checkpoint)
    elif start is not None:
        trainer.start_from(start, torch.from_numpy(Sampler(seed, makes=2).batch(FRESH).crops))
    if not export_only:
        trainer.run(minutes * 60, Pool(seed + trainer.step).batch, checkpoint)
    temperature, lines = report(trainer.average)
    print("\n".join(lines))
    print(f"{target}: differs by {export_indices(trainer.average, temperature, target):.2g}")
    trained = {"steps": trainer.step, "minutes": round(trainer.elapsed_s / 60, 1)}
    record_passport(target, trained, {"held_out": lines}, INDICES_DATA)


if __name__ == "__main__":
    main()
