"""What the table tells: the snapshot and its parts as models whose every field names the roles that may see it.

From here come docs/snapshot.md, the types of the page's scripts, docs/openapi.json (``python -m tests.contract
--write``) and the builders of the browser tests.
"""

from webui.table.contract.cards import (
    Candidate,
    CardState,
    Counted,
    OpenSeat,
    Point,
    Seat,
    ShownCard,
    SpecialCard,
)
from webui.table.contract.entries import Chances, Correction, Entry, EntryCard, EntrySeat
from webui.table.contract.roles import HOST, ROLES, Part, Role, told
from webui.table.contract.rounds import Awaited, CountedCards, CountReason, Round
from webui.table.contract.snapshot import (
    Aid,
    CardsLeft,
    Device,
    IgnoredArea,
    Log,
    Mode,
    NetworkState,
    Option,
    Phase,
    Question,
    Session,
    Snapshot,
    Source,
    Throw,
    View,
)
from webui.table.contract.verdicts import Choice, LiveVerdict, Mark, Reason, Step, Tone, Verdict

__all__ = [
    "HOST",
    "ROLES",
    "Aid",
    "Awaited",
    "Candidate",
    "CardState",
    "CardsLeft",
    "Chances",
    "Choice",
    "Correction",
    "CountReason",
    "Counted",
    "CountedCards",
    "Device",
    "Entry",
    "EntryCard",
    "EntrySeat",
    "IgnoredArea",
    "LiveVerdict",
    "Log",
    "Mark",
    "Mode",
    "NetworkState",
    "OpenSeat",
    "Option",
    "Part",
    "Phase",
    "Point",
    "Question",
    "Reason",
    "Role",
    "Round",
    "Seat",
    "Session",
    "ShownCard",
    "Snapshot",
    "Source",
    "SpecialCard",
    "Step",
    "Throw",
    "Tone",
    "Verdict",
    "View",
    "told",
]
