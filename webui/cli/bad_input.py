"""Faults of input, as commands report them."""

from __future__ import annotations

import sys
from typing import IO, Any

import click

from vision.capture.passwords import without_secrets


class BadInputError(click.ClickException):
    """Input that cannot be used: one line on standard error, exit code 1."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the line."""
        click.echo(without_secrets(self.message), file=file, err=file is None)


def say(message: str) -> None:
    """Print a line about the program's progress on standard error, without any password."""
    click.echo(f"clashcam: {without_secrets(message)}", err=True)


def fail(message: str) -> None:
    """Print a fault in one line, and exit with code 1."""
    say(message)
    sys.exit(1)
