"""The commands of the systems beside Demon City: one for each system of the registry."""

from __future__ import annotations

import json

import click

from rules.registry import SYSTEMS
from rules.system import Draw, System
from webui.cli.documents import answer_file, reads_document
from webui.documents import answer_document
from webui.i18n import catalogue

_ABOUT = """

FILE holds one JSON document or a list of them; left out, or as -, it is standard input. The answer is JSON on
standard output. One document of each kind:

\b
{examples}
{dice}"""

_DICE = """
In place of any "dice", "roll" with the dice's sizes lets the program throw: {"roll": [10, 10], "seed": 7}. The
answer's "thrown" lists every die, who threw it and from which seed."""


def example_lines(system: System) -> list[str]:
    """One example of each kind of document, each on one line."""
    return [json.dumps({"kind": kind.code, **kind.example}) for kind in system.kinds]


def help_of(system: System) -> str:
    """The help of the system's command."""
    dice = _DICE if Draw.DICE in system.draws else ""
    return catalogue()[f"system.{system.code}"] + _ABOUT.format(
        examples="\n".join(example_lines(system)), dice=dice
    )


def command_of(system: System) -> click.Command:
    """The command of a system, by its code."""

    @click.command(system.code, help=help_of(system))
    @reads_document
    def judge(file: str, language: str) -> None:
        answer_file(file, lambda document: answer_document(system, document, language), language)

    return judge


COMMANDS: list[click.Command] = [command_of(system) for system in SYSTEMS.values()]
