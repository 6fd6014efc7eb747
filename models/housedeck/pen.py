"""Vector drawing on a PDF page in millimetres, y upwards: the few shapes that the cards are made of."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

Point: TypeAlias = tuple[float, float]

FONT = "GrenzeGotisch-Bold"
_FONT_FILE = Path(__file__).parent / "fonts" / f"{FONT}.ttf"


def register_font() -> str:
    """Make the deck's typeface known to the PDF writer and return its name."""
    if FONT not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(FONT, str(_FONT_FILE)))
    return FONT


def polar(x: float, y: float, radius: float, degrees: float) -> Point:
    """Return the point at ``radius`` from (x, y), counter-clockwise from the right."""
    angle = math.radians(degrees)
    return x + radius * math.cos(angle), y + radius * math.sin(angle)


class OutlinePen:
    """A reportlab canvas in millimetres, and single outlines on it.

    ``fill`` and ``stroke`` are hexadecimal colours or None.
    """

    def __init__(self, canvas: Any) -> None:
        self.canvas = canvas

    @contextmanager
    def at(
        self, x: float, y: float, degrees: float = 0, scale: float = 1, flip: bool = False
    ) -> Iterator[None]:
        """Draw about (x, y), turned counter-clockwise, scaled, and mirrored left to right if ``flip``."""
        self.canvas.saveState()
        self.canvas.translate(x, y)
        self.canvas.rotate(degrees)
        self.canvas.scale(-scale if flip else scale, scale)
        yield
        self.canvas.restoreState()

    @contextmanager
    def clipped(self, x: float, y: float, width: float, height: float, radius: float = 0) -> Iterator[None]:
        """Draw inside a rectangle only."""
        self.canvas.saveState()
        path = self.canvas.beginPath()
        path.roundRect(x, y, width, height, radius)
        self.canvas.clipPath(path, stroke=0, fill=0)
        yield
        self.canvas.restoreState()

    def _ready(self, fill: str | None, stroke: str | None, width: float) -> dict[str, int]:
        if fill:
            self.canvas.setFillColor(HexColor(fill))
        if stroke:
            self.canvas.setStrokeColor(HexColor(stroke))
            self.canvas.setLineWidth(width)
            self.canvas.setLineCap(1)
            self.canvas.setLineJoin(1)
        return {"fill": int(fill is not None), "stroke": int(stroke is not None)}

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str | None,
        stroke: str | None = None,
        line: float = 0.5,
        radius: float = 0,
    ) -> None:
        """Draw a rectangle from its lower left corner."""
        self.canvas.roundRect(x, y, width, height, radius, **self._ready(fill, stroke, line))

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        fill: str | None,
        stroke: str | None = None,
        line: float = 0.5,
    ) -> None:
        """Draw a disc or ring."""
        self.canvas.circle(x, y, radius, **self._ready(fill, stroke, line))

    def oval(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        fill: str | None,
        stroke: str | None = None,
        line: float = 0.5,
    ) -> None:
        """Draw an ellipse about (x, y)."""
        self.canvas.ellipse(x - rx, y - ry, x + rx, y + ry, **self._ready(fill, stroke, line))

    def poly(
        self,
        points: Sequence[Point],
        fill: str | None,
        stroke: str | None = None,
        line: float = 0.5,
        closed: bool = True,
    ) -> None:
        """Draw straight lines through the points."""
        path = self.canvas.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        if closed:
            path.close()
        self.canvas.drawPath(path, **self._ready(fill, stroke, line))

    def line(self, points: Sequence[Point], stroke: str, line: float = 0.6) -> None:
        """Draw an open line with round ends."""
        self.poly(points, None, stroke, line, closed=False)

    def curve(
        self,
        points: Sequence[Point],
        fill: str | None,
        stroke: str | None = None,
        line: float = 0.5,
        closed: bool = True,
    ) -> None:
        """Draw a smooth curve through the points (Catmull and Rom, 1974)."""
        count = len(points)

        def around(index: int) -> Point:
            return points[index % count] if closed else points[min(max(index, 0), count - 1)]

        path = self.canvas.beginPath()
        path.moveTo(*points[0])
        for index in range(count if closed else count - 1):
            (ax, ay), (bx, by), (cx, cy), (dx, dy) = (around(index + step) for step in (-1, 0, 1, 2))
            path.curveTo(
                bx + (cx - ax) / 6, by + (cy - ay) / 6, cx - (dx - bx) / 6, cy - (dy - by) / 6, cx, cy
            )
        if closed:
            path.close()
        self.canvas.drawPath(path, **self._ready(fill, stroke, line))

    def mirrored(
        self,
        points: Sequence[Point],
        axis_x: float,
        fill: str | None,
        stroke: str | None = None,
        line: float = 0.5,
        smooth: bool = True,
    ) -> None:
        """Draw a closed outline given by its left half, top to bottom, and mirrored at x = ``axis_x``."""
        right = [(2 * axis_x - x, y) for x, y in reversed(points) if abs(x - axis_x) > 1e-6]
        (self.curve if smooth else self.poly)([*points, *right], fill, stroke, line)


class Pen(OutlinePen):
    """The pen that the cards are drawn with: shapes of many outlines, gradients, words."""

    def star(
        self,
        x: float,
        y: float,
        radius: float,
        rays: int,
        fill: str | None,
        inner: float = 0.42,
        turn_deg: float = 90,
        stroke: str | None = None,
        line: float = 0.4,
    ) -> None:
        """Draw a star with its first ray at ``turn_deg``; ``inner`` is the share of the radius between rays."""
        step = 180 / rays
        points = [polar(x, y, radius * (inner if i % 2 else 1), turn_deg + step * i) for i in range(2 * rays)]
        self.poly(points, fill, stroke, line)

    def rays(
        self,
        x: float,
        y: float,
        near: float,
        far: float,
        count: int,
        fill: str,
        spread: float = 0.5,
        turn_deg: float = 90,
    ) -> None:
        """Draw wedges from radius ``near`` out to ``far``; ``spread`` is the share of the circle that they fill."""
        half = 180 / count * spread
        for index in range(count):
            angle = turn_deg + 360 / count * index
            self.poly(
                [
                    polar(x, y, near, angle - half * 0.2),
                    polar(x, y, far, angle - half),
                    polar(x, y, far, angle + half),
                    polar(x, y, near, angle + half * 0.2),
                ],
                fill,
            )

    def crescent(
        self, x: float, y: float, radius: float, fill: str, bite: float = 0.45, turn_deg: float = 0
    ) -> None:
        """Draw a moon, open towards ``turn_deg``; ``bite`` is the offset of the shadow's centre, in radii."""
        outer = math.acos(min(0.99, bite / 2)) if bite else 0
        start = math.degrees(outer)
        rim = [polar(0, 0, radius, start + (360 - 2 * start) * i / 24) for i in range(25)]
        gap = [
            polar(bite * radius, 0, radius, 180 + (180 - start) - (360 - 2 * start) * i / 24)
            for i in range(25)
        ]
        with self.at(x, y, turn_deg):
            self.poly([*rim, *gap], fill)

    def sky(
        self, x: float, y: float, width: float, height: float, low: str, high: str, middle: str | None = None
    ) -> None:
        """Draw a rectangle that changes colour from bottom to top."""
        colours = [HexColor(colour) for colour in (low, middle, high) if colour]
        with self.clipped(x, y, width, height):
            self.canvas.linearGradient(x, y, x, y + height, colours, extend=True)

    def glow(self, x: float, y: float, radius: float, inner: str, outer: str) -> None:
        """Draw a disc that changes colour from the centre outwards."""
        self.canvas.saveState()
        path = self.canvas.beginPath()
        path.circle(x, y, radius)
        self.canvas.clipPath(path, stroke=0, fill=0)
        self.canvas.radialGradient(x, y, radius, [HexColor(inner), HexColor(outer)], extend=True)
        self.canvas.restoreState()

    def specks(
        self,
        seed: int,
        count: int,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str,
        size: tuple[float, float] = (0.2, 0.55),
    ) -> None:
        """Draw small discs at random in a rectangle: stars, snow, dust."""
        chance = random.Random(seed)
        for _ in range(count):
            self.circle(
                x + chance.random() * width, y + chance.random() * height, chance.uniform(*size), fill
            )

    def text(
        self, x: float, y: float, words: str, size: float, fill: str, widest: float | None = None
    ) -> None:
        """Draw words centred at x on the base line y, ``size`` in millimetres, shrunk to ``widest``."""
        font = register_font()
        width = pdfmetrics.stringWidth(words, font, size)
        if widest is not None and width > widest:
            size *= widest / width
        self.canvas.setFillColor(HexColor(fill))
        self.canvas.setFont(font, size)
        self.canvas.drawCentredString(x, y, words)
