"""The documents of `clashcam throws`: how many cards somebody throws, and why (D13 to D22)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from rules.demon_city.throw_count import ThrowCount, ThrowCountRefusal, ThrowKind, count_throws
from webui.documents.claims import ClaimsField
from webui.documents.derived import DerivedDocument
from webui.documents.errors import DocumentError, document_error, from_refusal, written_path
from webui.documents.parse import DocumentModel, parse_kind
from webui.say import LANGUAGES
from webui.say.reasons import count_in_words, reason_in_words, what_in_words


class CountDocument(ClaimsField):
    """What somebody counts, and, to refuse what is counted on both sides, what the opponent does."""

    kind: Literal["clash-throws", "opposed-throws", "test-throws"]
    base: Annotated[int, Field(ge=1)] = 1
    opponent: ClaimsField | None = None

    def count(self) -> ThrowCount:
        """Count the cards."""
        kind = ThrowKind(self.kind.removesuffix("-throws"))
        opponent = self.opponent.claims() if self.opponent else None
        return count_throws(kind, self.claims(), opponent, self.base)


KINDS: dict[str, type[DocumentModel]] = {
    "clash-throws": CountDocument,
    "opposed-throws": CountDocument,
    "test-throws": CountDocument,
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
            return {"throws": {id_: count_answer(each, language) for id_, each in parsed.derive().items()}}
        assert isinstance(parsed, CountDocument)
        return count_answer(parsed.count(), language)
    except ThrowCountRefusal as refusal:
        raise count_error(refusal, language) from None


def count_answer(count: ThrowCount, language: str = LANGUAGES[0]) -> dict[str, Any]:
    """A number of cards as a document."""
    return {
        "cards": count.cards,
        "keep": str(count.keep),
        "to_opponent": count.to_opponent,
        "reasons": [list(reason_in_words(reason, language)) for reason in count.reasons],
        "say": count_in_words(count, language),
    }


def count_error(refusal: ThrowCountRefusal, language: str = LANGUAGES[0]) -> DocumentError:
    """What cannot be counted, in words."""
    params = dict(refusal.params)
    if "what" in params:
        params["what"] = what_in_words(params["what"], language)  # type: ignore[arg-type]
    if "where" in params:
        params["where"] = written_path(params["where"])  # type: ignore[arg-type]
    if "what" not in params:
        return from_refusal(refusal, language)
    return document_error(refusal.path, refusal.code, params, language)


def _item(place: int, item: object, language: str) -> Any:
    try:
        return throws_document(item, language)
    except DocumentError as error:
        raise error.within(place) from None
