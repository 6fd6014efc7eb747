"""The commands `resolve`, `throws`, `odds` and `round`, as somebody types them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click import Context
from click.testing import CliRunner, Result

from webui.cli import NAMES, main

TEST = {"kind": "test", "intensity": 4, "thrower": {"id": "marty", "cards": ["w03", "c07"]}}
THROWS = {"kind": "clash-throws", "extra": ["weapon"]}
ROUND = {"kind": "round", "characters": [{"id": "ann", "side": "players", "agility": 3}]}


def run(name: str, *arguments: str, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, [name, *arguments], given)


def answer(name: str, *arguments: str, given: object = None) -> Any:
    result = run(name, *arguments, given=None if given is None else json.dumps(given))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.count("\n") == 1
    return json.loads(result.stdout)


@pytest.mark.parametrize(
    ("name", "document", "key"),
    [("resolve", TEST, "outcome"), ("throws", THROWS, "cards"), ("round", ROUND, "order")],
)
def test_a_document_from_standard_input_or_a_file(
    name: str, document: dict[str, Any], key: str, tmp_path: Path
) -> None:
    path = tmp_path / "document.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    told = answer(name, given=document)
    assert key in told
    assert answer(name, "-", given=document) == told
    assert answer(name, "--json", given=document) == told
    assert answer(name, str(path)) == told
    assert answer(name, given=[document, document]) == [told, told]


def test_a_byte_order_mark_does_not_matter() -> None:
    result = run("resolve", given=b"\xef\xbb\xbf" + json.dumps(TEST).encode())
    assert json.loads(result.stdout)["outcome"] == "success"


def test_languages() -> None:
    assert (
        answer("resolve", "--language", "de", given=TEST)["say"]
        == "Marty schafft es: 7 schlägt Intensität 4."
    )
    assert answer("throws", "--language", "de", given=THROWS)["reasons"] == [["+1", "Waffe", "D18"]]
    assert answer("round", "--language", "de", given=ROUND)["say"] == "Als Nächstes sagt ann an."


@pytest.mark.parametrize("name", ["resolve", "throws", "round"])
@pytest.mark.parametrize(
    ("given", "line"),
    [
        ("", "<stdin>: line 1, column 1: "),
        ('{"kind": }', "<stdin>: line 1, column 10: "),
        ('{"kind": NaN}', "<stdin>: kind: no finite number; expected "),
        ('{"kind": "test", "intensity": 1e999}', "<stdin>: intensity: no finite number; expected "),
        (r'{"kind": "\ud800"}', "<stdin>: kind: holds half a character; expected "),
        (f'{{"kind": {"1" * 5000}}}', "<stdin>: no finite number; expected "),
        (b"\xff\xfe", "<stdin>: "),
        ("[" * 100_000, "<stdin>: nested too deeply; expected "),
        ("7", "<stdin>: 7 does not fit; expected an object"),
        ("{}", "<stdin>: kind: is missing; expected "),
        ('{"kind": "tset"}', '<stdin>: kind: "tset" is no kind of document; expected '),
    ],
)
def test_bad_input_is_one_line_and_exit_code_1(name: str, given: str | bytes, line: str) -> None:
    result = run(name, given=given)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(line)
    assert result.stderr.count("\n") == 1


def test_a_file_that_is_not_there() -> None:
    result = run("resolve", "nowhere.json")
    assert result.exit_code == 1
    assert result.stderr == "nowhere.json: No such file or directory; expected a readable file\n"


def test_the_line_names_the_file_and_the_field(tmp_path: Path) -> None:
    path = tmp_path / "clash.json"
    path.write_text(json.dumps([TEST, {**TEST, "intensity": -1}]), encoding="utf-8")
    result = run("resolve", str(path))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"{path}: [1].intensity: -1 does not fit; expected 0 or more\n"


@pytest.mark.parametrize("arguments", [["a.json", "b.json"], ["--nope"], ["--language", "tlh"]])
def test_wrong_usage_is_exit_code_2(arguments: list[str]) -> None:
    assert run("resolve", *arguments).exit_code == 2


@pytest.mark.parametrize("name", NAMES)
def test_help(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) > 5


@pytest.mark.parametrize("name", ["resolve", "throws", "round"])
def test_the_documents_that_help_shows_run(name: str) -> None:
    command = main.get_command(Context(main), name)
    assert command is not None
    examples = (command.help or "").split("\b")[1].strip()
    decoder, place = json.JSONDecoder(), 0
    while place < len(examples):
        document, place = decoder.raw_decode(examples, place)
        answer(name, given=document)
        place += len(examples[place:]) - len(examples[place:].lstrip())


def test_odds() -> None:
    told = answer("odds", "--throws", "2", "--against", "1", "--json")
    assert list(told) == ["win", "lose", "tie", "critical", "fumble"]
    assert told["win"] + told["lose"] + told["tie"] == pytest.approx(1)
    assert told["win"] == pytest.approx(0.6096774)
    assert answer("odds", "--against", "1", "--json")["fumble"] == pytest.approx(1 / 31)


@pytest.mark.parametrize(("throws", "win"), [(1, 0.50), (2, 0.6833), (3, 0.775), (4, 0.8296), (5, 0.8658)])
def test_d36_the_published_table(throws: int, win: float) -> None:
    told = answer("odds", "--throws", str(throws), "--against", "1", "--replace", "--reroll-ties", "--json")
    assert (told["win"], told["tie"]) == (pytest.approx(win, abs=0.0001), 0)


def test_odds_against_an_intensity() -> None:
    told = answer("odds", "--intensity", "4", "--replace", "--json")
    assert told == {"win": 0.6, "lose": 0.4, "tie": 0.0, "critical": 0.0, "fumble": 0.0}
    assert answer("odds", "--intensity", "0", "--json")["win"] == 1


def test_odds_of_decks_in_files(tmp_path: Path) -> None:
    own, other = tmp_path / "own.json", tmp_path / "other.json"
    own.write_text('["w05", "w07", "w09"]', encoding="utf-8")
    other.write_text('["c06"]', encoding="utf-8")
    told = answer("odds", "--against", "1", "--deck", str(own), "--other-deck", str(other), "--json")
    assert told["win"] == pytest.approx(2 / 3)
    one = ["--against", "1", "--deck", str(other), "--json"]
    assert answer("odds", *one)["win"] == pytest.approx(0.5)  # The Fool is not in the deck left out
    fool_in_players = answer("odds", *one, "--other-deck", "players")
    assert fool_in_players["win"] == pytest.approx(16 / 31)  # ... but in the Players' Deck
    both = answer("odds", "--against", "1", "--deck", "players", "--other-deck", "players", "--json")
    assert both == answer("odds", "--against", "1", "--json")


def test_odds_with_a_significator_and_the_lowest() -> None:
    intensity = ["--throws", "2", "--intensity", "6", "--json"]
    assert answer("odds", *intensity, "--significator", "m07")["critical"] == pytest.approx(2 / 32)
    assert answer("odds", *intensity, "--significator", "w07", "--keep", "lowest")["critical"] > 0
    assert answer("odds", *intensity, "--keep", "lowest")["win"] < answer("odds", *intensity)["win"]


def test_odds_of_a_marseille_deck(tmp_path: Path) -> None:
    deck = tmp_path / "strength.json"
    deck.write_text('["m08"]', encoding="utf-8")
    asked = ["--intensity", "9", "--deck", str(deck), "--json"]
    assert answer("odds", *asked)["win"] == 0
    assert answer("odds", *asked, "--order", "marseille")["critical"] == 1


def test_odds_against_several() -> None:
    one_by_one = answer("odds", "--throws", "3", "--against", "1", "--against", "2", "--json")
    assert one_by_one == answer("odds", "--throws", "3", "--against", "3", "--json")


def test_the_table_of_odds() -> None:
    table = answer("odds", "--table", "--json")["table"]
    assert [(row["throws"], row["against"]) for row in table] == [
        (own, other) for own in range(1, 9) for other in range(1, 9)
    ]
    assert table[8]["win"] == answer("odds", "--throws", "2", "--against", "1", "--json")["win"]


def test_d36_the_table_of_cards_against_intensities() -> None:
    table = answer("odds", "--table", "--intensity", "--json")["table"]
    assert [(row["throws"], row["intensity"]) for row in table] == [
        (throws, intensity) for throws in range(1, 9) for intensity in range(11)
    ]
    assert set(table[0]) == {"throws", "intensity", "win", "critical", "fumble"}
    alone = answer("odds", "--throws", "2", "--intensity", "6", "--json")
    assert table[17] == {"throws": 2, "intensity": 6} | {
        key: alone[key] for key in ("win", "critical", "fumble")
    }
    told = run("odds", "--table", "--intensity").stdout.splitlines()
    assert told[1].split() == ["cards", *map(str, range(11))]
    assert told[3].split()[7] == f"{alone['win']:.1%}"
    assert run("odds", "--intensity").exit_code == 2


def test_odds_for_people_to_read(tmp_path: Path) -> None:
    told = run("odds", "--against", "1", "--replace", "--reroll-ties").stdout
    assert told == "win 50.0%   lose 50.0%   tie 0.0%   critical 0.0%   fumble 0.0%\n"
    deck = tmp_path / "two.json"
    deck.write_text('["c06", "w01"]', encoding="utf-8")
    table = run("odds", "--table", "--deck", str(deck), "--other-deck", str(deck)).stdout.splitlines()
    assert [line.split("   ")[0] for line in table] == ["1 : 1", "1 : 2", "2 : 1", "2 : 2"]


@pytest.mark.parametrize(
    ("arguments", "code", "line"),
    [
        ([], 2, "expected one of --against, --intensity and --table"),
        (["--against", "1", "--intensity", "3"], 2, "expected one of --against, --intensity and --table"),
        (["--against", "0"], 2, "--against"),
        (["--throws", "0", "--intensity", "3"], 2, "--throws"),
        (["--intensity", "many"], 2, "expected 0, 1, 2, ..."),
        (["--throws", "1001", "--against", "1", "--replace"], 2, "--throws"),
        (["--against", "31"], 1, "other-deck: 30 cards are too few; expected 31 or more"),
        (["--throws", "32", "--against", "1"], 1, "deck: 31 cards are too few; expected 32 or more"),
        (["--against", "1", "--significator", "x"], 1, 'significator: "x" is no card'),
        (["--against", "1", "--deck", "nowhere.json"], 1, "nowhere.json: No such file or directory"),
    ],
)
def test_odds_that_cannot_be_counted(arguments: list[str], code: int, line: str) -> None:
    result = run("odds", *arguments)
    assert (result.exit_code, result.stdout) == (code, "")
    assert line in result.stderr


@pytest.mark.parametrize(
    ("deck", "line"),
    [
        ("{}", "deck.json: {} does not fit; expected a list"),
        ('["w01", 7]', "deck.json: [1]: "),
        ("[", "deck.json: line 1"),
    ],
)
def test_a_deck_that_is_none(deck: str, line: str, tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    path.write_text(deck, encoding="utf-8")
    result = run("odds", "--against", "1", "--deck", str(path))
    assert (result.exit_code, result.stdout) == (1, "")
    assert line in result.stderr


def test_an_option_without_a_part_in_the_answer_is_named() -> None:
    plain = run("odds", "--intensity", "4", "--json")
    told = run("odds", "--intensity", "4", "--reroll-ties", "--other-deck", "players", "--json")
    assert (told.exit_code, told.stdout) == (0, plain.stdout)
    assert told.stderr == (
        "clashcam odds: --other-deck, --reroll-ties: no part in an answer to --intensity, left out\n"
    )
    assert plain.stderr == ""
    assert run("odds", "--table", "--throws", "3", "--json").stderr.startswith("clashcam odds: --throws:")


SEVERAL = [
    # command, document, the field of each line
    (
        "resolve",
        {"kind": "test", "intensity": -1, "thrower": {"id": 7, "cards": ["x01"], "kep": "highest"}},
        ["intensity", "thrower.id", "thrower.cards[0]", "thrower.kep"],
    ),
    (
        "resolve",
        {
            "kind": "clash",
            "participants": [
                {"id": "a", "side": "x", "cards": [], "action": {"kind": "attack", "target": "z"}},
                {"id": "b", "side": "y", "cards": ["w05"], "action": {"kind": "attack", "target": "b"}},
            ],
            "choose": {"q": "a"},
        },
        [
            "participants[0].cards",
            "participants[0].action.target",
            "participants[1].action.target",
            "choose.q",
        ],
    ),
    (
        "throws",
        {"kind": "test-throws", "extra": ["weapon", "weapon", "defense"], "lost": ["injury"]},
        ["extra[1]", "extra[2]", "lost[0]"],
    ),
    (
        "round",
        {
            "kind": "round",
            "characters": [{"id": "ann", "side": "players", "agility": 3}],
            "announcements": [
                {"id": "ann", "action": {"kind": "move"}, "run": 10, "interferes": ["zed", "yan"]},
            ],
            "throws": {"bob": ["w01"]},
        },
        ["announcements[0].run", "announcements[0].interferes", "announcements[0].interferes", "throws.bob"],
    ),
]


@pytest.mark.parametrize(("command", "document", "fields"), SEVERAL)
def test_several_faults_are_reported_together(
    command: str, document: dict[str, Any], fields: list[str]
) -> None:
    result = run(command, given=json.dumps(document))
    assert (result.exit_code, result.stdout) == (1, "")
    lines = result.stderr.splitlines()
    assert [line.split(": ")[1] for line in lines] == fields
    assert all("expected" in line for line in lines)
    assert len(set(lines)) == len(lines)


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            (
                "<stdin>: assets[0].size: is missing; expected a whole number, without which this cannot be judged",
                '<stdin>: "kind" is there twice; expected each field once',
            ),
        ),
        (
            "de",
            (
                "<stdin>: assets[0].size: fehlt; erwartet wird eine ganze Zahl: ohne diese Angabe lässt sich nichts "
                "beurteilen",
                "<stdin>: „kind“ steht zweimal da; erwartet wird jedes Feld einmal",
            ),
        ),
    ],
)
def test_an_odd_document_ends_with_one_line_and_code_1(language: str, lines: tuple[str, str]) -> None:
    missing = '{"kind": "pool", "assets": [{"name": "Destiny", "kind": "destiny"}]}'
    for text, line in zip((missing, '{"kind": "pool", "kind": "pool"}'), lines, strict=True):
        result = run("chronica", "--language", language, given=text)
        assert (result.exit_code, result.stdout, result.stderr) == (1, "", f"{line}\n")
