"""The head of a request: read once, strictly, before anything of the body is taken.

A head that two readers could understand differently is refused (RFC 9112, sections 2.2, 3, 5 and 6): the library,
the application and a proxy then agree where each request ends and to whom it goes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote_to_bytes

LINE_END: Final = b"\r\n"
HEAD_END: Final = b"\r\n\r\n"

REQUEST_LINE: Final = re.compile(rb"([A-Z][A-Z0-9-]*) ([!-~]+) HTTP/(\d)\.(\d)")
FIELD: Final = re.compile(rb"([!#$%&'*+.^`|~0-9A-Za-z-]+):[ \t]*([^\x00-\x08\x0a-\x1f\x7f]*)")
"""A name without an underscore: the application could not tell it from one with a hyphen. A value in one line."""

STRAY_LINE_END: Final = re.compile(rb"(?<!\r)\n|\r(?=[^\n])")
LENGTH: Final = re.compile(rb"\d{1,20}")

ONCE: Final = frozenset(
    (
        "host", "content-length", "content-type", "transfer-encoding", "cookie", "origin", "authorization",
        "expect", "referer", "user-agent", "sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest",
    )
)  # fmt: skip
"""Header fields that may be given once only: readers would disagree which of several counts."""


class BadRequestError(ValueError):
    """A request that is refused: the status of the answer, and the reason."""

    def __init__(self, status: str, why: str) -> None:
        super().__init__(why)
        self.status = status


@dataclass(frozen=True, slots=True)
class Head:
    """The request line and the header fields of one request."""

    size: int
    """Bytes of it, the empty line included."""
    version: str
    path: str
    """Percent-decoded, without the query."""
    fields: Mapping[str, str]
    """Names in lower case; the values of a repeated field are joined by commas."""
    body_bytes: int
    """Bytes of the body as announced."""

    @property
    def waits_for_continue(self) -> bool:
        """Whether the client waits for ``100 Continue`` before it sends the body."""
        return self.version == "1.1" and self.fields.get("expect", "").lower() == "100-continue"


def has_stray_line_end(data: bytes | bytearray, begin: int = 0) -> bool:
    """Return whether a line behind ``begin`` ends in anything but CR LF; the last CR may still be followed by its LF.

    >>> has_stray_line_end(b"GET / HTTP/1.1\\r\\nHost: x\\r"), has_stray_line_end(b"GET / HTTP/1.1\\n")
    (False, True)
    """
    return STRAY_LINE_END.search(data, begin) is not None


def read_head(data: bytes) -> Head:
    r"""Read a head, up to and including the empty line. One empty line may come before it.

    >>> read_head(b"POST /api/%6de?x=1 HTTP/1.1\r\nHost: table\r\nContent-Length: 2\r\n\r\n").path
    '/api/me'

    :raise BadRequestError: it breaks a rule of RFC 9112, or could be understood in two ways
    """
    if has_stray_line_end(data):
        raise _malformed("a line does not end in CR LF")
    first, *lines = data.removeprefix(LINE_END).removesuffix(HEAD_END).split(LINE_END)
    version, path = _read_request_line(first)
    fields = _read_fields(lines)
    if version == "1.1" and "host" not in fields:
        raise _malformed("the Host header is missing")
    return Head(len(data), version, path, fields, _body_bytes(version, fields))


def _read_request_line(line: bytes) -> tuple[str, str]:
    found = REQUEST_LINE.fullmatch(line)
    if found is None:
        raise _malformed("the request line is malformed")
    method, target, major, minor = found.groups()
    if (major, minor) not in ((b"1", b"0"), (b"1", b"1")):
        raise BadRequestError("505 HTTP Version Not Supported", "expected HTTP/1.1 or HTTP/1.0")
    is_origin_form = target.startswith(b"/") and not target.startswith(b"//")
    if not is_origin_form and (method, target) != (b"OPTIONS", b"*"):
        raise _malformed("expected an address that begins with a single slash")
    if b"#" in target:
        raise _malformed("an address is asked for without its #fragment")
    path = unquote_to_bytes(target.partition(b"?")[0]).decode("latin-1")
    return f"{major.decode()}.{minor.decode()}", path


def _read_fields(lines: list[bytes]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for line in lines:
        found = FIELD.fullmatch(line)
        if found is None:
            raise _malformed("a header line is malformed")
        name, value = found[1].decode("ascii").lower(), found[2].decode("latin-1").rstrip(" \t")
        if name in fields and name in ONCE:
            raise _malformed(f"there is more than one {found[1].decode('ascii')} header")
        fields[name] = f"{fields[name]}, {value}" if name in fields else value
    return fields


def _body_bytes(version: str, fields: Mapping[str, str]) -> int:
    coding, announced = fields.get("transfer-encoding"), fields.get("content-length")
    if coding is not None:
        if announced is not None or version == "1.0":
            raise _malformed("Transfer-Encoding has no place here")
        if coding.lower() != "chunked":
            raise BadRequestError("501 Not Implemented", "this Transfer-Encoding is unknown here")
        raise BadRequestError("411 Length Required", "a body needs its Content-Length")
    if announced is None:
        return 0
    if LENGTH.fullmatch(announced.encode("latin-1")) is None:
        raise _malformed("Content-Length is no number")
    return int(announced)


def _malformed(why: str) -> BadRequestError:
    return BadRequestError("400 Bad Request", why)
