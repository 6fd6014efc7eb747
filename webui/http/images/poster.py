"""One picture of a session's moments, to share: cards and sentences, never a photograph of the table."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from typing import Final

import cv2
import numpy as np
from PIL import Image

from models.housedeck import CARD_WH_PX
from models.housedeck.drawing import large_face
from webui.http.images.lettering import (
    ASH,
    BONE,
    GOLD,
    TONES,
    Words,
    card_picture,
    drawn_face,
    ground,
    height_of,
    lay,
    write,
)
from webui.table.contract.moments import Moment, Moments

POSTER_WH: Final = (1080, 1350)
MARGIN: Final = 76
INSIDE: Final = POSTER_WH[0] - 2 * MARGIN
HEAD_TOP: Final = 66
DAY_TOP: Final = 186
TOP: Final = 244
"""Where the moments begin; the head stands above."""
FOOT_TOP: Final = 1222
HERO_SHARE: Final = 1.7
"""How many times as high as another moment the best one is, among several."""
GAP: Final = 16
LARGE_PX: Final = (68, 46)
"""The letters of the best moment: its kind, and its sentence."""
CARD_SHAPE: Final = 292 / 500
"""A card's width by its height."""
LEAST_CARD_PX: Final = 420
"""How high a card that stands alone is at least."""

Photos = Callable[[str], bytes | None]
"""Gives a kept picture as JPEG by its digest; None where it is gone."""


def draw_poster(moments: Moments, title: str, day: str, photos: Photos | None = None) -> bytes:
    """Return the picture as PNG, 1080 by 1350 pixels: the best moment large, the others below.

    No sentence is cut and none stands twice; few moments fill the picture.

    Cards are shown as the house draws them; with ``photos`` as they lay there, cut out of the table's picture.
    """
    picture = ground(POSTER_WH)
    middle = POSTER_WH[0] // 2
    room_wh = (INSIDE, DAY_TOP - HEAD_TOP)
    y = write(picture, [Words(title, "display", 88, BONE)], (middle, HEAD_TOP), room_wh, anchor="middle")
    write(picture, [Words(day, "text", 32, ASH)], (middle, y), (INSIDE, TOP - y), anchor="middle")
    shown = list(_each_once(moments.moments))
    bottom = FOOT_TOP - GAP
    if len(shown) == 1:
        _alone(picture, shown[0], (TOP, bottom), photos)
    else:
        shares = [HERO_SHARE, *(1.0 for _ in shown[1:])]
        unit_px = (bottom - TOP - GAP * (len(shown) - 1)) / sum(shares)
        top = float(TOP)
        for place, (moment, share) in enumerate(zip(shown, shares, strict=True)):
            _beside(picture, moment, (round(top), round(unit_px * share)), photos, large=place == 0)
            top += unit_px * share + GAP
    luck = [Words("".join(moments.luck[:1]), "text", 28, BONE)]
    write(picture, luck, (middle, FOOT_TOP), (INSIDE, 42), anchor="middle")
    write(
        picture,
        [Words("Clashcam", "display", 30, GOLD)],
        (middle, FOOT_TOP + 46),
        (INSIDE, 44),
        anchor="middle",
    )
    png = io.BytesIO()
    picture.save(png, "PNG")
    return png.getvalue()


def _each_once(moments: Iterable[Moment]) -> Iterator[Moment]:
    """Yield the moments, each verdict with the first of them alone."""
    shown: set[str] = set()
    for moment in moments:
        yield moment.model_copy(update={"headline": ""}) if moment.headline in shown else moment
        shown.add(moment.headline)


def _words_of(moment: Moment, label_px: int, size_px: int) -> list[Words]:
    """Return why it is a moment, what it was, and the verdict, in these sizes."""
    return [
        Words(moment.label, "display", label_px, TONES[moment.kind]),
        Words(moment.said, "bold", size_px, BONE),
        Words(moment.headline, "text", round(size_px * 0.8), ASH),
    ]


def _alone(picture: Image.Image, moment: Moment, span: tuple[int, int], photos: Photos | None) -> None:
    """Draw the only moment from one height to another: its words below its card, which has the rest of the height."""
    top, bottom = span
    words = _words_of(moment, 84, 54)
    height = max(LEAST_CARD_PX, bottom - top - 2 * GAP - height_of(words, INSIDE))
    width = round(height * CARD_SHAPE)
    middle = POSTER_WH[0] // 2
    lay(picture, _card(moment, (width, height), photos), (middle - width // 2, top))
    below = top + height + 2 * GAP
    write(picture, words, (middle, below), (INSIDE, bottom - below), anchor="middle")


def _beside(
    picture: Image.Image, moment: Moment, span: tuple[int, int], photos: Photos | None, *, large: bool
) -> None:
    """Draw one of several moments, ``span`` being its top and its height: its card, and its words beside it."""
    top, height = span
    width = round(height * CARD_SHAPE)
    lay(picture, _card(moment, (width, height), photos), (MARGIN, top))
    space = round(width * 0.1) + 24
    room_wh = (INSIDE - width - space, height)
    words = _words_of(moment, *(LARGE_PX if large else _small_px(height)))
    free = max(0, height - height_of(words, room_wh[0]))
    write(picture, words, (MARGIN + width + space, top + free // 2), room_wh)


def _small_px(height_px: int) -> tuple[int, int]:
    """Return the letters of another moment, so high: its kind, and its sentence."""
    size_px = min(LARGE_PX[1], round(height_px * 0.25))
    return round(size_px * 1.2), size_px


def _card(moment: Moment, size_wh: tuple[int, int], photos: Photos | None) -> Image.Image:
    jpeg = photos(moment.crop) if photos and moment.crop else None
    photo = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) if jpeg else None
    if photo is not None:
        return card_picture(np.asarray(photo, np.uint8), size_wh)
    is_larger = size_wh[1] > CARD_WH_PX["house"][1]
    return card_picture(large_face(moment.card, size_wh) if is_larger else drawn_face(moment.card), size_wh)
