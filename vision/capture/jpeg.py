"""JPEG pictures from elsewhere: what they are is read from their header, before anything is unpacked."""

from __future__ import annotations

import io

import cv2
import numpy as np
from PIL import Image, UnidentifiedImageError

from vision.images import WORKING_PX
from vision.types import Frame

JPEG_BEGIN, JPEG_END = b"\xff\xd8", b"\xff\xd9"


def jpeg_size(jpeg: bytes) -> tuple[int, int]:
    """Return width and height in pixels of a JPEG that is whole.

    :raise ValueError: it is none, is cut short, or is larger than any camera's
    """
    body = jpeg.rstrip(b"\r\n\0")
    if not body.startswith(JPEG_BEGIN):
        raise ValueError("no JPEG")
    if not body.endswith(JPEG_END):
        raise ValueError("cut short")
    try:
        with Image.open(io.BytesIO(body), formats=["JPEG"]) as header:
            width, height = header.size
    except (UnidentifiedImageError, OSError, SyntaxError, Image.DecompressionBombError):
        raise ValueError("damaged") from None
    if width * height > WORKING_PX:
        raise ValueError(f"{width} x {height} pixels")
    return width, height


def decoded(jpeg: bytes) -> Frame:
    """Decode a JPEG that is whole.

    :raise ValueError: it is none, is cut short, damaged, or larger than any camera's
    """
    jpeg_size(jpeg)
    frame = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if frame is None:
        raise ValueError("damaged")
    return np.asarray(frame, np.uint8)
