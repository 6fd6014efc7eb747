"""Orders about the Action Round (D23 to D31)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webui import orders, rounds
from webui.acts.registry import carries_out
from webui.orders import AnyOrder, OrderError

if TYPE_CHECKING:
    from webui.referee import Referee


@carries_out("round-open")
def round_open(referee: Referee, _: AnyOrder) -> None:
    """A round begins with everybody who has a seat and is there."""
    if referee.ledger.round is not None:
        raise OrderError("round-is-open")
    present = [seat for seat in referee.settings.seats if not seat.away]
    _set_round(referee, rounds.begin(present, referee.seed()))


@carries_out("round-next")
def round_next(referee: Referee, _: AnyOrder) -> None:
    """The next round begins."""
    _set_round(referee, _round(referee).next_round(referee.seed()))


@carries_out("round-close")
def round_close(referee: Referee, _: AnyOrder) -> None:
    """Nobody acts any more."""
    _round(referee)
    _set_round(referee, None)


@carries_out("same-again")
def same_again(referee: Referee, _: AnyOrder) -> None:
    """Everybody announces and throws as in the last round (D35)."""
    _set_round(referee, _round(referee).same_again())


@carries_out("announce")
def announce(referee: Referee, order: orders.Announce) -> None:
    """Somebody says what they do (D24)."""
    referee.settings.seat(order.seat)
    _set_round(referee, _round(referee).announced(order.announcement()))


@carries_out("withdraw")
def withdraw(referee: Referee, order: orders.Withdraw) -> None:
    """Somebody takes their announcement back."""
    _set_round(referee, _round(referee).withdrawn(order.seat))


@carries_out("adjust")
def adjust(referee: Referee, order: orders.Adjust) -> None:
    """The Host's + and - on a seat's cards."""
    referee.settings.seat(order.seat)
    _set_round(referee, _round(referee).with_adjustment(order.seat, order.by))


@carries_out("mark")
def mark(referee: Referee, order: orders.MarkCondition) -> None:
    """A condition begins or ends for the next round."""
    _set_round(referee, _round(referee).marked(order.seat, order.condition, order.holds))


def _round(referee: Referee) -> rounds.OpenRound:
    if referee.ledger.round is None:
        raise OrderError("no-round")
    return referee.ledger.round


def _set_round(referee: Referee, now: rounds.OpenRound | None) -> None:
    referee.write("round", {"round": now.model_dump(mode="json") if now else None})
