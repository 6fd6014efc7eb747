"""Commands about seats: their people, cards and regions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal

from pydantic import AliasChoices, Field

from webui.i18n import catalogue
from webui.table.commands.command import Command, Refusals, command
from webui.table.commands.phones import BOTH, FromPhone
from webui.table.errors import CommandError
from webui.table.seen.cards import Point
from webui.table.seen.placement import is_ignored
from webui.table.seen.seats import NameOf, colour_of, default_name, find_seats
from webui.table.settings import (
    ZERO_SETUP,
    CardCode,
    Name,
    Region,
    Seat,
    Side,
    Special,
    Stats,
    Weapons,
)
from webui.table.sides import hues_of, misspelt_side
from webui.table.state import TableState


class Significators(FromPhone):
    """Set the Significators of a seat (D3)."""

    name: Literal["significators"]
    cards: Annotated[tuple[CardCode, ...], Field(max_length=22)]


@command(roles=BOTH)
def significators(table: TableState, command: Significators) -> None:
    """Set the Significators of a seat (D3)."""
    _set_seat(table, table.settings.seat(command.seat).model_dump() | {"significators": command.cards})


class SeatFields(Command):
    """The fields of a seat; a field that is left out stays."""

    seat_name: Name | None = None
    side: Side | None = None
    colour: Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")] | None = None
    region: Region | None = None
    awaited: Annotated[int, Field(ge=0, le=20)] | None = Field(
        default=None, validation_alias=AliasChoices("awaited", "wanted")
    )
    stats: Stats | None = None
    specials: tuple[Special, ...] | None = None
    weapons: Weapons | None = None
    supernatural: bool | None = None

    def fields(self) -> dict[str, object]:
        """Return the given fields under their names in a seat; ``awaited`` 0 means that no number is awaited."""
        given: dict[str, object] = {
            {"seat_name": "name"}.get(name, name): value
            for name, value in self.given().items()
            if name != "seat"
        }
        if self.region is not None:
            given |= {"away": False}
        if self.awaited is not None:
            given |= {"awaited": self.awaited or None}
        return given


MISSPELT_SIDE: Final[Refusals] = {
    "misspelt-side": {
        "en": '"{given}" looks misspelt: write {known}, or a name less like it.',
        "de": "„{given}“ sieht nach einem Tippfehler aus: schreibt {known} oder einen Namen, der weniger ähnlich ist.",
    }
}


class AddSeat(SeatFields):
    """Add a seat."""

    name: Literal["seat-add"]
    side: Side


@command(refuses=MISSPELT_SIDE)
def seat_add(table: TableState, command: AddSeat) -> None:
    """Add a seat; without a name it gets the next free one."""
    _check_side(command.side)
    taken = {seat.id for seat in table.settings.seats}
    number = next(n for n in range(1, len(taken) + 2) if f"seat{n}" not in taken)
    fields = {
        "id": f"seat{number}",
        "name": default_name(table.settings.seats, _numbered(table)),
        "colour": colour_of(table.settings.seats, command.side),
    } | command.fields()
    table.journal.remember(seats=[*(seat.model_dump() for seat in table.settings.seats), fields])


class ChangeSeat(SeatFields):
    """Change a seat: its name, side, colour, region, awaited cards or stats."""

    name: Literal["seat-change"]
    seat: str


@command(refuses=MISSPELT_SIDE)
def seat_change(table: TableState, command: ChangeSeat) -> None:
    """Change a seat: its name, side, region, cards or stats."""
    seat = table.settings.seat(command.seat)
    fields = command.fields()
    if command.side is not None:
        _check_side(command.side)
        hues = hues_of(seat.side)
        if seat.colour in hues and hues != hues_of(command.side):
            fields = {"colour": colour_of(table.settings.seats, command.side)} | fields
    _set_seat(table, seat.model_dump() | fields)


def _check_side(side: str) -> None:
    """Refuse the side of a seat that the referee would refuse in every clash.

    :raise CommandError: it is probably one of the rules' sides, misspelt
    """
    meant = misspelt_side(side)
    if meant is not None:
        raise CommandError("misspelt-side", given=side, known=meant)


class FindSeats(Command):
    """Set the regions of the seats by one card that lies in front of each person."""

    name: Literal["seats-find"]


@command(
    refuses={
        "put-cards-first": {
            "en": "Put one card in front of each participant first.",
            "de": "Legt erst vor alle Beteiligten eine Karte.",
        }
    }
)
def seats_find(table: TableState, _: FindSeats) -> None:
    """Set the regions of the seats by one card that lies in front of each person."""
    cards = _put_down_now(table)
    if len(cards) < 2:
        raise CommandError("put-cards-first")
    width, height = table.sight.size_wh
    settings = table.settings
    ratio = height / width if settings.view.turn % 180 else width / height
    table.journal.remember(seats=find_seats(settings, cards, ratio, _numbered(table)))


def _numbered(table: TableState) -> NameOf:
    """Return the default name of a new seat, by its number, in the table's language."""
    words = catalogue(table.settings.language)["seat.new"]
    return lambda number: words.format(n=number)


def _put_down_now(table: TableState) -> list[Sequence[Point]]:
    """Return the corners of the throw's cards; without any, of all cards that are not ignored."""
    thrown = [card for card in table.throw_cards() if not is_ignored(card.place, table.settings)]
    others = [card for card, why in table.loose_cards() if why not in ("no-card", "ignored")]
    return [card.corners for card in (thrown if len(thrown) > 1 else [*thrown, *others])]


SITS_IN_THE_ROUND: Final[Refusals] = {
    "sits-in-the-round": {
        "en": "{name:is|are} in the Action Round; end the round first.",
        "de": "{name:ist|sind} in der Aktionsrunde; beendet sie erst.",
    }
}


class RemoveSeat(Command):
    """Remove a seat."""

    name: Literal["seat-remove"]
    seat: str


@command(refuses=SITS_IN_THE_ROUND)
def seat_remove(table: TableState, command: RemoveSeat) -> None:
    """Remove a seat; without any left, the table has its two halves again."""
    leaving = table.settings.seat(command.seat)
    _remove_seats(table, [leaving])
    staying = tuple(seat for seat in table.settings.seats if seat.id != leaving.id)
    _seat(table, staying or ZERO_SETUP)


class HalvesAgain(Command):
    """Remove all seats: the near half is the players', the far half the Host's, as before the set-up."""

    name: Literal["seats-halves"]


@command(refuses=SITS_IN_THE_ROUND)
def seats_halves(table: TableState, _: HalvesAgain) -> None:
    """Remove all seats: the two halves of the table are the two sides' again."""
    _remove_seats(table, table.settings.seats)
    _seat(table, ZERO_SETUP)


def _remove_seats(table: TableState, leaving: Sequence[Seat]) -> None:
    """Refuse to remove a seat of the open round.

    :raise CommandError: somebody is
    """
    now = table.projection.round
    playing = (*now.ids, *now.joining) if now is not None else ()
    for seat in leaving:
        if seat.id in playing:
            raise CommandError("sits-in-the-round", name=seat.name)


def _seat(table: TableState, seats: Sequence[Seat]) -> None:
    """Set the seats; a test whose thrower has left goes to the first."""
    mode = table.settings.mode
    if mode.thrower not in {seat.id for seat in seats}:
        mode = mode.model_copy(update={"thrower": seats[0].id})
    table.journal.remember(seats=[seat.model_dump() for seat in seats], mode=mode.model_dump())


def _set_seat(table: TableState, changed: dict[str, object]) -> None:
    seats = [changed if seat.id == changed["id"] else seat.model_dump() for seat in table.settings.seats]
    table.journal.remember_seats(seats)
