"""The rules behind a verdict, each with its text and our ruling."""

from __future__ import annotations

from collections.abc import Iterable

from webui.i18n import catalogue
from webui.table.contract.verdicts import Reason


def reasons_of(rules: Iterable[str], language: str) -> list[Reason]:
    """Return these rules with their words."""
    words = catalogue(language)
    return [
        Reason(
            rule=rule,
            ruling=f"ruling.{rule}" in words,
            text=words.get(f"rule.{rule}", ""),
            ruling_text=words.get(f"ruling.{rule}", ""),
        )
        for rule in rules
    ]
