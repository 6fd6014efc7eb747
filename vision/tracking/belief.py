"""Belief in a card's name over its readings: one bad frame never names it."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from typing import Final

from vision.types import Candidate, Reading

READINGS_NEEDED: Final = 2
MARGIN_NEEDED: Final = 2
"""Readings that a name must have, and be ahead of the next name: a single wrong reading is outvoted or waited out."""

MEMORY: Final = 9
"""Readings that count; older ones are forgotten, so that better light may change the outcome."""

SPOKEN_SHARE: Final = 1 / 3
"""Of the readings, the share that must name the card: a name heard twice among ten silences is chance."""


@dataclass(frozen=True, slots=True)
class Observation:
    """A reading, and by how many corners its quad is turned against the track's (0 to 3)."""

    reading: Reading
    turn: int


@dataclass(frozen=True, slots=True)
class Decision:
    """What the readings decide: the name, its deck, the turn of the upright card, and the mean confidence."""

    code: str
    deck: str | None
    turn: int
    confidence: float


class IdentityBelief:
    """The last readings of one card that lies still."""

    def __init__(self) -> None:
        self._observations: deque[Observation] = deque(maxlen=MEMORY)

    def __len__(self) -> int:
        return len(self._observations)

    @property
    def was_silent(self) -> bool:
        """Whether the last reading gave no name."""
        return bool(self._observations) and self._observations[-1].reading.code is None

    def heard(self) -> set[str]:
        """Every name that a reading gave."""
        return {seen.reading.code for seen in self._observations if seen.reading.code is not None}

    def clear(self) -> None:
        """Forget every reading."""
        self._observations.clear()

    def add(self, observation: Observation) -> None:
        """Add a reading, named or silent."""
        self._observations.append(observation)

    def turn_by(self, turn: int) -> None:
        """Follow the track whose quad now starts at another corner."""
        turned = [Observation(seen.reading, (seen.turn - turn) % 4) for seen in self._observations]
        self._observations = deque(turned, maxlen=MEMORY)

    def decide(self) -> Decision | None:
        """Return the name if the readings speak clearly for one, else None."""
        counts = Counter(seen.reading.code for seen in self._observations if seen.reading.code is not None)
        (code, count), (_, second) = (*counts.most_common(2), ("", 0), ("", 0))[:2]
        if (
            count < READINGS_NEEDED
            or count - second < MARGIN_NEEDED
            or count < SPOKEN_SHARE * len(self._observations)
        ):
            return None
        won = [seen for seen in self._observations if seen.reading.code == code]
        turn = Counter(seen.turn for seen in won).most_common(1)[0][0]
        deck = Counter(seen.reading.deck for seen in won).most_common(1)[0][0]
        return Decision(code, deck, turn, sum(seen.reading.confidence for seen in won) / count)

    def candidates(self, limit: int = 3) -> tuple[Candidate, ...]:
        """Return the likeliest names over all readings, best first, each with its mean likelihood."""
        likelihoods: Counter[str] = Counter()
        for seen in self._observations:
            reading = seen.reading
            named = ((reading.code, reading.confidence),) if reading.code is not None else reading.candidates
            for code, likelihood in named:
                likelihoods[code] += likelihood  # type: ignore[assignment]  # a Counter of shares
        return tuple(
            (code, total / len(self._observations)) for code, total in likelihoods.most_common(limit)
        )
