from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vision.images import Picture, PictureError, load_frame, load_picture

RED = (200, 30, 20)


def scene(width: int = 40, height: int = 24) -> Image.Image:
    """Red on the left, grey on the right, so that a turn shows."""
    image = Image.new("RGB", (width, height), (90, 90, 90))
    image.paste(RED, (0, 0, width // 2, height))
    return image


def is_red(pixel: np.ndarray) -> bool:
    blue, green, red = (int(v) for v in pixel)
    return red > 150 and green < 90 and blue < 90


@pytest.mark.parametrize("suffix", ["jpg", "png", "webp", "bmp", "tif", "gif", "ppm"])
def test_usual_formats_are_read_as_bgr(tmp_path: Path, suffix: str) -> None:
    scene().save(tmp_path / f"a.{suffix}")
    frame = load_frame(tmp_path / f"a.{suffix}")
    assert frame.shape == (24, 40, 3)
    assert frame.dtype == np.uint8
    assert is_red(frame[12, 5])
    assert not is_red(frame[12, 35])


ORIENTED: dict[int, tuple[tuple[int, int], tuple[int, int]]] = {
    1: ((40, 24), (5, 12)),  # as it lies
    2: ((40, 24), (35, 12)),  # mirrored
    3: ((40, 24), (35, 12)),  # upside down
    6: ((24, 40), (12, 5)),  # a quarter clockwise
    8: ((24, 40), (12, 35)),  # a quarter anticlockwise
}


@pytest.mark.parametrize("orientation", ORIENTED)
def test_exif_orientation_is_obeyed(tmp_path: Path, orientation: int) -> None:
    (width, height), (x, y) = ORIENTED[orientation]
    exif = Image.Exif()
    exif[0x0112] = orientation
    scene().save(tmp_path / "a.jpg", exif=exif, quality=95)
    picture = load_picture(tmp_path / "a.jpg")
    assert picture.size_wh == (width, height)
    assert picture.frame.shape[:2] == (height, width)
    assert is_red(picture.frame[y, x])


def deep_grey() -> Image.Image:
    ramp = np.linspace(0, 65535, 40 * 24).reshape(24, 40).astype(np.uint16)
    return Image.fromarray(ramp)


ODD: dict[str, tuple[Callable[[], Image.Image], Callable[[Picture], bool]]] = {
    "grey": (
        lambda: scene().convert("L"),
        lambda p: bool((p.frame[..., 0] == p.frame[..., 2]).all()),
    ),
    "alpha laid on white": (
        lambda: Image.new("RGBA", (9, 9), (0, 0, 0, 0)),
        lambda p: bool((p.frame == 255).all()),
    ),
    "16 bit keeps its range": (
        deep_grey,
        lambda p: bool(p.frame[0, 0, 0] == 0 and p.frame[-1, -1, 0] == 255 and 120 < p.frame[12, 0, 0] < 136),
    ),
    "1 bit": (lambda: scene().convert("1"), lambda p: set(np.unique(p.frame)) <= {0, 255}),
    "palette": (lambda: scene().convert("P"), lambda p: is_red(p.frame[12, 5])),
    "one pixel": (lambda: Image.new("RGB", (1, 1), RED), lambda p: p.frame.shape == (1, 1, 3)),
}


@pytest.mark.parametrize("kind", ODD)
def test_odd_pictures_become_plain_frames(tmp_path: Path, kind: str) -> None:
    make, holds = ODD[kind]
    make().save(tmp_path / "a.png")
    picture = load_picture(tmp_path / "a.png")
    assert picture.frame.ndim == 3
    assert picture.frame.shape[2] == 3
    assert holds(picture)


@pytest.mark.parametrize("suffix", ["jpg", "png", "webp"])
@pytest.mark.parametrize("share", [0.02, 0.5, 0.95])
def test_a_cut_file_is_refused_in_one_line(tmp_path: Path, suffix: str, share: float) -> None:
    path = tmp_path / f"cut.{suffix}"
    noise = np.random.default_rng(1).integers(0, 255, (200, 300, 3)).astype(np.uint8)
    Image.fromarray(noise).save(path)
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])
    with pytest.raises(PictureError) as caught:
        load_picture(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


NO_PICTURES: dict[str, bytes] = {
    "empty": b"",
    "text": b"The Fool, The Magician, The High Priestess",
    "zip": b"PK\x03\x04" + bytes(200),
    "JPEG by its first bytes alone": b"\xff\xd8\xff\xe0" + bytes(300),
}


@pytest.mark.parametrize("kind", NO_PICTURES)
def test_what_is_no_picture_is_refused_in_one_line(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(NO_PICTURES[kind])
    with pytest.raises(PictureError, match=r"a\.jpg: is (no picture|cut short)"):
        load_picture(path)


def test_missing_files_and_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"nothing\.jpg: cannot be opened"):
        load_picture(tmp_path / "nothing.jpg")
    with pytest.raises(PictureError, match="cannot be opened"):
        load_picture(tmp_path)


def test_a_hundred_megapixels_are_worked_on_smaller(tmp_path: Path) -> None:
    path = tmp_path / "huge.png"
    Image.new("L", (12500, 8000), 77).save(path, compress_level=1)
    picture = load_picture(path)
    assert picture.size_wh == (12500, 8000)
    assert picture.frame.shape[0] * picture.frame.shape[1] <= 40_000_000
    assert picture.scale == pytest.approx(12500 / picture.frame.shape[1])


def test_far_too_many_pixels_are_refused_before_decoding(tmp_path: Path) -> None:
    """A few bytes may claim to be a picture of many gigapixels."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", 100_000, 100_000, 8, 2, 0, 0, 0)
    path = tmp_path / "bomb.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IEND", b""))
    with pytest.raises(PictureError, match=r"bomb\.png: has .*pixels"):
        load_picture(path)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
@pytest.mark.timeout(20)
def test_a_pipe_is_refused_instead_of_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    with pytest.raises(PictureError, match="it is no regular file"):
        load_picture(tmp_path / "pipe.jpg")
