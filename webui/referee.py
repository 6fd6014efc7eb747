"""The referee: one table's whole state, changed only by observations and by people's orders.

It has no thread and no clock of its own; :mod:`webui.tableside` runs it. What a person ordered is in the store
before :meth:`Referee.obey` returns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeAlias

from vision.geometry import rectify
from vision.types import Crop, Face, Frame, Observation, Track
from webui import orders, rounds
from webui.chances import impossible_card
from webui.dealing import PULP, judge_deal, playing_card_among
from webui.documents import DocumentError
from webui.documents.systems import fresh_seed
from webui.hands import Surface, TableCard
from webui.judging import Hand, Judgement, Question, correct_entry, judge, judge_round
from webui.ledger import Entry, Ledger, fold
from webui.orders import AnyOrder, OrderError, StaleOrderError
from webui.pictures import CROP_SIZE_WH, keep_throw
from webui.placing import is_ignored
from webui.say import LANGUAGES
from webui.settings import HOST_COLOUR, PLAYERS_COLOUR, Ignored, Seat, SettingError, Settings
from webui.store import Evening, Store
from webui.systems import known_system, record, with_judged
from webui.table import PLAYING_CODES, TAROT_CODES
from webui.throwing import Throwing

Clock: TypeAlias = Callable[[], datetime]

SEAT_COLOURS = (PLAYERS_COLOUR, "#8fc0a9", "#b7a4e0", "#e0c26a", "#7fa7ff", "#c9c2b8", "#9ad0c9", "#d5a6bd")
"""Calm hues that colour-blind people can tell apart from the Host's orange."""

FORGOTTEN_AFTER_S = 6.0
"""A card that alone still lies face down after this time is asked about: it may be a pile."""

SWEPT_AFTER_S = 1.0
"""A table without a card for this time has been cleared."""

THROW_ORDERS = (orders.Correct, orders.Assign, orders.Choose)
SEAT_ORDERS = (orders.AddSeat, orders.ChangeSeat, orders.RemoveSeat, orders.Significators)


@dataclass(frozen=True, slots=True)
class Look:
    """One observation and the frame that it was made on."""

    observation: Observation
    frame: Frame


class Referee:
    """Applies observations and orders to one table. Use it from one thread only."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        run: str,
        known_decks: tuple[str, ...],
        seed: Callable[[], int] = fresh_seed,
    ) -> None:
        """``run`` names this run of the program; ``known_decks`` are the decks that can be read; ``seed`` gives
        the seeds of lots and dice, which the log keeps.
        """
        self._seed = seed
        self._store = store
        self._clock = clock
        self._run = run
        self.known_decks = known_decks
        self.evening = store.continue_evening(clock())
        self.ledger = Ledger()
        self.throwing = Throwing()
        self.paused = False
        self.version = 0
        self.judgement: Judgement | Question | None = None
        self.judged_s: float | None = None
        self.confirmed: int | None = None
        """The entry that the throw on the table became."""
        self.size_wh = (1280, 720)
        self.now_s = 0.0
        self._tracks: dict[int, Track] = {}
        self._seen: dict[int, Track] = {}
        self._throw_frame: Frame | None = None
        self._frame: Frame | None = None
        self._stale = {"throw": 0, "settings": 0, "log": 0}
        self._busy = False
        self._refold()

    # --- what the camera sees ---

    def observe(self, look: Look) -> None:
        """Take in what the camera sees; judge when the cards lie still and have been read."""
        if self.paused:
            return
        seen = look.observation
        self.size_wh, self.now_s, self._busy = seen.size_wh, seen.t_s, seen.busy
        self._frame = look.frame
        if self.confirmed is not None and not seen.tracks and seen.still_s >= SWEPT_AFTER_S:
            self.throwing.swept = True
        surface = self.surface
        self._seen = {track.id: track for track in seen.tracks}
        corrected = {track.id: surface.corrected(track, self.ledger) for track in seen.tracks}
        self._tracks = {key: track for key, track in corrected.items() if track is not None}
        number = self.throwing.began_s
        self.throwing.observe(
            replace(seen, tracks=tuple(self._tracks.values())), self._is_outside, self._done_codes()
        )
        if self.throwing.began_s != number:
            self._new_throw_on_the_table()
        self._judge(look.frame)

    def _new_throw_on_the_table(self) -> None:
        self.confirmed = None
        self._throw_frame = None

    def _is_outside(self, track: Track) -> bool:
        surface = self.surface
        if is_ignored(surface.place(track), self.settings):
            return True
        return surface.lay(track, self.ledger).seat not in self._participants()

    def _participants(self) -> set[str]:
        if self.ledger.round is not None:
            return set(self.ledger.round.awaited_cards())
        mode = self.settings.mode
        if mode.kind in ("test", "c10", "c100"):
            return {mode.thrower}
        return {seat.id for seat in self.settings.seats}

    def _done_codes(self) -> set[str]:
        """Codes of the throw that was confirmed last: seen again without a flip, they are old."""
        last = self.ledger.last_entry
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
            self._throw_frame = frame if frame is not None else self._throw_frame
        if self.judgement != before:
            self._touch("throw")

    def _judged(self) -> Judgement | Question | None:
        throwing = self.throwing
        if self.confirmed is not None:
            entry = self.ledger.entries[self.confirmed]
            return Judgement(entry["document"], entry["result"], system=entry.get("system"))
        if throwing.closed_s is None and not throwing.is_readable(self._busy):
            return self._forgotten_card()
        ledger, hands, deck = self.ledger, self.hands(), self.deck_codes()
        if self._deals_pulp:
            return judge_deal(hands, ledger.desks.get(PULP, {}))
        impossible = playing_card_among(hands) or self._impossible_card(hands)
        if impossible is not None:
            return impossible
        if ledger.round is not None:
            return judge_round(self.settings, ledger.round, hands, ledger.choices, deck)
        return judge(self.settings, hands, ledger.choices, deck)

    def _impossible_card(self, hands: list[Hand]) -> Question | None:
        """Ask about a card that its deck cannot have given: it was misread, or the deck was shuffled (D35)."""
        for hand in hands:
            codes = [card.code for card in hand.cards if card.code and card.code not in self.ledger.accepted]
            found = impossible_card(self.ledger, hand.seat.side, codes)
            if found is not None:
                card = next(card for card in hand.cards if card.code == found[0])
                return Question("impossible", card, hand.seat.id, {"why": found[1], "card": found[0]})
        return None

    def _forgotten_card(self) -> Question | None:
        """Ask about what alone lies face down while everything else has long been flipped."""
        down = self.throwing.face_down
        others = [card for card in self.throwing.cards.values() if card.face is Face.UP]
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
        return self.ledger.settings

    @property
    def surface(self) -> Surface:
        """How the frame becomes the shown picture."""
        return Surface(self.size_wh, self.settings, self._run)

    def deck_codes(self) -> tuple[str, ...]:
        """Every identity that a card of the decks on the table can have."""
        return PLAYING_CODES if self._deals_pulp else TAROT_CODES

    @property
    def _deals_pulp(self) -> bool:
        """Whether the cards on the table are Pulp's deal of seven."""
        return self.settings.mode.kind == PULP and self.ledger.round is None

    def card_of(self, track: Track) -> TableCard:
        """Return a track (corrected already) as a card in its seat."""
        return self.surface.lay(track, self.ledger)

    def throw_cards(self) -> list[TableCard]:
        """The cards of the throw on the table, in the order in which they were laid."""
        surface = self.surface
        tracks = (surface.corrected(track, self.ledger) for _, track in sorted(self.throwing.cards.items()))
        return [surface.lay(track, self.ledger) for track in tracks if track is not None]

    def loose_cards(self) -> list[TableCard]:
        """Cards on the table that belong to no throw."""
        return [self.card_of(track) for key, track in self._tracks.items() if key not in self.throwing.cards]

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
        if self.ledger.round is None:
            return list(self.settings.seats)
        awaited = self.ledger.round.awaited_cards()
        return [seat.model_copy(update={"wanted": awaited.get(seat.id)}) for seat in self.settings.seats]

    # --- what people order ---

    def obey(self, order: AnyOrder) -> None:
        """Carry out an order; what it changes is on disk when this returns.

        :raise StaleOrderError: the part of the table that the order is about has changed since
        :raise OrderError: it cannot be carried out, and why
        """
        if order.version < self._stale[_scope(order)]:
            raise StaleOrderError("The table has moved on; look again.")
        try:
            getattr(self, "_obey_" + order.name.replace("-", "_"))(order)
        except (SettingError, rounds.RoundError, DocumentError) as fault:
            raise OrderError(str(fault)) from None
        self._judge()
        self._touch(_scope(order))

    def _touch(self, scope: str) -> None:
        self.version += 1
        self._stale[scope] = self.version

    def published(self) -> int:
        """Count one more version: what the next snapshot is called."""
        self.version += 1
        return self.version

    def _write(self, kind: str, payload: dict[str, Any], *, remembered: bool = False) -> int:
        """Append an event and apply it; ``remembered`` ones outlive the evening."""
        event = self._store.append(None if remembered else self.evening.id, self._clock(), kind, payload)
        self.ledger.apply(event)
        return event.id

    def _set(self, **fields: Any) -> None:
        self.settings.changed(**fields)  # Refused here, before it is written.
        plain = {key: _plain(value) for key, value in fields.items()}
        self._write("settings", plain, remembered=True)

    def _refold(self) -> None:
        lasting = list(self._store.events(None))
        tonight = list(self._store.events(self.evening.id))
        self.ledger = fold(sorted([*lasting, *tonight], key=lambda event: event.id))

    def _obey_confirm(self, _: AnyOrder) -> None:
        judged = self.judgement
        if not isinstance(judged, Judgement) or self.confirmed is not None:
            raise OrderError("There is no verdict to confirm yet.")
        if judged.is_open:
            raise OrderError("Choose who acts first.")
        cards = self.throw_cards()
        kept = keep_throw(self._store, self._throw_frame, self.throwing.cards.values(), self.settings.view)
        entry: Entry = {
            "throw": self.ledger.throw,
            "mode": self.settings.mode.kind,
            "document": judged.document,
            "result": judged.result,
            "seats": [_seat_record(hand) for hand in self.hands() if hand.cards],
            **kept,
        }
        entry["by_human"] = any(card.by_human for card in cards)
        if judged.system is not None:
            entry["system"] = judged.system
        now = self.ledger.round
        if now is not None:
            after = now.model_dump(mode="json") | {"document": judged.document}
            entry |= {"mode": "round", "round": now.number, "round_after": after}
        self.confirmed = self._write("confirmed", entry)
        self.throwing.close(self.now_s)
        self._touch("log")

    def _obey_undo(self, _: AnyOrder) -> None:
        if not self.ledger.acts:
            raise OrderError("There is nothing to undo.")
        last = self.ledger.acts[-1]
        self._write("undone", {"event": last.id}, remembered=last.evening is None)
        self._refold()
        if last.id == self.confirmed:
            self.confirmed = None
        for scope in self._stale:
            self._touch(scope)

    def _obey_correct(self, order: orders.Correct) -> None:
        seen = self._known_card(order.key)
        if self.confirmed is not None and seen.id in self.throwing.cards:
            self._correct_confirmed(self.confirmed, seen.id, order)
        self._write("corrected", self._word(seen) | {"card": order.card})
        if order.card is None:
            self.throwing.cards.pop(seen.id, None)
        elif order.card != "down" and seen.id not in self.throwing.cards and self.throwing.cards:
            corrected = self.surface.corrected(seen, self.ledger)
            if corrected is not None and seen.id not in self.throwing.old:
                self.throwing.claim(corrected)
        self._look_again(seen)

    def _correct_confirmed(self, entry: int, key: int, order: orders.Correct) -> None:
        """A card of the throw that was confirmed already: its entry is corrected with it."""
        if order.card is None or order.card == "down":
            raise OrderError("This throw is in the log. Undo the confirmation first.")
        for hand in self.hands():
            for index, card in enumerate(hand.cards):
                if card.key == key:
                    fields = {"version": order.version, "name": "correct-entry", "entry": entry}
                    place = {"seat": hand.seat.id, "index": index, "card": order.card}
                    self._obey_correct_entry(orders.CorrectEntry.model_validate(fields | place))

    def _obey_assign(self, order: orders.Assign) -> None:
        seen = self._known_card(order.key)
        if order.seat is not None:
            self.settings.seat(order.seat)
        self._write("assigned", self._word(seen) | {"seat": order.seat})
        if order.seat is None:
            self.throwing.disown(seen.id)
        else:
            self.throwing.claim(self.surface.corrected(seen, self.ledger) or seen)

    def _look_again(self, seen: Track) -> None:
        corrected = self.surface.corrected(seen, self.ledger)
        if seen.id in self._tracks and corrected is not None:
            self._tracks[seen.id] = corrected
            if seen.id in self.throwing.cards:
                self.throwing.cards[seen.id] = corrected

    def _known_card(self, key: str) -> Track:
        number = int(key[1:])
        track = self._seen.get(number) or self.throwing.cards.get(number)
        if track is None:
            raise OrderError("That card is no longer on the table.")
        return track

    def _word(self, seen: Track) -> dict[str, Any]:
        return {
            "throw": self.ledger.throw,
            "run": self._run,
            "key": seen.id,
            "place": list(self.surface.place(seen)),
            "seen": seen.code,
        }

    def _obey_new_throw(self, _: AnyOrder) -> None:
        self._write("thrown", {})
        self.throwing.begin()
        self._new_throw_on_the_table()

    def _obey_judge_now(self, _: AnyOrder) -> None:
        if not self.throwing.cards:
            raise OrderError("There is no card to judge yet.")
        self.throwing.close(self.now_s)

    def _obey_choose(self, order: orders.Choose) -> None:
        judged = self.judgement
        if not isinstance(judged, Judgement) or order.seat not in judged.choices:
            raise OrderError("That choice is not open.")
        self._write("chosen", {"side": order.side, "seat": order.seat})

    def _obey_pause(self, order: orders.Pause) -> None:
        self.paused = order.on

    def _obey_view(self, order: orders.ChangeView) -> None:
        given = {"turn": order.turn, "mirror": order.mirror, "swap": order.swap}
        changed = {key: value for key, value in given.items() if value is not None}
        self._set(view=self.settings.view.model_dump() | changed)

    def _obey_mode(self, order: orders.ChangeMode) -> None:
        mode = order.applied_to(self.settings.mode)
        self.settings.seat(mode["thrower"])
        self._set(mode=mode)

    def _obey_significators(self, order: orders.Significators) -> None:
        self._set_seat(replace_seat(self.settings.seat(order.seat), significators=order.cards))

    def _obey_seat_add(self, order: orders.AddSeat) -> None:
        taken = {seat.id for seat in self.settings.seats}
        number = next(n for n in range(1, len(taken) + 2) if f"seat{n}" not in taken)
        colour = HOST_COLOUR if order.side == "host" else SEAT_COLOURS[number % len(SEAT_COLOURS)]
        fields = {"id": f"seat{number}", "colour": colour} | order.fields()
        self._set(seats=[*(seat.model_dump() for seat in self.settings.seats), fields])

    def _obey_seat_change(self, order: orders.ChangeSeat) -> None:
        self._set_seat(replace_seat(self.settings.seat(order.seat), **order.fields()))

    def _obey_seat_remove(self, order: orders.RemoveSeat) -> None:
        leaving = self.settings.seat(order.seat)
        staying = [seat for seat in self.settings.seats if seat.id != leaving.id]
        if not staying:
            raise OrderError("seat: the last seat stays.")
        mode = self.settings.mode.model_dump()
        if mode["thrower"] == leaving.id:
            mode["thrower"] = staying[0].id
        self._set(seats=staying, mode=mode)

    def _set_seat(self, changed: dict[str, Any]) -> None:
        seats = [changed if seat.id == changed["id"] else seat.model_dump() for seat in self.settings.seats]
        self._set(seats=seats)

    def _obey_ignore_add(self, order: orders.Ignore) -> None:
        taken = {area.id for area in self.settings.ignored}
        free = next(n for n in range(1, len(taken) + 2) if f"i{n}" not in taken)
        self._set(ignored=[*self.settings.ignored, Ignored(id=f"i{free}", region=order.region)])
        self._drop_ignored()

    def _obey_ignore_remove(self, order: orders.Mind) -> None:
        self._set(ignored=[area for area in self.settings.ignored if area.id != order.id])

    def _drop_ignored(self) -> None:
        for card in self.throw_cards():
            if self.is_ignored(card):
                self.throwing.disown(card.key)

    def _obey_note(self, order: orders.Note) -> None:
        self._entry(order.entry)
        self._write("noted", {"entry": order.entry, "text": order.text})

    def _obey_correct_entry(self, order: orders.CorrectEntry) -> None:
        entry = self._entry(order.entry)
        self._write("entry-corrected", correct_entry(entry, order))

    def _entry(self, wanted: int) -> Entry:
        entry = self.ledger.entries.get(wanted)
        if entry is None:
            raise OrderError(f"entry: the log has no entry {wanted}")
        return entry

    def _obey_decks(self, order: orders.ChangeDecks) -> None:
        unknown = [name for name in order.names if name not in self.known_decks]
        if unknown:
            known = ", ".join(self.known_decks)
            raise OrderError(f"names: no deck is called {unknown[0]!r}; known are {known}")
        self._set(decks=order.names)

    def _obey_decks_list(self, order: orders.ListDecks) -> None:
        self._set(players_deck=order.players, horror_deck=order.horror)

    def _obey_reshuffle(self, order: orders.Reshuffle) -> None:
        self._write("reshuffled", {"deck": order.deck})

    def _obey_accept(self, order: orders.Accept) -> None:
        self._write("accepted", {"card": order.card})

    def _obey_language(self, order: orders.ChangeLanguage) -> None:
        if order.language not in LANGUAGES:
            raise OrderError(
                f"language: {order.language!r} is not spoken here; known are {', '.join(LANGUAGES)}"
            )
        self._set(language=order.language)

    def _obey_source(self, order: orders.ChangeSource) -> None:
        self._set(source=order.spec)

    def _obey_wizard_done(self, _: AnyOrder) -> None:
        self._set(wizard_done=True)

    def _obey_session_new(self, order: orders.NewSession) -> None:
        self.evening = self._store.begin_evening(self._clock(), order.session_name)
        self._refold()
        self.throwing.begin()
        self._new_throw_on_the_table()

    # --- the Action Round ---

    def _obey_round_open(self, _: AnyOrder) -> None:
        if self.ledger.round is not None:
            raise OrderError("An Action Round is open already.")
        self._set_round(rounds.begin(self.settings.seats, self._seed()))

    def _obey_round_next(self, _: AnyOrder) -> None:
        self._set_round(self._round().next_round(self._seed()))

    def _obey_round_close(self, _: AnyOrder) -> None:
        self._round()
        self._set_round(None)

    def _obey_same_again(self, _: AnyOrder) -> None:
        self._set_round(self._round().same_again())

    def _obey_announce(self, order: orders.Announce) -> None:
        self.settings.seat(order.seat)
        self._set_round(self._round().announced(order.announcement()))

    def _obey_withdraw(self, order: orders.Withdraw) -> None:
        self._set_round(self._round().withdrawn(order.seat))

    def _obey_adjust(self, order: orders.Adjust) -> None:
        self.settings.seat(order.seat)
        self._set_round(self._round().with_adjustment(order.seat, order.by))

    def _obey_mark(self, order: orders.MarkCondition) -> None:
        self._set_round(self._round().marked(order.seat, order.condition, order.holds))

    def _round(self) -> rounds.OpenRound:
        if self.ledger.round is None:
            raise OrderError("No Action Round is open.")
        return self.ledger.round

    def _set_round(self, now: rounds.OpenRound | None) -> None:
        self._write("round", {"round": now.model_dump(mode="json") if now else None})

    # --- other systems ---

    def _obey_record(self, order: orders.RecordThrow) -> None:
        kept = record(order.system, order.document, self.settings.language)
        if order.desk is not None or order.place is not None:
            desk = order.desk if order.desk is not None else self.ledger.desks.get(order.system, {})
            kept["desk"] = with_judged(desk, order.place, kept)
        self._write("recorded", kept)

    def _obey_desk(self, order: orders.KeepDesk) -> None:
        known_system(order.system)
        self._write("desk", {"system": order.system, "document": order.document})


def replace_seat(seat: Seat, **fields: Any) -> dict[str, Any]:
    """Return a seat's fields with some of them changed."""
    return seat.model_dump() | fields


def _scope(order: AnyOrder) -> str:
    if isinstance(order, THROW_ORDERS) or order.name in ("confirm", "new-throw", "judge-now"):
        return "throw"
    if order.name in ("accept", "reshuffle"):
        return "throw"
    return "log" if order.name in ("note", "correct-entry", "undo", "record", "desk") else "settings"


def _plain(value: Any) -> Any:
    """Return pydantic values, alone or in sequences, as what JSON can hold."""
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value.model_dump(mode="json") if hasattr(value, "model_dump") else value


def _seat_record(hand: Hand) -> dict[str, Any]:
    return {
        "id": hand.seat.id,
        "name": hand.seat.name,
        "side": hand.seat.side,
        "colour": hand.seat.colour,
        "significators": list(hand.seat.significators),
        "cards": [
            {"card": card.code, "reversed": card.reversed, "by": "human" if card.by_human else "camera"}
            for card in hand.cards
        ],
    }


__all__ = ["Evening", "Look", "Referee"]
