"""A session of the program over the virtual table, which stands still whenever somebody wants to do something.

The pipeline knows the truth (``tests.benchmarks.truthful``), the tracker and all behind it are the program's own. A
candle and a book lie on the table, which it takes for cards. There are two cameras, and a deck that nobody can read.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

import cv2
import numpy as np

from models import housedeck
from tests.benchmarks.truthful import Faults, TruthfulPipeline
from tests.webui.session import after, after_looking
from vision.tracking.tracker import Tracker
from vision.types import Detection, Face, Frame, Quad, Reading, ReadRequest, TrackState
from vision.virtual import Script, VirtualTable
from vision.virtual.truth import Phase, TrueCard, TrueFrame, Truth
from webui.camera.reports import SeenFrame
from webui.storage.store import Store
from webui.table.readings import FreshReadings
from webui.table.snapshot.builder import Snapshot, SnapshotBuilder
from webui.table.state import TableState

Chance: TypeAlias = np.random.Generator

SIZE_WH: Final = (640, 360)
HEIGHT_PX: Final = 60.0
FPS: Final = 10.0
QUIET_S: Final = 1.0
MOST_FRAMES: Final = 20
"""Before and after a change the table stands still for so long, but for no more frames than that: a hand may rest."""

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


def mapped(quad: Quad, camera: np.ndarray) -> Quad:
    """Return where a camera sees a quad."""
    return np.asarray(quad @ camera[:, :2].T + camera[:, 2], np.float32)


def around(middle: tuple[float, float]) -> Quad:
    """Return the upright card around a point."""
    w, h = HEIGHT_PX * 7 / 24, HEIGHT_PX / 2
    x, y = middle
    return np.array([[x - w, y - h], [x + w, y - h], [x + w, y + h], [x - w, y + h]], np.float32)


class TruthfulCamera:
    """A truthful pipeline behind one camera, which reads only the house deck, and two things that are no cards."""

    def __init__(self, inner: TruthfulPipeline, camera: np.ndarray, can_read: bool) -> None:
        self._inner, self._camera, self._can_read = inner, camera, can_read
        self._back = cv2.invertAffineTransform(camera)

    def detect(self, frame: Frame) -> list[Detection]:
        """The cards, and the things."""
        things = [Detection(around(middle), face, 0.9) for face, middle in THINGS.items()]
        found = [*self._inner.detect(frame), *things]
        return [replace(one, quad=mapped(one.quad, self._camera)) for one in found]

    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        """The names, as far as the deck is looked for."""
        return [self._read(frame, request) for request in requests]

    def _read(self, frame: Frame, request: ReadRequest) -> Reading:
        quad = mapped(request.quad, self._back)
        thing = next((f for f, at in THINGS.items() if np.hypot(*(quad.mean(axis=0) - at)) < 20), None)
        if thing is not None:
            return Reading(request.quad, thing)
        [said] = self._inner.read(frame, [replace(request, quad=quad)])
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
class Session:
    """One table over the virtual table, its camera, its decks, and how far the play has come."""

    seed: int
    store: Store
    number: int = 0
    frames: int = 0
    pipeline: int = 0
    runs: int = 0
    camera: int = 0

    def __post_init__(self) -> None:
        faces, back = dict(sorted(housedeck.faces().items())), housedeck.back()
        self._shown: tuple[int, int, Frame] = (-1, 0, np.zeros((0, 0, 3), np.uint8))
        look: dict[str, Any] = {"card_height_px": HEIGHT_PX, "tilt_deg": 8.0, "roll_deg": 0.0, "level": 0.9}
        script = Script(cards_per_seat=(1, 3), pace=1.5, nudge_share=0.0, reversed_share=0.0)
        self.table = VirtualTable(self.seed, faces, back, SIZE_WH, FPS, script=script, **look)
        self.truth = HeldTruth(self.table)
        self.inner = TruthfulPipeline(self.truth, tuple(faces), self.seed, EXACT)
        self.start()

    def start(self) -> None:
        """Start the program."""
        self.runs += 1
        self.table_state = TableState(
            self.store,
            FreshReadings(lambda: datetime(2026, 11, 20, 21, 14, tzinfo=UTC)),
            run=f"run-{self.runs}",
            known_decks=("house", "rws"),
            decks=("house",),
        )
        self.camera = int(self.table_state.settings.source or 0)
        self.open_pipeline()

    def open_pipeline(self) -> None:
        """Let another pipeline look, for the decks and through the camera that are set."""
        self.camera = int(self.table_state.source or self.table_state.settings.source or 0)
        pipeline = TruthfulCamera(self.inner, CAMERAS[self.camera], "house" in self.table_state.decks)
        self.pipeline += 1
        self.tracker = Tracker(pipeline, pipeline)

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
        """Show one picture; tell whether the pipeline is done with it."""
        self.inner.frame_number = self.number
        self.frames += 1
        seen = self.tracker.step(self.picture(), self.frames / FPS)
        look = SeenFrame(seen, self.picture(), pipeline=self.pipeline)
        self.table_state = after_looking(self.table_state, look)
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
        """Give an order as the page does; a pipeline that it concerns is exchanged as the program does."""
        before = (self.table_state.decks, self.table_state.source)
        self.table_state = after(self.table_state, name, **arguments)
        if (self.table_state.decks, self.table_state.source) != before:
            self.open_pipeline()

    def see(self) -> Snapshot:
        """What the Host is shown."""
        return SnapshotBuilder(self.table_state).write("host")

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
