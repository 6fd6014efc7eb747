"""The command `clashcam`: every subcommand is found here and imported only when it is called."""

from __future__ import annotations

import importlib
import io
import os
import sys

import click

# Before numpy is there, which reads it once: further threads of its matrices spin while they wait, and matrices as
# small as ours are no sooner done. The other processors decode the next frame and run the page.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

NAMES = (
    "play",
    "export",
    "forget",
    "prune",
    "restore",
    "doctor",
    "report",
    "print",
    "identify",
    "enrol",
    "decks",
    "watch",
    "replay",
    "convention",
    "bench",
    "resolve",
    "throws",
    "round",
    "odds",
)
"""Every subcommand: each is `command` of the module of its name in `webui.cli`."""

SYSTEMS = "systems"
"""The module that holds a subcommand for every system of the registry; asked for every other name."""


class LazyGroup(click.Group):
    """A group that imports a subcommand only when it is asked for, so that the small ones start at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return every subcommand's name, in the order of :data:`NAMES`, then the systems'."""
        systems = importlib.import_module(f"webui.cli.{SYSTEMS}")
        return [*NAMES, *(command.name for command in systems.COMMANDS)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module that holds the subcommand and return it."""
        if cmd_name in NAMES:
            command: click.Command = importlib.import_module(f"webui.cli.{cmd_name}").command
            return command
        systems = importlib.import_module(f"webui.cli.{SYSTEMS}")
        return next((command for command in systems.COMMANDS if command.name == cmd_name), None)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="clashcam")
def main() -> None:
    """Point a camera at the table, play with real cards, and read who won."""
    for stream in (sys.stdout, sys.stderr):
        # Windows writes into files and pipes in an old code page, which lacks most letters of file names.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
