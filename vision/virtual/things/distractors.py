"""Flat things that are no cards, though they may be similar: sheets, books, phones, frames, wallets, boxes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import cv2
import numpy as np

from ...types import Frame, Quad
from ..canvas import Canvas
from ..drawing.compositions import compose, words
from ..drawing.shapes import (
    Colour,
    club,
    fill,
    heart,
    lettering,
    outline,
    palette,
    pick,
    place,
    regular,
    spade,
    value_noise,
)
from ..types import Chance
from .cards import card_cut

Drawer: TypeAlias = Callable[[Chance], tuple[Frame, float]]
"""Draw a thing from above; return it and the radius of its corners as a share of its width."""

LONG_PX: Final = 240


def blank(chance: Chance, aspect: float, colour: Colour) -> Frame:
    """Return a plain sheet, ``LONG_PX`` high."""
    sheet: Frame = np.full((LONG_PX, max(24, round(LONG_PX * aspect)), 3), colour, np.uint8)
    return sheet


def paper_colour(chance: Chance) -> Colour:
    """Return white, cream or a note's pale tint."""
    tint = chance.uniform(200, 255)
    return int(tint * chance.uniform(0.6, 1)), int(tint * chance.uniform(0.9, 1)), int(tint)


def write_lines(chance: Chance, sheet: Frame, left: int, right: int) -> None:
    """Fill a page with text, handwriting or ruled lines."""
    ink: Colour = (90, 50, 30) if chance.random() < 0.4 else (40, 40, 45)
    step, kind = int(chance.integers(6, 18)), int(chance.integers(3))
    for y in range(int(chance.integers(10, 50)), sheet.shape[0] - 10, step):
        end = right - int(chance.integers(0, max(1, (right - left) // 3)))
        if kind == 0:
            cv2.line(sheet, (left, y), (right, y), (200, 180, 160), 1, cv2.LINE_AA)
        elif kind == 1:
            x = np.arange(left, end, 3.0)
            outline(
                sheet, np.stack([x, y + chance.normal(0, step / 6, len(x))], axis=1), ink, 1, closed=False
            )
        else:
            text = words(chance, 12)[: max(3, (end - left) // 5)]
            lettering(sheet, text, ((left + end) / 2, y), step * 0.45, ink, 0)


def draw_sheet(chance: Chance) -> tuple[Frame, float]:
    """Draw a written sheet or a note."""
    sheet = blank(chance, chance.uniform(0.65, 1.3), paper_colour(chance))
    write_lines(chance, sheet, 8, sheet.shape[1] - 8)
    return sheet, 0.0


def draw_open_book(chance: Chance) -> tuple[Frame, float]:
    """Draw two pages and the fold between them."""
    sheet = blank(chance, chance.uniform(1.2, 1.6), paper_colour(chance))
    middle = sheet.shape[1] // 2
    write_lines(chance, sheet, 10, middle - 10)
    write_lines(chance, sheet, middle + 10, sheet.shape[1] - 10)
    fold = 1 - 0.6 * np.exp(-(((np.arange(sheet.shape[1]) - middle) / 12.0) ** 2))
    return np.asarray(sheet * fold[None, :, None], np.uint8), 0.01


def draw_cover(chance: Chance) -> tuple[Frame, float]:
    """Draw a closed book or a box from above: title, perhaps a picture, a spine or the pages' edge."""
    colours = palette(chance, 6)
    sheet = blank(chance, chance.uniform(0.62, 0.95), pick(chance, colours))
    width = sheet.shape[1]
    if chance.random() < 0.4:
        top, bottom = int(chance.integers(60, 110)), LONG_PX - int(chance.integers(20, 50))
        sheet[top:bottom, 16 : width - 16] = compose(chance, (width - 32, bottom - top), colours)
    for y in chance.uniform(0.08, 0.9, int(chance.integers(1, 5))):
        lettering(
            sheet, words(chance, 3), (width / 2, y * LONG_PX), chance.uniform(8, 20), pick(chance, colours), 2
        )
    edge = int(chance.integers(5, 16))
    sheet[-edge:] = (210, 220, 225) if chance.random() < 0.6 else tuple(c // 2 for c in pick(chance, colours))
    sheet[:, : edge // 2] = sheet[:, : edge // 2] // 2
    return sheet, 0.02


def draw_phone(chance: Chance) -> tuple[Frame, float]:
    """Draw a phone, its screen off, on with icons, or its back with lenses."""
    shell: Colour = pick(chance, [(20, 20, 20), (30, 30, 35), (225, 225, 228), (60, 40, 40)])
    sheet = blank(chance, chance.uniform(0.44, 0.53), shell)
    width, kind = sheet.shape[1], int(chance.integers(3))
    if kind == 0:
        sheet[14:-14, 5:-5] = 12
    elif kind == 1:
        sheet[8:-8, 5:-5] = compose(chance, (width - 10, LONG_PX - 16), palette(chance, 5))
        for y in range(30, LONG_PX - 30, 36):
            for x in range(14, width - 20, 26):
                cv2.rectangle(sheet, (x, y), (x + 16, y + 16), pick(chance, palette(chance, 5)), -1)
    else:
        for y in (18, 40):
            cv2.circle(sheet, (20, y), 9, (35, 30, 30), -1, cv2.LINE_AA)
            cv2.circle(sheet, (20, y), 4, (90, 60, 40), -1, cv2.LINE_AA)
    return sheet, float(chance.uniform(0.08, 0.16))


def draw_frame(chance: Chance) -> tuple[Frame, float]:
    """Draw a picture in a thick frame, wider or nearer to square than a card."""
    colours = palette(chance, 6)
    sheet = blank(
        chance,
        float(chance.choice([chance.uniform(0.8, 1.0), chance.uniform(1.1, 1.6)])),
        pick(chance, colours),
    )
    rim = int(chance.integers(14, 36))
    inner_wh = (sheet.shape[1] - 2 * rim, LONG_PX - 2 * rim)
    sheet[rim:-rim, rim:-rim] = compose(chance, inner_wh, colours)
    cv2.rectangle(
        sheet, (rim // 2, rim // 2), (sheet.shape[1] - rim // 2, LONG_PX - rim // 2), pick(chance, colours), 3
    )
    return sheet, 0.0


def draw_wallet(chance: Chance) -> tuple[Frame, float]:
    """Draw leather with a seam and a button."""
    base = chance.uniform(15, 110)
    colour: Colour = (int(base * chance.uniform(0.3, 1)), int(base * chance.uniform(0.5, 1)), int(base))
    sheet = blank(chance, chance.uniform(1.1, 1.5), colour)
    leather = value_noise(chance, (sheet.shape[1], LONG_PX), 5)[..., None] * 0.4 + 0.8
    sheet = np.asarray((sheet * leather).clip(0, 255), np.uint8)
    cv2.rectangle(
        sheet, (8, 8), (sheet.shape[1] - 8, LONG_PX - 8), tuple(c // 2 for c in colour), 1, cv2.LINE_AA
    )
    cv2.circle(sheet, (sheet.shape[1] - 20, LONG_PX // 2), 6, (170, 175, 180), -1, cv2.LINE_AA)
    return sheet, 0.06


def draw_keys(chance: Chance) -> tuple[Frame, float]:
    """Draw a keyboard or a remote control."""
    shell = int(chance.uniform(15, 220))
    sheet = blank(chance, float(chance.choice([0.3, 2.4])), (shell, shell, shell))
    keys = int(255 - shell * 0.7) if chance.random() < 0.5 else max(0, shell - 30)
    step = int(chance.integers(18, 36))
    for y in range(8, LONG_PX - step, step):
        for x in range(8, sheet.shape[1] - step + 4, step):
            cv2.rectangle(sheet, (x, y), (x + step - 5, y + step - 5), (keys, keys, keys), -1, cv2.LINE_AA)
    return sheet, 0.05


DISTRACTORS: Final[tuple[Drawer, ...]] = (
    draw_sheet, draw_sheet, draw_open_book, draw_cover, draw_cover, draw_phone, draw_frame, draw_wallet, draw_keys,
)  # fmt: skip


def draw_screen(chance: Chance) -> tuple[Frame, float]:
    """Draw a screen with windows, text of a few pixels, buttons and pictures."""
    is_dark = chance.random() < 0.5
    sheet = blank(chance, chance.uniform(1.2, 1.8), (35, 30, 28) if is_dark else (250, 248, 246))
    width = sheet.shape[1]
    for _ in range(int(chance.integers(1, 4))):
        left, top = int(chance.uniform(0, 0.6) * width), int(chance.uniform(0, 0.6) * LONG_PX)
        right, bottom = (
            min(width, left + int(chance.integers(60, 200))),
            min(LONG_PX, top + int(chance.integers(60, 160))),
        )
        sheet[top:bottom, left:right] = int(chance.uniform(20, 60) if is_dark else chance.uniform(215, 255))
        if chance.random() < 0.3:
            sheet[top:bottom, left:right] = compose(chance, (right - left, bottom - top), palette(chance, 5))
    ink = (210, 210, 210) if is_dark else (40, 40, 40)
    step = float(chance.uniform(5, 14))
    for y in np.arange(step, LONG_PX - step, step * chance.uniform(1, 1.6)):
        if chance.random() < 0.7:
            lettering(
                sheet, words(chance, 8), (chance.uniform(0.2, 0.7) * width, float(y)), step * 0.5, ink, 0
            )
    for _ in range(int(chance.integers(0, 12))):
        x, y = (chance.uniform(0, 0.9, 2) * [width, LONG_PX]).astype(int).tolist()
        wide, high = int(chance.integers(8, 30)), int(chance.integers(5, 20))
        cv2.rectangle(sheet, (x, y), (x + wide, y + high), pick(chance, palette(chance, 5)), -1)
    return sheet, 0.01


def draw_printed_cloth(chance: Chance) -> tuple[Frame, float]:
    """Draw a cloth or a board with rows of printed signs, some of them in frames of a card's proportions."""
    colours = palette(chance, 5)
    sheet = blank(chance, chance.uniform(0.8, 1.6), pick(chance, colours))
    step = int(chance.integers(20, 60))
    signs = (heart(), spade(), club(), regular(int(chance.integers(3, 7))), regular(5, 0.5))
    ink, is_framed = pick(chance, colours), chance.random() < 0.6
    for y in range(step // 2, LONG_PX, round(step * chance.uniform(1, 1.6))):
        for x in range(step // 2, sheet.shape[1], step):
            if is_framed:
                half = (round(step * 0.3), round(step * 0.45))
                cv2.rectangle(
                    sheet, (x - half[0], y - half[1]), (x + half[0], y + half[1]), ink, 1, cv2.LINE_AA
                )
            if chance.random() < 0.5:
                fill(sheet, place(signs[int(chance.integers(len(signs)))], (x, y), step * 0.25), ink)
            else:
                lettering(sheet, words(chance, 1)[:2], (x, y), step * 0.3, ink, 0)
    return sheet, 0.0


PRINTED: Final[tuple[Drawer, ...]] = (draw_screen, draw_printed_cloth)
"""Flat things full of small print. Sessions have none, so that their figures can be compared with earlier ones."""


def lay_distractor(canvas: Canvas, picture: Frame, radius_share: float, quad: Quad) -> None:
    """Paint a flat thing into the scene with a soft shadow."""
    size_wh = (picture.shape[1], picture.shape[0])
    height_px = max(np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[2] - quad[1]))
    if height_px < size_wh[1] / 2:
        size_wh = (max(8, size_wh[0] // 2), max(8, size_wh[1] // 2))
        picture = np.asarray(cv2.resize(picture, size_wh, interpolation=cv2.INTER_AREA), np.uint8)
    warped = canvas.warped((picture, card_cut(size_wh, round(radius_share * size_wh[0]))), quad, 4)
    if warped is not None:
        box, laid, alpha = warped
        canvas.shade(box, np.asarray(cv2.blur(alpha, (9, 9)), np.uint8), 0.4)
        canvas.paste(box, laid, alpha, -1)
