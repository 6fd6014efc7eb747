"""The server of the browser tests ends, whatever a browser keeps open."""

from __future__ import annotations

import socket
from threading import Thread
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from flask import Flask

from .serving import serving


def test_a_connection_that_asks_for_nothing_keeps_no_test_waiting() -> None:
    def serve() -> None:
        with serving(Flask(__name__), lambda: None) as address:
            host, port = address.removeprefix("http://").split(":")
            opened.append(socket.create_connection((host, int(port))))
            with pytest.raises(HTTPError, match="404"):  # Answered after the first was taken in.
                urlopen(address, timeout=60)

    opened: list[socket.socket] = []
    served = Thread(target=serve, daemon=True)
    served.start()
    served.join(60)
    assert not served.is_alive()
    opened[0].close()
