"""What the log keeps of a throw: the shown picture and each card's crop, by digest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from vision.geometry import rectify
from vision.types import Frame, Track
from webui.http.streams import encode_jpeg
from webui.storage.store import Store
from webui.table.placement import show
from webui.table.settings import View

CROP_SIZE_WH: Final = (140, 240)


def keep_throw(store: Store, frame: Frame | None, tracks: Iterable[Track], view: View) -> dict[str, Any]:
    """Store the picture of a throw and its cards' crops; return their digests as an entry holds them.

    :raise StoreError: the disk is full; nothing has been confirmed yet
    """
    if frame is None:
        return {"picture": None, "crops": []}
    crops = [encode_jpeg(rectify(frame, track.quad, CROP_SIZE_WH)) for track in tracks]
    return {
        "picture": store.keep_picture(encode_jpeg(show(frame, view))),
        "crops": [store.keep_picture(crop) for crop in crops],
    }
