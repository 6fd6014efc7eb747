"""The page's texts: every key that the page says exists in every language, and none is kept in vain."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from webui.http.pages import HERE, addresses, texts
from webui.i18n import LANGUAGES

SAID = re.compile(r"""\b(?:say|count)\(\s*["']([\w.-]+)["']""")
BUILT = re.compile(r"""\b(?:say|count)\(\s*`([^`$]*)\$\{""")
NAMED = re.compile(r"""["'`]([a-z-]+(?:\.[\w-]+)+)["'`]""")


def sources() -> list[Path]:
    return [*sorted((HERE / "static").rglob("*.js")), *sorted((HERE / "templates").rglob("*.html"))]


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


@pytest.mark.parametrize("page", addresses().values())
def test_every_page_has_a_title(page: str) -> None:
    assert texts("en")[f"page.{page}"]


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}
