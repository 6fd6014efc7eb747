"""A newcomer's walk, with a stopwatch, in a real browser: python -m tests.benchmarks.walk [--times 3].

The real program looks at pictures of a table, and last week's session lies in its library. For each errand it counts
taps (a key that a button names is one) and letters typed, and takes the time from the page as it stands until what was
wanted stands there. The browser taps at once, and cards lie face up at once: reading, thinking, laying and turning
over come on top.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.benchmarks.heading import heading
from tests.browser import played
from tests.browser.clips import lying
from tests.browser.conftest import FLAGS, LAPTOP, needs_chromium
from tests.browser.program import Program
from tests.browser.projector import Film, Projector, projecting
from vision.virtual import Throw

PATIENCE_MS = 60_000
LAST_WEEK = "The Lighthouse"
AT_THE_TABLE = {
    # who: side, corners of the region, Agility
    "Ann": ("players", (0.04, 0.52, 0.48, 0.96), 3),
    "Bill": ("players", (0.53, 0.52, 0.59, 0.96), 4),
    "Cassie": ("players", (0.64, 0.52, 0.96, 0.96), 5),
    "The Fiend": ("host", (0.04, 0.04, 0.96, 0.46), 2),
}
THROWS = {
    "first": Throw(("w09", "c03"), ("s05",)),
    "round": Throw(("c08", "w02", "w07", "c04"), ("s05",)),
    "damage": Throw(("w07", "c03", "p05", "c09"), ()),
}


@dataclass
class Errand:
    """What one errand took."""

    taps: int
    letters: int
    seconds: float


@dataclass
class Newcomer:
    """Somebody at the page who counts what they do."""

    page: Page
    taps: int = 0
    letters: int = 0
    errands: dict[str, Errand] = field(default_factory=dict)

    @contextmanager
    def errand(self, name: str, begun_s: float | None = None) -> Iterator[None]:
        """All that is done inside belongs to this errand; it may have begun earlier."""
        self.taps = self.letters = 0
        begun_s = time.monotonic() if begun_s is None else begun_s
        yield
        self.errands[name] = Errand(self.taps, self.letters, time.monotonic() - begun_s)

    def tap(self, what: Locator) -> None:
        what.click()
        self.taps += 1

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.taps += 1

    def write(self, where: Locator, text: str) -> None:
        where.fill(text)
        self.letters += len(text)


class LastWeek(played.Drawn):
    """The table of a session a week ago."""

    def now(self) -> datetime:
        return super().now() - timedelta(days=7)


def play_last_week(data: Path) -> None:
    """Leave a session in the library."""
    with closing(LastWeek(data)) as live:
        live.look(2.0)
        played.session(live)
        # The table is as it was before anybody had a name.
        live.must("seat-change", seat="players", seat_name="Players")
        live.must("significators", seat="players", cards=[])
        live.must("mode", kind="clash")


def walk(browser: Browser, films: dict[str, Film], data: Path) -> dict[str, Errand]:
    """One walk, from the start of the program to last week's session in a file."""
    play_last_week(data)
    page = browser.new_context(viewport=LAPTOP, reduced_motion="reduce").new_page()
    page.set_default_timeout(PATIENCE_MS)
    who = Newcomer(page)
    with projecting(films["first"][:1]) as projector:
        begun_s = time.monotonic()
        with Program(projector.url, data, "--deck", "house") as program:
            first_verdict(who, program, begun_s, lambda: projector.play(films["first"]))
            correct_a_card(who)
            register_a_significator(who)
            sit_four(program)
            a_round_with_damage(who, projector, films)
            find_last_week(who)
            export_it(who)
            page.goto("about:blank")
    page.context.close()
    return who.errands


def first_verdict(who: Newcomer, program: Program, begun_s: float, throw: Callable[[], None]) -> None:
    """Nothing is set up: the command is started, and cards are thrown once the page stands there."""
    with who.errand("start to first verdict", begun_s):
        who.page.goto(program.url)
        expect(who.page.locator("verdict-panel .calm")).to_be_visible()
        throw()
        expect(who.page.locator("verdict-panel .headline")).to_be_visible()


def correct_a_card(who: Newcomer) -> None:
    """The first card that lies there was the Queen of Swords."""
    page = who.page
    with who.errand("correct a card"):
        who.tap(page.locator("act-bar").get_by_role("button", name="Correct"))
        dialog = page.get_by_role("dialog")
        who.tap(dialog.locator("button:has(.face)").first)
        who.write(dialog.get_by_role("searchbox"), "queen sw")
        with page.expect_response("**/api/command"):
            who.press("Enter")
    page.keyboard.press("Escape")


def register_a_significator(who: Newcomer) -> None:
    """The Nine of Cups for the players, on the table's own page."""
    page = who.page
    with who.errand("register a Significator"):
        who.tap(page.get_by_role("button", name="Significators of Players"))
        dialog = page.get_by_role("dialog")
        who.write(dialog.get_by_role("searchbox"), "nine of cups")
        who.press("Enter")
        who.press("Escape")
        expect(page.locator("seat-list")).to_contain_text("1 Significator")


def sit_four(program: Program) -> None:
    """Three players and a horror sit down; the set-up is no part of the walk."""
    for name, (side, (x0, y0, x1, y1), agility) in AT_THE_TABLE.items():
        corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
        order(program, "seat-add", seat_name=name, side=side, region=corners, stats={"agility": agility})
    for seat in ("players", "host"):
        order(program, "seat-remove", seat=seat)


def order(program: Program, name: str, **arguments: Any) -> None:
    """Give the table an order beside the page."""
    body = json.dumps({"version": program.state()["version"], "name": name, **arguments}).encode()
    asked = urllib.request.Request(
        f"{program.url}api/command", body, {"Content-Type": "application/json"}, method="POST"
    )
    with urllib.request.urlopen(asked, timeout=60):
        pass


def a_round_with_damage(who: Newcomer, projector: Projector, films: dict[str, Film]) -> None:
    """Everybody attacks; who is hit takes damage."""
    page = who.page
    with who.errand("a round of four with damage"):
        who.tap(page.get_by_role("button", name="Action Round"))
        for number in range(len(AT_THE_TABLE)):
            announce(who, number)
        projector.play(films["round"])
        expect(page.locator("verdict-panel")).to_contain_text("Ann hits The Fiend, 8 > 5")
        confirm(who)
        who.tap(page.locator("next-steps button", has_text="Damage"))
        projector.play(films["damage"])
        expect(page.locator("verdict-panel .headline").first).to_contain_text("damage", ignore_case=True)
        confirm(who)


def confirm(who: Newcomer) -> None:
    who.press("Space")
    expect(who.page.locator("verdict-panel .stamp").first).to_be_visible()


def announce(who: Newcomer, number: int) -> None:
    """Whoever speaks attacks the first foe on the list."""
    panel = who.page.locator("announce-panel")
    who.tap(panel.get_by_role("button", name="Attack", exact=True))
    who.tap(panel.locator(".whom").first)
    expect(who.page.locator("round-list .actor", has_text="attacks")).to_have_count(number + 1)


def find_last_week(who: Newcomer) -> None:
    """From the table to the session's log."""
    page = who.page
    with who.errand("find last week's session"):
        who.tap(page.get_by_role("link", name="Sessions"))
        who.tap(page.get_by_role("link", name=LAST_WEEK, exact=True))
        expect(page.locator("log-entry h2").first).to_be_visible()


def export_it(who: Newcomer) -> None:
    """As one HTML file."""
    page = who.page
    with who.errand("export it"):
        with page.expect_download() as download:
            who.tap(page.get_by_role("link", name="HTML", exact=True))
        written = download.value.path().read_text(encoding="utf-8")
    assert LAST_WEEK in written


def main() -> None:
    """Print each errand's taps, letters, median and worst time."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--times", type=int, default=3)
    args = parser.parse_args()
    print(heading(f"{args.times} walks"), flush=True)
    expect.set_options(timeout=PATIENCE_MS)
    found: dict[str, list[Errand]] = defaultdict(list)
    films = {name: lying(throw) for name, throw in THROWS.items()}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=needs_chromium(), args=FLAGS)
        for _ in range(args.times):
            with tempfile.TemporaryDirectory() as folder:
                for name, took in walk(browser, films, Path(folder)).items():
                    found[name].append(took)
        browser.close()
    for name, all_ in found.items():
        print(json.dumps({name: figures(all_)}))


def figures(errands: list[Errand]) -> dict[str, float]:
    """What an errand took, over all walks."""
    seconds = [each.seconds for each in errands]
    return {
        "taps": max(each.taps for each in errands),
        "letters": max(each.letters for each in errands),
        "p50_s": round(float(np.median(seconds)), 1),
        "max_s": round(max(seconds), 1),
        "n": len(errands),
    }


if __name__ == "__main__":
    main()
