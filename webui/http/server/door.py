"""The server and its limits: requests that are too large, too slow or too many are refused before they are read.

The library below, cheroot, parses requests and runs the application, but it accepts headers and bodies of any size,
holds a thread for each connection and has no streams. The limits here, :mod:`~webui.http.server.poller` and
:mod:`~webui.http.server.broadcast` add these.
"""

from __future__ import annotations

import socket
import ssl
import sys
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from cheroot import wsgi
from cheroot.server import HeaderReader, HTTPConnection, HTTPRequest

from webui.before_sessions import current_path
from webui.http.server.broadcast import Broadcast, Listener, Stream
from webui.http.server.budget import Budget, Room, is_this_machine
from webui.http.server.callers import caller_address
from webui.http.server.head import BadRequestError, Head
from webui.http.server.mailboxes import Inbox, Outbox
from webui.http.server.poller import ConnectionPoller
from webui.http.server.tls import PatientSocket
from webui.http.server.workers import WorkerPools

HEAD_LIMIT: Final = 16 << 10
"""The most bytes of request line and headers together; a browser sends about one thousand."""

DOCUMENT_LIMIT: Final = 1 << 20
COMMAND_LIMIT: Final = 256 << 10
"""The most bytes of a command; the longest carry a system's worksheet."""

CODE_LIMIT: Final = 1 << 10
"""The most bytes of a code and a name, and of any body of a client that is not signed in."""

FRAME_LIMIT: Final = 1 << 20
"""The most bytes of one frame of a phone: twice those of 1920x1080 in the quality that its page uses."""

BODY_LIMITS: Final = {
    "/api/command": COMMAND_LIMIT,
    "/api/tell": COMMAND_LIMIT,
    "/api/sessions/rename": COMMAND_LIMIT,
    "/api/sessions/delete": COMMAND_LIMIT,
    "/api/enrolment": COMMAND_LIMIT,
    "/api/galleries/rename": COMMAND_LIMIT,
    "/api/galleries/delete": COMMAND_LIMIT,
    "/api/resolve": DOCUMENT_LIMIT,
    "/api/me": CODE_LIMIT,
    "/api/v1/commands": CODE_LIMIT,
    "/camera/pair": CODE_LIMIT,
    "/camera/frame": FRAME_LIMIT,
}
"""The most bytes of a body, by path; other paths take no body."""

FILE_LIMIT: Final = 32 << 20
HOME_LIMITS: Final = {
    "/api/galleries/import": FILE_LIMIT,
    "/api/enrolment/files": DOCUMENT_LIMIT,
    "/api/enrolment/title": DOCUMENT_LIMIT,
    "/api/enrolment/pictures": FILE_LIMIT,
    "/api/connect/token": COMMAND_LIMIT,
    "/api/connect/token/commands": COMMAND_LIMIT,
    "/api/connect/token/withdraw": COMMAND_LIMIT,
    "/api/connect/connection": COMMAND_LIMIT,
    "/api/connect/forget": COMMAND_LIMIT,
    "/api/connect/test": COMMAND_LIMIT,
}
"""The same for requests from this machine only: no other client may fill the memory before it is refused."""

CONNECTIONS: Final = Room(all=400, guests=250, each=48)
STREAMS: Final = Room(all=400, guests=250, each=24)
"""The most connections, and the most streams, of a server. Windows can select on 512 sockets."""

PHONES: Final = Room(all=64, guests=48, each=16)
"""The most connections of the server for the phone that is the camera."""

FILES: Final = 2048
"""The open files that the program asks the system for: two servers' connections and streams, and its own."""

WAITING: Final = 128
"""The backlog of connections that the system keeps until they are accepted."""

SignedIn: TypeAlias = Callable[[str, str], bool]
"""Returns whether a request is signed in: called with its path and its Cookie header."""

FULL: Final = "503 Service Unavailable", "too many are here; try again in a moment"
STREAMS_FULL: Final = "503 Service Unavailable", "too many pages of this table are open; close some"


def body_limit(path: str, *, at_home: bool = False, signed_in: bool = True) -> int:
    """Return how many bytes a body may have, for a path, from this machine or from elsewhere.

    >>> body_limit("/api/command"), body_limit("/"), body_limit("/api/galleries/import")
    (262144, 0, 0)
    >>> body_limit("/api/command", signed_in=False)
    1024
    """
    path = current_path(path)
    if at_home:
        return BODY_LIMITS.get(path, HOME_LIMITS.get(path, 0))
    limit = BODY_LIMITS.get(path, 0)
    return limit if signed_in else min(limit, CODE_LIMIT)


def check_body(head: Head, address: str, is_signed_in: SignedIn) -> None:
    """Refuse a body by its head, before it is sent; ``address`` is the client's.

    :raise BadRequestError: the body is too long, for anybody or for a client that is not signed in
    """
    at_home = is_this_machine(caller_address(address, head.version, head.fields))
    if head.body_bytes <= body_limit(head.path, at_home=at_home, signed_in=False):
        return
    limit = body_limit(head.path, at_home=at_home)
    if head.body_bytes > limit:
        raise BadRequestError("413 Content Too Large", f"too long; expected at most {limit} bytes")
    if not is_signed_in(head.path, head.fields.get("cookie", "")):
        raise BadRequestError("401 Unauthorized", "show the code first that the Host's page shows")


class _Headers(HeaderReader):
    """Reads headers for the application, without ``Expect``, which was answered already."""

    def __call__(self, rfile: object, hdict: object = None) -> object:
        headers = super().__call__(rfile, hdict)
        headers.pop(b"Expect", None)
        options = headers.get(b"Connection", b"").lower().split(b",")
        if b"close" in (each.strip() for each in options):
            headers[b"Connection"] = b"close"  # The library knows it in this form alone.
        return headers


class Request(HTTPRequest):
    """One request, whose head was checked before its body was read."""

    header_reader = _Headers()

    def __init__(self, server: Server, conn: Connection) -> None:
        super().__init__(server, conn)
        if server.speaks_tls:
            self.scheme = b"https"

    def parse_request(self) -> None:
        """Read the head for the application, or answer why the request is refused."""
        refusal = self.conn.rfile.refusal
        if refusal is None:
            super().parse_request()
            return
        self.simple_response(refusal.status, str(refusal))

    def simple_response(self, status: str, msg: str = "") -> None:
        """Answer a request without the application, and close the connection."""
        self.close_connection = True
        self.conn.refused = True
        head = (
            f"HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\n"
            f"Content-Length: {len(msg.encode())}\r\nConnection: close\r\n\r\n"
        )
        self.conn.wfile.write((head + msg).encode())


class Gateway(wsgi.Gateway_10):
    """Runs the application; a stream is handed to the broadcast."""

    def respond(self) -> None:
        """Answer the request, or begin its stream."""
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
        caller = self.req.conn.caller
        if not self.req.server.broadcast.budget.admit(caller):
            self.req.simple_response(*STREAMS_FULL)
            return
        # Without a length and unchunked: the answer ends with the connection.
        self.req.response_protocol = "HTTP/1.0"
        self.req.outheaders.append((b"Connection", b"close"))
        self.req.ensure_headers_sent()
        self.req.conn.stream, self.req.conn.listens_from = stream, caller


class Connection(HTTPConnection):
    """A connection: a worker holds it only while it answers a complete request."""

    RequestHandlerClass = Request
    refused = False
    last = False
    stream: Stream | None = None
    listens_from = ""
    discarded_bytes = -1
    deadline_s = 0.0
    idle_since_s = 0.0

    def __init__(self, server: Server, sock: socket.socket, address: str, port: int) -> None:
        super().__init__(server, sock, self._mailbox)
        self.remote_addr, self.remote_port = address, port
        self._counted_as = address
        self._closed = False

    def _mailbox(self, _: socket.socket, mode: str, __: int) -> Inbox | Outbox:
        return Inbox(HEAD_LIMIT, self._check) if "r" in mode else Outbox()

    def _check(self, head: Head) -> None:
        self._count_as(caller_address(self.remote_addr, head.version, head.fields))
        check_body(head, self.remote_addr, self.server.is_signed_in)

    def _count_as(self, caller: str) -> None:
        """Count the connection for its true caller, once its headers show that a proxy passed it on.

        :raise BadRequestError: guests have no connection left
        """
        if caller != self._counted_as:
            if not self.server.connections.admit(caller):
                raise BadRequestError(*FULL)
            self.server.connections.release(self._counted_as)
            self._counted_as = caller

    @property
    def caller(self) -> str:
        """The address of the client whose request is in the inbox."""
        head = self.rfile.head
        return caller_address(self.remote_addr, head.version, head.fields) if head else self.remote_addr

    def answer(self) -> None:
        """Answer the request in the inbox; then the connection is polled again."""
        self.last = not self.communicate()  # type: ignore[no-untyped-call]
        self.rfile.next()
        self.server.put_conn(self)

    def listener(self) -> Listener | None:
        """Return the listener of a stream, None where the answer is no stream."""
        return Listener(self.socket, self.stream, self.close) if self.stream else None

    def close(self) -> None:
        """Close the connection, once, and release its place."""
        if self._closed:
            return
        self._closed = True
        super().close()
        self.server.connections.release(self._counted_as)
        if self.stream is not None:
            self.server.broadcast.budget.release(self.listens_from)


def _make_room_for_files() -> None:
    """Raise the system's limit of open files; macOS allows 256 by default."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < FILES and (hard == resource.RLIM_INFINITY or hard > soft):
        limit = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))


def _nobody(_path: str, _cookies: str) -> bool:
    return False


class Server(wsgi.Server):
    """The server with its limits, poller, worker pools and broadcast."""

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
        is_signed_in: SignedIn = _nobody,
        give_back: Callable[[], None] = lambda: None,
    ) -> None:
        """``room`` limits its connections; with ``tls`` it speaks TLS only.

        ``give_back`` gives free memory back to the system.
        """
        super().__init__(
            bind_addr, app, server_name="clashcam", request_queue_size=WAITING, shutdown_timeout=1
        )
        self.gateway = Gateway
        self.requests = WorkerPools()
        self.connections = Budget(room)
        self.is_signed_in = is_signed_in
        self._give_back = give_back
        self._tls = tls
        if tls is not None:
            tls.sslsocket_class = PatientSocket
        self.broadcast = Broadcast(Budget(STREAMS))

    def prepare(self) -> None:
        """Bind the port and listen."""
        _make_room_for_files()
        super().prepare()
        self._connections.close()
        self._connections = ConnectionPoller(
            self.socket, self._open, self.process_conn, self._take_over, self.connections, self._give_back
        )

    @property
    def speaks_tls(self) -> bool:
        """Whether it speaks TLS only."""
        return self._tls is not None

    def process_conn(self, conn: Connection) -> None:
        """Queue a complete request for the workers."""
        path = conn.rfile.head.path if conn.rfile.head else ""
        self.requests.put(conn, path, is_this_machine(conn.caller))

    def stop(self) -> None:
        """Close all connections and streams, and stop."""
        super().stop()
        self.broadcast.stop()

    def _open(self, sock: socket.socket, address: str, port: int) -> Connection:
        if self._tls is not None:
            sock = self._tls.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        return Connection(self, sock, address, port)

    def _take_over(self, conn: Connection) -> bool:
        listener = conn.listener()
        if listener is not None:
            self.broadcast.add(listener)
        return listener is not None
