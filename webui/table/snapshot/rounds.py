"""The Action Round and another system's turn, as the snapshot has them."""

from __future__ import annotations

from typing import Final, TypeAlias

from webui.documents.demon_city.shapes import CountPart, RoundAnswer, UnknownPart
from webui.i18n import render
from webui.i18n.counts import render_stat
from webui.table.contract import rounds as contract
from webui.table.contract.verdicts import Verdict
from webui.table.judging.systems import own_worksheet, render_turn
from webui.table.log.projection import Projection
from webui.table.modes.harm import hits_of
from webui.table.modes.rounds import OpenRound, agility_of, render_announcement
from webui.table.snapshot.cards import CardWriter

Announced: TypeAlias = dict[str, dict[str, object]]
"""The announcements of a round by the seat, each with its words."""

NOTHING_COUNTED: Final = CountPart(cards=1)
"""The cards of a seat that has announced nothing."""


def build_round(projection: Projection, cards: CardWriter) -> contract.Round | None:
    """Return the Action Round, None while none is open."""
    now = projection.round
    if now is None:
        return None
    language = projection.settings.language
    answer = now.answer_in(language)
    # Noted once somebody had announced, it holds for the order from the next round on, and is not asked for again.
    quick = [seat.id for seat in projection.settings.seats if agility_of(seat) is not None]
    noted = [each for each in answer.unknown or () if each.missing_for == "order" and each.id in quick]
    announced = _announced(projection, now, cards)
    return contract.Round(
        number=now.number,
        phase=answer.phase,
        order=list(answer.order),
        speaker=now.speaker,
        waiting=[
            contract.Awaited.model_validate({"seat": each.id, "for": each.awaited, "stat": each.stat})
            for each in answer.waiting
        ],
        announced=announced,
        cards={seat: _cards_of(now, seat, answer, announced, language) for seat in answer.cards},
        awaited=now.awaited_cards(),
        damage_to=now.hurting,
        clashes=[list(clash) for clash in answer.clashes],
        conditions={seat: list(held) for seat, (held, _) in now.as_they_are.items() if held},
        lost_toughness={seat: lost for seat, (_, lost) in now.as_they_are.items() if lost},
        can_repeat=now.last is not None,
        unknown=[_unknown(projection, each, cards) for each in answer.unknown or () if each not in noted],
        hits=[
            contract.HitPart(seat=hit.seat, by=hit.by, toughness=hit.cards, done=hit.done, say=hit.say)
            for hit in hits_of(answer.damage, now.unnoted)
        ],
        ranges=[contract.RangePart(**each) for each in now.document.get("ranges", [])],
        joining=list(now.joining),
        leaving=list(now.leaving),
        may_draw=now.may_draw,
        by_phone=list(now.by_phone),
    )


def _unknown(projection: Projection, each: UnknownPart, cards: CardWriter) -> contract.Unknown:
    language = projection.settings.language
    names = {seat.id: cards.name(seat) for seat in projection.settings.seats}
    params = {
        "name": names.get(each.id, each.id),
        "foe": names.get(each.foe or "", each.foe or ""),
        "stat": render_stat(each.stat, language),
    }
    text = render(f"unknown.{each.missing_for}", params, language)
    part = {"seat": each.id, "stat": each.stat, "for": each.missing_for, "foe": each.foe, "text": text}
    return contract.Unknown.model_validate(part)


def _announced(projection: Projection, now: OpenRound, cards: CardWriter) -> Announced:
    names = {seat.id: cards.name(seat) for seat in projection.settings.seats}
    return {
        said["id"]: said
        | {
            "text": render_announcement(said, names, projection.settings.language),
            "deed": render_announcement(said, names, projection.settings.language, who=""),
        }
        for said in now.document.get("announcements", [])
        if said.get("action") or said.get("recovered") is False
    }


def _cards_of(
    now: OpenRound, seat: str, answer: RoundAnswer, announced: Announced, language: str
) -> contract.CountedCards:
    counted = answer.counts.get(seat, NOTHING_COUNTED)
    busy = _distraction(announced, seat)
    return contract.CountedCards(
        cards=now.cards_of(seat),
        adjusted=now.adjusted.get(seat, 0),
        keep=counted.keep,
        say=counted.say,
        reasons=[
            contract.CountReason(
                by=by,
                text=render("ui.colon", {"head": text, "rest": busy}, language)
                if rule == "D16" and busy
                else text,
                rule=rule,
            )
            for by, text, rule in counted.reasons
        ],
    )


def _distraction(announced: Announced, seat: str) -> str:
    """Return what a seat's foe has announced that is not about the seat, and so distracts them (D16); else nothing."""
    foes = _aimed_at(announced, seat)
    if not foes or foes[0] not in announced or seat in _aimed_at(announced, foes[0]):
        return ""
    return str(announced[foes[0]].get("text"))


def _aimed_at(announced: Announced, seat: str) -> list[str]:
    action = announced.get(seat, {}).get("action")
    target = action.get("target") if isinstance(action, dict) else None
    return [target] if isinstance(target, str) else list(target or [])


def build_turn(projection: Projection, language: str) -> Verdict | None:
    """Return where another system's turn stands, None if something has been thrown since, or it is an example's."""
    event = projection.worksheet_event
    if event is None or projection.entries.last_played > event.id:
        return None
    said = event.payload
    return render_turn(said["system"], own_worksheet(said["document"] or {}).get("turn"), language)
