"""Commands about settings: view, mode, ignored areas, language."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AliasChoices, Field

from webui.before_sessions import FIELDS
from webui.i18n import LANGUAGES
from webui.table.commands.command import Command, command
from webui.table.errors import CommandError
from webui.table.settings import BeginStep, ChosenKind, Ignored, Region
from webui.table.state import TableState


class ChangeView(Command):
    """Turn or mirror the picture, or swap the sides."""

    name: Literal["view"]
    turn: Literal[0, 90, 180, 270] | None = None
    mirror: bool | None = None
    swap: bool | None = None


@command()
def view(table: TableState, command: ChangeView) -> None:
    """Turn or mirror the picture, or swap the sides."""
    table.journal.remember(view=table.settings.view.model_dump() | command.given())


class ChangeMode(Command):
    """Choose the kind of throw."""

    name: Literal["mode"]
    kind: ChosenKind | None = None
    intensities: Annotated[tuple[int, ...], Field(min_length=1, max_length=9)] | None = None
    thrower: str | None = None


@command(scope=None)
def mode(table: TableState, command: ChangeMode) -> None:
    """Choose the kind of throw."""
    mode = table.settings.mode.model_dump() | command.given()
    table.settings.seat(mode["thrower"])
    table.journal.remember(mode=mode)


class Ignore(Command):
    """Ignore an area; with the ``id`` of an ignored one, move it."""

    name: Literal["ignore-add"]
    region: Region
    id: str | None = None


@command()
def ignore_add(table: TableState, command: Ignore) -> None:
    """Ignore an area, or move an ignored one."""
    areas = {area.id: area for area in table.settings.ignored}
    free = next(f"i{n}" for n in range(1, len(areas) + 2) if f"i{n}" not in areas)
    name = command.id if command.id in areas else free
    table.journal.remember(ignored=list((areas | {name: Ignored(id=name, region=command.region)}).values()))


class Unignore(Command):
    """Remove an ignored area."""

    name: Literal["ignore-remove"]
    id: str


@command()
def ignore_remove(table: TableState, command: Unignore) -> None:
    """Remove an ignored area."""
    table.journal.remember(ignored=[area for area in table.settings.ignored if area.id != command.id])


class ChangeLanguage(Command):
    """Choose the language of names, verdicts and voice."""

    name: Literal["language"]
    language: Annotated[str, Field(pattern=r"^[a-z]{2}$")]


@command(
    refuses={
        "no-such-language": {
            "en": "The language '{given}' is not available; known are {known}.",
            "de": "Die Sprache „{given}“ gibt es nicht; bekannt sind {known}.",
        }
    }
)
def language(table: TableState, command: ChangeLanguage) -> None:
    """Choose the language of names, verdicts and voice."""
    if command.language not in LANGUAGES:
        raise CommandError("no-such-language", given=command.language, known=LANGUAGES)
    table.journal.remember(language=command.language)


class KeepPictures(Command):
    """Of how many earlier sessions the pictures are kept from the next session on; null: of all."""

    name: Literal["keep-pictures"]
    sessions: Annotated[
        Annotated[int, Field(ge=1, le=999)] | None, Field(validation_alias=AliasChoices("sessions", FIELDS))
    ]


@command()
def keep_pictures(table: TableState, command: KeepPictures) -> None:
    """So many earlier sessions keep their pictures."""
    table.journal.remember(keep_pictures=command.sessions)


class WizardDone(Command):
    """Dismiss the set-up wizard."""

    name: Literal["wizard-done"]


@command()
def wizard_done(table: TableState, _: WizardDone) -> None:
    """Dismiss the set-up wizard."""
    table.journal.remember(wizard_done=True)


class Begin(Command):
    """Show a step of the first start; null: it is over."""

    name: Literal["begin"]
    step: BeginStep | None


@command()
def begin(table: TableState, command: Begin) -> None:
    """Show a step of the first start; once it is over, its cards are of no throw."""
    table.journal.remember(begin=command.step, wizard_done=True)
    if command.step is None:
        table.begin_throw()
