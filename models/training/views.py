"""Degraded views of one card: a flat picture through a camera, on a table, with a loose detector.

Everything happens at the camera's size of the card, on a small canvas with some background; only the last step cuts the
crop out. One view takes about a millisecond.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.scans import Picture
from vision.recognition.visible import OcclusionMask, blanked
from vision.types import Crop, Frame, Quad

MARGIN = 0.2
"""Background kept around the card, as a share of its height."""

PAPERS = ((255, 255, 255), (240, 246, 250), (205, 225, 235), (225, 228, 228), (25, 25, 28))
SKINS = ((130, 160, 210), (90, 120, 180), (60, 85, 130), (150, 180, 225), (40, 50, 80))


@dataclass(frozen=True, slots=True)
class Canvas:
    """A card on a piece of table, at the camera's size: pixels, the card's box (x, y, w, h)."""

    pixels: Picture
    box: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class ViewMaker:
    """Makes views of size ``size_wh``; ``others`` are cards on or beside the one shown."""

    others: Sequence[Picture]
    size_wh: tuple[int, int]
    noise: Picture

    @classmethod
    def of(cls, others: Sequence[Picture], size_wh: tuple[int, int]) -> ViewMaker:
        """Prepare: the grain of the noise is drawn once and shifted about."""
        grain = np.random.default_rng(0).normal(128, 40, (900, 700, 3))
        return cls(others, size_wh, np.clip(grain, 0, 255).astype(np.uint8))

    def plain(self, picture: Picture, rng: Random) -> Crop:
        """Return a view for a gallery: clean, with or without a white border."""
        card = with_border(picture, rng) if rng.random() < 0.4 else picture
        canvas = self.placed(card, rng, rng.randint(150, 260))
        return straightened(canvas.pixels, loose_quad(canvas.box, rng, 0.012), self.size_wh)

    def degraded(self, picture: Picture, rng: Random, cover: float = 0.5) -> Crop:
        """Return a view through bad light, a bad lens and loose corners; ``cover``: probability of an occlusion.

        Half of the occluded ones are blanked where they are occluded, to the precision of other cards' corners.
        """
        pixels, quad, occluded = self.render_covered(picture, rng, cover)
        crop = straightened(pixels, quad, self.size_wh)
        if occluded is None or rng.random() < 0.5:
            return crop
        return blanked(crop, loosely(straightened(occluded, quad, self.size_wh), rng))

    def render(self, picture: Picture, rng: Random, cover: float = 0.4) -> tuple[Frame, Quad]:
        """Return a frame of a card and some background, and a detector's loose quad."""
        pixels, quad, _ = self.render_covered(picture, rng, cover)
        return pixels, quad

    def render_covered(
        self, picture: Picture, rng: Random, cover: float = 0.4
    ) -> tuple[Frame, Quad, Picture | None]:
        """Return frame and quad as :meth:`render` does, and the occlusion mask: 255 where occluded, shape (h, w); None
        if nothing is."""
        height_px = round(math.exp(rng.uniform(math.log(34), math.log(260))))
        canvas = self.placed(retitled(rebordered(picture, rng), rng), rng, height_px)
        occluded: Picture | None = None
        if rng.random() < cover:
            before = canvas.pixels.copy()
            self.cover(canvas, rng)
            occluded = 255 * (canvas.pixels != before).any(axis=2).astype(np.uint8)
        pixels = lit(recoloured(canvas.pixels, rng), rng)
        pixels = self.photographed(pixels, rng)
        return pixels, loose_quad(canvas.box, rng, rng.choice((0.015, 0.03, 0.05, 0.07, 0.1))), occluded

    def placed(self, card: Picture, rng: Random, height_px: int) -> Canvas:
        """Paint the card on a background, at the camera's size; seen from the side it is less high."""
        width_px = max(16, round(height_px * card.shape[1] / card.shape[0]))
        if rng.random() < 0.25:
            height_px = max(28, round(height_px * rng.uniform(0.5, 1.0)))
        margin = round(height_px * MARGIN)
        pixels = self.table((width_px + 2 * margin, height_px + 2 * margin), rng)
        shrunk = cv2.resize(card, (width_px, height_px), interpolation=cv2.INTER_AREA)
        pixels[margin : margin + height_px, margin : margin + width_px] = shrunk
        return Canvas(pixels, (margin, margin, width_px, height_px))

    def table(self, size_wh: tuple[int, int], rng: Random) -> Picture:
        """Return a piece of background: plain, grained, or other cards."""
        width, height = size_wh
        if rng.random() < 0.25:
            other = rng.choice(self.others)
            return np.asarray(cv2.resize(other, size_wh, interpolation=cv2.INTER_LINEAR), np.uint8)
        pixels: Picture = np.full((height, width, 3), [rng.randint(0, 255) for _ in range(3)], np.uint8)
        return self.grained(pixels, rng, rng.uniform(0, 1.2)) if rng.random() < 0.4 else pixels

    def grained(self, pixels: Picture, rng: Random, share: float) -> Picture:
        """Add noise; a share of 1 has a standard deviation of 40."""
        height, width = pixels.shape[:2]
        y, x = rng.randrange(900 - height), rng.randrange(700 - width)
        grain = self.noise[y : y + height, x : x + width]
        return np.asarray(cv2.addWeighted(pixels, 1.0, grain, share, -128 * share), np.uint8)

    def cover(self, canvas: Canvas, rng: Random) -> None:
        """Occlude up to about half of the card: by another card, fingers, a flat thing or along a side."""
        kind = rng.random()
        if kind < 0.45:
            cover_by_card(canvas, rng, rng.choice(self.others))
        elif kind < 0.75:
            cover_by_fingers(canvas, rng)
        else:
            cover_side(canvas, rng)

    def photographed(self, pixels: Picture, rng: Random) -> Picture:
        """Blur, add noise, compress, in a camera's order, which blurs small cards as much as large ones."""
        if rng.random() < 0.75:
            sigma = math.exp(rng.uniform(math.log(0.3), math.log(2.4)))
            pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), sigma), np.uint8)
        if rng.random() < 0.15:
            pixels = np.asarray(cv2.filter2D(pixels, -1, motion_kernel(rng)), np.uint8)
        if rng.random() < 0.5:
            pixels = self.grained(pixels, rng, rng.uniform(0.03, 0.35))
        return compressed(pixels, rng) if rng.random() < 0.4 else pixels


def loosely(occluded: Picture, rng: Random) -> OcclusionMask:
    """Return the occlusion mask of a crop, from 255 in ``occluded``, a little too large or too small."""
    wide = rng.randint(-3, 5)
    kernel = np.ones((1 + 2 * abs(wide),) * 2, np.uint8)
    # Occluding pixels in the card's own colours leave gaps.
    whole = cv2.morphologyEx(occluded, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    return np.asarray((cv2.dilate if wide > 0 else cv2.erode)(whole, kernel) > 127, np.bool_)


def rebordered(picture: Picture, rng: Random) -> Picture:
    """Keep the card's edge, cut into it, or give it a border."""
    kind = rng.random()
    if kind < 0.35:
        return with_border(picture, rng)
    return cut_edges(picture, rng) if kind < 0.6 else picture


def with_border(picture: Picture, rng: Random) -> Picture:
    """Add a border, as many printings have where the scan has none."""
    width = picture.shape[1]
    thick = rng.uniform(0.02, 0.08) * width
    top, bottom, left, right = (max(1, round(thick * rng.uniform(0.75, 1.3))) for _ in range(4))
    paper = rng.choice(PAPERS)
    made = cv2.copyMakeBorder(picture, top, bottom, left, right, cv2.BORDER_CONSTANT, value=paper)
    return np.asarray(made, np.uint8)


def cut_edges(picture: Picture, rng: Random) -> Picture:
    """Cut up to 6 % off each side."""
    height, width = picture.shape[:2]
    left, right = (round(rng.uniform(0, 0.06) * width) for _ in range(2))
    top, bottom = (round(rng.uniform(0, 0.05) * height) for _ in range(2))
    return picture[top : height - bottom, left : width - right]


def retitled(picture: Picture, rng: Random) -> Picture:
    """Blank the title strip now and then: titles differ in every printing."""
    if rng.random() > 0.12:
        return picture
    card = picture.copy()
    height, width = card.shape[:2]
    strip, inset = round(height * rng.uniform(0.04, 0.1)), round(width * 0.05)
    rows = slice(height - strip - inset // 2, height - inset // 2) if rng.random() < 0.7 else slice(0, strip)
    card[rows, inset : width - inset] = rng.choice(PAPERS)
    return card


def cover_by_card(canvas: Canvas, rng: Random, other: Picture) -> None:
    """Lay another card over one side or corner, at any angle."""
    x, y, width, height = canvas.box
    scale = height * rng.uniform(0.85, 1.15) / other.shape[0]
    angle, away = rng.uniform(0, 360), rng.uniform(0, 2 * math.pi)
    matrix = cv2.getRotationMatrix2D((other.shape[1] / 2, other.shape[0] / 2), angle, scale)
    reach = rng.uniform(0.55, 1.0)
    matrix[0, 2] += x + width / 2 + math.cos(away) * reach * width - other.shape[1] / 2
    matrix[1, 2] += y + height / 2 + math.sin(away) * reach * height - other.shape[0] / 2
    size = canvas.pixels.shape[1::-1]
    cv2.warpAffine(other, matrix, size, dst=canvas.pixels, borderMode=cv2.BORDER_TRANSPARENT)


def cover_by_fingers(canvas: Canvas, rng: Random) -> None:
    """Reach in from outside with one to four fingers."""
    x, y, width, height = canvas.box
    away, skin = rng.uniform(0, 2 * math.pi), rng.choice(SKINS)
    thick = max(2, round(width * rng.uniform(0.1, 0.25)))
    for finger in range(rng.randint(1, 4)):
        lateral = (finger - 1.5) * thick * 1.05
        tip = rng.uniform(0.1, 0.6)
        ends = []
        for reach in (tip, 1.6):
            along = math.cos(away) * reach * width, math.sin(away) * reach * height
            across = -math.sin(away) * lateral, math.cos(away) * lateral
            ends.append(
                (round(x + width / 2 + along[0] + across[0]), round(y + height / 2 + along[1] + across[1]))
            )
        cv2.line(canvas.pixels, ends[0], ends[1], skin, thick, cv2.LINE_AA)


def cover_side(canvas: Canvas, rng: Random) -> None:
    """Lay something flat over one side, slanted a little."""
    x, y, width, height = canvas.box
    share = rng.uniform(0.08, 0.55)
    slant = rng.uniform(-0.12, 0.12)
    unit = np.array([[-0.3, -0.3], [share + slant, -0.3], [share - slant, 1.3], [-0.3, 1.3]])
    if rng.random() < 0.5:
        unit[:, 0] = 1 - unit[:, 0]
    if rng.random() < 0.6:
        unit = unit[:, ::-1]
    corners = (unit * [width, height] + [x, y]).round().astype(np.int32)
    colour = [rng.randint(0, 255) for _ in range(3)]
    cv2.fillConvexPoly(canvas.pixels, corners, colour, cv2.LINE_AA)


def recoloured(pixels: Picture, rng: Random) -> Picture:
    """Change white balance, hue, saturation, gain, gamma and contrast; sometimes only grey is left."""
    turned = cv2.transform(pixels, colour_matrix(rng))
    return np.asarray(cv2.LUT(turned, tone_curve(rng)), np.uint8)


def colour_matrix(rng: Random) -> NDArray[np.float32]:
    """Return a 3x3 colour matrix: saturation and hue about the grey axis, then white balance."""
    saturation = 0.0 if rng.random() < 0.12 else rng.uniform(0.25, 1.5)
    hue = rng.gauss(0, 0.22)
    grey = np.full((3, 3), 1 / 3)
    across = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]) / math.sqrt(3)
    turn = math.cos(hue) * (np.eye(3) - grey) + math.sin(hue) * across
    balance = np.array([rng.uniform(0.72, 1.15), 1.0, rng.uniform(0.8, 1.25)])
    matrix: NDArray[np.float32] = (balance[:, None] * (grey + saturation * turn)).astype(np.float32)
    return matrix


def tone_curve(rng: Random) -> NDArray[np.uint8]:
    """Return a curve of 256 levels: exposure, gamma, haze; now and then a hard black and white."""
    levels = np.linspace(0, 1, 256)
    if rng.random() < 0.05:
        levels = 1 / (1 + np.exp(-(levels - rng.uniform(0.35, 0.65)) * rng.uniform(8, 25)))
    gain = rng.choice(
        (rng.uniform(0.75, 1.2), rng.uniform(0.75, 1.2), rng.uniform(0.25, 0.8), rng.uniform(1.1, 1.9))
    )
    levels = np.clip(levels ** rng.uniform(0.6, 1.6) * gain, 0, 1)
    haze = rng.uniform(0, 0.35) if rng.random() < 0.2 else 0.0
    curve: NDArray[np.uint8] = ((haze * rng.uniform(0.3, 1) + (1 - haze) * levels) * 255).astype(np.uint8)
    return curve


def lit(pixels: Picture, rng: Random) -> Picture:
    """Apply uneven light, a shadow's edge, a shine or a crease."""
    if rng.random() < 0.3:
        pixels = shaded(pixels, rng)
    if rng.random() < 0.2:
        pixels = glaring(pixels, rng)
    if rng.random() < 0.05:
        crease(pixels, rng)
    return pixels


def shaded(pixels: Picture, rng: Random) -> Picture:
    """Multiply by a coarse pattern of light: smooth, or with one straight edge."""
    height, width = pixels.shape[:2]
    if rng.random() < 0.5:
        coarse = np.array([[rng.uniform(0.3, 1.1) for _ in range(3)] for _ in range(3)], np.float32)
        light = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR)
    else:
        angle = rng.uniform(0, 2 * math.pi)
        ramp_x = np.linspace(-1, 1, width, dtype=np.float32) * math.cos(angle)
        ramp_y = np.linspace(-1, 1, height, dtype=np.float32)[:, None] * math.sin(angle)
        edge = np.clip((ramp_x + ramp_y - rng.uniform(-0.6, 0.6)) * rng.uniform(2, 20), 0, 1)
        light = 1 - edge * np.float32(rng.uniform(0.3, 0.75))
    return np.asarray(cv2.multiply(pixels, cv2.merge([light] * 3), dtype=cv2.CV_8U), np.uint8)


def glaring(pixels: Picture, rng: Random) -> Picture:
    """Add one or two shines, such as lamps make on gloss and sleeves."""
    height, width = pixels.shape[:2]
    mask: Picture = np.zeros((max(4, height // 4), max(4, width // 4)), np.uint8)
    for _ in range(rng.randint(1, 2)):
        centre = rng.randrange(mask.shape[1]), rng.randrange(mask.shape[0])
        axes = rng.randint(1, 2 + mask.shape[1] // 3), rng.randint(1, 2 + mask.shape[0] // 3)
        cv2.ellipse(mask, centre, axes, rng.uniform(0, 180), 0, 360, rng.randint(60, 255), -1, cv2.LINE_AA)
    mask = np.asarray(cv2.blur(mask, (rng.randint(1, 6),) * 2), np.uint8)
    shine = cv2.resize(mask, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.add(pixels, cv2.merge([shine] * 3)), np.uint8)


def crease(pixels: Picture, rng: Random) -> None:
    """Draw a thin worn line across."""
    height, width = pixels.shape[:2]
    ends = [(rng.randrange(width), rng.randrange(height)) for _ in range(2)]
    cv2.line(pixels, ends[0], ends[1], [rng.randint(150, 250)] * 3, 1, cv2.LINE_AA)


def motion_kernel(rng: Random) -> NDArray[np.float32]:
    """Return a kernel that smears along a line of 3 to 9 pixels."""
    size = rng.choice((3, 5, 7, 9))
    kernel: NDArray[np.float32] = np.zeros((size, size), np.float32)
    angle, half = rng.uniform(0, math.pi), size / 2 - 0.5
    along = round(half * math.cos(angle)), round(half * math.sin(angle))
    middle = size // 2
    cv2.line(kernel, (middle - along[0], middle - along[1]), (middle + along[0], middle + along[1]), 1.0, 1)
    return np.asarray(kernel / kernel.sum(), np.float32)


def compressed(pixels: Picture, rng: Random) -> Picture:
    """Pass through JPEG."""
    _, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, rng.randint(22, 92)])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def loose_quad(box: tuple[int, int, int, int], rng: Random, loose: float) -> Quad:
    """Return a box's corners, displaced by up to ``loose`` of its height (a little less sideways)."""
    x, y, width, height = box
    scale = rng.uniform(1 - 1.2 * loose, 1 + 1.2 * loose)
    centre = x + width / 2 - 0.5, y + height / 2 - 0.5
    quad: Quad = np.empty((4, 2), np.float32)
    for i, (sx, sy) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
        off = rng.uniform(-loose, loose) * height * 0.8, rng.uniform(-loose, loose) * height
        quad[i] = centre[0] + sx * scale * width / 2 + off[0], centre[1] + sy * scale * height / 2 + off[1]
    return quad


def straightened(pixels: Frame, quad: Quad, size_wh: tuple[int, int]) -> Crop:
    """Cut a quad out, as ``vision.geometry.rectify`` does at sizes that need no shrinking."""
    right, bottom = size_wh[0] - 0.5, size_wh[1] - 0.5
    target = np.array([[-0.5, -0.5], [right, -0.5], [right, bottom], [-0.5, bottom]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad, target)
    crop = cv2.warpPerspective(
        pixels, matrix, size_wh, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(crop, np.uint8)
