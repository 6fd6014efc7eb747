"""What is new, read from the changelog."""

from __future__ import annotations

import tomllib
from pathlib import Path

from webui.news import News, Part, newest, read

CHANGELOG = """\
# Changelog

For players.

## 2.0.0

A sentence before the parts.

### Added

- *Set-up* has a `key`, see
  [the page](docs/page.md).
- A second.

### Fixed

- A third.

## 1.0.0

### Added

- An old one.
"""


def test_the_newest_release_is_read_line_by_line() -> None:
    added = Part("Added", ("Set-up has a key, see the page.", "A second."))
    assert read(CHANGELOG) == News("2.0.0", (added, Part("Fixed", ("A third.",))))


def test_our_changelog_has_news() -> None:
    assert [part.heading for part in newest().parts] == ["Added", "Changed", "Fixed"]
    assert all(part.lines for part in newest().parts)


def test_the_newest_release_of_our_changelog_is_the_one_that_is_built() -> None:
    """Else the help page would show the news of another version beside the one that runs."""
    built = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    assert newest().release.split()[0] == built["version"]
