"""Confinement of network cameras: they may lead the program to themselves only, not elsewhere on the network.

A compromised camera may answer by a redirect, or by a playlist with other addresses: routers, other cameras and
services that listen on this machine alone.
"""

from __future__ import annotations

import os
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPMessage
from typing import IO, Final
from urllib.parse import urlsplit

OPTIONS: Final = "OPENCV_FFMPEG_CAPTURE_OPTIONS"
"""The variable by which OpenCV passes options to FFmpeg."""

PROTOCOLS: Final = "http,https,tls,tcp,udp,rtp,srtp,rtmp"
FORMATS: Final = ",".join(
    (
        "mpegts", "mpeg", "mpegvideo", "m4v", "h264", "hevc", "mjpeg", "mpjpeg", "flv", "live_flv", "mov", "matroska",
        "avi", "asf", "ogg", "ivf", "nut", "dv", "rtsp",
    )
)  # fmt: skip
"""Video formats without addresses: no HLS, DASH, SDP or list of files."""

CONFINED: Final = (
    f"rtsp_flags;prefer_tcp|protocol_whitelist;{PROTOCOLS}|format_whitelist;{FORMATS}|max_redirects;0"
)
"""OpenCV's own option, which is lost when others are given, and ours."""


class SameHost(urllib.request.HTTPRedirectHandler):
    """Follows a camera to other addresses of its own host, by HTTP."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        """Return the request for the new address; None where it is on another host."""
        old, new = urlsplit(req.full_url), urlsplit(newurl)
        if new.scheme not in ("http", "https") or new.hostname != old.hostname:
            return None
        return super().redirect_request(req, fp, code, msg, headers, newurl)


class _Environment:
    """The variable of this process, set while any camera is being opened."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._count = 0
        self._before: str | None = None

    def enter(self) -> None:
        with self._lock:
            if self._count == 0:
                self._before = os.environ.get(OPTIONS)
                os.environ[OPTIONS] = "|".join(filter(None, (self._before, CONFINED)))
            self._count += 1

    def leave(self) -> None:
        with self._lock:
            self._count -= 1
            if self._count == 0:
                os.environ.pop(OPTIONS)
                if self._before is not None:
                    os.environ[OPTIONS] = self._before


_environment = _Environment()


@contextmanager
def confined() -> Iterator[None]:
    """Let FFmpeg open a camera's own data only; thread-safe."""
    _environment.enter()
    try:
        yield
    finally:
        _environment.leave()
