"""Commands about what is remembered: view, mode, seats, ignored areas, decks, language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from webui.i18n import LANGUAGES, catalogue
from webui.table.commands.command import Command, Program, command
from webui.table.errors import CommandError
from webui.table.placement import Point
from webui.table.seats import colour_of, find_seats
from webui.table.settings import CardCode, Ignored, Mode, Name, Region, Side, Special
from webui.table.state import TableState


class Pause(Command):
    """Stop looking, or look again."""

    name: Literal["pause"]
    on: bool


@command()
def pause(table: TableState, order: Pause) -> None:
    """The camera looks away, or looks again."""
    table.paused = order.on


class ChangeView(Command):
    """Turn, mirror or swap."""

    name: Literal["view"]
    turn: Literal[0, 90, 180, 270] | None = None
    mirror: bool | None = None
    swap: bool | None = None


@command()
def view(table: TableState, order: ChangeView) -> None:
    """The picture is turned, mirrored, or its halves swapped."""
    given = {"turn": order.turn, "mirror": order.mirror, "swap": order.swap}
    changed = {key: value for key, value in given.items() if value is not None}
    table.remember(view=table.settings.view.model_dump() | changed)


class ChangeMode(Command):
    """What is being thrown for."""

    name: Literal["mode"]
    kind: Literal["clash", "test", "opposed", "c10", "c100", "pulp"] | None = None
    intensities: Annotated[tuple[int, ...], Field(min_length=1, max_length=9)] | None = None
    thrower: str | None = None

    def applied_to(self, mode: Mode) -> dict[str, Any]:
        """Return the mode's fields after this change."""
        given = {"kind": self.kind, "intensities": self.intensities, "thrower": self.thrower}
        return mode.model_dump() | {key: value for key, value in given.items() if value is not None}


@command(scope=None)
def mode(table: TableState, order: ChangeMode) -> None:
    """What is being thrown for."""
    mode = order.applied_to(table.settings.mode)
    table.settings.seat(mode["thrower"])
    table.remember(mode=mode)


class Significators(Command):
    """Which cards a seat holds as Significators (D3)."""

    name: Literal["significators"]
    seat: str
    cards: Annotated[tuple[CardCode, ...], Field(max_length=22)]


@command()
def significators(table: TableState, order: Significators) -> None:
    """Which Significators a seat holds (D3)."""
    _set_seat(table, table.settings.seat(order.seat).model_dump() | {"significators": order.cards})


class SeatFields(Command):
    """A seat's fields; what is left out stays."""

    seat_name: Name | None = None
    side: Side | None = None
    colour: Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")] | None = None
    region: Region | None = None
    wanted: Annotated[int, Field(ge=0, le=20)] | None = None
    stats: dict[str, int] | None = None
    specials: tuple[Special, ...] | None = None

    def fields(self) -> dict[str, Any]:
        """Return what is given, under a seat's own field names; ``wanted`` 0 means that nothing is awaited."""
        given = self.model_dump(exclude={"version", "name", "seat"}, exclude_none=True)
        if "region" in given:
            given["away"] = False
        if "seat_name" in given:
            given["name"] = given.pop("seat_name")
        if "wanted" in given:
            given["wanted"] = given["wanted"] or None
        return given


class AddSeat(SeatFields):
    """Somebody sits down."""

    name: Literal["seat-add"]
    seat_name: Name
    side: Side


@command()
def seat_add(table: TableState, order: AddSeat) -> None:
    """Somebody sits down."""
    taken = {seat.id for seat in table.settings.seats}
    number = next(n for n in range(1, len(taken) + 2) if f"seat{n}" not in taken)
    fields = {"id": f"seat{number}", "colour": colour_of(number, order.side)} | order.fields()
    table.remember(seats=[*(seat.model_dump() for seat in table.settings.seats), fields])


class ChangeSeat(SeatFields):
    """A seat's name, side, colour, place, awaited cards or stats."""

    name: Literal["seat-change"]
    seat: str


@command()
def seat_change(table: TableState, order: ChangeSeat) -> None:
    """A seat's name, side, place, cards or stats."""
    _set_seat(table, table.settings.seat(order.seat).model_dump() | order.fields())


class FindSeats(Command):
    """Everybody has put one card in front of them: that is where they sit."""

    name: Literal["seats-find"]


@command(refuses=("put-cards-first",))
def seats_find(table: TableState, _: FindSeats) -> None:
    """Everybody has put one card in front of them: that is where they sit."""
    cards = _put_down_now(table)
    if len(cards) < 2:
        raise CommandError("put-cards-first")
    width, height = table.size_wh
    settings = table.settings
    ratio = height / width if settings.view.turn % 180 else width / height
    words = catalogue(settings.language)["ui.seat.new"]
    table.remember(seats=find_seats(settings, cards, ratio, lambda number: words.format(n=number)))


def _put_down_now(table: TableState) -> list[Sequence[Point]]:
    """The corners of the cards of this throw; where there are none, of whatever lies there and is not ignored."""
    thrown = [card for card in table.throw_cards() if not table.is_ignored(card)]
    loose = (card for card in table.loose_cards() if not table.is_no_card(card))
    others = [card for card in loose if not table.is_ignored(card)]
    return [card.corners for card in (thrown if len(thrown) > 1 else [*thrown, *others])]


class RemoveSeat(Command):
    """Somebody leaves."""

    name: Literal["seat-remove"]
    seat: str


@command(
    refuses=(
        "sits-in-the-round",
        "last-seat",
    )
)
def seat_remove(table: TableState, order: RemoveSeat) -> None:
    """Somebody leaves."""
    leaving = table.settings.seat(order.seat)
    if table.projection.round is not None and leaving.id in table.projection.round.answer["order"]:
        raise CommandError("sits-in-the-round", name=leaving.name)
    staying = [seat for seat in table.settings.seats if seat.id != leaving.id]
    if not staying:
        raise CommandError("last-seat")
    mode = table.settings.mode.model_dump()
    if mode["thrower"] == leaving.id:
        mode["thrower"] = staying[0].id
    table.remember(seats=staying, mode=mode)


def _set_seat(table: TableState, changed: dict[str, Any]) -> None:
    seats = [changed if seat.id == changed["id"] else seat.model_dump() for seat in table.settings.seats]
    table.remember(seats=seats)


class Ignore(Command):
    """An area that does not count from now on."""

    name: Literal["ignore-add"]
    region: Region


@command()
def ignore_add(table: TableState, order: Ignore) -> None:
    """An area does not count from now on."""
    taken = {area.id for area in table.settings.ignored}
    free = next(n for n in range(1, len(taken) + 2) if f"i{n}" not in taken)
    table.remember(ignored=[*table.settings.ignored, Ignored(id=f"i{free}", region=order.region)])


class Unignore(Command):
    """An ignored area counts again."""

    name: Literal["ignore-remove"]
    id: str


@command()
def ignore_remove(table: TableState, order: Unignore) -> None:
    """An ignored area counts again."""
    table.remember(ignored=[area for area in table.settings.ignored if area.id != order.id])


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
        program.look_anew(False)


@command(refuses=("no-such-deck",))
def decks(table: TableState, order: ChangeDecks) -> None:
    """Which decks lie on the table."""
    unknown = [name for name in order.names if name not in table.known_decks]
    if unknown:
        raise CommandError("no-such-deck", deck=unknown[0], known=table.known_decks)
    table.remember(decks=order.names)


class ListDecks(Command):
    """Which cards the Players' Deck and the Horror's Deck hold; None: nobody has counted them (D34)."""

    name: Literal["decks-list"]
    players: Annotated[tuple[CardCode, ...], Field(min_length=1, max_length=99)] | None
    horror: Annotated[tuple[CardCode, ...], Field(min_length=1, max_length=99)] | None


@command()
def decks_list(table: TableState, order: ListDecks) -> None:
    """Which cards the two decks hold (D34)."""
    table.remember(players_deck=order.players, horror_deck=order.horror)


class ChangeLanguage(Command):
    """The language of names, verdicts and voice."""

    name: Literal["language"]
    language: Annotated[str, Field(pattern=r"^[a-z]{2}$")]


@command(refuses=("no-such-language",))
def language(table: TableState, order: ChangeLanguage) -> None:
    """The language of names, verdicts and voice."""
    if order.language not in LANGUAGES:
        raise CommandError("no-such-language", given=order.language, known=LANGUAGES)
    table.remember(language=order.language)


class ChangeSource(Command):
    """Look through another camera."""

    name: Literal["source"]
    spec: Annotated[str, Field(min_length=1, max_length=2000)]

    def prepared(self, program: Program) -> Self:
        """Keep a password out of what is stored, and tell at once of a file that is not there."""
        hidden = self.model_copy(update={"spec": program.hide_password(self.spec)})
        program.check_source(hidden.spec)
        return hidden

    def follow_up(self, program: Program) -> None:
        """Look there, even if that is where the camera looked already."""
        program.look_anew(True)


@command()
def source(table: TableState, order: ChangeSource) -> None:
    """Where the camera looks is remembered."""
    table.remember(source=order.spec)


class WizardDone(Command):
    """The set-up wizard need not come up again."""

    name: Literal["wizard-done"]


@command()
def wizard_done(table: TableState, _: WizardDone) -> None:
    """The wizard need not come up again."""
    table.remember(wizard_done=True)


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
