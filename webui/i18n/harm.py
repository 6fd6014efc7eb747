"""The verdict of a damage throw, as the page, the TV and the log show it (D33)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from webui.i18n import card_name, render, sentence
from webui.i18n.system_verdicts import Document, reasons_of


def render_harm(result: Document, language: str, name: Callable[[str], str]) -> dict[str, Any]:
    """Return a damage throw's verdict, without marks; ``result`` names who was ``hurt`` and ``by`` whom."""
    amount, card = result["damage"], result["card"]
    params = {"name": name(result["hurt"]), "damage": amount, "need": result.get("need")}
    title = render("harm.amount" if amount is not None else "harm.need", params, language)
    lowest = [] if card is None else [render("harm.card", {"card": card_name(card, language)}, language)]
    line = "".join(lowest)
    return {
        "kind": "damage",
        "tone": "number",
        "headline": title,
        "title": title,
        "clash": "",
        "played": [] if card is None else [_played(result, language, name)],
        "line": line,
        "next": [],
        "why": reasons_of(result, language),
        "choose": None,
        "spoken": " ".join(sentence(part) for part in (title, line) if part),
        "result": dict(result),
    }


def _played(result: Document, language: str, name: Callable[[str], str]) -> dict[str, Any]:
    return {
        "seat": result["by"],
        "name": name(result["by"]),
        "card": result["card"],
        "card_name": card_name(result["card"], language),
        "value": result["damage"],
        "outcome": None,
    }
