"""A phone as the camera, on this machine: taps and seconds to the first verdict, pictures a second, their delay.

``python -m tests.benchmarks.phone`` starts the program and a browser whose camera shows the virtual table at 1280x720.
"""

from __future__ import annotations

import argparse
import re
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, expect, sync_playwright

from tests.benchmarks.heading import heading
from tests.browser.conftest import FLAGS, LAPTOP, needs_chromium
from tests.browser.phones import film, phone_browser, scanned, through_the_warning
from tests.browser.program import Program
from tests.webui.http.real_phone import RealPhone
from webui.http.phone import MOST_A_SECOND

ALLOWED: Final = 1
"""The tap on "Allow", which this browser's camera does not ask for."""

FIGURES: Final = re.compile(r"(\d+) frames per second, (\d+) ms delay")
SAMPLE_S: Final = 0.5
PICTURES: Final = 100


@dataclass(frozen=True, slots=True)
class Measured:
    """What one run gave."""

    taps: int
    verdict_s: float
    rates: list[int]
    delays_ms: list[int]
    door_ms: list[float]

    def told(self) -> str:
        """Return it in lines."""
        delays = sorted(self.delays_ms)
        p95 = delays[min(len(delays) - 1, round(0.95 * len(delays)))]
        return (
            f"from opening the phone's page to the verdict: {self.verdict_s:.1f} s, {self.taps} taps\n"
            f"pictures a second at 1280x720: median {statistics.median(self.rates):g}, "
            f"least {min(self.rates)} (n = {len(self.rates)})\n"
            f"delay: median {statistics.median(delays):g} ms, p95 {p95} ms (n = {len(delays)})\n"
            f"the door alone, a picture at a time: median {statistics.median(self.door_ms):.1f} ms, "
            f"{1000 * len(self.door_ms) / sum(self.door_ms):.0f} a second (n = {len(self.door_ms)})"
        )


def measured(seconds: float, data: Path) -> Measured:
    """Play it once; ``data`` is a folder for the film and the program."""
    shown = film(data)
    with Program("demo", data / "program", "--deck", "house") as program, sync_playwright() as playwright:
        host = playwright.chromium.launch(executable_path=needs_chromium(), args=FLAGS).new_page(
            viewport=LAPTOP
        )
        host.goto(program.url + "setup")
        host.get_by_role("button", name="Use a phone as the camera").click()
        address = scanned(host)
        host.goto(program.url)
        with phone_browser(playwright.chromium, shown, trusting=False) as phone:
            began_s = time.monotonic()
            taps = through_the_warning(phone, address) + ALLOWED
            program.wait_for_source("phone", "live")
            expect(host.locator("verdict-panel h1")).to_have_text("Players win", timeout=120_000)
            verdict_s = time.monotonic() - began_s
            samples = list(figures(phone, seconds))
        door_ms = list(answers(program, shown))
    return Measured(taps, verdict_s, [rate for rate, _ in samples], [delay for _, delay in samples], door_ms)


def answers(program: Program, shown: Path) -> Iterator[float]:
    """How long the door takes to answer a picture of the film, without a browser that codes it beside."""
    pictures = [b"\xff\xd8" + part for part in shown.read_bytes()[: 16 << 20].split(b"\xff\xd8")[1:-1]]
    told = program.state()["network"]["phone"]
    phone = RealPhone(told["url"])
    phone.pair(told["code"])
    for jpeg in pictures[:PICTURES]:
        began_s = time.perf_counter()
        assert phone.send(jpeg) == 200
        took_s = time.perf_counter() - began_s
        yield 1000 * took_s
        time.sleep(max(0.0, 1 / MOST_A_SECOND - took_s))
    phone.close()


def figures(phone: Page, seconds: float) -> list[tuple[int, int]]:
    """What the phone's page says of its pictures, twice a second."""
    found = []
    until_s = time.monotonic() + seconds
    while time.monotonic() < until_s:
        if said := FIGURES.search(phone.locator(".figures").inner_text()):
            found.append((int(said[1]), int(said[2])))
        phone.wait_for_timeout(1000 * SAMPLE_S)
    return found


def main(words: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="how long pictures are counted")
    with tempfile.TemporaryDirectory() as folder:
        done = measured(parser.parse_args(words).seconds, Path(folder))
    print(heading(f"1 phone, {len(done.rates)} samples"))
    print(done.told())


if __name__ == "__main__":
    main()
