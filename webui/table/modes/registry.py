"""Every kind of throw by its name: of the one that is played, and of a document in the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from webui.documents.demon_city.shapes import Json, TableAnswer
from webui.table.modes.c10 import C10Mode
from webui.table.modes.c100 import C100Mode
from webui.table.modes.clash import ClashMode
from webui.table.modes.counting import Claim
from webui.table.modes.damage import DamageMode
from webui.table.modes.deal import DealMode
from webui.table.modes.mode import DocumentMode, Mode, ThrowMode
from webui.table.modes.opposed import OpposedMode
from webui.table.modes.round import RoundMode
from webui.table.modes.rounds import OpenRound
from webui.table.modes.test import TestMode
from webui.table.settings import Settings

MODES: Final[Mapping[str, type[DocumentMode]]] = {
    mode.title: mode for mode in (TestMode, OpposedMode, ClashMode, C10Mode, C100Mode)
}
"""The kinds that the Host can choose, by their titles."""

_THROWS: Final[tuple[type[ThrowMode], ...]] = (*MODES.values(), DamageMode, RoundMode)

THROWS: Final[Mapping[str, type[ThrowMode]]] = {mode.kind: mode for mode in _THROWS}
"""All kinds of Demon City, by the kinds of their documents."""


def read_answer(kind: str, written: Json) -> TableAnswer:
    """Return the answer to a document of this kind from a log.

    :raise KeyError: there is no such kind
    :raise ValueError: it does not fit
    """
    return THROWS[kind].shape.model_validate(written)


def mode_of(
    settings: Settings,
    now: OpenRound | None,
    worksheet: Mapping[str, object] | None = None,
    claims: Mapping[str, Claim] | None = None,
) -> Mode:
    """Return the kind of throw that is played; ``worksheet`` is Pulp's, ``claims`` what was tapped for the seats."""
    if now is not None:
        return DamageMode(settings, now.harm, now) if now.harm is not None else RoundMode(settings, now)
    made = MODES.get(settings.mode.kind)
    return DealMode(settings, worksheet) if made is None else made(settings, claims)
