"""Scenes whose verdicts the rules gave and the narrator told: what TV, overlay and phones make of real results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from webui.documents import judge_document, known_system
from webui.documents.demon_city.shapes import TableAnswer
from webui.i18n.seats import NamedSeat
from webui.table.contract.roles import HOST, redact
from webui.table.modes.deal import PULP
from webui.table.modes.mode import answered
from webui.table.modes.registry import MODES
from webui.table.modes.round import after_flip
from webui.table.modes.rounds import OpenRound
from webui.table.rendering.system_verdicts import SystemAnswer
from webui.table.rendering.verdicts import render_verdict

from .builders import COLOURS, FAR, LONG_NAME, NEAR, Snapshot, card, seat, value_of, with_outcomes
from .round_scenes import eight_throwing, over
from .sessions import at_the_table

Throws = Mapping[str, Sequence[str]]

PEOPLE = {
    # id: name and side
    "ann": ("Ann", "players"),
    "bill": ("Bill", "players"),
    "cassie": ("Cassie", "players"),
    "doctor": (LONG_NAME, "players"),
    "dov": ("Dov", "players"),
    "fiend": ("The Fiend", "host"),
    "ghoul": ("Ghoul", "host"),
    "well": ("The Thing in the Well", "host"),
    "imp": ("Lesser Fiend", "host"),
}

EIGHT: Throws = {
    "ann": ["w09", "c03"],
    "bill": ["c04"],
    "cassie": ["s02", "p01"],
    "doctor": ["p02", "w05"],
    "dov": ["s08"],
    "fiend": ["s06", "c07"],
    "ghoul": ["w01"],
    "well": ["w03", "p06"],
}


def table_of(throws: Throws, language: str = "en", **more: Any) -> list[Snapshot]:
    """Everybody who threw, with their cards face up."""
    return [_seat(key, codes, language, **more) for key, codes in throws.items()]


def _seat(key: str, codes: Sequence[str], language: str, **more: Any) -> Snapshot:
    name, side = PEOPLE[key]
    cards = [
        card(f"{key}{at}", code, key, (0.3 + 0.1 * at, 0.5), language=language)
        for at, code in enumerate(codes)
    ]
    region = FAR if side == "host" else NEAR
    counts = max(codes, key=value_of)
    return seat(
        key,
        name,
        side,
        region,
        cards,
        colour=COLOURS[list(PEOPLE).index(key) % len(COLOURS)],
        counts=counts,
        **more,
    )


def _judged(document: Snapshot, seats: Sequence[Snapshot], language: str) -> Snapshot:
    if document["kind"] == "round":
        before = OpenRound(document=document | {"throws": {}})
        record: TableAnswer = after_flip(before, OpenRound(document=document))
    else:
        record = answered(document, MODES[document["kind"]].shape)
    names = [NamedSeat(each["id"], each["name"], each["side"]) for each in seats]
    rendered = render_verdict(document, record, language, seats=names)
    return {**redact(rendered, HOST), "since": 12.4, "corrected": False, "unread": []}


def _fared(seats: list[Snapshot], said: Snapshot) -> list[Snapshot]:
    """The seats, each with how its card fared in what was judged."""
    played = [each for part in (said, *said.get("parts", [])) for each in part["played"]]
    return with_outcomes(seats, **{each["seat"]: each["outcome"] for each in played})


def clash_of(throws: Throws, language: str = "en", *, significator: str = "", **more: Any) -> Snapshot:
    """Everybody goes for everybody on the other side, as on a table without announcements."""
    seats = table_of(throws, language)
    participants = [
        {
            "id": each["id"],
            "side": each["side"],
            "cards": list(throws[each["id"]]),
            "action": {
                "kind": "attack",
                "harmless": True,
                "target": [foe["id"] for foe in seats if foe["side"] != each["side"]],
            },
        }
        for each in seats
    ]
    if significator:
        participants[0]["significator"] = significator
    document = {"kind": "clash", "participants": participants}
    said = _judged(document, seats, language)
    return at_the_table(language=language, phase="verdict", seats=_fared(seats, said), verdict=said, **more)


CLASHES: tuple[dict[str, Sequence[str]], ...] = (
    {"ghoul": ["w08", "c01"], "bill": ["s06"]},
    {"fiend": ["p04"], "ann": ["w07", "c03"]},
    {"well": ["w03"], "doctor": ["m00"]},
    {"imp": ["s03"], "cassie": ["c09"]},
)
"""Who attacks whom and back, and what both threw."""

TIED: dict[str, Sequence[str]] = {"ann": ["w04", "c03"]}
"""In a round of more than two clashes one is tied."""


def round_of(clashes: int, language: str = "en", **more: Any) -> Snapshot:
    """A whole round: so many clashes, all flipped at once."""
    foes = CLASHES[:clashes]
    targets = {one: other for pair in foes for one, other in zip(pair, reversed(pair), strict=True)}
    throws = {key: codes for pair in foes for key, codes in pair.items()} | (TIED if clashes > 2 else {})
    return _flipped(table_of(throws, language), targets, throws, language, **more)


LONG_NAMES: Mapping[str, str] = {
    "ann": LONG_NAME,
    "bill": "Baroness Margarethe von Hohenfels",
    "cassie": "Professor Archibald Featherstonehaugh",
    "doctor": "Sister Maria-Magdalena of the Orphanage",
    "dov": "Reverend Bartholomew Cunningham-Smythe",
    "fiend": "The Thing That Whispers in the Well",
    "ghoul": "The Grandmother of All Lesser Fiends",
    "well": "Inspector Maximilian Oberhuber-Lindqvist",
}


def fight_of_eight(language: str = "en") -> Snapshot:
    """One clash of eight people with the longest names: a fumble, and nearly everybody outdone."""
    return _fight_of(dict(EIGHT) | {"bill": ["m00"]}, LONG_NAMES, language)


def _fight_of(throws: Throws, names: Mapping[str, str], language: str, **more: Any) -> Snapshot:
    """One clash: everybody on one side attacks one on the other."""
    seats = [each | {"name": names.get(each["id"], each["name"])} for each in table_of(throws, language)]
    targets = {each["id"]: "fiend" if each["side"] == "players" else "ann" for each in seats}
    return _flipped(seats, targets, throws, language, **more)


def fight_judged(people: int, language: str = "en") -> Snapshot:
    """A round as the Host sees it after its flip: the list, the verdict, damage to throw and Calm to ask for."""
    throws = {key: EIGHT[key] for key in ("fiend", *(key for key in EIGHT if key != "fiend"))[:people]}
    after = {key: over()[key] for key in ("steps", "main_key")}
    scene = _fight_of(throws, {}, language, **after)
    order, before = list(throws), eight_throwing()["round"]
    verdict = scene["verdict"]
    verdict["marks"] = [mark for mark in verdict["marks"] if mark["kind"] != "miscounted"]
    verdict["parts"] = [part | {"marks": verdict["marks"]} for part in verdict["parts"]]
    deeds = {line["seat"]: line["deed"] for line in verdict["board"]}
    said = {"action": {"kind": "nothing"}, "text": ""}
    now = before | {
        "phase": "over",
        "order": order,
        "waiting": [],
        "announced": {key: said | {"id": key, "deed": deeds[key]} for key in order},
        "cards": dict.fromkeys(order, before["cards"]["0"]),
        "clashes": [order],
        "conditions": {},
    }
    return scene | {"round": now}


def _flipped(
    seats: list[Snapshot], targets: Mapping[str, str], throws: Throws, language: str, **more: Any
) -> Snapshot:
    """A round in which everybody attacks their target, harmlessly, once it is flipped."""
    sides = {each["id"]: each["side"] for each in seats}
    document = {
        "kind": "round",
        "characters": [{"id": key, "side": sides[key], "agility": 3} for key in targets],
        "ties": list(targets),
        "seed": 7,
        "announcements": [
            {"id": key, "action": {"kind": "attack", "target": [target], "harmless": True}}
            for key, target in targets.items()
        ],
        "throws": {key: list(codes) for key, codes in throws.items()},
    }
    said = _judged(document, seats, language)
    mode = {"kind": "round", "intensities": [4], "thrower": "players"}
    return at_the_table(
        language=language, phase="verdict", seats=_fared(seats, said), verdict=said, mode=mode, **more
    )


def throw_of(code: str, intensity: int, language: str = "en") -> Snapshot:
    """Ann against an Intensity."""
    seats = table_of({"ann": [code]}, language)
    document = {"kind": "test", "intensity": intensity, "thrower": {"id": "ann", "cards": [code]}}
    mode = {"kind": "test", "intensities": [intensity], "thrower": "ann"}
    said = _judged(document, seats, language)
    return at_the_table(
        language=language, phase="verdict", seats=_fared(seats, said), verdict=said, mode=mode
    )


DEAL: Throws = {"host": ["Qs", "Js", "Ad"], "players": ["4s", "As", "Ah", "Kd"]}
"""Seven cards of Pulp, wherever they lie: black 5 against red 2."""


def deal_of(throws: Throws = DEAL, language: str = "en", **asked: Any) -> Snapshot:
    """A deal of Pulp under the camera, in which no card counts alone."""
    seats = [_dealt(side, codes, language) for side, codes in throws.items()]
    document = {"kind": "deal", "cards": [code for codes in throws.values() for code in codes], **asked}
    judged = judge_document(known_system(PULP), document)
    record, words = SystemAnswer.read(judged.answer()), judged.sentences()[language]
    rendered = render_verdict(judged.document, record, language, system=PULP, said=words)
    said = {**redact(rendered, HOST), "since": 12.4, "corrected": False, "unread": []}
    mode = {"kind": PULP, "intensities": [4], "thrower": "players"}
    return at_the_table(language=language, phase="verdict", seats=seats, verdict=said, mode=mode)


def _dealt(side: str, codes: Sequence[str], language: str) -> Snapshot:
    at_y, region = (0.25, FAR) if side == "host" else (0.75, NEAR)
    cards = [
        card(f"{side}{at}", code, side, (0.3 + 0.1 * at, at_y), language=language)
        for at, code in enumerate(codes)
    ]
    return seat(side, side.title(), side, region, cards)
