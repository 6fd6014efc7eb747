"""The scenes of the browser tests are snapshots as the program publishes them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.webui.http.live import Live

from .builders import Snapshot, checked, snapshot
from .scenes import SCENES
from .sessions import session

OWN = {"result", "announced", "desks", "command", "stats", "codes", "conditions", "copies"}
"""Documents, and objects whose keys are the table's own."""

Shape = dict[str, set[str]]


def shape(value: Any, path: str = "") -> Shape:
    """What kinds of values stand at each place of a snapshot; all items of a list and all seats are one place."""
    found: Shape = {path: {_kind(value)}}
    name = path.rpartition(".")[2]
    if isinstance(value, dict) and name not in OWN:
        by_seat = name in ("odds", "cards_left") or (name == "cards" and "round" in path)
        parts = [shape(item, f"{path}.{'*' if by_seat else key}") for key, item in value.items()]
    else:
        parts = [shape(item, f"{path}[]") for item in value] if isinstance(value, list) else []
    for part in parts:
        for place, kinds in part.items():
            found.setdefault(place, set()).update(kinds)
    return found


def _kind(value: Any) -> str:
    return "number" if type(value) in (int, float) else type(value).__name__


def merged(scenes: list[Snapshot]) -> Shape:
    """The shapes of several snapshots as one."""
    return shape(scenes, "")


def fields(found: Shape, place: str) -> set[str]:
    """The names that an object at a place has."""
    below = {each.removeprefix(place + ".") for each in found if each.startswith(place + ".")}
    return {re.split(r"[.\[]", each)[0] for each in below}


@pytest.fixture
def played(tmp_path: Path) -> list[Snapshot]:
    """What a live program publishes from an empty table to a round."""
    live = Live(tmp_path)
    live.look(2.0)
    told = [live.state()]

    def then(name: str, **arguments: Any) -> None:
        assert live.order(name, **arguments)[0] == 200
        live.look()
        told.append(live.state())

    live.table.lay("w09", 300, 600)
    live.table.lay(None, 300, 100)
    live.look(3.0)
    told.append(live.state())
    then("correct", key="t2", card="c06")
    then("confirm")
    then("new-throw")
    then("round-open")
    then("announce", seat="players", action={"kind": "attack", "target": ["host"]})
    live.close()
    return told


def test_scenes_and_the_live_table_have_the_same_fields(played: list[Snapshot]) -> None:
    live, built = merged(played), merged([make() for make in SCENES.values()])
    both = live.keys() & built.keys()
    assert {"[].seats", "[].seats[].cards[].corners[][]", "[].round.waiting[].for"} <= both
    for place in both:
        assert fields(live, place) == fields(built, place) or not (
            fields(live, place) and fields(built, place)
        ), place
        kinds = live[place] - {"NoneType"}, built[place] - {"NoneType"}
        assert kinds[0] == kinds[1] or not all(kinds), place


@pytest.mark.parametrize("make", SCENES.values(), ids=SCENES)
def test_every_scene_is_as_the_program_makes_them(make: Callable[[], Snapshot]) -> None:
    scene = make()
    assert checked(scene) == scene


def test_a_session_is_as_the_program_makes_them() -> None:
    log = {"count": 7, "last": session()}
    assert checked(snapshot(log=log))["log"] == log


def test_a_scene_that_the_program_would_not_make_is_refused() -> None:
    with pytest.raises(ValueError, match="plan"):
        snapshot(plan="a field that there is not")
    with pytest.raises(ValueError, match="phase"):
        snapshot(phase="thinking")
    with pytest.raises(ValueError, match="phase"):
        checked({key: value for key, value in snapshot().items() if key != "phase"})
