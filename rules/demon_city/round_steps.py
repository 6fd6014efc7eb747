"""The announcements, throws and counts of cards that the steps of an Action Round add up to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from rules.cards import STANDARD, Card, Valuation
from rules.demon_city.round_count import count_cards
from rules.demon_city.round_parts import (
    MUST_RECOVER,
    Adjust,
    Announce,
    Announcement,
    Character,
    Contest,
    Flip,
    Miscount,
    Recover,
    Step,
    recovered,
)
from rules.demon_city.round_verdicts import throw_of
from rules.demon_city.throw import Throw
from rules.demon_city.throw_count import ThrowCount


@dataclass(frozen=True)
class RoundSteps:
    """The characters of an Action Round, their order, and the steps taken."""

    characters: tuple[Character, ...]
    order: tuple[str, ...]
    steps: tuple[Step, ...] = ()
    valuation: Valuation = STANDARD

    @cached_property
    def by_id(self) -> Mapping[str, Character]:
        """The characters by id."""
        return {character.id: character for character in self.characters}

    @cached_property
    def recoveries(self) -> Mapping[str, bool]:
        """The throws to recover, by id: whether they succeeded (D24)."""
        return {step.id: step.recovered for step in self.steps if isinstance(step, Recover)}

    @cached_property
    def present(self) -> Mapping[str, Character]:
        """The characters as they are now: hurt from the round on in which they recovered (D20)."""
        return {
            id_: recovered(character) if self.recoveries.get(id_) else character
            for id_, character in self.by_id.items()
        }

    @cached_property
    def announcements(self) -> tuple[Announcement, ...]:
        """The announcements, from the slowest up, with the Host's latest decision on each (D24, D25)."""
        contested = {step.id: step.contested for step in self.steps if isinstance(step, Contest)}
        said = [step.announcement for step in self.steps if isinstance(step, Announce)]
        return tuple(replace(each, contested=contested.get(each.id, each.contested)) for each in said)

    @cached_property
    def flipped(self) -> Mapping[str, tuple[Card, ...]]:
        """The cards thrown, by id."""
        return {step.id: step.cards for step in self.steps if isinstance(step, Flip)}

    @cached_property
    def throws(self) -> Mapping[str, Throw]:
        """The throw of each, without cards as long as none are flipped."""
        return {
            id_: throw_of(character, self.counts.get(id_), self.flipped.get(id_, ()))
            for id_, character in self.by_id.items()
        }

    @cached_property
    def next_speaker(self) -> str | None:
        """The id of the next to recover or announce; None when all have (D24)."""
        done = {each.id for each in self.announcements}
        done |= {id_ for id_, recovered in self.recoveries.items() if not recovered}
        return next((id_ for id_ in self.order if id_ not in done), None)

    @cached_property
    def counts(self) -> dict[str, ThrowCount]:
        """The number of cards of all who have announced, with the Host's adjustments (D13 to D23a)."""
        adjusted = {step.id: step.by for step in self.steps if isinstance(step, Adjust)}
        return count_cards(self.present, self.announcements, adjusted, self.pending_speakers)

    @property
    def pending_speakers(self) -> frozenset[str]:
        """The ids of those who have not announced yet (D24)."""
        spoken = {each.id for each in self.announcements}
        return frozenset(id_ for id_ in self.order if id_ not in spoken and self.recoveries.get(id_, True))

    @cached_property
    def miscounts(self) -> tuple[Miscount, ...]:
        """Those who threw another number of cards than was counted (D23a)."""
        return tuple(
            Miscount(id_, self.counts[id_].cards, len(cards))
            for id_, cards in self.flipped.items()
            if len(cards) != self.counts[id_].cards
        )

    def must_recover(self, id_: str) -> bool:
        """Whether a character throws to recover before announcing (D24)."""
        return bool(self.by_id[id_].conditions & MUST_RECOVER)
