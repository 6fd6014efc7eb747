"""`clashcam watch --json` prints what docs/contracts.md says: these events with these fields of these types."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from vision.capture.capture import Capture, CaptureState
from vision.capture.slot import Captured
from vision.types import Event, EventKind, Face, Frame, FrameResult, Track, TrackState
from webui.camera.watch import Tally, watch

ROOT = Path(__file__).resolve().parents[3]
SECTION = re.compile(r"^## What happens before a camera.*?(?=^## )", re.MULTILINE | re.DOTALL)
BLACK: Frame = np.zeros((4, 4, 3), np.uint8)

Line = dict[str, Any]

SOURCE = ("source-lost", "source-back")


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def are_pairs(value: object, *checks: Callable[[object], bool]) -> bool:
    return isinstance(value, list) and all(
        len(pair) == 2 and all(check(each) for check, each in zip(checks, pair, strict=True))
        for pair in value
    )


def is_text(value: object) -> bool:
    return isinstance(value, str)


TYPES: dict[str, Callable[[Any], bool]] = {
    "text": is_text,
    "text or null": lambda value: value is None or is_text(value),
    "number": is_number,
    "whole number": lambda value: is_number(value) and isinstance(value, int),
    "true, false or null": lambda value: value in (True, False, None) and not is_number(value),
    "pairs of text and number": lambda value: are_pairs(value, is_text, is_number),
    "four pairs of numbers": lambda value: are_pairs(value, is_number, is_number) and len(value) == 4,
    "object of numbers or null": lambda value: (
        list(value) == ["p50", "p95", "p99"]
        and all(each is None or is_number(each) for each in value.values())
    ),
}
"""What the second table calls a type."""

IN: dict[str, Callable[[Line], bool]] = {
    "every line": lambda line: True,
    "every line but `end`": lambda line: line["event"] != "end",
    "a card": lambda line: line["event"] not in (*SOURCE, "end"),
    "a card with a name": lambda line: line.get("card") is not None,
    "a card without a name": lambda line: "card" in line and line["card"] is None,
    "`source-lost`": lambda line: line["event"] == "source-lost",
    "`end`": lambda line: line["event"] == "end",
}
"""In which lines the second table says that a field stands."""

MAY_BE_LEFT_OUT = {"candidates"}

OF = {"a card": IN["a card"], "the source": lambda line: line["event"] in SOURCE, "the run": IN["`end`"]}


def tables() -> tuple[list[list[str]], list[list[str]]]:
    """Return the rows of the page's two tables: events, fields."""
    found = SECTION.search((ROOT / "docs" / "contracts.md").read_text(encoding="utf-8"))
    assert found
    rows = [re.split(r" \| ", row) for row in re.findall(r"^\| (`.+) \|$", found[0], re.MULTILINE)]
    return [row for row in rows if len(row) == 3], [row for row in rows if len(row) == 4]


class OneFrame:
    """A source whose picture stays away once, and then comes: what the loop of `watch` asks of a capture."""

    dropped = 0

    def __init__(self) -> None:
        self._now = iter([CaptureState.LIVE, CaptureState.LOST, CaptureState.LIVE])
        self.state = CaptureState.LIVE
        self.fault = "no frame for 3 seconds"
        self._number = -1

    def read(self, _: float) -> Captured | None:
        self._number += 1
        self.state = next(self._now, CaptureState.ENDED)
        return None if self.state is CaptureState.LOST else Captured(BLACK, self._number / 30, self._number)


class Everything:
    """A tracker to which everything happens to every sort of card, in each frame."""

    def step(self, frame: Frame, t_s: float) -> FrameResult:
        events = tuple(
            Event(t_s, 0, kind, track) for kind in EventKind if kind not in SOURCE for track in TRACKS
        )
        return FrameResult(t_s, 0, (4, 4), (), events, False, 0.0, refuted=2)


QUAD = np.array([[1, 1], [3, 1], [3, 3], [1, 3]], np.float32)
NAMED = Track(7, Face.UP, TrackState.SETTLED, QUAD, "m05", "rws", True, 0.98765)
TRACKS = (
    NAMED,
    replace(NAMED, reversed=None, deck=None),
    replace(NAMED, code=None, deck=None, candidates=(("m05", 0.61234), ("m06", 0.2))),
    replace(NAMED, code=None, deck=None),
    replace(NAMED, code=None, deck=None, face=Face.DOWN, candidates=(("m05", 0.6),)),
)


@pytest.fixture(scope="module")
def lines() -> list[Line]:
    """Every kind of line that the program can print."""
    heard: list[Line] = []
    tally = Tally()
    watch(cast(Capture, OneFrame()), Everything(), heard.append, tally)
    return [*heard, tally.record(), Tally().record()]


def test_every_event_that_can_be_printed_is_described_and_no_other(lines: list[Line]) -> None:
    events, _ = tables()
    described = [row[0].strip("`") for row in events]
    assert len(set(described)) == len(described)
    assert set(described) == {line["event"] for line in lines} == {*map(str, EventKind), "end"}
    assert [line["event"] for line in lines if line["event"] in SOURCE] == list(SOURCE)
    wrong = [
        row[0] for row in events for line in lines if f"`{line['event']}`" == row[0] and not OF[row[1]](line)
    ]
    assert wrong == []


def test_every_line_has_the_described_fields_of_the_described_types(lines: list[Line]) -> None:
    _, fields = tables()
    rows = [(name.strip("`"), kind, where) for name, kind, where, _ in fields]
    for line in lines:
        expected = {name: kind for name, kind, where in rows if IN[where](line)}
        assert line.keys() <= expected.keys(), line
        assert expected.keys() - line.keys() <= MAY_BE_LEFT_OUT, line
        assert [name for name in line if not TYPES[expected[name]](line[name])] == [], line
    assert {name for name, _, _ in rows} == {name for line in lines for name in line}, (
        "each of them is printed"
    )


def test_nothing_is_printed_that_is_made_elsewhere() -> None:
    """A line is written as a dictionary with the key `event`; verdicts are no lines of `watch`."""
    places = {
        str(path.relative_to(ROOT))
        for folder in ("vision", "webui/camera", "webui/cli")
        for path in (ROOT / folder).rglob("*.py")
        if any(_makes_a_line(path.read_text(encoding="utf-8")))
    }
    assert places == {"webui/camera/watch.py"}


def _makes_a_line(code: str) -> Iterator[bool]:
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Dict):
            yield any(isinstance(key, ast.Constant) and key.value == "event" for key in node.keys)
