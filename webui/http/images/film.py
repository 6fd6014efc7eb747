"""Half a minute of a session's moments as a film without sound: one card after another is turned over."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import cv2
import numpy as np
from PIL import Image

from models import housedeck
from vision.types import Frame
from webui.http.images.lettering import (
    ASH,
    BONE,
    GOLD,
    TONES,
    Words,
    card_picture,
    drawn_face,
    ground,
    height_of,
    lay,
    write,
)
from webui.table.contract.moments import Moment, Moments

FILM_WH: Final = (576, 720)
FRAMES_PER_S: Final = 8
LENGTH_S: Final = 30
TITLE_FRAMES: Final = 20
END_FRAMES: Final = 20
TURN_FRAMES: Final = 6
"""The frames in which a card is turned over."""
FADE_FRAMES: Final = 3

CARD_WH: Final = (210, 360)
CARD_TOP: Final = 60
WORDS_TOP: Final = 452
END_TOP: Final = 120
TITLE_TOP: Final = 540

CODECS: Final = (("VP80", "webm"),) if sys.platform == "linux" else (("avc1", "mp4"), ("VP80", "webm"))
"""Codecs that browsers play, the one that most players know first: OpenCV's own library on Linux writes no H.264."""

KINDS: Final = {"webm": "video/webm", "mp4": "video/mp4"}


class NoFilmError(RuntimeError):
    """OpenCV can write no film that browsers play."""


@dataclass(frozen=True, slots=True)
class Film:
    """A film as a file: its bytes, and its ending without the dot."""

    data: bytes
    ending: str


def make_film(moments: Moments, title: str, day: str) -> Film:
    """Return a film of 30 s, without sound, of these moments, at least one.

    :raise NoFilmError: OpenCV has no codec for it
    """
    with TemporaryDirectory(prefix="clashcam-film-") as folder:
        for fourcc, ending in CODECS:
            path = Path(folder) / f"film.{ending}"
            if _write(path, fourcc, frames_of(moments, title, day)):
                return Film(path.read_bytes(), ending)
    raise NoFilmError("OpenCV has no codec for a film that browsers play")


def _write(path: Path, fourcc: str, frames: Iterator[Frame]) -> bool:
    """Write a film; False where this codec is not there."""
    codec = cv2.VideoWriter.fourcc(*fourcc)
    writer = cv2.VideoWriter(str(path), codec, float(FRAMES_PER_S), FILM_WH)
    try:
        if not writer.isOpened():
            return False
        for frame in frames:
            writer.write(frame)
    finally:
        writer.release()
    return True


def frames_of(moments: Moments, title: str, day: str) -> Iterator[Frame]:
    """Yield the frames of the film, each (h, w, 3) BGR: title, moments, end."""
    empty = ground(FILM_WH)
    yield from _held(_title(empty, title, day), TITLE_FRAMES)
    left = LENGTH_S * FRAMES_PER_S - TITLE_FRAMES - END_FRAMES
    for place, moment in enumerate(moments.moments):
        frames = left // (len(moments.moments) - place)
        left -= frames
        yield from _scene(empty, moment, frames)
    yield from _held(_end(empty, title, moments.luck), END_FRAMES)


def _scene(empty: Image.Image, moment: Moment, frames: int) -> Iterator[Frame]:
    """Yield one moment: its card is turned over, the words come, both stay."""
    face, back = card_picture(drawn_face(moment.card), CARD_WH), card_picture(housedeck.back(), CARD_WH)
    for step in range(TURN_FRAMES):
        width = abs(np.cos(np.pi * step / TURN_FRAMES))
        yield _pixels(_with_card(empty, back if step < TURN_FRAMES / 2 else face, float(width)))
    bare = _with_card(empty, face, 1.0)
    whole = _with_words(bare, moment)
    for step in range(1, FADE_FRAMES):
        yield _pixels(Image.blend(bare, whole, step / FADE_FRAMES))
    yield from _held(whole, frames - TURN_FRAMES - FADE_FRAMES + 1)


def _with_card(empty: Image.Image, card: Image.Image, share: float) -> Image.Image:
    """Return the ground with a card whose width is a share of its own: it is being turned over."""
    picture = empty.copy()
    width = max(2, round(CARD_WH[0] * share))
    lay(picture, card.resize((width, CARD_WH[1])), ((FILM_WH[0] - width) // 2, CARD_TOP))
    return picture


def _with_words(bare: Image.Image, moment: Moment) -> Image.Image:
    picture = bare.copy()
    words = [
        Words(moment.label, "display", 54, TONES[moment.kind]),
        Words(moment.said, "bold", 32, BONE),
        Words(moment.headline, "text", 25, ASH),
    ]
    room_wh = (FILM_WH[0] - 80, FILM_WH[1] - 40 - WORDS_TOP)
    write(picture, words, (FILM_WH[0] // 2, WORDS_TOP), room_wh, anchor="middle")
    return picture


def _title(empty: Image.Image, title: str, day: str) -> Image.Image:
    picture = empty.copy()
    words = [Words(title, "display", 64, BONE), Words(day, "text", 28, ASH)]
    room_wh = (FILM_WH[0] - 80, FILM_WH[1] - 120)
    top = (FILM_WH[1] - min(room_wh[1], height_of(words, room_wh[0]))) // 2
    write(picture, words, (FILM_WH[0] // 2, top), room_wh, anchor="middle")
    return picture


def _end(empty: Image.Image, title: str, luck: list[str]) -> Image.Image:
    picture = empty.copy()
    middle, width = FILM_WH[0] // 2, FILM_WH[0] - 90
    lines = [Words(line, "text", 28, BONE) for line in luck[:4]]
    write(picture, lines, (middle, END_TOP), (width, TITLE_TOP - END_TOP), anchor="middle")
    end = [Words(title, "text", 28, ASH), Words("Clashcam", "display", 40, GOLD)]
    write(picture, end, (middle, TITLE_TOP), (width, FILM_WH[1] - 40 - TITLE_TOP), anchor="middle")
    return picture


def _held(picture: Image.Image, frames: int) -> Iterator[Frame]:
    pixels = _pixels(picture)
    yield from (pixels for _ in range(frames))


def _pixels(picture: Image.Image) -> Frame:
    return np.ascontiguousarray(np.asarray(picture)[:, :, ::-1])
