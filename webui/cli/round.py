"""The command `round`: an Action Round as far as the document goes."""

from __future__ import annotations

import click

from webui.cli.documents import answer_demon_city, reads_document

KINDS = ("round",)
"""The kinds of document that it judges."""


@click.command("round")
@reads_document
def command(file: str, language: str) -> None:
    """Play an Action Round as far as the document goes.

    FILE holds one JSON document or a list of them; left out, or as -, it is standard input. The answer is
    JSON on standard output: order, cards, verdicts, whom the round waits for, and the next round.

    \b
    {"kind": "round", "characters": [{"id": "ann", "side": "players", "agility": 3},
                                     {"id": "bill", "side": "host", "agility": 2}],
     "announcements": [{"id": "bill", "action": {"kind": "attack", "target": "ann"}},
                       {"id": "ann", "action": {"kind": "defend"}, "extra": ["defense"]}],
     "throws": {"ann": ["w07", "c03"], "bill": ["s05"]}}
    """
    answer_demon_city(file, language, KINDS)
