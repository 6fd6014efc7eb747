"""Snapshots of every state that the page can show, as the table would publish them (docs/state.md)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any, TypeAlias

from webui.i18n import card_name

Snapshot: TypeAlias = dict[str, Any]

PLAYERS, HOST = "#7fb3d5", "#e3a07f"
LONG_NAME = "Doctor Wilhelmina Harker-Szymborska"
FAR = [[0.02, 0.02], [0.98, 0.02], [0.98, 0.49], [0.02, 0.49]]
NEAR = [[0.02, 0.51], [0.98, 0.51], [0.98, 0.98], [0.02, 0.98]]


def value_of(code: str) -> int:
    return int(code[1:])


def card(
    key: str,
    code: str | None,
    seat: str | None,
    at: tuple[float, float],
    *,
    state: str = "settled",
    turn_deg: float = 0.0,
    language: str = "en",
    aspect: float = 16 / 9,
    **more: Any,
) -> Snapshot:
    """One card as the snapshot has it; ``at`` is its middle, its height a quarter of the picture."""
    up = code is not None or state in ("unreadable", "reading")
    return {
        "key": key,
        "seat": seat,
        "face": "up" if up else "down",
        "card": code,
        "name": card_name(code, language) if code else None,
        "value": value_of(code) if code else None,
        "reversed": False,
        "state": state,
        "corners": _corners(at, turn_deg, aspect),
        "confidence": 0.97,
        "candidates": [],
        "by": "camera",
        "significator": False,
    } | more


def _corners(at: tuple[float, float], turn_deg: float, aspect: float) -> list[list[float]]:
    half_h, half_w = 0.125, 0.125 * 0.583
    turn = math.radians(turn_deg)
    corners = []
    for dx, dy in ((-half_w, -half_h), (half_w, -half_h), (half_w, half_h), (-half_w, half_h)):
        x, y = dx * math.cos(turn) - dy * math.sin(turn), dx * math.sin(turn) + dy * math.cos(turn)
        corners.append([round(at[0] + x / aspect, 4), round(at[1] + y, 4)])
    return corners


def seat(
    seat_id: str,
    name: str,
    side: str,
    region: list[list[float]],
    cards: Sequence[Snapshot] = (),
    *,
    colour: str | None = None,
    counts: str | None = None,
    **more: Any,
) -> Snapshot:
    down = sum(1 for each in cards if each["face"] == "down")
    return {
        "id": seat_id,
        "name": name,
        "side": side,
        "colour": colour or (HOST if side == "host" else PLAYERS),
        "region": region,
        "drawn": seat_id != side,
        "significators": [],
        "significator_names": [],
        "wanted": None,
        "down": down,
        "up": len(cards) - down,
        "cards": list(cards),
        "counts": {"value": value_of(counts), "card": counts} if counts else None,
        "stats": {},
        "specials": [],
    } | more


def halves(near: Sequence[Snapshot] = (), far: Sequence[Snapshot] = (), **counts: str) -> list[Snapshot]:
    return [
        seat("players", "Players", "players", NEAR, near, counts=counts.get("players")),
        seat("host", "Host", "host", FAR, far, counts=counts.get("host")),
    ]


def verdict(tone: str, headline: str, line: str, **more: Any) -> Snapshot:
    return {
        "kind": "clash",
        "tone": tone,
        "headline": headline,
        "line": line,
        "marks": [],
        "next": [],
        "why": [],
        "choose": None,
        "spoken": f"{headline}. {line}",
        "since": 12.4,
        "corrected": False,
        "result": {},
    } | more


def mark(kind: str, text: str, seat_id: str = "players") -> Snapshot:
    return {"kind": kind, "seat": seat_id, "text": text}


def step(text: str) -> Snapshot:
    return {"code": text.lower().replace(" ", "-"), "text": text}


def reason(rule: str, text: str, *, ruling: bool = False) -> Snapshot:
    return {"rule": rule, "ruling": ruling, "text": text}


def entry(number: int, said: Snapshot, seats: Sequence[Snapshot], **more: Any) -> Snapshot:
    return {
        "id": number,
        "at": f"21:{10 + number:02d}:07",
        "throw": number,
        "round": None,
        "mode": "clash",
        "verdict": said,
        "seats": [{key: each[key] for key in ("id", "name", "side", "colour", "cards")} for each in seats],
        "picture": f"{number:04x}",
        "crops": [],
        "note": "",
        "corrected": [],
        "undone": False,
    } | more


def snapshot(**more: Any) -> Snapshot:
    """A quiet table with zero set-up, changed as told."""
    return {
        "version": 1,
        "role": "host",
        "language": "en",
        "session": {
            "id": "2026-11-20-a",
            "name": "Friday at the Orphanage",
            "started": "2026-11-20T19:02:11+01:00",
        },
        "source": _source(),
        "aid": {"level": 0.8, "ok": True, "problems": []},
        "view": {"turn": 0, "mirror": False, "swap": False},
        "decks": ["house"],
        "known_decks": ["house", "rws"],
        "paused": False,
        "wizard": False,
        "mode": {"kind": "clash", "intensities": [4], "thrower": "players"},
        "phase": "empty",
        "throw": {"number": 3, "round": None},
        "seats": halves(),
        "loose": [],
        "ignored": [],
        "uncounted": 0,
        "question": None,
        "verdict": None,
        "round": None,
        "odds": None,
        "log": {"count": 2, "last": evening()[:2]},
        "undo": None,
        "network": {"allowed": False, "urls": [], "code": None},
    } | more


PLAYERS_WIN = verdict(
    "players",
    "Players win",
    "9 beats 6 with the Nine of Wands.",
    next=[step("Throw for damage."), step("The winner may stand anywhere within 60 feet.")],
    why=[
        reason("D27", "The side with the highest card wins the clash."),
        reason(
            "D29", "Only the winning side's highest attack can happen, if it beats what stands against it."
        ),
        reason("D29", "The next attack does not step up.", ruling=True),
    ],
)
CRITICAL = verdict(
    "players",
    "Players win",
    "9 beats 5 with the Nine of Wands.",
    marks=[mark("critical", "The Hierophant is her Significator and would have won alone")],
    next=[step("Throw for damage."), step("The Host says what the critical does.")],
    why=[
        reason("D27", "The side with the highest card wins the clash."),
        reason("D11", "Critical: one's own Significator would have done it alone."),
        reason("D11", "The Significator need not be the highest card.", ruling=True),
    ],
)
FUMBLE = verdict(
    "host",
    "The Host wins",
    "7 beats 0 with the Seven of Swords.",
    marks=[mark("fumble", "The Fool counts for the players")],
    next=[step("The Host says what the fumble does.")],
    why=[reason("D10", "The Fool as the card that counts is a fumble.")],
)
TIE = verdict(
    "tie",
    "Tie",
    "Both threw 9. Undecided.",
    next=[step("Change something for everyone, then throw again.")],
    why=[reason("D28", "A tie between sides leaves all undecided.")],
)
STALEMATE = verdict(
    "stalemate", "Stalemate", "Ann's attack would need more than 6.", next=[step("Nobody is hit.")]
)
CHOICE = verdict(
    "choice",
    "Who acts?",
    "Ann and Bill both threw 9 for the players.",
    choose=[{"seat": "ann", "name": "Ann"}, {"seat": "bill", "name": "Bill"}],
)
SUCCESS = verdict("success", "Success", "7 beats Intensity 4 with the Seven of Cups.", kind="test")
FAILURE = verdict("failure", "Failure", "4 does not beat Intensity 4.", kind="test")


def clash_cards(players: str, host: str, **more: Any) -> list[Snapshot]:
    """Two cards for the players, one for the Host; the first of each side counts."""
    mine = [
        card("t1", players, "players", (0.38, 0.74), turn_deg=4, **more),
        card("t2", "c03", "players", (0.52, 0.75), turn_deg=-7, **more),
    ]
    theirs = [card("t3", host, "host", (0.47, 0.26), turn_deg=176, reversed=True, **more)]
    return halves(mine, theirs, players=players, host=host)


def evening() -> list[Snapshot]:
    """A log of seven throws: every tone, a note, a correction, one taken back."""
    critical = clash_cards("w09", "s05")
    critical[0]["cards"][1] |= {"card": "m05", "name": "The Hierophant", "value": 5, "significator": True}
    corrected = {"seat": "players", "index": 0, "from": "w08", "to": "w07", "at": "21:19:40"}
    by_hand = clash_cards("w07", "s05")
    by_hand[0]["cards"][0]["by"] = "human"
    return [
        entry(1, TIE, clash_cards("w09", "p09"), note="The floor gives way. Everybody into the cellar."),
        entry(2, PLAYERS_WIN, clash_cards("w09", "s06")),
        entry(3, CRITICAL, critical, note="Right between the eyes, which it had many of."),
        entry(4, FUMBLE, clash_cards("m00", "s07")),
        entry(5, PLAYERS_WIN, by_hand, corrected=[corrected]),
        entry(6, FAILURE, clash_cards("w04", "s02")[:1], mode="test", undone=True),
        entry(7, SUCCESS, clash_cards("c07", "s02")[:1], mode="test"),
    ]


def two_decks(language: str = "en") -> Snapshot:
    """A Players' Deck that somebody counted, a Horror's Deck that nobody did, as ``GET /api/decks`` has them."""
    codes = [f"{suit}{value:02d}" for value in range(1, 11) for suit in "csw"]
    where = {"c07": "table", "s03": "table", **dict.fromkeys(("w02", "c05", "s09", "w10"), "discard")}
    counted = [
        _deck_card(code, card_name(code, language), where.get(code, "pile"))
        for code in ["m00", *codes, "m21"]
    ]
    values = [
        _deck_card(None, str(value), "discard" if value == 6 else "pile", value)
        for value in range(1, 11)
        for _ in range(3)
    ]
    gained = [{"code": "m21", "name": card_name("m21", language), "held_by": "Ann"}]
    players = {"deck": "players", "counted": True, "fool": True, "cards": counted, "significators": gained}
    horror = {"deck": "host", "counted": False, "fool": False, "cards": values, "significators": []}
    return {"decks": [players, horror], "faults": ["More than three cards worth 6."]}


def _deck_card(code: str | None, name: str, where: str, value: int | None = None) -> Snapshot:
    return {"code": code, "name": name, "value": value_of(code) if code else value, "where": where}


NAMES = ["Ann", "Bill", "Cassie", LONG_NAME, "Dov", "The Fiend", "Lesser Fiend", "The Thing in the Well"]
COLOURS = ["#7fb3d5", "#a9c77f", "#c9b1e6", "#79c7bd", "#d5c47f", "#e3a07f", "#e58f9d", "#c98a5e"]


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
            seat(str(index), name, side, region, cards, colour=COLOURS[index], counts=code, wanted=2)
        )
    seats[2]["significators"] = ["m05"]
    return seats


def _there_before() -> list[Snapshot]:
    codes = ["w09", "c04", "m05", "p02", "s08", "s06"]
    return [
        card(f"t{n}", code, None, (0.2 + 0.12 * n, 0.74 if n % 2 else 0.26), state="known")
        for n, code in enumerate(codes)
    ]


def _gathering() -> Snapshot:
    mine = [card("t1", None, "players", (0.38, 0.74)), card("t2", None, "players", (0.52, 0.75), turn_deg=6)]
    return snapshot(phase="gathering", seats=halves(mine, [card("t3", None, "host", (0.47, 0.26))]))


def _flipping() -> Snapshot:
    mine = [card("t1", "w09", "players", (0.38, 0.74)), card("t2", None, "players", (0.52, 0.75), turn_deg=6)]
    return snapshot(phase="flipping", seats=halves(mine, [card("t3", None, "host", (0.47, 0.26))]))


def _reading() -> Snapshot:
    unread = card("t3", None, "host", (0.47, 0.26), state="reading")
    mine = [
        card("t1", "w09", "players", (0.38, 0.74)),
        card("t2", "c03", "players", (0.52, 0.75), turn_deg=6),
    ]
    return snapshot(phase="reading", seats=halves(mine, [unread | {"face": "up"}]))


def _question() -> Snapshot:
    likely = [("w07", 0.41), ("w08", 0.38), ("w09", 0.12)]
    candidates = [{"code": code, "name": card_name(code), "confidence": sure} for code, sure in likely]
    unread = card("t2", None, "players", (0.52, 0.75), state="unreadable", candidates=candidates)
    asked = {
        "key": "t2",
        "kind": "unreadable",
        "text": "I cannot read this card before Players. Which is it?",
        "seat": "players",
        "candidates": candidates,
        "options": [{"text": "That is no card", "order": {"name": "correct", "key": "t2", "card": None}}],
    }
    mine = [card("t1", "w03", "players", (0.38, 0.74)), unread]
    return snapshot(
        phase="question", question=asked, seats=halves(mine, [card("t3", "s06", "host", (0.47, 0.26))])
    )


def _miscounted() -> Snapshot:
    mark = {"kind": "miscounted", "seat": "players", "text": "Players: 2 cards, should have 1"}
    return _judged(PLAYERS_WIN | {"marks": [mark]})


def _source(**more: Any) -> Snapshot:
    seen = {"kind": "camera", "name": "Camera 0", "state": "live", "since": "21:02", "message": None}
    return seen | {"size": [1280, 720], "fps": 29.6} | more


def _no_camera() -> Snapshot:
    return snapshot(
        source=_source(name="", state="none", size=[0, 0]), aid=None, log={"count": 0, "last": []}
    )


def _lost() -> Snapshot:
    text = "The camera went away at 21:14. Nothing is lost. Looking for it."
    gone = _source(state="lost", since="21:14", message={"code": "source.lost", "text": text})
    return snapshot(source=gone, aid=None)


def _dim() -> Snapshot:
    problem = {"code": "too-dark", "text": "It is too dark to read the cards. Move a lamp closer."}
    return snapshot(aid={"level": 0.2, "ok": False, "problems": [problem]})


def _judged(said: Snapshot, players: str = "w09", host: str = "s06", **more: Any) -> Snapshot:
    return snapshot(phase="verdict", verdict=said, seats=clash_cards(players, host), undo="Confirm", **more)


def _critical() -> Snapshot:
    scene = _judged(CRITICAL, "w09", "s05")
    scene["seats"][0]["cards"][1] |= {
        "card": "m05",
        "name": "The Hierophant",
        "value": 5,
        "significator": True,
    }
    scene["seats"][0] |= {"significators": ["m05"], "significator_names": ["The Hierophant"]}
    return scene


def _choice() -> Snapshot:
    seats = table_of_eight(counted=True)[:2]
    for each, seat_id in zip(seats, ("ann", "bill"), strict=True):
        each |= {"id": seat_id}
    return snapshot(phase="verdict", verdict=CHOICE, seats=seats)


def _test_mode(said: Snapshot, code: str) -> Snapshot:
    mine = [card("t1", code, "players", (0.45, 0.74))]
    return snapshot(
        phase="verdict",
        verdict=said,
        seats=halves(mine, players=code),
        mode={"kind": "test", "intensities": [4], "thrower": "players"},
    )


def _long_names() -> Snapshot:
    said = deepcopy(CRITICAL) | {
        "headline": f"{LONG_NAME} wins",
        "line": f"9 beats 5: {LONG_NAME} with the Nine of Wands.",
    }
    scene = _judged(said, "w09", "s05")
    scene["seats"] = table_of_eight(counted=True)
    return scene


def _turned() -> Snapshot:
    mine = [
        card("t1", "w09", "players", (0.35, 0.74), aspect=0.75),
        card("t2", "c03", "players", (0.65, 0.75), aspect=0.75),
    ]
    theirs = [card("t3", "s06", "host", (0.47, 0.26), aspect=0.75)]
    return snapshot(
        source=_source(name="Camera 1", size=[640, 480]),
        view={"turn": 90, "mirror": False, "swap": False},
        phase="verdict",
        verdict=PLAYERS_WIN,
        seats=halves(mine, theirs, players="w09", host="s06"),
    )


def _german() -> Snapshot:
    said = verdict(
        "players",
        "Die Spieler gewinnen",
        "9 schlägt 5 mit der Neun der Stäbe.",
        marks=[mark("critical", "Der Hierophant ist ihr Signifikator und hätte allein gewonnen")],
        next=[step("Schaden werfen."), step("Der Host beschreibt den kritischen Erfolg.")],
        why=[
            reason("D27", "Die Seite mit der höchsten Karte gewinnt den Zusammenstoß."),
            reason("D11", "Der Signifikator muss nicht die höchste Karte sein.", ruling=True),
        ],
    )
    seats = clash_cards("w09", "s05", language="de")
    seats[0]["name"] = "Spieler"
    return snapshot(language="de", phase="verdict", verdict=said, seats=seats)


ROUND_NAMES = {"fiend": "The Fiend", "ann": "Ann", "bill": "Bill", "cassie": "Cassie"}


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
        "clashes": [["fiend", "ann"]],
        "conditions": {"bill": ["injured"]},
        "can_repeat": True,
    } | more


ROUND_MODE = {"kind": "round", "intensities": [4], "thrower": "players"}


def _announcing() -> Snapshot:
    return snapshot(round=_round(), seats=_actors(), mode=ROUND_MODE)


def _throwing() -> Snapshot:
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
            _reason("+1", "by the Host's word", "D23a"),
            adjusted=1,
        ),
        "ann": _counted(2, _reason("+1", "better weapon", "D18")),
        "bill": _counted(1, _reason("-1", "injury", "D20")),
        "cassie": _counted(1),
    }
    cards = {
        "fiend": [card(f"t{n}", None, "fiend", (0.3 + 0.1 * n, 0.25)) for n in range(4)],
        "ann": [card("t5", None, "ann", (0.12, 0.75))],
        "bill": [card("t6", None, "bill", (0.5, 0.75))],
    }
    seats = [each | {"wanted": counted[each["id"]]["cards"]} for each in _actors(**cards)]
    waiting = [{"seat": seat_id, "for": "cards"} for seat_id in ("ann", "cassie")]
    now = _round(phase="throwing", speaker=None, announced=announced, cards=counted, waiting=waiting)
    odds = {"ann": {"win": 0.31, "tie": 0.06}, "fiend": {"win": 0.52, "tie": 0.06}}
    return snapshot(phase="gathering", round=now, seats=seats, mode=ROUND_MODE, odds=odds)


def _over() -> Snapshot:
    scene = _throwing()
    scene["round"] |= {"phase": "over", "waiting": [], "clashes": [["fiend", "ann", "bill"], ["cassie"]]}
    for each, code in zip(scene["seats"], ("s06", "w09", "c04", "p07"), strict=True):
        each |= {"cards": [card(f"v{each['id']}", code, each["id"], (0.5, 0.5))], "odds": None}
        each |= {"counts": {"value": value_of(code), "card": code}}
    said = PLAYERS_WIN | {"parts": [PLAYERS_WIN, SUCCESS | {"headline": "Cassie succeeds"}]}
    return scene | {"phase": "verdict", "verdict": said, "odds": None}


SCENES: dict[str, Callable[[], Snapshot]] = {
    "empty": snapshot,
    "no-camera": _no_camera,
    "starting": lambda: snapshot(source=_source(state="starting", size=[0, 0]), aid=None),
    "lost": _lost,
    "dim": _dim,
    "paused": lambda: snapshot(paused=True),
    "uncounted": lambda: snapshot(loose=_there_before(), uncounted=6),
    "gathering": _gathering,
    "ready": lambda: _gathering() | {"phase": "ready"},
    "flipping": _flipping,
    "reading": _reading,
    "players": lambda: _judged(PLAYERS_WIN),
    "host": lambda: _judged(
        verdict("host", "The Host wins", "9 beats 6 with the Nine of Swords."), "w06", "s09"
    ),
    "critical": _critical,
    "fumble": lambda: _judged(FUMBLE, "m00", "s07"),
    "tie": lambda: _judged(TIE, "w09", "p09"),
    "stalemate": lambda: _judged(STALEMATE),
    "choice": _choice,
    "success": lambda: _test_mode(SUCCESS, "c07"),
    "failure": lambda: _test_mode(FAILURE, "w04"),
    "confirmed": lambda: _judged(PLAYERS_WIN) | {"phase": "confirmed"},
    "question": _question,
    "miscounted": _miscounted,
    "eight-gathering": lambda: snapshot(phase="gathering", seats=table_of_eight()),
    "eight": _long_names,
    "turned": _turned,
    "german": _german,
    "announcing": _announcing,
    "throwing": _throwing,
    "over": _over,
}
