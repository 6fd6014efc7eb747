"""One picture of a session's moments, to share: cards alone, never the table or who sits at it."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from PIL import Image

from models.housedeck.drawing import large_face
from webui.http.images.lettering import (
    ASH,
    BONE,
    GOLD,
    TONES,
    card_picture,
    drawn_face,
    fitted,
    font,
    ground,
    lay,
    write,
)
from webui.table.contract.moments import Moment, Moments

POSTER_WH: Final = (1080, 1350)
MARGIN: Final = 76
INSIDE: Final = POSTER_WH[0] - 2 * MARGIN
HERO_WH: Final = (292, 500)
HERO_TOP: Final = 244
SMALL_WH: Final = (47, 80)
ROWS_TOP: Final = 784
ROW_PX: Final = 88
FOOT_TOP: Final = 1232

Photos = Callable[[str], bytes | None]
"""Gives a kept picture as JPEG by its digest; None where it is gone."""


def draw_poster(moments: Moments, title: str, day: str, photos: Photos | None = None) -> bytes:
    """Return the picture as PNG, 1080 by 1350 pixels: the best moment large, the others in a row each.

    Cards are shown as the house draws them; with ``photos`` as they lay there, cut out of the table's picture.
    """
    picture = ground(POSTER_WH)
    middle = POSTER_WH[0] // 2
    letters = fitted(title, "display", 88, INSIDE, 44)
    write(picture, title, (middle, 70), letters, BONE, width_px=INSIDE, anchor="middle")
    write(picture, day, (middle, 178), font("text", 32), ASH, width_px=INSIDE, anchor="middle")
    for place, moment in enumerate(moments.moments):
        if place == 0:
            _hero(picture, moment, photos)
        else:
            _row(picture, moment, ROWS_TOP + (place - 1) * ROW_PX, photos)
    luck = "".join(moments.luck[:1])
    write(
        picture,
        luck,
        (middle, FOOT_TOP),
        fitted(luck, "text", 28, INSIDE, 20),
        BONE,
        width_px=INSIDE,
        anchor="middle",
    )
    write(
        picture,
        "Clashcam",
        (middle, FOOT_TOP + 42),
        font("display", 30),
        GOLD,
        width_px=INSIDE,
        anchor="middle",
    )
    png = io.BytesIO()
    picture.save(png, "PNG")
    return png.getvalue()


def _hero(picture: Image.Image, moment: Moment, photos: Photos | None) -> None:
    """Draw the best moment: its card large, beside it why, what it was, and the verdict."""
    lay(picture, _card(moment, HERO_WH, photos), (MARGIN, HERO_TOP))
    left = MARGIN + HERO_WH[0] + 48
    width = INSIDE - HERO_WH[0] - 48
    colour = TONES[moment.kind]
    y = write(
        picture, moment.label, (left, HERO_TOP + 24), font("display", 68), colour, width_px=width, most=2
    )
    y = write(picture, moment.said, (left, y + 22), font("bold", 44), BONE, width_px=width, most=4)
    write(picture, moment.headline, (left, y + 18), font("text", 34), ASH, width_px=width, most=2)


def _row(picture: Image.Image, moment: Moment, top: int, photos: Photos | None) -> None:
    """Draw another moment: a small card, why, and what it was."""
    lay(picture, _card(moment, SMALL_WH, photos), (MARGIN, top))
    left, width = MARGIN + SMALL_WH[0] + 26, INSIDE - SMALL_WH[0] - 26
    y = write(
        picture, moment.label, (left, top - 2), font("display", 34), TONES[moment.kind], width_px=width // 2
    )
    right = (POSTER_WH[0] - MARGIN, top + 4)
    write(picture, moment.headline, right, font("text", 28), ASH, width_px=width // 2, anchor="right")
    write(picture, moment.said, (left, y - 4), font("text", 32), BONE, width_px=width)


def _card(moment: Moment, size_wh: tuple[int, int], photos: Photos | None) -> Image.Image:
    jpeg = photos(moment.crop) if photos and moment.crop else None
    photo = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) if jpeg else None
    if photo is not None:
        return card_picture(np.asarray(photo, np.uint8), size_wh)
    large = large_face(moment.card, size_wh) if size_wh == HERO_WH else drawn_face(moment.card)
    return card_picture(large, size_wh)
