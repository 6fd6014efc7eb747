"""A camera that sends JPEG over HTTP, as phones, doorbells and most network webcams do.

One picture after another in one answer, or one in each answer (a snapshot address). The pictures are split by their own
markers, whatever the camera sends between them. Read here rather than by FFmpeg, which takes half a picture for a whole
one and waits long for missing data.
"""

from __future__ import annotations

import re
import time
import urllib.error
import urllib.request
from http.client import HTTPException, HTTPResponse, InvalidURL
from typing import Final
from urllib.parse import quote, unquote, urlsplit

from vision.capture.confined import SameHost
from vision.capture.jpeg import PICTURE_LIMIT, JpegSplitter, decoded
from vision.capture.passwords import masked, split_user
from vision.capture.reasons import Reason
from vision.capture.spec import SourceError, TimedFrame
from vision.capture.waits import OPENING_S, STALL_S, Rhythm

LEAD_BYTES: Final = 1 << 16
"""Bytes without a picture's beginning after which the answer is something else."""

MALFORMED: Final = "its address is malformed"
"""Replacement for the libraries' messages on an address: they quote it, and so a password in it."""

SAID_LIMIT: Final = 120
"""Characters of a camera's own words in a message."""

PLAIN: Final = "!#$%&'()*+,/:;=?@[]~"
"""Characters that are unchanged in an address besides letters, digits and ``_.-``: the percent sign, too, as an address
may be quoted already."""

SNAPSHOT_S: Final = 0.1
"""Least seconds between two requests for a snapshot."""


class NoMotionJPEGError(Exception):
    """The address gives something else, which FFmpeg may decode."""


class MotionJPEG:
    """The pictures of one address; its clock is this machine's."""

    def __init__(self, url: str, name: str = "") -> None:
        """Prepare; ``name`` stands for it in messages, if not its address."""
        self._url = url
        self._name = name or masked(url)
        self.found_at = url
        """Address after the camera's redirects."""
        self._answer: HTTPResponse | None = None
        self._kind = ""
        self._splitter = JpegSplitter()
        self._rhythm = Rhythm(STALL_S)
        self._count = 0
        self._asked_s = self._due_s = self._waited_s = 0.0
        self._has_data = False
        self._connecting_s = OPENING_S
        self.is_snapshot = False
        """Whether each answer holds one picture."""

    def open(self) -> None:
        """Connect, and wait for the beginning of the first picture.

        :raise SourceError: if nothing answers there, or it sends no pictures
        :raise NoMotionJPEGError: if it sends something that is no page and no pictures
        """
        known = self._asked_s > 0
        self._rhythm.begin()
        self._ask(self._rhythm.patience_s if known else OPENING_S)
        try:
            while not self._splitter.has_begun:
                if self._splitter.passed > LEAD_BYTES or not self._fill():
                    raise self._no_pictures()
        except BaseException:
            self.close()
            raise

    def read(self) -> TimedFrame | None:
        """Return the next whole picture.

        :raise SourceError: if the camera has stopped sending, or sends no whole pictures any more
        """
        # Single broken pictures are passed over.
        until_s, broken = time.monotonic() + STALL_S, 0
        while True:
            jpeg = self._next_jpeg()
            come_s = time.monotonic()
            self._rhythm.see(come_s)
            self._wait_until(come_s + self._rhythm.patience_s)
            try:
                return TimedFrame(decoded(jpeg), come_s)
            except ValueError as error:
                broken += 1
                if broken > 1 and come_s > until_s:
                    raise SourceError(Reason("broken-pictures", name=self._name, why=error)) from None

    def close(self) -> None:
        """Hang up."""
        if self._answer is not None:
            self._answer.close()
            self._answer = None

    def _ask(self, patience_s: float) -> None:
        """Request the pictures; the first must come within the patience."""
        self.close()
        self._splitter, self._count = JpegSplitter(), 0
        self._asked_s = time.monotonic()
        try:
            self._answer = _opener(self._url).open(_without_user(self._url), timeout=self._connecting_s)
        except urllib.error.HTTPError as error:
            error.close()
            raise SourceError(_refused(self._name, error)) from None
        except (InvalidURL, ValueError):
            raise SourceError(Reason("unreached", name=self._name, why=MALFORMED)) from None
        except (OSError, HTTPException) as error:
            why = _printable(str(getattr(error, "reason", error)))
            raise SourceError(Reason("unreached", name=self._name, why=why)) from None
        self.found_at = _with_user(self._answer.geturl(), self._url)
        now_s = time.monotonic()
        self._kind = _printable(self._answer.headers.get("Content-Type", "").partition(";")[0]).lower()
        # It has answered once: the next time has a shorter limit.
        self._connecting_s = max(STALL_S, 2 * (now_s - self._asked_s), self._rhythm.patience_s)
        self._wait_until(now_s + patience_s)

    def _no_pictures(self) -> Exception:
        """Return the error for an answer without a picture."""
        if self._kind.startswith("text/") or self._kind == "application/json":
            return SourceError(Reason("a-page", name=self._name, kind=self._kind))
        if self._kind.startswith("multipart/"):
            ended = self._splitter.passed <= LEAD_BYTES
            return SourceError(Reason("stopped" if ended else "no-pictures", name=self._name))
        return NoMotionJPEGError()

    def _next_jpeg(self) -> bytes:
        # A second picture in an answer that announced one is a smaller copy, or its depth.
        if self._count and self._kind.startswith("image/"):
            self._ask_again()
        while True:
            jpeg = self._splitter.take()
            if jpeg is None and not self._fill():
                jpeg = self._splitter.take_rest()
                if jpeg is None:
                    self._ask_again()
            if jpeg is not None:
                self._count += 1
                return jpeg

    def _ask_again(self) -> None:
        """Request the next snapshot, if an answer ended after one picture."""
        if self._count != 1:
            raise SourceError(Reason("stopped", name=self._name))
        self.is_snapshot = True
        time.sleep(max(0.0, self._asked_s + SNAPSHOT_S - time.monotonic()))
        self._ask(self._rhythm.patience_s)

    def _wait_until(self, due_s: float) -> None:
        """Set the time by which a picture must come."""
        self._due_s, self._waited_s, self._has_data = due_s, due_s - time.monotonic(), False

    def _fill(self) -> bool:
        """Take the next bytes; return whether more may follow. The answer is closed at its end."""
        if self._answer is None:
            return False
        left_s = self._due_s - time.monotonic()
        try:
            if left_s <= 0:
                raise TimeoutError
            _set_timeout(self._answer, left_s)
            data = self._answer.read1()
        except TimeoutError:
            seconds = f"{round(self._waited_s, 1):g}"
            code = "no-whole-picture" if self._has_data else "silent"
            raise SourceError(Reason(code, name=self._name, seconds=seconds)) from None
        except (OSError, HTTPException, ValueError):
            data = b""
        if not data:
            self.close()
            return False
        self._has_data = True
        self._splitter.feed(data)
        if self._splitter.held > PICTURE_LIMIT:
            raise SourceError(Reason("too-large", name=self._name, count=PICTURE_LIMIT))
        return True


def _opener(url: str) -> urllib.request.OpenerDirector:
    """Return an opener that signs in by the name and password in the address; never through a proxy."""
    user, address = _split(url)
    passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
    if user is not None:
        name, _, password = user.partition(":")
        passwords.add_password(None, address, unquote(name), unquote(password))
    return urllib.request.build_opener(
        urllib.request.ProxyHandler({}),
        SameHost(),
        urllib.request.HTTPBasicAuthHandler(passwords),
        urllib.request.HTTPDigestAuthHandler(passwords),
    )


def _split(url: str) -> tuple[str | None, str]:
    """Split an address into ``NAME:PASSWORD`` (None: nobody signs in) and the rest, quoted as HTTP needs it.

    >>> _split("http://ann:p/ss@cam/video?pwd=ge heim")
    ('ann:p/ss', 'http://cam/video?pwd=ge%20heim')
    >>> _split("http://10.0.0.7:8080/stream@2")
    (None, 'http://10.0.0.7:8080/stream@2')
    """
    scheme, _, rest = url.partition("://")
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  raises ValueError where the beginning of a password stands in a port's place
        user, at, host = parts.netloc.rpartition("@")
        known, rest = (user if at else None), host + rest[len(parts.netloc) :]
    except ValueError:
        known, rest = split_user(rest)
    host = re.split("[/?#]", rest, maxsplit=1)[0]
    return known, f"{scheme}://{host}{quote(rest[len(host) :], PLAIN)}"


def _without_user(url: str) -> str:
    return _split(url)[1]


def _with_user(url: str, known: str) -> str:
    """Add the known address's name and password to an address, quoted."""
    user, _ = _split(known)
    scheme, _, rest = _without_user(url).partition("://")
    signs_in = "" if user is None else ":".join(quote(unquote(part), "") for part in user.split(":", 1)) + "@"
    return f"{scheme}://{signs_in}{rest}"


def _refused(name: str, error: urllib.error.HTTPError) -> Reason:
    code = "not-let-in" if error.code in (401, 403) else "answers"
    return Reason(code, name=name, status=_printable(f"{error.code} {error.reason}"))


def _printable(text: str) -> str:
    """Return a camera's text fit for a message: short, in one line, without control characters."""
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())[:SAID_LIMIT]


def _set_timeout(answer: HTTPResponse, timeout_s: float) -> None:
    """Set the time limit for reading, which is not that for connecting."""
    raw = getattr(getattr(answer.fp, "raw", None), "_sock", None)
    if raw is not None:
        raw.settimeout(timeout_s)
