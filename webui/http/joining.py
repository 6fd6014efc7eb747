"""How another device comes in: the code, and the picture of it that a phone reads."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from webui.http.auth import COOKIE, TooManyTriesError, WrongCodeError
from webui.http.pages import texts
from webui.http.parts import current_parts, only_the_host, snapshots
from webui.http.qr import qr_document
from webui.i18n.refusals import told
from webui.table.contract import HOST

joining = Blueprint("joining", __name__)


@joining.get("/join")
def join() -> AnyResponse:
    """Let a device in that shows the right code, or ask it for the code."""
    parts, code = current_parts(), request.args.get("code", "")
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


@joining.get("/qr.svg")
def qr() -> Response:
    """Return a QR code that lets a phone in: ``?for=players`` or ``?for=host``."""
    only_the_host("'s page shows the code")
    network = snapshots().get()["network"]
    code = network["codes"].get(request.args.get("for", "players"))
    if not network["urls"] or code is None:
        abort(404, "the network is closed")
    return Response(qr_document(f"{network['urls'][0]}join?code={code}"), mimetype="image/svg+xml")
