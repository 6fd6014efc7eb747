from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageCms

from vision.images import Picture, PictureError, decode_picture, load_frame, load_picture

RED = (200, 30, 20)


def scene(width: int = 40, height: int = 24) -> Image.Image:
    """Red on the left, grey on the right, so that a turn shows."""
    image = Image.new("RGB", (width, height), (90, 90, 90))
    image.paste(RED, (0, 0, width // 2, height))
    return image


def is_red(pixel: np.ndarray) -> bool:
    blue, green, red = (int(v) for v in pixel)
    return red > 150 and green < 90 and blue < 90


@pytest.mark.parametrize("suffix", ["jpg", "png", "webp", "avif", "bmp", "tif", "gif", "ppm"])
def test_usual_formats_are_read_as_bgr(tmp_path: Path, suffix: str) -> None:
    scene().save(tmp_path / f"a.{suffix}")
    frame = load_frame(tmp_path / f"a.{suffix}")
    assert frame.shape == (24, 40, 3)
    assert frame.dtype == np.uint8
    assert is_red(frame[12, 5])
    assert not is_red(frame[12, 35])
    assert np.array_equal(decode_picture((tmp_path / f"a.{suffix}").read_bytes(), 1000), frame)


ORIENTED: dict[int, tuple[tuple[int, int], tuple[int, int]]] = {
    1: ((40, 24), (5, 12)),  # as it lies
    2: ((40, 24), (35, 12)),  # mirrored
    3: ((40, 24), (35, 12)),  # upside down
    6: ((24, 40), (12, 5)),  # a quarter clockwise
    8: ((24, 40), (12, 35)),  # a quarter anticlockwise
}


@pytest.mark.parametrize("orientation", ORIENTED)
def test_exif_orientation_is_obeyed(tmp_path: Path, orientation: int) -> None:
    for name in ("a.jpg", "a.avif", "a.webp", "a.png", "a.tiff"):
        exif = Image.Exif()
        exif[0x0112] = orientation
        scene().save(tmp_path / name, exif=exif, quality=95)
        check_orientation(tmp_path / name, orientation)


def check_orientation(path: Path, orientation: int) -> None:
    (width, height), (x, y) = ORIENTED[orientation]
    picture = load_picture(path)
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


TIFFS: dict[str, Image.Image] = {
    "0 to 1": Image.fromarray(np.linspace(0, 1, 960, dtype=np.float32).reshape(24, 40)),
    "0 to 1 and a lamp": Image.fromarray(
        np.append(np.linspace(0, 1, 959, dtype=np.float32), np.float32(40)).reshape(24, 40)
    ),
    "0 to 255": Image.fromarray(np.linspace(0, 255, 960, dtype=np.float32).reshape(24, 40)),
    "0 to 65535": Image.fromarray(np.linspace(0, 65535, 960, dtype=np.float32).reshape(24, 40)),
    "0 to a million": Image.fromarray(np.linspace(0, 1e6, 960, dtype=np.float32).reshape(24, 40)),
    "whole numbers to 255": Image.fromarray(np.linspace(0, 255, 960).astype(np.int32).reshape(24, 40)),
    "whole numbers to 65535": Image.fromarray(np.linspace(0, 65535, 960).astype(np.int32).reshape(24, 40)),
    "nothing measured in a corner": Image.fromarray(
        np.append(np.linspace(0, 1, 959, dtype=np.float32), np.float32(np.nan)).reshape(24, 40)
    ),
}


@pytest.mark.parametrize("kind", TIFFS)
def test_deep_grey_keeps_its_range_whatever_its_white_is(tmp_path: Path, kind: str) -> None:
    TIFFS[kind].save(tmp_path / "a.tiff")
    grey = load_frame(tmp_path / "a.tiff")[..., 0]
    assert grey[0, 0] == 0
    assert 120 < grey[12, 0] < 136
    assert grey[-1, -5] > 250


def test_a_black_picture_of_floats_stays_black(tmp_path: Path) -> None:
    Image.fromarray(np.zeros((24, 40), np.float32)).save(tmp_path / "a.tiff")
    assert not load_frame(tmp_path / "a.tiff").any()


@pytest.mark.parametrize("mode", ["CMYK", "YCbCr", "LAB"])
def test_pictures_for_printing_keep_their_colours(tmp_path: Path, mode: str) -> None:
    plain = scene()
    if mode == "LAB":
        rgb, lab = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
        turned = ImageCms.applyTransform(plain, ImageCms.buildTransform(rgb, lab, "RGB", "LAB"))
        assert turned is not None
        turned.save(tmp_path / "a.tiff")
    else:
        plain.convert(mode).save(tmp_path / "a.tiff")
    frame = load_frame(tmp_path / "a.tiff")
    assert is_red(frame[12, 5])
    assert not is_red(frame[12, 35])


@pytest.mark.parametrize("suffix", ["avif", "webp", "gif", "tiff", "png"])
def test_of_several_pictures_in_a_file_the_first_is_taken(tmp_path: Path, suffix: str) -> None:
    others = [Image.new("RGB", (40, 24), (0, 0, 200)) for _ in range(2)]
    scene().save(tmp_path / f"a.{suffix}", save_all=True, append_images=others)
    frame = load_frame(tmp_path / f"a.{suffix}")
    assert frame.shape == (24, 40, 3)
    assert is_red(frame[12, 5])


@pytest.mark.parametrize("progressive", [False, True])
def test_a_jpeg_that_lacks_only_its_end_mark_is_read(tmp_path: Path, progressive: bool) -> None:
    path = tmp_path / "a.jpg"
    noise = np.random.default_rng(1).integers(0, 255, (203, 301, 3)).astype(np.uint8)
    Image.fromarray(noise).save(path, progressive=progressive)
    whole, frame = path.read_bytes(), load_frame(path)
    path.write_bytes(whole[:-2])
    assert np.array_equal(load_frame(path), frame)
    path.write_bytes(whole[:-1])
    assert np.array_equal(load_frame(path), frame)
    for missing in (40, 400):
        path.write_bytes(whole[:-missing])
        with pytest.raises(PictureError, match="is cut short"):
            load_frame(path)


@pytest.mark.parametrize("suffix", ["jpg", "png", "tiff", "webp"])
@pytest.mark.parametrize("before", [b"\r\n", b"\n\n", b"\xef\xbb\xbf"])
def test_what_a_server_puts_before_a_picture_is_passed_over(
    tmp_path: Path, suffix: str, before: bytes
) -> None:
    path = tmp_path / f"a.{suffix}"
    scene().save(path)
    path.write_bytes(before + path.read_bytes())
    assert is_red(load_frame(path)[12, 5])
    assert is_red(decode_picture(path.read_bytes(), 1000)[12, 5])


@pytest.mark.parametrize("suffix", ["jpg", "png", "webp", "avif"])
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
    "JPEG by its first byte alone": b"\xff",
    "JPEG by its first bytes alone": b"\xff\xd8\xff\xe0" + bytes(300),
}


@pytest.mark.parametrize("kind", NO_PICTURES)
def test_what_is_no_picture_is_refused_in_one_line(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(NO_PICTURES[kind])
    with pytest.raises(PictureError, match=r"a\.jpg: is (no picture|cut short)"):
        load_picture(path)


def test_pictures_of_kinds_that_are_not_read_are_named(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    scene().save(path, format="JPEG2000")
    with pytest.raises(
        PictureError, match="is a JPEG 2000 picture, which cannot be read here; save it as JPEG"
    ):
        load_picture(path)
    for data, kind in (
        (b"\0\0\0\x0cJXL \r\n\x87\n", "a JPEG XL picture"),
        (b"%PDF-1.7 and so on", "a PDF document"),
        (b"8BPS and more of it", "a Photoshop document"),
    ):
        path.write_bytes(data)
        with pytest.raises(PictureError, match=f"is {kind}, which cannot be read here"):
            load_picture(path)


def test_a_tiff_that_is_not_understood_is_damaged_or_rare(tmp_path: Path) -> None:
    path = tmp_path / "a.tiff"
    scene().save(path, compression="tiff_lzw")
    path.write_bytes(path.read_bytes()[:40])
    with pytest.raises(PictureError, match="is a TIFF picture, but cut short, damaged or of a rare kind"):
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
