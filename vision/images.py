"""Pictures from files: any usual format, turned upright, as eight-bit BGR frames."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from vision.types import Frame
from vision.untrusted import UntrustedFileError, open_regular

FORMATS: Final = ("JPEG", "PNG", "WEBP", "AVIF", "BMP", "TIFF", "PPM", "GIF")
"""Formats that are read; listing them keeps rarely used decoders away from untrusted files."""

SUFFIXES: Final = frozenset(
    [
        ".jpg",
        ".jpeg",
        ".jpe",
        ".jfif",
        ".mpo",
        ".png",
        ".webp",
        ".avif",
        ".bmp",
        ".tif",
        ".tiff",
        ".gif",
        ".ppm",
    ]
)
"""File name suffixes of these formats, in lower case."""

HEIC: Final = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1")
"""Brands of files that hold HEIC photographs (ISO/IEC 23008-12)."""

UNREAD: Final = (
    (4, b"jP  \r\n\x87\n", "a JPEG 2000 picture"),
    (0, b"\xff\x4f\xff\x51", "a JPEG 2000 picture"),
    (4, b"JXL \r\n\x87\n", "a JPEG XL picture"),
    (0, b"\xff\x0a", "a JPEG XL picture"),
    (0, b"8BPS", "a Photoshop document"),
    (0, b"%PDF", "a PDF document"),
    (0, b"<svg", "an SVG drawing"),
    (0, b"\0\0\1\0", "an icon"),
)
"""Offset, magic bytes and name of picture formats that people bring and that are not supported."""

SEVERAL_KINDS: Final = ((4, b"ftypavi", "an AVIF"), (0, b"II*\0", "a TIFF"), (0, b"MM\0*", "a TIFF"))
"""The same of formats of which only some kinds are supported."""

JPEG_BEGIN: Final = b"\xff\xd8"
JPEG_END: Final = b"\xff\xd9"

FILLER: Final = bytes(range(1, 200))
"""Coded pixels without content: they appear only where the picture's own data ends too early."""

BEFORE: Final = b"\r\n\t \xef\xbb\xbf"
"""Bytes that programs have put before pictures: empty lines and the UTF-8 byte order mark."""

FULL_SCALES: Final = (1.0, 255.0, 65535.0)
"""Possible values of white in grey pictures of 32 bits."""

BRIGHTEST_SHARE: Final = 0.99
"""Share of the pixels that are at most white: single ones may be brighter."""

LARGEST_PX: Final = 250_000_000
"""Largest number of pixels; larger pictures are refused before decoding."""

WORKING_PX: Final = 40_000_000
"""Largest number of pixels of a frame; larger pictures are halved until they fit."""


class PictureError(ValueError):
    """A picture file that cannot be read; the message names the file and the reason in one line."""


class HeicError(PictureError):
    """An iPhone photograph (HEIC), which none of the decoders supports."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A decoded picture.

    ``size_wh`` is the size of the upright picture in its file, ``scale`` the file's pixels per pixel of ``frame`` (1
    unless the file was huge).
    """

    frame: Frame
    size_wh: tuple[int, int]
    scale: float


def load_picture(path: Path | str) -> Picture:
    """Read an image file and turn it as its EXIF orientation says.

    Grey, transparent (on white), 16-bit and floating-point files become BGR of 8 bits; of several pictures the first is
    taken.

    :raise PictureError: if the file is missing, no picture, cut short, or larger than ``LARGEST_PX``.
    """
    path = Path(path)
    if path.exists() and not path.is_file():  # Opening a pipe would block until something writes to it.
        raise PictureError(f"{path}: cannot be opened (it is no regular file)")
    try:
        with open_regular(path) as file:
            return _decoded(_begun(file), str(path))
    except UntrustedFileError as error:
        raise PictureError(f"{path}: {error}; copy it to one") from None
    except OSError as error:
        raise PictureError(f"{path}: cannot be opened ({error.strerror or error})") from error


def decode_picture(data: bytes, most_px: int) -> Frame:
    """Decode a picture of at most ``most_px`` pixels from memory.

    :raise PictureError: if it is no picture, cut short, or larger
    """
    file = _begun(io.BytesIO(data))
    try:
        with Image.open(file, formats=FORMATS) as image:
            width, height = image.size
    except (OSError, SyntaxError, ValueError, EOFError, RuntimeError, Image.DecompressionBombError):
        raise _unknown(file, "the picture") from None
    if width * height > most_px:
        raise PictureError(f"has {width} x {height} pixels")
    return _decoded(file, "the picture").frame


def load_frame(path: Path | str) -> Frame:
    """Read an image file as a frame: :func:`load_picture` without its history."""
    return load_picture(path).frame


def with_end_mark(jpeg: bytes) -> bytes | None:
    """Return a JPEG that lacks only its end mark, with the mark; None if pixels are missing as well.

    Bytes after complete pixels do not change the picture.
    """
    try:
        without, beyond = (_digest(jpeg + filler + JPEG_END) for filler in (b"", FILLER))
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return None
    return jpeg + JPEG_END if without == beyond else None


def _digest(jpeg: bytes) -> bytes:
    """Return a digest of a JPEG's pixels."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Image.open(io.BytesIO(jpeg), formats=["JPEG"]) as image:
            image.draft("RGB", _working_size(image.size))
            return blake2b(image.tobytes()).digest()


def _begun(file: BinaryIO) -> BinaryIO:
    """Return the file without bytes before the picture."""
    head = file.read(64)
    file.seek(0)
    before = len(head) - len(head.lstrip(BEFORE))
    return io.BytesIO(file.read()[before:]) if before else file


def _decoded(file: BinaryIO, name: str) -> Picture:
    try:
        return _as_picture(file, name)
    except UnidentifiedImageError as error:
        raise _unknown(file, name) from error
    except PictureError:
        raise
    except (
        OSError,
        SyntaxError,
        ValueError,
        EOFError,
        IndexError,
        MemoryError,
        OverflowError,
        RuntimeError,
    ) as error:
        if (ended := _ended(file)) is not None:
            return _as_picture(ended, name)
        raise PictureError(f"{name}: is cut short or damaged; copy it again") from error


def _as_picture(file: BinaryIO, name: str) -> Picture:
    # The library's warnings about a damaged file help nobody: it is decoded or refused.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with _opened(file, name) as image:
            return _picture(image)


def _ended(file: BinaryIO) -> BinaryIO | None:
    """Return a JPEG that lacks its end mark with it; None if it is no JPEG or lacks more."""
    file.seek(0)
    if file.read(2) != JPEG_BEGIN:
        return None
    file.seek(0)
    ended = with_end_mark(file.read())
    return io.BytesIO(ended) if ended is not None else None


def _unknown(file: BinaryIO, name: str) -> PictureError:
    """Return an error that names the format of an undecodable file and the remedy."""
    file.seek(0)
    head = file.read(12)
    if head[4:8] == b"ftyp" and head[8:] in HEIC:
        return HeicError(
            f"{name}: is a HEIC photograph, which cannot be read here; export it as JPEG, or let the phone take JPEG"
            " (iPhone: Settings, Camera, Formats, Most Compatible)"
        )
    for at, mark, kind in UNREAD:
        if head[at:].startswith(mark):
            return PictureError(f"{name}: is {kind}, which cannot be read here; save it as JPEG or PNG")
    for at, mark, kind in SEVERAL_KINDS:
        if head[at:].startswith(mark):
            why = "cut short, damaged or of a rare kind; copy it again, or save it as JPEG or PNG"
            return PictureError(f"{name}: is {kind} picture, but {why}")
    return PictureError(f"{name}: is no picture (JPEG, PNG, WebP, AVIF, BMP, TIFF or GIF expected)")


def _opened(file: BinaryIO, name: str) -> Image.Image:
    """Open without decoding; the size is checked here, against this module's limit."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        try:
            image = Image.open(file, formats=FORMATS)
        except Image.DecompressionBombError as error:
            raise PictureError(f"{name}: has too many pixels; save it smaller") from error
    if image.width * image.height > LARGEST_PX:
        millions = round(image.width * image.height / 1e6)
        raise PictureError(f"{name}: has {millions} megapixels, at most {LARGEST_PX // 10**6} are read")
    return image


def _picture(image: Image.Image) -> Picture:
    size_wh = image.size
    image.draft("RGB", _working_size(size_wh))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        image.load()
    while image.width * image.height > WORKING_PX:
        image = image.reduce(2)
    scale = size_wh[0] / image.width
    upright = ImageOps.exif_transpose(image)
    turned = upright.size != image.size and upright.size == image.size[::-1]
    return Picture(_bgr(upright), size_wh[::-1] if turned else size_wh, scale)


def _working_size(size_wh: tuple[int, int]) -> tuple[int, int]:
    width, height = size_wh
    while width * height > WORKING_PX:
        width, height = (width + 1) // 2, (height + 1) // 2
    return width, height


def _bgr(image: Image.Image) -> Frame:
    if image.mode.startswith("I") or image.mode == "F":
        return _grey_to_bgr(np.asarray(image), image.mode)
    if image.mode == "LAB":
        image = _from_lab(image)
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        rgba = image.convert("RGBA")
        white = Image.new("RGBA", rgba.size, "white")
        image = Image.alpha_composite(white, rgba)
    rgb = np.asarray(image.convert("RGB"))
    return np.ascontiguousarray(rgb[:, :, ::-1])


def _from_lab(image: Image.Image) -> Image.Image:
    lab, rgb = ImageCms.createProfile("LAB"), ImageCms.createProfile("sRGB")
    turned = ImageCms.applyTransform(image, ImageCms.buildTransform(lab, rgb, "LAB", "RGB"))
    assert turned is not None
    return turned


def _grey_to_bgr(deep: NDArray[np.generic], mode: str) -> Frame:
    """Convert grey of more than 8 bits to BGR.

    White is 65535 of 16 bits; of 32 bits the least usual value that holds nearly all pixels.
    """
    values = np.nan_to_num(deep.astype(np.float64))
    brightest = float(np.quantile(values, BRIGHTEST_SHARE)) if mode in ("I", "F") else 65535.0
    scales = FULL_SCALES if mode == "F" else FULL_SCALES[1:]
    full = next((scale for scale in scales if brightest <= scale), float(values.max(initial=1.0)))
    grey = (np.clip(values, 0.0, full) * (255.0 / full)).round().astype(np.uint8)
    return np.repeat(grey[:, :, None], 3, axis=2)
