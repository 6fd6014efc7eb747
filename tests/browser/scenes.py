"""Snapshots of every state that the page can show, as the table would publish them (docs/snapshot.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import partial
from typing import Any, Final

from babel import Locale

from webui.i18n import LANGUAGES, card_name, catalogue, render, sentence
from webui.i18n.seats import NamedSeat, possessive_card, seat_name

from .builders import (
    LONG_NAME,
    Snapshot,
    card,
    halves,
    line,
    main_key,
    mark,
    reasons,
    source,
    step,
    verdict,
)
from .round_scenes import (
    announcing,
    eight_announcing,
    eight_throwing,
    four_clashes,
    over,
    table_of_eight,
    throwing,
)
from .sessions import (
    CHOICE,
    CRITICAL,
    FAILURE,
    FUMBLE,
    PLAYERS_WIN,
    STALEMATE,
    SUCCESS,
    TIE,
    at_the_table,
    clash_cards,
)


def _there_before() -> list[Snapshot]:
    codes = ["w09", "c04", "m05", "p02", "s08", "s06"]
    return [
        card(f"t{n}", code, None, (0.2 + 0.12 * n, 0.74 if n % 2 else 0.26), state="known")
        for n, code in enumerate(codes)
    ]


def _gathering() -> Snapshot:
    mine = [card("t1", None, "players", (0.38, 0.74)), card("t2", None, "players", (0.52, 0.75), turn_deg=6)]
    return at_the_table(phase="gathering", seats=halves(mine, [card("t3", None, "host", (0.47, 0.26))]))


def _flipping() -> Snapshot:
    mine = [card("t1", "w09", "players", (0.38, 0.74)), card("t2", None, "players", (0.52, 0.75), turn_deg=6)]
    return at_the_table(phase="flipping", seats=halves(mine, [card("t3", None, "host", (0.47, 0.26))]))


def _reading() -> Snapshot:
    unread = card("t3", None, "host", (0.47, 0.26), state="reading")
    mine = [
        card("t1", "w09", "players", (0.38, 0.74)),
        card("t2", "c03", "players", (0.52, 0.75), turn_deg=6),
    ]
    return at_the_table(phase="reading", seats=halves(mine, [unread | {"face": "up"}]))


def _question() -> Snapshot:
    likely = [("w07", 0.41), ("w08", 0.38), ("w09", 0.12)]
    candidates = [{"code": code, "name": card_name(code), "confidence": sure} for code, sure in likely]
    unread = card("t2", None, "players", (0.52, 0.75), state="unreadable", candidates=candidates)
    asked = {
        "key": "t2",
        "kind": "unreadable",
        "text": "I cannot read this card of the players'. Which is it?",
        "seat": "players",
        "candidates": candidates,
        "options": [{"text": "Not a card", "command": {"name": "correct", "key": "t2", "card": None}}],
    }
    mine = [card("t1", "w03", "players", (0.38, 0.74)), unread]
    return at_the_table(
        phase="question", question=asked, seats=halves(mine, [card("t3", "s06", "host", (0.47, 0.26))])
    )


def _miscounted() -> Snapshot:
    mark = {"kind": "miscounted", "seat": "players", "text": "Players: 2 cards, should have 1"}
    return _judged(PLAYERS_WIN | {"marks": [mark]})


def _no_camera() -> Snapshot:
    return at_the_table(
        source=source(name="", state="none", size=None, fps=None), aid=None, log={"count": 0, "last": []}
    )


def _lost() -> Snapshot:
    gone = source(state="lost", since="21:14", message=None)
    return at_the_table(source=gone, aid=None)


def _dim() -> Snapshot:
    problem = line("too-dark", render("aid.too-dark"))
    return at_the_table(aid={"level": 0.2, "ok": False, "problems": [problem]})


def _judged(said: Snapshot, players: str = "w09", host: str = "s06", **more: Any) -> Snapshot:
    return at_the_table(
        phase="verdict", verdict=said, seats=clash_cards(players, host), undo="Confirm", **more
    )


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
    return at_the_table(phase="verdict", verdict=CHOICE, seats=seats)


def _test_mode(said: Snapshot, code: str) -> Snapshot:
    mine = [card("t1", code, "players", (0.45, 0.74))]
    return at_the_table(
        phase="verdict",
        verdict=said,
        seats=halves(mine, players=code),
        mode={"kind": "test", "intensities": [4], "thrower": "players"},
    )


def _long_names() -> Snapshot:
    said = deepcopy(CRITICAL) | {
        "headline": f"{LONG_NAME} wins",
        "line": f"{LONG_NAME}'s Nine of Wands (9) beats 5.",
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
    return at_the_table(
        source=source(name="Camera 1", size=[640, 480]),
        view={"turn": 90, "mirror": False, "swap": False},
        phase="verdict",
        verdict=PLAYERS_WIN,
        seats=halves(mine, theirs, players="w09", host="s06"),
    )


def _critical_in(language: str) -> Snapshot:
    """A critical of the players', as it is told in a language."""
    players, host = NamedSeat("players", "Players", "players"), NamedSeat("host", "Host", "host")
    owned = {code: possessive_card(players, card_name(code, language), language) for code in ("w09", "m05")}
    numbers = {"thrower": f"{owned['w09']} (9)", "foe": possessive_card(host, "5", language)}
    said = verdict(
        "players",
        render("verdict.side.players", None, language),
        sentence(render("verdict.compared", numbers, language)),
        marks=[mark("critical", render("verdict.critical-significator", {"whose": owned["m05"]}, language))],
        next=[step("throw-damage", language), step("host-describes-critical", language)],
        why=reasons("D27", "D11", language=language),
    )
    scene = at_the_table(
        language=language,
        phase="verdict",
        verdict=said,
        seats=clash_cards("w09", "s05", language=language),
        main_key=main_key("verdict") | {"text": catalogue(language)["ui.act.confirm"]},
        log={"count": 0, "last": []},
    )
    for each, seat in zip(scene["seats"], (players, host), strict=True):
        each["name"] = seat_name(seat, language)
    return scene


SCENES: dict[str, Callable[[], Snapshot]] = {
    "empty": at_the_table,
    "no-camera": _no_camera,
    "starting": lambda: at_the_table(source=source(state="starting", size=None, fps=None), aid=None),
    "lost": _lost,
    "dim": _dim,
    "paused": lambda: at_the_table(paused=True),
    "uncounted": lambda: at_the_table(loose=_there_before(), uncounted=6),
    "unseated": lambda: _gathering() | {"unseated": 1},
    "gathering": _gathering,
    "ready": lambda: _gathering() | {"phase": "ready"},
    "flipping": _flipping,
    "reading": _reading,
    "players": lambda: _judged(PLAYERS_WIN),
    "host": lambda: _judged(
        verdict("host", "The Host wins", "The Host's Nine of Swords (9) beats 6."), "w06", "s09"
    ),
    "critical": _critical,
    "fumble": lambda: _judged(FUMBLE, "m00", "s07"),
    "tie": lambda: _judged(TIE, "w09", "p09"),
    "stalemate": lambda: _judged(STALEMATE),
    "choice": _choice,
    "success": lambda: _test_mode(SUCCESS, "c07"),
    "failure": lambda: _test_mode(FAILURE, "w04"),
    "confirmed": lambda: _judged(PLAYERS_WIN) | {"phase": "confirmed", "main_key": main_key("confirmed")},
    "question": _question,
    "miscounted": _miscounted,
    "eight-gathering": lambda: at_the_table(phase="gathering", seats=table_of_eight()),
    "eight": _long_names,
    "turned": _turned,
    "announcing": announcing,
    "throwing": throwing,
    "over": over,
    "four-clashes": four_clashes,
    "eight-announcing": eight_announcing,
    "eight-throwing": eight_throwing,
}

IN_OTHER_LANGUAGES: Final[Mapping[str, str]] = {
    language: (Locale(language).get_language_name("en") or language).lower() for language in LANGUAGES[1:]
}
"""The scene of a verdict in each language but the first: *german*, *french*."""

SCENES |= {scene: partial(_critical_in, language) for language, scene in IN_OTHER_LANGUAGES.items()}
