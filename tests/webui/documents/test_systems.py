"""`clashcam pulp | dragon | chronica`: documents as others write them from the contracts."""

from __future__ import annotations

import ast
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rules.registry import SYSTEMS
from tests.translation import differences
from webui.cli import main
from webui.documents import DocumentError, answer_document, judge_document, known_system
from webui.i18n import LANGUAGES, catalogue

RULES = Path(__file__).resolve().parents[3] / "rules"
EXAMPLES = [
    pytest.param(code, {"kind": kind.code, **kind.example}, id=f"{code} {kind.code}")
    for code, system in SYSTEMS.items()
    for kind in system.kinds
]

EXAMPLE_OF = {
    code: {"kind": system.kinds[0].code, **system.kinds[0].example} for code, system in SYSTEMS.items()
}

PULP_DEAL = {"kind": "deal", "cards": ["4s", "As", "2h", "Ks", "Kd", "Qh", "Qd"]}

SHOWN = ["2s", "4s", "Ah", "Ad", "2h", "2d", "Kh", "Kd", "Qh", "Qd", "Jh", "Jd", "Ks", "9c"]


def run(*arguments: str, document: Any = None) -> Result:
    return CliRunner().invoke(main, [*arguments], input=None if document is None else json.dumps(document))


def answer(code: str, document: Any, language: str = "en") -> Any:
    return answer_document(SYSTEMS[code], document, language, lambda: 7)


def fault(code: str, document: Any) -> DocumentError:
    with pytest.raises(DocumentError) as error:
        answer(code, document)
    return error.value


# The documents of the contracts, and the fields that they promise.
CONTRACTS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    (
        "pulp",
        {**PULP_DEAL, "difficulty": 2, "resistance": False},
        {"black": 5, "red": 2, "plain": 3, "degree": 1, "outcome": "success", "critical": False, "fumble": False},
    ),
    (
        "pulp",
        {
            "kind": "initiative",
            "combatants": [
                {"id": "a", "cards": ["4s", "2s"], "advantage": 0},
                {"id": "b", "cards": ["2h", "2d"]},
                {"id": "c", "cards": ["Ah", "Kd"]},
                {"id": "d", "cards": ["As", "Ks"]},
            ],
        },
        {"order": ["a", "b"], "draw_again": [["c", "d"]]},
    ),
    ("pulp", {"kind": "deck", "cards": SHOWN},
     {"complete": False, "missing": ["black ace"], "extra": ["9c"]}),
    ("dragon", {"kind": "speed", "stat": 7, "dice": [2, 5, 5, 8]}, {"phases": [2, 5, 8], "free": False}),
    ("dragon", {"kind": "speed", "stat": 6, "dice": [4, 4, 4]}, {"phases": [4], "free": True, "choose": 3}),
    (
        "dragon",
        {"kind": "phase", "phases": [2, 5, 8, 9], "used": [2], "now": 3, "action": "diced", "in_category": True,
         "acted_now": False},
        {"legal": True, "spends": [5, 8]},
    ),
    ("dragon", {"kind": "pool", "dice": [7, 10, 9, 1], "target": 7}, {"successes": 3}),
    ("dragon", {"kind": "range", "hexes": 20}, {"difficulty": 2}),
    (
        "dragon",
        {"kind": "damage", "successes": 3, "defence": 1, "multiple": 3, "strength": 4, "melee": True,
         "resistance": 2, "hit_points": 10},
        {"damage": 8, "hit_points": 2, "falls": False},
    ),
    ("dragon", {"kind": "death-check", "dice": [7, 8, 1], "target": 7, "past": 12},
     {"total": 10, "state": "dying", "gap": 2}),
    (
        "chronica",
        {
            "kind": "contest",
            "sides": [
                {"id": "a", "pools": [{"id": "x", "dice": [{"size": 8, "value": 7}, {"size": 4, "value": 2}]}]},
                {"id": "b", "pools": [{"id": "y", "dice": [4, 4]}]},
            ],
        },
        {
            "outcome": "win",
            "winner": "a",
            "success": [{"pool": "x", "value": 7}],
            "concessions": [{"side": "b", "against": "a", "values": [4, 4]}],
            "discarded": [],
        },
    ),
    (
        "chronica",
        {"kind": "pool", "assets": [{"name": "Wits", "kind": "attribute", "size": 6},
                                    {"name": "Brawn", "kind": "attribute", "size": 8}]},
        {"dice": [{"size": 6, "from": "Wits"}], "refused": [{"asset": "Brawn", "why": "place-taken"}]},
    ),
    (
        "chronica",
        {"kind": "odds", "sides": [[8, 8, 3], [10, 8, 6]]},
        {"win": [32709 / 92160, 58671 / 92160], "tie": 780 / 92160, "exact": True},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("code", "document", "promised"), CONTRACTS)
def test_the_contracts_documents(code: str, document: dict[str, Any], promised: dict[str, Any]) -> None:
    given = answer(code, document)
    assert {name: given[name] for name in promised} == promised
    assert given["say"].endswith(".")


def test_speed_says_how_many_to_choose_only_where_it_is_free() -> None:
    assert "choose" not in answer("dragon", {"kind": "speed", "stat": 7, "dice": [2, 5, 5, 8]})


def test_a_tie_has_no_winner() -> None:
    dice = [2, 4, 4, 7]
    sides = [{"id": name, "pools": [{"id": f"{name} pool", "dice": dice}]} for name in "ab"]
    tie = answer("chronica", {"kind": "contest", "sides": sides})
    assert (tie["outcome"], tie["winner"], tie["success"], tie["concessions"]) == ("tie", None, [], [])


def test_pulp_odds_sum_to_one_with_degrees_as_text() -> None:
    odds = answer("pulp", {"kind": "odds", "difficulty": 2})
    assert list(odds["degrees"]) == [str(degree) for degree in range(-8, 6)]
    assert sum(odds["degrees"].values()) == pytest.approx(1)
    assert odds["success"] == pytest.approx(sum(odds["degrees"][str(degree)] for degree in range(1, 6)))


@pytest.mark.parametrize(("code", "document"), EXAMPLES)
def test_every_example_of_the_help_runs(code: str, document: dict[str, Any]) -> None:
    shown = run(code, "--help").output
    assert json.dumps(document) in shown
    told = run(code, "-", document=document)
    assert (told.exit_code, told.stderr) == (0, "")
    answered = json.loads(told.stdout)
    assert answered["say"]
    assert answered.get("rule") or code == "demon-city"  # its rounds and counts give a rule with each reason


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("code", "document"), EXAMPLES)
def test_every_answer_has_a_sentence_in_every_language(
    code: str, document: dict[str, Any], language: str
) -> None:
    told = answer(code, document, language)["say"]
    assert "{" not in told
    assert told[0].isupper() or told[0].isdigit()


@pytest.mark.parametrize(("code", "document"), EXAMPLES)
def test_a_logged_document_gives_the_same_answer_again(code: str, document: dict[str, Any]) -> None:
    judged = judge_document(SYSTEMS[code], document)
    again = judge_document(SYSTEMS[code], judged.document)
    differing = ("thrown",)
    assert {k: v for k, v in judged.answer().items() if k not in differing} == {
        k: v for k, v in again.answer().items() if k not in differing
    }


def test_a_list_in_gives_a_list_out() -> None:
    told = run("pulp", "-", document=[PULP_DEAL, {"kind": "odds"}])
    assert [sorted(one)[0] for one in json.loads(told.stdout)] == ["black", "critical"]
    assert json.loads(run("dragon", "-", document=[]).stdout) == []


@pytest.mark.parametrize(
    "rolled",
    [
        {"roll": [10, 10, 10, 10], "seed": 7},
        {"dice": {"roll": [10, 10, 10, 10], "seed": 7}},
        {"dice": {"roll": [10, 10, 10, 10]}, "seed": 7},
        {"roll": [10, 10, 10, 10]},  # the test's own fresh seed is 7 too
    ],
)
def test_a_roll_stands_in_place_of_dice(rolled: dict[str, Any]) -> None:
    told = answer("dragon", {"kind": "speed", "stat": 8, **rolled})
    [thrown] = told["thrown"]
    assert (thrown["by"], thrown["seed"], thrown["roll"], thrown["dice"]) == (
        "program",
        7,
        [10] * 4,
        [6, 3, 7, 1],
    )
    assert told["phases"] == [1, 3, 6, 7]


def test_two_rolls_of_one_document_share_its_seed_and_differ() -> None:
    sides = [{"id": name, "pools": [{"id": f"{name}0", "roll": [20] * 6}]} for name in "ab"]
    one, other = answer("chronica", {"kind": "contest", "sides": sides, "seed": 3})["thrown"]
    assert (one["seed"], other["seed"], one["field"]) == (3, 3, "sides[0].pools[0].roll")
    assert one["dice"] != other["dice"]
    assert answer("chronica", {"kind": "contest", "sides": sides, "seed": 3})["thrown"] == [one, other]


def test_dice_typed_in_are_marked_as_thrown_by_hand() -> None:
    pools = [{"id": "x", "dice": [{"size": 8, "value": 5}, 3]}]
    sides = [{"id": "a", "pools": pools}, {"id": "b", "pools": [{"id": "y", "roll": [4]}]}]
    hand, program = answer("chronica", {"kind": "contest", "sides": sides})["thrown"]
    assert hand == {"field": "sides[0].pools[0].dice", "dice": [5, 3], "by": "hand"}
    assert program["by"] == "program"


@pytest.mark.parametrize(
    ("code", "document", "line"),
    [
        ("pulp", 3, "3 does not fit; expected an object"),
        ("pulp", {"cards": []}, "kind: is missing; expected"),
        ("pulp", {"kind": "clash"}, 'kind: "clash" is no kind of document; expected one of "deal"'),
        ("pulp", {"kind": ["deal"]}, 'kind: ["deal"] is no kind of document'),
        ("pulp", {"kind": "deal"}, "cards: is missing; expected"),
        (
            "pulp",
            {"kind": "deal", "card": []},
            "card: is no field here; expected one of kind, cards, difficulty",
        ),
        ("pulp", {"kind": "deal", "cards": "As"}, 'cards: "As" does not fit; expected a list'),
        ("pulp", {"kind": "deal", "cards": ["As", 3]}, "cards[1]: 3 does not fit; expected a text"),
        (
            "pulp",
            {"kind": "deal", "cards": ["As", "1h"]},
            'cards[1]: "1h" is no playing card; expected rank and',
        ),
        ("pulp", {"kind": "deal", "cards": ["As", "2s"]}, "cards: 2 entries; expected exactly 7"),
        (
            "pulp",
            {"kind": "odds", "difficulty": 5},
            "difficulty: 5 does not fit; expected a whole number from -4 to 4",
        ),
        (
            "pulp",
            {"kind": "odds", "difficulty": True},
            "difficulty: true does not fit; expected a whole number",
        ),
        ("pulp", {"kind": "odds", "roll": [6]}, "roll: is no field here; expected one of kind or difficulty"),
        (
            "pulp",
            {"kind": "initiative", "combatants": [{"id": "a", "cards": ["As", "Kd"], "born": "may"}]},
            'combatants[0].born: "may" does not fit; expected a date such as 1990-05-02',
        ),
        (
            "pulp",
            {"kind": "combat", "combatants": ["a", "b"], "steps": [{"do": "attacked"}]},
            "steps[0].do: cannot happen now",
        ),
        (
            "dragon",
            {"kind": "pool", "dice": [7], "roll": [10]},
            'roll: stands beside "dice"; expected one of the two',
        ),
        ("dragon", {"kind": "pool", "roll": 10}, "roll: 10 does not fit; expected a list"),
        ("dragon", {"kind": "pool", "roll": [10, "x"]}, 'roll[1]: "x" does not fit; expected a whole number'),
        ("dragon", {"kind": "pool", "roll": [10, 6]}, "roll[1]: no such die in this game; expected 10"),
        ("dragon", {"kind": "pool", "roll": []}, "roll: wrong number of entries; expected 1 to 200"),
        (
            "dragon",
            {"kind": "pool", "roll": [10], "seed": "x"},
            'seed: "x" does not fit; expected a whole number',
        ),
        (
            "dragon",
            {"kind": "pool", "dice": {"roll": [10], "seed": 1.5}},
            "dice.seed: 1.5 does not fit; expected a whole number",
        ),
        (
            "dragon",
            {"kind": "pool", "dice": [11]},
            "dice[0]: 11 does not fit; expected a whole number from 1 to 10",
        ),
        ("dragon", {"kind": "pool", "dice": 7}, "dice: 7 does not fit; expected a list"),
        (
            "dragon",
            {"kind": "pool", "die": [7]},
            "die: is no field here; expected one of kind, dice, target, roll or",
        ),
        ("dragon", {"kind": "odds"}, "expected exactly one of these: pool, split, speed and health"),
        (
            "dragon",
            {"kind": "phase", "phases": [2], "now": 3, "action": "jump"},
            'action: "jump" does not fit; expected one of "diced", "diceless", "dodge" or "parry"',
        ),
        ("dragon", {"kind": "pool"}, "dice: is missing; expected a list"),
        (
            "dragon",
            {"kind": "phase", "phases": [2], "now": 3},
            'action: is missing; expected one of "diced", "diceless", "dodge" or "parry"',
        ),
        ("dragon", {"kind": "speed", "dice": [2]}, "stat: is missing; expected a whole number"),
        (
            "chronica",
            {"kind": "odds", "sides": [[8, "x"], [6]]},
            'sides[0][1]: "x" does not fit; expected a whole',
        ),
        ("chronica", {"kind": "odds", "sides": [[[8], ["x"]], [6]]}, 'sides[0][1][0]: "x" does not fit'),
        (
            "chronica",
            {"kind": "contest", "sides": [{"id": "a", "pools": [{"id": "x", "dice": [{"size": 8}]}]}]},
            "sides[0].pools[0].dice[0].value: is missing; expected",
        ),
        (
            "chronica",
            {
                "kind": "contest",
                "sides": [{"id": "a", "pools": [{"id": "x", "dice": [{"size": 8, "value": 9}]}]}],
            },
            "sides[0].pools[0].dice[0].value: 9 does not fit; expected a whole number from 1 to 8",
        ),
        (
            "chronica",
            {"kind": "contest", "sides": [{"id": "a", "pools": [{"id": "x", "dice": [{"valu": 9}]}]}]},
            "sides[0].pools[0].dice[0].valu: is no field here; expected one of value, size or stand_in",
        ),
        (
            "chronica",
            {"kind": "contest", "sides": "\ud800"},
            "cannot be read; expected JSON",
        ),
        (
            "chronica",
            {"kind": "spend", "success": [{"value": 3, "buys": "fame"}]},
            'success[0].buys: "fame" does not',
        ),
    ],
)
def test_what_does_not_fit_gets_one_line_that_begins_with_its_field(
    code: str, document: Any, line: str
) -> None:
    told = str(fault(code, document))
    assert told.startswith(line)
    assert "\n" not in told


@pytest.mark.parametrize("code", SYSTEMS)
def test_json_may_be_asked_for(code: str) -> None:
    told = run(code, "--json", "-", document=EXAMPLE_OF[code])
    assert (told.exit_code, told.stderr) == (0, "")
    assert json.loads(told.stdout)["say"]


def test_a_fault_in_a_list_names_its_place_and_loses_nothing_else() -> None:
    told = run("pulp", "-", document=[PULP_DEAL, {"kind": "odds", "difficulty": 9}])
    assert (told.exit_code, told.stdout) == (1, "")
    assert told.stderr.startswith("<stdin>: [1].difficulty: 9 does not fit")
    assert told.stderr.count("\n") == 1


def test_documents_nested_beyond_reason_are_refused() -> None:
    nested: Any = []
    for _ in range(250):
        nested = [nested]
    assert "expected JSON" in str(fault("chronica", {"kind": "contest", "sides": nested}))


def test_files_and_wrong_usage(tmp_path: Path) -> None:
    path = tmp_path / "deal.json"
    path.write_text(json.dumps(PULP_DEAL), encoding="utf-8")
    told = run("pulp", str(path), "--language", "de")
    assert json.loads(told.stdout)["say"] == "Erfolg vom Grad 3: Schwarz 5 gegen Rot 2."
    assert run("pulp", str(tmp_path / "none.json")).exit_code == 1
    assert run("pulp", "--speed").exit_code == 2


def codes_of_refusals() -> set[str]:
    """Every code that the three systems refuse with, read from their sources."""
    found: set[str] = set()
    paths = [path for code in SYSTEMS for path in (RULES / code).glob("*.py")]
    for path in [*paths, RULES / "limits.py", RULES / "playing_cards.py"]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            if isinstance(node, ast.Call) and (name == "refuse_unless" or name.endswith("Refusal")):
                place = node.args[1 if name == "refuse_unless" else 0]
                found |= (
                    {place.value}
                    if isinstance(place, ast.Constant) and isinstance(place.value, str)
                    else set()
                )
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_its_words(language: str) -> None:
    codes = codes_of_refusals()
    assert {"between", "playing-card", "goal-costs-one", "acts-anyway"} <= codes
    assert {f"fault.{code}" for code in codes} <= set(catalogue(language))


FAULTS = RULES.parent / "webui" / "i18n" / "faults"


@pytest.mark.parametrize(
    "words", [*(Path(str(files(system.package))) / "words" for system in SYSTEMS.values()), FAULTS], ids=str
)
def test_all_languages_say_the_same_things(words: Path) -> None:
    english, *pages = (
        json.loads(Path(f"{words}.{language}.json").read_text("utf-8")) for language in LANGUAGES
    )
    assert [list(differences(english, page)) for page in pages] == [[]] * len(pages)


SAID = [
    (
        {"kind": "spend", "success": [{"value": 8, "buys": "goal"}], "goal_required": True,
         "assistants": ["Cass", "Dov"]},
        "Goal reached, as required; temporary dice gained: none; dice left: 0; "
        "no penalty dice for whoever assists: Cass and Dov.",
        "Ziel erreicht, wie verlangt; zeitweilige Würfel: keine; Würfel übrig: 0; "
        "keine Strafwürfel für Helfer: Cass und Dov.",
    ),
    (
        {"kind": "opposition", "opposition": [8, 4], "size": 6},
        "The opposition throws d8, d6 and d6; replaced: d4; 1 missing die filled in.",
        "Die Gegenseite wirft d8, d6 und d6; ersetzt: d4; 1 fehlender Würfel aufgefüllt.",
    ),
    (
        {"kind": "opposition", "opposition": [8, 6, 4], "size": 4, "missing": 2},
        "The opposition throws d8, d6, d4, d4 and d4; 2 missing dice filled in.",
        "Die Gegenseite wirft d8, d6, d4, d4 und d4; 2 fehlende Würfel aufgefüllt.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("document", "english", "german"), SAID)
def test_chronica_says_who_assists_what_was_required_and_what_was_missing(
    document: dict[str, Any], english: str, german: str
) -> None:
    assert answer("chronica", document)["say"] == english
    judged = judge_document(known_system("chronica"), document)
    said = judged.sentences()
    assert (said["en"], said["de"], set(said)) == (english, german, set(LANGUAGES))
