"""The Host's settings: seats, view, mode, language. Frozen values that travel as JSON, checked when they are made."""

from __future__ import annotations

from typing import Annotated, Literal, Self, TypeAlias, TypeVar

from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from rules.demon_city import HOST_SIDE, PLAYERS_SIDE
from rules.limits import HIGHEST_NUMBER, HIGHEST_STAT, MOST_TOUGHNESS_LOST
from rules.names import normalized
from webui.documents.errors import is_control
from webui.i18n import LANGUAGES
from webui.i18n.refusals import RefusedError, first_misfit
from webui.i18n.seats import WHOLE_SIDES

Fraction: TypeAlias = Annotated[float, Field(ge=0, le=1)]
"""A coordinate on the shown picture, 0 (left, top) to 1 (right, bottom)."""

Region: TypeAlias = Annotated[tuple[tuple[Fraction, Fraction], ...], Field(min_length=3, max_length=32)]
"""A polygon on the shown picture."""


def unbroken(text: object) -> object:
    """Return a text with blanks in place of line feeds and other control characters."""
    if not isinstance(text, str):
        return text
    return "".join(" " if is_control(letter) else letter for letter in text)


Side: TypeAlias = Annotated[str, Field(min_length=1, max_length=40), BeforeValidator(unbroken)]
Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=80), BeforeValidator(unbroken)]
CardCode: TypeAlias = Annotated[str, Field(pattern=r"^(m(0\d|1\d|2[01])|[wcsp](0[1-9]|1[0-4]))$")]

AnyCardCode: TypeAlias = CardCode | Annotated[str, Field(pattern=r"^[A2-9TJQK][shdc]$")]
"""A tarot card, or a playing card by rank and suit."""

PLAYERS_COLOUR = "#6fb1d6"
HOST_COLOUR = "#d98a4b"


StatNumber: TypeAlias = Annotated[int, Field(ge=0, le=HIGHEST_STAT)]


class SettingError(RefusedError, ValueError):
    """A setting that does not fit."""


class Value(BaseModel):
    """Base of frozen values that refuse unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class View(Value):
    """How the camera's picture is shown: turned clockwise by ``turn`` degrees, then mirrored left to right."""

    turn: Literal[0, 90, 180, 270] = 0
    mirror: bool = False
    swap: bool = False


PictureSize: TypeAlias = Literal["largest", "640x480", "1280x720", "1920x1080", "2560x1440", "3840x2160"]
"""Width and height in pixels, or the largest at which a camera keeps the rate."""

Rate: TypeAlias = Literal[5, 10, 15, 30, 60]
"""Frames a second."""


class CameraMode(Value):
    """The settings of a camera of this machine, which comes as near to them as it can.

    ``hold`` is whether focus and exposure are kept as they are once they have settled; None leaves them to its driver.
    """

    size: PictureSize = "largest"
    fps: Rate = 30
    hold: bool | None = None

    @property
    def size_wh(self) -> tuple[int, int]:
        """The frame size to ask for, in pixels; for the largest, that of a camera that cannot choose."""
        width, height = ("1280x720" if self.size == "largest" else self.size).split("x")
        return int(width), int(height)


ChosenKind: TypeAlias = Literal["clash", "test", "opposed", "c10", "c100", "pulp"]
"""The kinds of throw that the Host can choose; each is a class of `webui/table/modes/`."""


class Mode(Value):
    """The kind of throw while no Action Round is open (D8, D9, D6, D7, D27)."""

    kind: ChosenKind = "clash"
    intensities: Annotated[
        tuple[Annotated[int, Field(ge=0, le=HIGHEST_NUMBER)], ...], Field(min_length=1, max_length=9)
    ] = (4,)
    thrower: str = "players"


MOST_COPIES = 4
"""The most copies of one deck on a table."""

BeginStep: TypeAlias = Literal["card", "seats", "guests"]
"""A step of the first start: a first card, a card before each person, phones and TV."""

Copies: TypeAlias = Annotated[int, Field(ge=1, le=MOST_COPIES)]
"""The number of copies of a deck on the table."""


class Special(Value):
    """A horror's card with a special effect (D12)."""

    card: CardCode
    text: Annotated[str, Field(min_length=1, max_length=500), BeforeValidator(unbroken)]


Range: TypeAlias = Literal["close", "10 feet", "30 feet"]
"""A distance between two at which a weapon is good or not (D18)."""

Condition: TypeAlias = Literal["injured", "panic", "out-of-the-fight", "may-reposition"]
"""A condition of somebody, in a fight and after it (D20, D24, D31)."""

Stats: TypeAlias = Annotated[dict[Name, StatNumber], Field(max_length=40)]
"""Characteristics and Skills by their names, as the table calls them."""

Claims: TypeAlias = list[object]
"""Advantages or losses as a document of throws has them; the rules read and refuse them."""

Weapons: TypeAlias = dict[Range, StatNumber]
"""The value of the weapon that somebody carries, at each range; where none is given, bare hands (D18)."""


class Armed(Value):
    """Somebody's stats, special cards and weapon."""

    name: Name
    stats: Stats = Field(default_factory=dict)
    specials: tuple[Special, ...] = ()
    weapons: Weapons = Field(default_factory=dict)
    supernatural: bool = False
    """Whether their attacks are supernatural (D18)."""


class Foe(Armed):
    """Somebody of the Host's who is prepared, and comes on with one tap."""

    id: Annotated[str, Field(min_length=1, max_length=40)]


class Seat(Value):
    """One participant's place at the table; ``region`` None: a half of the picture."""

    id: Annotated[str, Field(min_length=1, max_length=40)]
    name: Name
    side: Side
    colour: Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]
    region: Region | None = None
    significators: tuple[CardCode, ...] = ()
    awaited: Annotated[int, Field(ge=1, le=20)] | None = Field(
        default=None, validation_alias=AliasChoices("awaited", "wanted")
    )
    """The number of cards that are awaited; None: any number."""
    stats: dict[str, int] = Field(default_factory=dict)
    specials: tuple[Special, ...] = ()
    weapons: Weapons = Field(default_factory=dict)
    supernatural: bool = False
    """Whether their attacks are supernatural (D18)."""
    conditions: tuple[Condition, ...] = ()
    """What the last fight left, until somebody takes it back (D20, D24)."""
    lost_toughness: Annotated[int, Field(ge=0, le=MOST_TOUGHNESS_LOST)] = 0
    """The damage that was taken, until Toughness is given back (D33)."""
    away: bool = False
    """Known from another session, but without a place at the table now."""


class Ignored(Value):
    """An area that recognition ignores: a pile, a sheet of paper."""

    id: str
    region: Region


ZERO_SETUP = (
    Seat(id="players", name=WHOLE_SIDES["players"], side="players", colour=PLAYERS_COLOUR),
    Seat(id="host", name=WHOLE_SIDES["host"], side="host", colour=HOST_COLOUR),
)
"""The seats before the set-up: the near half the players, the far half the Host."""


def _spoken(language: str) -> str:
    if language not in LANGUAGES:
        raise ValueError(f"expected one of {', '.join(LANGUAGES)}")
    return language


def _sides_spelt_alike(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return the seats with one spelling for sides that differ by capitals and blanks only: the first."""
    spellings: dict[str, str] = {}
    for side in (PLAYERS_SIDE, HOST_SIDE, *(seat.side for seat in seats)):
        spellings.setdefault(normalized(side), side)
    return tuple(seat.model_copy(update={"side": spellings[normalized(seat.side)]}) for seat in seats)


class Settings(Value):
    """Everything that is remembered between sessions."""

    view: View = View()
    camera: CameraMode = CameraMode()
    mode: Mode = Mode()
    seats: Annotated[tuple[Seat, ...], AfterValidator(_sides_spelt_alike)] = ZERO_SETUP
    ignored: tuple[Ignored, ...] = ()
    decks: tuple[str, ...] = ()
    copies: dict[str, Copies] = Field(default_factory=dict)
    """The number of copies on the table, by deck; one of each deck that is not listed here."""
    language: Annotated[str, AfterValidator(_spoken)] = LANGUAGES[0]
    source: str | None = None
    players_deck: tuple[CardCode, ...] | None = None
    horror_deck: tuple[CardCode, ...] | None = None
    players_added: tuple[CardCode, ...] = ()
    """Cards of the Players' Deck beside those that are assumed while its cards are not listed."""
    horror_added: tuple[CardCode, ...] = ()
    foes: Annotated[tuple[Foe, ...], Field(max_length=60)] = ()
    """The Host's foes that are prepared."""
    phones_announce: bool = False
    """Whether players may announce on their own phones."""
    wizard_done: bool = False
    begin: BeginStep | None = None
    """The step of the first start, during which no throw is judged; None: it is over, or nobody has begun it."""
    keep_pictures: Annotated[int, Field(ge=1, le=999)] | None = None
    """Of how many earlier sessions the pictures are kept; None: of all."""

    @model_validator(mode="after")
    def _seats_are_distinct(self) -> Self:
        ids = [seat.id for seat in self.seats]
        if len(set(ids)) != len(ids):
            raise ValueError("seats: every seat needs an id of its own")
        return self

    def seat(self, id_: str) -> Seat:
        """Return the seat with this id.

        :raise SettingError: there is none
        """
        for seat in self.seats:
            if seat.id == id_:
                return seat
        raise SettingError("no-such-seat", seat=id_, known=[seat.id for seat in self.seats])

    def changed(self, **fields: object) -> Settings:
        """Return a copy with other fields, all checked again.

        :raise SettingError: in one line, which field and what was expected
        """
        plain = self.model_dump() | fields
        return checked(Settings, plain)


V = TypeVar("V", bound=Value)


def checked(kind: type[V], fields: object) -> V:
    """Build a value from untrusted fields.

    :raise SettingError: in one line, which field and what was expected
    """
    try:
        return kind.model_validate(fields)
    except ValidationError as fault:
        first = first_misfit(fault)
        where = first.field or kind.__name__.lower()
        raise SettingError("field", field=where, what=first.what) from None
