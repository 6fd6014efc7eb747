"""Train the index reader: ``python -m models.training.train_indices --minutes 60``.

Draws its playing cards in another process while it learns, resumes its checkpoint, takes its temperature on designs
kept out of training, and exports ONNX.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, TypeAlias

import click
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as fn

from models.training.calibrate_indices import report
from models.training.export import INDICES, export_indices, record_entry
from models.training.indices_net import RANKS, SUITS, IndicesNet
from models.training.indices_samples import IndexSamples, Sampler, rank_and_suit
from models.training.replay import Replay
from models.training.stream import WORKERS_OPTION, drawn
from models.training.trainer import Course, Trainer, best_device, checkpoint_of, course
from vision.recognition.playing_cards import CROP_WH

INDICES_DATA: Final = (
    "playing cards drawn by models.training.playing_designs (indices in fonts of the machine, signs from curves, pips, "
    "courts drawn, cut from scans of Rider-Waite-Smith, and those of the English pattern from a vector set, both in "
    "the public domain) and our own English deck; negatives: those scans, drawn decks and backs, jokers, photographs "
    "without cards; no photograph of a card"
)
BATCH: Final = 48
FRESH: Final = 12
"""Samples of a batch that are new; the others are drawn from those kept."""

KEPT: Final = 10_000
CORNER_WEIGHT: Final = 0.3
"""Weight of the losses of the two corners with indices alone."""


Seen: TypeAlias = tuple[NDArray[np.uint8], int]
"""A crop, and its card's number."""


def crops_of(seed: int, worker: int, _: int) -> Iterator[list[Seen]]:
    """Draw crops without end, some at a time."""
    sampler = Sampler(seed + worker)
    while True:
        samples = sampler.batch(FRESH)
        yield [(crop, int(card)) for crop, card in zip(samples.crops, samples.card, strict=True)]


def together(seen: list[Seen]) -> IndexSamples:
    """Return samples as one batch."""
    return IndexSamples(np.stack([crop for crop, _ in seen]), np.array([card for _, card in seen]))


def indices_loss(
    logits: Tensor, corners: Tensor, card: np.ndarray[tuple[int, ...], np.dtype[np.intp]]
) -> Tensor:
    """Return the cross entropy of rank and suit (of cards), of card or none, and of the corners with indices."""
    known = torch.from_numpy(card >= 0).to(logits.device)
    rank, suit = (torch.from_numpy(part).to(logits.device) for part in rank_and_suit(card))
    count = known.sum().clamp(min=1)

    def named(logits: Tensor) -> Tensor:
        ranks = fn.cross_entropy(logits[:, :RANKS], rank, reduction="none")
        suits = fn.cross_entropy(logits[:, RANKS : RANKS + SUITS], suit, reduction="none")
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
            logits, corners = self.net.part_logits(crops)
        return indices_loss(logits.float(), corners.float(), chosen.card)


@click.command()
@course(minutes=60.0, seed=15, rate=2e-3, checkpoint=checkpoint_of("indices"), target=INDICES)
@WORKERS_OPTION
def main(course: Course, workers: int) -> None:
    """Train the index reader (resuming its checkpoint if there is one)."""
    trainer = IndicesTrainer(best_device(), course.rate)
    trainer.go_on(course, lambda: torch.from_numpy(Sampler(course.seed, designs=2).batch(FRESH).crops))
    if not course.export_only:
        seed = course.seed + trainer.steps
        replay = Replay(drawn(partial(crops_of, seed), workers), seed, KEPT)
        trainer.run(course.minutes * 60, lambda: together(replay.batch(BATCH, 1)), course.checkpoint)
    temperature, lines = report(trainer.average)
    print("\n".join(lines))
    print(f"{course.target}: differs by {export_indices(trainer.average, temperature, course.target):.2g}")
    record_entry(course.target, trainer.trained(), {"held_out": lines}, INDICES_DATA)


if __name__ == "__main__":
    main()
