"""Belief in a name: clear only if more is proven than any single reading could, against other names."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.tracking.belief import (
    ABSTAIN_EVIDENCE,
    NAME_EVIDENCE,
    Decision,
    IdentityBelief,
    Observation,
    repeated,
)
from vision.tracking.settings import LOOKS
from vision.types import Face, Reading

QUAD = np.array([[0, 0], [60, 0], [60, 100], [0, 100]], np.float32)


def belief_of(*codes: str | None, turn: int = 0, confidence: float = 0.9) -> IdentityBelief:
    belief = IdentityBelief()
    for code in codes:
        belief.add(
            Observation(Reading(QUAD, Face.UP, code, "rws" if code else None, confidence=confidence), turn)
        )
    return belief


@pytest.mark.parametrize(
    ("codes", "name"),
    [
        ((), None),
        (("m17",), None),  # one frame is no reading
        (("m17", "m17"), "m17"),
        (("m17", "w07", "m17"), None),  # ahead by one
        (("w07", "m17", "m17", "m17"), None),  # looks that agree repeat each other
        (("w07", "m17", "m17", "m17", "m17"), "m17"),
        ((None, "m17", None, "m17"), "m17"),  # one that abstains does not oppose
        ((None, None, None, None, None, "m17", "m17"), None),  # but may drown a name
        ((None, None, None), None),
    ],
)
def test_a_name_is_clear_or_not(codes: tuple[str | None, ...], name: str | None) -> None:
    decision = belief_of(*codes).decide()
    assert (decision.code if decision else None) == name


def test_what_was_read_before_the_pixels_changed_decides_once_a_name_is_read_again() -> None:
    belief, abstained = belief_of("m17", "m17"), Observation(Reading(QUAD, Face.UP), 0)
    belief.mark_stale()
    assert belief.decide() is None
    belief.add(abstained)
    assert belief.decide() is None
    belief.add(Observation(Reading(QUAD, Face.UP, "m17", "rws", confidence=0.9), 0))
    assert belief.decide() is not None


def nearly(code: str, share: float) -> Observation:
    """A look that gives no name and takes one for so likely."""
    return Observation(Reading(QUAD, Face.UP, candidates=((code, share), ("w07", 0.3))), 0)


@pytest.mark.parametrize(
    ("code", "share", "name"), [("m17", 0.97, "m17"), ("m17", 0.02, None), ("w08", 0.97, None)]
)
def test_looks_that_nearly_gave_the_name_do_not_drown_it(code: str, share: float, name: str | None) -> None:
    belief = belief_of("m17", "m17")
    for _ in range(8):
        belief.add(nearly(code, share))
    decision = belief.decide()
    assert (decision.code if decision else None) == name


@pytest.mark.parametrize(("share", "name"), [(0.999, "m17"), (0.95, "m17"), (0.7, None)])
def test_looks_that_nearly_give_a_name_bear_out_the_one_that_gave_it(share: float, name: str | None) -> None:
    belief = belief_of("m17")
    belief.add(nearly("m17", share))
    decision = belief.decide()
    assert (decision.code if decision else None) == name


def test_looks_that_nearly_give_a_name_never_give_it_by_themselves() -> None:
    belief = IdentityBelief()
    for _ in range(100):
        belief.add(nearly("m17", 0.999))
    assert belief.decide() is None


def test_looks_that_nearly_gave_another_name_speak_against_one() -> None:
    belief = belief_of("m17", "m17")
    for _ in range(4):
        belief.add(nearly("w08", 0.999))
    assert belief.decide() is None


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_likelier_look_says_no_less_for_a_name_and_less_than_one_that_gave_it(
    one: float, other: float
) -> None:
    less, more = sorted((one, other))
    (name, says_less), (_, says_more) = nearly("m17", less).says(), nearly("m17", more).says()
    assert name == "m17"
    assert -ABSTAIN_EVIDENCE <= says_less <= says_more < NAME_EVIDENCE


def test_a_name_that_no_look_gave_has_all_looks_against_it() -> None:
    assert belief_of("m17").log_odds("w07") == pytest.approx(-NAME_EVIDENCE)


@given(st.lists(st.sampled_from(["m17", "w07", "s03", None]), max_size=20))
def test_what_is_decided_is_proven_by_more_than_one_look_could(codes: list[str | None]) -> None:
    belief = belief_of(*codes)
    decision = belief.decide()
    assert {code for code in codes if code and belief.log_odds(code) > NAME_EVIDENCE} == (
        {decision.code} if decision else set()
    )


@given(st.integers(1, 30))
def test_looks_that_agree_repeat_each_other(looks: int) -> None:
    more = repeated(looks + 1) - repeated(looks)
    assert 0 < more < repeated(looks) - repeated(looks - 1)
    assert belief_of(*["m17"] * looks).log_odds("m17") == pytest.approx(NAME_EVIDENCE * repeated(looks))


def test_many_readings_without_a_name_are_overcome_once_the_light_is_better() -> None:
    belief = belief_of(*[None] * 1000)
    looks = next(n for n in range(1, 100) if _named(belief, "m17"))
    assert 3 < looks < 12


def _named(belief: IdentityBelief, code: str) -> bool:
    belief.add(Observation(Reading(QUAD, Face.UP, code, "rws", confidence=0.99), 0))
    return belief.decide() is not None


@given(st.lists(st.sampled_from(["m17", "w07"]), max_size=8), st.integers(0, 8), st.integers(0, 3))
def test_no_single_reading_changes_one_name_into_another(codes: list[str], place: int, turn: int) -> None:
    before = belief_of(*codes, turn=turn).decide()
    after = belief_of(*codes[:place], "w07", *codes[place:], turn=turn).decide()
    assert before is None or after is None or after.code == before.code


def test_the_deck_the_turn_and_the_confidence_come_from_the_winning_looks() -> None:
    belief = belief_of("m17", "m17", "m17", "m17", turn=2, confidence=0.8)
    belief.add(Observation(Reading(QUAD, Face.UP, "w07", "house", confidence=0.1), 0))
    decision = belief.decide()
    assert decision is not None
    assert (decision.deck, decision.turn) == ("rws", 2)
    assert decision.confidence == pytest.approx(0.8)


def said(looks: int, abstained: int = 0) -> Decision:
    about = belief_of(*[None] * abstained, *["m17"] * looks).about("m17")
    assert about is not None
    return about


def test_what_readings_say_of_a_name_is_reported_also_where_it_is_not_proven() -> None:
    belief = belief_of("m17", "w07", "m17", turn=1)
    assert belief.about("s03") is None
    weak = belief.about("w07")
    assert weak is not None
    assert (weak.code, weak.turn, weak.is_proven) == ("w07", 1, False)
    assert weak.log_odds == pytest.approx(belief.log_odds("w07"))
    assert not said(1).is_proven, "a single look proves nothing"
    assert said(2).is_proven


@pytest.mark.parametrize(
    ("looks", "others", "bears"),
    [
        (2, (), True),
        (1, (), False),
        (2, (said(1),), False),
        (3, (said(1),), False),
        (4, (said(1),), True),  # more than any single reading could prove
        (4, (said(1), said(1)), True),  # the likeliest of the others counts
        (2, (said(1, abstained=100),), True),  # what speaks against another speaks for nobody
        (2, (said(2),), False),
        (50, (said(2),), False),  # it was read longer, and may be wrong as long
        (50, (said(1), said(2)), False),
    ],
)
def test_a_name_goes_to_whom_it_is_clear_for_beside_all_others(
    looks: int, others: tuple[Decision, ...], bears: bool
) -> None:
    assert said(looks).outweighs(others) is bears


@pytest.mark.parametrize("others", [(), (said(1, abstained=100),)])
def test_what_is_only_just_proven_is_borne_where_nothing_speaks_for_another(
    others: tuple[Decision, ...],
) -> None:
    barely = said(2, abstained=3)
    assert NAME_EVIDENCE < barely.log_odds < NAME_EVIDENCE + 1
    assert barely.outweighs(others)


@pytest.mark.parametrize(("codes", "exhausted"), [((), False), ((None,) * 2, False), ((None,) * 3, True)])
def test_looks_are_exhausted_after_three_that_settled_nothing(
    codes: tuple[None, ...], exhausted: bool
) -> None:
    belief = belief_of(*codes)
    assert belief.is_exhausted is exhausted
    belief.clear()
    assert not belief.is_exhausted


@pytest.mark.parametrize("turned", range(4))
@pytest.mark.parametrize("turn", range(4))
def test_looks_follow_a_quad_that_starts_elsewhere(turn: int, turned: int) -> None:
    belief = belief_of("m17", "m17", turn=turn)
    belief.turn_by(turned)
    decision = belief.decide()
    assert decision is not None
    assert decision.turn == (turn - turned) % 4


def test_candidates_are_the_likeliest_over_all_readings() -> None:
    belief = IdentityBelief()
    for candidates in [(("m17", 0.4), ("m18", 0.3)), (("m18", 0.4), ("m17", 0.2), ("s03", 0.1))]:
        belief.add(Observation(Reading(QUAD, Face.UP, candidates=candidates), 0))
    assert [code for code, _ in belief.candidates(2)] == ["m18", "m17"]
    assert [likelihood for _, likelihood in belief.candidates(2)] == pytest.approx([0.35, 0.3])


def test_no_look_gives_no_candidates() -> None:
    assert IdentityBelief().candidates() == ()


def test_a_named_look_counts_for_its_name_alone_and_three_are_offered() -> None:
    belief = belief_of("m17", confidence=0.6)
    names = (("w02", 0.5), ("w03", 0.4), ("w04", 0.3), ("w05", 0.2))
    belief.add(Observation(Reading(QUAD, Face.UP, candidates=names), 0))
    assert [code for code, _ in belief.candidates()] == ["m17", "w02", "w03"]
    odd = Reading(QUAD, Face.UP, "m17", "rws", confidence=0.6, candidates=names)
    belief.clear()
    belief.add(Observation(odd, 0))
    assert belief.candidates() == (("m17", 0.6),)


def test_what_was_read_is_every_name_until_it_is_forgotten() -> None:
    belief = belief_of("m17", None, "w07")
    assert belief.names_read() == {"m17", "w07"}
    belief.clear()
    assert (belief.names_read(), len(belief)) == (set(), 0)


def test_a_known_card_needs_no_weighing() -> None:
    belief = IdentityBelief()
    assert belief.wants_weighing(100.0, 0.3)
    belief.know()
    assert belief.is_known
    assert not belief.wants_weighing(100.0, 0.3)


@pytest.mark.parametrize(
    ("weighings", "mean"),
    [
        ((), 0.0),
        ((3.5,), 3.5),
        ((3.0, 4.0), 3.5),
        ((-9.0, *[3.5] * LOOKS), 3.5),  # only the newest count
    ],
)
def test_the_log_odds_of_a_card_are_the_mean_of_the_newest_weighings(
    weighings: tuple[float, ...], mean: float
) -> None:
    belief = IdentityBelief()
    for log_odds in weighings:
        belief.weigh(log_odds, 0.0)
    assert belief.card_log_odds == pytest.approx(mean)


def test_it_is_weighed_a_few_times_with_pauses_and_again_where_it_lies_otherwise() -> None:
    belief = IdentityBelief()
    for n in range(LOOKS):
        assert belief.is_weighed is False
        assert belief.wants_weighing(float(n), 1.0)
        belief.weigh(0.0, float(n))
        assert not belief.wants_weighing(n + 0.9, 1.0)
    assert belief.is_weighed
    assert not belief.wants_weighing(100.0, 1.0)
    belief.reset_budget()
    assert belief.wants_weighing(100.0, 1.0)
