"""Scenes of an Action Round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from webui.i18n import card_name
from webui.table import contract

from .builders import COLOURS, FAR, LONG_NAME, Snapshot, card, kept, main_key, mark, played, seat, value_of
from .sessions import PLAYERS_WIN, SUCCESS, TIE, at_the_table

ROUND_NAMES = {"fiend": "The Fiend", "ann": "Ann", "bill": "Bill", "cassie": "Cassie"}


NAMES = ["Ann", "Bill", "Cassie", LONG_NAME, "Dov", "The Fiend", "Lesser Fiend", "The Thing in the Well"]


def table_of_eight(*, counted: bool = False) -> list[Snapshot]:
    seats = []
    for index, name in enumerate(NAMES):
        column, row = index % 4, index // 4
        x, y = 0.02 + 0.24 * column, 0.52 if index < 4 else 0.02
        region = [[x, y], [x + 0.23, y], [x + 0.23, y + 0.46], [x, y + 0.46]]
        code = ["w09", "c04", "m05", "p02", "s08", "s06", "m15", "w03"][index] if counted else None
        middle = (x + 0.1, y + 0.23)
        cards = [card(f"t{index}", code, str(index), middle, turn_deg=5 * row - 3)]
        if index != 2:
            cards.append(card(f"u{index}", None, str(index), (middle[0] + 0.07, middle[1] + 0.02)))
        side = "players" if index < 5 else "host"
        seats.append(
            seat(str(index), name, side, region, cards, colour=COLOURS[index], counts=code, awaited=2)
        )
    seats[2]["significators"] = ["m05"]
    return seats


def _actors(**cards: Sequence[Snapshot]) -> list[Snapshot]:
    """Four participants in the order of their speed, with these cards before them."""
    seats = []
    for index, (seat_id, name) in enumerate(ROUND_NAMES.items()):
        x, y = 0.02 + 0.32 * (index - 1), 0.52
        region = FAR if seat_id == "fiend" else [[x, y], [x + 0.31, y], [x + 0.31, y + 0.46], [x, y + 0.46]]
        side = "host" if seat_id == "fiend" else "players"
        seats.append(seat(seat_id, name, side, region, cards.get(seat_id, ()), colour=COLOURS[5 - index]))
    return seats


def _reason(by: str, text: str, rule: str) -> Snapshot:
    return {"by": by, "text": text, "rule": rule}


def _counted(cards: int, *reasons: Snapshot, adjusted: int = 0) -> Snapshot:
    return {"cards": cards, "adjusted": adjusted, "keep": "highest", "say": "", "reasons": list(reasons)}


def _round(**more: Any) -> Snapshot:
    attack = {"kind": "attack", "target": ["ann"], "resist": None, "harmless": False}
    said = {"id": "fiend", "action": attack, "text": "The Fiend attacks Ann", "extra": [], "lost": []}
    return {
        "number": 2,
        "phase": "announcing",
        "order": list(ROUND_NAMES),
        "speaker": "ann",
        "waiting": [{"seat": seat_id, "for": "announcement"} for seat_id in ("ann", "bill", "cassie")],
        "announced": {"fiend": said},
        "cards": {"fiend": _counted(2, _reason("+1", "supernatural", "D18"))},
        "awaited": {},
        "clashes": [["fiend", "ann"]],
        "conditions": {"bill": ["injured"]},
        "damage_to": None,
        "can_repeat": True,
    } | more


ROUND_MODE = {"kind": "round", "intensities": [4], "thrower": "players"}


def announcing() -> Snapshot:
    return at_the_table(round=_round(), seats=_actors(), mode=ROUND_MODE)


def throwing() -> Snapshot:
    texts = {
        "fiend": "attacks Ann",
        "ann": "attacks The Fiend",
        "bill": "attacks The Fiend",
        "cassie": "acts against Intensity 3",
    }
    announced = {
        seat_id: {"id": seat_id, "action": {"kind": "nothing"}, "text": f"{ROUND_NAMES[seat_id]} {text}"}
        for seat_id, text in texts.items()
    }
    counted = {
        "fiend": _counted(
            4,
            _reason("+1", "supernatural", "D18"),
            _reason("+1", "higher stat", "D17"),
            _reason("+1", "the Host's decision", "D23a"),
            adjusted=1,
        ),
        "ann": _counted(2, _reason("+1", "weapon", "D18")),
        "bill": _counted(1, _reason("-1", "injury", "D20")),
        "cassie": _counted(1),
    }
    cards = {
        "fiend": [card(f"t{n}", None, "fiend", (0.3 + 0.1 * n, 0.25)) for n in range(4)],
        "ann": [card("t5", None, "ann", (0.12, 0.75))],
        "bill": [card("t6", None, "bill", (0.5, 0.75))],
    }
    seats = [each | {"awaited": counted[each["id"]]["cards"]} for each in _actors(**cards)]
    waiting = [{"seat": seat_id, "for": "cards"} for seat_id in ("ann", "cassie")]
    now = _round(phase="throwing", speaker=None, announced=announced, cards=counted, waiting=waiting)
    rare = {"tie": 0.06, "critical": 0.0, "fumble": 0.03}
    odds = {"ann": rare | {"win": 0.31}, "fiend": rare | {"win": 0.52}}
    return at_the_table(phase="gathering", round=now, seats=seats, mode=ROUND_MODE, odds=odds)


def _part(said: Snapshot, title: str, clash: str, *cards: Snapshot, **more: Any) -> Snapshot:
    """One clash or single throw of a round."""
    return kept(said) | {"title": title, "clash": clash, "played": list(cards)} | more


def _deed(seat_id: str, deed: str, fate: str, text: str, code: str, **more: Any) -> Snapshot:
    side = "host" if seat_id == "fiend" else "players"
    line = {
        "seat": seat_id,
        "name": ROUND_NAMES[seat_id],
        "side": side,
        "deed": deed,
        "fate": fate,
        "text": text,
    }
    card_ = {"card": code, "card_name": card_name(code), "value": value_of(code)}
    return line | card_ | {"critical": False, "fumble": False} | more


def _board() -> list[Snapshot]:
    return [
        _deed("fiend", "attacks Ann", "outdone", "outdone by Ann, 6 < 9", "s06"),
        _deed("ann", "attacks The Fiend", "happens", "succeeds, 9 > 6", "w09", critical=True),
        _deed("bill", "attacks The Fiend", "outdone", "outdone by Ann, 4 < 9", "c04"),
        _deed("cassie", "acts against Intensity 3", "happens", "succeeds, 7 > 3", "p07"),
    ]


def over() -> Snapshot:
    """Two against the Fiend, and beside that clash a throw at a door."""
    scene = throwing()
    scene["round"] |= {"phase": "over", "waiting": [], "clashes": [["fiend", "ann", "bill"], ["cassie"]]}
    fared: dict[str, contract.Outcome] = {"fiend": "lost", "ann": "won", "cassie": "won"}
    for each, code in zip(scene["seats"], ("s06", "w09", "c04", "p07"), strict=True):
        each |= {"cards": [card(f"v{each['id']}", code, each["id"], (0.5, 0.5))]}
        key, outcome = f"v{each['id']}", fared.get(each["id"])
        each |= {"counts": {"value": value_of(code), "card": code, "key": key, "outcome": outcome}}
    first = [played("ann", "Ann", "w09", "won"), played("fiend", "The Fiend", "s06", "lost")]
    second = [played("cassie", "Cassie", "p07", "won")]
    parts = [
        _part(PLAYERS_WIN, "Ann hits The Fiend, 9 > 6", "Clash A", *first),
        _part(SUCCESS, "Cassie succeeds, 7 > 3", "Clash B", *second),
    ]
    said = PLAYERS_WIN | {"kind": "round", "parts": parts, "board": _board(), "hero": "ann"}
    return scene | {
        "phase": "verdict",
        "verdict": said,
        "odds": None,
        "steps": _steps(),
        "main_key": main_key("verdict"),
    }


def _step(code: str, text: str, **more: Any) -> Snapshot:
    told: Snapshot = {"code": code, "text": text, "seat": None, "command": None, "options": [], "done": False}
    return told | more


def _steps() -> list[Snapshot]:
    """Damage to the Fiend, who may stand elsewhere, and Calm."""
    command = {"name": "throw-damage", "seat": "fiend"}
    panics = [
        {
            "text": f"{name} panics",
            "command": {"name": "mark", "seat": seat_id, "condition": "panic", "holds": True},
        }
        for seat_id, name in ROUND_NAMES.items()
        if seat_id != "fiend"
    ]
    damage = "Ann draws damage for The Fiend: 3 cards, lowest counts"
    return [
        _step("damage", damage, seat="fiend", command=command),
        _step("reposition", "May move up to 60 feet: Ann and Cassie"),
        _step("calm", "Ask for a Calm check", options=panics),
    ]


def eight_announcing() -> Snapshot:
    """Eight people in a round; the first four have announced, and have a card that counted for them before."""
    seats = [each | {"last": "m05" if place < 4 else None} for place, each in enumerate(table_of_eight())]
    order = [each["id"] for each in seats]
    said = {"id": "0", "action": {"kind": "nothing"}, "text": "Ann shoots at The Thing in the Well"}
    now = _round(
        order=order,
        speaker="4",
        waiting=[{"seat": seat_id, "for": "announcement"} for seat_id in order[4:]],
        announced={seat_id: said | {"id": seat_id} for seat_id in order[:4]},
        cards={seat_id: _counted(2) for seat_id in order[:4]},
        clashes=[],
        conditions={"3": ["injured"]},
    )
    return at_the_table(phase="gathering", round=now, seats=seats, mode=ROUND_MODE)


def eight_throwing() -> Snapshot:
    """All eight have announced, and each knows what may come of it: as much as the list of a round tells."""
    scene = eight_announcing()
    order = scene["round"]["order"]
    announced = {seat_id: scene["round"]["announced"]["0"] | {"id": seat_id} for seat_id in order}
    now = scene["round"] | {
        "phase": "throwing",
        "speaker": None,
        "waiting": [{"seat": "2", "for": "cards", "stat": None}],
        "announced": announced,
        "cards": dict.fromkeys(order, _counted(2)),
        "clashes": [order[:2], order[2:4], order[4:6], order[6:]],
    }
    odds = {"tie": 0.1, "critical": 0.02, "fumble": 0.01, "win": 0.53}
    seats = [each | {"last": "m05"} for each in scene["seats"]]
    return scene | {"round": now, "seats": seats, "odds": dict.fromkeys(order, odds)}


def four_clashes() -> Snapshot:
    """Four clashes of people with the longest names, a critical and a card too many: as much as a round tells."""
    scene = over()
    cards = [played("ann", LONG_NAME, "w09", "won"), played("fiend", "The Fiend", "s06", "lost")]
    critical = mark("critical", f"Critical: {LONG_NAME}'s Hierophant", "ann")
    many = mark("miscounted", f"{LONG_NAME}: 2 cards, should have 1", "ann")
    title = f"{LONG_NAME} shoots The Thing in the Well, 9 > 6"
    parts = [
        _part(PLAYERS_WIN, title, f"Clash {letter}", *cards, marks=[critical] if letter == "B" else [])
        for letter in "ABC"
    ]
    parts.append(_part(TIE, "Tie, 4 = 4", "Clash D", marks=[]))
    said = PLAYERS_WIN | {"kind": "round", "parts": parts, "marks": [critical, many]}
    return scene | {"verdict": said}
