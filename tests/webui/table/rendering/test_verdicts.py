"""A verdict calls a card its thrower's, be that a person or a side of a table that nobody has set up."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webui.table.modes.test_open_round import AT_ANN, AT_BILL, SEATS, all_announced
from webui.i18n.seats import NamedSeat
from webui.table.contract.roles import HOST, redact
from webui.table.modes.mode import answered
from webui.table.modes.registry import MODES
from webui.table.modes.round import after_flip
from webui.table.modes.rounds import begin
from webui.table.rendering.verdicts import render_verdict

THE_HOST = {"id": "host", "name": "Host", "side": "host"}
FIEND = {"id": "s1", "name": "The Fiend", "side": "host"}
PLAYERS = {"id": "players", "name": "Players", "side": "players"}


def told(document: dict[str, Any], language: str, *seats: dict[str, str]) -> dict[str, Any]:
    record = answered(document, MODES[document["kind"]].shape)
    names = [NamedSeat(each["id"], each["name"], each["side"]) for each in seats]
    return redact(render_verdict(document, record, language, seats=names), HOST)


@pytest.mark.parametrize(
    ("language", "seat", "line", "mark"),
    [
        ("en", THE_HOST, "20 beats the players' 11.", "Critical: the Host's Judgement"),
        ("en", FIEND, "20 beats the players' 11.", "Critical: The Fiend's Judgement"),
        ("de", THE_HOST, "20 schlägt die 11 der Spieler.", "Kritisch: Das Gericht des Hosts"),
        (
            "de",
            FIEND,
            "20 schlägt die 11 der Spieler.",
            "Kritisch: Das Gericht von The Fiend",
        ),
    ],
)
def test_the_card_that_wins_is_its_throwers(
    language: str, seat: dict[str, str], line: str, mark: str
) -> None:
    attack = {"kind": "attack", "target": ["players"]}
    thrown = [
        {"id": seat["id"], "side": "host", "cards": ["m20"], "action": attack},
        {"id": "players", "side": "players", "cards": ["m11"], "action": {"kind": "defend"}},
    ]
    verdict = told({"kind": "clash", "participants": thrown}, language, seat, PLAYERS)
    assert verdict["line"] == line
    assert [each["text"] for each in verdict["marks"]] == [mark]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "The players' Sun (19) does not beat Intensity 20 or 30."),
        ("de", "Die Sonne der Spieler (19) schlägt Intensität 20 oder 30 nicht."),
    ],
)
def test_a_test_that_fails_says_what_it_did_not_beat(language: str, line: str) -> None:
    document = {
        "kind": "test",
        "intensities": [20, 30],
        "thrower": {"id": "players", "cards": ["m19"]},
    }
    assert told(document, language, PLAYERS)["line"] == line


def test_a_test_of_one_intensity_says_what_it_beat() -> None:
    document = {"kind": "test", "intensity": 4, "thrower": {"id": "players", "cards": ["w07"]}}
    verdict = told(document, "en", PLAYERS)
    assert verdict["headline"] == "Success"
    assert verdict["line"] == "The players' Seven of Wands (7) beats Intensity 4."
    failed = document | {"thrower": {"id": "players", "cards": ["w03"]}}
    assert told(failed, "en", PLAYERS)["line"] == "The players' Three of Wands (3) does not beat Intensity 4."


def test_the_fool_is_its_throwers_too() -> None:
    document = {"kind": "test", "intensity": 4, "thrower": {"id": "players", "cards": ["m00"]}}
    verdict = told(document, "en", PLAYERS)
    assert [each["text"] for each in verdict["marks"]] == ["Fumble: the players' Fool counts"]


GHOUL = {"id": "ghoul", "name": "The Ghoul", "side": "host"}
DOCTOR = {"id": "doctor", "name": "The Doctor", "side": "host"}
BILL = {"id": "bill", "name": "Bill", "side": "players"}
ANN = {"id": "ann", "name": "Ann", "side": "players"}


def clash(**cards: str) -> dict[str, Any]:
    """Everybody attacks everybody on the other side."""
    sides = {"ghoul": "host", "doctor": "host", "bill": "players", "ann": "players"}
    thrown = []
    for who, card in cards.items():
        foes = [each for each in cards if sides[each] != sides[who]]
        attack = {"kind": "attack", "target": foes, "harmless": True}
        thrown.append({"id": who, "side": sides[who], "cards": [card], "action": attack})
    return {"kind": "clash", "participants": thrown}


@pytest.mark.parametrize(
    ("cards", "language", "title", "line"),
    [
        (
            {"ghoul": "m19", "doctor": "m14", "bill": "m13"},
            "en",
            "The Host wins, 19 > 13",
            "19 beats Bill's 13.",
        ),
        (
            {"ghoul": "m19", "doctor": "m14", "bill": "m13"},
            "de",
            "Der Host gewinnt, 19 > 13",
            "19 schlägt die 13 von Bill.",
        ),
        (
            {"ghoul": "w05", "bill": "w09", "ann": "w08"},
            "en",
            "Players win, 9 > 5",
            "Bill's Nine of Wands (9) beats The Ghoul's 5.",
        ),
        ({"ghoul": "w09", "doctor": "w08", "bill": "c09"}, "en", "Tie, 9 = 9", "Both threw 9. Undecided."),
    ],
)
def test_a_clash_compares_the_sides_never_two_allies(
    cards: dict[str, str], language: str, title: str, line: str
) -> None:
    verdict = told(clash(**cards), language, GHOUL, DOCTOR, BILL, ANN)
    assert (verdict["title"], verdict["line"]) == (title, line)
    assert line in verdict["spoken"]


@pytest.mark.parametrize(
    ("cards", "title", "line"),
    [
        (("w09", "c06"), "Ann wins, 9 > 6", "Ann's Nine of Wands (9) beats Bill's 6."),
        (("w06", "c06"), "Tie, 6 = 6", "Both threw 6. Undecided."),
    ],
)
def test_in_an_opposed_throw_two_of_one_side_are_against_one_another(
    cards: tuple[str, str], title: str, line: str
) -> None:
    throwers = [{"id": who, "cards": [card]} for who, card in zip(("ann", "bill"), cards, strict=True)]
    verdict = told({"kind": "opposed", "throwers": throwers}, "en", ANN, BILL)
    assert (verdict["title"], verdict["line"]) == (title, line)


@pytest.mark.parametrize(
    ("card", "language", "line", "mark"),
    [
        ("m13", "en", "13 beats Intensity 4.", "Critical: Ann's Death"),
        ("m13", "de", "13 schlägt Intensität 4.", "Kritisch: Der Tod von Ann"),
        ("m00", "en", "0 does not beat Intensity 4.", "Fumble: Ann's Fool counts"),
    ],
)
def test_a_card_that_a_mark_names_is_not_named_again(card: str, language: str, line: str, mark: str) -> None:
    document = {"kind": "test", "intensity": 4, "thrower": {"id": "ann", "cards": [card]}}
    verdict = told(document, language, ANN)
    assert verdict["line"] == line
    assert [each["text"] for each in verdict["marks"]] == [mark]


def test_a_significator_that_is_not_the_card_that_counts_leaves_that_card_its_name() -> None:
    thrower = {"id": "ann", "cards": ["w09", "c08"], "significator": "c08"}
    verdict = told({"kind": "test", "intensity": 5, "thrower": thrower}, "en", ANN)
    assert [each["text"] for each in verdict["marks"]] == ["Critical: Ann's Eight of Cups, a Significator"]
    assert verdict["line"] == "Ann's Nine of Wands (9) beats Intensity 5."


@pytest.mark.parametrize(
    ("cards", "language", "lines"),
    [
        (
            {"ghoul": "c13", "bill": "p08"},
            "en",
            [
                "13 Queen of Cups > 8 Eight of Pentacles",
                "The Ghoul's 13 is critical: above 10, and above everything against it.",
            ],
        ),
        (
            {"ghoul": "c13", "bill": "p08"},
            "de",
            [
                "13 Königin der Kelche > 8 Acht der Münzen",
                "Die 13 von The Ghoul ist kritisch: über 10, und über allem, was dagegen steht.",
            ],
        ),
        (
            {"bill": "w09", "ann": "w08", "ghoul": "w05"},
            "en",
            ["9 Nine of Wands > 5 Five of Wands", "Ann's 8 does not act: an ally threw higher."],
        ),
        ({"bill": "w09", "ghoul": "c09"}, "en", ["9 Nine of Wands = 9 Nine of Cups"]),
        (
            {"bill": "w09", "ghoul": "m00"},
            "en",
            ["9 Nine of Wands > 0 The Fool", "The Ghoul's 0 is a fumble: The Fool counts as 0."],
        ),
    ],
)
def test_why_begins_with_the_numbers_of_this_throw(
    cards: dict[str, str], language: str, lines: list[str]
) -> None:
    assert told(clash(**cards), language, GHOUL, DOCTOR, BILL, ANN)["sum"] == lines


@pytest.mark.parametrize(
    ("goals", "lines"),
    [
        (
            {"intensity": 5},
            ["9 Nine of Wands > Intensity 5", "Critical: Eight of Cups is a Significator, and"],
        ),
        ({"intensities": [4, 9]}, ["9 Nine of Wands > Intensity 4", "9 Nine of Wands = Intensity 9"]),
        ({"intensity": 0}, []),
    ],
)
def test_why_of_a_test_begins_with_its_intensity(goals: dict[str, Any], lines: list[str]) -> None:
    thrower = {"id": "ann", "cards": ["w09", "c08"], "significator": "c08"}
    found = told({"kind": "test", **goals, "thrower": thrower}, "en", ANN)["sum"]
    assert [line.startswith(start) for line, start in zip(found, lines, strict=False)] == [True] * len(lines)


def test_somebody_without_cards_is_not_named_among_the_numbers() -> None:
    document = clash(ann="w09", bill="w08", ghoul="c06")
    document["participants"][1] |= {
        "cards": [],
        "action": {"kind": "other", "intensity": 0, "excludes": ["ann"]},
    }
    document["participants"][2]["action"]["resist"] = {"bill": 1}
    assert told(document, "en", GHOUL, BILL, ANN)["sum"] == ["9 Nine of Wands > 6 Six of Cups"]


@pytest.mark.parametrize(
    ("bobs", "title", "chosen"),
    [("c09", "Choose: Bob or Ann", ["ann", "bob"]), ("c08", "Dov succeeds, 14 > 1", [])],
)
def test_in_a_flip_a_choice_leads_then_what_is_critical(bobs: str, title: str, chosen: list[str]) -> None:
    """Ann and Bob attack Bill, with cards of one height or not; Dov's test beside it is critical."""
    dov = SEATS[0].model_copy(update={"id": "dov", "name": "Dov"})
    seats = (*SEATS, dov)
    before = all_announced(
        begin(seats, seed=7), ann=AT_BILL, bob=AT_BILL, bill=AT_ANN, dov={"kind": "other", "intensity": 1}
    )
    now = before.after_throws({"ann": ["w09"], "bob": [bobs], "bill": ["s06"], "dov": ["m14"]})
    verdict = render_verdict(now.document, after_flip(before, now), "en", seats=seats)
    assert verdict.title == title
    assert sorted(each.seat for each in verdict.choose or ()) == chosen


@pytest.mark.parametrize(
    ("language", "title", "line", "aloud"),
    [
        ("en", "Ann hits Bill, 9 > 3", "Bill did not throw against Ann: the number to beat was 3.", "9 against 3"),
        ("de", "Ann trifft Bill, 9 > 3", "Bill hat nicht gegen Ann geworfen: Zu schlagen war 3.", "9 gegen 3"),
        ("fr", "Ann touche Bill, 9 > 3", "Bill n’a pas tiré contre Ann : le nombre à battre était 3.", "9 contre 3"),
    ],
)  # fmt: skip
def test_a_round_says_what_was_done_and_names_one_number_for_one_foe(
    language: str, title: str, line: str, aloud: str
) -> None:
    """The line compared the sides' best throws, 9 and 1, beside 9 > 3: Bill attacks Bob, so Ann beats his Toughness."""
    before = all_announced(
        begin(SEATS, seed=7), ann=AT_BILL, bob={"kind": "defend"}, bill={"kind": "attack", "target": "bob"}
    )
    now = before.after_throws({"ann": ["w09"], "bob": ["c02"], "bill": ["s01"]})
    verdict = render_verdict(now.document, after_flip(before, now), language, seats=SEATS)
    assert verdict.line.startswith(title)
    assert (verdict.parts[0].title.startswith(title), verdict.parts[0].line) == (True, line)
    assert aloud in verdict.spoken
    assert ">" not in verdict.spoken


def test_throws_against_one_another_need_no_second_line_in_a_round() -> None:
    before = all_announced(begin(SEATS, seed=7), ann=AT_BILL, bob={"kind": "nothing"}, bill=AT_ANN)
    now = before.after_throws({"ann": ["w09"], "bill": ["s01"]})
    verdict = render_verdict(now.document, after_flip(before, now), "en", seats=SEATS)
    assert (verdict.line, verdict.parts[0].line) == ("Ann hits Bill, 9 > 1.", "")
