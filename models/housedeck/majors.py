"""The Major Arcana: the scene of each number."""

from __future__ import annotations

from . import scenes_day, scenes_dusk, scenes_night
from .pen import Pen

_SCENES = (
    scenes_day.fool, scenes_day.magician, scenes_day.priestess, scenes_day.empress, scenes_day.emperor,
    scenes_day.hierophant, scenes_day.lovers, scenes_day.chariot,
    scenes_dusk.strength, scenes_dusk.hermit, scenes_dusk.wheel, scenes_dusk.justice, scenes_dusk.hanged_man,
    scenes_dusk.death, scenes_dusk.temperance,
    scenes_night.devil, scenes_night.tower, scenes_night.star, scenes_night.moon, scenes_night.sun,
    scenes_night.judgement, scenes_night.world,
)  # fmt: skip


def draw_major(pen: Pen, number: int) -> None:
    """Draw the picture of a Major Arcanum (0 to 21, Strength 8 and Justice 11), 62 by 87 mm."""
    _SCENES[number](pen)
