"""The command `throws`: cards counted, with the reasons."""

from __future__ import annotations

import click

from webui.cli.documents import answer_demon_city, reads_document

KINDS = ("clash-throws", "opposed-throws", "test-throws", "derived-throws")
"""The kinds of document that it judges."""


@click.command("throws")
@reads_document
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
    answer_demon_city(file, language, KINDS)
