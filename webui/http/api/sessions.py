"""What is kept of the sessions: the log, its pictures, each session as one file, and all of them as a library.

Earlier sessions are the Host's alone: other people sat there than those who are let in tonight.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

from flask import Blueprint, Response, abort, jsonify, request

from webui.before_sessions import FIELD
from webui.documents.plain_json import read_json
from webui.http.api.answers import Fault, KeptSessions, SessionChange, TakenAway
from webui.http.api.described import JPEG, described
from webui.http.export import ExportError, download_name, render_export
from webui.http.parts import REFUSED, current_parts, current_role, host_only, language, require_host
from webui.http.provided import provided
from webui.storage.library import rename
from webui.storage.store import Session
from webui.storage.upkeep.tidying import forget, prunable
from webui.table.contract import HOST, Entry, redact
from webui.table.contract.figures import Figures
from webui.table.contract.sessions import SessionLine, SessionLog
from webui.table.errors import CommandError
from webui.table.log.entries import render_entry, serialize_log
from webui.table.log.library import Library

sessions = Blueprint("sessions", __name__)

SESSIONS: Final = " looks after the sessions"
KINDS = {"html": "text/html", "json": "application/json", "csv": "text/csv"}


@sessions.get("/api/log")
@described(list[Entry], asks={"role": "as for /api/state"})
def log() -> Response:
    """Return every entry of the session, oldest first."""
    entries, spoken = current_parts().table_thread.ask(
        lambda table: (table.logged(), table.settings.language)
    )
    return Response(serialize_log(entries, spoken, current_role()), mimetype="application/json")


@sessions.get("/pictures/<digest>.jpg")
@described(kind=JPEG, otherwise={404: "no such picture"})
def picture(digest: str) -> Response:
    """Return a stored picture by its digest."""
    jpeg = current_parts().store.picture(digest)
    if jpeg is None:
        abort(404, "no such picture, or no longer the one that was kept")
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "max-age=86400"})


@sessions.get("/export.<form>")
@described(kind="*/*", otherwise={404: "no such form"}, host_only=True)
def export(form: str) -> Response:
    """Return the session as one file to keep (``.html``, ``.json``, ``.csv``)."""
    require_host("'s page exports")
    return _exported(_tonight(), form)


@sessions.get("/api/sessions")
@described(list[SessionLine], otherwise=REFUSED, host_only=True)
@host_only(SESSIONS)
def listed() -> Response:
    """Return every session in short, the newest first."""
    lines = _library().lines(_tonight().id, language())
    return jsonify([redact(line, HOST) for line in lines])


@sessions.get("/api/pictures")
@described(
    TakenAway | Fault,
    asks={"keep": "of how many earlier sessions pictures would be kept"},
    otherwise=REFUSED,
    host_only=True,
)
@host_only(SESSIONS)
def old_pictures() -> Response:
    """Return what would be deleted when the next session begins, if so many earlier sessions kept their pictures."""
    asked = KeptSessions.model_validate({"keep": request.args.get("keep")})
    return jsonify(asdict(prunable(current_parts().store, asked.keep)))


@sessions.get("/api/figures")
@described(
    Figures, asks={"session": "of which session; of all if left out"}, otherwise=REFUSED, host_only=True
)
@host_only(SESSIONS)
def figures() -> Response:
    """Return who won how often against the exact odds, and who threw against whom."""
    identity = request.args.get("session") or request.args.get(FIELD)
    only = _session_of(identity).id if identity else None
    return jsonify(redact(_library().figures(language(), only), HOST))


@sessions.get("/api/sessions/<session>/log")
@described(SessionLog | Fault, otherwise=REFUSED, host_only=True)
@host_only(SESSIONS)
def read(session: str) -> Response:
    """Return a session with all that was thrown."""
    chosen, spoken = _session_of(session), language()
    projection = _library().read(chosen)
    found = SessionLog(
        session=_library().line(chosen, _tonight().id, spoken),
        entries=[render_entry(entry, spoken) for entry in projection.entries.log],
        unread=[each.render(spoken) for each in projection.unread],
    )
    return jsonify(redact(found, HOST))


@sessions.get("/api/sessions/<session>/export.<form>")
@described(
    kind="*/*",
    asks={"pictures": "cards: without the pictures of the table, cards alone"},
    otherwise={404: "no such form", **REFUSED},
    host_only=True,
)
@host_only(SESSIONS)
def export_any(session: str, form: str) -> Response:
    """Return any session as one file to keep (``.html``, ``.json``, ``.csv``)."""
    return _exported(_session_of(session), form, photos=request.args.get("pictures") != "cards")


@sessions.post("/api/sessions/rename")
@described(SessionLine | Fault, takes=SessionChange, otherwise=REFUSED, host_only=True)
@host_only(SESSIONS)
def renamed() -> Response:
    """Give a session another name; without one it is called by its day again."""
    session, change = _change()
    session = rename(current_parts().store, session, change.name.strip() or session.id)
    return jsonify(redact(_library().line(session, _tonight().id, language()), HOST))


@sessions.post("/api/sessions/delete")
@described(TakenAway | Fault, takes=SessionChange, otherwise=REFUSED, host_only=True)
@host_only(SESSIONS)
def deleted() -> Response:
    """Delete a session wholly: what was played, its pictures, and every copy of it."""
    session, _ = _change()
    if session.id == _tonight().id:
        raise CommandError("session-tonight")
    return jsonify(asdict(forget(current_parts().store, session)))


def _change() -> tuple[Session, SessionChange]:
    """Return the session that a request is about, and what it wants of it."""
    change = SessionChange.model_validate(read_json(request.get_data()))
    return _session_of(change.session), change


def _exported(session: Session, form: str, *, photos: bool = True) -> Response:
    try:
        text = render_export(current_parts().store, session, f".{form}", photos=photos)
    except ExportError:
        abort(404, "no such form")
    answer = Response(text, mimetype=KINDS[form])
    answer.headers.set("Content-Disposition", "attachment", filename=download_name(session, form))
    return answer


def _library() -> Library:
    return provided(Library)


def _tonight() -> Session:
    return current_parts().table_thread.ask(lambda table: table.session)


def _session_of(identity: str) -> Session:
    """Return a session by its id.

    :raise CommandError: there is none
    """
    found = _library().find(identity)
    if found is None:
        raise CommandError("no-such-session", session=identity[:40])
    return found
