"""Builders of snapshots and their parts for the browser tests, over the models that the program makes its own with.

What a test changes or adds is checked with the same models: a field that the contract does not name is refused here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypeAlias

from webui.i18n import card_name, render, sentence
from webui.identities import shown_value
from webui.table import contract
from webui.table.contract import HOST, Part, redact
from webui.table.contract.snapshot import Line
from webui.table.rendering.reasons import reasons_of
from webui.table.seen.labels import title_of

Snapshot: TypeAlias = dict[str, Any]

PLAYERS_COLOUR, HOST_COLOUR = "#7fb3d5", "#e3a07f"
COLOURS = ["#7fb3d5", "#a9c77f", "#c9b1e6", "#79c7bd", "#d5c47f", "#e3a07f", "#e58f9d", "#c98a5e"]
LONG_NAME = "Doctor Wilhelmina Harker-Szymborska"
FAR = [[0.02, 0.02], [0.98, 0.02], [0.98, 0.49], [0.02, 0.49]]
NEAR = [[0.02, 0.51], [0.98, 0.51], [0.98, 0.98], [0.02, 0.98]]


def checked(scene: Snapshot) -> Snapshot:
    """Return a snapshot as the Host is told it.

    :raise ValueError: the contract does not know it so
    """
    return redact(contract.Snapshot.model_validate(scene), HOST) | {"role": scene["role"]}


def _changed(part: Part, more: Snapshot) -> Snapshot:
    """Return a part as the Host is told it, changed as told."""
    return redact(type(part).model_validate(redact(part, HOST) | more), HOST)


def value_of(code: str) -> int:
    return int(code[1:])


def card(
    key: str,
    code: str | None,
    seat: str | None,
    at: tuple[float, float],
    *,
    state: contract.CardState = "settled",
    turn_deg: float = 0.0,
    language: str = "en",
    aspect: float = 16 / 9,
    **more: Any,
) -> Snapshot:
    """One card as the snapshot has it; ``at`` is its middle, its height a quarter of the picture."""
    up = code is not None or state in ("unreadable", "reading")
    made = contract.ShownCard(
        key=key,
        seat=seat,
        face="up" if up else "down",
        card=code,
        name=title_of(code, language) if code else None,
        value=shown_value(code) if code else None,
        reversed=False,
        state=state,
        corners=_corners(at, turn_deg, aspect),
        confidence=0.97,
        candidates=[],
        by="camera",
        significator=False,
    )
    return _changed(made, more)


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
    kind = contract.Seat if side == "host" else contract.OpenSeat
    made = kind(
        id=seat_id,
        name=name,
        side=side,
        colour=colour or (HOST_COLOUR if side == "host" else PLAYERS_COLOUR),
        region=region,
        drawn=seat_id != side,
        away=False,
        significators=[],
        significator_names=[],
        awaited=None,
        down=down,
        up=len(cards) - down,
        cards=[contract.ShownCard(**each) for each in cards],
        last=None,
        counts=_counted(counts, cards) if counts else None,
        stats={},
        specials=[],
    )
    return _changed(made, more)


def _counted(
    code: str, cards: Sequence[Snapshot], outcome: contract.Outcome | None = None
) -> contract.Counted:
    key = next((each["key"] for each in cards if each["card"] == code), None)
    return contract.Counted(value=value_of(code), card=code, key=key, outcome=outcome)


def with_outcomes(seats: list[Snapshot], **fared: contract.Outcome) -> list[Snapshot]:
    """The seats, each with how it fared."""
    for each in seats:
        if each["counts"]:
            each["counts"]["outcome"] = fared.get(each["id"])
    return seats


def played(seat_id: str, name: str, code: str, outcome: contract.Outcome | None) -> Snapshot:
    """Whose card counted, and how they fared."""
    return redact(
        contract.Played(
            seat=seat_id,
            name=name,
            card=code,
            card_name=card_name(code),
            value=value_of(code),
            outcome=outcome,
        ),
        HOST,
    )


def halves(near: Sequence[Snapshot] = (), far: Sequence[Snapshot] = (), **counts: str) -> list[Snapshot]:
    return [
        seat("players", "Players", "players", NEAR, near, counts=counts.get("players")),
        seat("host", "Host", "host", FAR, far, counts=counts.get("host")),
    ]


def verdict(tone: contract.Tone, headline: str, line: str, **more: Any) -> Snapshot:
    """The verdict of what lies on the table."""
    made = contract.LiveVerdict(
        kind="clash",
        tone=tone,
        headline=headline,
        title=headline,
        clash="",
        played=[],
        line=line,
        marks=[],
        next=[],
        sum=[],
        why=[],
        choose=None,
        spoken=" ".join(map(sentence, filter(None, (headline, line)))),
        result={},
        since=12.4,
        corrected=False,
        unread=[],
    )
    return _changed(made, more)


def kept(said: Snapshot) -> Snapshot:
    """A verdict without what only the table knows: as the log, a round and another system's turn have it."""
    return {name: said[name] for name in contract.Verdict.model_fields}


def mark(kind: str, text: str, seat_id: str = "players") -> Snapshot:
    return {"kind": kind, "seat": seat_id, "text": text}


def step(code: str, language: str = "en") -> Snapshot:
    """What comes next, in the program's words."""
    return redact(contract.Step(code=code, text=render(f"next.{code}", None, language)), HOST)


def reasons(*rules: str, language: str = "en") -> list[Snapshot]:
    """The rules behind a verdict, in the program's words."""
    return [redact(each, HOST) for each in reasons_of(rules, language)]


def entry(number: int, said: Snapshot, seats: Sequence[Snapshot], **more: Any) -> Snapshot:
    """An entry of the log."""
    made = contract.Entry(
        id=number,
        at=f"21:{10 + number:02d}:07",
        throw=number,
        round=None,
        mode="clash",
        system=None,
        verdict=contract.Verdict(**kept(said)),
        seats=[_kept_seat(each) for each in seats],
        picture=f"{number:04x}",
        crops=[],
        odds=None,
        note="",
        corrected=[],
        confirmed=True,
        undone=False,
    )
    return _changed(made, more)


def _kept_seat(each: Snapshot) -> contract.EntrySeat:
    names = contract.EntrySeat.model_fields.keys() - {"cards"}
    cards = [
        contract.EntryCard(**{name: card[name] for name in contract.EntryCard.model_fields if name in card})
        for card in each["cards"]
    ]
    return contract.EntrySeat(**{name: each[name] for name in names}, cards=cards)


def source(**more: Any) -> Snapshot:
    """A camera that works, changed as told."""
    made = contract.Source(
        kind="camera", name="Camera 0", state="live", since="21:02", message=None, size=[1280, 720], fps=29.6
    )
    return _changed(made, more)


def line(code: str, text: str) -> Snapshot:
    return redact(Line(code=code, text=text), HOST)


def snapshot(**more: Any) -> Snapshot:
    """A quiet table with zero set-up and nothing in its log, changed as told."""
    made = contract.Snapshot(
        version=1,
        role="host",
        language="en",
        session=contract.Session(
            id="2026-11-20-a", name="Friday at the Orphanage", started="2026-11-20T19:02:11+01:00"
        ),
        source=contract.Source(**source()),
        aid=contract.Aid(level=0.8, ok=True, problems=[]),
        view=contract.View(turn=0, mirror=False, swap=False),
        camera=contract.CameraMode(size="largest", fps=30, hold=None),
        decks=["house"],
        copies={"house": 1},
        known_decks=["house", "rws"],
        deck_seen=None,
        paused=False,
        wizard=False,
        keep_pictures=None,
        mode=contract.Mode(kind="clash", intensities=[4], thrower="players"),
        phase="empty",
        throw=contract.Throw(number=3, round=None),
        seats=[],
        loose=[],
        uncounted=0,
        unseated=0,
        ignored=[],
        question=None,
        verdict=None,
        steps=[],
        main_key=contract.MainKey(text="Confirm", command=None),
        turn=None,
        round=None,
        odds=None,
        cards_left=None,
        odds_doubt=None,
        log=contract.Log(count=0, last=[]),
        unfinished=[],
        undo=None,
        act=0,
        desks={},
        unread=[],
        network=contract.NetworkState(),
        invitation=None,
    )
    return _changed(made, {"seats": halves(), "main_key": main_key(more.get("phase", "empty"))} | more)


def main_key(phase: str) -> Snapshot:
    """The one big key as the table has it outside of a round."""
    if phase == "confirmed":
        return {"text": "New throw", "command": {"name": "new-throw"}}
    return {"text": "Confirm", "command": {"name": "confirm"} if phase == "verdict" else None}
