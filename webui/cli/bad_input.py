"""What a command says of input that it cannot use."""

from __future__ import annotations

from typing import IO, Any

import click


class BadInputError(click.ClickException):
    """Input that cannot be used: one line on standard error, exit code 1."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the line."""
        click.echo(self.message, file=file, err=file is None)
