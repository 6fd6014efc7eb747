"""What the camera sees: the newest frame, its tracks as they were read, and as people's words have them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from vision.tracking.memory import TrackMemory
from vision.types import Face, Frame, FrameResult, Track
from webui.camera.reports import SeenFrame
from webui.table.errors import CommandError
from webui.table.seen.throw import CurrentThrow


@dataclass(slots=True)
class Sight:
    """The newest frame and its tracks; ``run`` names this run of the program. Tracks are numbered through all
    pipelines."""

    run: str
    pipeline: int | None = None
    """Who looks; None before the first frame."""
    dealt: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    """The cards of the near and the far seat's decks, where the source deals them; None: nobody but people knows."""
    size_wh: tuple[int, int] = (1280, 720)
    now_s: float = 0.0
    busy: bool = False
    frame: Frame | None = None
    seen: dict[int, Track] = field(default_factory=dict)
    """What lies there now, as the camera reads it."""
    as_read: dict[int, Track] = field(default_factory=dict)
    """The same, and what counts though it is out of sight, as it was last read; once its throw is over, as it lay."""
    tracks: dict[int, Track] = field(default_factory=dict)
    """What lies there now, with people's words laid over it."""
    _memory: TrackMemory = field(default_factory=TrackMemory)

    def copy(self) -> Sight:
        """Return the same, to go on by itself; tracks never change, and their mappings are only replaced."""
        return replace(self, _memory=self._memory.copy())

    def open_pipeline(self, look: SeenFrame) -> None:
        """Let others look from now on, beginning with this frame."""
        if self.pipeline is not None:
            self._memory.change_tracker()
        self.pipeline, self.dealt = look.pipeline, look.dealt

    def remember(self, kept: Iterable[Track]) -> list[Track]:
        """Take cards that were kept; return them under the numbers by which they come back into sight."""
        return self._memory.load(kept)

    def take_in(self, look: SeenFrame, throw: CurrentThrow) -> FrameResult:
        """Take in a frame and return what was seen on it; what is counted is remembered out of sight, in a throw that
        is over as it lay."""
        over, counted = throw.closed_s is not None, throw.cards
        thrown = set[int]() if throw.swept else {*counted, *(card.id for card in throw.gone)}
        now = self._memory.identify(look.observation, thrown, throw.known.keys(), gathered=over)
        self.size_wh, self.now_s, self.busy, self.frame = now.size_wh, now.t_s, now.busy, look.frame
        self.seen = {track.id: track for track in now.tracks}
        known = {key: track for key, track in self.as_read.items() if key in counted}
        self.as_read = known | self.seen | (self._gathered(known) if over else {})
        return now

    def _gathered(self, cards: Mapping[int, Track]) -> dict[int, Track]:
        """Return those of a throw's cards that somebody may be gathering, as they lay: all while a hand is over the
        table or one of them is away, and what is turned face down again (D35)."""
        under_way = self.busy or not cards.keys() <= self.seen.keys()
        up = {key: card for key, card in cards.items() if card.face is Face.UP}
        return {key: card for key, card in up.items() if under_way or self.seen[key].face is Face.DOWN}

    def known_card(self, key: str) -> Track:
        """Return the track of a card of the snapshot.

        :raise CommandError: it is no longer there
        """
        track = self.as_read.get(int(key[1:]))
        if track is None:
            raise CommandError("card-gone")
        return track
