"""Video files as recorders, camcorders and phones write them: every picture of them, or the reason in one line."""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.capture.video_files import (
    write_coded_as,
    write_interlaced,
    write_trimmed,
    write_video,
    write_with_longer_sound,
)
from vision.capture.capture import Capture
from vision.capture.clip import Clip
from vision.capture.picture_watch import is_black
from vision.capture.spec import SourceError, parse_source
from vision.capture.stream import Stream
from vision.capture.video_file import counted_length_s, is_cut_short


def count_frames(path: Path) -> int:
    """Read a file in the capture process, whose memory is new: what is not decoded is 0 there."""
    with Capture(parse_source(str(path))) as capture:
        return sum(1 for _ in capture.frames())


@pytest.mark.parametrize("name", ["disc.mpg", "camcorder.avi", "recorder.mkv"])
def test_interlaced_video_that_comes_out_black_says_so(tmp_path: Path, name: str) -> None:
    write_interlaced(tmp_path / name)
    with pytest.raises(
        SourceError, match=r"every picture is black, as interlaced video.*ffmpeg -i IN"
    ) as caught:
        count_frames(tmp_path / name)
    assert "\n" not in str(caught.value)


def test_a_video_that_begins_in_the_dark_is_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "fades-in.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20, (160, 96))
    for level in (0, 0, 0, 90, 120):
        writer.write(np.full((96, 160, 3), level, np.uint8))
    writer.release()
    assert count_frames(path) == 5


def test_a_long_black_video_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "black.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 1, (160, 96))
    for _ in range(60):
        writer.write(np.zeros((96, 160, 3), np.uint8))
    writer.release()
    moments: list[float] = []
    with (
        Capture(parse_source(str(path))) as capture,
        pytest.raises(SourceError, match="every picture is black"),
    ):
        moments.extend(captured.t_s for captured in capture.frames())
    assert 25 < moments[-1] < 35


def test_a_few_values_left_in_memory_do_not_make_a_picture() -> None:
    frame = np.zeros((96, 160, 3), np.uint8)
    frame[40, 7:12] = 193
    assert is_black(frame)
    assert is_black(np.zeros((1080, 1920, 3), np.uint8))
    assert not is_black(np.random.default_rng(0).integers(0, 3, (96, 160, 3), np.uint8)), "noise in the dark"


def test_what_has_no_decoder_is_named(tmp_path: Path) -> None:
    write_coded_as(tmp_path / "clip.avi", b"XYZW")
    with pytest.raises(
        SourceError, match=r"is coded as XYZW, which cannot be decoded here; save it as H\.264"
    ):
        count_frames(tmp_path / "clip.avi")


class SilentVideo:
    """A video whose container opens and whose decoder gives nothing."""

    def __init__(self, fourcc: int) -> None:
        self.fourcc = float(fourcc)

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return True

    def get(self, prop: int) -> float:
        return self.fourcc if prop == cv2.CAP_PROP_FOURCC else 0.0

    def read(self) -> tuple[bool, None]:
        return False, None

    def release(self) -> None:
        pass


@pytest.mark.parametrize(
    ("fourcc", "said"),
    [
        (cv2.VideoWriter.fourcc(*"AV01"), "AV1, which cannot be decoded here"),
        (cv2.VideoWriter.fourcc(*"vvc1"), r"H\.266, which cannot be decoded here"),
        (cv2.VideoWriter.fourcc(*"hvc1"), r"no picture of it can be decoded \(H\.265\)"),
        (0, r"no picture of it can be decoded \(\?\)"),
        (-1, r"no picture of it can be decoded \(\?\)"),
    ],
)
def test_a_codec_that_gives_no_picture_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fourcc: int, said: str
) -> None:
    monkeypatch.setattr("vision.capture.clip.cv2.VideoCapture", lambda *_: SilentVideo(fourcc))
    (tmp_path / "clip.mp4").touch()
    clip = Clip(str(tmp_path / "clip.mp4"), 30.0)
    clip.open()
    with pytest.raises(SourceError, match=said):
        clip.read()


def test_a_stream_whose_codec_gives_no_picture_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for code, said in (("AV01", "sends AV1, which cannot be decoded here"), ("h264", "has stopped sending")):
        video = SilentVideo(cv2.VideoWriter.fourcc(*code))
        monkeypatch.setattr("vision.capture.stream.cv2.VideoCapture", lambda *_, video=video: video)
        stream = Stream("rtsp://127.0.0.1/live")
        stream.open()
        with pytest.raises(SourceError, match=said):
            stream.read()


def test_a_known_codec_without_a_picture_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "clip.mp4"
    data = write_video(path, "mp4v")
    begin, end = data.index(b"mdat") + 4, data.index(b"moov") - 4
    path.write_bytes(data[:begin] + bytes(end - begin) + data[end:])
    with pytest.raises(SourceError, match=r"no picture of it can be decoded \(MPEG-4\); .* damaged"):
        count_frames(path)


@pytest.mark.parametrize(("name", "code"), [("clip.mkv", "MJPG"), ("clip.webm", "VP80")])
def test_sound_may_last_longer_than_the_picture(tmp_path: Path, name: str, code: str) -> None:
    write_with_longer_sound(tmp_path / name, code, 620)
    assert count_frames(tmp_path / name) == 20


def test_a_trimmed_mp4_ends_where_it_says(tmp_path: Path) -> None:
    write_trimmed(tmp_path / "trimmed.mp4", 60, 40)
    assert 18 <= count_frames(tmp_path / "trimmed.mp4") <= 22


@pytest.mark.parametrize(
    ("name", "code"), [("clip.avi", "MJPG"), ("clip.mkv", "MJPG"), ("clip.webm", "VP80")]
)
def test_a_file_cut_in_half_breaks_off(tmp_path: Path, name: str, code: str) -> None:
    path = tmp_path / name
    data = write_video(path, code, 60)
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(SourceError, match=r"breaks off at 0:0\d, after frame \d+; it is cut short"):
        count_frames(path)


def box(kind: bytes, *inside: bytes) -> bytes:
    body = b"".join(inside)
    return struct.pack(">I", 8 + len(body)) + kind + body


def written(path: Path, *boxes: bytes) -> Path:
    path.write_bytes(box(b"ftyp", b"isom") + b"".join(boxes))
    return path


def test_an_mp4_with_its_index_first_is_known_to_be_cut(tmp_path: Path) -> None:
    whole = box(b"mdat", bytes(100))
    assert not is_cut_short(written(tmp_path / "whole.mp4", box(b"moov"), whole))
    assert is_cut_short(written(tmp_path / "cut.mp4", box(b"moov"), whole[:-1]))
    assert not is_cut_short(
        written(tmp_path / "trailer.mp4", box(b"moov"), whole, b"\xff\xff\xff\xffabcd0123")
    )
    large = struct.pack(">I", 1) + b"mdat" + struct.pack(">Q", 116) + bytes(100)
    assert not is_cut_short(written(tmp_path / "large.mp4", large))
    assert is_cut_short(written(tmp_path / "large-cut.mp4", large[:-1]))


def test_what_an_mp4_written_in_fragments_counts_is_an_estimate(tmp_path: Path) -> None:
    header = box(b"mvhd", bytes(12) + struct.pack(">I", 1000))
    handler = box(b"mdia", box(b"hdlr", bytes(8) + b"vide"))
    edits = box(b"edts", box(b"elst", struct.pack(">IIIiIIiI", 0, 2, 500, -1, 1 << 16, 4000, 0, 1 << 16)))
    plain = written(tmp_path / "plain.mp4", box(b"moov", header, box(b"trak", handler)))
    edited = written(tmp_path / "edited.mp4", box(b"moov", header, box(b"trak", edits, handler)))
    pieces = written(tmp_path / "pieces.mp4", box(b"moov", header, box(b"mvex"), box(b"trak", handler)))
    assert counted_length_s(plain, 100, 10.0) == 10.0
    assert counted_length_s(edited, 100, 10.0) == 4.0
    assert counted_length_s(pieces, 100, 10.0) == 0.0
    (tmp_path / "sound.mkv").write_bytes(b"\x1a\x45\xdf\xa3")
    assert counted_length_s(tmp_path / "sound.mkv", 100, 10.0) == 0.0
    assert not is_cut_short(tmp_path / "sound.mkv")
