"""Style of one virtual session: camera, table, lamp, sensor. Drawn from a seed, any part may be fixed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from .light.lamp import LAMPS
from .surfaces.textures import SURFACES
from .types import Chance


@dataclass(frozen=True, slots=True)
class TableStyle:
    """Everything about the picture but the cards.

    ``card_height_px`` is that of an upright card in the middle of the picture; ``level`` is the light, 1 well exposed;
    ``blur_px`` the defocus (standard deviation); ``noise`` the sensor's, in grey levels; ``sharpen`` is the camera's
    sharpening of edges, a share; ``exposure_s`` smears moving things; ``flicker`` is the lamp's, a share;
    ``jpeg_quality`` 0 switches the encoder off; ``clutter`` counts other things on the table; ``rich`` draws everything
    at twice the size and averages it down: finer, four times slower. With a ``person`` somebody sits at the far end;
    ``captions`` are written over the picture.
    """

    surface: str = "cloth"
    lamp: str = "lamp"
    level: float = 0.9
    unevenness: float = 0.4
    glare: float = 0.1
    card_height_px: float = 120.0
    tilt_deg: float = 22.0
    roll_deg: float = 0.0
    k1: float = -0.05
    blur_px: float = 0.7
    sharpen: float = 0.3
    noise: float = 3.0
    jpeg_quality: int = 85
    exposure_s: float = 0.014
    flicker: float = 0.0
    border_share: float = 0.0
    clutter: int = 2
    rich: bool = False
    person: bool = False
    captions: bool = False

    @classmethod
    def drawn(cls, chance: Chance, **fixed: Any) -> TableStyle:
        """Return a plausible style; keyword arguments fix fields.

        :raise TypeError: for a field that does not exist.
        """
        lamp = str(chance.choice(LAMPS, p=[0.3, 0.4, 0.12, 0.18]))
        style = cls(
            surface=str(chance.choice(list(SURFACES))),
            lamp=lamp,
            level=float(chance.uniform(0.7, 1.0)),
            unevenness=float(chance.uniform(0.15, 0.6)),
            glare=float(chance.choice([0.0, 0.12, 0.3], p=[0.4, 0.4, 0.2])),
            card_height_px=float(chance.uniform(115, 160)),
            tilt_deg=float(chance.uniform(8, 36)),
            roll_deg=float(chance.normal(0, 2)),
            k1=float(chance.uniform(-0.10, 0.02)),
            blur_px=float(chance.uniform(0.45, 1.0)),
            noise=float(chance.uniform(1.5, 4.5)),
            jpeg_quality=int(chance.integers(75, 93)),
            exposure_s=float(chance.uniform(0.006, 0.025)),
            sharpen=float(chance.choice([0.0, 0.25, 0.5, 0.8])),
            flicker=0.012 if lamp == "candle" else 0.0,
            clutter=int(chance.integers(0, 6)),
        )
        return replace(style, **fixed)
