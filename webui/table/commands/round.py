"""Orders about the Action Round (D23 to D31)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webui.table import rounds
from webui.table.commands import schemas
from webui.table.commands.registry import carries_out
from webui.table.commands.schemas import AnyOrder, OrderError

if TYPE_CHECKING:
    from webui.table.state import TableState


@carries_out("round-open")
def round_open(table: TableState, _: AnyOrder) -> None:
    """A round begins with everybody who has a seat and is there."""
    if table.projection.round is not None:
        raise OrderError("round-is-open")
    present = [seat for seat in table.settings.seats if not seat.away]
    _set_round(table, rounds.begin(present, table.seed()))


@carries_out("round-next")
def round_next(table: TableState, _: AnyOrder) -> None:
    """The next round begins."""
    _set_round(table, _round(table).next_round(table.seed()))


@carries_out("round-close")
def round_close(table: TableState, _: AnyOrder) -> None:
    """Nobody acts any more."""
    _round(table)
    _set_round(table, None)


@carries_out("same-again")
def same_again(table: TableState, _: AnyOrder) -> None:
    """Everybody announces and throws as in the last round (D35)."""
    _set_round(table, _round(table).same_again())


@carries_out("announce")
def announce(table: TableState, order: schemas.Announce) -> None:
    """Somebody says what they do (D24)."""
    table.settings.seat(order.seat)
    _set_round(table, _round(table).announced(order.announcement()))


@carries_out("withdraw")
def withdraw(table: TableState, order: schemas.Withdraw) -> None:
    """Somebody takes their announcement back."""
    _set_round(table, _round(table).withdrawn(order.seat))


@carries_out("adjust")
def adjust(table: TableState, order: schemas.Adjust) -> None:
    """The Host's + and - on a seat's cards."""
    table.settings.seat(order.seat)
    _set_round(table, _round(table).with_adjustment(order.seat, order.by))


@carries_out("mark")
def mark(table: TableState, order: schemas.MarkCondition) -> None:
    """A condition begins or ends for the next round."""
    _set_round(table, _round(table).marked(order.seat, order.condition, order.holds))


def _round(table: TableState) -> rounds.OpenRound:
    if table.projection.round is None:
        raise OrderError("no-round")
    return table.projection.round


def _set_round(table: TableState, now: rounds.OpenRound | None) -> None:
    table.write("round", {"round": now.model_dump(mode="json") if now else None})
