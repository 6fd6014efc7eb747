"""Memory of sharing between two runs: whether the table was shared, and which devices were signed in.

The file lies in the data folder, readable by its owner only. A device's secret is not in it, only the secret's hash.
It is deleted when the Host ends the sharing.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError

from webui.before_sessions import FIELD
from webui.http.auth import MOST_DEVICES, NAME_LIMIT
from webui.storage.syncing import put_in_place

log = logging.getLogger(__name__)

NAME: Final = "sharing.json"
LARGEST: Final = 200_000
"""The largest file in bytes; a larger one is not this program's."""

Short = Annotated[str, Field(max_length=80)]


class KeptDevice(BaseModel):
    """A device that was let in; ``heard_at`` is in seconds since 1970."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    key: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    """The SHA-256 of its secret."""
    name: Annotated[str, Field(max_length=NAME_LIMIT + 10)]
    role: Literal["players", "host"]
    address: Short
    since: Short
    colour: Short = ""
    seat: Short = ""
    heard_at: float


class KeptSharing(BaseModel):
    """The state of sharing when it was last written."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    session: Annotated[str, Field(max_length=200, validation_alias=AliasChoices("session", FIELD))]
    ended: bool = False
    """Whether the program ended normally; False after a crash or a power cut."""
    devices: Annotated[tuple[KeptDevice, ...], Field(max_length=MOST_DEVICES)] = ()


class SharingMemory:
    """The file that holds a :class:`KeptSharing`, in a ``folder``; without one nothing is kept.

    Faults of the disk are logged, and the table is shared all the same.
    """

    def __init__(self, folder: Path | None) -> None:
        self._path = folder / NAME if folder is not None else None
        self._written: KeptSharing | None = None

    def load(self) -> KeptSharing | None:
        """Return the kept state; None where there is none, or it cannot be read."""
        if self._path is None:
            return None
        try:
            with self._path.open("rb") as file:
                data = file.read(LARGEST + 1)
            return KeptSharing.model_validate_json(data) if len(data) <= LARGEST else None
        except FileNotFoundError:
            return None
        except (OSError, ValidationError) as fault:
            log.warning("who was let in is not known any more: %s", fault)
            return None

    def keep(self, sharing: KeptSharing) -> None:
        """Write the state, if it has changed."""
        if self._path is None or sharing == self._written:
            return
        text = sharing.model_dump_json()
        try:
            put_in_place(self._path, lambda part: part.write_text(text, encoding="utf-8"))
        except OSError as fault:
            log.warning("who is let in is not kept for the next start: %s", fault)
            return
        self._written = sharing

    def forget(self) -> None:
        """Delete the kept state."""
        self._written = None
        if self._path is None:
            return
        try:
            self._path.unlink(missing_ok=True)
        except OSError as fault:
            log.warning("who was let in cannot be forgotten: %s", fault)
