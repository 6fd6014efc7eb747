"""What a person can tell a table to do: one place for each command, in the file of what it is about."""

from webui.table.commands import log, looking, round, seats, settings, throw
from webui.table.commands.command import COMMANDS, Command, CommandSpec, Program, parse_command

__all__ = [
    "COMMANDS",
    "Command",
    "CommandSpec",
    "Program",
    "log",
    "looking",
    "parse_command",
    "round",
    "seats",
    "settings",
    "throw",
]
