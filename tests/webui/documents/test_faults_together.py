"""Every fault of a document is told in one answer, as they lie in the document."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webui.documents.asking import demon_city
from webui.documents import DocumentError

Document = dict[str, Any]


def told(document: Document, language: str = "en") -> list[str]:
    """The fields at fault, in the order of the answer."""
    with pytest.raises(DocumentError) as error:
        demon_city(document, language)
    return [each.field for each in error.value.each]


def attacker(id_: str, side: str, cards: list[str], target: str) -> Document:
    return {"id": id_, "side": side, "cards": cards, "action": {"kind": "attack", "target": target}}


def clash(ann: list[str], bill: list[str]) -> Document:
    """A clash in which both attack somebody who takes no part."""
    people = [attacker("ann", "players", ann, "nobody"), attacker("bill", "host", bill, "ghost")]
    return {"kind": "clash", "participants": people}


ANN, BILL = "participants[0].action.target", "participants[1].action.target"
PEOPLE = [{"id": "ann", "side": "players", "agility": 3}, {"id": "bill", "side": "host", "agility": 2}]

CASES: dict[str, tuple[Document, list[str]]] = {
    "a card twice beside targets": (
        clash(["w07"], ["w07"]),
        [ANN, "participants[1].cards[0]", BILL],
    ),
    "every card that lies twice": (
        clash(["w07", "w08"], ["w08", "w07", "w07"]),
        [ANN, *(f"participants[1].cards[{place}]" for place in range(3)), BILL],
    ),
    "cards that are none beside targets": (
        clash(["w07", "zz"], ["yy", "w07"]),
        ["participants[0].cards[1]", ANN, "participants[1].cards[0]", "participants[1].cards[1]", BILL],
    ),
    "an opposed throw": (
        {
            "kind": "opposed",
            "throwers": [
                {"id": "ann", "cards": ["w07"]},
                {"id": "ann", "cards": []},
                {"id": "bill", "cards": ["w07"]},
            ],
        },
        ["throwers[1].id", "throwers[1].cards", "throwers[2].cards[0]"],
    ),
    "a test": (
        {"kind": "test", "intensities": [3], "intensity": 4, "thrower": {"id": "ann", "cards": []}},
        ["intensities", "thrower.cards"],
    ),
    "a test without Intensity": (
        {"kind": "test", "thrower": {"id": "ann", "cards": ["w07", "w07"]}},
        ["thrower.cards[1]", "intensity"],
    ),
    "numbers of cards": (
        {
            "kind": "clash-throws",
            "stat": 3,
            "extra": ["weapon", "weapon", {"situation": "high ground"}],
            "opponent": {"extra": [{"situation": "high ground"}], "lost": ["injury", "injury"]},
        },
        ["extra[1]", "extra[2]", "opponent.lost[1]", "opponent.stat"],
    ),
    "a test's number of cards": (
        {"kind": "test-throws", "stat": 3, "extra": ["defense"], "lost": ["injury"]},
        ["extra[0]", "lost[0]", "intensity"],
    ),
    "an opponent's skills": (
        {
            "kind": "opposed-throws",
            "opponent": {"extra": [{"overlap": "rifles", "of": "guns"}, {"overlap": "guns"}]},
        },
        ["opponent.extra[0]"],
    ),
    "derived numbers of cards": (
        {
            "kind": "derived-throws",
            "fighters": [{"id": "ann"}, {"id": "ann"}],
            "deeds": [
                {"by": "ann", "target": ["ann", "zed"], "extra": ["weapon", "weapon"]},
                {"by": "ann", "lost": ["injury", "injury"]},
                {"by": "yan"},
            ],
        },
        [
            "fighters[1].id",
            "deeds[0].target",
            "deeds[0].target",
            "deeds[0].extra[1]",
            "deeds[1].by",
            "deeds[1].lost[1]",
            "deeds[2].by",
        ],
    ),
    "a round": (
        {
            "kind": "round",
            "characters": [*PEOPLE, PEOPLE[0] | {"significator": "m05", "side": "host"}],
            "ties": ["zed"],
            "announcements": [
                {"id": "bill", "action": {"kind": "attack", "target": "yan"}, "extra": ["weapon", "weapon"]},
                {"id": "bill", "action": {"kind": "attack", "target": "bill"}},
                {"id": "xeno", "action": {"kind": "nothing"}},
                {"id": "ann", "action": {"kind": "nothing"}, "recovered": False},
            ],
            "throws": {"ann": ["w07", "zz"], "bill": ["w07"], "will": []},
            "choose": {"nobody's": ["ann"]},
            "marks": [{"id": "vic", "condition": "injured"}],
        },
        [
            "characters[2].id",
            "characters[2].significator",
            "ties[0]",
            "announcements[0].action.target",
            "announcements[0].extra[1]",
            "announcements[1].id",
            "announcements[1].action.target",
            "announcements[2].id",
            "announcements[3].action",
            "throws.ann[1]",
            "throws.bill[0]",
            "throws.will",
            "choose.nobody's",
            "marks[0].id",
        ],
    ),
}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("document", "fields"), CASES.values(), ids=CASES)
def test_all_faults_come_in_one_answer(document: Document, fields: list[str], language: str) -> None:
    assert told(document, language) == fields


def test_a_card_that_is_none_brings_no_fault_that_is_not_there() -> None:
    """What cannot be read stands for some card: nobody has thrown too few, and no choice is foreseen."""
    people = [attacker("ann", "players", ["zz"], "bill"), attacker("bill", "host", ["w07"], "ann")]
    document = {"kind": "clash", "participants": people, "choose": {"players": ["ann"]}}
    assert told(document) == ["participants[0].cards[0]"]


def test_a_significator_that_is_no_card_is_told_beside_the_rest() -> None:
    document = clash(["w07"], ["w08"])
    document["participants"][0]["significator"] = "zz"
    assert told(document) == [ANN, "participants[0].significator", BILL]


def test_the_place_of_what_was_counted_already_is_the_deeds() -> None:
    """Both places lie in the document, not in the deed."""
    claims = {"extra": [{"situation": "sober"}], "lost": [{"situation": "drunk"}]}
    document = {"kind": "derived-throws", "fighters": [{"id": "ann"}], "deeds": [{"by": "ann", **claims}]}
    with pytest.raises(DocumentError, match=r"deeds\[0\]\.lost\[0\]"):
        demon_city(document, "en")


def test_a_document_is_left_as_it_was() -> None:
    document = clash(["zz"], ["w07"])
    told(document)
    assert document == clash(["zz"], ["w07"])


def test_a_fault_is_told_in_any_language_without_judging_again() -> None:
    claims = {"extra": ["weapon", {"situation": "sober"}], "lost": [{"situation": "drunk"}]}
    with pytest.raises(DocumentError) as error:
        demon_city([{"kind": "clash-throws", **claims}])
    assert error.value.render("en").startswith(
        '[0].extra[1]: "sober" is counted in [0].lost[0] too; expected'
    )
    assert error.value.render("de").startswith('[0].extra[1]: "sober" ist auch in [0].lost[0] gezählt')


def test_choices_are_named_in_the_language_of_the_answer() -> None:
    with pytest.raises(DocumentError) as error:
        demon_city({"kind": "odds", "keep": "both"}, "de")
    assert str(error.value).endswith('"highest" oder "lowest"')
