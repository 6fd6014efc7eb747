"""Orders about what is remembered: view, mode, seats, ignored areas, decks, language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from webui.i18n import LANGUAGES, catalogue
from webui.table.commands import schemas
from webui.table.commands.registry import carries_out
from webui.table.commands.schemas import AnyOrder, OrderError
from webui.table.placement import Point
from webui.table.seats import colour_of, find_seats
from webui.table.settings import Ignored

if TYPE_CHECKING:
    from webui.table.state import TableState


@carries_out("pause")
def pause(table: TableState, order: schemas.Pause) -> None:
    """The camera looks away, or looks again."""
    table.paused = order.on


@carries_out("view")
def view(table: TableState, order: schemas.ChangeView) -> None:
    """The picture is turned, mirrored, or its halves swapped."""
    given = {"turn": order.turn, "mirror": order.mirror, "swap": order.swap}
    changed = {key: value for key, value in given.items() if value is not None}
    table.remember(view=table.settings.view.model_dump() | changed)


@carries_out("mode")
def mode(table: TableState, order: schemas.ChangeMode) -> None:
    """What is being thrown for."""
    mode = order.applied_to(table.settings.mode)
    table.settings.seat(mode["thrower"])
    table.remember(mode=mode)


@carries_out("significators")
def significators(table: TableState, order: schemas.Significators) -> None:
    """Which Significators a seat holds (D3)."""
    _set_seat(table, table.settings.seat(order.seat).model_dump() | {"significators": order.cards})


@carries_out("seat-add")
def seat_add(table: TableState, order: schemas.AddSeat) -> None:
    """Somebody sits down."""
    taken = {seat.id for seat in table.settings.seats}
    number = next(n for n in range(1, len(taken) + 2) if f"seat{n}" not in taken)
    fields = {"id": f"seat{number}", "colour": colour_of(number, order.side)} | order.fields()
    table.remember(seats=[*(seat.model_dump() for seat in table.settings.seats), fields])


@carries_out("seat-change")
def seat_change(table: TableState, order: schemas.ChangeSeat) -> None:
    """A seat's name, side, place, cards or stats."""
    _set_seat(table, table.settings.seat(order.seat).model_dump() | order.fields())


@carries_out("seats-find")
def seats_find(table: TableState, _: AnyOrder) -> None:
    """Everybody has put one card in front of them: that is where they sit."""
    cards = _put_down_now(table)
    if len(cards) < 2:
        raise OrderError("put-cards-first")
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


@carries_out("seat-remove")
def seat_remove(table: TableState, order: schemas.RemoveSeat) -> None:
    """Somebody leaves."""
    leaving = table.settings.seat(order.seat)
    if table.projection.round is not None and leaving.id in table.projection.round.answer["order"]:
        raise OrderError("sits-in-the-round", name=leaving.name)
    staying = [seat for seat in table.settings.seats if seat.id != leaving.id]
    if not staying:
        raise OrderError("last-seat")
    mode = table.settings.mode.model_dump()
    if mode["thrower"] == leaving.id:
        mode["thrower"] = staying[0].id
    table.remember(seats=staying, mode=mode)


def _set_seat(table: TableState, changed: dict[str, Any]) -> None:
    seats = [changed if seat.id == changed["id"] else seat.model_dump() for seat in table.settings.seats]
    table.remember(seats=seats)


@carries_out("ignore-add")
def ignore_add(table: TableState, order: schemas.Ignore) -> None:
    """An area does not count from now on."""
    taken = {area.id for area in table.settings.ignored}
    free = next(n for n in range(1, len(taken) + 2) if f"i{n}" not in taken)
    table.remember(ignored=[*table.settings.ignored, Ignored(id=f"i{free}", region=order.region)])


@carries_out("ignore-remove")
def ignore_remove(table: TableState, order: schemas.Unignore) -> None:
    """An ignored area counts again."""
    table.remember(ignored=[area for area in table.settings.ignored if area.id != order.id])


@carries_out("decks")
def decks(table: TableState, order: schemas.ChangeDecks) -> None:
    """Which decks lie on the table."""
    unknown = [name for name in order.names if name not in table.known_decks]
    if unknown:
        raise OrderError("no-such-deck", deck=unknown[0], known=table.known_decks)
    table.remember(decks=order.names)


@carries_out("decks-list")
def decks_list(table: TableState, order: schemas.ListDecks) -> None:
    """Which cards the two decks hold (D34)."""
    table.remember(players_deck=order.players, horror_deck=order.horror)


@carries_out("language")
def language(table: TableState, order: schemas.ChangeLanguage) -> None:
    """The language of names, verdicts and voice."""
    if order.language not in LANGUAGES:
        raise OrderError("no-such-language", given=order.language, known=LANGUAGES)
    table.remember(language=order.language)


@carries_out("source")
def source(table: TableState, order: schemas.ChangeSource) -> None:
    """Where the camera looks is remembered."""
    table.remember(source=order.spec)


@carries_out("wizard-done")
def wizard_done(table: TableState, _: AnyOrder) -> None:
    """The wizard need not come up again."""
    table.remember(wizard_done=True)
