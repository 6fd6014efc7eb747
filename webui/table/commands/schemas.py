"""Orders: what a person sends from a page (``POST /api/command``, docs/state.md), checked where it enters."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from webui.i18n.refusals import RefusedError
from webui.table.settings import AnyCardCode, CardCode, Mode, Name, Region, Side, Special, Value

CardKey: TypeAlias = Annotated[str, Field(pattern=r"^t\d+$")]
"""A card of the snapshot: ``t`` and the number of its track."""


class OrderError(RefusedError, ValueError):
    """An order that cannot be carried out as it stands; one line says why."""


class StaleOrderError(RefusedError, ValueError):
    """The table has moved on since the page that sent the order was drawn."""


class Order(Value):
    """What every order carries: the version of the snapshot that the person saw."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    version: Annotated[int, Field(ge=0)]


class Plain(Order):
    """Orders without arguments."""

    name: Literal["confirm", "undo", "new-throw", "judge-now", "count"]


class Correct(Order):
    """What lies there is this card, lies face down, or is no card."""

    name: Literal["correct"]
    key: CardKey
    card: AnyCardCode | Literal["down"] | None


class Assign(Order):
    """This card belongs to that seat, or to nobody."""

    name: Literal["assign"]
    key: CardKey
    seat: str | None


class Pause(Order):
    """Stop looking, or look again."""

    name: Literal["pause"]
    on: bool


class ChangeView(Order):
    """Turn, mirror or swap."""

    name: Literal["view"]
    turn: Literal[0, 90, 180, 270] | None = None
    mirror: bool | None = None
    swap: bool | None = None


class ChangeMode(Order):
    """What is being thrown for."""

    name: Literal["mode"]
    kind: Literal["clash", "test", "opposed", "c10", "c100", "pulp"] | None = None
    intensities: Annotated[tuple[int, ...], Field(min_length=1, max_length=9)] | None = None
    thrower: str | None = None

    def applied_to(self, mode: Mode) -> dict[str, Any]:
        """Return the mode's fields after this change."""
        given = {"kind": self.kind, "intensities": self.intensities, "thrower": self.thrower}
        return mode.model_dump() | {key: value for key, value in given.items() if value is not None}


class Significators(Order):
    """Which cards a seat holds as Significators (D3)."""

    name: Literal["significators"]
    seat: str
    cards: Annotated[tuple[CardCode, ...], Field(max_length=22)]


class SeatFields(Order):
    """A seat's fields; what is left out stays."""

    seat_name: Name | None = None
    side: Side | None = None
    colour: Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")] | None = None
    region: Region | None = None
    wanted: Annotated[int, Field(ge=0, le=20)] | None = None
    stats: dict[str, int] | None = None
    specials: tuple[Special, ...] | None = None

    def fields(self) -> dict[str, Any]:
        """Return what is given, under a seat's own field names; ``wanted`` 0 means that nothing is awaited."""
        given = self.model_dump(exclude={"version", "name", "seat"}, exclude_none=True)
        if "region" in given:
            given["away"] = False
        if "seat_name" in given:
            given["name"] = given.pop("seat_name")
        if "wanted" in given:
            given["wanted"] = given["wanted"] or None
        return given


class AddSeat(SeatFields):
    """Somebody sits down."""

    name: Literal["seat-add"]
    seat_name: Name
    side: Side


class ChangeSeat(SeatFields):
    """A seat's name, side, colour, place, awaited cards or stats."""

    name: Literal["seat-change"]
    seat: str


class RemoveSeat(Order):
    """Somebody leaves."""

    name: Literal["seat-remove"]
    seat: str


class FindSeats(Order):
    """Everybody has put one card in front of them: that is where they sit."""

    name: Literal["seats-find"]


class Ignore(Order):
    """An area that does not count from now on."""

    name: Literal["ignore-add"]
    region: Region


class Unignore(Order):
    """An ignored area counts again."""

    name: Literal["ignore-remove"]
    id: str


class Choose(Order):
    """A side's choice between its tied attacks (D28)."""

    name: Literal["choose"]
    side: str
    seat: str


class RoundStep(Order):
    """Steps of an Action Round without arguments."""

    name: Literal["round-open", "same-again", "round-next", "round-close"]


class Announce(Order):
    """What somebody does this round; ``action`` and the rest are the rules' own to check (D24)."""

    name: Literal["announce"]
    seat: str
    action: dict[str, Any] | None = None
    extra: list[Any] | None = None
    lost: list[Any] | None = None
    contested: bool | None = None
    interferes: list[str] | None = None
    driver: bool | None = None
    run: int | None = None
    manner: str | None = None
    power: dict[str, str] | None = None
    skill: str | None = None
    recovered: bool | None = None

    def announcement(self) -> dict[str, Any]:
        """Return what the round's document gets."""
        said = self.model_dump(exclude={"version", "name", "seat"}, exclude_none=True)
        return {"id": self.seat, **said}


class Withdraw(Order):
    """Somebody takes their announcement back."""

    name: Literal["withdraw"]
    seat: str


class Adjust(Order):
    """The Host's + and - on the cards of a seat."""

    name: Literal["adjust"]
    seat: str
    by: Annotated[int, Field(ge=-9, le=9)]


class MarkCondition(Order):
    """A condition that begins or ends for the next round."""

    name: Literal["mark"]
    seat: str
    condition: Literal["injured", "panic", "out-of-the-fight", "may-reposition"]
    holds: bool = True


class RecordThrow(Order):
    """Another system's document is judged and goes into the log.

    With ``place`` the judged document stays on the system's desk as well, under that name; ``desk`` is what the
    page works on from now on.
    """

    name: Literal["record"]
    system: Annotated[str, Field(max_length=40)]
    document: dict[str, Any]
    desk: dict[str, Any] | None = None
    place: Annotated[str, Field(min_length=1, max_length=80)] | None = None


class KeepDesk(Order):
    """What another system's page is working on; None clears it."""

    name: Literal["desk"]
    system: Annotated[str, Field(max_length=40)]
    document: dict[str, Any] | None


class Note(Order):
    """A note beneath an entry of the log."""

    name: Literal["note"]
    entry: int
    text: Annotated[str, Field(max_length=2000)]


class CorrectEntry(Order):
    """A card of an earlier entry was another; that entry is judged again, later ones stand."""

    name: Literal["correct-entry"]
    entry: int
    seat: str
    index: Annotated[int, Field(ge=0)]
    card: AnyCardCode


class ChangeSource(Order):
    """Look through another camera."""

    name: Literal["source"]
    spec: Annotated[str, Field(min_length=1, max_length=2000)]


class ChangeDecks(Order):
    """Which decks lie on the table."""

    name: Literal["decks"]
    names: Annotated[tuple[str, ...], Field(min_length=1, max_length=9)]


class ChangeLanguage(Order):
    """The language of names, verdicts and voice."""

    name: Literal["language"]
    language: Annotated[str, Field(pattern=r"^[a-z]{2}$")]


class ListDecks(Order):
    """Which cards the Players' Deck and the Horror's Deck hold; None: nobody has counted them (D34)."""

    name: Literal["decks-list"]
    players: Annotated[tuple[CardCode, ...], Field(min_length=1, max_length=99)] | None
    horror: Annotated[tuple[CardCode, ...], Field(min_length=1, max_length=99)] | None


class Reshuffle(Order):
    """A deck's discards were shuffled back into it (D35)."""

    name: Literal["reshuffle"]
    deck: Literal["players", "host"]


class Accept(Order):
    """A card that cannot be there is there all the same."""

    name: Literal["accept"]
    card: CardCode


class NewSession(Order):
    """A new evening begins."""

    name: Literal["session-new"]
    session_name: Annotated[str, Field(max_length=80)] = ""


class Network(Order):
    """Let other machines in, with a code, or keep them out."""

    name: Literal["network"]
    allow: bool


class WizardDone(Order):
    """The set-up wizard need not come up again."""

    name: Literal["wizard-done"]


AnyOrder: TypeAlias = Annotated[
    Plain
    | Correct
    | Assign
    | Pause
    | ChangeView
    | ChangeMode
    | Significators
    | AddSeat
    | ChangeSeat
    | RemoveSeat
    | FindSeats
    | Ignore
    | Unignore
    | Choose
    | RoundStep
    | Announce
    | Withdraw
    | Adjust
    | MarkCondition
    | RecordThrow
    | KeepDesk
    | Note
    | CorrectEntry
    | ChangeSource
    | ChangeDecks
    | ListDecks
    | Reshuffle
    | Accept
    | ChangeLanguage
    | NewSession
    | Network
    | WizardDone,
    Field(discriminator="name"),
]

_ORDERS: TypeAdapter[AnyOrder] = TypeAdapter(AnyOrder)


def parse_order(document: Any) -> AnyOrder:
    """Read an order from a page.

    :raise OrderError: in one line, which field and what was expected
    """
    try:
        return _ORDERS.validate_python(document)
    except ValidationError as fault:
        first = fault.errors()[0]
        if not first["loc"]:
            raise OrderError("not-an-order") from None
        # The discriminator's own value stands first in the path; the sender knows it already.
        path = [str(part) for part in first["loc"][1:]] or ["name"]
        field = ".".join(path)
        if first["type"] == "string_pattern_mismatch":
            raise OrderError("no-such-thing", field=field, given=str(first["input"])[:40]) from None
        raise OrderError("field", field=field, what=first["msg"].removeprefix("Value error, ")) from None
