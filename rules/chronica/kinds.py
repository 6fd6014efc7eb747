"""Chronica's kinds of document, with an example of each that runs."""

from __future__ import annotations

from rules.chronica import documents as asked
from rules.chronica.spending import Spending
from rules.system import Draw, Kind, System, Use

_CROWD = {
    "sides": [
        {
            "id": "orator",
            "pools": [
                {
                    "id": "ann",
                    "dice": [{"size": 8, "value": 7}, {"size": 8, "value": 6}, {"size": 3, "value": 2}],
                }
            ],
        },
        {"id": "crowd", "pools": [{"id": "rioters", "roll": [10, 8, 6]}]},
    ],
    "seed": 7,
}

_PUSHED = {
    "sides": [
        {
            "id": side,
            "pools": [{"id": pool, "roll": [8, 6, 6, 4]}],
            "added": {"id": pool, "roll": [6, 6, 6, 6, 6]},
        }
        for side, pool in (("heroes", "ann"), ("enemy", "bill"))
    ],
    "seed": 7,
}

_ASSETS = {
    "assets": [
        {"name": "Charisma", "kind": "attribute", "size": 8},
        {"name": "Oratory", "kind": "background", "size": 8},
        {"name": "Scout", "kind": "background", "size": 3, "shared": True},
        {"name": "bullhorn", "kind": "tech", "size": 3},
        {"name": "sprained ankle of the foe", "kind": "opposition", "size": 4},
        {"name": "plan", "kind": "temporary", "size": 6, "uses": 2},
        {"name": "Voice of the people", "kind": "aspect", "size": 6},
        {"name": "Local history", "kind": "background", "size": 4},
        {"name": "Destiny", "kind": "destiny", "size": 6},
    ]
}

_SPENDING = {
    "success": [
        {"size": 12, "value": 9, "buys": "goal"},
        {"size": 12, "value": 8, "buys": "penalty", "to": "bill", "penalty": 10, "name": "sprained ankle"},
        {"size": 8, "value": 7, "buys": "reward", "to": "ann", "name": "high ground"},
    ],
    "concessions": [],
    "opposition": [8, 6, 6, 4],
    "opponents": ["bill"],
}

_LEDGER = {
    "holds": [
        {"name": "plan", "kind": "condition", "size": 8, "holder": "ann", "uses": 2},
        {"name": "sprained ankle", "kind": "penalty", "size": 10, "holder": "bill"},
    ],
    "steps": [{"do": "use", "name": "plan"}, {"do": "remove", "name": "sprained ankle"}],
}

_CONTEST_RULES = ("C1", "C3", "C4", "C5", "C7")

SYSTEM = System(
    code="chronica",
    package="rules.chronica",
    draws=frozenset({Draw.DICE}),
    kinds=(
        Kind("contest", _CONTEST_RULES, Use.LOGGED, asked.Contest, asked.judge_thrown, _CROWD),
        Kind("push", _CONTEST_RULES, Use.LOGGED, asked.Push, asked.judge_push, _PUSHED),
        Kind("pool", ("C2",), Use.LOOKUP, asked.Assets, asked.judge_assets, _ASSETS),
        Kind(
            "opposition",
            ("C6",),
            Use.LOOKUP,
            asked.Opposition,
            asked.judge_opposition,
            {"opposition": [8, 6, 4], "size": 10},
        ),
        Kind("spend", ("C1", "C6"), Use.LOGGED, Spending, asked.judge_spending, _SPENDING),
        Kind("ledger", ("C6",), Use.LOGGED, asked.LedgerSteps, asked.judge_ledger, _LEDGER),
        Kind(
            "odds",
            ("C3", "C4"),
            Use.ODDS,
            asked.Odds,
            asked.judge_odds,
            {"sides": [[8, 8, 3], [10, 8, 6]]},
        ),
    ),
)
"""Chronica's contests as a system."""
