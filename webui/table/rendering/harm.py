"""The verdict of a damage throw, as the page, the TV and the log show it (D33)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from webui.documents.demon_city.shapes import HarmAnswer
from webui.i18n import card_name, render, sentence
from webui.table.contract.verdicts import Mark, Played, Verdict
from webui.table.rendering.reasons import reasons_of


def render_harm(
    harm: HarmAnswer, marks: Iterable[Mark], language: str, name: Callable[[str], str]
) -> Verdict:
    """Return a damage throw's verdict with these marks."""
    params = {"name": name(harm.hurt), "damage": harm.damage, "need": harm.need}
    title = render("harm.amount" if harm.damage is not None else "harm.need", params, language)
    card = None if harm.card is None else card_name(harm.card, language)
    lines = [*_done(harm, language), *([render("harm.card", {"card": card}, language)] if card else [])]
    line = " ".join(lines)
    return Verdict(
        kind="damage",
        tone="number",
        headline=title,
        title=title,
        clash="",
        played=[] if harm.card is None else [_played(harm, harm.card, language, name)],
        line=line,
        marks=list(marks),
        next=[],
        why=reasons_of(harm.rule, language),
        choose=None,
        spoken=" ".join(sentence(part) for part in (title, line) if part),
        result={},
    )


def _done(harm: HarmAnswer, language: str) -> Iterator[str]:
    """Yield what the damage does: what is left of the Toughness, or Out of the Fight (D24, D33)."""
    if harm.base is None:
        return
    after = render("damage.down" if harm.down else "damage.left", {"left": harm.left}, language)
    params = {"amount": harm.damage, "base": harm.base, "after": after}
    yield sentence(render("damage.of-toughness", params, language))


def _played(harm: HarmAnswer, card: str, language: str, name: Callable[[str], str]) -> Played:
    return Played(
        seat=harm.by,
        name=name(harm.by),
        card=card,
        card_name=card_name(card, language),
        value=harm.damage or 0,
        outcome=None,
    )
