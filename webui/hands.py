"""The cards of the throw on the table, placed in seats, with people's words laid over what the camera says."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from vision.types import Candidate, Face, Track, TrackState
from webui.ledger import Ledger, Word
from webui.placing import Point, middle, seat_under, shown_corners
from webui.settings import Settings

SAME_PLACE = 0.04
"""After a restart a corrected card is known again within this distance, in fractions of the shown picture."""


@dataclass(frozen=True, slots=True)
class TableCard:
    """One card as the table shows it; ``by_human`` once a person has said what it is."""

    key: int
    seat: str | None
    face: Face
    state: TrackState
    corners: tuple[Point, ...]
    code: str | None
    reversed: bool | None = None
    confidence: float = 0.0
    candidates: tuple[Candidate, ...] = ()
    by_human: bool = False

    @property
    def place(self) -> Point:
        """The card's middle on the shown picture."""
        return middle(self.corners)


@dataclass(frozen=True, slots=True)
class Surface:
    """How the camera's frame becomes the shown picture."""

    size_wh: tuple[int, int]
    settings: Settings
    run: str

    def place(self, track: Track) -> Point:
        """Return where a track's middle is shown."""
        return middle(shown_corners(track.quad, self.size_wh, self.settings.view))

    def corrected(self, track: Track, ledger: Ledger) -> Track | None:
        """Return the track with people's words laid over it; None if they said that it is no card."""
        word = self._last_word(ledger.corrections, track)
        if word is None or word.card is None:
            return track if word is None else None
        if word.card == "down":
            return replace(track, face=Face.DOWN, code=None, state=TrackState.SETTLED)
        return replace(
            track, face=Face.UP, code=word.card, state=TrackState.SETTLED, confidence=1.0, candidates=()
        )

    def lay(self, track: Track, ledger: Ledger) -> TableCard:
        """Return the card that a track (corrected already) is, in its seat."""
        corners = shown_corners(track.quad, self.size_wh, self.settings.view)
        assigned = self._last_word(ledger.assignments, track)
        return TableCard(
            track.id,
            assigned.seat if assigned else seat_under(middle(corners), self.settings),
            track.face,
            track.state,
            corners,
            track.code,
            track.reversed,
            track.confidence,
            track.candidates,
            by_human=self._last_word(ledger.corrections, track) is not None,
        )

    def _last_word(self, words: Iterable[Word], track: Track) -> Word | None:
        said = None
        for word in words:
            if word.run == self.run:
                same = word.key == track.id
            else:
                seen = word.seen == track.code or word.card == track.code
                same = seen and math.dist(word.place, self.place(track)) < SAME_PLACE
            said = word if same else said
        return said
