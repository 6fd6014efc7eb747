"""The page of a convention: every table of a shared log as it is now, and each one's session to read."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from flask import Blueprint, Flask, Response, abort, jsonify, request
from werkzeug.exceptions import HTTPException

from webui.before_sessions import FIELD, OldAddresses
from webui.http.auth import is_safe_host
from webui.http.export import render_export
from webui.http.outgoing import PlainJSON, restrict_to_own_site
from webui.http.pages import asked_language, pages_blueprint
from webui.http.provided import provide, provided
from webui.i18n import LANGUAGES
from webui.one_line import is_one_line
from webui.storage.announcements import Announced, Announcements
from webui.storage.store import Store, StoreError

SILENT_S = 12.0
"""A table that has said nothing for so long has ended without a word, or lost its server."""

KEPT_S: Final = 2.0
"""So long a table's session is shown as it was written: whoever asks meanwhile costs the log nothing."""

SESSIONS_KEPT: Final = 16
"""Sessions that are kept so; each has its pictures with it, a few MB."""

WHOLE_PAGE = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'none'"
)
"""A session brings its letters and pictures with it, and runs nothing."""

convention = Blueprint("convention", __name__)


class SessionPages:
    """The newest session of each table as a page of its own; however many ask, one is read from the log at a time."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._lock = threading.Lock()
        self._kept: dict[str, tuple[float, str]] = {}

    def page(self, table: str) -> str | None:
        """Return the page; None where the table has no session yet.

        :raise StoreError: the server cannot be reached
        """
        with self._lock:
            made_s, text = self._kept.pop(table, (-math.inf, ""))
            if time.monotonic() - made_s >= KEPT_S:
                with _log(self._address, table) as store:
                    newest = store.session("latest")
                    if newest is None:
                        return None
                    made_s, text = time.monotonic(), render_export(store, newest, ".html", plays=False)
            self._kept[table] = made_s, text
            while len(self._kept) > SESSIONS_KEPT:
                del self._kept[next(iter(self._kept))]
            return text


@contextmanager
def convention_app(address: str) -> Iterator[Flask]:
    """Give the application over a server's log; it writes nothing there.

    :raise StoreError: the server cannot be reached
    """
    announcements = Announcements(address)
    try:
        with _log(address, "") as store:
            yield _app(address, announcements, store)
    finally:
        announcements.close()


def _app(address: str, announcements: Announcements, pictures: Store) -> Flask:
    app = Flask(__name__, static_folder=None, template_folder="templates")
    app.json = PlainJSON(app)
    provide(app, SessionPages, SessionPages(address))
    provide(app, Announcements, announcements)
    provide(app, Store, pictures)
    app.register_blueprint(convention)
    app.register_blueprint(pages_blueprint(_language, {"/": "convention"}))
    app.before_request(_guard)
    app.after_request(restrict_to_own_site)
    app.register_error_handler(HTTPException, _answer_http_error)
    app.register_error_handler(StoreError, _say_away)
    app.wsgi_app = OldAddresses(app.wsgi_app)  # type: ignore[method-assign]
    return app


def _language() -> str:
    return asked_language(LANGUAGES[0])


def _guard() -> None:
    if not is_safe_host(request.host, request.remote_addr or ""):
        abort(403, "This address is not one of the page's own; open http://127.0.0.1 instead.")
    if not all(map(is_one_line, [request.path, *request.args.values()])):
        abort(422, "No table, session or picture is called by control characters.")


@convention.get("/api/tables")
def tables() -> Response:
    """Return every table that has ever announced itself, as it is now."""
    return jsonify([_serialize(each) for each in provided(Announcements).all()])


def _serialize(each: Announced) -> dict[str, object]:
    state = {"session" if key == FIELD else key: value for key, value in each.state.items()}
    return state | {"table": each.table, "silent": each.age_s > SILENT_S}


@convention.get("/pictures/<digest>.jpg")
def picture(digest: str) -> Response:
    """Return a stored picture by its digest."""
    jpeg = provided(Store).picture(digest)
    if jpeg is None:
        abort(404, "no such picture, or no longer the one that was kept")
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "max-age=86400"})


@convention.get("/session")
def session() -> Response:
    """Return the newest session of the table that is named, as a page of its own."""
    text = provided(SessionPages).page(request.args.get("table", ""))
    if text is None:
        abort(404, "this table has no session yet")
    return Response(text, mimetype="text/html", headers={"Content-Security-Policy": WHOLE_PAGE})


@contextmanager
def _log(address: str, table: str) -> Iterator[Store]:
    store = Store(Path(), database=address, table=table, writing=False)
    try:
        yield store
    finally:
        store.close()


def _answer_http_error(fault: HTTPException) -> tuple[Response, int]:
    return jsonify(error=fault.description or fault.name), fault.code or 500


def _say_away(fault: StoreError) -> tuple[Response, int]:
    return jsonify(error=str(fault)), 503
