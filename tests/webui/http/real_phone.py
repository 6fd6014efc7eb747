"""A phone without a browser: it speaks TLS to the running program and leaves pictures."""

from __future__ import annotations

import ssl
import time
from http.client import HTTPSConnection
from urllib.parse import urlsplit

from tests.vision.capture.fake_camera import picture


class RealPhone:
    """A phone that speaks TLS to the running program."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        self._line = HTTPSConnection(str(parts.hostname), parts.port, timeout=20, context=trusting)
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.cookie = ""
        self._number = 0

    def pair(self, code: str) -> None:
        """Show a code that is good."""
        self._line.request("POST", "/camera/pair", f'{{"code": "{code}"}}')
        answer = self._line.getresponse()
        answer.read()
        assert answer.status == 200
        self.cookie = str(answer.headers["Set-Cookie"]).partition(";")[0]

    def send(self, jpeg: bytes = b"", origin: str = "") -> int:
        """Leave a picture, by default one of its own, as a page of an origin does; return the answer's status."""
        self._number += 1
        headers = {"Cookie": self.cookie, "Content-Type": "image/jpeg"} | (
            {"Origin": origin} if origin else {}
        )
        self._line.request("POST", "/camera/frame", jpeg or picture(self._number, (640, 360)), headers)
        answer = self._line.getresponse()
        answer.read()
        return answer.status

    def send_on(self) -> None:
        """Send until nobody takes it any more."""
        for _ in range(50):
            self.send()
            time.sleep(0.1)

    def close(self) -> None:
        """Hang up."""
        self._line.close()
