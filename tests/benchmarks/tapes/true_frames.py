"""The truth of a simulated frame as bytes."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.tapes.answers import corners, packed_json, read_corners, unpacked_json
from vision.types import Face
from vision.virtual.plays.kinematics import Seat
from vision.virtual.truth import Phase, TrueCard, TrueFrame


def pack_truth(truth: TrueFrame, hands: NDArray[np.bool_]) -> bytes:
    """Return what really lies there and where hands are, a picture of a quarter of the size."""
    plain = {
        "frame": truth.frame,
        "t_s": truth.t_s,
        "hands": truth.hands,
        "cards": [_card(card) for card in truth.cards],
        "shape": list(hands.shape),
        "under_hands": b64encode(np.packbits(hands).tobytes()).decode(),
    }
    return packed_json(plain)


def unpack_truth(data: bytes) -> tuple[TrueFrame, NDArray[np.bool_]]:
    """Return the truth of a frame, and where hands are.

    :raise ValueError: if it is none
    """
    plain = unpacked_json(data)
    cards = tuple(_read_card(one) for one in plain["cards"])
    height, width = plain["shape"]
    bits = np.frombuffer(b64decode(plain["under_hands"]), np.uint8)
    hands = np.unpackbits(bits, count=height * width).reshape(height, width).astype(bool)
    return TrueFrame(plain["frame"], plain["t_s"], cards, plain["hands"]), hands


def _card(card: TrueCard) -> dict[str, Any]:
    return {
        "id": card.id,
        "code": card.code,
        "face": card.face.value,
        "quad": corners(card.quad),
        "reversed": bool(card.reversed),
        "visible": float(card.visible),
        "phase": card.phase.value,
        "seat": card.seat.value,
    }


def _read_card(plain: dict[str, Any]) -> TrueCard:
    return TrueCard(
        id=plain["id"],
        code=plain["code"],
        face=Face(plain["face"]),
        quad=read_corners(plain["quad"]),
        reversed=plain["reversed"],
        visible=plain["visible"],
        phase=Phase(plain["phase"]),
        seat=Seat(plain["seat"]),
    )
