"""The commands of the page to the table."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, jsonify, request

from vision.recognition.gallery import GalleryError
from webui.camera.decks.readable import DeckError
from webui.documents.plain_json import read_json
from webui.http.api.answers import Taken
from webui.http.api.described import described
from webui.http.auth import COOKIE, TooManyCommandsError
from webui.http.parts import Parts, caller, current_parts, current_role, language, snapshots
from webui.http.server.budget import is_this_machine
from webui.i18n.refusals import RefusedError, render_fault
from webui.storage.store import StoreError
from webui.table.commands import COMMANDS, Command, parse_command
from webui.table.commands.phones import PhoneRefusedError
from webui.table.contract import HOST
from webui.table.errors import CommandError, StaleCommandError

commands = Blueprint("commands", __name__)

UNDONE: Final = (StaleCommandError, CommandError, DeckError, GalleryError, OSError)
"""What is raised where a command is not carried out."""


@commands.post("/api/command")
@described(
    Taken,
    takes=Command,
    otherwise={
        403: "this role may not",
        409: "the table has moved on in a way that matters; `version` is the newest",
        429: "this phone has given too many commands in the last minute",
        422: "it does not fit, or cannot be carried out",
        503: "the table had no time; the line says whether it may still be carried out",
        507: "it could not be kept on disk",
    },
)
def post_command() -> tuple[Response, int] | Response:
    """Carry out a command (docs/state.md)."""
    parts, spoken = current_parts(), language()
    try:
        command = parse_command(read_json(request.get_data()))
        role = current_role()
        if role not in COMMANDS[command.name].roles:
            return jsonify(error=render_fault(CommandError("hosts-only"), spoken)), 403
        command = command.sent_from(
            None if role == HOST else parts.access.count_command(request.cookies.get(COOKIE))
        )
        if command.only_at_home() and not is_this_machine(caller()):
            return jsonify(error=render_fault(CommandError("only-at-home"), spoken)), 403
        version = execute(parts, command)
    except StaleCommandError as fault:
        return jsonify(error=render_fault(fault, spoken), version=snapshots().get()["version"]), 409
    except PhoneRefusedError as fault:
        return jsonify(error=render_fault(fault, spoken)), 403
    except TooManyCommandsError as fault:
        return jsonify(error=render_fault(fault, spoken)), 429
    except UNDONE as fault:
        return jsonify(error=render_fault(fault, spoken), **_field(fault)), status_of(fault)
    return jsonify(version=version)


def execute(parts: Parts, command: Command) -> int:
    """Carry out a command of the Host's or of a phone's, and return the new version.

    :raise Exception: one of :data:`UNDONE`; or TableBusyError, which the application answers
    """
    command = command.prepared(parts)
    version = parts.table_thread.execute(command)
    command.follow_up(parts)
    return version


def status_of(fault: Exception) -> int:
    """Return the status of the answer to a command that was not carried out."""
    if isinstance(fault, StaleCommandError):
        return 409
    return 507 if isinstance(fault, StoreError) else 422


def _field(fault: Exception) -> dict[str, object]:
    """The field that a refusal names, for scripts, and ``plain``: the fault in words that do not name the field."""
    named = fault.named if isinstance(fault, RefusedError) else {}
    return {key: named[key] for key in ("field", "plain") if named.get(key)}
