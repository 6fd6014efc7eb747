"""The shared parts of the commands that judge documents: reading, answering, faults."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from typing import IO, Any

import click

from rules.registry import SYSTEMS
from webui.documents import DocumentError, answer_document
from webui.documents.plain_json import UnfitJSONError, read_json
from webui.i18n import LANGUAGES

document_argument = click.argument("file", metavar="[FILE|-]", default="-")
json_option = click.option("--json", is_flag=True, expose_value=False, help="Print JSON, as without it.")
language_option = click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=LANGUAGES[0],
    show_default=True,
    help="Language of the sentences.",
)


def reads_document(judges: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of a document's judge: ``file`` and ``language``."""
    return document_argument(json_option(language_option(judges)))


class BadDocumentError(click.ClickException):
    """A document that does not fit: a line on standard error for each fault, exit code 1."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the lines."""
        click.echo(self.message, file=file, err=file is None)


def answer_file(file: str, answer: Callable[[object], object], language: str = LANGUAGES[0]) -> None:
    """Read a JSON document from a file or, where it is called -, from standard input, and print its answer.

    :raise BadDocumentError: naming the file and the field.
    """
    document = read_document(file, language)
    try:
        answered = answer(document)
    except DocumentError as error:
        raise BadDocumentError("\n".join(f"{_shown(file)}: {each}" for each in error.each)) from None
    click.echo(json.dumps(answered, ensure_ascii=False).encode())


def answer_demon_city(file: str, language: str, kinds: Collection[str]) -> None:
    """Print the answer to Demon City's document of one of these kinds.

    :raise BadDocumentError: naming the file and the field.
    """
    demon_city = SYSTEMS["demon-city"]
    answer_file(file, lambda document: answer_document(demon_city, document, language, kinds=kinds), language)


def read_document(file: str, language: str = LANGUAGES[0]) -> object:
    """The JSON in a file.

    :raise BadDocumentError: if there is none.
    """
    try:
        with click.open_file(file, "rb") as stream:
            return read_json(stream.read())
    except OSError as error:
        raise BadDocumentError(f"{_shown(file)}: {error.strerror}; expected a readable file") from None
    except UnfitJSONError as error:
        raise BadDocumentError(f"{_shown(file)}: {error.render(language)}") from None


def _shown(file: str) -> str:
    return "<stdin>" if file == "-" else file
