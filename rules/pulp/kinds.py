"""Pulp's kinds of document, with an example of each that runs."""

from __future__ import annotations

from rules.pulp import documents as asked
from rules.system import Draw, Kind, System, Use

SYSTEM = System(
    code="pulp",
    package="rules.pulp",
    draws=frozenset({Draw.PLAYING_CARDS}),
    kinds=(
        Kind(
            "deal",
            ("P1", "P2", "P3", "P4"),
            Use.LOGGED,
            asked.Deal,
            asked.judge_deal,
            {"cards": ["4s", "As", "Ah", "Kd", "Qc", "Js", "Ad"], "difficulty": 2, "resistance": False},
        ),
        Kind(
            "initiative",
            ("P5",),
            Use.LOGGED,
            asked.Initiative,
            asked.judge_initiative,
            {
                "combatants": [
                    {"id": "ann", "cards": ["4s", "Kd"]},
                    {"id": "bill", "cards": ["2h", "Ks"], "advantage": 1},
                    {"id": "cassie", "cards": ["Qs", "2d"], "born": "1990-05-02"},
                    {"id": "dov", "cards": ["As", "Ah"]},
                ]
            },
        ),
        Kind(
            "combat",
            ("P5",),
            Use.LOGGED,
            asked.CombatSteps,
            asked.judge_combat,
            {
                "combatants": ["ann", "bill"],
                "steps": [
                    {"do": "surprise", "id": "ann", "success": True},
                    {"do": "attacked"},
                    {"do": "order", "order": ["bill", "ann"]},
                    {"do": "attacked"},
                ],
            },
        ),
        Kind("odds", ("P6",), Use.ODDS, asked.Odds, asked.judge_odds, {"difficulty": 2}),
        Kind(
            "deck",
            ("P1",),
            Use.LOOKUP,
            asked.Deck,
            asked.judge_deck,
            {"cards": ["As", "2c", "4s", "Ah", "Ad", "2h", "7d"]},
        ),
    ),
)
"""Pulp in the Cards as a system."""
