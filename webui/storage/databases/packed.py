"""Plain JSON held small: a long evening has thousands of events, which are read again only when something is undone."""

from __future__ import annotations

import json
import zlib
from typing import Any


def pack(value: Any) -> bytes:
    """Return a JSON value as few bytes; equal values give equal bytes."""
    return zlib.compress(json.dumps(value, separators=(",", ":")).encode())


def unpack(packed: bytes) -> Any:
    """Return a new value each time, which the caller may change.

    >>> unpack(pack({"cards": ("w03", None)}))
    {'cards': ['w03', None]}
    """
    return json.loads(zlib.decompress(packed))
