"""What a command says of input that it cannot use."""

from __future__ import annotations

import sys
from typing import IO, Any

import click


class BadInputError(click.ClickException):
    """Input that cannot be used: one line on standard error, exit code 1."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the line."""
        click.echo(self.message, file=file, err=file is None)


def fail(message: str) -> None:
    """Say what is wrong in one line and end with code 1."""
    click.echo(f"clashcam: {message}", err=True)
    sys.exit(1)
