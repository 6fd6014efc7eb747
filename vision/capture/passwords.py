"""A camera's address as it may be shown, stored and told: who signs in there, and how, is nobody's business."""

from __future__ import annotations

import re
from typing import Final, Protocol

MASK: Final = "***"
"""Stands where a name or a password stood: an address with it can be shown, but nothing can be opened by it."""

SECRET_FIELD: Final = re.compile(
    r"((?:[\w.-]*(?:user|usr|uname|login|account|pas|pw|token|secret|auth|key|cred|sig|sess)[\w.-]*|\b[up])=)"
    r"[^&;]*?(?=[&;]|_channel=\d+_stream=\d+\.sdp|$)",
    re.IGNORECASE,
)
"""Cameras also take names and passwords as fields of the path or the query; any characters may stand in one.

Some join the fields of the path by underscores; which of their pictures is meant comes last, and stays.
"""


def masked(word: str) -> str:
    """Return a source's word with a mask in place of whoever signs in and of every password.

    >>> masked("rtsp://ann:secret@10.0.0.7/live"), masked("http://cam/video?user=ann&pwd=secret")
    ('rtsp://***@10.0.0.7/live', 'http://cam/video?user=***&pwd=***')
    """
    scheme, colon, rest = word.partition("://")
    if not colon:
        return word
    return f"{scheme}://" + SECRET_FIELD.sub(rf"\1{MASK}", _without_user(rest))


def is_masked(word: str) -> bool:
    """Tell whether a name or a password is missing from a source's word."""
    return "://" in word and MASK in word


def _without_user(rest: str) -> str:
    """Mask what stands before an @ in the address, even where the password itself holds a slash or an @."""
    host = re.split(r"[/?#]", rest, maxsplit=1)[0]
    if "@" in host:
        user = host.rpartition("@")[0]
    elif ":" in host and "@" in rest:
        user = rest.rpartition("@")[0]
    else:
        return rest
    return MASK + rest.removeprefix(user)


class Keeper(Protocol):
    """Keeps addresses with their passwords beyond the end of the program."""

    def keep(self, shown: str, word: str, /) -> None:
        """Keep an address by how it may be shown."""

    def recall(self, shown: str, /) -> str | None:
        """Return the address that is kept, None if none is."""


class Passwords:
    """Addresses with their passwords by how they may be shown: in memory, and with a keeper if there is one."""

    def __init__(self, keeper: Keeper | None = None) -> None:
        self._known: dict[str, str] = {}
        self._keeper = keeper

    def hide(self, word: str) -> str:
        """Return how a word may be shown and stored, and keep it whole."""
        shown = masked(word)
        if shown != word and self._known.get(shown) != word:
            self._known[shown] = word
            if self._keeper is not None:
                self._keeper.keep(shown, word)
        return shown

    def reveal(self, word: str) -> str:
        """Return the word that was hidden; one whose password is not known as it is."""
        if is_masked(word) and word not in self._known and self._keeper is not None:
            kept = self._keeper.recall(word)
            # What lies there may be anything: it must be this very camera's.
            if kept is not None and masked(kept) == word:
                self._known[word] = kept
        return self._known.get(word, word)
