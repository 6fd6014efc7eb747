"""Enrolment of a deck while the program runs: cards before the camera, one after the other, then the deck's file.

It receives the frames of the vision thread before the table does, and commands from the page.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import PurePath, PurePosixPath
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.galleries.sampling import CardSampler, Sample
from vision.recognition.embedder import Embedder
from vision.tracking.settings import SETTINGS
from vision.tracking.tracker import background_for
from vision.types import Frame
from webui.camera.decks.arcana_land import decks_among
from webui.camera.decks.building import Building, Plain
from webui.camera.decks.draft import CARDS, NAMES, About, Draft
from webui.camera.decks.draft_pictures import cards_in
from webui.camera.decks.enrolment import Note, codes_in
from webui.camera.decks.file_names import Reading, read_names
from webui.camera.decks.learning import STEPS
from webui.camera.decks.readable import DeckError, Decks
from webui.camera.reports import SeenFrame
from webui.camera.trackers import EMBEDDER, checked

log = logging.getLogger(__name__)

UP: Final = {0: (0, -1), 90: (-1, 0), 180: (0, 1), 270: (1, 0)}
"""Direction of the shown picture's top in the camera's, by the degrees that it is turned clockwise."""

FEWEST: Final = 2
"""Fewest cards of a deck: one of a single card would be recognized everywhere."""


class Enrolling:
    """The one deck under enrolment, if any."""

    def __init__(self, decks: Decks, turn: Callable[[], int], made: Callable[[], object]) -> None:
        """Prepare; ``turn`` returns how the picture is shown, ``made`` is called after a new deck."""
        self._decks, self._turn, self._made = decks, turn, made
        self._folder = decks.folder.with_name("enrolling")
        self._lock = threading.RLock()
        self._draft = Draft.found(self._folder)
        self._sampler: CardSampler | None = None
        self._asked_for: str | None = None
        self._last: str | None = None
        self._again: set[str] = set()
        self._building = Building()
        self._announced: list[str] = []
        self._readings: dict[str, tuple[Reading, str]] = {}
        self._notes: list[Note] = []

    @property
    def is_taking(self) -> bool:
        """Whether cards are being taken from the camera now."""
        return self._sampler is not None

    # --- in the vision thread ---

    def see(self, seen: SeenFrame) -> None:
        """Take a new card from a frame, if a deck is being enrolled."""
        with self._lock:
            if self._sampler is None or self._draft is None or self._building.is_under_way:
                return
            up: NDArray[np.float32] = np.array(UP[self._turn()], np.float32)
            code = self._next()
            sample = self._sampler.step(seen.frame, seen.observation, up) if code else None
            if sample is not None and code is not None:
                self._take(self._draft, code, sample)

    def _take(self, draft: Draft, code: str, sample: Sample) -> None:
        assert self._sampler is not None
        try:
            draft.keep(code, sample.picture)
        except OSError as fault:  # The table continues; enrolment resumes once there is room on the disk.
            log.warning("a card's picture could not be kept: %s", fault)
            self._building = Building(fault=f"{self._folder}: {fault.strerror}")
            self._sampler = None
            return
        self._settle(code)
        self._sampler.know(code, sample.picture, sample)
        self._last, self._asked_for = code, None
        self._again.discard(code)
        for (
            part
        ) in self._sampler.parts():  # The cards that followed have shown it: these are asked for again.
            draft.drop(part)
            self._sampler.forget(part)
            self._again.add(part)

    # --- for the page ---

    def start(self, name: str, order: str, cards: str) -> None:
        """Begin to enrol a deck, in place of an earlier draft.

        :raise DeckError: if the name cannot be used, or is another deck's
        :raise OSError: if the folder cannot be written
        """
        if self._decks.own_path(name).exists():
            raise DeckError("deck-there", deck=name)
        with self._lock:
            self._draft = Draft.begun(self._folder, About(name, order, cards))
            self._asked_for = self._last = None
            self._again.clear()
            self._notes.clear()
            self._readings.clear()
            self.go_on()

    def go_on(self) -> None:
        """Resume taking cards."""
        with self._lock:
            draft = self._begun()
            sampler = CardSampler(Embedder(checked(EMBEDDER)), background_for(SETTINGS))
            for code, picture in draft.pictures.items():
                sampler.know(code, picture)
            self._sampler, self._building = sampler, Building()

    def pause(self) -> None:
        """Take no more cards until :meth:`go_on`."""
        with self._lock:
            self._sampler = None

    def want(self, code: str) -> None:
        """Ask for this card next, again if it was taken.

        :raise DeckError: if the deck has no such card
        """
        with self._lock:
            self.drop(code)
            self._asked_for = code

    def drop(self, code: str) -> None:
        """Delete the picture of a card.

        :raise DeckError: if the deck has no such card
        """
        with self._lock:
            draft = self._begun()
            if code not in draft.about.codes:
                raise DeckError("deck-no-card", card=code[:20])
            draft.drop(code)
            self._settle(code)
            self._building = Building()
            if self._sampler is not None:
                self._sampler.forget(code)

    def rename(self, code: str, to: str) -> None:
        """Assign a picture to another card; if that has one, swap them.

        :raise DeckError: if the one has no picture, or the deck has no such other card
        """
        with self._lock:
            draft = self._begun()
            self.picture(code)
            draft.rename(code, to)
            self._settle(code, to)
            if self._sampler is not None:
                self._sampler.forget(code)
                for name in {code, to} & draft.pictures.keys():
                    self._sampler.know(name, draft.pictures[name])
            self._last, self._asked_for, self._building = to, None, Building()
            self._again.discard(to)

    def turn_over(self, code: str) -> None:
        """Turn the picture of a card that was laid upside down.

        :raise DeckError: if it has no picture
        """
        with self._lock:
            self._begun().keep(code, np.ascontiguousarray(self.picture(code)[::-1, ::-1]))
            self._settle(code)
            self._building = Building()

    def announce(self, names: Sequence[str]) -> None:
        """Take the names of all files about to be sent: together they determine the cards."""
        with self._lock:
            self._announced = list(names)
            self._readings.clear()

    def take_file(self, name: str, data: bytes) -> None:
        """Take the cards of a picture file, in place of earlier pictures of them, or a file of names.

        :raise DeckError: if no deck is being enrolled, or the file shows no card, or cannot be read
        """
        with self._lock:
            draft = self._begun()
            if name.endswith(NAMES):
                return draft.add_titles(name, data)
            first = self._next()
            missing = [code for code in draft.missing() if code != first]
            expected, known = [first, *missing] if first else [], dict(draft.pictures)
            reading, other = self._reading_of(name, draft.about)
        # This takes a while; the camera continues meanwhile.
        found = cards_in(name, data, draft.about, expected, known, reading, other)
        with self._lock:
            if draft is not self._draft:
                raise DeckError("deck-not-begun")
            self._settle(*found.cards)
            self._notes += found.notes
            for code, picture in found.cards.items():
                draft.keep(code, picture)
                self._last, self._asked_for, self._building = code, None, Building()
                if self._sampler is not None:
                    self._sampler.know(code, picture)

    def _reading_of(self, name: str, about: About) -> tuple[Reading, str]:
        """Return the meaning of a file's name beside those announced with it, and the other file of the same card."""
        if name in self._announced and not self._readings:
            self._readings = _read(self._announced, about)
        return self._readings.get(name) or _read([name], about)[name]

    def _settle(self, *codes: str) -> None:
        """Remove the notes that these cards' pictures may be others'."""
        left = [
            replace(note, cards=tuple(code for code in note.cards if code not in codes))
            for note in self._notes
        ]
        self._notes = [note for note in left if note.cards]

    def insist(self) -> None:
        """Take the visible card although it is similar to one that was taken."""
        with self._lock:
            if self._sampler is not None:
                self._sampler.insist()

    def picture(self, code: str) -> Frame:
        """Return the picture of a card.

        :raise DeckError: if it has none
        """
        with self._lock:
            if self._draft is None or code not in self._draft.pictures:
                raise DeckError("deck-no-card", card=code[:20])
            return self._draft.pictures[code]

    def abandon(self) -> None:
        """Delete the draft; a deck's file that was made of it is kept."""
        with self._lock:
            if self._draft is not None and not self._building.is_under_way:
                self._draft.delete()
                self._draft, self._sampler, self._building = None, None, Building()
                self._notes.clear()

    def finish(self) -> None:
        """Build the deck's file, in a thread of its own.

        :raise DeckError: if it has too few cards
        """
        with self._lock:
            draft = self._begun()
            if len(draft.pictures) < FEWEST:
                raise DeckError("deck-too-few", least=FEWEST)
            if not self._building.is_under_way:
                self._sampler = None
                self._building = Building(0, STEPS * len(draft.pictures))
                self._building.run(self._decks, draft, self._made)

    def status(self) -> Plain:
        """Return the state that the page shows."""
        with self._lock:
            draft, sampler = self._draft, self._sampler
            if draft is None:
                return {"draft": None}
            building = self._building
            return {
                "draft": {"name": draft.about.name, "order": draft.about.order, "cards": draft.about.cards},
                "codes": draft.about.codes,
                "taken": [code for code in draft.about.codes if code in draft.pictures],
                "next_card": self._next(),
                "last": self._last,
                "again": self._next() in self._again,
                "looking": sampler is not None,
                "hint": str(sampler.hint) if sampler else "",
                "likest": sampler.likest if sampler else None,
                "progress": {"done": building.done, "of": building.of} if building.of else None,
                "notes": [asdict(note) for note in self._notes],
                "result": building.result,
                "fault": building.fault,
            }

    def _begun(self) -> Draft:
        if self._draft is None or self._building.is_under_way:
            raise DeckError("deck-not-begun")
        return self._draft

    def _next(self) -> str | None:
        assert self._draft is not None
        missing = sorted(
            self._draft.missing(), key=self._again.__contains__
        )  # The person lays card after card, and enrolment continues.
        return self._asked_for or next(iter(missing), None)


def _read(names: Sequence[str], about: About) -> dict[str, tuple[Reading, str]]:
    """Return the meaning of each file's name beside the others, and the other file of the same card."""
    paths = [PurePosixPath(name) for name in names]
    sure: dict[PurePath, str] = {
        card: code for deck in decks_among(paths) for card, code in codes_in(deck, about.order).items()
    }
    readings = read_names(paths, about.order, about.cards, sure=sure)
    return {name: (reading, names[reading.other]) for name, reading in zip(names, readings, strict=True)}


__all__ = ["CARDS", "Enrolling"]
