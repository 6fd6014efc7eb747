"""Replays the events that ``clashcam watch`` printed while it recorded."""

from __future__ import annotations

from collections.abc import Iterable

from vision.recording.file import Record, RecordingError
from vision.recording.seen import Seen
from webui.camera.watch import OnRecord, Tally, event_record


def watch_again(records: Iterable[Seen | Record], on_event: OnRecord, tally: Tally) -> None:
    """Pass every event and every change of the source to the listener, in order.

    :raise RecordingError: a record holds something else
    """
    for each in records:
        try:
            _pass_on(each, on_event, tally)
        except (KeyError, TypeError, ValueError) as fault:
            if isinstance(fault, RecordingError):
                raise
            raise RecordingError("holds a record that nobody wrote; record it again") from None


def _pass_on(each: Seen | Record, on_event: OnRecord, tally: Tally) -> None:
    if not isinstance(each, Seen):
        if "told" in each:
            on_event(dict(each["told"]))
        return
    number, tally.dropped = int(each.record["number"]), int(each.record["dropped"])
    tally.frames += 1
    tally.refuted = each.result.refuted
    for event in each.result.events:
        on_event(event_record(event) | {"frame": number})
