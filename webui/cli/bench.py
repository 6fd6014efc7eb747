"""The command `bench`: how fast this machine sees."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from webui.cli.bad_input import BadInputError

if TYPE_CHECKING:
    from vision.recognition.gallery import Gallery


@click.command("bench")
@click.option("--deck", metavar="NAME,...", help="Decks to read (default: all built-in ones).")
@click.option("--cards", default="1,6,12,24", show_default=True, help="Numbers of cards on the table.")
@click.option(
    "--frames", default=150, show_default=True, type=click.IntRange(min=1), help="Frames timed for each."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, for programs.")
def command(deck: str | None, cards: str, frames: int, as_json: bool) -> None:
    """Measure how fast this machine sees, stage by stage.

    Cards of the virtual table lie still and are turned over before a camera of 1280x720 pixels.
    """
    import cv2

    from vision.onnx import NetworkError
    from vision.recognition.calibration import CalibrationError
    from vision.recognition.gallery import GalleryError
    from webui.camera.decks.readable import DeckError, Decks, deck_names

    cv2.setNumThreads(1)
    numbers = _numbers(cards)
    try:
        names = deck_names(deck)
        galleries = Decks().load_all(names)
        for record in _bench_records(galleries, names, numbers, frames):
            click.echo(json.dumps(record) if as_json else _render_bench(record))
    except (GalleryError, NetworkError, CalibrationError, DeckError) as error:
        raise BadInputError(str(error)) from None


def _numbers(text: str) -> list[int]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and 1 <= int(part) <= 24 for part in parts):
        raise click.UsageError(f"--cards: {text!r}: expected numbers from 1 to 24, comma separated")
    return [int(part) for part in parts]


def _bench_records(
    galleries: Sequence[Gallery], names: Sequence[str], numbers: Sequence[int], frames: int
) -> Iterator[dict[str, Any]]:
    from webui.camera.benchmark import COVERED, machine, time_photograph, time_stages, time_start

    yield {"machine": machine(), "decks": list(names)}
    yield {"start": time_start(names)}
    for number in numbers:
        yield {"stages": time_stages(galleries, number, frames).record()}
    yield {"photograph": time_photograph(galleries)}
    yield {"photograph": time_photograph(galleries, COVERED)}


def _render_bench(record: dict[str, Any]) -> str:
    kind, row = next(iter(record.items()))
    if kind == "machine":
        return f"{row}; decks: {', '.join(record['decks'])}"
    if kind == "start":
        memory = f"memory {row['memory_mb']} MB, capture process {row['capture_memory_mb']} MB"
        return f"start to first answered frame {row['first_answer_s']} s; {memory}"
    if kind == "photograph":
        width, height = row["size_wh"]
        covered = f", {row['covered']:.0%} of each under the next" if row["covered"] else ""
        return (
            f"photograph of {width}x{height}{covered}, {row['named']} of {row['cards']} cards named: "
            f"p50 {row['ms']['p50']} ms, p95 {row['ms']['p95']} ms, n={row['ms']['n']}"
        )
    lines = [f"{row['cards']:2d} cards: {row['frames_per_s']} frames a second"]
    for stage, ms in row["ms"].items():
        lines.append(f"   {stage:<7} p50 {ms['p50']} ms, p95 {ms['p95']} ms, p99 {ms['p99']} ms, n={ms['n']}")
    return "\n".join(lines)
