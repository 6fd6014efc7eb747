"""What no clash may be, and which rules a verdict names (D26 to D32)."""

from __future__ import annotations

import pytest

from rules.cards import Card, Courts, Order, Valuation
from rules.demon_city import (
    Action,
    Attack,
    ClashOutcome,
    ClashRefusal,
    Critical,
    CriticalBy,
    Next,
    Other,
    Participant,
    Throw,
    resolve_clash,
)
from rules.demon_city.clash_check import faults_of_clash
from tests.rules.demon_city.clash_notation import action_of, read_participant

PARAMS: dict[str, dict[str, object]] = {
    "one-side": {"side": "players"},
    "twice": {"id": "ann"},
    "takes-no-part": {"id": "eve"},
    "oneself": {"id": "ann"},
    "resist-missing": {"id": "bill"},
    "no-such-side": {"side": "cult"},
    "not-of-side": {"id": "ann", "side": "host"},
    "not-in-question": {"ids": ("cai",), "candidates": ("ann", "bob")},
    "negative": {"value": -1},
}
"""What the refusals of these tests tell besides the field."""


@pytest.mark.parametrize(
    ("lines", "choose", "code", "path"),
    [
        ([], {}, "nobody", ("participants",)),
        (["ann P w05 other 3"], {}, "one-side", ("participants",)),
        (["ann P w05 other 3", "bob P w06 other 3"], {}, "one-side", ("participants",)),
        (["ann P w05 other 3", "ann H w06 other 3"], {}, "twice", ("participants", 1, "id")),
        (["ann P - other 3", "bill H w06 other 3"], {}, "no-cards", ("participants", 0, "cards")),
        (["ann P - move", "bill H w06 other 3"], {}, "no-cards", ("participants", 0, "cards")),
        (["ann P w05 idle", "bill H w06 other 3"], {}, "cards-without-action", ("participants", 0, "cards")),
        (
            ["ann P w05 attack eve resist 2", "bill H w06 other 3"],
            {},
            "takes-no-part",
            ("participants", 0, "action", "target"),
        ),
        (
            ["ann P w05 other 3", "bill H w06 other eve"],
            {},
            "takes-no-part",
            ("participants", 1, "action", "target"),
        ),
        (
            ["ann P w05 defend eve", "bill H w06 other 3"],
            {},
            "takes-no-part",
            ("participants", 0, "action", "against"),
        ),
        (
            ["ann P w05 defend not eve", "bill H w06 other 3"],
            {},
            "takes-no-part",
            ("participants", 0, "action", "excludes"),
        ),
        (
            ["ann P w05 attack ann resist 2", "bill H w06 other 3"],
            {},
            "oneself",
            ("participants", 0, "action", "target"),
        ),
        (
            ["ann P w05 attack bill", "bill H w06 other 3"],
            {},
            "resist-missing",
            ("participants", 0, "action", "resist"),
        ),
        (
            ["ann P w05 attack bill", "bill H w06 defend cai", "cai P c02 other 1"],
            {},
            "resist-missing",
            ("participants", 0, "action", "resist"),
        ),
        (["ann P w05 other 3", "bill H w06 other 3"], {"cult": ["ann"]}, "no-such-side", ("choose", "cult")),
        (["ann P w05 other 3", "bill H w06 other 3"], {"host": ["ann"]}, "not-of-side", ("choose", "host")),
        (
            ["ann P w05 other 3 not bob", "bob P c05 other 2", "cai P c04 other 9", "bill H w02 other 3"],
            {"players": ["cai"]},
            "not-in-question",
            ("choose", "players"),
        ),
    ],
)
def test_d26_refuses(
    lines: list[str], choose: dict[str, list[str]], code: str, path: tuple[object, ...]
) -> None:
    with pytest.raises(ClashRefusal) as refused:
        resolve_clash([read_participant(line) for line in lines], choose)
    assert (refused.value.code, refused.value.path) == (code, path)
    told = {name: value for name, value in refused.value.params.items() if name != "known"}
    assert told == PARAMS.get(code, {})


@pytest.mark.parametrize(
    ("action", "code", "path"),
    [
        (Attack(("bill",), resist=-1), "negative", ("participants", 0, "action", "resist")),
        (Attack(("bill",), resist={"bill": -1}), "negative", ("participants", 0, "action", "resist")),
        (Attack(("bill",), resist={"eve": 2}), "resist-missing", ("participants", 0, "action", "resist")),
        (Attack((), resist=1), "no-target", ("participants", 0, "action", "target")),
        (Other(intensity=-1), "negative", ("participants", 0, "action", "intensity")),
        (Other(3, ("bill",)), "intensity-and-target", ("participants", 0, "action", "target")),
    ],
)
def test_d29_and_d30_refuse(action: Action, code: str, path: tuple[object, ...]) -> None:
    ann = Participant("players", action, Throw("ann", (Card.parse("w05"),)))
    with pytest.raises(ClashRefusal) as refused:
        resolve_clash([ann, read_participant("bill H w06 other 3")])
    assert (refused.value.code, refused.value.path) == (code, path)
    assert refused.value.params == PARAMS.get(code, {})


def test_d29_one_number_or_one_for_each_target() -> None:
    each = Attack(("bill", "cai"), resist={"bill": 2, "cai": 6})
    ann = Participant("players", each, Throw("ann", (Card.parse("w07"),)))
    foes = [read_participant("bill H w01 other 3"), read_participant("cai H c01 other 3")]
    assert action_of(resolve_clash([ann, *foes]), "ann").beats.value == 6  # type: ignore[union-attr]


def test_d29_each_target_has_its_own_number_and_is_hit_only_by_more() -> None:
    lines = [
        "ann P w10 other 3",
        "cassie P c06 attack bill,dean",
        "bill H s06 attack cassie",
        "dean H p03 defend cassie",
    ]
    result = resolve_clash([read_participant(line) for line in lines])
    told = [(each.id, each.value, each.happens) for each in action_of(result, "cassie").targets]
    assert told == [("bill", 6, False), ("dean", 3, True)]


def test_d26_every_side_that_takes_no_part_is_refused() -> None:
    foes = [read_participant("ann P w05 attack bill"), read_participant("bill H w06 attack ann")]
    faults = list(faults_of_clash(foes, {"cult": ["ann"], "ghosts": ["bill"]}))
    assert [(each.code, each.path) for each in faults] == [
        ("no-such-side", ("choose", "cult")),
        ("no-such-side", ("choose", "ghosts")),
    ]


@pytest.mark.parametrize(
    ("line", "code", "field"),
    [
        ("eve H w05 own m05 attack ann resist 2", "significator-of-host", "significator"),
        ("eve P w05 special m13 attack bill resist 2", "specials-of-player", "specials"),
    ],
)
def test_d12_each_side_holds_its_own_kind_of_cards(line: str, code: str, field: str) -> None:
    others = [
        "ann P w07 own m06 attack bill",
        "bill H w06 special m14 attack ann",
    ]
    right = [read_participant(each) for each in others]
    assert list(faults_of_clash(right, {})) == []
    [fault] = faults_of_clash([*right, read_participant(line)], {})
    assert (fault.code, fault.path) == (code, ("participants", 2, field))
    assert fault.params == {"id": "eve"}


def test_d2_the_deck_decides_what_the_cards_are_worth() -> None:
    participants = [read_participant("ann P m08 attack bill"), read_participant("bill H m10 attack ann")]
    assert resolve_clash(participants).side == "host"
    assert resolve_clash(participants, valuation=Valuation(Order.MARSEILLE)).side == "players"
    court = [read_participant("ann P w14 attack bill"), read_participant("bill H m10 attack ann")]
    assert resolve_clash(court).side == "players"
    assert resolve_clash(court, valuation=Valuation(courts=Courts(king=9))).side == "host"


@pytest.mark.parametrize(
    ("lines", "rules"),
    [
        (["ann P w09 attack bill", "bill H s05 attack ann"], "D27 D29 D31"),
        (["ann P w09 other 3", "bill H s05 other 3"], "D27 D30"),
        (["ann P w05 other 3", "bill H s05 other 3"], "D27 D28"),
        (["ann P w05 attack bill", "bob P c05 attack bill resist 1", "bill H s02 attack ann"], "D27 D28 D29"),
        (["ann P m15 other 3", "bill H s05 other 3"], "D11 D27 D30"),
        (["ann P m00 other 3", "bill H s05 other 3"], "D10 D27 D30"),
        (["ann P m00 own m00 other 3", "bill H s05 other 3"], "D4 D11 D27 D30"),
        (["ann P w09,c07 low other 3", "bill H s05 other 3"], "D22 D27 D30"),
        (["ann P - other 0", "bob P w05 other 3", "bill H s02 other 3"], "D8 D27 D30"),
        (["fiend H s09 special s09 other 3", "ann P w05 other 3"], "D12 D27 D30"),
        (["ann P w09 attack bill resist 9", "bill H s05 other 3"], "D27 D29"),
        (["ann P w09 defend", "bill H s05 other 3"], "D27 D30 D31"),
    ],
)
def test_d32_the_verdict_names_its_rules(lines: list[str], rules: str) -> None:
    assert resolve_clash([read_participant(line) for line in lines]).rule == tuple(rules.split())


def test_d28_an_answered_choice_still_names_its_rule() -> None:
    lines = ["ann P w05 attack bill", "bob P c05 attack bill resist 1", "bill H s02 attack ann"]
    assert "D28" in resolve_clash([read_participant(line) for line in lines], {"players": ["bob"]}).rule


def test_d28_no_answer_is_no_answer() -> None:
    lines = ["ann P w05 attack bill", "bob P c05 attack bill resist 1", "bill H s02 attack ann"]
    result = resolve_clash([read_participant(line) for line in lines], {"players": []})
    assert result.outcome is ClashOutcome.CHOICE


def test_d31_who_may_reposition() -> None:
    lines = ["ann P w09 attack bill", "bob P c07 defend", "cai P c08 other 1", "bill H s02 attack ann"]
    assert resolve_clash([read_participant(line) for line in lines]).repositions == ("ann", "bob")


@pytest.mark.parametrize(
    ("lines", "tied"),
    [
        (["ann P w08 other 3", "bill H s08 other 3"], ("players", "host")),
        (["ann P w08 other 3", "bill H s08 other 3", "cai C c08 other 3"], ("players", "host", "cult")),
        (["cai C c08 other 3", "ann P w02 other 3", "bill H s08 other 3"], ("cult", "host")),
        (["ann P w09 other 3", "bill H s08 other 3"], ()),
        (["ann P - other 0", "bill H - other 0"], ()),
    ],
)
def test_d28_which_sides_tie(lines: list[str], tied: tuple[str, ...]) -> None:
    assert resolve_clash([read_participant(line) for line in lines]).tied == tied


def test_d11_which_card_is_critical_and_by_which_clause() -> None:
    lines = ["ann P w09,c08 own c08 attack bill", "cai P m15,w02 other 3", "bill H s05 attack ann"]
    result = resolve_clash([read_participant(line) for line in lines])
    eight, devil = Card.parse("c08"), Card.parse("m15")
    assert action_of(result, "ann").critical == Critical(CriticalBy.SIGNIFICATOR, eight)
    assert action_of(result, "cai").critical == Critical(CriticalBy.HIGH_CARD, devil)


def test_d11_a_significator_is_worth_what_the_deck_prints() -> None:
    """Justice against 9: worth 11 in one deck, 8 in the other."""
    lines = ["ann P w10,m11 own m11 attack bill", "bill H s09 attack ann"]
    participants = [read_participant(line) for line in lines]
    assert action_of(resolve_clash(participants), "ann").critical
    assert not action_of(resolve_clash(participants, valuation=Valuation(Order.MARSEILLE)), "ann").critical


def test_d32_what_is_thrown_after_a_clash() -> None:
    """Damage for who was hit, and, at the Host's word, Calm."""
    lines = ["ann P w09 attack bill,cai resist 3", "bill H s05 attack ann", "cai H s02 attack ann"]
    result = resolve_clash([read_participant(line) for line in lines])
    assert action_of(result, "ann").hit == ("bill", "cai")
    assert result.next[:2] == (Next.THROW_DAMAGE, Next.HOST_MAY_ASK_FOR_CALM)


@pytest.mark.parametrize(
    "line", ["ann P w09 attack bill harmless", "ann P w09 defend", "ann P w02 attack bill"]
)
def test_d32_nothing_hit_no_damage(line: str) -> None:
    result = resolve_clash([read_participant(line), read_participant("bill H s05 other ann resist 9")])
    assert Next.THROW_DAMAGE not in result.next
