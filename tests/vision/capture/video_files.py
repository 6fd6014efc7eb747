"""Video files that people bring, made by changing a few bytes of what OpenCV writes."""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np

SIZE_WH = (320, 256)
FPS = 20


def write_video(path: Path, code: str = "MJPG", count: int = 20) -> bytes:
    """Write noise as a video, and return what the file holds."""
    noise = np.random.default_rng(0)
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*code), FPS, SIZE_WH)
    for _ in range(count):
        writer.write(noise.integers(40, 255, (SIZE_WH[1], SIZE_WH[0], 3), np.uint8))
    writer.release()
    return path.read_bytes()


def write_interlaced(path: Path, count: int = 20) -> None:
    """Write MPEG-2 whose headers say that every picture is interlaced (ISO/IEC 13818-2, 6.2.2.3 and 6.2.3.1)."""
    data = bytearray(write_video(path, "MPG2", count))
    at = data.find(b"\x00\x00\x01\xb5")
    while at >= 0:
        match data[at + 4] >> 4:
            case 1:  # progressive_sequence
                data[at + 5] &= ~0x08
            case 8:  # progressive_frame
                data[at + 8] &= ~0x80
        at = data.find(b"\x00\x00\x01\xb5", at + 4)
    path.write_bytes(data)


def write_coded_as(path: Path, code: bytes, count: int = 5) -> None:
    """Write an AVI that says that it is coded otherwise than it is."""
    path.write_bytes(write_video(path, "MJPG", count).replace(b"MJPG", code))


def write_with_longer_sound(path: Path, code: str, seconds: float) -> None:
    """Write an MKV or WebM that lasts longer than its picture does."""
    data = bytearray(write_video(path, code))
    at = data.index(b"\x44\x89\x88") + 3  # the duration in milliseconds, as a double
    data[at : at + 8] = struct.pack(">d", seconds * 1000)
    path.write_bytes(data)


def write_trimmed(path: Path, count: int, begin: int) -> None:
    """Write an MP4 whose edit list leaves out the first pictures, as players write that trim without coding anew."""
    data = bytearray(write_video(path, "mp4v", count))
    movie, track = data.index(b"mvhd") + 4, data.index(b"mdhd") + 4
    movie_ticks, track_ticks = (int.from_bytes(data[at + 12 : at + 16], "big") for at in (movie, track))
    at = data.index(b"elst") + 12
    shown, skipped = (count - begin) * movie_ticks // FPS, begin * track_ticks // FPS
    data[at : at + 8] = struct.pack(">II", shown, skipped)
    path.write_bytes(data)
