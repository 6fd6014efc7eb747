"""Pictures of the stage: a cloth by candlelight with a scene's cards on it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.housedeck.atlas import back, faces

from .builders import Snapshot


@cache
def every_face() -> Mapping[str, NDArray[np.uint8]]:
    """The faces of the house's tarot and of its playing cards."""
    return {**faces(), **faces("english")}


def draw(scene: Snapshot) -> NDArray[np.uint8]:
    """The shown picture of a scene: a cloth by candlelight, its cards, outlined in their seat's colour."""
    width, height = scene["source"]["size"] or (1280, 720)
    if scene["view"]["turn"] % 180:
        width, height = height, width
    picture = cloth(width, height).copy()
    for seat in scene["seats"]:
        for lying in seat["cards"]:
            _lay(picture, lying, seat["colour"])
    for lying in scene["loose"]:
        _lay(picture, lying, "#8f8778")
    return picture


@cache
def cloth(width: int, height: int) -> NDArray[np.uint8]:
    """The empty table by candlelight."""
    random = np.random.default_rng(7)
    ys, xs = np.mgrid[0:height, 0:width]
    light = 1.15 - np.hypot((xs / width - 0.42) * 1.1, ys / height - 0.4)
    weave = random.normal(0, 3, (height, width)) + 3 * np.sin(xs * 0.9) * np.sin(ys * 0.9)
    base = np.array([46, 52, 74], float)
    return np.asarray(np.clip(base * light[..., None] + weave[..., None], 0, 255), np.uint8)


def _lay(picture: NDArray[np.uint8], card: Snapshot, colour: str) -> None:
    face = every_face()[card["card"] or "w07"] if card["card"] or card["face"] == "up" else back()
    height, width = picture.shape[:2]
    corners = np.asarray(card["corners"], np.float32) * (width, height)
    put(picture, face, corners)
    bgr = tuple(int(colour[index : index + 2], 16) for index in (5, 3, 1))
    cv2.polylines(picture, [corners.astype(np.int32)], True, bgr, 2, cv2.LINE_AA)
    name = card["name"] or ("?" if card["face"] == "up" else "")
    x, y = int(corners[:, 0].min()), int(corners[:, 1].max()) + 20
    cv2.putText(picture, name, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.55, bgr, 1, cv2.LINE_AA)


def put(picture: NDArray[np.uint8], face: NDArray[np.uint8], corners: NDArray[np.float32]) -> None:
    """Draw a card's face into a picture; ``corners`` in its pixels, clockwise from the top left."""
    size_wh = picture.shape[1::-1]
    wide, high = face.shape[1], face.shape[0]
    origin = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    warp = cv2.getPerspectiveTransform(origin, corners.astype(np.float32))
    laid = cv2.warpPerspective(face, warp, size_wh, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full(face.shape[:2], 255, np.uint8), warp, size_wh)
    picture[mask > 127] = (laid[mask > 127] * 0.85).astype(np.uint8)


@cache
def face_file(code: str) -> bytes:
    return encoded(back() if code == "back" else every_face()[code], ".webp")


def encoded(picture: NDArray[np.uint8], kind: str) -> bytes:
    return bytes(cv2.imencode(kind, picture)[1])
