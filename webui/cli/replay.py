"""The command `replay`: a recorded session once more."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from webui.cli.bad_input import fail
from webui.cli.event_lines import print_json, print_line
from webui.cli.options import FILE, FOLDER


@click.command("replay")
@click.argument("file", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, for programs.")
@click.option("--check", is_flag=True, help="Only check that all comes out as recorded; exit code 1 if not.")
@click.option(
    "--data",
    type=FOLDER,
    help="An empty folder for the log of the replay; none is kept without it.",
)
def command(file: Path, as_json: bool, check: bool, data: Path | None) -> None:
    """Replay a recorded session, and print its events and verdicts.

    FILE was made with `--record`. The same detections at the same times and the same commands are judged again, in a
    data folder of their own; each difference from the recording is one line.
    """
    from vision.recording.file import RecordingError
    from webui.storage.store import StoreError

    on_event: Callable[[dict[str, object]], None] = print_json if as_json else print_line
    logging.getLogger().addHandler(
        logging.NullHandler()
    )  # A difference is printed in one line, not in thirty.
    if data is not None and data.exists() and any(data.iterdir()):
        fail(f"--data: {data}: is not empty; choose a new folder")
    try:
        with TemporaryDirectory(prefix="clashcam-") if data is None else nullcontext(data) as folder:
            _replay(file, Path(folder), (lambda _: None) if check else on_event)
    except (RecordingError, StoreError) as fault:
        fail(str(fault))


def _replay(file: Path, folder: Path, on_event: Callable[[dict[str, object]], None]) -> None:
    from vision.recording.file import RecordingReader
    from vision.recording.seen import observations
    from webui.camera.watch import Tally
    from webui.recording.watching import watch_again

    reader = RecordingReader(file)
    records = observations(reader)
    head = next(records, None)
    if isinstance(head, dict) and head.get("form") == "table":
        _replay_table(file, folder, on_event)
        return
    tally = Tally()
    watch_again(records, on_event, tally)
    on_event(tally.record())
    _say(
        reader.left_out, f"{file}: {tally.frames} frames; nothing was judged, so there is nothing to compare"
    )


def _replay_table(file: Path, folder: Path, on_event: Callable[[dict[str, object]], None]) -> None:
    from webui.recording.replay import Replay

    played = Replay(file, folder, on_event).run()
    counts = f"{played.frames} frames, {played.events} events, {played.verdicts} verdicts, {played.written} entries"
    if played.differences:
        _say(played.left_out, *(f"{file}: {line}" for line in played.differences))
        fail(f"{file}: {counts}; not as they were recorded")
    _say(played.left_out, f"{file}: {counts}: all as they were recorded")


def _say(*lines: str) -> None:
    for line in filter(None, lines):
        click.echo(line, err=True)
