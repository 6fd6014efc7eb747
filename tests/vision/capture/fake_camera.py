"""A camera on this machine that sends motion JPEG and can be given every fault that cameras have."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import cv2
import numpy as np

FPS: Final = 15.0
SIZE_WH: Final = (160, 120)
OTHER_WH: Final = (200, 150)
HEAD: Final = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n"
PAGE: Final = b"<html><form>Sign in</form></html>" * 20

BLACK: Final = bytes(cv2.imencode(".jpg", np.zeros((SIZE_WH[1], SIZE_WH[0], 3), np.uint8))[1])

HEADLESS: Final = b"\xff\xd8\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00"
"""The beginning of a JPEG that says neither its size nor how it is coded."""

Wire = Callable[[bytes], None]


def picture(number: int, size_wh: tuple[int, int] = SIZE_WH, half: bool = False) -> bytes:
    """A picture with noise, as a camera's is, as JPEG; of a half one the lower part is what a decoder leaves."""
    noise = np.random.default_rng(number).integers(40, 200, (size_wh[1], size_wh[0], 3), np.uint8)
    if half:
        noise[size_wh[1] // 2 :] = 128
    return bytes(cv2.imencode(".jpg", noise, [cv2.IMWRITE_JPEG_QUALITY, 80])[1])


def part(jpeg: bytes, length: int | None = None) -> bytes:
    """A part of the stream."""
    announced = len(jpeg) if length is None else length
    return b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n" % (announced, jpeg)


def lying() -> bytes:
    """A JPEG whose header says that it has 3.6 thousand million pixels."""
    jpeg = bytearray(picture(1))
    at = jpeg.find(b"\xff\xc0")
    jpeg[at + 5 : at + 9] = (60000).to_bytes(2, "big") * 2
    return bytes(jpeg)


class FakeCamera:
    """Sends new pictures while ``fault`` is empty; else it does what the fault's name says."""

    def __init__(self) -> None:
        self._fault = ""
        self._open = True
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._port = self._listening.getsockname()[1]
        self._calls: set[socket.socket] = set()
        self._number = 0
        threading.Thread(target=self._accept, args=(self._listening,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}/video"

    @property
    def fault(self) -> str:
        return self._fault

    @fault.setter
    def fault(self, fault: str) -> None:
        was, self._fault = self._fault, fault
        if fault in BY_NEW_CALLS or was in BY_NEW_CALLS:
            self._hang_up()
        if fault == "switched off":
            self._listening.shutdown(socket.SHUT_RDWR)
            self._listening.close()
        elif was == "switched off":
            self._listening = socket.create_server(("127.0.0.1", self._port))
            threading.Thread(target=self._accept, args=(self._listening,), daemon=True).start()

    def close(self) -> None:
        self._open = False
        self._hang_up()
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _hang_up(self) -> None:
        for call in list(self._calls):
            with suppress(OSError):
                call.shutdown(socket.SHUT_RDWR)

    def _accept(self, listening: socket.socket) -> None:
        while self._open:
            try:
                call, _ = listening.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(call,), daemon=True).start()

    def _serve(self, call: socket.socket) -> None:
        self._calls.add(call)
        with call, suppress(OSError):
            call.recv(4096)
            if self._fault in ANSWERS:
                call.sendall(ANSWERS[self._fault])
                return
            while self._open and self._fault == "takes calls and says nothing":
                time.sleep(0.02)
            call.sendall(HEAD)
            self._stream(call, born=self._fault)
        self._calls.discard(call)

    def _stream(self, call: socket.socket, born: str) -> None:
        deaf = False
        while self._open:
            fault, self._number = self._fault, self._number + 1
            deaf = deaf or (fault == "old calls stay silent for good" and born != fault)
            if fault in ANSWERS or fault == "takes calls and says nothing":
                return
            if not deaf and fault not in ("sends nothing", "old calls stay silent for good"):
                call.sendall(
                    STREAMS.get(fault, part(picture(self._number)))
                ) if fault not in MADE else call.sendall(MADE[fault](self._number))
            time.sleep(0.3 if fault == "trickles" else 1 / FPS)


ANSWERS: Final = {
    "hangs up at once": b"",
    "a page to sign in": b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 660\r\n\r\n" + PAGE,
    "wants a password": b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n",
    "is overloaded": b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n",
    "sends its settings": b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
    "leads in a circle": b"HTTP/1.1 302 Found\r\nLocation: /video\r\nContent-Length: 0\r\n\r\n",
    "speaks no HTTP": b"\x00\x01\x02RFB 003.008\n" * 20,
}
"""What each new call is answered."""

BY_NEW_CALLS: Final = {*ANSWERS, "takes calls and says nothing", "switched off"}
"""Faults in which calls that are open end."""

STREAMS: Final = {
    "the same picture for ever": part(picture(7)),
    "damaged pictures": part(HEADLESS + bytes(range(255)) * 8 + b"\xff\xd9"),
    "empty pictures": part(b""),
    "a picture without an end": b"\xff\xd8\xff\xe1\xff\xff" + bytes(65533),
    "a header that lies": part(lying()),
    "a head without an end": b"--frame\r\nX-Never: " + b"x" * 4000,
    "trickles": b"-",
    "garbage": bytes(range(128, 256)) * 40,
}

MADE: Final[dict[str, Callable[[int], bytes]]] = {
    "pictures cut short": lambda number: part(picture(number)[:-400]),
    "half pictures": lambda number: part(picture(number, half=True)),
    "black pictures": lambda number: part(BLACK),
    "another size": lambda number: part(picture(number, OTHER_WH)),
}

FAULTS: Final = (
    "switched off",
    "sends nothing",
    "old calls stay silent for good",
    "takes calls and says nothing",
    *ANSWERS,
    *STREAMS,
    *MADE,
)
