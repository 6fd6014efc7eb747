"""The real program over a scripted table whose picture is drawn, and what is played on it for the documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import numpy as np
from playwright.sync_api import Page

from models.housedeck.atlas import back
from tests.webui.http.live import Live
from tests.webui.tracks import quad_at
from vision.types import Face, Frame, FrameResult

from .drawn import cloth, every_face, put
from .serving import serving

NEAR_Y, FAR_Y, HEIGHT_PX = 560, 160, 220
"""Where the players' and the Host's cards lie, and how high they are, in the frame's pixels."""


MISREAD = {"s12": "s11"}
"""What lies there where something else was read."""


class Drawn(Live):
    """A table whose picture shows what lies on it."""

    def now(self) -> datetime:
        return super().now() + timedelta(minutes=4, seconds=self.table.t_s * 41)

    def frame(self, observation: FrameResult) -> Frame:
        picture = cloth(*observation.size_wh).copy()
        for track in observation.tracks:
            code = MISREAD.get(track.code or "", track.code)
            put(picture, every_face()[code] if code else back(), np.asarray(track.quad, np.float32))
        return picture

    def lay(self, *codes: str, y: int) -> None:
        """Lay cards in a row, face up; `down` is one face down."""
        for place, code in enumerate(codes):
            x = 640 + 150 * place - 75 * (len(codes) - 1)
            if code == "down":
                self.table.lay(None, x, y, face=Face.DOWN, quad=quad_at(x, y, HEIGHT_PX))
            else:
                self.table.lay(code, x, y, quad=quad_at(x, y, HEIGHT_PX))

    def must(self, name: str, **arguments: Any) -> None:
        """Give an order that has to be carried out."""
        status, answer = self.order(name, **arguments)
        assert status == 200, answer

    def clear(self) -> None:
        """Take all cards away."""
        self.table.take()
        self.look(2.0)


@contextmanager
def program(live: Live) -> Iterator[tuple[Live, str]]:
    """The program on a free port of this machine, and its address; a first start is declined."""
    live.look(2.0)
    if live.state()["wizard"]:
        live.order("wizard-done")
    with serving(live.client.application, live.close) as address:
        yield live, address


class Window:
    """The real program over a scripted table, and a window on it."""

    def __init__(self, live: Live, address: str, page: Page) -> None:
        self.live, self.address, self.page = live, address, page

    def go(self, path: str, until: str = "main") -> Page:
        """Open one of its pages, and wait for what it shows."""
        self.page.goto(self.address + path, wait_until="domcontentloaded")
        self.page.wait_for_selector(until)
        return self.page


def pulp(live: Drawn) -> None:
    """Seven cards under the camera, a success against a difficulty, and a combat that has its order."""
    live.must("mode", kind="pulp")
    steps = [{"do": "order", "order": ["Ines", "Colt"]}]
    combat = {"combatants": ["Ines", "Colt"], "steps": steps}
    live.must("desk", system="pulp", document={"cards": [], "difficulty": 1, "combat": combat})
    live.lay("4s", "As", "Ah", "Kd", y=NEAR_Y)
    live.lay("Qs", "Js", "Ad", y=FAR_Y)
    live.look()
    live.look()


def dragon(live: Drawn) -> None:
    """The second round, the good guys are on: Kara may act, and the Ogre holds a phase back for her."""
    characters = [
        {"id": "Kara", "side": "good", "phases": [2, 5, 8]},
        {"id": "Brother Odo", "side": "good", "phases": [3, 6]},
        {"id": "Ogre", "side": "bad", "phases": [1, 3, 6, 9]},
    ]
    following = {"do": "next"}
    hold = {"do": "hold", "id": "Ogre", "condition": "Kara comes near"}
    steps = [following, hold, following, following]
    live.must("desk", system="dragon", document={"turn": {"characters": characters, "steps": steps}})
    live.must("record", system="dragon", document={"kind": "pool", "dice": [7, 6, 10, 8, 2]}, place="pool")


def chronica(live: Drawn) -> None:
    """A contest that is won by two dice, one of them spent already; a reward is kept for later."""
    assets = {
        "Ann": [
            ("Charisma", "attribute", 8),
            ("Barrister", "background", 6),
            ("Bullhorn", "tech", 10),
            ("Hope", "destiny", 6),
        ],
        "The crowd": [("Anger", "attribute", 6), ("Numbers", "opposition", 8), ("Chance", "destiny", 6)],
    }
    fell = {"Ann": [8, 6, 5, 2], "The crowd": [5, 3, 1]}
    fields = ("name", "kind", "size")
    sides = [
        {
            "id": who,
            "pools": [{"id": who, "assets": [dict(zip(fields, each, strict=True)) for each in brought]}],
        }
        for who, brought in assets.items()
    ]
    thrown = [
        {"id": who, "pools": [{"id": who, "dice": [
            {"size": size, "value": value} for (_, _, size), value in zip(brought, fell[who], strict=True)]}]}
        for who, brought in assets.items()
    ]  # fmt: skip
    holds = [{"name": "grateful mayor", "kind": "reward", "size": 6, "holder": "Ann", "uses": 2}]
    spent = {"buys:Ann:0": "goal", "buys:Ann:1": "penalty", "name:Ann:1": "shamed", "to:Ann:1": "The crowd"}
    desk = {"sides": sides, "holds": holds, "spent": spent}
    contest = {"kind": "contest", "sides": thrown}
    live.must("record", system="chronica", document=contest, place="contest", desk=desk)


def _pool(name: str, *assets: tuple[str, str, int], **more: Any) -> dict[str, Any]:
    fields = ("name", "kind", "size")
    return {"id": name, "assets": [dict(zip(fields, each, strict=True)) for each in assets], **more}


def chronica_before(live: Drawn) -> None:
    """Before a contest: a helper who takes no penalty, and opposition to a condition die with a missing die."""
    sides = [
        {
            "id": "Ann",
            "pools": [
                _pool("Ann", ("Charisma", "attribute", 8), ("Bullhorn", "tech", 10), ("Hope", "destiny", 6)),
                _pool("Bill", ("Old friends", "relationship", 6), assists=True),
            ],
        },
        {
            "id": "The crowd",
            "pools": [_pool("The crowd", ("Anger", "attribute", 6), ("Chance", "destiny", 6))],
        },
    ]
    holds = [
        {"name": "grateful mayor", "kind": "reward", "size": 6, "holder": "Ann", "uses": 2},
        {"name": "sprained ankle", "kind": "penalty", "size": 4, "holder": "The crowd"},
    ]
    grown = {"The crowd": {"size": 10, "missing": 1, "taken": True}}
    desk = {"sides": sides, "holds": holds, "grown": grown, "typed": {"Ann": "8 6 2"}}
    live.must("desk", system="chronica", document=desk)


def chronica_assisted(live: Drawn) -> None:
    """After it: the goal was required, a penalty for the crowd, concession dice for Ann, and a tie to push."""
    chronica_before(live)
    desk = live.state()["desks"]["chronica"]
    fell = {"Ann": [(8, 8), (10, 6), (6, 2)], "Bill": [(6, 4)], "The crowd": [(10, 5), (10, 3), (10, 1)]}
    thrown = [
        {
            "id": side["id"],
            "pools": [
                {
                    "id": pool["id"],
                    "dice": [{"size": size, "value": value} for size, value in fell[pool["id"]]],
                }
                for pool in side["pools"]
            ],
        }
        for side in desk["sides"]
    ]
    spent = {"required:Ann": True, "buys:Ann:1": "penalty", "name:Ann:1": "hoarse"}
    document = {"kind": "contest", "sides": thrown}
    live.must("record", system="chronica", document=document, place="contest", desk=desk | {"spent": spent})


def chronica_tie(live: Drawn) -> None:
    """A tie, in which both may push their luck."""
    pools = {"Ann": [(8, 7), (6, 4)], "Bill": [(8, 7), (6, 4)]}
    thrown = [
        {"id": who, "pools": [{"id": who, "dice": [{"size": size, "value": value} for size, value in dice]}]}
        for who, dice in pools.items()
    ]
    live.must("record", system="chronica", document={"kind": "contest", "sides": thrown}, place="contest")


def pulp_by_hand(live: Drawn) -> None:
    """Seven cards that were tapped: a failure against a difficulty."""
    cards = ["4s", "As", "Ah", "Kd", "Qs", "Js", "Ad"]
    live.must("desk", system="pulp", document={"cards": cards, "difficulty": 3})


def pulp_initiative(live: Drawn) -> None:
    """Three fighters; the order that their cards make so far, two of them equal."""
    hands = {
        "Ines": {"cards": ["4s", "Kd"], "advantage": 1},
        "Colt": {"cards": ["As", "Ah"], "advantage": 0},
        "The Mummy": {"cards": ["2s", "Qd"], "advantage": 0},
    }
    combat = {"combatants": list(hands), "steps": [{"do": "surprise", "id": "Ines", "success": False}]}
    live.must("desk", system="pulp", document={"combat": combat, "hands": hands})


def dragon_speeds(live: Drawn) -> None:
    """Before a turn: one has their phases, one may choose some, one has not thrown yet."""
    fighters = [
        {"id": "Kara", "side": "good", "stat": 7},
        {"id": "Brother Odo", "side": "good", "stat": 12},
        {"id": "The Ogre of the Northern Gate", "side": "bad", "stat": 4},
    ]
    desk = {"fighters": fighters}
    for who, document in {
        "Kara": {"kind": "speed", "stat": 7, "dice": [2, 5, 8, 8]},
        "Brother Odo": {"kind": "speed", "stat": 12, "dice": [1, 1, 4, 10, 6, 6]},
    }.items():
        live.must("record", system="dragon", document=document, place=f"speed:{who}", desk=desk)
        desk = live.state()["desks"]["dragon"]


def dragon_dice(live: Drawn) -> None:
    """Of each of its forms one has been thrown: a pool, damage, a death check."""
    for document in (
        {"kind": "pool", "dice": [7, 6, 10, 8, 2]},
        {"kind": "damage", "successes": 3, "defence": 1, "weapon": "blade", "strength": 4, "melee": True,
         "resistance": 2, "hit_points": 10},
        {"kind": "death-check", "dice": [8, 3, 10], "past": 5, "target": 7},
    ):  # fmt: skip
        live.must("record", system="dragon", document=document, place=document["kind"])


def session(live: Drawn) -> None:
    """A session to export: a critical with a note, a corrected card, a fumble, a deal of Pulp, Dragon's dice."""
    live.must("session-new", session_name="The Lighthouse")
    live.must("seat-change", seat="players", seat_name="Mara")
    live.must("significators", seat="players", cards=["m09"])
    _clash(live, ("w04", "m09"), ("c06", "s02"))
    _clash(
        live,
        ("p10", "c03"),
        ("s12", "w07"),
        lambda: live.must("correct", key=_key(live, "s12"), card=MISREAD["s12"]),
    )
    _clash(live, ("m00",), ("c05",))
    first = live.client.get("/api/log").get_json()[0]["id"]
    live.must("note", entry=first, text="The lamp goes out. Mara is already on the stairs.")
    pulp(live)
    live.must("confirm")
    live.clear()
    live.must("record", system="dragon", document={"kind": "pool", "dice": [7, 6, 10, 8, 2]})


def _clash(
    live: Drawn, near: tuple[str, ...], far: tuple[str, ...], then: Callable[[], None] = lambda: None
) -> None:
    live.lay(*near, y=NEAR_Y)
    live.lay(*far, y=FAR_Y)
    live.look()
    then()
    live.look()
    live.must("confirm")
    live.clear()


def _key(live: Drawn, code: str) -> str:
    key: str = next(
        card["key"] for seat in live.state()["seats"] for card in seat["cards"] if card["card"] == code
    )
    return key
