"""Common names of video codecs."""

from __future__ import annotations

from typing import Final

import cv2

NAMES: Final = {
    "av01": "AV1",
    "avc1": "H.264",
    "h264": "H.264",
    "h265": "H.265",
    "hevc": "H.265",
    "hvc1": "H.265",
    "hev1": "H.265",
    "vvc1": "H.266",
    "vvi1": "H.266",
    "vp80": "VP8",
    "vp90": "VP9",
    "vp09": "VP9",
    "mpg2": "MPEG-2",
    "mp4v": "MPEG-4",
    "fmp4": "MPEG-4",
    "xvid": "MPEG-4",
    "divx": "MPEG-4",
    "mjpg": "motion JPEG",
    "mjpe": "motion JPEG",
}
"""Names of codecs by their four letters, in lower case."""

DECODED: Final = frozenset({"H.264", "H.265", "VP8", "VP9", "MPEG-2", "MPEG-4", "motion JPEG", "?"})
"""Codecs that are always decoded: without a picture something else is wrong."""


def codec_of(video: cv2.VideoCapture) -> str:
    """Return the name of a video's codec, its four letters where it has no other, "?" where it has none."""
    code = int(video.get(cv2.CAP_PROP_FOURCC))
    letters = max(0, code).to_bytes(8, "little").rstrip(b"\0").decode("latin-1").strip()
    if not letters or not letters.isprintable():
        return "?"
    return NAMES.get(letters.lower(), letters)
