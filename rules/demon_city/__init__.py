"""Demon City with tarot cards, D1 to D36 of the rules digest.

The way through a clash: `Throw`s become `Participant`s, `resolve_clash` gives a `ClashResult`. Static and
opposed throws have `judge_static` and `judge_opposed`.
"""

from rules.demon_city.clash import (
    HOST_SIDE,
    PLAYERS_SIDE,
    Action,
    ActionResult,
    Attack,
    ClashOutcome,
    ClashResult,
    Defend,
    Idle,
    Next,
    Opposition,
    Other,
    Participant,
    Why,
)
from rules.demon_city.clash_check import ClashRefusal, misspelt_side
from rules.demon_city.harm import Damage, DamageRefusal, judge_damage
from rules.demon_city.opposed import OpposedOutcome, OpposedRefusal, OpposedResult, judge_opposed
from rules.demon_city.plain_numbers import C100, CountRefusal, PlainCards, draw_c10, judge_c100
from rules.demon_city.resolver import resolve_clash
from rules.demon_city.static import StaticOutcome, StaticRefusal, StaticResult, judge_static
from rules.demon_city.throw import (
    Critical,
    CriticalBy,
    FiredSpecial,
    Keep,
    Special,
    Throw,
    ThrowResult,
    count_throw,
)

__all__ = [
    "C100",
    "HOST_SIDE",
    "PLAYERS_SIDE",
    "Action",
    "ActionResult",
    "Attack",
    "ClashOutcome",
    "ClashRefusal",
    "ClashResult",
    "CountRefusal",
    "Critical",
    "CriticalBy",
    "Damage",
    "DamageRefusal",
    "Defend",
    "FiredSpecial",
    "Idle",
    "Keep",
    "Next",
    "OpposedOutcome",
    "OpposedRefusal",
    "OpposedResult",
    "Opposition",
    "Other",
    "Participant",
    "PlainCards",
    "Special",
    "StaticOutcome",
    "StaticRefusal",
    "StaticResult",
    "Throw",
    "ThrowResult",
    "Why",
    "count_throw",
    "draw_c10",
    "judge_c100",
    "judge_damage",
    "judge_opposed",
    "judge_static",
    "misspelt_side",
    "resolve_clash",
]
