"""Calibration of the index reader: its temperature and its figures, on designs and a scanned deck kept out of training.

No photograph of a card is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from models.training.indices_net import log_shares
from models.training.indices_samples import NO_CARD, IndexSamples, Sampler
from models.training.playing_designs import codes
from models.training.scans import load_deck

HELD_OUT_SEED: Final = 31
DESIGNS: Final = 40
COUNT: Final = 2000
SCANNED: Final = "english-vector"
BATCH: Final = 50
TEMPERATURES: Final = tuple(np.exp(np.linspace(np.log(0.7), np.log(3.0), 60)).tolist())
BARS: Final = (0.9, 0.97, 0.99, 0.999)


@dataclass(frozen=True, slots=True)
class Figures:
    """From a share on: of samples with a right answer the numbers named right and wrong; of negatives the number
    named."""

    bar: float
    cards: int
    right: int
    wrong: int
    negatives: int
    named: int

    def __str__(self) -> str:
        share = f"{self.right}/{self.cards} = {self.right / max(1, self.cards):.4f}"
        others = f"none of the 52 but named {self.named}/{self.negatives}"
        return f"from {self.bar}: right {share}, wrong {self.wrong}; {others}"


def held_out_samples(count: int = COUNT) -> tuple[IndexSamples, IndexSamples]:
    """Return samples of drawn designs kept out of training, and of the scanned deck's aces and pips, with negatives
    among both."""
    sampler = Sampler(HELD_OUT_SEED, held_out=True, designs=DESIGNS)
    drawn = sampler.batch(count)
    scans = {scan.code: scan.picture for scan in load_deck(SCANNED, 320)}
    faces = [scans[code] for code in codes()]
    kept_out = [card for card, code in enumerate(codes()) if code[0] not in "JQK"]
    shown = [kept_out[i % len(kept_out)] for i in range(count // 3)]
    seen = [sampler.seen(faces[card], faces) for card in shown]
    jokers = [sampler.seen(scans[name], faces) for name in ("Joker1", "Joker2") for _ in range(count // 60)]
    card = [*shown, *(NO_CARD for _ in jokers)]
    return drawn, IndexSamples(np.stack([*seen, *jokers]), np.array(card, np.intp))


@torch.no_grad()
def logits_of(net: nn.Module, crops: NDArray[np.uint8]) -> torch.Tensor:
    """Return the network's logits, shape (n, 18)."""
    return torch.cat([net(torch.from_numpy(crops[i : i + BATCH])) for i in range(0, len(crops), BATCH)])


def target_of(card: NDArray[np.intp]) -> torch.Tensor:
    """Return the right one of the 53 classes."""
    return torch.from_numpy(np.where(card == NO_CARD, 52, card))


def temperature_of(logits: torch.Tensor, card: NDArray[np.intp]) -> float:
    """Return the temperature of logits that makes the held-out samples likeliest."""
    rows, target = torch.arange(len(card)), target_of(card)
    losses = [float(-log_shares(logits / t)[rows, target].mean()) for t in TEMPERATURES]
    return float(TEMPERATURES[int(np.argmin(losses))])


def figures(shares: NDArray[np.float64], card: NDArray[np.intp], bar: float) -> Figures:
    """Count names from a share on; ``shares`` has shape (n, 53)."""
    best = shares[:, :52].argmax(axis=1)
    named, known = shares[:, :52].max(axis=1) >= bar, card != NO_CARD
    right = named & known & (best == card)
    return Figures(
        bar, int(known.sum()), int(right.sum()), int((named & known & ~right).sum()), int((~known).sum()),
        int((named & ~known).sum()),
    )  # fmt: skip


def report(net: nn.Module, count: int = COUNT) -> tuple[float, list[str]]:
    """Return the temperature and the lines of figures at it."""
    drawn, scanned = held_out_samples(count)
    drawn_logits = logits_of(net, drawn.crops)
    temperature = temperature_of(drawn_logits, drawn.card)
    lines = [f"temperature {temperature:.2f}"]
    for name, samples, logits in (
        ("drawn designs kept out", drawn, drawn_logits),
        (SCANNED, scanned, logits_of(net, scanned.crops)),
    ):
        shares = log_shares(logits / temperature).exp().double().numpy()
        lines += [f"{name}, {figures(shares, samples.card, bar)}" for bar in BARS]
    return temperature, lines
