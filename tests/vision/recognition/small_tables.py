"""Tables drawn small: a few rows of cards as a little camera or a web page shows them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.types import Frame

TIMES = 4
"""Tables are drawn so many times as large, then shrunk: a card's edge falls between pixels."""

CLOTH_BGR = (60, 80, 50)
RIM_SHARE = 0.035
NOISE = 4.0


def small_table(
    pictures: Sequence[Frame], height_px: float, size_wh: tuple[int, int], columns: int, seed: int = 0
) -> Frame:
    """Lay pictures of cards (BGR, any size) in rows, each a little turned; return a compressed, noisy picture."""
    chance = np.random.default_rng(seed)
    large_wh = (TIMES * size_wh[0], TIMES * size_wh[1])
    frame: Frame = np.full((large_wh[1], large_wh[0], 3), CLOTH_BGR, np.uint8)
    rows = -(-len(pictures) // columns)
    for i, picture in enumerate(pictures):
        middle = (
            (i % columns + 0.5) * large_wh[0] / columns,
            (i // columns + 0.5) * large_wh[1] / rows,
        )
        _lay(frame, picture, TIMES * height_px, middle, float(chance.uniform(-8, 8)))
    soft = cv2.GaussianBlur(frame, (0, 0), 0.6 * TIMES)
    small = cv2.resize(soft, size_wh, interpolation=cv2.INTER_AREA)
    noisy = (small + chance.normal(0, NOISE, small.shape)).clip(0, 255).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 85])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _lay(
    frame: Frame, picture: Frame, height_px: float, middle: tuple[float, float], turn_deg: float
) -> None:
    rim = round(RIM_SHARE * picture.shape[0])
    card = cv2.copyMakeBorder(picture, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=(240, 240, 240))
    width, height = round(card.shape[1] * height_px / card.shape[0]), round(height_px)
    card = cv2.resize(card, (width, height), interpolation=cv2.INTER_AREA)
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn_deg, 1.0)
    matrix[:, 2] += np.array((middle[0] - width / 2, middle[1] - height / 2))
    size_wh = (frame.shape[1], frame.shape[0])
    mask = cv2.warpAffine(np.full((height, width), 255, np.uint8), matrix, size_wh)
    frame[mask > 127] = cv2.warpAffine(card, matrix, size_wh)[mask > 127]
