"""The table of the newest figures: ``python -m tests.benchmarks``; ``--write`` puts it into docs/benchmarks.md.

``results.jsonl`` holds one measurement a line, oldest first; of each question the newest counts, the older ones are the
history. A rate is told by ``hits`` and ``n``, and gets its 95 % interval here (Wilson's score interval); any other
figure is text, with its n.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from statistics import NormalDist
from typing import Final

from pydantic import BaseModel, ConfigDict, model_validator

RESULTS: Final = Path(__file__).with_name("results.jsonl")
PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "benchmarks.md"
BEGIN: Final = "<!-- written by `python -m tests.benchmarks --write` -->"
END: Final = "<!-- end of the figures -->"
CONFIDENCE: Final = 0.95


class Result(BaseModel):
    """One measurement: the question, its figure, and how to get it again."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    area: str
    question: str
    hits: int | None = None
    figure: str = ""
    n: int
    note: str = ""
    command: str
    machine: str
    commit: str

    @model_validator(mode="after")
    def _has_one_figure(self) -> Result:
        if (self.hits is None) == (not self.figure):
            raise ValueError("give hits or figure, one of them")
        if self.hits is not None and not 0 <= self.hits <= self.n:
            raise ValueError("hits lie between 0 and n")
        return self


def interval(hits: int, n: int) -> tuple[float, float]:
    """Return Wilson's 95 % score interval of a rate, both ends between 0 and 1.

    >>> [round(end, 3) for end in interval(44, 44)]
    [0.92, 1.0]
    """
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    rate = hits / n
    centre = rate + z * z / (2 * n)
    spread = z * (rate * (1 - rate) / n + z * z / (4 * n * n)) ** 0.5
    scale = 1 + z * z / n
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def newest(lines: Iterable[str]) -> list[Result]:
    """Read measurements and return the newest of each question, in the order in which questions came up first."""
    found: dict[tuple[str, str], Result] = {}
    for line in lines:
        result = Result.model_validate_json(line)
        found[result.area, result.question] = result
    return list(found.values())


def table(results: Iterable[Result]) -> str:
    """Return the figures as Markdown, a table an area."""
    lines: list[str] = []
    area = ""
    for result in results:
        if result.area != area:
            area = result.area
            lines += ["", f"## {area}", "", "| question | figure | 95 % | n | command | machine, commit |"]
            lines.append("|---|---|---|---|---|---|")
        lines.append(_row(result))
    return "\n".join(lines)


def _row(result: Result) -> str:
    figure, bounds = result.figure, ""
    if result.hits is not None:
        low, high = interval(result.hits, result.n)
        figure = f"{result.hits:,} of {result.n:,} ({_percent(result.hits / result.n)})"
        bounds = f"{_percent(low)} to {_percent(high)}"
    question = result.question + (f" ({result.note})" if result.note else "")
    where = f"{result.machine}, `{result.commit}`"
    return f"| {question} | {figure} | {bounds} | {result.n:,} | `{result.command}` | {where} |"


def _percent(rate: float) -> str:
    if rate in (0, 1):
        return f"{100 * rate:.0f} %"
    return f"{100 * rate:.{1 if 0.01 <= rate <= 0.99 else 2}f} %"


def page_with(text: str, results: Iterable[Result]) -> str:
    """Return the page's text with the figures between its two marks."""
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}\n{table(results)}\n\n{END}{rest.partition(END)[2]}"


def main() -> None:
    """Print the table, write it into the page, or add measurements."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--write", action="store_true", help="into docs/benchmarks.md")
    parser.add_argument("--add", metavar="JSON", help="add a measurement to results.jsonl first")
    asked = parser.parse_args()
    if asked.add:
        added = Result.model_validate_json(asked.add).model_dump(exclude_defaults=True)
        with RESULTS.open("a", encoding="utf-8") as file:
            file.write(json.dumps(added, ensure_ascii=False) + "\n")
    results = newest(RESULTS.read_text(encoding="utf-8").splitlines())
    if asked.write:
        PAGE.write_text(page_with(PAGE.read_text(encoding="utf-8"), results), encoding="utf-8")
    else:
        print(table(results))


if __name__ == "__main__":
    main()
