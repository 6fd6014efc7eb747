"""Faces of the decks that the house draws, as small WebP pictures, for pages and exports."""

from __future__ import annotations

from functools import cache
from typing import Final

import cv2
import numpy as np

from models import housedeck

HEIGHT_PX: Final = 240
BACK: Final = "back"
CODES: Final = {BACK, *housedeck.ENGLISH_CODES, *housedeck.HOUSE_CODES}


def face_webp(code: str) -> bytes | None:
    """Return a tarot or playing card's face (or ``back``) as WebP, 240 pixels high; None for an unknown code."""
    return _webp(code) if code in CODES else None  # Anybody may ask for codes: only those of cards are kept.


@cache
def _webp(code: str) -> bytes:
    faces = housedeck.faces("english" if code in housedeck.ENGLISH_CODES else "house")
    picture = housedeck.back() if code == BACK else faces[code]
    width = round(picture.shape[1] * HEIGHT_PX / picture.shape[0])
    small = cv2.resize(np.asarray(picture), (width, HEIGHT_PX), interpolation=cv2.INTER_AREA)
    coded = cv2.imencode(".webp", small, [cv2.IMWRITE_WEBP_QUALITY, 82])[1]
    return coded.tobytes()
