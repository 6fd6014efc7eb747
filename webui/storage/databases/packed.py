"""Packed JSON: a session may have thousands of events, which are read again only after an undo."""

from __future__ import annotations

import json
import zlib
from typing import Any


def pack(value: object) -> bytes:
    """Return a JSON value as compressed bytes; equal values give equal bytes."""
    return zlib.compress(json.dumps(value, separators=(",", ":")).encode())


def unpack(packed: bytes) -> Any:
    """Return the value, new at each call, so that the caller may change it.

    >>> unpack(pack({"cards": ("w03", None)}))
    {'cards': ['w03', None]}
    """
    return json.loads(zlib.decompress(packed))
