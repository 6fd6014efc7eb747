"""Snapshots of the first start in each of its steps."""

from __future__ import annotations

from collections.abc import Callable

from webui.i18n import render
from webui.table.seen.labels import title_of

from .builders import FAR, LONG_NAME, Snapshot, card, line, seat, source
from .sessions import at_the_table

NEAR_SEATS = [
    [[left, 0.51], [left + 0.3, 0.51], [left + 0.3, 0.98], [left, 0.98]] for left in (0.02, 0.35, 0.68)
]
NETWORK = {
    "allowed": True,
    "urls": ["http://192.168.178.24:8766/"],
    "codes": {"players": "284 913", "host": "551 207"},
}
NOTHING = {"count": 0, "last": []}


def beginning(step: str, language: str, **more: object) -> Snapshot:
    """A step of the first start, with an empty log."""
    begin = {"step": step, "card": None, "name": None}
    return at_the_table(language=language, log=NOTHING, undo="Last setting", act=2, begin=begin) | more


def _read(language: str) -> Snapshot:
    begin = {"step": "card", "card": "c07", "name": title_of("c07", language)}
    lies = card("t1", "c07", None, (0.5, 0.62), state="known", language=language)
    return beginning("card", language, loose=[lies], begin=begin)


def _wrong(code: str, language: str, *cards: Snapshot, **measured: int) -> Snapshot:
    problem = line(code, render(f"aid.{code}", measured or None, language))
    aid = {"level": 0.2, "ok": False, "problems": [problem]}
    return beginning("card", language, aid=aid, loose=list(cards))


def _unread(language: str) -> Snapshot:
    lies = card("t1", None, None, (0.3, 0.62), state="unreadable")
    return beginning("card", language, loose=[lies])


def _seated(language: str) -> Snapshot:
    names = ["Ann", LONG_NAME, "Seat 4"]
    near = [
        seat(f"seat{n}", name, "players", region, [card(f"t{n}", "w09", f"seat{n}", (region[0][0] + 0.15, 0.75))])
        for n, (name, region) in enumerate(zip(names, NEAR_SEATS, strict=True))
    ]  # fmt: skip
    far = seat("host", "Host", "host", FAR, [card("t9", "s06", "host", (0.5, 0.25))], drawn=True)
    return beginning("seats", language, seats=[*near, far])


BEGINNINGS: dict[str, Callable[[str], Snapshot]] = {
    "starting": lambda language: beginning(
        "card", language, aid=None, source=source(state="starting", size=None, fps=None)
    ),
    "card": lambda language: beginning("card", language),
    "ended": lambda language: beginning(
        "card", language, aid=None, source=source(kind="file", name="game.mp4", state="ended")
    ),
    "virtual": lambda language: beginning("card", language, source=source(kind="demo", name="demo")),
    "dark": lambda language: _wrong("too-dark", language),
    "far": lambda language: _wrong(
        "too-far", language, card("t1", None, None, (0.2, 0.3), state="reading"), measured=31
    ),
    "unread": _unread,
    "other-deck": lambda language: _unread(language) | {"deck_seen": "rws"},
    "read": _read,
    "seats": lambda language: beginning("seats", language),
    "seated": _seated,
    "guests": lambda language: beginning("guests", language),
    "shared": lambda language: beginning("guests", language, network=NETWORK),
}
"""By name, in a language."""
