"""Builds the snapshot for a role, from the parts of :mod:`webui.table.contract`."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, TypeAlias

from vision.types import Face
from webui.i18n import render
from webui.table import contract
from webui.table.contract import HOST, redact
from webui.table.log.entries import render_newest
from webui.table.log.odds import chances, decks_left, unlisted_cards
from webui.table.referee import all_have_thrown
from webui.table.rendering.verdicts import render_verdict
from webui.table.seen.cards import Judgement, Question, TableCard
from webui.table.seen.labels import title_of
from webui.table.snapshot.cards import CardWriter
from webui.table.snapshot.claims import build_claims, render_unknown
from webui.table.snapshot.next_steps import NextSteps
from webui.table.snapshot.question import Decks, build_question
from webui.table.snapshot.rounds import build_round, build_turn
from webui.table.snapshot.unfinished import unfinished
from webui.table.tabletop import Tabletop

Snapshot: TypeAlias = dict[str, Any]

LAST_ENTRIES: Final = 6


SET_UP: Final = frozenset(
    (
        "seats",
        "source",
        "view",
        "camera",
        "ignored",
        "decks",
        "copies",
        "language",
        "players_deck",
        "horror_deck",
    )
)
"""Settings of the set-up: once one is set, the set-up is not offered any more."""


@dataclass(frozen=True, slots=True)
class Status:
    """The part of the snapshot about everything around the table: camera, network, recording and decks."""

    source: contract.Source = field(default_factory=contract.Source)
    aid: contract.Aid | None = None
    network: contract.NetworkState = field(default_factory=contract.NetworkState)
    recording: contract.Recording | None = None
    deck_seen: str | None = None


class SnapshotBuilder:
    """Builds the snapshot of a table, in the table's language."""

    def __init__(self, table: Tabletop, status: Status | None = None) -> None:
        self._table = table
        self._status = status or Status()
        self._language = table.settings.language
        self._cards = CardWriter(table.settings)

    def write(self, role: str) -> Snapshot:
        """Return the snapshot that is visible to a role."""
        return redact(self.whole, role) | {"role": role}

    @cached_property
    def whole(self) -> contract.Snapshot:
        """The whole table, built once for all roles."""
        table, settings = self._table, self._table.settings
        counting, verdict = self._cards.counting(self._thrown, self._table.sight.seen), self._verdict()
        log = self._log()
        following = NextSteps(
            table.projection,
            table.judgement,
            table.confirmed is not None,
            not self._thrown,
            self._name,
        )
        return contract.Snapshot(
            version=table.version,
            role=HOST,
            language=self._language,
            session=self._session(),
            source=self._status.source,
            aid=self._status.aid,
            view=contract.View(**settings.view.model_dump()),
            camera=contract.CameraMode(**settings.camera.model_dump()),
            decks=list(table.decks),
            copies=table.copies,
            known_decks=list(table.known_decks),
            deck_seen=self._deck_seen(),
            paused=table.paused,
            foes=[contract.Foe(**foe.model_dump()) for foe in settings.foes],
            wizard=not log.count and self._is_bare(),
            begin=self._begin(),
            keep_pictures=settings.keep_pictures,
            phones_announce=settings.phones_announce,
            ready=table.signals.ready(table.throw_title),
            flip_at_ms=table.signals.flip_at_ms,
            mode=self._mode(),
            phase=self._phase(),
            throw=contract.Throw(number=self._throw_number(), round=self._round_number()),
            seats=self._cards.seats(
                table.seats(),
                counting,
                verdict.played if verdict else (),
                table.projection.entries.last_counted,
            ),
            loose=self._cards.loose(table.loose_cards()),
            uncounted=len(table.uncounted()),
            unseated=len(table.unseated()),
            ignored=[contract.IgnoredArea(**area.model_dump()) for area in settings.ignored],
            question=build_question(
                table.judgement, settings, self._cards, Decks(table.decks, table.known_decks)
            ),
            verdict=verdict,
            steps=following.steps(),
            main_key=following.key(),
            turn=build_turn(table.projection, self._language),
            round=build_round(table.projection, self._cards),
            odds=self._odds(),
            odds_doubt=self._odds_doubt(),
            cards_left=self._cards_left(),
            log=log,
            undo=self._undo(),
            unfinished=unfinished(table),
            act=table.projection.undoable[-1].id if table.projection.undoable else 0,
            desks=table.projection.worksheets,
            unread=table.render_unread(),
            recording=self._status.recording,
            network=self._status.network,
            invitation=self._invitation(),
        )

    @cached_property
    def _thrown(self) -> list[TableCard]:
        """The cards of the throw on the table, in their seats."""
        return self._table.throw_cards()

    def _name(self, seat: str) -> str:
        return next((self._cards.name(each) for each in self._table.settings.seats if each.id == seat), seat)

    def _invitation(self) -> contract.Invitation | None:
        network = self._status.network
        code = network.codes.get("players")
        if not (network.urls and code):
            return None
        return contract.Invitation(address=network.urls[0].removeprefix("http://").rstrip("/"), code=code)

    def _deck_seen(self) -> str | None:
        """A deck with cards on the table that is known, but not switched on."""
        seen, table = self._status.deck_seen, self._table
        return seen if seen in table.known_decks and seen not in table.decks else None

    def _session(self) -> contract.Session:
        session = self._table.session
        return contract.Session(id=session.id, name=session.name, started=session.started)

    def _mode(self) -> contract.Mode:
        mode = self._table.settings.mode
        counting = self._table.projection.counting
        return contract.Mode(
            kind=self._table.mode_title,
            intensities=list(mode.intensities),
            thrower=mode.thrower,
            claims=build_claims(counting, self._language),
            unknown=render_unknown(counting, self._name, self._language),
        )

    def _throw_number(self) -> int:
        """The number of the throw on the table: once confirmed, it stays the same until the next throw begins."""
        entries, confirmed = self._table.projection.entries, self._table.confirmed
        if confirmed is None:
            return entries.throw
        return entries.once(("throw of", confirmed), lambda: entries[confirmed].whole.throw or 0)

    def _is_bare(self) -> bool:
        """Return whether the set-up is offered: nothing is set up yet, and it is the table's first session."""
        journal = self._table.journal
        set_up = SET_UP & journal.projection.set_by.keys()
        return journal.is_first_session and not journal.settings.wizard_done and not set_up

    def _begin(self) -> contract.Begin | None:
        step, card = self._table.settings.begin, self._table.first_card
        if step is None:
            return None
        return contract.Begin(step=step, card=card, name=card and title_of(card, self._language))

    def _round_number(self) -> int | None:
        return self._table.projection.round.number if self._table.projection.round else None

    def _undo(self) -> str | None:
        undoable = self._table.projection.undoable
        return render(f"act.{undoable[-1].kind}", None, self._language) if undoable else None

    def _cards_left(self) -> dict[str, contract.CardsLeft]:
        return {
            side: contract.CardsLeft(left=len(deck.pile), of=len(deck.deck), unlisted=len(deck.unlisted))
            for side, deck in decks_left(self._table.projection, self._table.dealt).items()
        }

    def _odds(self) -> dict[str, contract.Chances] | None:
        """The exact chances of all, before the flip."""
        if self._phase() not in ("gathering", "ready"):
            return None
        counts = {hand.seat.id: len(hand.cards) for hand in self._table.hands()}
        found = chances(self._table.projection, counts, self._table.dealt)
        return {seat: contract.Chances(**odds) for seat, odds in found.items()} if found else None

    def _odds_doubt(self) -> str | None:
        """The reason why the chances are not exact: a list of cards is wrong."""
        unlisted = unlisted_cards(self._table.projection, self._table.dealt)
        if not unlisted:
            return None
        cards = sum(map(len, unlisted.values()))
        return render("odds.unlisted", {"n": cards, "decks": sorted(unlisted)}, self._language)

    def _phase(self) -> contract.Phase:
        table = self._table
        if table.confirmed is not None:
            return "confirmed"
        if isinstance(table.judgement, Judgement):
            return "verdict"
        if isinstance(table.judgement, Question):
            return "question"
        faces = {card.face for card in self._thrown}
        if not faces:
            return "empty"
        if Face.UP in faces:
            if Face.DOWN in faces:
                return "flipping"
            return "reading" if all_have_thrown(table.projection, table.hands()) else "gathering"
        return "ready" if self._all_counts_met() else "gathering"

    def _all_counts_met(self) -> bool:
        awaited = [hand for hand in self._table.hands() if hand.seat.awaited is not None]
        return bool(awaited) and all(len(hand.cards) == hand.seat.awaited for hand in awaited)

    def _verdict(self) -> contract.LiveVerdict | None:
        judged = self._table.judgement
        if not isinstance(judged, Judgement):
            return None
        verdict = render_verdict(
            judged.document,
            judged.record,
            self._language,
            written=judged.result,
            seats=self._table.settings.seats,
            miscounts=judged.miscounts,
            system=judged.system,
            said=judged.said.get(self._language, ""),
        )
        return contract.LiveVerdict(
            **dict(verdict),
            since=self._table.outcome.judged_s,
            corrected=any(card.by_human for card in self._thrown),
            unread=[f"t{key}" for key in judged.unread],
        )

    def _log(self) -> contract.Log:
        entries = [entry for entry in self._table.logged() if not entry.undone]
        newest = [render_newest(entry, self._language) for entry in entries[-LAST_ENTRIES:]]
        return contract.Log(count=len(entries), last=newest)
