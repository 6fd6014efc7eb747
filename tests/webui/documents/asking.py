"""Demon City's documents as the command line hands them in."""

from __future__ import annotations

from typing import Any

from rules.registry import SYSTEMS
from webui.documents import answer_document


def demon_city(document: object, language: str = "en") -> Any:
    return answer_document(SYSTEMS["demon-city"], document, language)
