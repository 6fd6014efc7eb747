"""Arrangements of cards: scattered, in rows, fans, crosses, rings, ribbons, piles, heaps, one over another.

Layouts use the table's plane, in units of a card's height, around (0, 0); later cards are on top of earlier ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from ...types import Quad
from ..types import Chance


@dataclass(frozen=True, slots=True)
class CardSpot:
    """Place of a card: its centre, and its turn in radians (0 is upright)."""

    x: float
    y: float
    turn: float = 0.0


Arrange: TypeAlias = Callable[[Chance, tuple[float, float], float], list[CardSpot]]
"""Lay cards of an aspect (width to height) on an area (width, height) in card heights."""


def quad_at(pose: CardSpot, aspect: float, height: float = 1.0) -> Quad:
    """Return the corners of a card on the table, from its upper left, clockwise."""
    half = np.array([[-aspect, -1], [aspect, -1], [aspect, 1], [-aspect, 1]]) / 2 * height
    cosine, sine = np.cos(pose.turn), np.sin(pose.turn)
    turned = half @ np.array([[cosine, sine], [-sine, cosine]])
    return np.asarray(turned + np.array([pose.x, pose.y]) * height, np.float32)


def level_turn(chance: Chance, sway: float) -> float:
    """Return a turn near upright, sometimes near upside down."""
    return float(chance.normal(0, sway) + (np.pi if chance.random() < 0.25 else 0.0))


def scatter(chance: Chance, area_wh: tuple[float, float], aspect: float) -> list[CardSpot]:
    """Throw cards anywhere, most of them clear of each other."""
    poses: list[CardSpot] = []
    count = int(chance.integers(1, 1 + min(24, max(2, round(area_wh[0] * area_wh[1] / 0.9)))))
    apart = chance.choice([0.0, 0.5, 1.0], p=[0.15, 0.35, 0.5])
    any_turn = chance.random() < 0.6
    for _ in range(count * 4):
        x, y = chance.uniform(-0.5, 0.5, 2) * area_wh
        if all(np.hypot(x - p.x, y - p.y) > apart for p in poses):
            turn = chance.uniform(-np.pi, np.pi) if any_turn else level_turn(chance, 0.15)
            poses.append(CardSpot(float(x), float(y), float(turn)))
        if len(poses) == count:
            break
    return poses


def rows(chance: Chance, area_wh: tuple[float, float], aspect: float) -> list[CardSpot]:
    """Lay rows and columns, touching or with gaps, level or swaying."""
    gap = chance.choice([0.0, 0.03, chance.uniform(0, 0.6)], p=[0.2, 0.2, 0.6])
    across, down = aspect + gap, 1 + gap * chance.uniform(0.3, 1.5)
    columns = int(chance.integers(1, max(2, min(10, area_wh[0] / across)) + 1))
    lines = int(chance.integers(1, max(1, min(4, area_wh[1] / down)) + 1))
    sway = chance.choice([0.0, 0.02, 0.08])
    poses = []
    for line in range(lines):
        for column in range(columns):
            if chance.random() < 0.93:
                x = (column - (columns - 1) / 2) * across + chance.normal(0, sway / 2)
                y = (line - (lines - 1) / 2) * down + chance.normal(0, sway)
                poses.append(CardSpot(float(x), float(y), level_turn(chance, sway)))
    return poses


def fan(chance: Chance, area_wh: tuple[float, float], aspect: float) -> list[CardSpot]:
    """Spread cards around a pivot below them, as in a hand."""
    count, step, arm = int(chance.integers(2, 20)), chance.uniform(0.04, 0.4), chance.uniform(0.5, 2.5)
    count = min(count, int(2.6 / step) + 2)
    turns = (np.arange(count) - (count - 1) / 2) * step
    if chance.random() < 0.5:
        turns = -turns
    sway, wobble = chance.normal(0, 0.02, count), chance.normal(0, 0.02, count)
    return [
        CardSpot(float(np.sin(t) * (arm + w)), float(arm - np.cos(t) * (arm + w)), float(t + s))
        for t, s, w in zip(turns, sway, wobble, strict=True)
    ]


def ribbon(chance: Chance, area_wh: tuple[float, float], aspect: float) -> list[CardSpot]:
    """Lay a cascade: each card leaves a strip of the one before it."""
    count, step = int(chance.integers(2, 16)), chance.uniform(0.08, 0.55)
    direction, turn = chance.uniform(0, 2 * np.pi), chance.normal(0, 0.05)
    if chance.random() < 0.7:
        direction = float(chance.choice([0, np.pi / 2, np.pi, -np.pi / 2]))
    bend = chance.normal(0, 0.05)
    poses, x, y = [], 0.0, 0.0
    for index in range(count):
        poses.append(CardSpot(x, y, float(turn + bend * index + chance.normal(0, 0.02))))
        x += float(np.cos(direction + bend * index) * step)
        y += float(np.sin(direction + bend * index) * step)
    return [CardSpot(p.x - x / 2, p.y - y / 2, p.turn) for p in poses]


def cross(chance: Chance, area_wh: tuple[float, float], aspect: float) -> list[CardSpot]:
    """Lay the cross of ten: one crossed by another, four around, a column of four beside."""
    gap = chance.uniform(1.0, 1.4)
    poses = [
        CardSpot(0, 0),
        CardSpot(float(chance.normal(0, 0.05)), float(chance.normal(0, 0.05)), np.pi / 2),
    ]
    poses += [CardSpot(0, -gap), CardSpot(0, gap), CardSpot(-gap, 0), CardSpot(gap, 0)]
    poses += [CardSpot(2 * gap, (i - 1.5) * chance.uniform(1.0, 1.1)) for i in range(4)]
    return [
        CardSpot(
            p.x + chance.normal(0, 0.03), p.y + chance.normal(0, 0.03), p.turn + level_turn(chance, 0.04)
        )
        for p in poses
    ]


def ring(chance: Chance, area_wh: tuple[float, float], aspect: float) -> list[CardSpot]:
    """Lay a circle of cards, radial or level, with one in the middle or none."""
    count, radius = int(chance.integers(5, 14)), chance.uniform(0.9, 1.8)
    radial = chance.random() < 0.6
    poses = [CardSpot(0, 0)] if chance.random() < 0.5 else []
    for angle in np.arange(count) * 2 * np.pi / count:
        turn = angle if radial else level_turn(chance, 0.05)
        poses.append(CardSpot(float(np.sin(angle) * radius), float(-np.cos(angle) * radius), float(turn)))
    return poses


def pile(chance: Chance, area_wh: tuple[float, float], aspect: float) -> list[CardSpot]:
    """Stack cards with edges that do not quite meet."""
    count, slip = int(chance.integers(2, 14)), chance.uniform(0.005, 0.12)
    drift = chance.normal(0, 0.02, 2)
    return [
        CardSpot(
            float(i * drift[0] + chance.normal(0, slip)),
            float(i * drift[1] + chance.normal(0, slip)),
            float(chance.normal(0, slip)),
        )
        for i in range(count)
    ]


def heap(chance: Chance, area_wh: tuple[float, float], aspect: float) -> list[CardSpot]:
    """Throw many cards over each other."""
    count, width = int(chance.integers(5, 40)), chance.uniform(0.4, 1.0)
    spots = chance.normal(0, 0.35 * width, (count, 2)) * np.minimum(area_wh, (6.0, 6.0))
    return [CardSpot(float(x), float(y), float(chance.uniform(-np.pi, np.pi))) for x, y in spots]


def overlap(chance: Chance, area_wh: tuple[float, float], aspect: float) -> list[CardSpot]:
    """Lay two to four cards partly over each other."""
    poses, turn = [CardSpot(0, 0, float(chance.normal(0, 0.3)))], chance.normal(0, 0.3)
    for _ in range(int(chance.integers(1, 4))):
        angle, reach = chance.uniform(0, 2 * np.pi), chance.uniform(0.25, 0.8)
        x, y = poses[-1].x + np.cos(angle) * reach * aspect * 1.3, poses[-1].y + np.sin(angle) * reach
        turn += chance.normal(0, 0.4) if chance.random() < 0.8 else np.pi / 2
        poses.append(CardSpot(float(x), float(y), float(turn)))
    return poses


def single(chance: Chance, area_wh: tuple[float, float], aspect: float) -> list[CardSpot]:
    """Lay one card."""
    return [CardSpot(0, 0, level_turn(chance, 0.2))]


LAYOUTS: Final[tuple[tuple[Arrange, float], ...]] = (
    (scatter, 0.3), (rows, 0.2), (fan, 0.1), (ribbon, 0.06), (cross, 0.05), (ring, 0.04), (pile, 0.05), (heap, 0.05),
    (overlap, 0.1), (single, 0.05),
)  # fmt: skip


def pick_layout(chance: Chance) -> Arrange:
    """Return one of the layouts, the common ones more often."""
    weights = [weight for _, weight in LAYOUTS]
    return LAYOUTS[int(chance.choice(len(LAYOUTS), p=weights))][0]
