"""Demon City's kinds of document, with an example of each that runs.

Its documents are written by hand in several ways (one name or a list, a code or an object), so the application has
a form for each kind (`webui/documents/pipeline.py`), from which it makes the request.
"""

from __future__ import annotations

from rules.demon_city import documents as asked
from rules.demon_city.odds_question import OddsQuestion, judge_odds
from rules.demon_city.round_replay import RoundRecord, judge_round
from rules.system import Draw, Kind, System, Use

_TEST = {"intensity": 4, "thrower": {"id": "marty", "cards": ["w03", "c07"]}}
_OPPOSED = {"throwers": [{"id": "a", "cards": ["w08"]}, {"id": "b", "cards": ["c09"]}]}
_CLASH = {
    "participants": [
        {
            "id": "ann",
            "side": "players",
            "significator": "m05",
            "cards": ["w07", "c03"],
            "action": {"kind": "attack", "target": "bill", "resist": 3},
        },
        {
            "id": "bill",
            "side": "host",
            "cards": ["s09"],
            "action": {"kind": "attack", "target": "ann", "resist": 2},
        },
    ]
}
_ROUND = {
    "characters": [
        {"id": "ann", "side": "players", "agility": 3},
        {"id": "bill", "side": "host", "agility": 2},
    ],
    "seed": 7,
}

_DERIVED = {
    "fighters": [
        {"id": "ann", "stats": {"agility": 4, "firearms": 6}},
        {"id": "bill", "stats": {"agility": 3, "toughness": 5}},
    ],
    "deeds": [
        {"by": "ann", "target": "bill", "manner": "shooting", "skill": "firearms", "over": "high ground"},
        {"by": "bill", "target": "ann", "manner": "close-combat", "weapon": 2},
    ],
}

SYSTEM = System(
    code="demon-city",
    package="rules.demon_city",
    draws=frozenset({Draw.TAROT_CARDS}),
    kinds=(
        Kind("test", ("D8", "D10", "D11", "D12"), Use.LOGGED, asked.StaticThrow, asked.judge_test, _TEST),
        Kind(
            "opposed",
            ("D9", "D10", "D11", "D12"),
            Use.LOGGED,
            asked.OpposedThrows,
            asked.judge_against_each_other,
            _OPPOSED,
        ),
        Kind("c10", ("D6",), Use.LOGGED, asked.C10Cards, asked.read_c10, {"cards": ["w03", "m15"]}),
        Kind("c100", ("D7",), Use.LOGGED, asked.C100Cards, asked.read_c100, {"cards": ["w03", "c07"]}),
        Kind(
            "damage",
            ("D33",),
            Use.LOGGED,
            asked.DamageCards,
            asked.read_damage,
            {"toughness": 2, "cards": ["w03", "c07"]},
        ),
        Kind(
            "clash",
            tuple(f"D{n}" for n in (10, 11, 12, *range(26, 33))),
            Use.LOGGED,
            asked.Clash,
            asked.judge_clash,
            _CLASH,
        ),
        Kind("round", tuple(f"D{n}" for n in range(23, 33)), Use.LOGGED, RoundRecord, judge_round, _ROUND),
        Kind(
            "clash-throws",
            ("D13", "D17", "D18", "D19", "D20", "D21", "D22"),
            Use.LOOKUP,
            asked.CountedClaims,
            asked.judge_count,
            {"extra": ["weapon"]},
        ),
        Kind(
            "opposed-throws",
            ("D13", "D14", "D15", "D16", "D21"),
            Use.LOOKUP,
            asked.CountedClaims,
            asked.judge_count,
            {"stat": 3, "lost": [{"situation": "drunk"}], "opponent": {"stat": 5}},
        ),
        Kind(
            "test-throws",
            ("D13", "D14", "D15"),
            Use.LOOKUP,
            asked.CountedClaims,
            asked.judge_count,
            {"stat": 5, "intensity": 4, "extra": ["overlap"]},
        ),
        Kind(
            "derived-throws",
            ("D13", "D14", "D16", "D17", "D18", "D19", "D20", "D21", "D22"),
            Use.LOOKUP,
            asked.Deeds,
            asked.judge_deeds,
            _DERIVED,
        ),
        Kind("odds", ("D36",), Use.ODDS, OddsQuestion, judge_odds, {"throws": 2, "against": 1}),
    ),
)
"""Demon City as a system."""
