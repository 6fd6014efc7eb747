"""Proposals: one pass of the detector's network over a frame gives quads, faces and scores."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection.quad_codec import decode_quads
from vision.onnx import open_network
from vision.pyramid import LOOK_PIXELS, Pyramid, input_pixel
from vision.types import Box

STRIDE_PX: Final = 4
STEP_PX: Final = 32
"""Sides of the network's input are multiples of this."""

MOST_PROPOSALS: Final = 120


@dataclass(frozen=True, slots=True)
class Proposals:
    """Proposals of one pass, best first: quads (n, 4, 2) in pixels of the frame, scores and faces (n,)."""

    quads: NDArray[np.float32]
    scores: NDArray[np.float32]
    down: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.scores)

    def kept(self, index: NDArray[np.intp] | NDArray[np.bool_]) -> Proposals:
        """Return some of the proposals."""
        return Proposals(self.quads[index], self.scores[index], self.down[index])


def joined(first: Proposals, second: Proposals) -> Proposals:
    """Return the proposals of two passes, best first."""
    scores = np.concatenate([first.scores, second.scores])
    quads, down = np.concatenate([first.quads, second.quads]), np.concatenate([first.down, second.down])
    return Proposals(quads, scores, down).kept(np.argsort(-scores, kind="stable"))


def input_wh(size_wh: tuple[int, int], pixels: int = LOOK_PIXELS) -> tuple[int, int]:
    """Return the network's input size for a frame: the frame's proportions, about so many pixels in all."""
    step = STEP_PX * input_pixel(size_wh, pixels)
    width, height = (max(1, round(side / step)) * STEP_PX for side in size_wh)
    return width, height


def cell_px(size_wh: tuple[int, int], pixels: int = LOOK_PIXELS) -> float:
    """Return the side of a cell of the network's maps in pixels of the frame: no side of a card is shorter."""
    return STRIDE_PX * input_pixel(size_wh, pixels)


def part_of(
    size_wh: tuple[int, int], within: Box | None, scale: NDArray[np.float64]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the first pixel (x, y) and the one after the last of the input's part that holds a box of the frame."""
    whole = np.array(size_wh)
    if within is None:
        return np.zeros(2, np.intp), whole
    low, high = np.array(within[:2]) / scale, np.array(within[2:]) / scale
    first = np.clip(np.floor(low / STEP_PX) * STEP_PX, 0, whole - STEP_PX)
    last = np.clip(np.ceil(high / STEP_PX) * STEP_PX, first + STEP_PX, whole)
    return first.astype(np.intp), last.astype(np.intp)


def peaks_of(heat: NDArray[np.float32], threshold: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return rows and columns of local maxima of a map, shape (h, w), above a threshold, highest first."""
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat > threshold))
    order = np.argsort(-heat[rows, columns], kind="stable")[:MOST_PROPOSALS]
    return rows[order], columns[order]


class ProposalNetwork:
    """Runs the detector's network."""

    def __init__(self, path: Path, threads: int = 2) -> None:
        self._session = open_network(path, threads)

    def propose(
        self, pyramid: Pyramid, threshold: float, pixels: int = LOOK_PIXELS, within: Box | None = None
    ) -> Proposals:
        """Return proposals on a frame scaled to about so many pixels, or on its part that a box needs."""
        size_wh = input_wh(pyramid.size_wh, pixels)
        scale = np.array(pyramid.size_wh) / size_wh
        first, last = part_of(size_wh, within, scale)
        small = pyramid.scaled(size_wh) if within is None else pyramid.scaled_part(size_wh, first, last)
        batch = np.empty((1, 3, *small.shape[:2]), np.float32)
        for channel, plane in enumerate(cv2.split(small)):
            batch[0, channel] = plane
        heat, code = self._session.run(None, {"frame": batch})
        return self._decode(heat[0], code[0], threshold, first, scale)

    @staticmethod
    def _decode(
        heat: NDArray[np.float32],
        code: NDArray[np.float32],
        threshold: float,
        first: NDArray[np.intp],
        scale: NDArray[np.float64],
    ) -> Proposals:
        best = heat.max(axis=0)
        rows, columns = peaks_of(best, threshold)
        cells = np.stack([columns, rows], axis=1).astype(np.float32)
        centres = cells + np.float32((STRIDE_PX - 1) / 2 / STRIDE_PX)
        quads = decode_quads(code[:, rows, columns].T, centres) * STRIDE_PX + first
        scaled = ((quads + 0.5) * scale - 0.5).astype(np.float32)
        return Proposals(scaled, best[rows, columns], heat[1, rows, columns] > heat[0, rows, columns])
