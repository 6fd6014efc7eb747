"""Commands: what a person sends from a page (``POST /api/command``, docs/state.md), and the function that does it.

Each is declared in one place, a part of a file of this folder: its schema (:class:`Command`); its handler with
:func:`command`, which names its scope and words its refusals; and if it writes a kind of event of its own, what that
holds, what it does to the projection and how undo names it (:func:`webui.table.log.events.event`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Final, Self, TypeAlias, TypeVar, get_args, get_type_hints

from pydantic import ConfigDict, Field, ValidationError

from webui.i18n import Words, declare
from webui.i18n.refusals import first_misfit
from webui.one_line import CONTROL, IN_A_TEXT
from webui.table.errors import CommandError
from webui.table.settings import Value
from webui.table.versions import Scope

HOST: Final = "host"
PLAYERS: Final = "players"

TEXTS: Final = frozenset({"text", "document", "desk", "spec"})
"""Fields in which a text may have lines and tabs; a camera's address takes any character of a password."""

CardKey: TypeAlias = Annotated[str, Field(pattern=r"^t\d+$")]
"""A card of the snapshot: ``t`` and the number of its track."""


def wall_ms() -> int:
    """Return the time of this machine's clock, in milliseconds since 1970."""
    return round(time.time() * 1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """What a command may ask of the program around the table; the server's parts (`webui/http/parts.py`) are one.

    What it refuses raises ValueError or OSError with one line.
    """

    check_source: Callable[[str], None]
    """Refuses a source that cannot be used."""
    hide_password: Callable[[str], str]
    """Returns a source's text as it may be shown and stored; its passwords are kept in memory only."""
    source_in_use: Callable[[], str | None] = lambda: None
    """Returns the source in use as text; None: the one that the program was started with."""
    check_decks: Callable[[Sequence[str]], None]
    """Refuses decks that cannot be read."""
    apply_vision_settings: Callable[[bool], None]
    """Applies the settings of source and decks; True: even if they are in use already."""
    open_network: Callable[[bool], None]
    """Opens or closes the network server."""
    open_phone: Callable[[bool], None]
    """Lets a phone come that is to be the camera, or none any more."""
    end_phone: Callable[[], None]
    """Ends the sign-in of the phone that is the camera."""
    record_session: Callable[[bool, bool], None] = lambda on, pictures: None
    """Records the session from now on, with pictures or without, or no more."""
    end_device: Callable[[int], None]
    """Ends the sign-in of a device that was let in."""
    now_ms: Callable[[], int] = wall_ms
    """Returns the time of this machine's clock, in milliseconds since 1970."""


class Command(Value):
    """A command: its name, and the version of the snapshot that the person saw."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    version: Annotated[int, Field(ge=0)]
    name: str

    def given(self) -> dict[str, object]:
        """Return the fields that are set, without name and version."""
        return self.model_dump(exclude={"version", "name"}, exclude_none=True)

    def only_at_home(self) -> bool:
        """Return whether it is refused from any other machine, a second device of the Host's included."""
        return False

    def sent_from(self, phone: str | None) -> Self:
        """Return the command as the server passes it on; ``phone`` is the seat of the player's phone that sent it."""
        return self

    def prepared(self, program: Program) -> Self:
        """Return the command as the table gets it, checked against the program around the table.

        :raise ValueError: it cannot be carried out; also OSError
        """
        return self

    def follow_up(self, program: Program) -> None:
        """Make the program follow the table, after the command was carried out."""


Handler: TypeAlias = Callable[..., None]
"""Carries out a command on a copy of the table: called with (:class:`webui.table.state.TableState`, command)."""

AnyHandler = TypeVar("AnyHandler", bound=Handler)


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """A registered command."""

    name: str
    schema: type[Command]
    handler: Handler
    scope: Scope | None
    """The part of the snapshot of which an older state makes it stale; None: it is never stale (decision 004)."""
    roles: frozenset[str]
    refuses: tuple[str, ...]
    """The codes of its own refusals."""


Refusals: TypeAlias = Mapping[str, Words]
"""How a command may be refused: words by code."""

COMMANDS: dict[str, CommandSpec] = {}
"""Every command by its name."""


def command(
    *,
    scope: Scope | None = "settings",
    roles: Sequence[str] = (HOST,),
    refuses: Refusals = MappingProxyType({}),
) -> Callable[[AnyHandler], AnyHandler]:
    """Register a function as the handler of the command that its second argument is annotated with.

    :raise ValueError: a language lacks the words of a refusal
    """
    for code, words in refuses.items():
        declare(f"refused.{code}", words)

    def register(handler: AnyHandler) -> AnyHandler:
        schema = list(get_type_hints(handler).values())[1]
        (name,) = get_args(schema.model_fields["name"].annotation)
        COMMANDS[name] = CommandSpec(name, schema, handler, scope, frozenset(roles), tuple(refuses))
        return handler

    return register


def parse_command(document: object) -> Command:
    """Read a command from a page.

    :raise CommandError: in one line, which field and what was expected
    """
    spec = COMMANDS.get(str(document.get("name"))) if isinstance(document, dict) else None
    if spec is None:
        raise CommandError("not-a-command")
    _refuse_control_characters(document, ())
    try:
        return spec.schema.model_validate(document)
    except ValidationError as fault:
        first = first_misfit(fault)
        if first.kind == "string_pattern_mismatch":
            raise CommandError("no-such-thing", field=first.field, given=str(first.given)[:40]) from None
        raise CommandError("field", field=first.field, what=first.what) from None


def _refuse_control_characters(value: object, path: tuple[str, ...]) -> None:
    """Refuse control characters in all texts of a command; the fields of :data:`TEXTS` may have lines and tabs.

    :raise CommandError: naming the field that holds any
    """
    if isinstance(value, str):
        refused = IN_A_TEXT if TEXTS.intersection(path) else CONTROL
        if refused.search(value):
            raise CommandError("control-characters", field=".".join(path)[:80])
    elif isinstance(value, dict):
        for key, inner in value.items():
            _refuse_control_characters(key, path)
            _refuse_control_characters(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            _refuse_control_characters(inner, (*path, str(place)))
