"""The Action Round and another system's turn, as the snapshot has them."""

from __future__ import annotations

from typing import Final

from webui.documents.demon_city.shapes import CountPart, RoundAnswer
from webui.table.contract import rounds as contract
from webui.table.contract.verdicts import Verdict
from webui.table.judging.systems import own_worksheet, render_turn
from webui.table.log.projection import Projection
from webui.table.modes.rounds import OpenRound, render_announcement
from webui.table.snapshot.cards import CardWriter

NOTHING_COUNTED: Final = CountPart(cards=1)
"""The cards of a seat that has announced nothing."""


def build_round(projection: Projection, cards: CardWriter) -> contract.Round | None:
    """Return the Action Round, None while none is open."""
    now = projection.round
    if now is None:
        return None
    answer = now.answer_in(projection.settings.language)
    return contract.Round(
        number=now.number,
        phase=answer.phase,
        order=list(answer.order),
        speaker=now.speaker,
        waiting=[
            contract.Awaited.model_validate({"seat": each.id, "for": each.awaited}) for each in answer.waiting
        ],
        announced=_announced(projection, now, cards),
        cards={seat: _cards_of(now, seat, answer) for seat in answer.cards},
        awaited=now.awaited_cards(),
        damage_to=now.hurting,
        clashes=[list(clash) for clash in answer.clashes],
        conditions={each["id"]: each["state"] for each in now.document["characters"] if each.get("state")},
        can_repeat=now.last is not None,
    )


def _announced(projection: Projection, now: OpenRound, cards: CardWriter) -> dict[str, dict[str, object]]:
    names = {seat.id: cards.name(seat) for seat in projection.settings.seats}
    return {
        said["id"]: said | {"text": render_announcement(said, names, projection.settings.language)}
        for said in now.document.get("announcements", [])
        if said.get("action") or said.get("recovered") is False
    }


def _cards_of(now: OpenRound, seat: str, answer: RoundAnswer) -> contract.CountedCards:
    counted = answer.counts.get(seat, NOTHING_COUNTED)
    return contract.CountedCards(
        cards=now.cards_of(seat),
        adjusted=now.adjusted.get(seat, 0),
        keep=counted.keep,
        say=counted.say,
        reasons=[contract.CountReason(by=by, text=text, rule=rule) for by, text, rule in counted.reasons],
    )


def build_turn(projection: Projection, language: str) -> Verdict | None:
    """Return where another system's turn stands, None if something has been thrown since, or it is an example's."""
    event = projection.worksheet_event
    if event is None or projection.entries.last_played > event.id:
        return None
    said = event.payload
    return render_turn(said["system"], own_worksheet(said["document"] or {}).get("turn"), language)
