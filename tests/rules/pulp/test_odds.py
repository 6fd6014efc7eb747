"""P6: the chance of every degree, against every one of the 3432 deals."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from rules.pulp.deal import Outcome, judge_cards
from rules.pulp.deck import parse_cards
from rules.pulp.documents import Odds, judge_odds

DECK = parse_cards(["As", "2s", "4s", "Ah", "Ad", "2h", "2d", "Kh", "Kd", "Qh", "Qd", "Jh", "Jd", "Ks"])


@pytest.mark.parametrize("difficulty", range(-4, 5))
def test_p6_exact_against_brute_force(difficulty: int) -> None:
    verdicts = [judge_cards(hand, difficulty) for hand in combinations(DECK, 7)]
    odds = judge_odds(Odds(difficulty))
    counts = Counter(verdict.degree for verdict in verdicts)
    assert odds.degrees == {degree: counts[degree] / 3432 for degree in sorted(counts)}
    assert odds.success == sum(one.outcome is Outcome.SUCCESS for one in verdicts) / 3432
    assert odds.critical == sum(one.critical for one in verdicts) / 3432
    assert odds.fumble == sum(one.fumble for one in verdicts) / 3432


def test_p6_an_unmodified_action_succeeds_half_the_time() -> None:
    """Black and red are so balanced that degree d is as likely as degree 1 - d."""
    odds = judge_odds(Odds(0))
    assert odds.success == 0.5
    assert all(odds.degrees[degree] == odds.degrees[1 - degree] for degree in odds.degrees)


def test_p6_the_sentence_rounds_to_a_tenth_of_a_per_cent() -> None:
    assert judge_odds(Odds(2)).said.params == {"difficulty": 2, "percent": 26.7}
