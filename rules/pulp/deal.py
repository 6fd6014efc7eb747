"""One deal of seven (P2 to P4): black against red, difficulty, critical and fumble."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.limits import refuse_outside, refuse_unless
from rules.playing_cards import Colour, PlayingCard
from rules.pulp.deck import points
from rules.system import Said

DEAL_SIZE = 7
EASIEST, HARDEST = -4, 4
CRITICAL_DEGREE = 5
FUMBLE_DEGREE = -5


class Outcome(StrEnum):
    """Whether the action that the black cards stand for succeeds."""

    SUCCESS = "success"
    FAILURE = "failure"


@dataclass(frozen=True)
class DealVerdict:
    """A judged deal. `plain` is the degree before the difficulty, `degree` the one after it."""

    black: int
    red: int
    plain: int
    degree: int
    outcome: Outcome
    critical: bool
    fumble: bool
    resistance: bool
    rule: tuple[str, ...]

    @property
    def said(self) -> Said:
        """The winner, and the margin."""
        ending = "critical" if self.critical else "fumble" if self.fumble else self.outcome
        kind = "resistance" if self.resistance else "deal"
        difficulty = self.plain - self.degree
        at: object = Said("pulp.at", {"difficulty": f"{difficulty:+d}"}) if difficulty else ""
        return Said(
            f"pulp.{kind}.{ending}",
            {"black": self.black, "red": self.red, "degree": self.degree, "at": at},
        )


def sum_of(cards: Iterable[PlayingCard], colour: Colour) -> int:
    """Return the points of one colour; 0 if there is no card of it (P1)."""
    return sum(points(card) for card in cards if card.colour is colour)


def judge_sums(black: int, red: int, difficulty: int = 0, *, resistance: bool = False) -> DealVerdict:
    """Judge the sums of a deal (P2, P3).

    The difficulty is subtracted from black, so that a positive one is harder, and nothing is clamped
    (Ruling on P3). A critical always succeeds, a fumble always fails; both go by the plain degree. In a
    resistance deal black is the action done to the character (P4): the judgement is the same one, and
    critical and fumble are those of the acting power (Ruling).

    >>> judge_sums(5, 2, 2).degree
    1
    """
    refuse_outside(difficulty, EASIEST, HARDEST, "difficulty")
    plain = black - red
    degree = plain - difficulty
    critical, fumble = plain >= CRITICAL_DEGREE, plain <= FUMBLE_DEGREE
    succeeds = critical or (degree > 0 and not fumble)
    applied = {"P2": True, "P3": difficulty != 0 or critical or fumble, "P4": resistance}
    return DealVerdict(
        black=black,
        red=red,
        plain=plain,
        degree=degree,
        outcome=Outcome.SUCCESS if succeeds else Outcome.FAILURE,
        critical=critical,
        fumble=fumble,
        resistance=resistance,
        rule=tuple(number for number, applies in applied.items() if applies),
    )


def judge_cards(
    cards: Sequence[PlayingCard], difficulty: int = 0, *, resistance: bool = False
) -> DealVerdict:
    """Judge seven cards of the deck (P1 to P4)."""
    refuse_unless(len(cards) == DEAL_SIZE, "exact-count", "cards", count=DEAL_SIZE, given=len(cards))
    black, red = sum_of(cards, Colour.BLACK), sum_of(cards, Colour.RED)
    return judge_sums(black, red, difficulty, resistance=resistance)
