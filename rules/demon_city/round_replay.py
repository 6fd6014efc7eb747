"""Replay an Action Round from its record, as far as the record goes (D23 to D31)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from rules.cards import STANDARD, Card, Valuation
from rules.demon_city.round import Round
from rules.demon_city.round_count import count_cards
from rules.demon_city.round_parts import (
    Adjust,
    Announce,
    Announcement,
    Character,
    Choose,
    Flip,
    Hurt,
    Mark,
    Recover,
    RoundRefusal,
    Step,
    recovered,
)
from rules.demon_city.throw_count import ThrowCount


@dataclass(frozen=True)
class Declaration:
    """Somebody's turn to speak: whether they recovered, and what they announce (D24)."""

    id: str
    announcement: Announcement | None
    recovered: bool | None = None


@dataclass(frozen=True)
class RoundRecord:
    """A whole round, or its beginning, as a document holds it; equals draw lots from the seed (D23)."""

    characters: tuple[Character, ...]
    ties: tuple[str, ...] = ()
    seed: int | None = None
    adjusted: Mapping[str, int] = field(default_factory=dict)
    """The Host's plus or minus on anybody's cards (D23a)."""
    announcements: tuple[Declaration, ...] = ()
    marks: tuple[Mark, ...] = ()
    throws: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    choose: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    damage: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    """The cards thrown as damage, by who was hit (D33)."""
    throws_damage: bool = True
    """Whether the table throws damage, or leaves it to the Host."""
    valuation: Valuation = STANDARD


@dataclass(frozen=True)
class ReplayedRound:
    """Where a round stands at the end of its record."""

    now: Round
    seed: int | None
    counts: Mapping[str, ThrowCount]
    """The number of cards of all who have announced, in turn or ahead of it."""

    @property
    def rule(self) -> tuple[str, ...]:
        """The rules of every verdict in it."""
        outside = [rule for verdict in self.now.uncontested_results for rule in verdict.rule]
        return tuple(dict.fromkeys([*outside, *(rule for each in self.now.results for rule in each.rule)]))


def judge_round(record: RoundRecord) -> ReplayedRound:
    """Replay a round.

    :raise RoundRefusal: naming the field of the document where it cannot be taken
    :raise ThrowCountRefusal: naming the announcement that counts something twice
    """
    now = _play(record, _begin(record))
    return ReplayedRound(now, record.seed, _foreseen(record, now))


def needs_lots(record: RoundRecord) -> bool:
    """Whether equals have still to draw lots, without a seed to draw them from (D23)."""
    try:
        _begin(record)
    except RoundRefusal as refusal:
        return refusal.code == "open-ties"
    return False


def _begin(record: RoundRecord) -> Round:
    lots = None if record.seed is None else Random(record.seed)
    return Round.begin(
        record.characters, record.ties, lots, record.valuation, throws_damage=record.throws_damage
    )


def _play(record: RoundRecord, now: Round) -> Round:
    for id_, by in record.adjusted.items():
        now = _take(now, Adjust(id_, by), "adjusted", id_)
    now = _announced(record.announcements, now)
    for place, mark in enumerate(record.marks):
        now = _take(now, mark, "marks", place)
    now = _chosen(record.choose, _flipped(record.throws, now))
    for id_, cards in record.damage.items():
        now = _take(now, Hurt(id_, cards), "damage", id_)
    return now


def _announced(declared: Sequence[Declaration], now: Round) -> Round:
    """Take the announcements from the slowest up, until one is missing (D24)."""
    places: dict[str | None, int] = {said.id: place for place, said in enumerate(declared)}
    while now.next_speaker in places:
        place = places[now.next_speaker]
        said = declared[place]
        if said.recovered is not None:
            now = _take(now, Recover(said.id, said.recovered), "announcements", place)
        if said.recovered is False:
            continue
        if now.must_recover(said.id) and (said.recovered is None or said.announcement is None):
            return now
        if said.announcement is None:
            raise RoundRefusal("action-missing", ("announcements", place, "action"))
        now = _take(now, Announce(said.announcement), "announcements", place)
    return now


def _flipped(throws: Mapping[str, tuple[Card, ...]], now: Round) -> Round:
    """Flip the cards of all whose turn has come (D25, D27)."""
    for id_, cards in throws.items():
        step = Flip(id_, cards)
        if cards and (now.next_speaker is None or now.can_take(step)):
            now = _take(now, step, "throws", id_)
    return now


def _chosen(choose: Mapping[str, tuple[str, ...]], now: Round) -> Round:
    """Answer all choices that come up; one answer may bring up the next (D28)."""
    for side, ids in choose.items():
        first = True
        while asked := [id_ for each in now.results if each.side == side for id_ in each.choose]:
            answered = tuple(id_ for id_ in ids if id_ in asked)
            if not ids or not (answered or first):
                break
            now = _take(now, Choose(side, answered or ids), "choose", side)
            first = False
    return now


def _foreseen(record: RoundRecord, now: Round) -> dict[str, ThrowCount]:
    """The number of cards of all who have announced, in turn or ahead of it."""
    speaking = [
        said
        for said in record.announcements
        if said.announcement and (said.recovered or not now.must_recover(said.id))
    ]
    able = {said.id: recovered(now.by_id[said.id]) for said in speaking if said.recovered}
    characters = {**now.by_id, **able}
    spoken = {each.id for each in record.announcements if each.announcement or each.recovered is False}
    said = [each.announcement for each in speaking if each.announcement]
    return count_cards(characters, said, record.adjusted, set(characters) - spoken)


def _take(now: Round, step: Step, name: str, place: str | int) -> Round:
    """Take a step; a refusal names the field of the document, inside which cards and choices have no fields."""
    try:
        return now.take(step)
    except RoundRefusal as refusal:
        inner = refusal.path if name in ("announcements", "marks") else ()
        raise RoundRefusal(refusal.code, (name, place, *inner), **refusal.params) from None
