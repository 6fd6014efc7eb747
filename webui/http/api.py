"""The page's server: reads snapshots, passes orders on, streams. It never changes the table itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, redirect, render_template, request
from flask.json.provider import DefaultJSONProvider
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from vision.recognition.gallery import GalleryError
from vision.types import Frame
from webui.camera.decks import DeckError
from webui.camera.vision_thread import Seen
from webui.documents import DocumentError
from webui.documents.chances import odds_answer, read_question
from webui.documents.plain_json import UnfitJSONError, read_json, write_json
from webui.http.auth import COOKIE, Access, TooManyTriesError, WrongCodeError, is_own_origin, is_safe_host
from webui.http.door import body_limit
from webui.http.export import ExportError, render_export
from webui.http.pages import pages_blueprint, texts
from webui.http.painting import paint
from webui.http.qr import qr_document
from webui.http.streams import Pictures, events
from webui.i18n.refusals import told
from webui.identities import PLAYING_CODES, TAROT_CODES, shown_value
from webui.storage.store import Store, StoreError
from webui.table.commands import COMMANDS, parse_command
from webui.table.deck_state import tell_decks
from webui.table.errors import CommandError, StaleCommandError
from webui.table.labels import suit_of, title_of
from webui.table.newest import Newest
from webui.table.pictures import encode_jpeg
from webui.table.placement import show
from webui.table.settings import View
from webui.table.snapshot import SnapshotBuilder
from webui.table.system_narrator import tell_any
from webui.table.systems import resolve_any
from webui.table.thread import TableBusyError, TableThread
from webui.table.visible import HOST

Faces = Callable[[str], bytes | None]
"""Gives a card's face in the house style as WebP, None for an unknown code."""

Check = Callable[[str], None]
"""Refuses a source that cannot be looked through: raises OSError or ValueError in one line."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What the server reads from; it owns none of it."""

    table_thread: TableThread
    store: Store
    newest_frame: Callable[[], Seen | None]
    check_source: Check
    hide_password: Callable[[str], str]
    """Gives a source's word as it may be shown and stored; what was hidden is kept in memory only."""
    faces: Faces
    running: Callable[[], bool]
    access: Access
    open_network: Callable[[bool], None]
    check_decks: Callable[[Sequence[str]], None]
    look_anew: Callable[[bool], None]
    """Looks for what is set by now; True: even if that is what is looked for already."""
    sources: Callable[[], list[dict[str, object]]]
    preview: Callable[[str], Frame | None]


class PlainJSON(DefaultJSONProvider):
    """Answers in JSON that every browser can read."""

    sort_keys = False

    def dumps(self, obj: Any, **options: Any) -> str:
        """Write an answer.

        :raise ValueError: it holds a number that is none
        """
        return super().dumps(obj, allow_nan=False, **options)


def create_app(parts: Parts) -> Flask:
    """Build the application; every request handler only reads or passes on."""
    app = Flask(__name__, static_folder=None, template_folder="templates")
    app.json = PlainJSON(app)
    app.extensions["parts"] = parts
    app.extensions["pictures"] = Pictures(lambda: _painted(parts))
    app.register_blueprint(api)
    app.register_blueprint(pages_blueprint(lambda: _snapshot(parts).get("language", "en")))
    app.before_request(_guard)
    app.after_request(_keep_to_ourselves)
    app.register_error_handler(HTTPException, _say_so)
    app.register_error_handler(UnfitJSONError, _say_unfit)
    app.register_error_handler(TableBusyError, _say_busy)
    return app


api = Blueprint("api", __name__)


def _parts() -> Parts:
    parts: Parts = current_app.extensions["parts"]
    return parts


def _role() -> str:
    """Return the caller's role.

    :raise Unauthorized: a stranger
    """
    role = _parts().access.role(
        request.remote_addr or "", request.cookies.get(COOKIE), request.args.get("role")
    )
    return role or abort(401, "This table is not open to you. Enter the code that the Host's page shows.")


OPEN_TO_ALL = ("pages.static", "pages.sheet", "api.join")
"""What a device needs before it has shown its code."""


def _guard() -> AnyResponse | None:
    """Turn away strangers, foreign names and other sites' pages before anything is read or done."""
    request.max_content_length = body_limit(request.path)
    if not is_safe_host(request.host, request.remote_addr or ""):
        abort(403, "This address is not one of the table's own; open http://127.0.0.1 instead.")
    if request.method == "POST" and not is_own_origin(request.headers.get("Origin"), request.host):
        abort(403, "Another site's page may not give orders here.")
    if request.endpoint in OPEN_TO_ALL:
        return None
    if request.blueprint == "pages" and not _may_open(request.path):
        return redirect("/join")
    _role()
    return None


def _may_open(path: str) -> bool:
    parts = _parts()
    role = parts.access.role(request.remote_addr or "", request.cookies.get(COOKIE))
    return role == HOST or (role is not None and path in ("/phone", "/screen", "/overlay"))


def _snapshots(parts: Parts) -> Newest[dict[str, Any]]:
    return parts.table_thread.snapshots[_role()]


def _snapshot(parts: Parts) -> dict[str, Any]:
    return _snapshots(parts).get()


@api.get("/api/state")
def state() -> Response:
    """Return the newest snapshot for the caller's role."""
    return jsonify(_snapshot(_parts()))


@api.get("/api/events")
def event_stream() -> Response:
    """Stream snapshots as server-sent events."""
    stream = events(_snapshots(_parts()), write_json)
    return Response(stream, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})


@api.post("/api/command")
def command() -> tuple[Response, int] | Response:
    """Carry out a command (docs/state.md)."""
    parts = _parts()
    language = _snapshot(parts)["language"]
    try:
        wanted = parse_command(read_json(request.get_data()))
        if _role() not in COMMANDS[wanted.name].roles:
            return jsonify(error=told(CommandError("hosts-only"), language)), 403
        wanted = wanted.prepared(parts)
        version = parts.table_thread.execute(wanted)
        wanted.follow_up(parts)
    except StaleCommandError as fault:
        return jsonify(error=told(fault, language), version=_snapshot(parts)["version"]), 409
    except StoreError as fault:
        return jsonify(error=told(fault, language)), 507
    except (CommandError, DeckError, GalleryError, OSError) as fault:
        return jsonify(error=told(fault, language)), 422
    return jsonify(version=version)


@api.get("/api/sources")
def sources() -> Response:
    """Return what can be looked through, for the wizard."""
    if _role() != HOST:
        abort(403, "only the Host chooses the camera")
    return jsonify(_parts().sources())


@api.get("/preview.jpg")
def preview() -> Response:
    """Return one picture of a source, before it is chosen."""
    if _role() != HOST:
        abort(403, "only the Host chooses the camera")
    seen = _parts().preview(request.args.get("spec", "demo"))
    if seen is None:
        return Response(status=204)  # Not a fault: a camera that is busy, or still waking.
    return Response(encode_jpeg(seen), mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@api.post("/api/resolve")
def resolve() -> tuple[Response, int] | Response:
    """Judge any document of the contracts and answer it; nothing changes."""
    language = _snapshot(_parts())["language"]
    try:
        return jsonify(resolve_any(read_json(request.get_data()), language))
    except DocumentError as fault:
        return jsonify(_faults(fault)), 422


def _faults(fault: DocumentError) -> dict[str, object]:
    """Return the first fault of a document, and every one of them."""
    errors = [{"error": str(each), "field": each.field} for each in fault.each]
    return {**errors[0], "errors": errors}


@api.post("/api/tell")
def tell() -> Response:
    """Judge a system's document and tell it as a verdict (docs/state.md), or why it cannot be; nothing changes."""
    document = read_json(request.get_data())
    language = _snapshot(_parts())["language"]
    try:
        return jsonify(verdict=tell_any(document, language))
    except DocumentError as fault:
        return jsonify(error=fault.fault, field=fault.field)


@api.get("/api/odds")
def odds() -> tuple[Response, int] | Response:
    """Return exact odds as ``clashcam odds`` gives them."""
    try:
        return jsonify(odds_answer(read_question(request.args, _snapshot(_parts())["language"])))
    except DocumentError as fault:
        return jsonify(error=str(fault), field=fault.field), 422


@api.get("/api/log")
def log() -> Response:
    """Return every entry of the evening, oldest first."""
    role = _role()
    return jsonify(_parts().table_thread.ask(lambda table: SnapshotBuilder(table).entries(role)))


@api.get("/api/decks")
def decks() -> Response:
    """Return the decks card by card, and where each lies; the Horror's Deck to the Host alone (D34)."""
    horror = _role() == HOST
    return jsonify(_parts().table_thread.ask(lambda table: tell_decks(table, horror=horror)))


@api.get("/api/cards")
def cards() -> Response:
    """Return every card of the game that is played with its name in the language of the table, for search."""
    seen = _snapshot(_parts())
    game = request.args.get("of", "pulp" if seen["mode"]["kind"] == "pulp" else "tarot")
    known = [
        {
            "code": code,
            "name": title_of(code, seen["language"]),
            "value": shown_value(code),
            "suit": suit_of(code),
        }
        for code in (PLAYING_CODES if game == "pulp" else TAROT_CODES)
    ]
    return jsonify(known)


@api.get("/cards/<code>.webp")
def face(code: str) -> Response:
    """Return a card's face in the house style."""
    picture = _parts().faces(code)
    if picture is None:
        abort(404, f"no card has the code {code!r}")
    return Response(picture, mimetype="image/webp", headers={"Cache-Control": "max-age=86400"})


@api.get("/pictures/<digest>.jpg")
def picture(digest: str) -> Response:
    """Return a stored picture by its digest."""
    if not (len(digest) == 32 and digest.isalnum()):
        abort(404, "no such picture")
    path = _parts().store.picture_path(digest)
    if not path.is_file():
        abort(404, "no such picture")
    return Response(path.read_bytes(), mimetype="image/jpeg", headers={"Cache-Control": "max-age=86400"})


@api.get("/export.<form>")
def export(form: str) -> Response:
    """Return the evening as one file to keep (``.html``, ``.json``, ``.csv``)."""
    parts = _parts()
    if _role() != HOST:
        abort(403, "only the Host's page exports")
    evening = parts.table_thread.ask(lambda table: table.evening)
    try:
        text = render_export(parts.store, evening, f".{form}")
    except ExportError:
        abort(404, "no such form")
    kinds = {"html": "text/html", "json": "application/json", "csv": "text/csv"}
    headers = {"Content-Disposition": f'attachment; filename="{evening.id}.{form}"'}
    return Response(text, mimetype=kinds[form], headers=headers)


@api.get("/crop/t<int:key>.jpg")
def crop(key: int) -> Response:
    """Return the picture of one card that lies on the table, as the camera sees it now."""
    found = _parts().table_thread.ask(lambda table: table.crop(key))
    if found is None:
        return Response(status=204)  # Not a fault: it was taken away since the page heard of it.
    return Response(encode_jpeg(found), mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@api.get("/frame.jpg")
def frame() -> Response:
    """Return the newest shown picture, once."""
    newest = current_app.extensions["pictures"].newest()
    if newest is None:
        abort(503, "no frame has come yet")
    return Response(newest[1], mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@api.get("/video.mjpg")
def video() -> Response:
    """Stream the shown picture with what we see drawn in."""
    if _role() != HOST:
        abort(403, "only the Host's page shows the picture")
    stream: Iterator[bytes] = current_app.extensions["pictures"].stream(_parts().running)
    return Response(
        stream, mimetype="multipart/x-mixed-replace; boundary=frame", headers={"Cache-Control": "no-store"}
    )


@api.get("/join")
def join() -> AnyResponse:
    """Let a device in that shows the right code, or ask it for the code."""
    parts, code = _parts(), request.args.get("code", "")
    language = parts.table_thread.snapshots["players"].get().get("language", "en")
    message = ""
    if code:
        try:
            cookie = parts.access.enter(code, request.remote_addr or "")
        except (TooManyTriesError, WrongCodeError) as fault:
            message = told(fault, language)
        else:
            role = parts.access.role("", cookie)
            answer = redirect("/" if role == HOST else "/phone")
            answer.set_cookie(COOKIE, cookie, httponly=True, samesite="Strict", max_age=24 * 3600)
            return answer
    page = render_template("join.html", language=language, say=texts(language).get, message=message)
    return Response(page, status=403 if message else 200)


@api.get("/qr.svg")
def qr() -> Response:
    """Return a QR code that lets a phone in: ``?for=players`` or ``?for=host``."""
    if _role() != HOST:
        abort(403, "only the Host's page shows the code")
    network = _snapshot(_parts())["network"]
    code = network["codes"].get(request.args.get("for", "players"))
    if not network["urls"] or code is None:
        abort(404, "the network is closed")
    return Response(qr_document(f"{network['urls'][0]}join?code={code}"), mimetype="image/svg+xml")


@api.get("/healthz")
def healthz() -> tuple[Response, int]:
    """Answer 200 once frames flow."""
    flows = _parts().newest_frame() is not None
    return jsonify(ok=flows), 200 if flows else 503


def _painted(parts: Parts) -> tuple[int, Any] | None:
    seen = parts.newest_frame()
    if seen is None:
        return None
    snapshot = parts.table_thread.snapshots[HOST].get()
    shown = show(seen.frame, View(**snapshot["view"]))
    colours = {seat["id"]: seat["colour"] for seat in snapshot["seats"]}
    return seen.number, paint(shown, parts.table_thread.cards, colours)


def _keep_to_ourselves(response: Response) -> Response:
    """Nothing comes from another host, and nobody may frame the page."""
    response.headers.setdefault(
        "Content-Security-Policy",
        "default-src 'self'; img-src 'self' data: blob:; frame-ancestors 'none'",
    )
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "no-referrer")
    return response


def _say_unfit(fault: UnfitJSONError) -> tuple[Response, int]:
    return jsonify(error=told(fault, _snapshot(_parts())["language"]), field=""), 422


def _say_busy(fault: TableBusyError) -> tuple[Response, int]:
    return jsonify(error=told(fault, _snapshot(_parts())["language"])), 503


def _say_so(fault: HTTPException) -> tuple[Response, int]:
    return jsonify(error=fault.description or fault.name), fault.code or 500
