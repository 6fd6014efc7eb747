"""Train the corner reader: ``python -m models.training.train_corners``.

It learns from corners of drawn playing cards that are partly outside the picture, under another card or under a hand,
and begins with the index reader's convolutions for corners.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import click
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as fn
from tqdm import tqdm

from models.training.corners_net import CornerNet
from models.training.export import CORNERS as CORNERS_FILE
from models.training.export import INDICES, export_corners, record_entry
from models.training.indices_net import RANKS, SUITS, IndicesNet
from models.training.indices_samples import LOOSE, rank_and_suit
from models.training.partial_cards import SIDES, Occlusion, Table, sheets_of
from models.training.playing_courts import english_courts
from models.training.playing_designs import HEIGHT_PX, PrintDesign, codes
from models.training.scans import Picture
from models.training.warm_start import start_from
from vision.geometry import homography_between, project, rectify, turned_half, upright_quad
from vision.recognition.corner_reader import CORNERS, corners_of, named
from vision.recognition.playing_cards import CROP_WH, with_margin
from vision.types import Quad

DATA: Final = (
    "corners of playing cards drawn by models.training.playing_designs (indices in fonts of the machine, courts also "
    "those of the English pattern from a vector set in the public domain), laid by models.training.partial_cards "
    "partly outside the picture, under other cards and under drawn hands; no photograph of a card"
)
LENGTH_PX: Final = (54.0, 200.0)
SHOWN: Final = 16
"""Cards drawn of each design."""

IN_SIGHT: Final = 0.97
"""Visible share of an index from which it can be read."""

OUT_OF_SIGHT: Final = 0.5
"""Visible share of an index below which it cannot; shares between teach nothing."""

STEPS: Final = 3000
BATCH: Final = 48
RATE: Final = 3e-3
DECAY: Final = 1e-2
SHIFT_PX: Final = 4
BARS: Final = (0.5, 0.9, 0.99)


@dataclass(frozen=True, slots=True)
class CornerSamples:
    """Crops (n, 232, 160, 3), the number of each one's card, and of each corner whether its index can be read: 1 for
    yes, 0 for no, -1 if ambiguous, shape (n, 4)."""

    crops: NDArray[np.uint8]
    card: NDArray[np.intp]
    index: NDArray[np.intp]


def samples_of(
    seeds: range, courts: Mapping[str, Picture] = MappingProxyType({}), *, held_out: bool = False
) -> CornerSamples:
    """Draw partial cards, some of each design; some designs have the ``courts``, by code."""
    crops, cards, index = [], [], []
    for seed in tqdm(seeds, unit="design", mininterval=10, disable=None):
        chance = np.random.default_rng([seed, 31])
        design = PrintDesign(seed, (), courts, held_out=held_out)
        shown = [str(code) for code in chance.permutation(codes())[:SHOWN]]
        sheets = sheets_of({code: design.face(code) for code in shown})
        for occlusion in Occlusion:
            table = Table(chance, LENGTH_PX)
            here = [str(code) for code in chance.permutation(shown)]
            for code, side, cover in zip(here, SIDES, here[len(SIDES) :], strict=False):
                table.lay(code, sheets, occlusion, side, cover)
            frame = table.photographed()
            for number, card in enumerate(table.cards):
                quad, readable = loosened(chance, card.quad), indices_of(design, table, number)
                if chance.random() < 0.5:
                    quad, readable = turned_half(quad), readable[2:] + readable[:2]
                crops.append(rectify(frame, with_margin(quad), CROP_WH))
                cards.append(codes().index(card.code))
                index.append(readable)
    return CornerSamples(np.stack(crops), np.array(cards, np.intp), np.array(index, np.intp))


def loosened(chance: np.random.Generator, quad: Quad) -> Quad:
    """Return a quad with a detector's corner errors."""
    loose = float(chance.choice(LOOSE)) * float(np.linalg.norm(quad[3] - quad[0]))
    off = chance.uniform(-loose, loose, (4, 2)) + chance.uniform(-loose, loose, 2) / 2
    return np.asarray(quad + off, np.float32)


def indices_of(design: PrintDesign, table: Table, number: int) -> list[int]:
    """Return whether the index in each corner of a card can be read, in the order of :data:`CORNERS`."""
    wide, high = design.index_wh
    to_picture = homography_between(upright_quad((1, 1)), table.cards[number].quad)
    readable = []
    for x, y in CORNERS:
        corner = upright_quad((wide, high)) + np.array([x * (1 - wide), y * (1 - high)], np.float32)
        seen = table.seen_share(number, project(corner, to_picture)) if design.has_index(x, y) else 0.0
        readable.append(1 if seen > IN_SIGHT else 0 if seen < OUT_OF_SIGHT else -1)
    return readable


def corner_loss(logits: Tensor, card: NDArray[np.intp], index: NDArray[np.intp]) -> Tensor:
    """Return the cross entropy of whether an index can be read, and of rank and suit where it can; logits (n, 4,
    18)."""
    index_state = torch.from_numpy(index)
    rank, suit = (torch.from_numpy(part)[:, None].expand_as(index_state) for part in rank_and_suit(card))
    readable, labelled = index_state == 1, index_state >= 0
    ranks = fn.cross_entropy(logits[readable][:, :RANKS], rank[readable])
    suits = fn.cross_entropy(logits[readable][:, RANKS : RANKS + SUITS], suit[readable])
    there = fn.binary_cross_entropy_with_logits(logits[labelled][:, -1], readable[labelled].float())
    return ranks + suits + there


def logits_of(net: nn.Module, corners: NDArray[np.uint8] | NDArray[np.float32]) -> Tensor:
    """Return the network's logits of corners, shape (n, 4, 72, 40, 3) to (n, 4, 18)."""
    logits: Tensor = net(torch.from_numpy(np.ascontiguousarray(corners)).flatten(0, 1))
    return logits.unflatten(0, (-1, len(CORNERS)))


def disturbed(chance: np.random.Generator, corners: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return corners slightly displaced, in other light, with noise."""
    moved = np.roll(corners, tuple(chance.integers(-SHIFT_PX, SHIFT_PX + 1, 2)), (2, 3)).astype(np.float32)
    count = len(corners)
    light = chance.uniform(0.7, 1.2, (count, 1, 1, 1, 1)) * chance.uniform(0.9, 1.1, (count, 1, 1, 1, 3))
    noise = chance.normal(0, chance.uniform(0, 8), moved.shape)
    return np.asarray(moved * light + noise, np.float32)


def trained(samples: CornerSamples, steps: int = STEPS) -> CornerNet:
    """Train a network that begins with the index reader's convolutions for corners."""
    torch.manual_seed(0)
    chance = np.random.default_rng(0)
    whole, net, corners = IndicesNet(), CornerNet(), corners_of(samples.crops)
    start_from(INDICES, whole, torch.from_numpy(samples.crops[:BATCH]))
    net.corner.load_state_dict(whole.corner.state_dict())
    optimizer = torch.optim.AdamW(net.parameters(), RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps)
    for _ in tqdm(range(steps), unit="step", mininterval=10, disable=None):
        chosen = chance.integers(0, len(corners), BATCH)
        logits = logits_of(net, disturbed(chance, corners[chosen]))
        optimizer.zero_grad()
        corner_loss(logits, samples.card[chosen], samples.index[chosen]).backward()
        optimizer.step()
        schedule.step()
    net.eval()
    return net


@torch.no_grad()
def report(net: nn.Module, samples: CornerSamples) -> list[str]:
    """Return lines of figures: of the corners whose index can be read, and of the others."""
    corners = corners_of(samples.crops)
    parts = [logits_of(net, corners[i : i + BATCH]) for i in range(0, len(corners), BATCH)]
    shares = np.exp(named(torch.cat(parts).flatten(0, 1).double().numpy()))[:, :-1]
    card, index = np.repeat(samples.card, len(CORNERS)), samples.index.ravel()
    lines = []
    for bar in BARS:
        passed, right = shares.max(axis=1) >= bar, shares.argmax(axis=1) == card
        there, none = index == 1, index == 0
        lines.append(
            f"from {bar}: of {there.sum()} indices in sight {(passed & right & there).sum()} read right, "
            f"{(passed & ~right & there).sum()} wrong; of {none.sum()} out of sight {(passed & right & none).sum()} "
            f"read as the card's, {(passed & ~right & none).sum()} as another's"
        )
    return lines


@click.command()
@click.option("--designs", default=300, show_default=True, help="Designs to learn from.")
@click.option("--held-out", default=40, show_default=True, help="Designs to check with, in fonts kept out.")
@click.option("--seed", default=8_000_000, show_default=True)
@click.option("--steps", default=STEPS, show_default=True)
def main(designs: int, held_out: int, seed: int, steps: int) -> None:
    """Train the network on drawn designs, check it on designs kept out of training, and export it."""
    samples = samples_of(range(seed, seed + designs), english_courts(HEIGHT_PX))
    net = trained(samples, steps)
    lines = report(net, samples_of(range(seed, seed + held_out), held_out=True))
    print("\n".join(lines))
    print(f"{CORNERS_FILE}: differs by {export_corners(net):.2g}")
    record_entry(CORNERS_FILE, {"steps": steps}, {"held_out": lines}, DATA)


if __name__ == "__main__":
    main()
