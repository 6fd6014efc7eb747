"""Whether a device is signed in, by the cookies that it shows: what it may send depends on that."""

from __future__ import annotations

from typing import Final

from werkzeug.sansio.http import parse_cookie

from webui.http.auth import COOKIE, Access
from webui.http.pairing import Pairing

CAMERA_COOKIE: Final = "clashcam-camera"
"""Another one than that of who looks on: a phone may do both, and cookies do not mind the port."""

FRAME_PATH: Final = "/camera/frame"
"""Where the phone that is the camera leaves its pictures."""


def is_signed_in(access: Access, pairing: Pairing, path: str, cookies: str) -> bool:
    """Tell whether whoever shows these cookies (the header as it came) is signed in for what lies at a path."""
    shown = parse_cookie(cookies)
    if path == FRAME_PATH:
        return pairing.knows(shown.get(CAMERA_COOKIE))
    return access.role("", shown.get(COOKIE)) is not None
