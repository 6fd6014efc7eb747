"""How another device comes in: the code, and the picture of it that a phone reads."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from webui.http.auth import COOKIE, SESSION_S, TooManyDevicesError
from webui.http.described import described
from webui.http.device_kinds import device_kind
from webui.http.guesses import TooManyTriesError, WrongCodeError
from webui.http.pages import texts
from webui.http.parts import current_parts, only_the_host, snapshots
from webui.http.qr import qr_document
from webui.i18n.refusals import told
from webui.table.contract import HOST

joining = Blueprint("joining", __name__)

ASKED = {"code": "the code that the Host's page shows", "name": "what the device calls itself"}
ENTERED = {302: "the code was right: to the page that it opens", 403: "the code was wrong"}


@joining.get("/join")
@described(kind="text/html", asks=ASKED, otherwise=ENTERED)
def join() -> AnyResponse:
    """Let a device in that shows the right code, or ask it for the code."""
    parts, code = current_parts(), request.args.get("code", "")
    language = parts.table_thread.snapshots["players"].get().get("language", "en")
    message = ""
    if code:
        try:
            name = request.args.get("name", "") or device_kind(request.user_agent.string)
            cookie = parts.access.enter(code, request.remote_addr or "", name)
        except (TooManyTriesError, WrongCodeError, TooManyDevicesError) as fault:
            message = told(fault, language)
        else:
            role = parts.access.role("", cookie)
            answer = redirect("/" if role == HOST else "/phone")
            answer.set_cookie(COOKIE, cookie, httponly=True, samesite="Strict", max_age=int(SESSION_S))
            return answer
    page = render_template("join.html", language=language, say=texts(language).get, message=message)
    return Response(page, status=403 if message else 200)


@joining.get("/qr.svg")
@described(
    kind="image/svg+xml",
    asks={"for": "players, host, or camera: a phone that is to be the camera"},
    otherwise={404: "the network is closed"},
    host_only=True,
)
def qr() -> Response:
    """Return a QR code that lets a phone in: to look on, to be the Host's, or to be the camera."""
    only_the_host("'s page shows the code")
    address = _invitation(snapshots().get()["network"], request.args.get("for", "players"))
    if address is None:
        abort(404, "the network is closed")
    drawn = qr_document(address)
    return Response(drawn, mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})


def _invitation(network: dict[str, Any], guest: str) -> str | None:
    """The address that lets a device in, None while nobody may come."""
    if guest == "camera":
        phone = network["phone"]
        # Behind a #: what only looks where the address leads, as scanners do, uses no code up.
        return f"{phone['url']}#{phone['code']}" if phone else None
    code = network["codes"].get(guest)
    return f"{network['urls'][0]}join?code={code}" if network["urls"] and code else None
