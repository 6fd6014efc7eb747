"""Pictures from files: any of the usual formats, turned upright, as eight-bit BGR frames."""

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
"""How names of files of these formats end, in lower case."""

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
"""Where a file says what it is, by what bytes, and what that is: pictures that people bring and that are not read."""

SEVERAL_KINDS: Final = ((4, b"ftypavi", "an AVIF"), (0, b"II*\0", "a TIFF"), (0, b"MM\0*", "a TIFF"))
"""The same of formats of which some kinds are read."""

JPEG_BEGIN: Final = b"\xff\xd8"
JPEG_END: Final = b"\xff\xd9"

FILLER: Final = bytes(range(1, 200))
"""Coded pixels that mean nothing: they show only where those of the picture have ended too early."""

BEFORE: Final = b"\r\n\t \xef\xbb\xbf"
"""What programs that hand pictures on have put before them: empty lines and the mark of UTF-8."""

FULL_SCALES: Final = (1.0, 255.0, 65535.0)
"""What white may be in grey pictures of 32 bits."""

BRIGHTEST_SHARE: Final = 0.99
"""So many of the pixels are at most white: single ones may be brighter."""

LARGEST_PX: Final = 250_000_000
"""More pixels than this are refused before a single one is decoded."""

WORKING_PX: Final = 40_000_000
"""Larger pictures are halved until they fit: no card needs more, and memory is finite."""


class PictureError(ValueError):
    """A picture file that cannot be read; the message names the file and says why in one line."""


class HeicError(PictureError):
    """A photograph as iPhones keep them, which none of our decoders reads."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as it is worked on.

    ``size_wh`` is the size of the upright picture in its file, ``scale`` the file's pixels to one pixel of
    ``frame`` (1 unless the file was huge).
    """

    frame: Frame
    size_wh: tuple[int, int]
    scale: float


def load_picture(path: Path | str) -> Picture:
    """Read an image file, turned as its EXIF orientation says.

    Grey, transparent (laid on white), 16-bit and floating-point files become BGR of 8 bits; of several pictures the
    first is taken.

    :raise PictureError: if the file is missing, no picture, cut short, or larger than ``LARGEST_PX``.
    """
    path = Path(path)
    if path.exists() and not path.is_file():  # Opening a pipe would wait for whoever writes into it.
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

    :raise PictureError: it is no picture, cut short, or larger than that
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
    """Return a JPEG that lacks nothing but its end mark with the mark; None if pixels are missing as well.

    What follows pixels that are complete changes nothing of the picture.
    """
    try:
        without, beyond = (_digest(jpeg + filler + JPEG_END) for filler in (b"", FILLER))
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return None
    return jpeg + JPEG_END if without == beyond else None


def _digest(jpeg: bytes) -> bytes:
    """What tells the pixels of a JPEG from others."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Image.open(io.BytesIO(jpeg), formats=["JPEG"]) as image:
            image.draft("RGB", _working_size(image.size))
            return blake2b(image.tobytes()).digest()


def _begun(file: BinaryIO) -> BinaryIO:
    """The file without empty lines before the picture."""
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
    # What the library finds odd in a damaged file is nobody's to read: it is decoded or refused.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with _opened(file, name) as image:
            return _picture(image)


def _ended(file: BinaryIO) -> BinaryIO | None:
    """A JPEG that lacks its end mark with it, None if it is none or lacks more."""
    file.seek(0)
    if file.read(2) != JPEG_BEGIN:
        return None
    file.seek(0)
    ended = with_end_mark(file.read())
    return io.BytesIO(ended) if ended is not None else None


def _unknown(file: BinaryIO, name: str) -> PictureError:
    """Say of a file that no decoder reads what it is, and what to do."""
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
    """Open without decoding; the size is checked here, by our own limit."""
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
    """Grey of more than 8 bits as BGR.

    Of 16 bits white is 65535; of 32 bits the least of the usual values that holds nearly all pixels.
    """
    values = np.nan_to_num(deep.astype(np.float64))
    brightest = float(np.quantile(values, BRIGHTEST_SHARE)) if mode in ("I", "F") else 65535.0
    scales = FULL_SCALES if mode == "F" else FULL_SCALES[1:]
    full = next((scale for scale in scales if brightest <= scale), float(values.max(initial=1.0)))
    grey = (np.clip(values, 0.0, full) * (255.0 / full)).round().astype(np.uint8)
    return np.repeat(grey[:, :, None], 3, axis=2)
