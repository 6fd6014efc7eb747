"""Commands about the Host's foes that are prepared beforehand, and come on with one tap."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from webui.i18n.free_names import distinct_name
from webui.table.commands.command import Command, Refusals, command
from webui.table.errors import CommandError
from webui.table.seen.placement import room_beside
from webui.table.seen.seats import colour_of
from webui.table.settings import Armed, CardCode, Foe, Name, Seat, Special, Stats, Weapons
from webui.table.state import TableState

HOST: Final = "host"

NO_SUCH_FOE: Final[Refusals] = {
    "no-such-foe": {
        "en": "No foe called {foe} is prepared.",
        "de": "Kein Gegner {foe} ist vorbereitet.",
    }
}


class FoeFields(Command):
    """The fields of a foe; a field that is left out stays."""

    foe_name: Name | None = None
    stats: Stats | None = None
    specials: Annotated[tuple[Special, ...], Field(max_length=40)] | None = None
    weapons: Weapons | None = None
    supernatural: bool | None = None

    def fields(self) -> dict[str, object]:
        """Return the given fields under their names in a foe."""
        given = self.model_dump(exclude={"version", "name", "foe", "seat"}, exclude_none=True)
        if "foe_name" in given:
            given["name"] = given.pop("foe_name")
        return given


class AddFoe(FoeFields):
    """Prepare a foe."""

    name: Literal["foe-add"]
    foe_name: Name


@command()
def foe_add(table: TableState, command: AddFoe) -> None:
    """Prepare a foe."""
    _add(table, command.fields())


class KeepFoe(Command):
    """Prepare a foe that is as a seat is noted now."""

    name: Literal["foe-keep"]
    seat: str


@command()
def foe_keep(table: TableState, command: KeepFoe) -> None:
    """Prepare a foe that is as a seat is noted now; one of the same name is replaced."""
    seat = table.settings.seat(command.seat)
    noted = seat.model_dump(include=set(Foe.model_fields) - {"id"})
    same = next((foe for foe in table.settings.foes if foe.name == seat.name), None)
    if same is None:
        _add(table, noted)
        return
    changed = Foe.model_validate(noted | {"id": same.id})
    table.journal.remember(foes=[changed if foe.id == same.id else foe for foe in table.settings.foes])


def _add(table: TableState, fields: dict[str, object]) -> None:
    foes = table.settings.foes
    taken = {foe.id for foe in foes}
    number = next(n for n in range(1, len(foes) + 2) if f"foe{n}" not in taken)
    table.journal.remember(foes=[*(foe.model_dump() for foe in foes), fields | {"id": f"foe{number}"}])


class ChangeFoe(FoeFields):
    """Change a foe that is prepared."""

    name: Literal["foe-change"]
    foe: str


@command(refuses=NO_SUCH_FOE)
def foe_change(table: TableState, command: ChangeFoe) -> None:
    """Change a foe that is prepared."""
    changed = _foe(table, command.foe).model_dump() | command.fields()
    foes = [changed if foe.id == command.foe else foe.model_dump() for foe in table.settings.foes]
    table.journal.remember(foes=foes)


class RemoveFoe(Command):
    """Forget a foe that is prepared."""

    name: Literal["foe-remove"]
    foe: str


@command(refuses=NO_SUCH_FOE)
def foe_remove(table: TableState, command: RemoveFoe) -> None:
    """Forget a foe that is prepared."""
    gone = _foe(table, command.foe)
    table.journal.remember(foes=[foe for foe in table.settings.foes if foe.id != gone.id])


class ListedFoe(Armed):
    """A foe of a file."""


class ListFoes(Command):
    """Replace all foes that are prepared by those of a file, and the cards of the Horror's Deck if it lists them."""

    name: Literal["foes-list"]
    foes: Annotated[tuple[ListedFoe, ...], Field(max_length=60)]
    horror: Annotated[tuple[CardCode, ...], Field(max_length=200)] | None = None


@command()
def foes_list(table: TableState, command: ListFoes) -> None:
    """Replace all foes that are prepared by those of a file."""
    foes = [Foe(**dict(foe), id=f"foe{place + 1}") for place, foe in enumerate(command.foes)]
    deck = {} if command.horror is None else {"horror_deck": command.horror}
    table.journal.remember(foes=foes, **deck)


class EnterFoe(Command):
    """Let a foe that is prepared come to the table, and into the fight if there is one."""

    name: Literal["foe-enter"]
    foe: str


@command(refuses=NO_SUCH_FOE)
def foe_enter(table: TableState, command: EnterFoe) -> None:
    """Let a foe that is prepared come to the table, and into the fight; it shares its side's part of the table."""
    foe, settings = _foe(table, command.foe), table.settings
    taken = {seat.id for seat in settings.seats}
    number = next(n for n in range(1, len(taken) + 2) if f"seat{n}" not in taken)
    moved, region = room_beside(settings, HOST)
    seat = Seat(
        **foe.model_dump(exclude={"id", "name"}),
        id=f"seat{number}",
        name=distinct_name(foe.name, [seat.name for seat in settings.seats]),
        side=HOST,
        colour=colour_of(settings.seats, HOST),
        region=region,
    )
    others = [seat.model_copy(update=moved[seat.id]) if seat.id in moved else seat for seat in settings.seats]
    table.journal.remember_seats([*others, seat], joins=seat.id if table.projection.round else None)


def _foe(table: TableState, id_: str) -> Foe:
    found = next((foe for foe in table.settings.foes if foe.id == id_), None)
    if found is None:
        raise CommandError("no-such-foe", foe=id_)
    return found
