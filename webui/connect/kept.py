"""Memory of the connections between two runs: what is switched on, and which tokens there are.

The file lies in the data folder, readable by its owner only. It holds no secret: of a token its SHA-256, of an
address that is one (a webhook's) the part before its path. Secrets lie in the system's keyring.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from webui.storage.syncing import put_in_place

log = logging.getLogger(__name__)

NAME: Final = "connect.json"
LARGEST: Final = 100_000
"""The largest file in bytes; a larger one is not this program's."""

MOST_TOKENS: Final = 16
NAME_LIMIT: Final = 40

Kind: TypeAlias = Literal["webhook", "mqtt", "discord"]

Text = Annotated[str, Field(max_length=600)]


class KeptToken(BaseModel):
    """A token for the stream, without its secret."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    id: Annotated[str, Field(pattern=r"^[0-9a-f]{8}$")]
    key: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    """The SHA-256 of the token."""
    name: Annotated[str, Field(max_length=NAME_LIMIT)]
    made: Annotated[str, Field(max_length=40)]
    """The day on which it was made."""
    commands: bool = False
    """Whether the Host lets it give commands."""


class KeptConnection(BaseModel):
    """The settings of a connection, without its secrets."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    on: bool = False
    shown: Text = ""
    """The address, or the part of it that is no secret."""
    anywhere: bool = False
    """Whether it may lead out of the own network."""
    user: Text = ""
    topic: Text = ""
    sealed: bool = False
    """Whether something of it lies in the keyring."""


class KeptConnect(BaseModel):
    """All of it."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    tokens: Annotated[tuple[KeptToken, ...], Field(max_length=MOST_TOKENS)] = ()
    connections: dict[Kind, KeptConnection] = Field(default_factory=dict)


class ConnectMemory:
    """The file that holds a :class:`KeptConnect`, in a ``folder``; without one nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self._path = folder / NAME if folder is not None else None

    def load(self) -> KeptConnect:
        """Return what is kept; nothing where there is none, or it cannot be read."""
        if self._path is None:
            return KeptConnect()
        try:
            with self._path.open("rb") as file:
                data = file.read(LARGEST + 1)
            return KeptConnect.model_validate_json(data) if len(data) <= LARGEST else KeptConnect()
        except FileNotFoundError:
            return KeptConnect()
        except (OSError, ValidationError) as fault:
            log.warning("the connections are not known any more: %s", fault)
            return KeptConnect()

    def keep(self, kept: KeptConnect) -> None:
        """Write it.

        :raise OSError: the disk does not take it
        """
        if self._path is None:
            return
        text = kept.model_dump_json()
        put_in_place(self._path, lambda part: part.write_text(text, encoding="utf-8"))
