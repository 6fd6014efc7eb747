"""The Action Round on the page: the slowest speaks first, two taps each, and every card has its reason."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from webui.i18n import LANGUAGES

from .builders import Snapshot, entry, source
from .conftest import LAPTOP, SMALL_LAPTOP, TV, Hall
from .judged_scenes import clash_of, fight_judged
from .scenes import SCENES
from .test_host import TWO_SPACES, _sent
from .waiting import attempts

pytestmark = pytest.mark.browser


def test_a_round_opens_and_ends_with_one_tap(hall: Hall) -> None:
    page = hall.open("/", "empty")
    page.get_by_role("button", name="Action Round").click()
    _sent(hall, {"name": "round-open"})
    hall.show("announcing")
    page.get_by_role("button", name="End the fight").click()
    _sent(hall, {"name": "round-close"})


def test_an_attack_is_two_taps(hall: Hall) -> None:
    page = hall.open("/", "announcing")
    expect(page.get_by_role("heading", name="Ann: what do you do?")).to_be_visible()
    page.get_by_role("button", name="Shoot").click()
    page.locator("announce-panel").get_by_role("button", name="The Fiend").click()
    action = {"kind": "attack", "target": ["fiend"]}
    _sent(hall, {"name": "announce", "seat": "ann", "action": action, "manner": "shooting"})


SECOND_TAPS = [
    # first tap, second tap, action
    ("Defend", "Everyone", {"kind": "defend"}),
    ("Defend", "The Fiend", {"kind": "defend", "against": ["fiend"]}),
    ("Another action", "3", {"kind": "other", "intensity": 3}),
    ("Another action", "Bill", {"kind": "other", "target": ["bill"]}),
]


@pytest.mark.parametrize(("what", "whom", "action"), SECOND_TAPS)
def test_what_and_at_whom(hall: Hall, what: str, whom: str, action: dict[str, object]) -> None:
    panel = hall.open("/", "announcing").locator("announce-panel")
    panel.get_by_role("button", name=what).click()
    panel.get_by_role("button", name=whom, exact=True).click()
    _sent(hall, {"name": "announce", "seat": "ann", "action": action})


def test_moving_is_one_tap(hall: Hall) -> None:
    hall.open("/", "announcing").get_by_role("button", name="Move only").click()
    _sent(hall, {"name": "announce", "seat": "ann", "action": {"kind": "move"}})


def test_who_is_out_of_the_fight_recovers_first(hall: Hall) -> None:
    page = hall.open("/")
    now = _announcing(hall) | {"waiting": [{"seat": "ann", "for": "recovery"}]}
    hall.show("announcing", round=now)
    expect(page.get_by_role("heading", name="Does Ann recover?")).to_be_visible()
    page.get_by_role("button", name="Not yet").click()
    _sent(hall, {"name": "announce", "seat": "ann", "recovered": False})


@pytest.mark.parametrize("changes", [{"paused": True}, {"phase": "gathering"}, {"phase": "confirmed"}])
def test_announcing_owns_the_panel_until_all_have_spoken(hall: Hall, changes: dict[str, object]) -> None:
    page = hall.open("/")
    said = SCENES["players"]()["verdict"] if changes.get("phase") == "confirmed" else None
    hall.show("announcing", verdict=said, **changes)
    expect(page.get_by_role("heading", name="Ann: what do you do?")).to_be_visible()
    hall.show("announcing", source=source(state="lost"))
    expect(page.get_by_role("heading", name="Ann: what do you do?")).to_be_visible()


def test_the_speakers_row_itself_is_the_button(hall: Hall) -> None:
    page = hall.open("/", "announcing")
    row = page.locator(".actor", has_text="announcing")
    box = row.bounding_box()
    assert box
    page.mouse.click(box["x"] + 120, box["y"] + box["height"] / 2)
    expect(page.locator("announce-panel").get_by_role("button", name="Attack")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Ann attacks whom?")).to_be_visible()


def test_a_standing_verdict_comes_before_the_next_announcement(hall: Hall) -> None:
    page = hall.open("/")
    hall.show("players", round=_announcing(hall))
    expect(page.locator(".headline")).to_have_text("Players win")
    expect(page.locator("announce-panel")).to_have_count(0)


def test_a_new_round_shows_nothing_of_the_throw_before_it(hall: Hall) -> None:
    """Whoever had won it kept their number and the crown, as if in this round."""
    page = hall.open("/", "announcing")
    counts = {"value": 9, "card": "w09", "key": None, "outcome": "won"}
    seats = [each | {"counts": counts} for each in SCENES["announcing"]()["seats"]]
    hall.show("announcing", phase="confirmed", verdict=SCENES["players"]()["verdict"], seats=seats)
    expect(page.locator("round-list .actor")).to_have_count(4)
    expect(page.locator("round-list :is(.crown, .numeral)")).to_have_count(0)
    hall.show("over", seats=seats)
    expect(page.locator("round-list .numeral")).to_have_count(4)


def test_once_all_have_thrown_the_number_to_beat_is_asked_for(hall: Hall) -> None:
    """The panel went on waiting for cards that lay there."""
    page = hall.open("/", "throwing")
    text = "Agility of The Fiend is not noted: it is the number to beat"
    unknown = {"seat": "fiend", "stat": "agility", "for": "resistance", "foe": None, "text": text}
    now = SCENES["throwing"]()["round"] | {"unknown": [unknown]}
    hall.show("throwing", round=now)
    expect(page.locator("wait-panel h1")).to_have_text("Waiting for Ann and Cassie")
    seats = [
        each | {"up": each["awaited"] or 0, "down": 0, "cards": []} for each in SCENES["throwing"]()["seats"]
    ]
    hall.show("throwing", round=now, seats=seats)
    expect(page.locator("wait-panel h1")).to_have_text("Which number is to be beaten?")
    page.locator("wait-panel").get_by_role("button", name="4", exact=True).click()
    _sent(hall, {"name": "note-stat", "seat": "fiend", "stat": "agility", "value": 4})


OVER = {
    "en": ("Round 2 is over", "Next comes another round, or the end of the fight."),
    "de": ("Runde 2 ist vorbei", "Als Nächstes kommt die nächste Runde oder das Ende des Kampfes."),
    "fr": ("Le round 2 est terminé", "Ensuite : un autre round, ou la fin du combat."),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_after_a_round_the_panel_says_that_it_is_over_and_what_comes(hall: Hall, language: str) -> None:
    """After a restart it waited for cards, beside the key for the next round, and asked what did not count."""
    page = hall.open("/")
    now = SCENES["over"]()["round"] | {"unknown": [_unnoted("ann", "toughness", "higher-stat")]}
    hall.show("over", language=language, phase="empty", verdict=None, round=now)
    heading, line = OVER[language]
    expect(page.locator("wait-panel h1")).to_have_text(heading)
    expect(page.locator("wait-panel .line")).to_have_text(line)
    expect(page.locator(".unnoted li")).to_have_count(0)


def test_before_the_damage_is_drawn_the_panel_says_so(hall: Hall) -> None:
    page = hall.open("/")
    now = SCENES["over"]()["round"] | {"phase": "damage"}
    hall.show("over", phase="empty", verdict=None, round=now)
    expect(page.locator("wait-panel .line")).to_have_text("Next the damage is drawn.")


UNNOTED = {
    "en": ("Agility not noted: The Fiend, Ann, Bill, and Cassie. The order is drawn by lot.", "Note it: "),
    "de": (
        "Gewandtheit nicht notiert: The Fiend, Ann, Bill und Cassie. Die Reihenfolge ist ausgelost.",
        "Nachtragen",
    ),
    "fr": ("Agilité manque : The Fiend, Ann, Bill et Cassie. L’ordre est tiré au sort.", "Noter : "),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_noted_is_one_line_and_nobodys_row_is_cut(hall: Hall, language: str) -> None:
    """Four lines that looked like errors were buttons, more came with each announcement, and the last row was cut."""
    text, key = UNNOTED[language]
    page = hall.open("/")
    order = SCENES["announcing"]()["round"]["order"]
    unknown = [_unnoted(seat, "agility", "order") for seat in order]
    unknown += [_unnoted(seat, "toughness", "higher-stat") for seat in order[:2]]
    hall.show("announcing", language=language, round=SCENES["announcing"]()["round"] | {"unknown": unknown})
    lines = page.locator(".unnoted li")
    expect(lines).to_have_count(2)
    expect(lines.first.locator("span").first).to_have_text(text)
    lowest = page.locator("round-list .actor").last.bounding_box()
    panel = page.locator("verdict-panel").bounding_box()
    assert lowest
    assert panel
    assert lowest["y"] + lowest["height"] <= panel["y"], "the last row is seen whole"
    lines.first.get_by_role("button", name=key).click()
    lines.first.get_by_role("button", name="Ann (").click()
    lines.first.get_by_role("button", name="4", exact=True).click()
    _sent(hall, {"name": "note-stat", "seat": "ann", "stat": "agility", "value": 4})


def test_weapons_at_no_range_are_one_line_too(hall: Hall) -> None:
    page = hall.open("/", "throwing")
    unknown = [_unnoted(seat, "range", "weapon") | {"foe": "fiend"} for seat in ("ann", "bill")]
    hall.show("throwing", round=SCENES["throwing"]()["round"] | {"unknown": unknown})
    line = page.locator(".unnoted li")
    expect(line.locator("span").first).to_have_text(
        "Not noted: Ann (distance from The Fiend) and Bill (distance from The Fiend). Weapons are not compared."
    )
    line.get_by_role("button", name="Note it: ").click()
    line.get_by_role("button", name="30 feet").click()
    _sent(hall, {"name": "range", "seat": "ann", "foe": "fiend", "range": "30 feet"})


def _unnoted(seat: str, stat: str, why: str) -> Snapshot:
    return {"seat": seat, "stat": stat, "for": why, "foe": None, "text": f"{stat} of {seat}"}


def test_every_card_has_its_reason(hall: Hall) -> None:
    page = hall.open("/", "throwing")
    fiend = page.locator("round-list .actor").first
    fiend.get_by_role("button", name="Why?").click()
    expect(fiend.locator(".why")).to_be_visible()
    for reason in ("supernatural", "higher stat", "the Host's decision"):
        expect(fiend.locator(".why")).to_contain_text(reason)
    expect(fiend.locator(".why")).not_to_contain_text("D1")
    expect(fiend.locator("output")).to_have_text("4")
    expect(page.locator("verdict-panel")).to_contain_text("Waiting for Ann and Cassie")
    expect(page.locator("verdict-panel")).to_contain_text("Cassie\u00a00\u00a0of\u00a01")


def test_the_host_adds_and_takes_cards(hall: Hall) -> None:
    page = hall.open("/", "throwing")
    cards = page.get_by_role("group", name="Cards of The Fiend")
    cards.get_by_role("button", name="One more").click()
    _sent(hall, {"name": "adjust", "seat": "fiend", "by": 2})
    cards.get_by_role("button", name="One fewer").click()
    _sent(hall, {"name": "adjust", "seat": "fiend", "by": 0})
    bill = page.get_by_role("group", name="Cards of Bill")
    expect(bill.get_by_role("button", name="One fewer")).to_be_disabled()


def test_particulars_are_said_again_whole(hall: Hall) -> None:
    page = hall.open("/", "announcing")
    page.get_by_role("button", name="Details: The Fiend").click()
    page.get_by_role("button", name="Better weapon").click()
    attack = {"kind": "attack", "target": ["ann"], "resist": None, "harmless": False}
    said: dict[str, object] = {"name": "announce", "seat": "fiend", "action": attack}
    _sent(hall, said | {"extra": ["weapon"], "lost": []})
    page.get_by_label("Another disadvantage").fill("knee-deep in water")
    page.get_by_label("Another disadvantage").press("Enter")
    _sent(hall, said | {"extra": [], "lost": [{"situation": "knee-deep in water"}]})
    page.get_by_role("button", name="Withdraw").click()
    _sent(hall, {"name": "withdraw", "seat": "fiend"})


def test_a_condition_is_marked_for_the_next_round(hall: Hall) -> None:
    page = hall.open("/", "announcing")
    page.get_by_role("button", name="Details: Bill").click()
    page.get_by_role("dialog").get_by_role("button", name="injured").click()
    _sent(hall, {"name": "mark", "seat": "bill", "condition": "injured", "holds": False})


def test_the_last_round_can_be_repeated(hall: Hall) -> None:
    page = hall.open("/")
    again = {"text": "Same again", "command": {"name": "same-again"}}
    hall.show("announcing", round=_announcing(hall) | {"announced": {}}, main_key=again)
    page.get_by_role("button", name="Same again").click()
    _sent(hall, {"name": "same-again"})


def test_all_clashes_of_a_round_are_told(hall: Hall) -> None:
    page = hall.open("/", "over")
    expect(page.locator("verdict-panel")).to_contain_text("Ann hits The Fiend, 9 > 6")
    expect(page.locator("verdict-panel")).to_contain_text("Cassie succeeds, 7 > 3")
    page.get_by_role("button", name="Next round").click()
    _sent(hall, {"name": "round-next"})


def test_a_round_of_one_clash_says_its_own_line_and_the_strip_what_was_done(hall: Hall) -> None:
    """Beside "17 > 4" stood "17 beats Ada's 1", and in the film strip only that the players had won."""
    page = hall.open("/")
    said = SCENES["over"]()["verdict"]
    own = said["parts"][0] | {"line": "", "clash": ""}
    alone = said | {"title": own["title"], "line": f"{own['title']}.", "parts": [own]}
    hall.show("over", verdict=alone, log={"count": 1, "last": [entry(1, alone, SCENES["over"]()["seats"])]})
    expect(page.locator("verdict-panel .headline")).to_have_text("Ann hits The Fiend, 9\u00a0>\u00a06")
    expect(page.locator("verdict-panel .line")).to_have_text([])
    expect(page.locator("log-strip b")).to_have_text("Ann hits The Fiend, 9\u00a0>\u00a06")


def test_a_step_is_a_button_and_waits_until_the_verdict_is_in_the_log(hall: Hall) -> None:
    page = hall.open("/", "over")
    page.get_by_role("button", name="Ann draws damage for The Fiend: 3 cards, lowest counts").click()
    _sent(hall, {"name": "throw-damage", "seat": "fiend"})
    assert [each["name"] for each in hall.stage.commands] == ["confirm", "throw-damage"]
    expect(page.locator("verdict-panel")).to_contain_text("May move up to 60 feet: Ann and Cassie")


def test_calm_asks_who_panics_by_name(hall: Hall) -> None:
    page = hall.open("/")
    hall.show("over", phase="confirmed")
    page.get_by_role("button", name="Ask for a Calm check").click()
    page.get_by_role("button", name="Bill panics").click()
    _sent(hall, {"name": "mark", "seat": "bill", "condition": "panic", "holds": True})


def test_the_one_big_key_does_what_comes_next(hall: Hall) -> None:
    page = hall.open("/")
    order = {"name": "throw-damage", "seat": "fiend"}
    hall.show("over", phase="confirmed", main_key={"text": "Damage to The Fiend", "command": order})
    expect(page.get_by_role("button", name="Damage to The Fiend").last).to_be_enabled()
    page.keyboard.press("Space")
    _sent(hall, {"name": "throw-damage", "seat": "fiend"})
    hall.show("announcing", main_key={"text": "Ann announces", "command": None})
    expect(page.get_by_role("button", name="Ann announces")).to_be_disabled()


def test_a_second_tap_in_the_same_breath_does_nothing(hall: Hall) -> None:
    page = hall.open("/", "over")
    page.evaluate(TWO_SPACES)
    page.keyboard.press("u")
    page.keyboard.press("n")
    _sent(hall, {"name": "new-throw"})
    assert [each["name"] for each in hall.stage.commands] == ["confirm", "new-throw"]


def test_a_wrong_number_of_cards_is_a_mark_and_one_tap(hall: Hall) -> None:
    page = hall.open("/", "miscounted")
    expect(page.locator("verdict-panel")).to_contain_text("Players: 2 cards, should have 1")
    page.get_by_role("button", name="Count these cards").click()
    _sent(hall, {"name": "accept-count", "seat": "players"})
    expect(page.locator(".headline")).to_have_text("Players win")


def test_everybody_has_a_face_their_cards_and_their_condition(hall: Hall) -> None:
    page = hall.open("/", "eight-announcing")
    rows = page.locator("round-list .actor")
    expect(rows).to_have_count(8)
    for place, row in enumerate(rows.all()):
        picture = row.locator(".portrait")
        for attempt in attempts(page):
            with attempt:
                assert picture.evaluate("each => each.localName") == ("img" if place < 4 else "span")
        expect(row.get_by_role("button", name="Correct")).to_have_count(1 if place == 2 else 2)
        for attempt in attempts(page):
            with attempt:
                assert (
                    row.locator(".hand-small img").first.evaluate(
                        "each => each.getBoundingClientRect().width"
                    )
                    > 20
                )
    expect(rows.nth(3)).to_contain_text("injured")
    expect(rows.nth(0)).to_contain_text("2 cards")


def test_eight_seats_have_their_faces_outside_of_a_round_too(hall: Hall) -> None:
    page = hall.open("/", "eight")
    for row in page.locator("seat-list .row").all():
        expect(row.locator(".hand-small img").first).to_be_in_viewport()
        expect(row.locator(".portrait")).to_be_in_viewport()


def _announcing(hall: Hall) -> dict[str, object]:
    hall.show("announcing")
    now: dict[str, object] = hall.stage.scene["round"]
    return now


def test_numbers_have_a_unit_and_clashes_their_name(hall: Hall) -> None:
    page = hall.open("/", "over")
    fiend = page.locator("round-list .actor", has=page.get_by_role("heading", name="The Fiend"))
    expect(fiend.get_by_role("group", name="Cards of The Fiend")).to_contain_text("4 cards")
    expect(fiend.get_by_role("heading")).to_contain_text("Clash A")
    expect(fiend.get_by_role("heading").locator("small")).to_have_text("Clash A")


@pytest.mark.parametrize(
    ("scene", "size"),
    [
        ("four-clashes", LAPTOP),
        ("four-clashes", SMALL_LAPTOP),
        ("eight-announcing", LAPTOP),
        ("eight-throwing", LAPTOP),
        ("eight-announcing", SMALL_LAPTOP),
        ("eight-throwing", SMALL_LAPTOP),
        ("eight-throwing", TV),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_round_is_seen_whole(hall: Hall, scene: str, size: ViewportSize, language: str) -> None:
    """Four clashes, or eight people, made the list of the round scroll."""
    hall.page.set_viewport_size(size)
    page = hall.open("/", scene)
    hall.show(scene, language=language)
    expect(page.locator("round-list .actor").nth(3)).to_be_attached()
    for attempt in attempts(page):
        with attempt:
            seen = page.locator("round-list ol").evaluate(SEEN)
            assert seen["hidden"] <= 1, seen
            assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


@pytest.mark.parametrize("size", [SMALL_LAPTOP, LAPTOP, TV], ids=lambda size: f"{size['width']}")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("people", [5, 8])
def test_a_judged_fight_is_seen_whole(hall: Hall, people: int, language: str, size: ViewportSize) -> None:
    """One clash of five, with damage to throw, made the panel so tall that two people were off the list."""
    hall.page.set_viewport_size(size)
    SCENES["judged"] = lambda: fight_judged(people, language)
    page = hall.open("/", "judged")
    expect(page.locator("round-list .actor")).to_have_count(people)
    for attempt in attempts(page):
        with attempt:
            seen = page.locator("round-list ol").evaluate(SEEN)
            assert seen["hidden"] <= 1, seen
            assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


SEEN = """(list) => ({
    hidden: list.scrollHeight - list.clientHeight, rows: [...list.children].map((row) => row.offsetHeight),
    page: [...document.querySelector("main").children].map((part) => [part.localName, part.offsetHeight]),
    fonts: [...document.fonts].map((font) => [font.family, font.weight, font.status]),
})"""
"""How much of a list is hidden, and what its height depends on: it failed once in hundreds of runs, unexplained."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_tv_each_of_eight_is_one_line_and_the_picture_stays_large(hall: Hall, language: str) -> None:
    hall.page.set_viewport_size(TV)
    page = hall.open("/", "eight-throwing")
    hall.show("eight-throwing", language=language)
    rows = page.locator("round-list .actor")
    expect(rows).to_have_count(8)
    for attempt in attempts(page):
        with attempt:
            for row in rows.all():
                middles = row.locator(".hand-small, .tally, .steps, .why-opens").evaluate_all(MIDDLES)
                assert max(middles) - min(middles) < 4
            picture = page.locator("live-picture .frame").bounding_box()
            assert picture
            assert picture["width"] > 0.25 * TV["width"]


MIDDLES = (
    "(all) => all.map((each) => each.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2)"
)


def test_the_names_to_choose_from_stand_at_their_button(hall: Hall) -> None:
    page = hall.open("/", "over")
    button = page.get_by_role("button", name="Ask for a Calm check")
    button.click()
    choice = page.get_by_role("button", name="Ann panics")
    expect(choice).to_be_in_viewport(ratio=1)
    for attempt in attempts(page):
        with attempt:
            here, there = button.bounding_box(), choice.bounding_box()
            assert here
            assert there
            assert abs(here["x"] - there["x"]) < 60


@pytest.mark.parametrize("size", [SMALL_LAPTOP, LAPTOP, TV], ids=lambda size: f"{size['width']}")
@pytest.mark.parametrize("people", [2, 3, 4])
def test_few_seats_fill_the_room_of_many(hall: Hall, people: int, size: ViewportSize) -> None:
    """Their cards are larger than those of eight, and every row is whole."""
    hall.page.set_viewport_size(size)
    throws = {"ann": ["w09"], "fiend": ["s06", "c03"], "doctor": ["c02"], "bill": ["p09"]}
    SCENES["few"] = lambda: clash_of(dict(list(throws.items())[:people]))
    page = hall.open("/", "few")
    rows = page.locator("seat-list .row")
    expect(rows).to_have_count(people)
    for attempt in attempts(page):
        with attempt:
            boxes = rows.evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().toJSON())")
            table = page.locator("seat-list").evaluate("(each) => each.getBoundingClientRect().toJSON()")
            assert all(box["bottom"] <= table["bottom"] + 1 for box in boxes)
            assert boxes[-1]["bottom"] > table["top"] + 0.8 * table["height"]
            face = rows.locator(".is-hero .face").first.evaluate("(each) => each.offsetHeight / innerHeight")
            assert face > (0.12 if people == 2 else 0.07)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [LAPTOP, TV], ids=lambda size: f"{size['width']}")
def test_nothing_that_can_be_announced_stands_alone_in_a_row(
    hall: Hall, size: ViewportSize, language: str
) -> None:
    hall.page.set_viewport_size(size)
    for scene in ("announcing", "eight-announcing"):
        page = hall.open("/", scene)
        hall.show(scene, language=language)
        buttons = page.locator("announce-panel .answers button")
        expect(buttons).to_have_count(6)
        tops = buttons.evaluate_all("(all) => all.map((each) => each.offsetTop)")
        assert min(map(tops.count, tops)) >= 2


def _five(scene: str, **changes: object) -> Snapshot:
    """A scene of eight with five of them."""
    shown = SCENES[scene]()
    some = shown["round"]["order"][3:]
    kept = {"order": some, "clashes": [some[:2], some[2:]] if shown["round"]["clashes"] else []}
    return shown | {"round": shown["round"] | kept, "seats": shown["seats"][3:]} | changes


STATES = {
    "the first speaks": lambda: _five("eight-announcing"),
    "the last speaks": lambda: _spoken(_five("eight-announcing"), speaker="7"),
    "throwing": lambda: _five("eight-throwing"),
    "ready": lambda: _five("eight-throwing", phase="ready"),
    "verdict": lambda: _five("eight-throwing", **_judged_round()),
    "confirmed": lambda: _five("eight-throwing", **_judged_round() | {"phase": "confirmed"}),
    "four people": SCENES["throwing"],
    "four people, verdict": SCENES["over"],
    "eight people": SCENES["eight-throwing"],
}


def _spoken(scene: Snapshot, speaker: str) -> Snapshot:
    cards = scene["round"]["cards"] | dict.fromkeys(scene["round"]["order"], scene["round"]["cards"]["0"])
    return scene | {"round": scene["round"] | {"speaker": speaker, "cards": cards}}


def _judged_round() -> Snapshot:
    return {each: SCENES["over"]()[each] for each in ("phase", "verdict", "steps", "main_key", "odds")}


CUT = """(list) => {
    const shown = list.getBoundingClientRect(), bottomMost = Math.min(shown.bottom, innerHeight) + 1;
    return [...list.querySelectorAll(".actor, .actor h3, .actor .tally")].map((each) => each.getBoundingClientRect())
        .filter(({ top, bottom }) => top < shown.top - 1 || bottom > bottomMost).length;
}"""
"""How many rows, names and counts are not wholly in sight."""


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nobodys_row_is_cut_while_one_why_is_open(hall: Hall, state: str, language: str) -> None:
    """The reasons made the list longer than its place, in all that followed."""
    SCENES["asked"] = STATES[state]
    page = hall.open("/", "asked")
    hall.show("asked", language=language)
    rows = page.locator("round-list .actor")
    for row in rows.all():
        if not row.locator(".why-opens").count():
            continue
        row.locator(".why-opens").click()
        sheet = page.locator("round-list .why:popover-open")
        expect(sheet).to_have_count(1)
        expect(sheet).to_be_in_viewport(ratio=0.99)
        for attempt in attempts(page):
            with attempt:
                assert page.locator("round-list ol").evaluate(CUT) == 0
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)


def test_the_reasons_go_with_the_next_step(hall: Hall) -> None:
    page = hall.open("/", "throwing")
    page.locator("round-list .actor").first.get_by_role("button", name="Why?").click()
    sheet = page.locator("round-list .why:popover-open")
    hall.show("throwing", phase="ready")
    expect(sheet).to_have_count(1)
    hall.show("over")
    expect(sheet).to_have_count(0)
