"""Demon City's kinds of document, with an example of each that runs.

Its documents carry more than fields of one request (a campaign's courts, a deck's order, one deck for all), so
the application reads them itself (`webui/documents`); a kind here has no request and no judge.
"""

from __future__ import annotations

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
    draws=frozenset({Draw.TAROT_CARDS}),
    kinds=(
        Kind.read_elsewhere("test", ("D8", "D10", "D11", "D12"), Use.LOGGED, _TEST),
        Kind.read_elsewhere("opposed", ("D9", "D10", "D11", "D12"), Use.LOGGED, _OPPOSED),
        Kind.read_elsewhere("c10", ("D6",), Use.LOGGED, {"cards": ["w03", "m15"]}),
        Kind.read_elsewhere("c100", ("D7",), Use.LOGGED, {"cards": ["w03", "c07"]}),
        Kind.read_elsewhere("damage", ("D33",), Use.LOGGED, {"toughness": 2, "cards": ["w03", "c07"]}),
        Kind.read_elsewhere(
            "clash", tuple(f"D{n}" for n in (10, 11, 12, *range(26, 33))), Use.LOGGED, _CLASH
        ),
        Kind.read_elsewhere("round", tuple(f"D{n}" for n in range(23, 33)), Use.LOGGED, _ROUND),
        Kind.read_elsewhere(
            "clash-throws",
            ("D13", "D17", "D18", "D19", "D20", "D21", "D22"),
            Use.LOOKUP,
            {"extra": ["weapon"]},
        ),
        Kind.read_elsewhere(
            "opposed-throws",
            ("D13", "D14", "D15", "D16", "D21"),
            Use.LOOKUP,
            {"stat": 3, "lost": [{"situation": "drunk"}], "opponent": {"stat": 5}},
        ),
        Kind.read_elsewhere(
            "test-throws",
            ("D13", "D14", "D15"),
            Use.LOOKUP,
            {"stat": 5, "intensity": 4, "extra": ["overlap"]},
        ),
        Kind.read_elsewhere(
            "derived-throws",
            ("D13", "D14", "D16", "D17", "D18", "D19", "D20", "D21", "D22"),
            Use.LOOKUP,
            _DERIVED,
        ),
        Kind.read_elsewhere("odds", ("D36",), Use.ODDS, {"throws": 2, "against": 1}),
    ),
)
"""Demon City as a system."""
