"""A session of clashes by lot, as a recording: what a table plays from without a camera and without networks."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

import cv2
import numpy as np

from tests.webui.session import FAR_Y, NEAR_Y
from tests.webui.tracks import SIZE_WH, ScriptedTable
from vision.recording.file import RecordingWriter
from vision.recording.observations import ObservationWriter
from webui.table.seen.pictures import encode_jpeg

FPS: Final = 15
THROW_S: Final = 6.0
CODES: Final = [f"{suit}{number:02d}" for suit in "wcsp" for number in range(1, 15)]

Throw: TypeAlias = frozenset[str]


def record(path: Path, seed: int, seconds: float, throw_s: float = THROW_S, fps: int = FPS) -> list[Throw]:
    """Record a session of clashes by lot, one each ``throw_s`` seconds; return what was thrown, in order."""
    chance, table, thrown = Random(seed), ScriptedTable(), []
    file, observations = RecordingWriter(path), ObservationWriter()

    def look(for_s: float, *, picture: str | None = None) -> None:
        for number in range(round(for_s * fps)):
            shown = {"picture": picture} if picture and not number else {}
            file.write({"seen": observations.write(table.look(1 / fps))} | shown)

    file.write({"form": "sightings"})
    look(2.0)
    for _ in range(int((seconds - 2.0) / throw_s)):
        codes = chance.sample(CODES, 2)
        keys = [table.down(300, y) for y in (NEAR_Y, FAR_Y)]
        look(1.0, picture=some_picture(chance))
        for key, code in zip(keys, codes, strict=True):
            table.flip(key, code)
        look(3.0)
        table.take()
        look(throw_s - 4.0)
        thrown.append(frozenset(codes))
    file.close()
    return thrown


def some_picture(chance: Random) -> str:
    """A picture unlike any other, about as large as a table's."""
    coarse = np.frombuffer(chance.randbytes(48 * 27 * 3), np.uint8).reshape(27, 48, 3)
    grain = (
        np.frombuffer(chance.randbytes(SIZE_WH[0] * SIZE_WH[1]), np.uint8).reshape(*SIZE_WH[::-1], 1) // 24
    )
    smooth = np.asarray(cv2.resize(coarse, SIZE_WH, interpolation=cv2.INTER_CUBIC), np.uint8)
    picture = smooth // 2 + grain
    return b64encode(encode_jpeg(picture, 60)).decode()
