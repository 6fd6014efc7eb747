"""The form of `clashcam round`: a whole Action Round, as far as it has come (D23 to D31)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Literal, cast

from pydantic import BeforeValidator, Field

from rules.demon_city import round_parts
from rules.demon_city.clash import is_mere_movement
from rules.demon_city.derived_throws import AGILITY
from rules.demon_city.round import Phase, Round
from rules.demon_city.round_harm import Blow
from rules.demon_city.round_order import faults_of_characters, tied_ids
from rules.demon_city.round_parts import Awaited, Character, Condition, RoundRefusal
from rules.demon_city.round_replay import ReplayedRound, RoundRecord, needs_lots
from rules.demon_city.round_verdicts import hit_outside_clashes
from rules.limits import MOST_CARDS
from rules.refusal import Refusal
from webui.documents.demon_city.answers import clash_answer, count_answer, static_answer, targets_part
from webui.documents.demon_city.ranges import RangeField, faults_of_ranges, ranges_of
from webui.documents.demon_city.result_form import ResultForm
from webui.documents.demon_city.round_fields import AnnouncementField, CharacterField, MarkField
from webui.documents.demon_city.shapes import (
    AwaitedName,
    BlowPart,
    HarmDone,
    Json,
    Miscount,
    PhaseName,
    RoundAnswer,
    StaticAnswer,
    UnknownPart,
    WaitingPart,
)
from webui.documents.fields import (
    Cards,
    Choices,
    Names,
    as_object,
    as_required_tuple,
    as_tuple,
    faults_of_specials,
    paths_of_cards,
)
from webui.i18n.narrator import Narrator


class RoundForm(ResultForm):
    """A whole round, or its beginning."""

    characters: Annotated[tuple[CharacterField, ...], BeforeValidator(as_required_tuple)]
    ties: Names = ()
    adjusted: Annotated[
        dict[str, Annotated[int, Field(ge=-MOST_CARDS, le=MOST_CARDS)]], BeforeValidator(as_object)
    ] = Field(default_factory=dict)
    """The Host's plus or minus on anybody's cards (D23a)."""
    seed: int | None = None
    ranges: Annotated[tuple[RangeField, ...], BeforeValidator(as_tuple)] = ()
    announcements: Annotated[tuple[AnnouncementField, ...], BeforeValidator(as_tuple)] = ()
    throws: Annotated[dict[str, Cards], BeforeValidator(as_object)] = Field(default_factory=dict)
    choose: Choices = Field(default_factory=dict)
    damage: Annotated[dict[str, Cards] | Literal[False], BeforeValidator(as_object)] = Field(
        default_factory=dict
    )
    """The cards thrown as damage, by the target's id (D33); false leaves damage to the Host."""
    marks: Annotated[tuple[MarkField, ...], BeforeValidator(as_tuple)] = ()

    def drawn(self, fresh_seed: Callable[[], int]) -> dict[str, object]:
        """A seed, from which equals whose order is not given draw lots (D23)."""
        return {"seed": fresh_seed()} if needs_lots(self.request()) else {}

    def request(self) -> RoundRecord:
        """The record of the round."""
        ranges = ranges_of(self.ranges)
        by_id = {each.id: each for each in self.characters}
        return RoundRecord(
            characters=tuple(each.character() for each in self.characters),
            ties=self.ties,
            seed=self.seed,
            adjusted=self.adjusted,
            announcements=tuple(each.declaration(ranges, by_id.get(each.id)) for each in self.announcements),
            marks=tuple(each.mark() for each in self.marks),
            throws=self.throws,
            choose=self.choose,
            damage=self.damage or {},
            throws_damage=self.damage is not False,
            valuation=self.valuation(),
        )

    def faults(self) -> Iterator[Refusal]:
        """The faults that do not depend on where the round stands."""
        yield from self.faults_of_deck(
            each for id_, cards in self.throws.items() for each in paths_of_cards(cards, "throws", id_)
        )
        damage = self.damage or {}
        for id_, cards in damage.items():
            yield from self.faults_of_deck(paths_of_cards(cards, "damage", id_))
        yield from self.faults_of_significators(
            each for place, who in enumerate(self.characters) for each in who.held("characters", place)
        )
        for place, who in enumerate(self.characters):
            yield from faults_of_specials(who.specials, "characters", place)
        characters = {each.id: each.character() for each in self.characters}
        yield from faults_of_characters([each.character() for each in self.characters], self.ties)
        yield from faults_of_ranges(self.ranges, characters)
        ids, sides = tuple(characters), tuple(dict.fromkeys(each.side for each in self.characters))
        speaking = [each.id for each in self.announcements]
        for place, said in enumerate(self.announcements):
            for fault in said.faults_among(characters, speaking[:place], ranges_of(self.ranges)):
                yield fault.within("announcements", place)
        for name, given in (("throws", self.throws), ("adjusted", self.adjusted), ("damage", damage)):
            for id_ in given:
                if id_ not in ids:
                    yield RoundRefusal("no-such-character", (name, id_), id=id_, known=ids)
        for place, mark in enumerate(self.marks):
            if mark.id not in ids:
                yield RoundRefusal("no-such-character", ("marks", place, "id"), id=mark.id, known=ids)
        for side in self.choose:
            if side not in (*ids, *sides):
                yield RoundRefusal("no-such-side", ("choose", side), side=side, known=sides)

    def result(self, record: ReplayedRound, narrator: Narrator) -> RoundAnswer:
        """The round so far: order, cards, verdicts, those it waits for, and the next round."""
        now = record.now
        return RoundAnswer(
            order=now.order,
            seed=record.seed,
            phase=cast(PhaseName, str(now.phase)),
            cards={id_: count.cards for id_, count in record.counts.items()},
            counts={id_: count_answer(count, narrator) for id_, count in record.counts.items()},
            uncontested=tuple(_uncontested(now, narrator)),
            miscounted=(
                *(_miscount(each) for each in now.miscounts),
                *(_miscount(each, str(Awaited.DAMAGE)) for each in now.miscounted_damage),
            ),
            clashes=tuple(tuple(group.ids) for group in now.clashes),
            results=tuple(clash_answer(result, narrator) for result in now.results),
            damage=tuple(_blow(blow, now, narrator) for blow in now.blows),
            waiting=tuple(
                WaitingPart(id=each.id, awaited=cast(AwaitedName, str(each.awaited)), stat=each.stat or None)
                for each in now.waiting
            ),
            unknown=(*_unknown(now), *self._at_no_range()) or None,
            next_round=self.next_round(now) if now.phase is Phase.OVER else None,
            say=narrator.say(record),
        )

    def next_round(self, now: Round) -> dict[str, object]:
        """The document with which the next round begins: conditions carried over, lots kept (D23, D31).

        :raise RoundRefusal: the round is not over
        """
        return {
            "kind": "round",
            "characters": [_character(each) | self._armed(each.id) for each in now.next_characters()],
            "ties": list(tied_ids(now.characters, now.order)),
            **self.given_options(),
            **({"damage": False} if self.damage is False else {}),
            **self._ranges_kept(now),
        }

    def _armed(self, id_: str) -> Json:
        """Somebody's own weapon, which they keep (D18)."""
        field = next(each for each in self.characters if each.id == id_)
        own = {"weapon": field.weapon, "supernatural": field.supernatural}
        return {name: value for name, value in own.items() if value not in (None, False)}

    def _at_no_range(self) -> Iterator[UnknownPart]:
        """Those whose own weapon is compared with nothing, because nobody has given the range (D30b)."""
        ranges, by_id = ranges_of(self.ranges), {each.id: each for each in self.characters}
        for said in self.announcements:
            foe = said.foe_at_no_range(ranges, by_id[said.id])
            if foe is not None:
                yield UnknownPart(id=said.id, stat="range", missing_for="weapon", foe=foe)

    def _ranges_kept(self, now: Round) -> dict[str, object]:
        """The ranges of the next round: as before, without characters who moved or may stand elsewhere (D24, D31)."""
        moved = {each.id for each in now.announcements if each.run_feet or is_mere_movement(each.action)}
        moved |= {each.id for each in now.next_characters() if Condition.MAY_REPOSITION in each.conditions}
        kept = [each.model_dump() for each in self.ranges if not moved & set(each.between)]
        return {"ranges": kept} if kept else {}


def _unknown(now: Round) -> Iterator[UnknownPart]:
    """The stats that nobody has noted, and what they are missing for (D30b)."""
    for each in now.characters:
        if each.agility is None:
            yield UnknownPart(id=each.id, stat=AGILITY, missing_for="order")
    for id_, stat in now.unknown:
        yield UnknownPart(id=id_, stat=stat, missing_for="higher-stat")
    for waiting in now.waiting:
        if waiting.awaited is Awaited.NUMBER:
            yield UnknownPart(id=waiting.id, stat=waiting.stat, missing_for="resistance")


def _uncontested(now: Round, narrator: Narrator) -> Iterator[StaticAnswer]:
    """The verdicts outside any clash; of an attack on several, each target by itself (D25, D29)."""
    announced = {each.id: each for each in now.uncontested}
    for result in now.uncontested_results:
        targets = hit_outside_clashes(announced[result.throw.id], result, now.by_id)
        say = narrator.outside_clashes(result, now)
        answer = static_answer(result, narrator, degrees=False)
        yield answer.model_copy(update={"say": say, "targets": targets_part(targets)})


def _miscount(miscount: round_parts.Miscount, awaited: str | None = None) -> Miscount:
    return Miscount(id=miscount.id, counted=miscount.counted, thrown=miscount.thrown, awaited=awaited)


def _blow(blow: Blow, now: Round, narrator: Narrator) -> BlowPart:
    """A hit: its target, the number of cards of damage, and their result (D33)."""
    hit = BlowPart(id=blow.id, by=blow.by, cards=blow.toughness)
    damage = now.damage.get(blow.id)
    if damage is None:
        return hit
    after = now.hurt[blow.id]
    harm = HarmDone(
        damage=damage.amount,
        no_throw=damage.without_throw,
        injures=damage.without_throw,
        toughness_left=max(0, (blow.toughness or 0) - after.lost_toughness),
        out_of_the_fight=Condition.OUT_OF_THE_FIGHT in after.conditions,
        say=narrator.harm(damage, after),
    )
    return hit.model_copy(update={"harm": harm})


def _character(character: Character) -> dict[str, object]:
    return {
        "id": character.id,
        "side": character.side,
        "agility": character.agility,
        "significator": sorted(card.code for card in character.significators),
        "specials": [{"card": each.card.code, "text": each.text} for each in character.specials],
        "stats": dict(character.stats),
        "state": sorted(character.conditions),
        **({"lost_toughness": character.lost_toughness} if character.lost_toughness else {}),
    }
