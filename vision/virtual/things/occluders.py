"""Things with height on a table: stones, candles, cups, dice, coins, cords, leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from ...types import Frame
from ..canvas import Canvas
from ..drawing.shapes import Colour, blob, palette, pick, place, regular
from ..types import Chance

Point: TypeAlias = tuple[float, float]
Mask: TypeAlias = NDArray[np.uint8]
Layer: TypeAlias = Callable[[Canvas, Chance, Point, float], None]
"""Put one thing into the scene at a place (x, y), of about this size in pixels."""


def mask_of(canvas: Canvas, shapes: list[NDArray[np.float64]]) -> tuple[tuple[slice, slice], Mask] | None:
    """Return the box around some polygons and their union in it as a mask, 0 or 255."""
    box = canvas.box_around(np.concatenate(shapes).astype(np.float32), 6)
    if box is None:
        return None
    mask = np.zeros((box[0].stop - box[0].start, box[1].stop - box[1].start), np.uint8)
    origin = np.array([box[1].start, box[0].start])
    for shape in shapes:
        cv2.fillPoly(mask, [np.round((shape - origin) * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    return box, mask


def rounded(mask: Mask, colour: Colour, light: Point, gloss: float = 0.0, flat_px: float = 30.0) -> Frame:
    """Paint a mask as a body that rises from its edge, lit from one side."""
    depth = np.sqrt(np.minimum(cv2.distanceTransform(mask, cv2.DIST_L2, 3), flat_px) / flat_px)
    depth = cv2.blur(depth, (5, 5)) * flat_px * 0.5
    slope_x, slope_y = cv2.Sobel(depth, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(depth, cv2.CV_32F, 0, 1) / 8
    lit = 0.85 - (slope_x * light[0] + slope_y * light[1]) * 0.45
    painted = lit[..., None] * np.array(colour, np.float32)
    if gloss:
        painted += (255 * gloss * np.clip(lit - 1.0, 0, 1) * 2)[..., None]
    return np.asarray(painted.clip(0, 255), np.uint8)


def put(
    canvas: Canvas,
    shapes: list[NDArray[np.float64]],
    colour: Colour,
    light: Point,
    gloss: float = 0.0,
    swell: float = 30.0,
) -> None:
    """Paint polygons (pixels of the frame) as one rounded body with a shadow."""
    found = mask_of(canvas, shapes)
    if found is None:
        return
    box, mask = found
    shift = np.array([[1, 0, -light[0] * 4], [0, 1, -light[1] * 4]], np.float32)
    shadow = cv2.blur(cv2.warpAffine(mask, shift, (mask.shape[1], mask.shape[0])), (7, 7))
    canvas.shade(box, np.asarray(shadow, np.uint8), 0.5)
    canvas.paste(box, rounded(mask, colour, light, gloss, max(2.0, swell)), mask, -1)


def light_of(canvas: Canvas, chance: Chance) -> Point:
    """Return the direction (x, y) to the lamp: the scene's, or one drawn for this body."""
    angle = chance.uniform(0, 2 * np.pi)
    return canvas.light or (float(np.cos(angle)), float(np.sin(angle)))


def put_stone(canvas: Canvas, chance: Chance, at: Point, size_px: float) -> None:
    """Put a stone, a crystal or a ball."""
    shape = (
        regular(int(chance.integers(5, 9))) if chance.random() < 0.3 else blob(chance, chance.uniform(0, 0.6))
    )
    shape = place(shape * [1, chance.uniform(0.4, 1)], at, size_px * 0.5, chance.uniform(0, 6))
    put(
        canvas,
        [shape],
        pick(chance, palette(chance, 5)),
        light_of(canvas, chance),
        chance.uniform(0, 1),
        size_px * 0.3,
    )


def disc(at: Point, radius_px: float, squash: float = 1.0) -> NDArray[np.float64]:
    """Return a circle seen at a slant."""
    return place(regular(36) * [1, squash], at, radius_px)


def put_cup(canvas: Canvas, chance: Chance, at: Point, size_px: float) -> None:
    """Put a cup, a bowl, a plate or a glass: discs within discs, perhaps a side and a handle."""
    colour, squash, light = pick(chance, palette(chance, 5)), chance.uniform(0.5, 1), light_of(canvas, chance)
    radius, high = size_px * 0.5, size_px * chance.uniform(0, 0.8) * (1.1 - squash)
    if chance.random() < 0.4:
        handle = disc(
            (at[0] + radius * float(chance.choice([-1, 1])), at[1] + high / 2), radius * 0.4, squash
        )
        put(canvas, [handle], colour, light, 0.5, 4)
    body = np.concatenate(
        [disc(at, radius, squash)[18:], disc((at[0], at[1] + high), radius * 0.8, squash)[:18]]
    )
    put(canvas, [disc(at, radius, squash), body], colour, light, 0.5, radius * 0.3)
    inner: Colour = tuple(int(c * chance.uniform(0.3, 1.1)) % 256 for c in colour)  # type: ignore[assignment]
    put(
        canvas,
        [disc(at, radius * chance.uniform(0.6, 0.9), squash)],
        inner,
        (-light[0], -light[1]),
        0.2,
        radius * 0.2,
    )


def glow(canvas: Canvas, at: Point, radius_px: float, strength: float) -> None:
    """Lighten the surroundings of a flame, warmly."""
    corners = np.array(
        [[at[0] - radius_px, at[1] - radius_px], [at[0] + radius_px, at[1] + radius_px]], np.float32
    )
    box = canvas.box_around(corners, 0)
    if box is None:
        return
    y, x = np.mgrid[box[0], box[1]].astype(np.float32)
    near = np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / (0.18 * radius_px**2)) * strength
    lit = canvas.frame[box] + near[..., None] * np.array([90, 170, 255], np.float32)
    canvas.frame[box] = lit.clip(0, 255).astype(np.uint8)


def put_candle(canvas: Canvas, chance: Chance, at: Point, size_px: float) -> None:
    """Put a candle or a tea light, burning or not."""
    wax: Colour = pick(
        chance, [(235, 245, 250), (200, 225, 245), (120, 90, 200), (60, 60, 160), (90, 130, 60), (30, 30, 30)]
    )
    squash, light = chance.uniform(0.35, 1), light_of(canvas, chance)
    radius, high = size_px * chance.uniform(0.2, 0.4), size_px * chance.uniform(0, 1.5) * (1.05 - squash)
    foot = (at[0], at[1] + high)
    body = np.concatenate([disc(at, radius, squash)[18:], disc(foot, radius, squash)[:18]])
    put(canvas, [body, disc(foot, radius, squash)], wax, light, 0.2, radius * 0.8)
    put(
        canvas,
        [disc(at, radius, squash)],
        (190, 190, 195) if chance.random() < 0.3 else wax,
        light,
        0.2,
        radius * 0.3,
    )
    put(canvas, [disc(at, radius * 0.85, squash)], tuple(min(255, c + 15) for c in wax), light, 0, radius)  # type: ignore[arg-type]
    if chance.random() < 0.7:
        tip = chance.uniform(0.3, 0.7) * size_px * (1.1 - squash) + radius * 0.4
        flame = place(np.array([[0, -1], [0.28, -0.1], [0.2, 0.3], [-0.2, 0.3], [-0.28, -0.1]]), at, tip)
        put(canvas, [flame], (170, 235, 255), light, 1.0, 3)
        glow(canvas, at, size_px * chance.uniform(1, 4), chance.uniform(0.4, 1.3))


def put_die(canvas: Canvas, chance: Chance, at: Point, size_px: float) -> None:
    """Put a die: six sides seen from above, or a many-sided one."""
    colour, edge, turn = pick(chance, palette(chance, 5)), size_px * 0.15, chance.uniform(0, 6)
    ink: Colour = (250, 250, 250) if sum(colour) < 380 else (20, 20, 20)
    sides = int(chance.choice([4, 4, 5, 6, 8]))
    put(canvas, [place(regular(sides), at, edge, turn)], colour, light_of(canvas, chance), 0.4, edge * 0.3)
    for _ in range(int(chance.integers(1, 7))):
        spot = (at[0] + chance.uniform(-0.45, 0.45) * edge, at[1] + chance.uniform(-0.45, 0.45) * edge)
        found = mask_of(canvas, [disc(spot, max(1.0, edge * 0.13))])
        if found:
            canvas.paste(found[0], np.full((*found[1].shape, 3), ink, np.uint8), found[1], -1)


def thick(points: NDArray[np.float64], width_px: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Return the polygons of a line with a width at each point."""
    pieces = [disc((float(p[0]), float(p[1])), float(w) / 2) for p, w in zip(points, width_px, strict=True)]
    for i in range(len(points) - 1):
        along = points[i + 1] - points[i]
        across = np.array([-along[1], along[0]]) / (np.linalg.norm(along) + 1e-6) / 2
        a, b = across * width_px[i], across * width_px[i + 1]
        pieces.append(np.stack([points[i] + a, points[i + 1] + b, points[i + 1] - b, points[i] - a]))
    return pieces


def put_cord(canvas: Canvas, chance: Chance, at: Point, size_px: float) -> None:
    """Put a cable, a necklace, a pen or a stick."""
    steps, wide = int(chance.choice([2, 8, 14])), size_px * chance.uniform(0.015, 0.09)
    heading = chance.uniform(0, 2 * np.pi) + np.cumsum(chance.normal(0, 0.5, steps))
    reach = size_px * chance.uniform(0.8, 4) / steps
    points = np.array(at) + np.cumsum(np.stack([np.cos(heading), np.sin(heading)], axis=1) * reach, axis=0)
    put(
        canvas,
        thick(points, np.full(steps, max(1.5, wide))),
        pick(chance, palette(chance, 6)),
        light_of(canvas, chance),
        0.4,
        wide * 0.5,
    )


def put_leaves(canvas: Canvas, chance: Chance, at: Point, size_px: float) -> None:
    """Put a twig, a plant or feathers."""
    colours, leaf = (
        palette(chance, 4),
        np.array([[0, -1], [0.2, -0.4], [0.15, 0.3], [0, 0.6], [-0.15, 0.3], [-0.2, -0.4]]),
    )
    for _ in range(int(chance.integers(3, 14))):
        spot = (at[0] + chance.normal(0, 0.35) * size_px, at[1] + chance.normal(0, 0.35) * size_px)
        shape = place(leaf, spot, size_px * chance.uniform(0.15, 0.4), chance.uniform(0, 6.3))
        put(canvas, [shape], pick(chance, colours), light_of(canvas, chance), 0.1, size_px * 0.05)


OCCLUDERS: Final[tuple[Layer, ...]] = (
    put_stone, put_stone, put_cup, put_candle, put_candle, put_die, put_die, put_cord, put_cord, put_leaves,
)  # fmt: skip
"""Everything but hands, the common ones more than once."""
