"""Renders entries of the log: stored throws and judged documents as parts of the contract.

An entry is rendered once, however many ask for the log; the result is cached, packed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import Final

from webui.documents.plain_json import write_json
from webui.i18n.seats import seat_name
from webui.identities import shown_value
from webui.table.contract.entries import Chances, Correction, EntryCard, EntrySeat
from webui.table.contract.entries import Entry as RenderedEntry
from webui.table.contract.roles import redact
from webui.table.log.events import ThrownCard, ThrownSeat
from webui.table.log.logged import CorrectionMade, LoggedEntry
from webui.table.rendering.system_verdicts import SystemAnswer
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
    record = entry.record
    spoken = record.say if isinstance(record, SystemAnswer) else ""
    verdict = render_verdict(
        entry.document,
        record,
        language,
        written=entry.result,
        seats=entry.people,
        system=entry.system,
        said=entry.said.get(language) or spoken,
    )
    return RenderedEntry(
        id=entry.id,
        at=_time_of_day(entry.at),
        throw=entry.throw,
        round=entry.round,
        mode=entry.mode,
        system=entry.system,
        verdict=verdict,
        seats=[_render_seat(seat, language) for seat in entry.seats],
        picture=entry.picture,
        crops=entry.crops,
        odds={seat: Chances(**dict(each)) for seat, each in entry.odds.items()} if entry.odds else None,
        note=entry.note,
        corrected=[_render_correction(each) for each in entry.corrected],
        confirmed=entry.confirmed,
        undone=entry.undone,
    )


def _render_correction(made: CorrectionMade) -> Correction:
    fields = {"from": made.was, "to": made.to, "at": _time_of_day(made.at)}
    return Correction.model_validate({"seat": made.seat, "index": made.index, **fields})


def _time_of_day(stamp: str) -> str:
    return datetime.fromisoformat(stamp).strftime("%H:%M:%S")


def _render_seat(seat: ThrownSeat, language: str) -> EntrySeat:
    return EntrySeat(
        id=seat.id,
        name=seat_name(seat, language),
        side=seat.side,
        colour=seat.colour,
        significators=seat.significators,
        cards=[_render_card(card, seat.significators, language) for card in seat.cards],
    )


def _render_card(card: ThrownCard, held: list[str], language: str) -> EntryCard:
    own = card.card in held
    return EntryCard(
        card=card.card,
        name=title_of(card.card, language) if card.card else "?",
        value=shown_value(card.card, own_significator=own) if card.card else None,
        reversed=card.reversed,
        by=card.by,
        significator=own,
        crop=card.crop,
    )
