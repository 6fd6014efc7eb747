"""The other systems at the same table: their documents judged, and what the log keeps of them."""

from __future__ import annotations

from typing import Any

from rules.registry import SYSTEMS
from rules.system import System
from webui.documents import DocumentError
from webui.documents.demon_city import demon_city_document
from webui.documents.systems import judge_document, system_document


class UnknownSystemError(DocumentError):
    """A system that nobody has registered."""


def known_system(code: str) -> System:
    """Return a system of the registry.

    :raise UnknownSystemError: there is none of that code
    """
    if code not in SYSTEMS:
        raise UnknownSystemError(("system",), f"{code!r} is not played here; expected {', '.join(SYSTEMS)}")
    return SYSTEMS[code]


def record(system: str, document: dict[str, Any], language: str) -> dict[str, Any]:
    """Judge a document and return what the log keeps: dice that were rolled stand in it as they fell.

    :raise DocumentError: it does not fit, or there is no such system
    """
    judged = judge_document(known_system(system), document, language)
    return {
        "throw": None,
        "mode": system,
        "system": system,
        "document": judged.document,
        "result": judged.answer,
        "seats": [],
        "picture": None,
        "crops": [],
    }


def with_judged(desk: dict[str, Any], place: str | None, kept: dict[str, Any]) -> dict[str, Any]:
    """Return a desk on which a judged document stays under a name."""
    if place is None:
        return desk
    judged = {"document": kept["document"], "result": kept["result"]}
    return desk | {"judged": {**(desk.get("judged") or {}), place: judged}}


def resolve_any(document: Any, language: str) -> Any:
    """Judge any document of the contracts; without a ``system`` beside ``kind`` it is Demon City's.

    :raise DocumentError: it does not fit
    """
    if isinstance(document, dict) and "system" in document:
        rest = {key: value for key, value in document.items() if key != "system"}
        return system_document(known_system(str(document["system"])), rest, language)
    return demon_city_document(document, language)
