"""Commands from players' phones: what each may do for its own seat, once the Host allows it."""

from __future__ import annotations

from typing import Final, Literal, Self

from rules.demon_city import HOST_SIDE
from webui.table.commands.command import HOST, PLAYERS, Command, Program, Refusals, command
from webui.table.errors import CommandError
from webui.table.signals import LEAD_MS
from webui.table.state import TableState

BOTH: Final = (HOST, PLAYERS)
"""The roles whose commands :func:`check_phone` looks at."""

FROM_A_PHONE: Final[Refusals] = {
    "phones-may-not": {
        "en": "The Host has not let phones announce.",
        "de": "Der Host hat die Handys nicht ansagen lassen.",
    },
    "not-your-seat": {
        "en": "This phone does not hold that seat.",
        "de": "Dieser Platz gehört nicht zu diesem Handy.",
    },
    "hosts-to-say": {"en": "That is for the Host to say.", "de": "Das sagt der Host."},
}


class PhoneRefusedError(CommandError):
    """A command that a player's phone may not give."""


class FromPhone(Command):
    """A command about one seat, which a player's phone may give for its own."""

    seat: str
    phone: str | None = None
    """The seat of the phone that sent it; null: it came from a page of the Host's. The server fills it in."""

    def sent_from(self, phone: str | None) -> Self:
        """Fill in the phone's seat, whatever was sent."""
        return self.model_copy(update={"phone": phone})

    def is_a_players(self) -> bool:
        """Return whether it says nothing that is for the Host to say."""
        return True


def check_phone(table: TableState, command: Command) -> None:
    """Refuse a phone what the Host has not allowed, what is about another seat, and what is the Host's to say.

    :raise PhoneRefusedError: a player's phone may not give this command
    """
    if not isinstance(command, FromPhone) or command.phone is None:
        return
    if not table.settings.phones_announce:
        raise PhoneRefusedError("phones-may-not")
    if command.seat != command.phone or table.settings.seat(command.seat).side == HOST_SIDE:
        raise PhoneRefusedError("not-your-seat")
    if not command.is_a_players():
        raise PhoneRefusedError("hosts-to-say")


class LetPhonesAnnounce(Command):
    """Let players announce on their own phones, or no more."""

    name: Literal["phones-announce"]
    allow: bool


@command(scope=None, refuses=FROM_A_PHONE)
def phones_announce(table: TableState, command: LetPhonesAnnounce) -> None:
    """Remember whether players may announce on their own phones."""
    table.journal.remember(phones_announce=command.allow)


class Ready(FromPhone):
    """Say that somebody is ready to flip, or not yet."""

    name: Literal["ready"]
    ready: bool = True


@command(scope=None, roles=BOTH)
def ready(table: TableState, command: Ready) -> None:
    """Note who is ready to flip the throw on the table; nothing is written, and nothing depends on it."""
    table.settings.seat(command.seat)
    table.signal_ready(command.seat, command.ready)


class FlipTogether(Command):
    """Count down on every screen, so that all flip at once."""

    name: Literal["flip-together"]
    at_ms: int = 0
    """When all flip, in milliseconds since 1970; the server fills it in."""

    def prepared(self, program: Program) -> Self:
        """Fill in the time, whatever was sent."""
        return self.model_copy(update={"at_ms": program.now_ms() + LEAD_MS})


@command(scope=None)
def flip_together(table: TableState, command: FlipTogether) -> None:
    """Announce the time of the flip; nothing is written, and nothing depends on it."""
    table.signal_flip(command.at_ms)
