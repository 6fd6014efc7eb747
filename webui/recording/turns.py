"""The items of the table thread's queue as records of a recording, and back.

Items on which no verdict depends are left out: pictures unless they are asked for, the details of a source, and the
codes by which devices sign in.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from vision.recording.file import Record
from vision.recording.observations import ObservationWriter
from vision.recording.pictures import PictureKeeper
from vision.types import Frame, FrameResult
from webui.before_sessions import session_in
from webui.camera.reports import SeenFrame, SourceStatus
from webui.storage.databases.packed import pack
from webui.storage.store import NotWrittenError, Session, StoredEvent
from webui.table.commands import parse_command
from webui.table.inbox import DecksStatus, Item, PendingCommand, RecordingStatus
from webui.table.log.journal import Acknowledgement, WrittenEvent
from webui.table.seen.cards import Judgement, Question
from webui.table.tabletop import Tabletop


class TurnWriter:
    """Serializes the items of one table's queue."""

    def __init__(self, *, with_pictures: bool) -> None:
        self._observations = ObservationWriter()
        self._pictures = PictureKeeper() if with_pictures else None
        self._pipeline: int | None = None

    def write(self, item: Item) -> Record:
        """Return the record of an item."""
        if isinstance(item, SeenFrame):
            return self._seen(item)
        if isinstance(item, PendingCommand):
            return {"command": item.command.model_dump(mode="json", exclude_unset=True)}
        if isinstance(item, Acknowledgement):
            return {"end": _plain_end(item)}
        if isinstance(item, SourceStatus):
            return {"source": {key: item.source[key] for key in ("kind", "state")}}
        if isinstance(item, DecksStatus):
            return {"decks": list(item.known)}
        if isinstance(item, RecordingStatus):
            return {"other": "recording"}
        return {"other": "end" if item is None else "network"}

    def _seen(self, look: SeenFrame) -> Record:
        seen = self._observations.write(look.observation)
        record = {"seen": seen, "pipeline": look.pipeline, "at_s": look.at_s}
        if look.dealt is not None and look.pipeline != self._pipeline:  # The same for all of its frames.
            record |= {"dealt": [list(deck) for deck in look.dealt]}
        self._pipeline = look.pipeline
        if self._pictures is not None:
            record |= self._pictures.kept(look.frame, look.observation.t_s)
        return record


def look_of(record: Record, seen: FrameResult) -> SeenFrame:
    """Return the frame and its readings of a record; the picture is blank.

    :raise ValueError: it is none; also KeyError, TypeError
    """
    dealt = None
    if (decks := record.get("dealt")) is not None:
        near, far = decks
        dealt = (tuple(map(str, near)), tuple(map(str, far)))
    match record:
        case {"at_s": at_s, "pipeline": pipeline}:
            return SeenFrame(seen, BLANK, float(at_s), int(pipeline), dealt)
    raise ValueError("no frame")


BLANK: Final[Frame] = np.zeros((8, 8, 3), np.uint8)
"""A blank picture: crops of it are named by the recording, not by their bytes."""


def command_of(record: Record) -> PendingCommand:
    """Return the command of a record.

    :raise ValueError: it is none
    """
    return PendingCommand(parse_command(command_in(record)))


def command_in(record: Record) -> object:
    """Return the command of a record as the page sent it, or None; recordings of earlier releases call it `order`."""
    return record.get("command", record.get("order"))


def _plain_end(end: Acknowledgement) -> Record:
    if end.written is None:
        stored = None if end.stored is None else [plain_event(event) for event in end.stored]
        return {"fault": end.fault is not None, "stored": stored}
    session = end.written.session
    plain = None if session is None else plain_session(session)
    return {"guessed": end.written.guessed, "event": plain_event(end.written.event), "session": plain}


def end_of(plain: Record) -> Acknowledgement:
    """Return the acknowledgement of a record.

    :raise ValueError: it is none; also KeyError, TypeError
    """
    match plain:
        case {"guessed": guessed, "event": event}:
            begun = session_in(plain)
            session = None if begun is None else session_of(begun)
            return Acknowledgement(WrittenEvent(int(guessed), event_of(event), session))
        case {"stored": stored, "fault": is_fault}:
            fault = NotWrittenError("not-written-gone", folder="?") if is_fault else None
            return Acknowledgement(fault=fault, stored=stored and [event_of(each) for each in stored])
    raise ValueError("an end that is none")


def plain_event(event: StoredEvent) -> list[Any]:
    """Return an event as it is recorded."""
    return [event.id, event.session, event.at, event.kind, event.payload]


def event_of(plain: Sequence[Any]) -> StoredEvent:
    """Return a recorded event.

    :raise ValueError: it is none; also TypeError
    """
    number, session, at, kind, payload = plain
    if not isinstance(payload, dict):
        raise TypeError("an event without a payload")
    return StoredEvent(
        int(number), None if session is None else str(session), str(at), str(kind), pack(payload)
    )


def plain_session(session: Session) -> list[Any]:
    """Return a session as it is recorded."""
    return [session.id, session.name, session.started, session.number]


def session_of(plain: Sequence[Any]) -> Session:
    """Return a recorded session.

    :raise ValueError: it is none; also TypeError
    """
    identity, name, started, number = plain
    return Session(str(identity), str(name), str(started), int(number))


def outcome_of(table: Tabletop) -> Record | None:
    """Return the outcome of the throw on the table as plain JSON: a verdict, a question, or None."""
    judged = table.judgement
    if isinstance(judged, Judgement):
        outcome: Record = {"event": "verdict", "document": judged.document, "result": judged.result}
        outcome |= {"unread": judged.unread, "system": judged.system}
    elif isinstance(judged, Question):
        card = judged.card and [judged.card.key, judged.card.seat, judged.card.code, judged.card.face]
        outcome = {"event": "question", "kind": judged.kind, "card": card, "seat": judged.seat}
        outcome |= {"params": dict(judged.params)}
    else:
        return None
    return as_json(outcome | {"confirmed": table.confirmed})


def as_json(record: Record) -> Record:
    """Return a record as it is after writing and reading."""
    plain: Record = json.loads(json.dumps(record, default=str))
    return plain
