"""Dragon's kinds of document, with an example of each that runs."""

from __future__ import annotations

from rules.dragon import documents as asked
from rules.dragon.speed import DIE
from rules.system import Draw, Kind, System, Use

_TURN = {
    "characters": [
        {"id": "hero", "side": "good", "phases": [1, 2, 3, 4, 5]},
        {"id": "warlord", "side": "bad", "phases": [8, 10]},
    ],
    "steps": [
        {"do": "act", "id": "hero", "action": "diceless"},
        {"do": "offer", "id": "hero", "to": ["warlord"]},
        {"do": "next"},
        {"do": "act", "id": "warlord", "action": "diced"},
    ],
}

SYSTEM = System(
    code="dragon",
    package="rules.dragon",
    draws=frozenset({Draw.DICE}),
    kinds=(
        Kind(
            "speed",
            ("G1",),
            Use.LOGGED,
            asked.Speed,
            asked.judge_speed,
            {"stat": 7, "dice": [2, 5, 5, 8]},
            DIE,
        ),
        Kind(
            "phase",
            ("G2", "G3", "G4"),
            Use.LOOKUP,
            asked.PhaseQuestion,
            asked.judge_phase,
            {"phases": [2, 5, 8, 9], "used": [2], "now": 3, "action": "diced", "in_category": True},
        ),
        Kind("turn", ("G1", "G2", "G3", "G4", "G9"), Use.LOGGED, asked.TurnSteps, asked.judge_turn, _TURN),
        Kind(
            "pool",
            ("G5",),
            Use.LOGGED,
            asked.Pool,
            asked.judge_pool,
            {"roll": [10, 10, 10], "seed": 7, "target": 7},
            DIE,
        ),
        Kind(
            "split",
            ("G5",),
            Use.LOGGED,
            asked.Split,
            asked.judge_split_pool,
            {"substats": [5, 4], "parts": [{"at": "bill", "dice": [7, 9]}, {"at": "carl", "dice": [3, 8]}]},
            DIE,
        ),
        Kind("range", ("G7",), Use.LOOKUP, asked.Distance, asked.judge_range, {"hexes": 20}),
        Kind(
            "damage",
            ("G6", "G8"),
            Use.LOGGED,
            asked.Damage,
            asked.judge_damage,
            {
                "successes": 3,
                "defence": 1,
                "multiple": 3,
                "strength": 4,
                "melee": True,
                "resistance": 2,
                "hit_points": 10,
            },
        ),
        Kind(
            "death-check",
            ("G8",),
            Use.LOGGED,
            asked.DeathCheckThrow,
            asked.judge_death_check,
            {"dice": [7, 9, 2], "target": 7, "past": 12},
            DIE,
        ),
        Kind(
            "odds",
            ("G1", "G5", "G8"),
            Use.ODDS,
            asked.Odds,
            asked.judge_odds,
            {"pool": 5, "target": 7, "against": 3},
        ),
    ),
)
"""Dragon as a system."""
