"""The best moments of a session, for the morning after; they are the Host's alone, like the sessions."""

from __future__ import annotations

from typing import Literal

from webui.table.contract.roles import HostOnly, Part
from webui.table.contract.sessions import SessionLine


class Moment(Part):
    """One action that is worth showing: the longest odds beaten, a critical, the narrowest success, or a fumble."""

    kind: HostOnly[Literal["odds", "critical", "narrow", "fumble"]]
    entry: HostOnly[int]
    """The entry of the log that it is of."""
    at: HostOnly[str]
    """Time of day."""
    seat: HostOnly[str]
    name: HostOnly[str]
    side: HostOnly[str]
    card: HostOnly[str]
    """The card that counted; of a critical the one that made it critical."""
    card_name: HostOnly[str]
    value: HostOnly[int]
    critical: HostOnly[bool]
    crop: HostOnly[str | None]
    """The digest of that card's own picture; null where none was kept."""
    label: HostOnly[str]
    """Why it is a moment, in a word or two: "Against the odds"."""
    said: HostOnly[str]
    """What it was: "Bill's Moon, a chance of 5%, 18 > 9"."""
    headline: HostOnly[str]
    """The verdict in one line: "Bill hits The Ghoul, 18 > 9"."""


class Moments(Part):
    """The moments of a session, and who was lucky."""

    session: HostOnly[SessionLine]
    moments: HostOnly[list[Moment]]
    """The best first."""
    luck: HostOnly[list[str]]
    """Who was lucky, a sentence each; nobody of whom fewer than five throws have known odds."""
    unconfirmed: HostOnly[int]
    """Entries that nobody has confirmed: they are no moments."""
