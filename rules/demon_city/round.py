"""The Action Round: who announces when, what is uncontested, which clashes there are, what is next (D23 to D31).

A round is the characters, their order, and the steps taken; everything else follows from these. So each
step can be undone, and the same steps give the same round again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from functools import cached_property
from random import Random

from rules.cards import STANDARD, Card, Valuation
from rules.demon_city.clash import ClashResult, Idle
from rules.demon_city.clash_check import needs_no_cards
from rules.demon_city.harm import Damage, judge_damage
from rules.demon_city.interference import ClashGroup, find_clashes
from rules.demon_city.resolver import resolve_clash
from rules.demon_city.round_check import verify_step
from rules.demon_city.round_count import count_cards
from rules.demon_city.round_harm import Blow, blows_of, hurt_by
from rules.demon_city.round_order import draw_order
from rules.demon_city.round_parts import (
    MUST_RECOVER,
    Adjust,
    Announce,
    Announcement,
    Awaited,
    Character,
    Choose,
    Contest,
    Flip,
    Hurt,
    Miscount,
    Recover,
    RoundRefusal,
    Step,
    Waiting,
    recovered,
)
from rules.demon_city.round_verdicts import (
    carry_over,
    hit_outside_clashes,
    judge_uncontested,
    needs_throw,
    participants_of,
    throw_of,
)
from rules.demon_city.static import StaticResult
from rules.demon_city.throw import Throw
from rules.demon_city.throw_count import ThrowCount


@unique
class Phase(StrEnum):
    """Where a round stands."""

    ANNOUNCING = "announcing"
    THROWING = "throwing"
    CHOOSING = "choosing"
    OVER = "over"


@dataclass(frozen=True)
class Round:
    """One Action Round after some steps."""

    characters: tuple[Character, ...]
    order: tuple[str, ...]
    steps: tuple[Step, ...] = ()
    valuation: Valuation = STANDARD

    @classmethod
    def begin(
        cls,
        characters: Sequence[Character],
        ties: Sequence[str] = (),
        random: Random | None = None,
        valuation: Valuation = STANDARD,
    ) -> Round:
        """A round in which nobody has announced anything.

        :param ties: earlier lots: who among equals announces before whom (D23)
        :param random: draws the lots that are still open
        :raise RoundRefusal: with nobody, somebody twice, or open ties and nothing to draw lots with
        """
        return cls(tuple(characters), draw_order(characters, ties, random), valuation=valuation)

    # Steps -----------------------------------------------------------------------------------------------

    def take(self, step: Step) -> Round:
        """The round after one more step.

        :raise RoundRefusal: if the step cannot be taken now
        """
        verify_step(self, step)
        return replace(self, steps=(*self.steps, step))

    def can_take(self, step: Step) -> bool:
        """Whether a step can be taken now."""
        try:
            verify_step(self, step)
        except RoundRefusal:
            return False
        return True

    def undo(self) -> Round:
        """The round before its last step.

        :raise RoundRefusal: if there was none
        """
        if not self.steps:
            raise RoundRefusal("nothing-to-undo")
        return replace(self, steps=self.steps[:-1])

    # What follows from the steps ---------------------------------------------------------------------------

    @cached_property
    def by_id(self) -> Mapping[str, Character]:
        """The characters by id."""
        return {character.id: character for character in self.characters}

    @cached_property
    def recoveries(self) -> Mapping[str, bool]:
        """Who threw to recover, and whether they did (D24)."""
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
        """What was announced, from the slowest up, with the Host's latest word on it (D24, D25)."""
        words = {step.id: step.contested for step in self.steps if isinstance(step, Contest)}
        said = [step.announcement for step in self.steps if isinstance(step, Announce)]
        return tuple(replace(each, contested=words.get(each.id, each.contested)) for each in said)

    @cached_property
    def flipped(self) -> Mapping[str, tuple[Card, ...]]:
        """The cards thrown, by id."""
        return {step.id: step.cards for step in self.steps if isinstance(step, Flip)}

    @cached_property
    def throws(self) -> Mapping[str, Throw]:
        """Everybody's throw, without cards as long as none are flipped."""
        return {
            id_: throw_of(character, self.counts.get(id_), self.flipped.get(id_, ()))
            for id_, character in self.by_id.items()
        }

    @cached_property
    def next_speaker(self) -> str | None:
        """Who has to recover or announce now; None when all have (D24)."""
        done = {each.id for each in self.announcements}
        done |= {id_ for id_, recovered in self.recoveries.items() if not recovered}
        return next((id_ for id_ in self.order if id_ not in done), None)

    @cached_property
    def counts(self) -> dict[str, ThrowCount]:
        """How many cards everybody throws who has announced anything, the Host's word included (D13 to D23a)."""
        adjusted = {step.id: step.by for step in self.steps if isinstance(step, Adjust)}
        return count_cards(self.present, self.announcements, adjusted, self._silent)

    @property
    def _silent(self) -> frozenset[str]:
        """Who has still to speak (D24)."""
        spoken = {each.id for each in self.announcements}
        return frozenset(id_ for id_ in self.order if id_ not in spoken and self.recoveries.get(id_, True))

    @cached_property
    def miscounts(self) -> tuple[Miscount, ...]:
        """Who threw another number of cards than was counted (D23a)."""
        return tuple(
            Miscount(id_, self.counts[id_].cards, len(cards))
            for id_, cards in self.flipped.items()
            if len(cards) != self.counts[id_].cards
        )

    @cached_property
    def clashes(self) -> tuple[ClashGroup, ...]:
        """The clashes, known when all have announced (D26)."""
        return find_clashes(self.by_id, self.announcements) if self.next_speaker is None else ()

    @cached_property
    def uncontested(self) -> tuple[Announcement, ...]:
        """The actions outside any clash: confirmed as such, or left so when all have announced (D25)."""
        clashing = {id_ for group in self.clashes for id_ in group.actors}
        return tuple(
            each
            for each in self.announcements
            if not isinstance(each.action, Idle)
            and (each.contested is False or (self.next_speaker is None and each.id not in clashing))
        )

    @cached_property
    def uncontested_results(self) -> tuple[StaticResult, ...]:
        """The verdicts on uncontested actions whose cards are flipped (D8, D25)."""
        results = (
            judge_uncontested(each, self.throws[each.id], self.by_id, self.valuation)
            for each in self.uncontested
        )
        return tuple(result for result in results if result is not None)

    @cached_property
    def results(self) -> tuple[ClashResult, ...]:
        """The verdicts on the clashes, known when all of them are thrown (D27)."""
        if self.phase in (Phase.ANNOUNCING, Phase.THROWING):
            return ()
        return self._resolved

    @cached_property
    def _resolved(self) -> tuple[ClashResult, ...]:
        announcements = {each.id: each for each in self.announcements}
        return tuple(
            resolve_clash(
                participants_of(group, self.by_id, announcements, self.throws),
                self._answers_in(group),
                self.valuation,
            )
            for group in self.clashes
        )

    def _answers_in(self, group: ClashGroup) -> dict[str, tuple[str, ...]]:
        """The choices that concern a clash."""
        answers: dict[str, tuple[str, ...]] = {}
        for step in self.steps:
            if isinstance(step, Choose):
                ids = tuple(id_ for id_ in step.ids if id_ in group.actors)
                answers[step.side] = (*answers.get(step.side, ()), *ids)
        return {side: ids for side, ids in answers.items() if ids}

    @cached_property
    def waiting(self) -> tuple[Waiting, ...]:
        """Whom the round waits for, the first of them first."""
        if self.next_speaker is not None:
            return (*self._waiting_for_cards(), *self._waiting_for_words())
        cards = tuple(self._waiting_for_cards())
        if any(waiting.id in self._clashing for waiting in cards):
            return cards
        asked = (Waiting(id_, Awaited.CHOICE) for result in self._resolved for id_ in result.choose)
        return (*cards, *asked)

    @cached_property
    def _clashing(self) -> frozenset[str]:
        return frozenset(id_ for group in self.clashes for id_ in group.actors)

    def _waiting_for_words(self) -> Iterator[Waiting]:
        for id_ in self.order:
            if id_ in self._silent:
                recovering = self.must_recover(id_) and id_ not in self.recoveries
                yield Waiting(id_, Awaited.RECOVERY if recovering else Awaited.ANNOUNCEMENT)

    def _waiting_for_cards(self) -> Iterator[Waiting]:
        uncontested = {each.id for each in self.uncontested}
        for each in self.announcements:
            thrown = each.id in self.flipped or needs_no_cards(each.action)
            if not thrown and (each.id in self._clashing or (each.id in uncontested and needs_throw(each))):
                yield Waiting(each.id, Awaited.CARDS)

    @cached_property
    def phase(self) -> Phase:
        """Where the round stands."""
        awaited = {waiting.awaited for waiting in self.waiting}
        if self.next_speaker is not None:
            return Phase.ANNOUNCING
        if Awaited.CARDS in awaited:
            return Phase.THROWING
        return Phase.CHOOSING if Awaited.CHOICE in awaited else Phase.OVER

    @cached_property
    def blows(self) -> tuple[Blow, ...]:
        """Who is hit by whom, as far as the verdicts are known (D32)."""
        told = {each.id: each for each in self.announcements}
        outside = {
            result.throw.id: hit_outside_clashes(told[result.throw.id], result, self.by_id)
            for result in self.uncontested_results
        }
        return tuple(blows_of(self.results, outside, told, self.by_id))

    @cached_property
    def damage(self) -> Mapping[str, Damage]:
        """What the damage thrown came to, by who was hit (D33)."""
        thrown = {step.id: step.cards for step in self.steps if isinstance(step, Hurt)}
        return {
            blow.id: judge_damage(blow.toughness, thrown[blow.id], self.valuation)
            for blow in self.blows
            if blow.id in thrown and blow.toughness is not None
        }

    def must_recover(self, id_: str) -> bool:
        """Whether somebody throws to recover before announcing (D24)."""
        return bool(self.by_id[id_].conditions & MUST_RECOVER)

    def next_characters(self) -> tuple[Character, ...]:
        """The characters as the next round finds them (D20, D24, D31).

        :raise RoundRefusal: if the round is not over
        """
        if self.phase is not Phase.OVER:
            raise RoundRefusal("not-over", (), phase=self.phase)
        hurt = {id_: hurt_by(self.present[id_], damage) for id_, damage in self.damage.items()}
        return carry_over({**self.present, **hurt}.values(), self._resolved, self.steps)
