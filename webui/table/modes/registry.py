"""Every kind of throw by its name: of the one that is played, and of a document in the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from webui.table.modes.c10 import C10Mode
from webui.table.modes.c100 import C100Mode
from webui.table.modes.clash import ClashMode
from webui.table.modes.damage import DamageMode
from webui.table.modes.deal import DealMode
from webui.table.modes.mode import DocumentMode, Mode
from webui.table.modes.opposed import OpposedMode
from webui.table.modes.round import RoundMode
from webui.table.modes.rounds import OpenRound
from webui.table.modes.test import TestMode
from webui.table.seen.cards import Document
from webui.table.settings import Settings

MODES: Final[Mapping[str, type[DocumentMode]]] = {
    mode.title: mode for mode in (TestMode, OpposedMode, ClashMode, C10Mode, C100Mode)
}

WithCards: TypeAlias = Callable[[Document, str, list[str]], Document]

WITH_CARDS: Final[Mapping[str, WithCards]] = {
    "test": TestMode.with_cards,
    "opposed": OpposedMode.with_cards,
    "clash": ClashMode.with_cards,
    "c10": C10Mode.with_cards,
    "c100": C100Mode.with_cards,
    "damage": DamageMode.with_cards,
    "round": RoundMode.with_cards,
}
"""How a document of each kind gets other cards of one seat."""


def mode_of(settings: Settings, now: OpenRound | None, worksheet: Mapping[str, object] | None = None) -> Mode:
    """Return the kind of throw that is played; ``worksheet`` is Pulp's."""
    if now is not None:
        return DamageMode(settings, now.harm) if now.harm is not None else RoundMode(settings, now)
    made = MODES.get(settings.mode.kind)
    return DealMode(settings, worksheet) if made is None else made(settings)
