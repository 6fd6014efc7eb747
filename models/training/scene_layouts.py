"""How people lay cards: scattered, in rows, fans, crosses, rings, ribbons, piles, heaps, one over another.

Layouts work on the table's plane, in units of a card's height, around (0, 0); later cards lie on earlier ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from vision.types import Quad


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a card lies: its centre, and its turn in radians (0 is upright)."""

    x: float
    y: float
    turn: float = 0.0


Arrange: TypeAlias = Callable[[np.random.Generator, tuple[float, float], float], list[Pose]]
"""Lay cards of an aspect (width to height) on an area (width, height) in card heights."""


def quad_at(pose: Pose, aspect: float, height: float = 1.0) -> Quad:
    """Return the corners of a card on the table, from its upper left, clockwise."""
    half = np.array([[-aspect, -1], [aspect, -1], [aspect, 1], [-aspect, 1]]) / 2 * height
    cosine, sine = np.cos(pose.turn), np.sin(pose.turn)
    turned = half @ np.array([[cosine, sine], [-sine, cosine]])
    return np.asarray(turned + np.array([pose.x, pose.y]) * height, np.float32)


def level_turn(rng: np.random.Generator, sway: float) -> float:
    """Return a turn near upright, sometimes near upside down."""
    return float(rng.normal(0, sway) + (np.pi if rng.random() < 0.25 else 0.0))


def scatter(rng: np.random.Generator, area_wh: tuple[float, float], aspect: float) -> list[Pose]:
    """Throw cards anywhere, most of them clear of each other."""
    poses: list[Pose] = []
    wanted = int(rng.integers(1, 1 + min(24, max(2, round(area_wh[0] * area_wh[1] / 0.9)))))
    apart = rng.choice([0.0, 0.5, 1.0], p=[0.15, 0.35, 0.5])
    any_turn = rng.random() < 0.6
    for _ in range(wanted * 4):
        x, y = rng.uniform(-0.5, 0.5, 2) * area_wh
        if all(np.hypot(x - p.x, y - p.y) > apart for p in poses):
            turn = rng.uniform(-np.pi, np.pi) if any_turn else level_turn(rng, 0.15)
            poses.append(Pose(float(x), float(y), float(turn)))
        if len(poses) == wanted:
            break
    return poses


def rows(rng: np.random.Generator, area_wh: tuple[float, float], aspect: float) -> list[Pose]:
    """Lay rows and columns, touching or with gaps, level or swaying."""
    gap = rng.choice([0.0, 0.03, rng.uniform(0, 0.6)], p=[0.2, 0.2, 0.6])
    across, down = aspect + gap, 1 + gap * rng.uniform(0.3, 1.5)
    columns = int(rng.integers(1, max(2, min(10, area_wh[0] / across)) + 1))
    lines = int(rng.integers(1, max(1, min(4, area_wh[1] / down)) + 1))
    sway = rng.choice([0.0, 0.02, 0.08])
    poses = []
    for line in range(lines):
        for column in range(columns):
            if rng.random() < 0.93:
                x = (column - (columns - 1) / 2) * across + rng.normal(0, sway / 2)
                y = (line - (lines - 1) / 2) * down + rng.normal(0, sway)
                poses.append(Pose(float(x), float(y), level_turn(rng, sway)))
    return poses


def fan(rng: np.random.Generator, area_wh: tuple[float, float], aspect: float) -> list[Pose]:
    """Spread cards around a pivot below them, as in a hand."""
    count, step, arm = int(rng.integers(2, 20)), rng.uniform(0.04, 0.4), rng.uniform(0.5, 2.5)
    count = min(count, int(2.6 / step) + 2)
    turns = (np.arange(count) - (count - 1) / 2) * step
    if rng.random() < 0.5:
        turns = -turns
    sway, wobble = rng.normal(0, 0.02, count), rng.normal(0, 0.02, count)
    return [
        Pose(float(np.sin(t) * (arm + w)), float(arm - np.cos(t) * (arm + w)), float(t + s))
        for t, s, w in zip(turns, sway, wobble, strict=True)
    ]


def ribbon(rng: np.random.Generator, area_wh: tuple[float, float], aspect: float) -> list[Pose]:
    """Lay a cascade: each card leaves a strip of the one before it."""
    count, step = int(rng.integers(2, 16)), rng.uniform(0.08, 0.55)
    direction, turn = rng.uniform(0, 2 * np.pi), rng.normal(0, 0.05)
    if rng.random() < 0.7:
        direction = float(rng.choice([0, np.pi / 2, np.pi, -np.pi / 2]))
    bend = rng.normal(0, 0.05)
    poses, x, y = [], 0.0, 0.0
    for index in range(count):
        poses.append(Pose(x, y, float(turn + bend * index + rng.normal(0, 0.02))))
        x += float(np.cos(direction + bend * index) * step)
        y += float(np.sin(direction + bend * index) * step)
    return [Pose(p.x - x / 2, p.y - y / 2, p.turn) for p in poses]


def cross(rng: np.random.Generator, area_wh: tuple[float, float], aspect: float) -> list[Pose]:
    """Lay the cross of ten: one crossed by another, four around, a column of four beside."""
    gap = rng.uniform(1.0, 1.4)
    poses = [Pose(0, 0), Pose(float(rng.normal(0, 0.05)), float(rng.normal(0, 0.05)), np.pi / 2)]
    poses += [Pose(0, -gap), Pose(0, gap), Pose(-gap, 0), Pose(gap, 0)]
    poses += [Pose(2 * gap, (i - 1.5) * rng.uniform(1.0, 1.1)) for i in range(4)]
    return [
        Pose(p.x + rng.normal(0, 0.03), p.y + rng.normal(0, 0.03), p.turn + level_turn(rng, 0.04))
        for p in poses
    ]


def ring(rng: np.random.Generator, area_wh: tuple[float, float], aspect: float) -> list[Pose]:
    """Lay a circle of cards, radial or level, with one in the middle or none."""
    count, radius = int(rng.integers(5, 14)), rng.uniform(0.9, 1.8)
    radial = rng.random() < 0.6
    poses = [Pose(0, 0)] if rng.random() < 0.5 else []
    for angle in np.arange(count) * 2 * np.pi / count:
        turn = angle if radial else level_turn(rng, 0.05)
        poses.append(Pose(float(np.sin(angle) * radius), float(-np.cos(angle) * radius), float(turn)))
    return poses


def pile(rng: np.random.Generator, area_wh: tuple[float, float], aspect: float) -> list[Pose]:
    """Stack cards with edges that do not quite meet."""
    count, slip = int(rng.integers(2, 14)), rng.uniform(0.005, 0.12)
    drift = rng.normal(0, 0.02, 2)
    return [
        Pose(
            float(i * drift[0] + rng.normal(0, slip)),
            float(i * drift[1] + rng.normal(0, slip)),
            float(rng.normal(0, slip)),
        )
        for i in range(count)
    ]


def heap(rng: np.random.Generator, area_wh: tuple[float, float], aspect: float) -> list[Pose]:
    """Throw many cards over each other."""
    count, width = int(rng.integers(5, 40)), rng.uniform(0.4, 1.0)
    spots = rng.normal(0, 0.35 * width, (count, 2)) * np.minimum(area_wh, (6.0, 6.0))
    return [Pose(float(x), float(y), float(rng.uniform(-np.pi, np.pi))) for x, y in spots]


def overlap(rng: np.random.Generator, area_wh: tuple[float, float], aspect: float) -> list[Pose]:
    """Lay two to four cards partly over each other."""
    poses, turn = [Pose(0, 0, float(rng.normal(0, 0.3)))], rng.normal(0, 0.3)
    for _ in range(int(rng.integers(1, 4))):
        angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.25, 0.8)
        x, y = poses[-1].x + np.cos(angle) * reach * aspect * 1.3, poses[-1].y + np.sin(angle) * reach
        turn += rng.normal(0, 0.4) if rng.random() < 0.8 else np.pi / 2
        poses.append(Pose(float(x), float(y), float(turn)))
    return poses


def single(rng: np.random.Generator, area_wh: tuple[float, float], aspect: float) -> list[Pose]:
    """Lay one card."""
    return [Pose(0, 0, level_turn(rng, 0.2))]


LAYOUTS: Final[tuple[tuple[Arrange, float], ...]] = (
    (scatter, 0.3), (rows, 0.2), (fan, 0.1), (ribbon, 0.06), (cross, 0.05), (ring, 0.04), (pile, 0.05), (heap, 0.05),
    (overlap, 0.1), (single, 0.05),
)  # fmt: skip


def pick_layout(rng: np.random.Generator) -> Arrange:
    """Return one of the layouts, the common ones more often."""
    weights = [weight for _, weight in LAYOUTS]
    return LAYOUTS[int(rng.choice(len(LAYOUTS), p=weights))][0]
