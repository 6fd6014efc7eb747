"""What is kept of the evenings: the log, its pictures, each evening as one file, and all of them as a library.

Earlier evenings are the Host's alone: other people sat there than those who are let in tonight.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

from flask import Blueprint, Response, abort, current_app, jsonify, request

from webui.documents.plain_json import read_json
from webui.http.api.answers import EveningChange, Fault, KeptEvenings, TakenAway
from webui.http.api.described import JPEG, described
from webui.http.export import ExportError, render_export
from webui.http.parts import REFUSED, current_parts, current_role, host_only, language, require_host
from webui.storage.library import rename
from webui.storage.store import Evening
from webui.storage.upkeep.tidying import forget, prunable
from webui.table.contract import HOST, Entry, redact
from webui.table.contract.evenings import EveningLine, EveningLog
from webui.table.contract.figures import Figures
from webui.table.errors import CommandError
from webui.table.log.entries import render_entry, serialize_log
from webui.table.log.library import Library

evenings = Blueprint("evenings", __name__)

EVENINGS: Final = " looks after the evenings"
KINDS = {"html": "text/html", "json": "application/json", "csv": "text/csv"}


@evenings.get("/api/log")
@described(list[Entry], asks={"role": "as for /api/state"})
def log() -> Response:
    """Return every entry of the evening, oldest first."""
    entries, spoken = current_parts().table_thread.ask(
        lambda table: (table.logged(), table.settings.language)
    )
    return Response(serialize_log(entries, spoken, current_role()), mimetype="application/json")


@evenings.get("/pictures/<digest>.jpg")
@described(kind=JPEG, otherwise={404: "no such picture"})
def picture(digest: str) -> Response:
    """Return a stored picture by its digest."""
    jpeg = current_parts().store.picture(digest)
    if jpeg is None:
        abort(404, "no such picture, or no longer the one that was kept")
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "max-age=86400"})


@evenings.get("/export.<form>")
@described(kind="*/*", otherwise={404: "no such form"}, host_only=True)
def export(form: str) -> Response:
    """Return the evening as one file to keep (``.html``, ``.json``, ``.csv``)."""
    require_host("'s page exports")
    return _exported(_tonight(), form)


@evenings.get("/api/evenings")
@described(list[EveningLine], otherwise=REFUSED, host_only=True)
@host_only(EVENINGS)
def listed() -> Response:
    """Return every evening in short, the newest first."""
    lines = _library().lines(_tonight().id, language())
    return jsonify([redact(line, HOST) for line in lines])


@evenings.get("/api/pictures")
@described(
    TakenAway | Fault,
    asks={"keep": "of how many earlier evenings pictures would be kept"},
    otherwise=REFUSED,
    host_only=True,
)
@host_only(EVENINGS)
def old_pictures() -> Response:
    """Return what would be deleted when the next evening begins, if so many earlier evenings kept their pictures."""
    wanted = KeptEvenings.model_validate({"keep": request.args.get("keep")})
    return jsonify(asdict(prunable(current_parts().store, wanted.keep)))


@evenings.get("/api/figures")
@described(
    Figures, asks={"evening": "of which evening; of all if left out"}, otherwise=REFUSED, host_only=True
)
@host_only(EVENINGS)
def figures() -> Response:
    """Return who won how often against the exact odds, and who threw against whom."""
    wanted = request.args.get("evening")
    only = _wanted(wanted).id if wanted else None
    return jsonify(redact(_library().figures(language(), only), HOST))


@evenings.get("/api/evenings/<evening>/log")
@described(EveningLog | Fault, otherwise=REFUSED, host_only=True)
@host_only(EVENINGS)
def read(evening: str) -> Response:
    """Return an evening with all that was thrown."""
    wanted, spoken = _wanted(evening), language()
    projection = _library().read(wanted)
    found = EveningLog(
        evening=_library().line(wanted, _tonight().id, spoken),
        entries=[render_entry(entry, spoken) for entry in projection.entries.log],
        unread=[each.render(spoken) for each in projection.unread],
    )
    return jsonify(redact(found, HOST))


@evenings.get("/api/evenings/<evening>/export.<form>")
@described(kind="*/*", otherwise={404: "no such form", **REFUSED}, host_only=True)
@host_only(EVENINGS)
def export_any(evening: str, form: str) -> Response:
    """Return any evening as one file to keep (``.html``, ``.json``, ``.csv``)."""
    return _exported(_wanted(evening), form)


@evenings.post("/api/evenings/rename")
@described(EveningLine | Fault, takes=EveningChange, otherwise=REFUSED, host_only=True)
@host_only(EVENINGS)
def renamed() -> Response:
    """Give an evening another name; without one it is called by its day again."""
    evening, wanted = _change()
    evening = rename(current_parts().store, evening, wanted.name.strip() or evening.id)
    return jsonify(redact(_library().line(evening, _tonight().id, language()), HOST))


@evenings.post("/api/evenings/delete")
@described(TakenAway | Fault, takes=EveningChange, otherwise=REFUSED, host_only=True)
@host_only(EVENINGS)
def deleted() -> Response:
    """Delete an evening wholly: what was played, its pictures, and every copy of it."""
    evening, _ = _change()
    if evening.id == _tonight().id:
        raise CommandError("evening-tonight")
    return jsonify(asdict(forget(current_parts().store, evening)))


def _change() -> tuple[Evening, EveningChange]:
    """Return the evening that a request is about, and what it wants of it."""
    wanted = EveningChange.model_validate(read_json(request.get_data()))
    return _wanted(wanted.evening), wanted


def _exported(evening: Evening, form: str) -> Response:
    try:
        text = render_export(current_parts().store, evening, f".{form}")
    except ExportError:
        abort(404, "no such form")
    headers = {"Content-Disposition": f'attachment; filename="{evening.id}.{form}"'}
    return Response(text, mimetype=KINDS[form], headers=headers)


def _library() -> Library:
    library: Library = current_app.extensions["library"]
    return library


def _tonight() -> Evening:
    return current_parts().table_thread.ask(lambda table: table.evening)


def _wanted(identity: str) -> Evening:
    """Return an evening by its id.

    :raise CommandError: there is none
    """
    found = _library().find(identity)
    if found is None:
        raise CommandError("no-such-evening", evening=identity[:40])
    return found
