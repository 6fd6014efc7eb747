"""The commands that look at moving pictures: `watch` and `bench`."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import FrameType
from typing import IO, Any

import click

from vision.sources.spec import SourceKind, SourceSpec, parse_source

DEMO_SECONDS = 60.0
"""How long `watch demo` looks if nobody says: about three throws."""


class BadInputError(click.ClickException):
    """Input that cannot be used: one line on standard error, exit code 1."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the line."""
        click.echo(self.message, file=file, err=file is None)


@click.command("watch")
@click.argument("source")
@click.option("--deck", metavar="NAME,...", help="Decks that may lie there; every built-in one if not said.")
@click.option("--two-decks", is_flag=True, help="A card may lie there twice.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, for programs.")
@click.option("--seed", type=int, help="Which evening the virtual table plays (demo only; 0 if not said).")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    help="Stop after this time of the source's clock (demo: 60 if not said).",
)
@click.option(
    "--truth",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write what really lay there, in the same form (demo only).",
)
def watch_command(
    source: str,
    deck: str | None,
    two_decks: bool,
    as_json: bool,
    seed: int | None,
    seconds: float | None,
    truth: Path | None,
) -> None:
    """Tell what happens to the cards before a camera.

    SOURCE is a camera's index, a video file, a folder of pictures, a URL (MJPEG, RTSP), or demo: the virtual
    table. Files and demo are read whole, frame by frame.
    """
    spec = _spec(source, deck, seed, seconds, truth)
    if truth is not None:
        _write_truth(spec, truth)
    _watch(spec, deck, two_decks, as_json, seconds)


def _spec(
    source: str, deck: str | None, seed: int | None, seconds: float | None, truth: Path | None
) -> SourceSpec:
    spec = parse_source(source)
    if spec.kind is SourceKind.DEMO:
        from webui.watchers import drawn_deck

        laid = partial(drawn_deck, "english" if deck == "english" else "house")
        return replace(spec, seed=seed or 0, seconds=seconds or DEMO_SECONDS, deck=laid)
    if seed is not None:
        raise click.UsageError("--seed: only the virtual table has one; say demo as the source")
    if truth is not None:
        raise click.UsageError("--truth: only the virtual table knows it; say demo as the source")
    return spec


def _watch(spec: SourceSpec, deck: str | None, two_decks: bool, as_json: bool, seconds: float | None) -> None:
    from vision.gallery import GalleryError
    from vision.sources.capture import Capture
    from vision.sources.spec import SourceError
    from webui.decks import DeckError, Decks, deck_names
    from webui.watchers import make_watcher
    from webui.watching import Tally, watch

    tally = Tally()
    hear = _print_json if as_json else _print_line
    try:
        with _interruptible(), Capture(spec) as capture:
            watcher = make_watcher(Decks().load_all(deck_names(deck)), two_decks=two_decks)
            try:
                watch(capture, watcher, hear, tally, seconds)
            finally:
                hear(tally.record())
    except (SourceError, GalleryError, DeckError) as error:
        raise BadInputError(str(error)) from None


@contextmanager
def _interruptible() -> Iterator[None]:
    """Ctrl-C, or being asked to end, ends the watching and is no error: the last line is still written."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    except KeyboardInterrupt:
        return
    finally:
        signal.signal(signal.SIGTERM, before)


def _write_truth(spec: SourceSpec, path: Path) -> None:
    """Tell what the virtual table will show; it is played a second time for that, without pictures."""
    from vision.sources.table import virtual_table
    from vision.virtual.truth import truth_of
    from webui.watching import event_record

    events = truth_of(virtual_table(spec), "house").events()
    lines = (json.dumps(event_record(event)) + "\n" for event in events)
    try:
        with path.open("w", encoding="utf-8") as file:
            file.writelines(lines)
    except OSError as error:
        raise BadInputError(f"--truth: {path}: cannot be written ({error.strerror})") from None


def _print_json(record: dict[str, Any]) -> None:
    click.echo(json.dumps(record))


def _print_line(record: dict[str, Any]) -> None:
    if record["event"] == "end":
        times = record["ms_per_frame"]
        parts = [f"{name} {value} ms" for name, value in times.items() if value is not None]
        click.echo(f"{record['frames']} frames, {record['dropped']} dropped; " + ", ".join(parts))
        return
    words = [f"{record['t']:8.2f} s  {record['event']:<11}"]
    if "track" in record:
        words.append(f"card {record['track']:<3} {_seen(record)}")
    click.echo(" ".join(words) + (f" {record['message']}" if "message" in record else ""))


def _seen(record: dict[str, Any]) -> str:
    if record["face"] == "down":
        return "face down"
    if record["card"] is None:
        return " or ".join(code for code, _ in record.get("candidates", ())) or "face up"
    return f"{record['card']}{' reversed' if record['reversed'] else ''} ({record['confidence']:.2f})"


COMMANDS = (watch_command,)
