"""A page loads the elements that stand in it, with all that they name, and no others."""

from __future__ import annotations

import re

from webui.http.pages import ELEMENT, STATIC, modules

DEFINED = re.compile(r'customElements\.define\("([a-z-]+)"')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
ELEMENTS = {path.name: path.read_text("utf-8") for path in (STATIC / "elements").glob("*.js")}
HOME = {name: module for module, text in ELEMENTS.items() for name in DEFINED.findall(text)}


def test_every_element_is_registered_once() -> None:
    names = [name for text in ELEMENTS.values() for name in DEFINED.findall(text)]
    assert sorted(names) == sorted(set(names))
    assert [module for module, text in ELEMENTS.items() if not DEFINED.search(text)] == []


def test_a_module_imports_every_element_that_its_templates_name() -> None:
    missing = [
        (module, name)
        for module, text in ELEMENTS.items()
        for name in ELEMENT.findall(COMMENT.sub("", text))
        if HOME[name] != module and f'import "./{HOME[name]}";' not in text
    ]
    assert missing == []


def test_a_phone_loads_what_it_shows_and_not_the_whole_table() -> None:
    loaded = modules("<phone-page></phone-page>")
    assert {"elements/phone-verdict.js", "lib/stream.js", "vendor/lit-html/lit-html.js"} <= set(loaded)
    assert not {"elements/live-picture.js", "elements/verdict-panel.js", "elements/pulp-deal.js"} & set(
        loaded
    )


def test_a_page_names_in_its_head_whatever_its_elements_lead_to() -> None:
    for page in ("table-page", "log-page", "setup-page", "odds-page"):
        loaded = modules(f"<{page}></{page}>")
        assert f"elements/{page}.js" in loaded
        assert all((STATIC / module).is_file() for module in loaded)


def test_a_page_asks_for_the_letters_of_its_first_words_before_its_styles() -> None:
    """Letters that come after the page was drawn move what stands below them."""
    head = (STATIC.parent / "templates" / "base.html").read_text("utf-8")
    first, _, _ = head.partition('rel="stylesheet"')
    asked = re.search(r"for font in \(([^)]*)\)", first)
    assert asked is not None
    named = re.findall(r'url\("fonts/([\w-]+)\.woff2"\)', (STATIC / "base.css").read_text("utf-8"))
    assert set(re.findall(r'"([\w-]+)"', asked[1])) == {name for name in named if not name.endswith("-ext")}
    assert 'as="font" type="font/woff2" crossorigin' in first
