"""An application on a free port of this machine, for as long as a test wants it."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import TYPE_CHECKING, Any

from flask import Flask
from werkzeug.serving import ThreadedWSGIServer

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

POLL_S = 0.02
"""How often a server looks whether it is to end: the default of half a second was waited for after every test."""


class Joined(ThreadedWSGIServer):
    """A server whose end waits for what it still answers.

    A thread left behind that comes back from drawing while Python ends takes the whole process down with it. A browser
    opens connections that it may need later: at the end nobody waits for what they might still ask.
    """

    daemon_threads = False

    def __init__(self, *args: Any) -> None:
        self._lines: set[Any] = set()
        super().__init__(*args)

    def process_request(self, request: Any, client_address: Any) -> None:
        self._lines.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._lines.discard(request)
        super().shutdown_request(request)

    def hear_nothing_more(self) -> None:
        """Let every connection end with the answer that it is at."""
        for line in tuple(self._lines):
            with suppress(OSError):
                line.shutdown(socket.SHUT_RD)

    def wait_for_silence(self) -> None:
        """Return when every connection has ended, also one that a browser opened in the meantime."""
        while self._lines:
            self.hear_nothing_more()
            time.sleep(POLL_S)


@contextmanager
def _running(app: WSGIApplication) -> Iterator[Joined]:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = Joined("127.0.0.1", 0, app)
    thread = Thread(target=server.serve_forever, args=(POLL_S,), name="serving")
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.hear_nothing_more()
        server.server_close()
        thread.join()


def _address(server: Joined) -> str:
    return f"http://127.0.0.1:{server.server_port}"


@contextmanager
def serving(app: Flask, close: Callable[[], None]) -> Iterator[str]:
    """Serve and give the address; ``close`` has to end the application's streams."""
    with _running(app) as server:
        try:
            yield _address(server)
        finally:
            close()


class House:
    """One server for many applications, one after another: a browser keeps the files that it has read from there."""

    def __init__(self) -> None:
        self._app: WSGIApplication = Flask(__name__)

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        return self._app(environ, start)

    @contextmanager
    def opened(self) -> Iterator[House]:
        """Listen on a free port of this machine."""
        with _running(self) as self._server:
            yield self

    @contextmanager
    def playing(self, app: Flask, close: Callable[[], None]) -> Iterator[str]:
        """Serve one application and give the address; at its end every connection ends, so that none meets the next."""
        self._app = app
        try:
            yield _address(self._server)
        finally:
            close()
            self._server.wait_for_silence()
