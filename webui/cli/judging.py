"""The commands that judge documents: `resolve`, `throws`, `odds`, `round`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import IO, Any

import click
from click.core import ParameterSource

from rules.cards import Order
from rules.demon_city import Keep
from webui.documents import DocumentError, resolve_document, round_document, throws_document
from webui.documents.chances import MOST, PLAYERS, OddsQuestion, odds_answer, odds_in_words, read_deck
from webui.documents.plain_json import UnfitJSONError, read_json
from webui.i18n import LANGUAGES
from webui.i18n.verdicts import Speaker

document_argument = click.argument("file", metavar="[FILE|-]", default="-")
json_option = click.option(
    "--json", is_flag=True, expose_value=False, help="Print JSON, which happens in any case."
)
CARDS = click.IntRange(min=1, max=MOST)
language_option = click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=LANGUAGES[0],
    show_default=True,
    help="Language of the sentences.",
)


EVERY = "every"
"""What `--intensity` stands for without a number."""


def _intensity(option: click.Parameter, value: str | None) -> int | str | None:
    """The Intensity of the option: a number of 0 or more, or each of them."""
    if value is None or value == EVERY:
        return value
    if not (value.isascii() and value.isdigit() and len(value) < 10):
        raise click.BadParameter(f"{value!r} is no Intensity; expected 0, 1, 2, ...", param=option)
    return int(value)


class BadDocumentError(click.ClickException):
    """A document that does not fit: a line on standard error for each fault, exit code 1."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the lines."""
        click.echo(self.message, file=file, err=file is None)


def answer_file(file: str, answer: Callable[[Any], Any]) -> None:
    """Read a JSON document from a file or, where it is called -, from standard input, and print its answer.

    :raise BadDocumentError: naming the file and the field.
    """
    document = read_document(file)
    try:
        answered = answer(document)
    except DocumentError as error:
        raise BadDocumentError("\n".join(f"{_shown(file)}: {each}" for each in error.each)) from None
    click.echo(json.dumps(answered, ensure_ascii=False).encode())


def read_document(file: str) -> Any:
    """The JSON in a file.

    :raise BadDocumentError: if there is none.
    """
    try:
        with click.open_file(file, "rb") as stream:
            return read_json(stream.read())
    except OSError as error:
        raise BadDocumentError(f"{_shown(file)}: {error.strerror}; expected a readable file") from None
    except UnfitJSONError as error:
        raise BadDocumentError(f"{_shown(file)}: {error}") from None


def _shown(file: str) -> str:
    return "<stdin>" if file == "-" else file


@click.command()
@document_argument
@json_option
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
@json_option
@language_option
def throws(file: str, language: str) -> None:
    """Count the cards that somebody throws, with the reasons.

    FILE holds one JSON document or a list of them; left out, or as -, it is standard input. The answer is
    JSON on standard output.

    \b
    {"kind": "clash-throws", "extra": ["higher-stat", {"situation": "high ground"}], "lost": ["called-shot"]}
    {"kind": "opposed-throws", "extra": ["distraction"], "opponent": {"lost": [{"situation": "drunk"}]}}
    {"kind": "test-throws", "stat": 5, "intensity": 4, "extra": [{"overlap": "Local Knowledge"}]}
    {"kind": "derived-throws", "fighters": [{"id": "ann", "stats": {"agility": 4}}, {"id": "bill"}],
     "deeds": [{"by": "ann", "target": "bill", "manner": "shooting"}]}
    """
    answer_file(file, lambda document: throws_document(document, language))


@click.command()
@click.option("--throws", type=CARDS, default=1, show_default=True, help="How many cards.")
@click.option(
    "--against",
    type=CARDS,
    multiple=True,
    help="How many cards the foe throws; once for each foe who throws from the other deck.",
)
@click.option(
    "--intensity",
    is_flag=False,
    flag_value=EVERY,
    callback=lambda _, option, value: _intensity(option, value),
    metavar="[INTEGER]",
    help="The Intensity to beat; equality is a loss. Beside --table without a number: each from 0 to 10.",
)
@click.option("--deck", metavar="FILE|players", help="The cards left to draw, a JSON list of codes.")
@click.option("--other-deck", metavar="FILE|players", help="The same of the foe.")
@click.option("--significator", "significators", metavar="CODE", multiple=True, help="An own Significator.")
@click.option(
    "--keep", type=click.Choice([keep.value for keep in Keep]), default=Keep.HIGHEST.value, show_default=True
)
@click.option(
    "--replace", is_flag=True, help="Put each card back; a deck left out is one of each value 1 to 10."
)
@click.option("--reroll-ties", is_flag=True, help="Throw ties again until they are decided.")
@click.option(
    "--table", is_flag=True, help="One to eight cards against one to eight, or with --intensity against each."
)
@click.option(
    "--order", type=click.Choice([order.value for order in Order]), default=Order.RWS.value, show_default=True
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def odds(as_json: bool, **question: Any) -> None:
    """Count the exact odds of a throw.

    The decks left out are the Players' Deck: three of each value from 1 to 10, the Significators named,
    and, on the own side, The Fool.

    \b
    clashcam odds --throws 2 --against 1
    clashcam odds --throws 3 --intensity 6 --significator m05 --json
    clashcam odds --table --replace --reroll-ties
    clashcam odds --table --intensity
    """
    question["by_intensity"] = question["table"] and question["intensity"] == EVERY
    if question["intensity"] == EVERY:
        question["intensity"] = None
        if not question["table"]:
            raise click.UsageError("--intensity: expected a number, or --table beside it")
    if (bool(question["against"]) + (question["intensity"] is not None) + question["table"]) != 1:
        raise click.UsageError("expected one of --against, --intensity and --table")
    _tell_ignored(question)
    decks = {name: _deck(question[name]) for name in ("deck", "other_deck")}
    try:
        answer = odds_answer(OddsQuestion(**{**question, **decks}))
    except DocumentError as error:
        raise BadDocumentError(str(error)) from None
    click.echo(json.dumps(answer) if as_json else odds_in_words(answer))


IDLE = {
    "intensity": ("other_deck", "reroll_ties"),
    "by_intensity": ("other_deck", "reroll_ties"),
    "table": ("throws",),
}
"""Options that mean nothing beside another one."""


def _tell_ignored(question: Mapping[str, Any]) -> None:
    """Say on standard error which of the options given have no part in the answer."""
    context = click.get_current_context()
    for asked, names in IDLE.items():
        given = [name for name in names if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
        if question[asked] not in (None, False) and given:
            options = ", ".join(f"--{name.replace('_', '-')}" for name in given)
            what = "table --intensity" if asked == "by_intensity" else asked
            click.echo(f"clashcam odds: {options}: no part in an answer to --{what}, left out", err=True)


def _deck(name: str | None) -> Any:
    """The JSON of a deck's file; `players` and nothing stand for themselves."""
    if name is None or name == PLAYERS:
        return name
    try:
        return read_deck(read_document(name))
    except DocumentError as error:
        raise BadDocumentError(f"{name}: {error}") from None


@click.command("round")
@document_argument
@json_option
@language_option
def round_(file: str, language: str) -> None:
    """Play an Action Round as far as the document tells it.

    FILE holds one JSON document or a list of them; left out, or as -, it is standard input. The answer is
    JSON on standard output: order, cards, verdicts, whom the round waits for, and the next round.

    \b
    {"kind": "round", "characters": [{"id": "ann", "side": "players", "agility": 3},
                                     {"id": "bill", "side": "host", "agility": 2}],
     "announcements": [{"id": "bill", "action": {"kind": "attack", "target": "ann"}},
                       {"id": "ann", "action": {"kind": "defend"}, "extra": ["defense"]}],
     "throws": {"ann": ["w07", "c03"], "bill": ["s05"]}}
    """
    answer_file(file, lambda document: round_document(document, Speaker(language)))


COMMANDS: list[click.Command] = [resolve, throws, odds, round_]
