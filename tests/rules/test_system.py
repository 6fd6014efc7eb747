"""The shape of a system."""

from __future__ import annotations

import pytest

from rules.pulp.documents import Deal
from rules.pulp.kinds import SYSTEM
from rules.system import Draw, System


def test_a_kind_is_found_by_its_code() -> None:
    assert SYSTEM.kind("deal").request is Deal
    with pytest.raises(KeyError):
        SYSTEM.kind("clash")


def test_two_kinds_of_one_code_are_refused() -> None:
    deal = SYSTEM.kind("deal")
    with pytest.raises(ValueError, match="two kinds share a code"):
        System("twice", "rules.pulp", frozenset({Draw.PLAYING_CARDS}), (deal, deal))
