"""Grounds that cards lie on: woods, cloths, tiles, carpets, stones, rugs, plaids, printed and patterned ones.

Every texture is square, ``TEXTURE_PX`` wide, BGR; scenes repeat it mirrored, so that it need not tile.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.drawn import compose, words
from models.training.drawn_shapes import (
    Colour,
    blend,
    blob,
    fill,
    lettering,
    outline,
    palette,
    pick,
    place,
    regular,
    value_noise,
)
from models.training.scans import Picture

TEXTURE_PX: Final = 768
Share: TypeAlias = NDArray[np.float32]
"""A map of shares, shape (TEXTURE_PX, TEXTURE_PX), about 0 to 1."""


def fractal(rng: np.random.Generator, cell_px: float, octaves: int, decay: float = 0.5) -> Share:
    """Return noise with detail at several scales, stretched to 0..1."""
    share = np.zeros((TEXTURE_PX, TEXTURE_PX), np.float32)
    for octave in range(octaves):
        cells = cell_px / 2**octave
        if cells < 1:
            break
        share += decay**octave * value_noise(rng, (TEXTURE_PX, TEXTURE_PX), cells)
    low, high = float(share.min()), float(share.max())
    return np.asarray((share - low) / max(high - low, 1e-6), np.float32)


def grain(rng: np.random.Generator, picture: Picture, strength: float) -> Picture:
    """Make a picture's every pixel a little lighter or darker."""
    noise = rng.normal(1.0, strength, picture.shape[:2]).astype(np.float32)
    return np.asarray((picture * noise[..., None]).clip(0, 255), np.uint8)


def table_colours(rng: np.random.Generator) -> tuple[Colour, Colour]:
    """Return two kindred colours, as a table's material has."""
    hue, saturation, value = rng.uniform(0, 180), rng.uniform(0, 200), rng.uniform(10, 245)
    other = hue + rng.normal(0, 8), saturation * rng.uniform(0.5, 1.4), value * rng.uniform(0.35, 1.3)
    hsv = np.array([[[hue, saturation, value], [other[0] % 180, *np.clip(other[1:], 0, 255)]]], np.uint8)
    first, second = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0].tolist()
    return tuple(first), tuple(second)


def wood(rng: np.random.Generator) -> Picture:
    """Return planks with grain along them, light to dark."""
    hue, saturation, value = rng.uniform(5, 20), rng.uniform(40, 190), rng.uniform(60, 240)
    hsv = np.array(
        [[[hue, saturation, value], [hue, min(255, saturation * 1.2), value * rng.uniform(0.2, 0.8)]]]
    )
    light, dark = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR)[0].tolist()
    fibres = np.zeros((TEXTURE_PX, TEXTURE_PX), np.float32)
    for across_px in (rng.uniform(40, 160), rng.uniform(8, 30), 3.0):
        narrow = value_noise(rng, (TEXTURE_PX, 24), across_px)
        fibres += cv2.resize(narrow, (TEXTURE_PX, TEXTURE_PX), interpolation=cv2.INTER_CUBIC) / 3
    bend = fractal(rng, 300, 2) * rng.uniform(0, 90)
    y, x = np.mgrid[0:TEXTURE_PX, 0:TEXTURE_PX].astype(np.float32)
    bent = cv2.remap(fibres, x + bend, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    picture = blend(np.asarray((bent - 0.5) * rng.uniform(1, 2.5) + 0.5, np.float32).clip(0, 1), dark, light)
    if rng.random() < 0.5:
        step = rng.uniform(60, 300)
        for plank in np.arange(rng.uniform(0, step), TEXTURE_PX, step):
            cv2.line(
                picture,
                (int(plank), 0),
                (int(plank), TEXTURE_PX),
                [c // 3 for c in dark],
                int(rng.integers(1, 4)),
            )
    return np.ascontiguousarray(np.rot90(picture, int(rng.integers(2))))


def cloth(rng: np.random.Generator) -> Picture:
    """Return a plain cloth: weave, folds, sometimes velvet's sheen."""
    first, second = table_colours(rng)
    weave = rng.random((TEXTURE_PX, TEXTURE_PX), dtype=np.float32) * rng.uniform(0, 0.5)
    folds = fractal(rng, rng.uniform(120, 500), int(rng.integers(1, 6))) * rng.uniform(0, 1)
    return blend(np.asarray(weave + folds, np.float32).clip(0, 1), first, second)


def carpet(rng: np.random.Generator) -> Picture:
    """Return a carpet, gravel or asphalt: strong detail at a few pixels."""
    first, second = table_colours(rng)
    share = fractal(rng, rng.uniform(4, 14), 3, 0.8)
    return blend(((share - 0.5) * rng.uniform(1, 3) + 0.5).clip(0, 1).astype(np.float32), first, second)


def stone(rng: np.random.Generator) -> Picture:
    """Return marble or slate: clouds with veins."""
    first, second = table_colours(rng)
    share = fractal(rng, rng.uniform(60, 400), 7, rng.uniform(0.45, 0.75))
    if rng.random() < 0.5:
        share = np.abs(np.sin(share * rng.uniform(5, 25))).astype(np.float32)
    return blend(share, first, second)


def tiles(rng: np.random.Generator) -> Picture:
    """Return tiles or boards of a game: cells of slightly different colour with joints."""
    first, second = table_colours(rng)
    cells = int(rng.integers(2, 14))
    grid = rng.random((cells, cells), dtype=np.float32) * rng.uniform(0.1, 1)
    if rng.random() < 0.3:
        grid = (np.indices((cells, cells)).sum(axis=0) % 2).astype(np.float32)
    share = cv2.resize(grid, (TEXTURE_PX, TEXTURE_PX), interpolation=cv2.INTER_NEAREST)
    share = 0.7 * share + 0.3 * fractal(rng, 60, 4)
    picture = blend(np.asarray(share, np.float32).clip(0, 1), first, second)
    joint, step = pick(rng, [first, second, (190, 190, 190), (30, 30, 30)]), TEXTURE_PX / cells
    for place_px in np.arange(0, TEXTURE_PX, step).astype(int).tolist():
        cv2.line(picture, (place_px, 0), (place_px, TEXTURE_PX), joint, 3, cv2.LINE_AA)
        cv2.line(picture, (0, place_px), (TEXTURE_PX, place_px), joint, 3, cv2.LINE_AA)
    return picture


def plaid(rng: np.random.Generator) -> Picture:
    """Return a checked blanket: stripes crossing stripes."""
    colours = palette(rng, 5)
    stripes = np.zeros((1, TEXTURE_PX, 3), np.float32)
    edges = np.sort(rng.integers(0, TEXTURE_PX // 3, int(rng.integers(3, 9))))
    for start, end in zip([0, *edges], [*edges, TEXTURE_PX // 3], strict=True):
        stripes[:, start:end] = pick(rng, colours)
    stripes = np.tile(stripes[:, : TEXTURE_PX // 3], (1, 3, 1))
    crossed = (stripes + stripes.transpose(1, 0, 2)) / 2
    return grain(rng, np.asarray(crossed, np.uint8), rng.uniform(0, 0.15))


def printed(rng: np.random.Generator) -> Picture:
    """Return a printed cloth or wrapping paper: large curved shapes in few colours."""
    colours = palette(rng, int(rng.integers(2, 6)))
    picture: Picture = np.full((TEXTURE_PX, TEXTURE_PX, 3), pick(rng, colours), np.uint8)
    size = rng.uniform(0.03, 0.15) * TEXTURE_PX
    for _ in range(int(rng.integers(30, 160))):
        at = (rng.uniform(0, TEXTURE_PX), rng.uniform(0, TEXTURE_PX))
        shape = place(
            blob(rng, 0.8) * [1, rng.uniform(0.2, 1)], at, size * rng.uniform(0.3, 1.6), rng.uniform(0, 6.3)
        )
        fill(picture, shape, pick(rng, colours))
        if rng.random() < 0.4:
            outline(picture, shape, pick(rng, colours), int(rng.integers(1, 4)))
    return picture


def rug(rng: np.random.Generator) -> Picture:
    """Return an ornamented rug: one quarter of motifs, mirrored, in rows."""
    colours = palette(rng, 6)
    cell = int(rng.integers(60, 260))
    tile: Picture = np.full((cell, cell, 3), pick(rng, colours), np.uint8)
    for _ in range(int(rng.integers(3, 12))):
        at = (rng.uniform(0, cell), rng.uniform(0, cell))
        shape = (
            regular(int(rng.integers(3, 9)), rng.uniform(0.3, 1)) if rng.random() < 0.6 else blob(rng, 0.7)
        )
        fill(tile, place(shape, at, cell * rng.uniform(0.05, 0.4)), pick(rng, colours))
    mirrored = np.concatenate([tile, tile[:, ::-1]], axis=1)
    mirrored = np.concatenate([mirrored, mirrored[::-1]], axis=0)
    times = TEXTURE_PX // (2 * cell) + 1
    return grain(rng, np.tile(mirrored, (times, times, 1))[:TEXTURE_PX, :TEXTURE_PX], rng.uniform(0, 0.15))


def mandala(rng: np.random.Generator) -> Picture:
    """Return a cloth with a drawn wheel: rings, rays, signs of the stars around the middle."""
    picture = cloth(rng) if rng.random() < 0.5 else stone(rng)
    ink, middle = pick(rng, palette(rng, 6)), (TEXTURE_PX / 2, TEXTURE_PX / 2)
    for share in rng.uniform(0.05, 0.5, int(rng.integers(2, 9))):
        outline(picture, place(regular(72), middle, share * TEXTURE_PX), ink, int(rng.integers(1, 4)))
    spokes = int(rng.choice([6, 8, 12, 24, 36]))
    for angle in np.arange(spokes) * 2 * np.pi / spokes:
        ray = np.array([[0, rng.uniform(0.1, 0.25)], [0, 0.48]])
        outline(picture, place(ray, middle, TEXTURE_PX, float(angle)), ink, 2, closed=False)
        at = place(np.array([[0.0, 0.3]]), middle, TEXTURE_PX, float(angle))[0]
        fill(picture, place(regular(5, 0.5), (float(at[0]), float(at[1])), 14), ink)
    return picture


def pages(rng: np.random.Generator) -> Picture:
    """Return newsprint and pictures side by side: a ground as busy as cards are."""
    picture: Picture = np.full((TEXTURE_PX, TEXTURE_PX, 3), 225, np.uint8)
    for _ in range(int(rng.integers(4, 14))):
        x, y = rng.integers(0, TEXTURE_PX - 80, 2)
        width, height = rng.integers(60, 400, 2)
        width, height = min(width, TEXTURE_PX - x), min(height, TEXTURE_PX - y)
        if rng.random() < 0.5:
            picture[y : y + height, x : x + width] = compose(rng, (int(width), int(height)), palette(rng, 6))
            continue
        for line in range(y + 8, y + height - 4, 12):
            lettering(picture, words(rng, 6), (x + width / 2, line), 7, (40, 40, 40))
    return picture


def plain(rng: np.random.Generator) -> Picture:
    """Return one colour with faint clouds: table tops, felt, dark velvet, white desks."""
    first, _ = table_colours(rng)
    second: Colour = tuple(int(c * rng.uniform(0.75, 1.0)) for c in first)  # type: ignore[assignment]
    return grain(rng, blend(fractal(rng, 300, 3), first, second), rng.uniform(0, 0.04))


KINDS: Final[tuple[Callable[[np.random.Generator], Picture], ...]] = (
    wood, wood, wood, cloth, cloth, carpet, stone, tiles, plaid, printed, rug, mandala, pages, plain, plain,
)  # fmt: skip


def draw_texture(rng: np.random.Generator) -> Picture:
    """Return one ground of a random kind."""
    return KINDS[int(rng.integers(len(KINDS)))](rng)
