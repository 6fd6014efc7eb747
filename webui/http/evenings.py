"""What is kept of the evening: the log, its pictures, the whole as one file."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify

from webui.http.described import JPEG, described
from webui.http.export import ExportError, render_export
from webui.http.parts import current_parts, current_role, only_the_host
from webui.table.contract import Entry
from webui.table.snapshot import SnapshotBuilder

evenings = Blueprint("evenings", __name__)


@evenings.get("/api/log")
@described(list[Entry], asks={"role": "as for /api/state"})
def log() -> Response:
    """Return every entry of the evening, oldest first."""
    role = current_role()
    return jsonify(current_parts().table_thread.ask(lambda table: SnapshotBuilder(table).entries(role)))


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
    parts = current_parts()
    only_the_host("'s page exports")
    evening = parts.table_thread.ask(lambda table: table.evening)
    try:
        text = render_export(parts.store, evening, f".{form}")
    except ExportError:
        abort(404, "no such form")
    kinds = {"html": "text/html", "json": "application/json", "csv": "text/csv"}
    headers = {"Content-Disposition": f'attachment; filename="{evening.id}.{form}"'}
    return Response(text, mimetype=kinds[form], headers=headers)
