"""The page's application: serves snapshots and streams, and passes commands on to the table thread."""

from __future__ import annotations

from functools import partial

from flask import Flask, Response, abort, jsonify, redirect, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from webui.before_sessions import OldAddresses
from webui.documents.plain_json import UnfitJSONError, write_json
from webui.http.api.cameras import cameras, painted
from webui.http.api.commanding import commanding
from webui.http.api.commands import commands
from webui.http.api.connecting import connecting
from webui.http.api.enrolment import enrolment
from webui.http.api.galleries import galleries
from webui.http.api.joining import LOOKS, joining
from webui.http.api.judged import judged
from webui.http.api.looks import looks
from webui.http.api.moments import moments
from webui.http.api.phone_door import phone_door
from webui.http.api.printing import printing
from webui.http.api.report import report
from webui.http.api.sessions import sessions
from webui.http.api.support import support
from webui.http.auth import COOKIE, is_cross_site, is_own_origin, is_safe_host
from webui.http.outgoing import PlainJSON, restrict_to_own_site
from webui.http.pages import addresses, pages_blueprint
from webui.http.parts import Parts, caller, current_parts, current_role, language
from webui.http.provided import provide
from webui.http.server.budget import is_this_machine
from webui.http.server.door import body_limit
from webui.http.streams import Events, Feeds, Happenings, ShownPictures
from webui.i18n.refusals import render_fault
from webui.table.contract import HOST
from webui.table.inbox import TableBusyError
from webui.table.log.library import Library

RESOURCES = (
    looks,
    cameras,
    commands,
    judged,
    sessions,
    moments,
    joining,
    galleries,
    enrolment,
    printing,
    phone_door,
    support,
    report,
    connecting,
    commanding,
)

OPEN_TO_ALL = (
    "pages.static", "pages.sheet", "pages.camera", "joining.join",
    "phone_door.pair", "phone_door.frame", "phone_door.hidden", "phone_door.feed",
    "connecting.stream", "commanding.command",
)  # fmt: skip
"""The endpoints of a device that is not signed in, and those with a secret of their own."""

OPEN_TO_SITES = ("connecting.stream", "commanding.command")
"""The endpoints for pages of other sites, too: a secret is shown there that no browser adds by itself."""


def create_app(parts: Parts) -> Flask:
    """Build the application; request handlers only read, or pass commands on."""
    app = Flask(__name__, static_folder=None, template_folder="templates")
    app.json = PlainJSON(app)
    provide(app, Parts, parts)
    provide(app, Library, Library(parts.store))
    provide(app, ShownPictures, ShownPictures(partial(painted, parts)))
    published = parts.table_thread.snapshots
    provide(app, Feeds, Feeds({role: Events(each, write_json) for role, each in published.items()}))
    provide(app, Happenings, Happenings(parts.connections.history))
    for resource in (*RESOURCES, pages_blueprint(language)):
        app.register_blueprint(resource)
    app.before_request(_guard)
    app.after_request(restrict_to_own_site)
    app.register_error_handler(HTTPException, _answer_http_error)
    app.register_error_handler(UnfitJSONError, _answer_unfit)
    app.register_error_handler(TableBusyError, _answer_busy)
    app.wsgi_app = OldAddresses(app.wsgi_app)  # type: ignore[method-assign]
    return app


def _guard() -> AnyResponse | None:
    """Refuse clients that are not signed in, foreign host names and other sites' pages, before anything is read."""
    request.max_content_length = body_limit(request.path, at_home=is_this_machine(caller()))
    if not is_safe_host(request.host, request.remote_addr or ""):
        abort(403, "This address is not one of the table's own; open http://127.0.0.1 instead.")
    if request.endpoint in OPEN_TO_SITES:
        return None
    is_page = request.method == "GET" and (request.path in addresses() or request.endpoint == "joining.join")
    if not is_own_origin(request.headers.get("Origin"), request.scheme, request.host) or is_cross_site(
        dict(request.headers), is_page
    ):
        abort(403, "Another site's page may not ask for anything here.")
    if request.endpoint in OPEN_TO_ALL:
        return None
    if request.blueprint == "pages" and not _may_open(request.path):
        return redirect(_redirect_target(request.path))
    current_role()
    return None


def _may_open(path: str) -> bool:
    role = _role()
    return role == HOST or (role is not None and path.removeprefix("/") in LOOKS)


def _redirect_target(path: str) -> str:
    """Redirect ``/``: each role to its page, a client that is not signed in to the welcome page."""
    if path == "/" and _role() is not None:
        return f"/{LOOKS[0]}"
    page = path.removeprefix("/")
    return f"/join?to={page}" if page in LOOKS[1:] else "/join"


def _role() -> str | None:
    return current_parts().access.role(caller(), request.cookies.get(COOKIE))


def _answer_unfit(fault: UnfitJSONError) -> tuple[Response, int]:
    return jsonify(error=render_fault(fault, language()), field=""), 422


def _answer_busy(fault: TableBusyError) -> tuple[Response, int]:
    return jsonify(error=render_fault(fault, language())), 503


def _answer_http_error(fault: HTTPException) -> tuple[Response, int]:
    return jsonify(error=fault.description or fault.name), fault.code or 500
