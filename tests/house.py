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

ROOMS: Final = ("rules", "vision", "models", "webui")

FOLDERS: Final[Mapping[str, tuple[str, ...]]] = {
    "": ROOMS,
    "rules": ("chronica", "demon_city", "dragon", "pulp"),
    "vision": (
        *("virtual", "recording", "scene", "detection"),
        *("capture", "recognition", "tracking", "galleries"),
    ),
    "vision.virtual": ("drawing", "light", "camera", "surfaces", "people", "plays", "things"),
    "models": ("housedeck", "training"),
    "webui": ("i18n", "documents", "storage", "camera", "table", "recording", "connect", "http", "cli"),
    "webui.documents": ("demon_city",),
    "webui.storage": ("databases", "upkeep"),
    "webui.camera": ("decks",),
    "webui.table": (
        *("contract", "rendering", "seen", "modes", "judging", "log"),
        *("referee", "tabletop", "thrown", "deck_state", "state", "keeping", "commands", "snapshot"),
    ),
    "webui.http": ("images", "server", "api"),
}
"""The folders of each folder from the ground up: each imports only what stands before it.

The files beside them have no place in the order: some are what all share, some put the parts together. What still goes
against the order is counted in `tests/ceilings.json` (`python -m tests.guards`).
"""

APART: Final = frozenset({"rules"})
"""Folders whose folders import nothing of each other, whatever their order: each game system stands alone."""

NOT_OURS: Final = frozenset({"webui.storage.migrations"})
"""Folders without a place: Alembic alone imports the migrations."""

Graph: TypeAlias = Mapping[str, frozenset[str]]
"""Every module of ours by its full dotted name, and the modules of ours that it imports."""


def module_of(path: Path) -> str:
    """Return a file's dotted name; a folder's ``__init__`` is the folder."""
    return _dotted(path.with_suffix("")).removesuffix(".__init__")


def _dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).parts)


def imports_of(code: str, folder: str = "") -> Iterator[str]:
    """Full dotted names that a file's code imports, those for type checking alone as well.

    Relative imports begin at ``folder``, the dotted name of the folder that the file lies in.
    """
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = _source_of(node, folder)
            yield from (f"{source}.{alias.name}" for alias in node.names)


def _source_of(node: ast.ImportFrom, folder: str) -> str:
    if not node.level:
        return node.module or ""
    parents = folder.split(".")
    return ".".join([*parents[: len(parents) - node.level + 1], *filter(None, [node.module])])


@cache
def graph() -> Graph:
    """Read every import statement of the house."""
    codes = {path: path.read_text(encoding="utf-8") for path in files()}
    known = set(map(module_of, codes))
    found = {module_of(path): imports_of(code, _dotted(path.parent)) for path, code in codes.items()}
    return {name: frozenset(_known(imported, known) - {name}) for name, imported in found.items()}


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
    """Return the room, or in `webui` the folder: what the drawing shows as one.

    >>> folder_of("webui.table.state"), folder_of("rules.pulp.deal"), folder_of("webui")
    ('webui.table', 'rules', 'webui')
    """
    room, _, rest = module.partition(".")
    first = rest.partition(".")[0]
    return f"{room}.{first}" if room == "webui" and first in FOLDERS[room] else room


def wrong_ways(modules: Graph) -> dict[str, str]:
    """Return the imports that go against the order of the folders, each with the two folders that it joins."""
    return {
        f"{module} imports {other}": f"{one} imports {two}"
        for module, others in sorted(modules.items())
        for other in sorted(others)
        for parent, one, two in _part_of(module, other)
        if parent in APART or _height(parent, two) > _height(parent, one)
    }


def _part_of(module: str, other: str) -> Iterator[tuple[str, str, str]]:
    """Give the folder in which two modules part, and the folder of each there; nothing if one is a file beside them."""
    parent = ""
    while (one := _child(parent, module)) and (two := _child(parent, other)):
        if one != two:
            yield parent, one, two
            return
        parent = one


def _child(parent: str, module: str) -> str:
    """Return the folder in ``parent`` that a module lies in; empty if it lies in none that has a place."""
    rest = module.removeprefix(f"{parent}.") if parent else module
    first = rest.partition(".")[0]
    return ".".join(filter(None, [parent, first])) if first in FOLDERS.get(parent, ()) else ""


def _height(parent: str, folder: str) -> int:
    return FOLDERS[parent].index(folder.rpartition(".")[2])


def folders_without_place() -> list[str]:
    """Return the folders with code that the order says nothing of."""
    placed = {
        _child(parent, f"{parent}.{name}".strip(".")) for parent, names in FOLDERS.items() for name in names
    }
    found = {_dotted(path.parent) for path in files()}
    return sorted(found - placed - NOT_OURS)


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
