"""A person who teaches the program a deck before the virtual camera: lays the card that it asks for, and the next one
when that is taken.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from vision.tracking.tracker import Tracker
from vision.types import Frame
from vision.virtual import Script, VirtualTable
from vision.virtual.plays.kinematics import Seat
from vision.virtual.plays.play import Play
from webui.camera.decks.enrolling import Enrolling
from webui.camera.reports import SeenFrame

REACTION_S: Final = (0.25, 0.5)
"""From what the page says until the hand begins to move, whatever its pace."""

TRIES: Final = 3
"""How often a card is laid that is not taken."""

PATIENCE_S: Final = 5.0
"""So long a card lies there before it is laid again."""


class Swapping(Play):
    """Every card that is asked for takes the place of the one before it, or with ``on_a_pile`` is laid upon it.

    One hand takes the old card out of the picture, brings the new one and leaves; nothing is written ahead.
    """

    on_a_pile = False
    asked: str | None = None
    ended = False

    @property
    def over(self) -> bool:
        """Whether the person has gone."""
        return self.ended

    def write_until(self, t_s: float) -> None:
        """Begin what was asked for since the last frame."""
        if self.asked is None or t_s < self.written_s:
            return
        code, self.asked = self.asked, None
        arm = self._arms[Seat.NEAR]
        arm.free_s = t_s + float(self._chance.uniform(*REACTION_S))
        if not self.on_a_pile:
            lying = [card for card in self.cards if math.isinf(card.taken_s)]
            self._does.take(arm, lying, arm.free_s)
        self.written_s = arm.free_s
        self._place(Seat.NEAR, [code], self._layout.slots(Seat.NEAR, 1))
        self.written_s = arm.free_s


@dataclass(slots=True)
class Sitting:
    """How long it took on the table's clock, and where the time went.

    ``swaps_s`` are from asking for a card until it lies there and the hand has gone, ``waits_s`` from there until it is
    taken, ``work_s`` the real seconds that each frame took to look at.
    """

    seconds: float = 0.0
    swaps_s: list[float] = field(default_factory=list)
    waits_s: list[float] = field(default_factory=list)
    work_s: list[float] = field(default_factory=list)
    laid_again: int = 0

    def told(self, taken: int) -> str:
        """Return lines of figures."""
        swaps, waits = np.array(self.swaps_s), np.array(self.waits_s)
        work = 1000 * np.array(self.work_s)
        p95 = np.percentile(waits, 95)
        return (
            f"{self.seconds:.0f} s of table time, {self.seconds / taken:.2f} s a card, {self.laid_again} laid again\n"
            f"asked to lying: median {np.median(swaps):.2f} s; lying to taken: median {np.median(waits):.2f} s, "
            f"p95 {p95:.2f} s, longest {waits.max():.2f} s (n={len(waits)})\n"
            f"work a frame: median {np.median(work):.0f} ms, p95 {np.percentile(work, 95):.0f} ms (n={len(work)})"
        )


class _Person:
    """Looks at the page while the hand is idle."""

    def __init__(self, hand: Swapping, enrolling: Enrolling, has: set[str]) -> None:
        self._hand, self._enrolling, self._has = hand, enrolling, has
        self._code: str | None = None
        self._asked_s, self._tries = 0.0, 0
        self._given_up: set[str] = set()
        self.sitting = Sitting()

    def look(self, t_s: float) -> None:
        """See what the page says."""
        self.sitting.seconds = t_s
        if self._hand.asked is not None or self._hand.ended:
            return
        told, lying_s = self._enrolling.status(), self._hand.written_s
        if self._code is None or self._code in told["taken"]:
            if self._code is not None:
                self.sitting.swaps_s.append(lying_s - self._asked_s)
                self.sitting.waits_s.append(t_s - lying_s)
            self._lay_next(told, t_s)
        elif t_s > lying_s + PATIENCE_S:
            self._lay_again(told, t_s)

    def _lay_next(self, told: dict[str, Any], t_s: float) -> None:
        left = [code for code in told["codes"] if code in self._has - self._given_up - set(told["taken"])]
        self._code = told["next_card"] if told["next_card"] in left else next(iter(left), None)
        self._tries = 1
        if self._code is None:
            self._hand.ended = True
            return
        if self._code != told["next_card"]:
            self._enrolling.want(self._code)  # As a person does who has not the card that is asked for.
        self._ask(t_s)

    def _lay_again(self, told: dict[str, Any], t_s: float) -> None:
        assert self._code is not None
        self.sitting.laid_again += 1
        if self._tries < TRIES:
            self._tries += 1
            self._ask(t_s)
        else:
            self._given_up.add(self._code)
            self._code = None
            self._lay_next(told, t_s)

    def _ask(self, t_s: float) -> None:
        self._hand.asked, self._asked_s = self._code, t_s


def sat(
    table_seed: int,
    faces: dict[str, Frame],
    back: Frame,
    enrolling: Enrolling,
    tracker: Tracker,
    *,
    fps: float,
    pace: float,
    on_a_pile: bool = False,
    **style: Any,
) -> Sitting:
    """Lay before a virtual camera what the page asks for, until every card of ``faces`` is taken or given up."""
    script = Script(pace=pace, nudge_share=0.0, reversed_share=0.0, face_up=True)
    table = VirtualTable(table_seed, faces, back, fps=fps, script=script, play=Swapping, **style)
    hand = table._play
    assert isinstance(hand, Swapping)
    hand.on_a_pile = on_a_pile
    person = _Person(hand, enrolling, set(faces))
    for timed in table:
        begun = time.perf_counter()
        enrolling.see(SeenFrame(tracker.step(timed.image, timed.t_s), timed.image))
        person.sitting.work_s.append(time.perf_counter() - begun)
        person.look(timed.t_s)
    return person.sitting
