"""The other systems' documents, judged and rendered without a table: documents in, entries and verdicts out."""

from __future__ import annotations

from typing import Any

import pytest

from webui.documents import DocumentError
from webui.table.judging.systems import (
    is_example,
    own_worksheet,
    record,
    render_any,
    render_turn,
    resolve_any,
    with_judged,
)

DEAL = {"kind": "deal", "cards": ["As", "2s", "4c", "Ah", "2h", "Kd", "Qs"], "difficulty": 1}
SAID = {
    "en": "Success of degree 3: black 7 against red 3, at difficulty +1.",
    "de": "Erfolg vom Grad 3: Schwarz 7 gegen Rot 3, bei Schwierigkeit +1.",
    "fr": "Réussite de degré 3\u202f: noir 7 contre rouge 3, à la difficulté +1.",
}
TEST = {"kind": "test", "intensity": 3, "thrower": {"id": "ann", "cards": ["w05"]}}
TURN: dict[str, Any] = {
    "characters": [
        {"id": "Kara", "side": "good", "phases": [2, 5, 8]},
        {"id": "Ogre", "side": "bad", "phases": [2, 6]},
    ],
    "steps": [],
}


def no_seed() -> int:
    raise AssertionError("nothing is rolled")


def test_an_entry_holds_the_document_with_its_sentences_in_every_language() -> None:
    kept = record("pulp", DEAL, "de", no_seed)
    assert kept.pop("result") == {
        "black": 7,
        "red": 3,
        "plain": 4,
        "degree": 3,
        "outcome": "success",
        "critical": False,
        "fumble": False,
        "resistance": False,
        "rule": ["P2", "P3"],
        "say": SAID["de"],
    }
    assert kept == {
        "throw": None,
        "mode": "pulp",
        "system": "pulp",
        "document": DEAL,
        "said": SAID,
        "seats": [],
        "picture": None,
        "crops": [],
    }


def test_dice_that_were_rolled_stand_in_the_document_as_they_fell() -> None:
    kept = record("dragon", {"kind": "pool", "roll": [10, 10, 10]}, "en", lambda: 5)
    (thrown,) = kept["result"]["thrown"]  # type: ignore[index]
    assert (thrown["seed"], thrown["by"]) == (5, "program")
    assert kept["document"] == {"kind": "pool", "dice": thrown["dice"]}


def test_a_document_that_does_not_fit_is_refused_in_the_language_of_the_table() -> None:
    with pytest.raises(DocumentError) as raised:
        record("pulp", DEAL | {"cards": ["As"]}, "de", no_seed)
    assert str(raised.value) == raised.value.render("de") != raised.value.render("en")
    with pytest.raises(DocumentError):
        record("patience", DEAL, "en", no_seed)


def test_a_judged_document_stays_on_the_worksheet_under_its_name() -> None:
    kept: dict[str, object] = {"document": DEAL, "result": {"degree": 3}, "said": SAID}
    deal = {"document": DEAL, "result": {"degree": 3}}
    assert with_judged({"difficulty": 1}, None, kept) == {"difficulty": 1}
    first = with_judged({"difficulty": 1}, "deal", kept)
    assert first == {"difficulty": 1, "judged": {"deal": deal}}
    other: dict[str, object] = {"document": {}, "result": {}}
    both = with_judged(first, "fight", other)
    assert both == {"difficulty": 1, "judged": {"deal": deal, "fight": other}}
    assert with_judged(both, "deal", other)["judged"] == {"deal": other, "fight": other}
    assert with_judged({"judged": "nonsense"}, "deal", kept) == {"judged": {"deal": deal}}


def test_during_an_example_the_groups_own_worksheet_is_the_one_before() -> None:
    own, before = {"difficulty": 1}, {"difficulty": 4}
    assert not is_example(own)
    assert not is_example({"example": {}})
    assert own_worksheet(own) is own
    example: dict[str, object] = {"difficulty": 2, "example": {"name": "guard", "before": before}}
    assert is_example(example) is True
    assert own_worksheet(example) == before
    assert own_worksheet({"example": {"name": "guard"}}) == {}
    assert own_worksheet({"example": {"name": "guard", "before": None}}) == {}
    assert own_worksheet({"example": "guard"}) == {}


def test_a_document_without_a_system_is_demon_citys() -> None:
    answer: Any = resolve_any(TEST, "en")
    assert answer["say"] == "Ann succeeds: 5 beats Intensity 3."
    assert resolve_any(TEST | {"system": "demon-city"}, "en") == answer
    pulp: Any = resolve_any(DEAL | {"system": "pulp"}, "de")
    assert pulp["say"] == SAID["de"]
    for nonsense in ("deal", None, [DEAL], DEAL | {"system": "patience"}):
        with pytest.raises(DocumentError):
            resolve_any(nonsense, "en")
    document = DEAL | {"system": "pulp"}
    resolve_any(document, "en")
    assert document["system"] == "pulp", "what was asked is left as it was"


def test_a_verdict_is_rendered_in_the_language_that_was_asked_for() -> None:
    document = DEAL | {"system": "pulp"}
    english, german = render_any(document, "en"), render_any(document, "de")
    assert english.result["degree"] == 3
    assert (english.kind, english.headline, english.line) == ("pulp.deal", "Success", SAID["en"])
    assert (german.kind, german.headline, german.line) == ("pulp.deal", "Erfolg", SAID["de"])
    assert document["system"] == "pulp"
    for nonsense in (None, [DEAL], DEAL, {"system": "pulp"}):
        with pytest.raises(DocumentError):
            render_any(nonsense, "en")


def test_g4_a_turn_is_rendered_until_it_is_over() -> None:
    shown = render_turn("dragon", TURN, "en")
    assert shown is not None
    assert (shown.headline, shown.result) == ("Good guys in 1: nobody has a phase", {})
    german = render_turn("dragon", TURN, "de")
    assert german is not None
    assert german.headline != shown.headline
    last = TURN | {"steps": [{"do": "next"}] * 29}
    assert render_turn("dragon", last, "en") is not None
    over = TURN | {"steps": [{"do": "next"}] * 30}
    assert render_any(over | {"system": "dragon", "kind": "turn"}, "en").result["over"] is True
    assert render_turn("dragon", over, "en") is None


@pytest.mark.parametrize("turn", [None, [TURN], "turn", {"characters": "nobody"}])
def test_what_is_no_turn_is_not_rendered(turn: object) -> None:
    assert render_turn("dragon", turn, "en") is None
    assert render_turn("pulp", TURN, "en") is None
