"""An application on a free port of this machine, for as long as a test wants it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread

from flask import Flask
from werkzeug.serving import ThreadedWSGIServer


class Joined(ThreadedWSGIServer):
    """A server whose end waits for what it still answers.

    A thread left behind that comes back from drawing while Python ends takes the whole process down with it.
    """

    daemon_threads = False


@contextmanager
def serving(app: Flask, close: Callable[[], None]) -> Iterator[str]:
    """Serve and give the address; ``close`` has to end the application's streams."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = Joined("127.0.0.1", 0, app)
    thread = Thread(target=server.serve_forever, name="serving")
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        close()
        server.shutdown()
        server.server_close()
        thread.join()
