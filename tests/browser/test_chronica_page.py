"""A contest of Chronica on its page: what is thrown, what it buys, a tie."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .rooms import Room
from .rooms import room as room

pytestmark = pytest.mark.browser


def add_side(page: Page, name: str, dice: str) -> None:
    page.get_by_label("Side", exact=True).fill(name)
    page.get_by_role("button", name="Add a side").click()
    side = page.locator(".side", has=page.get_by_role("heading", name=name, exact=False).first)
    for kind, size in (("attribute", "8"), ("destiny die", "6")):
        side.get_by_role("radiogroup", name="Kind").get_by_label(kind).check()
        side.get_by_label("Size of die").fill(size)
        side.get_by_role("button", name="Add", exact=True).click()
    expect(side.locator(".said")).to_have_text("d8 d6")
    for sides, face in zip((8, 6), dice.split(), strict=True):
        side.get_by_role("group", name=f"Result of a d{sides}").get_by_role(
            "button", name=face, exact=True
        ).click()
    expect(side.get_by_label("Dice results")).to_have_value(dice)
    expect(side.get_by_role("group", name="Result of a")).to_have_count(0)


def test_a_chronica_contest_with_what_it_buys(room: Room) -> None:
    page = room.open("chronica")
    add_side(page, "Ann", "8 6")
    add_side(page, "Crowd", "5 2")
    expect(page.locator(".chances")).to_contain_text("Exact, counted over all throws.")
    page.get_by_role("button", name="Compare the dice").click()
    expect(page.locator(".headline")).to_have_text("Ann wins")
    expect(page.locator(".die-success")).to_have_count(2)
    spend = page.locator("chronica-spend .spend", has=page.get_by_role("heading", name="Ann"))
    spend.get_by_role("radiogroup", name="What die 8 buys").get_by_label("the goal").check()
    spend.get_by_role("radiogroup", name="What die 6 buys").get_by_label("a penalty die").check()
    spend.get_by_label("Name").fill("sprained ankle")
    spend.get_by_label("Name").press("Tab")
    expect(spend.get_by_role("radiogroup", name="For", exact=True).get_by_label("Crowd")).to_be_checked()
    expect(spend.locator(".said")).to_contain_text(
        'temporary dice gained: penalty die d6 "sprained ankle" for Crowd'
    )
    spend.get_by_role("button", name="Spend and save").click()
    page.get_by_role("link", name="Kept dice").click()
    expect(page.locator("chronica-holds")).to_contain_text("sprained ankle")
    page.get_by_role("link", name="Contest", exact=True).click()
    assert room.desk("chronica")["holds"] == [
        {"name": "sprained ankle", "kind": "penalty", "size": 6, "holder": "Crowd", "uses": None}
    ]
    page.get_by_role("button", name="Next contest").click()
    page.get_by_role("button", name="+ sprained ankle d6").first.click()
    expect(page.locator(".side", has_text="Ann").locator(".said")).to_have_text("d8 2d6")
    assert [entry["verdict"]["kind"] for entry in room.entries()] == ["chronica.contest", "chronica.spend"]


def test_a_tie_and_luck_pushed(room: Room) -> None:
    page = room.open("chronica")
    add_side(page, "Ann", "7 4")
    add_side(page, "Bill", "7 4")
    page.get_by_role("button", name="Compare the dice").click()
    expect(page.locator(".headline")).to_have_text("Tie")
    for field in page.locator(".push label").all():
        box = field.bounding_box()
        assert box
        assert box["width"] > 3 * box["height"], "five dice are to be read on one low line"
    page.get_by_role("button", name="Push your luck").click()
    expect(page.locator(".row-of-dice").first.locator(".die")).to_have_count(7)
    assert [entry["verdict"]["kind"] for entry in room.entries()] == ["chronica.contest", "chronica.push"]


def test_assets_that_are_called_by_their_kind_are_told_apart(room: Room) -> None:
    page = room.open("chronica")
    page.get_by_label("Side", exact=True).fill("Ann")
    page.get_by_role("button", name="Add a side").click()
    for count in range(1, 4):
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.locator("chronica-pool li")).to_have_count(count)
    names = [str(asset.text_content()).split()[1:3] for asset in page.locator("chronica-pool li").all()]
    assert [name[1] for name in names[1:]] == ["2", "3"]
    assert len({name[0] for name in names}) == 1


def test_who_assists_what_is_required_and_what_is_missing_is_tapped(room: Room) -> None:
    """The opposition to a condition die, a helper who takes no penalty, and a goal that one side must get."""
    page = room.open("chronica")
    add_side(page, "Ann", "8 6")
    add_side(page, "Crowd", "5 2")
    crowd = page.locator(".side", has=page.get_by_role("heading", name="Crowd", exact=False).first)
    crowd.get_by_text("Against a condition die").click()
    crowd.get_by_label("Size it is about").fill("10")
    crowd.get_by_label("Size it is about").press("Tab")
    expect(crowd.locator(".grown")).to_have_text(
        "The opposition throws d10, d10 and d10; replaced: d6 and d8; 1 missing die filled in."
    )
    crowd.get_by_role("radiogroup", name="Missing dice").get_by_label("0").check()
    expect(crowd.locator(".grown")).to_have_text("The opposition throws d10 and d10; replaced: d6 and d8.")
    crowd.get_by_role("button", name="Replace its dice").click()
    crowd.get_by_label("only assists: no penalty dice").check()
    page.get_by_role("button", name="Compare the dice").click()
    expect(page.locator(".headline")).to_have_text("Ann wins")
    expect(page.locator(".row-of-dice").nth(1).locator(".die")).to_have_count(2)
    spend = page.locator("chronica-spend .spend", has=page.get_by_role("heading", name="Ann"))
    spend.get_by_role("radiogroup", name="What die 6 buys").get_by_label("a penalty die").check()
    expect(spend).to_contain_text("Nobody here takes penalty dice.")
    spend.get_by_role("radiogroup", name="What die 6 buys").get_by_label("nothing yet").check()
    spend.get_by_label("One side must get its goal").check()
    spend.get_by_role("radiogroup", name="What die 8 buys").get_by_label("nothing yet").check()
    expect(spend.locator(".fault")).to_be_visible()
    spend.get_by_role("radiogroup", name="What die 8 buys").get_by_label("the goal").check()
    expect(spend.locator(".said")).to_have_text(
        "Goal reached, as required; temporary dice gained: none; dice left: 1; "
        "no penalty dice for whoever assists: Crowd."
    )
    spend.get_by_role("button", name="Spend and save").click()
    expect(spend.get_by_role("button", name="Spent")).to_be_disabled()
    contest, spent = (entry["verdict"]["result"] for entry in room.entries())
    assert [die["value"] for die in contest["success"]] == [8, 6]
    assert (spent["required"], spent["spared"]) == (True, ["Crowd"])


def test_a_penalty_has_whom_it_is_for_and_its_size(room: Room) -> None:
    page = room.open("chronica")
    add_side(page, "Ann", "8 6")
    add_side(page, "Crowd", "5 2")
    page.get_by_role("button", name="Compare the dice").click()
    spend = page.locator("chronica-spend .spend", has=page.get_by_role("heading", name="Ann"))
    spend.get_by_role("radiogroup", name="What die 6 buys").get_by_label("a penalty die").check()
    spend.get_by_label("Size of the penalty").fill("4")
    spend.get_by_label("Size of the penalty").press("Tab")
    expect(spend.locator(".said")).to_contain_text("temporary dice gained: penalty die d4 for Crowd")
