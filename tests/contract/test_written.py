"""What is written from the contract is current and whole."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field

from tests.contract import openapi
from tests.contract.__main__ import main
from tests.contract.files import ROOT, bare_app, files
from tests.contract.types import object_of, type_in_words
from webui.http.api.described import described
from webui.table.commands import COMMANDS, Command, CommandSpec
from webui.table.settings import Region


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_written_file_is_current(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == files()[path], "run: python -m tests.contract --write"


def test_a_file_that_is_not_current_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    monkeypatch.setattr("tests.contract.__main__.files", lambda: {page: "fresh"})
    assert main([]) == 1
    assert "run python -m tests.contract --write" in capsys.readouterr().out
    assert (main(["--write"]), page.read_text("utf-8"), main([])) == (0, "fresh", 0)


def test_every_address_and_every_command_is_described() -> None:
    app = bare_app()
    told = openapi.openapi(app)
    assert {openapi.path_of(rule) for rule in app.url_map.iter_rules()} == told["paths"].keys()
    sent = told["paths"]["/api/command"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert sent["discriminator"]["mapping"].keys() == COMMANDS.keys()
    parts = told["components"]["schemas"]
    for name, spec in COMMANDS.items():
        part = parts[sent["discriminator"]["mapping"][name].rpartition("/")[2]]
        assert part["properties"]["name"]["const"] == name
        assert (part["x-roles"], part["x-refusals"]) == (sorted(spec.roles), list(spec.refuses))


def test_every_question_that_is_read_is_described() -> None:
    """The odds' own are read elsewhere (webui/documents/demon_city/odds.py)."""
    codes = [path.read_text(encoding="utf-8") for path in (ROOT / "webui" / "http").rglob("*.py")]
    read = {name for code in codes for name in re.findall(r'request\.args\.get\("(\w+)"', code)}
    told = json.dumps(openapi.openapi(bare_app())["paths"])
    assert {"role", "code", "for", "of", "source"} <= read
    assert read <= set(re.findall(r'"name": "(\w+)", "in": "query"', told))


def test_what_is_referred_to_is_there() -> None:
    told = openapi.openapi(bare_app())
    names = {text.rpartition("/")[2] for text in _texts(told) if text.startswith("#/components/schemas/")}
    assert names
    assert names <= told["components"]["schemas"].keys()


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for item in value.values() for text in _texts(item)]
    if isinstance(value, list):
        return [text for item in value for text in _texts(item)]
    return [value] if isinstance(value, str) else []


def test_an_address_that_says_nothing_of_itself_is_noticed() -> None:
    app = bare_app()
    app.add_url_rule("/api/fresh", "fresh", lambda: "fresh")
    with pytest.raises(openapi.UndescribedError, match="/api/fresh"):
        openapi.openapi(app)
    app.view_functions["fresh"] = described(int)(lambda: "fresh")
    answers = openapi.openapi(app)["paths"]["/api/fresh"]["get"]["responses"]
    assert answers["200"]["content"] == {"application/json": {"schema": {"type": "integer"}}}


def test_a_command_that_is_added_is_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Dim(Command):
        name: Literal["dim"]
        level: Annotated[int, Field(ge=0)]

    spec = CommandSpec("dim", Dim, lambda table, order: None, None, frozenset({"host"}), ())
    monkeypatch.setitem(COMMANDS, "dim", spec)
    assert "Dim" in openapi.openapi(bare_app())["components"]["schemas"]
    assert '"dim": { level: number };' in files.__wrapped__()[ROOT / "webui/http/static/contract.d.ts"]


class Corner(BaseModel):
    at: Annotated[list[float], Field(min_length=2, max_length=2)]
    names: dict[str, str | None] = Field(default_factory=dict, alias="for")


@pytest.mark.parametrize(
    ("annotation", "word"),
    [
        (str | None, "string | null"),
        (list[str | None], "(string | null)[]"),
        (dict[str, list[int]], "Record<string, number[]>"),
        (Literal["up", 90], '"up" | 90'),
        (tuple[bool, Any], "[boolean, any]"),
        (Region, "[number, number][]"),
        (list[Corner], "Corner[]"),
    ],
)
def test_types_in_the_words_of_the_scripts(annotation: Any, word: str) -> None:
    assert type_in_words(annotation) == word


def test_a_model_as_an_object_of_its_fields() -> None:
    assert object_of(Corner) == "{ at: [number, number]; for?: Record<string, string | null> }"
    assert object_of(Corner, leave_out=("at", "names")) == "{}"


def test_a_type_without_a_word_is_refused() -> None:
    with pytest.raises(TypeError, match="has no word"):
        type_in_words(set[str])
