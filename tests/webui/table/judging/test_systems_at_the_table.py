"""Other systems between page and table: documents told, recorded with what stays on the desk, undone, exported."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from tests.webui.http.live import Live
from webui.documents import DocumentError
from webui.table.judging.systems import resolve_any

SPEED = {"kind": "speed", "stat": 7, "dice": [2, 5, 5, 8]}


def desk(live: Live, system: str) -> dict[str, Any]:
    kept: dict[str, Any] = live.state()["desks"].get(system, {})
    return kept


def entries(live: Live) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = live.client.get("/api/log").get_json()
    return told


def test_a_recorded_document_stays_on_the_desk_and_goes_with_one_undo(live: Live) -> None:
    live.order("desk", system="dragon", document={"fighters": ["Ann"]})
    live.order(
        "record", system="dragon", document=SPEED, place="speed:Ann", desk={"fighters": ["Ann", "Bill"]}
    )
    assert desk(live, "dragon")["fighters"] == ["Ann", "Bill"]
    assert desk(live, "dragon")["judged"]["speed:Ann"]["result"]["phases"] == [2, 5, 8]
    assert "desk" not in entries(live)[0]
    live.order("undo")
    assert desk(live, "dragon") == {"fighters": ["Ann"]}
    assert [entry["undone"] for entry in entries(live)] == [True]


def test_rolls_stay_as_they_fell(live: Live) -> None:
    live.order("record", system="dragon", document={"kind": "pool", "roll": [10, 10, 10]}, place="pool")
    kept = desk(live, "dragon")["judged"]["pool"]
    assert kept["document"]["dice"] == kept["result"]["thrown"][0]["dice"]
    assert kept["result"]["thrown"][0]["by"] == "program"
    assert entries(live)[0]["verdict"]["line"].startswith("Thrown by the program from seed ")


def test_an_entry_is_told_in_the_language_of_the_table(live: Live) -> None:
    deal = {"kind": "deal", "cards": ["4s", "As", "2s", "Kh", "Kd", "Qh", "Qd"]}
    live.order("record", system="pulp", document=deal)
    assert entries(live)[0]["verdict"]["headline"] == "Success"
    live.order("language", language="de")
    [entry] = entries(live)
    assert entry["verdict"]["headline"] == "Erfolg"
    assert entry["verdict"]["marks"][0]["text"] == "Kritisch: 7 über Rot vor der Schwierigkeit."
    assert [each["rule"] for each in entry["verdict"]["why"] if each["ruling"]] == ["P3"]


CONTEST = {
    "kind": "contest",
    "sides": [
        {"id": name, "pools": [{"id": name, "dice": [{"size": 8, "value": value} for value in fell]}]}
        for name, fell in (("Ann", (8, 6)), ("Bill", (5, 1)))
    ],
}
IN_MID_ROUND = [
    ("dragon", SPEED, "Phases: 2, 5 and 8.", "Phasen: 2, 5 und 8."),
    ("dragon", {"kind": "pool", "dice": [7, 6, 10]}, "Successes at 7 or more: 2.", "Erfolge mit 7 oder mehr: 2."),
    (
        "dragon",
        {"kind": "damage", "successes": 3, "defence": 1, "weapon": "blade", "strength": 4, "melee": True,
         "resistance": 2, "hit_points": 10},
        "8 damage; 2 hit points left.",
        "8 Schaden; noch 2 Trefferpunkte.",
    ),
    (
        "dragon",
        {"kind": "death-check", "dice": [8, 3, 10], "past": 5, "target": 7},
        "Total 10: unconscious.",
        "Summe 10: bewusstlos.",
    ),
    (
        "chronica",
        CONTEST,
        "The contest goes to Ann, with 2 success dice; concession dice: Bill has 5 and 1 against Ann.",
        "Der Wettstreit geht an Ann, mit 2 Erfolgswürfeln; Zugeständniswürfel: Bill hat 5 und 1 gegen Ann.",
    ),
]  # fmt: skip
"""What is thrown before the language is switched: system, document, and what it came to in either language."""


@pytest.mark.parametrize(
    ("system", "document", "english", "german"), IN_MID_ROUND, ids=[system for system, *_ in IN_MID_ROUND]
)
def test_what_was_recorded_is_said_in_the_language_that_is_spoken_now(
    live: Live, system: str, document: dict[str, Any], english: str, german: str
) -> None:
    """A page asks again for what its worksheet keeps, the log speaks by itself."""
    live.order("record", system=system, document=document, place="last")
    kept = desk(live, system)["judged"]["last"]["document"]
    for language, said in (("en", english), ("de", german), ("en", english)):
        live.order("language", language=language)
        told = live.client.post("/api/tell", json={"system": system, **kept}).get_json()
        assert (told["verdict"]["result"]["say"], told["verdict"]["spoken"]) == (said, said)
        assert [entry["verdict"]["spoken"] for entry in entries(live)] == [said]


def test_an_entry_keeps_its_sentences_and_is_not_judged_again(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    live.order("record", system="dragon", document=SPEED)
    live.order("language", language="de")

    def judge(*_: object) -> None:
        raise AssertionError("the log has its sentences already")

    monkeypatch.setattr("webui.documents.pipeline.parse", judge)
    [entry] = entries(live)
    assert entry["verdict"]["spoken"] == "Phasen: 2, 5 und 8."


def test_dice_are_told_with_whose_they_are(live: Live) -> None:
    pools = [
        {"id": name, "pools": [{"id": name, "dice": dice}]} for name, dice in (("Ann", [8]), ("Bill", [3]))
    ]
    live.order("record", system="chronica", document={"kind": "contest", "sides": pools})
    verdict = entries(live)[0]["verdict"]
    assert verdict["headline"] == "Ann wins"
    assert "Thrown by hand: Ann 8. Thrown by hand: Bill 3." in verdict["line"]


def test_a_document_is_told_without_leaving_a_trace(live: Live) -> None:
    told = live.client.post("/api/tell", json={"system": "dragon", **SPEED}).get_json()
    assert told["verdict"]["result"]["phases"] == [2, 5, 8]
    wrong = live.client.post("/api/tell", json={"system": "dragon", "kind": "speed", "stat": 7, "dice": [11]})
    assert wrong.get_json()["field"] == "dice"
    assert "is not played here" in live.client.post("/api/tell", json={"system": "chess"}).get_json()["error"]
    assert entries(live) == []


def test_demon_city_is_told_and_recorded_like_any_other(live: Live) -> None:
    test = {"kind": "test", "intensity": 4, "thrower": {"id": "marty", "cards": ["w03", "c07"]}}
    assert live.order("record", system="demon-city", document=test)[0] == 200
    assert "7" in entries(live)[0]["verdict"]["spoken"]


def test_the_export_has_a_row_for_an_entry_without_cards(live: Live) -> None:
    live.order("record", system="dragon", document=SPEED)
    [row] = csv.DictReader(io.StringIO(live.client.get("/export.csv").get_data(as_text=True)))
    assert (row["mode"], row["verdict"], row["card"]) == ("dragon", "Phases: 2, 5 and 8", "")
    assert "Phases: 2, 5 and 8" in live.client.get("/export.html").get_data(as_text=True)


def test_cards_are_listed_by_the_game_that_is_played(live: Live) -> None:
    assert len(live.client.get("/api/cards").get_json()) == 78
    playing = live.client.get("/api/cards?of=pulp").get_json()
    assert len(playing) == 52
    assert {card["code"]: card["value"] for card in playing}["4s"] == 4
    live.order("mode", kind="pulp")
    assert len(live.client.get("/api/cards").get_json()) == 52
    assert live.client.get("/cards/4s.webp").status_code == 200


@pytest.mark.parametrize("system", ["demon-city", "pulp", "dragon", "chronica"])
def test_every_system_has_a_page(live: Live, system: str) -> None:
    shown = live.client.get(f"/{system}")
    assert shown.status_code == 200
    assert b'data-systems="demon-city pulp dragon chronica"' in shown.data


def test_a_record_for_no_place_of_the_desk_leaves_the_desk_alone(live: Live) -> None:
    live.order("desk", system="dragon", document={"fighters": ["Ann"]})
    assert live.order("record", system="dragon", document=SPEED, desk={"fighters": []})[0] == 200
    assert desk(live, "dragon") == {"fighters": []}


def test_a_desk_can_be_cleared(live: Live) -> None:
    live.order("desk", system="dragon", document={"fighters": ["Ann"]})
    assert live.order("desk", system="dragon", document=None)[0] == 200
    assert live.state()["desks"] == {}
    live.order("undo")
    assert desk(live, "dragon") == {"fighters": ["Ann"]}


def test_documents_are_answered_one_by_one_and_by_the_system_that_they_name() -> None:
    resolved: Any = resolve_any({"system": "dragon", **SPEED}, "en")
    assert resolved["phases"] == [2, 5, 8]
    test = {"kind": "test", "intensity": 4, "thrower": {"id": "ann", "cards": ["w05"]}}
    resolved = resolve_any([test], "en")
    assert [answer["outcome"] for answer in resolved] == ["success"]
    with pytest.raises(DocumentError, match="poker"):
        resolve_any({"system": "poker", **SPEED}, "en")


def test_an_exported_deal_is_one_row_whoever_laid_its_cards(live: Live) -> None:
    live.order("mode", kind="pulp")
    for place, code in enumerate(("4s", "As", "2s", "Kh")):
        live.table.lay(code, 300 + 150 * place, 560)
    for place, code in enumerate(("Kd", "Qh", "Qd")):
        live.table.lay(code, 300 + 150 * place, 160)
    live.look()
    live.look()
    assert live.order("confirm")[0] == 200
    page = live.client.get("/export.html").get_data(as_text=True)
    assert page.count('<ul class="cards">') == 1
    assert page.count("<li>") == 7
    assert 'class="seat"' not in page


DEAL = {"kind": "deal", "cards": ["4s", "As", "2s", "Kh", "Kd", "Qh", "Qd"]}
OUR_GAME = {"cards": ["2h"], "difficulty": 2}
EXAMPLE = {"cards": DEAL["cards"], "example": {"name": "guard", "before": OUR_GAME}}


def test_an_example_leaves_nothing_in_the_log(live: Live) -> None:
    live.order("desk", system="pulp", document=EXAMPLE)
    assert live.order("record", system="pulp", document=DEAL, place="deal", desk=EXAMPLE)[0] == 200
    assert desk(live, "pulp")["judged"]["deal"]["result"]["degree"] > 0
    assert entries(live) == []
    assert live.state()["log"] == {"count": 0, "last": []}
    (session,) = live.client.get("/api/sessions").get_json()
    assert (session["throws"], session["who"]) == (0, [])
    assert live.client.get("/export.json").get_json()["entries"] == []
    live.order("undo")
    assert "judged" not in desk(live, "pulp")


def test_an_examples_turn_is_not_shown_to_onlookers(live: Live) -> None:
    """What the group itself was at stays in sight."""

    def turn_of(name: str) -> dict[str, Any]:
        fighter = {"id": name, "side": "good", "phases": [2, 5]}
        return {"turn": {"characters": [fighter], "steps": []}}

    def shown() -> str | None:
        turn: dict[str, str] | None = live.client.get("/api/state?role=screen").get_json()["turn"]
        return turn["line"] if turn else None

    live.order("desk", system="dragon", document=turn_of("Ann"))
    ours = shown()
    assert ours is not None
    example = {"name": "warlord", "before": turn_of("Ann")}
    live.order("desk", system="dragon", document=turn_of("Hero") | {"example": example})
    assert shown() == ours
    live.order(
        "desk", system="dragon", document=turn_of("Hero") | {"example": {"name": "warlord", "before": {}}}
    )
    assert shown() is None


def test_the_same_deal_asked_for_twice_is_one_entry(live: Live) -> None:
    """Two taps, or two devices: both saw the same last act."""
    before = live.state()["act"]
    for _ in range(2):
        assert live.order("record", system="pulp", document=DEAL, place="deal", after=before)[0] == 200
    assert len(entries(live)) == 1
    live.order("undo")
    live.order("record", system="pulp", document=DEAL, place="deal", after=before)
    assert [entry["undone"] for entry in entries(live)] == [True, False], (
        "taken back it may be asked for again"
    )
    live.order("record", system="pulp", document=DEAL, place="deal", after=live.state()["act"])
    assert len(entries(live)) == 3, "later the same cards are another deal"
    for _ in range(2):
        live.order("record", system="pulp", document=DEAL, place="deal")
    assert len(entries(live)) == 5, "who does not say what they saw is taken at their word"


def test_a_step_of_an_example_asked_for_twice_is_one_act(live: Live) -> None:
    live.order("desk", system="pulp", document=EXAMPLE)
    before = live.state()["act"]
    for _ in range(2):
        live.order("record", system="pulp", document=DEAL, place="deal", desk=EXAMPLE, after=before)
    live.order("undo")
    assert "judged" not in desk(live, "pulp")
    assert live.state()["act"] == before


def test_another_document_after_the_same_act_is_another_entry(live: Live) -> None:
    before = live.state()["act"]
    for each in (DEAL, DEAL | {"difficulty": 1}):
        live.order("record", system="pulp", document=each, place="deal", after=before)
    live.order("record", system="pulp", document=DEAL, place="other", after=before)
    assert len(entries(live)) == 3
