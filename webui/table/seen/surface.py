"""How the camera's frame becomes the shown picture: tracks as cards in seats, people's words laid over them."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass, replace

from vision.types import Face, Track, TrackState
from webui.table.seen.cards import Point, TableCard, middle
from webui.table.seen.overrides import CardOverride, Overrides
from webui.table.seen.placement import is_ignored, seat_under, shown_corners
from webui.table.seen.throw import Standing
from webui.table.settings import Settings


@dataclass(frozen=True, slots=True)
class Surface:
    """How the camera's frame becomes the shown picture."""

    size_wh: tuple[int, int]
    settings: Settings
    run: str

    def place(self, track: Track) -> Point:
        """Return where a track's middle is shown."""
        return middle(shown_corners(track.quad, self.size_wh, self.settings.view))

    def corrected(self, track: Track, overrides: Overrides) -> Track:
        """Return the track with people's words laid over it."""
        word = self._last_word(overrides.corrections, track)
        if word is None:
            return track
        if word.card == "down":
            return replace(track, face=Face.DOWN, code=None, state=TrackState.SETTLED)
        return replace(
            track, face=Face.UP, code=word.card, state=TrackState.SETTLED, confidence=1.0, candidates=()
        )

    def is_no_card(self, track: Track, overrides: Overrides) -> bool:
        """Return whether a person said that this is no card: this track, or another at its place that looks like it."""
        place = self.place(track)
        return any(
            (word.run == self.run and word.key == track.id)
            or (word.is_near(place) and word.seen == track.code and word.face == track.face)
            for word in overrides.no_cards
        )

    def standing(self, track: Track, overrides: Overrides, seats: Set[str]) -> Standing:
        """Return whether a track counts while these seats throw: what people say, then its place."""
        if self.is_no_card(track, overrides):
            return Standing.OUT
        assigned = self._last_word(overrides.assignments, track)
        if assigned is not None:
            return Standing.IN if assigned.seat in seats else Standing.OUT
        place = self.place(track)
        if is_ignored(place, self.settings) or seat_under(place, self.settings) not in seats:
            return Standing.OUT
        counted = self._last_word(overrides.counted, track) is not None
        return Standing.IN if counted else Standing.OPEN

    def is_unseated(self, track: Track, overrides: Overrides) -> bool:
        """Return whether a track lies in nobody's place, and no person said so or that it is no card."""
        place = self.place(track)
        said = self.is_no_card(track, overrides) or self._last_word(overrides.assignments, track) is not None
        return not (said or is_ignored(place, self.settings) or seat_under(place, self.settings))

    def lay(self, track: Track, overrides: Overrides) -> TableCard:
        """Return the card that a track (corrected already) is, in its seat."""
        corners = shown_corners(track.quad, self.size_wh, self.settings.view)
        assigned = self._last_word(overrides.assignments, track)
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
            by_human=self._last_word(overrides.corrections, track) is not None,
        )

    def _last_word(self, words: Iterable[CardOverride], track: Track) -> CardOverride | None:
        said = None
        for word in words:
            if word.run == self.run:
                same = word.key == track.id
            else:
                unread = track.code is None and track.face is Face.UP
                same = (unread or track.code in (word.seen, word.card)) and word.is_near(self.place(track))
            said = word if same else said
        return said
