"""The command `watch`: what happens to the cards before a camera."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Final

import click

from vision.capture.spec import JOIN, SourceKind, SourceSpec
from vision.recording.file import RecordingError
from vision.recording.watched import WatchRecording
from vision.types import Frame, FrameResult
from webui.camera.recorded import RecordedTracker
from webui.camera.watch import FrameTracker
from webui.cli.bad_input import BadInputError
from webui.cli.event_lines import print_json, print_line
from webui.cli.options import FILE, check_copies, copies_option, record_option, record_pictures_option

if TYPE_CHECKING:
    from vision.tracking.tracker import Tracker

DEMO_SECONDS = 60.0
"""How long `watch demo` looks if nobody says: about three throws."""

CAMERAS: Final = frozenset([SourceKind.CAMERA, SourceKind.STREAM, SourceKind.CLIP])
"""The kinds of source that may be combined with another one."""


@click.command("watch")
@click.argument("source")
@click.option("--far", help="A second camera, over the far half of the table, by the same words as SOURCE.")
@click.option("--deck", metavar="NAME,...", help="Decks on the table (default: all built-in ones).")
@copies_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, for programs.")
@click.option("--seed", type=int, help="Which session the virtual table plays (demo only; default 0).")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    help="Stop after this time of the source's clock (demo: default 60).",
)
@click.option("--truth", type=FILE, help="Write the true events, in the same form (demo only).")
@click.option(
    "--explain",
    is_flag=True,
    help="Print on stderr what the tracker measured, believed and did for each track and frame.",
)
@record_option
@record_pictures_option
def command(
    source: str,
    far: str | None,
    deck: str | None,
    copies: dict[str, int],
    as_json: bool,
    seed: int | None,
    seconds: float | None,
    truth: Path | None,
    explain: bool,
    record: Path | None,
    record_pictures: bool,
) -> None:
    """Tell what happens to the cards before a camera.

    SOURCE is a camera's index, a video file, a folder of pictures, a URL (MJPEG, RTSP), or demo: the virtual
    table. Files and demo are read whole, frame by frame.
    """
    spec = _spec(source, far, deck, seed, seconds, truth)
    if explain and (spec.cameras > 1 or spec.kind is SourceKind.RECORDING):
        raise click.UsageError(
            "--explain: one camera, file or demo only; a recording holds no pictures to explain"
        )
    if truth is not None:
        _write_truth(spec, truth)
    with _recording(record, record_pictures) as recording:
        _watch(spec, deck, copies, as_json, seconds, recording, explain)


def _spec(
    source: str,
    far: str | None,
    deck: str | None,
    seed: int | None,
    seconds: float | None,
    truth: Path | None,
) -> SourceSpec:
    if not source.strip():
        raise click.UsageError("SOURCE: is empty; say a camera's index, a file, a folder, a URL or demo")
    from webui.cli.looking import spec_of

    spec = spec_of(JOIN.join(filter(None, (source, far))))
    if spec.far is not None and not {spec.kind, spec.far.kind} <= CAMERAS:
        raise click.UsageError(
            "--far: only cameras see one table together; say a camera, a URL or a video for both"
        )
    if spec.kind is SourceKind.DEMO:
        from webui.camera.drawn_decks import drawn_deck

        laid = partial(drawn_deck, "english" if deck == "english" else "house")
        return replace(spec, seed=seed or 0, seconds=seconds or DEMO_SECONDS, deck=laid)
    if seed is not None:
        raise click.UsageError("--seed: only the virtual table has one; say demo as the source")
    if truth is not None:
        raise click.UsageError("--truth: only the virtual table knows it; say demo as the source")
    return spec


@contextmanager
def _recording(path: Path | None, with_pictures: bool) -> Iterator[WatchRecording | None]:
    if path is None:
        yield None
        return
    try:
        with closing(WatchRecording(path, with_pictures=with_pictures)) as recording:
            yield recording
    except RecordingError as error:
        raise BadInputError(str(error)) from None


def _watch(
    spec: SourceSpec,
    deck: str | None,
    copies: dict[str, int],
    as_json: bool,
    seconds: float | None,
    recording: WatchRecording | None,
    explain: bool,
) -> None:
    import cv2

    from vision.capture.capture import Capture
    from vision.capture.joint import JointCapture
    from vision.capture.spec import SourceError
    from vision.onnx import NetworkError
    from vision.recognition.calibration import CalibrationError
    from vision.recognition.gallery import GalleryError
    from webui.camera.decks.readable import DeckError
    from webui.camera.watch import Tally, watch

    cv2.setNumThreads(1)
    tally = Tally()
    on_event = print_json if as_json else print_line
    try:
        with _interruptible(), closing((JointCapture if spec.far else Capture)(spec)) as capture:
            capture.start()
            tracker = _tracker(spec, deck, copies, explain)
            capture.open()
            try:
                watch(capture, tracker, on_event, tally, seconds, recording)
            finally:
                on_event(tally.record())
    except (SourceError, GalleryError, NetworkError, CalibrationError, DeckError) as error:
        raise BadInputError(str(error)) from None


def _tracker(
    spec: SourceSpec, deck: str | None, copies: dict[str, int], explain: bool = False
) -> FrameTracker:
    if spec.kind is SourceKind.RECORDING:
        return RecordedTracker(Path(spec.address))
    from vision.tracking.joint import JointTracker
    from webui.camera.decks.readable import Decks, deck_names
    from webui.camera.trackers import tracker_of

    names = deck_names(deck)
    check_copies(copies, names)
    lying = dict.fromkeys(names, 1) | copies
    tracker = tracker_of(Decks(), lying, spec.cameras, every_frame=not spec.live)
    return Explained(tracker) if explain and not isinstance(tracker, JointTracker) else tracker


class Explained:
    """A tracker whose every step is explained on stderr; implements ``webui.camera.watch.FrameTracker``."""

    def __init__(self, tracker: Tracker) -> None:
        self._tracker = tracker

    def step(self, frame: Frame, t_s: float) -> FrameResult:
        """Take the next frame, (h, w, 3), at ``t_s`` seconds, and print a line for each track."""
        from vision.tracking.trace import explained

        result = self._tracker.step(frame, t_s)
        for line in explained(self._tracker.frame_tracks, t_s):
            click.echo(line, err=True)
        return result


@contextmanager
def _interruptible() -> Iterator[None]:
    """Ctrl-C, or being asked to end, ends the watching and is no error: the last line is still written."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    # SIGINT too: a program that a script started in the background inherits it ignored.
    before = {number: signal.signal(number, interrupt) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    except KeyboardInterrupt:
        return
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _write_truth(spec: SourceSpec, path: Path) -> None:
    """Tell what the virtual table will show; it is played a second time for that, without pictures."""
    from vision.capture.virtual_source import virtual_table
    from vision.virtual.truth import truth_of
    from webui.camera.watch import event_record

    events = truth_of(virtual_table(spec), "house").events()
    lines = (json.dumps(event_record(event)) + "\n" for event in events)
    try:
        with path.open("w", encoding="utf-8") as file:
            file.writelines(lines)
    except OSError as error:
        raise BadInputError(f"--truth: {path}: cannot be written ({error.strerror})") from None
