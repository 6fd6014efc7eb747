"""Votes on a card's name: one bad frame never names it."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from typing import Final

from vision.types import Candidate, Reading

VOTES_NEEDED: Final = 2
LEAD_NEEDED: Final = 2
"""Votes that a name must have, and be ahead of the next name: a single wrong reading is outvoted or waited out."""

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
    """A clear vote: the name, its deck, the turn of the upright card, and the mean confidence."""

    code: str
    deck: str | None
    turn: int
    confidence: float


class IdentityBelief:
    """The last readings of one card that lies still."""

    def __init__(self) -> None:
        self._votes: deque[Observation] = deque(maxlen=MEMORY)

    def __len__(self) -> int:
        return len(self._votes)

    @property
    def was_silent(self) -> bool:
        """Whether the last reading gave no name."""
        return bool(self._votes) and self._votes[-1].reading.code is None

    def clear(self) -> None:
        """Forget every vote."""
        self._votes.clear()

    def cast(self, vote: Observation) -> None:
        """Add a reading, named or silent."""
        self._votes.append(vote)

    def turn_by(self, turn: int) -> None:
        """Follow the track whose quad now starts at another corner."""
        turned = [Observation(vote.reading, (vote.turn - turn) % 4) for vote in self._votes]
        self._votes = deque(turned, maxlen=MEMORY)

    def elect(self) -> Decision | None:
        """Return the name if the vote is clear, else None."""
        counts = Counter(vote.reading.code for vote in self._votes if vote.reading.code is not None)
        (code, votes), (_, second) = (*counts.most_common(2), ("", 0), ("", 0))[:2]
        if votes < VOTES_NEEDED or votes - second < LEAD_NEEDED or votes < SPOKEN_SHARE * len(self._votes):
            return None
        won = [vote for vote in self._votes if vote.reading.code == code]
        turn = Counter(vote.turn for vote in won).most_common(1)[0][0]
        deck = Counter(vote.reading.deck for vote in won).most_common(1)[0][0]
        return Decision(code, deck, turn, sum(vote.reading.confidence for vote in won) / votes)

    def candidates(self, limit: int = 3) -> tuple[Candidate, ...]:
        """Return the likeliest names over all readings, best first, each with its mean likelihood."""
        likelihoods: Counter[str] = Counter()
        for vote in self._votes:
            reading = vote.reading
            named = ((reading.code, reading.confidence),) if reading.code is not None else reading.candidates
            for code, likelihood in named:
                likelihoods[code] += likelihood  # type: ignore[assignment]  # a Counter of shares
        return tuple((code, total / len(self._votes)) for code, total in likelihoods.most_common(limit))
