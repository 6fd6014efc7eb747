"""One table: its whole state, changed only by frames and commands.

It has no thread and no clock of its own; :mod:`webui.table.thread` runs it. A change is made on an optimistic copy,
which becomes the table once it is complete and its event is on disk (decision 031).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from functools import partial

from vision.types import Face, Frame, TrackState
from webui.camera.reports import SeenFrame
from webui.storage.store import Session, Store, StoredEvent
from webui.table.chosen import Chosen
from webui.table.copies import copied
from webui.table.judging.verdict import asked_late
from webui.table.log.journal import Journal, WrittenEvent
from webui.table.log.logged import LoggedEntry
from webui.table.log.reading import read_events
from webui.table.readings import Readings
from webui.table.referee import judge
from webui.table.seen.cards import Judgement, Question
from webui.table.seen.carry_over import as_tracks
from webui.table.seen.throw import CurrentThrow, Standing, face_down
from webui.table.tabletop import Tabletop
from webui.table.versions import Scope

log = logging.getLogger(__name__)

FORGOTTEN_AFTER_S = 6.0
"""How long the last card may lie face down before it is asked about: it may be a pile."""

SWEPT_AFTER_S = 1.0
"""How long a table must be without a card to count as cleared."""


@dataclass(frozen=True, slots=True)
class EndedThrow:
    """A throw that a command ended, its entry, and when the throw began that the command began (seconds)."""

    throw: CurrentThrow
    confirmed: int | None
    began_s: float | None


@dataclass(frozen=True, slots=True)
class Kept:
    """The last write of the throw on the table without a command."""

    names: tuple[object, ...] = ()
    """The names of its cards."""
    again_s: float = 0.0
    """When it may be written again, on the camera's clock: the log was full or away."""


class TableState(Tabletop):
    """Applies frames and commands to one table. Not thread-safe."""

    def __init__(
        self,
        store: Store,
        readings: Readings,
        *,
        run: str,
        known_decks: tuple[str, ...],
        decks: tuple[str, ...] = (),
        copies: Mapping[str, int] | None = None,
    ) -> None:
        """``run`` names this run of the program; ``known_decks`` are the decks that can be read.

        ``decks`` are those on the table (default: all), ``copies`` how many there are of each (default: as set before).
        """
        journal = Journal(store, readings, read_events)
        set_by = dict(journal.projection.set_by)
        super().__init__(journal, run, Chosen(known_decks, decks or known_decks, set_by, copies or {}))
        self.last_kept = Kept()
        self._ended_throws: dict[int, EndedThrow] = {}
        """The throws that commands ended since cards were last thrown, by the number of the command's event."""

    def copy(self) -> TableState:
        """Return an independent copy."""
        other = copy(self)
        other._part_from_original()
        return other

    def _part_from_original(self) -> None:
        self.journal, self.sight = self.journal.copy(), self.sight.copy()
        self.throw, self.versions = copied(self.throw), copied(self.versions)
        self._ended_throws = dict(self._ended_throws)

    def after(self, change: Callable[[TableState], None]) -> TableState:
        """Return the table after a change without a command; one that fails changes nothing."""
        try:
            after = self.copy()
            change(after)
            return after
        except Exception:
            log.exception("an observation could not be taken in")
            return self

    def know_decks(self, known: tuple[str, ...]) -> None:
        """Set the decks that can be read."""
        self.chosen = replace(self.chosen, known_decks=known)

    def continue_from(self, chosen: Chosen, version: int, *, paused: bool) -> None:
        """Continue a table that was read again from its log: all snapshots so far are stale."""
        self.chosen, self.paused = chosen, paused
        self.versions.continue_from(version)

    # --- signals between screens ---

    def signal_ready(self, seat: str, ready: bool) -> None:
        """Note that somebody is ready for the throw on the table, or not yet."""
        self.signals = self.signals.with_ready(seat, self.throw_title if ready else None)

    def signal_flip(self, at_ms: int) -> None:
        """Note when all flip, in milliseconds since 1970."""
        self.signals = self.signals.with_flip(at_ms)

    # --- what the camera sees ---

    def observe(self, look: SeenFrame) -> None:
        """Apply a frame; judge when all cards are at rest and read."""
        # A frame of a pipeline that was replaced.
        if self.paused or look.pipeline < (self.sight.pipeline or 0):
            return
        if look.pipeline != self.sight.pipeline:
            self._open_pipeline(look)
        seen = self.sight.take_in(look, self.throw)
        if not seen.tracks and seen.still_s >= SWEPT_AFTER_S:
            self._sweep()
        self._apply_overrides()
        self.first_card = self._first_card()
        began_s = self.throw.began_s
        tracks = tuple(self.sight.tracks.values())
        self.throw.observe(replace(seen, tracks=tracks), self.stands, self._done_codes(), self.is_enough)
        if self.throw.began_s != began_s:
            self._reset_outcome()
            self._ended_throws = {}  # The new throw is left alone, whatever is undone.
        self._judge(look.frame)
        if self.confirmed is None and isinstance(self.judgement, Judgement) and self.judgement.missing:
            self.throw.reopen()

    def _first_card(self) -> str | None:
        """Return the card that was read last in the first step of the first start, even if it is gone."""
        step = self.settings.begin
        if step != "card":
            return None if step is None else self.first_card
        codes = [
            track.code
            for track in self.sight.tracks.values()
            if track.face is Face.UP and track.state is TrackState.SETTLED and track.code is not None
        ]
        return codes[-1] if codes else self.first_card

    def _open_pipeline(self, look: SeenFrame) -> None:
        """Continue the throw on the table with another pipeline, or after a restart."""
        if self.sight.pipeline is not None:
            self.throw.open_pipeline()
            self.versions.raise_for("throw")
        elif self.projection.lying:
            kept = as_tracks(self.projection.lying, look.observation.size_wh)
            self.throw.take_up(self.sight.remember(kept), ())
            self._resume_verdict()
        self.sight.open_pipeline(look)
        self.last_kept = replace(self.last_kept, again_s=0.0)  # Its clock may be another.

    def _sweep(self) -> None:
        """Handle a cleared table: a throw that is confirmed or has no verdict is over."""
        self.throw.clear()
        if self.confirmed is not None:
            self.throw.swept = True
        elif self.judgement is None and (self.throw.closed_s is not None or self.throw.was_gathered()):
            self.throw.begin()

    def _apply_overrides(self) -> None:
        """Apply people's overrides to the last readings; an override, or its undo, does not wait for a frame."""
        surface = self.surface
        read = self.sight.as_read.items()
        cards = {key: surface.corrected(track, self.projection) for key, track in read}
        self.sight.tracks = {key: track for key, track in cards.items() if key in self.sight.seen}
        self.throw.cards.update({key: cards[key] for key in self.throw.cards if key in cards})
        for track in self.sight.tracks.values():
            if self.stands(track) is Standing.IN:
                self.throw.claim(track, self.sight.now_s)

    def _done_codes(self) -> frozenset[str]:
        """Return the codes of the throw that was confirmed last: seen again without a flip, they belong to it."""
        if self.throw.swept or (self.throw.cards and self.confirmed is None):
            return frozenset()
        return self.projection.entries.last_cards

    # --- the verdict ---

    def _judge(self, frame: Frame | None = None) -> None:
        """Judge the throw if it can be judged; keep the picture of the moment when it first could."""
        before, judged = self.outcome, self._judged()
        if judged == before.judgement:
            return
        if isinstance(judged, Question) and judged.asks_the_same_as(before.judgement):
            self.outcome = replace(before, judgement=judged)  # A page that shows the last one may answer it.
            return
        self.outcome = replace(before, judgement=judged, judged_s=None)
        if judged is not None:
            picture = frame if frame is not None else before.frame
            self.outcome = replace(self.outcome, judged_s=self.sight.now_s, frame=picture)
        self.versions.raise_for("throw")

    def _judged(self) -> Judgement | Question | None:
        if self.confirmed is not None:
            entries = self.projection.entries
            return entries.once(("judgement", self.confirmed), partial(_judgement, entries[self.confirmed]))
        if self.settings.begin is not None:
            return None
        if self.throw.closed_s is None and not self.throw.is_readable(self.stands, self.sight.busy):
            return self._forgotten_card()
        asked = judge(self.projection, self.hands())
        seen = self.sight.seen
        while isinstance(asked, Question) and asked.card is not None and asked.card.key not in seen:
            if self.sight.busy:
                return None  # The card may be in the hand that is seen.
            self.throw.lose(asked.card.key)
            asked = judge(self.projection, self.hands())
        return asked_late(asked, self.judgement, is_over=self.throw.closed_s is not None)

    def is_enough(self) -> bool:
        """Return whether everybody who must throw has: once the throw is over there is a verdict or a question."""
        return self.confirmed is not None or judge(self.projection, self.hands()) is not None

    def _forgotten_card(self) -> Question | None:
        """Ask about the one card that still lies face down while all others have long been flipped."""
        cards, now_s = self.throw_tracks(), self.sight.now_s
        down, others = face_down(cards), [card for card in cards if card.face is Face.UP]
        if not down or not others or self.sight.busy:
            return None
        if now_s - max(card.settled_s or now_s for card in [*others, *down]) < FORGOTTEN_AFTER_S:
            return None
        return Question("face-down", self.card_of(down[0]))

    # --- how commands change the throw ---

    def end_command(self, scope: Scope | None, before: Tabletop) -> None:
        """Judge the throw again after a command; ``before`` is the table before it."""
        undoable = self.projection.undoable
        ended = self.throw.began_s != before.throw.began_s
        if len(undoable) > len(before.projection.undoable) and (undoable[-1].kind == "thrown" or ended):
            self._ended_throws[undoable[-1].id] = EndedThrow(
                before.throw, before.confirmed, self.throw.began_s
            )
        self.judge_again()
        self.versions.raise_for(scope)

    def judge_again(self) -> None:
        """Judge the throw again after an override came or went."""
        self._apply_overrides()
        self._judge()

    def begin_throw(self) -> None:
        """Begin a throw: the cards on the table belong to earlier ones."""
        self.throw.begin()
        self._reset_outcome()

    def _reset_outcome(self) -> None:
        """Forget the entry and the picture of the last throw; its verdict is judged again."""
        self.outcome = replace(self.outcome, confirmed=None, frame=None, kept=None, kept_as=None)

    def _resume_verdict(self) -> None:
        """Take the verdict that was kept last for that of the throw on the table."""
        self.outcome = replace(self.outcome, kept=self.projection.entries.standing, kept_as=None)

    def close_throw(self) -> None:
        """Close the throw, with the cards that count now."""
        counted = {track.id for track in self.throw_tracks()}
        self.outcome = replace(self.outcome, left_out=frozenset(set(self.throw.cards) - counted))
        self.throw.close(self.sight.now_s)

    def note_kept_cards(self, kept: Kept) -> None:
        """Note the last write of the cards on the table."""
        self.last_kept = kept

    def note_kept_verdict(self, entry: int | None, judged: Judgement | None) -> None:
        """Note the entry in which the verdict is kept until somebody confirms it, and that verdict."""
        self.outcome = replace(self.outcome, kept=entry, kept_as=judged)

    def pause(self, on: bool) -> None:
        """Pause recognition, or resume it."""
        self.paused = on

    def confirm_as(self, entry: int) -> None:
        """Set the entry of the throw; later overrides and settings no longer change its cards."""
        self.outcome = replace(self.outcome, confirmed=entry)

    def restore_throw(self, event: StoredEvent) -> None:
        """Restore the throw on the table from before an undone event, which the projection no longer holds.

        A throw that began since is left alone. A throw that an earlier run ended is re-identified by names and places.
        """
        if event.id == self.confirmed:
            self.outcome = replace(self.outcome, confirmed=None)
        before = self._ended_throws.pop(event.id, None)
        if before is not None and before.began_s == self.throw.began_s:
            self.throw = copied(before.throw)
            self.outcome = replace(self.outcome, confirmed=before.confirmed)
            self._resume_verdict()
        self.throw.unclaim(self.stands)
        lying = self.projection.lying
        if event.kind in ("thrown", "confirmed") and lying and not self.throw_tracks():
            kept = self.sight.remember(as_tracks(lying, self.sight.size_wh))
            self.throw.take_up(kept, self.sight.tracks.values())
            self._resume_verdict()

    def acknowledge(self, written: WrittenEvent) -> None:
        """Take over the number that the store gave an event."""
        self.journal.acknowledge(written)
        guessed, number = written.guessed, written.event.id
        if self.confirmed == guessed:
            self.outcome = replace(self.outcome, confirmed=number)
        if self.outcome.kept == guessed:
            self.outcome = replace(self.outcome, kept=number)
        if guessed in self._ended_throws:
            self._ended_throws[number] = self._ended_throws.pop(guessed)

    def roll_back(self, stored: list[StoredEvent], session: Session | None = None) -> None:
        """Set back to the stored events after a failed write; ``session`` is the session from now on, if another."""
        self.journal.replace(stored, session)
        if self.outcome.kept not in self.projection.entries:
            self.outcome = replace(self.outcome, kept=None)


def _judgement(logged: LoggedEntry) -> Judgement:
    entry = logged.whole
    return Judgement(entry.document, entry.record, system=entry.system, said=entry.said, written=entry.result)
