"""The command `clashcam`: every subcommand is found here and imported only when it is called."""

from __future__ import annotations

import gc
import importlib
import io
import os
import sys
from typing import Final

import click

# Before numpy is there, which reads it once: further threads of its matrices spin while they wait, and matrices as
# small as ours are no sooner done. The other processors decode the next frame and run the page.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

GARBAGE: Final = 50_000
"""New objects between two searches for garbage. By Python's 700, a tenth of a start is searches among its imports."""

NAMES: Final = {
    "play": "Open the page on live frames.",
    "export": "Write a session as one self-contained file.",
    "forget": "Delete a session completely: its log, its pictures, and every copy of it.",
    "prune": "Delete pictures of old sessions; the log stays, and so do the pictures of the newest session.",
    "restore": "Put a copy of the log in its place; the log itself is set aside, not deleted.",
    "doctor": "Check everything that a session needs: one line each, and what to do.",
    "update-check": "Say which version runs and what is new in it; compare with downloaded files in FOLDER.",
    "report": "Write FILE.zip for the developers: versions, a check-up, and the last messages.",
    "print": "Write a deck of ours as a PDF to print and cut: both sides, at 100 %, flip on long edge.",
    "identify": "Name the cards in pictures: where each lies, what it is, which way up.",
    "enrol": "Learn a deck from one picture of each card, named by code (m07, c10, Qh) or by name (the-chariot).",
    "decks": "List the decks that can be read, with the file of each; or rename, delete, export and import your own.",
    "watch": "Tell what happens to the cards before a camera.",
    "replay": "Replay a recorded session, and print its events and verdicts.",
    "convention": "Show every table of a shared log on one page, live.",
    "bench": "Measure how fast this machine sees, stage by stage.",
    "resolve": "Judge a document: a test, an opposed throw, a C10, a C100, damage or a clash.",
    "throws": "Count the cards that somebody throws, with the reasons.",
    "round": "Play an Action Round as far as the document goes.",
    "odds": "Count the exact odds of a throw.",
}
"""Every subcommand, with the first sentence of its help: each is `command` of the module of its name in `webui.cli`."""

SYSTEM_NAMES: Final = {
    "demon-city": "Judge Demon City: throws, clashes, Action Rounds, numbers of cards, odds.",
    "pulp": "Judge Pulp in the Cards: deals of seven, initiative, combats, the deck of fourteen, odds.",
    "dragon": "Judge Dragon: speed and phases, whole turns, pools, range, damage, Death Checks, odds.",
    "chronica": "Judge Chronica's contests: pools, contests, pushed luck, spending, temporary dice, odds.",
}
"""The systems of the registry with the first sentence of their help, to be listed without an import of the rules."""

SYSTEMS: Final = "systems"
"""The module that holds a subcommand for every system of the registry; asked for every other name."""


class _Listing(click.Group):
    """Subcommands in the order in which they were given."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


class LazyGroup(click.Group):
    """A group that imports a subcommand only when it is asked for, and none to list them all."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return every subcommand's name, in the order of :data:`NAMES`, then the systems'."""
        return [*NAMES, *SYSTEM_NAMES]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module that holds the subcommand and return it."""
        if cmd_name in NAMES:
            command: click.Command = importlib.import_module(
                f"webui.cli.{cmd_name.replace('-', '_')}"
            ).command
            return command
        systems = importlib.import_module(f"webui.cli.{SYSTEMS}")
        return next((command for command in systems.COMMANDS if command.name == cmd_name), None)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the subcommands by what is said of them here."""
        said = NAMES | SYSTEM_NAMES
        lines = [click.Command(name, help=line) for name, line in said.items()]
        _Listing(commands=lines).format_commands(ctx, formatter)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="clashcam")
def main() -> None:
    """Point a camera at the table, play with real cards, and read who won."""
    gc.set_threshold(GARBAGE)
    for stream in (sys.stdout, sys.stderr):
        # Windows writes into files and pipes in an old code page, which lacks most letters of file names.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
