"""What is too large is turned away at the door: unread, at once, with one line, and the memory stays where it was."""

from __future__ import annotations

import json
import re
import socket
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.benchmarks.door import LIMIT_S, guests, measured
from tests.browser.program import Program
from tests.webui.cli.running_table import Table
from webui.http.server import poller
from webui.http.server.budget import Budget, Room, neighbourhood
from webui.http.server.door import (
    BODY_LIMITS,
    CODE_LIMIT,
    COMMAND_LIMIT,
    CONNECTIONS,
    DOCUMENT_LIMIT,
    HEAD_LIMIT,
    Server,
)

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

    def some(self) -> bytes:
        """What comes next."""
        return self._socket.recv(1 << 16)

    def is_gone(self) -> bool:
        """Tell whether the other side has hung up on a client that reads nothing of what it was sent."""
        self._socket.setblocking(False)
        try:
            return not self._socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True
        finally:
            self._socket.setblocking(True)

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
    "a longer order than any": (post(COMMAND_LIMIT + 1), 413),
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


GET = b"GET /api/state HTTP/1.1\r\nHost: localhost\r\n"
ORDER = b"POST /api/command HTTP/1.1\r\nHost: localhost\r\n"
MISREAD = {
    "a blank before the colon": ORDER + b"Content-Length : 2\r\n",
    "a tab before the colon": ORDER + b"Content-Length\t: 2\r\n",
    "a vertical tab in a value": ORDER + b"Content-Length:\x0b2\r\n",
    "a form feed behind a value": ORDER + b"Content-Length: 2\x0c\r\n",
    "a no-break space in a length": ORDER + b"Content-Length: \xa02\r\n",
    "an underscore for a hyphen": ORDER + b"Content_Length: 2\r\n",
    "two lengths": ORDER + b"Content-Length: 2\r\nContent-Length: 3\r\n",
    "one length twice": ORDER + b"Content-Length: 2\r\nContent-Length: 2\r\n",
    "a list of lengths": ORDER + b"Content-Length: 2, 2\r\n",
    "a length with a sign": ORDER + b"Content-Length: +2\r\n",
    "a length in hexadecimal": ORDER + b"Content-Length: 0x2\r\n",
    "a length of nothing": ORDER + b"Content-Length:\r\n",
    "a length and a coding": ORDER + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
    "a coding before a length": ORDER + b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n",
    "a coding of the old protocol": ORDER.replace(b"1.1", b"1.0") + b"Transfer-Encoding: chunked\r\n",
    "two codings": ORDER + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
    "two hosts": GET + b"Host: evil.example\r\n",
    "two cookies": GET + b"Cookie: clashcam=a\r\nCookie: clashcam=b\r\n",
    "two origins": GET + b"Origin: http://localhost\r\nOrigin: http://evil.example\r\n",
    "no host": b"GET /api/state HTTP/1.1\r\n",
    "a header that goes on in the next line": GET + b"X-One: 1\r\n 2\r\n",
    "a first header that goes on from none": b"GET /api/state HTTP/1.1\r\n Host: localhost\r\n",
    "a header without a colon": GET + b"X-One\r\n",
    "a header without a name": GET + b": 1\r\n",
    "NUL in a value": GET + b"X-One: 1\x002\r\n",
    "NUL in a name": GET + b"X-\x00One: 1\r\n",
    "a name that is no token": GET + b"X(One): 1\r\n",
    "an escape in a value": GET + b"X-One: \x1b[2J\r\n",
    "DEL in a value": GET + b"X-One: \x7f\r\n",
    "a CR alone in a value": GET + b"X-One: 1\rHost: evil.example\r\n",
    "an LF alone behind a line": GET + b"X-One: 1\nX-Two: 2\r\n",
    "lines of LF alone": b"GET /api/state HTTP/1.1\nHost: localhost\n\n",
    "a CR alone behind the request line": b"GET /api/state HTTP/1.1\rHost: localhost\r\n",
    "two blanks in the request line": b"GET  /api/state HTTP/1.1\r\nHost: localhost\r\n",
    "a tab in the request line": b"GET\t/api/state HTTP/1.1\r\nHost: localhost\r\n",
    "a blank behind the request line": b"GET /api/state HTTP/1.1 \r\nHost: localhost\r\n",
    "a blank before the request line": b" GET /api/state HTTP/1.1\r\nHost: localhost\r\n",
    "no version": b"GET /api/state\r\nHost: localhost\r\n",
    "a version of two digits": b"GET /api/state HTTP/1.01\r\nHost: localhost\r\n",
    "a method in small letters": b"get /api/state HTTP/1.1\r\nHost: localhost\r\n",
    "a control character in the address": b"GET /\x01healthz HTTP/1.1\r\nHost: localhost\r\n",
    "a whole address": b"GET http://localhost/api/state HTTP/1.1\r\nHost: localhost\r\n",
    "an address of another host": b"GET //evil.example/api/state HTTP/1.1\r\nHost: localhost\r\n",
    "an address that cannot be taken apart": b"GET //[ HTTP/1.1\r\nHost: localhost\r\n",
    "a fragment": b"GET /api/state#x HTTP/1.1\r\nHost: localhost\r\n",
    "an address for a tunnel": b"CONNECT localhost:22 HTTP/1.1\r\nHost: localhost\r\n",
    "two empty lines before it": b"\r\n\r\n" + GET,
}  # fmt: skip


@pytest.mark.parametrize("head", MISREAD.values(), ids=MISREAD)
def test_a_request_that_two_readers_could_understand_differently_is_refused(
    table: Table, head: bytes
) -> None:
    """It is answered by 400 and nothing that follows is taken for a request of its own (RFC 9112)."""
    with Caller(table.running.url) as caller:
        caller.send(head + b"\r\n")
        caller.send(b"{}" + GET + b"\r\n")
        heard = caller.answer()
    assert heard.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    assert heard.count(b"HTTP/1.") == 1


UNUSUAL = {
    "an empty line before it": b"\r\n" + GET,
    "no blank behind the colon": GET + b"Accept:text/html\r\n",
    "tabs and blanks around a value": GET + b"Accept: \t text/html\t \r\n",
    "an empty value": GET + b"Accept:\r\n",
    "letters beyond ASCII in a value": GET + b"User-Agent: caf\xe9\r\n",
    "names in capitals": b"GET /api/state HTTP/1.1\r\nHOST: localhost\r\nACCEPT: */*\r\n",
    "a list in two lines": GET + b"Accept: text/html\r\nAccept: */*\r\n",
    "an encoded address": b"GET /api/%73tate?%20 HTTP/1.1\r\nHost: localhost\r\n",
    "no body, and its length": GET + b"Content-Length: 00\r\n",
}


@pytest.mark.parametrize("head", UNUSUAL.values(), ids=UNUSUAL)
@pytest.mark.parametrize("step", [1, 1000])
def test_an_unusual_but_right_request_is_answered(table: Table, head: bytes, step: int) -> None:
    """However its bytes come: all at once, or one by one."""
    whole = head + b"Connection: close\r\n\r\n"
    with Caller(table.running.url) as caller:
        for begin in range(0, len(whole), step):
            caller.send(whole[begin : begin + step])
        assert caller.answer().startswith(b"HTTP/1.1 200 OK\r\n")


@pytest.mark.parametrize(
    "options", [b"close", b"Close", b"close, TE", b"TE,close", b"TE\r\nConnection: close"]
)
def test_who_wants_the_connection_to_end_is_not_kept_waiting(table: Table, options: bytes) -> None:
    with Caller(table.running.url) as caller:
        caller.send(GET + b"Connection: " + options + b"\r\n\r\n")
        began_s = time.monotonic()
        assert caller.answer().startswith(b"HTTP/1.1 200 OK\r\n")
        assert time.monotonic() - began_s < poller.MAX_IDLE_S / 2


def test_a_body_that_nobody_reads_is_no_request(table: Table) -> None:
    """Where each request ends is settled by its head: an encoded address changes nothing about it."""
    inner = GET + b"\r\n"
    for path in ("/api/command", "/api/%63ommand"):
        with Caller(table.running.url) as caller:
            caller.send(post(len(inner), path) + inner + GET + b"Connection: close\r\n\r\n")
            assert caller.answer().count(b"HTTP/1.1 ") == 2


PASSED_ON = b"X-Forwarded-For: 203.0.113.9\r\n"
"""Makes a caller on this machine one from elsewhere."""


def from_elsewhere(head: bytes, *lines: bytes) -> bytes:
    return head.removesuffix(b"\r\n") + PASSED_ON + b"".join(lines) + b"\r\n"


@pytest.mark.parametrize("path", BODY_LIMITS)
def test_who_is_not_signed_in_may_send_a_kilobyte(table: Table, path: str) -> None:
    """It is refused by the head alone, and so is a cookie that opens nothing."""
    for cookie in (b"", b"Cookie: clashcam=made-up; clashcam-camera=made-up\r\n"):
        with Caller(table.running.url) as caller:
            caller.send(from_elsewhere(post(CODE_LIMIT + 1, path), cookie))
            assert int(caller.answer().split()[1]) == (413 if BODY_LIMITS[path] == CODE_LIMIT else 401)


def test_who_has_shown_a_code_may_send_what_it_may(table: Table) -> None:
    table.order("network", allow=True)
    network = table.wait_until(lambda state: state["network"]["allowed"])["network"]
    with Caller(table.running.url) as caller:
        join = f"GET /join?code={network['codes']['players']} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        caller.send(from_elsewhere(join, b"Connection: close\r\n"))
        found = re.search(rb"Set-Cookie: (clashcam=[^;]+)", caller.answer())
    assert found is not None
    cookie = b"Cookie: " + found[1] + b"\r\n"
    document = b" " * (CODE_LIMIT + 1)
    for path, status in (("/api/resolve", 422), ("/camera/frame", 401), ("/api/galleries/import", 413)):
        with Caller(table.running.url) as caller:
            caller.send(
                from_elsewhere(post(len(document), path), cookie, b"Connection: close\r\n") + document
            )
            assert int(caller.answer().split()[1]) == status, path
    table.order("network", allow=False)


def test_strangers_fill_no_memory_with_bodies(table: Table) -> None:
    """The short form of ``python -m tests.benchmarks.strangers``."""
    head = from_elsewhere(post(DOCUMENT_LIMIT, "/api/resolve"))

    def call() -> None:
        with ExitStack() as stack:
            callers = [stack.enter_context(Caller(table.running.url)) for _ in range(CONNECTIONS.each)]
            for caller in callers:
                caller.send(head)
                caller.pour(DOCUMENT_LIMIT - 1)
            assert table.state()["version"] > 0

    assert traced_peak(call) < MORE_MEMORY


@contextmanager
def small_server(**settings: Any) -> Iterator[str]:
    """A server that answers everything with nothing; gives its address."""

    def app(_: Any, start_response: Any) -> list[bytes]:
        start_response("200 OK", [("Content-Length", "0")])
        return [b""]

    server = Server(("127.0.0.1", 0), app, **settings)
    server.prepare()
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.bind_addr[1]}/"
    finally:
        server.stop()
        thread.join(20)


def test_memory_of_unfinished_bodies_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for all who hung up, not for each."""
    monkeypatch.setattr(poller, "GIVE_BACK_S", 0.0)
    gave_back = threading.Event()

    def hang_up(times: int) -> None:
        for _ in range(times):
            with Caller(url) as caller:
                caller.send(post(DOCUMENT_LIMIT, "/api/resolve"))
                caller.pour(DOCUMENT_LIMIT // 2)

    enough = 2 * poller.GIVE_BACK_BYTES // DOCUMENT_LIMIT
    with small_server(give_back=gave_back.set) as url:
        hang_up(enough // 2)
        assert not gave_back.wait(2 * poller.TICK_S), "half of it is not worth the trouble"
        hang_up(enough // 2 + 1)
        assert gave_back.wait(20)


def until_let_in(url: str, seconds: float = 20.0) -> None:
    """Ask until there is room for an answer."""
    until_s = time.monotonic() + seconds
    while True:
        with Caller(url) as caller:
            caller.send(GET + b"Connection: close\r\n\r\n")
            if b" 200 " in caller.answer():
                return
        assert time.monotonic() < until_s
        time.sleep(0.05)


SILENT = {
    "nothing": b"",
    "half a head": GET,
    "nothing more": GET + b"\r\n",
}


@pytest.mark.parametrize("said", SILENT.values(), ids=SILENT)
def test_whoever_says_nothing_makes_room_when_it_is_full(
    monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    """Whoever has been silent for longest goes first; whoever is in the middle of a body stays."""
    monkeypatch.setattr(poller, "MIN_IDLE_S", 0.5)
    with small_server(room=Room(all=3, guests=3, each=3)) as url, ExitStack() as stack:
        busy = stack.enter_context(Caller(url))
        busy.send(post(2, "/api/resolve").replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n"))
        assert b"100 Continue" in busy.some()
        silent = [stack.enter_context(Caller(url)) for _ in range(2)]
        for each in silent:
            each.send(said)
            if said.endswith(b"\r\n\r\n"):
                assert b" 200 " in each.some()
        until_let_in(url)
        assert silent[0].answer() == b""
        busy.send(b"{}")
        assert b" 200 " in busy.some()


def test_whoever_comes_by_a_proxy_takes_a_guests_place() -> None:
    """However many a tunnel on this machine leads here, there is room for this machine."""
    whole = GET + b"\r\n"
    with small_server(room=Room(all=9, guests=1, each=1)) as url, ExitStack() as stack:
        first, second, own = (stack.enter_context(Caller(url)) for _ in range(3))
        for _ in range(2):
            first.send(from_elsewhere(whole))
            assert b" 200 " in first.some()
        second.send(from_elsewhere(whole))
        assert b" 503 " in second.answer()
        own.send(whole)
        assert b" 200 " in own.some()
        first.send(whole)
        assert b" 200 " in first.some(), (
            "what is asked for from here on the same line is this machine's again"
        )
        third = stack.enter_context(Caller(url))
        third.send(from_elsewhere(whole))
        assert b" 200 " in third.some()


def test_room_is_made_by_those_who_are_in_the_way() -> None:
    budget = Budget(Room(all=9, guests=4, each=2))
    for address in ("10.0.0.7", "10.0.0.7", "10.0.0.8", "10.0.0.9", "127.0.0.1"):
        assert budget.admit(address)
    assert budget.makes_room("10.0.0.7", "10.0.0.7")
    assert not budget.makes_room("10.0.0.8", "10.0.0.7"), "its own connections are too many"
    assert budget.makes_room("10.0.0.8", "10.0.0.10")
    assert not budget.makes_room("127.0.0.1", "10.0.0.10")
    assert budget.makes_room("10.0.0.8", "127.0.0.1")


def test_an_order_as_long_as_may_be_is_taken(table: Table) -> None:
    order = {"version": table.state()["version"], "name": "desk", "system": "pulp"}
    empty = len(json.dumps(order | {"document": {"notes": ""}}))
    body = json.dumps(order | {"document": {"notes": "x" * (COMMAND_LIMIT - empty)}}).encode()
    assert len(body) == COMMAND_LIMIT
    with Caller(table.running.url) as caller:
        caller.send(post(len(body)).replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n") + body)
        assert b" 200 " in caller.answer().splitlines()[0]


SLOW = {
    "nothing": ("MAX_IDLE_S", b""),
    "half a head": ("HEAD_S", b"GET /api/state HTTP/1.1\r\nHost: loc"),
    "half a body": ("BODY_S", post(2000) + b"{"),
    "an answer that is not read": (
        "ANSWER_S", b"GET /static/all.css HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("limit", "begins"), SLOW.values(), ids=SLOW)
def test_who_is_too_slow_is_sent_away(
    table: Table, monkeypatch: pytest.MonkeyPatch, limit: str, begins: bytes
) -> None:
    """Each time has a limit of its own, and no trickle prolongs it."""
    monkeypatch.setattr(poller, limit, 0.4)
    began_s = time.monotonic()
    with Caller(table.running.url) as caller:
        caller.send(begins)
        while caller.send(b"x") if begins else not caller.is_gone():
            assert time.monotonic() - began_s < 8
            time.sleep(0.05)


def test_a_client_that_asks_whether_it_may_send_is_told_so(table: Table) -> None:
    head = post(2).replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n")
    with Caller(table.running.url) as caller:
        caller.send(head)
        assert b"100 Continue" in caller.some()
        caller.send(b"{}")
        heard = caller.answer()
        assert b" 422 " in heard
        assert b"100 Continue" not in heard, "it is told so once"


def test_a_client_that_asks_behind_another_request_is_told_so(table: Table) -> None:
    head = post(2).replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n")
    with Caller(table.running.url) as caller:
        caller.send(GET + b"\r\n" + head)
        heard = b""
        while b"100 Continue" not in heard:
            heard += caller.some()
        caller.send(b"{}")
        assert b" 422 " in caller.answer()


def test_requests_that_come_together_are_answered_one_after_another(table: Table) -> None:
    get = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with Caller(table.running.url) as caller:
        caller.send(get + get + get.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        assert caller.answer().count(b"HTTP/1.1 ") == 3


def test_guests_leave_room_for_this_machine() -> None:
    budget = Budget(Room(all=5, guests=3, each=2))
    assert [budget.admit("10.0.0.7") for _ in range(3)] == [True, True, False]
    assert [budget.admit("10.0.0.8") for _ in range(2)] == [True, False]
    assert [budget.admit("127.0.0.1") for _ in range(3)] == [True, True, False]
    budget.release("10.0.0.7")
    assert budget.admit("10.0.0.9")


def test_a_device_is_one_address_however_many_it_gives_itself() -> None:
    assert neighbourhood("2001:db8::1") == neighbourhood("2001:db8::ffff:2")
    assert neighbourhood("10.0.0.7") != neighbourhood("10.0.0.8")


def test_nobody_who_listens_or_trickles_keeps_the_host_out(tmp_path: Path) -> None:
    """The short form of ``python -m tests.benchmarks.door``."""
    still = tmp_path / "pictures"
    still.mkdir()
    cv2.imwrite(str(still / "1.png"), np.full((90, 160, 3), 90, np.uint8))
    crowd = guests(200, 100)
    with Program(str(still), tmp_path / "data") as program:
        took = measured(program, crowd, seconds=3)
    assert max(took["page"] + took["order"]) < LIMIT_S
    assert sum(guest.heard > 0 for guest in crowd) == 100
