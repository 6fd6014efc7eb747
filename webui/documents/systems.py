"""Documents of any system of the registry: read, judged by its rules, and answered with a sentence.

A system needs nothing here: its requests and records are its documents' fields. What is added to a record is
`say`, in the language asked for, and `thrown`: every die of the document, by whom it was thrown, and the seed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from functools import partial
from secrets import randbits
from typing import Any

from rules.refusal import Refusal
from rules.system import Draw, Kind, Record, Said, System
from webui.documents.demon_city import demon_city_document
from webui.documents.errors import DocumentError, document_error, from_refusal
from webui.documents.parse import shown
from webui.documents.requests import expected_at, read_request
from webui.documents.rolls import Roller
from webui.i18n import LANGUAGES, catalogue, listed, render, sentence

fresh_seed: Callable[[], int] = partial(randbits, 32)
"""A seed for a throw that names none."""


@dataclass(frozen=True)
class Judged:
    """A judged document: an entry for the log, or a look-up.

    `document` holds dice where rolls were asked for, so that judging it again gives the same answer.
    """

    system: System
    kind: Kind
    document: dict[str, Any]
    answer: dict[str, Any]


def judge_document(
    system: System,
    document: object,
    language: str = LANGUAGES[0],
    seed: Callable[[], int] = fresh_seed,
) -> Judged:
    """Judge one document of a system.

    :raise DocumentError: about the first field that does not fit, or that the rules refuse.
    """
    kind, body = _kind_of(system, document, language)
    if kind.request is None or kind.judge is None:
        plain = {"kind": kind.code, **body}
        return Judged(system, kind, plain, demon_city_document(plain, language))
    roller = Roller(kind.die_size, seed, language)
    throws = Draw.DICE in system.draws
    plain = roller.replace(body) if throws else body
    if throws and not any(each.name == "seed" for each in fields(kind.request)):
        plain.pop("seed", None)
    request = read_request(kind.request, plain, language)
    try:
        record = kind.judge(request)
    except Refusal as refusal:
        for each in refusal.each:
            each.params.setdefault("expected", expected_at(kind.request, each.path, language))
        raise from_refusal(refusal, language) from None
    thrown = {"thrown": roller.thrown} if roller.thrown else {}
    answer = {**record_document(record), **thrown, "say": say(record, language)}
    return Judged(system, kind, {"kind": kind.code, **plain}, answer)


def system_document(
    system: System,
    document: object,
    language: str = LANGUAGES[0],
    seed: Callable[[], int] = fresh_seed,
) -> Any:
    """The answer to a system's document; a list gives a list.

    :raise DocumentError: about the first field that does not fit; in a list, its path begins with the place.
    """
    if not isinstance(document, list):
        return judge_document(system, document, language, seed).answer
    answers = []
    for place, item in enumerate(document):
        try:
            answers.append(judge_document(system, item, language, seed).answer)
        except DocumentError as error:
            raise error.within(place) from None
    return answers


def _kind_of(system: System, document: object, language: str) -> tuple[Kind, dict[str, Any]]:
    kinds = listed([f'"{kind.code}"' for kind in system.kinds], language, "or")
    if not isinstance(document, Mapping):
        expected = render("expected.object", language=language)
        raise document_error((), "wrong", {"input": shown(document), "expected": expected}, language)
    if "kind" not in document:
        raise document_error(("kind",), "missing", {"expected": kinds}, language)
    found = [kind for kind in system.kinds if kind.code == document["kind"]]
    if not found:
        given = {"input": shown(document["kind"]), "kinds": kinds}
        raise document_error(("kind",), "unknown-kind", given, language)
    return found[0], {name: value for name, value in document.items() if name != "kind"}


def record_document(record: Record) -> dict[str, Any]:
    """A record's fields as JSON has them."""
    document = _plain(record)
    assert isinstance(document, dict)
    return document


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {
            each.metadata.get("written_as", each.name): _plain(getattr(value, each.name))
            for each in fields(value)
            if not (each.metadata.get("left_out_if_none") and getattr(value, each.name) is None)
        }
    if isinstance(value, StrEnum):
        return str(value)
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return value


def say(record: Record, language: str = LANGUAGES[0]) -> str:
    """The sentence of a record."""
    words = {name: _worded(value, language) for name, value in record.said.params.items()}
    return sentence(render(record.said.code, words, language))


def _worded(value: object, language: str) -> object:
    """A code that has a word in the catalogue as that word, a sentence within a sentence in words; whatever else
    as it is."""
    if isinstance(value, Said):
        return render(
            value.code, {name: _worded(each, language) for name, each in value.params.items()}, language
        )
    if isinstance(value, tuple):
        return tuple(_worded(item, language) for item in value)
    return catalogue(language).get(f"word.{value}", value) if isinstance(value, StrEnum) else value
