"""What a judge says that it applied are rules of its system."""

from __future__ import annotations

import pytest

from rules.registry import SYSTEMS
from rules.system import Kind, System
from webui.documents.pipeline import judge_document

KINDS = [
    pytest.param(system, kind, id=f"{system.code} {kind.code}")
    for system in SYSTEMS.values()
    for kind in system.kinds
]


@pytest.mark.parametrize(("system", "kind"), KINDS)
def test_a_record_names_each_of_its_rules_once(system: System, kind: Kind) -> None:
    told = judge_document(system, {"kind": kind.code, **kind.example}).record.rule
    answered = {rule for each in system.kinds for rule in each.rules}
    assert sorted(set(told)) == sorted(told)
    assert set(told) <= answered
