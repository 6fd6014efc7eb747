"""The number of cards of a throw, and the reasons, in words (D13 to D22)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.demon_city import Keep
from rules.demon_city.claims import Advantage
from rules.demon_city.throw_count import Floor, Reason, ThrowCount
from webui.i18n import LANGUAGES, catalogue, join_clauses, render, sentence

SITUATIONS: Final = {
    "advantage": "ui.count.extra",
    "disadvantage": "ui.count.lost",
    "high ground": "ui.announce.over.high",
}
"""Situations that one tap names (webui/http/static/lib/stats.js), each with the key of its words."""


def render_reason(reason: Reason, language: str = LANGUAGES[0]) -> tuple[str, str, str]:
    """The amount with its sign, the plain words, the rule: `("+1", "higher stat", "D17")`."""
    if reason.code is Floor.LOWEST:
        manoeuvre = render(f"reason.{reason.name}", language=language)
        words = render("reason.lowest", {"manoeuvre": manoeuvre}, language)
    elif reason.code is Floor.TO_OPPONENT:
        words = render("reason.to-opponent", {"count": reason.amount}, language)
    else:
        named = ".named" if reason.name else ""
        name = render_stat if reason.code is Advantage.OVERLAP else render_situation
        words = render(f"reason.{reason.code}{named}", {"name": name(reason.name, language)}, language)
    return f"{reason.amount:+d}", words, reason.rule


def render_count(count: ThrowCount, language: str = LANGUAGES[0]) -> str:
    """The number of cards, the rule that picks one, and the opponent's gain."""
    if count.keep is Keep.LOWEST:
        text = render("throws.lowest", language=language)
    elif count.cards == 1:
        text = render("throws.card", language=language)
    else:
        text = render("throws.cards", {"count": count.cards}, language)
    if count.to_opponent:
        gain = render("throws.to-opponent", {"count": count.to_opponent}, language)
        text = join_clauses([text, gain], language)
    return sentence(text)


def render_counts(counts: Mapping[str, ThrowCount], language: str = LANGUAGES[0]) -> str:
    """The number of cards of each."""
    cards = [
        render("throws.each", {"name": id_, "cards": each.cards}, language) for id_, each in counts.items()
    ]
    return sentence(join_clauses(cards, language) or render("throws.nobody", language=language))


def render_claim(what: tuple[str, str], language: str = LANGUAGES[0]) -> str:
    """An advantage or a disadvantage, as in `high ground` or `higher stat`."""
    return _quoted(what, language) or render(f"reason.{what[0]}", language=language)


def render_stat(name: str, language: str = LANGUAGES[0]) -> str:
    """A stat of the rules as the page names it, as in `Toughness`; any other by the table's own name."""
    return catalogue(language).get(f"ui.stat.{name.strip().lower().replace(' ', '-')}", name)


def render_situation(name: str, language: str = LANGUAGES[0]) -> str:
    """A situation that the page's own buttons name, as in `Ann: advantage 2`; any other by the table's own name."""
    owner, colon, rest = name.strip().rpartition(": ")
    word, number = rest.rstrip("0123456789 "), rest[len(rest.rstrip("0123456789 ")) :]
    code = SITUATIONS.get(word)
    return name if code is None else f"{owner}{colon}{catalogue(language)[code]}{number}"


def render_held_claim(what: tuple[str, str], language: str = LANGUAGES[0]) -> str:
    """An advantage or a disadvantage as a possession: `the higher stat`."""
    return _quoted(what, language) or render(f"has.{what[0]}", language=language)


def _quoted(what: tuple[str, str], language: str) -> str:
    """The name of an advantage or a disadvantage, quoted; empty where it has none."""
    kind, name = what[0], what[1].strip()
    words = render_stat(name, language) if kind == Advantage.OVERLAP else render_situation(name, language)
    return f'"{words}"' if name else ""
