"""Scenes of a fight and of counted throws, as the program publishes them while they are played, in either language.

Five people by taps: weapons at three ranges, damage card by card, somebody who is Out of the Fight, a late foe of whom
nothing is noted, Panic; then tests with Skills and several Intensities, and an opposed throw.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.webui.session import Session
from tests.webui.tracks import quad_at
from vision.types import Face
from webui.storage.store import Store

from .builders import Snapshot
from .sessions import at_the_table
from .taps import GHOUL, PLACES, SEATS, WEAPONS

AROUND = ("source", "aid", "session", "known_decks", "network", "wizard")
"""What the camera and the set-up say is the stage's own."""

HEIGHT_PX, STEP_PX, NEAR_Y, FAR_Y = 110, 56, 560, 160
LOW = ("w01", "c01", "w02", "c02", "p01", "p02", "w03", "c03", "s01", "s02", "s03", "s04")
WELL = {
    "foe_name": "The Thing in the Well",
    "stats": {"agility": 3, "toughness": 5},
    "specials": [{"card": "m15", "text": "The lights go out."}],
    "weapons": {},
    "supernatural": True,
}


@cache
def played_in(language: str) -> Mapping[str, Snapshot]:
    """Return every scene of the fight and of the throws after it, by its name."""
    with TemporaryDirectory() as folder:
        store = Store(Path(folder))
        try:
            return dict(_Fight(Session(store), language).scenes())
        finally:
            store.close()


class _Fight:
    """A table at which everybody sits, and what is played on it."""

    def __init__(self, session: Session, language: str) -> None:
        self._session = session
        self._order = session.order
        self._order("language", language=language)
        for name, (side, (x0, x1, y0, y1), stats) in SEATS.items():
            region = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
            noted: dict[str, Any] = {"stats": stats, "weapons": WEAPONS.get(name, {})}
            self._order("seat-add", seat_name=name, side=side, region=region, **noted)
        for seat in ("players", "host"):
            self._order("seat-remove", seat=seat)
        # Nobody has noted how tough the ghoul is.
        self._order("foe-add", **GHOUL | {"stats": {"agility": 2}})
        self._order("foe-add", **WELL)
        self._ids = {seat["name"]: seat["id"] for seat in session.see()["seats"]}

    def scenes(self) -> Iterator[tuple[str, Snapshot]]:
        """Yield each scene with its name, as it is played."""
        yield from self._first_round()
        yield from self._second_round()
        yield from self._third_round()
        yield from self._tests()
        yield from self._opposed()

    def _first_round(self) -> Iterator[tuple[str, Snapshot]]:
        self._order("round-open")
        yield "fight-opening", self._now()
        self._attack("The Fiend", "Bill", "close", "close-combat")
        self._attack("Ann", "The Fiend", "10 feet", "shooting")
        self._attack("Bill", "The Fiend", None, "close-combat")
        yield "fight-announcing", self._now()
        self._attack("Cassie", "The Fiend", "30 feet", "shooting")
        self._say("Dov", {"kind": "defend"})
        yield "fight-throwing", self._now()
        self._throw({"The Fiend": "s09", "Ann": "w04", "Bill": "c05", "Cassie": "p06", "Dov": "w07"})
        yield "fight-judged", self._now()
        self._order("confirm")
        yield "fight-confirmed", self._now()
        self._order("throw-damage", seat=self._ids["Bill"])
        self._clear()
        yield "damage-to-draw", self._now()
        self._lay("The Fiend", "s05", "m15")
        yield "damage-one-more", self._now()
        self._lay("The Fiend", "s08", place=2)
        yield "damage-judged", self._now()
        self._order("confirm")
        yield "damage-confirmed", self._now()

    def _second_round(self) -> Iterator[tuple[str, Snapshot]]:
        self._clear()
        ghoul = self._session.see()["foes"][0]["id"]
        self._order("foe-enter", foe=ghoul)
        self._ids |= {seat["name"]: seat["id"] for seat in self._session.see()["seats"]}
        yield "fight-joining", self._now()
        self._order("round-next")
        self._attack("The Fiend", "Dov", None, "close-combat")
        self._attack("Ghoul", "Ann", None, "close-combat")
        self._attack("Ann", "Ghoul", None, "close-combat")
        yield "fight-recovering", self._now()
        self._order("announce", seat=self._ids["Bill"], recovered=True)
        self._attack("Bill", "Ghoul", None, "close-combat")
        self._attack("Cassie", "The Fiend", "30 feet", "shooting")
        self._attack("Dov", "The Fiend", None, "close-combat")
        best = {"Ghoul": "s07", "Ann": "w08", "Bill": "c04", "Cassie": "p10", "Dov": "w05"}
        self._throw(best | {"The Fiend": "s06"})
        yield "fight-of-six", self._now()
        self._order("confirm")
        self._order("throw-damage", seat=self._ids["The Fiend"])
        self._clear()
        self._lay("Cassie", "p07", "c08", "m13")
        down = self._lay("Cassie", None, place=3)
        yield "damage-drawing", self._now()
        self._flip((down[0], "w09"))
        self._lay("Cassie", "w10", place=4)
        self._order("confirm")
        self._clear()

    def _third_round(self) -> Iterator[tuple[str, Snapshot]]:
        self._order("mark", seat=self._ids["Cassie"], condition="panic")
        self._order("round-next")
        yield "fight-third", self._now()
        while (now := self._session.see()["round"])["speaker"] is not None:
            speaker, asked = now["speaker"], {each["seat"]: each["for"] for each in now["waiting"]}
            if asked[speaker] == "recovery":
                self._order("announce", seat=speaker, recovered=False)
            elif speaker == self._ids["Ann"]:
                self._attack("Ann", "Ghoul", None, "close-combat")
            else:
                self._order("announce", seat=speaker, action={"kind": "nothing"})
        self._throw({"Ann": "w09"})
        self._order("confirm")
        self._order("throw-damage", seat=self._ids["Ghoul"])
        self._clear()
        yield "damage-unnoted", self._now()
        self._order("round-close")
        yield "wounds", self._now()

    def _tests(self) -> Iterator[tuple[str, Snapshot]]:
        ann = self._ids["Ann"]
        self._order("mode", kind="test", intensities=[4, 7], thrower=ann)
        for skill, rank in (("research", 5), ("local knowledge", 3), ("streetwise", 2)):
            self._order("note-stat", seat=ann, stat=skill, value=rank)
        yield "test-counting", self._now()
        extra = [{"overlap": "local knowledge"}, "distraction", {"situation": "advantage"}]
        self._order("claim", seat=ann, skill="research", extra=extra, lost=["tricky"])
        yield "test-counted", self._now()
        self._lay("Ann", "w06", *LOW[: self._session.see()["seats"][0]["awaited"] - 1])
        yield "test-judged", self._now()
        self._order("confirm")
        self._order("new-throw")
        self._clear()

    def _opposed(self) -> Iterator[tuple[str, Snapshot]]:
        self._order("mode", kind="opposed")
        for name, skill in (("Ann", "streetwise"), ("The Fiend", "")):
            extra = [{"situation": f"{name}: advantage"}]
            self._order("claim", seat=self._ids[name], skill=skill, extra=extra)
        yield "opposed-counted", self._now()

    def _now(self) -> Snapshot:
        """What the Host is shown now."""
        seen = self._session.see()
        # Of an entry the stage has a picture of its own.
        last = [entry | {"picture": "0001"} for entry in seen["log"]["last"]]
        around = {name: at_the_table()[name] for name in AROUND}
        return seen | around | {"log": seen["log"] | {"last": last}}

    def _say(self, name: str, action: Mapping[str, object], **more: object) -> None:
        self._order("announce", seat=self._ids[name], action=action, **more)

    def _attack(self, name: str, target: str, distance: str | None, manner: str) -> None:
        action = {"kind": "attack", "target": [self._ids[target]]}
        self._say(name, action, manner=manner, **({"range": distance} if distance else {}))

    def _throw(self, best: Mapping[str, str]) -> None:
        """Everybody throws the card that counts, and low ones beside it."""
        low, names = iter(LOW), {key: name for name, key in self._ids.items()}
        laid: list[tuple[int, str]] = []
        for seat, count in self._session.see()["round"]["awaited"].items():
            name = names[seat]
            codes = [best[name], *(next(low) for _ in range(count - 1))]
            laid += zip(self._lay(name, *[None] * count), codes, strict=True)
        self._flip(*laid)

    def _flip(self, *cards: tuple[int, str]) -> None:
        for key, code in cards:
            self._session.table.flip(key, code)
        self._session.look()
        self._session.look()

    def _lay(self, name: str, *codes: str | None, place: int = 0) -> Sequence[int]:
        """Lay cards before somebody, beginning at a place of their row; None lies face down."""
        y = FAR_Y if name in ("The Fiend", "Ghoul") else NEAR_Y
        keys = []
        for at, code in enumerate(codes, start=place):
            x = PLACES[name] + STEP_PX * at
            face = Face.DOWN if code is None else Face.UP
            keys.append(self._session.table.lay(code, x, y, face=face, quad=quad_at(x, y, HEIGHT_PX)))
        self._session.look()
        self._session.look()
        return keys

    def _clear(self) -> None:
        self._session.table.take()
        self._session.look(2.0)
