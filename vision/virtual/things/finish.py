"""What is done to a card beyond its print: painted borders, gilt edges, foil, captions, stickers, sleeves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from ...types import Frame, Quad
from ..canvas import Canvas
from ..drawing.shapes import Colour, lettering, palette, pick, value_noise
from ..types import Chance

GOLD: Final[tuple[Colour, Colour]] = ((40, 110, 160), (150, 220, 250))
"""Darkest and lightest gold."""

SLEEVE_WH: Final = (56, 96)
SEE_THROUGH: Final = 127
"""Highest opacity, of 255, at which the owner of a pixel is still what lies below (:meth:`Canvas.paste`)."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The finish of one deck's cards; shares are of the card's width, 0 or None where there is no such thing.

    ``border_seed`` is the number of a painted border, ``foil`` the strength of metallic print, ``gilt_share`` the width
    of a gilt edge, ``sleeve_share`` the sleeve's margin on each side, ``sleeve_gloss`` 0 for a matte one and 1 for a
    glossy one, ``sleeve_back`` the colour of an opaque one.
    """

    border_seed: int | None = None
    foil: float = 0.0
    gilt_share: float = 0.0
    caption: bool = False
    sticker: bool = False
    sleeve_share: float = 0.0
    sleeve_gloss: float = 0.0
    sleeve_back: Colour | None = None

    @classmethod
    def of(cls, chance: Chance) -> Finish:
        """Invent a finish: most decks are plain print."""
        is_sleeved = chance.random() < 0.14
        return cls(
            border_seed=int(chance.integers(1 << 30)) if chance.random() < 0.14 else None,
            foil=float(chance.uniform(0.3, 1.0)) if chance.random() < 0.08 else 0.0,
            gilt_share=float(chance.uniform(0.008, 0.025)) if chance.random() < 0.1 else 0.0,
            caption=bool(chance.random() < 0.05),
            sticker=bool(chance.random() < 0.03),
            # Sleeves are 2 to 4 mm wider than a card of 57 to 70 mm, about half of it on each side.
            sleeve_share=float(chance.uniform(0.014, 0.045)) if is_sleeved else 0.0,
            sleeve_gloss=float(chance.uniform(0.3, 1.0)) if chance.random() < 0.6 else 0.0,
            sleeve_back=pick(chance, palette(chance, 5)) if is_sleeved and chance.random() < 0.4 else None,
        )


def painted_border(picture: Frame, seed: int) -> Frame:
    """Return a card's print in a painted border: cracked gold, a rope, a bevelled gilt frame, or beads."""
    chance = np.random.default_rng(seed)
    high, wide = picture.shape[:2]
    rim = max(2, round(wide * float(chance.uniform(0.04, 0.16))))
    size_wh = (wide + 2 * rim, high + 2 * rim)
    dark, light = GOLD if chance.random() < 0.6 else palette(chance, 4)[::3]
    y, x = np.mgrid[: size_wh[1], : size_wh[0]].astype(np.float32)
    depth = np.minimum(np.minimum(x, size_wh[0] - 1 - x), np.minimum(y, size_wh[1] - 1 - y)) / rim
    kind = int(chance.integers(4))
    if kind == 0:
        share = value_noise(chance, size_wh, rim / chance.uniform(1, 4))
        share = np.where(np.abs(share - 0.5) < 0.06, 0, 0.4 + 0.6 * share)
    elif kind == 1:
        share = 0.5 + 0.5 * np.sin((x + y) * 2 * np.pi / (rim * chance.uniform(0.5, 1.6))) * np.sin(
            np.pi * depth.clip(0, 1)
        )
    elif kind == 2:
        share = np.abs((depth * chance.uniform(1, 3)) % 1 - 0.5) * 2
    else:
        step = rim * chance.uniform(0.6, 1.2)
        share = 1 - np.hypot((x % step) / step - 0.5, (y % step) / step - 0.5) * 1.4
    mixed = np.array(dark, np.float32) + share.clip(0, 1)[..., None] * (np.array(light, np.float32) - dark)
    framed = np.ascontiguousarray(mixed.clip(0, 255).astype(np.uint8))
    framed[rim : rim + high, rim : rim + wide] = picture
    if chance.random() < 0.6:
        line: Colour = (20, 20, 25) if chance.random() < 0.5 else light
        cv2.rectangle(
            framed, (rim, rim), (rim + wide - 1, rim + high - 1), line, max(1, rim // 8), cv2.LINE_AA
        )
    return framed


def finished(chance: Chance, picture: Frame, finish: Finish) -> Frame:
    """Return one card's picture with foil, a caption, a sticker and a gilt edge."""
    done = _with_foil(chance, picture, finish.foil) if finish.foil else picture.copy()
    high, wide = done.shape[:2]
    if finish.caption:
        top = round(high * float(chance.choice([0.02, 0.86])))
        paper: Colour = (235, 240, 245) if chance.random() < 0.7 else (25, 25, 25)
        ink: Colour = (30, 30, 30) if paper[0] > 128 else (230, 230, 230)
        cv2.rectangle(done, (wide // 10, top), (wide - wide // 10, top + round(high * 0.09)), paper, -1)
        lettering(done, "THE TABLE", (wide / 2, top + high * 0.045), high * 0.04, ink, 2)
    if finish.sticker:
        at = (chance.uniform(0.15, 0.85, 2) * [wide, high]).astype(int).tolist()
        radius = max(2, round(wide * float(chance.uniform(0.05, 0.13))))
        cv2.circle(done, at, radius, pick(chance, palette(chance, 4)), -1, cv2.LINE_AA)
    if finish.gilt_share:
        edge = max(1, round(wide * finish.gilt_share))
        share = float(chance.uniform(0.2, 1))
        gold = [round(a + share * (b - a)) for a, b in zip(*GOLD, strict=True)]
        cv2.rectangle(done, (0, 0), (wide - 1, high - 1), gold, edge)
    return done


def _with_foil(chance: Chance, picture: Frame, strength: float) -> Frame:
    """Return a picture one level of which shines like metal, in gold or in all colours."""
    high, wide = picture.shape[:2]
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    printed = np.exp(-(((grey - chance.uniform(0, 255)) / 35) ** 2))
    sheen = value_noise(chance, (wide, high), max(4.0, high * float(chance.uniform(0.15, 0.6)))) ** 2
    if chance.random() < 0.5:
        metal = np.array(GOLD[1], np.float32)
    else:
        hue = (value_noise(chance, (wide, high), max(4.0, high * 0.4)) * 540 % 180).astype(np.uint8)
        full = np.full_like(hue, 255)
        metal = cv2.cvtColor(np.stack([hue, full // 3, full], axis=2), cv2.COLOR_HSV2BGR).astype(np.float32)
    share = (printed * sheen * strength * 1.6).clip(0, 1)[..., None]
    return np.asarray(picture * (1 - share) + metal * share, np.uint8)


def around(quad: Quad, share: float) -> Quad:
    """Return a quad that is larger by a share of its width on every side."""
    margin = share * float(np.linalg.norm(quad[1] - quad[0]))
    before, after = quad - np.roll(quad, -1, axis=0), quad - np.roll(quad, 1, axis=0)
    out = sum(side / np.linalg.norm(side, axis=1, keepdims=True).clip(min=1e-6) for side in (before, after))
    return np.asarray(quad + margin * out, np.float32)


def lay_sleeve_below(canvas: Canvas, quad: Quad, finish: Finish) -> None:
    """Paint the part of a sleeve that reaches beyond its card: clear plastic with a seam, or an opaque back."""
    wide, high = SLEEVE_WH
    opaque = finish.sleeve_back is not None
    alpha: NDArray[np.uint8] = np.full((high, wide), 255 if opaque else 45, np.uint8)
    if not opaque:
        cv2.rectangle(alpha, (0, 0), (wide - 1, high - 1), SEE_THROUGH, 1)
    colour = finish.sleeve_back or (235, 238, 240)
    _paint(canvas, quad, finish.sleeve_share, np.full((high, wide, 3), colour, np.uint8), alpha)


def lay_sleeve_above(canvas: Canvas, chance: Chance, quad: Quad, finish: Finish) -> None:
    """Paint the front of a sleeve over its card: a haze, and reflections if it is glossy."""
    wide, high = SLEEVE_WH
    y, x = np.mgrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j]
    veil = np.full((high, wide), chance.uniform(5, 40) if not finish.sleeve_gloss else chance.uniform(0, 12))
    for _ in range(int(chance.integers(1, 4)) if finish.sleeve_gloss else 0):
        angle, at, width = chance.uniform(0, np.pi), chance.uniform(-1, 1), chance.uniform(0.05, 0.6)
        across = np.cos(angle) * x + np.sin(angle) * y - at
        veil += finish.sleeve_gloss * chance.uniform(20, 140) * np.exp(-((across / width) ** 2))
    alpha = np.asarray(veil.clip(0, SEE_THROUGH), np.uint8)
    tint = chance.uniform(0.85, 1.0, 3) * 255
    _paint(
        canvas, quad, finish.sleeve_share, np.asarray(np.broadcast_to(tint, (high, wide, 3)), np.uint8), alpha
    )


def _paint(canvas: Canvas, quad: Quad, share: float, picture: Frame, alpha: NDArray[np.uint8]) -> None:
    warped = canvas.warped((np.ascontiguousarray(picture), alpha), around(quad, share), 2)
    if warped is not None:
        canvas.paste(*warped, -1)
