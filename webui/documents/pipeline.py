"""The pipeline of a document, whatever the system: read, judged by the rules, and answered with a sentence.

A system needs nothing here: its requests and records are its documents' fields. Where people write a document in
several ways, `FORMS` has a form for its kind, from which the request is made and to which the answer is shaped.
What is added to a record is `say`, in the language asked for, and `thrown`: every die of the document, by whom it
was thrown, and the seed. A record stays typed until its answer is written.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from functools import partial
from secrets import randbits
from typing import Any, Final

from rules.refusal import Refusal
from rules.registry import SYSTEMS
from rules.system import Draw, Kind, Record, System
from webui.documents.demon_city.action_round import RoundForm
from webui.documents.demon_city.counted import ClashCountForm, OpposedCountForm, TestCountForm
from webui.documents.demon_city.derived import DerivedForm
from webui.documents.demon_city.judged import C10Form, C100Form, ClashForm, DamageForm, OpposedForm, TestForm
from webui.documents.demon_city.odds import OddsForm
from webui.documents.demon_city.result_form import ResultForm
from webui.documents.demon_city.shapes import AnyAnswer
from webui.documents.errors import DocumentError, from_refusal, shown, wrong
from webui.documents.fields import DocumentForm
from webui.documents.parse import expected_at, parse, refuse_control_characters
from webui.documents.rolls import Roller
from webui.i18n import LANGUAGES, AnyOf
from webui.i18n.narrator import Narrator

_DEMON_CITY: Final[Mapping[str, type[DocumentForm]]] = {
    "test": TestForm,
    "opposed": OpposedForm,
    "c10": C10Form,
    "c100": C100Form,
    "damage": DamageForm,
    "clash": ClashForm,
    "round": RoundForm,
    "clash-throws": ClashCountForm,
    "opposed-throws": OpposedCountForm,
    "test-throws": TestCountForm,
    "derived-throws": DerivedForm,
    "odds": OddsForm,
}

FORMS: Final[Mapping[str, Mapping[str, type[DocumentForm]]]] = {"demon-city": _DEMON_CITY}
"""Documents of all other kinds are their requests' fields, and need none."""

fresh_seed: Callable[[], int] = partial(randbits, 32)
"""A seed for a throw that names none."""


@dataclass(frozen=True)
class Judged:
    """A judged document: an entry for the log, or a look-up."""

    system: System
    kind: Kind
    document: dict[str, object]
    """The document, with dice in place of rolls, so that judging it again gives the same record."""
    record: Record
    asked: object
    """The form that was filled in, or the request itself."""
    thrown: tuple[dict[str, object], ...] = ()

    def answer(self, language: str = LANGUAGES[0]) -> dict[str, object]:
        """The record as JSON has it, with its sentence."""
        narrator = Narrator(language)
        if isinstance(self.asked, DocumentForm):
            return self.asked.answer(self.record, narrator)
        thrown = {"thrown": list(self.thrown)} if self.thrown else {}
        return {**record_document(self.record), **thrown, "say": narrator.say(self.record)}

    def result(self, language: str = LANGUAGES[0]) -> AnyAnswer:
        """The record in the shape of its answer; Demon City's throws and rounds have one."""
        assert isinstance(self.asked, ResultForm), "other answers have no shape of their own"
        return self.asked.result(self.record, Narrator(language))

    def sentences(self) -> dict[str, str]:
        """Its sentence, in every language."""
        return {language: Narrator(language).say(self.record) for language in LANGUAGES}


def known_system(code: str) -> System:
    """The system of this code.

    :raise DocumentError: nobody plays it here
    """
    if code not in SYSTEMS:
        raise DocumentError(("system",), "unknown-system", {"given": shown(code), "systems": AnyOf(SYSTEMS)})
    return SYSTEMS[code]


def judge_document(
    system: System,
    document: object,
    language: str = LANGUAGES[0],
    seed: Callable[[], int] = fresh_seed,
    kinds: Collection[str] = (),
) -> Judged:
    """Judge one document of a system, of any kind or of one of these.

    :raise DocumentError: about the first field that does not fit or that the rules refuse, with all others, in
        this language
    """
    try:
        return _judged(system, document, seed, kinds)
    except DocumentError as error:
        raise error.with_meant(document).in_language(language) from None


def answer_document(
    system: System,
    document: object,
    language: str = LANGUAGES[0],
    seed: Callable[[], int] = fresh_seed,
    kinds: Collection[str] = (),
) -> Any:
    """The answer to a system's document; a list gives a list.

    :raise DocumentError: as `judge_document` does; in a list, its path begins with the place
    """
    if not isinstance(document, list):
        return judge_document(system, document, language, seed, kinds).answer(language)
    answers = []
    for place, item in enumerate(document):
        try:
            answers.append(judge_document(system, item, language, seed, kinds).answer(language))
        except DocumentError as error:
            raise error.within(place) from None
    return answers


def _judged(system: System, document: object, seed: Callable[[], int], kinds: Collection[str]) -> Judged:
    refuse_control_characters(document)
    kind, body = _kind_of(system, document, kinds)
    form = FORMS.get(system.code, {}).get(kind.code, kind.request)
    roller = Roller(kind.die_size, seed)
    if Draw.DICE in system.draws:
        body = roller.replace(body)
        if not any(each.name == "seed" for each in fields(kind.request)):
            body.pop("seed", None)
    asked = parse(form, body)
    if isinstance(asked, DocumentForm) and (drawn := asked.drawn(seed)):
        body = {**body, **drawn}
        asked = parse(form, body)
    try:
        record = kind.judge(asked.request() if isinstance(asked, DocumentForm) else asked)
    except Refusal as refusal:
        raise from_refusal(refusal, lambda path: expected_at(form, path)) from None
    return Judged(system, kind, {"kind": kind.code, **body}, record, asked, tuple(roller.thrown))


def _kind_of(system: System, document: object, kinds: Collection[str]) -> tuple[Kind, dict[str, object]]:
    known = {kind.code: kind for kind in system.kinds if not kinds or kind.code in kinds}
    expected = AnyOf(f'"{code}"' for code in known)
    if not isinstance(document, Mapping):
        raise wrong((), document, "object")
    if "kind" not in document:
        raise DocumentError(("kind",), "missing", {"expected": expected})
    code = document["kind"]
    if not isinstance(code, str) or code not in known:
        raise DocumentError(("kind",), "unknown-kind", {"input": shown(code), "kinds": expected})
    return known[code], {name: value for name, value in document.items() if name != "kind"}


def record_document(record: object) -> dict[str, object]:
    """A record's fields as JSON has them."""
    document = _plain(record)
    assert isinstance(document, dict)
    return document


def _plain(value: object) -> object:
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
