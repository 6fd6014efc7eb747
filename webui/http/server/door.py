"""The door of the server: what is too large, too slow or too much is turned away before it is read.

The library under it parses requests and runs the application. It takes headers and bodies of any size, gives a thread
to whoever has connected, and knows no endless answers: limits, :mod:`~webui.http.server.doorkeeper` and
:mod:`~webui.http.server.broadcast` stand before and behind it.
"""

from __future__ import annotations

import socket
import ssl
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from cheroot import errors, wsgi
from cheroot.server import HeaderReader, HTTPConnection, HTTPRequest

from webui.http.server.broadcast import Broadcast, Listener, Stream
from webui.http.server.budget import Budget, Room, is_this_machine
from webui.http.server.doorkeeper import Doorkeeper
from webui.http.server.mailboxes import Inbox, Outbox
from webui.http.server.tls import PatientSocket
from webui.http.server.workers import Crew

HEAD_LIMIT: Final = 16 << 10
"""Bytes of request line and headers together; a browser sends about one thousand."""

DOCUMENT_LIMIT: Final = 1 << 20
ORDER_LIMIT: Final = 256 << 10
"""Bytes of an order; the longest carry what a system's page is working on."""

CODE_LIMIT: Final = 1 << 10
FRAME_LIMIT: Final = 1 << 20
"""Bytes of one picture of a phone; 1920x1080 in the quality that its page asks for has half as many."""

BODY_LIMITS: Final = {
    "/api/command": ORDER_LIMIT,
    "/api/tell": ORDER_LIMIT,
    "/api/evenings/rename": ORDER_LIMIT,
    "/api/evenings/delete": ORDER_LIMIT,
    "/api/enrolment": ORDER_LIMIT,
    "/api/galleries/rename": ORDER_LIMIT,
    "/api/galleries/delete": ORDER_LIMIT,
    "/api/resolve": DOCUMENT_LIMIT,
    "/api/me": CODE_LIMIT,
    "/camera/pair": CODE_LIMIT,
    "/camera/frame": FRAME_LIMIT,
}
"""How many bytes may be sent to an address; to every other one none."""

FILE_LIMIT: Final = 32 << 20
HOME_LIMITS: Final = {
    "/api/galleries/import": FILE_LIMIT,
    "/api/enrolment/files": DOCUMENT_LIMIT,
    "/api/enrolment/title": DOCUMENT_LIMIT,
    "/api/enrolment/pictures": FILE_LIMIT,
}
"""The same from this machine alone: a stranger may not fill the memory with what is refused later."""

CONNECTIONS: Final = Room(all=400, guests=250, each=48)
STREAMS: Final = Room(all=400, guests=250, each=24)
"""How many connections, and how many endless answers, a server has room for. Windows waits for 512 at once."""

PHONES: Final = Room(all=64, guests=48, each=16)
"""The same for the door of the phone that is the camera: whoever is not paired may announce as large a picture."""

FILES: Final = 2048
"""Files that may be open: connections and streams of two servers, and what else the program needs."""

WAITING: Final = 128
"""Connections that the system keeps until the doorkeeper lets them in."""

STREAMS_FULL: Final = "503 Service Unavailable", "too many pages of this table are open; close some"


def body_limit(path: str, *, at_home: bool = False) -> int:
    """Return how many bytes may be sent to an address, from this machine or from elsewhere.

    >>> body_limit("/api/command"), body_limit("/"), body_limit("/api/galleries/import")
    (262144, 0, 0)
    """
    return BODY_LIMITS.get(path, HOME_LIMITS.get(path, 0) if at_home else 0)


class _WholeLines:
    """Header lines from a connection, none of which goes on in the next (RFC 9112, section 5.2)."""

    def __init__(self, lines: Any) -> None:
        self._lines = lines

    def readline(self) -> bytes:
        """Return the next line.

        :raise ValueError: it is the rest of the one before; the library answers 400
        """
        line = bytes(self._lines.readline())
        if line[:1] in (b" ", b"\t"):
            raise ValueError("a header may not go on in the next line")
        return line


class _Headers(HeaderReader):
    """Reads headers of one line each: the library stumbles over a first line that goes on from none."""

    def __call__(self, rfile: Any, hdict: Any = None) -> Any:
        return super().__call__(_WholeLines(rfile), hdict)


class Request(HTTPRequest):
    """One request, whose size is known to be allowed before anything of its body is read."""

    header_reader = _Headers()

    def read_request_headers(self) -> bool:
        """Read the headers; turn away what has too many or announces too much."""
        try:
            if not super().read_request_headers():  # type: ignore[no-untyped-call]
                return False
        except errors.MaxSizeExceeded:
            return self._refuse("431 Request Header Fields Too Large", "the headers are too long")
        if self.chunked_read:
            return self._refuse("411 Length Required", "a body needs its Content-Length")
        announced = self.inheaders.get(b"Content-Length", b"0")
        if not announced.isdigit():
            return self._refuse("400 Bad Request", "Content-Length is no number")
        limit = self.conn.rfile.body_limit(self.path.decode("latin-1"))
        if int(announced) > limit:
            return self._refuse("413 Content Too Large", f"too long; expected at most {limit} bytes")
        return True

    def _refuse(self, status: str, why: str) -> bool:
        self.close_connection = True
        self.simple_response(status, why)
        return False

    def simple_response(self, status: str, msg: str = "") -> None:
        """Answer a request that nobody else gets to see."""
        super().simple_response(status, msg)
        self.conn.refused = True


class Gateway(wsgi.Gateway_10):
    """Runs the application; an answer that goes on is left to the broadcast."""

    def respond(self) -> None:
        """Answer the request, or begin to."""
        answer = self.req.server.wsgi_app(self.env, self.start_response)
        if isinstance(answer, Stream):
            self._begin(answer)
            return
        try:
            for part in filter(None, answer):
                self.write(part)
        finally:
            self.req.ensure_headers_sent()
            if hasattr(answer, "close"):
                answer.close()

    def _begin(self, stream: Stream) -> None:
        self.req.close_connection = True
        if not self.req.server.broadcast.budget.admit(self.req.conn.remote_addr):
            self.req.simple_response(*STREAMS_FULL)
            return
        # Without a length and unchunked: the answer ends with the connection.
        self.req.response_protocol = "HTTP/1.0"
        self.req.outheaders.append((b"Connection", b"close"))
        self.req.ensure_headers_sent()
        self.req.conn.stream = stream


class Connection(HTTPConnection):
    """A connection: a thread works on it only while a whole request is answered."""

    RequestHandlerClass = Request
    refused = False
    last = False
    stream: Stream | None = None
    thrown_away = -1
    deadline_s = 0.0

    def __init__(self, server: Server, sock: socket.socket) -> None:
        super().__init__(server, sock, _mailbox)
        self._closed = False

    def answer(self) -> None:
        """Answer the request that lies in the inbox; then the doorkeeper looks after the client again."""
        self.last = not self.communicate()  # type: ignore[no-untyped-call]
        self.server.put_conn(self)

    def listener(self) -> Listener | None:
        """Return who listens from now on, None where the answer has an end."""
        return Listener(self.socket, self.stream, self.close) if self.stream else None

    def close(self) -> None:
        """Hang up, once, and leave room for somebody else."""
        if self._closed:
            return
        self._closed = True
        super().close()
        self.server.connections.release(self.remote_addr)
        if self.stream is not None:
            self.server.broadcast.budget.release(self.remote_addr)


def _make_room_for_files() -> None:
    """Have the system let us open as many files as there are connections; macOS allows 256 if not asked."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < FILES and (hard == resource.RLIM_INFINITY or hard > soft):
        wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _mailbox(_: socket.socket, mode: str, __: int) -> Inbox | Outbox:
    return Inbox(HEAD_LIMIT, body_limit) if "r" in mode else Outbox()


class Server(wsgi.Server):
    """The server with limits at its door."""

    ConnectionClass = Connection
    max_request_header_size = HEAD_LIMIT
    max_request_body_size = FILE_LIMIT
    _connections: Any

    def __init__(
        self,
        bind_addr: tuple[str, int],
        app: Callable[..., Any],
        *,
        room: Room = CONNECTIONS,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """``room`` is for how many connections it has; with ``tls`` it speaks nothing else."""
        super().__init__(
            bind_addr, app, server_name="clashcam", request_queue_size=WAITING, shutdown_timeout=1
        )
        self.gateway = Gateway
        self.requests = Crew()
        self.connections = Budget(room)
        self._tls = tls
        if tls is not None:
            tls.sslsocket_class = PatientSocket
        self.broadcast = Broadcast(Budget(STREAMS))

    def prepare(self) -> None:
        """Listen."""
        _make_room_for_files()
        super().prepare()
        self._connections.close()
        self._connections = Doorkeeper(
            self.socket, self._welcome, self.process_conn, self._keep, self.connections
        )

    def process_conn(self, conn: Connection) -> None:
        """Have a whole request answered."""
        path = conn.rfile.path()
        self.requests.put(conn, path, is_this_machine(conn.remote_addr))

    def stop(self) -> None:
        """Hang up on everybody and end."""
        super().stop()
        self.broadcast.stop()

    def _welcome(self, sock: socket.socket, address: str, port: int) -> Connection:
        if self._tls is not None:
            sock = self._tls.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        conn = Connection(self, sock)
        conn.remote_addr, conn.remote_port = address, port
        conn.rfile.body_limit = partial(body_limit, at_home=is_this_machine(address))
        return conn

    def _keep(self, conn: Connection) -> bool:
        listener = conn.listener()
        if listener is not None:
            self.broadcast.add(listener)
        return listener is not None
