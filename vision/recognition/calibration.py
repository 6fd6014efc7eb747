"""Calibration: from measurements of a crop to the probability that its likeliest name is right.

Two logistic models: one for the embedding alone, one with local features compared as well. Their weights and the
probabilities from which a card is named come from designs that the embedder never saw (``python -m
models.training.calibrate``), never from photographs.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import numpy as np

from vision.recognition.verification import Evidence

EMBEDDING_INPUTS, VERIFIED_INPUTS = 4, 6

FLOOR: Final = 0.05
"""Similarity that is always missing: 1 would mean that there is no camera."""

DOUBTFUL_ODDS: Final = 10.0
"""Factor by which the odds of a name must be better for each doubt: another card may occlude the decisive part; no
other frame will be read; and then, the card is small, and designs grow alike."""

SMALL_PX: Final = 100.0
"""Height in the picture's own pixels below which a card is small."""


@dataclass(frozen=True, slots=True)
class MatchFeatures:
    """Standing of a face in a match: its similarity (a cosine), its lead over the best face of another name and over
    plain or spotted crops (negative if one of them is ahead), and its highest similarity to those crops."""

    similarity: float
    margin: float
    plainness: float


class CalibrationError(ValueError):
    """A calibration file that cannot be used; the message names it."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Weights of both models, constant first, and the probabilities from which a card is named.

    ``embedding`` weighs 1 and :func:`embedding_inputs`, ``verified`` 1 and :func:`verified_inputs`. Crops less similar
    than ``worth_verifying`` to any card are not verified. ``embedder`` is the digest of the embedder that the models
    were fitted to.
    """

    embedder: str
    embedding: tuple[float, ...]
    verified: tuple[float, ...]
    embedding_threshold: float
    verified_threshold: float
    worth_verifying: float

    def thresholds(self, doubts: int) -> tuple[float, float]:
        """Return the probabilities from which a card is named, by the embedding alone and when verified."""
        factor = DOUBTFUL_ODDS**doubts
        return with_odds(self.embedding_threshold, factor), with_odds(self.verified_threshold, factor)

    def of_match(self, match: MatchFeatures, best_of: int = 1) -> float:
        """Return the probability of a name by the embedding alone, 0 to 1, given the best of so many crops."""
        return with_odds(logistic(self.embedding, embedding_inputs(match)), 1 / best_of)

    def of_evidence(self, match: MatchFeatures, own: Evidence, rival: Evidence) -> float:
        """Return the probability of a verified name, 0 to 1."""
        return logistic(self.verified, verified_inputs(match, own, rival))

    def save(self, path: Path) -> None:
        """Write the file."""
        path.write_text(json.dumps(asdict(self), indent=2) + "\n", "utf-8")

    @classmethod
    def load(cls, path: Path | str) -> Calibration:
        """Read the file.

        :raise CalibrationError: if it is missing or not of this form.
        """
        try:
            entries = json.loads(Path(path).read_text("utf-8"))
            embedding, verified = (
                tuple(float(x) for x in entries.pop(key)) for key in ("embedding", "verified")
            )
            counts, expected = (len(embedding), len(verified)), (1 + EMBEDDING_INPUTS, 1 + VERIFIED_INPUTS)
            if counts != expected:
                raise ValueError("{} and {} weights, not {} and {}".format(*counts, *expected))
            return cls(embedding=embedding, verified=verified, **entries)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise CalibrationError(
                f"{path}: is no calibration file ({error}); install the program again"
            ) from error


def normalized_margin(similarity: float, margin: float) -> float:
    """Return the lead over the next name as a share of the similarity still missing from 1.

    A small lead means much where the card is seen well and little where it is seen badly: the same noise that keeps a
    crop from its own card may bring it nearer to another (compare the ratio test of Lowe 2004, section 7.1).
    """
    return margin / (1 - similarity + FLOOR)


def embedding_inputs(match: MatchFeatures) -> tuple[float, ...]:
    """Return the inputs of the embedding's model: the less a face shows, the closer its match must be."""
    lead = normalized_margin(match.similarity, match.margin)
    return match.similarity, lead, match.plainness, match.plainness**2


def verified_inputs(match: MatchFeatures, own: Evidence, rival: Evidence) -> tuple[float, ...]:
    """Return the inputs of the verified model; weights of evidence have diminishing steps."""
    return (*embedding_inputs(match), float(np.log1p(own.weight)), float(np.log1p(rival.weight)))


def outweighs_doubt(share: float) -> bool:
    """Return whether something is likelier than all else together by the factor that a doubt demands."""
    return share >= DOUBTFUL_ODDS * (1 - share)


def with_odds(share: float, factor: float) -> float:
    """Return a probability whose odds are multiplied by a factor."""
    return factor * share / (factor * share + 1 - share)


def logistic(weights: tuple[float, ...], inputs: tuple[float, ...]) -> float:
    """Return the logistic function of the weighted inputs, the constant first."""
    total = weights[0] + float(np.dot(weights[1:], inputs))
    return float(1 / (1 + np.exp(-np.clip(total, -40, 40))))
