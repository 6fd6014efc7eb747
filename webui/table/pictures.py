"""What the log keeps of a throw: the shown picture and each card's crop, by digest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import cv2

from vision.geometry import rectify
from vision.types import Frame, Track
from webui.table.placement import show
from webui.table.settings import View

CROP_SIZE_WH: Final = (140, 240)

JPEG_QUALITY: Final = 80


def keep_throw(
    keep: Callable[[bytes], str], frame: Frame | None, tracks: Iterable[Track], view: View
) -> dict[str, Any]:
    """Keep the picture of a throw and its cards' crops; return their names as an entry holds them."""
    if frame is None:
        return {"picture": None, "crops": []}
    crops = [encode_jpeg(rectify(frame, track.quad, CROP_SIZE_WH)) for track in tracks]
    return {
        "picture": keep(encode_jpeg(show(frame, view))),
        "crops": [keep(crop) for crop in crops],
    }


def encode_jpeg(picture: Frame, quality: int = JPEG_QUALITY) -> bytes:
    """Return the picture as JPEG."""
    ok, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not ok:  # Only for arrays that are no pictures, which our types rule out.
        raise ValueError(f"picture: expected shape (height, width, 3), got {picture.shape}")
    return coded.tobytes()
