"""Taps at the real page over a scripted table: an investigation and a fight, and how many taps they take.

``python -m tests.browser.taps`` plays the fight and prints its steps with their taps, beside those that the page took
for the same at commit d753f949 (``BEFORE`` names the buttons).
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Locator, Page, Request, expect, sync_playwright

from tests.webui.tracks import quad_at
from vision.types import Face

from .conftest import FLAGS, LAPTOP, needs_chromium
from .played import Drawn, program

SEATS = {
    "Ann": ("players", (0.0, 0.25, 0.5, 1.0), {"agility": 3, "toughness": 3, "hand to hand": 2}),
    "Bill": ("players", (0.25, 0.5, 0.5, 1.0), {"agility": 4, "toughness": 2}),
    "Cassie": ("players", (0.5, 0.75, 0.5, 1.0), {"agility": 5, "toughness": 2}),
    "Dov": ("players", (0.75, 1.0, 0.5, 1.0), {"agility": 6, "toughness": 2}),
    "The Fiend": ("host", (0.0, 0.5, 0.0, 0.5), {"agility": 1, "toughness": 4}),
}
WEAPONS = {"Ann": {"10 feet": 2}, "Bill": {"close": 1}, "Cassie": {"30 feet": 3}, "The Fiend": {"close": 2}}
GHOUL = {"foe_name": "Ghoul", "stats": {"agility": 2, "toughness": 2}, "weapons": {"close": 1}}
PLACES = {"Ann": 60, "Bill": 380, "Cassie": 700, "Dov": 1020, "The Fiend": 60, "Ghoul": 380}
STEP_PX = 70

SHOWN = """async (version) => {
    const { table } = await import("/static/lib/stream.js");
    return table.state?.version >= version;
}"""


@dataclass
class Taps:
    """A Host who only taps, and their count."""

    live: Drawn
    page: Page
    counted: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    """The taps of each step, by its name."""
    under_way: int = 0
    """The commands that are not answered yet."""

    def __post_init__(self) -> None:
        self.page.on("request", lambda asked: self._count(asked, 1))
        self.page.on("requestfinished", lambda asked: self._count(asked, -1))
        self.page.on("requestfailed", lambda asked: self._count(asked, -1))

    def _count(self, asked: Request, by: int) -> None:
        self.under_way += by if asked.url.endswith("/api/command") else 0

    def step(self, name: str, play: Callable[[], None]) -> None:
        before = self.counted
        play()
        self.counts[name] = self.counts.get(name, 0) + self.counted - before

    def tap(self, what: Locator) -> None:
        what.click()
        self.counted += 1
        self.shown()

    def button(self, name: str, within: str = "body") -> None:
        # A target is named with its distance, once that was tapped.
        named = re.compile(rf"^{re.escape(name)}( close| 10 feet| 30 feet)?$")
        self.tap(self.page.locator(within).get_by_role("button", name=named).first)

    def shown(self) -> None:
        """Wait until the page shows the table as it is."""
        self.page.wait_for_timeout(60)
        while self.under_way:
            self.page.wait_for_timeout(20)
        version = self.live.state()["version"]
        for _ in range(200):
            if self.page.evaluate(SHOWN, version):
                break
            self.page.wait_for_timeout(25)
        self.page.evaluate("Promise.resolve().then(() => null)")

    def announce(self, who: str, *taps: str) -> None:
        """Tap what somebody does, in the panel that asks them."""
        expect(self.page.locator("announce-panel h1")).to_contain_text(who)
        for name in taps:
            self.button(name, "announce-panel")

    def throw(self, **cards: Sequence[str]) -> None:
        """Lay these cards face down before everybody, and flip them."""
        laid = [
            (self._down(name.replace("_", " "), place), code)
            for name, codes in cards.items()
            for place, code in enumerate(codes)
        ]
        self.live.look()
        for key, code in laid:
            self.live.table.flip(key, code)
        self.live.look()
        self.live.look()
        self.shown()

    def _down(self, name: str, place: int) -> int:
        y = 160 if name in ("The Fiend", "Ghoul") else 560
        x = PLACES[name] + STEP_PX * place
        return self.live.table.lay(None, x, y, face=Face.DOWN, quad=quad_at(x, y, 110))

    def clear(self) -> None:
        self.live.clear()
        self.shown()

    def key(self) -> None:
        """Tap the big key."""
        self.tap(self.page.locator(".act-confirm"))
        self.page.wait_for_timeout(550)  # A second tap within half a second is taken for the same one.

    def key_twice(self) -> None:
        """Confirm, and go on with what comes next."""
        self.key()
        self.key()

    def cards(self) -> dict[str, int]:
        """How many cards everybody has to throw now."""
        state = self.live.state()
        names = {seat["id"]: seat["name"] for seat in state["seats"]}
        return {names[seat]: count for seat, count in state["round"]["awaited"].items()}

    def hands(self, best: dict[str, str], low: Sequence[str]) -> dict[str, list[str]]:
        """As many cards as everybody has to throw: one that counts, and low ones."""
        spare = iter(low)
        return {
            name.replace(" ", "_"): [best[name], *(next(spare) for _ in range(count - 1))]
            for name, count in self.cards().items()
        }


def sit_down(live: Drawn) -> None:
    """Everybody sits, their stats and weapons are noted, a ghoul is prepared."""
    for name, (side, (x0, x1, y0, y1), stats) in SEATS.items():
        region = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
        live.must(
            "seat-add",
            seat_name=name,
            side=side,
            region=region,
            stats=stats,
            weapons=WEAPONS.get(name, {}),
        )
    for seat in ("players", "host"):
        live.must("seat-remove", seat=seat)
    live.must("foe-add", **GHOUL)


LOW_PLAYERS = ("w01", "c01", "w02", "c02", "p01", "p02", "w03", "c03")


def fight(taps: Taps) -> None:
    """Four against two: three ranges, a late arrival, damage, Out of the Fight and recovered, Panic, three rounds."""
    page, live = taps.page, taps.live
    taps.step("begin", lambda: taps.button("Action Round", "mode-bar"))
    who = {seat["name"]: seat["id"] for seat in live.state()["seats"]}

    def first() -> None:
        taps.announce("The Fiend", "Attack", "close", "Bill")
        taps.announce("Ann", "Shoot", "10 feet", "The Fiend")
        taps.announce("Bill", "Attack", "The Fiend")
        taps.announce("Cassie", "Shoot", "30 feet", "The Fiend")
        taps.announce("Dov", "Defend", "Everyone")

    taps.step("announce round 1, weapons at three ranges", first)
    best = {"The Fiend": "s09", "Ann": "w04", "Bill": "c05", "Cassie": "p06", "Dov": "w07"}
    taps.throw(**taps.hands(best, ("s01", "s02", "s03", *LOW_PLAYERS)))
    expect(page.locator("round-list")).to_contain_text("outdone by The Fiend")
    taps.step("confirm and damage", taps.key_twice)
    taps.clear()
    taps.throw(The_Fiend=["s05", "s08"])
    expect(page.locator("verdict-panel")).to_contain_text("5 damage of 2 Toughness: Out of the Fight")
    taps.step("confirm and damage", taps.key)
    taps.clear()

    def late() -> None:
        taps.button("Who is in it", "round-list")
        taps.button("Ghoul", "round-list")

    taps.step("somebody comes late", late)
    taps.step("next round", taps.key)
    assert who["Bill"] in live.state()["round"]["conditions"]

    def second() -> None:
        taps.announce("The Fiend", "Attack", "Dov")
        taps.announce("Ghoul", "Attack", "Ann")
        taps.announce("Ann", "Attack", "Ghoul")
        taps.announce("Bill", "Recovered")
        taps.announce("Bill", "Attack", "Ghoul")
        taps.announce("Cassie", "Shoot", "30 feet", "The Fiend")
        taps.announce("Dov", "Attack", "The Fiend")

    taps.step("announce round 2, somebody recovers", second)
    best = {"The Fiend": "s06", "Ghoul": "s07", "Ann": "w08", "Bill": "c04", "Cassie": "p10", "Dov": "w05"}
    taps.throw(**taps.hands(best, ("s01", "s02", "s03", *LOW_PLAYERS)))
    taps.step("confirm and damage", taps.key_twice)
    taps.clear()
    damaged = live.state()["round"]["damage_to"]
    by = next(hit["by"] for hit in live.state()["round"]["hits"] if hit["seat"] == damaged)
    thrower = next(name for name, key in ids(live).items() if key == by)
    count = live.state()["round"]["awaited"][by]
    codes = {"Cassie": ["p07", "c08", "w09", "w10"], "Ann": ["p07", "c08", "w09", "w10"]}[thrower][:count]
    taps.throw(**{thrower: codes})
    taps.step("confirm and damage", taps.key)
    taps.clear()

    def panic() -> None:
        taps.button("Details: Cassie", "round-list")
        taps.button("in a Panic", "announce-dialog")
        taps.button("Done", "announce-dialog")

    taps.step("somebody panics", panic)
    while live.state()["main_key"]["command"]["name"] == "throw-damage":
        taps.step("next round", lambda: taps.button("Next round", "round-list"))
        break
    else:
        taps.step("next round", taps.key)

    def third() -> None:
        for _ in range(7):
            speaker = live.state()["round"]["speaker"]
            if speaker is None:
                return
            waiting = {each["seat"]: each["for"] for each in live.state()["round"]["waiting"]}
            name = next(name for name, key in ids(live).items() if key == speaker)
            if waiting[speaker] == "recovery":
                taps.announce(name, "Recovered" if name != "Cassie" else "Not yet")
            else:
                taps.announce(name, *(("Attack", "Ann") if name == "The Fiend" else ("Pass",)))

    taps.step("announce round 3", third)
    taps.throw(The_Fiend=["s04", "s03", "s02"][: taps.cards()["The Fiend"]])
    taps.step("confirm and damage", taps.key)
    taps.step("end", lambda: taps.button("End the fight", "round-list"))


def investigation(taps: Taps) -> None:
    """The text's own examples: an archive with two Intensities, a drug front, a race for a gun, a C10 and a C100."""
    page, panel = taps.page, "count-panel"
    heading = page.locator("count-panel h1")

    def note(skill: str, rank: int) -> None:
        taps.button("Note a Skill", panel)
        taps.button(skill, panel)
        taps.button(str(rank), panel)

    def judged(headline: str) -> None:
        expect(page.locator("verdict-panel .headline").first).to_contain_text(headline)
        taps.key()
        taps.clear()
        taps.key()

    taps.button("Test", "mode-bar")
    taps.button("Another degree: +", "mode-bar")
    taps.button("7", "mode-bar")
    taps.button("Ann", panel)
    note("Research", 5)
    taps.button("Research 5", panel)
    expect(heading).to_have_text("Ann throws 2 cards: +1 higher stat")
    taps.throw(Ann=["w06", "c02"])
    expect(page.locator("verdict-panel .line").first).to_contain_text("beats Intensity 4")
    judged("Success")

    taps.button("Without degree 7", "mode-bar")
    taps.button("Bill", panel)
    note("Streetwise", 2)
    note("Local Knowledge", 3)
    taps.button("Streetwise 2", panel)
    taps.button("Overlap: Local Knowledge", panel)
    expect(heading).to_contain_text("Bill throws 2 cards")
    taps.throw(Bill=["w03"])
    expect(page.locator(".mark-miscounted")).to_contain_text("Bill: 1 card, should have 2")
    judged("Failure")

    taps.button("Cassie", panel)
    taps.button("No Skill", panel)
    expect(heading).to_have_text("Cassie throws 1 card")
    taps.throw(Cassie=["p10"])
    judged("Success")

    taps.button("Opposed", "mode-bar")
    for name in ("Ann", "The Fiend"):
        taps.button(name, panel)
        taps.button("No Skill", panel)
        taps.button("Advantage", panel)
    expect(heading).to_contain_text("The Fiend throws 2 cards")
    taps.throw(Ann=["w06", "w08"], The_Fiend=["s05", "s09"])
    judged("The Fiend wins")

    taps.button("C10", "mode-bar")
    taps.throw(Cassie=["c07"])
    judged("7")
    taps.button("C100", "mode-bar")
    taps.throw(Cassie=["c10", "w04"])
    judged("40")


def ids(live: Drawn) -> dict[str, str]:
    return {seat["name"]: seat["id"] for seat in live.state()["seats"]}


BEFORE: dict[str, tuple[str, ...]] = {
    "begin": ("Action Round",),
    "announce round 1, weapons at three ranges": (
        *("Attack", "More", "Bill", "Better weapon", "Announce"),  # The Fiend
        *("Shoot", "More", "The Fiend", "Better weapon", "Announce"),  # Ann
        *("Attack", "The Fiend"),  # Bill
        *("Shoot", "More", "The Fiend", "Better weapon", "Announce"),  # Cassie
        *("Defend", "Everyone"),  # Dov
    ),
    "confirm and damage": ("Confirm", "Damage", "Confirm", "Confirm", "Damage", "Confirm", "Confirm"),
    # The only way was to end the fight and begin another one, and to note anew what was lost.
    "somebody comes late": (
        *("Set-up", "Seats", "draw a region", "Name", "Host", "Stats", "Agility", "Toughness", "Table"),
        *("End the fight", "Action Round", "Details: Bill", "Out of the Fight", "Done", "Next round"),
    ),
    "next round": ("Next round", "Next round"),
    "announce round 2, somebody recovers": (
        *("Attack", "More", "Dov", "Better weapon", "Announce"),  # The Fiend
        *("Attack", "More", "Ann", "Better weapon", "Announce"),  # Ghoul
        *("Attack", "Ghoul"),  # Ann
        *("Recovered", "Attack", "Ghoul"),  # Bill
        *("Shoot", "More", "The Fiend", "Better weapon", "Announce"),  # Cassie
        *("Attack", "The Fiend"),  # Dov
    ),
    "somebody panics": ("Details: Cassie", "in a Panic", "Done"),
    "announce round 3": ("Attack", "Ann", "Pass", "Pass", "Pass", "Not yet", "Pass"),
    "end": ("End the fight",),
}
"""The buttons that had to be tapped for the same at commit d753f949, by step."""


def play_fight() -> dict[str, int]:
    """Play the fight in a browser of its own, and return the taps of each step."""
    with tempfile.TemporaryDirectory() as folder:
        live = Drawn(Path(folder))
        with program(live) as (_, address), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=needs_chromium(), args=FLAGS)
            page = browser.new_page(viewport=LAPTOP, reduced_motion="reduce")
            sit_down(live)
            page.goto(address + "/")
            taps = Taps(live, page)
            taps.shown()
            fight(taps)
            page.goto("about:blank")
            browser.close()
            return taps.counts


def main() -> None:
    counts = play_fight()
    print(f"{'step':45} before  now")
    for name, now in counts.items():
        print(f"{name:45} {len(BEFORE[name]):>6} {now:4}")
    total = sum(len(BEFORE[name]) for name in counts), sum(counts.values())
    print(f"{'together':45} {total[0]:>6} {total[1]:4}   {1 - total[1] / total[0]:.0%} fewer")


if __name__ == "__main__":
    main()
