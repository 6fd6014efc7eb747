"""What was tapped for a test or an opposed throw, as the snapshot has it."""

from __future__ import annotations

from collections.abc import Callable

from webui.documents.demon_city.shapes import CountPart
from webui.i18n import render
from webui.i18n.counts import render_stat
from webui.table.contract.rounds import CountedCards, CountReason
from webui.table.contract.snapshot import Claimed
from webui.table.modes.counting import Counting


def build_claims(counting: Counting, language: str) -> dict[str, Claimed]:
    """Return the claims of each seat for which something was tapped, with the number of its cards."""
    counts = counting.counts(language)
    claims = {seat.id: counting.claims[seat.id] for seat in counting.seats}
    return {
        seat: Claimed(
            skill=claim.skill,
            extra=list(claim.extra),
            lost=list(claim.lost),
            count=_counted(counts[seat]) if seat in counts else None,
        )
        for seat, claim in claims.items()
    }


def _counted(count: CountPart) -> CountedCards:
    reasons = [CountReason(by=by, text=text, rule=rule) for by, text, rule in count.reasons]
    return CountedCards(cards=count.cards, adjusted=0, keep=count.keep, say=count.say, reasons=reasons)


def render_unknown(counting: Counting, name: Callable[[str], str], language: str) -> list[str]:
    """Return what is not noted and does not count therefore, a sentence each (D30b)."""
    return [
        render("unknown.skill", {"name": name(seat)}, language)
        if not skill
        else render(
            "unknown.higher-stat", {"name": name(seat), "stat": render_stat(skill, language)}, language
        )
        for seat, skill in counting.unknown()
    ]
