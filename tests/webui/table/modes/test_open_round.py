"""An Action Round as the document that grows with each step: a step in, the document and the rules' answer out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.demon_city.round import Phase
from tests.webui.table.judging.test_verdict import hands_of
from webui.table.modes.damage import DamageMode
from webui.table.modes.harm import Hit
from webui.table.modes.round import after_flip
from webui.table.modes.rounds import (
    Document,
    OpenRound,
    RoundError,
    agility_of,
    begin,
    character_of,
    new_results,
)
from webui.table.settings import Seat, Settings, Special

ANN = Seat(
    id="ann",
    name="Ann",
    side="players",
    colour="#6fb1d6",
    stats={"Agility": 5, "Toughness": 2},
    significators=("m05", "c11"),
)
BOB = Seat(
    id="bob",
    name="Bob",
    side="players",
    colour="#6fb1d6",
    stats={"agility": 3, "toughness": 4},
    conditions=("injured", "out-of-the-fight"),
    lost_toughness=5,
    weapons={"close": 2},
    supernatural=True,
)
BILL = Seat(
    id="bill",
    name="Bill",
    side="host",
    colour="#d98a4b",
    stats={"agility": 3, "toughness": 3},
    specials=(Special(card="m13", text="The lights go out"),),
)
CAI = Seat(id="cai", name="Cai", side="host", colour="#d98a4b", stats={"agility": 3})
SEATS = (ANN, BOB.model_copy(update={"conditions": (), "lost_toughness": 0}), BILL)

NOTHING = {"kind": "nothing"}
AT_BILL, AT_ANN = {"kind": "attack", "target": "bill"}, {"kind": "attack", "target": "ann"}


@pytest.fixture
def begun() -> OpenRound:
    return begin(SEATS, seed=7)


@pytest.fixture
def announced(begun: OpenRound) -> OpenRound:
    """Ann and Bill attack one another, Bob passes."""
    return all_announced(begun, ann=AT_BILL, bill=AT_ANN)


@pytest.fixture
def thrown(announced: OpenRound) -> OpenRound:
    """Ann has hit Bill."""
    return announced.after_throws({"ann": ["w09"], "bill": ["s06"]})


def all_announced(now: OpenRound, **actions: Document) -> OpenRound:
    while now.speaker is not None:
        now = now.announced({"id": now.speaker, "action": actions.get(now.speaker, NOTHING)})
    return now


def refused(code: str) -> Any:
    """Expect a step to be refused with this code."""
    return pytest.raises(RoundError, check=lambda error: error.code == code)


# --- how it begins ---


def test_everybody_is_in_it_as_they_are_noted() -> None:
    assert begin((ANN, BOB, BILL), seed=7).document == {
        "kind": "round",
        "seed": 7,
        "characters": [
            {
                "id": "ann",
                "side": "players",
                "agility": 5,
                "significator": ["m05", "c11"],
                "specials": [],
                "stats": {"Agility": 5, "Toughness": 2},
                "weapon": None,
                "supernatural": False,
            },
            {
                "id": "bob",
                "side": "players",
                "agility": 3,
                "significator": [],
                "specials": [],
                "stats": {"agility": 3, "toughness": 4},
                "weapon": {"close": 2},
                "supernatural": True,
                "state": ["injured", "out-of-the-fight"],
                "lost_toughness": 5,
            },
            {
                "id": "bill",
                "side": "host",
                "agility": 3,
                "significator": [],
                "specials": [{"card": "m13", "text": "The lights go out"}],
                "stats": {"agility": 3, "toughness": 3},
                "weapon": None,
                "supernatural": False,
            },
        ],
    }


def test_it_begins_with_the_first_round_and_nobody_comes_or_goes(begun: OpenRound) -> None:
    assert begun.number == 1
    assert (begun.last, begun.hurting, begun.unnoted, begun.joining, begun.leaving) == (
        None,
        None,
        (),
        (),
        (),
    )
    assert begun.adjusted == {}
    assert begun.ids == ("ann", "bob", "bill")
    assert begun.speaker == begun.answer.order[0] != "ann"
    assert begun.awaited_cards() == {}
    assert (begun.hits, begun.harm, begun.is_over, begun.following) == ([], None, False, None)


def test_what_does_not_fit_is_refused_with_the_words_of_the_rules(begun: OpenRound) -> None:
    with refused("misfit") as raised:
        begun.announced({"id": "bob", "action": {"kind": "attack", "target": ["zoe"]}})
    assert raised.value.render("en") == (
        'announcements[0].action.target: "zoe" is none of the characters; expected the id of one'
    )
    assert raised.value.render("de").startswith("announcements[0].action.target: „zoe“ ist keine der Figuren")


def test_its_answer_comes_in_either_language(thrown: OpenRound) -> None:
    german = thrown.answer_in("de").results
    assert [each.say for each in german] != [each.say for each in thrown.answer.results]
    assert [each.say for each in thrown.answer_in("en").results] == [
        each.say for each in thrown.answer.results
    ]


def test_whoever_has_no_agility_has_none(begun: OpenRound) -> None:
    assert agility_of(ANN) == 5
    assert agility_of(ANN.model_copy(update={"stats": {"Toughness": 2}})) is None


def test_a_seat_is_as_the_last_fight_left_it() -> None:
    wounded = character_of(BOB)
    assert (wounded.id, set(wounded.conditions)) == ("bob", {"injured", "out-of-the-fight"})
    assert wounded.lost_toughness == 5
    assert (wounded.side, wounded.agility) == ("", None), "a fight leaves nothing else"


# --- what is announced ---


def test_an_announcement_said_again_replaces_the_first(begun: OpenRound) -> None:
    now = begun.announced({"id": "bill", "action": AT_ANN}).announced({"id": "ann", "action": AT_BILL})
    assert now.announced({"id": "bill", "action": NOTHING}).document["announcements"] == [
        {"id": "ann", "action": AT_BILL},
        {"id": "bill", "action": NOTHING},
    ]


def test_d24_whoever_has_recovered_stays_recovered_whatever_they_announce() -> None:
    now = begin((ANN, BOB, BILL), seed=7)
    assert [(each.id, each.awaited) for each in now.answer.waiting] == [
        ("bill", "announcement"),
        ("bob", "recovery"),
        ("ann", "announcement"),
    ]
    now = now.announced({"id": "bill", "action": NOTHING})
    assert now.speaker == "bob", "a recovery is awaited as an announcement is"
    now = now.announced({"id": "bob", "recovered": True}).announced({"id": "bob", "action": NOTHING})
    assert now.document["announcements"] == [
        {"id": "bill", "action": NOTHING},
        {"recovered": True, "id": "bob", "action": NOTHING},
    ]
    assert now.announced({"id": "ann", "action": NOTHING}).document["announcements"][-1] == {
        "id": "ann",
        "action": NOTHING,
    }


def test_what_is_taken_back_takes_the_cards_along(thrown: OpenRound) -> None:
    now = thrown.withdrawn("ann")
    assert now.document["announcements"] == [
        {"id": "bill", "action": AT_ANN},
        {"id": "bob", "action": NOTHING},
    ]
    assert now.document["throws"] == {"bill": ["s06"]}
    assert now.speaker == "ann"


def test_nothing_is_taken_back_before_anything_was_announced(begun: OpenRound) -> None:
    now = begun.withdrawn("ann")
    assert (now.document["announcements"], now.document["throws"]) == ([], {})


def test_d23a_the_host_adds_cards_and_takes_some(announced: OpenRound) -> None:
    more = announced.with_adjustment("ann", 2).with_adjustment("bill", 1).with_adjustment("ann", 1)
    assert more.adjusted == {"ann": 1, "bill": 1}
    before = announced.awaited_cards()
    assert more.awaited_cards() == {each: count + 1 for each, count in before.items() if count is not None}
    assert more.cards_of("ann") == announced.cards_of("ann") + 1
    assert announced.cards_of("bob") == 1, "nobody throws less than one card"


def test_d18_a_range_holds_between_two_whichever_is_named_first(begun: OpenRound) -> None:
    now = begun.with_range("ann", "bill", "close").with_range("bob", "bill", "30 feet")
    assert now.with_range("bill", "ann", "10 feet").document["ranges"] == [
        {"between": ["bob", "bill"], "range": "30 feet"},
        {"between": ["bill", "ann"], "range": "10 feet"},
    ]
    with refused("misfit"):
        begun.with_range("ann", "zoe", "close")


def test_d20_a_mark_replaces_the_same_condition_of_the_same_character(begun: OpenRound) -> None:
    now = begun.marked("ann", "panic", holds=True).marked("ann", "injured", holds=True)
    now = now.marked("bob", "panic", holds=True).marked("ann", "panic", holds=False)
    assert now.document["marks"] == [
        {"id": "ann", "condition": "injured", "holds": True},
        {"id": "bob", "condition": "panic", "holds": True},
        {"id": "ann", "condition": "panic", "holds": False},
    ]
    with refused("misfit"):
        begun.marked("zoe", "panic", holds=True)


# --- what is thrown ---


def test_cards_are_kept_for_good_and_later_ones_come_beside_them(announced: OpenRound) -> None:
    first = announced.after_throws({"ann": ["w09"]})
    assert first.document["throws"] == {"ann": ["w09"]}
    assert first.awaited_cards() == {"bill": 1}
    both = first.after_throws({"bill": ["s06"]})
    assert both.document["throws"] == {"ann": ["w09"], "bill": ["s06"]}
    assert "two_decks" not in both.document
    assert (both.answer.phase, both.is_over) == (Phase.DAMAGE, True)


def test_d35_what_lies_twice_came_from_two_decks(announced: OpenRound) -> None:
    def two_decks(now: OpenRound) -> object:
        return now.after_throws({}).document.get("two_decks")

    assert announced.after_throws({"ann": ["w09"], "bill": ["w09"]}).document["two_decks"] is True
    first = announced.after_throws({"ann": ["w09"]})
    assert first.after_throws({"bill": ["w09"]}).document["two_decks"] is True, "whenever they were thrown"
    same = begin((ANN, ANN.model_copy(update={"id": "zoe", "name": "Zoe"}), BILL), seed=1)
    assert two_decks(same) is True, "both have one Significator"
    assert two_decks(announced) is None
    hurt = announced.document | {"damage": {"bill": ["w03", "w03"]}}
    assert two_decks(OpenRound(document=hurt)) is True
    apart = announced.document | {"damage": {"bill": ["w03"], "ann": ["w03"]}}
    assert two_decks(OpenRound(document=apart)) is None, "damage is thrown one after the other"


def test_d28_a_side_chooses_as_often_as_it_must(announced: OpenRound) -> None:
    now = announced.after_choice("players", "ann").after_choice("host", "bill").after_choice("players", "bob")
    assert now.document["choose"] == {"players": ["ann", "bob"], "host": ["bill"]}


def test_what_a_flip_has_decided_is_new_and_nothing_else(announced: OpenRound) -> None:
    flipped = announced.after_throws({"ann": ["w09"], "bill": ["s06"]})
    assert new_results(flipped.answer, flipped.answer) == ()
    (new,) = new_results(announced.answer, flipped.answer)
    assert new in flipped.answer.decided
    answer = after_flip(announced, flipped)
    assert (answer.new, answer.order, answer.phase) == ((new,), flipped.answer.order, Phase.DAMAGE)


def test_a_verdict_is_the_document_that_was_judged(announced: OpenRound, thrown: OpenRound) -> None:
    assert announced.after_verdict(thrown.document) == thrown
    hurt = thrown.with_harm("bill").after_verdict({"kind": "damage", "cards": ["w03", "c08"]})
    assert (hurt.document["damage"], hurt.hurting) == ({"bill": ["w03", "c08"]}, None)


# --- damage ---


def test_d33_whoever_hit_throws_the_damage(thrown: OpenRound) -> None:
    assert thrown.hits == [Hit("bill", "ann", 3, done=False, say="")]
    assert (thrown.harm, thrown.awaited_cards()) == (None, {})
    now = thrown.with_harm("bill")
    assert now.harm == thrown.hits[0]
    assert now.awaited_cards() == {"ann": 3}
    with refused("not-hit"):
        thrown.with_harm("ann")


def test_d33_damage_that_was_thrown_is_done(thrown: OpenRound) -> None:
    now = thrown.with_harm("bill").after_damage("bill", ["w03", "c08", "p02"])
    assert (now.document["damage"], now.hurting, now.unnoted) == ({"bill": ["w03", "c08", "p02"]}, None, ())
    (hit,) = now.hits
    assert hit.done
    assert hit.say == "2 damage of 3 Toughness: 1 left."
    with refused("not-hit"):
        now.with_harm("bill")
    assert now.left_over()["bill"] == ((), 2)
    assert now.as_they_are["bill"] == ((), 0), "the round began without it"
    with refused("misfit"):
        thrown.after_damage("bill", ["w99"])


def test_d33_the_damage_of_one_stays_when_that_of_another_is_thrown() -> None:
    at_both = {"kind": "attack", "target": ["ann", "bob"]}
    now = all_announced(begin(SEATS, seed=7), bill=at_both, ann=NOTHING)
    now = now.after_throws({"bill": ["s09"]})
    now = now.with_harm("ann").after_damage("ann", ["w03"]).with_harm("bob").after_damage("bob", ["w02"])
    assert now.document["damage"] == {"ann": ["w03"], "bob": ["w02"]}


@pytest.mark.parametrize(
    ("cards", "damage", "done"),
    [
        (("w03", "c08", "p02"), 2, {"base": 3, "left": 1, "down": False}),
        (("w09", "c08", "p07"), 7, {"base": 3, "left": 0, "down": True}),
        (("w03", "m00", "p02"), None, {}),
        (("w03",), None, {}),
    ],
)
def test_d33_damage_says_what_it_does_to_who_was_hit(
    thrown: OpenRound, cards: Sequence[str], damage: int | None, done: Document
) -> None:
    now = thrown.with_harm("bill")
    assert now.harm is not None
    mode = DamageMode(Settings(seats=SEATS), now.harm, now)
    judged = mode.judge(hands_of((ANN, cards)), {}, {})
    assert judged.document == {"kind": "damage", "toughness": 3, "cards": list(cards)}
    result = judged.result
    assert (result["hurt"], result["by"], result["damage"]) == ("bill", "ann", damage)
    assert {name: result[name] for name in ("base", "left", "down") if name in result} == done
    assert result["miscounted"] == []


def test_d33_without_a_toughness_the_log_alone_keeps_the_damage() -> None:
    bill = BILL.model_copy(update={"stats": {"agility": 3}})
    now = all_announced(begin((ANN, bill), seed=1), ann=AT_BILL, bill=AT_ANN)
    now = now.after_throws({"ann": ["w09"], "bill": ["s06"]}).with_harm("bill")
    assert now.awaited_cards() == {"ann": None}
    after = now.after_damage("bill", ["w03"])
    assert (after.unnoted, after.hurting, after.document) == (("bill",), None, now.document)
    assert after.hits == [Hit("bill", "ann", None, done=True, say="")]


def test_d20_toughness_is_given_back_to_who_has_lost_some() -> None:
    now = begin((ANN, BOB, BILL), seed=7)
    assert now.as_they_are == {
        "ann": ((), 0),
        "bob": (("injured", "out-of-the-fight"), 5),
        "bill": ((), 0),
    }
    assert now.left_over() == now.as_they_are
    assert now.given_back("bob", 1).as_they_are == now.as_they_are | {"bob": (("out-of-the-fight",), 4)}
    assert now.given_back("bob", 9).as_they_are["bob"][1] == 0
    for nobody in ("ann", "zoe"):
        with refused("nothing-lost"):
            now.given_back(nobody, 1)


# --- who comes and goes ---


def test_d23_who_comes_before_cards_are_flipped_is_in_it_and_lots_are_kept(begun: OpenRound) -> None:
    equals = [each for each in begun.answer.order if each != "ann"]
    now = begun.joined(CAI)
    assert now.ids == ("ann", "bob", "bill", "cai")
    assert now.document["ties"] == equals
    assert now.document["characters"][-1] == {
        "id": "cai",
        "side": "host",
        "agility": 3,
        "significator": [],
        "specials": [],
        "stats": {"agility": 3},
        "weapon": None,
        "supernatural": False,
    }
    assert [each for each in now.answer.order if each in equals] == equals
    with pytest.raises(RoundError) as raised:
        now.joined(CAI)
    assert (raised.value.code, raised.value.named) == ("in-the-round", {"name": "Cai"})


def test_who_comes_once_cards_are_flipped_is_in_the_next_round(thrown: OpenRound) -> None:
    late = thrown.joined(CAI)
    assert (late.joining, late.ids) == (("cai",), thrown.ids)
    with refused("in-the-round"):
        late.joined(CAI)
    both = late.joined(CAI.model_copy(update={"id": "dov"}))
    assert both.joining == ("cai", "dov")
    assert both.left("cai").joining == ("dov",)
    next_round = late.next_round((*SEATS, CAI), seed=9)
    assert (set(next_round.ids), next_round.joining) == ({"ann", "bob", "bill", "cai"}, ())


def test_who_leaves_before_anything_names_them_is_gone_with_all_that_is_said_of_them(
    begun: OpenRound,
) -> None:
    now = begun.with_range("ann", "bob", "close").with_range("ann", "bill", "close")
    now = now.marked("bob", "panic", holds=True).marked("ann", "panic", holds=True)
    now = now.with_adjustment("bob", 1).with_adjustment("ann", 2)
    now = now.announced({"id": "bob", "action": NOTHING}).announced({"id": "ann", "action": NOTHING})
    now = OpenRound(document=now.document | {"ties": ["bill", "bob"]}).left("bob")
    assert (now.ids, now.leaving) == (("ann", "bill"), ())
    held = now.document
    assert held["announcements"] == [{"id": "ann", "action": NOTHING}]
    assert held["marks"] == [{"id": "ann", "condition": "panic", "holds": True}]
    assert held["ranges"] == [{"between": ["ann", "bill"], "range": "close"}]
    assert held["ties"] == ["bill"]
    assert now.adjusted == {"ann": 2}


def test_who_leaves_takes_nothing_that_was_never_said(begun: OpenRound) -> None:
    assert begun.left("bob").document.keys() == {
        *("kind", "seed", "characters"),
        *("ties", "ranges", "adjusted"),
    }


def test_whom_an_action_names_stays_until_the_next_round(announced: OpenRound) -> None:
    now = announced.left("bill")
    assert (now.ids, now.leaving) == (("ann", "bob", "bill"), ("bill",))
    assert now.joined(BILL).leaving == ()
    both = now.left("ann")
    assert both.leaving == ("bill", "ann")
    assert both.joined(BILL).leaving == ("ann",)
    with refused("last-in-the-round"):
        both.left("bob")
    assert now.left("bob").ids == ("ann", "bill"), "nothing names Bob"


def test_once_cards_are_flipped_everybody_stays_until_the_next_round(thrown: OpenRound) -> None:
    assert thrown.left("bob").leaving == ("bob",)
    assert thrown.left("bob").next_round(SEATS, seed=9).ids == ("ann", "bill")


def test_nobody_leaves_who_is_not_there(begun: OpenRound) -> None:
    with refused("last-in-the-round"):
        begun.left("zoe")


# --- what is noted meanwhile ---


def test_what_is_noted_holds_at_once_but_for_the_order_of_who_has_announced(begun: OpenRound) -> None:
    faster = ANN.model_copy(update={"stats": {"Agility": 1}, "side": "host"})
    noted = begun.noted([faster])
    assert [each["agility"] for each in noted.document["characters"]] == [1, 3, 3]
    said = begun.announced({"id": begun.answer.order[0], "action": NOTHING}).noted([faster])
    (first, *_) = said.document["characters"]
    assert (first["agility"], first["side"], first["stats"]) == (5, "host", {"Agility": 1})


def test_an_agility_that_is_noted_after_the_first_announcement_holds_from_the_next_round_on() -> None:
    """All had announced, and one Agility sorted the list anew."""
    slow, fast = ANN.model_copy(update={"stats": {}}), BILL.model_copy(update={"stats": {}})
    begun = begin((slow, fast), seed=0)
    assert begun.answer.order == ("ann", "bill")
    assert begun.noted([ANN, BILL]).answer.order == ("bill", "ann")
    said = begun.announced({"id": "ann", "action": NOTHING})
    noted = said.noted([ANN, BILL])
    assert (noted.answer.order, noted.speaker) == (said.answer.order, said.speaker)
    assert [each["stats"] for each in noted.document["characters"]] == [ANN.stats, BILL.stats]
    done = noted.announced({"id": noted.speaker, "action": NOTHING})
    assert done.next_round([ANN, BILL], seed=3).answer.order == ("bill", "ann")


def test_wounds_of_the_round_stay_whatever_is_noted() -> None:
    now = begin((ANN, BOB, BILL), seed=1).noted(
        [BOB.model_copy(update={"lost_toughness": 0, "conditions": ()})]
    )
    assert now.as_they_are["bob"] == (("injured", "out-of-the-fight"), 5)


def test_d23_equals_draw_again_until_somebody_has_announced(begun: OpenRound) -> None:
    assert begun.may_draw
    again = OpenRound(document=begun.document | {"ties": ["bob", "bill"]}).drawn_again(3)
    assert (again.document["ties"], again.document["seed"]) == ([], 3)
    assert len({begun.drawn_again(seed).answer.order for seed in range(12)}) == 2
    said = begun.announced({"id": begun.answer.order[0], "action": NOTHING})
    assert not said.may_draw
    for nobody in (said, begin((ANN, BILL), seed=1)):
        with refused("no-lots"):
            nobody.drawn_again(3)


# --- the next round ---


def test_d31_the_next_round_carries_over_what_holds_and_keeps_lots(thrown: OpenRound) -> None:
    now = thrown.with_adjustment("bob", 1)
    following = now.next_round(SEATS, seed=9)
    assert (following.number, following.document["seed"]) == (2, 9)
    assert following.last == {
        "announcements": thrown.document["announcements"],
        "adjusted": {"bob": 1},
    }
    assert following.document.keys().isdisjoint({"announcements", "throws", "adjusted"})
    assert set(following.document["ties"]) == {"bob", "bill"}
    assert now.next_round([ANN.model_copy(update={"stats": {"Agility": 1}})], seed=9).answer.order[0] == "ann"


def test_a_round_that_is_given_up_begins_again(begun: OpenRound) -> None:
    order = begun.answer.order
    now = begun.with_range("ann", "bill", "close").announced({"id": order[0], "action": NOTHING})
    again = now.next_round(SEATS, seed=9)
    assert again.number == 2
    assert again.document == {
        "kind": "round",
        "characters": begun.document["characters"],
        "ties": [each for each in order if each != "ann"],
        "ranges": [{"between": ["ann", "bill"], "range": "close"}],
        "seed": 9,
    }
    assert again.answer.order == order
    assert again.last == {"announcements": [{"id": order[0], "action": NOTHING}], "adjusted": {}}
    assert "ranges" not in begun.next_round(SEATS, seed=9).document
    assert begun.next_round(SEATS, seed=9).last == {"announcements": [], "adjusted": {}}


def test_nobody_is_in_a_next_round_whom_all_have_left(announced: OpenRound) -> None:
    with pytest.raises(RoundError):
        OpenRound(document=announced.document, leaving=("ann", "bob", "bill")).next_round(SEATS, seed=9)


def test_d35_the_same_again_is_what_was_announced_and_adjusted(begun: OpenRound) -> None:
    with refused("no-last-round"):
        begun.same_again()
    last = {
        "announcements": [
            {"id": "ann", "action": AT_BILL, "run": 10, "recovered": True},
            {"id": "bob", "recovered": True},
        ],
        "adjusted": {"bob": 1},
    }
    now = OpenRound(document=begun.document, last=last).same_again()
    assert now.document["announcements"] == [{"id": "ann", "action": AT_BILL, "run": 10}]
    assert now.adjusted == {"bob": 1}
    gone = last | {"announcements": [{"id": "zoe", "action": NOTHING}]}
    with refused("misfit"):
        OpenRound(document=begun.document, last=gone).same_again()
