"""From the store's events to their projection: damaged events are left out and reported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial

from webui.documents.plain_json import write_json
from webui.i18n import LANGUAGES
from webui.i18n.refusals import RefusedError
from webui.storage.store import StoredEvent
from webui.table.contract.roles import HOST, redact
from webui.table.judging.systems import render_turn
from webui.table.log.damage import DamagedError, Unread, refuse_damaged
from webui.table.log.entries import SESSION, render_entry
from webui.table.log.logged import LoggedEntry
from webui.table.log.projection import MisfitEventError, Projection, project
from webui.table.modes.rounds import OpenRound, render_announcement


def read_events(
    events: Iterable[StoredEvent], before: Projection | None = None, since: int = 0
) -> Projection:
    """Return the projection of these events; damaged ones are listed in ``unread`` instead.

    An event is left out as a whole: later ones are applied as if it had never been. ``before`` is the projection before
    the event with the number ``since``; with it, only the events from that one on are read.
    """
    known = sorted(events, key=lambda event: event.id)
    again = before and _read_on(before, [event for event in known if event.id >= since])
    if again is not None:
        return again
    unread = {event.id: Unread(event.id, event.kind, why) for event in known if (why := _damage(event))}
    while True:
        whole = [event for event in known if event.id not in unread]
        try:
            projection = project(whole)
            found: dict[int, RefusedError] = {
                each: DamagedError("event-untold") for each in _unrenderable(projection)
            }
        except MisfitEventError as fault:
            found = {fault.event: fault.why or DamagedError("event-untold")}
        if not found:
            projection.unread = sorted([*unread.values(), *_dangling(whole)], key=lambda each: each.event)
            return projection
        kinds = {event.id: event.kind for event in whole}
        unread |= {each: Unread(each, kinds[each], why) for each, why in found.items()}


def _read_on(before: Projection, events: list[StoredEvent]) -> Projection | None:
    """Return the projection after these events; None if any is damaged."""
    if before.unread:
        return None
    try:
        projection = project(events, before)
    except MisfitEventError:
        return None
    return None if any(_unrenderable(projection, before)) else projection


def _damage(event: StoredEvent) -> RefusedError | None:
    try:
        refuse_damaged(event)
    except RefusedError as why:
        return why
    return None


def _dangling(events: list[StoredEvent]) -> Iterator[Unread]:
    """Yield undos of events that are missing: they do no harm, but they show a gap."""
    known = {event.id for event in events}
    for event in events:
        if event.kind == "undone" and event.payload["event"] not in known:
            missing = event.payload["event"]
            yield Unread(event.id, event.kind, DamagedError("event-dangles", missing=missing))


def _unrenderable(projection: Projection, before: Projection | None = None) -> Iterator[int]:
    """Yield the numbers of the events whose outcome cannot be rendered; ``before`` holds those known to be fine."""
    rendered_before: Mapping[int, LoggedEntry] = before.entries if before is not None else {}
    for number, entry in projection.entries.items():
        if entry is not rendered_before.get(number) and not _can_render(entry):
            yield number
    now = projection.round
    if now is not None and not _works(partial(_render_round, now)):
        yield _last_event(projection, lambda event: event.kind == "round" or "round_after" in event.payload)
    for system, worksheet in projection.worksheets.items():
        if not _works(partial(_render_turn, system, worksheet)):
            yield _last_event(projection, lambda event, system=system: event.payload.get("system") == system)  # type: ignore[misc]


@lru_cache(SESSION)
def _can_render(entry: LoggedEntry) -> bool:
    """Return whether an entry can be put into words; cached, because an undo asks this of all the others again."""
    return _works(lambda: redact(render_entry(entry, LANGUAGES[0]), HOST))


def _last_event(projection: Projection, fits: Callable[[StoredEvent], bool]) -> int:
    return next(event.id for event in reversed(projection.undoable) if fits(event))


def _render_round(now: OpenRound) -> object:
    """Render everything of a round that a snapshot holds."""
    said = now.document.get("announcements", [])
    states = [(each["id"], each.get("state")) for each in now.document["characters"]]
    announcements = [render_announcement(each, {}, LANGUAGES[0]) for each in said if each.get("action")]
    return [now.speaker, now.awaited_cards(), [hit.say for hit in now.hits], states, announcements]


def _render_turn(system: str, worksheet: Mapping[str, object]) -> object:
    verdict = render_turn(system, worksheet.get("turn"), LANGUAGES[0])
    return verdict and redact(verdict, HOST)


def _works(render: Callable[[], object]) -> bool:
    try:
        write_json(render())
    except Exception:  # Whatever it is, it is this event's fault alone.
        return False
    return True
