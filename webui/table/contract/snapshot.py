"""The snapshot: the state of the whole table, in its language."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from webui.table.contract.cards import Candidate, OpenSeat, Point, Seat, ShownCard, SpecialCard
from webui.table.contract.entries import Chances, Entry
from webui.table.contract.roles import HostOnly, HostOrNull, OnScreen, Part, Public, Role
from webui.table.contract.rounds import CountedCards, Round
from webui.table.contract.verdicts import LiveVerdict, Verdict
from webui.table.settings import BeginStep, ChosenKind, Claims

Phase: TypeAlias = Literal[
    "empty", "gathering", "ready", "flipping", "reading", "question", "verdict", "confirmed"
]

Kind: TypeAlias = Literal[ChosenKind, "round"]


Size: TypeAlias = Annotated[list[int], Field(min_length=2, max_length=2)]
"""Width and height in pixels."""


Recording: TypeAlias = Literal["sightings", "pictures"]
"""The kind of recording: readings and commands, or these and two pictures a second."""


class Session(Part):
    """The session."""

    id: Public[str]
    name: Public[str]
    started: Public[str]


class View(Part):
    """How the camera's picture is shown: turned clockwise, then mirrored; `swap` exchanges near and far."""

    turn: Public[Literal[0, 90, 180, 270]]
    mirror: Public[bool]
    swap: Public[bool]


class CameraMode(Part):
    """The settings of a camera of this machine (of a phone, the size alone); `source` has the true ones."""

    size: Public[Literal["largest", "640x480", "1280x720", "1920x1080", "2560x1440", "3840x2160"]]
    """The size of its frames; largest: up to 1920x1080, at which the camera keeps its rate."""
    fps: Public[Literal[5, 10, 15, 30, 60]]
    hold: Public[bool | None]
    """Whether focus and exposure are held; null: as the driver has them."""


class Claimed(Part):
    """What was tapped for a seat's test or opposed throw, and how many cards that makes (D13 to D21)."""

    skill: Public[str]
    """The Skill or Characteristic in use; empty: none is compared."""
    extra: Public[Claims]
    lost: Public[Claims]
    count: Public[CountedCards | None]
    """null: it cannot be counted."""


class Mode(Part):
    """The kind of throw."""

    kind: Public[Kind]
    intensities: Public[list[int]]
    thrower: Public[str]
    claims: Public[dict[str, Claimed]] = Field(default_factory=dict)
    """By seat."""
    unknown: Public[list[str]] = Field(default_factory=list)
    """What is not noted and does not count therefore, a sentence each (D30b)."""


class Foe(Part):
    """A foe that the Host has prepared."""

    id: Public[str]
    name: Public[str]
    stats: Public[dict[str, int]]
    specials: Public[list[SpecialCard]]
    weapons: Public[dict[str, int]]
    supernatural: Public[bool]


class Throw(Part):
    """The current throw."""

    number: Public[int]
    round: Public[int | None]


class Line(Part):
    """A sentence with its code."""

    code: Public[str]
    text: Public[str]


class Trying(Part):
    """A source on trial, which takes over once it gives a frame: its name, its state, and its fault."""

    kind: Public[Literal["camera", "phone", "file", "url", "demo"]]
    name: Public[str]
    state: Public[Literal["starting", "none", "locked"]]
    message: Public[Line | None]


class Source(Part):
    """The state of the camera."""

    kind: Public[Literal["camera", "phone", "file", "url", "demo", "none"]] = "none"
    name: Public[str] = ""
    state: Public[Literal["starting", "live", "lost", "ended", "none", "locked", "stuck"]] = "starting"
    """locked: its password is unknown, or no phone is paired; stuck: the vision thread is being restarted."""
    since: Public[str | None] = None
    """The time of day since which it is in this state."""
    message: Public[Line | None] = None
    size: Public[Size | None] = None
    """The size of its frames in pixels: width and height."""
    fps: Public[float | None] = None
    far: Public[Literal["camera", "phone", "file", "url", "demo"] | None] = None
    """The kind of the second camera, over the far half of the table."""
    trying: HostOrNull[Trying | None] = None
    """The source that was chosen in its place and has given no frame yet."""


class Aid(Part):
    """How well the cards can be seen."""

    level: Public[float]
    """0 (nothing can be read) to 1."""
    ok: Public[bool]
    problems: Public[list[Line]]


class Device(Part):
    """A device that was let in by a code, and has a sign-in of its own."""

    id: Public[int]
    name: Public[str]
    """Its own name for itself; empty if it has none."""
    role: Public[Role]
    address: Public[str]
    since: Public[str]
    """The time of day of its sign-in."""
    colour: Public[str] = ""
    """The colour that its holder chose, as #rrggbb."""
    seat: Public[str] = ""
    """The seat that its holder chose."""


class PhoneState(Part):
    """The server for a phone as the camera."""

    url: Public[str]
    """The address of its page."""
    code: Public[str]
    """Good for one phone, and for five minutes."""
    name: Public[str | None]
    """The kind of the paired phone; null: none is paired."""
    since: Public[str | None]
    """The time of day of its pairing."""
    sends: Public[bool] = False
    """Whether it has sent a frame."""
    hidden: Public[bool] = False
    """Whether its page is hidden: the phone is locked, or shows something else."""


class NetworkState(Part):
    """The network: whether other machines may sign in, and how."""

    allowed: Public[bool] = False
    urls: Public[list[str]] = Field(default_factory=list)
    codes: Public[dict[str, str]] = Field(default_factory=dict)
    """The codes of sign-in, by role; each is good for a quarter of an hour."""
    devices: Public[list[Device]] = Field(default_factory=list)
    phone: Public[PhoneState | None] = None
    taken: Public[int | None] = None
    """The guests' usual port, if another program has it this time."""
    guessing: Public[list[str]] = Field(default_factory=list)
    """The addresses with too many wrong codes in the last hour."""
    offered: Public[bool] = False
    """Whether sharing is offered again, because the table was shared when it was last played at."""


class Invitation(Part):
    """The address and the code for players' phones."""

    address: Public[str]
    """The text to type into a browser, 192.168.1.2:8766 for instance."""
    code: Public[str]


class Begin(Part):
    """The first start: its step, and the first card that was read."""

    step: Public[BeginStep]
    card: Public[str | None]
    """Its code; null: none is read yet."""
    name: Public[str | None]


class IgnoredArea(Part):
    """An area of the picture in which no card counts."""

    id: Public[str]
    region: Public[list[Point]]


class Option(Part):
    """An answer to a question: the page sends its command with the version."""

    text: Public[str]
    command: Public[dict[str, object]]


class Question(Part):
    """A question that a person must answer before the verdict can come."""

    kind: Public[str]
    key: Public[str | None]
    """The key of the card that is asked about."""
    seat: Public[str | None]
    text: Public[str]
    candidates: Public[list[Candidate]]
    options: Public[list[Option]]


class NextStep(Part):
    """A step after a verdict."""

    code: Public[str]
    text: Public[str]
    seat: Public[str | None]
    """The seat that it is about, null: none alone."""
    command: Public[dict[str, object] | None]
    """The command that begins it, null where it is only announced."""
    options: Public[list[Option]]
    """Commands to choose from."""
    done: Public[bool]


class MainKey(Part):
    """The effect of the Host's one big key."""

    text: Public[str]
    command: Public[dict[str, object] | None]
    """Its command; null where something else is awaited, as the text says."""


class CardsLeft(Part):
    """The number of cards in a deck's draw pile."""

    left: Public[int]
    of: Public[int]
    unlisted: Public[int]
    """The number of cards that were thrown from it, but are not on its list."""


class Log(Part):
    """The log in short; `/api/log` has all of it."""

    count: Public[int]
    last: Public[list[Entry]]
    """The newest entries that stand, oldest first."""


class Snapshot(Part):
    """The whole table."""

    version: Public[int]
    """The version that a command must carry."""
    seen_s: Public[float] = 0.0
    """When its newest frame was captured and read, in seconds since 1970."""
    role: Public[Role]
    language: Public[str]
    session: Public[Session]
    source: Public[Source]
    recording: Public[Recording | None] = None
    """What is recorded of the session just now; every page says so."""
    aid: HostOnly[Aid | None]
    view: Public[View]
    camera: HostOnly[CameraMode]
    decks: HostOnly[list[str]]
    """The decks that are switched on."""
    copies: HostOnly[dict[str, int]]
    """The number of copies on the table of each deck that is switched on."""
    known_decks: HostOnly[list[str]]
    deck_seen: HostOnly[str | None]
    """A deck that is not switched on, cards of which lie on the table."""
    paused: Public[bool]
    foes: HostOnly[list[Foe]] = Field(default_factory=list)
    """The foes that are prepared, to come on with one tap."""
    wizard: HostOnly[bool]
    """Whether the set-up is offered: on the first session, until anything is set up, somebody declines, or the first
    throw is in the log."""
    begin: HostOrNull[Begin | None] = None
    """The first start, while it goes on: no throw is judged meanwhile."""
    keep_pictures: HostOnly[int | None]
    """Of how many earlier sessions the pictures are kept, null: of all."""
    phones_announce: Public[bool] = False
    """Whether players may announce on their own phones."""
    ready: Public[list[str]] = Field(default_factory=list)
    """The seats that said that they are ready to flip this throw."""
    flip_at_ms: Public[int | None] = None
    """When all flip at once, or did last, by the clock of `/api/clock`; null: nobody has counted down yet."""
    mode: Public[Mode]
    phase: Public[Phase]
    """reading: all lie face up, the verdict is on its way."""
    throw: Public[Throw]
    seats: Public[list[Seat | OpenSeat]]
    loose: Public[list[ShownCard]]
    """The cards on the table that do not count; their state has the reason."""
    uncounted: HostOnly[int]
    """The number of preexisting cards that could be part of the throw."""
    unseated: HostOnly[int] = 0
    """The number of newly laid cards that do not count, as they lie in nobody's place."""
    ignored: HostOnly[list[IgnoredArea]]
    question: HostOrNull[Question | None]
    verdict: Public[LiveVerdict | None]
    steps: Public[list[NextStep]]
    """The steps after the verdict."""
    main_key: HostOnly[MainKey]
    turn: Public[Verdict | None]
    """The state of another system's turn, unless something has been thrown since."""
    round: Public[Round | None]
    odds: HostOrNull[dict[str, Chances] | None]
    """Before the flip, everybody's exact chances by seat: they reveal the Horror's Deck."""
    odds_doubt: HostOrNull[str | None]
    """The reason why these chances are not exact, in one sentence; null: they are."""
    cards_left: HostOrNull[dict[str, CardsLeft] | None]
    """By side."""
    log: Public[Log]
    undo: HostOnly[str | None]
    """The effect of undo, in words."""
    unfinished: HostOnly[list[str]]
    """What would be left unfinished if a new session began now, in sentences."""
    act: HostOnly[int]
    """The number of the newest event that can be undone; 0: none."""
    desks: HostOnly[dict[str, dict[str, object]]]
    """The worksheets of other systems, by system."""
    unread: HostOnly[list[str]]
    """The damaged events of the store, in one line each."""
    network: HostOnly[NetworkState]
    invitation: OnScreen[Invitation | None]
    """For the TV, while sharing is on."""
