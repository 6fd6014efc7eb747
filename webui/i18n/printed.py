"""The texts of printed sheets."""

from __future__ import annotations

from webui.i18n import catalogue

LINES = ("print.ruler", "print.behind", "print.grey")


def lines_of_test_sheet(language: str) -> list[str]:
    """Return the lines of the test sheet."""
    words = catalogue(language)
    return [words[line] for line in LINES]
