"""Building of a deck's file in a thread of its own, step by step, and its result."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from vision.types import Frame
from webui.camera.decks.deck_titles import DeckTitles
from webui.camera.decks.draft import About, Draft
from webui.camera.decks.learning import Learnt, learn
from webui.camera.decks.readable import Decks

log = logging.getLogger(__name__)

Plain: TypeAlias = dict[str, Any]


@dataclass(slots=True)
class Building:
    """A deck's file being built: steps done, and the result."""

    done: int = 0
    of: int = 0
    result: Plain | None = None
    fault: str = ""

    @property
    def is_under_way(self) -> bool:
        """Whether it is not finished."""
        return self.of > 0 and self.result is None and not self.fault

    def run(self, decks: Decks, draft: Draft, made: Callable[[], object]) -> None:
        """Build the file from the pictures, in a thread of its own; then call ``made``."""
        given = (decks, draft.about, dict(draft.pictures), draft.titles, made)
        threading.Thread(target=self._run, args=given, name="enrol", daemon=True).start()

    def _run(
        self,
        decks: Decks,
        about: About,
        pictures: dict[str, Frame],
        titles: DeckTitles,
        made: Callable[[], object],
    ) -> None:
        def step(_: str) -> None:
            self.done += 1

        try:
            self.result = _serialized(learn(decks, about.name, about.order, pictures, step, titles))
            made()
        except Exception as fault:  # Any failure is shown on the page, and the pictures are kept.
            log.exception("the deck could not be made")
            self.fault = str(fault) or repr(fault)


def _serialized(deck: Learnt) -> Plain:
    return {
        "deck": deck.gallery.deck,
        "cards": len(deck.gallery.codes),
        "unrecognised": deck.unrecognised,
        "closest": [
            {
                "first": pair.first,
                "second": pair.second,
                "likeness": round(pair.likeness, 3),
                "confused": pair.is_confused,
            }
            for pair in deck.closest
        ],
    }
