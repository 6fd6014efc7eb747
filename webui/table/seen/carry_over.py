"""The throw on the table as the store keeps it, so that another pipeline or the next start can go on with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from vision.types import Face, Track, TrackState


class LyingCard(BaseModel):
    """A card of the throw as it is kept; its corners are fractions of the camera's frame."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)
    card: str | None
    face: Literal["up", "down"]
    quad: Annotated[
        list[Annotated[list[float], Field(min_length=2, max_length=2)]], Field(min_length=4, max_length=4)
    ]


def as_lying(cards: Iterable[Track], size_wh: tuple[int, int]) -> list[LyingCard]:
    """Return the cards of a throw as they are kept, in their order."""
    return [
        LyingCard(
            card=card.code,
            face="up" if card.face is Face.UP else "down",
            quad=np.round(card.quad / size_wh, 4).tolist(),
        )
        for card in cards
    ]


def as_tracks(cards: Sequence[LyingCard], size_wh: tuple[int, int]) -> list[Track]:
    """Return kept cards as tracks that nobody sees, with numbers below nought."""
    return [
        Track(
            -number,
            Face(card.face),
            TrackState.SETTLED if card.card or card.face == "down" else TrackState.UNREADABLE,
            np.asarray(np.multiply(card.quad, size_wh), np.float32),
            card.card,
        )
        for number, card in enumerate(cards, start=1)
    ]


def names_of(cards: Iterable[Track]) -> tuple[tuple[str | None, Face], ...]:
    """Return what must change before a throw is kept anew: places tremble, names do not."""
    return tuple((card.code, card.face) for card in cards)
