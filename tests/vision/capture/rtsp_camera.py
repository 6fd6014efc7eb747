"""A camera on this machine that speaks RTSP: JPEG over RTP (RFC 2435), inside the connection, behind a password."""

from __future__ import annotations

import base64
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

import cv2
import numpy as np

FPS: Final = 15.0
SIZE_WH: Final = (320, 240)
CLOCK_HZ: Final = 90_000
PACKET: Final = 1400
USER, PASSWORD = "ann", "s3cret"
RIGHT: Final = "Basic " + base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
SDP: Final = (
    "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=table\r\nc=IN IP4 0.0.0.0\r\nt=0 0\r\n"
    "m=video 0 RTP/AVP 26\r\na=control:track0\r\n"
)


class RtspCamera:
    """Sends pictures with noise as long as it is on; the same port is its own after it was off."""

    def __init__(self) -> None:
        self._calls: list[socket.socket] = []
        self._listening: socket.socket | None = None
        self.port = 0
        self.switch_on()

    @property
    def url(self) -> str:
        """Its address, with name and password."""
        return f"rtsp://{USER}:{PASSWORD}@127.0.0.1:{self.port}/live"

    def switch_on(self) -> None:
        """Take calls."""
        self._listening = socket.create_server(("127.0.0.1", self.port))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, args=(self._listening,), daemon=True).start()

    def switch_off(self) -> None:
        """Be gone in the middle of a picture, as a camera whose plug is pulled."""
        assert self._listening is not None
        for each in (self._listening, *self._calls):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        self._calls.clear()

    def _accept(self, listening: socket.socket) -> None:
        with suppress(OSError):
            while True:
                call = listening.accept()[0]
                self._calls.append(call)
                threading.Thread(target=self._answer, args=(call,), daemon=True).start()

    def _answer(self, call: socket.socket) -> None:
        with suppress(OSError, ValueError), call.makefile("rb") as lines:
            while request := lines.readline().decode():
                headers = dict(_headers(lines))
                method, sequence = request.split()[0], headers.get("cseq", "0")
                if method != "OPTIONS" and headers.get("authorization") != RIGHT:
                    _say(call, sequence, "401 Unauthorized", 'WWW-Authenticate: Basic realm="camera"')
                elif method == "DESCRIBE":
                    body = f"Content-Type: application/sdp\r\nContent-Length: {len(SDP)}"
                    _say(call, sequence, "200 OK", body, SDP)
                elif method == "SETUP":
                    transport = "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 1"
                    _say(call, sequence, "200 OK", transport)
                elif method == "PLAY":
                    _say(call, sequence, "200 OK", "Session: 1")
                    threading.Thread(target=_play, args=(call,), daemon=True).start()
                else:
                    _say(call, sequence, "200 OK", "Public: DESCRIBE, SETUP, PLAY, TEARDOWN\r\nSession: 1")


def _headers(lines: Iterator[bytes]) -> Iterator[tuple[str, str]]:
    for line in lines:
        name, colon, value = line.decode().partition(":")
        if not colon:
            return
        yield name.lower(), value.strip()


def _say(call: socket.socket, sequence: str, status: str, headers: str, body: str = "") -> None:
    call.sendall(f"RTSP/1.0 {status}\r\nCSeq: {sequence}\r\n{headers}\r\n\r\n{body}".encode())


def _play(call: socket.socket) -> None:
    random, number = np.random.default_rng(1), 0
    with suppress(OSError):
        for turn in range(1 << 20):
            noise = random.integers(100, 140, (SIZE_WH[1], SIZE_WH[0], 3), np.uint8)
            for payload, is_last in _payloads(bytes(cv2.imencode(".jpg", noise)[1])):
                stamp = int(turn * CLOCK_HZ / FPS) & 0xFFFFFFFF
                rtp = struct.pack("!BBHII", 0x80, 26 | (0x80 if is_last else 0), number & 0xFFFF, stamp, 7)
                call.sendall(b"$\0" + struct.pack("!H", len(rtp) + len(payload)) + rtp + payload)
                number += 1
            time.sleep(1 / FPS)


def _payloads(jpeg: bytes) -> Iterator[tuple[bytes, bool]]:
    """The packets of a picture, and whether each is its last; its quantization tables go before the first."""
    tables, scan = _parts(jpeg)
    for at in range(0, len(scan), PACKET):
        head = struct.pack("!I", at) + bytes((1, 255, SIZE_WH[0] // 8, SIZE_WH[1] // 8))
        extra = struct.pack("!BBH", 0, 0, len(tables)) + tables if at == 0 else b""
        yield head + extra + scan[at : at + PACKET], at + PACKET >= len(scan)


def _parts(jpeg: bytes) -> tuple[bytes, bytes]:
    """A JPEG's quantization tables, and what is coded."""
    tables, at = b"", 2
    while True:
        kind, length = jpeg[at + 1], int.from_bytes(jpeg[at + 2 : at + 4], "big")
        body = jpeg[at + 4 : at + 2 + length]
        at += 2 + length
        if kind == 0xDB:
            tables += b"".join(body[start + 1 : start + 65] for start in range(0, len(body), 65))
        if kind == 0xDA:
            return tables, jpeg[at:].removesuffix(b"\xff\xd9")
