"""Playing cards read twice: by how like they are to a known make, and by rank and suit, whatever the make.

Both say how likely each card is; what they say is multiplied. A card that they name differently is not named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry import is_reversed
from vision.recognition.gallery import Gallery
from vision.recognition.playing_cards import CODES, IndexReader, LogShares
from vision.types import Candidate, Face, Frame, Reader, Reading, ReadRequest

SURE: Final = 0.99
"""Share of a name from which it is said: a wrong name costs a hundred questions. Of makes kept out of training two
names in 1,326 were wrong from here on, on sightings far worse than most tables (models/README.md)."""

NEVER_SURE: Final = 1e-4
"""So much of either reader's share may always go to any other card: both err in ways that they do not know of."""

LIKELY_FACE: Final = 0.9
"""So certain that it is one of the 52, a reader says at least that the card lies face up."""


class PlayingCardReader:
    """Joins a reader of known makes with one of indices; implements ``vision.types.Reader``."""

    def __init__(self, known_makes: Reader, indices: IndexReader, galleries: Sequence[Gallery]) -> None:
        self._known_makes = known_makes
        self._indices = indices
        self._decks: Mapping[str, str] = {code: g.deck for g in reversed(galleries) for code in g.codes}
        self._codes = list(self._decks)
        self._printed = np.array([CODES.index(code) if code in CODES else -1 for code in self._codes])

    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        """Return one reading for each request, in order.

        Where the index is clear the make is looked at once only.
        """
        said = self._indices.log_shares(frame, [request.quad for request in requests])
        clear = np.exp(said[:, : len(CODES)].max(axis=1, initial=-np.inf)) >= SURE
        eased = [
            replace(one, fast=one.fast or bool(is_clear))
            for one, is_clear in zip(requests, clear, strict=True)
        ]
        readings = self._known_makes.read(frame, eased)
        return [self._joined(reading, row) for reading, row in zip(readings, said, strict=True)]

    def _joined(self, reading: Reading, said: LogShares) -> Reading:
        shares = self._shares(reading, said)
        best = int(shares.argmax())
        code, share = self._codes[best], float(shares[best])
        if share < SURE:
            likely_up = 1 - np.exp(said[-1]) >= LIKELY_FACE
            face = Face.UP if likely_up or reading.code is not None else reading.face
            return Reading(reading.quad, face, candidates=self._candidates(shares))
        if code == reading.code:
            return replace(reading, confidence=share)
        upside_down = is_reversed(reading.quad)
        return Reading(reading.quad, Face.UP, code, self._decks[code], upside_down, share)

    def _shares(self, reading: Reading, said: LogShares) -> NDArray[np.float64]:
        """Return how likely each card of the decks is; what is missing to 1 is that it is none of them."""
        joint = _doubted(self._by_index(said)) * _doubted(self._by_make(reading))
        return np.asarray(joint[:-1] / joint.sum(), np.float64)

    def _by_index(self, said: LogShares) -> NDArray[np.float64]:
        """Spread what is none of the 52 over the decks' other cards and none of them, which comes last."""
        unprinted = self._printed < 0
        none = np.exp(said[-1]) / (1 + unprinted.sum())
        shares = np.append(np.where(unprinted, none, np.exp(said[self._printed])), none)
        shares[-1] += max(0.0, 1 - shares.sum())
        return np.asarray(shares, np.float64)

    def _by_make(self, reading: Reading) -> NDArray[np.float64]:
        """Give the likeliest name what it has, and the others what is left.

        A face unlike the known make speaks against no name: other makes look otherwise.
        """
        shares = np.full(len(self._codes) + 1, 1 / (len(self._codes) + 1))
        code, certainty = _likeliest(reading)
        if code in self._decks and certainty > shares[0]:
            shares[:] = (1 - certainty) / len(self._codes)
            shares[self._codes.index(code)] = certainty
        return shares

    def _candidates(self, shares: NDArray[np.float64]) -> tuple[Candidate, ...]:
        order = np.argsort(-shares, kind="stable")[:3]
        return tuple((self._codes[i], round(float(shares[i]), 3)) for i in order if shares[i] >= 0.001)


def _doubted(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    return (1 - NEVER_SURE) * shares + NEVER_SURE / len(shares)


def _likeliest(reading: Reading) -> Candidate:
    """Return the likeliest name of a reading and how likely it is."""
    if reading.code is not None:
        return reading.code, reading.confidence
    return reading.candidates[0] if reading.candidates else ("", 0.0)
