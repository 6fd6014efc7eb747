"""The document of `clashcam round`: a whole Action Round, as far as it has come (D23 to D31)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from dataclasses import asdict
from random import Random
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BeforeValidator, Field

from rules.demon_city.clash import is_mere_movement
from rules.demon_city.round import Phase, Round
from rules.demon_city.round_count import count_cards
from rules.demon_city.round_harm import Blow
from rules.demon_city.round_order import faults_of_characters, tied_ids
from rules.demon_city.round_parts import (
    Adjust,
    Announce,
    Announcement,
    Character,
    Choose,
    Condition,
    Flip,
    Hurt,
    Mark,
    Recover,
    RoundRefusal,
    recovered,
)
from rules.demon_city.round_verdicts import hit_outside_clashes, needs_throw
from rules.demon_city.throw_count import ThrowCount
from rules.refusal import Refusal
from webui.documents.answers import clash_answer, damage_answer, static_answer
from webui.documents.counted import count_answer
from webui.documents.errors import DocumentError, from_refusal
from webui.documents.fields import (
    Cards,
    Choices,
    Names,
    Options,
    as_object,
    as_tuple,
    paths_of_cards,
)
from webui.documents.parse import DocumentModel, parse_kind
from webui.documents.ranges import RangeField, ranges_of
from webui.documents.round_fields import AnnouncementField, CharacterField, MarkField
from webui.i18n import LANGUAGES, render, sentence
from webui.i18n.verdicts import Speaker

Answer = TypeVar("Answer")


class RoundDocument(Options):
    """A whole round, or its beginning."""

    kind: Literal["round"]
    characters: Annotated[tuple[CharacterField, ...], BeforeValidator(as_tuple)]
    ties: Names = ()
    adjusted: Annotated[dict[str, int], BeforeValidator(as_object)] = Field(default_factory=dict)
    """The Host's plus or minus on anybody's cards (D23a)."""
    seed: int | None = None
    ranges: Annotated[tuple[RangeField, ...], BeforeValidator(as_tuple)] = ()
    announcements: Annotated[tuple[AnnouncementField, ...], BeforeValidator(as_tuple)] = ()
    throws: Annotated[dict[str, Cards], BeforeValidator(as_object)] = Field(default_factory=dict)
    choose: Choices = Field(default_factory=dict)
    damage: Annotated[dict[str, Cards], BeforeValidator(as_object)] = Field(default_factory=dict)
    """The cards thrown as damage, by who was hit (D33)."""
    marks: Annotated[tuple[MarkField, ...], BeforeValidator(as_tuple)] = ()

    def begin(self, seed: int | None) -> Round:
        """The round in which nobody has announced anything; equals draw lots if there is a seed (D23)."""
        characters = [each.character() for each in self.characters]
        lots = None if seed is None else Random(seed)
        return Round.begin(characters, self.ties, lots, self.valuation())

    def play(self, now: Round) -> Round:
        """The round after all that the document tells, as far as it can be taken."""
        for id_, by in self.adjusted.items():
            now = _within(("adjusted", id_), _taking(now, Adjust(id_, by)))
        now = self._announced(now)
        for place, mark in enumerate(self.marks):
            now = _within(("marks", place), _taking(now, Mark(mark.id, mark.condition, mark.holds)))
        now = self._chosen(self._flipped(now))
        for id_, cards in self.damage.items():
            now = _within(("damage", id_), _taking(now, Hurt(id_, cards)))
        return now

    def faults(self) -> Iterator[Refusal]:
        """What is wrong wherever the round stands."""
        yield from self.faults_of_deck(
            each for id_, cards in self.throws.items() for each in paths_of_cards(cards, "throws", id_)
        )
        yield from faults_of_characters([each.character() for each in self.characters], self.ties)
        ids, sides = {each.id for each in self.characters}, {each.side for each in self.characters}
        speaking = [each.id for each in self.announcements]
        for place, said in enumerate(self.announcements):
            for fault in said.faults_among(ids, speaking[:place], ranges_of(self.ranges)):
                yield fault.within("announcements", place)
        for name, told in (("throws", self.throws), ("adjusted", self.adjusted), ("damage", self.damage)):
            for id_ in told:
                if id_ not in ids:
                    yield RoundRefusal("no-such-character", (name, id_), id=id_)
        for place, mark in enumerate(self.marks):
            if mark.id not in ids:
                yield RoundRefusal("no-such-character", ("marks", place, "id"), id=mark.id)
        for side in self.choose:
            if side not in ids | sides:
                yield RoundRefusal("no-such-side", ("choose", side), side=side)

    def _announced(self, now: Round) -> Round:
        """From the slowest up, until somebody's announcement is missing (D24)."""
        places: dict[str | None, int] = {said.id: place for place, said in enumerate(self.announcements)}
        while now.next_speaker in places:
            place = places[now.next_speaker]
            said = self.announcements[place]
            if said.recovered is not None:
                now = _within(("announcements", place), _taking(now, Recover(said.id, said.recovered)))
            if said.recovered is False:
                continue
            if now.must_recover(said.id) and (said.recovered is None or said.action is None):
                return now
            announcement = _within(("announcements", place), self._announcing(said))
            now = _within(("announcements", place), _taking(now, Announce(announcement)))
        return now

    def next_round(self, now: Round) -> dict[str, Any]:
        """The document of the next round."""
        return {**next_round(now), **self.told_options(), **self._ranges_kept(now)}

    def _ranges_kept(self, now: Round) -> dict[str, Any]:
        """The ranges of the next round: as they were, except of who has moved or may stand elsewhere (D24, D31)."""
        moved = {each.id for each in now.announcements if each.run_feet or is_mere_movement(each.action)}
        moved |= {each.id for each in now.next_characters() if Condition.MAY_REPOSITION in each.conditions}
        kept = [each.model_dump() for each in self.ranges if not moved & set(each.between)]
        return {"ranges": kept} if kept else {}

    def foreseen(self, now: Round) -> dict[str, ThrowCount]:
        """How many cards everybody throws who has said what they do, in turn or ahead of it."""
        speaking = [
            said
            for said in self.announcements
            if said.action and (said.recovered or not now.must_recover(said.id))
        ]
        able = {said.id: recovered(now.by_id[said.id]) for said in speaking if said.recovered}
        said = [self._announcing(each)() for each in speaking]
        characters = {**now.by_id, **able}
        silent = set(characters) - {
            each.id for each in self.announcements if each.action or each.recovered is False
        }
        return count_cards(characters, said, self.adjusted, silent)

    def _announcing(self, said: AnnouncementField) -> Callable[[], Announcement]:
        return lambda: said.announcement(ranges_of(self.ranges))

    def _flipped(self, now: Round) -> Round:
        """The cards of all whose turn to flip them has come (D25, D27)."""
        for id_, cards in self.throws.items():
            step = Flip(id_, cards)
            if not cards or (now.next_speaker is not None and not now.can_take(step)):
                continue
            now = _within(("throws", id_), _taking(now, step))
        return now

    def _chosen(self, now: Round) -> Round:
        """The answers to all choices that come up; one answer may bring up the next (D28)."""
        for side, ids in self.choose.items():
            first = True
            while asked := [id_ for each in now.results if each.side == side for id_ in each.choose]:
                answered = tuple(id_ for id_ in ids if id_ in asked)
                if not ids or not (answered or first):
                    break
                now = _within(("choose", side), _taking(now, Choose(side, answered or ids)))
                first = False
        return now


def _taking(now: Round, step: Any) -> Callable[[], Round]:
    return lambda: now.take(step)


def _within(path: tuple[str | int, ...], act: Callable[[], Answer]) -> Answer:
    """Act, and let a refusal name the field of the document; cards and choices have no fields inside."""
    try:
        return act()
    except RoundRefusal as refusal:
        inner = () if path[0] in ("throws", "choose", "adjusted", "damage") else refusal.path
        raise RoundRefusal(refusal.code, (*path, *inner), **refusal.params) from None


KINDS: dict[str, type[DocumentModel]] = {"round": RoundDocument}


def round_document(document: object, speaker: Speaker | None = None) -> Any:
    """A round as far as it has come: the order, the cards, the verdicts, whom it waits for, what is next.

    Equals whose order is not told draw lots: from the document's seed, else from one that the answer tells.

    :raise DocumentError: if the document does not fit; its text names the field.
    """
    speaker = speaker or Speaker(LANGUAGES[0])
    if isinstance(document, list):
        return [_item(place, item, speaker) for place, item in enumerate(document)]
    parsed = parse_kind(KINDS, document, speaker.language)
    assert isinstance(parsed, RoundDocument)
    try:
        return _answer(parsed, speaker)
    except Refusal as refusal:
        raise from_refusal(refusal, speaker.language) from None


def _answer(parsed: RoundDocument, speaker: Speaker) -> dict[str, Any]:
    seed = parsed.seed
    try:
        begun = parsed.begin(seed)
    except RoundRefusal as refusal:
        if refusal.code != "open-ties":
            raise
        seed = secrets.randbits(32)
        begun = parsed.begin(seed)
    now = parsed.play(begun)
    counts = parsed.foreseen(now)
    return {
        "order": list(now.order),
        **({} if seed is None else {"seed": seed}),
        "phase": str(now.phase),
        "cards": {id_: count.cards for id_, count in counts.items()},
        "counts": {id_: count_answer(count, speaker.language) for id_, count in counts.items()},
        "uncontested": list(_uncontested(now, speaker)),
        "miscounted": [asdict(each) for each in now.miscounts],
        "clashes": [list(group.ids) for group in now.clashes],
        "results": [clash_answer(result, speaker) for result in now.results],
        "damage": [_blow(blow, now, speaker) for blow in now.blows],
        "waiting": [{"id": each.id, "for": str(each.awaited)} for each in now.waiting],
        "next_round": parsed.next_round(now) if now.phase is Phase.OVER else None,
        "say": _say(now, speaker),
    }


def _uncontested(now: Round, speaker: Speaker) -> Iterator[dict[str, Any]]:
    """The verdicts outside any clash; of an attack on several, each target by itself (D25, D29)."""
    announced = {each.id: each for each in now.uncontested}
    for result in now.uncontested_results:
        said = announced[result.throw.id]
        targets = hit_outside_clashes(said, result, now.by_id)
        several = {"targets": [asdict(each) for each in targets]} if len(targets) > 1 else {}
        told = None if needs_throw(said) else speaker.unthrown(said)
        yield {**static_answer(result, speaker, degrees=False, say=told), **several}


def _blow(blow: Blow, now: Round, speaker: Speaker) -> dict[str, Any]:
    """Who is hit, how many cards of damage that is, and what they came to (D33)."""
    told = {"id": blow.id, "by": blow.by, "cards": blow.toughness}
    damage = now.damage.get(blow.id)
    if damage is None:
        return told
    answer = damage_answer(damage, speaker)
    return {**told, "damage": damage.amount, "injures": damage.injures, "say": answer["say"]}


def next_round(now: Round) -> dict[str, Any]:
    """The document with which the next round begins: conditions carried over, lots kept (D23, D31)."""
    return {
        "kind": "round",
        "characters": [_character(each) for each in now.next_characters()],
        "ties": list(tied_ids(now.characters, now.order)),
    }


def _character(character: Character) -> dict[str, Any]:
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


def _say(now: Round, speaker: Speaker) -> str:
    """Whom the round waits for, or what came of it."""
    if now.waiting:
        return speaker.waiting(now.waiting)
    verdicts: list[str] = [each["say"] for each in _uncontested(now, speaker)]
    verdicts += [speaker.clash(result) for result in now.results]
    verdicts += [speaker.hurt(id_, damage) for id_, damage in now.damage.items()]
    verdicts += [speaker.miscount(each) for each in now.miscounts]
    return " ".join(verdicts) or sentence(render("round.over", language=speaker.language))


def _item(place: int, item: object, speaker: Speaker) -> Any:
    try:
        return round_document(item, speaker)
    except DocumentError as error:
        raise error.within(place) from None
