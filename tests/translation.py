"""What a language still lacks: ``python -m tests.translation fr`` (docs/translating.md)."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from string import Formatter
from typing import Final

import webui.table.commands  # Its words stand in it.  # noqa: F401
from webui.i18n import LANGUAGES, own_words

FORMS: Final = ("zero", "two", "few", "many")
"""The plural forms that English does not have: a language that knows them may have keys of its own for them."""


def main(words: Sequence[str]) -> int:
    """Print what is to be done in each language; return the exit status: 1 if something is."""
    unknown = [language for language in words if language not in LANGUAGES]
    if unknown or not words:
        print(
            f"expected languages out of {', '.join(LANGUAGES)}; a new one goes into webui/i18n/languages.json"
        )
        return 2
    found = [line for language in words for line in gaps(language)]
    print("\n".join(found) or "Nothing is missing.")
    return int(bool(found))


def gaps(language: str) -> Iterator[str]:
    """Yield a line for each text that a language lacks, has in vain, or whose places are not those of the English."""
    return differences(own_words(LANGUAGES[0]), own_words(language))


def differences(english: dict[str, str], other: dict[str, str]) -> Iterator[str]:
    """Yield what a language has to do: the texts it lacks as they may be pasted into its file, then its faults."""
    yield from (
        f" {json.dumps(key)}: {json.dumps(text, ensure_ascii=False)},"
        for key, text in english.items()
        if key not in other
    )
    for key, text in other.items():
        stem, _, form = key.rpartition(".")
        twin = english.get(key, english.get(f"{stem}.other") if form in FORMS else None)
        if twin is None:
            yield f"{key}: English has no such text; take it out"
        elif (here := places(text)) != (there := places(twin)):
            yield f"{key}: has the places {shown(here)}; expected {shown(there)}"


def places(template: str) -> set[str]:
    """The names of a template's places.

    >>> sorted(places("{name:wins|win} {n} cards"))
    ['n', 'name']
    """
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def shown(names: set[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names)) or "none"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
