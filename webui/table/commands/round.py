"""Commands about the Action Round (D23 to D31)."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from rules.demon_city.round_harm import regained
from rules.names import normalized
from webui.documents.demon_city.shapes import Json
from webui.storage.store import StoredEvent
from webui.table.commands.command import Command, Refusals, command
from webui.table.commands.phones import BOTH, FromPhone
from webui.table.errors import CommandError
from webui.table.log.events import Payload, adjusted_in_the_document, event
from webui.table.log.projection import Projection
from webui.table.modes import rounds
from webui.table.settings import Claims, Condition, Name, Range, Seat, StatNumber
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
    _set_round(table, _round(table).next_round(table.settings.seats, table.readings.seed()))
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
    """End the fight; what it leaves stays with the seats."""
    left = _round(table).left_over()
    seats = [
        seat.model_copy(update={"conditions": left[seat.id][0], "lost_toughness": left[seat.id][1]})
        if seat.id in left
        else seat
        for seat in table.settings.seats
    ]
    table.journal.remember_seats(seats, "ended")


class JoinRound(Command):
    """Let somebody come into the fight."""

    name: Literal["round-join"]
    seat: str


@command(refuses=NO_ROUND)
def round_join(table: TableState, command: JoinRound) -> None:
    """Let somebody come into the fight (D23)."""
    _set_round(table, _round(table).joined(table.settings.seat(command.seat)))


class LeaveRound(Command):
    """Let somebody leave the fight."""

    name: Literal["round-leave"]
    seat: str


@command(refuses=NO_ROUND)
def round_leave(table: TableState, command: LeaveRound) -> None:
    """Let somebody leave the fight."""
    _set_round(table, _round(table).left(command.seat))


class DrawLots(Command):
    """Let equals draw their lots again."""

    name: Literal["round-lots"]


@command(refuses=NO_ROUND)
def round_lots(table: TableState, _: DrawLots) -> None:
    """Let equals draw their lots again (D23)."""
    _set_round(table, _round(table).drawn_again(table.readings.seed()))


class NoteRange(Command):
    """Note how far two are from one another as the round begins."""

    name: Literal["range"]
    seat: str
    foe: str
    range: Range


@command(refuses=NO_ROUND)
def note_range(table: TableState, command: NoteRange) -> None:
    """Note how far two are from one another (D18, D24)."""
    _set_round(table, _round(table).with_range(command.seat, command.foe, command.range))


class RepeatRound(Command):
    """Repeat everybody's announcements and adjustments of the last round (D35)."""

    name: Literal["same-again"]


@command(refuses=NO_ROUND)
def same_again(table: TableState, _: RepeatRound) -> None:
    """Repeat everybody's announcements and adjustments of the last round (D35)."""
    _set_round(table, _round(table).same_again())


A_PLAYERS: Final = frozenset({"seat", "phone", "action", "manner", "extra", "lost"})
"""The fields of an announcement that a player's phone may give."""

A_PLAYERS_ACTION: Final = frozenset({"kind", "target", "against", "intensity"})
"""The same of its action: numbers of others, and what excludes what, are the Host's."""

A_PLAYERS_REASONS: Final = ("higher-stat", "distraction", "weapon", "supernatural")
"""The reasons for one more card that the rules know by name (D16 to D19)."""

A_PLAYERS_LOSSES: Final = ("called-shot", "tricky")
"""The reasons for one fewer that a player chooses (D21)."""


class Announce(FromPhone):
    """Announce an action; the rules check ``action`` and the fields after it (D24)."""

    name: Literal["announce"]
    action: dict[str, object] | None = None
    extra: Claims | None = None
    lost: Claims | None = None
    contested: bool | None = None
    interferes: list[str] | None = None
    driver: bool | None = None
    run: int | None = None
    manner: str | None = None
    power: dict[str, str] | None = None
    skill: str | None = None
    recovered: bool | None = None
    stat: str | None = None
    weapon: int | dict[str, int] | None = None
    parry: bool | None = None
    supernatural: bool | None = None
    over: list[str] | None = None
    range: Range | None = None
    """How far its first target, or the foe that it is a defence against, is away as the round begins."""

    def announcement(self) -> dict[str, object]:
        """Return the announcement as the round's document holds it."""
        said = self.model_dump(exclude={"version", "name", "seat", "phone", "range"}, exclude_none=True)
        return {"id": self.seat, **said}

    def is_a_players(self) -> bool:
        """Return whether it says what and at whom, and reasons for more cards that the rules know, and nothing else."""
        return (
            self.action is not None
            and A_PLAYERS.issuperset(self.given())
            and A_PLAYERS_ACTION.issuperset(self.action)
            and all(each in A_PLAYERS_REASONS for each in self.extra or ())
            and all(each in A_PLAYERS_LOSSES for each in self.lost or ())
        )

    def foe(self) -> str | None:
        """Return the foe whose range counts: the first that the action names."""
        named = (self.action or {}).get("target") or (self.action or {}).get("against")
        first = named[0] if isinstance(named, list) and named else named
        return first if isinstance(first, str) else None


@command(
    roles=BOTH,
    refuses={
        **NO_ROUND,
        "not-your-turn": {
            "en": "It is not your turn to announce.",
            "de": "Du bist nicht mit Ansagen dran.",
        },
    },
)
def announce(table: TableState, command: Announce) -> None:
    """Announce an action (D24); a player's phone in its turn only, and again until the Host says something else."""
    table.settings.seat(command.seat)
    now, foe = _round(table), command.foe()
    if command.phone is not None and not now.awaits_phone(command.seat):
        raise CommandError("not-your-turn")
    if command.range is not None and foe is not None:
        now = now.with_range(command.seat, foe, command.range)
    _set_round(table, now.announced(command.announcement(), by_phone=command.phone is not None))


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
    """Note that a condition begins or ends: in a fight for the next round, else at once."""

    name: Literal["mark"]
    seat: str
    condition: Condition
    holds: bool = True


@command()
def mark(table: TableState, command: MarkCondition) -> None:
    """Note that a condition begins or ends: in a fight for the next round, else at once."""
    if table.projection.round is not None and command.seat in table.projection.round.ids:
        _set_round(table, _round(table).marked(command.seat, command.condition, command.holds))
        return
    seat = table.settings.seat(command.seat)
    others = tuple(each for each in seat.conditions if each != command.condition)
    held = (*others, command.condition) if command.holds else others
    _note(table, seat.model_copy(update={"conditions": held}))


class GiveBack(Command):
    """Give somebody points of Toughness back, in a fight or after it."""

    name: Literal["give-back"]
    seat: str
    points: Annotated[int, Field(ge=1, le=40)]


@command(
    refuses={
        "nothing-lost": {"en": "They have lost no Toughness.", "de": "Es ging keine Zähigkeit verloren."}
    }
)
def give_back(table: TableState, command: GiveBack) -> None:
    """Give somebody points of Toughness back (D20, D33)."""
    if table.projection.round is not None and command.seat in table.projection.round.ids:
        _set_round(table, _round(table).given_back(command.seat, command.points))
        return
    seat = table.settings.seat(command.seat)
    before = rounds.character_of(seat)
    after = regained(before, command.points)
    if after == before:
        raise CommandError("nothing-lost")
    held = tuple(each for each in seat.conditions if each in set(map(str, after.conditions)))
    _note(table, seat.model_copy(update={"conditions": held, "lost_toughness": after.lost_toughness}))


class NoteStat(Command):
    """Note one stat of somebody, or that it is not known any more; an open round counts with it at once."""

    name: Literal["note-stat"]
    seat: str
    stat: Name
    value: StatNumber | None


@command()
def note_stat(table: TableState, command: NoteStat) -> None:
    """Note one stat of somebody; a stat of this name, however it is spelt, is replaced."""
    seat = table.settings.seat(command.seat)
    stats = {
        name: value for name, value in seat.stats.items() if normalized(name) != normalized(command.stat)
    }
    if command.value is not None:
        spelt = next(
            (name for name in seat.stats if normalized(name) == normalized(command.stat)), command.stat
        )
        stats[spelt] = command.value
    _note(table, seat.model_copy(update={"stats": stats}))


def _note(table: TableState, changed: Seat) -> None:
    table.journal.remember_seats(
        [changed if seat.id == changed.id else seat for seat in table.settings.seats]
    )


def _round(table: TableState) -> rounds.OpenRound:
    if table.projection.round is None:
        raise CommandError("no-round")
    return table.projection.round


def _set_round(table: TableState, now: rounds.OpenRound | None) -> None:
    table.journal.write("round", {"round": now.model_dump(mode="json") if now else None})
