"""The pages: one HTML skeleton each, with its texts; everything alive comes through the API (docs/state.md)."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path, PurePosixPath

from flask import Blueprint, Response, render_template, request
from jinja2 import ChoiceLoader, FileSystemLoader, FunctionLoader, Template

from rules.registry import SYSTEMS
from webui.http.api.described import described
from webui.i18n import LANGUAGES, LOCALES, NAMES_OF_LANGUAGES, cases, catalogue

HERE = Path(__file__).parent
OURS = "ui."

PAGES = {
    "/": "table",
    "/begin": "begin",
    "/log": "log",
    "/sessions": "sessions",
    "/story": "story",
    "/moments": "moments",
    "/setup": "setup",
    "/screen": "screen",
    "/overlay": "overlay",
    "/overlay/settings": "overlay-settings",
    "/phone": "phone",
    "/camera": "camera",
    "/odds": "odds",
    "/decks": "decks",
    "/decks/new": "enrol",
    "/deck-help": "deck-help",
    "/support": "support",
}
"""Addresses and pages. A page is the custom element ``<NAME-page>``, or the template of its name where there is one."""


def addresses() -> dict[str, str]:
    """All pages by their paths: the application's, and one for every system of the registry, by its code."""
    return PAGES | {f"/{code}": code for code in SYSTEMS}


def pages_blueprint(language: Callable[[], str], shown: Mapping[str, str] | None = None) -> Blueprint:
    """The page routes, those of a table if no other are ``shown``; ``language`` is asked at each request."""
    pages = Blueprint(
        "pages", __name__, template_folder="templates", static_folder="static", static_url_path="/static"
    )
    pages.jinja_loader = ChoiceLoader([FileSystemLoader(HERE / "templates"), FunctionLoader(_page_of_system)])
    for address, page in (addresses() if shown is None else shown).items():
        pages.add_url_rule(address, page, _view(page, language))
    pages.add_url_rule("/static/all.css", "sheet", _sheet)
    return pages


def _page_of_system(name: str) -> str | None:
    """The template `CODE.html`: the page that lies in the folder of the system of this code."""
    system = SYSTEMS.get(name.removesuffix(".html"))
    return None if system is None else (files(system.package) / "page.html").read_text(encoding="utf-8")


WELCOME = (
    "phone.language",
    "phone.which-seat",
    "phone.seat",
    "phone.host",
    "phone.only-look",
    "phone.name",
    "phone.colour",
    "phone.colour.n",
    "phone.ready",
)
"""What a phone asks before anything else, in the language of whoever holds it: who are you?"""


def asked_language(otherwise: str) -> str:
    """Return the language that the caller's browser prefers among ours, ``otherwise`` where it wants none of them."""
    return request.accept_languages.best_match(LANGUAGES) or otherwise


@cache
def texts(language: str) -> dict[str, str]:
    """The page's own texts out of the catalogue: its keys begin with ``ui.``, which is left out here.

    :raise UnknownLanguageError: if there is no such catalogue.
    """
    return {key.removeprefix(OURS): text for key, text in catalogue(language).items() if key.startswith(OURS)}


def names_in_cases(language: str) -> dict[str, str]:
    """The forms of names that a text of the page may ask for, by ``case.CASE.NAME``."""
    forms = cases(language).items()
    return {f"case.{case}.{name}": form for case, names in forms for name, form in names.items()}


def spoken_here(language: str) -> dict[str, str]:
    """What each language calls itself, by ``language.CODE``, and the ``locale`` of this one, as a browser names it."""
    names = {f"language.{code}": name for code, name in NAMES_OF_LANGUAGES.items()}
    return names | {"locale": str(LOCALES[language]).replace("_", "-")}


STATIC = HERE / "static"


@described(kind="text/css")
def _sheet() -> Response:
    """Return all style sheets as one."""
    return Response(sheet(), mimetype="text/css")


@cache
def sheet() -> str:
    """All style sheets as one, the house style first, then by name: one request instead of many."""
    paths = [STATIC / "base.css", *sorted((STATIC / "elements").glob("*.css"))]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


ELEMENT = re.compile(r"<([a-z]+-[a-z-]+)")
IMPORTED = re.compile(r'(?:from|import) "(\.[^"]+)"')


def modules(body: str) -> list[str]:
    """Return the paths of all modules that the elements of a page import, to be preloaded by its head."""
    return _closure(frozenset(ELEMENT.findall(body)))


@cache
def _closure(elements: frozenset[str]) -> list[str]:
    """The first module and those of the elements, with all that they import, as paths below ``static``."""
    ahead = ["index.js", *(f"elements/{name}.js" for name in elements)]
    found: set[str] = set()
    while ahead:
        module = ahead.pop()
        if module not in found:
            found.add(module)
            ahead += _imports(module)
    return sorted(found - {"index.js"})


def _imports(module: str) -> list[str]:
    text = (STATIC / module).read_text(encoding="utf-8")
    folder = PurePosixPath(module).parent
    return [posixpath.normpath(folder / path) for path in IMPORTED.findall(text)]


def _view(page: str, language: Callable[[], str]) -> Callable[[], str]:
    @described(kind="text/html", otherwise={302: "not signed in, or a role that the page is not for"})
    def show() -> str:
        """Return a page's HTML; its elements get their data from the API."""
        spoken = language()
        words = texts(spoken) | names_in_cases(spoken) | spoken_here(spoken)
        if page == "phone":
            asked = texts(asked_language(spoken))
            words |= {key: asked[key] for key in WELCOME}
        skeleton: list[str | Template] = [f"{page}.html", "base.html"]
        return render_template(
            skeleton,
            page=page,
            language=spoken,
            words=words,
            say=words.get,
            modules=modules,
            systems=list(SYSTEMS),
        )

    return show
