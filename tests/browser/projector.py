"""A camera on the network that shows recorded clips of the virtual table and waits where it is told to.

The program looks at it as at any other network camera. Between two clips the last picture stays, as the cards of a
table do: a test has as much time for its taps as it wants, however slow the machine is.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import count
from threading import Condition
from typing import Final, TypeAlias

import cv2
import numpy as np
from flask import Flask, Response

from vision.types import Frame

from .serving import serving

FPS: Final = 10.0
QUALITY: Final = 92
PATIENCE_S: Final = 120.0

Film: TypeAlias = tuple[bytes, ...]
"""Pictures one after another, each as JPEG."""


def coded(picture: Frame, quality: int = QUALITY) -> bytes:
    """Return a picture as the camera sends it."""
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])


@lru_cache(maxsize=4)
def again(picture: bytes) -> bytes:
    """The same picture with other noise: a camera that gives the very same one for long is known to hang."""
    return coded(np.asarray(cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)), QUALITY - 1)


class Projector:
    """Shows one film at a time to whoever looks, at its own pace, and then its last picture for good."""

    def __init__(self, first: Film) -> None:
        self.url = ""
        self._film = first
        self._begun_s = time.monotonic()
        self._over = Condition()
        self._closed = False

    def play(self, film: Film) -> None:
        """Begin a film; who looks sees it from its first picture."""
        with self._over:
            self._film, self._begun_s = film, time.monotonic()

    def close(self) -> None:
        """Let everybody who looks go home."""
        self._closed = True

    def pictures(self) -> Iterator[bytes]:
        """What one who looks is sent."""
        for turn in count():
            if self._closed:
                return
            begin_s = time.monotonic()
            with self._over:
                number = int((begin_s - self._begun_s) * FPS)
                picture = self._film[min(number, len(self._film) - 1)]
            picture = again(picture) if turn % 2 else picture
            yield b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(picture)
            yield picture + b"\r\n"
            time.sleep(max(0.0, 1 / FPS - (time.monotonic() - begin_s)))


@contextmanager
def projecting(first: Film) -> Iterator[Projector]:
    """A projector on a free port of this machine."""
    projector = Projector(first)
    app = Flask(__name__, static_folder=None)

    @app.get("/video")
    def video() -> Response:
        return Response(projector.pictures(), mimetype="multipart/x-mixed-replace; boundary=frame")

    with serving(app, projector.close) as address:
        projector.url = f"{address}/video"
        yield projector
