"""The commands of a table: one place for each, in the file of its subject."""

from webui.table.commands import answers, foes, log, looking, phones, round, seats, settings, throw
from webui.table.commands.command import COMMANDS, Command, CommandSpec, Program, parse_command

__all__ = [
    "COMMANDS",
    "Command",
    "CommandSpec",
    "Program",
    "answers",
    "foes",
    "log",
    "looking",
    "parse_command",
    "phones",
    "round",
    "seats",
    "settings",
    "throw",
]
