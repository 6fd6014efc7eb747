"""Discord: each verdict as a message of a channel's webhook; judged again, the message is changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from webui.connect.addresses import Target
from webui.connect.events import MarkData, Published, TrialData, VerdictData
from webui.connect.sending import send
from webui.documents.plain_json import UnfitJSONError, read_json

GOLD, RED, BLUE, SAND, ASH = 0xD9A441, 0xB3261E, 0x7FB3D5, 0xE3A07F, 0xBFB5A4

TONES: Final = {"players": BLUE, "win": BLUE, "success": BLUE, "host": SAND, "failure": SAND}

TITLE, TEXT = 256, 2000
"""The most characters of a title and a text; Discord refuses longer titles."""

MARKUP: Final = "\\`*_~|>[]()#-"
"""Characters that Discord would take for markup."""


class Discord:
    """Posts verdicts; nobody is mentioned, whatever names stand in them."""

    kinds: frozenset[str] | None = frozenset({VerdictData.event})

    def __init__(self, target: Target, *, anywhere: bool, program: str) -> None:
        self._target, self._anywhere, self._program = target, anywhere, program
        self._message: tuple[int, str] | None = None
        """The newest throw, and the id of its message."""

    def deliver(self, event: Published) -> str:
        """See :class:`~webui.connect.worker.Receiver`."""
        if isinstance(event.data, VerdictData):
            return self._verdict(event.data)
        text = event.data.text if isinstance(event.data, TrialData) else event.event
        return self._send({"content": escaped(text)[:TEXT]}, None)[0]

    def _verdict(self, verdict: VerdictData) -> str:
        marks = [mark for part in (verdict, *verdict.parts) for mark in part.marks]
        before = self._message
        again = before[1] if before and before[0] == verdict.throw and verdict.revision > 1 else None
        status, message = self._send({"embeds": [_embed(verdict, marks)]}, again)
        self._message = (verdict.throw, message) if message else None
        return status

    def _send(self, said: dict[str, object], again: str | None) -> tuple[str, str]:
        """Post a message, or change an earlier one; return the status and the message's id."""
        document = {"username": "Clashcam", **said, "allowed_mentions": {"parse": []}}
        path, _, query = self._target.path.partition("?")
        asked = "?" + "&".join(each for each in (query, "wait=true") if each)
        path = f"{path.rstrip('/')}/messages/{again}" if again else path
        headers = {"Content-Type": "application/json", "User-Agent": self._program}
        reply = send(
            replace(self._target, path=path + asked),
            json.dumps(document).encode(),
            headers,
            anywhere=self._anywhere,
            method="PATCH" if again else "POST",
        )
        return str(reply.status), _id_in(reply.body)

    def watch(self, on_lost: Callable[[], None]) -> None:
        """Nothing stands between two requests."""

    def keep_up(self) -> str:
        """Nothing stands between two requests."""
        return ""

    def close(self) -> None:
        """Nothing stands between two requests."""


def _embed(verdict: VerdictData, marks: list[MarkData]) -> dict[str, object]:
    shown = [mark for mark in marks if mark.kind in ("critical", "fumble")]
    line = verdict.parts[0].line if verdict.parts else verdict.line
    lines = [*(f"**{escaped(mark.text)}**" for mark in shown), escaped(line)]
    lines += [f"{escaped(part.title)}" for part in verdict.parts[1:]]
    kinds = {mark.kind for mark in shown}
    colour = GOLD if "critical" in kinds else RED if "fumble" in kinds else TONES.get(verdict.tone, ASH)
    return {"title": escaped(verdict.title)[:TITLE], "description": "\n".join(lines)[:TEXT], "color": colour}


def escaped(text: str) -> str:
    """Return a text in which Discord finds no markup.

    >>> print(escaped("8 > 6, *really*"))
    8 \\> 6, \\*really\\*
    """
    return "".join(f"\\{each}" if each in MARKUP else each for each in text)


def _id_in(body: bytes) -> str:
    """Return the id of the message in Discord's answer; empty where there is none that could be one."""
    try:
        answer = read_json(body)
    except UnfitJSONError:
        return ""
    found = answer.get("id") if isinstance(answer, dict) else None
    return found if isinstance(found, str) and found.isascii() and found.isdecimal() else ""
