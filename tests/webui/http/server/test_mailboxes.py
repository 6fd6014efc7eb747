"""Where each request ends is settled by its head, however its bytes come."""

from __future__ import annotations

from itertools import combinations

import pytest

from webui.http.server.head import BadRequestError, Head
from webui.http.server.mailboxes import Inbox

FIRST = b"POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n\r\n\r\nx"
SECOND = b"\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n"
BROKEN = b"GET /c HTTP/1.1\nHost: x\r\n\r\n"


def allow(_: Head) -> None:
    """Let every body be sent."""


def taken(inbox: Inbox) -> list[str]:
    """Take out every whole request, as a thread that answers would: the head, and the body not always."""
    paths = []
    while inbox.is_whole() and inbox.head is not None:
        paths.append(inbox.head.path)
        inbox.read(inbox.head.size)
        inbox.next()
    return paths


@pytest.mark.parametrize("cuts", [1, 2])
def test_requests_are_the_same_however_their_bytes_come(cuts: int) -> None:
    sent = FIRST + SECOND + BROKEN
    for at in combinations(range(1, len(sent)), cuts):
        inbox, paths = Inbox(1000, allow), []
        for begin, end in zip((0, *at), (*at, len(sent)), strict=True):
            inbox.take_in(sent[begin:end])
            paths += taken(inbox)
        assert paths == ["/a", "/b"], at
        assert inbox.refusal is not None, at
        assert inbox.refusal.status == "400 Bad Request"


def test_a_head_may_be_as_long_as_the_limit_and_no_longer() -> None:
    empty = len(b"GET / HTTP/1.1\r\nHost: x\r\nX: \r\n\r\n")
    for more, status in ((0, None), (1, "431 Request Header Fields Too Large")):
        inbox = Inbox(1000, allow)
        for byte in b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * (1000 - empty + more) + b"\r\n\r\n":
            inbox.take_in(bytes([byte]))
        assert inbox.is_whole()
        assert (inbox.refusal.status if inbox.refusal else None) == status


def test_what_is_refused_is_not_read_on() -> None:
    def refuse(head: Head) -> None:
        raise BadRequestError("413 Content Too Large", f"{head.body_bytes} bytes")

    inbox = Inbox(1000, refuse)
    inbox.take_in(FIRST + SECOND)
    assert inbox.is_whole()
    assert inbox.head is None
    assert str(inbox.refusal) == "5 bytes"
