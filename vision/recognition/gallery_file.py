"""The file of a gallery: written whole or not at all, and read as an untrusted file (:mod:`vision.untrusted`)."""

from __future__ import annotations

import io
import json
import os
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

from vision.recognition.gallery import (
    ENROL_AGAIN,
    Gallery,
    GalleryEmbeddings,
    GalleryError,
    GalleryFeatures,
    Numbering,
    StoredPicture,
)
from vision.untrusted import UntrustedFileError, open_regular, read_arrays

KIND: Final = "clashcam-gallery"
FORMAT: Final = 1
"""Format version, raised whenever an older program would misread the file."""


def save_gallery(gallery: Gallery, path: Path | str) -> None:
    """Write a gallery file, whole or not at all, even with concurrent writers; the same gallery gives the same
    bytes."""
    path = Path(path)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, **_arrays_of(gallery))
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def load_gallery(path: Path | str, remedy: str = ENROL_AGAIN) -> Gallery:
    """Read a gallery file; ``remedy`` ends the error with the command that rebuilds the file.

    :raise GalleryError: if the file is missing, no gallery, of another format version, cut short or damaged.
    """
    with _opened(Path(path), remedy) as file:
        return _gallery_of(read_arrays(file))


def read_gallery(data: bytes, called: str, remedy: str = ENROL_AGAIN) -> Gallery:
    """Read a gallery from elsewhere; ``called`` is its name in errors.

    :raise GalleryError: as :func:`load_gallery`
    """
    with _blamed(called, remedy):
        return _gallery_of(read_arrays(io.BytesIO(data)))


@dataclass(frozen=True, slots=True)
class GalleryHead:
    """A gallery's description, without its numbers."""

    deck: str
    order: Numbering
    codes: tuple[str, ...]
    names: Mapping[str, Mapping[str, str]]


def read_head(path: Path | str, remedy: str = ENROL_AGAIN) -> GalleryHead:
    """Read a gallery file's description without unpacking its numbers.

    :raise GalleryError: as :func:`load_gallery`, as far as that part shows it
    """
    with _opened(Path(path), remedy) as file:
        about = _about_in(read_arrays(file, only="about"))
        codes = tuple(map(str, about["codes"]))
        return GalleryHead(str(about["deck"]), Numbering(about["order"]), codes, _names_in(about))


@contextmanager
def _opened(path: Path, remedy: str) -> Iterator[BinaryIO]:
    with _blamed(str(path), remedy), open_regular(path) as file:
        yield file


@contextmanager
def _blamed(called: str, remedy: str) -> Iterator[None]:
    """Turn any failure of reading into one line on what is wrong with the file."""
    try:
        yield
    except FileNotFoundError as error:
        raise GalleryError(f"{called}: no such gallery; {remedy}") from error
    except (GalleryError, UntrustedFileError) as error:
        raise GalleryError(f"{called}: {error}; {remedy}") from error
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError) as error:
        raise GalleryError(f"{called}: gallery is cut short or damaged; {remedy}") from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, IndexError) as error:
        raise GalleryError(f"{called}: is no gallery of this program; {remedy}") from error


def _arrays_of(gallery: Gallery) -> dict[str, NDArray[Any]]:
    features = gallery.features
    arrays: dict[str, NDArray[Any]] = {
        "about": _text_array(json.dumps(_about(gallery), ensure_ascii=False)),
        "feature_xy": features.keypoints[:, :2].T.astype(np.float16),
        "feature_size": features.keypoints[:, 2].astype(np.float16),
        "feature_angle": np.rint(features.keypoints[:, 3] * (256 / 360)).astype(np.int64).astype(np.uint8),
        "feature_descriptors": features.descriptors,
        "feature_card": features.card,
        "feature_printing": features.printing.astype(np.uint8),
    }
    if gallery.embeddings is not None:
        arrays["embedding_vectors"] = gallery.embeddings.vectors.astype(np.float16)
        arrays["embedding_card"] = gallery.embeddings.card
        arrays["embedding_printing"] = gallery.embeddings.printing.astype(np.uint8)
    if gallery.pictures:
        arrays["picture_bytes"] = np.frombuffer(b"".join(p.encoded for p in gallery.pictures), np.uint8)
        rows = [(p.card, p.printing, len(p.encoded)) for p in gallery.pictures]
        arrays["picture_rows"] = np.array(rows, np.int64)
    return arrays


def _about(gallery: Gallery) -> dict[str, Any]:
    return {
        "kind": KIND,
        "format": FORMAT,
        "deck": gallery.deck,
        "order": str(gallery.order),
        "codes": gallery.codes,
        "printings": gallery.printings,
        "aspect": round(gallery.aspect, 4),
        "provenance": gallery.provenance,
        "embedder": gallery.embeddings.digest if gallery.embeddings else None,
    } | ({"names": gallery.names} if gallery.names else {})


def _about_in(archive: Mapping[str, NDArray[Any]]) -> dict[str, Any]:
    about: dict[str, Any] = json.loads(bytes(archive["about"]).decode("utf-8"))
    if about["kind"] != KIND:
        raise TypeError(about["kind"])
    if about["format"] != FORMAT:
        raise GalleryError(f"gallery is of format {about['format']}, this program reads format {FORMAT}")
    return about


def _names_in(about: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Return a deck's names of its cards; a file without names is of an earlier program, or of a deck without any."""
    return {str(language): dict(names) for language, names in about.get("names", {}).items()}


def _gallery_of(archive: Mapping[str, NDArray[Any]]) -> Gallery:
    about = _about_in(archive)
    return Gallery(
        deck=str(about["deck"]),
        order=Numbering(about["order"]),
        codes=tuple(about["codes"]),
        printings=tuple(about["printings"]),
        aspect=float(about["aspect"]),
        provenance=str(about["provenance"]),
        features=_features_of(archive),
        embeddings=_embeddings_of(archive, about["embedder"]),
        pictures=tuple(_pictures_of(archive)),
        names=_names_in(about),
    )


def _features_of(archive: Mapping[str, NDArray[Any]]) -> GalleryFeatures:
    angles = archive["feature_angle"].astype(np.float32) * np.float32(360 / 256)
    columns = [*archive["feature_xy"].astype(np.float32), archive["feature_size"].astype(np.float32), angles]
    return GalleryFeatures(
        keypoints=_finite(np.stack(columns, axis=1)),
        descriptors=archive["feature_descriptors"],
        card=archive["feature_card"].astype(np.int16),
        printing=archive["feature_printing"].astype(np.int16),
    )


def _finite(numbers: NDArray[np.float32]) -> NDArray[np.float32]:
    if not np.isfinite(numbers).all():
        raise ValueError("a gallery's numbers must be finite")
    return numbers


def _embeddings_of(archive: Mapping[str, NDArray[Any]], digest: str | None) -> GalleryEmbeddings | None:
    if digest is None:
        return None
    vectors = _finite(archive["embedding_vectors"].astype(np.float32))
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
    return GalleryEmbeddings(
        digest=str(digest),
        vectors=vectors,
        card=archive["embedding_card"].astype(np.int16),
        printing=archive["embedding_printing"].astype(np.int16),
    )


def _pictures_of(archive: Mapping[str, NDArray[Any]]) -> Iterator[StoredPicture]:
    if "picture_rows" not in archive:
        return
    data, start = bytes(archive["picture_bytes"]), 0
    rows = archive["picture_rows"]
    if rows.ndim != 2 or rows.shape[1] != 3:
        raise ValueError("picture_rows must have three columns")
    for card, printing, length in rows.tolist():
        if card < 0 or printing < 0 or length < 0 or start + length > len(data):
            raise ValueError(f"a picture of card {card} with {length} bytes is not there")
        yield StoredPicture(card, printing, data[start : start + length])
        start += length


def _text_array(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode("utf-8"), np.uint8)
