"""Pictures in the middle of court cards, jokers and tarot-like negatives: drawn figures, and cuts of pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.scans import Picture, load_deck

INKS: Final = ((30, 30, 190), (40, 190, 230), (150, 70, 30), (25, 25, 25), (240, 245, 248), (60, 120, 40))
"""Printing inks of courts: red, yellow, blue, black, white, green."""

SKIN: Final = (200, 220, 240)


def _points(
    rng: np.random.Generator, rows: Sequence[Sequence[float]], size: NDArray[np.float64]
) -> NDArray[np.int32]:
    return np.round((np.array(rows) + rng.normal(0, 0.02, (len(rows), 2))) * size).astype(np.int32)


def figure(rng: np.random.Generator, size_wh: tuple[int, int], paper: tuple[int, int, int]) -> Picture:
    """Draw the upper half of a court: robe, shoulders, head, crown, and a thing in its hand."""
    width, height = size_wh
    half: Picture = np.full((height, width, 3), paper, np.uint8)
    size = np.array([width, height], np.float64)
    inks = [tuple(int(c) for c in np.clip(np.array(ink) + rng.normal(0, 18, 3), 0, 255)) for ink in INKS]
    line = (20, 20, 25)

    def patch(rows: Sequence[Sequence[float]], ink: tuple[int, ...]) -> None:
        at = _points(rng, rows, size)
        cv2.fillPoly(half, [at], ink, cv2.LINE_AA)
        cv2.polylines(half, [at], True, line, 1, cv2.LINE_AA)

    wide, neck = rng.uniform(0.3, 0.5), rng.uniform(0.45, 0.6)
    patch(
        [
            (0.5 - wide, 1),
            (0.5 - wide * 0.8, neck + 0.1),
            (0.5, neck),
            (0.5 + wide * 0.8, neck + 0.1),
            (0.5 + wide, 1),
        ],
        inks[rng.integers(6)],
    )
    for _ in range(int(rng.integers(3, 9))):
        x, y = rng.uniform(0.5 - wide, 0.5 + wide), rng.uniform(neck + 0.05, 1)
        dx, dy = rng.uniform(0.03, 0.25), rng.uniform(0.03, 0.3)
        patch([(x - dx, y), (x, y - dy), (x + dx, y), (x, y + dy)], inks[rng.integers(6)])
    for _ in range(int(rng.integers(2, 6))):
        y, ink = rng.uniform(neck + 0.05, 1), inks[rng.integers(6)]
        ends = _points(rng, [(0.5 - wide, y), (0.5 + wide, y + rng.uniform(-0.3, 0.3))], size)
        cv2.line(half, ends[0].tolist(), ends[1].tolist(), ink, int(rng.integers(1, 5)), cv2.LINE_AA)
    face = rng.uniform(0.11, 0.16)
    centre = (0.5 + rng.normal(0, 0.03), neck - face * 0.5)
    hair = _points(rng, [centre], size)[0].tolist()
    cv2.ellipse(
        half,
        hair,
        (round(face * 1.4 * width), round(face * 1.1 * height)),
        0,
        0,
        360,
        inks[rng.integers(4)],
        -1,
    )
    cv2.ellipse(half, hair, (round(face * width), round(face * height)), 0, 0, 360, SKIN, -1, cv2.LINE_AA)
    cv2.ellipse(half, hair, (round(face * width), round(face * height)), 0, 0, 360, line, 1, cv2.LINE_AA)
    top = neck - face * 1.3
    tips = [(0.5 - face + i * face / 2, top - (0.02 if i % 2 else rng.uniform(0.05, 0.2))) for i in range(5)]
    patch([(0.5 - face, top), *tips, (0.5 + face, top)], inks[rng.integers(6)])
    if rng.random() < 0.7:
        x = rng.choice([rng.uniform(0.1, 0.25), rng.uniform(0.75, 0.9)])
        ends = _points(rng, [(x, rng.uniform(0, 0.2)), (x, 1)], size)
        cv2.line(
            half,
            ends[0].tolist(),
            ends[1].tolist(),
            inks[rng.integers(6)],
            int(rng.integers(2, 6)),
            cv2.LINE_AA,
        )
    return half


def cut(rng: np.random.Generator, picture: Picture, size_wh: tuple[int, int]) -> Picture:
    """Cut out a piece of a picture, now and then in few colours, as prints have them."""
    height, width = picture.shape[:2]
    share = rng.uniform(0.4, 0.95)
    wide = min(width * share, height * share * size_wh[0] / size_wh[1])
    high = wide * size_wh[1] / size_wh[0]
    x, y = rng.uniform(0, width - wide), rng.uniform(0, max(1.0, height - high))
    piece = cv2.resize(
        picture[int(y) : int(y + high) + 1, int(x) : int(x + wide) + 1], size_wh, interpolation=cv2.INTER_AREA
    )
    if rng.random() < 0.5:
        levels = int(rng.integers(2, 5))
        piece = (np.round(piece / 255 * levels) / levels * 255).astype(np.uint8)
    return np.asarray(piece, np.uint8)


def court(
    rng: np.random.Generator,
    size_wh: tuple[int, int],
    paper: tuple[int, int, int],
    pictures: Sequence[Picture],
    *,
    drawn: float,
) -> Picture:
    """Return a whole court's picture, mostly the same both ways up; ``drawn``: probability of a figure."""
    width, height = size_wh
    if rng.random() < drawn or not pictures:
        half = figure(rng, (width, height - height // 2), paper)
    else:
        half = cut(rng, pictures[int(rng.integers(len(pictures)))], (width, height - height // 2))
    whole = np.concatenate([half, half[::-1, ::-1]])[:height]
    return np.ascontiguousarray(whole)


ENGLISH_PATTERN: Final = "english-vector"
WITHIN_FRAME: Final = (0.14, 0.097, 0.86, 0.903)
"""Frame of those courts: left, top, right, bottom, in widths and heights of the card."""


def english_courts(height_px: int) -> dict[str, Picture]:
    """Return the pictures within the frames of the scanned courts of the English pattern, by code."""
    shares = np.array(WITHIN_FRAME).reshape(2, 2)
    courts = {}
    for scan in load_deck(ENGLISH_PATTERN, height_px):
        if scan.code[0] in "JQK" and len(scan.code) == 2:
            (left, top), (right, bottom) = np.round(shares * scan.picture.shape[1::-1]).astype(int)
            courts[scan.code] = scan.picture[top:bottom, left:right]
    return courts
