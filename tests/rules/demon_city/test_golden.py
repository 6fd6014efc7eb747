"""The golden table of clashes, row by row, and what a clash refuses (D26 to D32)."""

from __future__ import annotations

import pytest

from rules.demon_city import Why, count_throw, resolve_clash
from tests.rules.demon_city.clash_notation import ROWS, Row, written


def test_the_table_has_its_rows() -> None:
    assert len(ROWS) >= 120
    assert len({row.title for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.title)
def test_d27_to_d32_golden(row: Row) -> None:
    assert written(resolve_clash(row.participants, row.choose)) == row.expected


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.title)
def test_d28_what_happens_follows_from_why(row: Row) -> None:
    for action in resolve_clash(row.participants, row.choose).actions:
        assert action.happens is {Why.WON: True, Why.AWAITING_CHOICE: None}.get(action.why, False)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.title)
def test_d32_the_card_that_counts_is_told_with_its_value(row: Row) -> None:
    throws = {participant.id: participant.throw for participant in row.participants}
    for action in resolve_clash(row.participants, row.choose).actions:
        counted = count_throw(throws[action.id])
        assert (action.card, action.value) == ((counted.card, counted.value) if counted else (None, None))
