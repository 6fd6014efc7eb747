"""Kinds of devices, by the User-Agent of their browsers."""

from __future__ import annotations

from typing import Final

KINDS: Final = {
    "iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "OBS": "OBS",
    "Windows": "Windows", "Macintosh": "Mac", "Linux": "Linux",
}  # fmt: skip


def device_kind(user_agent: str) -> str:
    """Return the default name of a device: the kind that its browser names.

    >>> device_kind("Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)"), device_kind("")
    ('iPhone', '')
    """
    return next((kind for word, kind in KINDS.items() if word in user_agent), "")
