"""Grounds below cards: woods, cloths, tiles, carpets, stones, rugs, plaids, printed and patterned ones.

Every texture is square, ``TEXTURE_PX`` wide, BGR; scenes repeat it mirrored, so that it need not tile.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from ...types import Frame
from ..drawing.compositions import compose, words
from ..drawing.shapes import (
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
from ..types import Chance
from .textures import SURFACES, paint_surface

TEXTURE_PX: Final = 768
SESSION_MM_A_PX: Final = (0.3, 1.2)
"""Millimetres of a session's surface per pixel of a ground: threads from near, folds from afar."""

Share: TypeAlias = NDArray[np.float32]
"""A map of shares, shape (TEXTURE_PX, TEXTURE_PX), about 0 to 1."""


def fractal(chance: Chance, cell_px: float, octaves: int, decay: float = 0.5) -> Share:
    """Return noise with detail at several scales, stretched to 0..1."""
    share = np.zeros((TEXTURE_PX, TEXTURE_PX), np.float32)
    for octave in range(octaves):
        cells = cell_px / 2**octave
        if cells < 1:
            break
        share += decay**octave * value_noise(chance, (TEXTURE_PX, TEXTURE_PX), cells)
    low, high = float(share.min()), float(share.max())
    return np.asarray((share - low) / max(high - low, 1e-6), np.float32)


def grain(chance: Chance, picture: Frame, strength: float) -> Frame:
    """Make a picture's every pixel a little lighter or darker."""
    noise = chance.normal(1.0, strength, picture.shape[:2]).astype(np.float32)
    return np.asarray((picture * noise[..., None]).clip(0, 255), np.uint8)


def table_colours(chance: Chance) -> tuple[Colour, Colour]:
    """Return two similar colours, as of a table's material."""
    hue, saturation, value = chance.uniform(0, 180), chance.uniform(0, 200), chance.uniform(10, 245)
    other = (
        hue + chance.normal(0, 8),
        saturation * chance.uniform(0.5, 1.4),
        value * chance.uniform(0.35, 1.3),
    )
    hsv = np.array([[[hue, saturation, value], [other[0] % 180, *np.clip(other[1:], 0, 255)]]], np.uint8)
    first, second = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0].tolist()
    return tuple(first), tuple(second)


def wood(chance: Chance) -> Frame:
    """Return planks with grain along them, light to dark."""
    hue, saturation, value = chance.uniform(5, 20), chance.uniform(40, 190), chance.uniform(60, 240)
    hsv = np.array(
        [[[hue, saturation, value], [hue, min(255, saturation * 1.2), value * chance.uniform(0.2, 0.8)]]]
    )
    light, dark = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR)[0].tolist()
    fibres = np.zeros((TEXTURE_PX, TEXTURE_PX), np.float32)
    for across_px in (chance.uniform(40, 160), chance.uniform(8, 30), 3.0):
        narrow = value_noise(chance, (TEXTURE_PX, 24), across_px)
        fibres += cv2.resize(narrow, (TEXTURE_PX, TEXTURE_PX), interpolation=cv2.INTER_CUBIC) / 3
    bend = fractal(chance, 300, 2) * chance.uniform(0, 90)
    y, x = np.mgrid[0:TEXTURE_PX, 0:TEXTURE_PX].astype(np.float32)
    bent = cv2.remap(fibres, x + bend, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    picture = blend(
        np.asarray((bent - 0.5) * chance.uniform(1, 2.5) + 0.5, np.float32).clip(0, 1), dark, light
    )
    if chance.random() < 0.5:
        step = chance.uniform(60, 300)
        for plank in np.arange(chance.uniform(0, step), TEXTURE_PX, step):
            cv2.line(
                picture,
                (int(plank), 0),
                (int(plank), TEXTURE_PX),
                [c // 3 for c in dark],
                int(chance.integers(1, 4)),
            )
    return np.ascontiguousarray(np.rot90(picture, int(chance.integers(2))))


def cloth(chance: Chance) -> Frame:
    """Return a plain cloth: weave, folds, sometimes velvet's sheen."""
    first, second = table_colours(chance)
    weave = chance.random((TEXTURE_PX, TEXTURE_PX), dtype=np.float32) * chance.uniform(0, 0.5)
    folds = fractal(chance, chance.uniform(120, 500), int(chance.integers(1, 6))) * chance.uniform(0, 1)
    return blend(np.asarray(weave + folds, np.float32).clip(0, 1), first, second)


def carpet(chance: Chance) -> Frame:
    """Return a carpet, gravel or asphalt: strong detail at a few pixels."""
    first, second = table_colours(chance)
    share = fractal(chance, chance.uniform(4, 14), 3, 0.8)
    return blend(((share - 0.5) * chance.uniform(1, 3) + 0.5).clip(0, 1).astype(np.float32), first, second)


def stone(chance: Chance) -> Frame:
    """Return marble or slate: clouds with veins."""
    first, second = table_colours(chance)
    share = fractal(chance, chance.uniform(60, 400), 7, chance.uniform(0.45, 0.75))
    if chance.random() < 0.5:
        share = np.abs(np.sin(share * chance.uniform(5, 25))).astype(np.float32)
    return blend(share, first, second)


def tiles(chance: Chance) -> Frame:
    """Return tiles or boards of a game: cells of slightly different colour with joints."""
    first, second = table_colours(chance)
    cells = int(chance.integers(2, 14))
    grid = chance.random((cells, cells), dtype=np.float32) * chance.uniform(0.1, 1)
    if chance.random() < 0.3:
        grid = (np.indices((cells, cells)).sum(axis=0) % 2).astype(np.float32)
    share = cv2.resize(grid, (TEXTURE_PX, TEXTURE_PX), interpolation=cv2.INTER_NEAREST)
    share = 0.7 * share + 0.3 * fractal(chance, 60, 4)
    picture = blend(np.asarray(share, np.float32).clip(0, 1), first, second)
    joint, step = pick(chance, [first, second, (190, 190, 190), (30, 30, 30)]), TEXTURE_PX / cells
    for place_px in np.arange(0, TEXTURE_PX, step).astype(int).tolist():
        cv2.line(picture, (place_px, 0), (place_px, TEXTURE_PX), joint, 3, cv2.LINE_AA)
        cv2.line(picture, (0, place_px), (TEXTURE_PX, place_px), joint, 3, cv2.LINE_AA)
    return picture


def plaid(chance: Chance) -> Frame:
    """Return a checked blanket: stripes crossing stripes."""
    colours = palette(chance, 5)
    stripes = np.zeros((1, TEXTURE_PX, 3), np.float32)
    edges = np.sort(chance.integers(0, TEXTURE_PX // 3, int(chance.integers(3, 9))))
    for start, end in zip([0, *edges], [*edges, TEXTURE_PX // 3], strict=True):
        stripes[:, start:end] = pick(chance, colours)
    stripes = np.tile(stripes[:, : TEXTURE_PX // 3], (1, 3, 1))
    crossed = (stripes + stripes.transpose(1, 0, 2)) / 2
    return grain(chance, np.asarray(crossed, np.uint8), chance.uniform(0, 0.15))


def printed(chance: Chance) -> Frame:
    """Return a printed cloth or wrapping paper: large curved shapes in few colours."""
    colours = palette(chance, int(chance.integers(2, 6)))
    picture: Frame = np.full((TEXTURE_PX, TEXTURE_PX, 3), pick(chance, colours), np.uint8)
    size = chance.uniform(0.03, 0.15) * TEXTURE_PX
    for _ in range(int(chance.integers(30, 160))):
        at = (chance.uniform(0, TEXTURE_PX), chance.uniform(0, TEXTURE_PX))
        shape = place(
            blob(chance, 0.8) * [1, chance.uniform(0.2, 1)],
            at,
            size * chance.uniform(0.3, 1.6),
            chance.uniform(0, 6.3),
        )
        fill(picture, shape, pick(chance, colours))
        if chance.random() < 0.4:
            outline(picture, shape, pick(chance, colours), int(chance.integers(1, 4)))
    return picture


def rug(chance: Chance) -> Frame:
    """Return an ornamented rug: one quarter of motifs, mirrored, in rows."""
    colours = palette(chance, 6)
    cell = int(chance.integers(60, 260))
    tile: Frame = np.full((cell, cell, 3), pick(chance, colours), np.uint8)
    for _ in range(int(chance.integers(3, 12))):
        at = (chance.uniform(0, cell), chance.uniform(0, cell))
        shape = (
            regular(int(chance.integers(3, 9)), chance.uniform(0.3, 1))
            if chance.random() < 0.6
            else blob(chance, 0.7)
        )
        fill(tile, place(shape, at, cell * chance.uniform(0.05, 0.4)), pick(chance, colours))
    mirrored = np.concatenate([tile, tile[:, ::-1]], axis=1)
    mirrored = np.concatenate([mirrored, mirrored[::-1]], axis=0)
    times = TEXTURE_PX // (2 * cell) + 1
    return grain(
        chance, np.tile(mirrored, (times, times, 1))[:TEXTURE_PX, :TEXTURE_PX], chance.uniform(0, 0.15)
    )


def mandala(chance: Chance) -> Frame:
    """Return a cloth with a drawn wheel: rings, rays, signs of the stars around the middle."""
    picture = cloth(chance) if chance.random() < 0.5 else stone(chance)
    ink, middle = pick(chance, palette(chance, 6)), (TEXTURE_PX / 2, TEXTURE_PX / 2)
    for share in chance.uniform(0.05, 0.5, int(chance.integers(2, 9))):
        outline(picture, place(regular(72), middle, share * TEXTURE_PX), ink, int(chance.integers(1, 4)))
    spokes = int(chance.choice([6, 8, 12, 24, 36]))
    for angle in np.arange(spokes) * 2 * np.pi / spokes:
        ray = np.array([[0, chance.uniform(0.1, 0.25)], [0, 0.48]])
        outline(picture, place(ray, middle, TEXTURE_PX, float(angle)), ink, 2, closed=False)
        at = place(np.array([[0.0, 0.3]]), middle, TEXTURE_PX, float(angle))[0]
        fill(picture, place(regular(5, 0.5), (float(at[0]), float(at[1])), 14), ink)
    return picture


def pages(chance: Chance) -> Frame:
    """Return newsprint and pictures side by side: a ground as busy as cards are."""
    picture: Frame = np.full((TEXTURE_PX, TEXTURE_PX, 3), 225, np.uint8)
    for _ in range(int(chance.integers(4, 14))):
        x, y = chance.integers(0, TEXTURE_PX - 80, 2)
        width, height = chance.integers(60, 400, 2)
        width, height = min(width, TEXTURE_PX - x), min(height, TEXTURE_PX - y)
        if chance.random() < 0.5:
            picture[y : y + height, x : x + width] = compose(
                chance, (int(width), int(height)), palette(chance, 6)
            )
            continue
        for line in range(y + 8, y + height - 4, 12):
            lettering(picture, words(chance, 6), (x + width / 2, line), 7, (40, 40, 40))
    return picture


def plain(chance: Chance) -> Frame:
    """Return one colour with faint clouds: table tops, felt, dark velvet, white desks."""
    first, _ = table_colours(chance)
    second: Colour = tuple(int(c * chance.uniform(0.75, 1.0)) for c in first)  # type: ignore[assignment]
    return grain(chance, blend(fractal(chance, 300, 3), first, second), chance.uniform(0, 0.04))


KINDS: Final[tuple[Callable[[Chance], Frame], ...]] = (
    wood, wood, wood, cloth, cloth, carpet, stone, tiles, plaid, printed, rug, mandala, pages, plain, plain,
)  # fmt: skip


def draw_texture(chance: Chance) -> Frame:
    """Return one ground of a random kind."""
    return KINDS[int(chance.integers(len(KINDS)))](chance)


def session_ground(chance: Chance) -> Frame:
    """Return one of the sessions' surfaces as a ground, from near or far."""
    mm_a_px = float(np.exp(chance.uniform(*np.log(SESSION_MM_A_PX))))
    places = np.arange(TEXTURE_PX, dtype=np.float32) * np.float32(mm_a_px)
    table_mm = np.stack(np.meshgrid(places, places), axis=-1)
    name = list(SURFACES)[int(chance.integers(len(SURFACES)))]
    return np.asarray(paint_surface(name, chance, table_mm) * 255, np.uint8)
