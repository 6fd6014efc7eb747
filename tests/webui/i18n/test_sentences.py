"""The catalogues of words: all languages whole, every code worded, no sentence missing."""

from __future__ import annotations

import re
import string
from pathlib import Path
from typing import Any

import pytest

from rules.cards import ALL_CARDS, Card
from rules.demon_city import (
    Keep,
    Next,
    Participant,
    Special,
    Throw,
    Why,
    judge_opposed,
    judge_static,
    resolve_clash,
)
from rules.demon_city.claims import Advantage, Disadvantage
from rules.demon_city.decks import DeckFault, Impossible
from rules.demon_city.round_parts import Awaited, Condition
from rules.demon_city.throw_count import Floor
from tests import translation
from tests.rules.demon_city.clash_notation import ROWS, Row, read_participant
from tests.translation import differences, gaps
from webui.documents.demon_city.shapes import ClashAnswer
from webui.documents.demon_city.throwers import ThrownDocument
from webui.i18n import (
    LANGUAGES,
    AnyOf,
    Name,
    UnknownLanguageError,
    card_name,
    cases,
    catalogue,
    format_items,
    in_case,
    render,
    sentence,
    the_card,
)
from webui.i18n.narrator import Narrator
from webui.i18n.seats import NamedSeat, seat_name
from webui.table.modes.mode import answered
from webui.table.rendering.clash_lines import ClashLines

ROOT = Path(__file__).resolve().parents[3]
SUBJECTS = ("name", "names", "by", "side", "seat")
"""The places of sentences in which somebody stands who does something."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_words(language: str) -> None:
    assert list(gaps(language)) == []


def test_what_a_translation_lacks_may_be_pasted() -> None:
    english = {"a": "{n:card|cards}", "b.one": "{n} card", "b.other": "{n} cards", "c": 'a "c"', "d": "yes"}
    other = {
        "a": "{n:carte|cartes}",
        "b.one": "{n}",
        "b.other": "cartes",
        "b.many": "{n}",
        "e": "non",
        "d": "{x}",
    }
    assert list(differences(english, other)) == [
        ' "c": "a \\"c\\"",',
        "b.other: has the places none; expected {n}",
        "e: English has no such text; take it out",
        "d: has the places {x}; expected none",
    ]


def test_an_unknown_language_is_not_looked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert [translation.main(words) for words in (["fr"], ["xx"], [])] == [0, 2, 2]
    assert capsys.readouterr().out.splitlines()[0] == "Nothing is missing."


def test_a_text_that_a_language_lacks_is_english(monkeypatch: pytest.MonkeyPatch) -> None:
    half = {"en": {"a": "yes", "b": "no"}, "fr": {"a": "oui"}}
    monkeypatch.setattr("webui.i18n.own_words", half.__getitem__)
    assert catalogue.__wrapped__("fr") == {"a": "oui", "b": "no"}


@pytest.mark.parametrize(
    ("name", "of_it"),
    [
        ("Bill", "de Bill"),
        ("Ann", "d’Ann"),
        ("élise", "d’élise"),
        ("Hugo", "d’Hugo"),
        ("Harry", "de Harry"),
        ("Les Sept", "des Sept"),
        ("Hôte", "de l’Hôte"),
        ("Joueurs", "des Joueurs"),
        ("*", "de *"),
    ],
)
def test_a_name_takes_a_case_by_its_first_letters(name: str, of_it: str) -> None:
    assert f"{Name.of(name, 'fr'):of}" == of_it


def test_no_sentence_is_kept_in_vain() -> None:
    """Every key beside the page's own is written in the program, or begins as one that is put together there."""
    code = "".join(
        path.read_text(encoding="utf-8")
        for room in ("webui", "rules")
        for path in (ROOT / room).rglob("*.py")
    )
    whole = set(re.findall(r'"([^"{}\n]+)"', code))
    begun = {start for start in re.findall(r'f"([a-z0-9.-]+[.-])\{', code) if len(start) > 3}
    begun |= {f"{phrase}." for phrase in re.findall(r'_of_side\("(\w+)"', code)}
    keys = {key for key in catalogue() if not key.startswith("ui.") and not re.fullmatch(r"m\d\d", key)}
    assert {key for key in keys if key not in whole and not key.startswith(tuple(begun))} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_of_the_rules_has_words(language: str) -> None:
    words = catalogue(language)
    codes = [f"why.{code}" for code in Why] + [f"next.{code}" for code in Next]
    codes += [f"ui.condition.{code}" for code in Condition]
    codes += [f"reason.{code}" for code in (*Advantage, *Disadvantage, *Floor)]
    speaking = (Awaited.ANNOUNCEMENT, Awaited.RECOVERY)
    codes += [f"round.waiting.{code}" for code in Awaited if code not in speaking]
    codes += [f"question.{code}" for code in Impossible]
    codes += [f"deck.{code}" for code in DeckFault]
    assert [code for code in codes if code not in words] == []


def test_every_fault_that_the_rules_name_has_words() -> None:
    sources = [ROOT / "rules" / "cards.py", *(ROOT / "rules" / "demon_city").glob("*.py")]
    text = "".join(path.read_text(encoding="utf-8") for path in sources)
    faults = set(re.findall(r'Refusal\(\s*"([a-z-]+)"', text))
    assert len(faults) > 30
    assert [fault for fault in sorted(faults) if f"fault.{fault}" not in catalogue()] == []


def test_every_refusal_has_words_and_none_is_idle() -> None:
    """What the page is told when an order cannot be carried out."""
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "webui").rglob("*.py"))
    errors = "CommandError|SettingError|RoundError|WrongCodeError|TooManyTriesError"
    errors += "|TooManyDevicesError|NotWrittenError|UnfitStoreError|RefusedError|UnfitJSONError|DamagedError"
    errors += (
        "|TableBusyError|DeckError|DeliveryError|UndeliverableError|TooManyTokensError|TooManyCommandsError"
    )
    errors += "|UnknownTokenError|ReadOnlyTokenError|TooManyTokenCommandsError"
    codes = set(re.findall(rf'(?:{errors}|super\(\).__init__)\(\s*"([a-z0-9-]+)"', text))
    assert codes == {key.removeprefix("refused.") for key in catalogue() if key.startswith("refused.")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name_of_its_own(language: str) -> None:
    assert len({card_name(card, language) for card in ALL_CARDS}) == 78


@pytest.mark.parametrize(
    ("code", "english", "german", "french"),
    [
        ("m00", "The Fool", "Der Narr", "Le Mat"),
        ("m08", "Strength", "Die Kraft", "La Force"),
        ("m11", "Justice", "Gerechtigkeit", "La Justice"),
        ("w01", "Ace of Wands", "Ass der Stäbe", "As de Bâtons"),
        ("c07", "Seven of Cups", "Sieben der Kelche", "Sept de Coupes"),
        ("s11", "Page of Swords", "Bube der Schwerter", "Valet d’Épées"),
        ("p14", "King of Pentacles", "König der Münzen", "Roi de Deniers"),
    ],
)
def test_names_of_cards(code: str, english: str, german: str, french: str) -> None:
    assert [card_name(code, language) for language in ("en", "de", "fr")] == [english, german, french]


def test_cards_inside_a_sentence() -> None:
    assert the_card(Card.parse("c07")) == "the Seven of Cups"
    assert the_card(Card.parse("c07"), "de") == "die Sieben der Kelche"
    assert the_card(Card.parse("s01"), "fr") == "l’As d’Épées"
    assert the_card(Card.parse("m00")) == "The Fool"
    assert render("question.in-discard", {"card": Card.parse("c07")}) == (
        "the Seven of Cups is already in the discard pile. Reshuffled?"
    )


def test_lists_and_sentences() -> None:
    assert [format_items(names) for names in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert format_items(["a", "b"], "de", "or") == "a oder b"
    assert (sentence("so it is"), sentence("Why?.")) == ("So it is.", "Why?.")


@pytest.mark.parametrize(
    ("language", "half", "chance"),
    [
        ("en", "at least 0.5", "to win in 61.0%"),
        ("de", "mindestens 0,5", "gewonnen in 61,0 %"),
        ("fr", "au moins 0,5", "gagné dans 61,0\u202f%"),
    ],
)
def test_numbers_are_written_as_the_language_does(language: str, half: str, chance: str) -> None:
    assert render("expected.several", {"limit": 0.5}, language) == half
    assert render("demon-city.odds", {"percent": 61.0}, language).startswith(chance)


def test_choices_are_joined_with_or() -> None:
    choices = {"choices": AnyOf(('"a"', '"b"', '"c"'))}
    assert render("expected.one-of", choices) == 'one of "a", "b" or "c"'
    assert render("expected.one-of", choices, "de").endswith('"a", "b" oder "c"')


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UnknownLanguageError, match="expected one of en, de, fr"):
        catalogue("xx")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.title)
def test_every_verdict_is_one_plain_line(row: Row, language: str) -> None:
    text = Narrator(language).clash(resolve_clash(row.participants, row.choose))
    assert text.endswith(".")
    assert "\n" not in text
    assert not re.search(r"[{}!]|None|[a-z]-[a-z]+-[a-z]", text)


def clash(*lines: str) -> list[Participant]:
    return [read_participant(line) for line in lines]


@pytest.mark.parametrize(
    ("lines", "english"),
    [
        (
            ["ann P m05 own m05 attack bill", "bill H s04 attack ann"],
            "The players win: ann attacks bill, 5 against 4, critical through The Hierophant"
            "; bill does not act: the other side threw higher.",
        ),
        (
            ["ann P w08 attack bill", "bill H s08 attack ann"],
            "Tie at 8 between the players and the Host: undecided, change the situation.",
        ),
        (
            ["ann P - other 0", "bill H - other 0"],
            "Nobody threw a card: undecided, change the situation.",
        ),
        (
            ["ann P w09 attack bill", "cai P c09 attack bill resist 3", "bill H s04 attack ann"],
            "The players win: choose between ann and cai; bill does not act: the other side threw higher.",
        ),
        (
            ["ann P w09 attack bill resist 9", "bill H s04 other 3"],
            "The players win: ann attacks bill and fails: 9 does not beat 9"
            "; bill does not act: the other side threw higher.",
        ),
        (
            ["ann P w09 other 9", "bill H s04 other 3"],
            "The players win: ann acts and fails: 9 does not beat 9"
            "; bill does not act: the other side threw higher.",
        ),
        (
            ["cai C w09 defend", "dee C m00 other 3", "bill H s04 attack cai"],
            "The clash goes to cult: cai defends, 9 against 4; dee fumbles"
            "; bill does not act: the other side threw higher.",
        ),
        (
            ["ann P w09 attack bill", "cai P c08 attack bill resist 3", "bill H s04 attack ann"],
            "The players win: ann attacks bill, 9 against 4; cai does not act: an ally threw higher"
            "; bill does not act: the other side threw higher.",
        ),
        (
            ["ann P w09 move", "bill H s04 other 3"],
            "The players win: ann moves; bill does not act: the other side threw higher.",
        ),
    ],
)
def test_what_is_said_of_a_clash(lines: list[str], english: str) -> None:
    assert Narrator().clash(resolve_clash(clash(*lines))) == english


def thrown(*codes: str, by: str = "marty", own: str = "", **more: object) -> Throw:
    own_cards = frozenset(Card.parse(code) for code in own.split())
    return Throw(by, tuple(Card.parse(code) for code in codes), own_cards, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("throw", "intensities", "english"),
    [
        (thrown("w07"), [4], "Marty succeeds: 7 beats Intensity 4."),
        (thrown("w04"), [4], "Marty fails: 4 does not beat Intensity 4."),
        (thrown(), [0], "Marty succeeds: Intensity 0 needs no cards."),
        (thrown("m00"), [0, 4], "Marty succeeds: Intensity 0 needs no cards."),
        (thrown("m00"), [4], "Marty fumbles: The Fool counts."),
        (thrown("w06"), [4, 7], "Marty succeeds in part: 6 beats Intensity 4, not 7."),
        (thrown("w08"), [4, 7], "Marty succeeds: 8 beats Intensity 4 and 7."),
        (thrown("m12"), [4], "Marty succeeds: 12 beats Intensity 4, critical through The Hanged Man."),
        (
            thrown("w09", "c08", own="c08"),
            [5],
            "Marty succeeds: 9 beats Intensity 5, critical through the Eight of Cups.",
        ),
        (thrown("w09", "c03", keep=Keep.LOWEST), [5], "Marty fails: 3 does not beat Intensity 5."),
    ],
)
def test_what_is_said_of_a_static_throw(throw: Throw, intensities: list[int], english: str) -> None:
    assert Narrator().static(judge_static(throw, intensities)) == english


def test_what_is_said_of_an_opposed_throw() -> None:
    tie = judge_opposed([thrown("w08", by="a"), thrown("c08", by="b"), thrown("m00", by="c")])
    assert Narrator().opposed(tie) == (
        "Tie at 8 between a and b: the situation becomes more complicated; c fumbles."
    )
    won = judge_opposed([thrown("w08", by="a", own="w08"), thrown("c07", by="b")])
    assert Narrator().opposed(won) == "A wins: 8 against 7, critical through the Eight of Wands."


def test_people_are_called_by_their_names() -> None:
    narrator = Narrator("de", {"ann": "Doctor Wilhelmina Harker-Szymborska"})
    result = resolve_clash(clash("ann P w09 attack bill", "bill H s04 attack ann"))
    assert narrator.clash(result) == (
        "Die Spieler gewinnen: Doctor Wilhelmina Harker-Szymborska greift bill an, 9 gegen 4"
        "; bill kommt nicht zum Zug: die andere Seite hat höher geworfen."
    )


@pytest.mark.parametrize(("text", "told"), [("it howls", ": it howls."), ("", ".")])
def test_special_cards_are_told_outside_a_clash(text: str, told: str) -> None:
    beast = thrown("s09", by="beast", specials=(Special(Card.parse("s09"), text),))
    test, opposed = judge_static(beast, [4]), judge_opposed([beast, thrown("w02")])
    counts = f"; the Nine of Swords counts for beast{told}"
    assert Narrator().static(test) == f"Beast succeeds: 9 beats Intensity 4{counts}"
    assert Narrator().opposed(opposed) == f"Beast wins: 9 against 2{counts}"


def test_special_cards_are_told() -> None:
    fiend = Participant(
        "host",
        read_participant("fiend H s09 other 3").action,
        thrown("s09", by="fiend", specials=(Special(Card.parse("s09"), "the walls bleed."),)),
    )
    result = resolve_clash([fiend, read_participant("ann P w05 other 3")])
    assert Narrator().clash(result) == (
        "The Host wins: fiend acts, 9 against 3; the Nine of Swords counts for fiend: the walls bleed"
        "; ann does not act: the other side threw higher."
    )


@pytest.mark.parametrize(
    ("action", "line"),
    [
        ({"kind": "move"}, "ann moves"),
        ({"kind": "other", "intensity": 0}, "ann succeeds"),
        ({"kind": "other", "intensity": 3}, "ann succeeds, 9 > 3"),
    ],
)
def test_a_line_of_the_page_says_what_was_done_without_a_number_where_there_is_none(
    action: dict[str, Any], line: str
) -> None:
    attack = {"kind": "attack", "target": "ann", "resist": 2}
    participants = [
        {"id": "ann", "side": "players", "cards": ["w09"], "action": action},
        {"id": "bill", "side": "host", "cards": ["s04"], "action": attack},
    ]
    document = {"kind": "clash", "participants": participants}
    lines = ClashLines("en", name=str, side=lambda id_: {"ann": "players", "bill": "host"}[id_])
    record = answered(document, ClashAnswer)
    assert lines.deeds(ThrownDocument.model_validate(document), record) == line


@pytest.mark.parametrize(
    ("card", "german"),
    [
        ("m00", "Ann schlägt den Narren. Den Narren drehen."),
        ("m01", "Ann schlägt den Magier. Den Magier drehen."),
        ("m02", "Ann schlägt die Hohepriesterin. Die Hohepriesterin drehen."),
        ("m05", "Ann schlägt den Hierophanten. Den Hierophanten drehen."),
        ("m10", "Ann schlägt das Rad des Schicksals. Das Rad des Schicksals drehen."),
        ("m20", "Ann schlägt das Gericht. Das Gericht drehen."),
        ("w01", "Ann schlägt das Ass der Stäbe. Das Ass der Stäbe drehen."),
        ("s11", "Ann schlägt den Buben der Schwerter. Den Buben der Schwerter drehen."),
        ("p14", "Ann schlägt den König der Münzen. Den König der Münzen drehen."),
    ],
)
def test_a_card_takes_the_case_that_a_sentence_asks_for(card: str, german: str) -> None:
    name = Name.of(card_name(card, "de"), "de")
    assert f"Ann schlägt {name:accusative}. {name:Accusative} drehen." == german
    assert f"Ann schlägt {Name.of(Card.parse(card), 'de'):accusative}" == german.partition(".")[0]
    assert f"{Name.of(card_name(card), 'en'):accusative}" == card_name(card)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_every_case_that_a_sentence_of_the_language_asks_for(language: str) -> None:
    asked = {
        spec.lower()
        for text in catalogue(language).values()
        for _, name, spec, _ in string.Formatter().parse(text)
        if name and spec and "|" not in spec
    }
    assert asked == set(cases(language))
    for case in asked:
        assert [
            card for card in ALL_CARDS if in_case(name := card_name(card, language), case, language) == name
        ] == []


@pytest.mark.parametrize(
    ("language", "names", "said"),
    [
        ("en", "Ann", "Ann attacks Bill and fails: 3 does not beat 9"),
        ("en", "Players", "Players attack Bill and fail: 3 does not beat 9"),
        ("de", "Ann", "Ann greift Bill an und scheitert: 3 schlägt 9 nicht"),
        ("de", "Spieler", "Spieler greifen Bill an und scheitern: 3 schlägt 9 nicht"),
    ],
)
def test_a_verb_agrees_with_the_players_half(language: str, names: str, said: str) -> None:
    params = {"name": names, "targets": ["Bill"], "value": 3, "against": 9}
    assert render("clash.attack.in-vain", params, language) == said


@pytest.mark.parametrize(
    ("names", "english", "german"),
    [
        (["Ann"], "Ann acts instead", "stattdessen handelt Ann"),
        (["Ann", "Bill"], "Ann and Bill act instead", "stattdessen handeln Ann und Bill"),
        (AnyOf(["Ann", "Bill"]), "Ann or Bill acts instead", "stattdessen handelt Ann oder Bill"),
    ],
)
def test_a_verb_agrees_with_one_or_several(names: list[str], english: str, german: str) -> None:
    assert render("fate.not-chosen", {"names": names}) == english
    assert render("fate.not-chosen", {"names": names}, "de") == german


def test_a_verb_agrees_with_the_half_alone_in_a_list_and_a_name_may_hold_a_bar() -> None:
    assert render("fate.not-chosen", {"names": ["Players"]}) == "Players act instead"
    assert render("clash.attack", {"name": "A|B", "targets": ["{C}|D"]}) == "A|B attacks {C}|D"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_half_is_called_alike_wherever_a_verb_agrees_with_it(language: str) -> None:
    """The page's scripts know it by its own word (lib/words.js), the table's sentences by the seat's."""
    words = catalogue(language)
    assert (
        words["ui.side.players"]
        == words["seat.players"]
        == seat_name(NamedSeat("players", "Players"), language)
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_has_a_verb_for_one_alone_after_somebody_s_name(language: str) -> None:
    spoken = [text for text in catalogue(language).values() if "{" in text]
    forms = {
        tuple(spec.removeprefix("|").split("|"))
        for text in spoken
        for _, name, spec, _ in string.Formatter().parse(text)
        if name in SUBJECTS and spec and "|" in spec
    }
    assert len(forms) > 20
    somebody, verbs = "|".join(SUBJECTS), "|".join(one for one, _ in forms)
    alone = re.compile(rf"(?:^|[:;] )\{{(?:{somebody})\}} (?:{verbs})\b")
    assert [text for text in spoken if alone.search(text)] == []
