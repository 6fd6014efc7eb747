"""One table: its whole state, changed only by observations and by people's commands.

It has no thread and no clock of its own; :mod:`webui.table.thread` runs it. What a person ordered is in the store
before :meth:`TableState.change` returns.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal, TypeAlias

from vision.geometry import rectify
from vision.types import Crop, Face, Frame, Track
from webui.camera.decks import deck_names
from webui.camera.reports import SeenFrame
from webui.documents import DocumentError
from webui.documents.pipeline import fresh_seed
from webui.i18n.refusals import told
from webui.identities import PLAYING_CODES, TAROT_CODES
from webui.storage.store import Evening, NotWrittenError, Store, StoredEvent
from webui.table.cards import Surface, TableCard
from webui.table.carry_over import Numbering, as_lying, as_tracks, names_of
from webui.table.errors import CommandError, StaleCommandError
from webui.table.judging import Hand, Judgement, Question, all_have_thrown, judge, judge_round
from webui.table.odds import impossible_card
from webui.table.pictures import CROP_SIZE_WH
from webui.table.placement import is_ignored
from webui.table.projection import Projection
from webui.table.pulp_table import PULP, is_dealt, judge_deal, playing_card_among
from webui.table.reading import read_events
from webui.table.rounds import RoundError
from webui.table.settings import Seat, SettingError, Settings
from webui.table.throw import Standing, Throwing, face_down

log = logging.getLogger(__name__)

Clock: TypeAlias = Callable[[], datetime]

FORGOTTEN_AFTER_S = 6.0
"""A card that alone still lies face down after this time is asked about: it may be a pile."""

SWEPT_AFTER_S = 1.0
"""A table without a card for this time has been cleared."""

Scope: TypeAlias = Literal["throw", "settings", "log"]
"""The parts of the table that can have changed under a person's hand (decision 004)."""


@dataclass(frozen=True, slots=True)
class Before:
    """A throw that an act ended, the entry that it had become, and when the throw began that the act began."""

    throwing: Throwing
    confirmed: int | None
    began_s: float | None = None


class TableState:
    """Applies observations and orders to one table. Use it from one thread only."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        run: str,
        known_decks: tuple[str, ...],
        decks: tuple[str, ...] = (),
        seed: Callable[[], int] = fresh_seed,
    ) -> None:
        """``run`` names this run of the program; ``known_decks`` are the decks that can be read, ``decks`` those
        that lie on the table (all, if none is said); ``seed`` gives the seeds of lots and dice, which the log keeps.
        """
        self.seed = seed
        self.store = store
        self.clock = clock
        self._run = run
        self.known_decks = known_decks
        self._first_decks = decks or known_decks
        self.evening = store.continue_evening(clock())
        self.projection = Projection()
        self.throwing = Throwing()
        self.paused = False
        self.version = 0
        self.judgement: Judgement | Question | None = None
        self.judged_s: float | None = None
        self.confirmed: int | None = None
        """The entry that the throw on the table became."""
        self._left_out: set[int] = set()
        self._eyes: int | None = None
        self._numbering = Numbering()
        self._kept: tuple[Any, ...] = ()
        self.size_wh = (1280, 720)
        self.now_s = 0.0
        self._tracks: dict[int, Track] = {}
        self._seen: dict[int, Track] = {}
        self._as_read: dict[int, Track] = {}
        """What lies there or counts, as the camera last read it, without people's words."""
        self._before: dict[int, Before] = {}
        """The throws that acts of this run ended, by the act's event."""
        self.throw_frame: Frame | None = None
        self._frame: Frame | None = None
        self._stale: dict[Scope, int] = {"throw": 0, "settings": 0, "log": 0}
        self._busy = False
        self.refold()
        self._first_set_by = dict(self.projection.set_by)

    # --- what the camera sees ---

    def observe(self, look: SeenFrame) -> None:
        """Take in what the camera sees; judge when the cards lie still and have been read."""
        if self.paused:
            return
        if look.eyes != self._eyes:
            self._open_eyes(look)
        seen = self._numbering.of(look.observation)
        self.size_wh, self.now_s, self._busy = seen.size_wh, seen.t_s, seen.busy
        self._frame = look.frame
        if not seen.tracks and seen.still_s >= SWEPT_AFTER_S:
            self._sweep()
        self._seen = {track.id: track for track in seen.tracks}
        counting = {key: track for key, track in self._as_read.items() if key in self.throwing.cards}
        self._as_read = counting | self._seen
        self._lay_words()
        number = self.throwing.began_s
        self.throwing.observe(
            replace(seen, tracks=tuple(self._tracks.values())), self.stands, self._done_codes()
        )
        if self.throwing.began_s != number:
            self.new_throw_on_the_table()
        self._judge(look.frame)
        self._keep_what_lies()

    def _open_eyes(self, look: SeenFrame) -> None:
        """Go on with the throw on the table before other eyes, or after a restart."""
        if self._eyes is None:
            if self.projection.lying:
                self.throwing.take_up(as_tracks(self.projection.lying, look.observation.size_wh), ())
        else:
            self._numbering.start_anew()
            self.throwing.open_eyes()
            self.invalidate("throw")
        self._eyes = look.eyes

    def _keep_what_lies(self) -> None:
        """Keep the throw's cards as far as they are told apart by name, for whoever looks next."""
        cards = self.throw_tracks()
        names = names_of(cards)
        if self.confirmed is not None or not cards or names == self._kept:
            return
        self._kept = names
        try:
            self.write("lying", {"cards": as_lying(cards, self.size_wh)})
        except NotWrittenError:
            log.warning("the throw on the table could not be kept: after a restart it is not known again")

    def _sweep(self) -> None:
        """The table was cleared: a confirmed throw is done with, one that came to no verdict is no throw any more."""
        if self.confirmed is not None:
            self.throwing.swept = True
        elif self.judgement is None and self.throwing.closed_s is not None:
            self.throwing.begin()

    def new_throw_on_the_table(self) -> None:
        """Forget what the last throw became and looked like."""
        self.confirmed = None
        self.throw_frame = None

    def stands(self, track: Track) -> Standing:
        """Tell whether a track (corrected already) counts: by people's words, by its place, or as the camera saw."""
        if self.confirmed is not None and track.id in self._left_out:
            return Standing.OUT
        standing = self.surface.standing(track, self.projection, self._participants())
        named = standing is Standing.OPEN and track.code is not None and self.card_of(track).by_human
        return Standing.IN if named and self.throwing.was_there_before(track.id) else standing

    def _participants(self) -> set[str]:
        if self.projection.round is not None:
            return set(self.projection.round.awaited_cards())
        mode = self.settings.mode
        if mode.kind in ("test", "c10", "c100"):
            return {mode.thrower}
        return {seat.id for seat in self.settings.seats}

    def _done_codes(self) -> set[str]:
        """Codes of the throw that was confirmed last: seen again without a flip, they are old."""
        last = self.projection.last_entry
        if last is None or self.throwing.swept or (self.throwing.cards and self.confirmed is None):
            return set()
        return {card["card"] for seat in last["seats"] for card in seat["cards"]}

    def _judge(self, frame: Frame | None = None) -> None:
        """Judge the throw if it can be judged; keep the picture of the moment when it first could."""
        before = self.judgement
        self.judgement = self._judged()
        if self.judgement is None:
            self.judged_s = None
        elif self.judgement != before:
            self.judged_s = self.now_s
            self.throw_frame = frame if frame is not None else self.throw_frame
        if self.judgement != before:
            self.invalidate("throw")

    def _judged(self) -> Judgement | Question | None:
        if self.confirmed is not None:
            entry = self.projection.entries[self.confirmed]
            return Judgement(entry["document"], entry["result"], system=entry.get("system"))
        if self.throwing.closed_s is None and not self.throwing.is_readable(self.stands, self._busy):
            return self._forgotten_card()
        asked = self._judged_as_it_lies()
        while isinstance(asked, Question) and asked.card is not None and asked.card.key not in self._seen:
            if self._busy:
                return None  # It may be in that hand.
            self.throwing.lose(asked.card.key)
            asked = self._judged_as_it_lies()
        return asked

    def _judged_as_it_lies(self) -> Judgement | Question | None:
        projection, hands, deck = self.projection, self.hands(), self.deck_codes()
        if self._deals_pulp:
            return judge_deal(hands, projection.desks.get(PULP, {}))
        impossible = playing_card_among(hands) or self._impossible_card(hands)
        if impossible is not None:
            return impossible
        if projection.round is not None:
            return judge_round(self.settings, projection.round, hands, projection.choices, deck)
        return judge(self.settings, hands, projection.choices, deck)

    @property
    def is_reading(self) -> bool:
        """Whether all who must throw have, all lies face up, and only the eyes or a hand hold the verdict back."""
        cards = self.throw_tracks()
        if self.judgement is not None or not cards or face_down(cards):
            return False
        hands = self.hands()
        if self._deals_pulp:
            return is_dealt(hands)
        return all_have_thrown(self.settings, self.projection.round, hands)

    def _impossible_card(self, hands: list[Hand]) -> Question | None:
        """Ask about a card that its deck cannot have given: it was misread, or the deck was shuffled (D35)."""
        for hand in hands:
            codes = [
                card.code for card in hand.cards if card.code and card.code not in self.projection.accepted
            ]
            found = impossible_card(self.projection, hand.seat.side, codes)
            if found is not None:
                card = next(card for card in hand.cards if card.code == found[0])
                return Question("impossible", card, hand.seat.id, {"why": found[1], "card": found[0]})
        return None

    def _forgotten_card(self) -> Question | None:
        """Ask about what alone lies face down while everything else has long been flipped."""
        cards = self.throw_tracks()
        down, others = face_down(cards), [card for card in cards if card.face is Face.UP]
        if not down or not others or self._busy:
            return None
        last_s = max(card.settled_s or self.now_s for card in [*others, *down])
        if self.now_s - last_s < FORGOTTEN_AFTER_S:
            return None
        return Question("face-down", self.card_of(down[0]))

    # --- what lies on the table ---

    @property
    def settings(self) -> Settings:
        """What the Host has set."""
        return self.projection.settings

    @property
    def decks(self) -> tuple[str, ...]:
        """The decks that the eyes look for: those of this run's start, until people choose others."""
        if self._is_as_at_first("decks"):
            return self._first_decks
        return self.settings.decks or tuple(deck_names(None))

    @property
    def source(self) -> str | None:
        """Where people chose to look; None while this run still looks where it began."""
        return None if self._is_as_at_first("source") else self.settings.source

    def _is_as_at_first(self, setting: str) -> bool:
        return self.projection.set_by.get(setting) == self._first_set_by.get(setting)

    @property
    def surface(self) -> Surface:
        """How the frame becomes the shown picture."""
        return Surface(self.size_wh, self.settings, f"{self._run}.{self._eyes}")

    def told_unread(self) -> list[str]:
        """Return, in one line each, what is wrong with the store and which events of it were left out."""
        language = self.settings.language
        return self.store.told(language) + [each.told(language) for each in self.projection.unread]

    def deck_codes(self) -> tuple[str, ...]:
        """Every identity that a card of the decks on the table can have."""
        return PLAYING_CODES if self._deals_pulp else TAROT_CODES

    @property
    def _deals_pulp(self) -> bool:
        """Whether the cards on the table are Pulp's deal of seven."""
        return self.settings.mode.kind == PULP and self.projection.round is None

    def card_of(self, track: Track) -> TableCard:
        """Return a track (corrected already) as a card in its seat."""
        return self.surface.lay(track, self.projection)

    def throw_tracks(self) -> list[Track]:
        """The cards of the throw on the table that count, in the order in which they were laid."""
        return self.throwing.counted(self.stands)

    def throw_cards(self) -> list[TableCard]:
        """The cards of the throw on the table in their seats, in the order in which they were laid."""
        surface = self.surface
        return [surface.lay(track, self.projection) for track in self.throw_tracks()]

    def loose_cards(self) -> list[TableCard]:
        """Cards on the table that do not count."""
        counted = {track.id for track in self.throw_tracks()}
        return [self.card_of(track) for key, track in self._tracks.items() if key not in counted]

    def uncounted(self) -> list[Track]:
        """What lies there since before the throw, does not count, and could be part of it."""
        unasked = self.throwing.unasked(self._tracks.keys())
        return [track for track in unasked if self.stands(track) is Standing.OPEN]

    def is_no_card(self, card: TableCard) -> bool:
        """Tell whether a person said that this is no card."""
        track = self._tracks.get(card.key)
        return track is not None and self.surface.is_no_card(track, self.projection)

    def is_ignored(self, card: TableCard) -> bool:
        """Tell whether a card lies in an ignored area."""
        return is_ignored(card.place, self.settings)

    def crop(self, key: int) -> Crop | None:
        """Return the picture of one card that lies on the table; None if it is gone."""
        track = self._seen.get(key)
        return rectify(self._frame, track.quad, CROP_SIZE_WH) if track and self._frame is not None else None

    def hands(self) -> list[Hand]:
        """What every seat has thrown."""
        cards = self.throw_cards()
        return [Hand(seat, tuple(card for card in cards if card.seat == seat.id)) for seat in self.seats()]

    def seats(self) -> list[Seat]:
        """The seats; in an Action Round each awaits what it has to throw."""
        if self.projection.round is None:
            return list(self.settings.seats)
        awaited = self.projection.round.awaited_cards()
        return [seat.model_copy(update={"wanted": awaited.get(seat.id)}) for seat in self.settings.seats]

    # --- what people order ---

    def change(self, scope: Scope | None, version: int, act: Callable[[], None]) -> None:
        """Let a person's act change the table; what it changes is on disk when this returns.

        :raise StaleCommandError: the part of the table that it is about has changed since that version
        :raise CommandError: it cannot be done, and why
        """
        if scope is not None and version < self._stale[scope]:
            raise StaleCommandError("moved-on")
        acts, before = len(self.projection.acts), Before(deepcopy(self.throwing), self.confirmed)
        try:
            act()
        except (SettingError, RoundError, DocumentError) as fault:
            raise CommandError("misfit", what=told(fault, self.settings.language)) from None
        finally:
            if len(self.projection.acts) > acts:
                self._keep_before(self.projection.acts[-1], before)
        self._lay_words()
        self._judge()
        self.invalidate(scope)

    def _keep_before(self, act: StoredEvent, before: Before) -> None:
        """Keep what a throw was that this act ended."""
        if act.kind == "thrown" or self.throwing.began_s != before.throwing.began_s:
            self._before[act.id] = replace(before, began_s=self.throwing.began_s)

    def put_back(self, act: StoredEvent) -> None:
        """Let the throw on the table stand as before an act that is undone; the projection no longer knows of that.

        A throw that began since is left alone. What an earlier run ended is known again by name and place.
        """
        if act.id == self.confirmed:
            self.confirmed = None
        before = self._before.pop(act.id, None)
        if before is not None and before.began_s == self.throwing.began_s:
            self.throwing, self.confirmed = before.throwing, before.confirmed
        self.throwing.unclaim(self.stands)
        if act.kind in ("thrown", "confirmed") and self.projection.lying and not self.throw_tracks():
            self.throwing.take_up(as_tracks(self.projection.lying, self.size_wh), self._tracks.values())

    def invalidate(self, scope: Scope | None) -> None:
        """Note that something a person can see has changed: older orders about it are stale."""
        self.version += 1
        if scope is not None:
            self._stale[scope] = self.version

    def invalidate_all(self) -> None:
        """Note that anything may have changed."""
        for scope in self._stale:
            self.invalidate(scope)

    def published(self) -> int:
        """Count one more version: what the next snapshot is called."""
        self.version += 1
        return self.version

    def write(self, kind: str, payload: dict[str, Any], *, remembered: bool = False) -> int:
        """Append an event and apply it; ``remembered`` ones outlive the evening."""
        event = self.store.append(None if remembered else self.evening.id, self.clock(), kind, payload)
        self.projection.apply(event)
        return event.id

    def remember(self, **fields: Any) -> None:
        """Change settings, checked before they are written; they outlive the evening."""
        self.settings.changed(**fields)  # Refused here, before it is written.
        plain = {key: _plain(value) for key, value in fields.items()}
        self.write("settings", plain, remembered=True)

    def confirmed_as(self, write: Callable[[], int]) -> None:
        """The throw on the table goes into the log: what is said and set later no longer changes its cards."""
        left_out = set(self.throwing.cards) - {track.id for track in self.throw_tracks()}
        self.confirmed = write()
        self._left_out = left_out
        self.throwing.close(self.now_s)

    def refold(self) -> None:
        """Work out anew what holds, from every event that was not undone."""
        self.projection = read_events([*self.store.events(None), *self.store.events(self.evening.id)])

    def take_back(self, after: int) -> bool:
        """Undo every event written after this one, whose order came to nothing; tell whether there was any."""
        if self.store.newest_event() == after:
            return False
        lasting, tonight = self.store.events(None), self.store.events(self.evening.id)
        written = [each for each in (*lasting, *tonight) if each.id > after]
        for event in reversed(written):
            self.store.append(event.evening, self.clock(), "undone", {"event": event.id})
        self.refold()
        for event in reversed(written):
            self.put_back(event)
        self._lay_words()
        self._judge()
        self.invalidate_all()
        return True

    def _lay_words(self) -> None:
        """Lay people's words over what the camera last read: a word, or its undoing, waits for no frame."""
        surface = self.surface
        cards = {key: surface.corrected(track, self.projection) for key, track in self._as_read.items()}
        self._tracks = {key: track for key, track in cards.items() if key in self._seen}
        self.throwing.cards.update({key: cards[key] for key in self.throwing.cards if key in cards})
        for track in self._tracks.values():
            if self.stands(track) is Standing.IN:
                self.throwing.claim(track, self.now_s)

    def known_card(self, key: str) -> Track:
        """Return the track of a card of the snapshot.

        :raise CommandError: it is no longer there
        """
        number = int(key[1:])
        track = self._as_read.get(number)
        if track is None:
            raise CommandError("card-gone")
        return track

    def word(self, seen: Track) -> dict[str, Any]:
        """Return how a person's word names a card, now and after a restart."""
        return {
            "throw": self.projection.throw,
            "run": self.surface.run,
            "key": seen.id,
            "place": list(self.surface.place(seen)),
            "seen": seen.code,
            "face": str(seen.face),
        }


def _plain(value: Any) -> Any:
    """Return pydantic values, alone or in sequences, as what JSON can hold."""
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value.model_dump(mode="json") if hasattr(value, "model_dump") else value


__all__ = ["Evening", "TableState"]
