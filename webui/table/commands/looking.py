"""Commands about what is looked at, and for which cards: pause, source, decks; and who may look on."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal, Self

from pydantic import Field

from webui.table.commands.command import Command, Program, command
from webui.table.errors import CommandError
from webui.table.judging.odds import PLAYERS, is_listed
from webui.table.seen.deck_state import unlisted_of
from webui.table.settings import CardCode, Copies, PictureSize, Rate
from webui.table.state import TableState


class Pause(Command):
    """Stop looking, or look again."""

    name: Literal["pause"]
    on: bool


@command()
def pause(table: TableState, command: Pause) -> None:
    """The camera looks away, or looks again."""
    table.paused = command.on


SOURCE_ID: Final = re.compile(r"([0-9]{1,3}|demo|phone|current)( \+ ([0-9]{1,3}|phone))?")


def is_source_id(text: str) -> bool:
    """Tell whether a word is the id of a source as ``/api/sources`` gives them: no path, no address.

    >>> is_source_id("0"), is_source_id("0 + phone"), is_source_id("http://camera/video")
    (True, True, False)
    """
    return SOURCE_ID.fullmatch(text) is not None


class ChangeSource(Command):
    """Look through another camera."""

    name: Literal["source"]
    spec: Annotated[str, Field(min_length=1, max_length=2000)]

    def only_at_home(self) -> bool:
        """What is named by its path or address is opened for this machine alone."""
        return not is_source_id(self.spec)

    def prepared(self, program: Program) -> Self:
        """Keep a password out of what is stored, and tell at once of a file that is not there."""
        hidden = self.model_copy(update={"spec": program.hide_password(self.spec)})
        program.check_source(hidden.spec)
        return hidden

    def follow_up(self, program: Program) -> None:
        """Look there, even if that is where the camera looked already."""
        program.apply_vision_settings(True)


@command()
def source(table: TableState, command: ChangeSource) -> None:
    """Where the camera looks is remembered."""
    table.journal.remember(source=command.spec)


class KeepSource(Command):
    """Go on with the camera that is looked through, and try no other one any more; the program fills in which it is."""

    name: Literal["source-keep"]
    spec: Annotated[str, Field(max_length=2000)] | None = None

    def prepared(self, program: Program) -> Self:
        """Note what is looked through, whatever the page says."""
        return self.model_copy(update={"spec": program.source_in_use()})

    def follow_up(self, program: Program) -> None:
        """Leave the other one alone."""
        program.apply_vision_settings(False)


@command()
def source_keep(table: TableState, command: KeepSource) -> None:
    """What is looked through is what is remembered."""
    table.journal.remember(source=command.spec)


class ChangeCamera(Command):
    """What is asked of a camera of this machine: size of the picture, frames a second, whether focus is held."""

    name: Literal["camera"]
    size: PictureSize | None = None
    fps: Rate | None = None
    hold: bool | None = None

    def follow_up(self, program: Program) -> None:
        """Open the source again, if its settings have changed."""
        program.apply_vision_settings(False)


@command()
def camera(table: TableState, command: ChangeCamera) -> None:
    """What is asked of a camera is remembered."""
    table.journal.remember(camera=table.settings.camera.model_dump() | command.given())


class ChangeDecks(Command):
    """Which decks lie on the table."""

    name: Literal["decks"]
    names: Annotated[tuple[str, ...], Field(min_length=1, max_length=9)]

    def prepared(self, program: Program) -> Self:
        """Make sure that these decks can be read."""
        program.check_decks(self.names)
        return self

    def follow_up(self, program: Program) -> None:
        """Look for them from now on."""
        program.apply_vision_settings(False)


@command(refuses=("no-such-deck",))
def decks(table: TableState, command: ChangeDecks) -> None:
    """Which decks lie on the table."""
    unknown = [name for name in command.names if name not in table.known_decks]
    if unknown:
        raise CommandError("no-such-deck", deck=unknown[0], known=table.known_decks)
    table.journal.remember(decks=command.names)


class ChangeCopies(Command):
    """How many copies of a deck lie on the table."""

    name: Literal["copies"]
    deck: str
    copies: Copies

    def follow_up(self, program: Program) -> None:
        """Let a card of it lie there as often from now on."""
        program.apply_vision_settings(False)


@command(refuses=("no-such-deck",))
def copies(table: TableState, command: ChangeCopies) -> None:
    """How many copies of a deck lie on the table is remembered."""
    if command.deck not in table.known_decks:
        raise CommandError("no-such-deck", deck=command.deck, known=table.known_decks)
    table.journal.remember(copies=table.settings.copies | {command.deck: command.copies})


class ListDecks(Command):
    """Which cards the Players' Deck and the Horror's Deck hold; None: nobody has counted them (D34)."""

    name: Literal["decks-list"]
    players: Annotated[tuple[CardCode, ...], Field(min_length=1, max_length=99)] | None
    horror: Annotated[tuple[CardCode, ...], Field(min_length=1, max_length=99)] | None


@command()
def decks_list(table: TableState, command: ListDecks) -> None:
    """Which cards the two decks hold (D34)."""
    table.journal.remember(
        players_deck=command.players, horror_deck=command.horror, players_added=(), horror_added=()
    )


class AddToDeck(Command):
    """Cards were thrown that the list of their deck does not hold: it holds them from now on."""

    name: Literal["deck-add"]
    deck: Literal["players", "host"]


@command(refuses=("nothing-to-add",))
def deck_add(table: TableState, command: AddToDeck) -> None:
    """A deck holds what was thrown from it (D34)."""
    thrown = unlisted_of(table, command.deck)
    if not thrown:
        raise CommandError("nothing-to-add")
    deck = "players" if command.deck == PLAYERS else "horror"
    name = f"{deck}_deck" if is_listed(table.settings, command.deck) else f"{deck}_added"
    table.journal.remember(**{name: [*getattr(table.settings, name), *(card.code for card in thrown)]})


class Network(Command):
    """Let other machines in, with a code, or keep them out."""

    name: Literal["network"]
    allow: bool

    def follow_up(self, program: Program) -> None:
        """Let them in by a server of their own, or close it."""
        program.open_network(self.allow)


@command()
def network(table: TableState, _: Network) -> None:
    """The program opens or closes the door; the table itself stays as it is."""


class Phone(Command):
    """Let a phone come, by a code, that is to be the camera; or none any more."""

    name: Literal["phone"]
    allow: bool

    def follow_up(self, program: Program) -> None:
        """Open or close the door that phones come by."""
        program.open_phone(self.allow)


@command(scope=None)
def phone(table: TableState, _: Phone) -> None:
    """The program opens or closes the door; the table itself stays as it is."""


class EndPhone(Command):
    """End the session of the phone that is the camera."""

    name: Literal["phone-end"]

    def follow_up(self, program: Program) -> None:
        """It has to show a code again."""
        program.end_phone()


@command(scope=None)
def phone_end(table: TableState, _: EndPhone) -> None:
    """The program ends the session; the table itself stays as it is."""


class RecordEvening(Command):
    """Record the evening from now on, with pictures or without, or no more."""

    name: Literal["recording"]
    on: bool
    pictures: bool = False

    def only_at_home(self) -> bool:
        """It writes files on this machine."""
        return True

    def follow_up(self, program: Program) -> None:
        """Begin the file, or end it."""
        program.record_evening(self.on, self.pictures)


@command(scope=None)
def recording(table: TableState, _: RecordEvening) -> None:
    """The program writes a file; the table itself stays as it is."""


class EndDevice(Command):
    """End the session of one device that was let in."""

    name: Literal["device-end"]
    device: Annotated[int, Field(ge=1)]

    def follow_up(self, program: Program) -> None:
        """It has to show a code again."""
        program.end_device(self.device)


@command(scope=None)
def device_end(table: TableState, _: EndDevice) -> None:
    """The program ends a session; the table itself stays as it is."""
