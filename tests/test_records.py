"""Decision records: few that bind, each with its status, both indexes up to date, and no dead link in the documents."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import records

ROOT = Path(__file__).resolve().parents[1]
PARTS = ["**Status.**", "**Context.**", "**Decision.**", "**Consequences.**"]


@pytest.mark.parametrize("folder", records.HEADS, ids=lambda folder: folder.name)
def test_an_index_lists_the_records_of_its_folder(folder: Path) -> None:
    text = (folder / "README.md").read_text(encoding="utf-8")
    assert text == records.index(folder), "run: python -m tests.records --write"


def test_few_records_bind_and_each_has_the_template_s_parts() -> None:
    found = records.records(records.FOLDER)
    assert 0 < len(found) <= records.MOST
    parts = {
        path.name: re.findall(r"^\*\*\w+\.\*\*", path.read_text("utf-8"), re.MULTILINE) for path in found
    }
    assert {name: has for name, has in parts.items() if has != PARTS} == {}


def test_a_record_whose_title_lacks_its_number_is_refused(tmp_path: Path) -> None:
    planted = tmp_path / "007-planted.md"
    planted.write_text("# 008 Something else\n", "utf-8")
    with pytest.raises(ValueError, match="expected '# 007 Title'"):
        records.title_of(planted)


def dead_links(page: Path) -> list[str]:
    """Return the relative links of a page that lead nowhere."""
    found = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    return [link for link in found if "://" not in link and not (page.parent / link).exists()]


def test_no_link_of_the_documents_is_dead(tmp_path: Path) -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "models").glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    assert len(pages) > 50
    assert {str(page.relative_to(ROOT)): links for page in pages if (links := dead_links(page))} == {}
    planted = tmp_path / "page.md"
    planted.write_text("[here](page.md) [there](nowhere.md) [out](https://example.org/x)", "utf-8")
    assert dead_links(planted) == ["nowhere.md"]
