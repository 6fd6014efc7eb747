"""Other views of one card: other possible quads, other crops, and crops without content."""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.geometry import SAME_SIZE, quad_size_wh, widened
from vision.overlap import NEARLY_ALL
from vision.recognition.index import Similarities
from vision.types import Crop, Quad

PLAIN_CROPS: Final = 16


def sideways(quad: Quad) -> list[Quad]:
    """Return a quad nearly as wide as high, or wider, started at the next corner; nothing for a quad whose long sides
    are evident: a card seen from low down appears wider than high."""
    width, height = quad_size_wh(quad)
    return [np.roll(quad, -1, axis=0)] if width > NEARLY_ALL * height else []


def augmented(quad: Quad) -> list[Quad]:
    """Return the quads at which an unsure card is cropped again, by half of what sides differ smaller and larger:
    borders differ, corners err."""
    return [widened(quad, 1 + grown) for grown in (-SAME_SIZE / 2, 0, SAME_SIZE / 2)]


def jittered(quad: Quad, share: float) -> list[Quad]:
    """Return a quad moved along its own sides in all eight directions, by a share of its length."""
    right, down = (quad[1] + quad[2] - quad[0] - quad[3]) / 2, (quad[2] + quad[3] - quad[0] - quad[1]) / 2
    length = max(float(np.linalg.norm(right)), float(np.linalg.norm(down)), 1.0)
    steps = [share * length * side / max(float(np.linalg.norm(side)), 1.0) for side in (right, down)]
    return [
        np.asarray(quad + x * steps[0] + y * steps[1], np.float32)
        for x in (-1, 0, 1)
        for y in (-1, 0, 1)
        if x or y
    ]


def plain_crops(size_wh: tuple[int, int]) -> list[Crop]:
    """Return crops without content: one grey under slanting light, with a little noise, half of them with a border;
    then as many with a round spot in the middle, like many backs."""
    chance = np.random.default_rng(0)
    y, x = np.mgrid[-1 : 1 : size_wh[1] * 1j, -1 : 1 : size_wh[0] * 1j]
    crops = []
    for i in range(2 * PLAIN_CROPS):
        level, slope, turn = chance.uniform(60, 220), chance.uniform(0, 0.25), chance.uniform(0, 2 * np.pi)
        light = level * (1 + slope * (np.cos(turn) * x + np.sin(turn) * y))
        crop = light[..., None] + chance.normal(0, chance.uniform(0.5, 4), (*light.shape, 3))
        if i == 0:
            crop[:] = level  # as even as a drawn picture
        if i % 2:
            rim = int(chance.integers(2, 8))
            crop[:rim], crop[-rim:], crop[:, :rim], crop[:, -rim:] = (chance.uniform(0, 255),) * 4
        if i >= PLAIN_CROPS:
            spot = np.hypot(x, y * size_wh[1] / size_wh[0]) < chance.uniform(0.15, 0.6)
            crop[spot] += chance.choice([-1, 1]) * chance.uniform(25, 90)
        crops.append(crop.clip(0, 255).astype(np.uint8))
    return crops


def joined_views(similar: Similarities, cards: int) -> Similarities:
    """Join the views of each card: the mean over both ways up, then the best of the sizes.

    ``similar`` has shape (cards * sizes * 2, faces, 2); in every second row the crop was upside down.
    """
    views = similar.reshape(cards, -1, 2, *similar.shape[1:])
    both = (views[:, :, 0] + views[:, :, 1, :, ::-1]) / 2
    return np.asarray(both.max(axis=1), np.float32)
