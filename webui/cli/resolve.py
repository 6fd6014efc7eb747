"""The command `resolve`: a document judged."""

from __future__ import annotations

import click

from webui.cli.documents import answer_demon_city, reads_document

KINDS = ("test", "opposed", "c10", "c100", "damage", "clash")
"""The kinds of document that it judges."""


@click.command("resolve")
@reads_document
def command(file: str, language: str) -> None:
    """Judge a document: a test, an opposed throw, a C10, a C100, damage or a clash.

    FILE holds one JSON document or a list of them; left out, or as -, it is standard input. The answer is
    JSON on standard output.

    \b
    {"kind": "test", "intensity": 4, "thrower": {"id": "marty", "cards": ["w03", "c07"]}}
    {"kind": "opposed", "throwers": [{"id": "a", "cards": ["w08"]}, {"id": "b", "cards": ["c09"]}]}
    {"kind": "c100", "cards": ["w03", "c07"]}
    """
    answer_demon_city(file, language, KINDS)
