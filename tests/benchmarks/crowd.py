"""How long a seventh page takes while six look on: python -m tests.benchmarks.crowd [--times 10].

The real program plays the virtual table. The Host's page, TV, overlay and three phones are open on its live frames,
each in a browser context of its own: they share neither connections nor cache. A seventh is opened again and again;
its time runs from the request until the table's state stands in its DOM.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

import numpy as np
from playwright.sync_api import sync_playwright

from tests.benchmarks.heading import heading
from tests.browser.conftest import FLAGS, needs_chromium
from tests.browser.crowd import crowd, seventh_s
from tests.browser.program import Program

SEVENTH = {"host": "", "log": "log", "phone": "phone"}


def measure(times: int, data: Path) -> dict[str, list[float]]:
    """Start the program and the browser, open six pages, and measure the seventh so many times of each kind."""
    chromium = needs_chromium()
    with Program("demo", data, "--deck", "house") as program, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        with crowd(browser, program.url):
            found = {
                name: [seventh_s(browser, program.url, path) for _ in range(times)]
                for name, path in SEVENTH.items()
            }
        browser.close()
    return found


def main() -> None:
    """Print median and worst."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--times", type=int, default=10)
    args = parser.parse_args()
    print(heading(f"{args.times} times each page"), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        found = measure(args.times, Path(folder))
    for name, seconds in found.items():
        figures = {
            "p50": round(float(np.median(seconds)), 2),
            "max": round(max(seconds), 2),
            "n": len(seconds),
        }
        print(json.dumps({"seventh_page_s": {name: figures}}))


if __name__ == "__main__":
    main()
