"""Whether a device is signed in, by its cookies: the limits of its requests depend on that."""

from __future__ import annotations

from typing import Final

from werkzeug.sansio.http import parse_cookie

from webui.http.auth import COOKIE, Access
from webui.http.pairing import Pairing

CAMERA_COOKIE: Final = "clashcam-camera"
"""The cookie of a phone that is the camera; not the viewers' one, because a phone may be both."""

FRAME_PATH: Final = "/camera/frame"
"""The address of a phone's frames."""


def is_signed_in(access: Access, pairing: Pairing, path: str, cookies: str) -> bool:
    """Return whether a request with these cookies (the raw header) is signed in for a path."""
    shown = parse_cookie(cookies)
    if path == FRAME_PATH:
        return pairing.knows(shown.get(CAMERA_COOKIE))
    return access.role("", shown.get(COOKIE)) is not None
