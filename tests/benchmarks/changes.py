"""Change the table in the middle of throws and see that no card is lost.

``python -m tests.score.changes [--seed N] [--count N]``: the virtual table plays on; at random moments it stands still
while somebody changes decks, camera, seats or mode, pauses, or starts the program anew. After each change every card in
view that counted must count, or be said not to (another seat's, ignored, or offered by "count them"); no card that is
gone may be asked about; undo must lead back. The eyes know the truth (``tests.score.truthful``), the tracker and all
behind it are the program's own. A candle and a book lie on the table, which the eyes take for cards. Prints what was
done and every failure; the exit status is 1 if there was one.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

import cv2
import numpy as np

from models import housedeck
from tests.score.machine import commit_line, machine_line
from tests.score.truthful import Faults, TruthfulEyes
from vision.tracker import Watcher
from vision.types import Detection, Face, Frame, Quad, Reading, TrackState
from vision.virtual import Script, VirtualTable
from vision.virtual.truth import Phase, TrueCard, TrueFrame, Truth
from webui.orders import parse_order
from webui.referee import Look, Referee
from webui.snapshot import Scribe, Snapshot
from webui.store import Store
from webui.throwing import Standing

SIZE_WH: Final = (640, 360)
HEIGHT_PX: Final = 60.0
FPS: Final = 10.0
QUIET_S: Final = 1.0
MOST_FRAMES: Final = 20
"""Before and after a change the table stands still for so long, but for no more frames than that: a hand may rest."""

AT_ONCE: Final = 0.8
"""Share of the changes that are undone before the play goes on; the others are when it has."""

WHOLE: Final = 0.95
"""Share of a card that must be in sight before it is asked after."""

NEAR: Final = 0.4
"""A card of the snapshot is that of the truth within this share of its height."""

EXACT: Final = Faults(missed=0.0, misread=0.0, misfaced=0.0)
CAMERAS: Final = (
    np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
    np.array([[0.85, 0.0, 60.0], [0.0, 0.85, 30.0]]),
)
"""Where two cameras see the table, as maps of its picture."""

THINGS: Final = {Face.UP: (34.0, 180.0), Face.DOWN: (606.0, 180.0)}
"""The middle of the candle, told as a face that cannot be read, and of the book, told as a back."""

Chance: TypeAlias = np.random.Generator


def mapped(quad: Quad, camera: np.ndarray) -> Quad:
    """Return where a camera sees a quad."""
    return np.asarray(quad @ camera[:, :2].T + camera[:, 2], np.float32)


def around(middle: tuple[float, float]) -> Quad:
    """Return the upright card around a point."""
    w, h = HEIGHT_PX * 7 / 24, HEIGHT_PX / 2
    x, y = middle
    return np.array([[x - w, y - h], [x + w, y - h], [x + w, y + h], [x - w, y + h]], np.float32)


class Eyes:
    """Truthful eyes behind one camera, which read only the house deck, and two things that are no cards."""

    def __init__(self, inner: TruthfulEyes, camera: np.ndarray, can_read: bool) -> None:
        self._inner, self._camera, self._can_read = inner, camera, can_read
        self._back = cv2.invertAffineTransform(camera)

    def detect(self, frame: Frame) -> list[Detection]:
        """The cards, and the things."""
        things = [Detection(around(middle), face, 0.9) for face, middle in THINGS.items()]
        found = [*self._inner.detect(frame), *things]
        return [replace(one, quad=mapped(one.quad, self._camera)) for one in found]

    def read(self, frame: Frame, detections: list[Detection]) -> list[Reading]:
        """The names, as far as the deck is looked for."""
        return [self._read(frame, detection) for detection in detections]

    def _read(self, frame: Frame, detection: Detection) -> Reading:
        quad = mapped(detection.quad, self._back)
        thing = next((f for f, at in THINGS.items() if np.hypot(*(quad.mean(axis=0) - at)) < 20), None)
        if thing is not None:
            return Reading(detection.quad, thing)
        [said] = self._inner.read(frame, [replace(detection, quad=quad)])
        said = replace(said, quad=mapped(said.quad, self._camera))
        return said if self._can_read else Reading(said.quad, said.face)


class HeldTruth(Truth):
    """What lies there, worked out once for a table that stands still."""

    _held: TrueFrame | None = None

    def at(self, frame: int) -> TrueFrame:
        """What lies there at a frame."""
        if self._held is None or self._held.frame != frame:
            self._held = super().at(frame)
        return self._held


@dataclass
class Evening:
    """One referee over the virtual table, its camera, its decks, and how far the play has come."""

    seed: int
    store: Store
    number: int = 0
    frames: int = 0
    eyes: int = 0
    runs: int = 0
    camera: int = 0
    tally: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        faces, back = dict(sorted(housedeck.faces().items())), housedeck.back()
        self._shown: tuple[int, int, Frame] = (-1, 0, np.zeros((0, 0, 3), np.uint8))
        look: dict[str, Any] = {"card_height_px": HEIGHT_PX, "tilt_deg": 8.0, "roll_deg": 0.0, "level": 0.9}
        script = Script(cards_per_seat=(1, 3), pace=1.5, nudge_share=0.0, reversed_share=0.0)
        self.table = VirtualTable(self.seed, faces, back, SIZE_WH, FPS, script=script, **look)
        self.truth = HeldTruth(self.table)
        self.inner = TruthfulEyes(self.truth, tuple(faces), self.seed, EXACT)
        self.start()

    def start(self) -> None:
        """Start the program."""
        self.runs += 1
        self.referee = Referee(
            self.store,
            lambda: datetime(2026, 11, 20, 21, 14, tzinfo=UTC),
            run=f"run-{self.runs}",
            known_decks=("house", "rws"),
            decks=("house",),
        )
        self.camera = int(self.referee.settings.source or 0)
        self.open_eyes()

    def open_eyes(self) -> None:
        """Let other eyes look, for the decks and through the camera that are set."""
        self.camera = int(self.referee.source or self.referee.settings.source or 0)
        eyes = Eyes(self.inner, CAMERAS[self.camera], "house" in self.referee.decks)
        self.eyes += 1
        self.watcher = Watcher(eyes, eyes)

    def picture(self) -> Frame:
        """What the camera shows now; drawn once for a table that stands still."""
        if self._shown[:2] != (self.number, self.camera):
            picture = self.table.render(self.number).image
            for shade, middle in zip((200, 60), THINGS.values(), strict=True):
                cv2.fillConvexPoly(picture, around(middle).astype(np.int32), (shade, shade // 2, shade))
            shown = cv2.warpAffine(picture, CAMERAS[self.camera], SIZE_WH, borderMode=cv2.BORDER_REPLICATE)
            self._shown = (self.number, self.camera, np.asarray(shown, np.uint8))
        return self._shown[2]

    def look(self) -> bool:
        """Show one picture; tell whether the eyes are done with it."""
        self.inner.frame_number = self.number
        self.frames += 1
        seen = self.watcher.step(self.picture(), self.frames / FPS)
        self.referee.observe(Look(seen, self.picture(), eyes=self.eyes))
        done = (TrackState.SETTLED, TrackState.UNREADABLE)
        return seen.still_s >= QUIET_S and all(track.state in done for track in seen.tracks)

    def play_on(self, frames: int) -> None:
        """Let the play go on for so many frames."""
        for _ in range(frames):
            self.number += 1
            self.look()

    def go_to_next(self, chance: Chance) -> None:
        """Let the play go on to a moment at which a card lies in sight and none is in somebody's hand."""
        self.play_on(int(chance.integers(4, 30)))
        while not self.in_view() or any(
            card.phase is Phase.MOVING for card in self.truth.at(self.number).cards
        ):
            self.play_on(1)

    def wait(self) -> None:
        """Let time pass over a table on which nothing moves."""
        self.look()
        for _ in range(MOST_FRAMES):
            if self.look():
                break

    def order(self, name: str, **arguments: Any) -> None:
        """Give an order as the page does; eyes that it concerns are exchanged as the program does."""
        before = (self.referee.decks, self.referee.source)
        self.referee.obey(parse_order({"version": self.referee.version, "name": name, **arguments}))
        if (self.referee.decks, self.referee.source) != before:
            self.open_eyes()

    def see(self) -> Snapshot:
        """What the Host is shown."""
        return Scribe(self.referee).write("host")

    def in_view(self) -> list[TrueCard]:
        """The cards that lie in full sight."""
        cards = self.truth.at(self.number).cards
        return [card for card in cards if card.phase is Phase.LYING and card.visible >= WHOLE]

    def shown_as(self, card: TrueCard, shown: list[Snapshot]) -> Snapshot | None:
        """The card of the snapshot that a true one is."""
        middle = mapped(card.quad, CAMERAS[self.camera]).mean(axis=0)
        at = {each["key"]: np.mean(each["corners"], axis=0) for each in shown}
        near = [each for each in shown if np.hypot(*(at[each["key"]] * SIZE_WH - middle)) < NEAR * HEIGHT_PX]
        return near[0] if near else None


Change: TypeAlias = Callable[[Evening, Chance], bool]
"""What somebody does; tells whether undo takes it back."""


def region(left: float, top: float, right: float, bottom: float) -> list[list[float]]:
    """A box on the shown picture."""
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


def change_decks(evening: Evening, chance: Chance) -> bool:
    """Other decks lie on the table: perhaps one that cannot be read."""
    evening.order("decks", names=[["house"], ["rws"], ["house", "rws"]][chance.integers(3)])
    return True


def change_source(evening: Evening, chance: Chance) -> bool:
    """The other camera looks."""
    evening.order("source", spec=str(1 - evening.camera))
    return True


def pause(evening: Evening, chance: Chance) -> bool:
    """Nobody looks for a while."""
    evening.order("pause", on=True)
    evening.wait()
    evening.order("pause", on=False)
    return False


def restart(evening: Evening, chance: Chance) -> bool:
    """The program ends and is started anew."""
    evening.start()
    return False


def change_seats(evening: Evening, chance: Chance) -> bool:
    """Somebody sits down, moves, or leaves; a place is ignored; near and far are swapped."""
    seats = [seat.id for seat in evening.referee.settings.seats]
    left = float(chance.uniform(0.0, 0.5))
    kind = chance.integers(4)
    if kind == 0 and len(seats) < 4:
        evening.order("seat-add", seat_name="Ann", side="players", region=region(left, 0.5, left + 0.4, 1.0))
    elif kind == 1:
        evening.order("seat-change", seat="players", region=region(left, 0.5, left + 0.5, 1.0))
    elif kind == 2 and len(seats) > 2:
        evening.order("seat-remove", seat=seats[-1])
    elif kind == 3:
        evening.order("ignore-add", region=region(left, 0.0, left + 0.3, 1.0))
    else:
        evening.order("view", swap=not evening.referee.settings.view.swap)
    return True


def change_mode(evening: Evening, chance: Chance) -> bool:
    """Something else is thrown for."""
    kind = ["clash", "test", "opposed", "c10", "c100"][chance.integers(5)]
    evening.order("mode", kind=kind, thrower=["players", "host"][chance.integers(2)])
    return True


CHANGES: Final[dict[str, Change]] = {
    "decks": change_decks,
    "source": change_source,
    "pause": pause,
    "restart": restart,
    "seats": change_seats,
    "mode": change_mode,
}

Counted: TypeAlias = dict[int, str]
"""The seat for which each true card counts."""


def cards_of(seen: Snapshot) -> list[Snapshot]:
    """Every card of a snapshot."""
    return [*(card for seat in seen["seats"] for card in seat["cards"]), *seen["loose"]]


def counted(evening: Evening, seen: Snapshot) -> Counted:
    """Return which cards in view count, and for whom."""
    loose = {card["key"] for card in seen["loose"]}
    shown = {card.id: evening.shown_as(card, cards_of(seen)) for card in evening.in_view()}
    return {key: card["seat"] for key, card in shown.items() if card and card["key"] not in loose}


def faults(evening: Evening, seen: Snapshot, before: Counted) -> Iterator[str]:
    """Tell what is wrong after a change: cards that counted ``before`` and are lost, ghosts, questions in vain."""
    cards, now = cards_of(seen), counted(evening, seen)
    offered = {f"t{track.id}" for track in evening.referee.uncounted()}
    for card in evening.in_view():
        shown = evening.shown_as(card, cards)
        if card.id in before and card.id not in now and not is_said(evening, shown, offered):
            yield f"{card.code} counted and is silently uncounted: {shown and shown['state']}"
    keys = [card["key"] for card in cards]
    if len(set(keys)) < len(keys):
        yield "a card is shown twice"
    question = seen["question"]
    if question and question["key"] and (question["key"] not in keys or not is_in_view(evening, question)):
        yield f"asked about {question['key']}, which is not there"
    yield from ghosts(evening, seen)


def is_said(evening: Evening, shown: Snapshot | None, offered: set[str]) -> bool:
    """Whether it is said of a card that it does not count, or offered to count it."""
    if shown is None:
        return False
    if shown["key"] in offered or shown["state"] in ("ignored", "no-card"):
        return True
    track = evening.referee.known_card(shown["key"])
    return evening.referee.stands(track) is Standing.OUT


def is_in_view(evening: Evening, question: Snapshot) -> bool:
    """Whether what is asked about has a picture."""
    return evening.referee.crop(int(question["key"][1:])) is not None


def ghosts(evening: Evening, seen: Snapshot) -> Iterator[str]:
    """Tell of cards that count where none lies, though the throw is not over or they lie elsewhere."""
    lying = evening.truth.at(evening.number).cards
    names = {card.code for card in evening.in_view()}
    near = {shown["key"] for card in lying if (shown := evening.shown_as(card, cards_of(seen)))}
    for card in (card for seat in seen["seats"] for card in seat["cards"]):
        elsewhere = evening.referee.throwing.open or card["card"] is None or card["card"] in names
        if card["key"] not in near and elsewhere:
            yield f"{card['card'] or card['face']} counts where nothing lies"


def run(seed: int, count: int, tell: Callable[[str], None]) -> Counter[str]:
    """Make so many changes, tell every failure at once, and return how often what was done."""
    chance = np.random.default_rng([seed, 41])
    tally: Counter[str] = Counter()
    with at_a_table(seed) as evening:
        for number in range(count):
            evening.go_to_next(chance)
            evening.wait()
            name = list(CHANGES)[chance.integers(len(CHANGES))]
            for line in changed(evening, CHANGES[name], chance, tally):
                tell(f"change {number} ({name}): {line}")
                tally["failures"] += 1
            tally[name] += 1
    return tally


@contextmanager
def at_a_table(seed: int) -> Iterator[Evening]:
    """An evening in a folder of its own."""
    with TemporaryDirectory() as folder:
        store = Store(Path(folder))
        try:
            yield Evening(seed, store)
        finally:
            store.close()


def changed(evening: Evening, change: Change, chance: Chance, tally: Counter[str]) -> Iterator[str]:
    """Make one change, look, undo it and look again; tell what is wrong."""
    before = counted(evening, evening.see())
    tally["cards that counted"] += len(before)
    undoable = change(evening, chance)
    evening.wait()
    seen = evening.see()
    tally["of these count after the change"] += len(before.keys() & counted(evening, seen).keys())
    yield from faults(evening, seen, before)
    if not undoable:
        return
    at_once = chance.random() < AT_ONCE
    if not at_once:
        evening.go_to_next(chance)
    evening.order("undo")
    evening.wait()
    seen = evening.see()
    tally["undone"] += 1
    yield from faults(evening, seen, before if at_once else {})
    if at_once and (after := counted(evening, seen)) != before:
        yield f"undo does not lead back: {before} became {after}"


def main() -> None:
    """Make the changes and print what became of the cards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    arguments = parser.parse_args()
    print(f"{machine_line()}\n{commit_line()}", flush=True)
    tally = run(arguments.seed, arguments.count, partial(print, flush=True))
    failures = tally.pop("failures", 0)
    print(*(f"{name}: {times}" for name, times in tally.items()), sep="\n")
    print(f"failures: {failures} of {arguments.count} changes")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
