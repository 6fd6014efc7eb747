"""A camera's address as it may be shown, stored and sent: without names and passwords."""

from __future__ import annotations

import re
from typing import Final, Protocol

MASK: Final = "***"
"""Replacement for a name or a password: such an address can be shown, but opens nothing."""

SECRET_FIELD: Final = re.compile(
    r"((?<![\w.-])(?:"
    r"(?=[\w.-]*(?:user|usr|uname|login|account|pas|pw|psk|phrase|pin_?code|token|secret|auth|key|cred|sig|sess|access"
    r"|ticket|jwt|hash|hmac|nonce|bearer|cookie|private|geheim|kenn|clave|contras|senha))"
    r"|(?=(?:[\w.-]*[_.-])?(?:[upk]|pin|code|tan|t?otp|sid)[_.=-])"
    r")[\w.-]+=)"
    r"(?!\*{3}(?:[\s&;:.'\"_,)\]}]|$))[^&;]*?(?=[&;]|_channel=\d+_stream=\d+\.sdp|$)",
    re.IGNORECASE,
)
"""Name and password as fields of the path or the query; any characters may be in one.

Some join the fields of the path by underscores; the choice of picture comes last, and is kept. A value that is masked
already is kept too: in a text it ends there. A name is searched once, from its beginning: a camera may send a long one.
"""

ADDRESS: Final = re.compile(r"[A-Za-z][\w+.-]{1,20}://")
"""Beginning of the first address of a line."""

NEXT_ADDRESS: Final = re.compile(
    r"(?<=[\s'\"(<\[{=,;])(?:rtsps?|rtmps?|https?|ftps?|udp|tcp|rtp|srt|mms|postgres(?:ql)?(?:\+\w+)?)://",
    re.IGNORECASE,
)
"""Beginning of a further one; other words before ``://`` may be a part of a password."""

PORT_ALONE: Final = re.compile(r"(?:\[[^\]]*\]|[^:@]*)(?::\d*)?")
"""A host, with or without a port. ``ann:123`` has the same form, so an ``@`` that comes later still counts."""


def masked(word: str) -> str:
    """Return a source's word with a mask in place of whoever signs in and of every password.

    >>> masked("rtsp://ann:secret@10.0.0.7/live"), masked("http://cam/video?user=ann&pwd=secret")
    ('rtsp://***@10.0.0.7/live', 'http://cam/video?user=***&pwd=***')
    """
    scheme, colon, rest = word.partition("://")
    return f"{scheme}://{_masked_rest(rest)}" if colon else word


def without_secrets(text: str) -> str:
    """Return a text of any number of lines with every address in it masked.

    Nobody can tell where an address with a blank or a quote in its password ends, so more may be masked than needed:
    everything up to the last ``@`` of the line, and a secret field up to the next ``&`` or the end of the line.

    >>> without_secrets("lost rtsp://ann:ge heim@10.0.0.7/live for 3 s")
    'lost rtsp://***@10.0.0.7/live for 3 s'
    """
    return "\n".join(map(_masked_line, text.split("\n")))


def is_masked(word: str) -> bool:
    """Return whether a name or a password is missing from a source's word."""
    return "://" in word and MASK in word


def split_user(rest: str) -> tuple[str | None, str]:
    """Split what follows ``://`` into who signs in (None: nobody) and the host with its path.

    The last ``@`` ends the password, whatever stands in it: an ``@`` of a path or query must be written ``%40`` there.
    Where nobody signs in before a path, an ``@`` belongs to the path (``cam/stream@2``).

    >>> split_user("ann:p@ss/word@10.0.0.7/live"), split_user("cam/stream@2")
    (('ann:p@ss/word', '10.0.0.7/live'), (None, 'cam/stream@2'))
    """
    end = _end_of_user(rest)
    return (rest[: end - 1], rest[end:]) if end else (None, rest)


def _end_of_user(rest: str) -> int:
    """Return where the host begins; 0 where nobody signs in before it."""
    authority = re.split(r"[/?#]", rest, maxsplit=1)[0]
    if "@" not in authority and (":" not in authority or re.fullmatch(r"\[[^\]]*\](?::\d*)?", authority)):
        return 0
    end = rest.rfind("@") + 1
    if "@" not in authority and PORT_ALONE.fullmatch(authority):
        # A host with a port: the @ may belong to the password of a field.
        end = 1 + SECRET_FIELD.sub(lambda field: " " * len(field[0]), rest).rfind("@")
    return end


def _masked_rest(rest: str) -> str:
    end = _end_of_user(rest)
    fields = [field for field in SECRET_FIELD.finditer(rest) if field.start() < end < field.end()]
    if fields:  # Both a password's end and the middle of a field: mask both parts.
        return MASK + SECRET_FIELD.sub(rf"\1{MASK}", rest[fields[-1].end() :])
    shown = SECRET_FIELD.sub(rf"\1{MASK}", rest[end:])
    return f"{MASK}@{shown}" if end else shown


def _masked_line(line: str) -> str:
    first = ADDRESS.search(line)
    if first is None:
        return line
    begins = [first.start(), *(each.start() for each in NEXT_ADDRESS.finditer(line, first.end()))]
    pieces = [line[a:b] for a, b in zip(begins, [*begins[1:], len(line)], strict=True)]
    return line[: begins[0]] + "".join(map(_masked_piece, pieces))


def _masked_piece(piece: str) -> str:
    """Mask an address and the text after it up to the next, but not trailing blanks."""
    body = piece.rstrip()
    return masked(body) + piece[len(body) :]


class Keeper(Protocol):
    """Keeps addresses with their passwords beyond the end of the program."""

    def keep(self, shown: str, word: str, /) -> None:
        """Keep an address by its masked form."""

    def recall(self, shown: str, /) -> str | None:
        """Return the kept address, None if there is none."""


class Passwords:
    """Addresses with their passwords by their masked form: in memory, and with a keeper if there is one."""

    def __init__(self, keeper: Keeper | None = None) -> None:
        self._known: dict[str, str] = {}
        self._keeper = keeper

    def hide(self, word: str) -> str:
        """Return the masked form of a word, and keep the word whole."""
        shown = masked(word)
        if shown != word and self._known.get(shown) != word:
            self._known[shown] = word
            if self._keeper is not None:
                self._keeper.keep(shown, word)
        return shown

    def reveal(self, word: str) -> str:
        """Return the whole word of a masked one, or the masked one if it is unknown."""
        if is_masked(word) and word not in self._known and self._keeper is not None:
            kept = self._keeper.recall(word)
            # The store may contain anything: it must be this very camera's.
            if kept is not None and masked(kept) == word:
                self._known[word] = kept
        return self._known.get(word, word)
