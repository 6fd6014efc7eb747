"""Commands that answer what the table asks of the throw: who acts, a reshuffle, odd cards and numbers of cards."""

from __future__ import annotations

from typing import Literal

from webui.storage.store import StoredEvent
from webui.table.commands.command import Command, command
from webui.table.errors import CommandError
from webui.table.log.events import Payload, event
from webui.table.log.projection import Projection
from webui.table.seen.cards import Judgement
from webui.table.settings import AnyCardCode, CardCode
from webui.table.state import TableState


class Choose(Command):
    """Choose between a side's tied attacks (D28)."""

    name: Literal["choose"]
    side: str
    seat: str


class Chosen(Payload):
    """A side's choice."""

    side: str
    seat: str


@event("chosen", undo={"en": "Choice", "de": "Wahl"})
def chosen(projection: Projection, event: StoredEvent, said: Chosen) -> None:
    """Choose who acts, for a side."""
    projection.choices.update({said.side: said.seat})


@command(
    scope="throw",
    refuses={
        "no-such-choice": {"en": "That choice is not available.", "de": "Diese Wahl gibt es nicht."},
    },
)
def choose(table: TableState, command: Choose) -> None:
    """Choose who acts, for a side (D28)."""
    judged = table.judgement
    if not isinstance(judged, Judgement) or command.seat not in judged.choices:
        raise CommandError("no-such-choice")
    table.journal.write("chosen", {"side": command.side, "seat": command.seat})


class Reshuffle(Command):
    """Note that a deck's discards were reshuffled (D35)."""

    name: Literal["reshuffle"]
    deck: Literal["players", "host"]


class Reshuffled(Payload):
    """A deck that was shuffled."""

    deck: str


@event("reshuffled", undo={"en": "Reshuffle", "de": "Mischen"})
def reshuffled(projection: Projection, event: StoredEvent, said: Reshuffled) -> None:
    """Shuffle a deck: what was thrown before lies in its pile again."""
    projection.reshuffled.update({said.deck: event.id})


@command(scope="throw")
def reshuffle(table: TableState, command: Reshuffle) -> None:
    """Note that a deck's discards were reshuffled (D35)."""
    table.journal.write("reshuffled", {"deck": command.deck})


class Accept(Command):
    """Accept an impossible card."""

    name: Literal["accept"]
    card: CardCode


class Accepted(Payload):
    """An impossible card that was accepted."""

    card: AnyCardCode


@event("accepted", undo={"en": "Card accepted", "de": "Karte bestätigt"})
def accepted(projection: Projection, event: StoredEvent, said: Accepted) -> None:
    """Accept a card of the throw on the table."""
    projection.accepted.add(said.card)


@command(scope="throw")
def accept(table: TableState, command: Accept) -> None:
    """Accept an impossible card."""
    table.journal.write("accepted", {"card": command.card})


class AcceptCount(Command):
    """Accept the number of a seat's cards in this throw, whatever was awaited."""

    name: Literal["accept-count"]
    seat: str


class CountAccepted(Payload):
    """A seat whose number of cards was accepted."""

    seat: str


@event("count-accepted", undo={"en": "Number of cards accepted", "de": "Kartenzahl bestätigt"})
def count_accepted(projection: Projection, event: StoredEvent, said: CountAccepted) -> None:
    """Accept the number of a seat's cards in the throw on the table."""
    projection.accepted_counts.add(said.seat)


@command(scope="throw")
def accept_count(table: TableState, command: AcceptCount) -> None:
    """Accept the number of a seat's cards (D23a)."""
    table.settings.seat(command.seat)
    table.journal.write("count-accepted", {"seat": command.seat})
