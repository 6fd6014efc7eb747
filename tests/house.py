"""The house: which room imports which, read from the code itself, and what may not be.

``python -m tests.house --write`` draws the picture of the rooms into ``docs/architecture.md``.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = ROOT / "docs" / "architecture.md"
BEGIN: Final = "<!-- drawn by `python -m tests.house --write` -->"
END: Final = "<!-- end of the drawing -->"

ROOMS: Final[Mapping[str, tuple[str, ...]]] = {
    "rules": (),
    "models": (),
    "vision": (),
    "webui": ("i18n", "documents", "storage", "camera", "table", "recording", "http", "cli"),
}
"""The four rooms and, where they are in order, their folders from the ground up: each imports what stands before it."""

Graph: TypeAlias = Mapping[str, frozenset[str]]
"""Every module of ours by its full dotted name, and the modules of ours that it imports."""


def module_of(path: Path) -> str:
    """Return a file's dotted name; a folder's ``__init__`` is the folder."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports_of(code: str) -> Iterator[str]:
    """Full dotted names that a file's code imports, those for type checking alone as well."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def graph() -> Graph:
    """Read every import statement of the house."""
    codes = {module_of(path): path.read_text(encoding="utf-8") for path in files()}
    return {name: frozenset(_known(imports_of(code), codes) - {name}) for name, code in codes.items()}


def files() -> list[Path]:
    """Every file of code, in the order of their names."""
    found = (path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    return sorted(path for path in found if "versions" not in path.parts)


WALKS: Final = "## The walk of "


def lost_on_the_walks(page: str) -> list[str]:
    """Name what the walks of the page speak of and nobody finds: files, folders, classes and functions.

    A file without a folder lies in the folder that was named last.
    """
    known = _names_of_code()
    lost, folder = [], ROOT
    for word in re.findall(r"`([\w./]+)`", page.partition(WALKS)[2]):
        if word.endswith((".py", "/")) or "/" in word:
            path = ROOT / word if "/" in word else folder / word
            folder = path if word.endswith("/") else path.parent
            lost += [] if path.exists() else [word]
        elif word not in known:
            lost.append(word)
    return lost


@cache
def _names_of_code() -> frozenset[str]:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in files()]
    return frozenset(
        node.name
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef | ast.FunctionDef)
    )


def _known(imported: Iterable[str], modules: Iterable[str]) -> set[str]:
    names, known = set(imported), set(modules)
    whole = {name for name in names if name in known}
    # `from a.b import c` names a module `a.b.c`, or a thing in `a.b`.
    parts = {name.rpartition(".")[0] for name in names if name not in known}
    return whole | (parts & known)


def folder_of(module: str) -> str:
    """Return the room, or the folder of a room whose folders are in order.

    >>> folder_of("webui.table.state"), folder_of("rules.pulp.deal"), folder_of("webui")
    ('webui.table', 'rules', 'webui')
    """
    room, _, rest = module.partition(".")
    first = rest.partition(".")[0]
    return f"{room}.{first}" if first in ROOMS.get(room, ()) else room


def wrong_ways(modules: Graph) -> list[str]:
    """Name the imports from a folder into one that stands above it."""
    heights = {f"{room}.{name}": height for room, names in ROOMS.items() for height, name in enumerate(names)}
    return [
        f"{module} imports {other}"
        for module, others in sorted(modules.items())
        for other in sorted(others)
        if heights.get(folder_of(other), -1) > heights.get(folder_of(module), len(heights))
    ]


def circle_among(modules: Graph) -> list[str]:
    """Return one circle of imports, its first module repeated at the end; empty where there is none."""
    done: set[str] = set()

    def walk(module: str, path: list[str]) -> list[str]:
        if module in path:
            return [*path[path.index(module) :], module]
        if module in done:
            return []
        found = next(
            (circle for other in sorted(modules[module]) if (circle := walk(other, [*path, module]))), []
        )
        done.add(module)
        return found

    return next((circle for module in sorted(modules) if (circle := walk(module, []))), [])


def drawing(modules: Graph) -> str:
    """Draw which folder imports which, as a Mermaid diagram."""
    arrows = sorted(
        {
            (folder_of(module), folder_of(other))
            for module, others in modules.items()
            for other in others
            if folder_of(module) != folder_of(other)
        }
    )
    counts = {
        folder: sum(folder_of(module) == folder for module in modules) for folder in map(folder_of, modules)
    }
    rooms = [
        f'  {folder}["{folder.replace(".", "/")}/ ({count} files)"]'
        for folder, count in sorted(counts.items())
    ]
    return "\n".join(
        ["```mermaid", "flowchart TD", *rooms, *(f"  {one} --> {other}" for one, other in arrows), "```"]
    )


def written() -> str:
    """Return ``docs/architecture.md`` with the drawing of the code as it is now."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    return f"{before}{BEGIN}\n{drawing(graph())}\n{END}{rest.partition(END)[2]}"


def main() -> None:
    """Write the picture, or print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="into docs/architecture.md")
    if parser.parse_args().write:
        PAGE.write_text(written(), encoding="utf-8")
    else:
        print(drawing(graph()))


if __name__ == "__main__":
    main()
