"""Galleries: a deck's appearance as numbers, in one file that can be mailed to a friend.

A gallery file is a NumPy archive (``.npz``, no pickles): a JSON document that describes it, local features of every
printing of every card, and, where they were made, embeddings. A user's own deck also keeps its pictures, so that a new
embedder can embed them without another enrolment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum, unique
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.images import PictureError, decode_picture
from vision.recognition.local_features import DIMENSIONS, Descriptors, Keypoints, PackedDescriptors, unpacked
from vision.types import Frame

SLIMMEST, WIDEST = 0.2, 5.0
"""Width to height of cards of any game, upright or aslant, with a reserve."""

CARD_PX: Final = 4_000_000
"""Largest number of pixels of a kept picture; ours have 150,000."""

LONGEST_NAME: Final = 80
"""Characters of a card's name; the longest of ours has 18."""

MOST_NAMES, LONGEST_CODE = 200, 8
MOST_LANGUAGES: Final = 12
"""Languages in which a deck names its cards; all names of so many take less than one card's picture."""

ENROL_AGAIN: Final = "enrol the deck again: clashcam enrol --name DECK DIR"


class GalleryError(ValueError):
    """A gallery file that cannot be used; the message names it, the reason and the command that rebuilds it."""


@unique
class Numbering(StrEnum):
    """Numbers that a deck prints on Strength and Justice (D2); without meaning here."""

    RWS = "rws"
    MARSEILLE = "marseille"


@dataclass(frozen=True, slots=True)
class GalleryFeatures:
    """Local features of all cards, sorted by card.

    ``keypoints`` are in units of the card's height, the origin at its upper left corner; ``card`` and
    ``printing`` are indices into the gallery's codes and printings, shape (n,).
    """

    keypoints: Keypoints
    descriptors: PackedDescriptors
    card: NDArray[np.int16]
    printing: NDArray[np.int16]

    def __post_init__(self) -> None:
        count = len(self.card)
        shapes = {
            "keypoints": (self.keypoints.shape, (count, 4)),
            "descriptors": (self.descriptors.shape, (count, DIMENSIONS // 2)),
            "printing": (self.printing.shape, (count,)),
        }
        for name, (actual, expected) in shapes.items():
            if actual != expected:
                raise ValueError(f"{name} must have shape {expected}, got {actual}")
        if count and (np.diff(self.card) < 0).any():
            raise ValueError("card must be sorted")

    def __len__(self) -> int:
        return len(self.card)

    def floats(self) -> Descriptors:
        """Return the descriptors as floats of unit length, shape (n, 128)."""
        return unpacked(self.descriptors)


@dataclass(frozen=True, slots=True)
class GalleryEmbeddings:
    """Embeddings of all cards: any number for each printing of each card.

    ``digest`` names the embedder with its preprocessing; ``vectors`` has shape (m, dimensions), unit length.
    """

    digest: str
    vectors: NDArray[np.float32]
    card: NDArray[np.int16]
    printing: NDArray[np.int16]

    def __post_init__(self) -> None:
        count = len(self.vectors)
        if self.vectors.ndim != 2 or self.card.shape != (count,) or self.printing.shape != (count,):
            raise ValueError(
                f"embeddings must have shapes (m, d), (m,), (m,), "
                f"got {self.vectors.shape}, {self.card.shape}, {self.printing.shape}"
            )


@dataclass(frozen=True, slots=True)
class StoredPicture:
    """One card's picture as the bytes of a picture file, kept in a user's own deck."""

    card: int
    printing: int
    encoded: bytes

    def frame(self, most_px: int = CARD_PX) -> Frame:
        """Decode the picture.

        :raise GalleryError: if it is damaged, or larger than any card's
        """
        try:
            return decode_picture(self.encoded, most_px)
        except PictureError as error:
            raise GalleryError(f"the picture of card {self.card}: {error}; {ENROL_AGAIN}") from None


@dataclass(frozen=True, slots=True)
class Gallery:
    """A deck as it is recognized.

    ``aspect`` is width to height of its cards; ``codes`` are sorted; ``provenance`` says in words where the pictures
    came from and by what right the numbers are passed on. ``names`` are the deck's names of its cards, by language, its
    own first, and by code.
    """

    deck: str
    order: Numbering
    codes: tuple[str, ...]
    printings: tuple[str, ...]
    aspect: float
    provenance: str
    features: GalleryFeatures
    embeddings: GalleryEmbeddings | None = None
    pictures: tuple[StoredPicture, ...] = field(default=(), repr=False)
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if not self.deck or not self.codes or not self.printings:
            raise ValueError("a gallery needs a deck's name, at least one card and one printing")
        if list(self.codes) != sorted(set(self.codes)):
            raise ValueError("a gallery's codes must be sorted and distinct")
        if not SLIMMEST < self.aspect < WIDEST:  # NaN is neither.
            raise ValueError(f"a card is {SLIMMEST} to {WIDEST} times as wide as high, got {self.aspect}")
        cards, printings = len(self.codes), len(self.printings)
        for name, part in (("features", self.features), ("embeddings", self.embeddings)):
            if part is not None and not (
                _indices_fit(part.card, cards) and _indices_fit(part.printing, printings)
            ):
                raise ValueError(f"{name} point at cards or printings that the gallery does not have")
        if len(self.names) > MOST_LANGUAGES or not all(_are_names(each) for each in self.names.values()):
            raise ValueError(
                f"names are of up to {LONGEST_NAME} characters in up to {MOST_LANGUAGES} languages"
            )
        if any(not 0 <= each.card < cards or not 0 <= each.printing < printings for each in self.pictures):
            raise ValueError("pictures point at cards or printings that the gallery does not have")

    def with_embeddings(self, embeddings: GalleryEmbeddings) -> Gallery:
        """Return the gallery with these embeddings in place of its own."""
        return replace(self, embeddings=embeddings)

    def embeddings_by(self, digest: str) -> GalleryEmbeddings:
        """Return the embeddings if this embedder made them.

        :raise GalleryError: if there are none, or another embedder made them.
        """
        if self.embeddings is None:
            raise GalleryError(f"deck {self.deck}: has no embeddings; {ENROL_AGAIN}")
        if self.embeddings.digest != digest:
            raise GalleryError(
                f"deck {self.deck}: made by another embedder ({self.embeddings.digest[:12]}, "
                f"not {digest[:12]}); {ENROL_AGAIN}"
            )
        return self.embeddings

    def frames(self) -> Iterator[tuple[str, str, Frame]]:
        """Yield code, printing and picture of every card whose picture is kept."""
        for picture in self.pictures:
            yield self.codes[picture.card], self.printings[picture.printing], picture.frame()


def _are_names(names: Mapping[str, str]) -> bool:
    return len(names) <= MOST_NAMES and all(
        isinstance(name, str)
        and len(code) <= LONGEST_CODE
        and 0 < len(name) <= LONGEST_NAME
        and name.isprintable()
        for code, name in names.items()
    )


def _indices_fit(indices: NDArray[np.int16], count: int) -> bool:
    return not len(indices) or (int(indices.min()) >= 0 and int(indices.max()) < count)
