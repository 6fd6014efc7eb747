"""Files from strangers: bombs, lies, pipes and pickles are refused in one line, at once and in little memory."""

from __future__ import annotations

import io
import os
import pickle
import struct
import time
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests.vision.recognition.test_gallery import gallery
from vision.images import PictureError, load_picture
from vision.recognition.gallery import GalleryError
from vision.recognition.gallery_file import load_gallery, save_gallery
from vision.untrusted import ENTRIES_LIMIT

QUICK_S = 2.0
"""Of the processor: other tests run beside this one."""
LITTLE = 32 << 20
"""Bytes."""

Entries = dict[str, bytes]


def entries_of(path: Path) -> Entries:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def written(path: Path, entries: Entries) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return path


def npy(array: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, array, allow_pickle=True)
    return file.getvalue()


def header(shape: str, descr: str = "|u1") -> bytes:
    text = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode()


def about(entries: Entries, **changes: str) -> Entries:
    text = entries["about.npy"][128:]
    for key, value in changes.items():
        before, _, after = text.partition(f'"{key}": '.encode())
        text = before + f'"{key}": {value}'.encode() + after[after.index(b",") :]
    return entries | {"about.npy": npy(np.frombuffer(text, np.uint8))}


DECKS: dict[str, Callable[[Entries], Entries]] = {
    "bomb": lambda good: good | {"feature_card.npy": header("(4294967296,)") + bytes(300 << 20)},
    "many": lambda good: good | {f"x{n}.npy": npy(np.zeros(1)) for n in range(ENTRIES_LIMIT)},
    "lying header": lambda good: good | {"feature_card.npy": header("(999999999999,)", "<i2")},
    "negative shape": lambda good: good | {"feature_card.npy": header("(-5,)", "<i2") + bytes(10)},
    "huge dimensions": lambda good: good | {"feature_card.npy": header("(0, 999999999999999999)", "<i2")},
    "pickle": lambda good: good | {"feature_card.npy": npy(np.array([print], object))},
    "pickle by name": lambda good: good | {"about.npy": pickle.dumps({"kind": "clashcam-gallery"})},
    "code in a header": lambda good: good | {"about.npy": header("(__import__('os').getpid(),)")},
    "negative rows": lambda good: (
        good
        | {"picture_rows.npy": npy(np.array([[0, 0, -3]])), "picture_bytes.npy": npy(np.zeros(4, np.uint8))}
    ),
    "rows of nobody": lambda good: (
        good
        | {"picture_rows.npy": npy(np.array([[99, 0, 1]])), "picture_bytes.npy": npy(np.zeros(4, np.uint8))}
    ),
    "rows past the end": lambda good: (
        good
        | {"picture_rows.npy": npy(np.array([[0, 0, 9999]])), "picture_bytes.npy": npy(np.zeros(4, np.uint8))}
    ),
    "flat rows": lambda good: (
        good | {"picture_rows.npy": npy(np.zeros(3, int)), "picture_bytes.npy": npy(np.zeros(4, np.uint8))}
    ),
    "aspect 0": lambda good: about(good, aspect="0"),
    "aspect NaN": lambda good: about(good, aspect="NaN"),
    "aspect infinite": lambda good: about(good, aspect="1e999"),
    "aspect negative": lambda good: about(good, aspect="-0.6"),
    "features of nobody": lambda good: good | {"feature_card.npy": npy(np.full(5, 77, np.int16))},
    "no text": lambda good: good | {"about.npy": npy(np.full(9, 255, np.uint8))},
    "a deep document": lambda good: good | {"about.npy": npy(np.frombuffer(b"[" * 100_000, np.uint8))},
    "nothing": lambda _: {},
}


@pytest.mark.parametrize("kind", DECKS)
def test_a_hostile_deck_is_refused(tmp_path: Path, kind: str) -> None:
    save_gallery(gallery(), tmp_path / "good.npz")
    path = written(tmp_path / "bad.npz", DECKS[kind](entries_of(tmp_path / "good.npz")))
    tracemalloc.start()
    began_s = time.process_time()
    try:
        with pytest.raises(GalleryError, match=r"^[^\n]*bad\.npz: [^\n]+$"):
            load_gallery(path)
        assert tracemalloc.get_traced_memory()[1] < LITTLE
    finally:
        tracemalloc.stop()
    assert time.process_time() - began_s < QUICK_S


def test_what_the_hostile_decks_were_made_of_is_good(tmp_path: Path) -> None:
    save_gallery(gallery(), tmp_path / "good.npz")
    path = written(tmp_path / "again.npz", entries_of(tmp_path / "good.npz"))
    assert load_gallery(path).deck == "two moons"


def png(width: int, height: int, data: bytes = b"") -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    size = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", size)
        + chunk(b"IDAT", zlib.compress(data))
        + chunk(b"IEND", b"")
    )


def avif(width: int, height: int) -> bytes:
    """An AVIF of a few pixels that says that it has others."""
    file = io.BytesIO()
    Image.new("RGB", (16, 16)).save(file, "AVIF")
    data = file.getvalue()
    at = data.index(b"ispe") + 8
    return data[:at] + struct.pack(">II", width, height) + data[at + 8 :]


PICTURES = {
    "large AVIF": avif(15000, 15000),
    "immense AVIF": avif(100_000, 100_000),
    "bomb": png(60000, 60000, bytes(1 << 20)),
    "no pixels": png(0, 0),
    "too little": png(4000, 4000, b"\0" * 100),
    "cut": png(64, 64, bytes(64 * 193))[:60],
    "script": b"%!PS-Adobe-3.0 EPSF\n(x) show",
    "svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    "empty": b"",
}


@pytest.mark.parametrize("kind", PICTURES)
def test_a_hostile_picture_is_refused(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "bad.png"
    path.write_bytes(PICTURES[kind])
    began_s = time.process_time()
    with pytest.raises(PictureError, match=r"^[^\n]*bad\.png: [^\n]+$"):
        load_picture(path)
    assert time.process_time() - began_s < QUICK_S


@pytest.mark.skipif(os.name == "nt", reason="there are no pipes in folders")
@pytest.mark.parametrize("load", [load_gallery, load_picture])
def test_a_pipe_is_not_waited_for(tmp_path: Path, load: Callable[[Path], object]) -> None:
    path = tmp_path / "pipe.npz"
    os.mkfifo(path)
    with pytest.raises(ValueError, match="no regular file"):
        load(path)
    with pytest.raises(ValueError, match=r"no regular file|cannot be opened|is no gallery"):
        load(tmp_path)
