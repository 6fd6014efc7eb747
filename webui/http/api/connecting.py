"""The stream for other programs, and the settings of what passes it on (docs/connect.md)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Annotated, Final, Literal

from flask import Blueprint, Response, abort, jsonify, request
from pydantic import Field

from webui.connect.commands import CommandName
from webui.connect.connections import Change, Overview
from webui.connect.kept import NAME_LIMIT, KeptToken, Kind
from webui.connect.tokens import Tokens
from webui.connect.worker import Answer as LastAnswer
from webui.documents.plain_json import read_json
from webui.http.api.answers import Answer, Fault
from webui.http.api.described import described
from webui.http.parts import REFUSED, Answered, caller, current_parts, host_only, language
from webui.http.provided import provided
from webui.http.server.budget import is_this_machine
from webui.http.streams import Happenings, HappeningsStream
from webui.i18n import render
from webui.i18n.refusals import render_fault
from webui.table.errors import CommandError

CONNECTS: Final = " connects the table to other programs"
AT_HOME: Final = REFUSED | {403: "only from this machine"}

BEARER: Final = "bearer "

connecting = Blueprint("connecting", __name__)

Short = Annotated[str, Field(max_length=500)]


class LastTokenCommand(Answer):
    """A command of another program that was carried out."""

    at: str
    """Time of day, with seconds."""
    command: CommandName


class StreamToken(Answer):
    """A token for the stream, without its secret."""

    id: str
    name: str
    made: str
    """The day on which it was made, as YYYY-MM-DD."""
    used: str | None
    """The time of day at which it was last shown in this run of the program; null: not yet."""
    commands: bool = False
    """Whether the Host lets it give commands."""
    last_command: LastTokenCommand | None = None
    """The last command of it that was carried out in this run; null: none yet."""


class TriedLast(Answer):
    """What came of the last try to reach a receiver."""

    at: str
    """Time of day, with seconds."""
    ok: bool
    text: str
    """The receiver's answer or the fault, in one line of the table's language."""


class Connection(Answer):
    """A connection to another program."""

    kind: Kind
    on: bool
    address: str
    """Of a webhook only the part before its path, which may be a secret; empty: none is set."""
    anywhere: bool
    """Whether it may lead out of the own network."""
    user: str
    topic: str
    has_secret: bool
    """Whether a signing secret or a password is known."""
    locked: bool
    """Whether its secrets are not known in this run: the keyring is missing, or was not opened."""
    waiting: int
    """How many events wait for the receiver."""
    lost: int
    """How many went: the queue was full, or the receiver refused them."""
    last: TriedLast | None


class ConnectState(Answer):
    """The tokens of the stream, and every connection."""

    tokens: list[StreamToken]
    connections: list[Connection]


class NewToken(Answer):
    """What a token is for."""

    name: Annotated[str, Field(max_length=NAME_LIMIT)] = ""
    commands: bool = False
    """Whether it may give commands."""


class MadeSecret(Answer):
    """A secret that is shown once; empty where none was made."""

    secret: str


class WhichToken(Answer):
    """A token, by its id."""

    id: Annotated[str, Field(max_length=8)]


class TokenCommands(Answer):
    """Whether a token may give commands from now on."""

    id: Annotated[str, Field(max_length=8)]
    allow: bool


class ConnectionChange(Answer):
    """The settings of a connection; an empty address or secret stays as it is."""

    kind: Kind
    on: bool
    address: Short = ""
    secret: Short = ""
    anywhere: bool = False
    user: Short = ""
    topic: Short = ""


class WhichConnection(Answer):
    """A connection, by its kind."""

    kind: Literal["webhook", "mqtt", "discord"]


class Sent(Answer):
    """Whether a trial is on its way; not where the connection is off."""

    sent: bool


def at_home(view: Callable[[], Response]) -> Callable[[], Answered]:
    """Restrict a handler to the Host at this machine: a taken second device must lead nothing anywhere."""

    @wraps(view)
    def answer() -> Answered:
        if not is_this_machine(caller()):
            return jsonify(error=render_fault(CommandError("connect-only-at-home"), language())), 403
        return host_only(CONNECTS)(view)()

    return answer


@connecting.get("/api/v1/stream")
@described(
    kind="text/event-stream",
    asks={"token": "the token, where no header can be set; else `Authorization: Bearer TOKEN`"},
    otherwise={401: "no token that holds"},
)
def stream() -> Response:
    """Stream what happens at the table, each event in an envelope of docs/stream.schema.json."""
    parts, token = current_parts(), _shown_token()
    if not parts.connections.tokens.knows(token):
        abort(401, "This stream wants a token: Set-up, Connect makes one.")

    def is_active() -> bool:
        return parts.running() and parts.connections.tokens.knows(token)

    last_id = request.headers.get("Last-Event-ID", "")
    events = HappeningsStream(provided(Happenings), is_active, last_id)
    # A page of another site may ask, too: it has to show the token, which no browser adds by itself.
    headers = {"Cache-Control": "no-store", "Access-Control-Allow-Origin": "*"}
    return Response(events, mimetype="text/event-stream", direct_passthrough=True, headers=headers)


def _shown_token() -> str:
    return token_in_header() or request.args.get("token", "")


def token_in_header() -> str:
    """Return the token of the header Authorization; empty without one."""
    header = request.headers.get("Authorization", "")
    return header[len(BEARER) :].strip() if header[: len(BEARER)].lower() == BEARER else ""


@connecting.get("/api/connect")
@described(ConnectState, host_only=True)
@host_only(CONNECTS)
def state() -> Response:
    """Return the tokens of the stream, and how every connection stands."""
    return _state()


def _state() -> Response:
    connections = current_parts().connections
    tokens = [_token(connections.tokens, each) for each in connections.tokens.all()]
    shown = [_shown(each) for each in connections.overview()]
    return jsonify(ConnectState(tokens=tokens, connections=shown).model_dump())


def _token(tokens: Tokens, each: KeptToken) -> StreamToken:
    used, last = tokens.used(each.key), tokens.commanded(each.key)
    return StreamToken(
        id=each.id,
        name=each.name,
        made=each.made,
        used=used.strftime("%H:%M") if used else None,
        commands=each.commands,
        last_command=LastTokenCommand(at=last.at.strftime("%H:%M:%S"), command=last.name) if last else None,
    )


def _shown(each: Overview) -> Connection:
    kept = each.kept
    return Connection(
        kind=each.kind,
        on=kept.on,
        address=kept.shown,
        anywhere=kept.anywhere,
        user=kept.user,
        topic=kept.topic,
        has_secret=each.has_secret,
        locked=each.locked,
        waiting=each.waiting,
        lost=each.lost,
        last=_last(each.answer) if each.answer else None,
    )


def _last(answer: LastAnswer) -> TriedLast:
    spoken = language()
    if answer.fault is not None:
        text = render_fault(answer.fault, spoken)
    else:
        text = render("connect.answered", {"answer": answer.said}, spoken)
    return TriedLast(at=answer.at.strftime("%H:%M:%S"), ok=answer.fault is None, text=text)


def _asked() -> object:
    return read_json(request.get_data())


@connecting.post("/api/connect/token")
@described(MadeSecret | Fault, takes=NewToken, otherwise=AT_HOME, host_only=True)
@at_home
def make_token() -> Response:
    """Make a token for another program, and return it this once."""
    asked = NewToken.model_validate(_asked())
    made = current_parts().connections.make_token(asked.name, commands=asked.commands)
    return jsonify(MadeSecret(secret=made).model_dump())


@connecting.post("/api/connect/token/commands")
@described(ConnectState | Fault, takes=TokenCommands, otherwise=AT_HOME, host_only=True)
@at_home
def let_command() -> Response:
    """Let a token give commands, or no more."""
    asked = TokenCommands.model_validate(_asked())
    current_parts().connections.let_command(asked.id, asked.allow)
    return _state()


@connecting.post("/api/connect/token/withdraw")
@described(ConnectState | Fault, takes=WhichToken, otherwise=AT_HOME, host_only=True)
@at_home
def withdraw_token() -> Response:
    """Let a token hold no longer; whoever listens by it is hung up on."""
    current_parts().connections.withdraw_token(WhichToken.model_validate(_asked()).id)
    return _state()


@connecting.post("/api/connect/connection")
@described(MadeSecret | Fault, takes=ConnectionChange, otherwise=AT_HOME, host_only=True)
@at_home
def change_connection() -> Response:
    """Set a connection, switch it on or off; return the signing secret that was made for it, this once."""
    asked = ConnectionChange.model_validate(_asked())
    made = current_parts().connections.change(asked.kind, Change(**asked.model_dump(exclude={"kind"})))
    return jsonify(MadeSecret(secret=made).model_dump())


@connecting.post("/api/connect/forget")
@described(ConnectState | Fault, takes=WhichConnection, otherwise=AT_HOME, host_only=True)
@at_home
def forget_connection() -> Response:
    """Switch a connection off, and forget its address and its secrets."""
    current_parts().connections.forget(WhichConnection.model_validate(_asked()).kind)
    return _state()


@connecting.post("/api/connect/test")
@described(Sent | Fault, takes=WhichConnection, otherwise=AT_HOME, host_only=True)
@at_home
def test_connection() -> Response:
    """Send a trial by a connection; what came of it stands in its `last` a moment later."""
    sent = current_parts().connections.test(WhichConnection.model_validate(_asked()).kind)
    return jsonify(Sent(sent=sent).model_dump())
