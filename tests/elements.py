"""The page's elements, each with where it stands: ``python -m tests.elements --write`` writes docs/design/page.md."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
STATIC: Final = ROOT / "webui" / "http" / "static"
PAGE: Final = ROOT / "docs" / "design" / "page.md"

HEAD: Final = """# The page: its elements

A page is one custom element in a skeleton of HTML; everything that is seen is an element of its own. An element's
behaviour and its template (`view()`) stand in one script of `webui/http/static/elements/`, called as the element; its
style, where it has one, in a sheet of the same name beside it. What all share is in `lib/`
(above all `lib/element.js`, the base of every element) and in `base.css`; the snapshot that they paint is typed in
`contract.d.ts`. The elements of a game system share one sheet of its name. This table is written by
`python -m tests.elements --write`.

| element | what it is | template and behaviour | style | stands in |
|---|---|---|---|---|
"""


@dataclass(frozen=True)
class Element:
    """An element: its tag, its first words, the files of its style, and whose templates name it."""

    tag: str
    what: str
    script: str
    styles: tuple[str, ...]
    within: tuple[str, ...]

    def row(self) -> str:
        """Return its row of the table."""
        styles = ", ".join(f"`{name}`" for name in self.styles) or "`base.css`"
        within = ", ".join(f"`{name}`" for name in self.within) or "its page"
        return f"| `<{self.tag}>` | {self.what} | `{self.script}` | {styles} | {within} |"


def elements() -> Iterator[Element]:
    """Yield every element of the page, by name."""
    scripts = {path.name: path.read_text("utf-8") for path in sorted((STATIC / "elements").glob("*.js"))}
    sheets = {path.name: path.read_text("utf-8") for path in sorted((STATIC / "elements").glob("*.css"))}
    templates = {
        path.name: path.read_text("utf-8") for path in sorted((STATIC.parent / "templates").glob("*"))
    }
    templates |= {path.parent.name: path.read_text("utf-8") for path in (ROOT / "rules").glob("*/page.html")}
    for name, code in scripts.items():
        for tag in re.findall(r'customElements\.define\("([a-z-]+)"', code):
            word = re.compile(rf"(?<![\w.#-]){tag}(?![\w-])")
            styles = tuple(sheet for sheet, text in sheets.items() if word.search(text))
            own = f"{tag}.css"
            yield Element(
                tag,
                first_words(code, tag),
                name,
                (own, *(each for each in styles if each != own)) if own in sheets else styles,
                tuple(
                    sorted(
                        other.removesuffix(".js").removesuffix(".html")
                        for other, text in (scripts | templates).items()
                        if other != name and f"<{tag}" in without_comments(text)
                    )
                ),
            )


def without_comments(code: str) -> str:
    """Return a script without its comments."""
    return re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", code, flags=re.DOTALL)


def first_words(code: str, tag: str) -> str:
    """Return the first sentence of the comment at an element's head.

    :raise ValueError: it has none
    """
    found = re.search(rf"/\*[\s*]*<{tag}[^:]*?>:\s*(.*?)(?:\.\s|\.?\s*\*/)", code, re.DOTALL)
    if found is None:
        raise ValueError(f"<{tag}>: its file does not begin with /* <{tag}>: what it is. */")
    words = re.sub(r"\s*\n\s*\*?\s*", " ", found[1]).replace("|", "or")
    return words[:1].upper() + words[1:]


def page() -> str:
    """Return the text of docs/design/page.md."""
    return HEAD + "\n".join(each.row() for each in elements()) + "\n"


def main() -> None:
    """Write the page, or print it."""
    parser = argparse.ArgumentParser(prog="python -m tests.elements", description=__doc__)
    parser.add_argument("--write", action="store_true", help="into docs/design/page.md")
    if parser.parse_args().write:
        PAGE.write_text(page(), encoding="utf-8")
    else:
        print(page(), end="")


if __name__ == "__main__":
    main()
