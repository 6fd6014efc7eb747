"""The file of a recording: observations come back to the last bit, other and damaged files are refused in one line."""

from __future__ import annotations

import struct
import zlib
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.capture.capture import Capture, CaptureState
from vision.capture.spec import SourceError, parse_source
from vision.recording import file as recording_file
from vision.recording.file import RecordingError, RecordingReader, RecordingWriter
from vision.recording.observations import ObservationReader, ObservationWriter, UnfitObservationError
from vision.recording.seen import joined
from vision.recording.watched import WatchRecording
from vision.types import Event, EventKind, Face, FrameResult, Track, TrackState
from webui.camera.recorded import RecordedTracker

finite = st.floats(-1e6, 1e6)
seconds = st.floats(0, 1e6)
shares = st.floats(0, 1)
words = st.text(max_size=12)


@st.composite
def tracks(draw: st.DrawFn, key: int) -> Track:
    corners = draw(st.lists(st.floats(-9000, 9000, width=32), min_size=8, max_size=8))
    return Track(
        key, draw(st.sampled_from(Face)), draw(st.sampled_from(TrackState)),
        np.array(corners, np.float32).reshape(4, 2), draw(st.none() | words), draw(st.none() | words),
        draw(st.none() | st.booleans()), draw(shares),
        tuple(draw(st.lists(st.tuples(words, shares), max_size=3))), draw(seconds), draw(st.none() | seconds),
        draw(st.booleans()), draw(st.booleans()),
    )  # fmt: skip


@st.composite
def sessions(draw: st.DrawFn) -> list[FrameResult]:
    """Observations in which some cards stay as they were from one to the next."""
    lying: dict[int, Track] = {}
    found = []
    for number in range(draw(st.integers(1, 6))):
        for key in draw(st.sets(st.integers(1, 5), max_size=3)):
            lying[key] = draw(tracks(key))
        for key in draw(st.sets(st.integers(1, 5), max_size=1)):
            lying.pop(key, None)
        about = draw(st.lists(st.sampled_from([None, *lying.values()]), max_size=2))
        gone = [draw(tracks(9))] if draw(st.booleans()) else []
        events = tuple(
            Event(draw(seconds), number, draw(st.sampled_from(EventKind)), track) for track in [*about, *gone]
        )
        found.append(
            FrameResult(draw(seconds), number, (1280, 720), tuple(lying.values()), events,
                        draw(st.booleans()), draw(seconds), draw(st.integers(0, 9)))
        )  # fmt: skip
    return found


def bits(value: Any) -> Any:
    """An observation as something that can be compared to the last bit."""
    if isinstance(value, np.ndarray):
        return (value.dtype.str, value.shape, value.tobytes())
    if isinstance(value, dict):
        return {key: bits(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [bits(each) for each in value]
    return struct.pack("d", value) if isinstance(value, float) else value


@given(sessions())
def test_sightings_come_back_to_the_last_bit(
    tmp_path_factory: pytest.TempPathFactory, seen: list[FrameResult]
) -> None:
    path = tmp_path_factory.mktemp("r") / "x.recording"
    writer, plain = RecordingWriter(path), ObservationWriter()
    for each in seen:
        writer.write({"seen": plain.write(each)})
    writer.close()
    reader = ObservationReader()
    again = [reader.read(record["seen"]) for record in RecordingReader(path).records()]
    assert [bits(asdict(each)) for each in again] == [bits(asdict(each)) for each in seen]


def test_a_table_on_which_nothing_changes_takes_next_to_nothing(tmp_path: Path) -> None:
    track = Track(
        1, Face.UP, TrackState.SETTLED, np.full((4, 2), 0.3, np.float32), "w01", "rws", False, 0.987
    )
    writer, plain = RecordingWriter(tmp_path / "x"), ObservationWriter()
    for number in range(1000):
        seen = FrameResult(number / 30, number, (1280, 720), (track,) * 1, (), False, number / 30)
        writer.write({"seen": plain.write(seen)})
    writer.close()
    assert (tmp_path / "x").stat().st_size < 60_000


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("dear diary")
    with pytest.raises(RecordingError, match="is there already; choose another name"):
        RecordingWriter(tmp_path / "x")
    assert (tmp_path / "x").read_text() == "dear diary"


def test_a_small_file_that_would_unpack_to_a_large_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording_file, "RECORD_LIMIT", 10_000)
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(b'{"x":"' + b"a" * 10_000_000 + b'"}') + packer.flush(zlib.Z_SYNC_FLUSH)
    prefix = struct.pack("<II", len(packed), zlib.crc32(packed))
    (tmp_path / "bomb").write_bytes(b"clashcam recording 1\n" + prefix + packed)
    with pytest.raises(RecordingError, match="is damaged after record 0"):
        list(RecordingReader(tmp_path / "bomb").records())


def test_damage_in_the_middle_is_told_and_not_left_out(tmp_path: Path) -> None:
    writer = RecordingWriter(tmp_path / "x")
    for number in range(50):
        writer.write({"number": number, "word": "evening" * number})
    writer.close()
    data = bytearray((tmp_path / "x").read_bytes())
    data[len(data) // 2] ^= 1
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(RecordingError, match=r"is damaged after record \d+; copy it again"):
        list(RecordingReader(tmp_path / "x").records())


@pytest.mark.parametrize(
    "plain",
    [
        None, [], [[0, 0, 1, 1], [7], [], [False, 0, 0]], [[0, 0, -1, 1], [], [], [False, 0, 0]],
        [[True, 0, 1, 1], [], [], [False, 0, 0]], [[0, 0, 1, 1], [[]], [], [False, 0, 0]],
        [[0, 0, 1, 1], [], [["danced", 0, 0, None]], [False, 0, 0]], [[0, 10**400, 1, 1], [], [], [False, 0, 0]],
        [[0, 0, 1, 1], {}, [], [False, 0, 0]], [[0, 0, 1, 1], [{}], [], [False, 0, 0]],
    ],
)  # fmt: skip
def test_what_is_no_sighting_is_refused(plain: Any) -> None:
    with pytest.raises(UnfitObservationError):
        ObservationReader().read(plain)


def test_pipelines_are_joined_to_one_run_of_one_clock(tmp_path: Path) -> None:
    quad = np.zeros((4, 2), np.float32)
    writer, plain = RecordingWriter(tmp_path / "x"), ObservationWriter()
    for pipeline, t_s in ((1, 0.0), (1, 5.0), (2, 0.5), (2, 1.0)):
        track = Track(3, Face.DOWN, TrackState.SETTLED, quad, since_s=t_s, settled_s=t_s)
        seen = FrameResult(t_s, 0, (9, 9), (track,), (Event(t_s, 0, EventKind.MOVED, track),), False, 0.0)
        writer.write({"seen": plain.write(seen), "pipeline": pipeline})
    writer.close()
    run = [result for result, _ in joined(tmp_path / "x")]
    assert [(each.t_s, each.tracks[0].id, each.tracks[0].since_s, each.events[0].t_s) for each in run] == [
        (0.0, 3, 0.0, 0.0), (5.0, 3, 5.0, 5.0), (6.0, 6, 6.0, 6.0), (6.5, 6, 6.5, 6.5),
    ]  # fmt: skip


def test_a_recording_is_a_source_at_its_own_times(tmp_path: Path) -> None:
    path, frame = tmp_path / "x", np.full((40, 60, 3), 200, np.uint8)
    recording = WatchRecording(path, with_pictures=True)
    for number in range(4):
        seen = FrameResult(number * 0.1, number, (60, 40), (), (), False, 0.0)
        recording.see(seen, frame, number, 0)
    recording.close()
    with Capture(parse_source(f"replay:{path}")) as capture:
        found = [(captured.t_s, captured.frame.shape) for captured in capture.frames()]
        assert capture.state is CaptureState.ENDED
    assert found == [(number * 0.1, (40, 60, 3)) for number in range(4)]
    tracker = RecordedTracker(path)
    assert [tracker.step(frame, t_s).t_s for t_s, _ in found] == [t_s for t_s, _ in found]


def test_a_source_that_is_no_recording_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"RIFF")
    with pytest.raises(SourceError, match="is no recording") as caught:
        Capture(parse_source(f"replay:{tmp_path / 'x'}")).open()
    assert "\n" not in str(caught.value)
    with pytest.raises(SourceError, match="no such recording"):
        Capture(parse_source(f"replay:{tmp_path / 'y'}")).open()
