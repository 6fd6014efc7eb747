"""The server of the browser tests ends, whatever a browser keeps open."""

from __future__ import annotations

import socket
from threading import Thread
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from flask import Flask

from .serving import House, serving


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


def test_one_house_serves_applications_in_turn_and_no_connection_meets_the_next() -> None:
    def saying(word: str) -> Flask:
        app = Flask(word)
        app.add_url_rule("/", view_func=lambda: word)
        return app

    with House().opened() as house:
        with house.playing(saying("first"), lambda: None) as address:
            host, port = address.removeprefix("http://").split(":")
            idle = socket.create_connection((host, int(port)), timeout=60)
            with urlopen(address, timeout=60) as answer:  # Answered after the idle one was taken in.
                assert answer.read() == b"first"
        with house.playing(saying("second"), lambda: None) as again:
            assert again == address, "what a browser has kept from there is still true"
            assert idle.recv(1) == b"", "it has ended"
            with urlopen(again, timeout=60) as answer:
                assert answer.read() == b"second"
        idle.close()
