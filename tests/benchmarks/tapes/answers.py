"""The networks' answers as bytes: JSON with names of its own, so that renaming a field in code damages no tape."""

from __future__ import annotations

import json
import zlib
from typing import Any

import numpy as np

from vision.types import Detection, Face, Quad, Reading

Plain = dict[str, Any]


def pack(kind: str, answer: Any) -> bytes:
    """Return an answer of this kind (``tests.benchmarks.remembered``) as bytes."""
    if kind == "embed":
        return np.asarray(answer, "<f4").tobytes()
    if kind == "log-odds":
        return np.array([answer], "<f4").tobytes()
    if kind.startswith("detect"):
        return packed_json([_detection(one) for one in answer])
    return packed_json([_reading(one) for one in answer])


def unpack(kind: str, data: bytes) -> Any:
    """Return an answer from its bytes.

    :raise ValueError: if they are none
    """
    if kind == "embed":
        return np.frombuffer(data, "<f4").astype(np.float32)
    if kind == "log-odds":
        return float(np.frombuffer(data, "<f4")[0])
    make = _read_detection if kind.startswith("detect") else _read_reading
    return [make(one) for one in unpacked_json(data)]


def packed_json(plain: Any) -> bytes:
    """Return JSON, compressed."""
    return zlib.compress(json.dumps(plain, separators=(",", ":")).encode(), 6)


def unpacked_json(data: bytes) -> Any:
    """Return what compressed JSON says.

    :raise ValueError: if it is none
    """
    try:
        return json.loads(zlib.decompress(data))
    except zlib.error as error:
        raise ValueError(str(error)) from error


def _detection(one: Detection) -> Plain:
    return {
        "quad": corners(one.quad),
        "face": one.face.value,
        "score": float(one.score),
        "others": [corners(quad) for quad in one.pose_hypotheses],
        "low": bool(one.low_score),
        "close": bool(one.close),
    }


def _read_detection(plain: Plain) -> Detection:
    return Detection(
        quad=read_corners(plain["quad"]),
        face=Face(plain["face"]),
        score=plain["score"],
        pose_hypotheses=tuple(map(read_corners, plain["others"])),
        low_score=plain["low"],
        close=plain["close"],
    )


def _reading(one: Reading) -> Plain:
    return {
        "quad": corners(one.quad),
        "face": one.face.value,
        "code": one.code,
        "deck": one.deck,
        "reversed": None if one.reversed is None else bool(one.reversed),
        "confidence": float(one.confidence),
        "candidates": [[code, float(share)] for code, share in one.candidates],
        "index": bool(one.by_index),
    }


def _read_reading(plain: Plain) -> Reading:
    return Reading(
        quad=read_corners(plain["quad"]),
        face=Face(plain["face"]),
        code=plain["code"],
        deck=plain["deck"],
        reversed=plain["reversed"],
        confidence=plain["confidence"],
        candidates=tuple((code, share) for code, share in plain["candidates"]),
        by_index=plain["index"],
    )


def corners(quad: Quad) -> list[list[float]]:
    """Return a quad's corners for JSON, to the bit."""
    return [[float(x), float(y)] for x, y in quad]


def read_corners(plain: list[list[float]]) -> Quad:
    """Return a quad from JSON."""
    return np.array(plain, np.float32)
