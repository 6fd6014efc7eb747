"""Every field of Demon City's documents can be set on the page, or is listed as for scripts, with the reason."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

import webui.documents.demon_city
from webui.documents.parse import DocumentModel

ROOT = Path(__file__).parents[3]
ON_THE_PAGE = (ROOT / "webui" / "table", ROOT / "webui" / "http" / "static" / "elements")
HEADING = "## What the page sets, and what is for scripts"


def fields() -> set[str]:
    """The fields of every form of Demon City's documents."""
    package = webui.documents.demon_city
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")
    found: set[str] = set()
    models = [DocumentModel]
    while models:
        model = models.pop()
        models += model.__subclasses__()
        if model.__module__.startswith("webui.documents.demon_city"):
            found |= {field.alias or name for name, field in model.model_fields.items()}
    return found


def for_scripts(page: str) -> set[str]:
    """The fields that a page of the contracts lists as for scripts; each row has a reason."""
    rows = re.findall(r"^\| (`.+?) \| .+? \| (.+?) \|$", page.partition(HEADING)[2], re.MULTILINE)
    return {name for names, reason in rows if reason.strip() for name in re.findall(r"`(\w+)`", names)}


def written_on_the_page() -> str:
    """The code that writes documents from what is tapped."""
    paths = [path for folder in ON_THE_PAGE for path in folder.rglob("*") if path.suffix in (".py", ".js")]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def test_every_field_can_be_tapped_or_is_listed_with_the_reason() -> None:
    page = (ROOT / "docs" / "contracts.md").read_text(encoding="utf-8")
    code, listed = written_on_the_page(), for_scripts(page)
    tapped = {name for name in fields() if re.search(rf'"{name}"|\b{name}[:,]|\.{name}\b', code)}
    assert fields() - tapped - listed == set()
    without = page.replace("| `in_round` |", "| in round |")
    assert fields() - (tapped - {"in_round"}) - for_scripts(without) == {"in_round"}
