"""Folders import downwards only, nothing goes in circles, and the picture in the docs is that of the code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import house

SOUND: house.Graph = {
    "webui.i18n.sentences": frozenset(),
    "webui.table.state": frozenset({"webui.i18n.sentences"}),
    "webui.http.app": frozenset({"webui.table.state"}),
}


def test_every_folder_has_a_place_in_the_order() -> None:
    assert house.folders_without_place() == []


def test_nothing_is_imported_in_circles() -> None:
    assert house.circle_among(house.graph()) == []


def test_the_walks_name_what_is_there() -> None:
    page = house.PAGE.read_text(encoding="utf-8")
    assert page.count(house.WALKS) == 3
    assert house.lost_on_the_walks(page) == []


def test_the_page_of_the_optimistic_copy_names_what_is_there() -> None:
    page = (house.ROOT / "docs" / "design" / "optimistic-copy.md").read_text(encoding="utf-8")
    assert page.count("| `") == 9, "a row for each type"
    assert house.lost_on_the_walks(house.WALKS + page) == []


def test_what_is_lost_on_a_walk_would_be_noticed() -> None:
    told = "`webui/table/state.py` and `thread.py`, `seen.py`, `TableState`, `carry_out`, `Herald`, `rules/fate/`"
    assert house.lost_on_the_walks(f"{house.WALKS}a frame\n{told}") == ["seen.py", "Herald", "rules/fate/"]


def test_the_picture_is_that_of_the_code() -> None:
    told = house.PAGE.read_text(encoding="utf-8")
    assert told == house.written(), "run: python -m tests.house --write"


def test_an_import_upwards_would_be_noticed() -> None:
    planted = {**SOUND, "webui.i18n.sentences": frozenset({"webui.http.app"})}
    assert house.wrong_ways(SOUND) == {}
    assert list(house.wrong_ways(planted)) == ["webui.i18n.sentences imports webui.http.app"]


@pytest.mark.parametrize(
    ("module", "imported", "folders"),
    [
        ("vision.capture.worker", "vision.tracking.tracker", "vision.capture imports vision.tracking"),
        ("vision.virtual.light.lamp", "vision.virtual.plays.play", "vision.virtual.light imports vision.virtual.plays"),
        ("models.housedeck.atlas", "models.training.trainer", "models.housedeck imports models.training"),
        ("webui.table.seen.cards", "webui.table.log.journal", "webui.table.seen imports webui.table.log"),
        ("webui.table.modes.clash", "webui.table.judging.verdict", "webui.table.modes imports webui.table.judging"),
        ("webui.table.log.odds", "webui.table.state", "webui.table.log imports webui.table.state"),
        ("webui.table.commands.log", "webui.table.snapshot.news", "webui.table.commands imports webui.table.snapshot"),
        ("rules.pulp.deal", "rules.chronica.kinds", "rules.pulp imports rules.chronica"),
        ("vision.types", "webui.identities", "vision imports webui"),
        ("rules.registry", "rules.pulp.deal", None),
        ("vision.tracking.tracker", "vision.scene.edges", None),
    ],
)  # fmt: skip
def test_the_order_holds_in_folders_of_folders(module: str, imported: str, folders: str | None) -> None:
    assert list(house.wrong_ways({module: frozenset({imported})}).values()) == ([folders] if folders else [])


def test_a_relative_import_begins_at_its_folder() -> None:
    code = "from ..types import Patch\nfrom . import hands\nfrom .painter import Painter"
    names = [
        "vision.virtual.types.Patch",
        "vision.virtual.people.hands",
        "vision.virtual.people.painter.Painter",
    ]
    assert list(house.imports_of(code, "vision.virtual.people")) == names
    assert "vision.virtual.types" in house.graph()["vision.virtual.light.lamp"]


def test_a_circle_would_be_noticed() -> None:
    planted = {**SOUND, "webui.i18n.sentences": frozenset({"webui.http.app"})}
    assert house.circle_among(SOUND) == []
    circle = house.circle_among(planted)
    assert circle[0] == circle[-1]
    assert set(circle) == set(SOUND)


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import webui.table.state", ["webui.table.state"]),
        ("from webui.table import state", ["webui.table.state"]),
        ("def late():\n    from webui.table.state import TableState", ["webui.table.state.TableState"]),
        ("if TYPE_CHECKING:\n    from webui.table import state", ["webui.table.state"]),
    ],
)  # fmt: skip
def test_every_form_of_import_is_read(code: str, found: list[str]) -> None:
    assert list(house.imports_of(code)) == found


def test_modules_and_what_they_hold_are_both_imports_of_a_module() -> None:
    found = house.graph()["webui.table.commands.command"]
    assert {"webui.table.versions", "webui.table.errors"} <= found, "from webui.table.versions import Scope"
    assert "webui.table.commands.log" in house.graph()["webui.table.commands"], "from ... import log"


def test_every_file_of_the_house_is_read() -> None:
    assert {house.folder_of(module).partition(".")[0] for module in house.graph()} == set(house.ROOMS)
    assert Path(house.ROOT / "webui" / "cli" / "__init__.py") in house.files()
