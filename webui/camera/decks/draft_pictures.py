"""Cards of a deck that is being learnt, from picture files: one card a file by its name, or all that lie on a table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Final

import numpy as np
from numpy.typing import NDArray

import models
from vision.galleries.enrolment import at_height
from vision.galleries.sampling import HIGHEST_PX, LOWEST_PX, CardSampler, upright
from vision.geometry import SAME_SIZE, quad_area, quad_size_wh, rectify
from vision.images import HeicError, PictureError, decode_picture, load_frame
from vision.overlap import overlap_area
from vision.recognition.embedder import Embedder
from vision.types import Crop, Face, Frame, Quad
from webui.camera.decks.card_names import BACK, code_of
from webui.camera.decks.draft import About
from webui.camera.decks.enrolment import SMALLEST_PX, Intake, card_name_of
from webui.camera.decks.readable import DeckError
from webui.camera.trackers import EMBEDDER, make_detector

MOST_PX: Final = 120_000_000
"""Pixels of one picture; the largest phones' have 200 million only where nobody asked for them."""

MANY: Final = 2
"""Cards of a photograph: of one alone its name has to say which it is, unless somebody asked for it."""

UP: Final[NDArray[np.float32]] = np.array([0, -1], np.float32)

SAME_AREA: Final = 2.0
"""By what factor the area of a card on a photograph may differ from the usual one: the far row is smaller."""


def cards_in(
    name: str, data: bytes, about: About, wanted: Sequence[str], known: Mapping[str, Frame]
) -> dict[str, Crop]:
    """Return the cards of a picture file: one by the file's name, else those that lie on it, in reading order.

    Those are the ``wanted`` ones, one after the other; what is ``known`` already is left out.

    :raise DeckError: it is no picture, is too small, or shows no card
    """
    path = PurePosixPath(name)
    code = code_of(card_name_of(path), about.order)
    if (
        code == BACK or "." in path.stem
    ):  # Another version of a card beside it, as Arcana Land's decks have them.
        return {}
    picture = _decoded(path.name, data)
    if code in about.codes:
        return {code: at_height(picture, HIGHEST_PX)}
    crops = _new_ones(_cards_on(picture), known)
    if not crops:
        raise DeckError("picture-empty", file=path.name)
    return dict(zip(wanted, crops, strict=False))


def take_photographs(intake: Intake, about: About) -> dict[Path, tuple[str, ...]]:
    """Take the cards of photographs of many cards as the missing ones, in order; return which each was taken for.

    Refused are a picture of one card alone, of which nobody says what it is, and more cards than are missing.
    """
    taken: dict[Path, tuple[str, ...]] = {}
    for path in sorted(intake.unnamed, key=_by_number):
        try:
            lying = _cards_on(load_frame(path))
        except PictureError as fault:
            intake.refused.append(str(fault))
            continue
        new = _new_ones(lying, intake.pictures)
        missing = [code for code in about.codes if code not in intake.pictures]
        if len(lying) < MANY:
            intake.refused.append(
                f"{path}: names no card; name it by code (m07, c10, Qh) or by name (the-chariot, ten-of-cups)"
            )
        elif not 0 < len(new) <= len(missing):
            intake.refused.append(f"{path}: {len(new)} new cards lie on it, {len(missing)} are missing")
        else:
            taken[path] = tuple(missing[: len(new)])
            intake.pictures.update(zip(taken[path], new, strict=True))
            intake.sources.update(dict.fromkeys(taken[path], path))
    return taken


def _by_number(path: Path) -> list[tuple[str, int]]:
    """Sort IMG_9 before IMG_10."""
    return [(text, int(number or 0)) for text, number in re.findall(r"(\D*)(\d*)", path.name.lower())]


def _new_ones(crops: Sequence[Crop], known: Mapping[str, Frame]) -> list[Crop]:
    memory = CardSampler(Embedder(models.weights_path(EMBEDDER)))
    for code, shown in known.items():
        memory.know(code, shown)
    return [crop for crop in crops if memory.known_as(memory.vectors_of(crop)) is None]


def _decoded(name: str, data: bytes) -> Frame:
    try:
        picture = decode_picture(data, MOST_PX)
    except HeicError:
        raise DeckError("picture-heic", file=name) from None
    except PictureError:
        raise DeckError("picture-unread", file=name) from None
    if min(picture.shape[:2]) < SMALLEST_PX:
        raise DeckError("picture-small", file=name, least=SMALLEST_PX)
    return picture


def _cards_on(picture: Frame) -> list[Crop]:
    return [_cut(picture, quad) for quad in lying_on(picture)]


def lying_on(picture: Frame) -> list[Quad]:
    """Find the cards that lie on a photograph, row by row."""
    found = make_detector().detect(picture)
    quads = _apart([upright(each.quad, UP) for each in found if each.face is Face.UP])
    usual = _usual_area(quads)
    alike = [quad for quad in quads if usual / SAME_AREA < abs(quad_area(quad)) < usual * SAME_AREA]
    return [quad for quad in reading_order(alike) if quad_size_wh(quad)[1] >= LOWEST_PX]


def _usual_area(quads: Sequence[Quad]) -> float:
    """Area of a card on a photograph: most of what is covered at all is covered by cards.

    What lies about, or is drawn on something, may be more in number.
    """
    areas = np.sort([abs(quad_area(quad)) for quad in quads])
    return float(areas[np.searchsorted(areas.cumsum(), areas.sum() / 2)]) if quads else 0.0


def _apart(quads: Sequence[Quad]) -> list[Quad]:
    """Leave out what lies on a larger one by more than corners err: a part of a large card may look like a card, and
    of a card that is covered no whole picture can be taken."""
    kept: list[Quad] = []
    for quad in sorted(quads, key=lambda quad: -abs(quad_area(quad))):
        if all(overlap_area(quad, other) <= SAME_SIZE * abs(quad_area(quad)) for other in kept):
            kept.append(quad)
    return kept


def reading_order(quads: Sequence[Quad]) -> list[Quad]:
    """Sort cards row by row, each from left to right."""
    rows: list[list[Quad]] = []
    for quad in sorted(quads, key=lambda quad: float(quad[:, 1].mean())):
        reach = quad_size_wh(quad)[1] / 2
        if rows and quad[:, 1].mean() - np.mean([other[:, 1].mean() for other in rows[-1]]) < reach:
            rows[-1].append(quad)
        else:
            rows.append([quad])
    return [quad for row in rows for quad in sorted(row, key=lambda quad: float(quad[:, 0].mean()))]


def _cut(picture: Frame, quad: Quad) -> Crop:
    width, height = quad_size_wh(quad)
    scale = min(1.0, HIGHEST_PX / height)
    return rectify(picture, quad, (max(8, round(width * scale)), round(height * scale)))
