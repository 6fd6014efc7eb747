"""The commands that judge documents: `resolve`, `throws`, `odds`, `round`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import IO, Any

import click

from webui.documents import DocumentError, resolve_document, throws_document
from webui.say import LANGUAGES
from webui.say.verdicts import Speaker

document_argument = click.argument("file", metavar="[FILE|-]", default="-")
language_option = click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=LANGUAGES[0],
    show_default=True,
    help="Language of the sentences.",
)


class BadDocumentError(click.ClickException):
    """A document that does not fit: one line on standard error, exit code 1."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the line."""
        click.echo(self.message, file=file, err=file is None)


def answer_file(file: str, answer: Callable[[Any], Any]) -> None:
    """Read a JSON document from a file or, where it is called -, from standard input, and print its answer.

    :raise BadDocumentError: naming the file and the field.
    """
    document = read_document(file)
    try:
        answered = answer(document)
    except DocumentError as error:
        raise BadDocumentError(f"{_shown(file)}: {error}") from None
    click.echo(json.dumps(answered, ensure_ascii=False).encode())


def read_document(file: str) -> Any:
    """The JSON in a file.

    :raise BadDocumentError: if there is none.
    """
    try:
        with click.open_file(file, "rb") as stream:
            return json.loads(stream.read().decode("utf-8-sig"), parse_constant=_refuse_constant)
    except OSError as error:
        raise BadDocumentError(f"{_shown(file)}: {error.strerror}; expected a readable file") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise BadDocumentError(f"{_shown(file)}: {place}: {error.msg}; expected JSON") from None
    except RecursionError:
        raise BadDocumentError(f"{_shown(file)}: nested too deeply; expected a JSON document") from None
    except ValueError as error:
        raise BadDocumentError(f"{_shown(file)}: {error}; expected JSON in UTF-8") from None


def _shown(file: str) -> str:
    return "<stdin>" if file == "-" else file


def _refuse_constant(constant: str) -> None:
    raise ValueError(f"{constant} is no number in JSON")


@click.command()
@document_argument
@language_option
def resolve(file: str, language: str) -> None:
    """Judge a document: a test, an opposed throw, a C10, a C100, damage or a clash.

    FILE holds one JSON document or a list of them; left out, or as -, it is standard input. The answer is
    JSON on standard output.

    \b
    {"kind": "test", "intensity": 4, "thrower": {"id": "marty", "cards": ["w03", "c07"]}}
    {"kind": "opposed", "throwers": [{"id": "a", "cards": ["w08"]}, {"id": "b", "cards": ["c09"]}]}
    {"kind": "c100", "cards": ["w03", "c07"]}
    """
    answer_file(file, lambda document: resolve_document(document, Speaker(language)))


@click.command()
@document_argument
@language_option
def throws(file: str, language: str) -> None:
    """Count the cards that somebody throws, with the reasons.

    FILE holds one JSON document or a list of them; left out, or as -, it is standard input. The answer is
    JSON on standard output.

    \b
    {"kind": "clash-throws", "extra": ["higher-stat", {"situation": "high ground"}], "lost": ["called-shot"]}
    {"kind": "opposed-throws", "extra": ["distraction"], "opponent": {"lost": [{"situation": "drunk"}]}}
    {"kind": "test-throws", "extra": ["higher-stat", {"overlap": "Local Knowledge"}]}
    """
    answer_file(file, lambda document: throws_document(document, language))


COMMANDS: list[click.Command] = [resolve, throws]
