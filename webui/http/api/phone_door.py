"""The server of a phone that is the camera: its page, its pairing, and its frames; nothing else."""

from __future__ import annotations

import secrets
from typing import Final

from flask import Blueprint, Response, abort, jsonify, request
from pydantic import ValidationError

from webui.documents.plain_json import read_json
from webui.http.api.answers import Looked, Pairs
from webui.http.api.described import described
from webui.http.auth import SIGN_IN_S
from webui.http.device_kinds import device_kind
from webui.http.guesses import TooManyTriesError, WrongCodeError
from webui.http.parts import caller, current_parts, language
from webui.http.phone import Phone, TooManyPicturesError
from webui.http.server.broadcast import Stream
from webui.http.sign_in import CAMERA_COOKIE, FRAME_PATH
from webui.i18n.refusals import render_fault
from webui.table.contract import Source
from webui.table.settings import CameraMode

phone_door = Blueprint("phone_door", __name__)

LARGEST_WH: Final = (1920, 1080)
"""The largest frame in pixels: a JPEG of a larger one may exceed the limit of a megabyte."""


@phone_door.post("/camera/pair")
@described(
    Looked,
    takes=Pairs,
    otherwise={403: "the code was wrong, used or too old, or TLS is missing", 422: "no code"},
)
def pair() -> Response | tuple[Response, int]:
    """Pair the phone that shows the code of the Host's page."""
    _only_by_tls()
    try:
        code = Pairs.model_validate(read_json(request.get_data())).code
        name = device_kind(request.user_agent.string)
        secret = current_parts().phone.pair(code, caller(), name)
    except ValidationError:
        abort(422, "code: expected the digits that the Host's page shows")
    except (TooManyTriesError, WrongCodeError) as fault:
        return jsonify(error=render_fault(fault, language())), 403
    answer = jsonify(_looked().model_dump())
    answer.set_cookie(
        CAMERA_COOKIE,
        secret,
        path="/camera",
        secure=True,
        httponly=True,
        samesite="Strict",
        max_age=int(SIGN_IN_S),
    )
    return answer


@phone_door.post(FRAME_PATH)
@described(
    Looked,
    otherwise={
        401: "no phone of ours: it has to show a code",
        403: "TLS is missing",
        413: "larger than a picture may be",
        422: "no whole JPEG",
        429: "more pictures than any camera gives",
    },
)
def frame() -> Response:
    """Take the newest frame of the phone, and answer how well the cards can be seen."""
    phone = _paired_phone()
    try:
        phone.take(request.get_data())
    except TooManyPicturesError as fault:
        abort(429, f"{fault}; wait for each answer")
    except ValueError as fault:
        abort(422, f"expected one whole JPEG ({fault})")
    return jsonify(_looked().model_dump())


@phone_door.post("/camera/hidden")
@described(
    Looked,
    otherwise={401: "no phone of ours: it has to show a code", 403: "TLS is missing"},
)
def hidden() -> Response:
    """Note that the phone's page is hidden: the phone is locked, or shows something else."""
    _paired_phone().hide()
    return jsonify(_looked().model_dump())


@phone_door.get("/camera/feed")
@described(
    kind="multipart/x-mixed-replace", asks={"key": "the program's own"}, otherwise={401: "another key"}
)
def feed() -> Response:
    """Stream the phone's frames to the capture process."""
    parts = current_parts()
    if not secrets.compare_digest(request.args.get("key", "").encode(), parts.phone.key.encode()):
        abort(401, "only this program reads these pictures")
    stream = Stream(parts.phone.feed, parts.running)
    kind = "multipart/x-mixed-replace; boundary=frame"
    return Response(stream, mimetype=kind, direct_passthrough=True, headers={"Cache-Control": "no-store"})


def _paired_phone() -> Phone:
    """Return the phone whose secret was shown; refuse any other."""
    _only_by_tls()
    phone = current_parts().phone
    if not phone.pairing.knows(request.cookies.get(CAMERA_COOKIE)):
        abort(401, "This phone is not paired. Scan the code that the Host's page shows.")
    return phone


def _only_by_tls() -> None:
    """Refuse a phone that came by another server: without TLS, others in the Wi-Fi could read its secret."""
    if not request.is_secure:
        abort(
            403,
            "A phone shows its code and leaves pictures by HTTPS alone. Scan the code that the Host's page shows.",
        )


def _looked() -> Looked:
    """Return the state of the phone as the camera."""
    parts = current_parts()
    seen, whole = parts.newest_frame(), parts.table_thread.publisher.whole
    source = whole.source if whole is not None else Source()
    aid = whole.aid if whole is not None else None
    camera = CameraMode(**dict(whole.camera)) if whole is not None else CameraMode()
    used = "phone" in (source.kind, source.far)
    looked = used and source.state == "live"
    is_tried = source.trying is not None and source.trying.kind == "phone"
    switching = used or is_tried or not parts.phone.is_chosen
    return Looked(
        looked=looked,
        switching=switching and not looked,
        level=aid.level if looked and aid else None,
        problems=[each.text for each in aid.problems] if looked and aid else [],
        delay_ms=round(1000 * seen.delay_s) if looked and seen else None,
        size=min(camera.size_wh, LARGEST_WH),
    )
