"""The kinds of throw one by one: what a document says, who throws, what is worked out beside the verdict."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from rules.demon_city.decks import Piles
from tests.webui.table.judging.test_verdict import hands_of
from webui.documents import DocumentError
from webui.documents.demon_city.shapes import BlowPart
from webui.identities import cards_of
from webui.table.modes.c100 import C100Mode
from webui.table.modes.chances import Counted, deck_of
from webui.table.modes.counting import Claim, Counting
from webui.table.modes.deal import PULP
from webui.table.modes.harm import Hit, hits_of
from webui.table.modes.held import deck_options, held_by
from webui.table.modes.opposed import OpposedMode
from webui.table.modes.registry import MODES, THROWS, mode_of, read_answer
from webui.table.modes.rounds import Document, begin
from webui.table.settings import ChosenKind, Mode, Seat, Settings, Special

ANN = Seat(id="ann", name="Ann", side="players", colour="#6fb1d6", significators=("m05", "c11"))
BILL = Seat(
    id="bill",
    name="Bill",
    side="host",
    colour="#d98a4b",
    specials=(Special(card="m13", text="The lights go out"), Special(card="m13", text="The lights go out")),
)


# --- a document with other cards ---


@pytest.mark.parametrize(
    ("kind", "document", "changed"),
    [
        (
            "test",
            {
                "kind": "test",
                "intensity": 4,
                "thrower": {"id": "ann", "cards": ["w02"], "significator": ["m05"]},
            },
            {
                "kind": "test",
                "intensity": 4,
                "thrower": {"id": "ann", "cards": ["w09"], "significator": ["m05"]},
            },
        ),
        (
            "opposed",
            {
                "kind": "opposed",
                "throwers": [{"id": "bill", "cards": ["s02"]}, {"id": "ann", "cards": ["w02"]}],
            },
            {
                "kind": "opposed",
                "throwers": [{"id": "bill", "cards": ["s02"]}, {"id": "ann", "cards": ["w09"]}],
            },
        ),
        (
            "clash",
            {
                "kind": "clash",
                "participants": [{"id": "ann", "cards": [], "side": "x"}, {"id": "bill", "cards": []}],
            },
            {
                "kind": "clash",
                "participants": [{"id": "ann", "cards": ["w09"], "side": "x"}, {"id": "bill", "cards": []}],
            },
        ),
        ("c10", {"kind": "c10", "cards": ["w02"]}, {"kind": "c10", "cards": ["w09"]}),
        ("c100", {"kind": "c100", "cards": ["w02", "w03"]}, {"kind": "c100", "cards": ["w09"]}),
        (
            "damage",
            {"kind": "damage", "toughness": 2, "cards": []},
            {"kind": "damage", "toughness": 2, "cards": ["w09"]},
        ),
        (
            "round",
            {"kind": "round", "seed": 1, "throws": {"ann": ["w02"], "bill": ["s02"]}},
            {"kind": "round", "seed": 1, "throws": {"ann": ["w09"], "bill": ["s02"]}},
        ),
    ],
)
def test_a_card_of_a_throw_in_the_log_is_corrected(kind: str, document: Document, changed: Document) -> None:
    assert THROWS[kind].with_cards(document, "ann", ["w09"]) == changed


def test_the_host_chooses_among_five_kinds_and_the_log_knows_seven() -> None:
    assert list(MODES) == ["test", "opposed", "clash", "c10", "c100"]
    assert {*MODES, PULP} == set(get_args(ChosenKind)), "what a page may ask for"
    assert list(THROWS) == ["test", "opposed", "clash", "c10", "c100", "damage", "round"]
    with pytest.raises(KeyError):
        read_answer("deal", {})
    with pytest.raises(ValueError, match="C10Answer"):
        read_answer("c10", {"number": []})


# --- a seat's own cards, and the decks ---


def test_d12_significators_are_the_players_and_special_cards_the_hosts() -> None:
    both: dict[str, Any] = {"significators": ("m05",), "specials": BILL.specials}
    special = {"card": "m13", "text": "The lights go out"}
    assert held_by(ANN) == {"significator": ["m05", "c11"]}
    assert held_by(BILL) == {"specials": [special]}, "what is noted twice is one card"
    assert held_by(ANN.model_copy(update=both)) == {"significator": ["m05"]}
    assert held_by(BILL.model_copy(update=both)) == {"specials": [special]}
    third = ANN.model_copy(update=both | {"side": "the cult"})
    assert held_by(third) == {"significator": ["m05"], "specials": [special]}
    assert held_by(ANN.model_copy(update={"significators": ()})) == {}


def test_d35_a_card_that_lies_twice_came_from_two_decks() -> None:
    assert deck_options([["w02"], ["w03"]], [["m05"], ["m06"]]) == {}
    assert deck_options([["w02"], ["w02"]]) == {"two_decks": True}
    assert deck_options([["w02", "w02"]]) == {"two_decks": True}
    assert deck_options([["w02"]], [["m05"], ["m05"]]) == {"two_decks": True}
    assert deck_options([["m05"]], [["m05", "m05"]]) == {}, "one's own Significator lies there"
    assert deck_options([]) == {}


@pytest.mark.parametrize(("side", "deck"), [("players", "players"), ("host", "host"), ("the cult", "host")])
def test_a_side_throws_from_the_players_deck_or_from_the_hosts(side: str, deck: str) -> None:
    assert deck_of(side) == deck


# --- who was hit ---


def test_d33_everybody_who_was_hit_stands_once_with_what_it_came_to() -> None:
    harmed = {"id": "bill", "by": "ann", "cards": 3, "damage": 2, "toughness_left": 1, "say": "2 damage."}
    harmed |= {"no_throw": False, "injures": False, "out_of_the_fight": False}
    blows = [
        BlowPart(id="cai", by="ann", cards=None),
        BlowPart.model_validate(harmed),
        BlowPart(id="bill", by="bob", cards=3),
        BlowPart(id="dov", by="bob", cards=2),
    ]
    assert hits_of(blows, ["dov"]) == [
        Hit("cai", "ann", None, done=False, say=""),
        Hit("bill", "ann", 3, done=True, say="2 damage."),
        Hit("dov", "bob", 2, done=True, say=""),
    ]


# --- chances before the flip ---

PILES = {
    "players": Piles(tuple(cards_of(["w02", "w03", "w04", "m00"]))),
    "host": Piles(tuple(cards_of(["s01", "s03", "s05"]))),
}
LUCKY = ANN.model_copy(update={"significators": ("w03",), "stats": {"agility": 5}})
CAI = Seat(id="cai", name="Cai", side="host", colour="#d98a4b", stats={"agility": 1})
FOE = BILL.model_copy(update={"stats": {"agility": 3}})
COUNTED = Counted([LUCKY, FOE, CAI], {"ann": 1, "bill": 1, "cai": 1}, PILES)


def chance(win: float, tie: float = 0.0, critical: float = 0.0, fumble: float = 0.0) -> dict[str, float]:
    return {"win": win, "tie": tie, "critical": critical, "fumble": fumble}


def test_d34_chances_against_an_intensity_are_counted_from_the_cards_that_are_left() -> None:
    assert COUNTED.against_intensity(LUCKY, 3) == chance(0.25, fumble=0.25), (
        "the four alone; The Fool fumbles"
    )
    assert COUNTED.against_intensity(FOE, 3) == chance(0.3333)
    two = Counted([FOE], {"bill": 2}, PILES)
    assert two.against_intensity(FOE, 3) == chance(0.6667)


def test_d36_foes_who_throw_from_one_deck_are_one_hand() -> None:
    assert COUNTED.against(LUCKY, [FOE]) == chance(0.3333, tie=0.0833, critical=0.0833, fumble=0.25)
    assert COUNTED.against(LUCKY, [FOE, CAI]) == chance(0.0833, tie=0.0833, fumble=0.25)
    assert COUNTED.against(FOE, [LUCKY, CAI]) is None, "two decks have no simple count"
    assert COUNTED.against(FOE, []) is None


@pytest.mark.parametrize(
    ("kind", "seats", "with_chances"),
    [
        ("opposed", [LUCKY, FOE], ["ann", "bill"]),
        ("opposed", [FOE, CAI], []),
        ("opposed", [LUCKY, FOE, CAI], ["ann"]),
        ("clash", [LUCKY, FOE], ["ann", "bill"]),
        ("clash", [FOE, CAI], []),
        ("clash", [LUCKY, FOE, CAI], ["ann", "bill", "cai"]),
    ],
)
def test_d36_who_throw_from_one_deck_have_no_chances_against_each_other(
    kind: ChosenKind, seats: list[Seat], with_chances: list[str]
) -> None:
    counted = Counted(seats, {seat.id: 1 for seat in seats}, PILES)
    mode = mode_of(Settings(mode=Mode(kind=kind), seats=tuple(seats)), None)
    assert sorted(mode.odds(counted)) == with_chances


def test_d36_the_announced_actions_of_a_round_have_chances() -> None:
    now = begin((LUCKY, FOE, CAI), seed=1)
    now = now.announced({"id": "cai", "action": {"kind": "other", "intensity": 2}, "contested": False})
    now = now.announced({"id": "bill", "action": {"kind": "attack", "target": "ann"}})
    now = now.announced({"id": "ann", "action": {"kind": "attack", "target": "bill"}})
    assert COUNTED.of_actions(now) == {
        "cai": chance(0.6667),
        "bill": chance(0.5833, tie=0.0833),
        "ann": chance(0.3333, tie=0.0833, critical=0.0833, fumble=0.25),
    }
    assert Counted([CAI], {"cai": 1}, PILES).of_actions(now) == {"cai": chance(0.6667)}


def test_d22_where_the_lowest_card_counts_the_chances_are_those_of_the_lowest() -> None:
    """Bill throws two of 1, 3 and 5 at an Agility of 4; Ann and Bob only look on."""
    bob = LUCKY.model_copy(update={"id": "bob", "name": "Bob", "stats": {"agility": 4}})
    counted = Counted([LUCKY, FOE, bob], {"ann": 1, "bill": 2, "bob": 1}, PILES)

    def chances(**more: object) -> dict[str, dict[str, float]]:
        shoots = {"action": {"kind": "attack", "target": ["ann", "bob"]}, "contested": False, **more}
        now = begin((LUCKY, FOE, bob), seed=1).announced({"id": "bill", **shoots})
        for idle in ("bob", "ann"):
            now = now.announced({"id": idle, "action": {"kind": "nothing"}})
        return counted.of_actions(now)

    assert chances() == {"bill": chance(0.6667)}
    assert chances(lost=["called-shot", "tricky"]) == {"bill": chance(0.0)}


# --- cards counted from what was tapped ---

SKILLED = ANN.model_copy(update={"stats": {"Research": 5, "Stealth": 2}})
GUARD = BILL.model_copy(update={"stats": {"stealth": 3, "Toughness": 4}})
CULTIST = CAI.model_copy(update={"stats": {"STEALTH ": 1}})


def counting(kind: str, claims: dict[str, Claim], **more: Any) -> Counting:
    mode = Mode(kind=kind, thrower="ann", **more)  # type: ignore[arg-type]
    return Counting(Settings(mode=mode, seats=(SKILLED, GUARD, CULTIST)), claims)


def counted(kind: str, claims: dict[str, Claim], language: str = "en", **more: Any) -> dict[str, list[str]]:
    """How many cards each throws, and why."""
    counts = counting(kind, claims, **more).counts(language)
    return {
        seat: [str(count.cards), *(f"{by} {text}" for by, text, _ in map(tuple, count.reasons))]
        for seat, count in counts.items()
    }


LIGHT, DRUNK, DARK = ({"situation": each} for each in ("light", "drunk", "dark"))


def test_in_a_test_the_thrower_alone_is_counted_against_the_lowest_intensity() -> None:
    claims = {"ann": Claim(skill="research"), "bill": Claim(skill="Stealth")}
    assert counted("test", claims, intensities=(4,)) == {"ann": ["2", "+1 higher stat"]}
    assert counted("test", claims, intensities=(5,)) == {"ann": ["1"]}
    assert counted("test", claims, intensities=(9, 4)) == {"ann": ["2", "+1 higher stat"]}
    both = {"ann": Claim(skill="Research", extra=(LIGHT,), lost=(DRUNK,))}
    assert counted("test", both, "de", intensities=(4,)) == {
        "ann": ["2", "+1 höherer Wert", "+1 light", "-1 drunk"]
    }
    assert counted("test", {"ann": Claim(extra=(LIGHT,))}, intensities=(4,)) == {"ann": ["2", "+1 light"]}


@pytest.mark.parametrize("kind", ["clash", "c10", "c100"])
def test_other_kinds_of_throw_count_no_claims(kind: str) -> None:
    claims = {"ann": Claim(skill="Research")}
    assert (counting(kind, claims).seats, counted(kind, claims)) == ([], {})


def test_in_an_opposed_throw_of_two_each_is_counted_against_the_other() -> None:
    assert counted("opposed", {"ann": Claim(skill="Stealth"), "bill": Claim(skill="Stealth")}) == {
        "ann": ["1"],
        "bill": ["2", "+1 higher stat"],
    }
    burdened = {
        "ann": Claim(skill="Research", lost=(DRUNK, DARK)),
        "bill": Claim(skill="Stealth", extra=(LIGHT,)),
    }
    floor = "+1 never below one throw: the opponent gets 1 more"
    assert counted("opposed", burdened) == {
        "ann": ["1", "+1 higher stat", "-1 drunk", "-1 dark", floor],
        "bill": ["3", "+1 light", "+1 what the opponent lost below one throw"],
    }


def test_in_an_opposed_throw_of_three_the_highest_stat_of_the_others_is_compared() -> None:
    claims = {"ann": Claim(skill="Stealth"), "bill": Claim(skill="Stealth"), "cai": Claim(skill="stealth")}
    assert counted("opposed", claims) == {"ann": ["1"], "bill": ["2", "+1 higher stat"], "cai": ["1"]}
    claims["ann"] = Claim(skill="Research", extra=(LIGHT,))
    assert counted("opposed", claims) == {
        "ann": ["3", "+1 higher stat", "+1 light"],
        "bill": ["1"],
        "cai": ["1"],
    }


def test_whoever_throws_alone_is_compared_with_nobody() -> None:
    assert counted("opposed", {"ann": Claim(skill="Research", extra=(LIGHT,))}) == {"ann": ["2", "+1 light"]}


def test_d30b_a_stat_that_is_not_noted_or_not_named_is_said_and_compared_with_nothing() -> None:
    unnamed = {"ann": Claim(skill="Research"), "bill": Claim()}
    assert counting("opposed", unnamed).unknown() == [("bill", "")]
    assert counted("opposed", unnamed) == {"ann": ["1"], "bill": ["1"]}
    unnoted = {"ann": Claim(skill="Research"), "bill": Claim(skill="Luck"), "cai": Claim()}
    assert counting("opposed", unnoted).unknown() == [("bill", "Luck"), ("cai", "")]
    assert counted("opposed", unnoted) == {"ann": ["1"], "bill": ["1"], "cai": ["1"]}
    assert counting("opposed", {"ann": Claim(skill="Luck"), "bill": Claim()}).unknown() == [("ann", "Luck")]
    assert counting("test", {"ann": Claim()}).unknown() == []
    assert counting("test", {"ann": Claim(skill="Luck")}).unknown() == [("ann", "Luck")]


def test_claims_that_do_not_fit_are_refused_and_count_for_nobody() -> None:
    both = counting("opposed", {"ann": Claim(extra=(LIGHT,)), "bill": Claim(extra=(LIGHT,))})
    assert both.counts() == {}
    with pytest.raises(DocumentError, match=r"^extra\[0\]: \"light\" is counted in opponent"):
        both.verify()
    counting("opposed", {"ann": Claim(extra=(LIGHT,)), "bill": Claim()}).verify()


# --- a document of what lies there ---


def test_a_document_says_whose_lowest_card_counts_by_what_was_tapped() -> None:
    claims = {"ann": Claim(lost=("called-shot",))}
    mode = mode_of(Settings(mode=Mode(kind="opposed"), seats=(SKILLED, GUARD)), None, claims=claims)
    assert isinstance(mode, OpposedMode)
    document = mode.document(hands_of((SKILLED, ["w09", "w02"]), (GUARD, ["s06"])), {}, {})
    assert [thrower.get("keep") for thrower in document["throwers"]] == ["lowest", None]


def test_an_unread_card_of_a_number_is_what_it_is_taken_for() -> None:
    drawn = hands_of((ANN, ["w02", None]))
    mode = C100Mode(Settings(mode=Mode(kind="c100", thrower="ann"), seats=(ANN,)))
    assert mode.document(drawn, {}, {2: "s09"}) == {"kind": "c100", "cards": ["w02", "s09"]}
