"""The page's texts: every key that the page says exists in every language, and none is kept in vain."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from string import Formatter

import pytest

import rules
from webui.http.pages import HERE, addresses, texts
from webui.i18n import LANGUAGES, catalogue

SAID = re.compile(r"""\b(?:say|count)\(\s*["']([\w.-]+)["']""")
BUILT = re.compile(r"""\b(?:say|count)\(\s*`([^`$]*)\$\{""")
NAMED = re.compile(r"""["'`]([a-z-]+(?:\.[\w-]+)+)["'`]""")


def sources() -> list[Path]:
    templates = [*(HERE / "templates").rglob("*.html"), *Path(rules.__file__).parent.rglob("page.html")]
    return [*sorted((HERE / "static").rglob("*.js")), *sorted(templates)]


def written(pattern: re.Pattern[str]) -> set[str]:
    return {key for path in sources() for key in pattern.findall(path.read_text(encoding="utf-8"))}


def test_every_key_exists() -> None:
    known = texts("en")
    missing = {key for key in written(SAID) if key not in known and f"{key}.other" not in known}
    assert missing - {key for key in missing if key.endswith(".")} == set()


def test_no_text_is_kept_in_vain() -> None:
    exact, beginnings = written(SAID) | written(NAMED), written(BUILT) | {"page.", "mount."}
    idle = {
        key
        for key in texts("en")
        if key not in exact
        and key.rsplit(".", 1)[0] not in exact
        and not any(key.startswith(start) for start in beginnings if start)
    }
    assert idle == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_agree(language: str) -> None:
    """Same keys, same named places, no word of what the house never says."""
    english, other = texts("en"), texts(language)
    assert set(other) == set(english)
    for key, text in other.items():
        assert _places(text) == _places(english[key]), key
        assert "!" not in text, key
        assert "error" not in text.lower(), key


TWO_MEANINGS = {
    # English that is two things in German: a card or a stat, a person or a card, a noun or an order, two cases.
    "strength": {"m08", "ui.dragon.strength"},
    "queen": {"rank.13", "playing.rank.Q", "ui.pulp.rank.Q"},
    "confirm": {"key.confirm", "ui.act.confirm", "act.confirmed"},
    "throw": {"act.recorded", "ui.round.throw-now"},
    "all sessions": {"ui.sessions.all", "ui.keep.all"},
    "the players": {"side.players", "whose.players"},
    # Pulp counts degrees of what elsewhere merely succeeds or fails.
    "success": {"ui.pulp.odds.success", "headline.pulp.deal.success", "verdict.success"},
    "failure": {"headline.pulp.deal.failure", "verdict.failure"},
    # Near, or to shut.
    "close": {"ui.range.close", "ui.dialog.close"},
    # How far somebody is, or how far a weapon carries.
    "range": {"ui.announce.range", "ui.task.dragon.range", "ui.dragon.range"},
    # One person, or several.
    # A deck of tarot, a pack of playing cards.
    "{rank} of {suit}": {"card", "playing.card", "ui.pulp.card"},
}


def test_what_is_one_thing_in_english_is_one_thing_in_german() -> None:
    """No text of the page, of verdicts or of sentences stands in two forms: who means the same says the same."""
    english, german = catalogue("en"), catalogue("de")
    keys: dict[str, set[str]] = defaultdict(set)
    for key, text in english.items():
        if not key.startswith(("article.", "whose.without")):
            keys[_plain(text)].add(key)
    forked = {text: same for text, same in keys.items() if len({_plain(german[key]) for key in same}) > 1}
    assert forked == TWO_MEANINGS


def _plain(text: str) -> str:
    return re.sub(r"[^\w{}]+", " ", text).strip().casefold()


@pytest.mark.parametrize("page", addresses().values())
def test_every_page_has_a_title(page: str) -> None:
    assert texts("en")[f"page.{page}"]


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}
