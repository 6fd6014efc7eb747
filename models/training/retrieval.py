"""Retrieval figures of an embedder: galleries from designs, degraded probes, their nearest designs and leads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.training.designs import Design
from models.training.embedder_net import INPUT_WH
from models.training.views import ViewMaker
from vision.galleries.embeddings import gallery_crops
from vision.types import Crop

Embeddings: TypeAlias = NDArray[np.float32]
"""Unit embeddings, shape (n, 128)."""

Embed: TypeAlias = Callable[[NDArray[np.uint8]], Embeddings]
"""Crops (n, H, W, 3) -> embeddings (n, 128)."""


@dataclass(frozen=True, slots=True)
class GalleryRows:
    """Embeddings (rows, 128), the design of each row (rows,), whether upside down (rows,)."""

    embeddings: Embeddings
    designs: NDArray[np.intp]
    turned: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Matches:
    """Best design for each probe, similarity, lead over the next design, upside down; all shape (n,)."""

    designs: NDArray[np.intp]
    similarities: NDArray[np.float32]
    leads: NDArray[np.float32]
    turned: NDArray[np.bool_]


def gallery_rows(designs: Sequence[Design], embed: Embed) -> GalleryRows:
    """Embed every printing of every design, both ways up."""
    crops: list[Crop] = []
    owners: list[tuple[int, bool]] = []
    for i, design in enumerate(designs):
        for picture in design.printings:
            made = gallery_crops(picture, INPUT_WH)
            crops += made
            owners += [(i, False), (i, True)] * (len(made) // 2)
    embeddings = embedded(np.stack(crops), embed)
    return GalleryRows(embeddings, np.array([i for i, _ in owners]), np.array([t for _, t in owners]))


def embedded(crops: NDArray[np.uint8], embed: Embed, batch: int = 64) -> Embeddings:
    """Embed many crops in batches."""
    return np.concatenate([embed(crops[i : i + batch]) for i in range(0, len(crops), batch)])


def match(rows: GalleryRows, probes: Embeddings) -> Matches:
    """Return the nearest design of each probe and its lead over the nearest other design."""
    similarities = probes @ rows.embeddings.T
    best = similarities.argmax(axis=1)
    designs = rows.designs[best]
    others = np.where(rows.designs[None, :] == designs[:, None], -1.0, similarities).max(axis=1)
    top = similarities[np.arange(len(probes)), best]
    return Matches(designs, top, (top - others).astype(np.float32), rows.turned[best])


@dataclass(frozen=True, slots=True)
class Probes:
    """Degraded views (n, H, W, 3), the design of each (n,), whether upside down (n,)."""

    crops: NDArray[np.uint8]
    designs: NDArray[np.intp]
    turned: NDArray[np.bool_]


def degraded_probes(designs: Sequence[Design], per_design: int, seed: int, cover: float = 0.1) -> Probes:
    """Make ``per_design`` degraded views of each design, upright or not."""
    rng = Random(seed)
    views = ViewMaker.of([d.printings[0] for d in designs], INPUT_WH)
    crops, owners, turned = [], [], []
    for i in [i for i in range(len(designs)) for _ in range(per_design)]:
        picture, way = rng.choice(designs[i].printings), rng.random() < 0.5
        crops.append(views.degraded(picture[::-1, ::-1] if way else picture, rng, cover))
        owners.append(i)
        turned.append(way)
    return Probes(np.stack(crops), np.array(owners), np.array(turned))


def retrieval_line(name: str, designs: Sequence[Design], embed: Embed, per_design: int = 5) -> str:
    """Return one line of figures for one deck enrolled from its pictures and shown degraded."""
    probes = degraded_probes(designs, per_design, seed=7)
    found = match(gallery_rows(designs, embed), embedded(probes.crops, embed))
    right = found.designs == probes.designs
    way = right & ((found.turned == probes.turned) | np.array([designs[i].symmetric for i in probes.designs]))
    clear = (found.similarities > 0.55) & (found.leads > 0.15)
    return (
        f"{name}: n={len(right)} top name right {right.mean():.3f}, way up right {way.sum() / right.sum():.3f}, "
        f"answered (similarity > 0.55, lead > 0.15) {clear.mean():.3f}, of these wrong {(clear & ~right).sum()}"
    )
