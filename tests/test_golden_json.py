"""The command that compares everything the program writes before and after a change."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from tests import golden_json
from tests.golden_json import differences, lines


def test_a_session_by_lot_is_played_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden_json, "STEPS", 12)
    first, again = (list(lines(golden_json.played(3))) for _ in range(2))
    assert list(differences(first, again)) == []
    assert any(b'"verdict": {' in line for line in first)


def test_every_kind_of_line_is_written() -> None:
    named = [name for name, _ in (*islice(golden_json.scenes(), 60), *golden_json.generated(24))]
    assert {name.split()[0] for name in named} == {"scene", "judged", "document", "changed"}


def test_what_differs_is_named() -> None:
    before, now = lines([("one", 1), ("two", "abc")]), lines([("one", 1), ("two", "abd"), ("three", 3)])
    first, second = differences(before, now)
    assert first.startswith("'two' before, 'two' now: ")
    assert second.startswith("'' before, 'three' now: ")


def test_the_command_records_and_compares(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(golden_json, "everything", golden_json.scenes)
    file = tmp_path / "golden.jsonl"
    assert golden_json.main(["record", str(file)]) == 0
    assert golden_json.main(["compare", str(file)]) == 0
    file.write_bytes(file.read_bytes().replace(b'["scene empty"', b'["scene full"'))
    assert golden_json.main(["compare", str(file)]) == 1
    assert "1 lines differ" in capsys.readouterr().out
