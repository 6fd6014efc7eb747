"""Samples for the detector from scenes: pictures, heat maps, codes; rendered without end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import count, zip_longest
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.replay import Replay
from models.training.scenes import KIT_RUN, render_scene
from models.training.table_scenes import CUTS_A_FRAME, FRAMES_A_TABLE, table_scenes
from vision.detection.quad_codec import CODE_SIZE, encode_quads
from vision.types import Face, Frame
from vision.virtual.scenes import Scene
from vision.virtual.surfaces.photographs import Photographs

CELL_PX: Final = 4
LABELLED_SHARE, IGNORED_SHARE = 0.25, 0.04
MIN_CELLS: Final = 3
Cells: TypeAlias = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Sample:
    """A scene reduced to what training needs; ``owner`` is on the grid of cells of 4 pixels.

    ``quads`` (n, 4, 2), ``anchors`` (n, 2), ``down`` (n,) and ``numbers`` (n,) describe labelled cards, ``ignored`` the
    numbers of cards that are too occluded to be labelled, ``lookalikes`` (m, 4, 2) quads of other things.
    """

    frame: Frame
    owner: Cells
    quads: NDArray[np.float32]
    anchors: NDArray[np.float32]
    spreads: NDArray[np.float32]
    down: NDArray[np.bool_]
    visible: NDArray[np.float32]
    numbers: NDArray[np.int16]
    ignored: NDArray[np.int16]
    lookalikes: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Targets:
    """Target maps of one sample, on the grid: channels first."""

    heat: NDArray[np.float32]
    code: NDArray[np.float32]
    weight: NDArray[np.float32]
    counted: NDArray[np.float32]
    hints: NDArray[np.float32]


def anchor_of(mask: NDArray[np.bool_]) -> tuple[NDArray[np.float32], float]:
    """Return the cell (x, y) on a card's visible part nearest its middle, and its distance to the edge, in cells."""
    padded = np.pad(mask.astype(np.uint8), 1)
    depth = cv2.distanceTransform(padded, cv2.DIST_L2, 3)[1:-1, 1:-1]
    y, x = np.nonzero(mask)
    away = np.hypot(x - x.mean(), y - y.mean())
    best = int(np.argmin(away - 1.2 * depth[y, x]))
    return np.array([x[best], y[best]], np.float32), float(depth[y[best], x[best]])


def sample_of(scene: Scene) -> Sample:
    """Reduce a scene to a sample."""
    owner = np.ascontiguousarray(scene.owner[CELL_PX // 2 :: CELL_PX, CELL_PX // 2 :: CELL_PX])
    kept, anchors, spreads, ignored = [], [], [], []
    for card in scene.cards:
        mask = owner == card.number
        if card.visible >= LABELLED_SHARE and mask.sum() >= MIN_CELLS:
            anchor, spread = anchor_of(mask)
            kept.append(card)
            anchors.append(anchor)
            spreads.append(spread)
        elif card.visible >= IGNORED_SHARE:
            ignored.append(card.number)
    return Sample(
        frame=scene.frame,
        owner=owner,
        quads=np.array([c.quad for c in kept], np.float32).reshape(-1, 4, 2),
        anchors=np.array(anchors, np.float32).reshape(-1, 2),
        spreads=np.array(spreads, np.float32),
        down=np.array([c.face is Face.DOWN for c in kept], np.bool_),
        visible=np.array([c.visible for c in kept], np.float32),
        numbers=np.array([c.number for c in kept], np.int16),
        ignored=np.array(ignored, np.int16),
        lookalikes=np.array(scene.lookalikes, np.float32).reshape(-1, 4, 2),
    )


def cell_centres(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the places of cells (x, y) in the picture, in pixels."""
    return (cells * CELL_PX + (CELL_PX - 1) / 2).astype(np.float32)


def targets_of(sample: Sample) -> Targets:
    """Return a sample's target maps."""
    height, width = sample.owner.shape
    heat = np.zeros((2, height, width), np.float32)
    code = np.zeros((CODE_SIZE, height, width), np.float32)
    weight = np.zeros((1, height, width), np.float32)
    for i, anchor in enumerate(sample.anchors):
        sigma = float(np.clip(0.35 * sample.spreads[i], 0.6, 6.0))
        reach = int(3 * sigma) + 1
        x0, y0 = max(0, int(anchor[0]) - reach), max(0, int(anchor[1]) - reach)
        box = (slice(y0, int(anchor[1]) + reach + 1), slice(x0, int(anchor[0]) + reach + 1))
        own = sample.owner[box] == sample.numbers[i]
        y, x = np.nonzero(own)
        cells = np.stack([x + x0, y + y0], axis=1).astype(np.float32)
        near = np.exp(-((cells - anchor) ** 2).sum(axis=1) / (2 * sigma**2))
        rows, columns = y + y0, x + x0
        channel = int(sample.down[i])
        heat[channel, rows, columns] = np.maximum(heat[channel, rows, columns], near)
        close = near > 0.2
        quads = np.repeat(sample.quads[i : i + 1], int(close.sum()), axis=0) / CELL_PX
        centres = cell_centres(cells[close]) / CELL_PX
        code[:, rows[close], columns[close]] = encode_quads(quads, centres).T
        weight[0, rows[close], columns[close]] = near[close] / near[close].sum()
    counted = 1 - np.isin(sample.owner, sample.ignored).astype(np.float32)[None]
    return Targets(heat, code, weight, counted, _hints_of(sample.owner))


def _hints_of(owner: Cells) -> NDArray[np.float32]:
    card = (owner > 0).astype(np.float32)
    rank = owner.clip(0).astype(np.uint8)
    kernel = np.ones((3, 3), np.uint8)
    rim = cv2.dilate(rank, kernel) != cv2.erode(rank, kernel)
    return np.stack([card, rim.astype(np.float32)])


def flipped(sample: Sample, across: bool) -> Sample:
    """Mirror a sample left to right (``across``) or top to bottom; quads stay clockwise."""
    axis, side = (1, 0) if across else (0, 1)
    length_px, length = sample.frame.shape[axis], sample.owner.shape[axis]
    quads, anchors, lookalikes = sample.quads.copy(), sample.anchors.copy(), sample.lookalikes.copy()
    quads[..., side] = length_px - 1 - quads[..., side]
    lookalikes[..., side] = length_px - 1 - lookalikes[..., side]
    anchors[:, side] = length - 1 - anchors[:, side]
    order = [1, 0, 3, 2]
    return Sample(
        np.ascontiguousarray(np.flip(sample.frame, axis)),
        np.ascontiguousarray(np.flip(sample.owner, axis)),
        quads[:, order],
        anchors,
        sample.spreads,
        sample.down,
        sample.visible,
        sample.numbers,
        sample.ignored,
        lookalikes[:, order],
    )


def retoned(rng: np.random.Generator, frame: Frame) -> Frame:
    """Change a picture's gains and gamma, so that a scene seen again is not the same."""
    steps = np.linspace(0, 1, 256)[:, None] ** np.exp(rng.normal(0, 0.2))
    table = steps * np.exp(rng.normal(0, 0.12) + rng.normal(0, 0.06, 3)) * 255
    return np.asarray(cv2.LUT(frame, table.clip(0, 255).astype(np.uint8)[None].transpose(1, 0, 2)), np.uint8)


def varied(rng: np.random.Generator, sample: Sample) -> Sample:
    """Return a sample mirrored and retoned at random."""
    for across in (True, False):
        if rng.random() < 0.5:
            sample = flipped(sample, across)
    return Sample(retoned(rng, sample.frame), *(getattr(sample, name) for name in Sample.__slots__[1:]))


def run_of_scenes(
    seed: int, run: int, size_wh: tuple[int, int], surfaces: Photographs | None = None
) -> Iterator[Scene]:
    """Yield the scenes of one run, on photographs if given: arrangements, and as many of virtual tables between."""
    tables = KIT_RUN // (FRAMES_A_TABLE * CUTS_A_FRAME)
    for table in range(tables):
        yield from _mixed(
            (
                render_scene(seed, run * KIT_RUN + i, size_wh, surfaces=surfaces)
                for i in range(table, KIT_RUN, tables)
            ),
            table_scenes(seed, run * tables + table, size_wh, surfaces),
        )


def _mixed(one: Iterator[Scene], other: Iterator[Scene]) -> Iterator[Scene]:
    """Yield from both in turn until both have ended."""
    for pair in zip_longest(one, other):
        yield from (scene for scene in pair if scene is not None)


@dataclass(frozen=True, slots=True)
class Rendering:
    """Renders samples without end, run after run; each process has its own. With ``surfaces`` every second run of a
    process is on photographs."""

    seed: int
    size_wh: tuple[int, int]
    first_run: int = 0
    surfaces: Photographs | None = None

    def __call__(self, worker: int, workers: int) -> Iterator[list[Sample]]:
        """Yield samples one by one."""
        for nth, run in enumerate(count(self.first_run + worker, workers)):
            surfaces = self.surfaces if (nth + worker) % 2 else None
            for scene in run_of_scenes(self.seed, run, self.size_wh, surfaces):
                yield [sample_of(scene)]


@dataclass(frozen=True, slots=True)
class Collated:
    """Some samples side by side: pictures (n, h, w, 3), and their targets (n, channels, rows, columns), in 16 bits."""

    frames: NDArray[np.uint8]
    targets: dict[str, NDArray[np.float16]]

    @classmethod
    def of(cls, samples: Sequence[Sample]) -> Collated:
        """Collate them."""
        targets = [targets_of(sample) for sample in samples]
        maps = {
            field.name: np.stack([getattr(one, field.name) for one in targets]).astype(np.float16)
            for field in fields(Targets)
        }
        return cls(np.stack([sample.frame for sample in samples]), maps)


@dataclass(frozen=True, slots=True)
class Collating:
    """Draws batches of ``size`` samples without end, each sample seen ``repeat`` times, mirrored and retoned; the
    processes keep the newest ``most`` between them."""

    rendering: Rendering
    size: int
    repeat: int
    most: int

    def __call__(self, worker: int, workers: int) -> Iterator[Collated]:
        """Yield batches."""
        rendering = self.rendering
        rng = np.random.default_rng([rendering.seed, 4, rendering.first_run + worker])
        replay = Replay(rendering(worker, workers), rendering.seed, max(self.size, self.most // workers))
        while True:
            again = replay.batch(self.size, max(1, self.size // self.repeat))
            yield Collated.of([varied(rng, sample) for sample in again])
