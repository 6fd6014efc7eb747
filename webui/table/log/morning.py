"""The moments of a session in words: one sentence each, and who was lucky."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from babel.numbers import format_decimal, format_percent

from webui.i18n import LOCALES, card_name, render, sentence
from webui.i18n.seats import WHOLE_SIDES, possessive_card, seat_name
from webui.table.contract.figures import Figures, Luck
from webui.table.contract.moments import Moment as RenderedMoment
from webui.table.contract.moments import Moments
from webui.table.contract.sessions import SessionLine
from webui.table.log.entries import render_entry
from webui.table.log.logged import LoggedEntry, logged
from webui.table.log.moments import Act, Moment, MomentKind, moments_of
from webui.table.rendering.clash_lines import ClashLines, numbers

FEWEST: Final = 5
"""Of fewer throws with known odds nothing is said of luck."""

LUCK_SPREADS: Final = 1.0
"""So many standard deviations from what was expected are luck, good or bad."""

SMALL_CHANCE: Final = 0.01
"""Below this a chance has a decimal: it is never 0%."""


def render_moments(
    session: SessionLine, log: Sequence[LoggedEntry], figures: Figures, language: str
) -> Moments:
    """Return the moments of a session in words; ``log`` are its entries, ``figures`` its figures."""
    entries = {entry.id: entry for entry in log}
    return Moments(
        session=session,
        moments=[_render(moment, entries[moment.act.entry.id], language) for moment in moments_of(log)],
        luck=list(_luck_lines(figures, language)),
        unconfirmed=sum(not entry.confirmed and not entry.undone for entry in log),
    )


def without_names(log: Iterable[LoggedEntry], language: str) -> list[LoggedEntry]:
    """Return entries in which people are called by their seats, numbered as they first threw: "Seat 2"."""
    names: dict[str, str] = dict(WHOLE_SIDES)
    nameless = []
    for logged_entry in log:
        entry = logged_entry.whole
        for seat in entry.seats:
            number = len(names) - len(WHOLE_SIDES) + 1
            names.setdefault(seat.id, render("seat.new", {"n": number}, language))
        seats = [seat.model_copy(update={"name": names[seat.id]}) for seat in entry.seats]
        nameless.append(logged(entry.with_(seats=seats, people=[])))
    return nameless


def _render(moment: Moment, of: LoggedEntry, language: str) -> RenderedMoment:
    act = moment.act
    shown = render_entry(of, language)
    seat = next(each for each in act.entry.seats if each.id == act.seat)
    part = (shown.verdict.parts or [shown.verdict])[act.at[1]]
    thrown = next((each for each in seat.cards if each.card == act.card), None)
    code = "odds-critical" if moment.kind is MomentKind.ODDS and act.critical else moment.kind.value
    return RenderedMoment(
        kind=moment.kind.value,
        entry=act.entry.id,
        at=shown.at,
        seat=seat.id,
        name=seat_name(seat, language),
        side=seat.side,
        card=act.card,
        card_name=card_name(act.card, language),
        value=act.value,
        critical=act.critical,
        crop=thrown.crop if thrown else None,
        label=render(f"moment.{code}", None, language),
        said=_said(moment, code, possessive_card(seat, card_name(act.card, language), language), language),
        headline=(_own_deed(act, language) if shown.verdict.parts else "") or part.title,
    )


def _own_deed(act: Act, language: str) -> str:
    """Return what this one did in a clash of a round; nothing where that did not happen."""
    seats = {seat.id: seat for seat in act.entry.seats}
    lines = ClashLines(language, lambda key: seat_name(seats[key], language), lambda key: seats[key].side)
    return lines.deed_of(act.document, act.answer, act.seat)


def _said(moment: Moment, code: str, whose: str, language: str) -> str:
    """Return what a moment was, as the end of its sentence."""
    act = moment.act
    params = {"whose": whose, "chance": chance_in_words(act.win, language)}
    said = render(f"moment.said.{code}", params, language)
    if act.happened and act.against is not None:
        said = f"{said}, {numbers(act.value, act.against)}"
    return sentence(said)


def chance_in_words(chance: float, language: str) -> str:
    """Return a chance in per cent; a small one with a decimal.

    >>> chance_in_words(0.052, "en"), chance_in_words(0.0042, "en"), chance_in_words(0.052, "de")
    ('5%', '0.4%', '5\\xa0%')
    """
    form = LOCALES[language].percent_formats[None].pattern
    if chance < SMALL_CHANCE:
        form = form.replace("#0", "#0.0")
    return format_percent(chance, form, LOCALES[language])


def _luck_lines(figures: Figures, language: str) -> Iterable[str]:
    """Yield a sentence for each whose luck is known, the luckiest first."""
    known = [
        (each.name, each.success_luck)
        for each in figures.people
        if each.success_luck is not None and each.success_luck.n >= FEWEST
    ]
    for name, luck in sorted(known, key=lambda each: -_spreads(each[1])):
        spreads = _spreads(luck)
        code = "even" if abs(spreads) < LUCK_SPREADS else "lucky" if spreads > 0 else "unlucky"
        expected = format_decimal(luck.expected, "0.0", LOCALES[language])
        params = {"name": name, "came": luck.came, "n": luck.n, "expected": expected}
        yield sentence(render(f"moment.luck.{code}", params, language))


def _spreads(luck: Luck) -> float:
    """Return how many standard deviations came beyond what was expected; 0 where all was certain."""
    return (luck.came - luck.expected) / luck.spread if luck.spread else 0.0
