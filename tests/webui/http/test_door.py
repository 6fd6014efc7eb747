"""What is too large is turned away at the door: unread, at once, with one line, and the memory stays where it was."""

from __future__ import annotations

import json
import socket
import time
import tracemalloc
from collections.abc import Callable, Iterator

import pytest

from tests.webui.cli.test_program import Table
from webui.http.door import HEAD_LIMIT, ORDER_LIMIT

MORE_MEMORY = 24 << 20
"""Bytes that a refused request may take; the old door took as many as were sent."""

SENT = 64 << 20


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    made = Table(tmp_path_factory.mktemp("door"))
    with made.running:
        yield made


class Caller:
    """A client that sends what it likes."""

    def __init__(self, url: str) -> None:
        host, port = url.removeprefix("http://").removesuffix("/").split(":")
        self._socket = socket.create_connection((host, int(port)), timeout=20)

    def __enter__(self) -> Caller:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def send(self, data: bytes) -> bool:
        """Send; tell whether the other side still listens."""
        try:
            self._socket.sendall(data)
        except OSError:
            return False
        return True

    def pour(self, total: int) -> int:
        """Send so many bytes, or as many as are taken."""
        chunk, sent = b"x" * (1 << 16), 0
        while sent < total and self.send(chunk):
            sent += len(chunk)
        return sent

    def answer(self) -> bytes:
        """Whatever comes until the other side has closed."""
        heard = b""
        try:
            while part := self._socket.recv(1 << 16):
                heard += part
        except ConnectionResetError:
            pass
        return heard


def post(length: int | str, path: str = "/api/command") -> bytes:
    return f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n".encode()


def traced_peak(work: Callable[[], None]) -> int:
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        work()
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()


REFUSED = {
    "an order": (post(SENT), 413),
    "a document": (post(SENT, "/api/resolve"), 413),
    "a longer order than any": (post(ORDER_LIMIT + 1), 413),
    "a body where none belongs": (post(SENT, "/api/state"), 413),
    "a body nobody could hold": (post(10**18), 413),
    "a body of endless digits": (post("9" * 5000), 400),
    "a body below nothing": (post(-1), 400),
    "a body of no number": (post("1_0"), 400),
    "a body without a length": (
        b"POST /api/command HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n40000000\r\n",
        411,
    ),
    "a long header": (b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ", 431),
    "a long address": (b"GET /", 414),
}


@pytest.mark.parametrize(("begins", "status"), REFUSED.values(), ids=REFUSED)
def test_what_is_too_large_is_refused_unread(table: Table, begins: bytes, status: int) -> None:
    def call() -> None:
        with Caller(table.running.url) as caller:
            caller.send(begins)
            assert caller.pour(SENT) < SENT, "it was all taken"

    assert traced_peak(call) < MORE_MEMORY
    assert table.state()["version"] > 0


@pytest.mark.parametrize(("begins", "status"), REFUSED.values(), ids=REFUSED)
def test_the_refusal_can_be_read(table: Table, begins: bytes, status: int) -> None:
    """Even by a client that goes on sending for a while before it listens."""
    began_s = time.monotonic()
    with Caller(table.running.url) as caller:
        caller.send(begins)
        caller.pour(1 << 20)
        head, _, line = caller.answer().partition(b"\r\n\r\n")
    assert int(head.split()[1]) == status
    assert line.count(b"\n") == 0
    assert time.monotonic() - began_s < 10


def test_many_headers_are_refused(table: Table) -> None:
    with Caller(table.running.url) as caller:
        caller.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X-One: 1\r\n" * HEAD_LIMIT)
        assert b" 431 " in caller.answer().splitlines()[0]


def test_an_order_as_long_as_may_be_is_taken(table: Table) -> None:
    order = {"version": table.state()["version"], "name": "desk", "system": "pulp"}
    empty = len(json.dumps(order | {"document": {"notes": ""}}))
    body = json.dumps(order | {"document": {"notes": "x" * (ORDER_LIMIT - empty)}}).encode()
    assert len(body) == ORDER_LIMIT
    with Caller(table.running.url) as caller:
        caller.send(post(len(body)).replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n") + body)
        assert b" 200 " in caller.answer().splitlines()[0]
