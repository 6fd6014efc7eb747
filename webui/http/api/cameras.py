"""The cameras: sources, previews, the shown picture with detections drawn in, and single cards."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, request

from vision.types import Frame
from webui.http.api.answers import SourceChoice
from webui.http.api.described import JPEG, described
from webui.http.images.painting import paint
from webui.http.parts import Parts, current_parts, require_host, streamed
from webui.http.provided import provided
from webui.http.streams import ShownPictures
from webui.table.seen.pictures import encode_jpeg
from webui.table.seen.placement import show
from webui.table.settings import View

cameras = Blueprint("cameras", __name__)

FRESH = {"Cache-Control": "no-store"}


@cameras.get("/api/sources")
@described(list[SourceChoice], host_only=True)
def sources() -> Response:
    """Return the sources that can be chosen, for the wizard."""
    require_host(" chooses the camera")
    return jsonify(current_parts().sources())


@cameras.get("/preview.jpg")
@described(
    kind=JPEG,
    asks={"source": "which one, by its id in /api/sources"},
    otherwise={204: "it gives none now"},
    host_only=True,
)
def preview() -> Response:
    """Return one frame of a source by its id, before it is chosen; paths and addresses have no id."""
    require_host(" chooses the camera")
    seen = current_parts().preview(request.args.get("source", "demo"))
    if seen is None:
        return Response(status=204)  # Not a fault: a camera that is busy, or still waking.
    return Response(encode_jpeg(seen), mimetype="image/jpeg", headers=FRESH)


@cameras.get("/crop/t<int:key>.jpg")
@described(kind=JPEG, otherwise={204: "the card has gone"})
def crop(key: int) -> Response:
    """Return the newest picture of one card on the table."""
    found = current_parts().table_thread.ask(lambda table: table.crop(key))
    if found is None:
        return Response(status=204)  # Not a fault: the card was taken away since the page's snapshot.
    return Response(encode_jpeg(found), mimetype="image/jpeg", headers=FRESH)


@cameras.get("/frame.jpg")
@described(kind=JPEG, otherwise={503: "no frame has come yet"}, host_only=True)
def frame() -> Response:
    """Return the newest shown picture."""
    require_host("'s page shows the picture")
    newest = provided(ShownPictures).at_least(None).jpeg()
    if newest is None:
        abort(503, "no frame has come yet")
    return Response(newest[1], mimetype="image/jpeg", headers=FRESH)


@cameras.get("/video.mjpg")
@described(
    kind="multipart/x-mixed-replace",
    asks={"width": "of the place where it is shown, in pixels; the camera's own if left out"},
    host_only=True,
)
def video() -> Response:
    """Stream the shown picture with detections drawn in, not much larger than it is shown."""
    require_host("'s page shows the picture")
    pictures = provided(ShownPictures).at_least(request.args.get("width", type=int))
    return streamed(pictures, "multipart/x-mixed-replace; boundary=frame")


def painted(parts: Parts, had: int = -1) -> tuple[int, Frame] | None:
    """Return the newest shown picture with its number; None before the first, and for the one that one has ``had``."""
    seen, whole = parts.newest_frame(), parts.table_thread.publisher.whole
    if seen is None or whole is None or seen.number == had:
        return None
    shown = show(seen.frame, View(**dict(whole.view)))
    colours = {seat.id: seat.colour for seat in whole.seats}
    return seen.number, paint(shown, parts.table_thread.publisher.cards, colours)
