"""Exact chances that the actions of an Action Round happen, each against what stands against it (D25 to D30, D36).

Only actions that have a simple count are in the answer: those outside any clash, and those in a clash of two where
nothing but the other's throw has to be beaten. An action that an ally may outthrow has none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.demon_city.clash import Participant
from rules.demon_city.decision import oppositions
from rules.demon_city.interference import ClashGroup
from rules.demon_city.odds import Hand, Odds, odds_against, odds_against_intensity
from rules.demon_city.round import Round
from rules.demon_city.round_replay import ReplayedRound
from rules.demon_city.round_verdicts import goals_of, needs_throw, participants_of, unknown_resistances
from webui.table.modes.rounds import OpenRound


def odds_of_actions(now: OpenRound, hands: Mapping[str, Hand]) -> dict[str, Odds]:
    """Return the chances of the announced actions for which these hands are thrown, by seat.

    :raise rules.demon_city.odds.OddsRefusal: a deck has too few cards
    """
    record = now.judged.record
    assert isinstance(record, ReplayedRound), "the document of a round is judged as one"
    kept = {
        seat: replace(hand, keep=record.counts[seat].keep) if seat in record.counts else hand
        for seat, hand in hands.items()
    }
    found = dict(_outside_clashes(record.now, kept))
    for group in record.now.clashes:
        found |= _in_a_clash(record.now, group, kept)
    return found


def _outside_clashes(now: Round, hands: Mapping[str, Hand]) -> Iterator[tuple[str, Odds]]:
    for said in now.uncontested:
        if said.id in hands and needs_throw(said) and not unknown_resistances(said, now.by_id):
            yield said.id, odds_against_intensity(hands[said.id], min(goals_of(said, now.by_id)))


def _in_a_clash(now: Round, group: ClashGroup, hands: Mapping[str, Hand]) -> dict[str, Odds]:
    """Return the chances of two who are alone against one another, from two decks."""
    announced = {each.id: each for each in now.announcements}
    participants = participants_of(group, now.by_id, announced, now.throws)
    if len(group.actors) != 2 or not set(group.actors) <= hands.keys():
        return {}
    if len({now.by_id[each].side for each in group.actors}) == 1:
        return {}
    one, other = participants[:2]
    pairs = ((one, other), (other, one))
    return {
        each.id: odds_against(hands[each.id], hands[foe.id])
        for each, foe in pairs
        if _only_foe_opposes(each, foe, participants)
    }


def _only_foe_opposes(each: Participant, foe: Participant, participants: list[Participant]) -> bool:
    values = dict.fromkeys((other.id for other in participants), None)
    return all(against.id == foe.id for against in oppositions(each, participants, values))
