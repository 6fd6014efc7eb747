"""The commands of other programs to the table, by a token that the Host lets give them (docs/connect.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from flask import Blueprint, Response, jsonify, request
from pydantic import ValidationError

from webui.connect.commands import CommandDone, PublicCommand, translate
from webui.connect.tokens import (
    ReadOnlyTokenError,
    TokenRefusedError,
    TooManyTokenCommandsError,
    UnknownTokenError,
)
from webui.documents.plain_json import read_json
from webui.http.api.answers import Fault
from webui.http.api.commands import UNDONE, execute, status_of
from webui.http.api.connecting import token_in_header
from webui.http.api.described import described
from webui.http.parts import Parts, current_parts, language
from webui.i18n.refusals import first_misfit, render_fault
from webui.table.contract import HOST

TO_EVERY_SITE: Final = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
}
"""A page of another site may send a command, too: it has to show the token, which no browser adds by itself."""

REFUSED: Final[Mapping[type[TokenRefusedError], int]] = {
    UnknownTokenError: 401,
    ReadOnlyTokenError: 403,
    TooManyTokenCommandsError: 429,
}
"""The status of the answer to a token that gives no command now."""

commanding = Blueprint("commanding", __name__)


@commanding.after_request
def _let_every_site_read(response: Response) -> Response:
    response.headers.update(TO_EVERY_SITE)
    return response


@commanding.post("/api/v1/commands")
@described(
    CommandDone | Fault,
    takes=PublicCommand,
    otherwise={
        401: "no valid token in the header Authorization",
        403: "this token may only listen",
        409: "another throw is on the table, or the table changed meanwhile",
        422: "it does not fit, or cannot be carried out now",
        429: "this token has given too many commands in the last minute",
        503: "the table was busy; the line says whether it may still be carried out",
        507: "it could not be kept on disk",
    },
)
def command() -> tuple[Response, int] | Response:
    """Carry out a command of another program, which shows a token in the header Authorization."""
    parts = current_parts()
    try:
        key = parts.connections.tokens.admit_command(token_in_header())
        done = _carry_out(parts, PublicCommand.model_validate(read_json(request.get_data())))
    except ValidationError as fault:
        first = first_misfit(fault)
        return _refusal(first.what, 422, first.field)
    except TokenRefusedError as fault:
        return _refusal(render_fault(fault, language()), REFUSED[type(fault)])
    except UNDONE as fault:
        return _refusal(render_fault(fault, language()), status_of(fault))
    parts.connections.tokens.note_command(key, done.command)
    return jsonify(done.model_dump())


def _carry_out(parts: Parts, asked: PublicCommand) -> CommandDone:
    given, done = translate(asked, parts.table_thread.snapshots[HOST].get())
    execute(parts, given)
    return done


def _refusal(error: str, status: int, field: str = "") -> tuple[Response, int]:
    return jsonify(Fault(error=error, field=field).model_dump(exclude={"code"})), status
