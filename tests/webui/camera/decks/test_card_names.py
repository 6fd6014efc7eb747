"""Pictures of cards are called a hundred things."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards import ALL_CARDS
from webui.camera.decks.card_words import senses
from webui.camera.decks.file_names import BACK, Reading, code_of, read_names
from webui.table.seen.labels import title_of, worth_of

NAMES: list[tuple[str, str | None]] = [
    # codes
    ("m07", "m07"),
    ("M21", "m21"),
    ("w1", "w01"),
    ("m22", None),
    ("w15", None),
    ("c00", None),
    # majors by name, with or without their number, in digits or Roman
    ("the-fool", "m00"),
    ("The_High_Priestess", "m02"),
    ("2-the-high-priestess", "m02"),
    ("thehangedman", "m12"),
    ("WheelOfFortune", "m10"),
    ("07-chariot", "m07"),
    ("XIV-Temperance", "m14"),
    ("RWS-Tarot-07-Chariot", "m07"),
    ("la-force", "m08"),
    ("Judgment", "m20"),
    # the name counts, not the number: codes name the figure (D1)
    ("08-justice", "m11"),
    ("XI strength", "m08"),
    # numbers alone
    ("00", "m00"),
    ("VIII", "m08"),
    ("major_16", "m16"),
    ("ar05", "m05"),
    ("22", None),
    # minors by name
    ("seven_of_cups", "c07"),
    ("ace of wands", "w01"),
    ("vii_of_swords", "s07"),
    ("Cups07", "c07"),
    ("10-pentacles", "p10"),
    ("acewands", "w01"),
    ("KingOfSwords", "s14"),
    ("Knight of Coins", "p12"),
    ("princess_of_disks", "p11"),
    ("waqu", "w13"),
    ("pe04", "p04"),
    ("cups", None),
    # German
    ("Der Gehängte", "m12"),
    ("Königin der Kelche", "c13"),
    ("Ritter der Stäbe", "w12"),
    ("Mäßigkeit", "m14"),
    ("Ma\u0308ßigkeit", "m14"),
    ("maessigkeit", "m14"),
    ("MASSIGKEIT", "m14"),
    ("koenigin-der-muenzen", "p13"),
    # French
    ("la_mort", "m13"),
    ("L'Étoile", "m17"),
    ("deux de coupes", "c02"),
    ("cavalier_epees", "s12"),
    ("As de Cœur", "Ah"),
    ("dos", BACK),
    # Spanish
    ("El Loco", "m00"),
    ("la-sacerdotisa", "m02"),
    ("as_de_bastos", "w01"),
    ("dos de copas", "c02"),
    ("Sota de Oros", "p11"),
    # Italian
    ("Il Matto", "m00"),
    ("gli-amanti", "m06"),
    ("asso_di_denari", "p01"),
    ("Cavaliere di Coppe", "c12"),
    # Portuguese
    ("O Louco", "m00"),
    ("a força", "m08"),
    ("Três de Taças", "c03"),
    ("rainha de ouros", "p13"),
    # two numbers: equal ones are one, and years, sizes and copies are no rank
    ("cups_02_02_of_cups", "c02"),
    ("cups_01_ace_of_cups", "c01"),
    ("06_of_cups_1909", "c06"),
    ("cups05_300x527", "c05"),
    ("cups05 300 dpi", "c05"),
    ("37_cups_02", "c02"),
    ("ace_of_cups_02", "c01"),
    ("05_of_cups (2)", "c05"),
    ("cups (5)", "c05"),
    ("03_of_cups_07", "c03"),
    ("cups_03_07", None),
    ("m07 - Copy (2)", "m07"),
    ("the-fool_v2", "m00"),
    ("m07.jpg.PNG", "m07"),
    ("07. The Chariot", "m07"),
    # letters
    ("c-05", "c05"),
    ("KW", "w14"),
    ("pP", "p11"),
    ("queen_w", None),
    ("K of Cups", "c14"),
    ("cups-q", "c13"),
    # playing cards
    ("As", "As"),
    ("HK", "Kh"),
    ("KH", "Kh"),
    ("TH", "Th"),
    ("1h", "Ah"),
    ("joker_black", "JK1"),
    ("Red Joker", "JK2"),
    ("Joker schwarz", "JK1"),
    ("10h", "Th"),
    ("Th", "Th"),
    ("queen_of_diamonds", "Qd"),
    ("ace-of-spades", "As"),
    ("13 of hearts", "Kh"),
    ("joker2", "JK2"),
    # no card
    ("back", BACK),
    ("card-back", BACK),
    ("IMG_2041", None),
    ("photo-3", None),
    ("page-1", None),
    ("page_01", None),
    ("deck-07", None),
    ("cards-12", None),
    ("Club V", None),
    ("2024-05-01", None),
    ("Карта 7", None),
    ("scan 2024-05-01", None),
    ("season", None),
    ("", None),
]


@pytest.mark.parametrize(("stem", "code"), NAMES)
def test_a_file_name_tells_its_card(stem: str, code: str | None) -> None:
    assert code_of(stem) == code


def test_a_bare_number_means_what_the_deck_prints() -> None:
    """Marseille decks swap Strength and Justice (D2)."""
    assert [code_of(n, "marseille") for n in ("08", "XI", "12")] == ["m11", "m08", "m12"]
    assert code_of("m08", "marseille") == "m08"


def read(names: str | Sequence[str], **known: object) -> list[str]:
    """Return what each of several names is taken for: a guess with a question mark, a fault by its word."""
    listed = names.split() if isinstance(names, str) else list(names)
    readings = read_names([PurePosixPath(f"{name}.jpg") for name in listed], **known)  # type: ignore[arg-type]
    return [shown(reading) for reading in readings]


def shown(reading: Reading) -> str:
    return reading.fault or f"{reading.code}{'?' * reading.is_guess}"


@pytest.mark.parametrize(
    ("names", "codes"),
    [
        # letters of both kinds of cards: c and s
        ("1c 2c 3c 2s 3s 2w 2p 14c", "c01? c02? c03? s02? s03? w02? p02? c14?"),
        ("2c 3s 11c", "c02? s03? c11?"),
        ("2c 3s Nc", "c02? s03? c12?"),
        ("2c 3s the-fool", "c02? s03? m00"),
        ("2c 3s hearts-4", "2c 3s 4h"),
        ("2c 3s 10h", "2c 3s Th"),
        ("1c 2s Kc", "Ac 2s Kc"),
        ("2c 3s joker", "2c 3s JK1"),
        ("2c 3s", "suit suit"),
        ("2c 2w 2h", "suit w02? 2h"),
        ("11c Kc", "suit suit"),
        ("c05 s09", "c05 s09"),
        ("c05 s09 h03", "5c? 9s? 3h?"),
        ("c5 c6", "suit suit"),
        ("c5 w6", "c05? w06?"),
        ("club-5 ace-of-cups", "w05? c01"),
        ("club-5 ace-of-hearts", "5c Ah"),
        ("fante-di-spade re-di-coppe", "s11? c14"),
        ("2_copas K_ouros 3_hearts", "2h? Kd? 3h"),
        # where counting begins
        ("00 01 21", "m00? m01? m21?"),
        ("1 2 3", "m01? m02? m03?"),
        ("01 02 22", "m00? m01? m21?"),
        ("00 01 22", "m00? m01? None"),
        ("I II XXII", "m00? m01? m21?"),
        ("m01 m02 m22", "m00? m01? m21?"),
        ("m00 m02 m22", "m00 m02 None"),
        ("major_01 major_22", "m00? m21?"),
        ("0 1 22 77", "m00? m01? w01? p14?"),
        ("1 2 23 78", "m00? m01? w01? p14?"),
        ("2 23 78", "m01? w01? p14?"),
        ("5 40", "count count"),
        ("0 5 78", "count count count"),
        ("1 23 79", "m00? w01? None"),
        ("01-fool 02-magician 05", "m00 m01 m04?"),
        ("00-fool 01-magician 22", "m00 m01 None"),
        ("1 2 30 the-fool", "count count count m00"),
        # two files for one card
        ("1 the-magician", "again m01"),
        ("the-magician m01", "m01 again"),
        ("1 01", "m01? again"),
        # a letter beside more numbers than a suit has is none
        ("p1 p2 p15 p16 p17", "None None None None None"),
        ("p01 p02 p15", "p01 p02 None"),
        # words that all files share are the deck's name
        ("full-moon-party m01", "m18? m01"),
        ("aquatic-moon aquatic-sun aquatic-star", "m18 m19 m17"),
        ("sun-and-moon", "m18?"),
        # folders
        ("cups/01 cups/02 cups/14", "c01? c02? c14?"),
        ("deck/cups/1 deck/wands/1 deck/majors/1", "c01? w01? m01?"),
        ("cups/king cups/K wands/page wands/as", "c14 again w11 w01"),
        ("cups/scans/3 02_Cups/4 Suit-of-Swords/5", "c03? c04? s05?"),
        ("Kelche/König Stäbe/03 bastoni/asso copas/dos", "c14 w03? w01 c02"),
        ("cups/01-Ace cups/11-page cups/12_Knight cups/64_king", "c01 c11 c12 c14"),
        ("clubs/1 hearts/13 hearts/queen hearts/11-jack", "Ac? Kh? Qh Jh"),
        ("clubs/1 cups/2", "w01? c02?"),
        ("c/1 w/2", "c01? w02?"),
        ("cups/page-1 cups/IMG_3 cups/back", "None None back"),
        ("cups/ace-of-wands cups/the-sun cups/w02", "w01? m19? w02?"),
        ("major_arcana/01 major_arcana/22", "m00? m21?"),
        ("attic/1 card-backs/1", "m01? back"),
        ("minors/1 majors/1 kleine-arkana-2", "None m01? None"),
        ("Bekers/1 Bekers/2 Staven/1 Zwaarden/1", "None None None None"),
        ("deck/1 deck/2 deck/thumbs/1", "m01? m02? again"),
        # letters of four suits, in several languages
        ("1w 1c 1s 1d", "w01? c01? s01? p01?"),
        ("the-fool 1d 2c", "m00 p01? c02?"),
        ("11d 14d", "p11? p14?"),
        ("1b 2c 3s 4d", "w01? c02? s03? p04?"),
        ("b01 c02 e03 d04 b10", "w01? c02 s03? p04? w10?"),
        ("b1 c2 e3 o4 kb", "w01? c02? s03? p04? w14?"),
        ("p1 c2 e3 o4", "w01? c02? s03? p04?"),
        ("r1 c2 s3 p4", "w01? c02? s03? p04?"),
        ("D/1 W/1 C/king C/IMG_3", "p01? w01? c14? None"),
        ("B/1 C/1 E/king D/2", "w01? c01? s14 p02?"),
        ("e1 e2", "m01? m02?"),
        ("Kielichy/as hearts-2", "As? 2h"),
        ("as kh", "As Kh"),
        ("1s 1h 1d 1c", "As Ah Ad Ac"),
        ("a1 b1 c1 d1 d2", "None None None None None"),
        ("1a 1b 2a", "None None None"),
        ("acw kiw pac knc", "w01? w14? c11? c12?"),
        ("wan01 swo10 MA_02", "w01 s10 m02?"),
        # playing cards in other counts
        ("2♠ A♥ ♦K ♣10", "2s Ah Kd Tc"),
        ("0h 2h 9h Kh", "Th? 2h 9h Kh"),
        ("2_of_hearts 13_of_hearts 14_of_hearts", "2h Kh Ah?"),
        # a name that other files have with other numbers is a title
        ("tower-01 tower-02 tower-22", "None None None"),
        ("cups-page-1 cups-page-2", "None None"),
        ("moon-1 moon-2 the-fool", "m18? again m00"),
        ("tower-1", "m16?"),
        # parts of a name that do not agree
        ("31-sun 19-tower", "m19? m16?"),
        ("16-tower 17-tower 08-justice", "m16? again m11"),
        ("page-3-of-cups ace-and-two-of-wands 2-3-of-swords", "c11? w01? s03?"),
        ("three-cups-on-table cups-02-reversed", "c03? c02?"),
        ("coupe-V", "c05?"),
        ("coupe-V coupe-VI", "c05 c06"),
        ("the-sun-back the-sun-front back-of-the-moon", "back m19? m18?"),
        ("OLouco AMorte XVIIIMoon", "m00 m13 m18"),
        ("tHe-FoOl aCeOfWaNdS", "m00 w01"),
        ("cups/15 cups/1", "None c01?"),
    ],
)
def test_names_are_read_beside_each_other(names: str, codes: str) -> None:
    assert read(names) == codes.split()


def test_a_suit_may_be_numbered_from_zero_or_through_the_deck() -> None:
    cups = [f"c{rank:02d}?" for rank in range(1, 15)]
    assert read([f"cups/{number:02d}" for number in range(14)]) == cups
    assert read([f"cups_{number}" for number in range(36, 50)]) == cups
    assert read([f"c{number:02d}" for number in range(14)]) == cups


MAJORS_IN = {
    "fr": "Le Mat,Le Bateleur,La Papesse,L'Impératrice,L'Empereur,Le Pape,L'Amoureux,Le Chariot,La Force,L'Ermite,"
    "La Roue de Fortune,La Justice,Le Pendu,La Mort,Tempérance,Le Diable,La Maison Dieu,L'Étoile,La Lune,Le Soleil,"
    "Le Jugement,Le Monde",
    "es": "El Loco,El Mago,La Sacerdotisa,La Emperatriz,El Emperador,El Sumo Sacerdote,Los Enamorados,El Carro,"
    "La Fuerza,El Ermitaño,La Rueda de la Fortuna,La Justicia,El Colgado,La Muerte,La Templanza,El Diablo,La Torre,"
    "La Estrella,La Luna,El Sol,El Juicio,El Mundo",
    "it": "Il Matto,Il Bagatto,La Papessa,L'Imperatrice,L'Imperatore,Il Papa,Gli Amanti,Il Carro,La Forza,L'Eremita,"
    "La Ruota della Fortuna,La Giustizia,L'Appeso,La Morte,La Temperanza,Il Diavolo,La Torre,Le Stelle,La Luna,"
    "Il Sole,Il Giudizio,Il Mondo",
    "pt": "O Louco,O Mago,A Sacerdotisa,A Imperatriz,O Imperador,O Papa,Os Enamorados,O Carro,A Força,O Eremita,"
    "A Roda da Fortuna,A Justiça,O Enforcado,A Morte,A Temperança,O Diabo,A Torre,A Estrela,A Lua,O Sol,"
    "O Julgamento,O Mundo",
    "de": "Der Narr,Der Magier,Die Hohepriesterin,Die Herrscherin,Der Herrscher,Der Hierophant,Die Liebenden,"
    "Der Wagen,Die Kraft,Der Eremit,Das Rad des Schicksals,Die Gerechtigkeit,Der Gehängte,Der Tod,Die Mäßigkeit,"
    "Der Teufel,Der Turm,Der Stern,Der Mond,Die Sonne,Das Gericht,Die Welt",
}
RANKS_IN = {
    "fr": "as deux trois quatre cinq six sept huit neuf dix valet cavalier reine roi",
    "es": "as dos tres cuatro cinco seis siete ocho nueve diez sota caballo reina rey",
    "it": "asso due tre quattro cinque sei sette otto nove dieci fante cavaliere regina re",
    "pt": "ás dois três quatro cinco seis sete oito nove dez valete cavaleiro rainha rei",
    "de": "ass zwei drei vier fünf sechs sieben acht neun zehn bube ritter königin könig",
}
SUITS_IN = {
    "fr": "de bâtons,de coupes,d'épées,de deniers",
    "es": "de bastos,de copas,de espadas,de oros",
    "it": "di bastoni,di coppe,di spade,di denari",
    "pt": "de paus,de copas,de espadas,de ouros",
    "de": "der Stäbe,der Kelche,der Schwerter,der Münzen",
}


@pytest.mark.parametrize("write", [str, str.upper, lambda name: unicodedata.normalize("NFD", name)])
@pytest.mark.parametrize("language", MAJORS_IN)
def test_a_whole_deck_is_known_in_each_language(language: str, write: Callable[[str], str]) -> None:
    names = MAJORS_IN[language].split(",")
    codes = [f"m{number:02d}" for number in range(22)]
    for letter, suit in zip("wcsp", SUITS_IN[language].split(","), strict=True):
        names += [f"{rank} {suit}" for rank in RANKS_IN[language].split()]
        codes += [f"{letter}{rank:02d}" for rank in range(1, 15)]
    for joint in (" ", "_", "-"):
        written = [write(name.replace(" ", joint)) for name in names]
        assert [said.rstrip("?") for said in read(written)] == codes


@pytest.mark.parametrize("suit", ["d", "h", "cups-", "cups/", "s"])
def test_what_has_more_numbers_than_a_suit_is_none(suit: str) -> None:
    assert {*read([f"{suit}{number}" for number in range(1, 32)])} <= {"None", "suit"}


def test_playing_cards_may_be_numbered_from_zero_or_through_the_deck() -> None:
    hearts = [f"{rank}h?" for rank in "A23456789TJQK"]
    assert read([f"hearts_{number:02d}" for number in range(13)]) == hearts
    assert read([f"hearts_{number}" for number in range(14, 27)]) == hearts


@pytest.mark.parametrize("count", [52, 54, 56])
def test_numbers_of_another_deck_are_asked_about(count: int) -> None:
    assert {*read([f"{number}" for number in range(1, count + 1)])} == {"count"}


def test_words_that_all_files_share_are_no_cards() -> None:
    names = ["Cups-02", "Fool", "World", "Sun", "Page-of-Wands"]
    assert read([f"Sun-and-Moon-Tarot-{name}" for name in names]) == ["c02", "m00", "m21", "m19", "w11"]


@pytest.mark.parametrize("title", ["King of Swords Tarot - ", "cups_deck_", "Wild Swords - 1909 "])
def test_words_with_which_all_names_begin_are_no_cards(title: str) -> None:
    names = ["Ace of Cups", "02 of Wands", "The Fool", "Knight of Swords", "Death"]
    assert read([title + name for name in names]) == ["c01", "w02", "m00", "s12", "m13"]


def test_pages_are_no_title() -> None:
    assert read(["page cups 01", "page cups 02", "page swords 01"]) == ["c11?", "again", "s11?"]


def test_what_somebody_says_outright_decides() -> None:
    assert read("2c 3s", cards="tarot") == ["c02?", "s03?"]
    assert read("2c 3s", cards="playing") == ["2c", "3s"]
    assert read("1 2", cards="playing") == ["None", "None"]
    assert read("5 40", count_from=0) == ["m05?", "c05?"]
    assert read("5 40", count_from=1) == ["m04?", "c04?"]
    assert read("01 02", count_from=1) == ["m00?", "m01?"]


def test_a_whole_deck_by_number_is_in_the_decks_order() -> None:
    codes = [f"{card}?" for card in ALL_CARDS]
    from_zero = read([f"{number:02d}" for number in range(78)])
    assert from_zero == read([f"{number}" for number in range(1, 79)])
    assert sorted(from_zero) == sorted(codes)
    assert from_zero[8] == "m08?"
    assert read([f"{number:02d}" for number in range(78)], order="marseille")[8] == "m11?"


def test_no_word_means_two_cards() -> None:
    """Words of two kinds of cards say which meaning comes first; `dos` is a back in French, and two in Spanish."""
    for word, meant in senses().items():
        first = {(sense.kind, sense.value) for sense in meant if not sense.second and sense.kind != "filler"}
        assert len(first) <= 1 or word == "dos", word


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_every_card_is_known_by_its_own_name(card: object, language: str) -> None:
    name = title_of(str(card), language)
    for written in (name, name.lower().replace(" ", "-"), name.replace(" ", "_").upper()):
        assert code_of(written) == str(card)


@pytest.mark.parametrize("rank", "A23456789TJQK")
@pytest.mark.parametrize("suit", "shdc")
def test_every_playing_card_is_known_by_its_own_name(rank: str, suit: str) -> None:
    code = rank + suit
    assert code_of(code) == code
    assert code_of(code.lower()) == code
    assert code_of(title_of(code)) == code
    assert worth_of(code) is None


@given(st.lists(st.text(max_size=12), max_size=6))
def test_any_names_give_codes_or_nothing(stems: list[str]) -> None:
    paths = [PurePosixPath(stem) for stem in stems]
    readings = read_names(paths)
    assert len(readings) == len(paths)
    codes = [reading.code for reading in readings if reading.code not in (None, BACK) and not reading.fault]
    assert len(codes) == len(set(codes))


@given(st.text(max_size=40))
def test_any_name_gives_a_code_or_nothing(stem: str) -> None:
    code = code_of(stem)
    assert code is None or re.fullmatch(r"m[012]\d|[wcsp][01]\d|[A2-9TJQK][shdc]|JK[12]|back", code)


def test_labels_are_called_and_worth_what_the_rules_say() -> None:
    assert (title_of("m21"), worth_of("m21")) == ("The World", 21)
    assert (worth_of("m11"), worth_of("m11", "marseille"), worth_of("w14")) == (11, 8, 14)
    assert (title_of("of my own"), worth_of("of my own")) == ("of my own", None)
