"""How long after the last card has settled the verdict stands in the page: python -m tests.benchmarks.latency [--throws
30].

The real program looks at recorded throws of the virtual table, a real Chromium shows the Host's page, with a TV page
and an overlay open beside it. Both ends of each time are read from the same clock, that of this machine. It begins
when the pipeline is done with the frame in which the last card of the throw settles: `seen_s` of the first snapshot in
which every card lies settled (docs/state.md). It ends in the page, when a MutationObserver is told that the verdict
panel holds a headline. In between lie judging, writing and sending the snapshot, and painting it. How long the pipeline
needs for that frame is the affair of `clashcam bench`.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, sync_playwright
from tqdm import tqdm

from tests.benchmarks.heading import heading
from tests.browser.clips import ThrowClip, record
from tests.browser.conftest import FLAGS, LAPTOP, needs_chromium
from tests.browser.program import Program
from tests.browser.projector import Projector, projecting
from vision.virtual import Throw

THROWS = (
    Throw(("c08", "w02"), ("s05",)),
    Throw(("w06",), ("m11", "c03")),
    Throw(("p07",), ("c07", "s02")),
    Throw(("m14", "c04", "s09"), ("w05", "p03")),
    Throw(("s10",), ("p12",)),
)
PATIENCE_MS = 120_000
"""For the pipeline of a loaded machine; the time that it takes is not counted."""

WATCH = """async () => {
    const { table } = await import("/static/lib/stream.js");
    const lies = (card) => card.face === "up" && card.state === "settled";
    window.told = [];
    let settled_s = 0;
    table.addEventListener("state", () => {
        const cards = table.state.seats.flatMap((seat) => seat.cards);
        if (!cards.length || !cards.every(lies)) settled_s = 0;
        else settled_s ||= table.state.seen_s;
    });
    let stood = false;
    new MutationObserver(() => {
        const now = Date.now();
        const stands = table.state.phase === "verdict" && document.querySelector("verdict-panel .headline") !== null;
        if (stands && !stood) window.told.push(now - settled_s * 1000);
        stood = stands;
    }).observe(document.querySelector("table-page"), { childList: true, subtree: true, characterData: true });
}"""


def latencies_ms(page: Page, projector: Projector, clips: list[ThrowClip], throws: int) -> Iterator[float]:
    """Play so many throws, one after another, and yield how long each verdict was on its way."""
    page.evaluate(WATCH)
    for number, clip in enumerate(islice(cycle(clips), throws)):
        projector.play(clip.laid)
        page.wait_for_selector("main.phase-gathering, main.phase-ready", timeout=PATIENCE_MS)
        projector.play(clip.flipped)
        page.wait_for_function("(number) => told.length > number", arg=number, timeout=PATIENCE_MS)
        yield float(page.evaluate(f"told[{number}]"))


def measure(throws: int, data: Path) -> list[float]:
    """Start the program and the browser, and measure."""
    chromium = needs_chromium()
    clips = [record(throw) for throw in tqdm(THROWS, desc="recording", disable=None)]
    with (
        projecting(clips[0].empty) as projector,
        Program(projector.url, data, "--deck", "house") as program,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        windows = browser.new_context(viewport=LAPTOP)
        for path in ("screen", "overlay"):
            windows.new_page().goto(program.url + path)
        page = windows.new_page()
        page.goto(program.url)
        page.wait_for_selector("main.phase-empty", timeout=PATIENCE_MS)
        found = list(
            tqdm(latencies_ms(page, projector, clips, throws), total=throws, desc="throws", disable=None)
        )
        browser.close()
    return found


def main() -> None:
    """Print the percentiles."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--throws", type=int, default=30)
    args = parser.parse_args()
    print(heading(f"{args.throws} throws"), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        found = measure(args.throws, Path(folder))
    p50, p95, p99 = (round(float(each), 1) for each in np.percentile(found, (50, 95, 99)))
    print(json.dumps({"verdict_in_dom_ms": {"p50": p50, "p95": p95, "p99": p99, "n": len(found)}}))


if __name__ == "__main__":
    main()
