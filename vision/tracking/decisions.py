"""What is done about a belief: costs, and the actions that cost least."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Final


@dataclass(frozen=True, slots=True)
class Costs:
    """What errors cost, in units of one second without a card that lies there."""

    false_card: float = 1.0
    """A track is confirmed where no card is, or a card that has gone stays."""
    missed_card: float = 1.0
    """A card that lies there is not confirmed, or is reported as gone."""
    stale_card: float = 1.0
    """A card that has gone is still reported: for one second."""
    wrong_leave: float = 12.0
    """A card is reported as gone that still lies there: a throw loses it."""


COSTS: Final = Costs()


@unique
class Action(StrEnum):
    """What is done about a track in a frame, for the trace."""

    WAIT = "wait"
    CONFIRM = "confirm"
    WITHDRAW = "withdraw"
    LEAVE = "leave"
    ASK = "ask"
    FLIP = "flip"


def confirms(card: float, lies: float, costs: Costs = COSTS) -> bool:
    """Return whether a track is to be confirmed, from its probabilities of being a card and of lying there."""
    real = card * lies
    return real * costs.missed_card > (1 - real) * costs.false_card


def withdraws(card: float, costs: Costs = COSTS) -> bool:
    """Return whether a confirmed track without a name is to be withdrawn, from its probability of being a card."""
    return (1 - card) * costs.false_card > card * costs.missed_card


def leave_costs(gone: float, costs: Costs = COSTS) -> tuple[float, float]:
    """Return what it costs to keep a track that is gone with this probability, and to report it as gone."""
    return gone * costs.stale_card, (1 - gone) * costs.wrong_leave


def leaves(gone: float, costs: Costs = COSTS) -> bool:
    """Return whether a track is to be reported as gone, from the probability that it is."""
    stays, leaves = leave_costs(gone, costs)
    return stays > leaves
