"""The twenty-two scenes of the Major Arcana."""

from __future__ import annotations

import colorsys

from .palette import INK
from .pen import Pen


def draw_major(pen: Pen, number: int) -> None:
    """The picture of a Major Arcanum, 62 by 87 mm."""
    red, green, blue = (round(255 * part) for part in colorsys.hsv_to_rgb(number / 22, 0.7, 0.6))
    pen.rect(0, 0, 62, 87, f"#{red:02x}{green:02x}{blue:02x}")
    pen.text(31, 25, str(number), 50, INK)
