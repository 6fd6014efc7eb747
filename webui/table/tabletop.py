"""The state of a table, read-only; :class:`webui.table.state.TableState` changes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from vision.geometry import rectify
from vision.types import Crop, Frame, Track
from webui.storage.store import Session
from webui.table.chosen import Chosen
from webui.table.contract.snapshot import Kind
from webui.table.log.journal import Journal
from webui.table.log.logged import LoggedEntry
from webui.table.log.odds import Dealt
from webui.table.log.projection import Projection
from webui.table.modes.registry import mode_of
from webui.table.seen.cards import Hand, Judgement, Question, TableCard
from webui.table.seen.pictures import CROP_SIZE_WH
from webui.table.seen.placement import is_ignored
from webui.table.seen.sight import Sight
from webui.table.seen.surface import Surface
from webui.table.seen.throw import CurrentThrow, Standing
from webui.table.settings import Seat, Settings
from webui.table.signals import Signals, ThrowTitle
from webui.table.versions import Versions

Loose: TypeAlias = Literal["no-card", "ignored", "known", "old"]
"""Why a card does not count."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of the throw on the table."""

    judgement: Judgement | Question | None = None
    judged_s: float | None = None
    frame: Frame | None = None
    """The frame at which it could first be judged."""
    confirmed: int | None = None
    """Its entry in the log, once confirmed."""
    left_out: frozenset[int] = frozenset()
    """The ids of its cards that did not count when it was confirmed."""
    kept: int | None = None
    """The entry of its verdict until somebody confirms it."""
    kept_as: Judgement | None = None
    """The verdict of that entry, written or not."""


class Tabletop:
    """A journal, the camera's tracks, and the throw that both make."""

    def __init__(self, journal: Journal, run: str, chosen: Chosen) -> None:
        """``run`` names this run of the program; ``chosen`` are the choices that it was started with."""
        self.journal = journal
        self.readings = journal.readings
        self.versions = Versions()
        self.paused = False
        self.chosen = chosen
        self.sight = Sight(run)
        self.throw = CurrentThrow()
        self.outcome = Outcome()
        self.signals = Signals()
        self.first_card: str | None = None
        """The card that was read last in the first step of the first start."""

    @property
    def version(self) -> int:
        """The version that a page sees."""
        return self.versions.newest

    @property
    def known_decks(self) -> tuple[str, ...]:
        """The decks that can be read."""
        return self.chosen.known_decks

    @property
    def decks(self) -> tuple[str, ...]:
        """The decks that are looked for."""
        return self.chosen.decks(self.projection)

    @property
    def copies(self) -> dict[str, int]:
        """How many copies lie on the table of each deck that is looked for."""
        return self.chosen.copies(self.projection)

    @property
    def source(self) -> str | None:
        """The source that people chose; None while the first one of this run is in use."""
        return self.chosen.source(self.projection)

    @property
    def projection(self) -> Projection:
        """The state after all events that were not undone."""
        return self.journal.projection

    @property
    def settings(self) -> Settings:
        """The Host's settings."""
        return self.journal.settings

    @property
    def session(self) -> Session:
        """The session that is played."""
        return self.journal.session

    @property
    def throw_title(self) -> ThrowTitle:
        """The round and the number of the throw that comes into the log next."""
        now = self.projection.round
        return now.number if now is not None else None, self.projection.entries.throw

    @property
    def dealt(self) -> Dealt | None:
        """The cards of the players' and the Host's deck, where the source deals them (the virtual table does)."""
        if self.sight.dealt is None:
            return None
        near, far = self.sight.dealt
        return Dealt(far, near) if self.settings.view.swap else Dealt(near, far)

    def render_unread(self) -> list[str]:
        """Return, in one line each, what is wrong with the store and which events of it were left out."""
        return self.journal.render_unread()

    @property
    def judgement(self) -> Judgement | Question | None:
        """The verdict on the throw, or the question that it needs answered first."""
        return self.outcome.judgement

    @property
    def confirmed(self) -> int | None:
        """The entry of the throw on the table, once confirmed."""
        return self.outcome.confirmed

    @property
    def unwritten_verdict(self) -> Judgement | None:
        """The verdict on a throw that is over, if it is not written yet; None while paused."""
        judged, outcome = self.judgement, self.outcome
        if self.paused or outcome.confirmed is not None or not isinstance(judged, Judgement):
            return None
        is_over = not judged.is_open and self.throw.closed_s is not None
        return judged if is_over and judged != outcome.kept_as else None

    def loses_verdict(self, after: Tabletop) -> bool:
        """Return whether the next state has lost a verdict that is not written yet."""
        return self.unwritten_verdict is not None and after.throw.began_s != self.throw.began_s

    @property
    def surface(self) -> Surface:
        """The mapping from the frame to the shown picture."""
        return Surface(self.sight.size_wh, self.settings, f"{self.sight.run}.{self.sight.pipeline}")

    def stands(self, track: Track) -> Standing:
        """Return whether a track (with overrides applied) counts: by override, its place, or as the camera saw."""
        if self.confirmed is not None and track.id in self.outcome.left_out:
            return Standing.OUT
        standing = self.surface.standing(track, self.projection, self._participants())
        named = standing is Standing.OPEN and track.code is not None and self.card_of(track).by_human
        return Standing.IN if named and self.throw.was_there_before(track.id) else standing

    @property
    def mode_title(self) -> Kind:
        """The kind of throw that is played, as page and log name it."""
        return mode_of(self.settings, self.projection.round).title

    def _participants(self) -> set[str]:
        return mode_of(self.settings, self.projection.round, claims=self.projection.claims).throwers()

    def card_of(self, track: Track) -> TableCard:
        """Return a track (with overrides applied) as a card in its seat."""
        return self.surface.lay(track, self.projection)

    def throw_tracks(self) -> list[Track]:
        """The cards of the throw on the table that count, in the order in which they were laid."""
        return self.throw.counted(self.stands)

    def throw_cards(self) -> list[TableCard]:
        """The cards of the throw on the table in their seats, in the order in which they were laid."""
        surface = self.surface
        return [surface.lay(track, self.projection) for track in self.throw_tracks()]

    def loose_cards(self) -> list[tuple[TableCard, Loose]]:
        """Cards on the table that do not count, and why not."""
        counted = {track.id for track in self.throw_tracks()}
        loose = (track for key, track in self.sight.tracks.items() if key not in counted)
        return [(self.card_of(track), self._why_not(track)) for track in loose]

    def _why_not(self, track: Track) -> Loose:
        if self.surface.is_no_card(track, self.projection):
            return "no-card"
        if is_ignored(self.surface.place(track), self.settings):
            return "ignored"
        return "known" if track.id in self.throw.known else "old"

    def uncounted(self) -> list[Track]:
        """Preexisting tracks that do not count and could be part of the throw."""
        unasked = self.throw.unasked(self.sight.tracks.keys())
        return [track for track in unasked if self.stands(track) is Standing.OPEN]

    def unseated(self) -> list[Track]:
        """Cards laid since the throw began, or before the next one, that lie in nobody's place."""
        lying = (track for key, track in self.throw.cards.items() if key in self.sight.tracks)
        return [track for track in lying if self.surface.is_unseated(track, self.projection)]

    def logged(self) -> list[LoggedEntry]:
        """The entries of the log, oldest first, with undone ones and without the verdict that stands on the table."""
        stands = self.outcome.kept if isinstance(self.judgement, Judgement) else None
        return [entry for entry in self.projection.entries.log if entry.id != stands]

    def hands(self) -> list[Hand]:
        """The hand of every seat."""
        cards = self.throw_cards()
        return [Hand(seat, tuple(card for card in cards if card.seat == seat.id)) for seat in self.seats()]

    def seats(self) -> list[Seat]:
        """The seats; each awaits what is counted for it, in an Action Round as many as it has to throw."""
        if self.projection.round is None:
            counts = self.projection.counting.counts()
            return [
                seat.model_copy(update={"awaited": counts[seat.id].cards}) if seat.id in counts else seat
                for seat in self.settings.seats
            ]
        awaited = self.projection.round.awaited_cards()
        return [seat.model_copy(update={"awaited": awaited.get(seat.id)}) for seat in self.settings.seats]

    def crop(self, key: int) -> Crop | None:
        """Return the rectified picture of one card on the table; None if it is gone."""
        track, frame = self.sight.seen.get(key), self.sight.frame
        return rectify(frame, track.quad, CROP_SIZE_WH) if track and frame is not None else None

    def override_of(self, track: Track) -> dict[str, object]:
        """Return the fields by which an override names a card, in this run and after a restart."""
        return {
            "throw": self.projection.entries.throw,
            "run": self.surface.run,
            "key": track.id,
            "place": list(self.surface.place(track)),
            "seen": track.code,
            "face": str(track.face),
        }
