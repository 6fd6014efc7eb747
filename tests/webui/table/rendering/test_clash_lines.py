"""What was done in a round, in one line a clash or single throw; numbers that nobody won or lost."""

from __future__ import annotations

from typing import Any

import pytest

from webui.documents.demon_city.shapes import ClashAnswer, StaticAnswer
from webui.documents.demon_city.throwers import ThrownDocument
from webui.i18n.seats import NamedSeat
from webui.table.contract.verdicts import Verdict
from webui.table.modes.mode import answered
from webui.table.modes.registry import MODES, THROWS
from webui.table.modes.round import after_flip
from webui.table.modes.rounds import OpenRound
from webui.table.rendering.clash_lines import ClashLines
from webui.table.rendering.system_verdicts import SystemAnswer, system_verdict
from webui.table.rendering.verdicts import render_verdict

SEATS = [NamedSeat("ann", "Ann", "players"), NamedSeat("bill", "Bill", "host")]
HIT: dict[str, Any] = {"kind": "attack", "target": "bill", "resist": 5}
IDLE: dict[str, Any] = {"kind": "nothing"}
B = {"id": "b"}


def round_of(anns: dict[str, Any], bills: dict[str, Any], *cards: str) -> Verdict:
    """Ann and Bill in a round; what they flip."""
    thrown = zip(("ann", "bill"), cards, strict=False)
    document = {
        "kind": "round",
        "characters": [{"id": each.id, "side": each.side, "agility": 3} for each in SEATS],
        "ties": ["ann", "bill"],
        "announcements": [{"id": "ann", **anns}, {"id": "bill", **bills}],
        "throws": {who: [card] for who, card in thrown},
    }
    before, after = OpenRound(document=document | {"throws": {}}), OpenRound(document=document)
    return render_verdict(document, after_flip(before, after), "en", seats=SEATS)


@pytest.mark.parametrize(
    ("anns", "bills", "cards", "title"),
    [
        ({"action": {"kind": "other", "intensity": 4}}, {"action": IDLE}, ("w07",), "Ann succeeds, 7 > 4"),
        ({"action": {"kind": "other", "intensity": 8}}, {"action": IDLE}, ("w07",), "Ann fails, 7 < 8"),
        ({"action": HIT}, {"action": IDLE}, ("w07",), "Ann hits Bill, 7 > 5"),
    ],
)
def test_a_single_throw_says_what_it_was_against(
    anns: dict[str, Any], bills: dict[str, Any], cards: tuple[str, ...], title: str
) -> None:
    assert [part.title for part in round_of(anns, bills, *cards).parts] == [title]


def lines_of(*actions: dict[str, Any], cards: tuple[list[str], list[str]]) -> str:
    """Ann and Bill in a clash without a round."""
    pairs = zip(SEATS, actions, cards, strict=True)
    participants = [
        {"id": seat.id, "side": seat.side, "cards": mine, "action": action} for seat, action, mine in pairs
    ]
    document = {"kind": "clash", "participants": participants}
    lines = ClashLines("en", name=str.title, side=lambda id_: {"ann": "players", "bill": "host"}[id_])
    return lines.deeds(ThrownDocument.model_validate(document), answered(document, ClashAnswer))


AGAINST_ANN: dict[str, Any] = {"kind": "attack", "target": "ann", "resist": 2}


@pytest.mark.parametrize(
    ("actions", "cards", "line"),
    [
        (({"kind": "move"}, AGAINST_ANN), (["w09"], ["s04"]), "Ann moves"),
        (({"kind": "other", "intensity": 0}, AGAINST_ANN), (["w09"], ["s04"]), "Ann succeeds"),
        (({"kind": "other", "intensity": 3}, AGAINST_ANN), (["w09"], ["s04"]), "Ann succeeds, 9 > 3"),
        (
            (HIT | {"resist": 12}, {"kind": "other", "intensity": 2}),
            (["w09"], ["s04"]),
            "Ann misses Bill, 9 < 12",
        ),
        (({"kind": "other", "intensity": 9}, AGAINST_ANN), (["w09"], ["s04"]), "Ann fails, 9 = 9"),
        (({"kind": "other", "intensity": 4}, AGAINST_ANN), (["s03"], ["c03"]), "Tie, 3 = 3"),
    ],
)
def test_a_clash_says_what_was_done(
    actions: tuple[dict[str, Any], ...], cards: tuple[list[str], list[str]], line: str
) -> None:
    assert lines_of(*actions, cards=cards) == line


def rendered(document: dict[str, Any]) -> Verdict:
    record = answered(document, MODES[document["kind"]].shape)
    return render_verdict(document, record, "en", seats=SEATS)


def test_cards_that_are_missing_are_asked_for() -> None:
    verdict = rendered({"kind": "c10", "cards": ["m00"], "count": 2})
    assert (verdict.tone, verdict.headline) == ("number", "2 more")


def test_cards_beyond_the_number_are_nobodys_miscount() -> None:
    assert rendered({"kind": "c10", "cards": ["w03", "c07"]}).marks == []


def test_a_side_may_win_and_nothing_happen() -> None:
    attack = {"kind": "attack", "target": "bill", "resist": 12}
    mine = {"id": "ann", "side": "players", "cards": ["w09"], "action": attack}
    theirs = {"id": "bill", "side": "host", "cards": ["s04"], "action": {"kind": "other", "intensity": 2}}
    assert rendered({"kind": "clash", "participants": [mine, theirs]}).tone == "stalemate"


def test_a_test_without_cards_has_no_numbers() -> None:
    verdict = rendered({"kind": "test", "intensity": 0, "thrower": {"id": "ann"}})
    assert (verdict.tone, verdict.line, verdict.sum, verdict.played) == ("success", "", [], [])


def test_an_attack_on_several_is_named_by_those_it_was_against() -> None:
    part = {"id": "ann", "value": None, "card": None, "critical": False, "fumble": False}
    failed = StaticAnswer.model_validate({"outcome": "failure", "winner": None, "throws": [part]})
    thrower = {"id": "ann", "action": {"kind": "other", "intensity": 4}}
    document = ThrownDocument.model_validate({"kind": "test", "participants": [thrower]})
    lines = ClashLines("en", name=str.title, side=str)
    assert lines.deeds(document, failed) == "Ann fails"


@pytest.mark.parametrize(
    ("kind", "document", "changed"),
    [
        ("test", {"thrower": {"id": "a", "cards": []}}, {"thrower": {"id": "a", "cards": ["w09"]}}),
        ("opposed", {"throwers": [B, {"id": "a"}]}, {"throwers": [B, {"id": "a", "cards": ["w09"]}]}),
        ("clash", {"participants": [{"id": "a"}]}, {"participants": [{"id": "a", "cards": ["w09"]}]}),
        ("c10", {"cards": []}, {"cards": ["w09"]}),
        ("c100", {"cards": []}, {"cards": ["w09"]}),
        ("damage", {"cards": []}, {"cards": ["w09"]}),
        ("round", {"throws": {"b": []}}, {"throws": {"b": [], "a": ["w09"]}}),
    ],
)  # fmt: skip
def test_a_document_of_each_kind_gets_other_cards(
    kind: str, document: dict[str, Any], changed: dict[str, Any]
) -> None:
    assert THROWS[kind].with_cards(document, "a", ["w09"]) == changed


def test_a_fumble_of_another_system_is_marked() -> None:
    answer = SystemAnswer.read({"fumble": True, "plain": -3, "outcome": "failure", "rule": ["P3"]})
    verdict = system_verdict("pulp", {"kind": "deal"}, answer, "Failure.", "en")
    assert [(mark.kind, mark.seat) for mark in verdict.marks] == [("fumble", "")]
    assert (verdict.tone, verdict.headline) == ("failure", "Failure")


@pytest.mark.parametrize(("why", "line"), [("fumble", "Ann fumbles"), ("losing-side", "Nothing happens")])
def test_where_no_action_happens_the_line_says_why(why: str, line: str) -> None:
    act = {"id": "ann", "value": 0, "card": "m00", "happens": False, "why": why, "beats": None}
    answer = {"outcome": "win", "side": "players", "actions": [act | {"critical": False, "fumble": True}]}
    document = {"kind": "clash", "participants": [{"id": "ann", "action": HIT}]}
    lines = ClashLines("en", name=str.title, side=lambda _: "players")
    read = ThrownDocument.model_validate(document)
    assert lines.deeds(read, ClashAnswer.model_validate(answer)) == line
