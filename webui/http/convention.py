"""The page of a convention: every table of a shared log as it is now, and each one's evening to read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, request
from werkzeug.exceptions import HTTPException

from webui.http.auth import is_safe_host
from webui.http.export import render_export
from webui.http.outgoing import PlainJSON, keep_to_ourselves
from webui.http.pages import pages_blueprint
from webui.i18n import LANGUAGES
from webui.storage.announcements import Announced, Announcements
from webui.storage.store import Store, StoreError

SILENT_S = 12.0
"""A table that has said nothing for so long has ended without a word, or lost its server."""

WHOLE_PAGE = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'none'"
)
"""An evening brings its letters and pictures with it, and runs nothing."""

convention = Blueprint("convention", __name__)


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
    app.extensions["address"] = address
    app.extensions["announcements"] = announcements
    app.extensions["pictures"] = pictures
    app.register_blueprint(convention)
    app.register_blueprint(pages_blueprint(_language, {"/": "convention"}))
    app.before_request(_guard)
    app.after_request(keep_to_ourselves)
    app.register_error_handler(HTTPException, _say_so)
    app.register_error_handler(StoreError, _say_away)
    return app


def _language() -> str:
    return request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]


def _guard() -> None:
    if not is_safe_host(request.host, request.remote_addr or ""):
        abort(403, "This address is not one of the page's own; open http://127.0.0.1 instead.")


@convention.get("/api/tables")
def tables() -> Response:
    """Return every table that has ever announced itself, as it is now."""
    announcements: Announcements = current_app.extensions["announcements"]
    return jsonify([_told(each) for each in announcements.all()])


def _told(each: Announced) -> dict[str, Any]:
    return each.state | {"table": each.table, "silent": each.age_s > SILENT_S}


@convention.get("/pictures/<digest>.jpg")
def picture(digest: str) -> Response:
    """Return a stored picture by its digest."""
    pictures: Store = current_app.extensions["pictures"]
    jpeg = pictures.picture(digest)
    if jpeg is None:
        abort(404, "no such picture, or no longer the one that was kept")
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "max-age=86400"})


@convention.get("/evening")
def evening() -> Response:
    """Return the newest evening of the table that is named, as a page of its own."""
    with _log(current_app.extensions["address"], request.args.get("table", "")) as store:
        newest = store.evening("latest")
        if newest is None:
            abort(404, "this table has no evening yet")
        text = render_export(store, newest, ".html")
    return Response(text, mimetype="text/html", headers={"Content-Security-Policy": WHOLE_PAGE})


@contextmanager
def _log(address: str, table: str) -> Iterator[Store]:
    store = Store(Path(), database=address, table=table, writing=False)
    try:
        yield store
    finally:
        store.close()


def _say_so(fault: HTTPException) -> tuple[Response, int]:
    return jsonify(error=fault.description or fault.name), fault.code or 500


def _say_away(fault: StoreError) -> tuple[Response, int]:
    return jsonify(error=str(fault)), 503
