"""How a phone's picture may travel, on this machine: python -m tests.benchmarks.transports [--seconds N] [--rate N].

Pictures of the virtual table at 1280x720 are coded as JPEG, sent over a connection of loopback, and decoded; the next
one goes when the last has been answered. Once as requests (POST), once as frames of a WebSocket, masked as a browser
has to. Prints pictures a second, the delay from the camera's picture to the decoded one, and the processor's time of
both ends a picture. Without TLS, which costs both the same.
"""

from __future__ import annotations

import argparse
import socket
import struct
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BufferedIOBase
from itertools import cycle, islice
from typing import Final, TypeAlias

import cv2
import numpy as np

from tests.benchmarks.heading import heading
from vision.types import Frame
from vision.virtual import VirtualTable
from webui.camera.drawn_decks import house_deck

QUALITY: Final = 85
"""As the phone's page codes its pictures."""

PICTURES: Final = 90
HEAD: Final = (
    b"POST /phone/picture HTTP/1.1\r\nHost: table\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n"
)
ANSWER: Final = (
    b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{"good":true}'
)
FRAME: Final = struct.Struct(">BBQ4s")
"""How a WebSocket's frame begins: final and binary, masked with eight bytes of length, the length, the mask."""

Write: TypeAlias = Callable[[BufferedIOBase, bytes], None]
Read: TypeAlias = Callable[[BufferedIOBase], bytes]


@dataclass(frozen=True, slots=True)
class Way:
    """One way of sending a picture, of taking it out, and what is answered."""

    name: str
    send: Write
    take: Read
    answer: bytes


def _post(line: BufferedIOBase, picture: bytes) -> None:
    line.write(HEAD % len(picture) + picture)


def _posted(line: BufferedIOBase) -> bytes:
    length = 0
    while (row := line.readline()) not in (b"\r\n", b""):
        name, _, value = row.partition(b": ")
        length = int(value) if name == b"Content-Length" else length
    return line.read(length)


def _masked(data: bytes, mask: bytes) -> bytes:
    plain = np.frombuffer(data.ljust(-(-len(data) // 4) * 4, b"\0"), np.uint32)
    return (plain ^ np.frombuffer(mask, np.uint32)).tobytes()[: len(data)]


def _push(line: BufferedIOBase, picture: bytes) -> None:
    mask = b"\x5a\xc3\x17\x99"
    line.write(FRAME.pack(0x82, 0xFF, len(picture), mask) + _masked(picture, mask))


def _pushed(line: BufferedIOBase) -> bytes:
    _, _, length, mask = FRAME.unpack(line.read(FRAME.size))
    return _masked(line.read(length), mask)


WAYS: Final = (
    Way("JPEG, POST", _post, _posted, ANSWER),
    Way("JPEG, WebSocket", _push, _pushed, b'\x82\x0d{"good":true}'),
)


def table_pictures(count: int) -> list[Frame]:
    """Draw so many pictures of the virtual table, cards being thrown."""
    table = VirtualTable(1, *house_deck(), fps=10.0)
    return [shown.image for shown in islice(table, count)]


def _received(server: socket.socket, way: Way, count: int, seen_s: list[float]) -> None:
    line = server.accept()[0].makefile("rwb")
    for _ in range(count):
        picture = cv2.imdecode(np.frombuffer(way.take(line), np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None
        seen_s.append(time.perf_counter())
        line.write(way.answer)
        line.flush()


def travelled(way: Way, pictures: Sequence[Frame], seconds: float, rate: float) -> str:
    """Send pictures at this rate at most; return the figures in a line."""
    count, seen_s, begun_s = round(seconds * rate), list[float](), list[float]()
    with socket.create_server(("127.0.0.1", 0)) as server:
        far = threading.Thread(target=_received, args=(server, way, count, seen_s))
        far.start()
        line = socket.create_connection(server.getsockname()).makefile("rwb")
        started_s, worked_s = time.perf_counter(), time.process_time()
        for number, picture in enumerate(islice(cycle(pictures), count)):
            time.sleep(max(0.0, started_s + number / rate - time.perf_counter()))
            begun_s.append(time.perf_counter())
            way.send(line, bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]))
            line.flush()
            assert line.read(len(way.answer)) == way.answer
        took_s, worked_s = time.perf_counter() - started_s, time.process_time() - worked_s
        far.join()
    delays_ms = 1000 * (np.array(seen_s) - np.array(begun_s))
    return (
        f"{way.name:<17}{count / took_s:5.1f} a second, delay p50 {np.median(delays_ms):.1f} ms, "
        f"p95 {np.percentile(delays_ms, 95):.1f} ms, {1000 * worked_s / count:.1f} ms of processor a picture, n={count}"
    )


def main(words: Sequence[str] | None = None) -> None:
    """Send, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rate", type=float, default=30.0, help="what the camera gives, pictures a second")
    arguments = parser.parse_args(words)
    cv2.setNumThreads(1)
    pictures = table_pictures(PICTURES)
    print(heading(f"1280x720, {arguments.rate:g} a second at most"), flush=True)
    for way in WAYS:
        print(travelled(way, pictures, arguments.seconds, arguments.rate), flush=True)


if __name__ == "__main__":
    main()
