"""Commands about the throw on the table: confirm, correct, assign, choose, begin, judge."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from webui.documents import DocumentError
from webui.documents.demon_city.shapes import Json
from webui.storage.store import StoredEvent
from webui.table.commands.command import CardKey, Command, Refusals, command
from webui.table.errors import CommandError
from webui.table.log.entry_correction import correct as correct_entry
from webui.table.log.events import (
    Nothing,
    Override,
    Payload,
    Thrown,
    adjusted_in_the_document,
    event,
    with_people,
)
from webui.table.log.logged import Entry
from webui.table.log.projection import Projection
from webui.table.modes.counting import Claim, Counting
from webui.table.modes.rounds import OpenRound, RoundMisfitError
from webui.table.seen.cards import Judgement
from webui.table.settings import AnyCardCode, Claims, Name
from webui.table.state import TableState
from webui.table.thrown import entry_of


class Confirm(Command):
    """Confirm the verdict: it goes into the log with its picture."""

    name: Literal["confirm"]


class Confirmed(Thrown):
    """A verdict that was confirmed, and the round after it."""

    round_after: Json | None = None


def _upcast_confirmed(payload: Json) -> Json:
    after = adjusted_in_the_document(payload.get("round_after"))
    return with_people(payload) | ({} if after is None else {"round_after": after})


@event("confirmed", undo={"en": "Confirm", "de": "Bestätigung"}, upcasters=(_upcast_confirmed,))
def confirmed(projection: Projection, event: StoredEvent, said: Confirmed) -> None:
    """Put a verdict into the log, in place of the one that stood there unconfirmed."""
    kept = projection.drop_entry(said.instead)
    entry = Entry.of(event, said)
    projection.put_entry(entry.with_(note=kept.note) if kept else entry)
    if said.round_after is not None:
        projection.set_round(OpenRound(**said.round_after))
    projection.forget_throw(said.throw)


@command(
    scope="throw",
    refuses={
        "no-verdict": {
            "en": "There is no verdict to confirm yet.",
            "de": "Noch gibt es kein Urteil zu bestätigen.",
        },
        "choose-first": {"en": "Choose who acts first.", "de": "Wählt erst, wer handelt."},
        "cards-missing": {
            "en": "Draw the missing cards first.",
            "de": "Zieht zuerst die fehlenden Karten.",
        },
    },
)
def confirm(table: TableState, _: Confirm) -> None:
    """Confirm the verdict: it goes into the log with its picture."""
    judged = table.judgement
    if not isinstance(judged, Judgement) or table.confirmed is not None:
        raise CommandError("no-verdict")
    if judged.is_open:
        raise CommandError("choose-first")
    if judged.missing:
        raise CommandError("cards-missing")
    entry, now = entry_of(table, judged), table.projection.round
    if now is not None:
        entry["round_after"] = now.after_verdict(judged.document).model_dump(mode="json")
    table.close_throw()
    table.confirm_as(table.journal.write("confirmed", entry))
    table.versions.raise_for("log")


class Correct(Command):
    """Override a card: its code, or face down, or no card."""

    name: Literal["correct"]
    key: CardKey
    card: AnyCardCode | Literal["down"] | None


@event("corrected", undo={"en": "Correction", "de": "Korrektur"})
def corrected(projection: Projection, event: StoredEvent, said: Override) -> None:
    """Override a card."""
    override = said.of(event)
    projection.drop_no_card(override)
    (projection.no_cards if override.card is None else projection.corrections).append(override)


IN_THE_LOG: Final[Refusals] = {
    "in-the-log": {
        "en": "This throw is in the log. Undo the confirmation first.",
        "de": "Dieser Wurf steht im Protokoll. Macht erst die Bestätigung rückgängig.",
    }
}


@command(scope="throw", refuses=IN_THE_LOG)
def correct(table: TableState, command: Correct) -> None:
    """Override a card: its code, or face down, or no card."""
    seen = table.sight.known_card(command.key)
    override = table.override_of(seen) | {"card": command.card}
    if table.confirmed is not None and seen.id in table.throw.cards:
        _correct_confirmed(table, table.confirmed, override, command)
        return
    table.journal.write("corrected", override)


def _correct_confirmed(table: TableState, entry: int, override: dict[str, object], command: Correct) -> None:
    """Override a card of a throw that is confirmed: its entry is corrected in the same event."""
    if command.card is None or command.card == "down":
        raise CommandError("in-the-log")
    for hand in table.hands():
        for index, card in enumerate(hand.cards):
            if card.key == override["key"]:
                judged = correct_entry(
                    table.projection.entries[entry].whole, hand.seat.id, index, command.card
                )
                table.journal.write("entry-corrected", judged | {"word": override})


class Assign(Command):
    """Assign a card to a seat, or to none."""

    name: Literal["assign"]
    key: CardKey
    seat: str | None


@event("assigned", undo={"en": "Card moved to a seat", "de": "Karte einem Platz zugeordnet"})
def assigned(projection: Projection, event: StoredEvent, said: Override) -> None:
    """Assign a card."""
    override = said.of(event)
    if override.seat is not None:
        projection.drop_no_card(override)
    projection.assignments.append(override)


@command(scope="throw")
def assign(table: TableState, command: Assign) -> None:
    """Assign a card to a seat, or to none."""
    seen = table.sight.known_card(command.key)
    if command.seat is not None:
        table.settings.seat(command.seat)
    table.journal.write("assigned", table.override_of(seen) | {"seat": command.seat})


class CountThem(Command):
    """Count preexisting cards into the throw."""

    name: Literal["count"]


class Counted(Payload):
    """Overrides that count preexisting cards in."""

    cards: list[Override]


@event("counted", undo={"en": "Cards counted", "de": "Karten gezählt"})
def counted(projection: Projection, event: StoredEvent, said: Counted) -> None:
    """Count preexisting cards in."""
    projection.counted.extend(each.of(event) for each in said.cards)


@command(
    scope="throw",
    refuses={
        "nothing-to-count": {
            "en": "Every card here is counted already.",
            "de": "Hier sind schon alle Karten gezählt.",
        }
    },
)
def count(table: TableState, _: CountThem) -> None:
    """Count preexisting cards into the throw; after a confirmed verdict, into the next one."""
    tracks = table.uncounted()
    if not tracks:
        raise CommandError("nothing-to-count")
    if table.confirmed is not None:
        table.begin_throw()
    cards = [table.override_of(table.sight.known_card(f"t{track.id}")) for track in tracks]
    table.journal.write("counted", {"cards": cards})


class BeginThrow(Command):
    """Begin a new throw: the cards on the table are preexisting."""

    name: Literal["new-throw"]


@event("thrown", undo={"en": "New throw", "de": "Neuer Wurf"})
def thrown(projection: Projection, event: StoredEvent, said: Nothing) -> None:
    """Begin a throw by hand: overrides of the last one no longer hold."""
    projection.end_standing(projection.entries.standing)
    projection.forget_throw()


@command(scope="throw")
def new_throw(table: TableState, _: BeginThrow) -> None:
    """Begin a new throw: the cards on the table are preexisting."""
    table.journal.write("thrown", {})
    table.begin_throw()


class JudgeNow(Command):
    """Close the throw."""

    name: Literal["judge-now"]


@command(
    scope="throw",
    refuses={
        "no-card-to-judge": {
            "en": "There is no card to judge yet.",
            "de": "Noch liegt keine Karte da, die sich auswerten ließe.",
        },
        "too-few-to-judge": {
            "en": "Not everyone who throws has a card yet. Lay the missing ones, or choose another kind of throw.",
            "de": "Noch haben nicht alle eine Karte, die ziehen. Legt die fehlenden oder wählt einen anderen Wurf.",
        },
    },
)
def judge_now(table: TableState, _: JudgeNow) -> None:
    """Close the throw."""
    if not table.throw_tracks():
        raise CommandError("no-card-to-judge")
    if not table.is_enough():
        raise CommandError("too-few-to-judge")
    table.throw.close(table.sight.now_s)


class ClaimFor(Command):
    """Count what helps or hinders a seat's test or opposed throw: the Skill in use, advantages, losses."""

    name: Literal["claim"]
    seat: str
    skill: Name | Literal[""] = ""
    extra: Annotated[Claims, Field(max_length=20)] = Field(default_factory=list)
    lost: Annotated[Claims, Field(max_length=20)] = Field(default_factory=list)
    out: bool = False
    """Whether nothing is counted for that seat any more."""


class Claimed(Payload):
    """What was tapped for a seat's throw; without ``claim``: nothing any more."""

    seat: str
    claim: Json | None = None


@event("claimed", undo={"en": "Skills and advantages", "de": "Fertigkeiten und Vorteile"})
def claimed(projection: Projection, event: StoredEvent, said: Claimed) -> None:
    """Count what was tapped for a seat."""
    projection.set_claim(said.seat, None if said.claim is None else Claim(**said.claim))


@command(scope="throw")
def claim(table: TableState, command: ClaimFor) -> None:
    """Count what helps or hinders a seat's throw (D13 to D15, D20)."""
    table.settings.seat(command.seat)
    if table.confirmed is not None:
        table.begin_throw()
    made = Claim(skill=command.skill, extra=tuple(command.extra), lost=tuple(command.lost))
    claims = {seat: each for seat, each in table.projection.claims.items() if seat != command.seat}
    claims = claims if command.out else claims | {command.seat: made}
    try:
        Counting(table.settings, claims).verify()
    except DocumentError as fault:
        raise RoundMisfitError(fault) from None
    kept = None if command.out else made.model_dump(mode="json")
    table.journal.write("claimed", {"seat": command.seat, "claim": kept})
