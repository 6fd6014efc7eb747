"""The parts of the program that request handlers use, and the caller of a request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, ParamSpec, TypeAlias

from flask import Response, abort, jsonify, request
from pydantic import ValidationError

from vision.onnx import NetworkError
from vision.recognition.gallery import GalleryError
from vision.types import Frame
from webui.camera.decks.enrolling import Enrolling
from webui.camera.decks.readable import DeckError, Decks
from webui.camera.vision_thread import Seen
from webui.connect.connections import Connections
from webui.connect.faults import UndeliverableError
from webui.connect.tokens import TooManyTokensError
from webui.http.auth import COOKIE, Access
from webui.http.phone import Phone
from webui.http.provided import provided
from webui.http.server.broadcast import Feed, Stream
from webui.http.server.callers import caller_address
from webui.i18n.refusals import first_misfit, render_fault
from webui.storage.faults import NotWrittenError, StoreError
from webui.storage.store import Store
from webui.table.commands import Program
from webui.table.contract import HOST
from webui.table.errors import CommandError
from webui.table.snapshot.newest import Newest
from webui.table.thread import TableThread

Faces = Callable[[str], bytes | None]
"""Gives a card's face in the house style as WebP, None for an unknown code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts(Program):
    """The parts of the program that the server reads from, without owning them."""

    table_thread: TableThread
    store: Store
    newest_frame: Callable[[], Seen | None]
    explain_tracks: Callable[[], tuple[str, ...]]
    """Returns what the tracker believes of each track, a line each."""
    faces: Faces
    running: Callable[[], bool]
    access: Access
    decks: Decks
    know_decks: Callable[[], tuple[str, ...]]
    """Makes the decks that can be read known to the table, and returns them."""
    enrolling: Enrolling
    sources: Callable[[], list[dict[str, object]]]
    preview: Callable[[str], Frame | None]
    report: Callable[[], dict[str, str]] = dict
    """Returns the report for support: texts by the names of their files."""
    phone: Phone
    connections: Connections


def current_parts() -> Parts:
    """Return the parts for the handler of the current request."""
    return provided(Parts)


def caller() -> str:
    """Return the address of the current request's client; a request through a proxy never counts as this machine's."""
    version = str(request.environ.get("SERVER_PROTOCOL", "")).removeprefix("HTTP/")
    return caller_address(request.remote_addr or "", version, request.headers.keys())


def current_role() -> str:
    """Return the caller's role.

    :raise Unauthorized: it is not signed in
    """
    access = current_parts().access
    role = access.role(caller(), request.cookies.get(COOKIE), request.args.get("role"))
    return role or abort(401, "This table is not open to you. Enter the code that the Host's page shows.")


def require_host(what: str) -> None:
    """Refuse all other roles with one line.

    :raise Forbidden: it is somebody else
    """
    if current_role() != HOST:
        abort(403, f"only the Host{what}")


def snapshots() -> Newest[dict[str, Any]]:
    """Return the snapshots of the caller's role."""
    return current_parts().table_thread.snapshots[current_role()]


def language() -> str:
    """Return the language of the table."""
    spoken: str = current_parts().table_thread.snapshots["players"].get().get("language", "en")
    return spoken


def streamed(feed: Feed, mimetype: str) -> Response:
    """Answer with a stream, until the program ends or the caller's role changes."""
    parts, role = current_parts(), current_role()
    asked = caller(), request.cookies.get(COOKIE), request.args.get("role")

    def is_active() -> bool:
        return parts.running() and parts.access.role(*asked) == role

    headers = {"Cache-Control": "no-store"}
    return Response(Stream(feed, is_active), mimetype=mimetype, direct_passthrough=True, headers=headers)


Answered: TypeAlias = Response | tuple[Response, int]
Asked = ParamSpec("Asked")

DECKS: Final = " looks after the decks"
REFUSED: Final = {422: "it cannot be done, and why", 507: "it could not be kept on disk"}


def host_only(what: str) -> Callable[[Callable[Asked, Response]], Callable[Asked, Answered]]:
    """Restrict a handler to the Host (``what`` the Host does), and answer its faults with one line."""

    def answering(view: Callable[Asked, Response]) -> Callable[Asked, Answered]:
        @wraps(view)
        def answer(*args: Asked.args, **named: Asked.kwargs) -> Answered:
            require_host(what)
            try:
                return view(*args, **named)
            except ValidationError as fault:
                return jsonify(error=first_misfit(fault).what), 422
            except (
                CommandError,
                DeckError,
                GalleryError,
                NetworkError,
                TooManyTokensError,
                UndeliverableError,
            ) as fault:
                return jsonify(error=render_fault(fault, language())), 422
            except OSError as fault:
                return jsonify(error=render_fault(_unkept(fault), language())), 507

        return answer

    return answering


def _unkept(fault: OSError) -> Exception:
    """Return a fault of the disk as a refusal."""
    if isinstance(fault, StoreError):
        return fault
    folder = str(current_parts().decks.folder)
    return NotWrittenError("not-written", folder=fault.filename or folder, why=fault.strerror or str(fault))
