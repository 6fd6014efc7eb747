"""The sessions as a library: each in short, and one with all that was thrown. They are the Host's alone."""

from __future__ import annotations

from webui.table.contract.entries import Entry
from webui.table.contract.roles import HostOnly, Part


class SessionLine(Part):
    """A session in short."""

    id: HostOnly[str]
    name: HostOnly[str]
    """As somebody named it, else its id."""
    started: HostOnly[str]
    """When it began: ISO 8601 with its offset."""
    tonight: HostOnly[bool]
    """Whether it is the one that is played."""
    throws: HostOnly[int]
    """Entries of its log that were not taken back."""
    who: HostOnly[list[str]]
    """Everybody who threw."""
    picture: HostOnly[str | None]
    """The digest of its first picture: `/pictures/DIGEST.jpg`."""


class SessionLog(Part):
    """A session with all that was thrown."""

    session: HostOnly[SessionLine]
    entries: HostOnly[list[Entry]]
    """Oldest first."""
    unread: HostOnly[list[str]]
    """What of it lies damaged in the store, in one line each."""
