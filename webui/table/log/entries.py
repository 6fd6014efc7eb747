"""Renders entries of the log: stored throws and judged documents as parts of the contract.

An entry is rendered once, however many ask for the log; the result is cached, packed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from webui.documents.plain_json import write_json
from webui.i18n.seats import seat_name
from webui.identities import shown_value
from webui.table.contract.entries import Chances, Correction, EntryCard, EntrySeat
from webui.table.contract.entries import Entry as RenderedEntry
from webui.table.contract.roles import redact
from webui.table.log.logged import LoggedEntry, named_seat, record_of
from webui.table.rendering.verdicts import render_verdict
from webui.table.seen.labels import title_of

NEWEST: Final = 16
"""How many rendered entries are cached: every snapshot holds the newest three."""

SESSION: Final = 4096
"""How many packed entries are cached: a long session's, in both languages, for the Host and for guests."""


def serialize_log(entries: Iterable[LoggedEntry], language: str, role: str) -> str:
    """Return what a role may see of these entries, as a JSON list."""
    return (
        f"[{','.join(zlib.decompress(_serialize_entry(each, language, role)).decode() for each in entries)}]"
    )


@lru_cache(SESSION)
def _serialize_entry(entry: LoggedEntry, language: str, role: str) -> bytes:
    return zlib.compress(write_json(redact(render_entry(entry, language), role)).encode())


@lru_cache(NEWEST)
def render_newest(entry: LoggedEntry, language: str) -> RenderedEntry:
    """Return an entry as :func:`render_entry`; the newest are asked for with every frame."""
    return render_entry(entry, language)


def render_entry(logged: LoggedEntry, language: str) -> RenderedEntry:
    """Return a stored entry with its verdict and card names in words."""
    entry = logged.whole
    system, odds = entry.get("system"), entry.get("odds")
    result = entry["result"]
    said = entry.get("said", {}).get(language) or str(result.get("say", ""))
    people = entry.get("people") or entry["seats"]  # Sessions of before knew those alone who threw.
    verdict = render_verdict(
        entry["document"],
        record_of(entry),
        language,
        written=result,
        seats=[named_seat(each) for each in people],
        system=system,
        said=said,
    )
    return RenderedEntry(
        id=entry["id"],
        at=_time_of_day(entry["at"]),
        throw=entry["throw"],
        round=entry.get("round"),
        mode=entry["mode"],
        system=system,
        verdict=verdict,
        seats=[_render_seat(seat, language) for seat in entry["seats"]],
        picture=entry["picture"],
        crops=entry["crops"],
        odds={seat: Chances(**each) for seat, each in odds.items()} if odds else None,
        note=entry["note"],
        corrected=[
            Correction.model_validate(each | {"at": _time_of_day(each["at"])}) for each in entry["corrected"]
        ],
        confirmed=entry["confirmed"],
        undone=entry["undone"],
    )


def _time_of_day(stamp: str) -> str:
    return datetime.fromisoformat(stamp).strftime("%H:%M:%S")


def _render_seat(seat: Mapping[str, Any], language: str) -> EntrySeat:
    return EntrySeat(
        id=seat["id"],
        name=seat_name(named_seat(seat), language),
        side=seat["side"],
        colour=seat["colour"],
        significators=seat["significators"],
        cards=[_render_card(card, seat["significators"], language) for card in seat["cards"]],
    )


def _render_card(card: Mapping[str, Any], held: list[str], language: str) -> EntryCard:
    code = card["card"]
    own = code in held
    return EntryCard(
        card=code,
        name=title_of(code, language) if code else "?",
        value=shown_value(code, own_significator=own) if code else None,
        reversed=card["reversed"],
        by=card["by"],
        significator=own,
    )
