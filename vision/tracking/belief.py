"""What a track is believed to be: log-odds, in nats, of every name against all else, and of a card against none.

A card that lies still shows nearly the same in every frame, so readings that agree repeat each other: the second counts
half, the third a third, and so on. No single reading names a card.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from vision.tracking.settings import LOOKS
from vision.types import Candidate, Reading

NAME_EVIDENCE: Final = 10.4
"""What a reading that gives a name proves at most: readers' bars let one wrong reading in thirty thousand pass
(``models.training.calibrate``), and how far above its bar one was is calibrated on nothing. A wrong name costs so
much that more must be proven than that."""

ABSTAIN_EVIDENCE: Final = 2.3
"""What a reading without a name says at most against a name: one in ten of cards of the deck gives none (21 of 303 that
lay in full sight in five sessions at the virtual table), and nearly all readings of anything else abstain. One that was
nearly sure of the name says less, or even something for it."""

ROUNDED: Final = 5e-4
"""Shares of candidates are given to three digits."""

EXHAUSTED_LOG_ODDS: Final = 3.5
"""Log-odds, from readings without a name, that further ones give none either, from which on readings are exhausted: a
person is asked, or the whole picture searched."""


@dataclass(frozen=True, slots=True)
class Observation:
    """A reading, and by how many corners its quad is turned against the track's (0 to 3)."""

    reading: Reading
    turn: int

    @property
    def abstains(self) -> bool:
        """Whether it gave no name."""
        return self.reading.code is None

    def says(self) -> tuple[str, float]:
        """Return the name that it gave or was nearest to, and its log-odds for it: without a name those of the
        likeliest one, less what abstaining says."""
        if self.reading.code is not None:
            return self.reading.code, NAME_EVIDENCE
        likeliest, share = next(iter(self.reading.candidates), ("", 0.0))
        return likeliest, max(math.log((share + ROUNDED) / (1 - share + ROUNDED)), 0.0) - ABSTAIN_EVIDENCE


@dataclass(frozen=True, slots=True)
class Decision:
    """What readings say of a name: its deck, the turn of the upright card, the mean confidence, and its log-odds."""

    code: str
    deck: str | None
    turn: int
    confidence: float
    log_odds: float

    @property
    def is_proven(self) -> bool:
        """Whether more is proven than any single reading could."""
        return self.log_odds > NAME_EVIDENCE

    def outweighs(self, others: Iterable[Decision]) -> bool:
        """Whether the card of these readings bears the name although others speak for it: by more than any single
        reading could prove. Readings repeat each other's faults, so that of two that are proven neither does, however
        long each was read."""
        most = max((other.log_odds for other in others), default=0.0)
        return most <= NAME_EVIDENCE and self.log_odds - max(most, 0.0) > NAME_EVIDENCE


def _together(said: Iterable[float]) -> float:
    """Return what readings that agree say together: the strongest whole, the next half, and so on."""
    return sum(one / number for number, one in enumerate(sorted(said, reverse=True), start=1))


def repeated(looks: int) -> float:
    """Return how many independent readings so many of one card that lies still are worth."""
    return _together([1.0] * looks)


class IdentityBelief:
    """The belief about one track: readings of how it lies now, and whether it is a card, wherever it lies.

    One that ``is_known`` to be a card was read by name once, or has the back of others.
    """

    def __init__(self) -> None:
        self.is_known = False
        self.weighed_s = -1e9
        self._observations: list[Observation] = []
        self._is_stale = False
        self._weighed: deque[float] = deque(maxlen=LOOKS)
        self._weighings_left = LOOKS

    def __len__(self) -> int:
        return len(self._observations)

    @property
    def abstained(self) -> bool:
        """Whether the last reading gave no name."""
        return bool(self._observations) and self._observations[-1].abstains

    def names_read(self) -> set[str]:
        """Every name that a reading gave."""
        return set(self._counts())

    @property
    def is_exhausted(self) -> bool:
        """Whether readings that settled nothing make it likely enough that further ones would not either."""
        return ABSTAIN_EVIDENCE * repeated(len(self._observations)) >= EXHAUSTED_LOG_ODDS

    @property
    def nears_a_name(self) -> bool:
        """Whether the last reading says more for a name than its abstaining says against it."""
        return bool(self._observations) and self._observations[-1].says()[1] > 0

    def likeliest(self) -> set[str]:
        """The likeliest name of each reading, given or not, if it had one."""
        return {seen.says()[0] for seen in self._observations} - {""}

    def clear(self) -> None:
        """Forget every reading."""
        self._observations.clear()
        self._is_stale = False

    def mark_stale(self) -> None:
        """Decide nothing, since the pixels have changed, before a reading gives a name again."""
        self._is_stale = True

    def add(self, observation: Observation) -> None:
        """Add a reading, with a name or without."""
        self._observations.append(observation)
        self._is_stale &= observation.abstains

    def turn_by(self, turn: int) -> None:
        """Follow the track whose quad now starts at another corner."""
        self._observations = [replace(seen, turn=(seen.turn - turn) % 4) for seen in self._observations]

    def log_odds(self, code: str) -> float:
        """Return the log-odds of a name against every other one and against a card that no deck here has."""
        evidence: dict[str, list[float]] = {}
        against = []
        for seen in self._observations:
            name, value = seen.says()
            if value > 0:
                evidence.setdefault(name, []).append(value)
            if seen.abstains:
                against.append(max(-value, 0.0) if name == code else ABSTAIN_EVIDENCE)
        rival = max((_together(said) for other, said in evidence.items() if other != code), default=0.0)
        return _together(evidence.get(code, [])) - rival - _together(against)

    def decide(self) -> Decision | None:
        """Return the name if the readings, one of them of how it looks now, prove more than any single one could."""
        code = max(self._counts(), key=self.log_odds, default=None)
        said = None if code is None or self._is_stale else self.about(code)
        return said if said is not None and said.is_proven else None

    def about(self, code: str) -> Decision | None:
        """Return what the readings say of a name; None if none gave it."""
        won = [seen for seen in self._observations if seen.reading.code == code]
        if not won:
            return None
        turn = Counter(seen.turn for seen in won).most_common(1)[0][0]
        deck = Counter(seen.reading.deck for seen in won).most_common(1)[0][0]
        confidence = sum(seen.reading.confidence for seen in won) / len(won)
        return Decision(code, deck, turn, confidence, self.log_odds(code))

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

    def wants_weighing(self, t_s: float, pause_s: float) -> bool:
        """Whether to classify it once more, ``pause_s`` seconds after the last time."""
        return not self.is_known and self._weighings_left > 0 and t_s - self.weighed_s >= pause_s

    def weigh(self, log_odds: float, t_s: float) -> None:
        """Take what a classifier says of card or no card."""
        self._weighed.append(log_odds)
        self._weighings_left -= 1
        self.weighed_s = t_s

    def reset_budget(self) -> None:
        """Let it be weighed as often as at first: it lies otherwise now."""
        self._weighings_left = LOOKS

    def know(self) -> None:
        """It was read by name, or has a known back: it is a card, whatever is seen of it later."""
        self.is_known = True

    @property
    def is_weighed(self) -> bool:
        """Whether it was weighed as often as need be."""
        return len(self._weighed) == LOOKS

    @property
    def card_log_odds(self) -> float:
        """Mean log-odds of a card over the classifier's answers, 0 without any."""
        return sum(self._weighed) / max(len(self._weighed), 1)

    def _counts(self) -> Counter[str]:
        return Counter(seen.reading.code for seen in self._observations if seen.reading.code is not None)
