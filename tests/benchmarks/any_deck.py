"""A user's own deck in any light: python -m tests.benchmarks.any_deck [--rotation R] [--tables N] [--to FILE].

Designs that no training of the rotation saw (:mod:`models.training.kept_out`) are enrolled from one scan a card, as a
user would, and laid on photographs that are kept out of training: plain, in sleeves, with foil, and by the light of one
flame. ``identify`` names them with their own deck; with the Rider-Waite-Smith deck instead, every name is wrong and
each card should be called another deck's. Then screens, sheets and printed cloths are shown, on which every card is
false. With ``--to`` each picture's outcome is kept, and a second call goes on from there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import click
import cv2
import numpy as np
from tqdm import tqdm

import models
from models.training.deck_tables import Laid, Look, enrolled, table_of
from models.training.evaluate_detector import FOUND_IOU, printed_picture
from models.training.photographs import photographs_of
from models.training.reliability import reliability_table
from models.training.trainer import SURFACES_OPTION
from tests.benchmarks.__main__ import interval
from tests.benchmarks.heading import heading
from tests.benchmarks.resume_log import keep_line, kept_lines
from vision.overlap import quad_iou
from vision.recognition.gallery_file import load_gallery
from vision.recognition.pipeline import Recognizer
from vision.types import Face, Reading
from webui.camera.recognizers import make_recognizer

SEED: Final = 52_000_000


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a picture's cards, counted, and each probability that was said of a name, with whether that was
    right."""

    counts: Counter[str]
    said: tuple[tuple[float, bool], ...]


def matched(laid: Laid, readings: Sequence[Reading]) -> dict[int, int]:
    """Pair the readings, by number, with the cards that they overlap most."""
    pairs: dict[int, int] = {}
    for card, quad in enumerate(laid.quads):
        shares = {i: quad_iou(one.quad, quad) for i, one in enumerate(readings) if i not in pairs}
        best = max(shares, key=lambda i: shares[i], default=None)
        if best is not None and shares[best] >= FOUND_IOU:
            pairs[best] = card
    return pairs


def outcome_of(laid: Laid, readings: Sequence[Reading], look: Look) -> Outcome:
    """Count what became of a picture's cards: found, right, wrong, face down, other decks'; and false ones."""
    pairs, counts, said = matched(laid, readings), Counter(n=len(laid.quads)), []
    for i, reading in enumerate(readings):
        true = laid.codes[pairs[i]] if i in pairs and look is not Look.BACKS else None
        counts += Counter(
            found=i in pairs,
            right=reading.code is not None and reading.code == true,
            wrong=reading.code is not None and reading.code != true,
            down=i in pairs and reading.face is Face.DOWN,
            other=i in pairs and reading.other_deck,
        )
        named = ((reading.code, reading.confidence),) if reading.code is not None else reading.candidates
        said += [(share, code == true) for code, share in named]
    counts["false"] = len(readings) - len(pairs)
    return Outcome(counts, tuple(said))


def rate_line(question: str, hits: int, n: int) -> str:
    """Return a rate with n and its 95 % interval."""
    low, high = interval(hits, n) if n else (0.0, 1.0)
    return f"{question}: {hits} of {n} ({hits / max(n, 1):.1%}; {low:.1%} to {high:.1%})"


def report(rows: dict[str, Counter[str]]) -> list[str]:
    """Return the lines of the figures, by look."""
    lines = []
    for look in Look:
        own, other = rows[f"own {look}"], rows[f"other {look}"]
        lines.append(rate_line(f"{look}, found", own["found"], own["n"]))
        if look is Look.BACKS:
            lines.append(rate_line("backs seen face down", own["down"], own["n"]))
        else:
            lines.append(rate_line(f"{look}, named right by their own deck", own["right"], own["n"]))
            lines.append(rate_line(f"{look}, called another deck's without it", other["other"], other["n"]))
            lines.append(rate_line(f"{look}, called another deck's though it is not", own["other"], own["n"]))
        lines.append(rate_line(f"{look}, named wrong", own["wrong"] + other["wrong"], own["n"] + other["n"]))
        lines.append(f"{look}, false cards beside them: {own['false']}")
    printed = rows["printed"]
    lines.append(f"false cards on {printed['n']} printed pictures: {printed['false']}")
    return lines


@click.command()
@click.option("--rotation", default=0, show_default=True)
@click.option("--tables", default=40, help="Tables of each look.", show_default=True)
@click.option("--printed", default=100, help="Pictures without cards.", show_default=True)
@click.option("--to", "path", type=click.Path(path_type=Path), help="A file to go on from.")
@SURFACES_OPTION
def main(rotation: int, tables: int, printed: int, path: Path | None, surfaces: Path | None) -> None:
    """Print how well cards of designs that were kept out are found and named."""
    cv2.setNumThreads(1)
    print(heading(f"{tables} tables of 6 cards a look"), flush=True)
    photographs = photographs_of(surfaces, held_out=True) if surfaces else photographs_of(held_out=True)
    done = {line["key"]: line for line in kept_lines(path)}
    rws = make_recognizer([load_gallery(models.gallery_path("rws"))])
    own: dict[str, Recognizer] = {}

    def keep(key: str, outcome: Outcome) -> None:
        done[key] = {"key": key, "counts": outcome.counts, "said": outcome.said}
        keep_line(path, done[key])

    for look in Look:
        for index in tqdm(range(tables), desc=look):
            if f"other {look} {index}" in done:
                continue
            deck, laid = table_of(SEED, rotation, look, index, photographs)
            own[deck] = own.get(deck) or make_recognizer([enrolled(deck)])
            nameless = replace(laid, codes=("",) * len(laid.codes))
            keep(f"own {look} {index}", outcome_of(laid, own[deck].recognize(laid.frame), look))
            keep(f"other {look} {index}", outcome_of(nameless, rws.recognize(laid.frame), look))
    for index in tqdm(range(printed), desc="printed"):
        if f"printed - {index}" not in done:
            found = rws.recognize(printed_picture(index, photographs))
            keep(f"printed - {index}", Outcome(Counter({"n": 1, "false": len(found)}), ()))
    print("\n".join(report(summed(done.values()))))
    said = [pair for key, line in done.items() if key.startswith("own") for pair in line["said"]]
    certainty, right = np.array([share for share, _ in said]), np.array([is_right for _, is_right in said])
    print(f"what identify says of names, n={len(said)}:\n{reliability_table(certainty, right)}")


def summed(lines: Iterable[dict[str, Any]]) -> dict[str, Counter[str]]:
    """Add up the counts of pictures of one kind."""
    rows: dict[str, Counter[str]] = {}
    for line in lines:
        kind, look, _ = line["key"].split()
        rows.setdefault("printed" if kind == "printed" else f"{kind} {look}", Counter()).update(
            line["counts"]
        )
    return rows


if __name__ == "__main__":
    main()
