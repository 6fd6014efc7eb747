"""The command `bench`: how fast this machine sees."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

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
) -> Iterator[dict[str, object]]:
    from webui.camera.benchmark import COVERED, machine, time_photograph, time_stages, time_start

    yield {"machine": machine(), "decks": list(names)}
    yield {"start": time_start(names)}
    for number in numbers:
        yield {"stages": time_stages(galleries, number, frames).record()}
    yield {"photograph": time_photograph(galleries)}
    yield {"photograph": time_photograph(galleries, COVERED)}


def _render_bench(record: dict[str, object]) -> str:
    match record:
        case {"machine": machine, "decks": list(decks)}:
            return f"{machine}; decks: {', '.join(decks)}"
        case {"start": {"first_answer_s": first_s, "memory_mb": whole_mb, "capture_memory_mb": capture_mb}}:
            memory = f"memory {whole_mb} MB, capture process {capture_mb} MB"
            return f"start to first answered frame {first_s} s; {memory}"
        case {
            "photograph": {
                "size_wh": [width, height],
                "covered": float(share),
                "named": named,
                "cards": cards,
                "ms": {"p50": p50, "p95": p95, "n": count},
            }
        }:
            covered = f", {share:.0%} of each under the next" if share else ""
            timed = f"p50 {p50} ms, p95 {p95} ms, n={count}"
            return f"photograph of {width}x{height}{covered}, {named} of {cards} cards named: {timed}"
        case {"stages": {"cards": int(cards), "frames_per_s": rate, "ms": dict(stages)}}:
            lines = [f"   {_render_stage(stage, ms)}" for stage, ms in stages.items()]
            return "\n".join([f"{cards:2d} cards: {rate} frames a second", *lines])
    raise TypeError(f"no words for {record}")


def _render_stage(stage: str, ms: object) -> str:
    match ms:
        case {"p50": p50, "p95": p95, "p99": p99, "n": count}:
            return f"{stage:<7} p50 {p50} ms, p95 {p95} ms, p99 {p99} ms, n={count}"
    raise TypeError(f"no words for {ms}")
