"""The snapshot: the whole table as it is now, in the language of the table."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from webui.table.contract.cards import Candidate, OpenSeat, Point, Seat, ShownCard
from webui.table.contract.entries import Chances, Entry
from webui.table.contract.roles import HostOnly, HostOrNull, OnScreen, Part, Public, Role
from webui.table.contract.rounds import Round
from webui.table.contract.verdicts import LiveVerdict, Verdict

Phase: TypeAlias = Literal[
    "empty", "gathering", "ready", "flipping", "reading", "question", "verdict", "confirmed"
]

Kind: TypeAlias = Literal["clash", "test", "opposed", "c10", "c100", "pulp", "round"]


Size: TypeAlias = Annotated[list[int], Field(min_length=2, max_length=2)]
"""Width and height in pixels."""


Recording: TypeAlias = Literal["sightings", "pictures"]
"""What is recorded: what was seen and ordered, or that and two pictures a second."""


class Session(Part):
    """The evening."""

    id: Public[str]
    name: Public[str]
    started: Public[str]


class View(Part):
    """How the camera's picture is shown: turned clockwise, then mirrored; `swap` exchanges near and far."""

    turn: Public[Literal[0, 90, 180, 270]]
    mirror: Public[bool]
    swap: Public[bool]


class CameraMode(Part):
    """What is asked of a camera of this machine, and of a phone the size alone; `source` says what it gives."""

    size: Public[Literal["largest", "640x480", "1280x720", "1920x1080", "2560x1440", "3840x2160"]]
    """Of the picture; largest: up to 1920x1080, at which the camera keeps the rate."""
    fps: Public[Literal[5, 10, 15, 30, 60]]
    hold: Public[bool | None]
    """Whether focus and exposure are held; null: as the driver has them."""


class Mode(Part):
    """What is being thrown for."""

    kind: Public[Kind]
    intensities: Public[list[int]]
    thrower: Public[str]


class Throw(Part):
    """Which throw it is."""

    number: Public[int]
    round: Public[int | None]


class Line(Part):
    """A sentence with the code that it stands for."""

    code: Public[str]
    text: Public[str]


class Trying(Part):
    """A source that is to take over once it sends a picture: what it is called, how it is, and why it sends none."""

    kind: Public[Literal["camera", "phone", "file", "url", "demo"]]
    name: Public[str]
    state: Public[Literal["starting", "none", "locked"]]
    message: Public[Line | None]


class Source(Part):
    """How the camera is."""

    kind: Public[Literal["camera", "phone", "file", "url", "demo", "none"]] = "none"
    name: Public[str] = ""
    state: Public[Literal["starting", "live", "lost", "ended", "none", "locked", "stuck"]] = "starting"
    """locked: its password is unknown, or no phone is paired; stuck: the vision thread is being restarted."""
    since: Public[str | None] = None
    """Since what time of day it has been so."""
    message: Public[Line | None] = None
    size: Public[Size | None] = None
    """Of the picture, in pixels: width and height."""
    fps: Public[float | None] = None
    far: Public[Literal["camera", "phone", "file", "url", "demo"] | None] = None
    """What a second camera is, over the far half of the table."""
    trying: HostOrNull[Trying | None] = None
    """What was chosen in its place and has sent no picture yet."""


class Aid(Part):
    """How well the cards can be seen."""

    level: Public[float]
    """0 (nothing can be read) to 1."""
    ok: Public[bool]
    problems: Public[list[Line]]


class Device(Part):
    """A device that was let in by a code, and has a session of its own."""

    id: Public[int]
    name: Public[str]
    """What it calls itself; nothing if it does not say."""
    role: Public[Role]
    address: Public[str]
    since: Public[str]
    """Since what time of day."""
    colour: Public[str] = ""
    """What whoever holds it has chosen, as #rrggbb."""
    seat: Public[str] = ""
    """The seat that they say is theirs."""


class PhoneState(Part):
    """A phone may come and be the camera."""

    url: Public[str]
    """Where its page is."""
    code: Public[str]
    """Good for one phone, and for five minutes."""
    name: Public[str | None]
    """What the phone that is paired is; None: none is."""
    since: Public[str | None]
    """Since what time of day it is paired."""
    sends: Public[bool] = False
    """Whether it has sent a picture."""


class NetworkState(Part):
    """Whether other machines may come in, and how."""

    allowed: Public[bool] = False
    urls: Public[list[str]] = Field(default_factory=list)
    codes: Public[dict[str, str]] = Field(default_factory=dict)
    """The codes that let a device in, by role; each is good for a quarter of an hour."""
    devices: Public[list[Device]] = Field(default_factory=list)
    phone: Public[PhoneState | None] = None
    taken: Public[int | None] = None
    """The guests' usual port, where another program listens this time."""
    guessing: Public[list[str]] = Field(default_factory=list)
    """The addresses from which too many wrong codes came within the hour."""
    offered: Public[bool] = False
    """The table was shared when it was last played at, and nobody has said whether it is to be again."""


class Invitation(Part):
    """How a player's phone comes in."""

    address: Public[str]
    """What is typed into its browser, 192.168.1.2:8766 for instance."""
    code: Public[str]


class IgnoredArea(Part):
    """An area of the picture in which nothing counts."""

    id: Public[str]
    region: Public[list[Point]]


class Option(Part):
    """An answer to a question: the page sends its command with the version."""

    text: Public[str]
    order: Public[dict[str, Any]]


class Question(Part):
    """What a person must answer before the verdict can come."""

    kind: Public[str]
    key: Public[str | None]
    """The card that is meant."""
    seat: Public[str | None]
    text: Public[str]
    candidates: Public[list[Candidate]]
    options: Public[list[Option]]


class NextStep(Part):
    """What comes after a verdict."""

    code: Public[str]
    text: Public[str]
    seat: Public[str | None]
    """Whom it is about, null: nobody alone."""
    order: Public[dict[str, Any] | None]
    """The command that begins it, null where it is only announced."""
    options: Public[list[Option]]
    """Commands to choose from."""
    done: Public[bool]


class MainKey(Part):
    """What the Host's one big key does now."""

    text: Public[str]
    order: Public[dict[str, Any] | None]
    """Its command; null where something else is awaited, as the text says."""


class CardsLeft(Part):
    """How many cards a deck's pile still has."""

    left: Public[int]
    of: Public[int]
    unlisted: Public[int]
    """How many cards were thrown from it though its list does not hold them."""


class Log(Part):
    """The log in short; `/api/log` has all of it."""

    count: Public[int]
    last: Public[list[Entry]]
    """The newest entries that stand, oldest first."""


class Snapshot(Part):
    """The whole table."""

    version: Public[int]
    """What a command must carry."""
    seen_s: Public[float] = 0.0
    """When the newest frame that is in it was looked at, in seconds since 1970."""
    role: Public[Role]
    language: Public[str]
    session: Public[Session]
    source: Public[Source]
    recording: Public[Recording | None] = None
    """What is recorded of the evening just now; every page says so."""
    aid: HostOnly[Aid | None]
    view: Public[View]
    camera: HostOnly[CameraMode]
    decks: HostOnly[list[str]]
    """The decks that are looked for."""
    copies: HostOnly[dict[str, int]]
    """How many copies lie on the table of each deck that is looked for."""
    known_decks: HostOnly[list[str]]
    deck_seen: HostOnly[str | None]
    """A deck whose cards lie there although it is not looked for."""
    paused: Public[bool]
    wizard: HostOnly[bool]
    """Whether the set-up is offered: on the first evening, until anything is set up, somebody declines, or the first
    throw is in the log."""
    keep_pictures: HostOnly[int | None]
    """Of how many earlier evenings the pictures are kept, null: of all."""
    mode: Public[Mode]
    phase: Public[Phase]
    """reading: all lie face up, the verdict is on its way."""
    throw: Public[Throw]
    seats: Public[list[Seat | OpenSeat]]
    loose: Public[list[ShownCard]]
    """What lies on the table and does not count; its state says why."""
    uncounted: HostOnly[int]
    """Cards that lay there before the throw and could be part of it."""
    ignored: HostOnly[list[IgnoredArea]]
    question: HostOrNull[Question | None]
    verdict: Public[LiveVerdict | None]
    steps: Public[list[NextStep]]
    """What comes next after the verdict."""
    main_key: HostOnly[MainKey]
    turn: Public[Verdict | None]
    """Where another system's turn stands, as long as nothing has been thrown since."""
    round: Public[Round | None]
    odds: HostOrNull[dict[str, Chances] | None]
    """Before the flip, everybody's exact chances by seat: they reveal the Horror's Deck."""
    odds_doubt: HostOrNull[str | None]
    """Why these chances are not exact, in one sentence; null: they are."""
    cards_left: HostOrNull[dict[str, CardsLeft] | None]
    """By side."""
    log: Public[Log]
    undo: HostOnly[str | None]
    """What undo would take back, in words."""
    unfinished: HostOnly[list[str]]
    """What would be left unfinished if a new evening began now, in sentences."""
    act: HostOnly[int]
    """The number of the last thing that a person did and that holds; 0: none."""
    desks: HostOnly[dict[str, dict[str, Any]]]
    """What each system's page is working on, by system."""
    unread: HostOnly[list[str]]
    """What lies damaged in the store, in one line each."""
    network: HostOnly[NetworkState]
    invitation: OnScreen[Invitation | None]
    """For the TV, while sharing is on."""
