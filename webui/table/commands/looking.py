"""Commands about the source, the decks, and other devices."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal, Self

from pydantic import Field

from webui.table.commands.command import Command, Program, Refusals, command
from webui.table.deck_state import unlisted_of
from webui.table.errors import CommandError
from webui.table.log.odds import is_listed
from webui.table.modes.chances import PLAYERS
from webui.table.settings import CardCode, Copies, PictureSize, Rate
from webui.table.state import TableState


class Pause(Command):
    """Pause recognition, or resume it."""

    name: Literal["pause"]
    on: bool


@command()
def pause(table: TableState, command: Pause) -> None:
    """Pause recognition, or resume it."""
    table.pause(command.on)


VIRTUAL_DECKS: Final = frozenset({"house", "english"})
"""The decks of which the virtual table deals."""

SOURCE_ID: Final = re.compile(r"([0-9]{1,3}|demo|phone|current)( \+ ([0-9]{1,3}|phone))?")


def is_source_id(text: str) -> bool:
    """Return whether a text is the id of a source as ``/api/sources`` gives them: no path, no address.

    >>> is_source_id("0"), is_source_id("0 + phone"), is_source_id("http://camera/video")
    (True, True, False)
    """
    return SOURCE_ID.fullmatch(text) is not None


class ChangeSource(Command):
    """Choose another source."""

    name: Literal["source"]
    spec: Annotated[str, Field(min_length=1, max_length=2000)]

    def only_at_home(self) -> bool:
        """Return whether the source is a path or an address: such a source may be chosen on this machine only."""
        return not is_source_id(self.spec)

    def prepared(self, program: Program) -> Self:
        """Hide a password, and refuse a file that is missing."""
        hidden = self.model_copy(update={"spec": program.hide_password(self.spec)})
        program.check_source(hidden.spec)
        return hidden

    def follow_up(self, program: Program) -> None:
        """Open the source, even if it is in use already."""
        program.apply_vision_settings(True)


@command()
def source(table: TableState, command: ChangeSource) -> None:
    """Remember the source; the virtual table's own deck is switched on with it."""
    deals = command.spec == "demo" and "house" in table.known_decks
    lacks = deals and not VIRTUAL_DECKS & set(table.decks)
    table.journal.remember(source=command.spec, **({"decks": (*table.decks, "house")} if lacks else {}))


class KeepSource(Command):
    """Keep the source in use, and give up the one on trial; the program fills in which it is."""

    name: Literal["source-keep"]
    spec: Annotated[str, Field(max_length=2000)] | None = None

    def prepared(self, program: Program) -> Self:
        """Fill in the source in use, whatever the page sent."""
        return self.model_copy(update={"spec": program.source_in_use()})

    def follow_up(self, program: Program) -> None:
        """Give up the source on trial."""
        program.apply_vision_settings(False)


@command()
def source_keep(table: TableState, command: KeepSource) -> None:
    """Remember the source in use."""
    table.journal.remember(source=command.spec)


class ChangeCamera(Command):
    """Choose the settings of a camera of this machine: frame size, frame rate, fixed focus."""

    name: Literal["camera"]
    size: PictureSize | None = None
    fps: Rate | None = None
    hold: bool | None = None

    def follow_up(self, program: Program) -> None:
        """Open the source again, if its settings have changed."""
        program.apply_vision_settings(False)


@command()
def camera(table: TableState, command: ChangeCamera) -> None:
    """Remember the settings of a camera."""
    table.journal.remember(camera=table.settings.camera.model_dump() | command.given())


NO_SUCH_DECK: Final[Refusals] = {
    "no-such-deck": {
        "en": "no deck is called '{deck}'; known are {known}",
        "de": "Kein Deck heißt „{deck}“; bekannt sind {known}.",
    }
}


class ChangeDecks(Command):
    """Choose the decks on the table."""

    name: Literal["decks"]
    names: Annotated[tuple[str, ...], Field(min_length=1, max_length=9)]

    def prepared(self, program: Program) -> Self:
        """Check that these decks can be read."""
        program.check_decks(self.names)
        return self

    def follow_up(self, program: Program) -> None:
        """Apply the choice of decks."""
        program.apply_vision_settings(False)


@command(refuses=NO_SUCH_DECK)
def decks(table: TableState, command: ChangeDecks) -> None:
    """Remember the decks on the table."""
    unknown = [name for name in command.names if name not in table.known_decks]
    if unknown:
        raise CommandError("no-such-deck", deck=unknown[0], known=table.known_decks)
    table.journal.remember(decks=command.names)


class ChangeCopies(Command):
    """Choose how many copies of a deck are on the table."""

    name: Literal["copies"]
    deck: str
    copies: Copies

    def follow_up(self, program: Program) -> None:
        """Apply the number of copies."""
        program.apply_vision_settings(False)


@command(refuses=NO_SUCH_DECK)
def copies(table: TableState, command: ChangeCopies) -> None:
    """Remember the number of copies of a deck."""
    if command.deck not in table.known_decks:
        raise CommandError("no-such-deck", deck=command.deck, known=table.known_decks)
    table.journal.remember(copies=table.settings.copies | {command.deck: command.copies})


class ListDecks(Command):
    """List the cards of the Players' Deck and the Horror's Deck; None: not counted (D34)."""

    name: Literal["decks-list"]
    players: Annotated[tuple[CardCode, ...], Field(min_length=1, max_length=99)] | None
    horror: Annotated[tuple[CardCode, ...], Field(min_length=1, max_length=99)] | None


@command()
def decks_list(table: TableState, command: ListDecks) -> None:
    """Remember the lists of the two decks (D34)."""
    table.journal.remember(
        players_deck=command.players, horror_deck=command.horror, players_added=(), horror_added=()
    )


class AddToDeck(Command):
    """Add thrown cards to the list of their deck, which does not hold them."""

    name: Literal["deck-add"]
    deck: Literal["players", "host"]


@command(
    refuses={
        "nothing-to-add": {
            "en": "Every card played is on the list.",
            "de": "Alle gespielten Karten stehen in der Liste.",
        }
    }
)
def deck_add(table: TableState, command: AddToDeck) -> None:
    """Add the cards that were thrown from a deck to its list (D34)."""
    thrown = unlisted_of(table, command.deck)
    if not thrown:
        raise CommandError("nothing-to-add")
    deck = "players" if command.deck == PLAYERS else "horror"
    name = f"{deck}_deck" if is_listed(table.settings, command.deck) else f"{deck}_added"
    table.journal.remember(**{name: [*getattr(table.settings, name), *(card.code for card in thrown)]})


class Network(Command):
    """Open the network for other machines, with a code, or close it."""

    name: Literal["network"]
    allow: bool

    def follow_up(self, program: Program) -> None:
        """Open or close the network server."""
        program.open_network(self.allow)


@command()
def network(table: TableState, _: Network) -> None:
    """Change nothing of the table: the program opens or closes the server."""


class Phone(Command):
    """Open for a phone as the camera, with a code, or close it."""

    name: Literal["phone"]
    allow: bool

    def follow_up(self, program: Program) -> None:
        """Open or close the server for a phone."""
        program.open_phone(self.allow)


@command(scope=None)
def phone(table: TableState, _: Phone) -> None:
    """Change nothing of the table: the program opens or closes the server."""


class EndPhone(Command):
    """End the sign-in of the phone that is the camera."""

    name: Literal["phone-end"]

    def follow_up(self, program: Program) -> None:
        """It has to show a code again."""
        program.end_phone()


@command(scope=None)
def phone_end(table: TableState, _: EndPhone) -> None:
    """The program ends the sign-in; the table itself stays as it is."""


class RecordSession(Command):
    """Record the session from now on, with pictures or without, or no more."""

    name: Literal["recording"]
    on: bool
    pictures: bool = False

    def only_at_home(self) -> bool:
        """Tell that it may be given on this machine only: it writes files here."""
        return True

    def follow_up(self, program: Program) -> None:
        """Start or stop the recording."""
        program.record_session(self.on, self.pictures)


@command(scope=None)
def recording(table: TableState, _: RecordSession) -> None:
    """Change nothing of the table: the program writes the file."""


class EndDevice(Command):
    """End the sign-in of one device that was let in."""

    name: Literal["device-end"]
    device: Annotated[int, Field(ge=1)]

    def follow_up(self, program: Program) -> None:
        """It has to show a code again."""
        program.end_device(self.device)


@command(scope=None)
def device_end(table: TableState, _: EndDevice) -> None:
    """The program ends a sign-in; the table itself stays as it is."""
