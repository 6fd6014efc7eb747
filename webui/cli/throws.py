"""The command `throws`: cards counted, with the reasons."""

from __future__ import annotations

import click

from webui.cli.documents import answer_file, document_argument, json_option, language_option
from webui.documents import throws_document


@click.command("throws")
@document_argument
@json_option
@language_option
def command(file: str, language: str) -> None:
    """Count the cards that somebody throws, with the reasons.

    FILE holds one JSON document or a list of them; left out, or as -, it is standard input. The answer is
    JSON on standard output.

    \b
    {"kind": "clash-throws", "extra": ["higher-stat", {"situation": "high ground"}], "lost": ["called-shot"]}
    {"kind": "opposed-throws", "extra": ["distraction"], "opponent": {"lost": [{"situation": "drunk"}]}}
    {"kind": "test-throws", "stat": 5, "intensity": 4, "extra": [{"overlap": "Local Knowledge"}]}
    {"kind": "derived-throws", "fighters": [{"id": "ann", "stats": {"agility": 4}}, {"id": "bill"}],
     "deeds": [{"by": "ann", "target": "bill", "manner": "shooting"}]}
    """
    answer_file(file, lambda document: throws_document(document, language))
