"""The indexes of the decision records; ``python -m tests.records --write`` writes them into docs/decisions."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).resolve().parents[1] / "docs" / "decisions"
ARCHIVE: Final = FOLDER / "archive"
MOST: Final = 25
"""So many records bind today at most; the others go into the archive."""

HEADS: Final = {
    FOLDER: """# Decisions that bind today

A record for each choice that binds whoever changes the code: status, context, decision, consequences. Write one only
for such a choice; copy [the template](template.md). What no longer binds lies in [the archive](archive/README.md).
""",
    ARCHIVE: """# Archive of decisions

How parts of the program came to be as they are, as it was written then, with the figures of that day. Nothing here
binds: what does stands in [decisions](../README.md); the newest figures in [benchmarks](../../benchmarks.md).
""",
}


def records(folder: Path) -> list[Path]:
    """Return a folder's records, in the order of their numbers."""
    return sorted(folder.glob("[0-9][0-9][0-9]-*.md"))


def title_of(record: Path) -> str:
    """Return a record's title without its number.

    Raises:
        ValueError: the first line is no heading with the file's number.
    """
    first = record.read_text(encoding="utf-8").partition("\n")[0]
    if not first.startswith(f"# {record.name[:3]} "):
        raise ValueError(f"{record.name}: begins with {first!r}, expected '# {record.name[:3]} Title'")
    return first[6:]


def status_of(record: Path) -> str:
    """Return what stands after ``**Status.**``; empty where a record has none."""
    found = re.search(r"^\*\*Status\.\*\* (.+)$", record.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else ""


def index(folder: Path) -> str:
    """Return the text of a folder's README."""
    if folder == ARCHIVE:
        rows = [f"| {path.name[:3]} | [{title_of(path)}]({path.name}) |" for path in records(folder)]
        return "\n".join([HEADS[folder], "| number | title |", "|---|---|", *rows, ""])
    rows = [
        f"| {path.name[:3]} | [{title_of(path)}]({path.name}) | {status_of(path)} |"
        for path in records(folder)
    ]
    return "\n".join([HEADS[folder], "| number | subject | status |", "|---|---|---|", *rows, ""])


def main() -> None:
    """Write both indexes, or print them."""
    parser = argparse.ArgumentParser(prog="python -m tests.records", description=__doc__)
    parser.add_argument("--write", action="store_true", help="into the README files")
    asked = parser.parse_args()
    for folder in HEADS:
        if asked.write:
            (folder / "README.md").write_text(index(folder), encoding="utf-8")
        else:
            print(index(folder))


if __name__ == "__main__":
    main()
