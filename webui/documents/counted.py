"""The documents of `clashcam throws`: how many cards somebody throws, and why (D13 to D22)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.demon_city.claims import Advantage, Claims, Extra, ThrowCountRefusal, ThrowKind
from rules.demon_city.claims_check import faults_of_claims
from rules.demon_city.throw_count import ThrowCount, count_throws
from rules.refusal import Refusal
from webui.documents.claims import ClaimsField
from webui.documents.derived import DerivedDocument
from webui.documents.errors import DocumentError, from_refusal
from webui.documents.fields import Natural
from webui.documents.parse import DocumentModel, parse_kind
from webui.i18n import LANGUAGES
from webui.i18n.reasons import count_in_words, counts_in_words, reason_in_words


class MeasuredField(ClaimsField):
    """What somebody counts, and the stat that the throw relies on, if it is to be compared (D14)."""

    stat: Natural | None = None

    def unmeasured(self, against: int | None, *field: str) -> Iterator[Refusal]:
        """The stat, or what it is compared with in a field of its own, if only one of the two is told."""
        if (against is None) != (self.stat is None):
            missing = field if against is None else ("stat",)
            yield ThrowCountRefusal("missing", missing, expected="0, 1, 2, ...")

    def measured(self, against: int | None) -> Claims:
        """What is counted, with the higher stat if both are told."""
        if against is None or self.stat is None:
            return self.claims()
        higher = Extra(Advantage.HIGHER_STAT)
        own = self.claims()
        given = self.stat > against and higher not in own.extra
        return replace(own, extra=(higher, *own.extra)) if given else own


class TestCountDocument(MeasuredField):
    """A static throw; `in_round` where it belongs to an Action Round (D25), in which injury counts (D20)."""

    __test__ = False  # pytest takes every class of this name for its own

    kind: Literal["test-throws"]
    base: Annotated[int, Field(ge=1)] = 1
    intensity: Natural | None = None
    in_round: bool = False

    def faults(self) -> Iterator[Refusal]:
        """What is not told, and what cannot be counted."""
        yield from self.unmeasured(self.intensity, "intensity")
        own = self.measured(self.intensity)
        yield from faults_of_claims(ThrowKind.STATIC, own, Claims(), in_round=self.in_round)

    def answer(self, language: str) -> dict[str, Any]:
        """Count the cards."""
        own = self.measured(self.intensity)
        return count_answer(
            count_throws(ThrowKind.STATIC, own, None, self.base, in_round=self.in_round), language
        )


class CountDocument(MeasuredField):
    """What somebody counts, and, to refuse what is counted on both sides, what the opponent does."""

    kind: Literal["clash-throws", "opposed-throws"]
    base: Annotated[int, Field(ge=1)] = 1
    opponent: MeasuredField | None = None

    def faults(self) -> Iterator[Refusal]:
        """What is not told, and what cannot be counted on either side or on both."""
        against = self.opponent.stat if self.opponent else None
        yield from self.unmeasured(against, "opponent", *(["stat"] if self.opponent else []))
        theirs = self.opponent.measured(self.stat) if self.opponent else Claims()
        yield from faults_of_claims(self._kind(), self.measured(against), theirs)

    def _kind(self) -> ThrowKind:
        return ThrowKind(self.kind.removesuffix("-throws"))

    def answer(self, language: str) -> dict[str, Any]:
        """Count the cards, and the opponent's with what is left over of one's own losses (D21)."""
        kind = self._kind()
        if self.opponent is None:
            return count_answer(count_throws(kind, self.claims(), None, self.base), language)
        own = self.measured(self.opponent.stat)
        theirs = self.opponent.measured(self.stat)
        counted = count_throws(kind, own, theirs, self.base)
        other = count_throws(kind, theirs, None, from_opponent=counted.to_opponent)
        gained = count_throws(kind, own, None, self.base, from_opponent=other.to_opponent)
        return {**count_answer(gained, language), "opponent": count_answer(other, language)}


KINDS: dict[str, type[DocumentModel]] = {
    "clash-throws": CountDocument,
    "opposed-throws": CountDocument,
    "test-throws": TestCountDocument,
    "derived-throws": DerivedDocument,
}


def throws_document(document: object, language: str = LANGUAGES[0]) -> Any:
    """How many cards, which counts, what the opponent gains, and why; a list gives a list.

    :raise DocumentError: if the document does not fit, or counts something twice.
    """
    if isinstance(document, list):
        return [_item(place, item, language) for place, item in enumerate(document)]
    parsed = parse_kind(KINDS, document, language)
    try:
        if isinstance(parsed, DerivedDocument):
            counts = parsed.derive()
            told = {id_: count_answer(each, language) for id_, each in counts.items()}
            return {"throws": told, "say": counts_in_words(counts, language)}
        assert isinstance(parsed, CountDocument | TestCountDocument)
        return parsed.answer(language)
    except ThrowCountRefusal as refusal:
        raise from_refusal(refusal, language) from None


def count_answer(count: ThrowCount, language: str = LANGUAGES[0]) -> dict[str, Any]:
    """A number of cards as a document."""
    return {
        "cards": count.cards,
        "keep": str(count.keep),
        "to_opponent": count.to_opponent,
        "reasons": [list(reason_in_words(reason, language)) for reason in count.reasons],
        "say": count_in_words(count, language),
    }


def _item(place: int, item: object, language: str) -> Any:
    try:
        return throws_document(item, language)
    except DocumentError as error:
        raise error.within(place) from None
