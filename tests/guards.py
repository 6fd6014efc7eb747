"""What may only become less: words that the glossary refuses, writes to other objects, imports against the order,
what the type checker cannot see (`Any`, and fields that are read by a literal name), and how often the product's texts
use a refused word.

``python -m tests.guards`` prints today's counts beside what is allowed (`tests/ceilings.json`), ``--where WORD`` the
names that hold a word, and the files that use it; ``--write`` lowers what is allowed to today's counts. Nothing raises
it (a word new in the glossary begins with today's count): take the glossary's word, or let the object's own class
change it.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias, TypeGuard

from tests import house

ROOT: Final = house.ROOT
CEILINGS: Final = ROOT / "tests" / "ceilings.json"
GLOSSARY: Final = ROOT / "docs" / "glossary.md"

Counts: TypeAlias = Mapping[str, int]

WORDS, WRITES, IMPORTS, UNTYPED = "words", "writes", "imports", "untyped"
ANY, SUBSCRIPTS = "webui: lines with Any", "webui: literal subscripts"

RIGHT_ELSEWHERE: Final = frozenset(
    {
        *(
            "act",
            "deal",
            "early",
            "find",
            "fold",
            "gone",
            "known",
            "look",
            "make",
            "order",
            "say",
            "seen",
            "table",
        ),
        *("word", "written"),
    }
)
"""Words of the right-hand column that are right for something else (Pulp's deal), so that no test can judge them."""


def forbidden_words(glossary: str) -> list[tuple[str, ...]]:
    """Return what the right-hand column of the glossary refuses, each as its words in lower case.

    What stands there with an explanation in parentheses is refused in one place only, and left out.
    """
    found = []
    for row in re.findall(r"^\|[^|]+\|[^|]+\|([^|]+)\|$", glossary, re.MULTILINE):
        for refused in row.replace("`", "").replace("_*", "").split(","):
            words = tuple(refused.lower().split())
            if (
                words
                and re.fullmatch(r"[a-z ]+", refused.strip().lower())
                and words != ("do", "not", "write")
            ):
                found.append(words)
    return sorted({words for words in found if words[0] not in RIGHT_ELSEWHERE or len(words) > 1})


def words_of(name: str) -> tuple[str, ...]:
    """Return the words of an identifier in lower case.

    >>> words_of("_ToldTable_lies2")
    ('told', 'table', 'lies')
    """
    return tuple(word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name))


def holds(name: str, refused: tuple[str, ...]) -> bool:
    """Whether an identifier holds these words in a row; the last one also in the plural."""
    words, size = words_of(name), len(refused)
    forms = (refused, (*refused[:-1], f"{refused[-1]}s"))
    return any(words[place : place + size] in forms for place in range(len(words) - size + 1))


def names_defined(code: str) -> set[str]:
    """Return the names that Python code defines: functions, classes, arguments, variables, attributes."""
    found = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
        elif isinstance(node, ast.alias) and node.asname:
            found.add(node.asname)
    return found


def names_in_script(code: str) -> set[str]:
    """Return the functions, classes and variables that a script of the page declares by a single name."""
    return set(re.findall(r"\b(?:function|class|const|let)\s+(\w+)", code))


def names_of_the_tree() -> Iterator[str]:
    """Every name that is defined, once for each file that defines it, and the files' own names."""
    for path in _files("*.py", (*house.ROOMS, "tests", "examples")):
        yield from {path.stem, *names_defined(path.read_text(encoding="utf-8"))}
    for path in _files("*.js", ("webui",)):
        yield from {path.stem, *names_in_script(path.read_text(encoding="utf-8"))}


def _files(pattern: str, folders: Iterable[str]) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob(pattern))


def count_words(names: Iterable[str], glossary: str) -> Counter[str]:
    """Count the names that hold each of the glossary's refused words; 0 for those that none holds."""
    refused = forbidden_words(glossary)
    found = Counter({" ".join(words): 0 for words in refused})
    for name, count in Counter(names).items():
        for words in refused:
            if words[0] in name.lower() and holds(name, words):
                found[" ".join(words)] += count
    return found


MOST_USES: Final = 19
"""The product uses each refused word so often at most."""

USES_OF_FIELDS: Final = {"desk": 149}
"""A word that is a field of the contract and of stored events: so many uses, until it is renamed there."""

LEFT_OUT: Final = ("vision/tracking", "webui/storage/migrations")
"""What is being rewritten, and what names things as they were once named."""


def uses(text: str, refused: tuple[str, ...]) -> int:
    """Count how often a text uses refused words, in names, comments and strings alike; the last one also in the plural.

    >>> uses("told_by = told  # What nobody tolds.", ("told",))
    3
    """
    found, size = words_of(text), len(refused)
    forms = (refused, (*refused[:-1], f"{refused[-1]}s"))
    return sum(found[place : place + size] in forms for place in range(len(found) - size + 1))


def texts_of_the_product() -> Iterator[tuple[str, str]]:
    """Every text of the product and its file: code, scripts, styles and templates, without what is generated."""
    for pattern in ("*.py", "*.js", "*.css", "*.html"):
        for path in _files(pattern, house.ROOMS):
            if not any(path.is_relative_to(ROOT / folder) for folder in LEFT_OUT):
                yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")


def count_uses(texts: Iterable[str], glossary: str) -> Counter[str]:
    """Count how often texts use each of the glossary's refused words."""
    refused = forbidden_words(glossary)
    found = Counter({" ".join(words): 0 for words in refused})
    for text in texts:
        lower = text.lower()
        for words in refused:
            if words[0] in lower:
                found[" ".join(words)] += uses(text, words)
    return found


def uses_in_the_product() -> Counter[str]:
    """Count how often the product's texts use each of the glossary's refused words."""
    return count_uses((text for _, text in texts_of_the_product()), GLOSSARY.read_text(encoding="utf-8"))


OWN_WRITES_ONLY: Final = ("vision/tracking", "webui/table")


def writes_outside(code: str) -> list[int]:
    """Return the lines at which code writes to an attribute of another object than ``self``, or below one."""
    return sorted(_lines_of_writes(ast.parse(code)))


def _lines_of_writes(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            held: ast.expr = node
            while isinstance(held, ast.Subscript):
                held = held.value
            if isinstance(held, ast.Attribute) and not _is_self(held.value):
                yield node.lineno
        elif _sets_by_name(node) and not _is_self(node.args[0]):
            yield node.lineno


def _sets_by_name(node: ast.AST) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in ("setattr", "object.__setattr__")


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def places_of_writes() -> Iterator[tuple[str, str]]:
    """Every such write: its folder, and its file and line."""
    for folder in OWN_WRITES_ONLY:
        for path in _files("*.py", [folder]):
            for line in writes_outside(path.read_text(encoding="utf-8")):
                yield folder, f"{path.relative_to(ROOT)}:{line}"


def lines_with_any(code: str) -> int:
    """Count the lines that name `Any`, imports left out."""
    return sum(bool(re.search(r"\bAny\b", line)) for line in code.splitlines() if "import" not in line)


def literal_subscripts(code: str) -> int:
    """Count the fields that are read or set by a literal name, as in ``entry["seats"]``."""
    return sum(
        isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Constant)
        and isinstance(node.slice.value, str)
        and ast.unparse(node.value) != "Literal"
        for node in ast.walk(ast.parse(code))
    )


def untyped() -> Counter[str]:
    """Count what the type checker cannot see in the application."""
    texts = [path.read_text(encoding="utf-8") for path in _files("*.py", ["webui"])]
    return Counter({ANY: sum(map(lines_with_any, texts)), SUBSCRIPTS: sum(map(literal_subscripts, texts))})


def counts() -> dict[str, Counter[str]]:
    """Return today's counts: of each word, of writes in each of two folders, of imports for each pair of folders, and
    of what has no type."""
    return {
        WORDS: count_words(names_of_the_tree(), GLOSSARY.read_text(encoding="utf-8")),
        WRITES: Counter(folder for folder, _ in places_of_writes()),
        IMPORTS: Counter(house.wrong_ways(house.graph()).values()),
        UNTYPED: untyped(),
    }


def allowed() -> dict[str, dict[str, int]]:
    """Return how often each may be; what is not named there may not be at all."""
    found: dict[str, dict[str, int]] = json.loads(CEILINGS.read_text(encoding="utf-8"))
    return found


def too_many(found: Counts, most: Counts) -> dict[str, str]:
    """Return what there is more of than is allowed, and how much."""
    return {
        name: f"{count}, allowed are {most.get(name, 0)}"
        for name, count in found.items()
        if count > most.get(name, 0)
    }


def lowered(found: Mapping[str, Counts], most: Mapping[str, Counts]) -> dict[str, dict[str, int]]:
    """Return what is allowed from now on: what there is, and never more than before.

    A word that the glossary has only now begins with today's count; one that it no longer has goes.
    """
    words = {name: min(count, most[WORDS].get(name, count)) for name, count in sorted(found[WORDS].items())}
    others = {
        kind: {name: min(count, found[kind].get(name, 0)) for name, count in sorted(most[kind].items())}
        for kind in (WRITES, IMPORTS, UNTYPED)
    }
    return {WORDS: words} | {
        kind: {name: n for name, n in rows.items() if n} for kind, rows in others.items()
    }


def main() -> None:
    """Print counts and ceilings, or lower the ceilings."""
    parser = argparse.ArgumentParser(prog="python -m tests.guards", description=__doc__)
    parser.add_argument("--write", action="store_true", help="lower tests/ceilings.json to today's counts")
    parser.add_argument("--where", metavar="WORD", help="list the names that hold a word")
    asked = parser.parse_args()
    found, most = counts(), allowed()
    if asked.where:
        words = tuple(asked.where.split())
        print(*sorted({name for name in names_of_the_tree() if holds(name, words)}), sep="\n")
        print(
            *(f"{count:5} {file}" for file, text in texts_of_the_product() if (count := uses(text, words))),
            sep="\n",
        )
    elif asked.write:
        CEILINGS.write_text(json.dumps(lowered(found, most), indent=2) + "\n", encoding="utf-8")
    else:
        for kind, rows in found.items():
            for name in sorted({*rows, *most[kind]}):
                print(f"{kind:8} {name:40} {rows[name]:5} of {most[kind].get(name, 0)}")
        for name, count in sorted(uses_in_the_product().items()):
            print(f"{'uses':8} {name:40} {count:5} of {USES_OF_FIELDS.get(name, MOST_USES)}")


if __name__ == "__main__":
    main()
