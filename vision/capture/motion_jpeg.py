"""A camera that sends one JPEG after another over HTTP: phones, doorbells and most webcams on a network do.

Read here rather than by FFmpeg, which takes half a picture for a whole one and waits long for what never comes.
"""

from __future__ import annotations

import time
import urllib.error
import urllib.request
from email.message import Message
from email.parser import BytesParser
from http.client import HTTPException, HTTPResponse
from typing import Final
from urllib.parse import unquote, urlsplit, urlunsplit

from vision.capture.confined import SameHost
from vision.capture.jpeg import decoded
from vision.capture.passwords import masked
from vision.capture.reasons import Reason
from vision.capture.spec import SourceError, TimedFrame
from vision.capture.waits import OPENING_S, SILENCE_S

PICTURE_LIMIT: Final = 16 << 20
"""Bytes of one picture; 4K in the best quality has four million."""


class NoMotionJPEGError(Exception):
    """The address gives something else, which FFmpeg may know."""


class MotionJPEG:
    """The pictures of one address; its clock is this machine's."""

    def __init__(self, url: str, name: str = "") -> None:
        """``name`` is how messages call it, if not by its address."""
        self._url = url
        self._name = name or masked(url)
        self.found_at = url
        """Where the camera led to."""
        self._answer: HTTPResponse | None = None
        self._held = bytearray()
        self._mark = b"--"
        self._due_s = 0.0
        self._patience_s = OPENING_S

    def open(self) -> None:
        """Connect.

        :raise SourceError: nothing answers there, or it sends no pictures
        :raise NoMotionJPEGError: it sends something that is no page and no pictures
        """
        self.close()
        begin_s = time.monotonic()
        try:
            self._answer = _opener(self._url).open(_without_user(self._url), timeout=self._patience_s)
        except urllib.error.HTTPError as error:
            raise SourceError(_refused(self._name, error)) from None
        except (OSError, HTTPException, ValueError) as error:
            why = getattr(error, "reason", error)
            raise SourceError(Reason("unreached", name=self._name, why=why)) from None
        self.found_at = _with_user(self._answer.geturl(), self._url)
        kind = self._answer.headers.get_content_type()
        if kind.startswith("text/") or kind == "application/json":
            raise SourceError(Reason("a-page", name=self._name, kind=kind))
        if not kind.startswith("multipart/"):
            raise NoMotionJPEGError
        self._mark = _mark(self._answer.headers)
        # It has answered once: next time it need not be waited for so long.
        self._patience_s = max(SILENCE_S, 2 * (time.monotonic() - begin_s))
        self._due_s = time.monotonic() + OPENING_S
        _set_timeout(self._answer, SILENCE_S)

    def read(self) -> TimedFrame | None:
        """Return the next whole picture.

        :raise SourceError: the camera has stopped sending, or sends no whole pictures any more
        """
        # Single broken pictures are passed over.
        until_s, why = time.monotonic() + SILENCE_S, ""
        while True:
            jpeg = self._next_part()
            come_s = time.monotonic()
            self._due_s = come_s + SILENCE_S
            try:
                return TimedFrame(decoded(jpeg), come_s)
            except ValueError as error:
                why = str(error)
            if time.monotonic() > until_s:
                raise SourceError(Reason("broken-pictures", name=self._name, why=why))

    def close(self) -> None:
        """Hang up."""
        if self._answer is not None:
            self._answer.close()
            self._answer = None
        self._held.clear()

    def _next_part(self) -> bytes:
        headers = self._headers()
        length = headers.get("Content-Length", "")
        if length.isdecimal():
            if int(length) > PICTURE_LIMIT:
                raise SourceError(Reason("too-large", name=self._name, count=int(length)))
            return self._exactly(int(length))
        picture = self._until(b"\r\n" + self._mark)
        self._held[:0] = self._mark
        return picture

    def _headers(self) -> Message:
        """The head of the next part, after whatever lies before it."""
        self._until(self._mark, keep=False)
        head = self._until(b"\r\n\r\n").partition(b"\n")[2]
        return BytesParser().parsebytes(head + b"\n", headersonly=True)

    def _exactly(self, count: int) -> bytes:
        while len(self._held) < count:
            self._fill()
        taken = bytes(self._held[:count])
        del self._held[:count]
        return taken

    def _until(self, mark: bytes, *, keep: bool = True) -> bytes:
        """Everything up to a mark, which is taken too."""
        searched = 0
        while (at := self._held.find(mark, searched)) < 0:
            if not keep:
                del self._held[: -len(mark)]
            elif len(self._held) > PICTURE_LIMIT:
                raise SourceError(Reason("no-pictures", name=self._name))
            searched = max(0, len(self._held) - len(mark)) if keep else 0
            self._fill()
        return self._exactly(at + len(mark))[: -len(mark)]

    def _fill(self) -> None:
        if self._answer is None:
            raise SourceError(Reason("stopped", name=self._name))
        if time.monotonic() > self._due_s:
            raise SourceError(Reason("no-whole-picture", name=self._name, seconds=f"{SILENCE_S:g}"))
        try:
            data = self._answer.read1()
        except TimeoutError:
            raise SourceError(Reason("silent", name=self._name, seconds=f"{SILENCE_S:g}")) from None
        except (OSError, HTTPException, ValueError):
            data = b""
        if not data:
            raise SourceError(Reason("stopped", name=self._name))
        self._held += data


def _opener(url: str) -> urllib.request.OpenerDirector:
    """What opens the address, signing in by the name and password in it; never through a proxy."""
    parts = urlsplit(url)
    passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
    if parts.username is not None:
        passwords.add_password(
            None, _without_user(url), unquote(parts.username), unquote(parts.password or "")
        )
    return urllib.request.build_opener(
        urllib.request.ProxyHandler({}),
        SameHost(),
        urllib.request.HTTPBasicAuthHandler(passwords),
        urllib.request.HTTPDigestAuthHandler(passwords),
    )


def _without_user(url: str) -> str:
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def _with_user(url: str, known: str) -> str:
    """Give an address the name and password of the one that is known."""
    user, at, _ = urlsplit(known).netloc.rpartition("@")
    parts = urlsplit(_without_user(url))
    return urlunsplit(parts._replace(netloc=f"{user}{at}{parts.netloc}"))


def _mark(headers: Message) -> bytes:
    """What stands between two pictures."""
    boundary = str(headers.get_param("boundary", "")).strip('"').lstrip("-")
    return b"--" + boundary.encode("latin-1", "replace")


def _refused(name: str, error: urllib.error.HTTPError) -> Reason:
    code = "not-let-in" if error.code in (401, 403) else "answers"
    return Reason(code, name=name, status=f"{error.code} {error.reason}")


def _set_timeout(answer: HTTPResponse, timeout_s: float) -> None:
    """Cameras answer late but then send steadily: reading is not given as long as connecting."""
    raw = getattr(getattr(answer.fp, "raw", None), "_sock", None)
    if raw is not None:
        raw.settimeout(timeout_s)
