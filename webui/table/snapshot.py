"""The table as JSON for one role (docs/state.md); :mod:`webui.table.visible` says what that role may see."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

from vision.types import Face, TrackState
from webui.i18n import card_name, render
from webui.identities import shown_value
from webui.table.cards import TableCard
from webui.table.entries import entry_in_words
from webui.table.judging import Judgement, Question
from webui.table.labels import title_of
from webui.table.narrator import Herald, seat_name
from webui.table.odds import Chances, chances, decks_left
from webui.table.placement import region_of
from webui.table.projection import Entry
from webui.table.rounds import OpenRound, announced_in_words
from webui.table.settings import Seat
from webui.table.state import TableState
from webui.table.system_narrator import tell_turn, told
from webui.table.throw import face_down
from webui.table.visible import HOST, SNAPSHOT, visible, visible_entry

Snapshot: TypeAlias = dict[str, Any]

LAST_ENTRIES: Final = 3

STATES = {
    TrackState.MOVING: "moving",
    TrackState.STILL: "reading",
    TrackState.SETTLED: "settled",
    TrackState.UNREADABLE: "unreadable",
}


class SnapshotBuilder:
    """Writes down what a table holds, in the language of the table."""

    def __init__(self, table: TableState) -> None:
        self._table = table
        self._language = table.settings.language
        self._seats = {seat.id: seat for seat in table.settings.seats}

    def write(self, role: str) -> Snapshot:
        """Return everything that this role may see."""
        table, settings = self._table, self._table.settings
        cards = [self._card(card, counts=True) for card in table.throw_cards()]
        verdict = self._verdict(table.judgement)
        seen = {
            "version": table.version,
            "role": role,
            "language": self._language,
            "session": {
                "id": table.evening.id,
                "name": table.evening.name,
                "started": table.evening.started,
            },
            "view": settings.view.model_dump(),
            "mode": settings.mode.model_dump(mode="json")
            | ({"kind": "round"} if table.projection.round else {}),
            "paused": table.paused,
            "phase": self._phase(),
            "throw": {"number": table.projection.throw, "round": self._round_number()},
            "seats": [self._seat(seat, cards) for seat in table.seats()],
            "loose": [self._card(card, counts=False) for card in table.loose_cards()],
            "question": self._question(table.judgement),
            "verdict": verdict,
            "round": self._round(),
            "turn": self._turn(),
            "odds": None,
            "cards_left": None,
            "log": self._log(),
        }
        told: Snapshot = visible(seen | (self._for_the_host() if role == HOST else {}), SNAPSHOT[role])
        return told

    def _round_number(self) -> int | None:
        return self._table.projection.round.number if self._table.projection.round else None

    def _round(self) -> Snapshot | None:
        """Return the Action Round as docs/state.md has it."""
        now = self._table.projection.round
        if now is None:
            return None
        names = {seat.id: self._name(seat) for seat in self._table.settings.seats}
        answer = now.answer
        announced = {
            said["id"]: said | {"text": announced_in_words(said, names, self._language)}
            for said in now.document.get("announcements", [])
            if said.get("action") or said.get("recovered") is False
        }
        return {
            "number": now.number,
            "phase": answer["phase"],
            "order": answer["order"],
            "speaker": now.speaker,
            "waiting": [{"seat": each["id"], "for": each["for"]} for each in answer["waiting"]],
            "announced": announced,
            "cards": {seat: self._cards_of(now, seat) for seat in answer["cards"]},
            "clashes": answer["clashes"],
            "conditions": {
                each["id"]: each["state"] for each in now.document["characters"] if each.get("state")
            },
            "can_repeat": now.last is not None,
        }

    def _turn(self) -> Snapshot | None:
        """Return where another system's turn stands, unless something has been thrown since."""
        projection = self._table.projection
        desk = next((act for act in reversed(projection.acts) if act.kind == "desk"), None)
        if desk is None or any(
            number > desk.id for number, entry in projection.entries.items() if not entry["undone"]
        ):
            return None
        document = desk.payload["document"] or {}
        return tell_turn(desk.payload["system"], document.get("turn"), self._language)

    def _cards_of(self, now: OpenRound, seat: str) -> Snapshot:
        counted = now.answer["counts"].get(seat, {})
        reasons = [
            dict(zip(("by", "text", "rule"), each, strict=True)) for each in counted.get("reasons", [])
        ]
        return {
            "cards": now.cards_of(seat),
            "adjusted": now.adjusted.get(seat, 0),
            "keep": counted.get("keep", "highest"),
            "say": counted.get("say", ""),
            "reasons": reasons,
        }

    def _for_the_host(self) -> Snapshot:
        table, settings = self._table, self._table.settings
        last = table.projection.acts[-1] if table.projection.acts else None
        left = decks_left(table.projection)
        return {
            "odds": self._odds(),
            "cards_left": {
                side: {"left": len(deck.pile), "of": len(deck.deck)} for side, deck in left.items()
            },
            "decks": list(table.decks),
            "known_decks": list(table.known_decks),
            "uncounted": len(table.uncounted()),
            "ignored": [area.model_dump(mode="json") for area in settings.ignored],
            "undo": render(f"act.{last.kind}", None, self._language) if last else None,
            "act": last.id if last else 0,
            "wizard": not settings.wizard_done,
            "desks": table.projection.desks,
            "unread": [each.told(self._language) for each in table.projection.unread],
        }

    def _odds(self) -> Chances | None:
        """Before the flip, everybody's exact chances: they tell of the Horror's Deck and are the Host's alone."""
        if self._phase() not in ("gathering", "ready"):
            return None
        counts = {hand.seat.id: len(hand.cards) for hand in self._table.hands()}
        return chances(self._table.projection, counts)

    def _phase(self) -> str:
        table = self._table
        if table.confirmed is not None:
            return "confirmed"
        if isinstance(table.judgement, Judgement):
            return "verdict"
        if isinstance(table.judgement, Question):
            return "question"
        cards = table.throw_tracks()
        if not cards:
            return "empty"
        if any(card.face is Face.UP for card in cards):
            return "flipping" if face_down(cards) else "reading" if table.is_reading else "gathering"
        return "ready" if self._all_counts_met() else "gathering"

    def _all_counts_met(self) -> bool:
        awaited = [hand for hand in self._table.hands() if hand.seat.wanted is not None]
        return bool(awaited) and all(len(hand.cards) == hand.seat.wanted for hand in awaited)

    def _seat(self, seat: Seat, cards: Iterable[Snapshot]) -> Snapshot:
        mine = [card for card in cards if card["seat"] == seat.id]
        down = sum(1 for card in mine if card["face"] == "down")
        region = region_of(seat, self._table.settings)
        return {
            "id": seat.id,
            "name": self._name(seat),
            "side": seat.side,
            "colour": seat.colour,
            "region": [list(point) for point in region] if region else None,
            "drawn": seat.region is not None,
            "away": seat.away,
            "significators": list(seat.significators),
            "significator_names": [card_name(code, self._language) for code in seat.significators],
            "wanted": seat.wanted,
            "down": down,
            "up": len(mine) - down,
            "cards": mine,
            "counts": self._counts(seat.id),
            "stats": dict(seat.stats),
            "specials": [special.model_dump() for special in seat.specials],
        }

    def _name(self, seat: Seat) -> str:
        return seat_name({"id": seat.id, "name": seat.name}, self._language)

    def _counts(self, seat: str) -> Snapshot | None:
        judged = self._table.judgement
        if not isinstance(judged, Judgement):
            return None
        parts = judged.result.get("new", [judged.result])
        throws = [throw for part in parts for throw in part.get("actions") or part.get("throws") or ()]
        mine = next((throw for throw in throws if throw["id"] == seat and throw["value"] is not None), None)
        return {"value": mine["value"], "card": mine["card"]} if mine else None

    def _card(self, card: TableCard, *, counts: bool) -> Snapshot:
        state = STATES[card.state]
        if not counts:
            state = self._why_not(card)
        seat = self._seats.get(card.seat or "")
        return {
            "key": f"t{card.key}",
            "seat": card.seat,
            "face": str(card.face),
            "card": card.code,
            "name": title_of(card.code, self._language) if card.code else None,
            "value": self._value(card.code, seat) if card.code else None,
            "reversed": card.reversed,
            "state": state,
            "corners": [list(point) for point in card.corners],
            "confidence": round(card.confidence, 3),
            "candidates": self._candidates(card),
            "by": "human" if card.by_human else "camera",
            "significator": bool(seat and card.code in seat.significators),
        }

    def _why_not(self, card: TableCard) -> str:
        """Why a card does not count."""
        if self._table.is_no_card(card):
            return "no-card"
        if self._table.is_ignored(card):
            return "ignored"
        return "known" if card.key in self._table.throwing.known else "old"

    def _value(self, code: str, seat: Seat | None) -> int | None:
        return shown_value(code, own_significator=bool(seat and code in seat.significators))

    def _candidates(self, card: TableCard) -> list[Snapshot]:
        return [
            {"code": code, "name": title_of(code, self._language), "confidence": round(confidence, 3)}
            for code, confidence in card.candidates[:3]
        ]

    def _verdict(self, judged: Judgement | Question | None) -> Snapshot | None:
        if not isinstance(judged, Judgement):
            return None
        seats = [seat.model_dump() for seat in self._table.settings.seats]
        verdict = (
            told(judged.system, judged.document, judged.result, self._language)
            if judged.system
            else Herald(self._language, seats).verdict(judged.document, judged.result)
        )
        since = self._table.judged_s
        human = any(card.by_human for card in self._table.throw_cards())
        return verdict | {"since": since, "corrected": human, "unread": [f"t{key}" for key in judged.unread]}

    def _question(self, asked: Judgement | Question | None) -> Snapshot | None:
        if not isinstance(asked, Question):
            return None
        seat = self._seats.get(asked.seat or (asked.card.seat if asked.card else "") or "")
        card = title_of(asked.card.code, self._language) if asked.card and asked.card.code else ""
        params = {"name": self._name(seat) if seat else "", "card": card, **asked.params}
        return {
            "kind": asked.kind,
            "key": f"t{asked.card.key}" if asked.card else None,
            "seat": seat.id if seat else None,
            "text": self._asked(asked, params),
            "candidates": self._candidates(asked.card) if asked.card else [],
            "options": self._options(asked),
        }

    def _asked(self, asked: Question, params: Snapshot) -> str:
        if asked.kind == "impossible":
            card = card_name(asked.params["card"], self._language)
            return render(f"question.{asked.params['why']}", {**params, "card": card}, self._language)
        return render(f"question.{asked.kind}", params, self._language)

    def _options(self, asked: Question) -> list[Snapshot]:
        orders: list[tuple[str, Snapshot]] = []
        if asked.card is not None and asked.kind == "face-down":
            xs, ys = [x for x, _ in asked.card.corners], [y for _, y in asked.card.corners]
            around = _around(min(xs), min(ys), max(xs), max(ys))
            orders = [
                ("option.pile", {"name": "ignore-add", "region": around}),
                ("option.not-thrown", {"name": "assign", "key": f"t{asked.card.key}", "seat": None}),
            ]
        elif asked.kind == "impossible":
            orders = [("option.stands", {"name": "accept", "card": asked.params["card"]})]
            if asked.params["why"] == "in-discard":
                deck = "players" if self._seats[str(asked.seat)].side == "players" else "host"
                orders.insert(0, ("option.reshuffled", {"name": "reshuffle", "deck": deck}))
        elif asked.kind == "other-game" and asked.card is not None:
            orders = [
                (f"option.play-{asked.params['mode']}", {"name": "mode", "kind": asked.params["mode"]}),
                ("option.not-thrown", {"name": "assign", "key": f"t{asked.card.key}", "seat": None}),
            ]
        elif asked.card is not None:
            orders = [("option.no-card", {"name": "correct", "key": f"t{asked.card.key}", "card": None})]
        return [{"text": render(code, None, self._language), "order": order} for code, order in orders]

    def _log(self) -> Snapshot:
        entries = [entry for entry in self._table.projection.entries.values() if not entry["undone"]]
        return {"count": len(entries), "last": [self.entry(entry) for entry in entries[-LAST_ENTRIES:]]}

    def entries(self, role: str = HOST) -> list[Snapshot]:
        """Return the whole log for a role, oldest first, undone entries too."""
        entries = self._table.projection.entries.values()
        return [visible_entry(self.entry(entry), role) for entry in entries]

    def entry(self, entry: Entry) -> Snapshot:
        """Return one entry of the log as docs/state.md has it."""
        return entry_in_words(entry, self._language)


def _around(left: float, top: float, right: float, bottom: float) -> list[list[float]]:
    """Return a region a little larger than a card: a pile is never quite straight."""
    dx, dy = (right - left) * 0.25, (bottom - top) * 0.25
    x0, x1 = max(0.0, left - dx), min(1.0, right + dx)
    y0, y1 = max(0.0, top - dy), min(1.0, bottom + dy)
    return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
