"""The commands of the public interface, version 1: what a program with a token may ask of the table.

``docs/command.schema.json`` is written from :class:`PublicCommand` (``python -m tests.contract --write``). As long as
the version is 1, a command may be added; none is taken away or gets another meaning. They are what the Host's keys do:
none of them changes settings, sharing, connections or files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from webui.table.commands import Command, parse_command
from webui.table.errors import CommandError, StaleCommandError

CommandName: TypeAlias = Literal[
    "next", "confirm", "new-throw", "judge-now", "undo", "pause", "resume", "toggle-pause"
]

THE_SAME: Final[Mapping[CommandName, Mapping[str, object]]] = {
    "confirm": {"name": "confirm"},
    "new-throw": {"name": "new-throw"},
    "judge-now": {"name": "judge-now"},
    "undo": {"name": "undo", "keeps_settings": True},
    "pause": {"name": "pause", "on": True},
    "resume": {"name": "pause", "on": False},
}
"""The table's command for each that means the same whatever lies there."""


class PublicCommand(BaseModel):
    """A command of another program."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)
    command: CommandName
    """docs/connect.md says what each does."""
    throw: Annotated[int, Field(ge=0)] | None = None
    """The number of the throw that it is meant for, as in the stream; null: whichever is on the table."""


class CommandDone(BaseModel):
    """A command that was carried out, and is on disk."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)
    command: CommandName
    """The one that was sent; of `toggle-pause` the one that it was, of `next` too, if it has a name here."""
    throw: int
    """The number of the throw that lay there before."""


class _Shown(BaseModel):
    """A part of the Host's snapshot: the fields that are named here, whatever else there is."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class _Throw(_Shown):
    number: int


class _MainKey(_Shown):
    text: str
    command: dict[str, object] | None


class _Table(_Shown):
    version: int
    paused: bool
    throw: _Throw
    main_key: _MainKey


def translate(asked: PublicCommand, snapshot: Mapping[str, object]) -> tuple[Command, CommandDone]:
    """Return the table's command for a program's, and what is to be answered once it was carried out.

    ``snapshot`` is the Host's newest; if the table moves on before the command comes to its turn, it is stale.

    :raise StaleCommandError: it is meant for another throw
    :raise CommandError: the Host's big key does nothing now
    """
    table = _Table.model_validate(snapshot)
    if asked.throw not in (None, table.throw.number):
        raise StaleCommandError("moved-on")
    name, given = _resolve(asked.command, table)
    command = parse_command({"version": table.version, **given})
    return command, CommandDone(command=name, throw=table.throw.number)


def _resolve(name: CommandName, table: _Table) -> tuple[CommandName, Mapping[str, object]]:
    """Return what a command means now: its name, and the table's command without a version."""
    if name == "toggle-pause":
        name = "resume" if table.paused else "pause"
    if name != "next":
        return name, THE_SAME[name]
    command = table.main_key.command
    if command is None:
        raise CommandError("connect-nothing-next", what=table.main_key.text)
    named: Iterator[CommandName] = (each for each, same in THE_SAME.items() if same == command)
    return next(named, name), command
