"""A deck's file from elsewhere: read in bounded time and memory, and kept only if all of it can be used."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from vision.recognition.gallery import CARD_PX, Gallery, GalleryError
from vision.recognition.gallery_file import read_gallery
from webui.camera.decks.readable import DeckError, Decks
from webui.camera.recognizers import embedded
from webui.identities import PLAYING_CODES, TAROT_CODES

JOKERS: Final = ("JK1", "JK2")
KNOWN_CODES: Final = frozenset((*TAROT_CODES, *PLAYING_CODES, *JOKERS))

LARGEST_FILE: Final = 32 << 20
"""Largest size in bytes; 78 cards with their pictures take 2 million, three printings without pictures as many."""

PICTURES_PX: Final = 200_000_000
"""Largest number of pixels of all kept pictures; 78 of ours have 12 million."""

MAIL_ANOTHER: Final = "ask for the file again"


def take_in(decks: Decks, data: bytes, called: str, name: str = "") -> Gallery:
    """Keep a file's deck, under its own name or another; nothing of a refused file is kept.

    :raise GalleryError: if it is no deck's file, is damaged, or another embedder made it and it keeps no pictures
    :raise DeckError: if its name cannot be used here, or is another deck's
    :raise vision.onnx.NetworkError: if the embedder's file is damaged
    """
    if len(data) > LARGEST_FILE:
        raise GalleryError(f"{called}: has {len(data)} bytes, at most {LARGEST_FILE} are read")
    gallery = read_gallery(data, called, MAIL_ANOTHER)
    gallery = replace(gallery, deck=name or gallery.deck)
    if decks.own_path(gallery.deck).exists():
        raise DeckError("deck-there", deck=gallery.deck)
    _check_cards(gallery, called)
    _check_pictures(gallery, called)
    gallery = embedded(gallery)
    decks.keep(gallery)
    return gallery


def _check_cards(gallery: Gallery, called: str) -> None:
    """Refuse codes of no known card: they would be shown, and judged, as what they are not."""
    unknown = [str(code) for code in gallery.codes if code not in KNOWN_CODES]
    if unknown:
        raise GalleryError(f"{called}: holds {unknown[0][:20]!r}, which is no card; {MAIL_ANOTHER}")


def _check_pictures(gallery: Gallery, called: str) -> None:
    """Decode every picture that is kept, so that none fails when another embedder needs it."""
    left = PICTURES_PX
    for picture in gallery.pictures:
        try:
            frame = picture.frame(min(CARD_PX, left))
        except GalleryError as error:
            raise GalleryError(f"{called}: {error}") from None
        left -= frame.shape[0] * frame.shape[1]
