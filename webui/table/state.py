"""One table: its whole state, changed only by observations and by people's commands.

It has no thread and no clock of its own; :mod:`webui.table.thread` runs it. Whatever changes it happens on a copy,
which becomes the table when it is whole and what it wrote is on disk: nothing is ever half done (decision 031).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from vision.types import Face, Frame
from webui.camera.reports import SeenFrame
from webui.storage.store import Evening, Store, StoredEvent
from webui.table.chosen import Chosen
from webui.table.copies import copied
from webui.table.judging.verdict import asked_late, judge
from webui.table.log.journal import Journal, Written
from webui.table.log.logged import LoggedEntry
from webui.table.log.reading import read_events
from webui.table.readings import Readings
from webui.table.seen.cards import Judgement, Question
from webui.table.seen.carry_over import as_tracks
from webui.table.seen.throw import CurrentThrow, Standing, face_down
from webui.table.tabletop import Tabletop
from webui.table.versions import Scope

log = logging.getLogger(__name__)

FORGOTTEN_AFTER_S = 6.0
"""A card that alone still lies face down after this time is asked about: it may be a pile."""

SWEPT_AFTER_S = 1.0
"""A table without a card for this time has been cleared."""


@dataclass(frozen=True, slots=True)
class Before:
    """A throw that an act ended, the entry that it had become, and when the throw began that the act began."""

    throw: CurrentThrow
    confirmed: int | None
    began_s: float | None


@dataclass(frozen=True, slots=True)
class Kept:
    """What was last written of the throw on the table without a command."""

    names: tuple[Any, ...] = ()
    """Its cards as they lay."""
    again_s: float = 0.0
    """Before this nothing is written: the log was full or away."""


class TableState(Tabletop):
    """Applies observations and commands to one table. Use it from one thread only."""

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
        """``run`` names this run of the program; ``known_decks`` are the decks that can be read, ``decks`` those
        that lie on the table (all, if none is said), ``copies`` how many of each (as was set before, if none is said).
        """
        journal = Journal(store, readings, read_events)
        set_by = dict(journal.projection.set_by)
        super().__init__(journal, run, Chosen(known_decks, decks or known_decks, set_by, copies or {}))
        self.last_kept = Kept()
        self._before: dict[int, Before] = {}
        """The throws that acts ended since cards were last thrown, by the act's event."""

    def copy(self) -> TableState:
        """Return the same table, to be changed by itself."""
        other = copy(self)
        other.journal, other.sight = self.journal.copy(), self.sight.copy()
        other.throw, other.versions = copied(self.throw), copied(self.versions)
        other._before = dict(self._before)
        return other

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
        """Take in which decks can be read from now on."""
        self.chosen = replace(self.chosen, known_decks=known)

    def go_on_from(self, chosen: Chosen, version: int, *, paused: bool) -> None:
        """Be the table that was there before, read anew: what its pages saw is stale."""
        self.chosen, self.paused = chosen, paused
        self.versions.newest = version
        self.versions.raise_for_all()

    # --- what the camera sees ---

    def observe(self, look: SeenFrame) -> None:
        """Take in what the camera sees; judge when the cards lie still and have been read."""
        # A pipeline that was given up is not heard.
        if self.paused or look.pipeline < (self.sight.pipeline or 0):
            return
        if look.pipeline != self.sight.pipeline:
            self._open_pipeline(look)
        seen = self.sight.take_in(look, self.throw.cards, over=self.throw.closed_s is not None)
        if not seen.tracks and seen.still_s >= SWEPT_AFTER_S:
            self._sweep()
        self._lay_words()
        began_s = self.throw.began_s
        tracks = tuple(self.sight.tracks.values())
        self.throw.observe(replace(seen, tracks=tracks), self.stands, self._done_codes())
        if self.throw.began_s != began_s:
            self._forget_the_last()
            self._before = {}  # What now lies there is left alone, whatever is taken back.
        self._judge(look.frame)
        if self.confirmed is None and isinstance(self.judgement, Judgement) and self.judgement.missing:
            self.throw.reopen()

    def _open_pipeline(self, look: SeenFrame) -> None:
        """Go on with the throw on the table before another pipeline, or after a restart."""
        if self.sight.pipeline is not None:
            self.throw.open_pipeline()
            self.versions.raise_for("throw")
        elif self.projection.lying:
            self.throw.take_up(as_tracks(self.projection.lying, look.observation.size_wh), ())
            self._take_up_verdict()
        self.sight.open_pipeline(look)
        self.last_kept = replace(self.last_kept, again_s=0.0)  # Its clock may be another.

    def _sweep(self) -> None:
        """The table was cleared: nothing known lies there, and what is confirmed or has no verdict is no throw now."""
        self.throw.clear()
        if self.confirmed is not None:
            self.throw.swept = True
        elif self.judgement is None and self.throw.closed_s is not None:
            self.throw.begin()

    def _lay_words(self) -> None:
        """Lay people's words over what the camera last read: a word, or its undoing, waits for no frame."""
        surface = self.surface
        read = self.sight.as_read.items()
        cards = {key: surface.corrected(track, self.projection) for key, track in read}
        self.sight.tracks = {key: track for key, track in cards.items() if key in self.sight.seen}
        self.throw.cards.update({key: cards[key] for key in self.throw.cards if key in cards})
        for track in self.sight.tracks.values():
            if self.stands(track) is Standing.IN:
                self.throw.claim(track, self.sight.now_s)

    def _done_codes(self) -> frozenset[str]:
        """Codes of the throw that was confirmed last: seen again without a flip, they are old."""
        if self.throw.swept or (self.throw.cards and self.confirmed is None):
            return frozenset()
        return self.projection.entries.last_cards

    # --- what it comes to ---

    def _judge(self, frame: Frame | None = None) -> None:
        """Judge the throw if it can be judged; keep the picture of the moment when it first could."""
        before, judged = self.outcome, self._judged()
        if judged == before.judgement:
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
        if self.throw.closed_s is None and not self.throw.is_readable(self.stands, self.sight.busy):
            return self._forgotten_card()
        asked = judge(self.projection, self.hands())
        seen = self.sight.seen
        while isinstance(asked, Question) and asked.card is not None and asked.card.key not in seen:
            if self.sight.busy:
                return None  # It may be in that hand.
            self.throw.lose(asked.card.key)
            asked = judge(self.projection, self.hands())
        return asked_late(asked, self.judgement, is_over=self.throw.closed_s is not None)

    def _forgotten_card(self) -> Question | None:
        """Ask about what alone lies face down while everything else has long been flipped."""
        cards, now_s = self.throw_tracks(), self.sight.now_s
        down, others = face_down(cards), [card for card in cards if card.face is Face.UP]
        if not down or not others or self.sight.busy:
            return None
        if now_s - max(card.settled_s or now_s for card in [*others, *down]) < FORGOTTEN_AFTER_S:
            return None
        return Question("face-down", self.card_of(down[0]))

    # --- what people's acts do to the throw ---

    def end_act(self, scope: Scope | None, before: Tabletop) -> None:
        """Judge what lies there after a person's act; ``before`` is the table as it was until then."""
        acts = self.projection.acts
        ended = self.throw.began_s != before.throw.began_s
        if len(acts) > len(before.projection.acts) and (acts[-1].kind == "thrown" or ended):
            self._before[acts[-1].id] = Before(before.throw, before.confirmed, self.throw.began_s)
        self.judge_anew()
        self.versions.raise_for(scope)

    def judge_anew(self) -> None:
        """Judge what lies there after something was said of it, or is said no longer."""
        self._lay_words()
        self._judge()

    def begin_throw(self) -> None:
        """Let what lies on the table be old from now on."""
        self.throw.begin()
        self._forget_the_last()

    def _forget_the_last(self) -> None:
        """Forget what the last throw became and looked like; its verdict is judged anew."""
        self.outcome = replace(self.outcome, confirmed=None, frame=None, kept=None, kept_as=None)

    def _take_up_verdict(self) -> None:
        """Let the throw on the table be the one whose verdict was kept last."""
        self.outcome = replace(self.outcome, kept=self.projection.entries.standing, kept_as=None)

    def close_throw(self) -> None:
        """Let the throw be over, with the cards that count now."""
        counted = {track.id for track in self.throw_tracks()}
        self.outcome = replace(self.outcome, left_out=frozenset(set(self.throw.cards) - counted))
        self.throw.close(self.sight.now_s)

    def confirm_as(self, entry: int) -> None:
        """Let the throw be an entry of the log: what is said and set later no longer changes its cards."""
        self.outcome = replace(self.outcome, confirmed=entry)

    def put_back(self, act: StoredEvent) -> None:
        """Let the throw on the table stand as before an act that is undone; the projection no longer knows of that.

        A throw that began since is left alone. What an earlier run ended is known again by name and place.
        """
        if act.id == self.confirmed:
            self.outcome = replace(self.outcome, confirmed=None)
        before = self._before.pop(act.id, None)
        if before is not None and before.began_s == self.throw.began_s:
            self.throw = copied(before.throw)
            self.outcome = replace(self.outcome, confirmed=before.confirmed)
            self._take_up_verdict()
        self.throw.unclaim(self.stands)
        lying = self.projection.lying
        if act.kind in ("thrown", "confirmed") and lying and not self.throw_tracks():
            self.throw.take_up(as_tracks(lying, self.sight.size_wh), self.sight.tracks.values())
            self._take_up_verdict()

    def settle(self, written: Written) -> None:
        """Take in that an event is on disk, under the number that the store gave it."""
        self.journal.settle(written)
        guessed, number = written.guessed, written.event.id
        if self.confirmed == guessed:
            self.outcome = replace(self.outcome, confirmed=number)
        if self.outcome.kept == guessed:
            self.outcome = replace(self.outcome, kept=number)
        if guessed in self._before:
            self._before[number] = self._before.pop(guessed)

    def fall_back(self, stored: list[StoredEvent], evening: Evening | None = None) -> None:
        """Hold what lies in the store, after something could not be written; ``evening`` is played from now on."""
        self.journal.replace(stored, evening)
        if self.outcome.kept not in self.projection.entries:
            self.outcome = replace(self.outcome, kept=None)


def _judgement(logged: LoggedEntry) -> Judgement:
    entry = logged.whole
    return Judgement(
        entry["document"], entry["result"], system=entry.get("system"), said=entry.get("said", {})
    )
