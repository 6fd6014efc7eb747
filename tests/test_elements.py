"""The table of the page's elements is that of the code, and names files that are there."""

from __future__ import annotations

import re

import pytest

from tests import elements


def test_the_table_of_elements_is_that_of_the_code() -> None:
    assert elements.PAGE.read_text("utf-8") == elements.page(), "run: python -m tests.elements --write"


def test_every_element_is_in_it_with_its_files() -> None:
    found = {each.tag: each for each in elements.elements()}
    folder = elements.STATIC / "elements"
    defined = {
        tag
        for path in folder.glob("*.js")
        for tag in re.findall(r'define\("([\w-]+)"', path.read_text("utf-8"))
    }
    assert found.keys() == defined
    assert all((folder / name).is_file() for each in found.values() for name in (each.script, *each.styles))
    assert found["act-bar"].styles[0] == "act-bar.css"
    assert "table-page" in found["act-bar"].within


def test_every_sheet_is_that_of_an_element_or_of_a_page_in_html() -> None:
    sheets = {path.name for path in (elements.STATIC / "elements").glob("*.css")}
    styled = {name for each in elements.elements() for name in each.styles}
    assert sheets - styled == {"deck-help.css", "join-page.css"}


def test_an_element_that_does_not_say_what_it_is_is_refused() -> None:
    assert elements.first_words("/* <a-b>: one thing; another. More. */", "a-b") == "One thing; another"
    with pytest.raises(ValueError, match="<a-b>: its file does not begin with"):
        elements.first_words("/* Something. */", "a-b")
