"""The Action Round: the order of announcing, uncontested actions, clashes, and the next step (D23 to D31).

A round is the characters, their order, and the steps taken; everything else follows from these. So each
step can be undone, and the same steps give the same round again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from functools import cached_property
from random import Random

from rules.cards import STANDARD, Valuation
from rules.demon_city.clash import ClashResult, Idle
from rules.demon_city.clash_check import needs_no_cards, throw_opposes
from rules.demon_city.harm import Damage, judge_damage
from rules.demon_city.interference import ClashGroup, find_clashes
from rules.demon_city.resolver import resolve_clash
from rules.demon_city.round_check import verify_step
from rules.demon_city.round_count import unknown_stats_of
from rules.demon_city.round_harm import Blow, blows_of, hurt_by
from rules.demon_city.round_order import draw_order
from rules.demon_city.round_parts import (
    Announcement,
    Awaited,
    Character,
    Choose,
    Hurt,
    Miscount,
    RoundRefusal,
    Step,
    Waiting,
)
from rules.demon_city.round_steps import RoundSteps
from rules.demon_city.round_verdicts import (
    carry_over,
    hit_outside_clashes,
    judge_uncontested,
    needs_throw,
    participants_of,
    unknown_resistances,
)
from rules.demon_city.static import StaticResult


@unique
class Phase(StrEnum):
    """The phase of a round."""

    ANNOUNCING = "announcing"
    THROWING = "throwing"
    CHOOSING = "choosing"
    DAMAGE = "damage"
    """All is judged, and the damage of a hit is not thrown yet (D33)."""
    OVER = "over"


@dataclass(frozen=True)
class Round(RoundSteps):
    """One Action Round after some steps, and its consequences."""

    throws_damage: bool = True
    """Whether the table throws damage as D33 has it, or leaves it to the Host."""

    @classmethod
    def begin(
        cls,
        characters: Sequence[Character],
        ties: Sequence[str] = (),
        random: Random | None = None,
        valuation: Valuation = STANDARD,
        *,
        throws_damage: bool = True,
    ) -> Round:
        """A round in which nobody has announced anything.

        :param ties: earlier lots: who among equals announces before whom (D23)
        :param random: draws the lots that are still open
        :raise RoundRefusal: with nobody, somebody twice, or open ties and nothing to draw lots with
        """
        order = draw_order(characters, ties, random)
        return cls(tuple(characters), order, valuation=valuation, throws_damage=throws_damage)

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
        """Those for whom the round waits, in order."""
        if self.next_speaker is not None:
            return (*self._waiting_for_cards(), *self._waiting_for_decisions())
        numbers = tuple(self._waiting_for_numbers())
        cards = (*self._waiting_for_cards(), *numbers)
        if numbers or any(waiting.id in self._clashing for waiting in cards):
            return cards
        asked = tuple(Waiting(id_, Awaited.CHOICE) for result in self._resolved for id_ in result.choose)
        return (*cards, *asked) if cards or asked else tuple(self._waiting_for_damage())

    @cached_property
    def _clashing(self) -> frozenset[str]:
        return frozenset(id_ for group in self.clashes for id_ in group.actors)

    def _waiting_for_decisions(self) -> Iterator[Waiting]:
        for id_ in self.order:
            if id_ in self.pending_speakers:
                recovering = self.must_recover(id_) and id_ not in self.recoveries
                yield Waiting(id_, Awaited.RECOVERY if recovering else Awaited.ANNOUNCEMENT)

    def _waiting_for_cards(self) -> Iterator[Waiting]:
        uncontested = {each.id for each in self.uncontested}
        for each in self.announcements:
            thrown = each.id in self.flipped or needs_no_cards(each.action)
            if not thrown and (each.id in self._clashing or (each.id in uncontested and needs_throw(each))):
                yield Waiting(each.id, Awaited.CARDS)

    def _waiting_for_numbers(self) -> Iterator[Waiting]:
        """The targets whose number of resistance is needed, and that nobody has noted (D30b)."""
        open_ones = dict.fromkeys(
            missing
            for each in self.uncontested
            if needs_throw(each)
            for missing in unknown_resistances(each, self.by_id)
        )
        announcements = {each.id: each for each in self.announcements}
        for group in self.clashes:
            known = participants_of(group, self.by_id, announcements, self.throws)
            participants = {each.id: each for each in known}
            for id_ in group.actors:
                for target, stat in unknown_resistances(announcements[id_], self.by_id):
                    if not throw_opposes(participants[target], participants[id_]):
                        open_ones[target, stat] = None
        yield from (Waiting(target, Awaited.NUMBER, stat) for target, stat in open_ones)

    def _waiting_for_damage(self) -> Iterator[Waiting]:
        """Those who were hit, have a known Toughness above 0, and whose damage is not complete (D33)."""
        if not self.throws_damage:
            return
        thrown = {step.id: step.cards for step in self.steps if isinstance(step, Hurt)}
        hit = {blow.id: blow.toughness for blow in self._blows_of(self._resolved)}
        for id_, toughness in hit.items():
            if toughness and judge_damage(toughness, thrown.get(id_, ()), self.valuation).drawn.need:
                yield Waiting(id_, Awaited.DAMAGE)

    @cached_property
    def phase(self) -> Phase:
        """The phase of the round."""
        awaited = {waiting.awaited for waiting in self.waiting}
        if self.next_speaker is not None:
            return Phase.ANNOUNCING
        if awaited & {Awaited.CARDS, Awaited.NUMBER}:
            return Phase.THROWING
        if Awaited.CHOICE in awaited:
            return Phase.CHOOSING
        return Phase.DAMAGE if Awaited.DAMAGE in awaited else Phase.OVER

    @cached_property
    def blows(self) -> tuple[Blow, ...]:
        """The blows, as far as the verdicts are known (D32)."""
        return self._blows_of(self.results)

    def _blows_of(self, results: Sequence[ClashResult]) -> tuple[Blow, ...]:
        announced = {each.id: each for each in self.announcements}
        outside = {
            result.throw.id: hit_outside_clashes(announced[result.throw.id], result, self.by_id)
            for result in self.uncontested_results
        }
        return tuple(blows_of(results, outside, announced, self.by_id))

    @cached_property
    def damage(self) -> Mapping[str, Damage]:
        """The damage of each hit, by the target's id; at base Toughness 0 the hit injures without a throw (D33)."""
        thrown = {step.id: step.cards for step in self.steps if isinstance(step, Hurt)}
        return {
            blow.id: judge_damage(blow.toughness, thrown.get(blow.id, ()), self.valuation)
            for blow in self.blows
            if blow.toughness is not None
            and (blow.id in thrown or (blow.toughness == 0 and self.throws_damage))
        }

    @cached_property
    def miscounted_damage(self) -> tuple[Miscount, ...]:
        """Those who threw more cards of damage than the target's base Toughness; the first ones count (D23a, D33)."""
        return tuple(
            Miscount(blow.by, blow.toughness, blow.toughness + len(self.damage[blow.id].drawn.surplus))
            for blow in self.blows
            if blow.toughness is not None and blow.id in self.damage and self.damage[blow.id].drawn.surplus
        )

    @cached_property
    def unknown(self) -> tuple[tuple[str, str], ...]:
        """The stats that were not compared, because nobody has noted them: whose, and what it is (D30b)."""
        return unknown_stats_of(self.present, self.announcements)

    @cached_property
    def hurt(self) -> Mapping[str, Character]:
        """The damaged characters after their damage, by id (D24, D33)."""
        return {id_: hurt_by(self.present[id_], damage) for id_, damage in self.damage.items()}

    def next_characters(self) -> tuple[Character, ...]:
        """The characters as the next round finds them (D20, D24, D31); damage not thrown is left out.

        :raise RoundRefusal: if the round is not over
        """
        if self.phase not in (Phase.DAMAGE, Phase.OVER):
            raise RoundRefusal("not-over", (), phase=self.phase)
        return self.left_characters()

    def left_characters(self) -> tuple[Character, ...]:
        """The characters as they are if the fight ends here, whatever is not judged yet left out (D20, D24, D31)."""
        return carry_over({**self.present, **self.hurt}.values(), self.results, self.steps)
