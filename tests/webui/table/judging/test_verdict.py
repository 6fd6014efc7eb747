"""From what the seats threw to a verdict, or to the one question that matters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from vision.types import Face, TrackState
from webui.documents.demon_city.throwers import ThrownDocument
from webui.identities import TAROT_CODES
from webui.table.judging.verdict import asked_late
from webui.table.log.projection import Projection
from webui.table.modes.deal import DealMode
from webui.table.modes.mode import DocumentMode
from webui.table.modes.rounds import OpenRound, begin
from webui.table.referee import all_have_thrown, judge, mode_played
from webui.table.seen.cards import Document, Hand, Judgement, Question, TableCard
from webui.table.settings import Mode, Seat, Settings, Special

CORNERS = ((0.1, 0.1), (0.2, 0.1), (0.2, 0.3), (0.1, 0.3))

ANN = Seat(id="ann", name="Ann", side="players", colour="#6fb1d6", significators=("m05", "c11"))
BOB = Seat(id="bob", name="Bob", side="players", colour="#6fb1d6")
BILL = Seat(
    id="bill",
    name="Bill",
    side="host",
    colour="#d98a4b",
    specials=(Special(card="m13", text="The lights go out"), Special(card="s04", text="It laughs")),
)


def shown(key: int, code: str | None, seat: Seat, state: TrackState | None = None) -> TableCard:
    """A card face up; without a code it could not be read."""
    state = state or (TrackState.SETTLED if code else TrackState.UNREADABLE)
    return TableCard(key, seat.id, Face.UP, state, CORNERS, code)


def hands_of(*thrown: tuple[Seat, Sequence[str | None]]) -> list[Hand]:
    keys = iter(range(1, 99))
    return [Hand(seat, tuple(shown(next(keys), code, seat) for code in codes)) for seat, codes in thrown]


def table(kind: str = "clash", *seats: Seat, **more: Any) -> Projection:
    mode = Mode(kind=kind, **{name: more.pop(name) for name in ("intensities", "thrower") if name in more})  # type: ignore[arg-type]
    return Projection(settings=Settings(mode=mode, seats=seats or (ANN, BOB, BILL), **more))


def verdict(projection: Projection, hands: Sequence[Hand]) -> Judgement:
    judged = judge(projection, hands)
    assert isinstance(judged, Judgement)
    return judged


def document_of(
    projection: Projection, hands: Sequence[Hand], choices: Mapping[str, str], guess: Mapping[int, str]
) -> Document:
    mode = mode_played(projection)
    assert isinstance(mode, DocumentMode)
    return mode.document(hands, choices, guess)


def question(projection: Projection, hands: Sequence[Hand]) -> Question:
    asked = judge(projection, hands)
    assert isinstance(asked, Question)
    return asked


def announced(opened: OpenRound, says: Mapping[str, Document]) -> OpenRound:
    """A round in which everybody has spoken, each when they are asked."""
    said = [{"id": speaker, "action": says[speaker]} for speaker in opened.answer.order]
    return OpenRound(document=opened.document | {"announcements": said})


# --- the document is the one that `clashcam resolve` takes ---


def test_a_clash_of_two_sides_is_everybody_against_the_other_side() -> None:
    hands = hands_of((ANN, ["c08", "w02"]), (BOB, ["w11"]), (BILL, ["s05"]))
    judged = verdict(table(), hands)
    harmless = {"kind": "attack", "target": "bill", "harmless": True}
    assert judged.document == {
        "kind": "clash",
        "participants": [
            {
                "id": "ann",
                "cards": ["c08", "w02"],
                "significator": ["m05", "c11"],
                "side": "players",
                "action": harmless,
            },
            {"id": "bob", "cards": ["w11"], "side": "players", "action": harmless},
            {
                "id": "bill",
                "cards": ["s05"],
                "specials": [
                    {"card": "m13", "text": "The lights go out"},
                    {"card": "s04", "text": "It laughs"},
                ],
                "side": "host",
                "action": {"kind": "attack", "target": ["ann", "bob"], "harmless": True},
            },
        ],
    }
    assert (judged.result["outcome"], judged.result["side"]) == ("win", "players")
    assert judged.unread == ()
    assert "miscounted" not in judged.result


@pytest.mark.parametrize(
    ("kind", "more", "document"),
    [
        (
            "test",
            {"intensities": (6,), "thrower": "bob"},
            {"kind": "test", "intensity": 6, "thrower": {"id": "bob", "cards": ["c08", "w02"]}},
        ),
        (
            "test",
            {"intensities": (4, 9), "thrower": "bob"},
            {"kind": "test", "intensities": [4, 9], "thrower": {"id": "bob", "cards": ["c08", "w02"]}},
        ),
        ("opposed", {}, {"kind": "opposed", "throwers": [{"id": "bob", "cards": ["c08", "w02"]}]}),
        ("c10", {}, {"kind": "c10", "cards": ["c08", "w02"]}),
        ("c100", {}, {"kind": "c100", "cards": ["c08", "w02"]}),
    ],
)
def test_every_other_throw_has_its_own_document(kind: str, more: dict[str, Any], document: Document) -> None:
    hands = hands_of((BOB, ["c08", "w02"]))
    assert document_of(table(kind, **more), hands, {}, {}) == document
    if kind != "opposed":
        assert verdict(table(kind, **more), hands).document == document


def test_a_choice_is_told_and_an_unread_card_is_taken_for_what_is_tried() -> None:
    hands = hands_of((ANN, ["c08"]), (BOB, [None]), (BILL, ["s05"]))
    told = document_of(table(), hands, {"players": "ann"}, {2: "w08"})
    assert told["choose"] == {"players": "ann"}
    assert [each["cards"] for each in told["participants"]] == [["c08"], ["w08"], ["s05"]]
    assert "choose" not in document_of(table(), hands, {}, {2: "w08"})


def test_a_choice_of_the_table_decides_who_acts() -> None:
    hands = hands_of((ANN, ["c08"]), (BOB, ["w08"]), (BILL, ["s05"]))
    projection = table()
    assert verdict(projection, hands).choices == ["ann", "bob"]
    projection.choices = {"players": "bob"}
    judged = verdict(projection, hands)
    assert judged.choices == []
    assert [act["happens"] for act in judged.result["actions"]] == [False, True, False]


def test_one_card_twice_on_the_table_came_from_two_decks() -> None:
    judged = verdict(table(), hands_of((BOB, ["c08"]), (BILL, ["c08"])))
    assert judged.document["two_decks"] is True
    assert "two_decks" not in verdict(table(), hands_of((BOB, ["c08"]), (BILL, ["c09"]))).document


@pytest.mark.parametrize(
    ("document", "throws"),
    [
        ({"participants": [{"id": "a", "cards": "c01"}, {"id": "b", "cards": ["c02"]}]}, [["c01"], ["c02"]]),
        ({"throwers": [{"id": "a", "cards": ["c01"]}, {"id": "b", "cards": ["c02"]}]}, [["c01"], ["c02"]]),
        ({"thrower": {"id": "a", "cards": ["c01", "c02"]}}, [["c01", "c02"]]),
        ({"characters": [{"id": "a"}], "throws": {"a": ["c04"]}}, [["c04"]]),
        ({"cards": ["c03"]}, [["c03"]]),
    ],
)
def test_everybodys_cards_of_any_document(document: Document, throws: list[list[str]]) -> None:
    read = ThrownDocument.model_validate({"kind": "any", **document})
    assert [list(cards) for cards in read.all_cards] == throws


# --- when a verdict is due ---


@pytest.mark.parametrize(
    ("kind", "thrown", "due"),
    [
        ("clash", [(ANN, ["c08"]), (BOB, ["c09"]), (BILL, [])], False),
        ("clash", [(ANN, []), (BOB, ["c09"]), (BILL, ["s05"])], True),
        ("opposed", [(ANN, ["c08"]), (BOB, []), (BILL, [])], False),
        ("opposed", [(ANN, ["c08"]), (BOB, ["c09"]), (BILL, [])], True),
        ("test", [(ANN, []), (BOB, []), (BILL, [])], False),
        ("test", [(ANN, ["c08"]), (BOB, []), (BILL, [])], True),
        ("c10", [(ANN, []), (BOB, []), (BILL, [])], False),
        ("c100", [(ANN, ["c08", "w03"]), (BOB, []), (BILL, [])], True),
    ],
)
def test_a_verdict_is_due_once_everybody_who_must_has_thrown(
    kind: str, thrown: list[tuple[Seat, Sequence[str | None]]], due: bool
) -> None:
    projection, hands = table(kind, thrower="ann"), hands_of(*thrown)
    assert all_have_thrown(projection, hands) is due
    assert (judge(projection, hands) is not None) is due


def test_a_round_awaits_those_who_have_to_throw() -> None:
    projection = table("clash", BOB, BILL)
    opened = begin(projection.settings.seats, seed=1)
    projection.round = opened
    assert not all_have_thrown(projection, hands_of((BOB, ["c08"]), (BILL, ["c09"]))), "nobody has announced"
    assert judge(projection, hands_of((BOB, ["c08"]), (BILL, ["c09"]))) is None
    says = {"bob": {"kind": "attack", "target": "bill"}, "bill": {"kind": "attack", "target": "bob"}}
    projection.round = announced(opened, says)
    awaited = projection.round.awaited_cards()
    assert set(awaited) == {"bob", "bill"}
    assert not all_have_thrown(projection, hands_of((BOB, ["c08"]), (BILL, [])))
    assert judge(projection, hands_of((BOB, ["c08"]), (BILL, []))) is None
    both = hands_of((BOB, ["c08"]), (BILL, ["c09"]))
    assert all_have_thrown(projection, both)
    judged = verdict(projection, both)
    assert judged.document["throws"] == {"bob": ["c08"], "bill": ["c09"]}
    assert [part["side"] for part in judged.result["new"]] == ["host"]


def hit_by_bob(**stats: int) -> Projection:
    """A round in which Bob has hit Bill, and throws the damage now."""
    bill = BILL.model_copy(update={"stats": stats})
    projection = table("clash", BOB, bill)
    says = {"bob": {"kind": "attack", "target": "bill"}, "bill": {"kind": "attack", "target": "bob"}}
    struck = announced(begin((BOB, bill), seed=1), says).after_throws({"bob": ["c09"], "bill": ["s03"]})
    projection.round = OpenRound(document=struck.document, hurting="bill")
    return projection


def test_damage_is_thrown_by_who_hit() -> None:
    projection = hit_by_bob(toughness=2)
    assert judge(projection, hands_of((BOB, []), (BILL, ["s05"]))) is None
    assert judge(projection, hands_of((BILL, ["s05"]))) is None, "Bob may have left the table"
    judged = verdict(projection, hands_of((BILL, ["s05"]), (BOB, ["c08", "w02"])))
    assert judged.document == {"kind": "damage", "toughness": 2, "cards": ["c08", "w02"]}
    assert (judged.result["hurt"], judged.result["by"], judged.result["miscounted"]) == ("bill", "bob", [])
    assert judged.result["damage"] == 2


def test_damage_may_be_thrown_from_two_decks() -> None:
    judged = verdict(hit_by_bob(toughness=2), hands_of((BOB, ["c08", "c08"])))
    assert (judged.document["two_decks"], judged.result["damage"]) == (True, 8)


def test_an_unread_card_of_a_damage_throw_is_asked_about() -> None:
    hands = hands_of((BOB, ["c08", None]), (BILL, []))
    assert question(hit_by_bob(toughness=2), hands) == Question("unreadable", hands[0].cards[1], "bob")


def test_too_many_cards_of_damage_are_told_and_without_a_toughness_as_many_count_as_lie_there() -> None:
    hands = hands_of((BOB, ["c08", "w02", "s09"]))
    told = verdict(hit_by_bob(toughness=2), hands).result["miscounted"]
    assert told == [{"id": "bob", "counted": 2, "thrown": 3}]
    unnoted = verdict(hit_by_bob(), hands)
    assert (unnoted.document["toughness"], unnoted.result["miscounted"]) == (3, [])
    fool = verdict(hit_by_bob(toughness=2), hands_of((BOB, ["c08", "m00", "w02"])))
    assert fool.result["ignored"] == ["m00"]
    assert fool.result["miscounted"] == [], "The Fool does not count"


def test_a_side_of_a_round_chooses_who_acts() -> None:
    seats = (ANN, BOB, BILL)
    projection = table("clash", *seats)
    says: dict[str, Document] = {
        "ann": {"kind": "attack", "target": "bill"},
        "bob": {"kind": "attack", "target": "bill", "resist": 2},
        "bill": {"kind": "attack", "target": "ann"},
    }
    projection.round = announced(begin(seats, seed=1), says)
    hands = hands_of((ANN, ["c08"]), (BOB, ["w08"]), (BILL, ["s05"]))
    assert set(verdict(projection, hands).choices) == {"ann", "bob"}
    projection.choices = {"players": "bob"}
    judged = verdict(projection, hands)
    assert judged.choices == []
    assert judged.document["choose"] == {"players": ["bob"]}


# --- only what matters is asked ---


def noticed(result: Any) -> Any:
    """What a player would notice: all but the numbers, the cards, the words and the rules behind it."""
    silent = ("value", "card", "why", "beats", "rule", "say")
    if isinstance(result, Mapping):
        return {name: noticed(value) for name, value in result.items() if name not in silent}
    return [noticed(each) for each in result] if isinstance(result, list) else result


def every_end(projection: Projection, hands: Sequence[Hand], unread: TableCard) -> list[Any]:
    """Whatever a card may be, judged one by one."""
    there = {card.code for hand in hands for card in hand.cards}
    found: list[Any] = []
    for code in TAROT_CODES:
        if code not in there:
            whole = [
                Hand(
                    hand.seat,
                    tuple(replace(card, code=code) if card == unread else card for card in hand.cards),
                )
                for hand in hands
            ]
            result = noticed(verdict(projection, whole).result)
            found += [result] if result not in found else []
    return found


@pytest.mark.parametrize("kind", ["clash", "test", "opposed"])
@pytest.mark.parametrize("seed", range(12))
def test_a_card_is_asked_about_exactly_if_what_it_is_would_be_noticed(kind: str, seed: int) -> None:
    chance = Random(f"{kind} {seed}")
    codes: list[str | None] = list(chance.sample(TAROT_CODES, 6))
    if seed % 2:
        codes = ["w10", "c14", "p14", *chance.sample(("s02", "s03", "p02", "p03", "c02", "c03"), 3)]
    codes[chance.choice((3, 4, 5))] = None
    seats = [(ANN, [codes[0], codes[3]]), (BOB, [codes[1], codes[4]]), (BILL, [codes[2], codes[5]])]
    thrown = seats[:1] if kind == "test" else seats
    projection, hands = table(kind, intensities=(3, 9), thrower="ann"), hands_of(*thrown)
    unread = next((card for hand in hands for card in hand.cards if card.code is None), None)
    if unread is None:
        unread = replace(hands[0].cards[1], code=None, state=TrackState.UNREADABLE)
        hands[0] = Hand(ANN, (hands[0].cards[0], unread))
    judged = judge(projection, hands)
    if len(every_end(projection, hands, unread)) > 1:
        assert judged == Question("unreadable", unread, unread.seat)
    else:
        assert isinstance(judged, Judgement)
        assert judged.unread == (unread.key,)


def test_what_can_change_nothing_is_not_asked_about() -> None:
    judged = verdict(table(), hands_of((BOB, ["m21", None]), (BILL, ["s05"])))
    assert (judged.unread, judged.result["side"]) == ((2,), "players")
    both = verdict(table("test", thrower="bob", intensities=(1,)), hands_of((BOB, ["m21", None, None])))
    assert both.unread == (2, 3)


def test_which_of_several_intensities_is_beaten_matters() -> None:
    """Ann succeeds by her own Knave, critically, whatever the other card is; 15 she may beat besides."""
    hands = hands_of((ANN, ["c11", None]))
    asked = question(table("test", thrower="ann", intensities=(3, 15)), hands)
    assert asked == Question("unreadable", hands[0].cards[1], "ann")


def test_more_than_two_unread_cards_are_asked_about_at_once() -> None:
    hands = hands_of((BOB, ["m21", None, None, None]))
    asked = question(table("test", thrower="bob", intensities=(1,)), hands)
    assert asked == Question("unreadable", hands[0].cards[1], "bob")


@pytest.mark.parametrize("kind", ["c10", "c100"])
def test_every_unread_card_of_a_plain_number_is_asked_about(kind: str) -> None:
    hands = hands_of((BOB, ["c03", None]))
    assert question(table(kind), hands) == Question("unreadable", hands[0].cards[1], "bob")


def test_whom_an_attack_hits_matters_even_where_nothing_else_does() -> None:
    """The World has won for the Host, The Fool lies there too: Bob's card tells only whether he is hit beside Ann."""
    cai = BILL.model_copy(update={"id": "cai", "name": "Cai", "specials": ()})
    bill = BILL.model_copy(update={"specials": ()})
    seats = (ANN, BOB, bill, cai)
    projection = table("clash", *seats)
    says: dict[str, Document] = {
        "ann": {"kind": "attack", "target": "bill"},
        "bob": {"kind": "attack", "target": "bill"},
        "bill": {"kind": "attack", "target": ["ann", "bob"]},
        "cai": {"kind": "other", "target": "bob", "resist": 5},
    }
    projection.round = announced(begin(seats, seed=1), says)
    thrown = {"ann": ["c02"], "bill": ["c09"], "cai": ["m21", "m00"]}

    def hands(bobs: str | None) -> list[Hand]:
        return hands_of(*((seat, thrown.get(seat.id, [bobs])) for seat in seats))

    hit = {bobs: verdict(projection, hands(bobs)).result["damage"] for bobs in ("w03", "w10")}
    assert [len(blows) for blows in hit.values()] == [2, 1]
    assert question(projection, hands(None)).seat == "bob"


# --- what is amiss ---


def test_a_card_that_its_listed_deck_cannot_have_given_is_asked_about() -> None:
    projection = table("clash", players_deck=("c08", "w03", "s09"))
    hands = hands_of((BOB, ["c08", "w10"]), (BILL, ["s05"]))
    asked = question(projection, hands)
    assert (asked.kind, asked.card, asked.seat) == ("impossible", hands[0].cards[1], "bob")
    assert asked.params["card"] == "w10"
    assert asked.params["why"]
    projection.accepted = {"w10"}
    assert isinstance(judge(projection, hands), Judgement)


def test_a_playing_card_is_of_another_game() -> None:
    hands = hands_of((BOB, ["4s"]), (BILL, ["s05"]))
    assert question(table(), hands).kind == "other-game"


def test_a_wrong_number_of_cards_is_told_unless_it_is_accepted() -> None:
    bob, bill = (seat.model_copy(update={"awaited": awaited}) for seat, awaited in ((BOB, 1), (BILL, 2)))
    hands = hands_of((bob, ["c08", "w03"]), (bill, ["s05"]), (ANN, ["c02"]))
    projection = table("clash", bob, bill, ANN)
    told = [
        {"id": "bob", "counted": 1, "thrown": 2},
        {"id": "bill", "counted": 2, "thrown": 1},
    ]
    assert verdict(projection, hands).result["miscounted"] == told
    projection.accepted_counts = {"bob"}
    assert verdict(projection, hands).result["miscounted"] == told[1:]
    exact = hands_of((bob, ["c08"]), (bill, ["s05", "s06"]))
    assert "miscounted" not in verdict(projection, exact).result


def test_a_verdict_stands_while_a_pushed_card_is_read_again() -> None:
    before = verdict(table(), hands_of((BOB, ["c08"]), (BILL, ["s05"])))
    moving = Question("unreadable", shown(1, None, BOB, TrackState.STILL), "bob")
    given_up = Question("unreadable", shown(1, None, BOB), "bob")
    other = Question("too-many-dealt", None, None)
    for is_over in (True, False):
        assert asked_late(moving, before, is_over=is_over) is before
        assert asked_late(None, before, is_over=is_over) is None
        assert asked_late(before, other, is_over=is_over) is before
    for judged, earlier in ((given_up, before), (moving, given_up), (moving, None), (other, before)):
        assert asked_late(judged, earlier, is_over=True) is judged
        assert asked_late(judged, earlier, is_over=False) is None


def test_pulp_deals_seven_unless_a_round_is_open() -> None:
    projection = table("pulp", BOB, BILL)
    assert isinstance(mode_played(projection), DealMode)
    assert not isinstance(mode_played(table("clash")), DealMode)
    seven = ["As", "2s", "4c", "Ah", "2h", "Kd", "Qs"]
    assert not all_have_thrown(projection, hands_of((BOB, list(seven[:6]))))
    assert judge(projection, hands_of((BOB, list(seven[:6])))) is None
    dealt = hands_of((BOB, list(seven[:4])), (BILL, list(seven[4:])))
    assert all_have_thrown(projection, dealt)
    assert verdict(projection, dealt).document["difficulty"] == 0
    projection.worksheets = {"pulp": {"difficulty": 1}, "chronica": {"difficulty": 2}}
    assert verdict(projection, dealt).document["difficulty"] == 1
    projection.round = begin(projection.settings.seats, seed=1)
    assert not isinstance(mode_played(projection), DealMode)
