"""Commands about the Action Round (D23 to D31)."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from webui.documents.demon_city.shapes import Json
from webui.storage.store import StoredEvent
from webui.table.commands.command import Command, Refusals, command
from webui.table.errors import CommandError
from webui.table.log.events import Payload, adjusted_in_the_document, event
from webui.table.log.projection import Projection
from webui.table.modes import rounds
from webui.table.state import TableState

NO_ROUND: Final[Refusals] = {
    "no-round": {"en": "No Action Round is open.", "de": "Es läuft keine Aktionsrunde."},
}


class RoundChanged(Payload):
    """An Action Round."""

    round: Json | None


def _upcast_round(payload: Json) -> Json:
    return payload | {"round": adjusted_in_the_document(payload.get("round"))}


@event("round", undo={"en": "Step of the round", "de": "Schritt der Runde"}, upcasters=(_upcast_round,))
def round_changed(projection: Projection, event: StoredEvent, said: RoundChanged) -> None:
    """Set the round as every command of this file leaves it."""
    projection.set_round(rounds.OpenRound(**said.round) if said.round is not None else None)
    projection.choices.clear()


class BeginRound(Command):
    """Begin a round with everybody who has a seat and is present."""

    name: Literal["round-open"]


@command(
    scope=None,
    refuses={
        "round-is-open": {"en": "An Action Round is open already.", "de": "Eine Aktionsrunde läuft schon."}
    },
)
def round_open(table: TableState, _: BeginRound) -> None:
    """Begin a round with everybody who has a seat and is present."""
    if table.projection.round is not None:
        raise CommandError("round-is-open")
    present = [seat for seat in table.settings.seats if not seat.away]
    _set_round(table, rounds.begin(present, table.readings.seed()))


class NextRound(Command):
    """Begin the next round."""

    name: Literal["round-next"]


@command(refuses=NO_ROUND)
def round_next(table: TableState, _: NextRound) -> None:
    """Begin the next round."""
    _set_round(table, _round(table).next_round(table.readings.seed()))
    if table.confirmed is not None:
        table.begin_throw()


class ThrowDamage(Command):
    """Throw damage next: whoever hit throws C10, as many cards as the target's base Toughness (D33)."""

    name: Literal["throw-damage"]
    seat: str
    """The seat that was hit."""


@command(refuses=NO_ROUND)
def throw_damage(table: TableState, command: ThrowDamage) -> None:
    """Throw the damage of a hit next."""
    _set_round(table, _round(table).with_harm(command.seat))
    table.begin_throw()


class CloseRound(Command):
    """End the fight."""

    name: Literal["round-close"]


@command(scope=None, refuses=NO_ROUND)
def round_close(table: TableState, _: CloseRound) -> None:
    """End the fight."""
    _round(table)
    _set_round(table, None)


class RepeatRound(Command):
    """Repeat everybody's announcements and adjustments of the last round (D35)."""

    name: Literal["same-again"]


@command(refuses=NO_ROUND)
def same_again(table: TableState, _: RepeatRound) -> None:
    """Repeat everybody's announcements and adjustments of the last round (D35)."""
    _set_round(table, _round(table).same_again())


class Announce(Command):
    """Announce an action; the rules check ``action`` and the fields after it (D24)."""

    name: Literal["announce"]
    seat: str
    action: dict[str, object] | None = None
    extra: list[object] | None = None
    lost: list[object] | None = None
    contested: bool | None = None
    interferes: list[str] | None = None
    driver: bool | None = None
    run: int | None = None
    manner: str | None = None
    power: dict[str, str] | None = None
    skill: str | None = None
    recovered: bool | None = None

    def announcement(self) -> dict[str, object]:
        """Return the announcement as the round's document holds it."""
        said = self.model_dump(exclude={"version", "name", "seat"}, exclude_none=True)
        return {"id": self.seat, **said}


@command(refuses=NO_ROUND)
def announce(table: TableState, command: Announce) -> None:
    """Announce an action (D24)."""
    table.settings.seat(command.seat)
    _set_round(table, _round(table).announced(command.announcement()))


class Withdraw(Command):
    """Withdraw an announcement."""

    name: Literal["withdraw"]
    seat: str


@command(refuses=NO_ROUND)
def withdraw(table: TableState, command: Withdraw) -> None:
    """Withdraw an announcement."""
    _set_round(table, _round(table).withdrawn(command.seat))


class Adjust(Command):
    """Adjust the number of a seat's cards by the Host's plus or minus."""

    name: Literal["adjust"]
    seat: str
    by: Annotated[int, Field(ge=-9, le=9)]


@command(refuses=NO_ROUND)
def adjust(table: TableState, command: Adjust) -> None:
    """Adjust the number of a seat's cards."""
    table.settings.seat(command.seat)
    _set_round(table, _round(table).with_adjustment(command.seat, command.by))


class MarkCondition(Command):
    """Note that a condition begins or ends for the next round."""

    name: Literal["mark"]
    seat: str
    condition: Literal["injured", "panic", "out-of-the-fight", "may-reposition"]
    holds: bool = True


@command(refuses=NO_ROUND)
def mark(table: TableState, command: MarkCondition) -> None:
    """Note that a condition begins or ends for the next round."""
    _set_round(table, _round(table).marked(command.seat, command.condition, command.holds))


def _round(table: TableState) -> rounds.OpenRound:
    if table.projection.round is None:
        raise CommandError("no-round")
    return table.projection.round


def _set_round(table: TableState, now: rounds.OpenRound | None) -> None:
    table.journal.write("round", {"round": now.model_dump(mode="json") if now else None})
