"""The stream keeps its promise: what was released stays valid, and what is sent today is what was promised then."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import jsonschema_rs
import pytest

from tests.contract import stream
from tests.webui.connect.played import RELEASED, played
from webui.connect.events import KINDS, TrialData, publish

RECORDED = sorted(RELEASED.glob("*.jsonl"))
SEEDS = range(20, 24)


def faults(event: Any, schema: Any) -> list[str]:
    return [str(fault) for fault in jsonschema_rs.Draft202012Validator(schema).iter_errors(event)]


def released_schema() -> Any:
    return json.loads((RELEASED / "stream.schema.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: str(path.stem))
def test_every_event_that_was_released_is_still_valid(path: Any) -> None:
    events = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(events) > 40
    validator = jsonschema_rs.Draft202012Validator(stream.schema())
    assert [each for each in events if not validator.is_valid(each)] == []


def test_what_is_sent_today_is_what_was_promised_at_the_release() -> None:
    validator = jsonschema_rs.Draft202012Validator(released_schema())
    seen: Counter[str] = Counter()
    for seed in SEEDS:
        for event in played(seed):
            document = json.loads(event.text)
            assert validator.is_valid(document), (event.event, faults(document, released_schema()))
            seen[event.event] += 1
    assert {
        "throw-opened",
        "card-read",
        "verdict",
        "verdict-confirmed",
        "round",
        "question",
        "hello",
    } <= seen.keys()


def test_no_event_and_no_field_that_was_promised_is_gone() -> None:
    """A field that is always there today may not have been optional then, nor the other way round."""
    then, now = released_schema(), stream.schema()
    for name, model in then["$defs"].items():
        assert set(model.get("required", [])) <= set(now["$defs"][name].get("required", [])), name
        assert model["properties"].keys() <= now["$defs"][name]["properties"].keys(), name


def test_a_field_that_is_missing_or_another_is_noticed() -> None:
    sound = json.loads(publish(TrialData(text="hello"), "run", 1, "2026-11-20T21:14:07.000+00:00", "s").text)
    assert faults(sound, stream.schema()) == []
    assert faults(sound | {"data": {}}, stream.schema())
    assert faults(sound | {"data": {"text": 7}}, stream.schema())
    assert faults(sound | {"version": 2}, stream.schema())
    assert faults({key: each for key, each in sound.items() if key != "id"}, stream.schema())


def test_what_is_new_is_left_to_who_knows_it() -> None:
    sound = json.loads(publish(TrialData(text="hello"), "run", 1, "2026-11-20T21:14:07.000+00:00", "s").text)
    assert faults(sound | {"later": 1, "data": {"text": "", "later": 2}}, stream.schema()) == []
    assert faults(sound | {"event": "later", "data": {"anything": []}}, stream.schema()) == []


def test_every_kind_of_event_has_a_name_of_its_own_and_stands_in_the_guide() -> None:
    guide = (stream.ROOT / "docs" / "connect.md").read_text(encoding="utf-8")
    names = [kind.event for kind in KINDS]
    assert len(set(names)) == len(names)
    assert [name for name in names if f"| `{name}` |" not in guide] == []
