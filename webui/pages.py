"""The pages: one HTML skeleton each, with its texts; everything alive comes through the API (docs/state.md)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from flask import Blueprint, render_template
from jinja2 import Template

from rules.registry import SYSTEMS
from webui.say import catalogue

HERE = Path(__file__).parent
OURS = "ui."

PAGES = {
    "/": "table",
    "/log": "log",
    "/setup": "setup",
    "/screen": "screen",
    "/overlay": "overlay",
    "/phone": "phone",
    "/odds": "odds",
    "/decks": "decks",
    "/deck-help": "deck-help",
}
"""Addresses and pages. A page is the custom element ``<NAME-page>``, or the template of its name where there is one."""


def addresses() -> dict[str, str]:
    """All addresses and pages: ours, and one for every system of the registry, by its code."""
    return PAGES | {f"/{code}": code for code in SYSTEMS}


def pages_blueprint(language: Callable[[], str]) -> Blueprint:
    """The page routes; ``language`` tells the language of the table at the time of each request."""
    pages = Blueprint(
        "pages", __name__, template_folder="templates", static_folder="static", static_url_path="/static"
    )
    for address, page in addresses().items():
        pages.add_url_rule(address, page, _view(page, language))
    return pages


@cache
def texts(language: str) -> dict[str, str]:
    """The page's own texts out of the catalogue: its keys begin with ``ui.``, which is left out here.

    :raise UnknownLanguageError: if there is no such catalogue.
    """
    return {key.removeprefix(OURS): text for key, text in catalogue(language).items() if key.startswith(OURS)}


@cache
def sheets() -> list[str]:
    """The style sheets in the order of their names, the house style first."""
    return ["base.css", *sorted(f"elements/{path.name}" for path in (HERE / "static/elements").glob("*.css"))]


def _view(page: str, language: Callable[[], str]) -> Callable[[], str]:
    def show() -> str:
        spoken = language()
        words = texts(spoken)
        skeleton: list[str | Template] = [f"{page}.html", "base.html"]
        return render_template(
            skeleton,
            page=page,
            language=spoken,
            words=words,
            say=words.get,
            sheets=sheets(),
            systems=list(SYSTEMS),
        )

    return show
