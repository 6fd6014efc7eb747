"""An answer that was written is read again as it was."""

from __future__ import annotations

import pytest

from tests.rules.second.agreement import BENCHES, documents
from webui.documents import DocumentError, judge_document, known_system
from webui.documents.demon_city.shapes import AnyAnswer, FlipAnswer, RoundAnswer
from webui.table.modes.mode import DEMON_CITY
from webui.table.modes.registry import read_answer


@pytest.mark.parametrize("bench", ["resolve", "round"])
def test_every_answer_is_read_as_it_was_written(bench: str) -> None:
    read = 0
    for document in documents(BENCHES[bench], 3, 150):
        try:
            answer: AnyAnswer = judge_document(known_system(DEMON_CITY), document).result()
        except DocumentError:
            continue
        if isinstance(answer, RoundAnswer):
            answer = FlipAnswer(**dict(answer), new=answer.decided)
        if document["kind"] != "damage":
            again = read_answer(document["kind"], answer.serialize())
            assert (again, again.serialize()) == (answer, answer.serialize())
            read += 1
    assert read > 50


def test_what_another_release_wrote_beside_it_is_passed_over() -> None:
    drawn = read_answer("c10", {"value": 3, "values": [3], "colour": "red"})
    assert drawn.serialize() == {"value": 3, "values": [3], "ignored": [], "rule": [], "say": ""}


def test_an_answer_of_no_kind_is_refused() -> None:
    with pytest.raises(KeyError):
        read_answer("duel", {})
