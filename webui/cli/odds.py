"""The command `odds`: the exact odds of a throw."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import click
from click.core import ParameterSource

from rules.cards import Order, Valuation
from rules.demon_city import Keep
from rules.demon_city.odds_question import PLAYERS, OddsQuestion
from rules.limits import HIGHEST_NUMBER, MOST_CARDS
from webui.cli.documents import BadDocumentError, read_document
from webui.documents import DocumentError
from webui.documents.demon_city.odds import (
    answer_question,
    odds_answer,
    read_deck,
    read_significators,
    render_odds,
)

CARDS = click.IntRange(min=1, max=MOST_CARDS)

EVERY = "every"
"""The value of `--intensity` without a number."""


def _intensity(option: click.Parameter, value: str | None) -> int | str | None:
    """The Intensity of the option: a number of 0 or more, or each of them."""
    if value is None or value == EVERY:
        return value
    if not (value.isascii() and value.isdigit() and len(value) < 10):
        raise click.BadParameter(f"{value!r} is no Intensity; expected 0, 1, 2, ...", param=option)
    if int(value) > HIGHEST_NUMBER:
        raise click.BadParameter(f"{value} is too high; expected {HIGHEST_NUMBER} or less", param=option)
    return int(value)


@click.command("odds")
@click.option("--throws", type=CARDS, default=1, show_default=True, help="Number of cards.")
@click.option(
    "--against",
    type=CARDS,
    multiple=True,
    help="Number of the foe's cards; once for each foe who throws from the other deck.",
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
@click.option("--other-deck", metavar="FILE|players", help="The cards left to draw for the foe.")
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
def command(
    as_json: bool, table: bool, intensity: int | str | None, against: int | None, **question: Any
) -> None:
    """Count the exact odds of a throw.

    The decks left out are the Players' Deck: three of each value from 1 to 10, the Significators named,
    and, on the own side, The Fool.

    \b
    clashcam odds --throws 2 --against 1
    clashcam odds --throws 3 --intensity 6 --significator m05 --json
    clashcam odds --table --replace --reroll-ties
    clashcam odds --table --intensity
    """
    by_intensity = bool(table) and intensity == EVERY
    if intensity == EVERY and not table:
        raise click.UsageError("--intensity: expected a number, or --table beside it")
    number = None if intensity == EVERY else intensity
    if (bool(against) + (number is not None) + table) != 1:
        raise click.UsageError("expected one of --against, --intensity and --table")
    question |= {"table": table, "intensity": number, "against": against, "by_intensity": by_intensity}
    _print_ignored(question)
    decks = {name: _deck(question[name]) for name in ("deck", "other_deck")}
    try:
        answer = answer_question(_question({**question, **decks}))
    except DocumentError as error:
        raise BadDocumentError(str(error)) from None
    click.echo(json.dumps(odds_answer(answer)) if as_json else render_odds(answer))


def _question(given: dict[str, Any]) -> OddsQuestion:
    """The options as the rules have them.

    :raise DocumentError: a Significator is no card
    """
    own = read_significators(given.pop("significators"))
    order, keep = Order(given.pop("order")), Keep(given.pop("keep"))
    return OddsQuestion(significators=own, valuation=Valuation(order), keep=keep, **given)


IDLE = {
    "intensity": ("other_deck", "reroll_ties"),
    "by_intensity": ("other_deck", "reroll_ties"),
    "table": ("throws",),
}
"""Options that have no effect beside another one."""


def _print_ignored(question: Mapping[str, Any]) -> None:
    """Print on standard error which of the given options have no effect."""
    context = click.get_current_context()
    for asked, names in IDLE.items():
        given = [name for name in names if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
        if question[asked] not in (None, False) and given:
            options = ", ".join(f"--{name.replace('_', '-')}" for name in given)
            what = "table --intensity" if asked == "by_intensity" else asked
            click.echo(f"clashcam odds: {options}: no part in an answer to --{what}, left out", err=True)


def _deck(name: str | None) -> Any:
    """The JSON of a deck's file; `players` and no name are returned as they are."""
    if name is None or name == PLAYERS:
        return name
    try:
        return read_deck(read_document(name))
    except DocumentError as error:
        raise BadDocumentError(f"{name}: {error}") from None
