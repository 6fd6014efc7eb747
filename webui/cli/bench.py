"""The command `bench`: how fast this machine sees."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING

import click

from webui.cli.bad_input import BadInputError

if TYPE_CHECKING:
    from vision.recognition.gallery import Gallery
    from webui.camera.benchmark import Times
    from webui.camera.live_benchmark import Live, Load


@click.command("bench")
@click.option("--deck", metavar="NAME,...", help="Decks to read (default: all built-in ones).")
@click.option("--cards", default="1,6,12,24", show_default=True, help="Numbers of cards on the table.")
@click.option(
    "--frames", default=150, show_default=True, type=click.IntRange(min=1), help="Frames timed for each."
)
@click.option(
    "--share",
    default=1.0,
    show_default=True,
    type=click.FloatRange(min=0.0, max=1.0, min_open=True),
    help="Tell of a machine so many times as fast: 0.25 is about a small single-board computer.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, for programs.")
def command(deck: str | None, cards: str, frames: int, share: float, as_json: bool) -> None:
    """Measure how fast this machine sees, stage by stage.

    Cards of the virtual table lie still and are turned over before a camera of 1280x720 pixels. Then a throw of six
    cards is played live, and what it costs is measured, as of a table that is empty or at rest. The last line sums up,
    to be pasted into an issue. With --share all times but the memory are worked out from this machine's.
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
        for record in _bench_records(galleries, names, numbers, frames, share):
            click.echo(json.dumps(record) if as_json else _render_bench(record))
    except (GalleryError, NetworkError, CalibrationError, DeckError) as error:
        raise BadInputError(str(error)) from None


def _numbers(text: str) -> list[int]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and 1 <= int(part) <= 24 for part in parts):
        raise click.UsageError(f"--cards: {text!r}: expected numbers from 1 to 24, comma separated")
    return [int(part) for part in parts]


def _bench_records(
    galleries: Sequence[Gallery], names: Sequence[str], numbers: Sequence[int], frames: int, share: float
) -> Iterator[dict[str, object]]:
    from webui.camera.benchmark import COVERED, machine, time_photograph, time_stages, time_start
    from webui.camera.live_benchmark import time_live, time_loads

    yield {"machine": machine(), "decks": list(names), "share": share}
    start = time_start(names, share)
    yield {"start": start}
    stages = []
    for number in numbers:
        stages.append(time_stages(galleries, number, frames, share))
        yield {"stages": stages[-1].record()}
    live, loads = time_live(galleries, share), []
    yield {"live": live.record()}
    for load in time_loads(galleries, share):
        loads.append(load)
        yield {"load": load.record()}
    yield {"photograph": time_photograph(galleries, share=share)}
    yield {"photograph": time_photograph(galleries, COVERED, share)}
    whose = machine() if share == 1.0 else f"{machine()}, as if {share:g} times as fast"
    yield {
        "summary": "; ".join([f"clashcam {version('clashcam')}, {whose}", *_sums(start, stages, live, loads)])
    }


def _sums(
    start: Mapping[str, object], stages: Sequence[Times], live: Live, loads: Sequence[Load]
) -> Iterator[str]:
    """Yield the figures that a buyer of a laptop asks for."""
    rates = " / ".join(f"{each.frames_per_s}" for each in stages)
    yield f"{rates} frames a second with {' / '.join(str(each.cards) for each in stages)} cards"
    waits_s = f"{live.settle_s.get('p95')} s (p95, n={len(live.waits_s)})"
    yield f"{live.cards} cards live {live.frames_per_s} frames a second, names after {waits_s}"
    yield "of a core " + ", ".join(f"{load.table} {load.share_of_core:.0%}" for load in loads)
    match start:
        case {"first_answer_s": first_s, "own_mb": own_mb, "capture_own_mb": capture_mb}:
            yield f"start {first_s} s; memory {own_mb} + {capture_mb} MB"
        case {"first_answer_s": first_s}:
            yield f"start {first_s} s"


def _render_bench(record: dict[str, object]) -> str:
    match record:
        case {"machine": machine, "decks": list(decks), "share": float(share)}:
            slower = "" if share == 1.0 else f"; times of a machine {share:g} times as fast"
            return f"{machine}; decks: {', '.join(decks)}{slower}"
        case {"start": {"first_answer_s": first_s, "memory_mb": whole_mb, "capture_memory_mb": capture_mb}}:
            memory = f"memory at its peak {whole_mb} MB, capture process {capture_mb} MB"
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
        case {"live": {"cards": cards, "frames_per_s": rate, "ms": ms, "settle_s": waits}}:
            named = _render_stage("names", waits, "s")
            return f"{cards} cards played live: {rate} frames a second\n   {_render_stage('whole', ms)}\n   {named}"
        case {
            "load": {
                "table": table,
                "share_of_core": float(whole),
                "capture": float(capture),
                "tracker": float(seen),
                "n": count,
            }
        }:
            return (
                f"{table} table: {whole:.0%} of a core (capture {capture:.0%}, tracker {seen:.0%}), n={count}"
            )
        case {"summary": str(line)}:
            return line
    raise TypeError(f"no words for {record}")


def _render_stage(stage: str, spent: object, unit: str = "ms") -> str:
    match spent:
        case {"p50": p50, "p95": p95, "p99": p99, "n": count}:
            return f"{stage:<7} p50 {p50} {unit}, p95 {p95} {unit}, p99 {p99} {unit}, n={count}"
    raise TypeError(f"no words for {spent}")
