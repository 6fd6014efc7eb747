"""Sign-in of other devices: by code, or by a QR code."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request
from pydantic import ValidationError
from werkzeug.wrappers import Response as AnyResponse

from webui.documents.plain_json import read_json
from webui.http.api.answers import Kept, Person
from webui.http.api.described import described
from webui.http.auth import COOKIE, SIGN_IN_S, TooManyDevicesError
from webui.http.device_kinds import device_kind
from webui.http.guesses import TooManyTriesError, WrongCodeError
from webui.http.images.qr import qr_document
from webui.http.pages import asked_language, texts
from webui.http.parts import caller, current_parts, current_role, language, require_host
from webui.i18n.refusals import first_misfit, render_fault
from webui.table.contract import HOST, NetworkState
from webui.table.errors import CommandError

joining = Blueprint("joining", __name__)

ASKED = {
    "code": "the code that the Host's page shows",
    "name": "what the device calls itself",
    "to": "phone, screen or overlay",
}
LOOKS: Final = ("phone", "screen", "overlay")
"""The pages of viewers."""

ENTERED = {302: "the code was right: to the page that it opens", 403: "the code was wrong"}


@joining.get("/join")
@described(kind="text/html", asks=ASKED, otherwise=ENTERED)
def join() -> AnyResponse:
    """Sign a device in that shows the right code, or ask it for the code."""
    parts, code = current_parts(), request.args.get("code", "")
    spoken = asked_language(language())
    to = request.args.get("to") if request.args.get("to") in LOOKS else LOOKS[0]
    message = ""
    if code:
        try:
            name = request.args.get("name", "") or device_kind(request.user_agent.string)
            cookie = parts.access.enter(code, caller(), name)
        except (TooManyTriesError, WrongCodeError, TooManyDevicesError) as fault:
            message = render_fault(fault, spoken)
        else:
            role = parts.access.role("", cookie)
            answer = redirect("/" if role == HOST else f"/{to}")
            answer.set_cookie(COOKIE, cookie, httponly=True, samesite="Strict", max_age=int(SIGN_IN_S))
            return answer
    page = render_template("join.html", language=spoken, say=texts(spoken).get, message=message, to=to)
    return Response(page, status=403 if message else 200)


@joining.put("/api/me")
@described(Kept, takes=Person, otherwise={422: "it does not fit"})
def me() -> tuple[Response, int] | Response:
    """Keep with the caller's sign-in who holds the device; the table hears nothing of it."""
    current_role()
    try:
        person = Person.model_validate(read_json(request.get_data()))
    except ValidationError as fault:
        first = first_misfit(fault)
        return jsonify(
            error=render_fault(CommandError("field", field=first.field, what=first.what), language())
        ), 422
    access = current_parts().access
    seat = access.introduce(request.cookies.get(COOKIE), person.name, person.colour, person.seat)
    return jsonify(kept=seat is not None, seat=seat or "")


@joining.get("/qr.svg")
@described(
    kind="image/svg+xml",
    asks={"for": "players, host, or camera: a phone that is to be the camera"},
    otherwise={404: "the network is closed"},
    host_only=True,
)
def qr() -> Response:
    """Return a QR code that lets a phone in: to look on, to be the Host's, or to be the camera.

    The players' stands on the TV too: who was let in to look on may pass that on.
    """
    guest = request.args.get("for", "players")
    if guest != "players" or current_role() != "screen":
        require_host("'s page shows the code")
    whole = current_parts().table_thread.publisher.whole
    address = _invitation(whole.network, guest) if whole is not None else None
    if address is None:
        abort(404, "the network is closed")
    drawn = qr_document(address)
    return Response(drawn, mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})


def _invitation(network: NetworkState, guest: str) -> str | None:
    """The address at which a device signs in, None while the network is closed."""
    if guest == "camera":
        phone = network.phone
        # Behind a #: what only looks where the address leads, as scanners do, uses no code up.
        return f"{phone.url}#{phone.code}" if phone else None
    code = network.codes.get(guest)
    return f"{network.urls[0]}join?code={code}" if network.urls and code else None
