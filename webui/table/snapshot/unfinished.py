"""What would be left unfinished if the session ended now, in sentences for the Host."""

from __future__ import annotations

from collections.abc import Iterator

from webui.i18n import render
from webui.i18n.seats import seat_name
from webui.table.judging.systems import own_worksheet
from webui.table.seen.cards import Judgement
from webui.table.tabletop import Tabletop


def unfinished(table: Tabletop) -> list[str]:
    """Return everything that has begun and not ended: a round with its damage, a throw, another system's game."""
    language = table.settings.language
    return [render(f"unfinished.{code}", params, language) for code, params in _found(table, language)]


def _found(table: Tabletop, language: str) -> Iterator[tuple[str, dict[str, object]]]:
    now = table.projection.round
    if now is not None:
        yield "round", {"round": now.number}
        names = {seat.id: seat_name(seat, language) for seat in table.settings.seats}
        hurt = [names.get(hit.seat, hit.seat) for hit in now.hits if not hit.done]
        if hurt:
            yield "damage", {"names": hurt}
    if table.confirmed is None and table.throw_tracks():
        yield "verdict" if isinstance(table.judgement, Judgement) else "throw", {}
    for system, worksheet in table.projection.worksheets.items():
        if any(value for name, value in own_worksheet(worksheet).items() if name != "judged"):
            yield "system", {"system": render(f"ui.system.{system}", None, language)}
