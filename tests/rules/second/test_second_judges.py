"""The program against the second judges, and the second judges against planted faults."""

import pytest

from tests.rules.second.agreement import BENCHES, REFUSED, Bench, agree, disagreements, documents

COUNT = 500
SEED = 17


@pytest.mark.parametrize("system", BENCHES)
def test_the_program_and_the_second_judge_agree(system: str) -> None:
    assert list(disagreements(BENCHES[system], SEED, COUNT)) == []


@pytest.mark.parametrize("system", BENCHES)
def test_random_documents_reach_every_kind_and_few_are_refused(system: str) -> None:
    bench = BENCHES[system]
    asked = list(documents(bench, SEED, COUNT))
    refused = [document for document in asked if bench.second(document) == REFUSED]
    assert len(refused) < COUNT / 2
    assert {document["kind"] for document in asked} == set(bench.kinds)


def test_a_different_answer_is_told_with_its_document() -> None:
    bench = Bench(("die",), lambda rng: {"value": rng.randint(1, 6)}, lambda one: one, lambda _: {"value": 3})
    found = list(disagreements(bench, SEED, 60))
    assert 0 < len(found) < 60
    assert all(each.document["value"] != 3 and each.expected == each.document for each in found)


@pytest.mark.parametrize(
    ("expected", "seen", "same"),
    [
        ({"degree": 1}, {"degree": 1, "say": "Success."}, True),
        ({"degree": 1}, {"say": "Success."}, False),
        ({"order": ["ann", "bill"]}, {"order": ["bill", "ann"]}, False),
        ({"missing": ["red ace", "picture"]}, {"missing": ["picture", "red ace"]}, True),
        ({"missing": ["picture"]}, {"missing": ["picture", "picture"]}, False),
        ({"success": 0.5}, {"success": 0.5 + 1e-12}, True),
        ({"success": 0.5}, {"success": 0.501}, False),
        (REFUSED, {"degree": 1}, False),
        ({"degree": 1}, REFUSED, False),
    ],
)
def test_what_counts_as_the_same_answer(expected: object, seen: object, same: bool) -> None:
    assert agree(expected, seen) is same
