"""Faces of cards for the pages: anybody may ask for any code, and fills nothing by it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from models.housedeck import ENGLISH_CODES
from models.housedeck.names import HOUSE_CODES
from webui.http.images import card_images
from webui.http.images.card_images import BACK, HEIGHT_PX, face_webp


@pytest.mark.parametrize("code", ["m00", "p14", "As", "Xh", BACK])
def test_a_card_is_shown_by_its_code(code: str) -> None:
    webp = face_webp(code)
    assert webp is not None
    picture = cv2.imdecode(np.frombuffer(webp, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape[0] == HEIGHT_PX


def test_codes_that_nobody_knows_are_not_remembered() -> None:
    assert [face_webp(f"{number:03d}" * 500) for number in range(300)] == [None] * 300
    kept = sum(
        cache.cache_info().currsize for cache in vars(card_images).values() if hasattr(cache, "cache_info")
    )
    assert kept <= len({*HOUSE_CODES, *ENGLISH_CODES, BACK})
